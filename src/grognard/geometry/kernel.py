"""The inner loops of this room: ordinary Python, and compiled where there is a compiler (`kernel.pxd` has the types).

Two twins come of this one file: itself, and `_kernel`, built from it, in which numbers are C's: 64 bits, 128 where a square or
a product of fractions needs them. That is enough as far as `FAR`; what goes beyond raises OverflowError there, and this twin is
asked instead (`twins` chooses, `tests/geometry/test_twins.py` compares). So: no float decides anything, every local has its type
in the .pxd, and a product that may pass 2**63 is made of locals declared `wide`.

Books do not come here: points, angles, gaps, shapes, arcs, sight, slides and crowds pass these functions on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import atan2, isqrt, pi
from typing import TYPE_CHECKING

from grognard.geometry.trig import COS, FINE_COS, FINE_SIN, FULL_TURN, SCALE, SHIFT, SIN

if TYPE_CHECKING:
    from grognard.geometry.arcs import Arc
    from grognard.geometry.points import Bounds, Fraction2, Point, Poly, Segment

    Disc = tuple[int, int, int]
    Veil = tuple[Bounds, Sequence[Poly], Poly, Sequence[Segment], Poly, int, int]
    There = tuple[Bounds, Sequence[Poly], Sequence[Point]]
    Pose = tuple[int, int, int]
    Turns = tuple[int, int, int]
    Place = int
    """Of one of a crowd, in its order."""
    Stage = int
    Across = tuple[
        Sequence[Poly], Sequence[int], Sequence[int], Sequence[Sequence[Poly]], Sequence[bool], int
    ]
    """Lines across the ground, piece by piece: of which line it is, what it costs to cross (-1: it cannot be), its gates, and
    whether it walls a place in; and how near to whoever is met a line costs nothing."""
    Ground = tuple[
        Sequence[Poly], Sequence[Poly], int, Sequence[Poly], Across, bool, Sequence[Poly] | None, bool
    ]
    """Where one may not go; where he goes no farther than so far; roads that may carry him through both; the lines he crosses;
    whether he needs a way in to those who are sheltered; and his own shelter: the place that walls him in, and whether he is in one
    that is come at by road."""
    Runner = tuple[int, int, int, int, int, int, int, bool, int, int, int, Point, Arc, Ground]
    """One of a crowd, as rushes look at him: the bits of what he is to others; his place, facing, width and depth; how far he
    runs; whether he turns any way; the bits of those he runs at, of his friends, and of those he does not pass; where he looks
    from; the arc of his front; and the ground."""
    Terms = tuple[
        int,
        Bounds,
        Turns,
        int,
        Sequence[Bounds],
        Callable[[Segment], bool],
        Callable[[Arc, Poly], bool],
    ]
    """What a look or a rush goes by: the bit of those who stop a look; the table; the turns of `facings_at`; by how much shapes
    may overlap; the bounds of what else may hide the end of a line, and whether it does; and whether a shape reaches into an arc,
    where only cutting can tell."""
    Judge = Callable[[int, int, int, int, bool], bool]
    """Whether ground allows a way: of whom, along which facing, how far, at whom; and whether only a road may carry him there."""
    Quad = Poly
    """One of four corners."""
    People = tuple[tuple[Quad, ...], tuple[Bounds, ...], list[int], tuple[Runner, ...]]

TYPED = __name__.endswith("._kernel")
FAR = 1 << 21
"""How far a coordinate may be from the origin, in hundredths, for 128 bits to be enough: 20,971 inches."""
LONG = 1 << 23
"""And how long a distance may be that is asked about."""
STEEP = 1 << 40
HALF_TURN, QUARTER_TURN = FULL_TURN // 2, FULL_TURN // 4

DOWN = SHIFT + 1
DOUBLE = 1 << DOWN
HALF = 1 << (SHIFT - 1)
TOUCH = 2
MARGIN = 3  # more hundredths than the rounding of two places can make
A_RADIAN = 572  # tenths of a degree, rounded down
FEW, SPAN = 4, 64  # of facings: looked at one by one, and looked at together

# How two shapes lie: no edge parts them, one does, one does by more than was asked, the distance is square to an edge,
# or from corner to corner.
UNPARTED, PARTED, BEYOND, EDGE, CORNER = 0, 1, 2, 3, 4

# --- where numbers come in ---------------------------------------------------------------------------------------


def _known_range(west: int, south: int, east: int, north: int) -> int:
    """Refuse what C's numbers could not reckon with."""
    if west < -FAR or south < -FAR or east > FAR or north > FAR:
        raise OverflowError
    return 0


def _known_length(distance: int) -> int:
    if distance < -LONG or distance > LONG:
        raise OverflowError
    return 0


def bounds(poly: Poly) -> Bounds:
    """The smallest upright rectangle round some points."""
    if len(poly) != 4:
        return _bounds_of_many(poly)
    # Boxes are nearly all we measure: unrolled, this costs a sixth of four min and max.
    (west, south), (x, y), (x2, y2), (x3, y3) = poly
    east = x if x > west else west
    north = y if y > south else south
    west = x if x < west else west
    south = y if y < south else south
    if x2 < west:
        west = x2
    elif x2 > east:
        east = x2
    if x3 < west:
        west = x3
    elif x3 > east:
        east = x3
    if y2 < south:
        south = y2
    elif y2 > north:
        north = y2
    if y3 < south:
        south = y3
    elif y3 > north:
        north = y3
    if TYPED:
        _known_range(west, south, east, north)
    return west, south, east, north


def _bounds_of_many(poly: Poly) -> Bounds:
    west, south = poly[0]
    east, north = west, south
    for x, y in poly:
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    if TYPED:
        _known_range(west, south, east, north)
    return west, south, east, north


def each_bounds(polys: Sequence[Poly]) -> tuple[Bounds, ...]:
    """The bounds of each of several shapes; a crowd knows its own."""
    known: tuple[Bounds, ...] | None = getattr(polys, "bounds", None)
    return tuple([bounds(poly) for poly in polys]) if known is None else known


def _bare(polys: Sequence[Poly]) -> Sequence[Poly]:
    """Some shapes as a plain tuple, if they know one: to ask a crowd for one of its places is slow where this is compiled."""
    found: Sequence[Poly] = getattr(polys, "bare", polys)
    return found


def bounds_of_all(polys: Sequence[Poly]) -> Bounds:
    """The smallest upright rectangle round several shapes."""
    west, south, east, north = bounds(polys[0])
    for poly in polys:
        west2, south2, east2, north2 = bounds(poly)
        west = west2 if west2 < west else west
        south = south2 if south2 < south else south
        east = east2 if east2 > east else east
        north = north2 if north2 > north else north
    return west, south, east, north


def apart(a: Bounds, b: Bounds) -> bool:
    """Whether two upright rectangles share no inner point; touching is apart."""
    west, south, east, north = a
    west2, south2, east2, north2 = b
    return east <= west2 or east2 <= west or north <= south2 or north2 <= south


def farther(a: Bounds, b: Bounds, distance: int) -> bool:
    """Whether two upright rectangles are surely more than a distance apart."""
    west, south, east, north = a
    west2, south2, east2, north2 = b
    if TYPED:
        _known_range(west, south, east, north)
        _known_range(west2, south2, east2, north2)
    return (
        west2 - east > distance
        or west - east2 > distance
        or south2 - north > distance
        or south - north2 > distance
    )


def in_bounds(box: Bounds, point: Point) -> bool:
    """Whether a point lies in an upright rectangle; its outline is part of it."""
    west, south, east, north = box
    x, y = point
    return west <= x <= east and south <= y <= north


def square(a: Point, b: Point) -> int:
    """The squared distance of two points."""
    x, y = a
    x2, y2 = b
    if TYPED:
        _known_range(x, y, x, y)
        _known_range(x2, y2, x2, y2)
    dx = x - x2
    dy = y - y2
    return dx * dx + dy * dy


def shifted(poly: Poly, dx: int, dy: int) -> Poly:
    """The same shape, moved."""
    if TYPED:
        bounds(poly)
        _known_length(dx)
        _known_length(dy)
        moved = []
        for x, y in poly:
            moved.append((x + dx, y + dy))
        return tuple(moved)
    return tuple([(x + dx, y + dy) for x, y in poly])


# --- angles ------------------------------------------------------------------------------------------------------


def turn_between(start: int, end: int) -> int:
    """The smallest turn from one facing to another, clockwise above zero: -1799 to 1800."""
    if TYPED:
        _known_length(start)
        _known_length(end)
    turn = (end - start) % FULL_TURN
    return turn - FULL_TURN if turn > 1800 else turn


def offset(bearing: int, distance: int) -> Point:
    """How far east and north a distance along a bearing goes, each rounded (halves away from zero)."""
    if TYPED:
        _known_length(distance)
    bearing %= FULL_TURN
    sine = SIN[bearing]
    cosine = COS[bearing]
    dx = distance * sine
    dy = distance * cosine
    return (
        (dx + HALF) >> SHIFT if dx >= 0 else -((HALF - dx) >> SHIFT),
        (dy + HALF) >> SHIFT if dy >= 0 else -((HALF - dy) >> SHIFT),
    )


def ahead(x: int, y: int, facing: int, distance: int) -> Point:
    """The point a distance ahead along a facing."""
    dx, dy = offset(facing, distance)
    if TYPED:
        _known_range(x, y, x, y)
    return x + dx, y + dy


def rotate(right: int, forward: int, facing: int) -> Point:
    """A step to the right and forward of somebody with this facing, as a step east and north."""
    if TYPED:
        _known_length(right)
        _known_length(forward)
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    dx = right * cosine + forward * sine
    dy = forward * cosine - right * sine
    return (
        (dx + HALF) >> SHIFT if dx >= 0 else -((HALF - dx) >> SHIFT),
        (dy + HALF) >> SHIFT if dy >= 0 else -((HALF - dy) >> SHIFT),
    )


def heading(start: Point, end: Point) -> int:
    """The bearing from one point to another, to the nearest tenth; 0 if they are the same point."""
    x, y = start
    x2, y2 = end
    if TYPED:
        _known_range(x, y, x, y)
        _known_range(x2, y2, x2, y2)
    dx = x2 - x
    dy = y2 - y
    if dx == 0 and dy == 0:
        return 0
    quarter = 0
    # Each quarter is turned into the first, so that turning the table by 90 degrees changes nothing.
    while not (dx >= 0 and dy > 0):
        dx, dy = -dy, dx
        quarter += 900
    guess = round(atan2(dx, dy) * 1800 / pi)
    # The floating point guess is only where to look: these exact tests decide.
    while guess > 0:
        sine = FINE_SIN[2 * guess - 1]
        cosine = FINE_COS[2 * guess - 1]
        if dx * cosine >= dy * sine:
            break
        guess -= 1
    while guess < 900:
        sine = FINE_SIN[2 * guess + 1]
        cosine = FINE_COS[2 * guess + 1]
        if dx * cosine < dy * sine:
            break
        guess += 1
    return (guess + quarter) % FULL_TURN


# --- distances ---------------------------------------------------------------------------------------------------


def _across(a: Poly, b: Poly, limit2: int) -> tuple[int, int, int]:
    """How the edges of `a` lie to `b`; for EDGE the distance is the first number by the root of the second.

    A limit below zero is none.
    """
    mark = UNPARTED
    px, py = a[-1]
    for qx, qy in a:
        ex = qx - px
        ey = qy - py
        line = ex * py - ey * px
        least = -1
        for x, y in b:
            side = ex * y - ey * x - line
            if side < 0:
                break
            if side <= least or least < 0:
                # Of corners equally near (parallel edges) the first and the last are enough.
                if side != least:
                    least = side
                    first_x = x
                    first_y = y
                last_x = x
                last_y = y
        else:
            length2 = ex * ex + ey * ey
            if length2:
                mark = PARTED
                depth = least
                if limit2 >= 0 and depth * depth > limit2 * length2:
                    return BEYOND, 0, 0
                along = (first_x - px) * ex + (first_y - py) * ey
                along2 = (last_x - px) * ex + (last_y - py) * ey
                if 0 <= along <= length2 or 0 <= along2 <= length2:
                    return EDGE, least, length2
        px = qx
        py = qy
    return mark, 0, 0


def _apart_by(a: Poly, b: Poly, limit2: int) -> tuple[int, int, int]:
    """How far two shapes are apart: EDGE as above, CORNER with the squared distance, UNPARTED if they meet, or BEYOND."""
    mark, least, length2 = _across(a, b, limit2)
    if mark >= BEYOND:
        return mark, least, length2
    mark2, least, length2 = _across(b, a, limit2)
    if mark2 >= BEYOND:
        return mark2, least, length2
    if mark == UNPARTED and mark2 == UNPARTED and (len(a) > 1 or len(b) > 1):
        return UNPARTED, 0, 0
    least = -1
    for x, y in a:
        for u, v in b:
            x_gap = x - u
            y_gap = y - v
            here = x_gap * x_gap + y_gap * y_gap
            if here < least or least < 0:
                least = here
    return CORNER, least, 1


def _no_farther(a: Poly, b: Poly, distance: int) -> bool:
    """Whether two shapes in range are at most a distance apart."""
    if distance < 0:
        return False
    limit2 = distance
    limit2 = limit2 * limit2
    mark, least, length2 = _apart_by(a, b, limit2)
    if mark == EDGE:
        depth = least
        return depth * depth <= limit2 * length2
    return least <= limit2 if mark == CORNER else mark == UNPARTED


def _nearer(a: Poly, b: Poly, distance: int) -> bool:
    """Whether two shapes in range are less than a distance apart."""
    if distance <= 0:
        return False
    limit2 = distance
    limit2 = limit2 * limit2
    mark, least, length2 = _apart_by(a, b, limit2)
    if mark == EDGE:
        depth = least
        return depth * depth < limit2 * length2
    return least < limit2 if mark == CORNER else mark == UNPARTED


def gap2(a: Poly, b: Poly) -> Fraction2:
    """The exact squared distance of two shapes; (0, 1) where they meet."""
    if TYPED:
        bounds(a)
        bounds(b)
    mark, least, length2 = _apart_by(a, b, -1)
    if not least:
        return 0, 1
    if mark == CORNER:
        return least, 1
    root = least
    return root * root, length2


def _floor(top: int, bottom: int) -> int:
    """A quotient rounded down, of numbers with 128 bits: `//` itself is only safe between locals of one type."""
    return top // bottom


def _root_up(square: int) -> int:
    return isqrt(square - 1) + 1 if square > 0 else 0


def gap(a: Poly, b: Poly) -> int:
    """The distance of two shapes, rounded up to a hundredth."""
    if TYPED:
        bounds(a)
        bounds(b)
    mark, least, length2 = _apart_by(a, b, -1)
    if mark == EDGE:
        depth = least
        least = _floor(depth * depth + length2 - 1, length2)
    return _root_up(least)


def within(a: Poly, b: Poly, distance: int) -> bool:
    """Whether two shapes are at most a distance apart; exactly that far is within."""
    west, south, east, north = bounds(a)
    west2, south2, east2, north2 = bounds(b)
    if TYPED:
        _known_length(distance)
    if (
        west2 - east > distance
        or west - east2 > distance
        or south2 - north > distance
        or south - north2 > distance
    ):
        return False
    return _no_farther(a, b, distance)


def nearer_than(a: Poly, b: Poly, distance: int) -> bool:
    """Whether two shapes are less than a distance apart; exactly that far is not."""
    west, south, east, north = bounds(a)
    west2, south2, east2, north2 = bounds(b)
    if TYPED:
        _known_length(distance)
    if (
        west2 - east >= distance
        or west - east2 >= distance
        or south2 - north >= distance
        or south - north2 >= distance
    ):
        return False
    return _nearer(a, b, distance)


def first_within(poly: Poly, polys: Sequence[Poly], distance: int, but: int = -1) -> int | None:
    """The index of the first of some shapes at most a distance away, or None; one place may be left out."""
    west, south, east, north = bounds(poly)
    if TYPED:
        _known_length(distance)
    west -= distance
    south -= distance
    east += distance
    north += distance
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 <= east and west <= east2 and south2 <= north and south <= north2 and index != but:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if _no_farther(poly, _bare(polys)[index], distance):
                return index
    return None


def first_nearer_than(poly: Poly, polys: Sequence[Poly], distance: int, but: int = -1) -> int | None:
    """The index of the first of some shapes less than a distance away, or None; one place may be left out."""
    west, south, east, north = bounds(poly)
    if TYPED:
        _known_length(distance)
    west -= distance
    south -= distance
    east += distance
    north += distance
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 < east and west < east2 and south2 < north and south < north2 and index != but:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if _nearer(poly, _bare(polys)[index], distance):
                return index
    return None


def all_within(poly: Poly, polys: Sequence[Poly], distance: int) -> tuple[int, ...]:
    """The indexes of all shapes at most a distance away, in order."""
    west, south, east, north = bounds(poly)
    if TYPED:
        _known_length(distance)
    west -= distance
    south -= distance
    east += distance
    north += distance
    found = []
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if _no_farther(poly, _bare(polys)[index], distance):
                found.append(index)
    return tuple(found)


