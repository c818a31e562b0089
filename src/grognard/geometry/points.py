"""The plain values every other module of this room speaks in.

A length is a whole number of hundredths of the book's unit, an angle a whole number of tenths of a degree
clockwise from north. East is +x, north is +y.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

Point = tuple[int, int]
Segment = tuple[Point, Point]
Poly = tuple[Point, ...]
"""Corners of a convex shape, clockwise. One corner is a point, two a segment: distances take both."""

Bounds = tuple[int, int, int, int]
"""West, south, east, north."""

Fraction2 = tuple[int, int]
"""An exact number of square hundredths: numerator, denominator above zero."""


class Pose(NamedTuple):
    """Where a body stands, by its centre, and which way it faces."""

    x: int
    y: int
    facing: int


def bounds(poly: Poly) -> Bounds:
    """The smallest upright rectangle round some points."""
    if len(poly) != 4:
        return _bounds_of_many(poly)
    # Boxes are nearly all we measure: unrolled, this costs a sixth of four min and max.
    (west, south), (x, y), (x2, y2), (x3, y3) = poly
    east, north = west, south
    if x < west:
        west = x
    else:
        east = x
    if x2 < west:
        west = x2
    elif x2 > east:
        east = x2
    if x3 < west:
        west = x3
    elif x3 > east:
        east = x3
    if y < south:
        south = y
    else:
        north = y
    if y2 < south:
        south = y2
    elif y2 > north:
        north = y2
    if y3 < south:
        south = y3
    elif y3 > north:
        north = y3
    return west, south, east, north


def _bounds_of_many(poly: Poly) -> Bounds:
    west, south = east, north = poly[0]
    for x, y in poly:
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return west, south, east, north


class Crowd(tuple[Poly, ...]):
    """Shapes that are asked about again and again: a tuple of them that knows their bounds.

    Serves wherever several shapes are asked for, and answers the same, only sooner.
    """

    bounds: tuple[Bounds, ...]

    def __new__(cls, polys: Iterable[Poly] = ()) -> Self:
        crowd = super().__new__(cls, polys)
        crowd.bounds = tuple([bounds(poly) for poly in crowd])
        return crowd

    @classmethod
    def of(cls, polys: Iterable[Poly], known: Iterable[Bounds]) -> Self:
        """Shapes whose bounds are known already."""
        crowd = super().__new__(cls, polys)
        crowd.bounds = tuple(known)
        return crowd


def each_bounds(polys: Sequence[Poly]) -> Sequence[Bounds]:
    """The bounds of each of several shapes."""
    return polys.bounds if isinstance(polys, Crowd) else [bounds(poly) for poly in polys]


def bounds_of_all(polys: tuple[Poly, ...]) -> Bounds:
    """The smallest upright rectangle round several shapes."""
    return _bounds_of_many(tuple(corner for poly in polys for corner in poly))


def apart(a: Bounds, b: Bounds) -> bool:
    """Whether two upright rectangles share no inner point; touching is apart."""
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def farther(a: Bounds, b: Bounds, distance: int) -> bool:
    """Whether two upright rectangles are surely more than a distance apart."""
    return (
        b[0] - a[2] > distance or a[0] - b[2] > distance or b[1] - a[3] > distance or a[1] - b[3] > distance
    )


def grown(box: Bounds, by: int) -> Bounds:
    """An upright rectangle made larger on all four sides."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def shifted(poly: Poly, dx: int, dy: int) -> Poly:
    """The same shape, moved."""
    return tuple([(x + dx, y + dy) for x, y in poly])


def square(a: Point, b: Point) -> int:
    """The squared distance of two points."""
    dx = a[0] - b[0]
    dy = a[1] - b[1]
    return dx * dx + dy * dy
