"""Contact: touching, sides, figures, and standing flush."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.angles import turn_between
from grognard.geometry.contact import (
    ALIGNS,
    TOUCH,
    Align,
    Side,
    count_touching,
    figures_touching,
    flush,
    flush_poses,
    flush_to_edge,
    side,
    side_met,
    sides_touched,
    touching,
)
from grognard.geometry.formations import Block, bases, footprint, front_rank
from grognard.geometry.points import Poly, Pose
from grognard.geometry.shapes import box, hull, overlap
from tests.geometry.table import poses, shapes, sizes

BODY = box(0, 0, 0, 400, 200)


@pytest.mark.parametrize(
    ("x", "y", "sides", "met"),
    [
        (0, 150, (Side.FRONT,), Side.FRONT),
        (250, 0, (Side.RIGHT,), Side.RIGHT),
        (0, -150, (Side.REAR,), Side.REAR),
        (-252, 0, (Side.LEFT,), Side.LEFT),
        (-253, 0, (), Side.LEFT),
        (250, 150, (Side.FRONT, Side.RIGHT), Side.FRONT),  # corner to corner
        (251, 130, (Side.FRONT, Side.RIGHT), Side.RIGHT),
    ],
)
def test_which_side_is_touched(x: int, y: int, sides: tuple[Side, ...], met: Side) -> None:
    other = box(x, y, 0, 100, 100)
    assert sides_touched(BODY, other) == sides
    assert touching(BODY, other) == bool(sides)
    assert side_met(BODY, other) == met


def test_sides_are_edges() -> None:
    assert side(BODY, Side.LEFT) == ((-200, -100), (-200, 100))


def test_touching_by_a_corner_of_a_turned_body() -> None:
    assert touching(BODY, box(0, 100 + 71, 450, 100, 100))
    assert not touching(BODY, box(0, 100 + 71 + TOUCH + 1, 450, 100, 100))


@given(poses, sizes, sizes, st.sampled_from(Side), st.sampled_from(ALIGNS))
def test_flush_bodies_touch_that_side_and_do_not_overlap(
    target: Pose, target_size: tuple[int, int], own: tuple[int, int], which: Side, align: Align
) -> None:
    pose = flush(target, target_size, which, *own, align)
    body, wall = box(*pose, *own), box(*target, *target_size)
    assert not overlap(body, wall)
    assert touching(body, wall)
    assert which in sides_touched(wall, body)
    assert Side.FRONT in sides_touched(body, wall)
    if min(target_size) >= 100:  # a smaller side is tilted too much by the rounding of its corners
        assert side_met(wall, body) == which
    # Square on: front against front means looking the opposite way, and so on round.
    assert turn_between(target.facing + 900 * which, pose.facing) == 1800


def test_flush_alignment() -> None:
    target = Pose(0, 0, 0)
    assert flush(target, (400, 200), Side.FRONT, 600, 100) == (0, 150, 1800)
    # Facing south, its left hand is east: left corners line up at x = 200.
    assert flush(target, (400, 200), Side.FRONT, 600, 100, "left") == (-100, 150, 1800)
    assert flush(target, (400, 200), Side.FRONT, 600, 100, "right") == (100, 150, 1800)
    assert flush(target, (400, 200), Side.FRONT, 600, 100, 50) == (-50, 150, 1800)
    assert flush(target, (400, 200), Side.RIGHT, 600, 100) == (250, 0, 2700)
    assert flush(target, (400, 200), Side.REAR, 600, 100) == (0, -150, 0)
    assert flush(target, (400, 200), Side.LEFT, 600, 100) == (-250, 0, 900)


@given(shapes, sizes, st.data())
def test_flush_to_any_edge(poly: Poly, own: tuple[int, int], data: st.DataObject) -> None:
    edge = data.draw(st.integers(0, len(poly) - 1))
    pose = flush_to_edge(poly, edge, *own)
    assert not overlap(box(*pose, *own), poly)
    assert touching(box(*pose, *own), poly)


def test_flush_with_a_facing_given() -> None:
    wall = hull(((0, 0), (0, 500), (500, 500), (500, 0)))
    edge = wall.index((0, 0))  # clockwise from the south-west corner: the west edge
    assert flush_to_edge(wall, edge, 200, 100) == (-50, 250, 900)
    assert flush_to_edge(wall, edge, 200, 100, "left", facing=900) == (-50, 400, 900)


@given(poses, sizes, sizes)
def test_flush_poses_are_all_different(
    target: Pose, target_size: tuple[int, int], own: tuple[int, int]
) -> None:
    stands = flush_poses(target, target_size, *own)
    assert len(set(stands)) == len(stands)
    assert 4 <= len(stands) <= 12
    assert (
        flush_poses(target, target_size, *own, sides=(Side.REAR,)) == stands[-3 - 3 : -3] or len(stands) < 12
    )


def test_three_figures_touch() -> None:
    line, foe = Block(6, 12, 100, 80), Block(3, 24, 100, 80)
    target = Pose(0, 0, 0)
    pose = flush(target, (300, 640), Side.FRONT, 600, 160, 300)
    targets = bases(*target, foe)
    assert footprint(*target, foe) == box(*target, 300, 640)
    # Shifted 3.00 to its right: its first file's left corner is at the middle of the column's front.
    assert figures_touching(front_rank(*pose, line), targets) == (0, 1)
    square_on = flush(target, (300, 640), Side.FRONT, 600, 160)
    assert count_touching(front_rank(*square_on, line), targets) == 4
    assert count_touching(front_rank(*square_on, line), targets[:1]) == 2
    assert count_touching(bases(*square_on, line)[6:], targets) == 0


@given(poses, st.integers(-200, 200))
def test_figures_touch_at_any_angle(target: Pose, shift: int) -> None:
    line, foe = Block(8, 16, 100, 100), Block(4, 12, 100, 100)
    pose = flush(target, (400, 300), Side.FRONT, 800, 200, shift)
    assert count_touching(front_rank(*pose, line), bases(*target, foe)) >= 4
