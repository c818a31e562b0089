"""Bases, gaps and perimeters. [B2, B8, X6]"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

import msgspec

from grognard.engine.memo import kept
from grognard.geometry.angles import ahead
from grognard.geometry.crowds import Disc, disc_gap, first_disc_struck, first_discs_nearer, near_boxes
from grognard.geometry.gaps import gap2, length, point_gap
from grognard.geometry.points import Bounds, Point, Poly, Segment, bounds, farther
from grognard.geometry.shapes import hull
from grognard.tabletop.figures import bases_gap, centres, on_outline

from ..state import GUN_RADIUS, State, Unit
from ..words import Where
from .ground import house_named

KEEP = 100
"""Nobody comes nearer to an enemy base, but by charge, pursuit or flight. [B8]"""
FOREVER = sys.maxsize


class Body(msgspec.Struct, frozen=True, gc=False):
    """All bases of a unit, with the box round them."""

    unit: int
    circles: tuple[Disc, ...]
    box: Bounds


def as_they_stand(state: State, one: Unit, other: Unit) -> bool:
    """Whether these are the table's own units, and nobody thought of elsewhere: only of those an answer is kept."""
    units = state.units
    return units[one.id] is one and units[other.id] is other


def circles_of(unit: Unit) -> tuple[Disc, ...]:
    """A unit's bases, its gun among them."""
    radius = unit.radius
    found = [(x, y, radius) for _, x, y in unit.figures]
    if unit.gun is not None and not unit.gun.taken and not unit.gun.abandoned:
        found.append((unit.gun.x, unit.gun.y, GUN_RADIUS))
    return tuple(found)


@kept
def body_of(unit: Unit) -> Body:
    """A unit's bases."""
    circles = circles_of(unit)
    return Body(unit.id, circles, box_round(circles))


@kept
def spots_of(unit: Unit) -> tuple[Point, ...]:
    """The middles of a unit's bases, its gun's among them."""
    return tuple(centres(body_of(unit).circles))


def box_round(circles: Sequence[Disc]) -> Bounds:
    """The upright box round some bases."""
    if not circles:
        return FOREVER, FOREVER, FOREVER, FOREVER
    xs, ys, rs = zip(*circles)
    widest = max(rs)
    if min(rs) == widest:
        return min(xs) - widest, min(ys) - widest, max(xs) + widest, max(ys) + widest
    return (
        min([x - r for x, _, r in circles]),
        min([y - r for _, y, r in circles]),
        max([x + r for x, _, r in circles]),
        max([y + r for _, y, r in circles]),
    )


@kept(of=("units",))
def outdoors(state: State, side: int | None = None) -> tuple[Unit, ...]:
    """The units that stand in the open, not in a house: those one can run into."""
    return tuple(
        [
            u
            for u in state.units
            if u.where is Where.TABLE and not u.house and (side is None or u.side == side)
        ]
    )


@kept(of=("units",))
def _standing(state: State, side: int | None) -> tuple[tuple[Unit, ...], tuple[Bounds, ...]]:
    units = outdoors(state) if side is None else outdoors(state, side)
    return units, tuple([body_of(unit).box for unit in units])


def near(state: State, box: Bounds, keep: int = 0, side: int | None = None) -> list[Unit]:
    """Those out of doors whose bases may come nearer than `keep` to some inside a box: nobody else does."""
    units, boxes = _standing(state, side)
    return [units[at] for at in near_boxes(boxes, box, keep)]


def root_up(square: int) -> int:
    """A square root, rounded up. [B1]"""
    return isqrt(square - 1) + 1 if square > 0 else 0


point_distance = length
"""The distance of two points, rounded up. [B1]"""


def nearest_pair(one: Sequence[Disc], other: Sequence[Disc]) -> tuple[int, int, int]:
    """The gap of two bodies, base edge to base edge, and the two figures that are nearest. [B1, B2a]"""
    return disc_gap(one, other) or (FOREVER, 0, 0)


