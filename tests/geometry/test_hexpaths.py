"""The cheapest ways over a map."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.hexarcs import turn_between
from grognard.geometry.hexes import Grid, disc
from grognard.geometry.hexpaths import cheapest, cheapest_faced
from tests.geometry.test_hexes import FLAT

small = st.builds(Grid, st.integers(1, 3), st.integers(1, 3), st.sampled_from(["flat", "pointed"]))
prices = st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=54, max_size=54)
zones = st.frozensets(st.integers(0, 8), max_size=3)


def by_walking(
    grid: Grid, start: int, price: dict[tuple[int, int], int | None], stops: frozenset[int]
) -> dict[int, int]:
    """The cheapest costs, found by walking every way that meets no hex twice."""
    best = {start: 0}
    walks: list[tuple[tuple[int, ...], int]] = [((start,), 0)]
    while walks:
        way, cost = walks.pop()
        if way[-1] in stops and len(way) > 1:
            continue
        for direction, there in grid.steps(way[-1]):
            step = price[way[-1], direction]
            if step is not None and there not in way:
                best[there] = min(best.get(there, 999), cost + step)
                walks.append(((*way, there), cost + step))
    return best


@given(small, st.data(), prices, zones, st.one_of(st.none(), st.integers(0, 8)))
@settings(max_examples=80)
def test_cheapest_is_cheapest(
    grid: Grid, data: st.DataObject, priced: list[int | None], stops: frozenset[int], limit: int | None
) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    price = {divmod(number, 6): step for number, step in enumerate(priced)}
    found = cheapest(
        grid, start, lambda here, _there, way: price[here, way], limit=limit, stop=stops.__contains__
    )
    expected = by_walking(grid, start, price, stops)
    within = {there: cost for there, cost in expected.items() if limit is None or cost <= limit}
    assert {there: found.costs[there] for there in found.reached()} == within
    for there in found.reached():
        way = found.path(there)
        assert (way[0], way[-1]) == (start, there)
        assert not stops & set(way[1:-1])
        steps = [price[one, grid.direction_between(one, other) or 0] for one, other in pairwise(way)]
        assert sum(step or 0 for step in steps) == within[there]


@given(st.integers(0, FLAT.size - 1), st.integers(0, 6))
@settings(max_examples=30)
def test_on_open_ground_cost_is_distance(start: int, limit: int) -> None:
    found = cheapest(FLAT, start, lambda *_: 1, limit=limit)
    assert set(found.reached()) == set(disc(FLAT, start, limit))
    assert all(found.costs[there] == FLAT.distance(start, there) for there in found.reached())


def test_a_zone_stops_whoever_enters_and_lets_go_who_starts_in_it() -> None:
    grid = Grid(1, 5)
    stops = frozenset({1, 3})
    assert cheapest(grid, 0, lambda *_: 1, stop=stops.__contains__).reached() == (0, 1)
    assert cheapest(grid, 1, lambda *_: 1, stop=stops.__contains__).reached() == (0, 1, 2, 3)


def test_what_cannot_be_reached_has_no_way() -> None:
    found = cheapest(Grid(1, 3), 0, lambda _, there, __: None if there == 1 else 1)
    assert found.costs == (0, None, None)
    with pytest.raises(ValueError, match="no way"):
        found.path(2)


def test_a_step_may_not_pay() -> None:
    with pytest.raises(ValueError, match="may not cost -1"):
        cheapest(Grid(1, 2), 0, lambda *_: -1)


def test_equal_ways_are_always_settled_alike() -> None:
    start, end = FLAT.at_label("0505"), FLAT.at_label("0705")
    assert [FLAT.label(here) for here in cheapest(FLAT, start, lambda *_: 1).path(end)] == [
        "0505",
        "0604",
        "0705",
    ]


# With facings.


def ahead(_here: int, _there: int, direction: int, facing: int) -> int | None:
    """One point a step, through hexsides no more than 30 degrees off the facing."""
    return 1 if turn_between(facing, 2 * direction) <= 1 else None


def one(*_: int) -> int:
    """One point a turn."""
    return 1


@pytest.mark.parametrize(
    ("there", "facing", "free", "expected"),
    [
        pytest.param("0502", "d0", 0, 3, id="straight on"),
        pytest.param("0505", "d3", 0, 3, id="about turn"),
        pytest.param("0604", "d1", 0, 2, id="turn and step"),
        pytest.param("0604", "d0", 0, 3, id="turn, step, turn back"),
        pytest.param("0604", "d0", 1, 2, id="turn, step, turn back on entering"),
        pytest.param("0603", "d1", 0, 3, id="step, turn, step"),
        pytest.param("0603", "d1", 1, 2, id="step with a turn, step"),
        pytest.param("0603", "d2", 1, 2, id="step with a turn, step with a turn"),
        pytest.param("0505", "v0", 0, None, id="a hexside is never a vertex"),
    ],
)
def test_turning_ways_from_0505_facing_north(
    there: str, facing: str, free: int, expected: int | None
) -> None:
    found = cheapest_faced(FLAT, FLAT.at_label("0505"), 0, ahead, one, free_turns=free, limit=6)
    towards = 2 * int(facing[1]) + (facing[0] == "v")
    assert found.cost(FLAT.at_label(there), towards) == expected


def test_a_faced_way_tells_each_step_and_turn() -> None:
    here, there = FLAT.at_label("0505"), FLAT.at_label("0604")
    found = cheapest_faced(FLAT, here, 0, ahead, one, limit=6)
    assert found.path(there, 0) == ((here, 0), (here, 2), (there, 2), (there, 0))
    assert found.best(there) == 2
    assert found.facings(there)[2] == 2
    with pytest.raises(ValueError, match="no way to hex"):
        found.path(there, 1)
    assert found.best(FLAT.at_label("2016")) is None


def test_a_line_facing_a_vertex_steps_through_either_front_hexside() -> None:
    here = FLAT.at_label("0505")
    found = cheapest_faced(FLAT, here, 1, ahead, one, limit=1)
    steps = {(FLAT.label(there), facing) for there, facing in found.reached()}
    assert steps == {("0505", 1), ("0505", 3), ("0505", 11), ("0504", 1), ("0604", 1)}


Pose = tuple[int, int, bool]


def by_relaxing(
    grid: Grid, start: int, facing: int, priced: list[int | None], turning: int | None, stops: frozenset[int]
) -> dict[tuple[int, int], int]:
    """The cheapest faced costs, found by trying every move from every known pose until nothing improves."""
    best: dict[Pose, int] = {(start, facing, False): 0}
    changed = True
    while changed:
        changed = False
        for (here, faced, moved), cost in list(best.items()):
            moves: list[tuple[Pose, int]] = []
            if not (moved and here in stops):
                if turning is not None:
                    moves += [((here, (faced + extra) % 12, moved), turning) for extra in (2, -2)]
                for direction, there in grid.steps(here):
                    price = priced[(6 * here + direction + faced) % len(priced)]
                    if price is not None:
                        moves += [((there, (faced + extra) % 12, True), price) for extra in (-2, 0, 2)]
            for pose, price in moves:
                if cost + price < best.get(pose, 999):
                    best[pose] = cost + price
                    changed = True
    poses = {(here, faced) for here, faced, _ in best}
    return {
        (here, faced): min(best.get((here, faced, moved), 999) for moved in (False, True))
        for here, faced in poses
    }


@given(small, st.data(), prices, st.one_of(st.none(), st.integers(0, 5)), zones, st.integers(0, 11))
@settings(max_examples=60)
def test_cheapest_faced_is_cheapest(
    grid: Grid,
    data: st.DataObject,
    priced: list[int | None],
    turning: int | None,
    stops: frozenset[int],
    facing: int,
) -> None:
    start = data.draw(st.integers(0, grid.size - 1))

    def cost(here: int, _there: int, direction: int, faced: int) -> int | None:
        return priced[(6 * here + direction + faced) % len(priced)]

    found = cheapest_faced(
        grid, start, facing, cost, lambda *_: turning, free_turns=1, stop=stops.__contains__
    )
    expected = by_relaxing(grid, start, facing, priced, turning, stops)
    assert {pose: found.cost(*pose) for pose in found.reached()} == expected
    for pose in found.reached():
        way = found.path(*pose)
        assert (way[0], way[-1]) == ((start, facing), pose)
