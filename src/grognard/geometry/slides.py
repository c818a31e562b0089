"""How far a body may slide straight in one direction: charges, retirements, falling back.

The time at which a sliding convex shape meets another is an exact fraction: every edge of either parts
the two until, or from, some moment on, and they overlap only between the last beginning and the first
end of those. The answer is a whole number of hundredths at which the body touches and does not overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.geometry.angles import COS, FULL_TURN, SCALE, SHIFT, SIN, offset
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, nearer_than
from grognard.geometry.points import Poly, Pose, bounds, each_bounds, grown, shifted
from grognard.geometry.shapes import first_overlap, overlap, swept

_MARGIN = 3  # more hundredths than the rounding of two places can make


class Stop(NamedTuple):
    """How far a body may go, and the index of what stops it; None if nothing does."""

    distance: int
    by: int | None


def meeting_span(a: Poly, b: Poly, dx: int, dy: int) -> tuple[int, int, int, int] | None:
    """From when until when a shape sliding by (dx, dy) in each unit of time overlaps another, exactly; or None.

    The four numbers are two fractions, denominators above zero; both may lie in the past.
    """
    begin, begin_of, end, end_of = 0, 0, 0, 0
    for mover, shape, other in ((1, a, b), (-1, b, a)):
        px, py = shape[-1]
        for qx, qy in shape:
            ex = qx - px
            ey = qy - py
            apart = min([ex * y - ey * x for x, y in other]) - ex * py + ey * px
            closing = (ex * dy - ey * dx) * mover
            # They overlap only while apart < closing * time, for every edge.
            if closing > 0:
                if not begin_of or apart * begin_of > begin * closing:
                    begin, begin_of = apart, closing
            elif closing < 0:
                if not end_of or apart * end_of > end * closing:
                    end, end_of = -apart, -closing
            elif apart >= 0 and (ex or ey):
                return None
            px = qx
            py = qy
    if not begin_of or not end_of or begin * end_of >= end * begin_of:
        return None
    return begin, begin_of, end, end_of


def _lateral_overlap(a: Poly, b: Poly, sine: int, cosine: int) -> int:
    """How much of two shapes' widths, seen along a direction, is in common; scaled."""
    mine = [x * cosine - y * sine for x, y in a]
    theirs = [x * cosine - y * sine for x, y in b]
    return min(max(mine), max(theirs)) - max(min(mine), min(theirs))


