"""Slides: how far a body goes before it touches, or comes too near."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.angles import offset
from grognard.geometry.contact import TOUCH, Side, flush
from grognard.geometry.gaps import nearer_than, within
from grognard.geometry.points import Poly, Pose, shifted
from grognard.geometry.shapes import box, overlap, overlap_beyond, swept, upright
from grognard.geometry.slides import (
    Stop,
    could_meet,
    distance_to_contact,
    meeting_span,
    stretch,
    stretch_clear,
    to_edge,
)
from tests.geometry.table import as_shape, boxes, facings, few, poses, sizes, small_shapes, turned_poly

BODY = box(0, 0, 0, 400, 100)


@pytest.mark.parametrize(
    ("obstacle", "stop"),
    [
        (box(0, 600, 0, 400, 100), Stop(500, 0)),
        (box(0, 600, 450, 100, 100), Stop(479, 0)),  # on to a corner, 70.7 before the centre
        (box(300, 600, 0, 200, 100), Stop(1000, None)),  # edges in one line: passes it by
        (box(299, 600, 0, 200, 100), Stop(1000, None)),  # grazes it by a hundredth
        (box(297, 600, 0, 200, 100), Stop(500, 0)),
        (box(0, 1100, 0, 400, 100), Stop(1000, 0)),  # touched at the very end
        (box(0, 1101, 0, 400, 100), Stop(1000, None)),
        (box(0, -100, 0, 400, 100), Stop(1000, None)),  # touching behind
        (box(0, 100, 0, 400, 100), Stop(0, 0)),  # touching in front
        (box(0, 50, 0, 400, 100), Stop(0, 0)),  # on top of it
    ],
)
def test_stretch(obstacle: Poly, stop: Stop) -> None:
    assert stretch(BODY, 0, 1000, [obstacle]) == stop


def test_the_nearest_obstacle_stops() -> None:
    far, near = box(0, 900, 0, 100, 100), box(150, 600, 0, 100, 100)
    assert stretch(BODY, 0, 1000, [far, near]) == Stop(500, 1)
    assert stretch(BODY, 1800, 1000, [far, near]) == Stop(1000, None)
    assert stretch(BODY, 0, 0, [far, near]) == Stop(0, None)


@pytest.mark.parametrize(
    ("obstacle", "found"),
    [
        (box(0, 600, 0, 400, 100), [0]),
        (box(400, 600, 0, 400, 100), [0]),  # edges in one line: named, though it passes by
        (box(410, 600, 0, 400, 100), []),  # beside the lane
        (box(0, 1100, 0, 400, 100), [0]),  # touched at the very end
        (box(0, 1110, 0, 400, 100), []),  # beyond it
        (box(0, -110, 0, 400, 100), []),  # behind
        (box(0, 50, 0, 400, 100), [0]),
    ],
)
def test_what_a_slide_could_meet(obstacle: Poly, found: list[int]) -> None:
    assert could_meet(Pose(0, 0, 0), (400, 100), 1000, [obstacle]) == found


@given(poses, sizes, st.integers(0, 4000), st.lists(boxes, max_size=5))
@settings(max_examples=300)
def test_a_first_look_misses_nothing_that_stops_a_slide(
    pose: Pose, size: tuple[int, int], limit: int, obstacles: list[Poly]
) -> None:
    kept = could_meet(pose, size, limit, obstacles)
    stop = stretch(box(*pose, *size), pose.facing, limit, obstacles)
    found = stretch(box(*pose, *size), pose.facing, limit, [obstacles[index] for index in kept])
    assert found.distance == stop.distance
    assert stop.by == (None if found.by is None else kept[found.by])


@given(boxes, facings, st.integers(0, 4000), st.lists(boxes, max_size=5))
@settings(max_examples=200)
def test_stretch_ends_touching_and_not_overlapping(
    body: Poly, bearing: int, limit: int, obstacles: list[Poly]
) -> None:
    obstacles = [obstacle for obstacle in obstacles if not overlap(body, obstacle)]
    stop = stretch(body, bearing, limit, obstacles, graze=0)
    end = shifted(body, *offset(bearing, stop.distance))
    assert 0 <= stop.distance <= limit
    if stop.by is not None:
        assert within(end, obstacles[stop.by], TOUCH)
    else:
        assert stop.distance == limit
    for obstacle in obstacles:
        assert not overlap(end, obstacle)
        # Nothing was passed through: the exact lane, a little thinner, is free.
        lane = as_shape(swept(body, *offset(bearing, stop.distance))).buffer(-1.5)
        assert not lane.intersects(as_shape(obstacle))


@given(boxes, facings, st.integers(0, 3000), st.lists(boxes, max_size=4), st.integers(0, 3))
def test_stretch_by_default_presses_into_nobody(
    body: Poly, bearing: int, limit: int, obstacles: list[Poly], quarters: int
) -> None:
    obstacles = [obstacle for obstacle in obstacles if not overlap(body, obstacle)]
    stop = stretch(body, bearing, limit, obstacles)
    end = shifted(body, *offset(bearing, stop.distance))
    # What it merely grazes it may brush, by the graze and the rounding of a place.
    assert not any(overlap_beyond(end, obstacle, TOUCH + 1) for obstacle in obstacles)
    if stop.by is not None:
        assert within(end, obstacles[stop.by], TOUCH)
    turned = [turned_poly(obstacle, quarters) for obstacle in obstacles]
    assert stretch(turned_poly(body, quarters), bearing + 900 * quarters, limit, turned) == stop


@given(small_shapes, small_shapes, few, few, st.fractions(-3, 3))
@settings(max_examples=200)
def test_the_span_of_overlap_is_exact(a: Poly, b: Poly, dx: int, dy: int, moment: Fraction) -> None:
    if dx == 0 and dy == 0:
        return
    span = meeting_span(a, b, dx, dy)
    bottom = moment.denominator
    place = tuple((x * bottom + dx * moment.numerator, y * bottom + dy * moment.numerator) for x, y in a)
    target = tuple((x * bottom, y * bottom) for x, y in b)
    during = span is not None and Fraction(span[0], span[1]) < moment < Fraction(span[2], span[3])
    assert overlap(place, target) == during


@given(poses, sizes, sizes, st.sampled_from(Side), facings)
def test_leaving_contact_is_never_held_up(
    target: Pose, size: tuple[int, int], own: tuple[int, int], which: Side, other: int
) -> None:
    pose = flush(target, size, which, *own)
    wall = box(*target, *size)
    assert stretch(box(*pose, *own), pose.facing + 1800, 500, [wall]) == Stop(500, None)
    assert stretch(box(*pose, *own), pose.facing, 500, [wall]).distance <= TOUCH
    # Shoulder to shoulder: sliding along the wall is free too.
    assert stretch(box(*pose, *own), pose.facing + 900, 500, [wall]) == Stop(500, None)


@given(boxes, facings, boxes)
def test_distance_to_contact(body: Poly, bearing: int, target: Poly) -> None:
    distance = distance_to_contact(body, bearing, target)
    if overlap(body, target):
        assert distance == 0
    elif distance is None:
        lane = as_shape(swept(body, *offset(bearing, 20000))).buffer(-2)
        assert not lane.intersects(as_shape(target))
    else:
        end = shifted(body, *offset(bearing, distance))
        assert not overlap(end, target)
        assert within(end, target, TOUCH)


@given(boxes, facings, st.integers(0, 3000), st.lists(boxes, max_size=3), st.integers(1, 300))
def test_keeping_a_distance(body: Poly, bearing: int, limit: int, obstacles: list[Poly], keep: int) -> None:
    obstacles = [obstacle for obstacle in obstacles if not nearer_than(body, obstacle, keep)]
    stop = stretch_clear(body, bearing, limit, obstacles, keep)
    lane = swept(body, *offset(bearing, stop.distance))
    assert not any(nearer_than(lane, obstacle, keep) for obstacle in obstacles)
    if stop.by is None:
        assert stop.distance == limit
    else:
        longer = swept(body, *offset(bearing, stop.distance + 1))
        assert nearer_than(longer, obstacles[stop.by], keep)


def test_keeping_a_distance_exactly() -> None:
    wall = upright(-500, 1000, 500, 1100)
    assert stretch_clear(BODY, 0, 2000, [wall], 100) == Stop(850, 0)
    assert stretch_clear(BODY, 0, 850, [wall], 100) == Stop(850, None)
    assert stretch_clear(BODY, 0, 2000, [upright(-500, 100, 500, 200)], 100) == Stop(0, 0)
    # A round base of radius 50, given as its centre.
    assert stretch_clear(((0, 0),), 0, 2000, [wall], 50) == Stop(950, 0)


@pytest.mark.parametrize(
    ("bearing", "room"), [(0, 750), (900, 700), (1800, 150), (2700, 100), (450, 989), (0 + 3600, 750)]
)
def test_the_table_has_an_edge(bearing: int, room: int) -> None:
    assert to_edge(box(300, 200, 0, 400, 100), bearing, 5000, (1200, 1000)) == room
    assert to_edge(box(300, 200, 0, 400, 100), bearing, 50, (1200, 1000)) == 50
