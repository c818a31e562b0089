"""Reach: the region to draw, poses worth trying, ways round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry import reach
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.contact import touching
from grognard.geometry.gaps import gap, length, nearer_than, within
from grognard.geometry.points import Point, Poly, Pose
from grognard.geometry.shapes import box, overlap, upright
from grognard.geometry.sight import crosses
from grognard.geometry.ways import corners_round, way_round
from tests.geometry.table import boxes, points, poses, shapes, sizes

HERE = Pose(1000, 1000, 0)


class Dial:
    """Chance that falls as it is told."""

    def __init__(self, *falls: float):
        self.falls = list(falls)

    def random(self) -> float:
        return self.falls.pop(0)


def test_a_fan_is_cut_short_by_what_stands_in_the_way() -> None:
    wall = upright(900, 1300, 1100, 1400)
    free = reach.open_way(box(*HERE, 100, 100), [wall], (2000, 1500))
    shape = reach.fan(1000, 1000, lambda bearing: 600 if bearing < 1800 else 300, free, step=900)
    assert shape == ((1000, 1250), (1600, 1000), (1000, 700), (700, 1000))
    assert reach.fan(0, 0, lambda bearing: -5, step=900, margin=10) == ((0, 10), (10, 0), (0, -10), (-10, 0))


def test_straight_on_and_turned() -> None:
    assert list(reach.poses_ahead(HERE, (100, 200), (0, 900))) == [
        (1000, 1100, 0),
        (1100, 1000, 0),
        (1000, 1200, 0),
        (1200, 1000, 0),
    ]
    assert list(reach.poses_turned(HERE, (-450, 450))) == [(1000, 1000, 3150), (1000, 1000, 450)]


@given(poses, points, st.integers(0, 1800))
def test_towards_goes_nearer_and_never_past(pose: Pose, target: Point, most: int) -> None:
    for stand in reach.poses_towards(pose, target, (100, 100, 400, 9999), most):
        assert abs(turn_between(pose.facing, stand.facing)) <= most
        assert length((pose.x, pose.y), (stand.x, stand.y)) <= length((pose.x, pose.y), target) + 1
        if most == 1800:
            assert length((stand.x, stand.y), target) <= length((pose.x, pose.y), target) + 1


@given(points, st.integers(200, 3000), st.integers(1, 12))
def test_a_ring_faces_inwards(target: Point, distance: int, count: int) -> None:
    ring = list(reach.poses_around(target, distance, count))
    assert len(set(ring)) == count
    for stand in ring:
        assert abs(length((stand.x, stand.y), target) - distance) <= 2
        assert abs(turn_between(stand.facing, heading((stand.x, stand.y), target))) <= 3


def test_into_range_by_the_nearest_way() -> None:
    first, *others = reach.poses_in_range(HERE, (1000, 3000), (1200, 600), count=3)
    assert first == (1000, 1800, 0)
    assert len(others) == 5
    assert others[2] == (1000, 2400, 0)


@given(poses, points, st.booleans())
def test_back_is_away(pose: Pose, threat: Point, face: bool) -> None:
    if length((pose.x, pose.y), threat) > 200:
        for stand in reach.poses_back(pose, threat, (100, 600), face):
            assert length((stand.x, stand.y), threat) > length((pose.x, pose.y), threat) + 98
            off = abs(turn_between(stand.facing, heading((stand.x, stand.y), threat)))
            assert off < 10 if face else off > 1790


@given(poses, poses, sizes, sizes)
def test_contact_poses_touch(
    pose: Pose, target: Pose, target_size: tuple[int, int], own: tuple[int, int]
) -> None:
    stands = list(reach.poses_in_contact(pose, target, target_size, *own))
    assert len(stands) >= 4
    for stand in stands:
        assert touching(box(*stand, *own), box(*target, *target_size))
    few = list(reach.poses_in_contact(pose, target, target_size, *own, most_turn=450))
    assert all(abs(turn_between(pose.facing, stand.facing)) <= 450 for stand in few)
    assert len(few) < len(stands)


@given(boxes, points, sizes, st.integers(0, 200))
def test_behind_cover(cover: Poly, threat: Point, own: tuple[int, int], off: int) -> None:
    (stand,) = reach.poses_behind(cover, threat, (off,), *own)
    body = box(*stand, *own)
    assert not overlap(body, cover)
    assert gap(body, cover) <= off + 3


def test_out_of_sight() -> None:
    wall = upright(-100, 500, 100, 510)
    assert reach.hidden(((0, 1000), (900, 1000)), [(0, 0)], [wall]) == ((0, 1000),)
    assert reach.hidden(((0, 1000),), [(0, 0), (900, 900)], [wall]) == ()


@pytest.mark.parametrize(("fall", "even", "early"), [(0.0, 0, 0), (0.5, 5, 2), (0.999999, 9, 9)])
def test_picking(fall: float, even: int, early: int) -> None:
    assert reach.pick(Dial(fall), range(10)) == even
    assert reach.pick_near_front(Dial(fall), range(10)) == early


def test_jitter_stays_near() -> None:
    assert reach.jitter(Dial(0.25, 0.999, 0.5), HERE, 50, 100) == (1050, 1000, 0)
    for fall in (0.0, 0.3, 0.999999):
        stand = reach.jitter(Dial(fall, fall, fall), HERE, 50, 100)
        assert length((stand.x, stand.y), (HERE.x, HERE.y)) <= 51
        assert abs(turn_between(0, stand.facing)) <= 100


WALL = upright(400, -300, 600, 300)


def test_a_straight_way_needs_no_corners() -> None:
    assert way_round((0, 0), (300, 0), [WALL]) == ((300, 0),)
    assert way_round((0, 400), (1000, 400), [WALL], keep=100) == ((1000, 400),)


def test_round_the_nearer_end() -> None:
    assert way_round((0, 100), (1000, 100), [WALL]) == ((400, 300), (600, 300), (1000, 100))
    dear_north = way_round(
        (0, 100), (1000, 100), [WALL], cost=lambda a, b: length(a, b) * (9 if b[1] > 100 else 1)
    )
    assert dear_north == ((400, -300), (600, -300), (1000, 100))
    assert way_round((0, 100), (1000, 100), [WALL], table=(0, -200, 1000, 200)) is None


@given(points, points, st.lists(boxes, max_size=4), st.sampled_from([0, 0, 50, 150]))
@settings(max_examples=60)
def test_ways_keep_clear(start: Point, goal: Point, blocks: list[Poly], keep: int) -> None:
    blocks = [
        block for block in blocks if not within((start,), block, keep) and not within((goal,), block, keep)
    ]
    way = way_round(start, goal, blocks, keep)
    if way is None:
        return
    assert way[-1] == goal
    for leg in zip((start, *way), way):
        assert not any(nearer_than(leg, block, keep) if keep else crosses(leg, block) for block in blocks)


@given(shapes, st.integers(20, 200))
def test_corners_keep_off(block: Poly, keep: int) -> None:
    ring = corners_round(block, keep)
    for leg in zip(ring, ring[1:] + ring[:1]):
        assert not nearer_than(leg, block, keep)
