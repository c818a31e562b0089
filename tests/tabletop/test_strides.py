"""A body going its strides: whom it comes to first, and what it may pass because it began there."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import nearer_than
from grognard.geometry.paths import Leg, Stride, first_hit, forward, side, turn, walk
from grognard.geometry.points import Poly, Pose
from grognard.geometry.shapes import box, overlap_beyond
from grognard.tabletop.strides import first_towards, in_the_way, neared

HERE = Pose(0, 0, 0)
SIZE = 100, 100
START = box(*HERE, *SIZE)


def ahead(far: int) -> Poly:
    """A square so far in front of where the body begins."""
    return box(0, 100 + far, 0, 100, 100)


def go(*legs: Leg) -> tuple[Stride, ...]:
    return walk(HERE, legs, *SIZE)


def test_who_is_neared_and_on_which_stride() -> None:
    far, near, beside = ahead(499), ahead(250), box(120, 0, 0, 100, 100)
    strides = go(forward(100), forward(150), forward(100))
    assert list(neared(START, strides, [far, beside, near], 150)) == [
        (far, strides[2]),
        (beside, None),
        (near, strides[1]),
    ]
    # Exactly so far is not nearer.
    assert list(neared(START, go(forward(100)), [near], 150)) == []


@pytest.mark.parametrize(
    ("legs", "gap", "stopped"),
    [
        ((forward(100),), 200, None),
        ((forward(101),), 200, 0),
        ((forward(60), forward(60)), 200, 1),
        ((forward(-10), forward(5)), 40, 1),  # away, and then nearer than it had come
        ((forward(-10), side(50)), 40, None),
        ((forward(3),), 40, 0),
        ((forward(2),), 40, None),  # by no more than touching
        ((side(20),), 0, None),  # along one it touches
        ((turn(450),), 0, 0),  # a corner comes upon him
    ],
)
def test_a_stride_goes_no_nearer_than_it_may_or_than_it_began(
    legs: tuple[Leg, ...], gap: int, stopped: int | None
) -> None:
    strides = go(*legs)
    found = first_towards(strides, ahead(gap), 100)
    assert found == (None if stopped is None else strides[stopped])


@pytest.mark.parametrize(("gap", "held"), [(40, True), (50, False), (-1, True), (-3, False)])
def test_whom_it_stands_on_does_not_hold_it(gap: int, held: bool) -> None:
    (stride,) = go(forward(50))
    assert in_the_way(stride, [ahead(900), ahead(gap)], START) == (ahead(gap) if held else None)


@pytest.mark.parametrize("seed", range(30))
def test_each_of_many_is_asked_as_if_alone(seed: int) -> None:
    rng = random.Random(seed)
    legs = [rng.choice((forward, side, turn))(rng.randrange(-300, 300)) for _ in range(3)]
    strides = go(*legs)
    others = [
        box(rng.randrange(-400, 400), rng.randrange(-400, 400), rng.randrange(3600), 120, 60)
        for _ in range(5)
    ]
    met = dict(neared(START, strides, others, 50))
    for other in others:
        lanes = [any(nearer_than(part, other, 50) for part in stride.lane()) for stride in strides]
        if nearer_than(START, other, 50):
            assert met[other] is None
        else:
            assert met.get(other) == (strides[lanes.index(True)] if True in lanes else None)
    for stride in strides:
        left = [other for other in others if not overlap_beyond(START, other, TOUCH)]
        hit = first_hit((stride,), left)
        assert in_the_way(stride, others, START) == (None if hit is None else left[hit[1]])