def _distance_to(poly: Poly, other: Poly, sine: int, cosine: int, graze: int) -> int | None:
    """How far until a shape meets another, rounded down; None if it passes by, grazes or leaves it."""
    found = meeting_span(poly, other, sine, cosine)
    if found is None:
        return None
    begin, begin_of, end, end_of = found
    # Already past, or pressed in by no more than rounding and on the way out.
    if end * SCALE <= graze * end_of and begin <= 0:
        return None
    if graze and _lateral_overlap(poly, other, sine, cosine) <= graze * SCALE:
        return None
    return max(begin * SCALE // begin_of, 0)


def could_meet(pose: Pose, size: tuple[int, int], limit: int, obstacles: Sequence[Poly]) -> list[int]:
    """The indexes of the obstacles a box could meet that slides so far straight ahead: a first look.

    It leaves out none that `stretch` would stop at; of those it names, `stretch` may find some clear.
    """
    x, y, facing = pose
    sine, cosine = SIN[facing % FULL_TURN], COS[facing % FULL_TURN]
    aside = (size[0] // 2 + _MARGIN) << SHIFT
    behind = (size[1] // 2 + _MARGIN) << SHIFT
    beyond = behind + (limit << SHIFT)
    found = []
    for index, obstacle in enumerate(obstacles):
        to_right = [(u - x) * cosine - (v - y) * sine for u, v in obstacle]
        if min(to_right) < aside and max(to_right) > -aside:
            onward = [(u - x) * sine + (v - y) * cosine for u, v in obstacle]
            if max(onward) > -behind and min(onward) < beyond:
                found.append(index)
    return found


def stretch(poly: Poly, bearing: int, limit: int, obstacles: Sequence[Poly], graze: int = TOUCH) -> Stop:
    """How far a shape may slide along a bearing, up to a limit, before it meets the first obstacle.

    It ends touching (a gap of at most `TOUCH`) and not overlapping. Obstacles that its lane only grazes, by
    no more than `graze` sideways, are passed: neighbours shoulder to shoulder do not hold each other up.
    """
    bearing %= FULL_TURN
    lane = swept(poly, *offset(bearing, limit + _MARGIN))
    west, south, east, north = bounds(lane)
    best, by = limit, None
    beside: list[int] = []
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(obstacles)):
        if west2 - east > 1 or west - east2 > 1 or south2 - north > 1 or south - north2 > 1:
            continue
        # The rounded lane misses no more than a graze would forgive: only then may it dismiss an obstacle.
        if graze and not overlap(lane, obstacles[index]):
            continue
        distance = _distance_to(poly, obstacles[index], SIN[bearing], COS[bearing], graze)
        if distance is not None and (distance < best or (distance == best and by is None)):
            best, by = distance, index
        if distance is not None or not graze:
            beside.append(index)
    return _settled(poly, bearing, Stop(best, by), obstacles, beside)


def _settled(poly: Poly, bearing: int, stop: Stop, obstacles: Sequence[Poly], beside: list[int]) -> Stop:
    """The last whole distance up to a stop at which the rounded place overlaps none of some obstacles.

    Not only the one that stops it: along an edge at a narrow angle, rounding may press a shape into it early.
    """
    distance, by = stop
    while distance > 0 and beside:
        hit = first_overlap(shifted(poly, *offset(bearing, distance)), [obstacles[index] for index in beside])
        if hit is None:
            break
        by = beside[hit]
        distance -= 1
    return Stop(distance, by)


def distance_to_contact(poly: Poly, bearing: int, target: Poly) -> int | None:
    """How far a shape must slide along a bearing to touch a target; None if it would pass it by."""
    bearing %= FULL_TURN
    distance = _distance_to(poly, target, SIN[bearing], COS[bearing], 0)
    if distance is None:
        return None
    return _settled(poly, bearing, Stop(distance, 0), (target,), [0]).distance


def stretch_clear(poly: Poly, bearing: int, limit: int, obstacles: Sequence[Poly], keep: int) -> Stop:
    """How far a shape may slide along a bearing without coming nearer than `keep` to any obstacle.

    For a round base give its centre as a one-corner shape and add its radius to `keep`.
    """
    best, by = limit, None
    lane = swept(poly, *offset(bearing, limit))
    west, south, east, north = grown(bounds(lane), keep)
    for index, (west2, south2, east2, north2) in enumerate(each_bounds(obstacles)):
        if west2 >= east or west >= east2 or south2 >= north or south >= north2:
            continue
        obstacle = obstacles[index]
        if nearer_than(lane, obstacle, keep):
            best, by = max(_last_clear(poly, bearing, best, obstacle, keep), 0), index
            lane = swept(poly, *offset(bearing, best))
    return Stop(best, by)


def _last_clear(poly: Poly, bearing: int, high: int, obstacle: Poly, keep: int) -> int:
    """The longest lane that stays `keep` away, given that the one to `high` does not; -1 if none does."""
    # A slide can close no more than its own length, so this much is surely clear; and often nearly all.
    low = gap(poly, obstacle) - keep - _MARGIN
    low = low if 0 <= low < high else -1
    step = 4
    while high - low > 1:
        middle = min(low + step, (low + high) // 2)
        if nearer_than(swept(poly, *offset(bearing, middle)), obstacle, keep):
            high = middle
        else:
            low = middle
            step *= 4
    return low


def stretch_group(
    polys: Sequence[Poly], bearing: int, limit: int, obstacles: Sequence[Poly], keep: int
) -> Stop:
    """How far several shapes may slide together without any coming nearer than `keep` to an obstacle."""
    best = Stop(limit, None)
    for poly in polys:
        found = stretch_clear(poly, bearing, best.distance, obstacles, keep)
        if found.by is not None:
            best = found
    return best


def to_edge(poly: Poly, bearing: int, limit: int, table: tuple[int, int]) -> int:
    """How far a shape may slide before it would stick out over the table's edge."""
    width, height = table
    sine, cosine = SIN[bearing % FULL_TURN], COS[bearing % FULL_TURN]
    west, south, east, north = bounds(poly)
    room = limit
    for direction, low, high in ((sine, west, width - east), (cosine, south, height - north)):
        if direction > 0:
            room = min(room, max(high, 0) * SCALE // direction)
        elif direction < 0:
            room = min(room, max(low, 0) * SCALE // -direction)
    return room
