"""Hexes on paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexes import Grid
from grognard.geometry.hexplane import HALF_FLAT, QUARTER_POINT, centre, corners, extent, hex_at, side_line
from tests.geometry.test_hexes import FLAT, grids, spots

Point = tuple[int, int]


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive if c lies to the right of the way from a to b, with y downwards."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def holds(grid: Grid, here: int, point: Point) -> bool:
    """Whether a point lies in a hex or on its rim."""
    outline = corners(grid, here)
    return all(turn(a, b, point) >= 0 for a, b in zip(outline, outline[1:] + outline[:1]))


def test_the_first_hexes() -> None:
    assert centre(FLAT, FLAT.at_label("0101")) == (5774, 5000)
    assert centre(FLAT, FLAT.at_label("0201")) == (14435, 10000)
    assert corners(FLAT, 0) == ((8661, 0), (11548, 5000), (8661, 10000), (2887, 10000), (0, 5000), (2887, 0))
    pointed = Grid(3, 3, "pointed")
    assert centre(pointed, pointed.at_label("0102")) == (10000, 14435)
    assert corners(pointed, 0)[0] == (5000, 0)  # vertex 0, between northwest and northeast, is the top


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (Grid(1, 1), (11548, 10000)),
        (Grid(2, 1), (20209, 15000)),
        (Grid(1, 3, "pointed"), (15000, 28870)),
        (Grid(1, 1, shifted="odd"), (11548, 15000)),
    ],
)
def test_extents(grid: Grid, expected: Point) -> None:
    assert extent(grid) == expected


@given(grids)
def test_the_extent_holds_every_corner(grid: Grid) -> None:
    points = [point for here in range(grid.size) for point in corners(grid, here)]
    assert min(min(point) for point in points) == 0
    assert (max(x for x, _ in points), max(y for _, y in points)) == extent(grid)


@given(spots(1))
def test_a_hex_lies_under_its_centre(spot: tuple[Grid, list[int]]) -> None:
    grid, (here,) = spot
    assert hex_at(grid, *centre(grid, here)) == here


@given(grids, st.integers(-2000, 100_000), st.integers(-2000, 100_000))
def test_a_point_lies_in_the_hex_under_it(grid: Grid, x: int, y: int) -> None:
    found = hex_at(grid, x, y)
    holding = {here for here in range(grid.size) if holds(grid, here, (x, y))}
    if found is None:
        # On the outer rim the hex over the border may claim the point; inside the map nothing may.
        assert all(not strictly(grid, here, (x, y)) for here in holding)
    else:
        assert found in holding


def strictly(grid: Grid, here: int, point: Point) -> bool:
    """Whether a point lies inside a hex and not on its rim."""
    outline = corners(grid, here)
    return all(turn(a, b, point) > 0 for a, b in zip(outline, outline[1:] + outline[:1]))


@given(spots(1), st.integers(0, 5))
def test_points_beside_a_corner_are_told_apart(spot: tuple[Grid, list[int]], corner: int) -> None:
    grid, (here,) = spot
    x, y = corners(grid, here)[corner]
    for point in [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
        inside = [each for each in range(grid.size) if strictly(grid, each, point)]
        assert len(inside) <= 1
        if inside:
            assert hex_at(grid, *point) == inside[0]


@given(grids)
def test_both_hexes_draw_a_side_alike(grid: Grid) -> None:
    for here in range(grid.size):
        for direction, there in grid.steps(here):
            outline, other = corners(grid, here), corners(grid, there)
            opposite = (direction + 3) % 6
            assert (outline[direction - 1], outline[direction]) == (other[opposite], other[opposite - 1])
            assert set(side_line(grid, grid.side(here, direction))) == {
                outline[direction - 1],
                outline[direction],
            }


def test_hexes_are_as_good_as_regular() -> None:
    assert abs(HALF_FLAT**2 - 3 * QUARTER_POINT**2) < 2 * 3 * QUARTER_POINT
