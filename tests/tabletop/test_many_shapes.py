"""Questions about several shapes, lines and areas at once."""

from __future__ import annotations

from typing import NamedTuple

from grognard.geometry.points import Point
from grognard.geometry.shapes import box, hull, upright
from grognard.tabletop import bodies, land
from grognard.tabletop.ideas import aim_at
from grognard.tabletop.sight import any_in_arcs, front_arcs

ONE, TWO, THREE = box(100, 100, 0, 40, 40), box(200, 100, 0, 40, 40), box(230, 100, 0, 40, 40)


class Piece(NamedTuple):
    kind: str
    name: str
    poly: tuple[Point, ...]


WALL = Piece("wall", "long wall", ((0, 0), (100, 0), (100, 100)))
WOOD = Piece("wood", "Copse", upright(500, 500, 700, 700))
POND = Piece("pond", "Pond", upright(900, 500, 1000, 700))


def test_those_within_a_distance_are_named_by_their_places() -> None:
    assert bodies.those_within(ONE, (TWO, THREE, ONE), 60) == (0, 2)
    assert bodies.those_within(ONE, (), 60) == ()


def test_each_shape_that_overlaps_one_before_it_is_found() -> None:
    assert list(bodies.overlapping((ONE, TWO, THREE, ONE))) == [(2, 1), (3, 0)]
    assert list(bodies.overlapping((ONE, TWO, THREE), 20)) == []


def test_shapes_with_a_corner_in_a_rectangle() -> None:
    assert bodies.with_corner_in((ONE, TWO), (0, 0, 80, 80)) == [ONE]
    assert bodies.with_corner_in((ONE, TWO), (90, 90, 110, 110)) == []


def test_hulls_go_round_fellows_and_round_a_point() -> None:
    assert bodies.hulls((ONE, TWO), (TWO, THREE)) == (hull(ONE + TWO), hull(TWO + THREE))
    assert list(bodies.hulls_from((0, 0), (ONE, TWO))) == [hull(((0, 0), *ONE)), hull(((0, 0), *TWO))]


def test_every_side_of_a_shape_is_listed_once() -> None:
    assert bodies.sides_of((ONE, TWO)) == [(40, shape, at) for shape in (ONE, TWO) for at in range(4)]


def test_a_line_knows_where_it_is_met_and_its_ends() -> None:
    (wall,) = land.lines((WALL,), lambda piece: True)
    assert wall.spots(((50, -10), (50, 10))) == [(50, 0)]
    assert wall.spots(((50, 10), (150, 10))) == [(100, 10)]
    assert wall.spots(((50, 10), (60, 10))) == []
    assert wall.ends == ((0, 0), (100, 100))


def test_the_first_line_through_a_shape() -> None:
    walls = land.lines((WALL,), lambda piece: True)
    found = walls.crossing(box(50, 0, 0, 20, 20))
    assert found is not None
    assert found.name == "long wall"
    assert walls.crossing(box(50, 50, 0, 20, 20)) is None
    assert land.lines((), lambda piece: True).crossing(ONE) is None


def test_areas_that_a_way_passes_through() -> None:
    areas = land.patches((WOOD, POND), lambda piece: True)
    assert [area.name for area in land.each_crossed(areas, ((400, 600), (1100, 600)))] == ["Copse", "Pond"]
    assert [area.name for area in land.each_crossed(areas, ((400, 600), (800, 600)))] == ["Copse"]
    assert not list(land.each_crossed(areas, ((400, 400), (1100, 400))))
    ways = (((0, 0), (1, 1)), ((400, 600), (800, 600)))
    assert land.any_through(ways, areas.shapes)
    assert not land.any_through(ways[:1], areas.shapes)


def test_under_any_may_forgive_a_slack() -> None:
    areas = land.patches((WOOD,), lambda piece: True)
    edge = (box(490, 600, 0, 30, 30),)  # five hundredths of it stand in the wood
    assert areas.under_any(edge) is areas[0]
    assert areas.under_any(edge, 8) is None


def test_the_nearest_spot_of_a_shape_is_aimed_at() -> None:
    assert aim_at((600, 400), WOOD.poly) == (0, 100)
    assert aim_at((400, 600), WOOD.poly) == (900, 100)


def test_any_of_some_shapes_in_any_of_some_arcs() -> None:
    arcs = front_arcs([(ONE, 0)], 450)
    assert any_in_arcs(arcs, (box(0, 0, 0, 10, 10), box(100, 300, 0, 10, 10)))
    assert not any_in_arcs(arcs, (box(0, 0, 0, 10, 10),))
    assert not any_in_arcs((), (box(100, 300, 0, 10, 10),))
