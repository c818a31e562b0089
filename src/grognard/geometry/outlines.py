"""Outlines that need not be convex: woods, villages, rivers. They are cut into convex parts once.

An outline is a ring of corners that does not cross itself; it may run either way round.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.geometry.points import Point, Poly
from grognard.geometry.shapes import area2, contains
from grognard.geometry.twins import kernel

in_parts = kernel.in_parts
meet = kernel.meet
meeting = kernel.meeting
meetings = kernel.meetings


def _bend(a: Point, b: Point, c: Point) -> int:
    """Above zero if the way from a by b to c bends clockwise, zero if it goes straight on."""
    return (b[1] - a[1]) * (c[0] - b[0]) - (b[0] - a[0]) * (c[1] - b[1])


def tidy(outline: Sequence[Point]) -> Poly:
    """The same outline clockwise, without doubled corners and corners in the middle of a straight edge."""
    corners = list(outline) if area2(tuple(outline)) >= 0 else list(outline)[::-1]
    index = 0
    while len(corners) > 2 and index < len(corners):
        before, here, after = corners[index - 1], corners[index], corners[(index + 1) % len(corners)]
        if here == before or _bend(before, here, after) == 0:
            del corners[index]
            index = max(index - 1, 0)
        else:
            index += 1
    return tuple(corners)


def _spans(a: Point, b: Point, point: Point) -> bool:
    """Whether a point known to be on the line of a segment lies between its ends."""
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])


def simple(outline: Sequence[Point]) -> bool:
    """Whether an outline has an inside and never crosses or touches itself."""
    count = len(outline)
    if count < 3 or len(set(outline)) != count or area2(tuple(outline)) == 0:
        return False
    for i in range(count):
        a, b = outline[i], outline[(i + 1) % count]
        after = outline[(i + 2) % count]
        if _bend(a, b, after) == 0 and (_spans(a, b, after) or _spans(b, after, a)):
            return False
        for j in range(i + 2, count):
            if (j + 1) % count != i and meet(a, b, outline[j], outline[(j + 1) % count]):
                return False
    return True


def convex(outline: Poly) -> bool:
    """Whether a clockwise outline bends one way only."""
    count = len(outline)
    return count > 2 and all(_bend(outline[i - 2], outline[i - 1], outline[i]) > 0 for i in range(count))


def convex_parts(outline: Sequence[Point]) -> tuple[Poly, ...]:
    """Convex shapes that together are an outline's inside and overlap nowhere."""
    if not simple(outline):
        raise ValueError(f"not a simple outline: {outline!r}")
    ring = tidy(outline)
    return (ring,) if convex(ring) else _merged(_ears(ring))


def _ears(ring: Poly) -> list[Poly]:
    """Triangles that fill an outline: cut off one corner after another that has nothing behind it."""
    left = list(ring)
    triangles: list[Poly] = []
    while len(left) > 3:
        index = next(i for i in range(len(left)) if _is_ear(left, i))
        ear = (left[index - 1], left[index], left[(index + 1) % len(left)])
        if _bend(*ear):
            triangles.append(ear)
        del left[index]
    triangles.append((left[0], left[1], left[2]))
    return triangles


def _is_ear(ring: list[Point], index: int) -> bool:
    """Whether a corner may be cut off: it stands out, and no other corner is in the way."""
    a, b, c = ring[index - 1], ring[index], ring[(index + 1) % len(ring)]
    bend = _bend(a, b, c)
    if bend <= 0:
        return bend == 0  # cutting off other ears may leave a corner in a straight edge
    return not any(contains((a, b, c), other) for other in ring if other not in (a, b, c))


def _merged(parts: list[Poly]) -> tuple[Poly, ...]:
    """Fewer convex shapes out of many: neighbours become one wherever the two together are convex."""
    index = 0
    while index < len(parts):
        for other in range(index + 1, len(parts)):
            joined = _joined(parts[index], parts[other])
            if joined is not None:
                parts[index] = joined
                del parts[other]
                break
        else:
            index += 1
    return tuple(parts)


def _joined(a: Poly, b: Poly) -> Poly | None:
    """Two shapes as one across an edge they share, if that is convex."""
    for i in range(len(a)):
        start, end = a[i - 1], a[i]
        for j in range(len(b)):
            if b[j - 1] == end and b[j] == start:
                whole = tidy((*a[i:], *a[:i], *(b[j:] + b[:j])[1:-1]))
                return whole if convex(whole) else None
    return None
