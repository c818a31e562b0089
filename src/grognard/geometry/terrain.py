"""Terrain: patches of ground, lines across it, and the whole of it as one value built once.

A kind is a word of the book's; what it means for moving, cover or sight is the book's business. A patch's
outline need not be convex: it carries its convex parts and bounds. A line (wall, hedge, edge of a work)
carries its solid pieces and its gates.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from grognard.geometry.gaps import length, within
from grognard.geometry.outlines import convex_parts, in_parts, meet, tidy
from grognard.geometry.points import Bounds, Point, Poly, Segment, apart, bounds, bounds_of_all, farther
from grognard.geometry.shapes import overlap
from grognard.geometry.sight import crosses, crosses_parts, share_inside, share_length, span


class Patch(msgspec.Struct, frozen=True):
    """An area of ground of one kind. Make it with `patch`."""

    name: str
    kind: str
    outline: Poly
    parts: tuple[Poly, ...]
    bounds: Bounds
    level: int = 0

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


class Line(msgspec.Struct, frozen=True):
    """A wall, hedge or edge of a work: solid pieces, and gates between them. Make it with `line`."""

    name: str
    kind: str
    points: tuple[Point, ...]
    solid: tuple[Segment, ...]
    gates: tuple[Segment, ...]
    bounds: Bounds

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


class Crossing(NamedTuple):
    """A piece of a line that lies in somebody's way, from where to where, and whether it is a gate."""

    line: Line
    start: Point
    end: Point
    gate: bool


def patch(name: str, kind: str, outline: Sequence[Point], level: int = 0) -> Patch:
    """An area of ground, made ready: clockwise, in convex parts, with bounds."""
    ring = tidy(tuple(outline))
    return Patch(name, kind, ring, convex_parts(ring), bounds(ring), level)


def line(
    name: str,
    kind: str,
    points: Sequence[Point],
    gates: Iterable[tuple[int, int]] = (),
    closed: bool = False,
) -> Line:
    """A line made ready. A gate is where it begins and ends, measured along the line from its start."""
    ring = (*points, points[0]) if closed else tuple(points)
    openings = sorted(gates)
    solid: list[Segment] = []
    gaps: list[Segment] = []
    begun = 0
    for start, end in itertools.pairwise(ring):
        reach = length(start, end)
        at = 0
        for low, high in openings:
            low, high = max(low - begun, 0), min(high - begun, reach)
            if low < high:
                if at < low:
                    solid.append((_along(start, end, at, reach), _along(start, end, low, reach)))
                gaps.append((_along(start, end, low, reach), _along(start, end, high, reach)))
                at = max(at, high)
        if at < reach:
            solid.append((_along(start, end, at, reach), end))
        begun += reach
    return Line(name, kind, ring, tuple(solid), tuple(gaps), bounds_of_all((ring,)))