def _point_apart(point: Point, poly: Poly) -> tuple[int, int, int]:
    """How far a point is from a shape, as `_apart_by` says it; UNPARTED inside it."""
    x, y = point
    outside = len(poly) < 3
    if len(poly) == 2:
        return _apart_by((point,), poly, -1)
    least = -1
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
                return EDGE, side, length2
        here = (x - qx) * (x - qx) + (y - qy) * (y - qy)
        if here < least or least < 0:
            least = here
        px = qx
        py = qy
    if outside:
        return CORNER, least, 1
    return UNPARTED, 0, 1


def point_gap2(point: Point, poly: Poly) -> Fraction2:
    """The exact squared distance of a point from a shape; (0, 1) inside it."""
    if TYPED:
        bounds(poly)
        bounds((point,))
    mark, least, length2 = _point_apart(point, poly)
    if mark == EDGE and least:
        root = least
        return root * root, length2
    return least, 1


def point_gap(point: Point, poly: Poly) -> int:
    """The distance of a point from a shape, rounded up to a hundredth."""
    if TYPED:
        bounds(poly)
        bounds((point,))
    mark, least, length2 = _point_apart(point, poly)
    if mark == EDGE:
        depth = least
        least = _floor(depth * depth + length2 - 1, length2)
    return _root_up(least)


def point_within(point: Point, poly: Poly, distance: int) -> bool:
    """Whether a point is at most a distance from a shape."""
    if TYPED:
        bounds(poly)
        bounds((point,))
        _known_length(distance)
    if distance < 0:
        return False
    limit2 = distance
    limit2 = limit2 * limit2
    mark, least, length2 = _point_apart(point, poly)
    if mark == EDGE:
        depth = least
        return depth * depth <= limit2 * length2
    return least <= limit2


def points_within(a: Point, b: Point, distance: int) -> bool:
    """Whether two points are at most a distance apart."""
    x, y = a
    x2, y2 = b
    if TYPED:
        _known_range(x, y, x, y)
        _known_range(x2, y2, x2, y2)
        _known_length(distance)
    dx = x - x2
    dy = y - y2
    return distance >= 0 and dx * dx + dy * dy <= distance * distance


def length(start: Point, end: Point) -> int:
    """The distance of two points, rounded up to a hundredth."""
    x, y = start
    x2, y2 = end
    if TYPED:
        _known_range(x, y, x, y)
        _known_range(x2, y2, x2, y2)
    dx = x - x2
    dy = y - y2
    return _root_up(dx * dx + dy * dy)


def nearest_point(point: Point, poly: Poly) -> Point:
    """The point of a shape nearest to a point, to the nearest hundredth; the point itself if inside."""
    x, y = point
    if TYPED:
        bounds(poly)
        _known_range(x, y, x, y)
    thin = len(poly) < 3
    least, corner_x, corner_y, outside = -1, x, y, thin
    px, py = poly[-1]
    for qx, qy in poly:
        ex = qx - px
        ey = qy - py
        if thin or ex * (y - py) > ey * (x - px):
            outside = True
            along = (x - px) * ex + (y - py) * ey
            length2 = ex * ex + ey * ey
            if 0 <= along <= length2 and length2:
                # The foot of the perpendicular, rounded once.
                part = along
                return (
                    px + _floor(2 * ex * part + length2, 2 * length2),
                    py + _floor(2 * ey * part + length2, 2 * length2),
                )
        here = (x - qx) * (x - qx) + (y - qy) * (y - qy)
        if here < least or least < 0:
            least = here
            corner_x = qx
            corner_y = qy
        px = qx
        py = qy
    if outside:
        return corner_x, corner_y
    return x, y


# --- shapes ------------------------------------------------------------------------------------------------------


def box(x: int, y: int, facing: int, width: int, depth: int) -> Poly:
    """The rectangle of a body: front left, front right, rear right, rear left, each rounded once."""
    if TYPED:
        _known_range(x, y, x, y)
        _known_length(width)
        _known_length(depth)
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    wide_x = width * cosine
    wide_y = width * sine
    deep_x = depth * sine
    deep_y = depth * cosine
    # Twice the corner, plus a half to round by.
    x = x * DOUBLE + SCALE
    y = y * DOUBLE + SCALE
    return (
        ((x - wide_x + deep_x) >> DOWN, (y + wide_y + deep_y) >> DOWN),
        ((x + wide_x + deep_x) >> DOWN, (y - wide_y + deep_y) >> DOWN),
        ((x + wide_x - deep_x) >> DOWN, (y - wide_y - deep_y) >> DOWN),
        ((x - wide_x - deep_x) >> DOWN, (y + wide_y - deep_y) >> DOWN),
    )


def figures(x: int, y: int, facing: int, places: Sequence[Point]) -> tuple[Point, ...]:
    """Where the places of a block are (right and ahead of its centre, doubled), each rounded once."""
    if TYPED:
        _known_range(x, y, x, y)
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    x = x * DOUBLE + SCALE
    y = y * DOUBLE + SCALE
    found = []
    for right, onward in places:
        if TYPED:
            _known_length(right)
            _known_length(onward)
        found.append(
            ((x + right * cosine + onward * sine) >> DOWN, (y - right * sine + onward * cosine) >> DOWN)
        )
    return tuple(found)


def boxes(x: int, y: int, facing: int, places: Sequence[Point], width: int, depth: int) -> tuple[Poly, ...]:
    """The bases of a block whose places are so (doubled): neighbours share their rounded corners."""
    if TYPED:
        _known_range(x, y, x, y)
        _known_length(width)
        _known_length(depth)
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    x = x * DOUBLE + SCALE
    y = y * DOUBLE + SCALE
    found = []
    for right, onward in places:
        if TYPED:
            _known_length(right)
            _known_length(onward)
        low_x = (right - width) * cosine
        low_y = (right - width) * sine
        high_x = (right + width) * cosine
        high_y = (right + width) * sine
        front_x = (onward + depth) * sine
        front_y = (onward + depth) * cosine
        back_x = (onward - depth) * sine
        back_y = (onward - depth) * cosine
        found.append(
            (
                ((x + low_x + front_x) >> DOWN, (y - low_y + front_y) >> DOWN),
                ((x + high_x + front_x) >> DOWN, (y - high_y + front_y) >> DOWN),
                ((x + high_x + back_x) >> DOWN, (y - high_y + back_y) >> DOWN),
                ((x + low_x + back_x) >> DOWN, (y - low_y + back_y) >> DOWN),
            )
        )
    return tuple(found)


def longest_way(
    x: int, y: int, facing: int, places: Sequence[Point], end: tuple[int, int, int], taken: Sequence[Point]
) -> int:
    """How far the place of a block goes straight that goes farthest, when each takes another place of the block as it ends."""
    starts = figures(x, y, facing, places)
    x2, y2, facing2 = end
    ends = figures(x2, y2, facing2, taken)
    longest = 0
    for index in range(min(len(starts), len(ends))):
        way = length(starts[index], ends[index])
        if way > longest:
            longest = way
    return longest


def longest_walk(poses: Sequence[tuple[int, int, int]], places: Sequence[Point]) -> int:
    """How far the place of a block goes in all that goes farthest, straight from pose to pose."""
    rows = [figures(x, y, facing, places) for x, y, facing in poses]
    longest = 0
    for index in range(len(places)):
        gone = 0
        for leg in range(1, len(rows)):
            gone += length(rows[leg - 1][index], rows[leg][index])
        if gone > longest:
            longest = gone
    return longest


def first_off(x: int, y: int, facing: int, width: int, depth: int, tries: Sequence[Point], wall: Poly) -> int:
    """Which of some steps, the first pressing in and the last standing off, is the first at which a box does not overlap a wall."""
    body = box(x, y, facing, width, depth)
    low = -1
    high = len(tries) - 1
    while high - low > 1:
        half = (low + high) // 2
        dx, dy = tries[half]
        if overlap(shifted(body, dx, dy), wall):
            low = half
        else:
            high = half
    return high


