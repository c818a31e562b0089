"""What is seen from the whole outline of a building: exactly, not from some points of it. [R-37, R-62]

What a convex shape hides of a wall from one eye is one stretch of the wall, without its ends. A wall is seen if such stretches leave
anything of it. All numbers are whole, or fractions of such.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from grognard.geometry.points import Point, Poly, Segment

PARTS = 60
"""Where a wood may hide by its depth, what is left of a wall is looked at in so many places."""
Stretch = tuple[Fraction, Fraction]
"""Part of a wall: from one fraction of its length to another."""
Spot = tuple[Fraction, Fraction]
"""A point that need not be whole."""


class Sill(NamedTuple):
    """A straight part of a wall: all that lies between two of its points at one level."""

    start: Point
    end: Point
    reach: Stretch

    def at(self, part: Fraction) -> Point:
        """The nearest whole point at some part of its length."""
        (x, y), (u, v) = self.start, self.end
        return round(x + part * (u - x)), round(y + part * (v - y))


def edges(wall: Poly) -> list[Segment]:
    """The straight parts of an outline."""
    return list(zip(wall, (*wall[1:], wall[0])))


def faces(wall: Segment, other: Point, inner: Point) -> bool:
    """Whether a point lies on the outer side of a part of a wall."""
    return _side(*wall, other) * _side(*wall, inner) < 0


def _side(a: Point, b: Point, point: Point) -> int:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def hidden(eye: Point, sill: Sill, shape: Poly) -> Stretch | None:
    """The stretch of a sill, without its ends, that a convex shape hides from an eye; None if it hides nothing."""
    low, high = sill.reach[0] - 1, sill.reach[1] + 1
    (ax, ay), (bx, by) = sill.start, sill.end
    for (px, py), (dx, dy) in _bounding(eye, shape):
        # Hidden is what lies to the left of all of these directions: base + part × slope > 0.
        base = dx * (ay - py) - dy * (ax - px)
        slope = dx * (by - ay) - dy * (bx - ax)
        if slope == 0:
            if base <= 0:
                return None
        elif slope > 0:
            low = max(low, Fraction(-base, slope))
        else:
            high = min(high, Fraction(-base, slope))
        if low >= high:
            return None
    return low, high


def _bounding(eye: Point, shape: Poly) -> Iterator[tuple[Point, Point]]:
    """Points and directions to the left of all of which lies what a convex shape hides from an eye."""
    turned = shape if _area(shape) > 0 else tuple(reversed(shape))
    sides = [(a, b, _side(a, b, eye)) for a, b in edges(turned)]
    near = [(a, b) for a, b, side in sides if side < 0]
    if not near:
        near = [(a, b) for a, b, side in sides if side == 0]
    else:
        right = _outermost(eye, turned, 1)
        left = _outermost(eye, turned, -1)
        yield eye, (right[0] - eye[0], right[1] - eye[1])
        yield eye, (eye[0] - left[0], eye[1] - left[1])
    for a, b in near:
        yield a, (b[0] - a[0], b[1] - a[1])


def _area(shape: Poly) -> int:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(shape))


def _outermost(eye: Point, shape: Poly, turn: int) -> Point:
    """The corner of a shape farthest to the right (1) or left (-1) of an eye outside of it."""
    best = shape[0]
    for corner in shape[1:]:
        if turn * _side(eye, best, corner) < 0:
            best = corner
    return best


def crossing_part(wall: Segment, line: Segment) -> set[Fraction]:
    """At which part of its length a stretch of wall is crossed by a line, if it is."""
    first, last = _side(*line, wall[0]), _side(*line, wall[1])
    if first * last >= 0 or _side(*wall, line[0]) * _side(*wall, line[1]) > 0:
        return set()
    return {Fraction(first, first - last)}


def open_parts(sill: Sill, shadows: Iterable[Stretch]) -> list[Stretch]:
    """What stretches without their ends leave of a sill: single points as well."""
    low, high = sill.reach
    left: list[Stretch] = []
    for start, end in sorted(shadows):
        if start >= high:
            break
        if end <= low:
            continue
        if start >= low:
            left.append((low, start))
        low = end
        if low > high:
            return left
    return [*left, (low, high)]


def tried(sill: Sill, parts: Sequence[Stretch]) -> Iterator[Point]:
    """Places in what is left of a sill, for what cannot be told exactly."""
    for low, high in parts:
        for at in range(PARTS + 1):
            yield sill.at(low + (high - low) * Fraction(at, PARTS))


def between(
    one: Segment, other: Segment, solid: Sequence[Poly], woods: Sequence[Poly] = ()
) -> Iterator[Segment]:
    """Free lines from one stretch of wall to another past convex shapes: if there are any, one of them touches two corners."""
    corners = list(dict.fromkeys([*one, *other, *(corner for shape in (*solid, *woods) for corner in shape)]))
    for a, b in combinations(corners, 2):
        start, end = _meeting(a, b, one), _meeting(a, b, other)
        if start is not None and end is not None and not any(_crossed(start, end, shape) for shape in solid):
            yield (round(start[0]), round(start[1])), (round(end[0]), round(end[1]))


def _meeting(a: Point, b: Point, wall: Segment) -> Spot | None:
    """Where a straight line through two points meets a stretch of wall; where it runs along it, at its start."""
    (x, y), (u, v) = wall
    first, last = _side(a, b, (x, y)), _side(a, b, (u, v))
    if first == 0:
        return Fraction(x), Fraction(y)
    if first * last > 0:
        return None
    part = Fraction(first, first - last)
    return x + part * (u - x), y + part * (v - y)


def _crossed(start: Spot, end: Spot, shape: Poly) -> bool:
    """Whether a straight line passes through the inside of a convex shape."""
    turned = shape if _area(shape) > 0 else tuple(reversed(shape))
    low, high = Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in edges(turned):
        base = (bx - ax) * (start[1] - ay) - (by - ay) * (start[0] - ax)
        last = (bx - ax) * (end[1] - ay) - (by - ay) * (end[0] - ax)
        if base <= 0 and last <= 0:
            return False
        if base < 0:
            low = max(low, base / (base - last))
        elif last < 0:
            high = min(high, base / (base - last))
        if low >= high:
            return False
    return True
