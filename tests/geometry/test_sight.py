"""Lines of sight: crossing, lengths inside, margins, hills, and who blocks."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, unary_union  # type: ignore[import-untyped]

from grognard.geometry.gaps import gap_key, within
from grognard.geometry.outlines import convex_parts, simple
from grognard.geometry.points import Point, Poly, Segment, shifted
from grognard.geometry.shapes import box, contains, upright
from grognard.geometry.sight import (
    Screen,
    aims,
    any_crossed,
    any_passed_within,
    behind,
    clear,
    crosses,
    crosses_parts,
    first_blocker,
    glimpses,
    length_inside,
    longer_inside,
    look,
    passes_within,
)
from tests.geometry.table import as_shape, boxes, few_points, points, small_shapes, turned, turned_poly

WOOD = upright(100, 0, 400, 300)


@pytest.mark.parametrize(
    ("line", "crossed"),
    [
        (((0, 150), (500, 150)), True),
        (((0, 300), (500, 300)), False),  # along the edge
        (((0, 0), (100, 0)), False),  # ends on a corner
        (((0, 200), (200, 400)), False),  # over a corner only
        (((0, 199), (200, 399)), True),
        (((0, 150), (100, 150)), False),  # ends on the edge
        (((0, 150), (101, 150)), True),
        (((200, 100), (200, 100)), True),  # a point inside
        (((100, 100), (100, 100)), False),
        (((200, 100), (250, 120)), True),  # wholly inside
        (((100, 0), (400, 300)), True),  # corner to corner
        (((500, 150), (600, 150)), False),
    ],
)
def test_crossing(line: Segment, crossed: bool) -> None:
    assert crosses(line, WOOD) == crossed
    assert crosses((line[1], line[0]), WOOD) == crossed
    assert crosses_parts(line, (WOOD,)) == crossed


@given(few_points, few_points, small_shapes)
@settings(max_examples=300)
def test_crossing_small_shapes(a: Point, b: Point, poly: Poly) -> None:
    assume(a != b)
    line, shape = LineString([a, b]), as_shape(poly)
    assert crosses((a, b), poly) == bool(line.intersects(shape) and not line.touches(shape))


@given(points, points, boxes, st.integers(0, 3))
def test_crossing_turns_with_the_table(a: Point, b: Point, poly: Poly, quarters: int) -> None:
    line = (turned(a, quarters), turned(b, quarters))
    assert crosses(line, turned_poly(poly, quarters)) == crosses((b, a), poly)


@pytest.mark.parametrize(
    ("line", "inside"),
    [
        (((0, 150), (500, 150)), 300),
        (((0, 150), (300, 150)), 200),
        (((0, 150), (50, 150)), 0),
        (((100, 0), (400, 300)), 425),  # 424.26 shows as 425
        (((0, 300), (500, 300)), 300),  # along the outline counts as inside
    ],
)
def test_length_inside(line: Segment, inside: int) -> None:
    assert length_inside(line, (WOOD,)) == inside
    assert not longer_inside(line, (WOOD,), inside)
    assert inside == 0 or longer_inside(line, (WOOD,), inside - 1)


def test_two_of_wood_in_all_is_not_more_than_two() -> None:
    strips = (upright(100, 0, 200, 300), upright(300, 0, 400, 300))
    line = ((0, 10), (500, 10))
    assert length_inside(line, strips) == 200
    assert not longer_inside(line, strips, 200)
    assert longer_inside(line, strips, 199)
    # Parts that share a seam or overlap are counted once.
    assert length_inside(line, (*strips, upright(150, 0, 300, 300))) == 300
    slanting = ((0, 0), (500, 1))
    assert longer_inside(slanting, strips, 200)  # 200.0004


@given(points, points, st.lists(boxes, max_size=4), st.integers(0, 2000))
def test_length_inside_against_the_oracle(a: Point, b: Point, polys: list[Poly], distance: int) -> None:
    assume(a != b)
    true = LineString([a, b]).intersection(unary_union([as_shape(poly) for poly in polys])).length
    assert true - 1e-6 <= length_inside((a, b), polys) <= true + 1 + 1e-6
    if abs(true - distance) > 1e-6:
        assert longer_inside((a, b), polys, distance) == (true > distance)


@given(points, points, boxes, st.integers(0, 1500))
def test_passing_by(a: Point, b: Point, poly: Poly, distance: int) -> None:
    assume(a != b)
    true = LineString([a, b]).distance(as_shape(poly))
    if abs(true - distance) > 1e-6:
        assert passes_within((a, b), poly, distance) == (true < distance)
        assert any_passed_within((a, b), [poly], distance) == (true < distance)


def test_exactly_one_away_is_within_one() -> None:
    line = ((0, 400), (500, 400))
    assert passes_within(line, WOOD, 100)
    assert not passes_within(line, WOOD, 99)


@given(st.lists(few_points, min_size=3, max_size=7, unique=True), few_points, few_points)
@settings(max_examples=300)
def test_crossing_shapes_made_of_parts(ring: list[Point], a: Point, b: Point) -> None:
    assume(simple(ring) and a != b)
    line, shape = LineString([a, b]), Polygon(ring)
    # Our parts meet along seams that are inside: the oracle judges the whole.
    assert crosses_parts((a, b), convex_parts(ring)) == bool(
        line.intersects(shape) and not line.touches(shape)
    )


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        (((0, 150), (500, 150)), True),
        (((200, 150), (500, 150)), False),  # viewer on it
        (((0, 150), (200, 150)), False),  # target on it
        (((100, 150), (500, 150)), False),  # on its outline is on it
        (((0, 300), (500, 300)), False),  # along its foot
    ],
)
def test_hills(line: Segment, hidden: bool) -> None:
    assert behind(line, (WOOD,)) == hidden


@given(points, points, st.lists(boxes, max_size=6))
def test_the_first_blocker_is_the_nearest(a: Point, b: Point, polys: list[Poly]) -> None:
    assume(a != b)
    blocked = [index for index, poly in enumerate(polys) if crosses((a, b), poly)]
    first = first_blocker((a, b), polys)
    assert (first is not None) == any_crossed((a, b), polys) == bool(blocked)
    if first is not None:
        line = LineString([a, b])
        entries = {i: line.intersection(as_shape(polys[i])).distance(as_shape((a,))) for i in blocked}
        assert entries[first] == pytest.approx(min(entries.values()), abs=1e-6)


def test_a_look_names_what_blocks_it() -> None:
    line = ((0, 150), (1000, 150))
    wood = Screen("wood", (WOOD,), "deep", 200)
    hill = Screen("hill", (shifted(WOOD, 400, 0),), "hill")
    line_of_men = Screen("men", (box(150, 250, 0, 60, 60),), "near", 70)
    screens = [hill, wood, line_of_men]
    seen = look(line, screens)
    assert (seen.clear, seen.blocker, seen.at) == (False, wood, (100, 150))
    assert look(line, [hill]).at == (500, 150)
    assert look(line, [line_of_men]).blocker == line_of_men
    assert look(line, [line_of_men._replace(amount=69)]).clear
    assert look(line, [wood._replace(amount=300)]) == (line, None, None)
    assert not clear(line, [Screen(1, (WOOD,))])
    assert clear(((0, 301), (1000, 301)), [Screen(1, (WOOD,))])


def test_a_look_past_something_near_says_where() -> None:
    seen = look(((0, 0), (1000, 0)), [Screen("men", (box(500, 100, 0, 100, 100),), "near", 60)])
    assert seen.at is not None
    assert 450 <= seen.at[0] <= 550
    assert seen.at[1] == 0


@given(points, boxes)
def test_aims_lie_on_the_target(eye: Point, target: Poly) -> None:
    aimed = aims(eye, target)
    assert len(set(aimed)) == len(aimed)
    assert all(gap_key((aim,), target) <= 2 for aim in aimed)
    if not contains(target, eye):
        assert len(aimed) >= 5


@pytest.mark.parametrize(
    ("screen", "distance", "ends"),
    [
        (box(0, 500, 0, 200, 0), 0, [-200, 200]),  # both ends
        (box(0, 500, 0, 200, 100), 0, [-222, 222]),  # the near corners count
        (box(100, 500, 0, 200, 0), 0, [0]),  # to the left; the right line misses
        (box(0, 500, 0, 200, 0), 30, [-263, 263]),  # and keep 30 off
        (box(0, 500, 0, 2000, 0), 0, []),  # both miss
        (box(0, 100, 0, 100, 0), 150, []),  # the eye itself is too near
    ],
)
def test_glimpses_pass_a_screen_on_both_sides(screen: Poly, distance: int, ends: list[int]) -> None:
    target = upright(-300, 1000, 300, 1100)
    found = sorted(glimpses((0, 0), screen, distance, target))
    assert [y for _, y in found] == [1000] * len(ends)
    assert [x for x, _ in found] == pytest.approx(ends, abs=8)
    assert all(LineString([(0, 0), spot]).distance(as_shape(screen)) > distance for spot in found)


@given(points, boxes, boxes, st.integers(0, 100))
def test_glimpses_reach_the_target_and_keep_off_the_screen(
    eye: Point, screen: Poly, target: Poly, distance: int
) -> None:
    assume(not within((eye,), screen, distance + 20))
    for spot in glimpses(eye, screen, distance, target):
        assert gap_key((spot,), target) <= 2
        near = LineString([eye, spot]).distance(as_shape(screen))
        # Rounding to hundredths moves a long line a little; a short one never comes nearer than asked.
        assert near > distance - 2
