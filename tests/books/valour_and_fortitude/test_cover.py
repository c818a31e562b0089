"""Contact, cover, and rough ground in melee. [VF 14, 159, 161, 162, 167, B52–B55, B58, B75]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.contact import figures_on, touching
from grognard.books.valour_and_fortitude.facts.fighting import (
    automatic_rout,
    bout_of,
    in_rough,
    melee_value,
    sheltered,
    tie_breaker,
)
from grognard.books.valour_and_fortitude.facts.shooting import cover_of, fire_to_hit, shot_of
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.tables.terrain import COVER
from grognard.books.valour_and_fortitude.words import Cover, Mode
from tests.books.valour_and_fortitude.drill import (
    area,
    both,
    find,
    ground,
    gun,
    horse,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


# ---- contact


@pytest.mark.parametrize(
    ("x", "y", "yes"),
    [
        param(30, 20, True, id="front to front"),
        param(39.6, 20, True, id="corner to corner"),
        param(39.65, 20, False, id="a hair beside"),
        param(30, 20.05, False, id="a hair apart"),
    ],
)
@rule("14")
def test_contact_is_bases_that_touch_if_only_at_a_corner(x: float, y: float, yes: bool) -> None:
    state = scene(
        unit("A", figures=24, files=12, front=(30, 20)),
        unit("b", figures=24, files=12, front=(x, y), facing=180),
    )
    assert touching(state, *state.units) is yes
    assert touching(state, *reversed(state.units)) is yes


@rule("14", "29")
def test_how_many_figures_touch() -> None:
    # Twelve files of 0.8 against a column six wide: it covers 4.8 of the line; edges on corners touch too.
    state = scene(
        unit("A", figures=24, files=12, front=(30, 20)),
        unit("b", figures=24, files=6, front=(30, 20), facing=180),
    )
    assert figures_on(state, find(state, "b"), find(state, "A")) == 6
    assert figures_on(state, find(state, "A"), find(state, "b")) == 8


BARRIER = ground("low_wall", (10, 20), (60, 20))


@pytest.mark.parametrize(
    ("x", "yes"),
    [
        param(36.8, True, id="two inches along the wall"),
        param(36.85, False, id="more than two"),
        param(34.8, True, id="corner to corner"),
    ],
)
@rule("159", "B73")
def test_figures_touching_one_barrier_within_two_are_in_contact(x: float, yes: bool) -> None:
    # Both are six files, 4.8 wide, on either side of the wall.
    pair = (
        unit("A", figures=6, files=6, front=(30, 20)),
        unit("b", figures=6, files=6, front=(x, 20), facing=180),
    )
    assert touching(scene(*pair, terrain=(BARRIER,)), *scene(*pair).units) is yes
    # Without the wall only bases that touch do.
    assert touching(scene(*pair), *scene(*pair).units) is (x == 34.8)


@rule("159", "B75")
def test_on_the_same_side_of_a_barrier_nobody_is_in_contact_through_it() -> None:
    ours, theirs = (
        unit("A", figures=6, files=6, front=(30, 20)),
        unit("b", figures=6, files=6, front=(36, 20)),
    )
    state = scene(ours, theirs, terrain=(BARRIER,))
    assert not touching(state, *state.units)
    # Friends lining a wall beside each other do not touch either.
    state = scene(ours, unit("B", figures=6, files=6, front=(36, 20)), terrain=(BARRIER,))
    assert not touching(state, *state.units)


@rule("159")
def test_both_must_touch_the_barrier() -> None:
    off = unit("b", figures=6, files=6, front=(35.5, 20.1), facing=180)
    state = scene(unit("A", figures=6, files=6, front=(30, 20)), off, terrain=(BARRIER,))
    assert not touching(state, *state.units)
    two = (
        ground("low_wall", (10, 20), (32.4, 20), name="west"),
        ground("low_wall", (32.5, 20), (60, 20), name="east"),
    )
    apart = (
        unit("A", figures=6, files=6, front=(30, 20)),
        unit("b", figures=6, files=6, front=(35, 20), facing=180),
    )
    assert not touching(scene(*apart, terrain=two), *scene(*apart).units)


# ---- cover


def cover(kind: str, y: float = 30, attacker_y: float = 20, line: bool = True) -> Cover:
    """What covers a unit facing south with its front on a line, from an attacker there."""
    piece = ground(kind, (10, y), (60, y)) if line else area(kind, 20, 28, 40, 40)
    target = unit("b", figures=12, files=6, front=(30, 30), facing=180)
    attacker = unit("A", front=(30, attacker_y))
    state = scene(attacker, target, terrain=(piece,))
    return cover_of(state, find(state, "b"), find(state, "A"))


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("low_wall", Cover.SOFT),
        ("low_hedge", Cover.SOFT),
        ("low_fence", Cover.SOFT),
        ("stream", Cover.MELEE),
        ("high_wall", Cover.NONE),
    ],
)
@rule("161", "154", "156")
def test_a_barrier_the_front_rank_touches_covers_from_beyond_it(kind: str, found: Cover) -> None:
    assert cover(kind) is found
    assert cover(kind, y=29.9) is Cover.NONE  # the front rank does not touch it
    assert cover(kind, attacker_y=48) is Cover.NONE  # the attacker is behind


@rule("161")
def test_the_rear_rank_at_a_wall_is_not_the_front_rank() -> None:
    # Two ranks, the wall along the back, the attacker behind it.
    assert cover("low_wall", y=31.6, attacker_y=46) is Cover.NONE


@pytest.mark.parametrize(("kind", "found"), [("building", Cover.HARD), ("wood", Cover.SOFT)])
@rule("161", "168")
def test_occupants_are_in_their_features_cover_from_everywhere(kind: str, found: Cover) -> None:
    for y in (10, 46):
        state = scene(unit("A", front=(30, y)), unit("b", inside=kind), terrain=(area(kind, 20, 25, 40, 35),))
        assert cover_of(state, find(state, "b"), find(state, "A")) is found


@pytest.mark.parametrize(
    ("found", "plus"), [(Cover.HARD, -2), (Cover.SOFT, -1), (Cover.MELEE, 0), (Cover.NONE, 0)]
)
@rule("162", "B55")
def test_cover_against_fire(found: Cover, plus: int) -> None:
    state = scene(unit("A", front=(30, 20)), unit("b", front=(30, 28), facing=180))
    shot = shot_of(state, *both(state), Mode.VOLLEY)
    assert fire_to_hit(shot._replace(cover=found)).total == plus
    assert COVER[found] == plus


@rule("156", "B55", "145")
def test_a_stream_decides_ties_and_changes_no_fire() -> None:
    stream = ground("stream", (10, 20), (60, 20))
    ours, theirs = (
        unit("A", figures=6, files=6, front=(30, 20)),
        unit("b", figures=6, files=6, front=(30, 20), facing=180),
    )
    state = scene(ours, theirs, terrain=(stream,))
    assert sheltered(state, find(state, "b"), find(state, "A"))
    line = tie_breaker(state, find(state, "b"), find(state, "A"), ())
    assert line is not None
    assert line.cite == "145"
    bare = scene(ours, theirs)
    assert tie_breaker(bare, find(bare, "b"), find(bare, "A"), ()) is None


@rule("B54", "161")
def test_two_enemies_at_one_wall_are_both_in_cover() -> None:
    ours, theirs = (
        unit("A", figures=6, files=6, front=(30, 20)),
        unit("b", figures=6, files=6, front=(30, 20), facing=180),
    )
    state = scene(ours, theirs, terrain=(BARRIER,))
    assert sheltered(state, *state.units)
    assert sheltered(state, *reversed(state.units))


# ---- rough ground in melee


def value(state: State, key: str, against: str) -> int:
    """The melee value of a unit against another, on its own."""
    return melee_value(bout_of(state, find(state, key), find(state, against), 0, False)).total


MUD_A, MUD_B = area("mud", 20, 10, 40, 19), area("mud", 20, 21, 40, 30)


@pytest.mark.parametrize(
    ("mud", "horse_value", "foot_value"),
    [
        param((), 6, 4, id="none"),
        param((MUD_A,), 3, 4, id="the horse stands in it"),
        param((MUD_B,), 3, 4, id="the foot stands in it"),
        param((MUD_A, MUD_B), 3, 4, id="both do, halved once"),
    ],
)
@rule("167", "6")
def test_cavalry_in_rough_ground_or_fighting_into_it_is_halved_and_infantry_never(
    mud: Any, horse_value: int, foot_value: int
) -> None:
    riders = unit("A", horse, figures=6, files=6, front=(30, 20))
    column = unit("b", figures=12, files=4, front=(30, 20), facing=180)
    state = scene(riders, column, terrain=mud)
    assert value(state, "A", "b") == horse_value
    assert value(state, "b", "A") == foot_value


@rule("167", "B52")
def test_artillery_too_is_halved_in_rough_ground_and_against_those_in_it() -> None:
    piece = unit("A", gun, front=(30, 20), melee=4)
    column = unit("b", figures=12, files=6, front=(30, 20), facing=180)
    assert value(scene(piece, column), "A", "b") == 4
    assert value(scene(piece, column, terrain=(MUD_A,)), "A", "b") == 2
    assert value(scene(piece, column, terrain=(MUD_B,)), "A", "b") == 2


@rule("B53", "167")
def test_one_figure_in_rough_ground_puts_the_unit_in_it() -> None:
    state = scene(unit("A", figures=24, files=12, front=(30, 20)), terrain=(area("mud", 34.7, 10, 50, 30),))
    assert in_rough(state, find(state, "A"))
    state = scene(unit("A", figures=24, files=12, front=(30, 20)), terrain=(area("mud", 34.8, 10, 50, 30),))
    assert not in_rough(state, find(state, "A"))


# ---- horse against a wood


@rule("B58", "179", "182", "145")
def test_cavalry_against_a_wood_is_halved_loses_ties_and_routs_nobody_at_once() -> None:
    riders = unit("A", horse, figures=6, files=6, front=(30, 20))
    state = scene(riders, unit("b", inside="wood"), terrain=(area("wood", 20, 20, 40, 30),))
    ours, theirs = find(state, "A"), find(state, "b")
    assert touching(state, ours, theirs)
    assert value(state, "A", "b") == 3
    line = tie_breaker(state, theirs, ours, ())
    assert line is not None
    assert automatic_rout(state, theirs, ours, ()) is None
    bare = scene(riders, unit("b", figures=12, files=4, front=(30, 20), facing=180))
    ours, theirs = find(bare, "A"), find(bare, "b")
    assert value(bare, "A", "b") == 6
    assert tie_breaker(bare, theirs, ours, ()) is None
    found = automatic_rout(bare, theirs, ours, ())
    assert found is not None
    assert found.cite == "137"
