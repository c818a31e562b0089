"""Terrain: patches, lines with gates, and the questions a move asks of the ground."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Polygon  # type: ignore[import-untyped]

from grognard.geometry.outlines import simple
from grognard.geometry.points import Point, Poly
from grognard.geometry.shapes import box, swept
from grognard.geometry.terrain import Ground, Patch, covers, line, meeting, patch
from tests.geometry.table import as_shape, boxes, few_points, segments_meet, small_shapes

WOOD = patch("Long Wood", "wood", ((0, 0), (0, 600), (200, 600), (200, 200), (600, 200), (600, 0)))
HILL = patch("Knoll", "hill", ((400, 100), (400, 900), (900, 900), (900, 100)), level=1)
WALL = line("wall", "wall", ((0, 1000), (1000, 1000)), gates=((400, 600),))
FORT = line(
    "fort", "work", ((2000, 0), (2000, 300), (2300, 300), (2300, 0)), gates=((100, 200),), closed=True
)
GROUND = Ground((WOOD, HILL), (WALL, FORT))


def names(found: tuple[Patch, ...]) -> list[str]:
    return [area.name for area in found]


@pytest.mark.parametrize(
    ("point", "on"),
    [
        ((100, 100), ["Long Wood"]),
        ((500, 150), ["Long Wood", "Knoll"]),
        ((300, 300), []),
        ((200, 400), ["Long Wood"]),  # on the outline
        ((900, 900), ["Knoll"]),
    ],
)
def test_where_a_point_lies(point: Point, on: list[str]) -> None:
    assert names(GROUND.at(point)) == on


@pytest.mark.parametrize(
    ("body", "under", "wholly"),
    [
        (box(100, 100, 0, 100, 100), ["Long Wood"], ["Long Wood"]),
        (box(300, 300, 0, 200, 200), [], []),  # in the crook, touching both arms
        (box(299, 300, 0, 200, 200), ["Long Wood"], []),
        (box(650, 500, 0, 100, 100), ["Knoll"], ["Knoll"]),
        (box(100, 300, 0, 200, 600), ["Long Wood"], ["Long Wood"]),  # edge to edge
        (box(400, 400, 450, 600, 40), ["Long Wood", "Knoll"], []),
    ],
)
def test_what_a_body_stands_on(body: Poly, under: list[str], wholly: list[str]) -> None:
    assert names(GROUND.under(body)) == under
    assert names(GROUND.wholly_under(body)) == wholly
    assert GROUND.under_any((body, body)) == GROUND.under(body)


def test_what_is_near_and_along() -> None:
    body = box(300, 300, 0, 100, 100)
    assert names(GROUND.near(body, 49)) == []
    assert names(GROUND.near(body, 50)) == ["Long Wood", "Knoll"]
    assert names(GROUND.along(((300, 300), (300, 100)))) == ["Long Wood"]
    assert names(GROUND.along(((200, 700), (200, 200)))) == []  # along the edge
    assert names(GROUND.along(((250, 700), (800, 700)))) == ["Knoll"]
    assert GROUND.length_in(((-100, 100), (1000, 100)), frozenset({"wood"})) == 600
    assert GROUND.length_in(((-100, 100), (1000, 100)), frozenset({"marsh"})) == 0


def test_a_road_through_the_wood() -> None:
    road = patch("Road", "road", ((-100, 80), (-100, 120), (300, 120), (300, 80)))
    ground = Ground((WOOD, road))
    wood, roads = frozenset({"wood"}), frozenset({"road"})
    way = ((-100, 100), (1000, 100))
    assert ground.length_in(way, wood, unless=roads) == 300
    assert ground.length_in(way, roads, unless=wood) == 100
    assert ground.length_in(((-100, 121), (1000, 121)), wood, unless=roads) == 600
    assert ground.stays_on(((-100, 100), (300, 100)), roads)
    assert ground.stays_on(((-100, 120), (300, 120)), roads)  # along its edge
    assert not ground.stays_on(((-100, 100), (301, 100)), roads)
    assert ground.stays_on(((-100, 100), (600, 100)), roads | wood)
    assert ground.stays_on(((300, 100), (300, 100)), roads)
    assert not ground.stays_on(((301, 100), (301, 100)), roads)


@given(st.lists(few_points, min_size=3, max_size=7, unique=True), small_shapes)
def test_covering(ring: list[Point], body: Poly) -> None:
    assume(simple(ring))
    assert covers(patch("p", "k", ring), body) == Polygon(ring).covers(as_shape(body))


@given(st.lists(few_points, min_size=3, max_size=7, unique=True), small_shapes)
def test_standing_on(ring: list[Point], body: Poly) -> None:
    assume(simple(ring))
    met = Polygon(ring).intersection(as_shape(body)).area
    assert bool(Ground((patch("p", "k", ring),)).under(body)) == (met > 1e-9)


def test_a_line_has_pieces_and_gates() -> None:
    assert WALL.solid == (((0, 1000), (400, 1000)), ((600, 1000), (1000, 1000)))
    assert WALL.gates == (((400, 1000), (600, 1000)),)
    assert FORT.solid[:2] == (((2000, 0), (2000, 100)), ((2000, 200), (2000, 300)))
    assert FORT.gates == (((2000, 100), (2000, 200)),)
    assert len(FORT.solid) == 5
    bent = line("hedge", "hedge", ((0, 0), (0, 300), (300, 300)), gates=((200, 400),))
    assert bent.gates == (((0, 200), (0, 300)), ((0, 300), (100, 300)))
    assert bent.solid == (((0, 0), (0, 200)), ((100, 300), (300, 300)))


def test_where_a_way_crosses_lines() -> None:
    (solid,) = GROUND.lines_across(((200, 900), (200, 1100)))
    assert (solid.line, solid.start, solid.gate) == (WALL, (200, 1000), False)
    (gate,) = GROUND.lines_across(((500, 900), (510, 1100)))
    assert (gate.start, gate.gate) == ((505, 1000), True)
    assert GROUND.lines_across(((200, 900), (800, 990))) == ()
    assert len(GROUND.lines_across(((1900, 250), (2400, 250)))) == 2


def test_which_lines_a_moving_box_crosses() -> None:
    lane = swept(box(500, 800, 0, 150, 100), 0, 400)
    (through,) = GROUND.lines_swept((lane,))
    assert through.gate
    assert {through.start, through.end} == {(425, 1000), (575, 1000)}
    wider = swept(box(500, 800, 0, 300, 100), 0, 400)
    assert [crossing.gate for crossing in GROUND.lines_swept((wider,))] == [False, False, True]
    up_to_it = swept(box(200, 800, 0, 150, 100), 0, 150)
    assert GROUND.lines_swept((up_to_it,)) == ()  # touching is not crossing


def test_lines_near_a_body() -> None:
    assert GROUND.lines_near(box(200, 850, 0, 100, 100), 100) == (WALL,)
    assert GROUND.lines_near(box(200, 850, 0, 100, 100), 99) == ()
    assert GROUND.lines_near(box(500, 850, 0, 100, 100), 100) == ()  # before the gate


@given(boxes)
def test_bounds_never_change_an_answer(body: Poly) -> None:
    shape = as_shape(body)
    expected = [area.name for area in (WOOD, HILL) if Polygon(area.outline).intersection(shape).area > 1e-6]
    assert names(GROUND.under(body)) == expected


@given(few_points, few_points, few_points, few_points)
def test_where_segments_meet(a: Point, b: Point, c: Point, d: Point) -> None:
    assume(a != b and c != d)
    spot = meeting((a, b), (c, d))
    assert (spot is not None) == segments_meet(a, b, c, d)
    if spot is not None:
        assert as_shape((a, b)).distance(as_shape((spot,))) <= 0.71
        assert as_shape((c, d)).distance(as_shape((spot,))) <= 0.71


def test_ground_is_plain_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(GROUND), type=Ground) == GROUND
    assert repr(WOOD) == "<wood Long Wood>"
    assert repr(WALL) == "<wall wall>"
