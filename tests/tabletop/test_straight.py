"""Round bases going straight: quick answers are those of the plain search."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.angles import offset
from grognard.geometry.gaps import nearer_than
from grognard.geometry.points import Point, Poly
from grognard.geometry.shapes import upright
from grognard.tabletop.straight import (
    Disc,
    along,
    approached_at,
    approaches,
    deepest,
    first_stopped,
    free_stretch,
    moved,
    solid_at,
    stands_in,
    struck_at,
    swept,
)

FAR = 600
BLOCK: Poly = upright(150, 60, 300, 260)


def scene(seed: int) -> tuple[list[Point], list[Disc], int]:
    rng = random.Random(seed)
    places = [(rng.randrange(-150, 150), rng.randrange(-150, 150)) for _ in range(4)]
    discs = [
        (rng.randrange(-500, 500), rng.randrange(-500, 500), rng.choice((40, 80, 150))) for _ in range(6)
    ]
    return places, discs, rng.randrange(3600)


def ends(start: Point, bearing: int) -> Point:
    dx, dy = offset(bearing, FAR)
    return start[0] + dx, start[1] + dy


def plainly_approached(start: Point, end: Point, discs: list[Disc]) -> int:
    dx, dy = end[0] - start[0], end[1] - start[1]
    ahead = [disc for disc in discs if (start[0] - disc[0]) * dx + (start[1] - disc[1]) * dy < 0]
    return min([FAR, *[free_stretch(start, end, disc) for disc in ahead]])


@pytest.mark.parametrize("seed", range(150))
def test_the_first_of_many_is_found_without_trying_all(seed: int) -> None:
    places, discs, bearing = scene(seed)
    for start in places:
        end = ends(start, bearing)
        assert struck_at(start, end, FAR, discs) == min(
            [FAR, *[free_stretch(start, end, disc) for disc in discs]]
        )
        assert approached_at(start, end, FAR, discs) == plainly_approached(start, end, discs)


@pytest.mark.parametrize("seed", range(150))
def test_who_is_surely_stopped_is(seed: int) -> None:
    places, discs, bearing = scene(seed)
    for within in (FAR, 200, 40, 5, 1):
        found = first_stopped(places, bearing, FAR, within, discs, [BLOCK], 20, seed % 4)
        if found is not None:
            start = places[found]
            reached = plainly_approached(start, ends(start, bearing), discs)
            assert min(reached, solid_at(start, bearing, FAR, BLOCK, 20)) < within


@pytest.mark.parametrize("seed", range(60))
def test_few_are_stopped_and_not_seen_to_be(seed: int) -> None:
    places, discs, bearing = scene(seed)
    for start in places:
        reached = plainly_approached(start, ends(start, bearing), discs)
        if reached < FAR - 10 and first_stopped([start], bearing, FAR, FAR, discs, [], 20) is None:
            graze = [(x, y, limit - 4) for x, y, limit in discs]
            assert plainly_approached(start, ends(start, bearing), graze) >= FAR - 10


def test_a_shape_is_kept_off_to_the_hundredth() -> None:
    reached = solid_at((0, 160), 900, FAR, BLOCK, 20)
    assert reached == 130
    assert not nearer_than(((0, 160), (130, 160)), BLOCK, 20)
    assert nearer_than(((0, 160), (131, 160)), BLOCK, 20)
    assert solid_at((0, 160), 2700, FAR, BLOCK, 20) == FAR


@pytest.mark.parametrize(
    ("start", "end", "comes"),
    [
        ((0, 160), (130, 160), False),
        ((0, 160), (131, 160), True),
        ((140, 0), (140, 45), True),
        ((140, 160), (130, 160), False),  # away, from one that is too near already
        ((140, 160), (140, 100), False),
        ((140, 160), (141, 160), True),
        ((140, 100), (140, -900), False),
    ],
)
def test_whoever_is_too_near_may_only_go_away(start: Point, end: Point, comes: bool) -> None:
    assert approaches((start, end), [upright(900, 900, 950, 950), BLOCK], 20) is comes


def test_how_deep() -> None:
    discs = [(100, 0, 50), (100, 10, 80)]
    assert deepest([(0, 0), (60, 0)], discs[:1]) == 10
    assert deepest([(0, 0), (50, 0)], discs[:1]) == 0
    assert deepest([(100, 0)], discs) == 50
    assert stands_in((60, 0), [((50, -50, 150, 50), discs[:1])])
    assert not stands_in((50, 0), [((50, -50, 150, 50), discs[:1])])


def test_boxes_that_move() -> None:
    assert moved((0, 0, 10, 20), -5, 7) == (-5, 7, 5, 27)
    assert swept((0, 0, 10, 20), -5, 7) == (-7, -2, 12, 29)
    assert along((0, 0), (300, 400), 250) == (150, 200)
