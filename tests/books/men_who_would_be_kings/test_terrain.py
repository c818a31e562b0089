"""Sight and levels. [TMWWBK R-37, F-G1, F-G2, F-G11, F-G12]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.ground import level_at, level_of
from grognard.books.men_who_would_be_kings.facts.sight import glance, sees
from tests.books.men_who_would_be_kings.scenes import area, disc, line, regular, scene, tribal, unit
from tests.rules import rule

param = pytest.param


def one(key: str, x: float, y: float, **more: object) -> object:
    return unit(key, regular, 1, at=(x, y), **more)  # type: ignore[arg-type]


def seen(a: tuple[float, float], b: tuple[float, float], *ground: object, third: object = None) -> bool:
    """Whether a single model sees another."""
    units = [one("A", *a), one("b", *b)] + ([third] if third is not None else [])
    state = scene(*units, terrain=tuple(ground))  # type: ignore[arg-type]
    forth, back = sees(state, state.units[0], state.units[1]), sees(state, state.units[1], state.units[0])
    assert forth == back  # sight is mutual
    return forth


@rule("R-37")
@pytest.mark.parametrize(
    ("ground", "clear"),
    [
        param((), True, id="open"),
        param((area("building", 34, 18, 38, 20),), False, id="a building"),
        param((area("cliff", 34, 18, 38, 20),), False, id="a cliff"),
        param((area("deep_water", 34, 18, 38, 20),), True, id="water"),
        param((area("rocks", 34, 18, 38, 20),), True, id="rocks"),
        param((line("wall", 30, 19, 42, 19),), True, id="a wall"),
        param((area("wood", 34, 18, 38, 20),), True, id="2 of wood"),
        param((area("wood", 34, 18, 38, 20.01),), False, id="more than 2 of wood"),
        param((area("wood", 34, 13, 38, 14.5), area("wood", 34, 20, 38, 21)), False, id="2.5 of wood in all"),
    ],
)
@rule("F-G2", "F-G11", "F-G12")
def test_ground_between(ground: tuple[object, ...], clear: bool) -> None:
    assert seen((36, 10), (36, 30), *ground) == clear


@rule("F-G2", "R-37")
@pytest.mark.parametrize(("depth", "clear"), [(4, True), (4.01, False)])
def test_inside_one_wood_four_may_be_seen_through(depth: float, clear: bool) -> None:
    assert seen((36, 16), (36, 16 + depth), area("wood", 30, 14, 42, 24)) == clear


@rule("R-37", "T013", "T041")
def test_third_units_block_friend_or_foe() -> None:
    for key in ("C", "d"):
        third = unit(key, tribal, at=(36, 20), row=True)
        assert not seen((36, 10), (36, 30), third=third)
    assert seen((36, 10), (36, 30), third=unit("C", tribal, at=(20, 20)))


@rule("R-37", "F-G1")
def test_from_a_hill_one_sees_over_units_at_its_foot() -> None:
    third = unit("C", tribal, at=(36, 20), row=True)
    assert seen((36, 10), (36, 30), disc("hill", 36, 10, 4), third=third)
    both = unit("C", tribal, at=(36, 20))
    assert not seen((36, 10), (36, 30), disc("hill", 36, 10, 4), disc("hill", 36, 20, 5), third=both)


@rule("R-37", "F-G1")
def test_higher_ground_between_blocks() -> None:
    assert not seen((36, 10), (36, 30), disc("hill", 36, 20, 4))
    assert seen((36, 18), (36, 30), disc("hill", 36, 20, 4))


@rule("R-37")
def test_from_above_one_sees_over_blocking_ground() -> None:
    house = area("building", 34, 18, 38, 20)
    assert seen((36, 10), (36, 30), house, disc("hill", 36, 10, 4))


@rule("T140", "R-37")
def test_one_clear_line_is_enough() -> None:
    house = area("building", 34, 18, 38, 20)
    state = scene(unit("A", regular, at=(36, 10), row=True), one("b", 36, 30), terrain=(house,))  # type: ignore[arg-type]
    assert sees(state, state.units[0], state.units[1])
    wide = scene(unit("A", regular, 1, at=(36, 10)), one("b", 36, 30), terrain=(house,))  # type: ignore[arg-type]
    blocked = glance(wide, wide.units[0], wide.units[1])
    assert (blocked.clear, blocked.blocker) == (False, "the building")


@rule("R-62", "R-37")
def test_a_garrison_sees_and_is_seen_from_the_outline() -> None:
    house = area("building", 34, 18, 38, 20)
    state = scene(
        unit("A", regular, 4, places=[(3450 + 100 * i, 1900) for i in range(4)], inside=0),
        one("b", 36, 30),
        terrain=(house,),
    )  # type: ignore[arg-type]
    assert sees(state, state.units[0], state.units[1])
    assert sees(state, state.units[1], state.units[0])


@rule("R-11", "F-G1")
def test_a_units_level_is_that_of_more_than_half() -> None:
    hill = disc("hill", 36, 20, 3)
    state = scene(terrain=(hill, disc("hill", 50, 20, 3, level=2)))
    assert level_at(state, (3600, 2000)) == 1
    assert level_at(state, (5000, 2000)) == 2
    assert level_of(state, [(3600, 2000), (3600, 2000), (1000, 1000)]) == 1
    assert level_of(state, [(3600, 2000), (1000, 1000)]) == 0
