"""Bodies of several shapes: what is asked of all of them at once is what asking each of them would say."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.gaps import gap, nearer_than, within
from grognard.geometry.points import Crowd, Poly
from grognard.geometry.shapes import box, overlap_beyond
from grognard.tabletop.bodies import (
    any_nearer,
    any_overlap,
    any_within,
    apart,
    boxes_at,
    clear_of,
    corners_of,
    first_astray,
    first_holding,
    holds_all,
    holds_any,
    middles,
    nearest_spots,
    one_holds,
    outside,
    parted,
    those_near,
)

SQUARE = box(0, 0, 0, 100, 100)


def beside(far: int) -> Poly:
    """A square so far to the right of the first."""
    return box(100 + far, 0, 0, 100, 100)


@pytest.mark.parametrize(
    ("far", "reached", "nearer"), [(300, True, False), (299, True, True), (301, False, False)]
)
def test_exactly_so_far_is_within_and_not_nearer(far: int, reached: bool, nearer: bool) -> None:
    others = beside(900), beside(far)
    assert any_within((beside(5000), SQUARE), others, 300) is reached
    assert any_nearer((beside(5000), SQUARE), others, 300) is nearer


@pytest.mark.parametrize(("far", "slack", "pressed"), [(-3, 2, True), (-2, 2, False), (0, 0, False)])
def test_what_presses_in_by_no_more_than_a_slack_does_not_overlap(
    far: int, slack: int, pressed: bool
) -> None:
    assert any_overlap((beside(5000), SQUARE), (beside(900), beside(far)), slack) is pressed


def test_how_far_bodies_are_apart_where_they_come_nearest() -> None:
    assert apart((SQUARE, beside(100)), (beside(5000), beside(700))) == 500
    assert apart((SQUARE,), (beside(700),), 600) == 600
    assert apart((SQUARE,), ()) == apart((), (SQUARE,)) > 10**6


def test_a_point_on_an_edge_is_held_and_one_beside_it_is_not() -> None:
    assert holds_any((beside(900), SQUARE), ((400, 0), (50, 0)))
    assert not holds_any((beside(900), SQUARE), ((400, 0), (51, 0)))


def test_the_first_that_holds_a_point_and_one_that_holds_all() -> None:
    shapes = beside(900), SQUARE, box(20, 0, 0, 100, 100)
    assert first_holding(shapes, (50, 0)) == 1
    assert first_holding(shapes, (51, 0)) == 2
    assert first_holding(shapes, (71, 0)) is None
    assert one_holds(shapes, ((50, 0), (-50, 50)))
    assert not one_holds(shapes, ((-50, 0), (1000, 0)))  # each of them in one, but not in the same
    assert not one_holds((), ((0, 0),))


def test_those_near_a_rectangle_are_the_same_for_a_crowd() -> None:
    shapes = beside(300), beside(301), SQUARE
    for asked in (shapes, Crowd(shapes)):
        assert those_near(asked, (0, 0, 50, 50), 300) == [beside(300), SQUARE]


@pytest.mark.parametrize(("slack", "left"), [(0, [0, 900]), (2, [0, 900]), (3, [-3, 0, 900])])
def test_those_a_shape_does_not_stand_on(slack: int, left: list[int]) -> None:
    assert clear_of(SQUARE, map(beside, (-50, -3, 0, 900)), slack) == [beside(far) for far in left]


def test_bodies_of_one_size() -> None:
    assert boxes_at([(0, 0, 0), (30, 40, 450)], 100, 60) == (box(0, 0, 0, 100, 60), box(30, 40, 450, 100, 60))


def test_each_point_in_some_shape() -> None:
    shapes = SQUARE, beside(900)
    assert holds_all(shapes, [(0, 0), (50, 50), (1000, 0)])
    assert not holds_all(shapes, [(0, 0), (51, 50)])
    assert outside(shapes, [(0, 0), (51, 50), (1000, 0), (500, 0)]) == [(51, 50), (500, 0)]
    assert first_astray([(50, 0), (80, 0), (81, 0)], shapes, 30) == (81, 0)
    assert first_astray([(50, 0), (80, 0)], shapes, 30) is None


def test_middles_corners_and_nearest_spots() -> None:
    shapes = SQUARE, beside(900)
    assert middles(shapes) == ((0, 0), (1000, 0))
    assert corners_of(shapes) == (*SQUARE, *beside(900))
    assert list(nearest_spots(shapes, [((500, 0),), ((0, 90),)])) == [(50, 0), (0, 50), (950, 0), (950, 50)]


def test_some_are_nearer_and_the_rest_are_not() -> None:
    assert parted(SQUARE, (beside(299), beside(900), beside(300)), 300) == (
        [beside(299)],
        [beside(900), beside(300)],
    )


@pytest.mark.parametrize("seed", range(40))
def test_all_at_once_is_each_by_itself(seed: int) -> None:
    rng = random.Random(seed)

    def body() -> tuple[Poly, ...]:
        return tuple(
            box(rng.randint(0, 900), rng.randint(0, 900), rng.randrange(3600), 120, 60)
            for _ in range(rng.randint(1, 3))
        )

    for _ in range(20):
        mine, theirs, distance = body(), Crowd(body()), rng.choice([2, 100, 300])
        pairs = [(one, other) for one in mine for other in theirs]
        assert any_within(mine, theirs, distance) == any(within(*pair, distance) for pair in pairs)
        assert any_nearer(mine, theirs, distance) == any(nearer_than(*pair, distance) for pair in pairs)
        assert any_overlap(mine, theirs, 2) == any(overlap_beyond(*pair, 2) for pair in pairs)
        assert apart(mine, theirs) == min(gap(*pair) for pair in pairs)
