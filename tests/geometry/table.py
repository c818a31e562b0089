"""What the tests of the open table share: strategies for shapes, and oracles that judge them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Polygon  # type: ignore[import-untyped]
from shapely import Point as Spot

from grognard.geometry.points import Point, Poly, Pose
from grognard.geometry.shapes import box, hull

facings = st.integers(0, 3599)
places = st.integers(-2000, 2000)
poses = st.builds(Pose, places, places, facings)
sizes = st.tuples(st.integers(20, 900).map(lambda n: 2 * n), st.integers(10, 300).map(lambda n: 2 * n))
boxes = st.builds(lambda pose, size: box(*pose, *size), poses, sizes)
points = st.tuples(places, places)

# Few places, so that touching, running along an edge and meeting at a corner happen all the time.
few = st.integers(-6, 6)
few_points = st.tuples(few, few)


def _hulls(corner: st.SearchStrategy[Point], least: int) -> st.SearchStrategy[Poly]:
    return (
        st.lists(corner, min_size=max(least, 1), max_size=8).map(hull).filter(lambda poly: len(poly) >= least)
    )


small_shapes = _hulls(few_points, 3)
small_bodies = _hulls(few_points, 1)  # points and segments too
shapes = _hulls(points, 3)


def as_shape(poly: Poly) -> Polygon | LineString | Spot:
    """The oracle's own idea of a shape."""
    if len(poly) == 1:
        return Spot(poly[0])
    return LineString(poly) if len(poly) == 2 else Polygon(poly)


def as_hull(corners: list[Point]) -> Polygon:
    return MultiPoint(corners).convex_hull


def inside(poly: Poly, point: Point) -> bool:
    """Containment by areas, the outline included: a second way to the same answer."""
    if len(poly) < 3:
        return foot2(point, poly) == 0
    total = sum(abs(twice(poly[i - 1], poly[i], point)) for i in range(len(poly)))
    return total == abs(sum(twice(poly[0], poly[i], poly[i + 1]) for i in range(1, len(poly) - 1)))


def twice(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def foot2(point: Point, poly: Poly) -> Fraction:
    """The squared distance of a point from an outline, edge by edge, in fractions."""
    x, y = point
    best = Fraction(10**18)
    for i in range(len(poly)):
        (px, py), (qx, qy) = poly[i - 1], poly[i]
        ex, ey = qx - px, qy - py
        length2 = ex * ex + ey * ey
        share = Fraction((x - px) * ex + (y - py) * ey, length2) if length2 else Fraction(0)
        share = min(max(share, Fraction(0)), Fraction(1))
        best = min(best, (px + share * ex - x) ** 2 + (py + share * ey - y) ** 2)
    return best


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments share a point, by the oracle (exact for small whole numbers)."""
    return bool(LineString([a, b]).intersects(LineString([c, d])))


def gap2_by_hand(a: Poly, b: Poly) -> Fraction:
    """The squared distance of two shapes, trying everything."""
    if any(inside(b, p) for p in a) or any(inside(a, p) for p in b):
        return Fraction(0)
    for i in range(len(a)):
        for j in range(len(b)):
            if segments_meet(a[i - 1], a[i], b[j - 1], b[j]):
                return Fraction(0)
    return min([foot2(p, b) for p in a] + [foot2(p, a) for p in b])


def turned(point: Point, quarters: int) -> Point:
    """A point carried clockwise round the origin by quarter turns."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = y, -x
    return x, y


def turned_poly(poly: Poly, quarters: int) -> Poly:
    return tuple(turned(corner, quarters) for corner in poly)