def _along(start: Point, end: Point, distance: int, whole: int) -> Point:
    """The point a distance along a segment of known length, rounded."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (
        start[0] + (2 * dx * distance + whole) // (2 * whole),
        start[1] + (2 * dy * distance + whole) // (2 * whole),
    )


def covers(area: Patch, poly: Poly) -> bool:
    """Whether a whole convex shape stands on a patch; touching its outline from inside is allowed."""
    if not all(in_parts(area.parts, corner) for corner in poly):
        return False
    if len(area.parts) == 1:
        return True
    ring = area.outline
    return not any(crosses((ring[i - 1], ring[i]), poly) for i in range(len(ring)))


class Ground(msgspec.Struct, frozen=True):
    """All terrain of a table. Answers are in the order of the list, so a book may list what lies on top last."""

    patches: tuple[Patch, ...] = ()
    lines: tuple[Line, ...] = ()

    def at(self, point: Point) -> tuple[Patch, ...]:
        """The patches a point lies on, outlines included."""
        x, y = point
        return tuple(
            [
                area
                for area in self.patches
                if area.bounds[0] <= x <= area.bounds[2]
                and area.bounds[1] <= y <= area.bounds[3]
                and in_parts(area.parts, point)
            ]
        )

    def under(self, poly: Poly) -> tuple[Patch, ...]:
        """The patches some part of a shape stands on; touching is not standing on."""
        around = bounds(poly)
        return tuple(
            [
                area
                for area in self.patches
                if not apart(area.bounds, around) and any(overlap(part, poly) for part in area.parts)
            ]
        )

    def under_any(self, polys: Sequence[Poly]) -> tuple[Patch, ...]:
        """The patches some part of any of several shapes stands on: all that a move passes over."""
        around = [bounds(poly) for poly in polys]
        return tuple([area for area in self.patches if _stands_on(area, polys, around)])

    def wholly_under(self, poly: Poly) -> tuple[Patch, ...]:
        """The patches a whole shape stands on."""
        around = bounds(poly)
        return tuple(
            [area for area in self.patches if not farther(area.bounds, around, 0) and covers(area, poly)]
        )

    def near(self, poly: Poly, distance: int) -> tuple[Patch, ...]:
        """The patches at most a distance from a shape."""
        around = bounds(poly)
        return tuple(
            [
                area
                for area in self.patches
                if not farther(area.bounds, around, distance)
                and any(within(part, poly, distance) for part in area.parts)
            ]
        )

    def along(self, way: Segment) -> tuple[Patch, ...]:
        """The patches a straight way passes through the inside of."""
        around = bounds(way)
        return tuple(
            [
                area
                for area in self.patches
                if not farther(area.bounds, around, 0) and crosses_parts(way, area.parts)
            ]
        )

    def lines_near(self, poly: Poly, distance: int) -> tuple[Line, ...]:
        """The lines with a solid piece at most a distance from a shape."""
        around = bounds(poly)
        return tuple(
            [
                wall
                for wall in self.lines
                if not farther(wall.bounds, around, distance)
                and any(within(piece, poly, distance) for piece in wall.solid)
            ]
        )

    def lines_across(self, way: Segment) -> tuple[Crossing, ...]:
        """Where a straight way meets lines, solid or at a gate; touching counts."""
        around = bounds(way)
        return tuple(
            [
                Crossing(wall, spot, spot, gate)
                for wall in self.lines
                if not farther(wall.bounds, around, 0)
                for pieces, gate in ((wall.solid, False), (wall.gates, True))
                for piece in pieces
                if (spot := meeting(way, piece)) is not None
            ]
        )

    def lines_swept(self, lane: Sequence[Poly]) -> tuple[Crossing, ...]:
        """Which pieces of lines lie inside the shapes a move passes over, and where; touching is not crossing."""
        found = []
        for poly in lane:
            around = bounds(poly)
            for wall in self.lines:
                if farther(wall.bounds, around, 0):
                    continue
                for pieces, gate in ((wall.solid, False), (wall.gates, True)):
                    found += [
                        Crossing(wall, *_inside(piece, poly), gate)
                        for piece in pieces
                        if crosses(piece, poly)
                    ]
        return tuple(found)

    def length_in(self, way: Segment, kinds: frozenset[str], unless: frozenset[str] = frozenset()) -> int:
        """How much of a straight way lies on patches of some kinds, rounded up to a hundredth.

        What also lies on a kind in `unless` (a road through the wood, a bridge over the river) is not counted.
        """
        parts = self._parts_along(way, kinds)
        if not parts:
            return 0
        other = self._parts_along(way, unless)
        return share_length(way, share_inside(way, parts + other) - share_inside(way, other))

    def stays_on(self, way: Segment, kinds: frozenset[str]) -> bool:
        """Whether all of a straight way lies on patches of some kinds, outlines included."""
        parts = self._parts_along(way, kinds)
        if way[0] == way[1]:
            return in_parts(parts, way[0])
        return share_inside(way, parts) == 1

    def _parts_along(self, way: Segment, kinds: frozenset[str]) -> list[Poly]:
        around = bounds(way)
        return [
            part
            for area in self.patches
            if area.kind in kinds and not farther(area.bounds, around, 0)
            for part in area.parts
        ]


def _stands_on(area: Patch, polys: Sequence[Poly], around: Sequence[Bounds]) -> bool:
    return any(
        not apart(area.bounds, box) and any(overlap(part, poly) for part in area.parts)
        for poly, box in zip(polys, around)
    )


def _inside(piece: Segment, poly: Poly) -> Segment:
    """The stretch of a segment inside a shape it crosses, rounded."""
    found = span(piece, poly)
    assert found is not None
    start, start_of, end, end_of = found
    return _along(*piece, start, start_of), _along(*piece, end, end_of)


def meeting(a: Segment, b: Segment) -> Point | None:
    """A point two segments share, to the nearest hundredth, or None."""
    (ax, ay), (bx, by) = a
    if not meet(*a, *b):
        return None
    dx, dy = bx - ax, by - ay
    ex, ey = b[1][0] - b[0][0], b[1][1] - b[0][1]
    turn = dx * ey - dy * ex
    if turn == 0:
        # On one line: an end of one that lies on the other.
        return next(point for point in (*b, *a) if meet(*a, point, point) and meet(*b, point, point))
    along = (b[0][0] - ax) * ey - (b[0][1] - ay) * ex
    if turn < 0:
        turn, along = -turn, -along
    return ax + (2 * dx * along + turn) // (2 * turn), ay + (2 * dy * along + turn) // (2 * turn)
