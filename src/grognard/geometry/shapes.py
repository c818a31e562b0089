"""Convex shapes on the table: making them, and whether they contain or overlap one another.

Corners run clockwise. A box's corners are front left, front right, rear right, rear left, so that its
edges 0 to 3 are front, right, rear, left. Corners are rounded to hundredths once, when a box is made;
everything asked of them afterwards is exact. Distances are in `gaps`, outlines that are not convex in
`outlines`; the names most used are passed on from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.geometry.angles import SHIFT
from grognard.geometry.gaps import all_within as all_within
from grognard.geometry.gaps import by_nearness as by_nearness
from grognard.geometry.gaps import closer as closer
from grognard.geometry.gaps import first_within as first_within
from grognard.geometry.gaps import gap as gap
from grognard.geometry.gaps import gap2 as gap2
from grognard.geometry.gaps import gap_key as gap_key
from grognard.geometry.gaps import length as length
from grognard.geometry.gaps import nearer_than as nearer_than
from grognard.geometry.gaps import nearest_of as nearest_of
from grognard.geometry.gaps import nearest_point as nearest_point
from grognard.geometry.gaps import nearest_points as nearest_points
from grognard.geometry.gaps import point_gap as point_gap
from grognard.geometry.gaps import point_gap2 as point_gap2
from grognard.geometry.gaps import point_within as point_within
from grognard.geometry.gaps import points_within as points_within
from grognard.geometry.gaps import within as within
from grognard.geometry.points import Bounds as Bounds
from grognard.geometry.points import Crowd as Crowd
from grognard.geometry.points import Point as Point
from grognard.geometry.points import Poly as Poly
from grognard.geometry.points import Pose as Pose
from grognard.geometry.points import Segment as Segment
from grognard.geometry.points import bounds as bounds
from grognard.geometry.points import shifted as shifted
from grognard.geometry.twins import kernel

_DOUBLE = SHIFT + 1
_TURN_STEP = 50
hull = kernel.hull
swept = kernel.swept
contains = kernel.contains
strictly_contains = kernel.strictly_contains
contains_all = kernel.contains_all
overlap = kernel.overlap
overlap_beyond = kernel.overlap_beyond
first_overlap = kernel.first_overlap
centre = kernel.centre
_box = lru_cache(maxsize=1 << 12)(kernel.box)  # most bodies stand still most of the time


def box(x: int, y: int, facing: int, width: int, depth: int) -> Poly:
    """The rectangle of a body with this centre and facing: front left, front right, rear right, rear left."""
    return _box(x, y, facing, width, depth)


def upright(west: int, south: int, east: int, north: int) -> Poly:
    """A rectangle along the table's edges, seen as facing north."""
    return ((west, north), (east, north), (east, south), (west, south))


@lru_cache(maxsize=1024)
def sweep_turn(x: int, y: int, facing: int, turn: int, width: int, depth: int) -> tuple[Poly, ...]:
    """Convex shapes that cover all a box passes over when it turns on its centre, at most 5 degrees each."""
    local = ((-width, depth), (width, depth), (width, -depth), (-width, -depth))
    return sweep_about((x << _DOUBLE, y << _DOUBLE), facing, turn, local)


def sweep_about(
    pivot: tuple[int, int], facing: int, turn: int, corners: tuple[Point, ...]
) -> tuple[Poly, ...]:
    """Convex shapes that cover a turn about any point, at most 5 degrees each.

    The pivot is scaled by 2 * SCALE; the corners are twice their place right and ahead of it.
    """
    return kernel.sweep(*pivot, facing, turn, corners, _TURN_STEP)


def any_overlap(poly: Poly, polys: Sequence[Poly], slack: int = 0) -> bool:
    """Whether any of some shapes overlaps this one (by more than a slack)."""
    return first_overlap(poly, polys, slack) is not None


def midpoint(a: Point, b: Point) -> Point:
    """The point half way, to the nearest hundredth."""
    return (a[0] + b[0] + 1) >> 1, (a[1] + b[1] + 1) >> 1


def front_middle(poly: Poly) -> Point:
    """The middle of a box's front edge."""
    return midpoint(poly[0], poly[1])


def area2(poly: Poly) -> int:
    """Twice the area inside an outline; above zero if its corners run clockwise."""
    total = 0
    px, py = poly[-1]
    for qx, qy in poly:
        total += qx * py - px * qy
        px = qx
        py = qy
    return total
