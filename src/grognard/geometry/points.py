"""The plain values every other module of this room speaks in.

A length is a whole number of hundredths of the book's unit, an angle a whole number of tenths of a degree
clockwise from north. East is +x, north is +y.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from grognard.geometry.twins import kernel

bounds = kernel.bounds
each_bounds = kernel.each_bounds
bounds_of_all = kernel.bounds_of_all
apart = kernel.apart
farther = kernel.farther
in_bounds = kernel.in_bounds
square = kernel.square
shifted = kernel.shifted

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


class Crowd(tuple[Poly, ...]):
    """Shapes that are asked about again and again: a tuple of them that knows their bounds.

    Serves wherever several shapes are asked for, and answers the same, only sooner.
    """

    bounds: tuple[Bounds, ...]
    bare: tuple[Poly, ...]
    """The same as a plain tuple, for whoever asks for single ones by number."""

    def __new__(cls, polys: Iterable[Poly] = ()) -> Self:
        bare = tuple(polys)
        return cls.of(bare, each_bounds(bare))

    @classmethod
    def of(cls, polys: Iterable[Poly], known: Iterable[Bounds]) -> Self:
        """Shapes whose bounds are known already."""
        bare = tuple(polys)
        crowd = super().__new__(cls, bare)
        crowd.bounds, crowd.bare = tuple(known), bare
        return crowd


def disjoint(a: Bounds, b: Bounds) -> bool:
    """Whether two upright rectangles have no point in common."""
    return farther(a, b, 0)


def grown(box: Bounds, by: int) -> Bounds:
    """An upright rectangle made larger on all four sides."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by
