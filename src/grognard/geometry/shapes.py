"""Convex shapes on the table: making them, and whether they contain or overlap one another.

Corners run clockwise. A box's corners are front left, front right, rear right, rear left, so that its
edges 0 to 3 are front, right, rear, left. Corners are rounded to hundredths once, when a box is made;
everything asked of them afterwards is exact. Distances are in `gaps`, outlines that are not convex in
`outlines`; the names most used are passed on from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grognard.geometry.angles import COS, FULL_TURN, SCALE, SHIFT, SIN
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
from grognard.geometry.points import each_bounds
from grognard.geometry.points import shifted as shifted

_DOUBLE = SHIFT + 1
_TURN_STEP = 50


def box(x: int, y: int, facing: int, width: int, depth: int) -> Poly:
    """The rectangle of a body with this centre and facing: front left, front right, rear right, rear left."""
    return _box(x, y, facing, width, depth)


@lru_cache(maxsize=1 << 12)
def _box(x: int, y: int, facing: int, width: int, depth: int) -> Poly:
    # Behind a cache because most bodies stand still most of the time; apart, because a cache hides types.
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    wide_x = width * cosine
    wide_y = width * sine
    deep_x = depth * sine
    deep_y = depth * cosine
    # Twice the corner, plus a half to round by.
    x = (x << _DOUBLE) + SCALE
    y = (y << _DOUBLE) + SCALE
    return (
        ((x - wide_x + deep_x) >> _DOUBLE, (y + wide_y + deep_y) >> _DOUBLE),
        ((x + wide_x + deep_x) >> _DOUBLE, (y - wide_y + deep_y) >> _DOUBLE),
        ((x + wide_x - deep_x) >> _DOUBLE, (y - wide_y - deep_y) >> _DOUBLE),
        ((x - wide_x - deep_x) >> _DOUBLE, (y + wide_y - deep_y) >> _DOUBLE),
    )


def upright(west: int, south: int, east: int, north: int) -> Poly:
    """A rectangle along the table's edges, seen as facing north."""
    return ((west, north), (east, north), (east, south), (west, south))


