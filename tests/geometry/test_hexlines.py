"""Hex lines, threads and bearings."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import atan2, degrees, isclose, sqrt

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.hexes import DIRECTIONS, Grid
from grognard.geometry.hexlines import (
    bearing,
    bearing_of,
    beyond,
    crossed,
    crossed_vectors,
    line,
    line_vectors,
    nudged,
    sextants,
    vertex_sextants,
)
from grognard.geometry.hexplane import centre, corners
from tests.geometry.test_hexes import FLAT, spots


def labels(grid: Grid, steps: tuple[tuple[int, ...], ...]) -> str:
    """A line in words, two hexes of one step joined by a stroke."""
    return " ".join("|".join(grid.label(here) for here in step) for step in steps)


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        pytest.param("0505", "0505", "0505", id="no way to go"),
        pytest.param("0505", "0605", "0505 0605", id="next door"),
        pytest.param("0505", "0501", "0505 0504 0503 0502 0501", id="straight"),
        pytest.param("0505", "0705", "0505 0604|0605 0705", id="along a hexside"),
        pytest.param("0705", "0505", "0705 0605|0604 0505", id="the same from the other end"),
        pytest.param("0505", "0905", "0505 0604|0605 0705 0804|0805 0905", id="along two hexsides"),
        pytest.param("0505", "0804", "0505 0604 0705 0804", id="beside a hexside"),
        pytest.param("0505", "0606", "0505 0605|0506 0606", id="along a lower hexside"),
        pytest.param("0505", "0704", "0505 0604 0704", id="along a direction"),
        pytest.param("0505", "0906", "0505 0605 0705|0706 0805 0906", id="through the middle of a hexside"),
        pytest.param("0301", "0501", "0301 0401 0501", id="one of the two is off the map"),
    ],
)
def test_lines(here: str, there: str, expected: str) -> None:
    found = line(FLAT, FLAT.at_label(here), FLAT.at_label(there))
    assert labels(FLAT, found) == expected


def test_the_left_hex_of_a_step_comes_first() -> None:
    left, right = nudged(FLAT, FLAT.at_label("0505"), FLAT.at_label("0905"))
    assert [FLAT.label(here) for here in left] == ["0505", "0604", "0705", "0804", "0905"]
    assert [FLAT.label(here) for here in right] == ["0505", "0605", "0705", "0805", "0905"]


@given(spots(2))
def test_a_line_has_a_step_for_each_hex_of_the_way(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, there) = spot
    steps = line(grid, here, there)
    assert len(steps) == grid.distance(here, there) + 1
    assert steps[0] == (here,)
    assert steps[-1] == (there,)
    for far, step in enumerate(steps):
        assert len(step) in (1, 2)
        assert all(grid.distance(here, each) == far for each in step)
        assert len(step) == 1 or grid.distance(*step) == 1
    left, right = nudged(grid, here, there)
    assert left == tuple(step[0] for step in steps)
    assert right == tuple(step[-1] for step in steps)
    for path in (left, right):
        assert all(grid.distance(one, other) == 1 for one, other in pairwise(path))


@given(spots(2))
def test_a_line_is_the_same_backwards(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, there) = spot
    backwards = tuple(step[::-1] for step in line(grid, there, here))[::-1]
    assert line(grid, here, there) == backwards


@given(spots(2))
def test_each_step_holds_the_hexes_nearest_to_its_sample(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, there) = spot
    steps = line(grid, here, there)
    start, end = grid.cube(here), grid.cube(there)
    for number, step in enumerate(steps):
        way = Fraction(number, max(1, len(steps) - 1))
        sample = [a + (b - a) * way for a, b in zip(start, end)]

        def off(each: int, sample: list[Fraction] = sample) -> Fraction:
            return sum(((a - b) ** 2 for a, b in zip(grid.cube(each), sample)), Fraction(0))

        least = min(off(each) for each in range(grid.size))
        assert set(step) == {each for each in range(grid.size) if off(each) == least}


def test_places_on_hexsides_never_follow_each_other() -> None:
    for q, r in product(range(-12, 13), repeat=2):
        pairs = [len(step) == 2 for step in line_vectors(q, r)]
        assert not any(one and other for one, other in pairwise(pairs))


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        pytest.param("0505", "0503", ["0502"], id="straight"),
        pytest.param("0505", "0705", ["0804", "0805"], id="on to the next hexside"),
        pytest.param("0505", "0605", ["0706"], id="next door"),
        pytest.param("0505", "0505", [], id="nowhere"),
        pytest.param("0503", "0501", [], id="off the map"),
    ],
)
def test_beyond_the_end_of_a_line(here: str, there: str, expected: list[str]) -> None:
    found = beyond(FLAT, FLAT.at_label(here), FLAT.at_label(there))
    assert [FLAT.label(each) for each in found] == expected


@given(spots(2))
@settings(max_examples=60)
def test_a_thread_crosses_what_it_spends_length_in(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, there) = spot
    thread = shapely.LineString([centre(grid, here), centre(grid, there)])
    found = set(crossed(grid, here, there))
    for each in range(grid.size):
        inside = thread.intersection(shapely.Polygon(corners(grid, each))).length
        assert (inside > 1 or each == here) == (each in found)
    assert {each for step in line(grid, here, there) for each in step} <= found


def test_a_thread_can_clip_corners_that_a_line_leaves_out() -> None:
    assert len(crossed_vectors(1, 3)) == 6
    assert crossed_vectors(0, 0) == ((0, 0),)
    assert len(crossed_vectors(7, 1)) > len(line_vectors(7, 1))
    assert crossed_vectors(2, -1) == ((0, 0), (1, -1), (1, 0), (2, -1))


@given(spots(2))
def test_bearings_agree_with_trigonometry(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, there) = spot
    if here == there:
        with pytest.raises(ValueError, match="no bearing"):
            bearing(grid, here, there)
        return
    (q, r), (to_q, to_r) = grid.axial(here), grid.axial(there)
    x, y = 1.5 * (to_q - q), sqrt(3) * (to_r - r + (to_q - q) / 2)
    angle = degrees(atan2(x, -y)) % 360
    found = bearing(grid, here, there)
    if found % 2 == 0:
        assert isclose(angle, found * 15, abs_tol=1e-6) or isclose(angle - 360, found * 15, abs_tol=1e-6)
    else:
        assert (found - 1) * 15 < angle < (found + 1) * 15


@given(spots(2))
def test_sextants_are_the_first_steps_of_the_line(spot: tuple[Grid, list[int]]) -> None:
    grid, (here, there) = spot
    if here != there:
        (q, r), (to_q, to_r) = grid.axial(here), grid.axial(there)
        first = line_vectors(to_q - q, to_r - r)[1]
        assert sextants(grid, here, there) == tuple(DIRECTIONS.index(vector) for vector in first)


@pytest.mark.parametrize(
    ("there", "towards", "sides", "vertices"),
    [
        ("0502", 0, (0,), (5, 0)),
        ("0603", 2, (0, 1), (0,)),
        ("0602", 1, (0,), (0,)),
        ("0703", 3, (1,), (0,)),
        ("0604", 4, (1,), (0, 1)),
        ("0705", 6, (1, 2), (1,)),
        ("0507", 12, (3,), (2, 3)),
        ("0404", 20, (5,), (4, 5)),
        ("0403", 22, (5, 0), (5,)),
        ("0402", 23, (0,), (5,)),
    ],
)
def test_bearings_from_0505(
    there: str, towards: int, sides: tuple[int, ...], vertices: tuple[int, ...]
) -> None:
    here, goal = FLAT.at_label("0505"), FLAT.at_label(there)
    assert bearing(FLAT, here, goal) == towards
    assert sextants(FLAT, here, goal) == sides
    assert vertex_sextants(FLAT, here, goal) == vertices


@given(st.integers(-30, 30), st.integers(-30, 30), st.integers(1, 5))
def test_a_bearing_does_not_depend_on_the_distance(q: int, r: int, times: int) -> None:
    if (q, r) != (0, 0):
        assert bearing_of(q, r) == bearing_of(q * times, r * times)
        assert bearing_of(-q, -r) == (bearing_of(q, r) + 12) % 24
        assert bearing_of(-r, q + r) == (bearing_of(q, r) + 4) % 24  # turned by a sixth
