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

from grognard.geometry.cuts import common, middle, planes_of, ratios, rounded
from grognard.geometry.points import Poly, Segment
from grognard.geometry.twins import kernel

gap2 = kernel.gap2
gap = kernel.gap
within = kernel.within
nearer_than = kernel.nearer_than
first_within = kernel.first_within
first_nearer_than = kernel.first_nearer_than
all_within = kernel.all_within
point_gap2 = kernel.point_gap2
point_within = kernel.point_within
point_gap = kernel.point_gap
length = kernel.length
points_within = kernel.points_within
nearest_point = kernel.nearest_point


def gap_key(a: Poly, b: Poly) -> Fraction:
    """The squared distance as a number that sorts and compares exactly."""
    return Fraction(*gap2(a, b))


def closer(a: Poly, b: Poly, c: Poly) -> bool:
    """Whether `b` is closer to `a` than `c` is."""
    top, bottom = gap2(a, b)
    top2, bottom2 = gap2(a, c)
    return top * bottom2 < top2 * bottom


def any_nearer(poly: Poly, polys: Sequence[Poly], distance: int) -> bool:
    """Whether any of some shapes is less than a distance away; exactly that far is not."""
    return first_nearer_than(poly, polys, distance) is not None


def nearest_of(poly: Poly, polys: Sequence[Poly]) -> int | None:
    """The index of the nearest of some shapes, the first of equals; None if there are none."""
    best: int | None = None
    top, bottom = 0, 0
    for index, other in enumerate(polys):
        here, of = gap2(poly, other)
        if best is None or here * bottom < top * of:
            best, top, bottom = index, here, of
    return best


def by_nearness(poly: Poly, polys: Sequence[Poly]) -> tuple[int, ...]:
    """The indexes of some shapes, nearest first, equals in the order given."""
    keys = [gap_key(poly, other) for other in polys]
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))


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
