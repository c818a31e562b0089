"""Loose figures asked about as one: what is said of all is what each of them by himself would say."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.gaps import gap, length, nearest_point
from grognard.geometry.points import Point, Poly
from grognard.geometry.shapes import box, upright
from grognard.tabletop.figures import (
    Foot,
    bases_gap,
    centres,
    discs_moved,
    feet,
    first_come_nearer,
    gap_to,
    nearest_square,
    on_outline,
    pairs_within,
)

WALL: Poly = upright(0, 0, 100, 100)
ROAD: Poly = ((0, 300), (900, 300))


def test_each_figure_has_a_foot_on_each_shape() -> None:
    figures = (150, 50), (50, 140)
    assert feet(figures, (WALL, ROAD)) == [
        Foot(50, 0, (100, 50)),
        Foot(40, 1, (50, 100)),
        Foot(250, 0, (150, 300)),
        Foot(160, 1, (50, 300)),
    ]
    assert min(feet(figures, (WALL, ROAD))) == (40, 1, (50, 100))
    assert gap_to(figures, WALL) == 40
    assert feet(figures, ()) == feet((), (WALL,)) == []


def test_a_figure_inside_a_shape_stands_on_its_foot() -> None:
    assert feet(((40, 40),), (WALL,)) == [Foot(0, 0, (40, 40))]
    assert gap_to(((40, 40), (900, 900)), WALL) == 0


def test_round_bases_and_where_they_stand() -> None:
    bases = (150, 50, 20), (50, 140, 5)
    assert centres(bases) == [(150, 50), (50, 140)]
    assert discs_moved(bases, -10, 3) == [(140, 53, 20), (40, 143, 5)]
    assert bases_gap(bases, WALL) == 30
    assert bases_gap([(110, 50, 20)], WALL) == 0  # it reaches into it
    assert nearest_square((0, 0), [(30, 40), (0, 60)]) == 2500


@pytest.mark.parametrize(
    ("point", "on"),
    [((0, 0), True), ((0, 50), True), ((1, 50), False), ((50, 50), False), ((100, 101), False)],
)
def test_who_stands_on_an_outline(point: Point, on: bool) -> None:
    assert on_outline([(50, 51), point], WALL) == ((1,) if on else ())


def test_the_outline_of_one_or_two_is_themselves() -> None:
    assert on_outline([(5, 5), (6, 5)], ((5, 5),)) == (0,)
    assert on_outline([(5, 5), (6, 5), (7, 5), (8, 5)], ((5, 5), (7, 5))) == (0, 1, 2)


@pytest.mark.parametrize(("distance", "found"), [(50, [(50, 0, (30, 40))]), (49, [])])
def test_exactly_so_far_is_a_pair(distance: int, found: list[Foot]) -> None:
    assert pairs_within(((0, 0), (500, 0)), ((30, 40),), distance) == found


@pytest.mark.parametrize(
    ("old", "new", "nearer"),
    [
        ((80, 0), (50, 0), False),
        ((80, 0), (49, 0), True),
        ((30, 0), (40, 0), False),
        ((30, 0), (-30, 0), False),
        ((30, 0), (0, 29), True),
    ],
)
def test_who_comes_nearer_to_a_disc_than_he_may_and_was(old: Point, new: Point, nearer: bool) -> None:
    assert (first_come_nearer([old], [new], [(0, 0, 50)], [], 0) == 0) is nearer


@pytest.mark.parametrize(
    ("old", "new", "nearer"),
    [(180, 120, False), (180, 119, True), (115, 118, False), (115, 114, True), (115, 115, False)],
)
def test_who_comes_nearer_to_a_shape_than_he_may_and_was(old: int, new: int, nearer: bool) -> None:
    still = 900, 900
    found = first_come_nearer([still, (old, 50)], [still, (new, 50)], [], [WALL], 20)
    assert found == (1 if nearer else None)


@pytest.mark.parametrize("seed", range(30))
def test_all_at_once_is_each_by_himself(seed: int) -> None:
    rng = random.Random(seed)

    def figures() -> list[Point]:
        return [(rng.randint(0, 900), rng.randint(0, 900)) for _ in range(rng.randint(1, 5))]

    for _ in range(10):
        mine, theirs = figures(), figures()
        shape = box(rng.randint(0, 900), rng.randint(0, 900), rng.randrange(3600), 120, 60)
        assert gap_to(mine, shape) == min(gap((one,), shape) for one in mine)
        assert [foot.spot for foot in feet(mine, (shape,))] == [nearest_point(one, shape) for one in mine]
        assert pairs_within(mine, theirs, 400) == [
            (length(one, other), at, other)
            for at, one in enumerate(mine)
            for other in theirs
            if (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= 400**2
        ]
