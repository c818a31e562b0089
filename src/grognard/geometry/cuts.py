"""Cutting convex shapes by straight lines, exactly: the part of a shape inside an arc, or inside another.

A corner made by cutting is seldom a whole point, so it is kept as (x, y, weight), standing for the point
(x / weight, y / weight).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from grognard.geometry.points import Fraction2, Point, Poly

Plane = tuple[int, int, int]
"""(a, b, c): the half of the table where a * x + b * y >= c."""

Ratio = tuple[int, int, int]
"""A point with exact fractions for coordinates."""


def planes_of(poly: Poly) -> tuple[Plane, ...]:
    """The half tables whose common part is a convex shape."""
    planes = []
    px, py = poly[-1]
    for qx, qy in poly:
        planes.append((qy - py, px - qx, (qy - py) * px - (qx - px) * py))
        px, py = qx, qy
    return tuple(planes)


def ratios(poly: Poly) -> list[Ratio]:
    """Whole points, ready to be cut."""
    return [(x, y, 1) for x, y in poly]


def _cut(corners: list[Ratio], plane: Plane) -> list[Ratio]:
    """What is left of a shape on the inner side of one line, the line included."""
    a, b, c = plane
    kept: list[Ratio] = []
    previous = corners[-1]
    before = a * previous[0] + b * previous[1] - c * previous[2]
    for corner in corners:
        here = a * corner[0] + b * corner[1] - c * corner[2]
        if (here > 0 > before) or (here < 0 < before):
            kept.append(_between(previous, before, corner, here))
        if here >= 0:
            kept.append(corner)
        previous = corner
        before = here
    return kept


def _between(p: Ratio, p_side: int, q: Ratio, q_side: int) -> Ratio:
    """Where the line from p to q meets the cut, given how far each lies to a side of it."""
    if p_side < 0:
        p_side = -p_side
    else:
        q_side = -q_side
    x = p[0] * q_side + q[0] * p_side
    y = p[1] * q_side + q[1] * p_side
    weight = p[2] * q_side + q[2] * p_side
    shared = gcd(x, y, weight)
    return x // shared, y // shared, weight // shared


def common(corners: list[Ratio], planes: Iterable[Plane]) -> list[Ratio]:
    """What is left of a shape inside all the half tables; nothing if they miss it."""
    for plane in planes:
        if not corners:
            break
        corners = _cut(corners, plane)
    return corners


def touches_inside(corners: list[Ratio], planes: Iterable[Plane]) -> bool:
    """Whether a shape already cut by these half tables has a point on no line of theirs.

    A cut shape is convex: if for each line some corner is off it, then their middle is off all of them.
    """
    return bool(corners) and all(
        any(plane[0] * x + plane[1] * y > plane[2] * weight for x, y, weight in corners) for plane in planes
    )


def rounded(corner: Ratio) -> Point:
    """The nearest whole point."""
    x, y, weight = corner
    return (2 * x + weight) // (2 * weight), (2 * y + weight) // (2 * weight)


def middle(corners: list[Ratio]) -> Ratio:
    """A point in the middle of a shape."""
    x, y, weight = 0, 0, 1
    for cx, cy, cw in corners:
        x, y, weight = x * cw + cx * weight, y * cw + cy * weight, weight * cw
    return x, y, weight * len(corners)


def nearest(point: Point, corners: list[Ratio]) -> tuple[Ratio, Fraction2]:
    """The point of a shape outline nearest to a point, and its squared distance; both exact."""
    x, y = point
    best: tuple[Ratio, Fraction2] | None = None
    px, py, pw = corners[-1]
    for qx, qy, qw in corners:
        # Everything is brought to the common weight pw * qw, seen from the point.
        ax, ay = (px - x * pw) * qw, (py - y * pw) * qw
        bx, by = (qx - x * qw) * pw, (qy - y * qw) * pw
        ex, ey = bx - ax, by - ay
        length2 = ex * ex + ey * ey or 1
        along = min(max(-(ax * ex + ay * ey), 0), length2)
        foot_x, foot_y = ax * length2 + ex * along, ay * length2 + ey * along
        weight = length2 * pw * qw
        square = (foot_x * foot_x + foot_y * foot_y, weight * weight)
        if best is None or square[0] * best[1][1] < best[1][0] * square[1]:
            best = (foot_x + x * weight, foot_y + y * weight, weight), square
        px, py, pw = qx, qy, qw
    assert best is not None
    return best