def hull(points: Iterable[Point]) -> Poly:
    """The smallest convex shape round some points, clockwise, without idle corners."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    upper = _chain(ordered)
    lower = _chain(ordered[::-1])
    return tuple(upper[:-1] + lower[:-1])


def _chain(ordered: list[Point]) -> list[Point]:
    """The part of a hull that always bends clockwise, from the first point to the last."""
    chain: list[Point] = []
    for x, y in ordered:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


def swept(poly: Poly, dx: int, dy: int) -> Poly:
    """All that a shape passes over when it slides straight, start and end included."""
    if dx == 0 and dy == 0:
        return poly
    corners: list[Point] = []
    px, py = poly[-1]
    before = (poly[0][0] - px) * dy - (poly[0][1] - py) * dx
    count = len(poly)
    for index, (x, y) in enumerate(poly):
        qx, qy = poly[index + 1 - count]
        # Edges that lead (above zero) are seen at the end of the slide, edges that trail at its start.
        after = (qx - x) * dy - (qy - y) * dx
        if before < 0 or (after > 0 and before == 0):
            if before < 0 or after < 0:
                corners.append((x, y))
            if after > 0:
                corners.append((x + dx, y + dy))
        else:
            if before > 0 or after > 0:
                corners.append((x + dx, y + dy))
            if after < 0:
                corners.append((x, y))
        before = after
    return tuple(corners) if len(corners) > 2 else hull((*poly, *shifted(poly, dx, dy)))


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
    steps = -(-abs(turn) // _TURN_STEP) or 1
    x, y = pivot[0] + SCALE, pivot[1] + SCALE
    pieces = []
    at = facing
    for step in range(1, steps + 1):
        until = facing + turn * step // steps
        half = (abs(until - at) + 1) // 2 + 1
        # Where the tangents at both ends of a corner's arc meet lies outside the arc: it covers the bulge.
        stretch = COS[half]
        bulge = tuple([(u * SCALE // stretch, v * SCALE // stretch) for u, v in corners])
        points = _places(x, y, at, corners) + _places(x, y, until, corners)
        if at != until:
            points += _places(x, y, (at + until) // 2, bulge)
        pieces.append(hull(points))
        at = until
    return tuple(pieces)


def _places(x: int, y: int, facing: int, corners: tuple[Point, ...]) -> list[Point]:
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    return [
        ((x + u * cosine + v * sine) >> _DOUBLE, (y - u * sine + v * cosine) >> _DOUBLE) for u, v in corners
    ]


def contains(poly: Poly, point: Point) -> bool:
    """Whether a point lies in a shape; its outline is part of it."""
    x, y = point
    px, py = poly[-1]
    for qx, qy in poly:
        if (qx - px) * (y - py) > (qy - py) * (x - px):
            return False
        px = qx
        py = qy
    return True


def strictly_contains(poly: Poly, point: Point) -> bool:
    """Whether a point lies inside a shape and not on its outline."""
    x, y = point
    px, py = poly[-1]
    for qx, qy in poly:
        if (qx - px) * (y - py) >= (qy - py) * (x - px):
            return False
        px = qx
        py = qy
    return True


def contains_all(poly: Poly, other: Poly) -> bool:
    """Whether a whole shape lies in another; touching its outline from inside is allowed."""
    return all(contains(poly, corner) for corner in other)


def _parts(a: Poly, b: Poly) -> bool:
    """Whether an edge of `a` has all of `b` on its outer side, or on its line."""
    px, py = a[-1]
    for qx, qy in a:
        ex = qx - px
        ey = qy - py
        line = ex * py - ey * px
        for x, y in b:
            if ex * y - ey * x < line:
                break
        else:
            return True
        px = qx
        py = qy
    return False


def overlap(a: Poly, b: Poly) -> bool:
    """Whether the insides of two shapes meet; touching edges or corners is not overlap."""
    west, south, east, north = bounds(a)
    west2, south2, east2, north2 = bounds(b)
    if east <= west2 or east2 <= west or north <= south2 or north2 <= south:
        return False
    return not (_parts(a, b) or _parts(b, a))


def overlap_beyond(a: Poly, b: Poly, slack: int) -> bool:
    """Whether two shapes press into each other by more than a slack, across every edge of both.

    For bodies side by side at odd angles, whose rounded corners may overlap by a hundredth or two.
    """
    return overlap(a, b) and not (_nearly_parts(a, b, slack) or _nearly_parts(b, a, slack))


def _nearly_parts(a: Poly, b: Poly, slack: int) -> bool:
    """Whether backing off by a slack, square to an edge of `a`, would part two shapes."""
    px, py = a[-1]
    for qx, qy in a:
        ex = qx - px
        ey = qy - py
        depth = ex * py - ey * px - min([ex * y - ey * x for x, y in b])
        if depth <= 0 or depth * depth <= slack * slack * (ex * ex + ey * ey):
            return True
        px = qx
        py = qy
    return False


def first_overlap(poly: Poly, polys: Sequence[Poly], slack: int = 0) -> int | None:
    """The index of the first of some shapes that overlaps this one (by more than a slack), or None."""
    west, south, east, north = bounds(poly)
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 < east and west < east2 and south2 < north and south < north2:
            other = polys[index]
            if _parts(poly, other) or _parts(other, poly):
                continue
            if slack and (_nearly_parts(poly, other, slack) or _nearly_parts(other, poly, slack)):
                continue
            return index
    return None


def any_overlap(poly: Poly, polys: Sequence[Poly], slack: int = 0) -> bool:
    """Whether any of some shapes overlaps this one (by more than a slack)."""
    return first_overlap(poly, polys, slack) is not None


def centre(poly: Poly) -> Point:
    """The middle of a shape's corners, to the nearest hundredth; for a box, its centre."""
    count = len(poly)
    x = sum([corner[0] for corner in poly])
    y = sum([corner[1] for corner in poly])
    return (2 * x + count) // (2 * count), (2 * y + count) // (2 * count)


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
