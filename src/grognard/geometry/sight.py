"""Lines of sight: what a straight line between two points passes through.

A line is a pair of points. It crosses a shape if it passes through the inside: running along an edge or
touching a corner does not block. Lengths inside are exact, compared without rounding.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import isqrt
from typing import Literal, NamedTuple

from grognard.geometry.gaps import first_within, nearest_point, nearest_points, within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, Segment, bounds, each_bounds, square
from grognard.geometry.shapes import centre, strictly_contains

Span = tuple[int, int, int, int]
"""Where a line is inside a shape: from the first fraction of its length to the second."""


def crosses(line: Segment, poly: Poly) -> bool:
    """Whether a line passes through the inside of a convex shape."""
    (x, y), (x2, y2) = line
    west, south, east, north = bounds(poly)
    if x > x2:
        x, x2 = x2, x
    if y > y2:
        y, y2 = y2, y
    return x < east and x2 > west and y < north and y2 > south and _crosses(line, poly)


def _crosses(line: Segment, poly: Poly) -> bool:
    """The same for a shape whose bounds are not missed."""
    (x, y), (x2, y2) = line
    dx = x2 - x
    dy = y2 - y
    if dx == 0 and dy == 0:
        return strictly_contains(poly, line[0])
    level = dx * y - dy * x
    sides = [dx * v - dy * u for u, v in poly]
    if max(sides) <= level or min(sides) >= level:
        return False
    px, py = poly[-1]
    for qx, qy in poly:
        ex = qx - px
        ey = qy - py
        edge = ex * py - ey * px
        if ex * y - ey * x >= edge and ex * y2 - ey * x2 >= edge:
            return False
        px = qx
        py = qy
    return True


def _crossed(line: Segment, shapes: Sequence[Poly]) -> Iterator[int]:
    """The indexes of the convex shapes a line passes through the inside of, in their order."""
    west, south, east, north = bounds(line)
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(shapes)):
        if (
            west < east2
            and east > west2
            and south < north2
            and north > south2
            and _crosses(line, shapes[index])
        ):
            yield index


def span(line: Segment, poly: Poly) -> Span | None:
    """Where a line is in a convex shape, outline included, as two exact fractions of its length; or None."""
    (x, y), (x2, y2) = line
    start, start_of, end, end_of = 0, 1, 1, 1
    px, py = poly[-1]
    for qx, qy in poly:
        ex = qx - px
        ey = qy - py
        edge = ex * py - ey * px
        here = ex * y - ey * x - edge
        there = ex * y2 - ey * x2 - edge
        if here > 0:
            if there > 0:
                return None
            whole = here - there
            if here * start_of > start * whole:
                start, start_of = here, whole
        elif there > 0:
            whole = there - here
            if -here * end_of < end * whole:
                end, end_of = -here, whole
        px = qx
        py = qy
    return (start, start_of, end, end_of) if start * end_of <= end * start_of else None


def crosses_parts(line: Segment, parts: Sequence[Poly]) -> bool:
    """Whether a line passes through the inside of a shape made of convex parts."""
    if any(crosses(line, part) for part in parts):
        return True
    if len(parts) < 2:
        return False
    # It may run exactly along the seam of two parts: then it lies in both at once.
    spans = [
        found for part in parts if (found := span(line, part)) and found[0] * found[3] < found[2] * found[1]
    ]
    ordered = sorted((Fraction(a, b), Fraction(c, d)) for a, b, c, d in spans)
    return any(later[0] < earlier[1] for earlier, later in itertools.pairwise(ordered))


def share_inside(line: Segment, polys: Iterable[Poly]) -> Fraction:
    """How much of a line lies in any of some convex shapes, as an exact fraction of its length."""
    found = [spot for poly in polys if (spot := span(line, poly))]
    if len(found) == 1:
        a, b, c, d = found[0]
        return Fraction(c * b - a * d, b * d)
    total, reached = Fraction(0), Fraction(0)
    for start, end in sorted((Fraction(a, b), Fraction(c, d)) for a, b, c, d in found):
        if end > reached:
            total += end - max(start, reached)
            reached = end
    return total


def length_inside(line: Segment, polys: Iterable[Poly]) -> int:
    """How much of a line lies in any of some convex shapes, rounded up to a hundredth."""
    return share_length(line, share_inside(line, polys))


def share_length(line: Segment, share: Fraction) -> int:
    """The length of a share of a line, rounded up to a hundredth."""
    top = share.numerator**2 * square(*line)
    whole = -(-top // share.denominator**2)
    return isqrt(whole - 1) + 1 if whole else 0


def longer_inside(line: Segment, polys: Iterable[Poly], distance: int) -> bool:
    """Whether more than a distance of a line lies in some convex shapes; exactly that much is not more."""
    length2 = square(*line)
    limit2 = distance * distance
    if length2 <= limit2:
        return False
    share = share_inside(line, polys)
    return share.numerator**2 * length2 > limit2 * share.denominator**2


def passes_within(line: Segment, poly: Poly, distance: int) -> bool:
    """Whether a line comes within a distance of a convex shape; exactly that near is within."""
    return within(line, poly, distance)


def behind(line: Segment, parts: Sequence[Poly]) -> bool:
    """Whether a hill hides one end of a line from the other: it is crossed, and neither end is on it."""
    return crosses_parts(line, parts) and not in_parts(parts, line[0]) and not in_parts(parts, line[1])


def first_blocker(line: Segment, shapes: Sequence[Poly]) -> int | None:
    """The index of the convex shape a line crosses nearest to its start, or None if it is clear."""
    best: int | None = None
    start, start_of = 2, 1
    for index in _crossed(line, shapes):
        found = span(line, shapes[index])
        if found and found[0] * start_of < start * found[1]:
            best = index
            start, start_of = found[0], found[1]
    return best


def any_crossed(line: Segment, shapes: Sequence[Poly]) -> bool:
    """Whether a line passes through the inside of any of some convex shapes."""
    return next(_crossed(line, shapes), None) is not None


def any_passed_within(line: Segment, shapes: Sequence[Poly], distance: int) -> bool:
    """Whether a line comes within a distance of any of some convex shapes."""
    return first_within(line, shapes, distance) is not None


class Screen(NamedTuple):
    """Something that may stand in the way of sight.

    solid: blocks a line through its inside. near: blocks a line that comes within `amount` of it.
    deep: blocks a line with more than `amount` of its length inside. hill: blocks unless an end is on it.
    """

    name: Hashable
    parts: tuple[Poly, ...]
    bar: Literal["solid", "near", "deep", "hill"] = "solid"
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


def aims(eye: Point, target: Poly, steps: int = 4) -> tuple[Point, ...]:
    """Points of a target worth drawing lines to, without repeats.

    First its nearest point, then its centre, then along each side in view: both corners and the points that
    divide it into equal steps.
    """
    points = [nearest_point(eye, target), centre(target)]
    px, py = target[-1]
    for qx, qy in target:
        if (qx - px) * (eye[1] - py) > (qy - py) * (eye[0] - px):
            points += [
                (px + (qx - px) * step // steps, py + (qy - py) * step // steps) for step in range(steps + 1)
            ]
        px, py = qx, qy
    return tuple(dict.fromkeys(points))


def glimpses(eye: Point, screen: Poly, distance: int, target: Poly) -> tuple[Point, ...]:
    """Where the two lines from a point that just pass a screen, more than a distance from it, reach a target.

    The corners of the screen may come in any order. Nothing if the eye itself is that near a corner, or a line misses.
    """
    x, y = eye
    past = []
    for cx, cy in screen:
        dx, dy = cx - x, cy - y
        root = isqrt(max(0, dx * dx + dy * dy - distance * distance))
        if not root:
            return ()
        # A line through such a point touches the circle round the corner; two hundredths more pass it.
        wide = distance + 2
        past += [(cx + side * -dy * wide // root, cy + side * dx * wide // root) for side in (1, -1)]
    found: list[Point] = []
    for way in (1, -1):
        edge = past[0]
        for point in past[1:]:
            if way * ((edge[0] - x) * (point[1] - y) - (edge[1] - y) * (point[0] - x)) > 0:
                edge = point
        found += _reached(eye, edge, target)
    return tuple(found)


def _reached(eye: Point, through: Point, target: Poly) -> tuple[Point, ...]:
    """The first point of a target on the line from an eye through a point, to the nearest hundredth."""
    (x, y), dx, dy = eye, through[0] - eye[0], through[1] - eye[1]
    far = max([abs(u - x) + abs(v - y) for u, v in target])
    times = far // max(abs(dx), abs(dy), 1) + 1
    inside = span((eye, (x + dx * times, y + dy * times)), target)
    if inside is None:
        return ()
    top, bottom = inside[0], inside[1]
    return (
        (
            x + (2 * dx * times * top + bottom) // (2 * bottom),
            y + (2 * dy * times * top + bottom) // (2 * bottom),
        ),
    )


def first_clear(eye: Point, points: Iterable[Point], screens: Sequence[Screen]) -> Point | None:
    """The first of some points that can be seen from a point, or None."""
    for point in points:
        if clear((eye, point), screens):
            return point
    return None
