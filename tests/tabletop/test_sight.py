"""Looks: nothing that can be between two bodies is left out, and what is found is clear, or blocked at once."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.arcs import ALL_ROUND, Arc, front_arc, in_arc, poly_in_arc
from grognard.geometry.gaps import first_within, point_within
from grognard.geometry.points import Crowd, Point, Poly, bounds
from grognard.geometry.shapes import box
from grognard.geometry.sight import crosses
from grognard.tabletop.land import patches
from grognard.tabletop.sight import (
    CLEAR,
    GROUND,
    Screening,
    Screens,
    between,
    corridor,
    first_behind,
    first_hiding,
    front_arcs,
    front_eyes,
    marks,
    outlook,
    screens_by_kind,
    screens_of,
    search,
    those_in_arc,
)
from tests.tabletop.test_land import HILL, TOP, WOOD, Terrain

TABLE = 900
places = st.integers(0, TABLE)
facings = st.sampled_from([0, 300, 450, 900, 1800, 2710])
bodies = st.builds(box, places, places, facings, st.integers(10, 300), st.integers(10, 120))


@given(bodies, bodies, st.lists(bodies, max_size=8), st.sampled_from([0, 20, 100]), st.randoms())
@settings(max_examples=60, deadline=None)
def test_nobody_a_line_comes_near_is_left_out(
    one: Poly, other: Poly, rest: list[Poly], near: int, rng: random.Random
) -> None:
    crowd = Crowd(rest)
    found = between(crowd.bounds, bounds(one), bounds(other), near)
    for start in one:
        end = rng.choice(other)
        assert all(
            i in found for i, poly in enumerate(crowd) if first_within((start, end), (poly,), near) == 0
        )
    west, south, east, north = corridor(bounds(one), bounds(other))
    assert all(west < x < east and south < y < north for x, y in (*one, *other))


@given(places, places, facings, bodies)
@settings(max_examples=60, deadline=None)
def test_marks_lie_on_the_target_and_in_the_arc(x: int, y: int, facing: int, target: Poly) -> None:
    arc = front_arc(box(x, y, facing, 80, 80), facing)
    found = marks((x, y), arc, target, 3)
    assert all(point_within(mark, target, 1) for mark in found)
    if any(in_arc(arc, corner, edge=False) for corner in target):
        assert found
    if not poly_in_arc(arc, target):
        assert not found


def _wall(poly: Poly) -> Screening:
    def screen(eye: Point, aim: Point) -> Poly | None:
        return poly if crosses((eye, aim), poly) else None

    return screen


@given(places, places, bodies, st.lists(bodies, max_size=6), st.none() | bodies, st.sampled_from([0, 40]))
@settings(max_examples=80, deadline=None)
def test_a_line_found_clear_is_clear_and_a_blocked_one_says_by_whom(
    x: int, y: int, target: Poly, rest: list[Poly], wall: Poly | None, near: int
) -> None:
    eye, crowd = (x, y), Crowd(rest)
    screen = None if wall is None else _wall(wall)
    found = search(eye, ALL_ROUND, target, crowd, near, screen)
    assert found is not None
    aim, by = found
    hidden = wall is not None and crosses((eye, aim), wall)
    assert hidden == (by == GROUND)
    if by != GROUND:
        assert (by == CLEAR) == (first_within((eye, aim), crowd, near) is None)
    if by >= 0:
        assert by == first_within((eye, aim), crowd, near)


WIDE: Arc = front_arc(box(0, 0, 0, 80, 80), 0)


@pytest.mark.parametrize(
    ("arc", "rest", "by"),
    [
        pytest.param(WIDE, (), CLEAR, id="nobody between"),
        pytest.param(WIDE, (box(0, 200, 0, 40, 40),), CLEAR, id="past one who stands in the middle"),
        pytest.param(WIDE, (box(0, 200, 0, 2000, 40),), 0, id="nobody looks past a wide line"),
        pytest.param(
            WIDE, (box(900, 200, 0, 40, 40), box(0, 200, 0, 2000, 40)), 1, id="who is aside blocks nothing"
        ),
    ],
)
def test_who_is_in_the_way(arc: Arc, rest: tuple[Poly, ...], by: int) -> None:
    found = search((0, 40), arc, box(0, 500, 1800, 400, 80), Crowd(rest), 20)
    assert found is not None
    assert found[1] == by


def test_one_looks_out_from_corners_and_middles() -> None:
    assert outlook(((0, 0), (0, 10), (20, 10), (20, 0))) == [
        (0, 0),
        (0, 10),
        (20, 10),
        (20, 0),
        (0, 5),
        (10, 10),
        (20, 5),
        (10, 0),
    ]


def test_the_first_ground_that_hides_a_line() -> None:
    ground = patches((HILL, WOOD), lambda t: True)
    screens = Screens(
        [*screens_of(ground.of("wood"), "deep", {"wood": 200}), *screens_of(ground.of("hill"), "hill")]
    )
    assert len(screens) == 2

    def hidden(x: int, y: int, x2: int, y2: int) -> str:
        found = screens.first(((x, y), (x2, y2)))
        return "" if found is None else str(found.name)

    assert hidden(-100, 150, 1000, 150) == "Long Wood"  # the hill too, but the wood is the first
    assert hidden(-100, 500, 200, 500) == ""  # just so much of the wood
    assert hidden(300, 500, 1000, 500) == "Knoll"
    assert hidden(500, 500, 1000, 500) == ""  # from on it
    assert hidden(300, 950, 1000, 950) == ""
    assert not Screens(())
    assert Screens(screens.who) == screens != Screens(screens.who[:1])
    assert hash(Screens(screens.who)) == hash(screens)


def test_kinds_of_ground_as_one_screen_each_and_the_first_that_hides() -> None:
    copses = [Terrain("copse", f"{x}", ((x, 0), (x, 100), (x + 100, 100), (x + 100, 0))) for x in (0, 300)]
    ground = patches((*copses, WOOD), lambda t: True)
    screens = screens_by_kind(ground, "deep", {"copse": 150, "wood": 500})
    assert [(screen.name, len(screen.parts), screen.amount) for screen in screens] == [
        ("copse", 2, 150),
        ("wood", len(ground[2].parts), 500),
    ]

    def hidden(y: int) -> str:
        found = first_hiding(((-100, y), (700, y)), screens)
        return "" if found is None else str(found.name)

    assert [hidden(50), hidden(150), hidden(300)] == ["copse", "wood", ""]


def test_the_first_hill_a_line_passes_over() -> None:
    hills = patches((HILL, TOP), lambda t: True)
    assert first_behind(((300, 300), (1000, 300)), hills) is hills[0]
    assert first_behind(((450, 300), (1000, 300)), hills) is hills[1]  # from on the first
    assert first_behind(((450, 500), (1000, 500)), hills) is None


def test_eyes_and_what_lies_in_an_arc() -> None:
    assert front_eyes([box(0, 0, 0, 100, 60), box(500, 0, 900, 100, 60)]) == ((0, 30), (530, 0))
    arc = front_arc(box(0, 0, 0, 100, 60), 0, 450)
    assert front_arcs([(box(0, 0, 0, 100, 60), 0)], 450) == (arc,)
    points = [(0, 500), (0, -500), (500, 40), (30, 90)]
    assert (
        those_in_arc(arc, points) == [point for point in points if in_arc(arc, point)] == [(0, 500), (30, 90)]
    )
