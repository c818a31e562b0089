"""Angles: the sine table, bearings and steps."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.angles import (
    COS,
    SCALE,
    SIN,
    ahead,
    arc_length,
    heading,
    norm,
    offset,
    rotate,
    turn_between,
)
from tests.geometry.table import facings, points, turned


def test_the_table_is_the_sine_rounded() -> None:
    for tenth in range(3600):
        assert abs(SIN[tenth] - math.sin(math.radians(tenth / 10)) * SCALE) <= 0.5001
        assert abs(COS[tenth] - math.cos(math.radians(tenth / 10)) * SCALE) <= 0.5001
    assert (SIN[0], SIN[300] * 2, SIN[900], SIN[1800], SIN[2700]) == (0, SCALE, SCALE, 0, -SCALE)


@pytest.mark.parametrize(
    ("start", "end", "turn"),
    [
        (0, 0, 0),
        (0, 900, 900),
        (0, 2700, -900),
        (0, 1800, 1800),
        (1800, 0, 1800),
        (3590, 10, 20),
        (10, 3590, -20),
    ],
)
def test_the_smallest_turn(start: int, end: int, turn: int) -> None:
    assert turn_between(start, end) == turn


@given(facings, st.integers(-1799, 1800))
def test_turning_by_the_turn_between_gets_there(start: int, turn: int) -> None:
    assert turn_between(start, norm(start + turn)) == turn


@pytest.mark.parametrize(
    ("to", "bearing"),
    [
        ((0, 5), 0),
        ((5, 5), 450),
        ((5, 0), 900),
        ((5, -5), 1350),
        ((0, -5), 1800),
        ((-5, 0), 2700),
        ((-5, 5), 3150),
    ],
)
def test_compass_points(to: tuple[int, int], bearing: int) -> None:
    assert heading((0, 0), to) == bearing


def test_nowhere_is_north() -> None:
    assert heading((3, 4), (3, 4)) == 0


@given(points, points)
def test_a_bearing_is_right_to_half_a_tenth(a: tuple[int, int], b: tuple[int, int]) -> None:
    if a != b:
        true = math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) * 10
        assert abs((heading(a, b) - true + 1800) % 3600 - 1800) <= 0.5 + 1e-6


@given(points, st.integers(0, 3))
def test_bearings_turn_with_the_table(to: tuple[int, int], quarters: int) -> None:
    if to != (0, 0):
        assert heading((0, 0), turned(to, quarters)) == norm(heading((0, 0), to) + 900 * quarters)


@given(facings, st.integers(0, 20000), st.integers(0, 3))
def test_steps_turn_with_the_table(bearing: int, distance: int, quarters: int) -> None:
    assert offset(bearing + 900 * quarters, distance) == turned(offset(bearing, distance), quarters)
    assert offset(bearing + 1800, distance) == offset(bearing, -distance)


@given(facings, st.integers(0, 20000))
def test_a_step_ahead_is_rounded_once(bearing: int, distance: int) -> None:
    x, y = ahead(7, -3, bearing, distance)
    assert abs(x - 7 - distance * math.sin(math.radians(bearing / 10))) <= 0.501
    assert abs(y + 3 - distance * math.cos(math.radians(bearing / 10))) <= 0.501
    assert rotate(0, distance, bearing) == (x - 7, y + 3)
    assert rotate(distance, 0, bearing) == offset(bearing + 900, distance)


@pytest.mark.parametrize(
    ("radius", "turn", "far"), [(100, 1800, 315), (100, -1800, 315), (600, 450, 472), (0, 900, 0), (5, 0, 0)]
)
def test_arcs_are_rounded_up(radius: int, turn: int, far: int) -> None:
    assert arc_length(radius, turn) == far