def rested(
    x: int,
    y: int,
    out: int,
    shift: int,
    stand_off: int,
    width: int,
    depth: int,
    tries: Sequence[Point],
    wall: Poly,
) -> tuple[int, int, int]:
    """Where a box stands with its front to a wall that looks out along a bearing: off a middle, and as near as `tries` bring it.

    `shift` is how far it stands to the right, as it sees that, `stand_off` how far the wall is from the middle; both doubled.
    """
    if TYPED:
        _known_range(x, y, x, y)
    dx, dy = rotate(-shift, stand_off + depth, out)
    x += (dx + 1) >> 1
    y += (dy + 1) >> 1
    facing = (out + FULL_TURN // 2) % FULL_TURN
    dx, dy = tries[first_off(x, y, facing, width, depth, tries, wall)]
    return x + dx, y + dy, facing


def hull(points: Iterable[Point]) -> Poly:
    """The smallest convex shape round some points, clockwise, without idle corners."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    if TYPED:
        bounds(tuple(ordered))
    upper = _chain(ordered)
    lower = _chain(ordered[::-1])
    return tuple(upper[:-1] + lower[:-1])


def _chain(ordered: list[Point]) -> list[Point]:
    """The part of a hull that always bends clockwise, from the first point to the last."""
    chain: list[Point] = []
    count = 0
    for point in ordered:
        x, y = point
        while count > 1:
            ax, ay = chain[count - 2]
            bx, by = chain[count - 1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
                break
            chain.pop()
            count -= 1
        chain.append(point)
        count += 1
    return chain


def swept(poly: Poly, dx: int, dy: int) -> Poly:
    """All that a shape passes over when it slides straight, start and end included."""
    if dx == 0 and dy == 0:
        return poly
    if TYPED:
        bounds(poly)
        _known_length(dx)
        _known_length(dy)
    corners: list[Point] = []
    px, py = poly[-1]
    x, y = poly[0]
    before = (x - px) * dy - (y - py) * dx
    count = len(poly)
    for index in range(count):
        x, y = poly[index]
        qx, qy = poly[index + 1 if index + 1 < count else 0]
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
    return tuple(corners) if len(corners) > 2 else hull(poly + shifted(poly, dx, dy))


def sweep(x: int, y: int, facing: int, turn: int, corners: Sequence[Point], most: int) -> tuple[Poly, ...]:
    """Convex shapes that cover a turn about a point (scaled by `DOUBLE`) of corners right and ahead of it, doubled.

    Each covers at most so many tenths of a degree.
    """
    if TYPED:
        _known_pivot(x, y)
        _known_length(facing)
        _known_length(turn)
    steps = -(-abs(turn) // most)
    steps = steps if steps else 1
    x += SCALE
    y += SCALE
    pieces = []
    at = facing
    for step in range(1, steps + 1):
        until = facing + turn * step // steps
        half = (abs(until - at) + 1) // 2 + 1
        points = _places(x, y, at, corners, SCALE) + _places(x, y, until, corners, SCALE)
        if at != until:
            # Where the tangents at both ends of a corner's arc meet lies outside the arc: it covers the bulge.
            points += _places(x, y, (at + until) // 2, corners, COS[half])
        pieces.append(hull(points))
        at = until
    return tuple(pieces)


def _known_pivot(x: int, y: int) -> int:
    most = FAR * DOUBLE
    if x < -most or x > most or y < -most or y > most:
        raise OverflowError
    return 0


def _places(x: int, y: int, facing: int, corners: Sequence[Point], stretch: int) -> list[Point]:
    """Where corners are, drawn out from the pivot by the inverse of a cosine."""
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    found = []
    for u, v in corners:
        if TYPED:
            _known_length(u)
            _known_length(v)
        if stretch != SCALE:
            u = u * SCALE // stretch
            v = v * SCALE // stretch
        found.append(((x + u * cosine + v * sine) >> DOWN, (y - u * sine + v * cosine) >> DOWN))
    return found


def contains(poly: Poly, point: Point) -> bool:
    """Whether a point lies in a shape; its outline is part of it."""
    x, y = point
    if TYPED:
        bounds(poly)
        _known_range(x, y, x, y)
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
    if TYPED:
        bounds(poly)
        _known_range(x, y, x, y)
    px, py = poly[-1]
    for qx, qy in poly:
        if (qx - px) * (y - py) >= (qy - py) * (x - px):
            return False
        px = qx
        py = qy
    return True


def contains_all(poly: Poly, other: Poly) -> bool:
    """Whether a whole shape lies in another; touching its outline from inside is allowed."""
    if TYPED:
        bounds(poly)
        bounds(other)
    return all([contains(poly, corner) for corner in other])


def in_parts(parts: Sequence[Poly], point: Point) -> bool:
    """Whether a point lies in a shape made of convex parts; the outline is part of it."""
    for part in parts:
        if contains(part, point):
            return True
    return False


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


def _nearly_parts(a: Poly, b: Poly, slack: int) -> bool:
    """Whether backing off by a slack, square to an edge of `a`, would part two shapes."""
    slack2 = slack * slack
    px, py = a[-1]
    for qx, qy in a:
        ex = qx - px
        ey = qy - py
        line = ex * py - ey * px
        deepest = 0
        for x, y in b:
            side = line - ex * y + ey * x
            if side > deepest:
                deepest = side
        depth = deepest
        if depth * depth <= slack2 * (ex * ex + ey * ey):
            return True
        px = qx
        py = qy
    return False


def _press(a: Poly, b: Poly, slack: int) -> bool:
    """Whether two shapes whose bounds overlap do so themselves, by more than a slack."""
    if _parts(a, b) or _parts(b, a):
        return False
    return slack == 0 or not (_nearly_parts(a, b, slack) or _nearly_parts(b, a, slack))


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
    if TYPED:
        _known_length(slack)
    return overlap(a, b) and not (_nearly_parts(a, b, slack) or _nearly_parts(b, a, slack))


def first_overlap(poly: Poly, polys: Sequence[Poly], slack: int = 0, but: int = -1) -> int | None:
    """The index of the first of some shapes that overlaps this one (by more than a slack), or None.

    One place may be left out, so that nobody copies a crowd to be without himself.
    """
    west, south, east, north = bounds(poly)
    if TYPED:
        _known_length(slack)
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 < east and west < east2 and south2 < north and south < north2 and index != but:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if _press(poly, _bare(polys)[index], slack):
                return index
    return None


# --- lines -------------------------------------------------------------------------------------------------------


def _crossed(x: int, y: int, x2: int, y2: int, poly: Poly) -> bool:
    """Whether a line passes through the inside of a shape whose bounds it does not miss."""
    dx = x2 - x
    dy = y2 - y
    if dx == 0 and dy == 0:
        return strictly_contains(poly, (x, y))
    level = dx * y - dy * x
    above = below = False
    for u, v in poly:
        side = dx * v - dy * u
        if side > level:
            above = True
        elif side < level:
            below = True
    if not (above and below):
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


def crosses(line: Segment, poly: Poly) -> bool:
    """Whether a line passes through the inside of a convex shape."""
    (x, y), (x2, y2) = line
    west, south, east, north = bounds(line)
    west2, south2, east2, north2 = bounds(poly)
    if west >= east2 or east <= west2 or south >= north2 or north <= south2:
        return False
    return _crossed(x, y, x2, y2, poly)


def first_crossed(line: Segment, polys: Sequence[Poly], start: int = 0) -> int | None:
    """The index, from a start on, of the first shape (in their order) whose inside a line passes through; or None."""
    (x, y), (x2, y2) = line
    west, south, east, north = bounds(line)
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west < east2 and east > west2 and south < north2 and north > south2 and index >= start:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if _crossed(x, y, x2, y2, _bare(polys)[index]):
                return index
    return None


def open_ways(start: Point, goals: Sequence[Point], polys: Sequence[Poly], keep: int) -> list[int]:
    """Which of some points straight ways lead to without coming nearer than `keep` to a shape; with 0, without passing through one."""
    found = []
    index = -1
    for goal in goals:
        index += 1
        way = (start, goal)
        hit = first_nearer_than(way, polys, keep) if keep > 0 else first_crossed(way, polys)
        if hit is None:
            found.append(index)
    return found


def _span(x: int, y: int, x2: int, y2: int, poly: Poly) -> tuple[int, int, int, int]:
    """Where a line is in a shape: two fractions of its length; no denominators if it misses."""
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
                return 0, 0, 0, 0
            total = here - there
            top = here
            if top * start_of > start * total:
                start = top
                start_of = total
        elif there > 0:
            total = there - here
            top = -here
            if top * end_of < end * total:
                end = top
                end_of = total
        px = qx
        py = qy
    if start * end_of > end * start_of:
        return 0, 0, 0, 0
    return start, start_of, end, end_of


def span(line: Segment, poly: Poly) -> tuple[int, int, int, int] | None:
    """Where a line is in a convex shape, outline included, as two exact fractions of its length; or None."""
    (x, y), (x2, y2) = line
    if TYPED:
        bounds(line)
        bounds(poly)
    start, start_of, end, end_of = _span(x, y, x2, y2, poly)
    return (start, start_of, end, end_of) if start_of else None


def spans(line: Segment, polys: Sequence[Poly]) -> list[tuple[int, int, int, int]]:
    """Where a line is in each of some convex shapes that it meets, as `span` says it."""
    (x, y), (x2, y2) = line
    west, south, east, north = bounds(line)
    found = []
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west <= east2 and east >= west2 and south <= north2 and north >= south2:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            start, start_of, end, end_of = _span(x, y, x2, y2, _bare(polys)[index])
            if start_of:
                found.append((start, start_of, end, end_of))
    return found


def _bend(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Above zero if the way from a by b to c bends clockwise, zero if it goes straight on."""
    return (by - ay) * (cx - bx) - (bx - ax) * (cy - by)


def _between(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """Whether a point known to be on the line of a segment lies between its ends."""
    if ax > bx:
        ax, bx = bx, ax
    if ay > by:
        ay, by = by, ay
    return ax <= x <= bx and ay <= y <= by


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common, ends included."""
    ax, ay = a
    bx, by = b
    cx, cy = c
    dx, dy = d
    if TYPED:
        bounds((a, b, c, d))
    to_c = _bend(ax, ay, bx, by, cx, cy)
    to_d = _bend(ax, ay, bx, by, dx, dy)
    to_a = _bend(cx, cy, dx, dy, ax, ay)
    to_b = _bend(cx, cy, dx, dy, bx, by)
    if to_c and to_d and to_a and to_b:
        return (to_c > 0) != (to_d > 0) and (to_a > 0) != (to_b > 0)
    return (
        (to_c == 0 and _between(ax, ay, bx, by, cx, cy))
        or (to_d == 0 and _between(ax, ay, bx, by, dx, dy))
        or (to_a == 0 and _between(cx, cy, dx, dy, ax, ay))
        or (to_b == 0 and _between(cx, cy, dx, dy, bx, by))
    )


def meeting(a: Segment, b: Segment) -> Point | None:
    """A point two segments share, to the nearest hundredth, or None."""
    (ax, ay), (bx, by) = a
    (cx, cy), (ux, uy) = b
    if not meet((ax, ay), (bx, by), (cx, cy), (ux, uy)):
        return None
    dx = bx - ax
    dy = by - ay
    ex = ux - cx
    ey = uy - cy
    turn = dx * ey - dy * ex
    if turn == 0:
        # On one line: an end of one that lies on the other.
        for point in (*b, *a):
            if meet(a[0], a[1], point, point) and meet(b[0], b[1], point, point):
                return point
    along = (cx - ax) * ey - (cy - ay) * ex
    if turn < 0:
        turn = -turn
        along = -along
    return ax + _floor(2 * dx * along + turn, 2 * turn), ay + _floor(2 * dy * along + turn, 2 * turn)


def meetings(way: Segment, pieces: Sequence[Poly]) -> list[tuple[int, Point]]:
    """Which of some stretches a straight way meets, and where: see `meeting`."""
    west, south, east, north = bounds(way)
    each = _bare(pieces)
    found = []
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(pieces)):
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            point = meeting(way, (each[index][0], each[index][1]))
            if point is not None:
                found.append((index, point))
    return found


def first_blocker(line: Segment, polys: Sequence[Poly], but: int = -1) -> int | None:
    """The index of the convex shape a line crosses nearest to its start, or None if it is clear; one may be left out."""
    (x, y), (x2, y2) = line
    west, south, east, north = bounds(line)
    best, begin, begin_of = -1, 2, 1
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west < east2 and east > west2 and south < north2 and north > south2 and index != but:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            poly = _bare(polys)[index]
            if _crossed(x, y, x2, y2, poly):
                start, start_of, _, _ = _span(x, y, x2, y2, poly)
                if start_of and start * begin_of < begin * start_of:
                    best = index
                    begin = start
                    begin_of = start_of
    return best if best >= 0 else None


def aims(eye: Point, target: Poly, steps: int = 4) -> tuple[Point, ...]:
    """Points of a target worth drawing lines to, without repeats.

    First its nearest point, then its centre, then along each side in view: both corners and the points that
    divide it into equal steps.
    """
    x, y = eye
    points = [nearest_point(eye, target), centre(target)]
    px, py = target[-1]
    for qx, qy in target:
        ex = qx - px
        ey = qy - py
        if ex * (y - py) > ey * (x - px):
            for step in range(steps + 1):
                points.append((px + ex * step // steps, py + ey * step // steps))
        px = qx
        py = qy
    return tuple(dict.fromkeys(points))


def centre(poly: Poly) -> Point:
    """The middle of a shape's corners, to the nearest hundredth; for a box, its centre."""
    if TYPED:
        bounds(poly)
    count = len(poly)
    x = y = 0
    for px, py in poly:
        x += px
        y += py
    return (2 * x + count) // (2 * count), (2 * y + count) // (2 * count)


def glimpses(eye: Point, screen: Poly, distance: int, target: Poly) -> tuple[Point, ...]:
    """Where the two lines from a point that just pass a screen, more than a distance from it, reach a target.

    The corners of the screen may come in any order. Nothing if the eye itself is that near a corner, or a line misses.
    """
    x, y = eye
    if TYPED:
        bounds(screen)
        bounds(target)
        _known_range(x, y, x, y)
        _known_length(distance)
    # A line through such a point touches the circle round the corner; two hundredths more pass it.
    clear = distance + 2
    past: list[Point] = []
    for cx, cy in screen:
        dx = cx - x
        dy = cy - y
        left = dx * dx + dy * dy - distance * distance
        root = isqrt(left) if left > 0 else 0
        if root == 0:
            return ()
        past.append((cx + -dy * clear // root, cy + dx * clear // root))
        past.append((cx + dy * clear // root, cy + -dx * clear // root))
    if TYPED:
        bounds(tuple(past))
    found: list[Point] = []
    for way in (1, -1):
        edge_x, edge_y = past[0]
        for u, v in past:
            if way * ((edge_x - x) * (v - y) - (edge_y - y) * (u - x)) > 0:
                edge_x = u
                edge_y = v
        _add_reached(found, x, y, edge_x - x, edge_y - y, target)
    return tuple(found)


def _add_reached(found: list[Point], x: int, y: int, dx: int, dy: int, target: Poly) -> int:
    """The first point of a target on the line from an eye along a step, to the nearest hundredth."""
    far = 0
    for u, v in target:
        here = abs(u - x) + abs(v - y)
        if here > far:
            far = here
    times = far // max(abs(dx), abs(dy), 1) + 1
    x2 = x + dx * times
    y2 = y + dy * times
    top, bottom, _, _ = _span(x, y, x2, y2, target)
    if bottom:
        along = top
        found.append(
            (
                x + _floor(2 * dx * times * along + bottom, 2 * bottom),
                y + _floor(2 * dy * times * along + bottom, 2 * bottom),
            )
        )
    return 0


# --- arcs --------------------------------------------------------------------------------------------------------


def front_planes(box: Poly, facing: int, half_angle: int) -> Arc:
    """All ahead of a box's front edge, between lines this far outwards from its two front corners."""
    left_x, left_y = box[0]
    right_x, right_y = box[1]
    if TYPED:
        bounds(box)
        _known_length(facing)
        _known_length(half_angle)
    # The front edge itself, not the facing: corners are rounded, and the edge is what players see.
    along_x = right_x - left_x
    along_y = right_y - left_y
    level = along_x * left_y - along_y * left_x
    bearing = (facing - half_angle) % FULL_TURN
    sine = SIN[bearing]
    cosine = COS[bearing]
    left = cosine * left_x - sine * left_y
    bearing = (facing + half_angle) % FULL_TURN
    sine2 = SIN[bearing]
    cosine2 = COS[bearing]
    right = sine2 * right_y - cosine2 * right_x
    return (((-along_y, along_x, level), (cosine, -sine, left), (-cosine2, sine2, right)),)


def in_arc(arc: Arc, point: Point, edge: bool = True) -> bool:
    """Whether a point lies in an arc; `edge` says whether its lines count."""
    x, y = point
    if TYPED:
        _known_range(x, y, x, y)
    for cone in arc:
        for a, b, c in cone:
            if TYPED:
                _known_plane(a, b)
            side = a * x + b * y
            if side < c or (side == c and not edge):
                break
        else:
            return True
    return False


def _known_plane(a: int, b: int) -> int:
    if a < -STEEP or a > STEEP or b < -STEEP or b > STEEP:
        raise OverflowError
    return 0


def corners_in_arc(arc: Arc, poly: Poly, edge: bool) -> bool | None:
    """Whether any part of a shape lies in an arc, as far as its corners tell; None where only cutting it can."""
    if TYPED:
        bounds(poly)
    doubt = False
    for cone in arc:
        for a, b, c in cone:
            if TYPED:
                _known_plane(a, b)
            # Beyond one of its lines with every corner: nothing of it is in this cone.
            for x, y in poly:
                side = a * x + b * y
                if side > c or (side == c and edge):
                    break
            else:
                break
        else:
            for x, y in poly:
                for a, b, c in cone:
                    side = a * x + b * y
                    if side < c or (side == c and not edge):
                        break
                else:
                    return True
            doubt = True
    return None if doubt else False


def _add_cuts(found: list[Point], arc: Arc, poly: Poly) -> int:
    """A hundredth inside of where the lines of an arc cut the outline of a shape: the last of it that may be seen there."""
    for cone in arc:
        for a, b, c in cone:
            if TYPED:
                _known_plane(a, b)
            x, y = poly[-1]
            before = a * x + b * y
            before -= c
            for u, v in poly:
                here = a * u + b * v
                here -= c
                if before < 0 <= here:
                    _add_inside(found, arc, (u, v), (x, y), here, here - before)
                elif here < 0 <= before:
                    _add_inside(found, arc, (x, y), (u, v), before, before - here)
                x, y, before = u, v, here
    return 0


def _add_inside(found: list[Point], arc: Arc, near: Point, far: Point, part: int, total: int) -> int:
    """A point of an edge just short of a part of it that lies in an arc; places are rounded, so farther short if it does not."""
    x, y = near
    u, v = far
    dx, dy = u - x, v - y
    steps = max(abs(dx), abs(dy))
    along = _floor(part * steps, total)
    for short in (1, 3, 9):
        if along < short:
            break
        point = x + _floor(dx * (along - short), steps), y + _floor(dy * (along - short), steps)
        if in_arc(arc, point, False):
            found.append(point)
            break
    return 0


def corners_in_arcs(arcs: Sequence[Arc], polys: Sequence[Poly], edge: bool) -> bool | None:
    """Whether any part of any of some shapes lies in any of some arcs, as far as corners tell; None where only cutting can."""
    doubt = False
    for arc in arcs:
        for poly in polys:
            found = corners_in_arc(arc, poly, edge)
            if found:
                return True
            if found is None:
                doubt = True
    return None if doubt else False


# --- slides ------------------------------------------------------------------------------------------------------


def _meeting(a: Poly, b: Poly, dx: int, dy: int) -> tuple[int, int, int, int]:
    """From when until when a shape sliding by (dx, dy) in each unit of time overlaps another; no denominators if never."""
    begin, begin_of, end, end_of = 0, 0, 0, 0
    mover = 1
    shape, other = a, b
    for _ in range(2):
        px, py = shape[-1]
        for qx, qy in shape:
            ex = qx - px
            ey = qy - py
            line = ex * py - ey * px
            u, v = other[0]
            least = ex * v - ey * u
            for u, v in other:
                side = ex * v - ey * u
                if side < least:
                    least = side
            apart = least - line
            closing = (ex * dy - ey * dx) * mover
            # They overlap only while apart < closing * time, for every edge.
            if closing > 0:
                if not begin_of or apart * begin_of > begin * closing:
                    begin = apart
                    begin_of = closing
            elif closing < 0:
                if not end_of or apart * end_of > end * closing:
                    end = -apart
                    end_of = -closing
            elif apart >= 0 and (ex or ey):
                return 0, 0, 0, 0
            px = qx
            py = qy
        mover = -1
        shape, other = b, a
    if not begin_of or not end_of or begin * end_of >= end * begin_of:
        return 0, 0, 0, 0
    return begin, begin_of, end, end_of


def meeting_span(a: Poly, b: Poly, dx: int, dy: int) -> tuple[int, int, int, int] | None:
    """From when until when a shape sliding by (dx, dy) in each unit of time overlaps another, exactly; or None.

    The four numbers are two fractions, denominators above zero; both may lie in the past.
    """
    if TYPED:
        bounds(a)
        bounds(b)
        _known_step(dx, dy)
    begin, begin_of, end, end_of = _meeting(a, b, dx, dy)
    return (begin, begin_of, end, end_of) if begin_of else None


def _known_step(dx: int, dy: int) -> int:
    if dx < -SCALE or dx > SCALE or dy < -SCALE or dy > SCALE:
        raise OverflowError
    return 0


def _width(poly: Poly, sine: int, cosine: int) -> tuple[int, int]:
    """From where to where a shape reaches sideways, seen along a direction; scaled."""
    u, v = poly[0]
    low = high = u * cosine - v * sine
    for u, v in poly:
        side = u * cosine - v * sine
        if side < low:
            low = side
        elif side > high:
            high = side
    return low, high


def _grazes(poly: Poly, low: int, high: int, sine: int, cosine: int, graze: int) -> bool:
    """Whether a shape has no more than a graze in common with a lane so wide."""
    low2, high2 = _width(poly, sine, cosine)
    return (high if high < high2 else high2) - (low if low > low2 else low2) <= graze * SCALE


def _distance_to(poly: Poly, other: Poly, bearing: int, graze: int) -> int:
    """How far until a shape meets another, rounded down; -1 if it passes by, grazes or leaves it."""
    sine = SIN[bearing]
    cosine = COS[bearing]
    if graze:
        low, high = _width(poly, sine, cosine)
        if _grazes(other, low, high, sine, cosine, graze):
            return -1
    return _distance_on(poly, other, sine, cosine, graze)


def _distance_on(poly: Poly, other: Poly, sine: int, cosine: int, graze: int) -> int:
    """The same of one that it does not only graze."""
    begin, begin_of, end, end_of = _meeting(poly, other, sine, cosine)
    if not begin_of:
        return -1
    # Already past, or pressed in by no more than rounding and on the way out.
    top = end
    room = graze
    if top * SCALE <= room * end_of and begin <= 0:
        return -1
    if begin <= 0:
        return 0
    top = begin
    return _floor(top * SCALE, begin_of)


def slide(
    poly: Poly, bearing: int, limit: int, polys: Sequence[Poly], graze: int = TOUCH, but: int = -1
) -> tuple[int, int | None]:
    """How far a shape may slide along a bearing, up to a limit, before it meets the first obstacle, and which that is.

    It ends touching (a gap of at most `TOUCH`) and not overlapping. Obstacles that its lane only grazes, by
    no more than `graze` sideways, are passed: neighbours shoulder to shoulder do not hold each other up.
    """
    if TYPED:
        _known_length(graze)
    bearing %= FULL_TURN
    dx, dy = offset(bearing, limit + MARGIN)
    lane_ = swept(poly, dx, dy)
    west, south, east, north = bounds(lane_)
    sine = SIN[bearing]
    cosine = COS[bearing]
    low, high = _width(poly, sine, cosine)
    best, by = limit, -1
    each = _bare(polys)
    beside: list[int] = []
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 > east + 1 or east2 < west - 1 or south2 > north + 1 or north2 < south - 1 or index == but:
            continue
        if TYPED:
            _known_range(west2, south2, east2, north2)
        # The rounded lane misses no more than a graze would forgive: only then may it dismiss an obstacle.
        other = each[index]
        if graze and (_grazes(other, low, high, sine, cosine, graze) or not overlap(lane_, other)):
            continue
        distance = _distance_on(poly, other, sine, cosine, graze)
        if distance >= 0 and (distance < best or (distance == best and by < 0)):
            best = distance
            by = index
        if distance >= 0 or not graze:
            beside.append(index)
    return _settled(poly, bearing, best, by, each, beside)


def _settled(
    poly: Poly, bearing: int, distance: int, by: int, polys: Sequence[Poly], beside: list[int]
) -> tuple[int, int | None]:
    """The last whole distance up to a stop at which the rounded place overlaps none of some obstacles.

    Not only the one that stops it: along an edge at a narrow angle, rounding may press a shape into it early.
    """
    hit = 0 if beside else -1
    while distance > 0 and hit >= 0:
        dx, dy = offset(bearing, distance)
        there = shifted(poly, dx, dy)
        hit = -1
        for index in beside:
            if overlap(there, polys[index]):
                hit = index
                break
        if hit >= 0:
            by = hit
            distance -= 1
    return distance, by if by >= 0 else None


def contact_along(poly: Poly, bearing: int, target: Poly) -> int | None:
    """How far a shape must slide along a bearing to touch a target; None if it would pass it by."""
    if TYPED:
        bounds(poly)
        bounds(target)
    bearing %= FULL_TURN
    distance = _distance_to(poly, target, bearing, 0)
    if distance < 0:
        return None
    return _settled(poly, bearing, distance, 0, (target,), [0])[0]


def slide_clear(
    poly: Poly, bearing: int, limit: int, polys: Sequence[Poly], keep: int, but: int = -1
) -> tuple[int, int | None]:
    """How far a shape may slide along a bearing without coming nearer than `keep` to any obstacle, and which stops it.

    For a round base give its centre as a one-corner shape and add its radius to `keep`.
    """
    if TYPED:
        _known_length(keep)
    best, by = limit, -1
    dx, dy = offset(bearing, limit)
    lane_ = swept(poly, dx, dy)
    west, south, east, north = bounds(lane_)
    west -= keep
    south -= keep
    east += keep
    north += keep
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(polys)):
        if west2 >= east or west >= east2 or south2 >= north or south >= north2 or index == but:
            continue
        if TYPED:
            _known_range(west2, south2, east2, north2)
        other = _bare(polys)[index]
        if nearer_than(lane_, other, keep):
            best = _last_clear(poly, bearing, best, other, keep)
            best = best if best > 0 else 0
            by = index
            dx, dy = offset(bearing, best)
            lane_ = swept(poly, dx, dy)
    return best, by if by >= 0 else None


def _last_clear(poly: Poly, bearing: int, high: int, obstacle: Poly, keep: int) -> int:
    """The longest lane that stays `keep` away, given that the one to `high` does not; -1 if none does."""
    # A slide can close no more than its own length, so this much is surely clear; and often nearly all.
    low = gap(poly, obstacle) - keep - MARGIN
    low = low if 0 <= low < high else -1
    step = 4
    while high - low > 1:
        middle = (low + high) // 2
        middle = low + step if low + step < middle else middle
        dx, dy = offset(bearing, middle)
        if nearer_than(swept(poly, dx, dy), obstacle, keep):
            high = middle
        else:
            low = middle
            step *= 4
    return low


def could_meet(
    pose: tuple[int, int, int], size: tuple[int, int], limit: int, polys: Sequence[Poly]
) -> list[int]:
    """The indexes of the obstacles a box could meet that slides so far straight ahead: a first look.

    It leaves out none that `slide` would stop at; of those it names, `slide` may find some clear.
    """
    x, y, facing = pose
    width, depth = size
    if TYPED:
        _known_range(x, y, x, y)
        _known_length(width)
        _known_length(depth)
        _known_length(limit)
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    aside = (width // 2 + MARGIN) * SCALE
    behind = (depth // 2 + MARGIN) * SCALE
    beyond = behind + limit * SCALE
    found = []
    index = -1
    for poly in polys:
        index += 1
        if TYPED:
            bounds(poly)
        if _in_lane(x, y, sine, cosine, aside, behind, beyond, poly):
            found.append(index)
    return found


def _in_lane(
    x: int, y: int, sine: int, cosine: int, aside: int, behind: int, beyond: int, poly: Poly
) -> bool:
    """Whether neither side, nor what lies behind a place, nor what lies beyond, holds all of a shape; scaled."""
    left = right = back = front = False
    for u, v in poly:
        side = (u - x) * cosine - (v - y) * sine
        if side < aside:
            left = True
        if side > -aside:
            right = True
    if not (left and right):
        return False
    for u, v in poly:
        onward = (u - x) * sine + (v - y) * cosine
        if onward > -behind:
            front = True
        if onward < beyond:
            back = True
    return front and back


# --- many at once ------------------------------------------------------------------------------------------------


def near_boxes(boxes: Sequence[Bounds], around: Bounds, distance: int = 0) -> list[int]:
    """The indexes of the upright rectangles that are not surely more than a distance from one."""
    west, south, east, north = around
    if TYPED:
        _known_range(west, south, east, north)
        _known_length(distance)
    west -= distance
    south -= distance
    east += distance
    north += distance
    found = []
    index = -1
    for west2, south2, east2, north2 in boxes:
        index += 1
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            found.append(index)
    return found


def close_pairs(polys: Sequence[Poly], distance: int = 0) -> list[tuple[int, int]]:
    """The pairs of shapes, lower index first, whose bounds are not more than a distance apart: all that may touch."""
    if TYPED:
        _known_length(distance)
    known = each_bounds(polys)
    found = []
    for index, (west, south, east, north) in enumerate(known):
        if TYPED:
            _known_range(west, south, east, north)
        west -= distance
        south -= distance
        east += distance
        north += distance
        for other in range(index + 1, len(known)):
            west2, south2, east2, north2 = known[other]
            if west2 <= east and west <= east2 and south2 <= north and south <= north2:
                found.append((index, other))
    return found


def gap_to_any(shapes: Sequence[Poly], polys: Sequence[Poly], far: int, but: int = -1) -> int | None:
    """The distance from any of some shapes to the nearest of others, rounded up; None if none is within `far`."""
    if TYPED:
        _known_length(far)
    known = each_bounds(polys)
    best, found = far, False
    for shape in shapes:
        west, south, east, north = bounds(shape)
        for index, (west2, south2, east2, north2) in enumerate(known):
            if (
                west2 <= east + best
                and west - best <= east2
                and south2 <= north + best
                and south - best <= north2
                and index != but
            ):
                if TYPED:
                    _known_range(west2, south2, east2, north2)
                if _no_farther(shape, _bare(polys)[index], best):
                    best = gap(shape, _bare(polys)[index])
                    found = True
    return best if found else None


def first_reaching(lanes: Sequence[Poly], polys: Sequence[Poly], keep: int) -> tuple[int, int] | None:
    """The first of some lanes that comes nearer than `keep` to a shape, and which it is; None if none does."""
    number = -1
    for lane_ in lanes:
        number += 1
        hit = first_nearer_than(lane_, polys, keep)
        if hit is not None:
            return number, hit
    return None


def all_reaching(shapes: Sequence[Poly], polys: Sequence[Poly], distance: int) -> list[int]:
    """Which of some shapes are at most a distance from any of a crowd."""
    found = []
    for number, shape in enumerate(shapes):
        if first_within(shape, polys, distance) is not None:
            found.append(number)
    return found


def first_pressing(
    lanes: Sequence[Poly], polys: Sequence[Poly], slack: int = 0, but: int = -1
) -> tuple[int, int] | None:
    """The first of some lanes that overlaps a shape by more than a slack, and which it is; None if none does."""
    number = -1
    for lane_ in lanes:
        number += 1
        hit = first_overlap(lane_, polys, slack, but)
        if hit is not None:
            return number, hit
    return None


def lane(
    pose: tuple[int, int, int],
    size: tuple[int, int],
    limit: int,
    enemies: Sequence[Poly],
    friends: Sequence[Poly],
    slack: int = TOUCH,
    but: int = -1,
) -> tuple[int, int, int, int] | None:
    """One straight rush of a box at whoever comes first, up to a limit; None if it meets nobody.

    Its length, whom it meets, the friend its lane passes over and the enemy its end would stand on; -1 for
    nobody. Of the friends one place may be left out.
    """
    x, y, facing = pose
    width, depth = size
    start = box(x, y, facing, width, depth)
    distance, by = slide(start, facing, limit, enemies)
    if by is None:
        return None
    dx, dy = offset(facing, distance)
    friend = first_overlap(swept(start, dx, dy), friends, slack, but)
    crowded = first_overlap(shifted(start, dx, dy), enemies, slack)
    return distance, by, -1 if friend is None else friend, -1 if crowded is None else crowded


def aimed(
    pose: tuple[int, int, int], size: tuple[int, int], limit: int, facings: Sequence[int], target: Poly
) -> list[int]:
    """Those of some facings along which a box, sliding up to a limit, would meet a target."""
    x, y, _ = pose
    width, depth = size
    before: tuple[Poly, ...] = (target,)
    could_meet(pose, size, limit, before)  # whether all numbers are known to be small enough
    aside = (width // 2 + MARGIN) * SCALE
    behind = (depth // 2 + MARGIN) * SCALE
    beyond = behind + limit * SCALE
    found = []
    for facing in facings:
        bearing = facing % FULL_TURN
        if _in_lane(x, y, SIN[bearing], COS[bearing], aside, behind, beyond, target):
            here = box(x, y, facing, width, depth)
            distance = _distance_to(here, target, bearing, TOUCH)
            if distance < 0:
                continue
            dx, dy = offset(facing, limit + MARGIN)
            # Just beyond the limit rounding decides.
            if overlap(swept(here, dx, dy), target) and (
                distance <= limit or slide(here, facing, limit, before)[1] is not None
            ):
                found.append(facing)
    return found


def clear_shots(
    eyes: Sequence[Point],
    arcs: Sequence[Arc],
    target: Poly,
    carry: int,
    polys: Sequence[Poly],
    hidden: Callable[[Segment], bool] | None,
    further: Sequence[Point],
    friends: Sequence[Poly],
    keep: int,
) -> list[int]:
    """For each of some eyes with its arc, how it sees a target: the distance to its nearest point, rounded up.

    -1: out of reach; -2: neither its nearest point nor a further one in the arc is seen; -3: the nearest point lies outside
    the arc, and only cutting can tell. A line is stopped by the inside of a shape, by a friend at most so far from it, and by
    whatever `hidden` says.
    """
    if TYPED:
        _known_length(carry)
        _known_length(keep)
    found = []
    number = -1
    for eye in eyes:
        arc = arcs[number + 1]
        number += 1
        point = nearest_point(eye, target)
        if not points_within(eye, point, carry):
            found.append(-1)
        elif not in_arc(arc, point, True):
            found.append(-3)
        elif _line_clear(eye, point, polys, hidden, friends, keep) or _any_clear(
            eye, arc, further, polys, hidden, friends, keep
        ):
            found.append(length(eye, point))
        else:
            found.append(-2)
    return found


def _line_clear(
    eye: Point,
    point: Point,
    polys: Sequence[Poly],
    hidden: Callable[[Segment], bool] | None,
    friends: Sequence[Poly],
    keep: int,
) -> bool:
    line = eye, point
    return (
        first_crossed(line, polys) is None
        and (not friends or first_within(line, friends, keep) is None)
        and (hidden is None or not hidden(line))
    )


def _any_clear(
    eye: Point,
    arc: Arc,
    points: Sequence[Point],
    polys: Sequence[Poly],
    hidden: Callable[[Segment], bool] | None,
    friends: Sequence[Poly],
    keep: int,
) -> bool:
    """Whether a line to any of some points in an arc is clear."""
    for point in points:
        if in_arc(arc, point, True) and _line_clear(eye, point, polys, hidden, friends, keep):
            return True
    return False


def clear_line(
    eye: Point,
    points: Sequence[Point],
    arc: Arc,
    target: Poly,
    polys: Sequence[Poly],
    near: int,
    screen: Callable[[Point, Point], Poly | None] | None = None,
) -> tuple[Point, int] | None:
    """A line from an eye to a target that comes near no shape: first to some points, then close past what was in the way.

    Gives the point and -1; or, where no line is clear, the first point tried and who was in the way, -2 for what
    `screen` found (it gives the shape of what hides a point, empty if there is no way round, None if nothing
    does); None if there are no points.
    """
    blocked: tuple[Point, int] | None = None
    tried: set[Point] = set()
    passed: set[Poly] = set()
    waiting = list(points)
    at, cut = 0, False
    while at < len(waiting) or not cut:
        if at == len(waiting):
            cut = True
            _add_cuts(waiting, arc, target)
            continue
        aim = waiting[at]
        at += 1
        if aim in tried:
            continue
        tried.add(aim)
        shape = None if screen is None else screen(eye, aim)
        hit, keep = -2, 0
        if shape is None:
            by = first_within((eye, aim), polys, near)
            if by is None:
                return aim, -1
            hit, keep = by, near
            shape = _bare(polys)[hit]
        if blocked is None:
            blocked = aim, hit
        if shape and shape not in passed:
            passed.add(shape)
            for point in glimpses(eye, shape, keep, target):
                if in_arc(arc, point, False):
                    waiting.append(point)
    return blocked


# --- looks past bodies and ground ----------------------------------------------------------------------------------

# What of the ground may hide is a veil: its bounds, its parts, all their corners, its ridge in straight pieces, the ridge's corners,
# what excuses it, and its number. It hides from each other the ends of a line that meets its ridge, or passes through its inside
# unless that is excused: where a body at one end touches it, or an end lies in it as well.
NEVER, TOUCHED, STOOD_ON = 0, 1, 2


def clear_looks(
    eyes: Sequence[Point],
    arcs: Sequence[Arc],
    bases: Sequence[Poly],
    targets: Sequence[Poly],
    there: There,
    polys: Sequence[Poly],
    owners: Sequence[int],
    but: Sequence[int],
    near: int,
    around: Bounds,
    veils: Sequence[Veil],
    without: Sequence[int],
    enough: int,
    steps: int = 3,
) -> list[int]:
    """Whether each of some eyes, a body behind each, has a line to a target that comes near no shape and is not veiled.

    1 or 0; -1 where only cutting the targets by the eye's arc can tell. Ends after `enough` that have one. Lines go to the usual
    points, then close past what stood in the way, as in `clear_line`. No line leaves `around`. Shapes of owners in `but` and veils
    of numbers in `without` are in nobody's way. `there` are the bounds of the bodies looked at, the bodies, and their centres if
    the one a line ends at is that with the nearest centre.
    """
    if TYPED:
        _known_length(near)
    west, south, east, north = around
    shapes: list[Poly] = []
    boxes: list[Bounds] = []
    index = -1
    for box_ in each_bounds(polys):
        index += 1
        west2, south2, east2, north2 = box_
        if (
            west2 - near <= east
            and west - near <= east2
            and south2 - near <= north
            and south - near <= north2
        ):
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if owners[index] not in but:
                shapes.append(_bare(polys)[index])
                boxes.append(box_)
    ground = [veil for veil in veils if not farther(veil[0], around, 0) and veil[6] not in without]
    found: list[int] = []
    index = -1
    seen = 0
    for eye in eyes:
        index += 1
        base = bases[index] if index < len(bases) else None
        verdict = 0
        touched = [-1] * len(ground)
        for target in targets:
            sure = corners_in_arc(arcs[index], target, False)
            points = (
                [aim for aim in aims(eye, target, steps) if in_arc(arcs[index], aim, False)] if sure else []
            )
            if sure is None or (sure and not points):
                verdict = -1
            elif sure and _seen(
                eye, points, arcs[index], target, shapes, boxes, near, ground, base, there, touched
            ):
                verdict = 1
                break
        found.append(verdict)
        if verdict == 1:
            seen += 1
            if seen == enough:
                break
    return found


def _seen(
    eye: Point,
    points: list[Point],
    arc: Arc,
    target: Poly,
    shapes: list[Poly],
    boxes: list[Bounds],
    near: int,
    ground: list[Veil],
    base: Poly | None,
    there: There,
    touched: list[int],
) -> bool:
    """Whether a line from an eye is clear: to one of some points, or close past what stood in the way of others."""
    tried: set[Point] = set()
    passed: set[Poly] = set()
    at, cut = 0, False
    while at < len(points) or not cut:
        if at == len(points):
            cut = True
            _add_cuts(points, arc, target)
            continue
        aim = points[at]
        at += 1
        if aim in tried:
            continue
        tried.add(aim)
        keep = 0
        shape = _veiled(eye, aim, ground, base, there, touched) if ground else None
        if shape is None:
            by = _first_near(eye, aim, shapes, boxes, near)
            if by < 0:
                return True
            keep = near
            shape = shapes[by]
        if shape and shape not in passed:
            passed.add(shape)
            for point in glimpses(eye, shape, keep, target):
                if in_arc(arc, point, False):
                    points.append(point)
    return False


def _first_near(eye: Point, aim: Point, shapes: list[Poly], boxes: list[Bounds], near: int) -> int:
    """The first of some shapes that a line comes near to, or -1."""
    line = eye, aim
    west, south, east, north = bounds(line)
    index = -1
    for west2, south2, east2, north2 in boxes:
        index += 1
        if (
            west2 - near <= east
            and west - near <= east2
            and south2 - near <= north
            and south - near <= north2
        ):
            if _no_farther(line, shapes[index], near):
                return index
    return -1


def _veiled(
    eye: Point, aim: Point, ground: list[Veil], base: Poly | None, there: There, touched: list[int]
) -> Poly | None:
    """The corners of the first of the ground that hides a line's ends from each other; `touched` remembers what the near body does."""
    line = eye, aim
    west, south, east, north = bounds(line)
    index = -1
    for around, parts, corners, ridge, over, excuse, _ in ground:
        index += 1
        west2, south2, east2, north2 = around
        if west2 > east or west > east2 or south2 > north or south > north2:
            continue
        for piece in ridge:
            if _met_inside(eye, aim, piece[0], piece[1]):
                return over
        if not crosses_parts(line, parts):
            continue
        if excuse != NEVER:
            if excuse == STOOD_ON and (in_parts(parts, eye) or in_parts(parts, aim)):
                continue
            if touched[index] < 0:
                touched[index] = 0 if base is None or first_within(base, parts, TOUCH) is None else 1
            if touched[index] == 1:
                continue
            if there[1] and not farther(there[0], around, TOUCH):
                far = _at_end(aim, there[1], there[2])
                if first_within(far, parts, TOUCH) is not None:
                    continue
        return corners
    return None


def _at_end(aim: Point, bodies: Sequence[Poly], middles: Sequence[Point]) -> Poly:
    """The body a line ends at: the one with the nearest centre, where centres are given, else the nearest."""
    x, y = aim
    best, index, least = 0, -1, 0
    for u, v in middles:
        index += 1
        if TYPED:
            _known_range(u, v, x, y)
            _known_range(x, y, u, v)
        here = (u - x) * (u - x) + (v - y) * (v - y)
        if index == 0 or here < least:
            least = here
            best = index
    if index >= 0:
        return bodies[best]
    nearest = point_gap2(aim, bodies[0])
    for body in bodies:
        index += 1
        gap_ = point_gap2(aim, body)
        if gap_[0] * nearest[1] < nearest[0] * gap_[1]:
            nearest = gap_
            best = index
    return bodies[best]


def crosses_parts(line: Segment, parts: Sequence[Poly]) -> bool:
    """Whether a line passes through the inside of a shape made of convex parts."""
    if first_crossed(line, parts) is not None:
        return True
    if len(parts) < 2:
        return False
    # It may run exactly along the seam of two parts: then it lies in both at once.
    found = spans(line, parts)
    for start, start_of, end, end_of in found:
        index = 0
        if start * end_of >= end * start_of:
            continue
        for start2, start_of2, end2, end_of2 in found:
            if (
                start2 * end_of2 < end2 * start_of2
                and start * end_of2 < end2 * start_of
                and start2 * end_of < end * start_of2
            ):
                index += 1
        if index > 1:  # itself, and another
            return True
    return False


def _met_inside(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments meet, to the nearest hundredth elsewhere than at an end of the first."""
    if not meet(a, b, c, d):
        return False
    ax, ay = a
    bx, by = b
    cx, cy = c
    ex, ey = d
    bx -= ax
    by -= ay
    ex -= cx
    ey -= cy
    turn = bx * ey - by * ex
    if turn == 0:
        # On one line: an end of one that lies on the other.
        for point in (c, d, a, b):
            if meet(a, b, point, point) and meet(c, d, point, point):
                return point != a and point != b
    along = (cx - ax) * ey - (cy - ay) * ex
    if turn < 0:
        turn = -turn
        along = -along
    cx = _floor(2 * bx * along + turn, 2 * turn)
    cy = _floor(2 * by * along + turn, 2 * turn)
    return not ((cx == 0 and cy == 0) or (cx == bx and cy == by))


# --- room for a small base ----------------------------------------------------------------------------------------


def ring(x: int, y: int, bearing: int, distance: int, step: int) -> list[Point]:
    """Points a distance from a middle, every so many tenths of a degree once round from a bearing."""
    return [ahead(x, y, bearing + turn, distance) for turn in range(0, FULL_TURN, step)]


def free_spots(
    spots: Sequence[Point],
    half: int,
    table: Bounds,
    origin: Point,
    reach: int,
    foes: Sequence[Poly],
    keep: int,
    edge: bool,
    taken: Sequence[Sequence[Poly]],
    slacks: Sequence[int],
) -> list[int]:
    """On which of some spots a square base, so wide to each side, finds room.

    On the table, its middle at most `reach` from an origin, `keep` away from foes (exactly so far only if not `edge`), and pressing
    into none of the shapes that take the room by more than the slack of each crowd.
    """
    west, south, east, north = table
    found = []
    index = -1
    for spot in spots:
        index += 1
        x, y = spot
        if x - half < west or x + half > east or y - half < south or y + half > north:
            continue
        if not points_within(spot, origin, reach):
            continue
        base = ((x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half))
        if keep > 0:
            hit = first_within(base, foes, keep) if edge else first_nearer_than(base, foes, keep)
            if hit is not None:
                continue
        for at, crowd in enumerate(taken):
            if first_overlap(base, crowd, slacks[at]) is not None:
                break
        else:
            found.append(index)
    return found


# --- bodies of four corners: x and y of each in turn, read once, so that C reckons with its own numbers --------------


def _read(poly: Quad, quad: list[int]) -> int:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = poly
    quad[0] = ax
    quad[1] = ay
    quad[2] = bx
    quad[3] = by
    quad[4] = cx
    quad[5] = cy
    quad[6] = dx
    quad[7] = dy
    return 0


def _read_box(x: int, y: int, facing: int, width: int, depth: int, quad: list[int]) -> int:
    """As `box`."""
    sine = SIN[facing]
    cosine = COS[facing]
    wide_x = width * cosine
    wide_y = width * sine
    deep_x = depth * sine
    deep_y = depth * cosine
    x = x * DOUBLE + SCALE
    y = y * DOUBLE + SCALE
    quad[0] = (x - wide_x + deep_x) >> DOWN
    quad[1] = (y + wide_y + deep_y) >> DOWN
    quad[2] = (x + wide_x + deep_x) >> DOWN
    quad[3] = (y - wide_y + deep_y) >> DOWN
    quad[4] = (x + wide_x - deep_x) >> DOWN
    quad[5] = (y - wide_y - deep_y) >> DOWN
    quad[6] = (x - wide_x - deep_x) >> DOWN
    quad[7] = (y + wide_y - deep_y) >> DOWN
    return 0


def _read_swept(quad: list[int], dx: int, dy: int, lane_: list[int]) -> int:
    """As `swept`: how many numbers the lane of a body has, six corners or so."""
    size = 0
    if dx == 0 and dy == 0:
        for at in range(8):
            lane_[at] = quad[at]
        return 8
    before = (quad[0] - quad[6]) * dy - (quad[1] - quad[7]) * dx
    for at in range(0, 8, 2):
        x = quad[at]
        y = quad[at + 1]
        after = (quad[(at + 2) & 7] - x) * dy - (quad[(at + 3) & 7] - y) * dx
        # Edges that lead (above zero) are seen at the end of the slide, edges that trail at its start.
        trails = before < 0 or (after > 0 and before == 0)
        if trails and (before < 0 or after < 0):
            lane_[size] = x
            lane_[size + 1] = y
            size += 2
        if after > 0 if trails else (before > 0 or after > 0):
            lane_[size] = x + dx
            lane_[size + 1] = y + dy
            size += 2
        if not trails and after < 0:
            lane_[size] = x
            lane_[size + 1] = y
            size += 2
        before = after
    return size


def _read_lane(
    x: int, y: int, facing: int, width: int, depth: int, distance: int, quad: list[int], lane_: list[int]
) -> int:
    """A body, and its lane straight ahead: how many numbers that has."""
    _read_box(x, y, facing, width, depth, quad)
    dx, dy = offset(facing, distance)
    return _read_swept(quad, dx, dy, lane_)


def _outline(shape: list[int], size: int) -> tuple[int, int, int, int]:
    """The bounds of a shape of so many numbers."""
    west = east = shape[0]
    south = north = shape[1]
    for at in range(2, size, 2):
        x = shape[at]
        y = shape[at + 1]
        west = x if x < west else west
        east = x if x > east else east
        south = y if y < south else south
        north = y if y > north else north
    return west, south, east, north


def _edge_parts(a: list[int], size: int, b: list[int], size2: int) -> bool:
    """As `_parts`."""
    px = a[size - 2]
    py = a[size - 1]
    for at in range(0, size, 2):
        ex = a[at] - px
        ey = a[at + 1] - py
        line = ex * py - ey * px
        parted = True
        for other in range(0, size2, 2):
            if ex * b[other + 1] - ey * b[other] < line:
                parted = False
                break
        if parted:
            return True
        px = a[at]
        py = a[at + 1]
    return False


def _edge_nearly_parts(a: list[int], size: int, b: list[int], size2: int, slack: int) -> bool:
    """As `_nearly_parts`."""
    slack2 = slack * slack
    px = a[size - 2]
    py = a[size - 1]
    for at in range(0, size, 2):
        ex = a[at] - px
        ey = a[at + 1] - py
        line = ex * py - ey * px
        deepest = 0
        for other in range(0, size2, 2):
            side = line - ex * b[other + 1] + ey * b[other]
            if side > deepest:
                deepest = side
        depth = deepest
        if depth * depth <= slack2 * (ex * ex + ey * ey):
            return True
        px = a[at]
        py = a[at + 1]
    return False


def _bodies_press(a: list[int], size: int, b: list[int], slack: int) -> bool:
    """As `_press`, of a shape and a body."""
    if _edge_parts(a, size, b, 8) or _edge_parts(b, 8, a, size):
        return False
    return slack == 0 or not (
        _edge_nearly_parts(a, size, b, 8, slack) or _edge_nearly_parts(b, 8, a, size, slack)
    )


def _reach_aside(quad: list[int], sine: int, cosine: int) -> tuple[int, int]:
    """As `_width`."""
    low = high = quad[0] * cosine - quad[1] * sine
    for at in range(2, 8, 2):
        side = quad[at] * cosine - quad[at + 1] * sine
        low = side if side < low else low
        high = side if side > high else high
    return low, high


def _closing_time(a: list[int], b: list[int], dx: int, dy: int, mover: int, times: list[int]) -> bool:
    """What the edges of one of two bodies say of when they meet: see `_meeting`; False if they never do."""
    px = a[6]
    py = a[7]
    for at in range(0, 8, 2):
        ex = a[at] - px
        ey = a[at + 1] - py
        least = ex * b[1] - ey * b[0]
        for other in range(2, 8, 2):
            side = ex * b[other + 1] - ey * b[other]
            least = side if side < least else least
        apart = least - (ex * py - ey * px)
        closing = (ex * dy - ey * dx) * mover
        # They overlap only while apart < closing * time, for every edge.
        if closing > 0:
            begin = times[0]
            if not times[1] or apart * times[1] > begin * closing:
                times[0] = apart
                times[1] = closing
        elif closing < 0:
            end = times[2]
            if not times[3] or apart * times[3] > end * closing:
                times[2] = -apart
                times[3] = -closing
        elif apart >= 0 and (ex or ey):
            return False
        px = a[at]
        py = a[at + 1]
    return True


def _body_distance(a: list[int], b: list[int], sine: int, cosine: int, graze: int) -> int:
    """As `_distance_on`."""
    times = [0, 0, 0, 0]
    if not _closing_time(a, b, sine, cosine, 1, times) or not _closing_time(b, a, sine, cosine, -1, times):
        return -1
    begin = times[0]
    end = times[2]
    if not times[1] or not times[3] or begin * times[3] >= end * times[1]:
        return -1
    if begin <= 0:
        # Already past, or pressed in by no more than rounding and on the way out.
        return -1 if end * SCALE <= graze * times[3] else 0
    return _floor(begin * SCALE, times[1])


def _body_stop(
    here: list[int],
    lane_: list[int],
    size: int,
    low: int,
    high: int,
    sine: int,
    cosine: int,
    other: list[int],
) -> int:
    """As `_stop`, with the usual graze."""
    low2, high2 = _reach_aside(other, sine, cosine)
    if (high if high < high2 else high2) - (low if low > low2 else low2) <= TOUCH * SCALE:
        return -1
    if _edge_parts(lane_, size, other, 8) or _edge_parts(other, 8, lane_, size):
        return -1
    return _body_distance(here, other, sine, cosine, TOUCH)


# --- rushes: who of a whole crowd may run at whom ------------------------------------------------------------------


def _ways_at(pose: Pose, loose: bool, turns: Turns, middle: Point, target: Poly, stage: int) -> list[int]:
    """The facings of one stage of `facings_at`; in the last two, those of earlier ones among them."""
    x, y, facing = pose
    turn, part, step = turns
    here = (x, y)
    found: list[int] = []
    if stage > 1:
        for bearing in range(
            0 if loose else -turn, FULL_TURN if loose else turn + 1, step if stage == 2 else 1
        ):
            found.append((facing + bearing) % FULL_TURN)
        return found
    if stage == 0:
        wanted = [heading(here, middle), heading(here, nearest_point(here, target)), facing]
    else:
        wanted = [heading(here, corner) for corner in target]
        straight = heading(here, middle) if loose else facing
        for bearing in range(-turn, turn + 1, part):
            wanted.append(straight + bearing)
    for bearing in wanted:
        side = turn_between(facing, bearing)
        if not loose:
            side = turn if side > turn else -turn if side < -turn else side
        bearing = (facing + side) % FULL_TURN
        if bearing not in found:
            found.append(bearing)
    return found


def _known_turns(facing: int, turns: Turns) -> int:
    turn, part, step = turns
    _known_length(facing)
    if turn < 0 or turn > FULL_TURN or part < 1 or part > FULL_TURN or step < 1 or step > FULL_TURN:
        raise OverflowError
    return 0


def facings_at(pose: Pose, loose: bool, turns: Turns, middle: Point, target: Poly, stage: int) -> list[int]:
    """The facings worth trying for a rush at a target, by stages: the likely ones (0), more of them (1), many (2), all others (3).

    At its middle, at its nearest point and straight on; at its corners and by parts of the turn; by every step of the turn; by every
    tenth of a degree, than which nobody turns finer.
    `turns` are how far one may turn to either side, a part of that, and a step; who is loose turns any way.
    """
    _, _, facing = pose
    if TYPED:
        _known_turns(facing, turns)
    found = _ways_at(pose, loose, turns, middle, target, stage)
    if stage > 1:
        done = {
            *_ways_at(pose, loose, turns, middle, target, 0),
            *_ways_at(pose, loose, turns, middle, target, 1),
        }
        if stage > 2:
            done.update(_ways_at(pose, loose, turns, middle, target, 2))
        found = [bearing for bearing in found if bearing not in done]
    return found


def _in_reach(me: int, at: int, people: People, terms: Terms) -> bool:
    """Whether one of a crowd is not farther from another than that one runs, and any part of him in his arc."""
    each, known, _, rows = people
    _, _, _, _, _, _, limit, _, _, _, _, _, _, _ = rows[me]
    west, south, east, north = known[me]
    west2, south2, east2, north2 = known[at]
    if west2 > east + limit or west - limit > east2 or south2 > north + limit or south - limit > north2:
        return False
    if TYPED:
        _known_range(west, south, east, north)
        _known_range(west2, south2, east2, north2)
    if not _no_farther(each[me], each[at], limit):
        return False
    return _in_arc_of(me, at, people, terms)


def _in_arc_of(me: int, at: int, people: People, terms: Terms) -> bool:
    """Whether any part of one of a crowd is in the arc of another."""
    each, _, _, rows = people
    _, _, _, _, _, _, _, _, _, _, _, _, arc, _ = rows[me]
    sure = corners_in_arc(arc, each[at], True)
    if sure is None:
        _, _, _, _, _, _, reaches = terms
        sure = reaches(arc, each[at])
    return bool(sure)


def _clear_past(eye: Point, point: Point, people: People, me: int, at: int, terms: Terms) -> bool:
    """Whether nobody who screens stops a line, two left out, and nothing else hides its end."""
    each, known, marks, _ = people
    screen, _, _, _, veils, hidden, _ = terms
    line = eye, point
    x, y = eye
    x2, y2 = point
    west, south, east, north = bounds(line)
    for index in range(len(known)):
        west2, south2, east2, north2 = known[index]
        if west < east2 and east > west2 and south < north2 and north > south2:
            mark = marks[index]
            if mark & screen and index != me and index != at:
                if TYPED:
                    _known_range(west2, south2, east2, north2)
                if _crossed(x, y, x2, y2, each[index]):
                    return False
    for west2, south2, east2, north2 in veils:
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            return not hidden(line)
    return True


def _pressed(shape: list[int], size: int, people: People, bits: int, slack: int, but: int) -> bool:
    """Whether a shape overlaps anybody of some bits by more than a slack; one place left out."""
    each, known, marks, _ = people
    other = [0, 0, 0, 0, 0, 0, 0, 0]
    west, south, east, north = _outline(shape, size)
    for index in range(len(known)):
        mark = marks[index]
        if not mark & bits or index == but:
            continue
        west2, south2, east2, north2 = known[index]
        if west2 < east and west < east2 and south2 < north and south < north2:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            _read(each[index], other)
            if _bodies_press(shape, size, other, slack):
                return True
    return False


def _first_met(
    here: list[int], lane_: list[int], size: int, facing: int, limit: int, people: People, foes: int
) -> tuple[int, int]:
    """As `slide`: how far a body gets before it meets one of some bits, and whom; -1 for nobody."""
    each, known, marks, _ = people
    other = [0, 0, 0, 0, 0, 0, 0, 0]
    west, south, east, north = _outline(lane_, size)
    sine = SIN[facing]
    cosine = COS[facing]
    low, high = _reach_aside(here, sine, cosine)
    best, by = limit, -1
    beside: list[int] = []
    for index in range(len(known)):
        mark = marks[index]
        if not mark & foes:
            continue
        west2, south2, east2, north2 = known[index]
        if west2 > east + 1 or east2 < west - 1 or south2 > north + 1 or north2 < south - 1:
            continue
        if TYPED:
            _known_range(west2, south2, east2, north2)
        _read(each[index], other)
        distance = _body_stop(here, lane_, size, low, high, sine, cosine, other)
        if distance >= 0:
            beside.append(index)
            if distance < best or (distance == best and by < 0):
                best = distance
                by = index
    return _body_settled(here, facing, best, by, each, beside)


def _body_settled(
    here: list[int], facing: int, distance: int, by: int, each: tuple[Quad, ...], beside: list[int]
) -> tuple[int, int]:
    """As `_settled`."""
    there = [0, 0, 0, 0, 0, 0, 0, 0]
    other = [0, 0, 0, 0, 0, 0, 0, 0]
    pressed = len(beside) > 0
    while distance > 0 and pressed:
        dx, dy = offset(facing, distance)
        for at in range(0, 8, 2):
            there[at] = here[at] + dx
            there[at + 1] = here[at + 1] + dy
        pressed = False
        for index in beside:
            _read(each[index], other)
            if not (_edge_parts(there, 8, other, 8) or _edge_parts(other, 8, there, 8)):
                by = index
                distance -= 1
                pressed = True
                break
    return distance, by


def _free_way(
    here: list[int], lane_: list[int], size: int, facing: int, me: int, people: People, slack: int
) -> tuple[int, int]:
    """How far one of a crowd goes straight at whoever comes first, and whom; -1 for nobody, or where somebody is in the way."""
    _, _, _, rows = people
    _, _, _, _, _, _, limit, _, foes, friends, solid, _, _, _ = rows[me]
    distance, by = _first_met(here, lane_, size, facing, limit, people, foes)
    if by < 0:
        return distance, by
    dx, dy = offset(facing, distance)
    way = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    if solid:
        size = _read_swept(here, dx, dy, way)
        if _pressed(way, size, people, solid, slack, me):
            return distance, -1
    for at in range(0, 8, 2):
        way[at] = here[at] + dx
        way[at + 1] = here[at + 1] + dy
    return distance, -1 if _pressed(way, 8, people, foes | friends, slack, me) else by


def _rush(
    here: list[int],
    lane_: list[int],
    size: int,
    facing: int,
    me: int,
    people: People,
    terms: Terms,
    judge: Judge,
) -> bool:
    """Whether a way straight ahead at whoever comes first is free, keeps to the table, and ground allows it."""
    _, _, _, slack, _, _, _ = terms
    distance, by = _free_way(here, lane_, size, facing, me, people, slack)
    if by < 0:
        return False
    told = _allowed(here, facing, distance, me, by, people, terms)
    return bool(judge(me, facing, distance, by, told < -1)) if told < 0 else told > 0


def _allowed(
    here: list[int], facing: int, distance: int, me: int, by: int, people: People, terms: Terms
) -> int:
    """As `_ground_on`, and 0 for a way that leaves the table."""
    _, table, _, _, _, _, _ = terms
    dx, dy = offset(facing, distance)
    west, south, east, north = _outline(here, 8)
    west = west if dx > 0 else west + dx
    south = south if dy > 0 else south + dy
    east = east if dx < 0 else east + dx
    north = north if dy < 0 else north + dy
    west2, south2, east2, north2 = table
    if west < west2 or south < south2 or east > east2 or north > north2:
        return 0
    front = (here[0] + here[2] + 1) >> 1, (here[1] + here[3] + 1) >> 1
    return _ground_on((west, south, east, north), front, facing, distance, me, by, people)


def _ground_on(
    around: Bounds, front: Point, facing: int, distance: int, me: int, by: int, people: People
) -> int:
    """Whether ground lets one through: 1, or else 0; -1 where it has to be judged, -2 where a road may carry him."""
    _, _, _, rows = people
    _, x, y, _, width, depth, limit, _, _, _, _, _, _, ground = rows[me]
    closed, rough, far, roads, _, _, _, _ = ground
    over = _climbed(front, facing, distance, ground, by, people)
    cost = distance + over if over > 0 else distance
    if over == -1 or cost > limit:
        return 0
    shut, slow = (
        _any_near(each_bounds(closed), around),
        cost > far and _any_near(each_bounds(rough), around),
    )
    if shut or slow:
        dx, dy = offset(facing, distance)
        way = swept(box(x, y, facing, width, depth), dx, dy)
        if (shut and first_overlap(way, closed) is not None) or (
            slow and first_overlap(way, rough) is not None
        ):
            by_road = in_parts(roads, (x, y)) and in_parts(roads, (x + dx, y + dy))
            return -2 if by_road else 0
    return -1 if over < 0 else 1


def _climbed(front: Point, facing: int, distance: int, ground: Ground, by: int, people: People) -> int:
    """What the lines across a way cost, but for one right before whoever is met; -1 if it is no way to him, -2 if that has to be judged."""
    each, _, _, rows = people
    _, _, _, roads, lines, enters, _, _ = ground
    _, _, costs, _, _, short = lines
    x, y = front
    end = ahead(x, y, facing, distance)
    judged = False
    if enters:
        _, u, v, _, _, _, _, _, _, _, _, _, _, theirs = rows[by]
        _, _, _, _, _, _, walls, housed = theirs
        if walls is not None and not _let_in(front, end, facing, (u, v), lines, walls):
            return -1
        if housed and not in_parts(roads, end):
            return -1
        judged = housed
    cost = 0
    for index, place in _lines_across((front, end), lines):
        toll = costs[index]
        if toll < 0:
            return -1
        if not within((place,), each[by], short):
            cost += toll
    return -2 if judged else cost


def _let_in(
    front: Point, end: Point, facing: int, middle: Point, lines: Across, inside: Sequence[Poly]
) -> bool:
    """Whether a way, led on until it is level with a middle, crosses none of the lines that wall a place in, and ends in that."""
    _, _, _, _, walls, _ = lines
    x, y = end
    u, v = middle
    sine = SIN[facing]
    cosine = COS[facing]
    beyond = ((u - x) * sine + (v - y) * cosine) >> SHIFT
    level = ahead(x, y, facing, beyond)
    for index, _ in _lines_across((front, level), lines):
        if walls[index]:
            return False
    return in_parts(inside, level)


def _lines_across(way: Segment, lines: Across) -> list[tuple[int, Point]]:
    """The pieces of lines that a way crosses, and where: but for gates and where it starts, and once where two of a line meet."""
    pieces, names, _, gates, _, _ = lines
    found: list[tuple[int, Point]] = []
    for index, place in meetings(way, pieces):
        free = place == way[0]
        for gate in gates[index]:
            # A hair's breadth, for a place on a slanting line is rounded.
            free = free or point_within(place, gate, 1)
        for other, there in found:
            free = free or (place == there and names[index] == names[other])
        if not free:
            found.append((index, place))
    return found


def _any_near(boxes: Sequence[Bounds], around: Bounds) -> bool:
    """Whether any of some upright rectangles has a point in common with one."""
    west, south, east, north = around
    for west2, south2, east2, north2 in boxes:
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            return True
    return False


def _sees(eye: Point, me: int, at: int, people: People, terms: Terms) -> bool:
    """Whether one of a crowd sees the nearest point or the middle of another from somewhere."""
    each, _, _, _ = people
    target = each[at]
    return _clear_past(eye, nearest_point(eye, target), people, me, at, terms) or _clear_past(
        eye, centre(target), people, me, at, terms
    )


def _rushes_at(
    me: int, at: int, stage: int, people: People, terms: Terms, judge: Judge, tried: dict[int, bool]
) -> int:
    """A facing of one stage along which one of a crowd, who sees another, may rush with him in the lane; -1 if there is none."""
    each, _, _, rows = people
    _, _, turns, _, _, _, _ = terms
    _, x, y, toward, _, _, _, loose, _, _, _, _, _, _ = rows[me]
    _, u, v, _, _, _, _, _, _, _, _, _, _, _ = rows[at]
    target = [0, 0, 0, 0, 0, 0, 0, 0]
    _read(each[at], target)
    if stage > 2:
        if not _known_seen(me, at, people, terms, tried):
            return -1
        turn, _, _ = turns
        first = 0 if loose else toward - turn
        last = FULL_TURN - 1 if loose else toward + turn
        return _rushes_between(first, last, me, at, target, _concerned(me, at, people), terms, judge, tried)
    for facing in _ways_at((x, y, toward), loose, turns, (u, v), each[at], stage):
        if _rushes_along(facing, me, at, target, people, terms, judge, tried):
            return facing
        if tried.get(-1 - me * len(each) - at) is False:
            return -1
    return -1


def _rushes_still(
    facing: int, me: int, at: int, people: People, terms: Terms, judge: Judge, tried: dict[int, bool]
) -> bool:
    """Whether one of a crowd may rush at another along a facing, if he may turn so far."""
    each, _, _, rows = people
    _, _, turns, _, _, _, _ = terms
    _, _, _, toward, _, _, _, loose, _, _, _, _, _, _ = rows[me]
    target = [0, 0, 0, 0, 0, 0, 0, 0]
    _read(each[at], target)
    turn, _, _ = turns
    side = turn_between(toward, facing)
    return (loose or -turn <= side <= turn) and _rushes_along(
        facing % FULL_TURN, me, at, target, people, terms, judge, tried
    )


def _known_seen(me: int, at: int, people: People, terms: Terms, tried: dict[int, bool]) -> bool:
    """Whether one of a crowd sees another, looked at once."""
    each, _, _, rows = people
    pair = -1 - me * len(each) - at
    if pair not in tried:
        _, _, _, _, _, _, _, _, _, _, _, eye, _, _ = rows[me]
        tried[pair] = _sees(eye, me, at, people, terms)
    return tried[pair]


def _concerned(me: int, at: int, people: People) -> People:
    """A crowd in which nobody is anything to others whom no rush can touch that brings one into the lane of another."""
    each, known, marks, rows = people
    _, _, _, _, width, depth, _, _, _, _, _, _, _, _ = rows[me]
    west, south, east, north = known[me]
    west2, south2, east2, north2 = known[at]
    # He ends on that other at the latest, and is on the straight line to there.
    room = width + depth + MARGIN
    west = min(west, west2) - room
    south = min(south, south2) - room
    east = max(east, east2) + room
    north = max(north, north2) + room
    near: list[int] = []
    for index in range(len(known)):
        west2, south2, east2, north2 = known[index]
        out = west2 > east or east2 < west or south2 > north or north2 < south
        near.append(0 if out else marks[index])
    return each, known, near, rows


def _rushes_along(
    facing: int,
    me: int,
    at: int,
    target: list[int],
    people: People,
    terms: Terms,
    judge: Judge,
    tried: dict[int, bool],
) -> bool:
    """Whether one of a crowd sees another and may rush along a facing that brings him into the lane."""
    _, _, _, rows = people
    _, x, y, _, width, depth, limit, _, _, _, _, _, _, _ = rows[me]
    if not _body_in_lane(x, y, facing, width, depth, limit, target):
        return False
    key = me * FULL_TURN + facing
    free = tried.get(key)
    if free is False:
        return False
    here = [0, 0, 0, 0, 0, 0, 0, 0]
    lane_ = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    size = _lane_at(x, y, facing, width, depth, limit, target, here, lane_)
    if not size or not _known_seen(me, at, people, terms, tried):
        return False
    if free is None:
        free = tried[key] = _rush(here, lane_, size, facing, me, people, terms, judge)
    return bool(free)


def _rushes_between(
    first: int,
    last: int,
    me: int,
    at: int,
    target: list[int],
    people: People,
    terms: Terms,
    judge: Judge,
    tried: dict[int, bool],
) -> int:
    """The same of the facings from one to another: what is shut to a whole span of them is not looked at one by one."""
    if last - first < FEW:
        for bearing in range(first, last + 1):
            facing = bearing % FULL_TURN
            if _rushes_along(facing, me, at, target, people, terms, judge, tried):
                return facing
        return -1
    if last - first < SPAN and _all_shut(first, last, me, target, people, terms):
        return -1
    middle = (first + last) >> 1
    found = _rushes_between(first, middle, me, at, target, people, terms, judge, tried)
    if found < 0:
        found = _rushes_between(middle + 1, last, me, at, target, people, terms, judge, tried)
    return found


def _all_shut(first: int, last: int, me: int, target: list[int], people: People, terms: Terms) -> bool:
    """Whether surely no facing from one to another allows a rush that has a target in its lane.

    Whoever turns by less than the span is all within a body that is larger by how far he swings, and holds one that is smaller by
    as much. What the larger does not meet he does not meet, nor any sooner; what is in the smaller one's way is in his.
    """
    _, _, _, rows = people
    _, _, _, slack, _, _, _ = terms
    _, x, y, _, width, depth, limit, _, foes, _, solid, _, _, ground = rows[me]
    _, _, _, _, _, enters, _, _ = ground
    turn = (last - first + 1) >> 1
    facing = (first + turn) % FULL_TURN
    swing = (limit + width + depth) * turn // A_RADIAN + 2 * MARGIN
    wide = width + 2 * swing
    deep = depth + 2 * swing
    if not _body_in_lane(x, y, facing, wide, deep, limit, target):
        return True
    body = [0, 0, 0, 0, 0, 0, 0, 0]
    lane_ = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    size = _read_lane(x, y, facing, wide, deep, limit + MARGIN, body, lane_)
    least, by = _first_met(body, lane_, size, facing, limit, people, foes)
    if by < 0:
        return True
    least -= 2 * MARGIN
    width -= 2 * swing
    depth -= 2 * swing
    if least <= 0 or width <= 0 or depth <= 0:
        return False
    if enters:
        size = _read_lane(x, y, facing, width, depth, limit + MARGIN, body, lane_)
        most, by = _first_met(body, lane_, size, facing, limit, people, foes)
        size = _read_lane(x, y, facing, wide, deep, most + 2 * MARGIN, body, lane_)
        if _walled_off(facing, turn, lane_, size, me, people):
            return True
    size = _read_lane(x, y, facing, width, depth, least, body, lane_)
    if solid and _pressed(lane_, size, people, solid, slack, me):
        return True
    return _ground_shut(facing, turn, swing, least, lane_, size, me, people)


def _ground_shut(
    facing: int, turn: int, swing: int, least: int, lane_: list[int], size: int, me: int, people: People
) -> bool:
    """Whether ground keeps one from going so far at least, however he turns within a turn: of his lane what is surely in it is told."""
    _, _, _, rows = people
    _, x, y, _, width, depth, limit, _, _, _, _, _, _, ground = rows[me]
    closed, rough, far, roads, lines, enters, _, _ = ground
    pieces, _, _, _, _, short = lines
    cost = least
    if pieces and width >= 2 * short and least > short:
        toll = _toll(facing, turn, swing, depth // 2, depth // 2 + least - short, (x, y), lines)
        # Whoever needs a way in is judged once more, and what he pays is left to that.
        cost += 0 if enters else toll
        if toll < 0 or cost > limit:
            return True
    around = _outline(lane_, size)
    shut = _any_near(each_bounds(closed), around)
    slow = cost > far and _any_near(each_bounds(rough), around)
    if not (shut or slow):
        return False
    if in_parts(roads, (x, y)):
        there = ahead(x, y, facing, least)
        if first_nearer_than((there,), roads, swing) is not None:
            return False
    way = tuple([(lane_[at], lane_[at + 1]) for at in range(0, size, 2)])
    return (shut and first_overlap(way, closed) is not None) or (
        slow and first_overlap(way, rough) is not None
    )


def _toll(facing: int, turn: int, swing: int, near: int, far: int, place: Point, lines: Across) -> int:
    """What the lines cost at least that are crossed between two distances from a place however one turns within a turn; -1 if one
    of them cannot be crossed. A line that meets the first and the last of his ways meets all between; one near a gate is left out."""
    _, names, costs, gates, _, _ = lines
    x, y = place
    ways = []
    for side in (-turn, turn):
        bearing = (facing + side) % FULL_TURN
        # A little beyond, for places are rounded.
        dx, dy = offset((bearing + (QUARTER_TURN if side > 0 else -QUARTER_TURN)) % FULL_TURN, MARGIN)
        ways.append((ahead(x + dx, y + dy, bearing, near + swing), ahead(x + dx, y + dy, bearing, far)))
    first, last = ways
    others = [index for index, _ in _lines_across(last, lines)]
    middle = ahead(x, y, facing, near), ahead(x, y, facing, far)
    paid: list[int] = []
    toll = 0
    for index, _ in _lines_across(first, lines):
        if index in others and first_nearer_than(middle, gates[index], swing) is None:
            if costs[index] < 0:
                return -1
            if names[index] not in paid:
                paid.append(names[index])
                toll += costs[index]
    return toll


def _walled_off(facing: int, turn: int, lane_: list[int], size: int, me: int, people: People) -> bool:
    """Whether all who stand in a lane are walled in, and no gate is on the way of one who turns no farther than so.

    A place that walls in is closed all round by lines that wall in, but for their gates.
    """
    each, known, marks, rows = people
    _, x, y, _, _, depth, _, _, foes, _, _, _, _, ground = rows[me]
    _, _, _, _, lines, _, _, _ = ground
    pieces, _, _, gates, walls, _ = lines
    other = [0, 0, 0, 0, 0, 0, 0, 0]
    west, south, east, north = _outline(lane_, size)
    sine = SIN[facing]
    cosine = COS[facing]
    last = nearest = depth // 2
    far = depth
    insides = []
    for index in range(len(known)):
        mark = marks[index]
        if not mark & foes:
            continue
        west2, south2, east2, north2 = known[index]
        if west2 <= east and west <= east2 and south2 <= north and south <= north2:
            _read(each[index], other)
            if _edge_parts(lane_, size, other, 8) or _edge_parts(other, 8, lane_, size):
                continue
            _, u, v, _, _, _, _, _, _, _, _, _, _, theirs = rows[index]
            _, _, _, _, _, _, inside, _ = theirs
            if inside is None:
                return False
            insides.append(inside)
            onward = ((u - x) * sine + (v - y) * cosine) >> SHIFT
            last = max(last, onward)
            nearest = min(nearest, onward)
            far = max(far, abs(u - x) + abs(v - y))
    swing = far * turn // A_RADIAN + 2 * MARGIN
    front = ahead(x, y, facing, depth // 2)
    for inside in insides:
        if first_nearer_than((front,), inside, swing) is not None:
            return False
    way = ahead(x, y, facing, nearest - swing), ahead(x, y, facing, last + swing)
    for index in range(len(pieces)):
        if walls[index] and first_nearer_than(way, gates[index], swing) is not None:
            return False
    return True


def _lane_at(
    x: int,
    y: int,
    facing: int,
    width: int,
    depth: int,
    limit: int,
    target: list[int],
    here: list[int],
    lane_: list[int],
) -> int:
    """The body of one who has turned so, and its lane, if a target is in that: how many numbers the lane has, or else 0."""
    size = _read_lane(x, y, facing, width, depth, limit + MARGIN, here, lane_)
    sine = SIN[facing]
    cosine = COS[facing]
    low, high = _reach_aside(here, sine, cosine)
    distance = _body_stop(here, lane_, size, low, high, sine, cosine, target)
    if distance > limit:
        # Just beyond the limit rounding decides.
        other = (target[0], target[1]), (target[2], target[3]), (target[4], target[5]), (target[6], target[7])
        distance = -1 if slide(box(x, y, facing, width, depth), facing, limit, (other,))[1] is None else limit
    return size if distance >= 0 else 0


def _body_in_lane(x: int, y: int, facing: int, width: int, depth: int, limit: int, quad: list[int]) -> bool:
    """As `_in_lane`."""
    sine = SIN[facing]
    cosine = COS[facing]
    aside = (width // 2 + MARGIN) * SCALE
    behind = (depth // 2 + MARGIN) * SCALE
    beyond = behind + limit * SCALE
    left = right = back = front = False
    for at in range(0, 8, 2):
        u = quad[at] - x
        v = quad[at + 1] - y
        side = u * cosine - v * sine
        onward = u * sine + v * cosine
        left = left or side < aside
        right = right or side > -aside
        front = front or onward > -behind
        back = back or onward < beyond
    return left and right and front and back


def _people(polys: Sequence[Quad], rows: Sequence[Runner], who: Sequence[Place], turns: Turns) -> People:
    """A crowd made ready: shapes, their bounds, and the bits of each."""
    if TYPED:
        for me in who:
            _, x, y, facing, width, depth, limit, _, _, _, _, _, _, _ = rows[me]
            _known_range(x, y, x, y)
            _known_length(width)
            _known_length(depth)
            _known_length(limit)
            _known_turns(facing, turns)
    return tuple(_bare(polys)), tuple(each_bounds(polys)), [row[0] for row in rows], tuple(rows)


def shots_at(
    me: Place,
    eyes: Sequence[Point],
    arcs: Sequence[Arc],
    carry: int,
    doubted: Collection[Place],
    polys: Sequence[Quad],
    rows: Sequence[Runner],
    terms: Terms,
) -> list[tuple[int, int]]:
    """The enemies of one of a crowd whom any of his eyes, each with its arc, may have a clear shot at (see `clear_shots`).

    Each with 1 if one surely has, or -3 where only cutting can tell. Nothing is told of those who are doubted, but that they
    are not surely farther than the shot carries.
    """
    _, _, turns, _, _, _, _ = terms
    people = _people(polys, rows, (me,), turns)
    _, known, marks, _ = people
    _, _, _, _, _, _, _, _, foes, _, _, _, _, _ = rows[me]
    west, south, east, north = known[me]
    if TYPED:
        _known_length(carry)
        _known_range(west, south, east, north)
    found = []
    for at in range(len(rows)):
        west2, south2, east2, north2 = known[at]
        if (
            marks[at] & foes
            and west2 <= east + carry
            and west - carry <= east2
            and south2 <= north + carry
            and south - carry <= north2
        ):
            verdict = -3
            if at not in doubted:
                verdict = (
                    _shot_at(me, at, eyes, arcs, carry, people, terms)
                    if _in_arc_of(me, at, people, terms)
                    else 0
                )
            if verdict:
                found.append((at, verdict))
    return found


def _shot_at(
    me: int, at: int, eyes: Sequence[Point], arcs: Sequence[Arc], carry: int, people: People, terms: Terms
) -> int:
    """Whether one of some eyes has a clear shot: 1, or else 0; -3 where none surely has, and only cutting can tell."""
    each, _, _, _ = people
    target = each[at]
    middle = centre(target)
    verdict = 0
    number = -1
    for eye in eyes:
        number += 1
        point = nearest_point(eye, target)
        if not points_within(eye, point, carry):
            continue
        if not in_arc(arcs[number], point, True):
            if corners_in_arc(arcs[number], target, True) is not False:
                verdict = -3
        elif _clear_past(eye, point, people, me, at, terms) or (
            in_arc(arcs[number], middle, True) and _clear_past(eye, middle, people, me, at, terms)
        ):
            return 1
    return verdict


def first_rush(
    who: Sequence[Place],
    stages: Sequence[Stage],
    polys: Sequence[Quad],
    rows: Sequence[Runner],
    terms: Terms,
    judge: Judge,
    likely: tuple[Place, Place, int] | None = None,
) -> tuple[int, int, int] | None:
    """One of some of a crowd who may rush at another, at whom, and along which facing; None if nobody may. The first stage is
    tried first for all, but before anything else an answer that is likely, if there is one.

    He runs at those of his bits who are no farther than he runs, with any part in his arc, and whom he sees, along a facing of
    `facings_at` that brings them into the lane; the way is free (it passes over nobody solid and ends on nobody) and stays on the table.
    """
    _, _, turns, _, _, _, _ = terms
    people = _people(polys, rows, who, turns)
    _, _, marks, each = people
    tried: dict[int, bool] = {}
    hopes: list[tuple[int, int]] = []
    if likely is not None:
        me, at, facing = likely
        _, _, _, _, _, _, _, _, foes, _, _, _, _, _ = each[me]
        mark = marks[at]
        if mark & foes and me in who and _in_reach(me, at, people, terms):
            if _rushes_still(facing, me, at, people, terms, judge, tried):
                return me, at, facing
    for me in who:
        _, _, _, _, _, _, _, _, foes, _, _, _, _, _ = each[me]
        for at in range(len(each)):
            mark = marks[at]
            if mark & foes and _in_reach(me, at, people, terms):
                for stage in stages[:1]:
                    facing = _rushes_at(me, at, stage, people, terms, judge, tried)
                    if facing >= 0:
                        return me, at, facing
                hopes.append((me, at))
    for me, at in hopes:
        for stage in stages[1:]:
            facing = _rushes_at(me, at, stage, people, terms, judge, tried)
            if facing >= 0:
                return me, at, facing
    return None


def open_lanes(
    me: Place, at: Place, stage: Stage, polys: Sequence[Quad], rows: Sequence[Runner], terms: Terms
) -> list[tuple[int, int, int]]:
    """The free ways of one of a crowd that bring another into the lane, of one stage: facing, how far, and at whom.

    Ways that ground shuts are left out, unless that has to be judged.
    """
    _, _, turns, slack, _, _, _ = terms
    people = _people(polys, rows, (me, at), turns)
    each, _, _, _ = people
    _, x, y, toward, width, depth, limit, loose, _, _, _, _, _, _ = rows[me]
    _, u, v, _, _, _, _, _, _, _, _, _, _, _ = rows[at]
    target = [0, 0, 0, 0, 0, 0, 0, 0]
    here = [0, 0, 0, 0, 0, 0, 0, 0]
    lane_ = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    _read(each[at], target)
    if TYPED:
        bounds(each[at])
    found = []
    if stage > 1:
        people = _concerned(me, at, people)
    for facing in facings_at((x, y, toward), loose, turns, (u, v), each[at], stage):
        if _body_in_lane(x, y, facing, width, depth, limit, target):
            size = _lane_at(x, y, facing, width, depth, limit, target, here, lane_)
            if size:
                distance, by = _free_way(here, lane_, size, facing, me, people, slack)
                if by >= 0 and _allowed(here, facing, distance, me, by, people, terms):
                    found.append((facing, distance, by))
    return found


def sees_past(
    eye: Point, me: Place, at: Place, polys: Sequence[Quad], rows: Sequence[Runner], terms: Terms
) -> bool:
    """Whether the nearest point or the middle of one of a crowd is seen from somewhere, past all who screen and what else hides.

    One who looks is in nobody's way, wherever he stands; -1 for nobody of the crowd.
    """
    _, _, turns, _, _, _, _ = terms
    people = _people(polys, rows, (), turns)
    return _sees(eye, me, at, people, terms)


def all_rushes(
    me: Place,
    stages: Sequence[Stage],
    polys: Sequence[Quad],
    rows: Sequence[Runner],
    terms: Terms,
    judge: Judge,
) -> list[int]:
    """All of a crowd whom one of them may rush at: see `first_rush`."""
    _, _, turns, _, _, _, _ = terms
    people = _people(polys, rows, (me,), turns)
    _, _, marks, each = people
    _, _, _, _, _, _, _, _, foes, _, _, _, _, _ = each[me]
    tried: dict[int, bool] = {}
    found = []
    for at in range(len(each)):
        mark = marks[at]
        if mark & foes and _in_reach(me, at, people, terms):
            for stage in stages:
                if _rushes_at(me, at, stage, people, terms, judge, tried) >= 0:
                    found.append(at)
                    break
    return found


# --- round bases -------------------------------------------------------------------------------------------------


def _known_disc(x: int, y: int, radius: int) -> int:
    _known_range(x, y, x, y)
    _known_length(radius)
    return 0


def first_disc_nearer(x: int, y: int, radius: int, discs: Sequence[Disc], keep: int = 0) -> int | None:
    """The index of the first round base less than `keep` from another; with 0, the first that overlaps it."""
    if TYPED:
        _known_disc(x, y, radius)
        _known_length(keep)
    index = -1
    for u, v, other in discs:
        index += 1
        if TYPED:
            _known_disc(u, v, other)
        dx = u - x
        dy = v - y
        least = radius + other + keep
        if least > 0 and dx * dx + dy * dy < least * least:
            return index
    return None


def _strikes(x: int, y: int, dx: int, dy: int, u: int, v: int, least: int) -> bool:
    """Whether a point going by (dx, dy) comes less than so near another."""
    px = u - x
    py = v - y
    along = px * dx + py * dy
    total = dx * dx + dy * dy
    if along <= 0 or total == 0:
        return px * px + py * py < least * least
    if along >= total:
        px -= dx
        py -= dy
        return px * px + py * py < least * least
    side = px * dy - py * dx
    depth = side
    reach2 = least * least
    return depth * depth < reach2 * total


def first_disc_struck(way: Segment, radius: int, discs: Sequence[Disc], keep: int = 0) -> int | None:
    """The index of the first round base that another, going straight, would come less than `keep` from."""
    (x, y), (x2, y2) = way
    if TYPED:
        bounds(way)
        _known_length(radius)
        _known_length(keep)
    dx = x2 - x
    dy = y2 - y
    index = -1
    for u, v, other in discs:
        index += 1
        if TYPED:
            _known_disc(u, v, other)
        least = radius + other + keep
        if least > 0 and _strikes(x, y, dx, dy, u, v, least):
            return index
    return None


def first_disc_approached(way: Segment, radius: int, discs: Sequence[Disc], keep: int = 0) -> int | None:
    """The same, but whoever starts less than `keep` from a base is only forbidden to go nearer to it."""
    (x, y), (x2, y2) = way
    if TYPED:
        bounds(way)
        _known_length(radius)
        _known_length(keep)
    dx = x2 - x
    dy = y2 - y
    index = -1
    for u, v, other in discs:
        index += 1
        if TYPED:
            _known_disc(u, v, other)
        least = radius + other + keep
        if least <= 0:
            continue
        if (u - x) * (u - x) + (v - y) * (v - y) < least * least:
            if (x - u) * dx + (y - v) * dy < 0:
                return index
        elif _strikes(x, y, dx, dy, u, v, least):
            return index
    return None


def first_discs_nearer(
    discs: Sequence[Disc], others: Sequence[Disc], keep: int = 0
) -> tuple[int, int] | None:
    """The first pair of round bases, one of each group, less than `keep` apart; with 0, the first that overlap."""
    index = -1
    for x, y, radius in discs:
        index += 1
        hit = first_disc_nearer(x, y, radius, others, keep)
        if hit is not None:
            return index, hit
    return None


def nearest_pair(points: Sequence[Point], others: Sequence[Point]) -> tuple[int, int, int] | None:
    """The squared distance of the nearest two points, one of each group, and which they are: the first of equals."""
    best, first, second = 0, -1, -1
    index = -1
    for x, y in points:
        index += 1
        if TYPED:
            _known_range(x, y, x, y)
        number = -1
        for u, v in others:
            number += 1
            if TYPED:
                _known_range(u, v, u, v)
            here = (u - x) * (u - x) + (v - y) * (v - y)
            if first < 0 or here < best:
                best = here
                first = index
                second = number
    return (best, first, second) if first >= 0 else None


def disc_gap(discs: Sequence[Disc], others: Sequence[Disc]) -> tuple[int, int, int] | None:
    """The gap of two groups of round bases, rounded up (0 where they touch), and the first two that are nearest."""
    best, first, second = LONG * 4, -1, -1
    index = -1
    for x, y, radius in discs:
        index += 1
        if TYPED:
            _known_disc(x, y, radius)
        number = -1
        for u, v, other in others:
            number += 1
            if TYPED:
                _known_disc(u, v, other)
            dx = u - x
            dy = v - y
            # Only what may be nearer needs its root.
            reach = best + radius + other
            if first < 0 or (reach > 0 and dx * dx + dy * dy < reach * reach):
                here = _root_up(dx * dx + dy * dy) - radius - other
                if first < 0 or here < best:
                    best = here
                    first = index
                    second = number
    return (best if best > 0 else 0, first, second) if first >= 0 else None


def first_disc_at(poly: Poly, discs: Sequence[Disc], keep: int = 0) -> int | None:
    """The index of the first round base less than `keep` from a convex shape; with 0, the first that overlaps it."""
    west, south, east, north = bounds(poly)
    if TYPED:
        _known_length(keep)
    index = -1
    for u, v, radius in discs:
        index += 1
        if TYPED:
            _known_disc(u, v, radius)
        least = radius + keep
        if u - least < east and u + least > west and v - least < north and v + least > south:
            if _nearer(((u, v),), poly, least):
                return index
    return None


# --- loose figures, each a point ---------------------------------------------------------------------------------


def point_gaps(points: Sequence[Point], poly: Poly) -> list[int]:
    """How far each of some points is from a shape, rounded up."""
    found = []
    for point in points:
        found.append(point_gap(point, poly))
    return found


def longest_of(starts: Sequence[Point], ends: Sequence[Point]) -> int:
    """The greatest distance of points that belong together, the first of one group with the first of the other and so on, rounded up."""
    longest = 0
    for index in range(min(len(starts), len(ends))):
        way = length(starts[index], ends[index])
        if way > longest:
            longest = way
    return longest


def one_chain(points: Sequence[Point], reach: int) -> bool:
    """Whether one may come from each of some points to every other by steps from one to the next no longer than `reach`."""
    if TYPED:
        _known_length(reach)
    left = list(points)
    if not left or reach < 0:
        return len(left) < 2
    chain = [left.pop()]
    at = 0
    while at < len(chain) and left:
        x, y = chain[at]
        at += 1
        if TYPED:
            _known_range(x, y, x, y)
        beyond = []
        for point in left:
            u, v = point
            if TYPED:
                _known_range(u, v, u, v)
            if (u - x) * (u - x) + (v - y) * (v - y) <= reach * reach:
                chain.append(point)
            else:
                beyond.append(point)
        left = beyond
    return not left


# --- looks of loose figures --------------------------------------------------------------------------------------


def _looks(
    start: Point,
    end: Point,
    facing: int,
    arc: int,
    polys: Sequence[Poly],
    known: Sequence[Bounds],
    bodies: Sequence[tuple[Bounds, Sequence[Disc]]],
) -> bool:
    """Whether a point lies so far at most to either side of where one faces, and the line to it meets no shape and no round base."""
    if arc < HALF_TURN:
        turn = turn_between(facing, heading(start, end))
        if turn > arc or turn < -arc:
            return False
    x, y = start
    x2, y2 = end
    west, east = (x, x2) if x < x2 else (x2, x)
    south, north = (y, y2) if y < y2 else (y2, y)
    index = -1
    for west2, south2, east2, north2 in known:
        index += 1
        if west < east2 and east > west2 and south < north2 and north > south2:
            if TYPED:
                _known_range(west2, south2, east2, north2)
            if _crossed(x, y, x2, y2, polys[index]):
                return False
    for (west2, south2, east2, north2), discs in bodies:
        if west <= east2 and east >= west2 and south <= north2 and north >= south2:
            for u, v, radius in discs:
                if TYPED:
                    _known_disc(u, v, radius)
                if radius > 0 and _strikes(x, y, x2 - x, y2 - y, u, v, radius):
                    return False
    return True


def sees_any(
    points: Sequence[Point],
    others: Sequence[Point],
    far: int,
    facing: int,
    arc: int,
    polys: Sequence[Poly] = (),
    bodies: Sequence[tuple[Bounds, Sequence[Disc]]] = (),
    hidden: Callable[[Segment], bool] | None = None,
) -> bool:
    """Whether one of some points looks at one of others: no farther than `far`, and within an arc of where all face.

    Shapes, the round bases of bodies (each with the rectangle round it) and what `hidden` knows of block a line.
    """
    if TYPED:
        _known_length(far)
    known, bare = each_bounds(polys), _bare(polys)
    for start in points:
        x, y = start
        if TYPED:
            _known_range(x, y, x, y)
        for end in others:
            u, v = end
            if TYPED:
                _known_range(u, v, u, v)
            if (
                (u - x) * (u - x) + (v - y) * (v - y) <= far * far
                and _looks(start, end, facing, arc, bare, known, bodies)
                and (hidden is None or not hidden((start, end)))
            ):
                return True
    return False


def nearest_seen(
    points: Sequence[Point],
    others: Sequence[Point],
    far: int,
    facing: int,
    arc: int,
    polys: Sequence[Poly] = (),
    bodies: Sequence[tuple[Bounds, Sequence[Disc]]] = (),
    hidden: Callable[[Segment], bool] | None = None,
) -> list[int]:
    """For each of some points the squared distance of the nearest of others that it sees (see `sees_any`); -1 where it sees none."""
    if TYPED:
        _known_length(far)
    known, bare = each_bounds(polys), _bare(polys)
    found = []
    for start in points:
        x, y = start
        if TYPED:
            _known_range(x, y, x, y)
        nearest = -1
        tried = -1
        while nearest < 0:
            # The nearest of those beyond what was tried in vain.
            best = -1
            for u, v in others:
                if TYPED:
                    _known_range(u, v, u, v)
                here = (u - x) * (u - x) + (v - y) * (v - y)
                if here > tried and here <= far * far and (best < 0 or here < best):
                    best = here
            if best < 0:
                break
            for end in others:
                u, v = end
                if (
                    (u - x) * (u - x) + (v - y) * (v - y) == best
                    and _looks(start, end, facing, arc, bare, known, bodies)
                    and (hidden is None or not hidden((start, end)))
                ):
                    nearest = best
                    break
            tried = best
        found.append(nearest)
    return found


# --- groups of round bases going straight ------------------------------------------------------------------------


def _part(step: int, distance: int, total: int) -> int:
    """So much of a step as a distance is of its length, rounded towards its start."""
    if distance >= total:
        return step
    return step * distance // total if step >= 0 else -(-step * distance // total)


def _free(x: int, y: int, dx: int, dy: int, total: int, u: int, v: int, least: int) -> int:
    """How far along a leg a point may go before it comes less than so near another; all of it if it never does."""
    if not _strikes(x, y, dx, dy, u, v, least):
        return total
    low, high = 0, total
    while low < high:
        middle = (low + high) // 2
        if _strikes(x, y, _part(dx, middle + 1, total), _part(dy, middle + 1, total), u, v, least):
            high = middle
        else:
            low = middle + 1
    return low


def _disc_stretch(
    x: int,
    y: int,
    dx: int,
    dy: int,
    total: int,
    far: int,
    discs: Sequence[Disc],
    approaching: bool,
) -> int:
    """How far along a leg, at most so far, a point keeps off some discs; off those it starts in, only by not going nearer."""
    met = False
    for u, v, least in discs:
        if least <= 0:
            continue
        if approaching:
            towards = (x - u) * dx + (y - v) * dy < 0
            if not met and (u - x) * (u - x) + (v - y) * (v - y) < least * least:
                met = towards
            elif not met:
                met = _strikes(x, y, dx, dy, u, v, least)
            if not met or not towards:
                continue
        elif not met:
            met = _strikes(x, y, dx, dy, u, v, least)
            if not met:
                continue
        # Whoever keeps clear of a larger one, by more than ways are rounded, keeps clear of it at every step.
        if _strikes(x, y, _part(dx, far, total), _part(dy, far, total), u, v, least + TOUCH):
            here = _free(x, y, dx, dy, total, u, v, least)
            if here < far:
                far = here
    return far


def _shape_stretch(x: int, y: int, bearing: int, far: int, poly: Poly, keep: int) -> int:
    """How far along a bearing, at most so far, a point keeps off a shape."""
    dx, dy = offset(bearing, far)
    if not nearer_than(((x, y), (x + dx, y + dy)), poly, keep):
        return far
    low, high = 0, far
    while low < high:
        middle = (low + high) // 2
        dx, dy = offset(bearing, middle + 1)
        if nearer_than(((x, y), (x + dx, y + dy)), poly, keep):
            high = middle
        else:
            low = middle + 1
    return low


def shift_group(
    places: Sequence[Point],
    bearing: int,
    limit: int,
    far: int,
    discs: Sequence[Disc],
    solid: Sequence[Disc],
    polys: Sequence[Poly],
    keeps: Sequence[int],
) -> tuple[int, int | None]:
    """How far some points may shift together on legs of `limit`, at most `far`, and what stops them first.

    Discs are kept off from outside, and not gone nearer to from inside; solid ones are not entered; each shape is kept off by
    its own distance. What stops them is 0 for a disc, 1 for a solid one, 2 and its index for a shape.
    """
    if TYPED:
        _known_length(far)
        for u, v, least in discs:
            _known_disc(u, v, least)
        for u, v, least in solid:
            _known_disc(u, v, least)
    dx, dy = offset(bearing, limit)
    total = _root_up(dx * dx + dy * dy)
    by = -1
    for x, y in places:
        if TYPED:
            _known_range(x, y, x, y)
            _known_range(x + dx, y + dy, x + dx, y + dy)
        here = _disc_stretch(x, y, dx, dy, total, far, discs, True)
        if here < far:
            far = here
            by = 0
        most = far
        here = _disc_stretch(x, y, dx, dy, total, far, solid, False)
        if here < far:
            far = here
            by = 1
        index = 1
        for poly, keep in zip(polys, keeps):
            index += 1
            here = _shape_stretch(x, y, bearing, most, poly, keep)
            if here < far:
                far = here
                by = index
    return far, by if by >= 0 else None


def pairs_within(
    points: Sequence[Point], others: Sequence[Point], distance: int
) -> list[tuple[int, int, Point]]:
    """Every point with each of others at most a distance from it: how far that is, rounded up, its place, and the other."""
    if TYPED:
        _known_length(distance)
    found: list[tuple[int, int, Point]] = []
    if distance < 0:
        return found
    index = -1
    for x, y in points:
        index += 1
        if TYPED:
            _known_range(x, y, x, y)
        for other in others:
            u, v = other
            if TYPED:
                _known_range(u, v, u, v)
            here = (u - x) * (u - x) + (v - y) * (v - y)
            if here <= distance * distance:
                found.append((_root_up(here), index, other))
    return found


def all_behind(points: Sequence[Point], others: Sequence[Point], dx: int, dy: int) -> bool:
    """Whether, along a direction, none of some points is farther on than any of others; it may be as far."""
    if TYPED:
        _known_length(dx)
        _known_length(dy)
        _known_group(points, ())
        _known_group(others, ())
    begun = False
    front = 0
    for x, y in points:
        here = x * dx + y * dy
        if not begun or here > front:
            front = here
            begun = True
    for x, y in others:
        if begun and x * dx + y * dy < front:
            return False
    return True


def strikes_any(
    points: Sequence[Point], dx: int, dy: int, discs: Sequence[Disc], astray: int, behind: int
) -> bool:
    """Whether any of some points, all going by (dx, dy), comes nearer to a disc than it may, made larger by `astray`.

    One that goes away from a disc it starts in does not; but if `behind` is not 0 only surely: one over the square of the sine of
    the angle by which it must do so.
    """
    if TYPED:
        _known_length(dx)
        _known_length(dy)
        _known_length(astray)
        _known_length(behind)
        _known_group(points, discs)
    total = dx * dx + dy * dy
    for u, v, least in discs:
        least += astray
        if least <= 0:
            continue
        for x, y in points:
            along = (u - x) * dx + (v - y) * dy
            if along > 0:
                if _strikes(x, y, dx, dy, u, v, least):
                    return True
            elif behind:
                here = (u - x) * (u - x) + (v - y) * (v - y)
                back = along
                room = here
                if here < least * least and behind * back * back < room * total:
                    return True
    return False


def _depth(x: int, y: int, discs: Sequence[Disc]) -> int:
    """How much too near a point is to the first disc that it is too near to; 0 if there is none."""
    for u, v, least in discs:
        here = (u - x) * (u - x) + (v - y) * (v - y)
        if least > 0 and here < least * least:
            return least - isqrt(here)
    return 0


def depth_at(places: Sequence[Point], dx: int, dy: int, discs: Sequence[Disc]) -> int:
    """How much too near to a disc the first of some points is that is so, all of them shifted; 0 if none is."""
    if TYPED:
        _known_range(dx, dy, dx, dy)
        _known_group(places, discs)
    for x, y in places:
        deep = _depth(x + dx, y + dy, discs)
        if deep:
            return deep
    return 0


def close_in(
    places: Sequence[Point],
    step: Point,
    limit: int,
    discs: Sequence[Disc],
    crowd: Sequence[Disc],
    taken: Sequence[Disc],
    apart: int,
    table: Bounds,
    heart: int,
    anchor: Point,
    reach: int,
    back: int,
    slack: int,
) -> tuple[list[Point], Point | None]:
    """Where points end that go the same step, one after another and each as far as it can: up to the first not so easily placed,
    and where that one came to, if nobody who might have gone farther than the limit.

    On its way each keeps off the discs it does not start in. Then it comes back, by `back` or by as much as it stands too deep less
    a slack, until it is on the table and clear of those taken, of the crowd, and by `apart` of those before it. One is not so easily
    placed that may go farther than the limit, finds no clear place, or ends farther from the anchor than a distance with the square
    `reach`. Once it is placed the heart is the anchor.
    """
    dx, dy = step
    ax, ay = anchor
    west, south, east, north = table
    if TYPED:
        _known_length(limit)
        _known_length(apart)
        _known_length(back)
        _known_length(slack)
        _known_range(ax, ay, ax, ay)
        _known_range(dx, dy, dx, dy)
        _known_range(west, south, east, north)
        _known_group(places, discs)
        _known_group((), crowd)
        _known_group((), taken)
    total = _root_up(dx * dx + dy * dy)
    full = list(taken)
    found: list[Point] = []
    for x, y in places:
        far = _past_discs(x, y, dx, dy, total, discs)
        if far > limit:
            break
        deep = 1
        while deep:
            px = x + _part(dx, far, total)
            py = y + _part(dy, far, total)
            deep = _depth(px, py, full)
            if not deep:
                deep = _depth(px, py, crowd)
            away = (deep - slack) // back * back
            far -= away if away > back else back
            if px < west or py < south or px > east or py > north:
                deep = 1
            if px == x and py == y and far < 0:
                break
            if far < 0:
                far = 0
        if deep or (px - ax) * (px - ax) + (py - ay) * (py - ay) > reach:
            return found, (px, py)
        if len(found) == heart:
            ax = px
            ay = py
        found.append((px, py))
        full.append((px, py, apart))
    return found, None


def _past_discs(x: int, y: int, dx: int, dy: int, total: int, discs: Sequence[Disc]) -> int:
    """How far along a leg a point keeps off some discs, those apart that it starts in."""
    far = total
    for u, v, least in discs:
        if least <= 0 or (u - x) * (u - x) + (v - y) * (v - y) < least * least:
            continue
        # Whoever keeps clear of a larger one, by more than ways are rounded, keeps clear of it at every step.
        if _strikes(x, y, _part(dx, far, total), _part(dy, far, total), u, v, least + TOUCH):
            here = _free(x, y, dx, dy, total, u, v, least)
            if here < far:
                far = here
    return far


def _runs_at(
    x: int, y: int, dx: int, dy: int, onward: int, aside: int, discs: Sequence[Disc], slack: int
) -> bool:
    """Whether a short leg surely leads at a disc, which the whole way it is part of leads nearer to as well."""
    for u, v, least in discs:
        least -= 2 * slack
        if least <= 0:
            continue
        if (u - x) * (u - x) + (v - y) * (v - y) < least * least:
            if (x - u) * dx + (y - v) * dy >= 0:
                continue
        elif not _strikes(x, y, dx, dy, u, v, least):
            continue
        # A short leg may, rounded, lead a little towards somebody the whole of it leads away from.
        return (x - u) * onward + (y - v) * aside < 0
    return False


def _known_group(places: Sequence[Point], discs: Sequence[Disc]) -> int:
    for u, v, least in discs:
        _known_disc(u, v, least)
    for x, y in places:
        _known_range(x, y, x, y)
    return 0


def first_unstopped(
    places: Sequence[Point],
    box: Bounds,
    bearings: Sequence[int],
    start: int,
    limit: int,
    far: int,
    discs: Sequence[Disc],
    polys: Sequence[Poly],
    keep: int,
    soft: Sequence[Bounds],
    table: Bounds,
    slack: int,
) -> int:
    """The place of the first bearing, from `start` on, on which points in a box may shift so far on legs of `limit`; else their number.

    A glance: discs and shapes are taken smaller by `slack`, so that whoever is passed over is surely stopped; ways that lead out
    of the table or by soft boxes are never passed over.
    """
    if TYPED:
        _known_length(far)
        _known_length(keep)
        _known_group(places, discs)
    west, south, east, north = box
    west2, south2, east2, north2 = table
    if TYPED:
        _known_range(west, south, east, north)
        _known_range(west2, south2, east2, north2)
    short = far - 2 * slack if far > 2 * slack else 0
    likely = -1
    for index in range(start, len(bearings)):
        bearing = bearings[index]
        onward, aside = offset(bearing, limit)
        if west + onward < west2 or south + aside < south2 or east + onward > east2 or north + aside > north2:
            return index
        around = (
            west + (onward if onward < 0 else 0) - slack,
            south + (aside if aside < 0 else 0) - slack,
            east + (onward if onward > 0 else 0) + slack,
            north + (aside if aside > 0 else 0) + slack,
        )
        if near_boxes(soft, around):
            return index
        dx, dy = offset(bearing, short)
        number = -1
        hit = -1
        if likely >= 0:  # who is stopped in one direction is so in the next
            x, y = places[likely]
            if _stopped(x, y, dx, dy, onward, aside, discs, slack, polys, keep):
                continue
        for x, y in places:
            number += 1
            if _stopped(x, y, dx, dy, onward, aside, discs, slack, polys, keep):
                hit = number
                break
        if hit < 0:
            return index
        likely = hit
    return len(bearings)


def _stopped(
    x: int,
    y: int,
    dx: int,
    dy: int,
    onward: int,
    aside: int,
    discs: Sequence[Disc],
    slack: int,
    polys: Sequence[Poly],
    keep: int,
) -> bool:
    """Whether a short leg surely leads at a disc, or at a shape."""
    if _runs_at(x, y, dx, dy, onward, aside, discs, slack):
        return True
    return first_nearer_than(((x, y), (x + dx, y + dy)), polys, keep - slack) is not None


def fanned(point: Point, bearing: int, turns: Sequence[int], reach: int, goal: Segment) -> list[int]:
    """A bearing turned each way by every turn; first the way that ends nearer a goal, of equals the clockwise one."""
    x, y = point
    if TYPED:
        _known_range(x, y, x, y)
        bounds(goal)
    found = []
    for turn in turns:
        dx, dy = offset(bearing + turn, reach)
        here = point_gap((x + dx, y + dy), goal)
        dx, dy = offset(bearing - turn, reach)
        if point_gap((x + dx, y + dy), goal) < here:
            found.append(bearing - turn)
            found.append(bearing + turn)
        else:
            found.append(bearing + turn)
            found.append(bearing - turn)
    return found
