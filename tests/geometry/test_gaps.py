"""Distances: exact at the boundary, the same as the oracles everywhere."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.gaps import (
    all_within,
    any_nearer,
    by_nearness,
    closer,
    first_within,
    gap,
    gap2,
    gap_key,
    length,
    nearer_than,
    nearest_of,
    nearest_point,
    nearest_points,
    point_gap,
    point_gap2,
    point_within,
    points_within,
    within,
)
from grognard.geometry.points import Crowd, Poly, bounds, bounds_of_all, shifted
from grognard.geometry.shapes import box, contains
from tests.geometry.table import (
    as_shape,
    boxes,
    few_points,
    foot2,
    gap2_by_hand,
    inside,
    places,
    points,
    small_bodies,
    turned_poly,
)

SQUARE = box(0, 0, 0, 100, 100)


@pytest.mark.parametrize(
    ("x", "y", "apart"),
    [
        (1300, 0, 1200),
        (1301, 0, 1201),
        (100, 0, 0),
        (101, 0, 1),
        (99, 0, 0),
        (400, 500, 500),  # corner to corner, 3-4-5
        (400, 501, 501),  # 500.80 shows as 501
        (100, 100, 0),  # corner on corner
        (0, 0, 0),
    ],
)
def test_squares_apart(x: int, y: int, apart: int) -> None:
    other = box(x, y, 0, 100, 100)
    assert gap(SQUARE, other) == apart
    assert within(SQUARE, other, apart)
    assert not within(SQUARE, other, apart - 1)
    assert not nearer_than(SQUARE, other, apart - 1)


def test_twelve_is_within_twelve_and_a_hair_more_is_not() -> None:
    assert within(SQUARE, box(1300, 0, 0, 100, 100), 1200)
    assert not nearer_than(SQUARE, box(1300, 0, 0, 100, 100), 1200)
    # A turned base whose nearest corner is off by a sliver: the exact fraction decides, not a rounded root.
    edge = ((0, 0), (7, 3))
    assert gap2(edge, ((5, 5),)) == (400, 58)
    assert within(edge, ((5, 5),), 3)
    assert not within(edge, ((5, 5),), 2)


@given(small_bodies, small_bodies)
@settings(max_examples=300)
def test_small_shapes_against_trying_everything(a: Poly, b: Poly) -> None:
    true = gap2_by_hand(a, b)
    assert Fraction(*gap2(a, b)) == true
    for distance in range(-1, 9):
        assert within(a, b, distance) == (distance >= 0 and true <= distance * distance)
        assert nearer_than(a, b, distance) == (distance >= 0 and true < distance * distance)


@given(boxes, boxes, st.integers(0, 3000))
def test_boxes_against_the_oracle(a: Poly, b: Poly, distance: int) -> None:
    true = as_shape(a).distance(as_shape(b))
    assert float(gap_key(a, b)) ** 0.5 == pytest.approx(true, abs=1e-6)
    if abs(true - distance) > 1e-6:
        assert within(a, b, distance) == nearer_than(a, b, distance) == (true < distance)


@given(boxes, boxes, places, places, st.integers(0, 3), st.integers(0, 3000))
def test_distance_has_no_favourites(a: Poly, b: Poly, dx: int, dy: int, quarters: int, distance: int) -> None:
    apart = gap_key(a, b)
    near = within(a, b, distance)
    assert within(b, a, distance) == near
    assert gap_key(b, a) == apart
    a2, b2 = shifted(turned_poly(a, quarters), dx, dy), shifted(turned_poly(b, quarters), dx, dy)
    assert gap_key(a2, b2) == apart
    assert within(a2, b2, distance) == near


@given(boxes, boxes)
def test_gap_is_the_first_whole_distance_within(a: Poly, b: Poly) -> None:
    apart = gap(a, b)
    assert within(a, b, apart)
    assert apart == 0 or not within(a, b, apart - 1)


@given(few_points, small_bodies)
@settings(max_examples=300)
def test_points_against_trying_everything(point: tuple[int, int], poly: Poly) -> None:
    true = Fraction(0) if inside(poly, point) else foot2(point, poly)
    assert Fraction(*point_gap2(point, poly)) == true
    assert gap_key((point,), poly) == true
    assert point_within(point, poly, 2) == (true <= 4)
    assert (point_gap(point, poly) - 1) ** 2 < true <= point_gap(point, poly) ** 2 or true == 0


@given(points, boxes)
def test_the_nearest_point_is_as_near_as_the_shape(point: tuple[int, int], poly: Poly) -> None:
    near = nearest_point(point, poly)
    assert float(Fraction(*point_gap2(near, poly))) ** 0.5 <= 0.71
    assert abs(length(point, near) - point_gap(point, poly)) <= 2
    if contains(poly, point):
        assert near == point


@given(boxes, boxes)
def test_nearest_points_are_a_nearest_pair(a: Poly, b: Poly) -> None:
    p, q = nearest_points(a, b)
    assert abs(length(p, q) - gap(a, b)) <= 2
    assert point_within(p, a, 1)
    assert point_within(q, b, 1)


@given(small_bodies, small_bodies)
def test_nearest_points_of_any_shapes(a: Poly, b: Poly) -> None:
    p, q = nearest_points(a, b)
    if len(a) > 2 or len(b) > 2:
        assert abs(length(p, q) - gap(a, b)) <= 2


@given(small_bodies, st.lists(small_bodies, max_size=6), st.integers(0, 6))
def test_batches_say_what_single_calls_say(poly: Poly, others: list[Poly], distance: int) -> None:
    near = [index for index, other in enumerate(others) if within(poly, other, distance)]
    assert all_within(poly, others, distance) == tuple(near)
    assert first_within(poly, others, distance) == (near[0] if near else None)
    assert any_nearer(poly, others, distance) is any(nearer_than(poly, other, distance) for other in others)
    assert any_nearer(poly, Crowd(others), distance) is any_nearer(poly, others, distance)
    keys = [gap_key(poly, other) for other in others]
    assert nearest_of(poly, others) == (keys.index(min(keys)) if keys else None)
    order = by_nearness(poly, others)
    assert [keys[i] for i in order] == sorted(keys)
    if len(others) > 1:
        assert closer(poly, others[0], others[1]) == (keys[0] < keys[1])


def test_lengths_are_rounded_up() -> None:
    assert [length((0, 0), p) for p in ((3, 4), (1, 1), (0, 0), (0, -7))] == [5, 2, 0, 7]
    assert points_within((0, 0), (300, 400), 500)
    assert not points_within((0, 0), (300, 401), 500)
    assert not points_within((0, 0), (0, 0), -1)


@given(st.lists(points, min_size=1, max_size=7))
def test_bounds_hold_every_corner_and_no_more(corners: list[tuple[int, int]]) -> None:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert bounds(tuple(corners)) == (min(xs), min(ys), max(xs), max(ys))
    assert bounds_of_all((tuple(corners), tuple(corners[:1]))) == bounds(tuple(corners))
