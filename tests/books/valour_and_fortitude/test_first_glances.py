"""Sieves before the dear questions: what the ground alone forbids, and who is in a feature."""

from __future__ import annotations

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import stand, stand_at
from grognard.books.valour_and_fortitude.facts.ground import occupant
from grognard.books.valour_and_fortitude.facts.strides import Pose, Stride, reached_for, runs_through
from grognard.books.valour_and_fortitude.state import State, Terrain
from grognard.books.valour_and_fortitude.words import Where
from tests.books.valour_and_fortitude.drill import area, find, put, scene, unit
from tests.rules import rule

HOUSE = area("building", 30, 20, 40, 30, name="house")
RIVER = area("river", 30, 20, 40, 30, name="river")


def column(*terrain: Terrain) -> State:
    """A column at (35, 12) looking north, and what lies before it."""
    return scene(unit("A", files=3, at=(35, 12)), unit("b", at=(60, 40), facing=180), terrain=terrain)


@rule("164", "168")
@pytest.mark.parametrize(
    ("terrain", "x", "through"),
    [
        ((), 35, False),
        ((HOUSE,), 35, True),
        ((RIVER,), 35, True),
        ((HOUSE,), 20, False),
        ((RIVER,), 20, False),
    ],
)
def test_who_goes_straight_through_closed_ground_is_seen_at_a_glance(
    terrain: tuple[Terrain, ...], x: int, through: bool
) -> None:
    state = column(*terrain)
    start = stand(find(state, "A"))
    beside = stand_at(start.shape, 100 * x, start.y, start.facing)
    assert runs_through(state, beside, (Pose(100 * x, 3800, 0),)) is through


@rule("75", "164", "168")
@pytest.mark.parametrize(
    ("terrain", "y", "open_"),
    [
        ((), 16, True),
        ((), 0.5, False),  # over the edge
        ((RIVER,), 20, False),
        ((HOUSE,), 20, False),
        ((RIVER,), 16, True),
        ((HOUSE,), 16, True),
    ],
)
def test_no_leg_ends_off_the_table_or_on_closed_ground(
    terrain: tuple[Terrain, ...], y: float, open_: bool
) -> None:
    state = column(*terrain)
    start = stand(find(state, "A"))
    end = stand_at(start.shape, start.x, round(100 * y), start.facing)
    assert (reached_for(state, Stride(start, end, reform=False), False, 2000) is not None) is open_


@rule("169")
def test_nobody_in_the_open_occupies_anything() -> None:
    state = scene(unit("A", inside="house"), unit("C", at=(20, 10)), unit("b", at=(60, 40)), terrain=(HOUSE,))
    assert find(state, "C").inside == -1
    assert occupant(state, 0) == find(state, "A").id
    assert occupant(state, -1) is None
    assert occupant(put(state, "A", where=Where.ROUTED), 0) is None
