"""Shapes: boxes, hulls, sweeps, containing and overlapping."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.outlines import convex
from grognard.geometry.points import Bounds, Point, Poly, Pose, apart, bounds, farther, grown, shifted
from grognard.geometry.shapes import (
    Crowd,
    any_overlap,
    area2,
    box,
    centre,
    contains,
    contains_all,
    first_overlap,
    first_within,
    front_middle,
    hull,
    midpoint,
    overlap,
    overlap_beyond,
    strictly_contains,
    sweep_turn,
    swept,
    upright,
)
from grognard.geometry.sight import first_blocker
from grognard.geometry.slides import stretch, stretch_clear
from tests.geometry.table import (
    as_hull,
    as_shape,
    boxes,
    facings,
    few,
    few_points,
    inside,
    places,
    points,
    poses,
    shapes,
    sizes,
    small_bodies,
    small_shapes,
    turned_poly,
)


def test_the_corners_of_a_box() -> None:
    assert box(0, 0, 0, 200, 100) == ((-100, 50), (100, 50), (100, -50), (-100, -50))
    assert box(0, 0, 900, 200, 100) == ((50, 100), (50, -100), (-50, -100), (-50, 100))
    assert box(10, 20, 3600 + 1800, 200, 100) == ((110, -30), (-90, -30), (-90, 70), (110, 70))
    assert box(0, 0, 450, 200, 200) == ((0, 141), (141, 0), (0, -141), (-141, 0))
    assert upright(0, 1, 10, 11) == box(5, 6, 0, 10, 10)


def test_an_odd_box_keeps_its_size() -> None:
    for facing in (0, 900, 1800, 2700):
        west, south, east, north = bounds(box(7, 9, facing, 101, 101))
        assert (east - west, north - south) == (101, 101)


@given(poses, sizes, places, places)
def test_a_box_moves_with_its_centre(pose: Pose, size: tuple[int, int], dx: int, dy: int) -> None:
    assert box(pose.x + dx, pose.y + dy, pose.facing, *size) == shifted(box(*pose, *size), dx, dy)


@given(facings, sizes, st.integers(0, 3))
def test_a_box_turns_with_the_table(facing: int, size: tuple[int, int], quarters: int) -> None:
    assert box(0, 0, facing + 900 * quarters, *size) == turned_poly(box(0, 0, facing, *size), quarters)


@given(poses, sizes)
def test_a_box_is_convex_clockwise_and_centred(pose: Pose, size: tuple[int, int]) -> None:
    body = box(*pose, *size)
    assert convex(body)
    assert area2(body) > 0
    assert abs(centre(body)[0] - pose.x) <= 1
    assert abs(centre(body)[1] - pose.y) <= 1


@given(st.lists(points, min_size=3, max_size=12))
def test_a_hull_is_the_oracles(corners: list[Point]) -> None:
    poly = hull(corners)
    if len(poly) > 2:
        assert convex(poly)
        assert area2(poly) == pytest.approx(2 * as_hull(corners).area)
        assert all(contains(poly, corner) for corner in corners)


@given(small_bodies, few, few)
def test_a_sweep_is_the_hull_of_both_ends(poly: Poly, dx: int, dy: int) -> None:
    lane = swept(poly, dx, dy)
    both = hull((*poly, *shifted(poly, dx, dy)))
    assert hull(lane) == both
    assert len(lane) == len(both)
    assert len(lane) < 3 or convex(lane)


@given(boxes, places, places, st.integers(0, 100))
def test_a_sweep_holds_every_place_between(poly: Poly, dx: int, dy: int, share: int) -> None:
    between = as_shape(shifted(poly, dx * share // 100, dy * share // 100))
    assert as_shape(swept(poly, dx, dy)).buffer(1.5).contains(between)


@given(poses, sizes, st.integers(-1800, 1800), st.integers(0, 100))
@settings(max_examples=80)
def test_turning_holds_every_pose_between(pose: Pose, size: tuple[int, int], turn: int, share: int) -> None:
    pieces = sweep_turn(*pose, turn, *size)
    assert len(pieces) == max(-(-abs(turn) // 50), 1)
    at = turn * share // 100
    # Which 5 degrees the pose falls in; at a seam either piece holds it.
    number = min(abs(at) * len(pieces) // max(abs(turn), 1), len(pieces) - 1)
    near = pieces[max(number - 1, 0) : number + 2]
    body = as_shape(box(pose.x, pose.y, pose.facing + at, *size))
    assert any(as_shape(piece).buffer(1.5).contains(body) for piece in near)
    radius = (size[0] ** 2 + size[1] ** 2) ** 0.5 / 2
    for x, y in (corner for piece in pieces for corner in piece):
        assert ((x - pose.x) ** 2 + (y - pose.y) ** 2) ** 0.5 <= radius * 1.0012 + 1.5


@given(small_shapes, few_points)
@settings(max_examples=300)
def test_containing(poly: Poly, point: Point) -> None:
    assert contains(poly, point) == inside(poly, point)
    assert strictly_contains(poly, point) == as_shape(poly).contains(as_shape((point,)))


@given(small_shapes, small_shapes)
@settings(max_examples=300)
def test_overlap_of_small_shapes(a: Poly, b: Poly) -> None:
    met = as_shape(a).intersection(as_shape(b)).area
    assert overlap(a, b) == overlap(b, a) == (met > 1e-9)
    assert contains_all(a, b) == as_shape(a).covers(as_shape(b))
    assert overlap_beyond(a, b, 0) == overlap(a, b)


@given(boxes, boxes, places, places, st.integers(0, 3))
def test_overlap_of_boxes(a: Poly, b: Poly, dx: int, dy: int, quarters: int) -> None:
    met = as_shape(a).intersection(as_shape(b)).area
    assert overlap(a, b) == (met > 1e-6)
    a2, b2 = shifted(turned_poly(a, quarters), dx, dy), shifted(turned_poly(b, quarters), dx, dy)
    assert overlap(a2, b2) == overlap(b, a)


@pytest.mark.parametrize(
    ("x", "y", "overlapping", "pressed"),
    [
        (100, 0, False, False),
        (100, 100, False, False),
        (99, 0, True, False),
        (98, 50, True, False),
        (97, 0, True, True),
    ],
)
def test_touching_is_not_overlap_and_slack_forgives_a_little(
    x: int, y: int, overlapping: bool, pressed: bool
) -> None:
    a, b = box(0, 0, 0, 100, 100), box(x, y, 0, 100, 100)
    assert overlap(a, b) == overlapping
    assert overlap_beyond(a, b, 2) == pressed


@given(boxes, st.lists(boxes, max_size=5), st.integers(0, 2))
def test_batches_say_what_single_calls_say(poly: Poly, others: list[Poly], slack: int) -> None:
    hits = [index for index, other in enumerate(others) if overlap_beyond(poly, other, slack)]
    assert first_overlap(poly, others, slack) == (hits[0] if hits else None)
    assert any_overlap(poly, others, slack) == bool(hits)


@given(shapes)
def test_area(poly: Poly) -> None:
    assert area2(poly) == pytest.approx(2 * as_shape(poly).area)
    assert area2(poly[::-1]) == -area2(poly)


def test_middles() -> None:
    assert front_middle(box(0, 0, 0, 100, 60)) == (0, 30)
    assert midpoint((0, 0), (3, 5)) == (2, 3)


@given(boxes, st.lists(boxes, max_size=6), points, points)
def test_a_crowd_answers_as_its_shapes_do(poly: Poly, others: list[Poly], a: Point, b: Point) -> None:
    crowd = Crowd(others)
    assert crowd == tuple(others)
    assert first_overlap(poly, crowd) == first_overlap(poly, others)
    assert first_within(poly, crowd, 300) == first_within(poly, others, 300)
    assert first_blocker((a, b), crowd) == first_blocker((a, b), others)
    assert stretch(poly, 450, 900, crowd) == stretch(poly, 450, 900, others)
    assert stretch_clear(poly, 450, 900, crowd, 50) == stretch_clear(poly, 450, 900, others, 50)


def test_upright_rectangles() -> None:
    here: Bounds = (0, 0, 10, 10)
    assert apart(here, (10, 0, 20, 10))
    assert not apart(here, (9, 9, 20, 20))
    assert farther(here, (16, 0, 20, 10), 5)
    assert not farther(here, (15, 0, 20, 10), 5)
    assert grown(here, 3) == (-3, -3, 13, 13)
