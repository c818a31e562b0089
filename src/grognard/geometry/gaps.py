"""Exact distances between convex shapes.

The nearest points of two separate convex shapes are either a corner and a point along an edge, and then
that edge's line parts the two shapes; or two corners. So one pass over the edges of both either finds the
distance, or leaves only corners to compare. Squared distances are exact fractions (numerator,
denominator); comparisons cross-multiply.

A `Poly` of one corner is a point and of two a segment: every function here takes those too. A round base
is a point whose radius is added to the distance asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from grognard.geometry.cuts import common, middle, nearest, planes_of, ratios, rounded
from grognard.geometry.points import Fraction2, Point, Poly, Segment, bounds, each_bounds

_EVERYTHING = 1 << 62
_MEET = (0, 1)
_PARTED = (1, 0)  # an edge parts the shapes, but nothing lies square to it
_UNPARTED = (0, 0)  # no edge of this shape parts them
_BEYOND = (2, 0)  # an edge parts them by more than the limit


def _across(a: Poly, b: Poly, limit2: int) -> Fraction2:
    """The squared distance from an edge of `a` to a corner of `b` square to it, or one of the marks above."""
    result = _UNPARTED
    px, py = a[-1]
    for qx, qy in a:
        ex = qx - px
        ey = qy - py
        line = ex * py - ey * px
        least = _EVERYTHING
        for x, y in b:
            side = ex * y - ey * x - line
            if side < 0:
                break
            if side <= least:
                # Of corners equally near (parallel edges) the first and the last are enough.
                if side < least:
                    least = side
                    first_x, first_y = x, y
                last_x, last_y = x, y
        else:
            length2 = ex * ex + ey * ey
            if length2:
                result = _PARTED
                if least * least > limit2 * length2:
                    return _BEYOND
                along = (first_x - px) * ex + (first_y - py) * ey
                other = (last_x - px) * ex + (last_y - py) * ey
                if 0 <= along <= length2 or 0 <= other <= length2:
                    return least * least, length2
        px = qx
        py = qy
    return result


def _gap2_up_to(a: Poly, b: Poly, limit2: int) -> Fraction2 | None:
    """The squared distance, or None if it is surely above the limit."""
    found = _across(a, b, limit2)
    if found[1]:
        return found
    if found is _BEYOND:
        return None
    other = _across(b, a, limit2)
    if other[1]:
        return other
    if other is _BEYOND:
        return None
    if found is _UNPARTED and other is _UNPARTED and (len(a) > 1 or len(b) > 1):
        return _MEET
    least = _EVERYTHING
    for x, y in a:
        for u, v in b:
            x_gap = x - u
            y_gap = y - v
            here = x_gap * x_gap + y_gap * y_gap
            if here < least:
                least = here
    return least, 1


def gap2(a: Poly, b: Poly) -> Fraction2:
    """The exact squared distance of two shapes; (0, 1) where they meet."""
    found = _gap2_up_to(a, b, _EVERYTHING)
    assert found is not None
    return found if found[0] else _MEET


def _ceiling_root(square: Fraction2) -> int:
    """The smallest whole number whose square is not below a fraction."""
    whole = -(-square[0] // square[1])
    return isqrt(whole - 1) + 1 if whole > 0 else 0


def gap(a: Poly, b: Poly) -> int:
    """The distance of two shapes, rounded up to a hundredth."""
    return _ceiling_root(gap2(a, b))


def gap_key(a: Poly, b: Poly) -> Fraction:
    """The squared distance as a number that sorts and compares exactly."""
    return Fraction(*gap2(a, b))


def within(a: Poly, b: Poly, distance: int) -> bool:
    """Whether two shapes are at most a distance apart; exactly that far is within."""
    west, south, east, north = bounds(a)
    west2, south2, east2, north2 = bounds(b)
    if (
        west2 - east > distance
        or west - east2 > distance
        or south2 - north > distance
        or south - north2 > distance
    ):
        return False
    limit2 = distance * distance
    found = _gap2_up_to(a, b, limit2)
    return found is not None and found[0] <= limit2 * found[1] and distance >= 0


def nearer_than(a: Poly, b: Poly, distance: int) -> bool:
    """Whether two shapes are less than a distance apart; exactly that far is not."""
    west, south, east, north = bounds(a)
    west2, south2, east2, north2 = bounds(b)
    if (
        west2 - east >= distance
        or west - east2 >= distance
        or south2 - north >= distance
        or south - north2 >= distance
    ):
        return False
    limit2 = distance * distance
    found = _gap2_up_to(a, b, limit2)
    return found is not None and found[0] < limit2 * found[1] and distance > 0


def closer(a: Poly, b: Poly, c: Poly) -> bool:
    """Whether `b` is closer to `a` than `c` is."""
    top, bottom = gap2(a, b)
    top2, bottom2 = gap2(a, c)
    return top * bottom2 < top2 * bottom


def first_within(poly: Poly, polys: Sequence[Poly], distance: int) -> int | None:
    """The index of the first of some shapes at most a distance away, or None."""
    west, south, east, north = bounds(poly)
    west -= distance
    south -= distance
    east += distance
    north += distance
    limit2 = distance * distance
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            found = _gap2_up_to(poly, polys[index], limit2)
            if found is not None and found[0] <= limit2 * found[1] and distance >= 0:
                return index
    return None


def any_nearer(poly: Poly, polys: Sequence[Poly], distance: int) -> bool:
    """Whether any of some shapes is less than a distance away; exactly that far is not."""
    west, south, east, north = bounds(poly)
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if (
            west2 - east < distance
            and west - east2 < distance
            and south2 - north < distance
            and south - north2 < distance
            and nearer_than(poly, polys[index], distance)
        ):
            return True
    return False


def all_within(poly: Poly, polys: Sequence[Poly], distance: int) -> tuple[int, ...]:
    """The indexes of all shapes at most a distance away, in order."""
    return tuple([index for index, other in enumerate(polys) if within(poly, other, distance)])


def nearest_of(poly: Poly, polys: Sequence[Poly]) -> int | None:
    """The index of the nearest of some shapes, the first of equals; None if there are none."""
    best: int | None = None
    top, bottom = _EVERYTHING, 1
    for index, other in enumerate(polys):
        found = _gap2_up_to(poly, other, top // bottom + 1)
        if found is not None and found[0] * bottom < top * found[1]:
            best = index
            top, bottom = found
    return best


def by_nearness(poly: Poly, polys: Sequence[Poly]) -> tuple[int, ...]:
    """The indexes of some shapes, nearest first, equals in the order given."""
    keys = [gap_key(poly, other) for other in polys]
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))


def point_gap2(point: Point, poly: Poly) -> Fraction2:
    """The exact squared distance of a point from a shape; (0, 1) inside it."""
    x, y = point
    outside = len(poly) < 3
    least = _EVERYTHING
    px, py = poly[-1]
    for qx, qy in poly:
        ex = qx - px
        ey = qy - py
        side = ex * (y - py) - ey * (x - px)
        if side > 0:
            outside = True
            along = (x - px) * ex + (y - py) * ey
            length2 = ex * ex + ey * ey
            if 0 <= along <= length2:
                return side * side, length2
        here = (x - qx) * (x - qx) + (y - qy) * (y - qy)
        if here < least:
            least = here
        px = qx
        py = qy
    if not outside:
        return _MEET
    return gap2((point,), poly) if len(poly) == 2 else (least, 1)


def point_within(point: Point, poly: Poly, distance: int) -> bool:
    """Whether a point is at most a distance from a shape."""
    top, bottom = point_gap2(point, poly)
    return distance >= 0 and top <= distance * distance * bottom


def point_gap(point: Point, poly: Poly) -> int:
    """The distance of a point from a shape, rounded up to a hundredth."""
    return _ceiling_root(point_gap2(point, poly))


def length(start: Point, end: Point) -> int:
    """The distance of two points, rounded up to a hundredth."""
    dx = start[0] - end[0]
    dy = start[1] - end[1]
    square = dx * dx + dy * dy
    return isqrt(square - 1) + 1 if square else 0


def points_within(a: Point, b: Point, distance: int) -> bool:
    """Whether two points are at most a distance apart."""
    dx = a[0] - b[0]
    dy = a[1] - b[1]
    return distance >= 0 and dx * dx + dy * dy <= distance * distance


def nearest_point(point: Point, poly: Poly) -> Point:
    """The point of a shape nearest to a point, to the nearest hundredth; the point itself if inside."""
    if len(poly) < 3:
        return point if point_gap2(point, poly)[0] == 0 else rounded(nearest(point, ratios(poly))[0])
    x, y = point
    least, corner, outside = _EVERYTHING, point, False
    px, py = poly[-1]
    for qx, qy in poly:
        ex = qx - px
        ey = qy - py
        if ex * (y - py) > ey * (x - px):
            outside = True
            along = (x - px) * ex + (y - py) * ey
            length2 = ex * ex + ey * ey
            if 0 <= along <= length2:
                # The foot of the perpendicular, rounded once.
                half = 2 * length2
                return px + (2 * ex * along + length2) // half, py + (2 * ey * along + length2) // half
        here = (x - qx) * (x - qx) + (y - qy) * (y - qy)
        if here < least:
            least, corner = here, (qx, qy)
        px = qx
        py = qy
    return corner if outside else point


def nearest_points(a: Poly, b: Poly) -> Segment:
    """A nearest pair of points, one of each shape, to the nearest hundredth; one shared point if they meet."""
    if len(a) > 2 or len(b) > 2:
        # The planes must come of the one that has an inside.
        shared = common(ratios(a), planes_of(b)) if len(b) > 2 else common(ratios(b), planes_of(a))
        if shared:
            here = rounded(middle(shared))
            return here, here
    best, answer = None, (a[0], b[0])
    for corner in a:
        square = Fraction(*point_gap2(corner, b))
        if best is None or square < best:
            best, answer = square, (corner, nearest_point(corner, b))
    for corner in b:
        square = Fraction(*point_gap2(corner, a))
        if best is None or square < best:
            best, answer = square, (nearest_point(corner, a), corner)
    return answer
