"""Paths: legs, where they end, how long they are, what they pass over."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry import paths
from grognard.geometry.paths import (
    Leg,
    approaches,
    around,
    back,
    first_hit,
    first_in_way,
    first_nearer,
    forward,
    glide,
    lane,
    order,
    side,
    step,
    turn,
    walk,
    wheel,
)
from grognard.geometry.points import Pose
from grognard.geometry.shapes import any_overlap, box, overlap_beyond
from tests.geometry.table import as_shape, boxes, places, poses, sizes

START = Pose(1000, 1000, 0)
ORDERS = {"column": (200, 300)}


@pytest.mark.parametrize(
    ("leg", "end", "length"),
    [
        (forward(600), (1000, 1600, 0), 600),
        (back(200), (1000, 800, 0), 200),
        (side(150), (1150, 1000, 0), 150),
        (side(-150), (850, 1000, 0), 150),
        (turn(450), (1000, 1000, 450), 0),
        (turn(-450), (1000, 1000, 3150), 0),
        (wheel(900), (1150, 750, 900), 629),  # on the right front corner (1200, 950 + ...)
        (wheel(-900), (850, 750, 2700), 629),
        (glide(300, -400), (1300, 600, 0), 500),
        (order("column"), (1000, 1000, 0), 0),
    ],
)
def test_legs(leg: Leg, end: tuple[int, int, int], length: int) -> None:
    stride = step(START, leg, 400, 100, ORDERS)
    assert stride.length == length
    if leg[0] != "wheel":
        assert stride.end == end


def test_a_wheel_keeps_its_corner() -> None:
    right = step(START, wheel(900), 400, 100)
    assert right.body()[1] == box(*START, 400, 100)[1] == (1200, 1050)
    assert right.body()[0] == (1200, 1450)
    assert right.length == 629  # a quarter of a circle of radius 4.00 is 6.283, rounded up
    left = step(START, wheel(-900), 400, 100)
    assert left.body()[0] == box(*START, 400, 100)[0]
    backwards = step(START, wheel(-900, "right"), 400, 100)
    assert backwards.body()[1] == (1200, 1050)
    assert backwards.body()[0] == (1200, 650)


@given(poses, sizes, st.integers(-900, 900), st.sampled_from(["left", "right"]))
def test_a_wheel_there_and_back(pose: Pose, size: tuple[int, int], angle: int, corner: str) -> None:
    there = step(pose, ("wheel", angle, corner), *size)
    pivot = 0 if corner == "left" else 1
    before, after = box(*pose, *size)[pivot], there.body()[pivot]
    assert max(abs(before[0] - after[0]), abs(before[1] - after[1])) <= 2
    home = step(there.end, ("wheel", -angle, corner), *size).end
    assert max(abs(home.x - pose.x), abs(home.y - pose.y)) <= 1
    assert home.facing == pose.facing


legs = st.one_of(
    st.builds(forward, st.integers(0, 800)),
    st.builds(back, st.integers(0, 300)),
    st.builds(side, st.integers(-300, 300)),
    st.builds(turn, st.integers(-900, 900)),
    st.builds(wheel, st.integers(-600, 600), st.sampled_from(["left", "right"])),
    st.builds(glide, places, places),
    st.just(order("column")),
)


@given(poses, sizes, st.lists(legs, max_size=4))
@settings(max_examples=60)
def test_a_walk_joins_its_legs(pose: Pose, size: tuple[int, int], manoeuvre: list[Leg]) -> None:
    strides = walk(pose, manoeuvre, *size, ORDERS)
    assert [stride.leg for stride in strides] == manoeuvre
    at = pose
    for stride in strides:
        assert stride.start == at
        at = stride.end
        ground = stride.lane()
        grown = [as_shape(piece).buffer(2) for piece in ground]
        assert any(piece.contains(as_shape(box(*stride.start, *stride.size))) for piece in grown)
        assert any(piece.contains(as_shape(stride.body())) for piece in grown)
    assert len(lane(strides)) == sum(len(stride.lane()) for stride in strides)


@given(poses, sizes, st.lists(legs, max_size=4))
@settings(max_examples=200)
def test_the_bounds_of_a_walk_hold_all_of_it(pose: Pose, size: tuple[int, int], manoeuvre: list[Leg]) -> None:
    strides = walk(pose, manoeuvre, *size, ORDERS)
    found = around(strides)
    if not strides:
        assert found is None
        return
    assert found is not None
    west, south, east, north = found
    for piece in lane(strides):
        assert all(west <= x <= east and south <= y <= north for x, y in piece)


@given(poses, sizes, st.integers(-900, 900), st.sampled_from(["left", "right"]), st.integers(0, 100))
@settings(max_examples=60)
def test_a_wheel_passes_over_every_pose_between(
    pose: Pose, size: tuple[int, int], angle: int, corner: str, share: int
) -> None:
    pieces = step(pose, ("wheel", angle, corner), *size).lane()
    between = as_shape(step(pose, ("wheel", angle * share // 100, corner), *size).body())
    assert any(as_shape(piece).buffer(2).contains(between) for piece in pieces)


def test_legs_are_json() -> None:
    manoeuvre = (forward(600), wheel(-300), glide(1, 2), order("column"))
    assert json.loads(json.dumps(manoeuvre)) == [
        ["forward", 600],
        ["wheel", -300, "left"],
        ["glide", 1, 2],
        ["order", "column"],
    ]


@pytest.mark.parametrize(
    "leg", [("hop", 3), ("forward",), ("forward", "far"), ("order", "square"), ("wheel", 10, "rear"), ()]
)
def test_other_legs_are_refused(leg: Leg) -> None:
    with pytest.raises(ValueError, match="not a leg"):
        step(START, leg, 400, 100, ORDERS)


def test_an_order_covers_both_shapes() -> None:
    stride = step(START, order("column"), 400, 100, ORDERS)
    assert stride.end_size == (200, 300)
    assert stride.lane() == (box(*START, 400, 100), box(*START, 200, 300))
    column, ahead = walk(START, [order("column"), forward(100)], 400, 100, ORDERS)
    assert ahead.body() == box(1000, 1100, 0, 200, 300)
    assert column.length == 0


@given(poses, sizes, st.lists(legs, min_size=1, max_size=3), st.lists(boxes, max_size=4))
@settings(max_examples=60)
def test_short_cuts_never_change_what_is_in_the_way(
    pose: Pose, size: tuple[int, int], manoeuvre: list[Leg], obstacles: list[tuple[tuple[int, int], ...]]
) -> None:
    strides = walk(pose, manoeuvre, *size, ORDERS)
    for stride in strides:
        hit = first_in_way(stride, obstacles)
        assert (hit is not None) == any(any_overlap(piece, obstacles, 2) for piece in stride.lane())
        if hit is not None:
            assert any(overlap_beyond(piece, obstacles[hit], 2) for piece in stride.lane())
    found = first_hit(strides, obstacles)
    clear = [first_in_way(stride, obstacles) is None for stride in strides]
    assert (found is None) == all(clear)
    if found is not None:
        assert found[0] == clear.index(False)


def test_what_is_hit_and_what_is_come_near_to() -> None:
    friend, foe = box(1000, 1400, 0, 100, 100), box(1600, 1700, 0, 100, 100)
    strides = walk(START, [forward(200), side(300), forward(400)], 400, 100)
    assert first_hit(strides, [foe, friend]) is None
    assert first_hit(walk(START, [turn(10), forward(400)], 400, 100), [foe, friend]) == (1, 1)
    assert first_nearer(strides, [foe, friend], 100) == (2, 0)
    assert first_nearer(strides, [foe], 51) == (2, 0)
    assert first_nearer(strides, [foe], 50) is None  # the corner passes at exactly that
    assert first_nearer(walk(START, [turn(900)], 400, 100), [friend], 200) == (0, 0)
    assert first_nearer(walk(START, [turn(900)], 400, 100), [friend], 100) is None


def test_going_away_is_not_approaching() -> None:
    foe = box(1000, 1120, 1800, 400, 100)  # 0.20 ahead
    assert not approaches(walk(START, [back(300)], 400, 100), foe)
    assert not approaches(walk(START, [side(100)], 400, 100), foe)
    assert approaches(walk(START, [forward(10)], 400, 100), foe)
    assert approaches(walk(START, [back(300), turn(1800), back(295)], 400, 100), foe) is False
    assert approaches(walk(START, [back(300), forward(310)], 400, 100), foe)
    assert not approaches((), foe)


def test_slides_are_passed_on() -> None:
    assert paths.stretch(box(*START, 400, 100), 0, 100, []).distance == 100
