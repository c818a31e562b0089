"""Reach: the region to draw; ways round."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.gaps import length, nearer_than, within
from grognard.geometry.points import Point, Poly
from grognard.geometry.reach import fan
from grognard.geometry.shapes import upright
from grognard.geometry.sight import crosses
from grognard.geometry.ways import corners_round, way_round
from tests.geometry.table import boxes, points, shapes


def test_a_fan_is_cut_short_by_what_stands_in_the_way() -> None:
    def free(bearing: int, limit: int) -> int:
        return min(limit, 250) if bearing == 0 else limit

    shape = fan(1000, 1000, lambda bearing: 600 if bearing < 1800 else 300, free, step=900)
    assert shape == ((1000, 1250), (1600, 1000), (1000, 700), (700, 1000))
    assert fan(0, 0, lambda bearing: -5, step=900, margin=10) == ((0, 10), (10, 0), (0, -10), (-10, 0))


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
