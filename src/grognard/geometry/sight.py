"""Lines of sight: what a straight line between two points passes through.

A line is a pair of points. It crosses a shape if it passes through the inside: running along an edge or
touching a corner does not block. Lengths inside are exact, compared without rounding.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Literal, NamedTuple

from grognard.geometry.gaps import first_within, nearest_points, within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, Segment, square
from grognard.geometry.twins import kernel

Span = tuple[int, int, int, int]
"""Where a line is inside a shape: from the first fraction of its length to the second."""


crosses = kernel.crosses
crosses_parts = kernel.crosses_parts
first_crossed = kernel.first_crossed
open_ways = kernel.open_ways
span = kernel.span
spans = kernel.spans
first_blocker = kernel.first_blocker
aims = kernel.aims
glimpses = kernel.glimpses


def _share(found: list[Span]) -> tuple[int, int]:
    """How much of a line some spans of it cover, as a fraction."""
    if not found:
        return 0, 1
    if len(found) == 1:
        a, b, c, d = found[0]
        return c * b - a * d, b * d
    total, reached = Fraction(0), Fraction(0)
    for start, end in sorted((Fraction(a, b), Fraction(c, d)) for a, b, c, d in found):
        if end > reached:
            total += end - max(start, reached)
            reached = end
    return total.numerator, total.denominator


def length_inside(line: Segment, polys: Iterable[Poly]) -> int:
    """How much of a line lies in any of some convex shapes, rounded up to a hundredth."""
    return _length(line, *_share(spans(line, tuple(polys))))


def _length(line: Segment, top: int, bottom: int) -> int:
    whole = -(-top * top * square(*line) // (bottom * bottom))
    return isqrt(whole - 1) + 1 if whole else 0


def longer_inside(line: Segment, polys: Iterable[Poly], distance: int) -> bool:
    """Whether more than a distance of a line lies in some convex shapes; exactly that much is not more."""
    length2 = square(*line)
    limit2 = distance * distance
    if length2 <= limit2:
        return False
    top, bottom = _share(spans(line, tuple(polys)))
    return top * top * length2 > limit2 * bottom * bottom


def passes_within(line: Segment, poly: Poly, distance: int) -> bool:
    """Whether a line comes within a distance of a convex shape; exactly that near is within."""
    return within(line, poly, distance)


def behind(line: Segment, parts: Sequence[Poly]) -> bool:
    """Whether a hill hides one end of a line from the other: it is crossed, and neither end is on it."""
    return crosses_parts(line, parts) and not in_parts(parts, line[0]) and not in_parts(parts, line[1])


def any_crossed(line: Segment, shapes: Sequence[Poly]) -> bool:
    """Whether a line passes through the inside of any of some convex shapes."""
    return first_crossed(line, shapes) is not None


def any_passed_within(line: Segment, shapes: Sequence[Poly], distance: int) -> bool:
    """Whether a line comes within a distance of any of some convex shapes."""
    return first_within(line, shapes, distance) is not None


Bar = Literal["solid", "near", "deep", "hill"]


class Screen(NamedTuple):
    """Something that may stand in the way of sight.

    solid: blocks a line through its inside. near: blocks a line that comes within `amount` of it.
    deep: blocks a line with more than `amount` of its length inside. hill: blocks unless an end is on it.
    """

    name: Hashable
    parts: tuple[Poly, ...]
    bar: Bar = "solid"
    amount: int = 0

    def blocks(self, line: Segment) -> bool:
        """Whether this hides the ends of a line from each other."""
        if self.bar == "solid":
            return crosses_parts(line, self.parts)
        if self.bar == "near":
            return any_passed_within(line, self.parts, self.amount)
        if self.bar == "deep":
            return longer_inside(line, self.parts, self.amount)
        return behind(line, self.parts)


class Look(NamedTuple):
    """The answer to a look along a line: clear, or what blocks it and about where."""

    line: Segment
    blocker: Screen | None = None
    at: Point | None = None

    @property
    def clear(self) -> bool:
        """Whether nothing blocks."""
        return self.blocker is None


def clear(line: Segment, screens: Iterable[Screen]) -> bool:
    """Whether no screen blocks a line."""
    return not any(screen.blocks(line) for screen in screens)


def look(line: Segment, screens: Iterable[Screen]) -> Look:
    """Look along a line: the blocking screen that the line meets first, and where, if there is one."""
    best: tuple[Fraction, Screen, Point] | None = None
    for screen in screens:
        if screen.blocks(line):
            share, point = _met_at(line, screen.parts)
            if best is None or share < best[0]:
                best = share, screen, point
    return Look(line) if best is None else Look(line, best[1], best[2])


def _met_at(line: Segment, parts: Sequence[Poly]) -> tuple[Fraction, Point]:
    """Where a line first enters some parts, or comes nearest to one that it only passes by."""
    (x, y), (x2, y2) = line
    starts = [Fraction(found[0], found[1]) for part in parts if (found := span(line, part))]
    if not starts:
        near = min((nearest_points(line, part) for part in parts), key=lambda pair: square(*pair))[0]
        length2 = square(*line) or 1
        return Fraction((near[0] - x) * (x2 - x) + (near[1] - y) * (y2 - y), length2), near
    share = min(starts)
    return share, (round(x + share * (x2 - x)), round(y + share * (y2 - y)))