def shortest_way(one: Unit, other: Unit) -> tuple[Point, Point, int]:
    """The middles of the two bases of two units that are nearest to each other, and the gap between their edges. [N5]"""
    ours, theirs = body_of(one).circles, body_of(other).circles
    gap, first, second = nearest_pair(ours, theirs)
    (x, y, _), (x2, y2, _) = ours[first], theirs[second]
    return (x, y), (x2, y2), gap


def gap_between(state: State, one: Unit, other: Unit) -> int:
    """The gap of two units; a garrison is as near as its house. [B2, G4]"""
    if one.house or other.house:
        return _house_gap(state, one, other)
    return nearest_pair(body_of(one).circles, body_of(other).circles)[0]


def _house_gap(state: State, one: Unit, other: Unit) -> int:
    if one.house and other.house:
        top, bottom = gap2(house_named(state, one.house).poly, house_named(state, other.house).poly)
        return root_up(-(-top // bottom))
    inside, outside = (one, other) if one.house else (other, one)
    poly = house_named(state, inside.house).poly
    return bases_gap(body_of(outside).circles, poly)


point_to_poly = point_gap
"""The distance of a point from a shape, rounded up. [B1]"""


def within_units(state: State, one: Unit, other: Unit, distance: int) -> bool:
    """Whether two units are at most a distance apart; exactly that far is within."""
    if not one.house and not other.house and farther(body_of(one).box, body_of(other).box, distance):
        return False
    return gap_between(state, one, other) <= distance


def clash(circles: Sequence[Disc], other: Body, keep: int = 0) -> bool:
    """Whether any of some bases overlaps a body, or comes nearer to it than `keep`; touching is allowed."""
    # A hundredth is lost in rounding.
    return first_discs_nearer(circles, other.circles, keep - 1) is not None


def kept_from(unit: Unit, other: Unit) -> int:
    """How far a unit's bases stay from another's: 1 from an enemy, and friends may touch. [B8]"""
    return KEEP if other.side != unit.side else 0


def runs_into(way: Segment, radius: int, other: Body, keep: int = 0) -> bool:
    """Whether a base that goes along a straight way strikes a body or passes nearer than `keep`."""
    if farther(bounds(way), other.box, radius + keep):
        return False
    return first_disc_struck(way, radius, other.circles, keep - 1) is not None


@kept
def hull_of(unit: Unit) -> Poly:
    """The hull of the figure centres, the gun's among them: the perimeter without its width. [A-31, X6]"""
    return hull(centres(body_of(unit).circles))


CORNERS = tuple(225 * corner for corner in range(16))
"""Where what is round has corners, as it is drawn."""
DRAWN = 2048
"""How many units' bases are remembered as they were drawn."""


def disc(base: Disc) -> Poly:
    """A round base as a shape to draw."""
    x, y, radius = base
    return tuple([ahead(x, y, bearing, radius) for bearing in CORNERS])


@lru_cache(maxsize=DRAWN)
def discs(bases: tuple[Disc, ...]) -> tuple[Poly, ...]:
    """Round bases as shapes to draw, known as long as they stand still."""
    return tuple([disc(base) for base in bases])


@lru_cache(maxsize=DRAWN)
def _round(bases: tuple[Disc, ...]) -> Poly:
    return hull([point for drawn in discs(bases) for point in drawn])


def perimeter(unit: Unit) -> Poly:
    """The line round all bases, as it is drawn; what is hit is judged by `gunnery.inside`. [X6]"""
    return _round(circles_of(unit))


def perimeter_figures(unit: Unit) -> tuple[int, ...]:
    """The figures whose centres lie on the outline of the hull. [X4]"""
    return on_outline([(figure.x, figure.y) for figure in unit.figures], hull_of(unit))


def muzzle(unit: Unit) -> Point:
    """The point 2 ahead of the gun's centre. [B2]"""
    assert unit.gun is not None
    return ahead(unit.gun.x, unit.gun.y, unit.facing, 200)


def off_by(unit: Unit) -> int:
    """How far the perimeter stands off the hull of centres. [X6]"""
    served = unit.gun is not None and not unit.gun.taken and not unit.gun.abandoned
    return GUN_RADIUS if served else unit.radius
