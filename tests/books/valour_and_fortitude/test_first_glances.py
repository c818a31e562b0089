"""Sieves before the dear questions: what the ground alone forbids, and who is in a feature."""

from __future__ import annotations

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import stand, stand_at
from grognard.books.valour_and_fortitude.facts.ground import occupant
from grognard.books.valour_and_fortitude.facts.strides import (
    Pose,
    Stride,
    least_cost,
    march_on_road,
    reached_for,
    runs_through,
    straight_length,
    too_dear,
    too_far,
    walled_off,
)
from grognard.books.valour_and_fortitude.state import State, Terrain
from grognard.books.valour_and_fortitude.words import Where
from tests.books.valour_and_fortitude.drill import area, find, ground, put, scene, unit
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


LANE = area("road", 33, 0, 37, 48)
MUD = area("mud", 20, 14, 50, 16)


@rule("70", "163")
@pytest.mark.parametrize(
    ("files", "terrain", "far", "sure"),
    [
        (6, (), 1200, False),
        (6, (), 1201, True),
        (3, (), 1201, True),  # a march column without a road
        (6, (LANE,), 1201, True),  # a road serves march columns only
        (3, (LANE,), 1201, False),
        (3, (LANE,), 2400, False),
        (3, (LANE,), 2401, True),
    ],
)
def test_how_far_is_surely_too_far(files: int, terrain: tuple[Terrain, ...], far: int, sure: bool) -> None:
    state = scene(unit("A", files=files, at=(35, 12)), unit("b", at=(60, 40)), terrain=terrain)
    start = stand(find(state, "A"))
    assert too_far(state, start, (Pose(3500, 1200 + far, 0),), 1200, False) is sure
    assert march_on_road(state, start.shape) is (files == 3 and bool(terrain))


@rule("76", "166")
@pytest.mark.parametrize(
    ("terrain", "light", "dear"), [((), False, False), ((MUD,), False, True), ((MUD,), True, False)]
)
def test_rough_ground_may_make_a_way_too_dear_for_a_figure_at_a_corner(
    terrain: tuple[Terrain, ...], light: bool, dear: bool
) -> None:
    """8 inches, two of them over rough ground, where a move of 8 is paid."""
    state = column(*terrain)
    start = stand(find(state, "A"))
    assert too_dear(state, light, start, (Pose(3500, 2000, 0),), 800) is dear
    assert not too_dear(state, light, start, (Pose(3500, 2000, 0),), 1200)


@rule("76", "163")
@pytest.mark.parametrize(
    ("files", "terrain", "limit", "dear"),
    [
        (3, (LANE,), 400, False),
        (3, (LANE,), 390, True),
        (6, (LANE, MUD), 800, True),
        (6, (LANE,), 390, False),
    ],
)
def test_a_road_spares_only_a_march_column(
    files: int, terrain: tuple[Terrain, ...], limit: int, dear: bool
) -> None:
    """8 inches along a road; on plain ground, as a road is to others, nothing is dear but the length."""
    state = scene(unit("A", files=files, at=(35, 12)), unit("b", at=(60, 40)), terrain=terrain)
    assert too_dear(state, False, stand(find(state, "A")), (Pose(3500, 2000, 0),), limit) is dear


@rule("70", "71")
@pytest.mark.parametrize(
    ("poses", "cost"),
    [
        (((3500, 1700, 0),), 500),
        (((3500, 1500, 0), (3500, 1700, 0)), 500),
        (((3500, 1500, 0), (3500, 1200, 0)), 600),
        (
            ((3500, 1500, 1800), (3500, 2000, 1800)),
            500,
        ),  # who faces about may take another's place: leg by leg
    ],
)
def test_the_least_a_way_from_place_to_place_costs(
    poses: tuple[tuple[int, int, int], ...], cost: int
) -> None:
    state = column()
    start = stand(find(state, "A"))
    assert least_cost(start, tuple(Pose(*pose) for pose in poses)) == cost
    last = Pose(*poses[-1])
    assert straight_length(start, last) == abs(last.y - start.y)


@rule("76", "160")
@pytest.mark.parametrize(
    ("west", "east", "limit", "off"),
    [
        (0, 72, 1000, True),  # 8 inches and the price of a wall
        (0, 72, 1400, False),
        (35, 72, 1000, False),  # round its near end it is hardly farther
        (0, 35, 1000, False),
    ],
)
def test_a_wall_may_make_every_way_too_dear(west: float, east: float, limit: int, off: bool) -> None:
    wall = ground("low_wall", (west, 16), (east, 16))
    state = column(wall)
    start = stand(find(state, "A"))
    end = stand_at(start.shape, 3500, 2000, 0)
    assert walled_off(state, start, end, limit) is off
    cost = reached_for(state, Stride(start, end, reform=False), False, limit)
    assert cost == (None if off else min(1200, limit + 1)), "what may be cheaper round about is not ruled out"


@rule("169")
def test_nobody_in_the_open_occupies_anything() -> None:
    state = scene(unit("A", inside="house"), unit("C", at=(20, 10)), unit("b", at=(60, 40)), terrain=(HOUSE,))
    assert find(state, "C").inside == -1
    assert occupant(state, 0) == find(state, "A").id
    assert occupant(state, -1) is None
    assert occupant(put(state, "A", where=Where.ROUTED), 0) is None
