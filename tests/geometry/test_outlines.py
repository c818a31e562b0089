"""Outlines that are not convex: valid or not, and cut into parts."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Polygon, unary_union  # type: ignore[import-untyped]

from grognard.geometry.outlines import convex, convex_parts, in_parts, meet, meeting, simple, tidy
from grognard.geometry.points import Point
from grognard.geometry.shapes import area2, overlap
from tests.geometry.table import as_shape, few_points, segments_meet

ELL = ((0, 0), (0, 300), (100, 300), (100, 100), (200, 100), (200, 0))
COMB = ((0, 0), (0, 100), (10, 10), (20, 100), (30, 10), (40, 100), (50, 10), (60, 100), (60, 0))


@pytest.mark.parametrize(
    ("outline", "good"),
    [
        (ELL, True),
        (COMB, True),
        (((0, 0), (10, 0)), False),
        (((0, 0), (10, 0), (20, 0)), False),
        (((0, 0), (10, 10), (10, 0), (0, 10)), False),  # a bow tie
        (((0, 0), (0, 10), (10, 10), (10, 0), (0, 0)), False),  # the first corner again
        (((0, 0), (0, 10), (5, 10), (10, 10), (10, 0)), True),  # a corner in a straight edge
        (((0, 0), (0, 10), (10, 10), (10, 5), (10, 20), (20, 0)), False),  # a spike back along an edge
        (((0, 0), (0, 10), (10, 10), (5, 0), (10, -10), (0, -10)), True),
        (((0, 0), (0, 10), (10, 10), (0, 5), (10, -10), (0, -10)), False),  # a corner touching an edge
    ],
)
def test_simple(outline: tuple[Point, ...], good: bool) -> None:
    assert simple(outline) == good


@given(few_points, few_points, few_points, few_points)
def test_segments_meet(a: Point, b: Point, c: Point, d: Point) -> None:
    assume(a != b and c != d)
    assert meet(a, b, c, d) == segments_meet(a, b, c, d)


@st.composite
def stars(draw: st.DrawFn) -> tuple[Point, ...]:
    """A ring seen wholly from its middle: any shape a wood may have, and never crossing itself."""
    count = draw(st.integers(3, 14))
    radii = draw(st.lists(st.integers(60, 900), min_size=count, max_size=count))
    ring = [
        (round(r * math.sin(2 * math.pi * i / count)), round(r * math.cos(2 * math.pi * i / count)))
        for i, r in enumerate(radii)
    ]
    return tuple(ring if draw(st.booleans()) else ring[::-1])


@given(stars())
def test_convex_parts_fill_the_outline(ring: tuple[Point, ...]) -> None:
    assume(simple(ring))
    parts = convex_parts(ring)
    assert all(convex(part) for part in parts)
    assert sum(area2(part) for part in parts) == abs(area2(ring))
    assert not any(overlap(a, b) for i, a in enumerate(parts) for b in parts[:i])
    assert unary_union([as_shape(part) for part in parts]).symmetric_difference(Polygon(ring)).area < 1e-6


@given(st.lists(few_points, min_size=3, max_size=9, unique=True))
def test_any_simple_ring_can_be_cut(ring: list[Point]) -> None:
    assert simple(ring) == (Polygon(ring).is_valid and Polygon(ring).area > 0)
    assume(simple(ring))
    parts = convex_parts(ring)
    assert sum(area2(part) for part in parts) == abs(area2(tuple(ring)))
    assert all(convex(part) for part in parts)


@given(st.lists(few_points, min_size=3, max_size=7, unique=True), few_points)
def test_in_parts(ring: list[Point], point: Point) -> None:
    assume(simple(ring))
    assert in_parts(convex_parts(ring), point) == Polygon(ring).covers(as_shape((point,)))


def test_parts_are_few() -> None:
    assert len(convex_parts(ELL)) == 2
    assert convex_parts(((0, 0), (10, 0), (10, 10), (0, 10))) == (((0, 10), (10, 10), (10, 0), (0, 0)),)
    assert tidy(((0, 0), (0, 5), (0, 10), (10, 10), (10, 0))) == ((0, 0), (0, 10), (10, 10), (10, 0))


def test_a_crossed_outline_is_refused() -> None:
    with pytest.raises(ValueError, match="not a simple outline"):
        convex_parts(((0, 0), (10, 10), (10, 0), (0, 10)))


@given(few_points, few_points, few_points, few_points)
def test_where_segments_meet(a: Point, b: Point, c: Point, d: Point) -> None:
    assume(a != b and c != d)
    spot = meeting((a, b), (c, d))
    assert (spot is not None) == segments_meet(a, b, c, d)
    if spot is not None:
        assert as_shape((a, b)).distance(as_shape((spot,))) <= 0.71
        assert as_shape((c, d)).distance(as_shape((spot,))) <= 0.71
