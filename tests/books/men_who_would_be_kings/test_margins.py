"""Just enough and a hundredth of an inch too little: ways past others, slow ground, who is seen, where one appears. [TMWWBK R-25, R-37, R-56, T135, F-SB1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.deploy import sector_placer
from grognard.books.men_who_would_be_kings.facts.ground import layout
from grognard.books.men_who_would_be_kings.facts.paths import reach
from grognard.books.men_who_would_be_kings.facts.retreat import flight
from grognard.books.men_who_would_be_kings.facts.sight import sees
from grognard.books.men_who_would_be_kings.facts.storming import _along
from grognard.books.men_who_would_be_kings.facts.values import is_free
from grognard.books.men_who_would_be_kings.state import Point, Unit
from grognard.books.men_who_would_be_kings.steps.env import Deed, Placing, PlayerTurn
from grognard.books.men_who_would_be_kings.words import Action, Where
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import area, begin, line, regular, scene, tribal, unit
from tests.rules import rule


def one(key: str, x: int, y: int, kind: object = tribal, **more: Any) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


@rule("R-56")
@pytest.mark.parametrize(("beside", "straight"), [(100, True), (99, False)])
def test_third_enemies_bar_an_attack_by_their_bases_and_by_nothing_more(beside: int, straight: bool) -> None:
    state = scene(one("A", 3600, 1000), one("b", 3600, 1700), one("c", 3600 + beside, 1350))
    found = reach(state, state.units[0], state.units[1], 600)
    assert (found is not None) == straight


@rule("T135", "R-27")
@pytest.mark.parametrize(("slow", "gone"), [(0, 300), (1, 300), (2, 299), (3, 298)])
def test_a_retreat_pays_for_slow_ground_to_the_hundredth(slow: int, gone: int) -> None:
    sand = area("sand", 30, 10, 42, (1700 + slow) / 100)
    state = scene(one("A", 3600, 2000, regular), one("b", 3600, 3000), terrain=(sand,))
    way = flight(state, state.units[0], 1800)
    assert way.models[0] == (3600, 2000 - gone)


@rule("R-37", "T106")
@pytest.mark.parametrize(("off", "seen"), [(50, False), (51, True), (-50, False), (-51, True)])
def test_a_line_is_blocked_up_to_the_rim_of_a_base(off: int, seen: bool) -> None:
    state = scene(one("A", 3600, 1000), one("b", 3600, 2000), one("c", 3600 + off, 1500))
    assert sees(state, state.units[0], state.units[1]) == seen
    state = scene(one("A", 3000, 1500), one("b", 4000, 1500), one("c", 3600, 1500 + off))
    assert sees(state, state.units[0], state.units[1]) == seen


@rule("F-SC1", "R-62")
def test_who_appears_in_a_sector_is_never_set_down_in_a_building() -> None:
    hidden = replace(unit("A", regular, 4), where=Where.HIDDEN, models=(), sector=5)
    state = scene(hidden, one("b", 1000, 1000), terrain=(area("building", 55, 20, 60, 25),))
    placer = sector_placer(state, state.units[0])
    assert placer.house((5750, 2250)) is None
    assert placer.judge((5750, 2250)) is not None


@rule("R-31")
@pytest.mark.parametrize(
    ("end", "place"),
    [((2000, 0), (0, -51)), ((0, 2000), (51, 0)), ((2000, 2000), (36, -36)), ((2000, 2300), (38, -33))],
)
def test_places_along_a_wall_lie_square_to_it(end: Point, place: Point) -> None:
    ends = (10, 20, 10 + end[0] / 100, 20 + end[1] / 100)
    wall = layout(scene(one("A", 5000, 4000), terrain=(line("wall", *ends),))).barriers[0]
    for side in (1, -1):
        beyond = (1000 + end[0] // 2 - side * end[1], 2000 + end[1] // 2 + side * end[0])
        x, y = next(iter(_along(wall, 50, beyond)))
        assert ((x - 1000) * side, (y - 2000) * side) == place


@rule("F-SB1")
@pytest.mark.parametrize(
    ("limits", "ready"),
    [((8, 12), True), ((10, 12), True), ((11, 12), True), ((8, 10), True), ((8, 9), False)],
)
def test_so_many_points_may_start_on_the_table(limits: tuple[int, int], ready: bool) -> None:
    """Both units are all there is: ten points, which is never too few."""
    state = scene(one("A", 3000, 1000, cost=6), one("B", 4000, 1000, cost=4), one("b", 3600, 4000))
    field = state.field
    sides = (replace(field.sides[0], on_table=limits), field.sides[1])
    game = begin(replace(state, field=replace(field, sides=sides)), "set up", Placing(0))
    assert game.may("ready") == ready


@rule("F-B4", "F-B2")
def test_a_turn_begins_quiet() -> None:
    state = replace(scene(one("A", 3000, 1000), one("b", 3600, 4000)), triggered=True)
    assert not begin(state, "player turn", PlayerTurn(0)).state.triggered


@rule("T002", "T010")
@pytest.mark.parametrize(("action", "told"), [(Action.MOVE, True), (Action.RALLY, False)])
def test_who_acts_without_an_order_is_told_but_not_of_a_rally(action: Action, told: bool) -> None:
    """A Rally is free for everybody, and throws its own dice."""
    state = scene(one("A", 3000, 1000, pins=int(action is Action.RALLY)), one("b", 3600, 4000))
    assert is_free(state.units[0], action)
    game = begin(state, "action", Deed(0, action, 0))
    assert game.told("acts freely") == told
