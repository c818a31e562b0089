"""Hex numbering, neighbours, distances, rings."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexes import DIRECTIONS, Grid, disc, length, nearer, ring

grids = st.builds(
    Grid,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    tops=st.sampled_from(["flat", "pointed"]),
    shifted=st.sampled_from(["even", "odd"]),
    first=st.integers(0, 2),
)
FLAT = Grid(20, 16)


@st.composite
def spots(draw: st.DrawFn, count: int) -> tuple[Grid, list[int]]:
    """A grid and so many of its hexes."""
    grid = draw(grids)
    here = st.integers(0, grid.size - 1)
    return grid, draw(st.lists(here, min_size=count, max_size=count))


def around(grid: Grid, label: str) -> list[str | None]:
    """The labels of the neighbours of a hex."""
    found = grid.neighbours(grid.at_label(label))
    return [None if there is None else grid.label(there) for there in found]


@pytest.mark.parametrize(
    ("grid", "label", "expected"),
    [
        pytest.param(Grid(9, 9), "0505", "0504 0604 0605 0506 0405 0404", id="flat, odd column high"),
        pytest.param(Grid(9, 9), "0405", "0404 0505 0506 0406 0306 0305", id="flat, even column low"),
        pytest.param(
            Grid(9, 9, shifted="odd"), "0505", "0504 0605 0606 0506 0406 0405", id="flat, odd column low"
        ),
        pytest.param(
            Grid(9, 9, "pointed"), "0505", "0404 0504 0605 0506 0406 0405", id="pointed, odd row left"
        ),
        pytest.param(
            Grid(9, 9, "pointed"), "0504", "0503 0603 0604 0605 0505 0404", id="pointed, even row right"
        ),
        pytest.param(Grid(9, 9, first=0), "0404", "0403 0504 0505 0405 0305 0304", id="numbered from 0"),
    ],
)
def test_neighbours_run_clockwise(grid: Grid, label: str, expected: str) -> None:
    assert around(grid, label) == expected.split()


def test_neighbours_end_with_the_map() -> None:
    assert around(FLAT, "0101") == [None, None, "0201", "0102", None, None]
    assert around(FLAT, "2016") == ["2015", None, None, None, None, "1916"]
    assert Grid(1, 1).neighbours(0) == (None,) * 6


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        ("0907", "0811", 5),
        ("0101", "2016", 25),
        ("0510", "0403", 7),
        ("0311", "0607", 5),
        ("1304", "0704", 6),
        ("0505", "0505", 0),
    ],
)
def test_distances(here: str, there: str, expected: int) -> None:
    assert FLAT.distance(FLAT.at_label(here), FLAT.at_label(there)) == expected


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("2101", "not on the map"),
        ("0117", "not on the map"),
        ("0001", "not on the map"),
        ("101", "not a hex number of 4 digits"),
        ("01 1", "not a hex number"),
        ("-101", "not a hex number"),
        ("٠١٠١", "not a hex number"),
    ],
)
def test_labels_off_the_map_are_refused(label: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        FLAT.at_label(label)


def test_labels_of_large_maps_have_more_digits() -> None:
    assert Grid(100, 5).label(99) == "100001"
    assert Grid(99, 99).label(0) == "0101"
    assert Grid(100, 5, first=0).label(99) == "9900"


@pytest.mark.parametrize(("columns", "rows", "first"), [(0, 1, 1), (1, 0, 1), (-3, 2, 1), (1, 1, -1)])
def test_a_map_has_hexes(columns: int, rows: int, first: int) -> None:
    with pytest.raises(ValueError, match="not a map"):
        Grid(columns, rows, first=first)


@given(spots(1))
def test_conversions_come_back(spot: tuple[Grid, list[int]]) -> None:
    grid, (here,) = spot
    assert grid.at(*grid.offset(here)) == here
    assert grid.at_axial(*grid.axial(here)) == here
    assert grid.at_cube(*grid.cube(here)) == here
    assert grid.at_label(grid.label(here)) == here
    assert sum(grid.cube(here)) == 0


def test_places_off_the_map_hold_no_hex() -> None:
    assert FLAT.at(-1, 0) is None
    assert FLAT.at(20, 0) is None
    assert FLAT.at(0, 16) is None
    assert FLAT.at_axial(-1, 0) is None
    assert FLAT.at_cube(1, 1, 1) is None
    assert not FLAT.is_hex(-1)
    assert not FLAT.is_hex(320)


@given(grids)
def test_neighbours_are_mutual_and_one_step_away(grid: Grid) -> None:
    for here in range(grid.size):
        for direction, there in enumerate(grid.neighbours(here)):
            if there is not None:
                assert grid.neighbours(there)[(direction + 3) % 6] == here
                assert grid.direction_between(here, there) == direction
                assert grid.distance(here, there) == 1
        assert [there for _, there in grid.steps(here)] == [
            there for there in grid.neighbours(here) if there is not None
        ]


@given(spots(3))
def test_distance_is_a_metric(spot: tuple[Grid, list[int]]) -> None:
    grid, (a, b, c) = spot
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    x, y = grid.cube(a), grid.cube(b)
    assert grid.distance(a, b) == max(abs(p - q) for p, q in zip(x, y))


@given(spots(2))
def test_there_is_always_a_nearer_neighbour(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, goal) = spot
    found = nearer(grid, here, goal)
    assert bool(found) == (here != goal)
    assert all(grid.distance(there, goal) == grid.distance(here, goal) - 1 for there in found)


@given(spots(1), st.integers(0, 6))
def test_rings_and_discs_hold_what_is_so_far_away(spot: tuple[Grid, list[int]], radius: int) -> None:
    grid, (here,) = spot
    away = [grid.distance(here, there) for there in range(grid.size)]
    assert sorted(ring(grid, here, radius)) == [there for there, far in enumerate(away) if far == radius]
    assert sorted(disc(grid, here, radius)) == [there for there, far in enumerate(away) if far <= radius]


@pytest.mark.parametrize("radius", range(6))
def test_ring_sizes_away_from_the_edge(radius: int) -> None:
    grid = Grid(30, 30)
    middle = grid.at_label("1515")
    assert len(ring(grid, middle, radius)) == (6 * radius or 1)
    assert len(disc(grid, middle, radius)) == 1 + 3 * radius * (radius + 1)


def test_a_ring_runs_clockwise_from_the_top() -> None:
    middle = FLAT.at_label("0505")
    labels = " ".join(FLAT.label(there) for there in ring(FLAT, middle, 2))
    assert labels == "0503 0603 0704 0705 0706 0606 0507 0406 0306 0305 0304 0403"
    with pytest.raises(ValueError, match="radius -1"):
        ring(FLAT, middle, -1)


@given(grids)
def test_both_hexes_name_a_side_alike(grid: Grid) -> None:
    names = set()
    for here in range(grid.size):
        for direction, there in enumerate(grid.neighbours(here)):
            side = grid.side(here, direction)
            names.add(side)
            assert grid.is_side(side)
            if there is None:
                assert grid.side_hexes(side) == (here, None)
            else:
                assert side == grid.side(there, (direction + 3) % 6) == grid.side_between(here, there)
                assert set(grid.side_hexes(side)) == {here, there}
    assert len(names) == sum(map(grid.is_side, range(-6, 6 * grid.size + 6)))


def test_sides_in_words() -> None:
    here = FLAT.at_label("0401")
    assert FLAT.side_label(FLAT.side(here, 3)) == "0401-0402"
    assert FLAT.side_label(FLAT.side(here, 0)) == "0401/N"
    assert FLAT.side_between(here, FLAT.at_label("0410")) is None
    assert FLAT.direction_between(here, here) is None


def test_axial_vectors_are_six_and_one_long() -> None:
    assert len(set(DIRECTIONS)) == 6
    assert all(length(q, r) == 1 for q, r in DIRECTIONS)


def test_a_grid_is_a_plain_value() -> None:
    grid = Grid(4, 3, "pointed", "odd", 0)
    assert grid.tables is Grid(4, 3, "pointed", "odd", 0).tables
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert msgspec.json.decode(msgspec.json.encode(grid), type=Grid) == grid
    assert msgspec.structs.replace(grid, columns=5).tables is not grid.tables
    assert hash(grid) == hash(Grid(4, 3, "pointed", "odd", 0))


@pytest.mark.parametrize("tops", ["flat", "pointed"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize(
    ("columns", "rows", "first"), [(1, 1, 1), (1, 5, 0), (5, 1, 1), (6, 7, 0), (7, 6, 1)]
)
def test_a_row_of_distances_is_the_length_of_every_way(
    tops: Any, shifted: Any, columns: int, rows: int, first: int
) -> None:
    grid = Grid(columns, rows, tops, shifted, first)
    for here in range(grid.size):
        q, r = grid.axial(here)
        assert grid.distances(here) == tuple(length(u - q, v - r) for u, v in grid.tables.axials)
