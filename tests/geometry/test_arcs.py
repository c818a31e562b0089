"""Arcs: points and shapes in front, on the line, behind."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon  # type: ignore[import-untyped]

from grognard.geometry.angles import ahead, heading, turn_between
from grognard.geometry.arcs import (
    ALL_ROUND,
    any_in_arc,
    count_in_arcs,
    front_arc,
    gap2_in_arc,
    in_arc,
    nearest_in_arc,
    part_in_arc,
    poly_in_arc,
    wedge,
    wholly_in_arc,
    within_in_arc,
)
from grognard.geometry.points import Point, Poly, Pose
from grognard.geometry.shapes import box, midpoint
from tests.geometry.table import as_shape, boxes, facings, points, poses, sizes, turned, turned_poly

NORTH = front_arc(box(0, -50, 0, 200, 100), 0)  # the front edge runs from (-100, 0) to (100, 0)


@pytest.mark.parametrize(
    ("point", "inside", "on_the_line"),
    [
        ((0, 1), True, False),
        ((0, 0), False, True),
        ((100, 0), False, True),  # a corner
        ((101, 0), False, False),
        ((0, -1), False, False),
        ((200, 100), False, True),
        ((199, 100), True, False),
        ((201, 100), False, False),
        ((-300, 200), False, True),
        ((-299, 200), True, False),
    ],
)
def test_points_in_a_front_arc(point: Point, inside: bool, on_the_line: bool) -> None:
    assert in_arc(NORTH, point, edge=False) == inside
    assert in_arc(NORTH, point, edge=True) == (inside or on_the_line)
    assert poly_in_arc(NORTH, (point,), edge=False) == inside
    assert poly_in_arc(NORTH, (point,), edge=True) == (inside or on_the_line)


@pytest.mark.parametrize(
    ("poly", "part", "whole"),
    [
        (box(0, 200, 0, 100, 100), True, True),
        (box(0, 50, 0, 100, 100), True, False),  # flush against the front
        (box(0, -200, 0, 100, 100), False, False),
        (box(0, 0, 0, 600, 40), True, False),  # reaches across the front from both sides, all corners outside
        (box(201, 0, 0, 100, 100), False, False),  # beside the front, its corner outside the line
        (box(200, 0, 0, 100, 100), False, False),  # its corner on the line
        (box(199, 0, 0, 100, 100), True, False),
        (box(300, -50, 0, 400, 100), False, False),  # shoulder to shoulder, front edges in one line
    ],
)
def test_shapes_in_a_front_arc(poly: Poly, part: bool, whole: bool) -> None:
    assert poly_in_arc(NORTH, poly, edge=False) == part
    assert wholly_in_arc(NORTH, poly, edge=False) == whole


def cone_as_polygon(body: Poly, facing: int, half_angle: int) -> Polygon:
    """A front arc cut off far away, for the oracle."""
    left, right = body[0], body[1]
    far = [ahead(*right, facing + half_angle, 10**7), ahead(*left, facing - half_angle, 10**7)]
    return Polygon([left, right, *far])


@given(poses, sizes, st.integers(50, 890), boxes)
@settings(max_examples=200)
def test_front_arcs_against_the_oracle(
    pose: Pose, size: tuple[int, int], half_angle: int, target: Poly
) -> None:
    body = box(*pose, *size)
    arc = front_arc(body, pose.facing, half_angle)
    cone, shape = cone_as_polygon(body, pose.facing, half_angle), as_shape(target)
    met = cone.intersection(shape)
    if met.area > 1 or cone.distance(shape) > 1:
        assert poly_in_arc(arc, target) == poly_in_arc(arc, target, edge=False) == (met.area > 0)
    if abs(met.area - shape.area) > 1 or cone.buffer(-1).contains(shape):
        assert wholly_in_arc(arc, target) == (abs(met.area - shape.area) < 1)
    if met.area > 1:
        eye = midpoint(body[0], body[1])
        square = gap2_in_arc(arc, eye, target)
        near = nearest_in_arc(arc, eye, target)
        assert square is not None
        assert near is not None
        apart = float(Fraction(*square)) ** 0.5
        assert apart == pytest.approx(met.distance(as_shape((eye,))), abs=0.02)
        assert within_in_arc(arc, eye, target, int(apart) + 1)
        assert not within_in_arc(arc, eye, target, int(apart) - 1)
        assert met.distance(as_shape((near,))) <= 0.75
        assert sum(as_shape(p).area for p in part_in_arc(arc, target) if len(p) > 2) == pytest.approx(
            met.area, rel=0.01, abs=3000
        )


@given(boxes)
def test_nothing_in_the_arc_is_no_distance(target: Poly) -> None:
    if not poly_in_arc(NORTH, target):
        assert nearest_in_arc(NORTH, (0, 0), target) is None
        assert gap2_in_arc(NORTH, (0, 0), target) is None
        assert not within_in_arc(NORTH, (0, 0), target, 10**6)


@given(points, facings, st.integers(1, 1799), points)
def test_wedges_by_bearing(apex: Point, facing: int, half_angle: int, point: Point) -> None:
    arc = wedge(*apex, facing, half_angle)
    off = abs(turn_between(facing, heading(apex, point)))
    if point != apex and abs(off - half_angle) > 1:
        assert in_arc(arc, point) == in_arc(arc, point, edge=False) == (off < half_angle)


@given(points, facings, st.integers(910, 1790), boxes)
def test_wide_wedges_are_all_but_what_is_behind(
    apex: Point, facing: int, half_angle: int, target: Poly
) -> None:
    wide, behind = wedge(*apex, facing, half_angle), wedge(*apex, facing + 1800, 1800 - half_angle)
    assert wholly_in_arc(wide, target) == (not poly_in_arc(behind, target, edge=False))
    assert poly_in_arc(wide, target, edge=False) == (not wholly_in_arc(behind, target))


@given(boxes, points, facings, st.integers(0, 3), st.booleans())
def test_arcs_turn_with_the_table(target: Poly, apex: Point, facing: int, quarters: int, edge: bool) -> None:
    before = wedge(*apex, facing, 450)
    after = wedge(*turned(apex, quarters), facing + 900 * quarters, 450)
    assert poly_in_arc(before, target, edge) == poly_in_arc(after, turned_poly(target, quarters), edge)


@given(boxes)
def test_all_round_sees_all(target: Poly) -> None:
    assert wedge(0, 0, 0, 1800) == ALL_ROUND
    assert poly_in_arc(ALL_ROUND, target, edge=False)
    assert wholly_in_arc(ALL_ROUND, target, edge=False)
    assert gap2_in_arc(ALL_ROUND, target[0], target) == (0, 1)


def test_a_rank_of_arcs() -> None:
    rank = [front_arc(box(x, -50, 0, 100, 100), 0) for x in (0, 100, 200)]
    target = box(-300, 250, 0, 100, 100)  # from (-350, 200) to (-250, 300)
    assert any_in_arc(rank, target)
    assert count_in_arcs(rank, target, edge=False) == 1
    assert not any_in_arc(rank, box(0, -400, 0, 100, 100))
    assert not poly_in_arc((), target)


def test_a_front_arc_opens_forward() -> None:
    with pytest.raises(ValueError, match="front arc"):
        front_arc(box(0, 0, 0, 100, 100), 0, 901)
    quarter = front_arc(box(0, 0, 0, 100, 100), 0, 0)
    assert in_arc(quarter, (50, 500))
    assert not in_arc(quarter, (51, 500))
