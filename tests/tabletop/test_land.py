"""Land: patches, lines, and the questions a move asks of the ground, whole groups at once."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Polygon  # type: ignore[import-untyped]

from grognard.geometry.outlines import simple
from grognard.geometry.points import Point, Poly, Segment, bounds, bounds_of_all
from grognard.geometry.shapes import box
from grognard.tabletop.land import (
    Patches,
    all_parts,
    best_at,
    first_crossed,
    keeps_beside,
    lines,
    met_between,
    of_most,
    over_edge,
    parts_of,
    patches,
    pieces_of,
)
from tests.geometry.table import as_shape, few_points, small_shapes


class Terrain(msgspec.Struct, frozen=True):
    kind: str
    name: str
    poly: tuple[Point, ...]
    level: int = 0


class Size(msgspec.Struct, frozen=True):
    width: int
    height: int


WOOD = Terrain("wood", "Long Wood", ((0, 0), (0, 600), (200, 600), (200, 200), (600, 200), (600, 0)))
HILL = Terrain("hill", "Knoll", ((400, 100), (400, 900), (900, 900), (900, 100)), 1)
TOP = Terrain("hill", "Top", ((500, 200), (500, 400), (700, 400), (700, 200)), 2)
WALL = Terrain("wall", "Wall", ((0, 1000), (500, 1000), (1000, 1500)))
FORT = Terrain("work", "Fort", ((2000, 0), (2000, 300), (2300, 300), (2300, 0)))
TERRAIN = (WOOD, HILL, WALL, TOP, FORT)
AREAS = patches(TERRAIN, lambda t: t.kind != "wall", level=lambda t: t.level)
WALLS = lines(TERRAIN, lambda t: t.kind in ("wall", "work"), closed=("work",))


@pytest.mark.parametrize(
    ("points", "distance", "names"),
    [
        ([(300, 300)], 100, ["Long Wood", "Knoll"]),
        ([(300, 300)], 99, []),
        ([(5000, 0), (2350, 100)], 50, ["Fort"]),
        ([], 9000, []),
    ],
)
def test_the_ground_some_points_come_to(points: list[Point], distance: int, names: list[str]) -> None:
    assert [patch.name for patch in AREAS.reached(points, distance)] == names


def test_how_many_lie_in_it_and_how_high_the_highest_is() -> None:
    wood = AREAS.named("Long Wood")
    assert wood is not None
    points = [(100, 100), (200, 400), (201, 400), (500, 150)]
    assert wood.count(points) == 3
    assert AREAS.highest(points) == 1
    assert AREAS.highest([*points, (600, 300)]) == 2
    assert AREAS.highest([(300, 300)]) == 0
    assert all_parts(AREAS.of("wood", "work")) == (*wood.parts, FORT.poly)


def test_the_stretches_of_a_line_beside_a_point() -> None:
    (wall,) = WALLS.of("wall")
    assert wall.stretches((480, 1050), 100) == [*wall.pieces]
    assert wall.stretches((100, 1100), 100) == [wall.pieces[0]]
    assert wall.stretches((100, 1100), 99) == []


def test_what_a_line_passes_through_and_where_it_is_met() -> None:
    (wall,) = WALLS.of("wall")
    assert wall.crosses(box(250, 1020, 0, 100, 100))
    assert not wall.crosses(box(250, 1050, 0, 100, 100))  # along its edge
    way = (250, 900), (250, 1100)
    assert wall.met(way, bounds(way)) == [(250, 1000)]
    assert wall.met(way[::-1], (0, 0, 10, 10)) == []
    assert wall.met(((250, 1000), (250, 1100)), (0, 0, 900, 2000)) == []  # where it starts
    assert met_between(way, wall.pieces)
    assert not met_between(((250, 1000), (250, 1100)), wall.pieces)
    assert not met_between(((250, 900), (250, 1000)), wall.pieces)


def test_all_pieces_of_some_lines() -> None:
    assert pieces_of(WALLS) == [
        *zip(WALL.poly, WALL.poly[1:]),
        *zip(FORT.poly, (*FORT.poly[1:], FORT.poly[0])),
    ]
    assert pieces_of([]) == []


def one(ring: list[Point]) -> Patches[Terrain]:
    return patches((Terrain("k", "p", tuple(ring)),), lambda t: True)


@pytest.mark.parametrize(
    ("point", "on", "level"),
    [
        ((100, 100), ["Long Wood"], 0),
        ((500, 150), ["Long Wood", "Knoll"], 1),
        ((300, 300), [], 0),
        ((200, 400), ["Long Wood"], 0),  # on the outline
        ((900, 900), ["Knoll"], 1),
        ((600, 300), ["Knoll", "Top"], 2),
    ],
)
def test_where_a_point_lies(point: Point, on: list[str], level: int) -> None:
    assert [patch.name for patch in AREAS.at(point)] == on
    assert AREAS.holds(point) == bool(on)
    assert AREAS.level(point) == level


def test_the_level_of_many_is_that_of_more_than_half() -> None:
    plain, hill, top = (300, 300), (450, 700), (600, 300)
    assert AREAS.level_of([top, hill, plain]) == 1
    assert AREAS.level_of([top, top, plain, plain]) == 0  # exactly half is not enough
    assert AREAS.level_of([top, top, plain]) == 2
    assert AREAS.level_of([]) == 0
    assert of_most([3, 1, 2]) == 2


def test_pieces_keep_their_place_in_the_list_and_are_sorted_into_groups() -> None:
    assert [patch.number for patch in AREAS] == [0, 1, 3, 4]
    assert [patch.piece for patch in AREAS.of("hill")] == [HILL, TOP]
    assert [patch.name for patch in AREAS.pick(lambda patch: patch.level)] == ["Knoll", "Top"]
    assert AREAS.named("Fort") is AREAS[3]
    assert AREAS.named("Wall") is None
    assert AREAS.of("wood", "work") == patches(TERRAIN, lambda t: t.kind in ("wood", "work"))
    assert AREAS.of("wood") != AREAS
    assert hash(AREAS.of("wood")) == hash(AREAS.of("wood"))
    assert repr(AREAS.of("wood")) == "<Patches: <wood Long Wood>>"
    assert repr(WALLS[0]) == "<wall Wall>"


def test_what_comes_near_a_rectangle() -> None:
    assert [patch.name for patch in AREAS.near((250, 250, 300, 300))] == ["Long Wood"]
    assert [patch.name for patch in AREAS.near((950, 500, 990, 600), 50)] == ["Knoll"]
    assert AREAS.clear_of((950, 500, 990, 600), 49)
    assert not AREAS.clear_of((950, 500, 990, 600), 50)


@given(st.lists(few_points, min_size=3, max_size=7, unique=True), few_points, few_points)
def test_a_way_touches_where_it_has_a_point_in_common(ring: list[Point], a: Point, b: Point) -> None:
    assume(simple(ring))
    (patch,) = one(ring)
    assert patch.any_touched([(a, b)]) == Polygon(ring).intersects(LineString((a, b)))
    assert patch.holds(a) == Polygon(ring).covers(as_shape((a,)))


@given(st.lists(few_points, min_size=3, max_size=7, unique=True), small_shapes)
def test_a_shape_stands_on_what_it_shares_some_area_with(ring: list[Point], body: Poly) -> None:
    assume(simple(ring))
    met = Polygon(ring).intersection(as_shape(body)).area
    assert (one(ring).under(body) is not None) == (met > 1e-9)
    assert one(ring).under_any((body, body)) == one(ring).under(body)


def test_what_a_body_stands_on_first_and_by_how_much() -> None:
    inside, crook = box(650, 500, 0, 100, 100), box(300, 300, 0, 200, 200)
    assert AREAS.under(inside) is AREAS.named("Knoll")
    assert AREAS.under(crook) is None  # touching both arms of the wood
    assert AREAS.under(box(299, 300, 0, 200, 200)) is AREAS.named("Long Wood")
    assert AREAS.under(box(299, 300, 0, 200, 200), slack=1) is None
    nothing = AREAS.of("marsh")
    assert nothing.under(inside) is None
    assert nothing.under_any([inside]) is None
    assert nothing.length_in(((0, 0), (900, 900))) == 0


def test_bridges_leave_no_water_under_them() -> None:
    river = Terrain("river", "Brook", ((0, 0), (0, 100), (1000, 100), (1000, 0)))
    bridge = Terrain("bridge", "Bridge", ((400, -50), (400, 150), (600, 150), (600, -50)))
    dry = parts_of((river, bridge), ("bridge",))
    wet = patches((river, bridge), lambda t: t.kind == "river", water=("river",), dry=dry)
    assert wet.length_in(((0, 50), (1000, 50))) == 800
    assert wet.under(box(500, 50, 0, 100, 50)) is None
    assert wet.holds((500, 50))  # the whole of it is still the river
    marsh = patches((river, bridge), lambda t: t.kind == "river", water=("stream",), dry=dry)
    assert marsh.length_in(((0, 50), (1000, 50))) == 1000


def test_lines_in_pieces_or_piece_by_piece() -> None:
    wall, fort = WALLS
    assert wall.pieces == (((0, 1000), (500, 1000)), ((500, 1000), (1000, 1500)))
    assert fort.pieces[-1] == ((2300, 0), (2000, 0))
    single = lines(TERRAIN, lambda t: t.kind == "wall", apart=True)
    assert [each.pieces for each in single] == [(piece,) for piece in wall.pieces]
    assert [each.around for each in single] == [bounds(piece) for piece in wall.pieces]
    assert [each.number for each in single] == [2, 2]


def test_who_is_beside_a_line_and_who_has_it_between_them() -> None:
    wall, _ = WALLS
    assert wall.within((250, 900), 100)
    assert not wall.within((250, 899), 100)
    assert wall.between((250, 900), (250, 1100))
    assert not wall.between((250, 900), (450, 990))
    assert wall.any_across([((0, 0), (0, 1)), ((750, 1000), (700, 1500))])
    assert wall.nearer(((0, 900), (400, 900)), 101)
    assert not wall.nearer(((0, 900), (400, 900)), 100)
    assert wall.near_shape(box(200, 850, 0, 100, 100), 100)
    assert not wall.near_shape(box(200, 850, 0, 100, 100), 99)
    assert WALLS.pressed(((2100, 500), (2100, 350)), 51) is WALLS.named("Fort")
    assert WALLS.pressed(((2100, 500), (2100, 350)), 50) is None


def test_where_a_way_meets_lines() -> None:
    assert [(line.name, spot) for line, spot in WALLS.met(((1900, 250), (2400, 250)))] == [
        ("Fort", (2000, 250)),
        ("Fort", (2300, 250)),
    ]
    assert WALLS.met(((200, 1000), (200, 1200))) == []  # where it starts it is not met again
    assert len(WALLS.met(((500, 900), (500, 1100)))) == 2  # where two pieces join


@pytest.mark.parametrize(
    ("way", "distance", "names"),
    [
        (((100, 900), (100, 1300)), 200, ["Wall"]),
        (((100, 900), (100, 1300)), 199, []),
        (((100, 1000), (100, 1300)), 200, ["Wall"]),  # it starts on the line
        (((100, 1001), (100, 1300)), 900, []),
        (((2100, -50), (2100, 350)), 9000, ["Fort"]),
    ],
)
def test_lines_met_near_a_shape(way: Segment, distance: int, names: list[str]) -> None:
    assert [line.name for line in WALLS.met_near(way, box(100, 1225, 0, 50, 50), distance)] == names


def test_the_first_way_finds_the_first_block() -> None:
    blocks, ways = AREAS.who, (((-10, 950), (950, 950)), ((450, 150), (800, 150)), ((2000, 100), (2300, 100)))
    assert first_crossed(blocks, ways) is AREAS.named("Long Wood")
    assert first_crossed(blocks[1:], ways) is AREAS.named("Knoll")
    assert first_crossed(blocks, ways[:1]) is None


ROAD: tuple[Segment, ...] = (((0, 0), (1000, 0)), ((1000, 0), (1000, 1000)))


@pytest.mark.parametrize(
    ("way", "along"),
    [
        (((0, 50), (900, -50)), True),
        (((0, 51), (900, 0)), False),
        (((900, 0), (1000, 60)), True),  # round the bend, the corner cut a little
        (((500, 0), (1000, 500)), False),
    ],
)
def test_keeping_to_a_road(way: Segment, along: bool) -> None:
    assert keeps_beside(way, ROAD, 50, 10) == along


def test_the_best_ground_at_a_point() -> None:
    valued = [(2, AREAS[0]), (1, AREAS[1])]
    assert [best_at(point, valued) for point in ((500, 150), (450, 700), (300, 300))] == [2, 1, 0]


@pytest.mark.parametrize(
    ("around", "over"),
    [
        ((0, 0, 800, 600), False),
        ((-1, 0, 8, 6), True),
        ((0, -1, 8, 6), True),
        ((0, 0, 801, 6), True),
        ((0, 0, 8, 601), True),
    ],
)
def test_the_edge_of_the_table(around: tuple[int, int, int, int], over: bool) -> None:
    assert over_edge(Size(800, 600), around) == over


def test_bounds_are_those_of_all_corners() -> None:
    for patch in AREAS:
        assert patch.around == bounds_of_all(patch.whole) == bounds(patch.poly)
