"""Arcs: the part of the table somebody faces.

An arc is one or two cones, each the common part of some half tables. A front arc is all that lies ahead
of a front edge between two lines going outwards from its corners; a wedge opens from one point. Whether
the lines themselves count is the asker's choice: `edge=True` counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.geometry.angles import COS, FULL_TURN, SIN
from grognard.geometry.cuts import Plane, common, nearest, ratios, rounded, touches_inside
from grognard.geometry.points import Fraction2, Point, Poly
from grognard.geometry.shapes import contains
from grognard.geometry.twins import kernel

Cone = tuple[Plane, ...]
Arc = tuple[Cone, ...]
"""The union of its cones. No cone at all is an arc that sees nothing; a cone without planes is all round."""

ALL_ROUND: Arc = ((),)
in_arc = kernel.in_arc


def _right_of(x: int, y: int, bearing: int) -> Plane:
    """All to the right of a line through a point along a bearing."""
    sine, cosine = SIN[bearing % FULL_TURN], COS[bearing % FULL_TURN]
    return cosine, -sine, cosine * x - sine * y


def _left_of(x: int, y: int, bearing: int) -> Plane:
    a, b, c = _right_of(x, y, bearing)
    return -a, -b, -c


def front_arc(box: Poly, facing: int, half_angle: int = 450) -> Arc:
    """All ahead of a box's front edge, between lines this far outwards from its two front corners."""
    if not 0 <= half_angle <= 900:
        raise ValueError("a front arc opens by 0 to 90 degrees on each side")
    return kernel.front_planes(box, facing, half_angle)


def wedge(x: int, y: int, facing: int, half_angle: int) -> Arc:
    """All within an angle to each side of a facing, seen from a point; 1800 is all round."""
    if half_angle >= 1800:
        return ALL_ROUND
    if half_angle <= 900:
        return ((_right_of(x, y, facing - half_angle), _left_of(x, y, facing + half_angle)),)
    # Wider than half a turn it is not convex: two overlapping half tables, to the left and to the right.
    return ((_right_of(x, y, facing - half_angle),), (_left_of(x, y, facing + half_angle),))


def poly_in_arc(arc: Arc, poly: Poly, edge: bool = True) -> bool:
    """Whether any part of a shape lies in an arc."""
    sure = kernel.corners_in_arc(arc, poly, edge)
    # No corner is inside, but the shape may still reach across, so cut it exactly.
    return any(_reaches_in(cone, poly, edge) for cone in arc) if sure is None else sure


def _reaches_in(cone: Cone, poly: Poly, edge: bool) -> bool:
    left = common(ratios(poly), cone)
    return bool(left) if edge else touches_inside(left, cone)


def wholly_in_arc(arc: Arc, poly: Poly, edge: bool = True) -> bool:
    """Whether all of a shape lies in an arc."""
    if len(arc) == 1:
        return all(in_arc(arc, corner, edge) for corner in poly)
    # A wide wedge: what it leaves out is convex, and no part of the shape may lie there.
    behind = tuple([(-a, -b, -c) for cone in arc for a, b, c in cone])
    return not poly_in_arc((behind,), poly, not edge)


def any_in_arc(arcs: Sequence[Arc], poly: Poly, edge: bool = True) -> bool:
    """Whether any part of a shape lies in any of some arcs."""
    return any_in_arcs(arcs, (poly,), edge)


def any_in_arcs(arcs: Sequence[Arc], polys: Sequence[Poly], edge: bool = True) -> bool:
    """Whether any part of any of some shapes lies in any of some arcs."""
    sure = kernel.corners_in_arcs(arcs, polys, edge)
    return any(poly_in_arc(arc, poly, edge) for arc in arcs for poly in polys) if sure is None else sure


def count_in_arcs(arcs: Sequence[Arc], poly: Poly, edge: bool = True) -> int:
    """How many of some arcs (one for each figure of a rank, say) some part of a shape lies in."""
    return sum([poly_in_arc(arc, poly, edge) for arc in arcs])


def part_in_arc(arc: Arc, poly: Poly) -> tuple[Poly, ...]:
    """The parts of a shape inside an arc, their corners rounded: to draw, not to judge by."""
    cut = [common(ratios(poly), cone) for cone in arc]
    return tuple([tuple([rounded(corner) for corner in part]) for part in cut if part])


def gap2_in_arc(arc: Arc, point: Point, poly: Poly) -> Fraction2 | None:
    """The exact squared distance from a point to the part of a shape inside an arc, or None."""
    found = _nearest_in_arc(arc, point, poly)
    return None if found is None else found[1]


def nearest_in_arc(arc: Arc, point: Point, poly: Poly) -> Point | None:
    """The point nearest to a point of the part of a shape inside an arc, to a hundredth, or None."""
    found = _nearest_in_arc(arc, point, poly)
    return None if found is None else found[0]


def within_in_arc(arc: Arc, point: Point, poly: Poly, distance: int) -> bool:
    """Whether the part of a shape inside an arc is at most a distance from a point."""
    found = _nearest_in_arc(arc, point, poly)
    return found is not None and distance >= 0 and found[1][0] <= distance * distance * found[1][1]


def _nearest_in_arc(arc: Arc, point: Point, poly: Poly) -> tuple[Point, Fraction2] | None:
    best: tuple[Point, Fraction2] | None = None
    for cone in arc:
        part = common(ratios(poly), cone)
        if not part:
            continue
        if len(poly) > 2 and contains(poly, point) and in_arc((cone,), point):
            return point, (0, 1)
        corner, square = nearest(point, part)
        if best is None or square[0] * best[1][1] < best[1][0] * square[1]:
            best = rounded(corner), square
    return best
