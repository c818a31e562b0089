"""Round bases going straight: how far one gets past another, and where they would end; groups are the kernel's (`shift_group`).

A disc is a centre that no other centre may come nearer to than so far. What stops whom, and how near it may come, is the book's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from math import isqrt

from grognard.geometry.crowds import Disc as Disc
from grognard.geometry.crowds import first_disc_nearer, first_disc_struck
from grognard.geometry.gaps import length, nearer_than, point_gap
from grognard.geometry.points import Bounds, Point, Poly, Segment, bounds, disjoint

ROUNDING = 2
"""More than a point on a way may lie beside it, being rounded to a hundredth."""
Ring = tuple[Bounds, Sequence[Disc]]
"""Discs of one unit, and a box outside of which none of them is in anybody's way."""


# ---- one base on its way


def along(start: Point, end: Point, distance: int) -> Point:
    """The point so far along a leg, rounded towards its start."""
    whole = length(start, end)
    if distance >= whole:
        return end
    dx, dy = end[0] - start[0], end[1] - start[1]
    return start[0] + _part(dx, distance, whole), start[1] + _part(dy, distance, whole)


def _part(step: int, distance: int, whole: int) -> int:
    return step * distance // whole if step >= 0 else -(-step * distance // whole)


def as_far_as(good: Callable[[int], bool], far: int) -> int:
    """The greatest distance up to so far that is good, as all shorter ones are: all of it, or found by halves."""
    return far if good(far) else bisect_left(range(far), True, key=lambda before: not good(before + 1))


def seg_nearer(a: Point, b: Point, disc: Disc) -> bool:
    """Whether a straight way comes nearer to a disc's centre than it may; exact."""
    return first_disc_struck((a, b), 0, (disc,)) is not None


def free_stretch(start: Point, end: Point, disc: Disc) -> int:
    """How far along a leg a base may go before it touches another; all of it if it passes by."""
    return as_far_as(lambda far: not seg_nearer(start, along(start, end, far), disc), length(start, end))


def struck_at(start: Point, end: Point, far: int, discs: Sequence[Disc]) -> int:
    """How far along a leg, at most so far, a base may go before it touches one of some others."""
    first = first_disc_struck((start, end), 0, discs) if discs else None
    if first is None:
        return far
    reached = along(start, end, far)
    for x, y, limit in discs[first:]:
        # Whoever keeps clear of a larger one, by more than ways are rounded, keeps clear of it at every step.
        if seg_nearer(start, reached, (x, y, limit + ROUNDING)):
            stretch = free_stretch(start, end, (x, y, limit))
            if stretch < far:
                far, reached = stretch, along(start, end, stretch)
    return far


def past_rings(start: Point, end: Point, far: int, rings: Iterable[Ring]) -> int:
    """How far along a leg, at most so far, a base may go before it touches one of some discs; those it begins in do not keep it."""
    (x, y), leg = start, bounds((start, end))
    for box, discs in rings:
        if disjoint(box, leg) or first_disc_struck((start, end), 0, discs) is None:
            continue
        outside = [disc for disc in discs if (x - disc[0]) ** 2 + (y - disc[1]) ** 2 >= disc[2] * disc[2]]
        far = struck_at(start, end, far, outside)
    return far


def approaches(leg: Segment, shapes: Sequence[Poly], keep: int) -> bool:
    """Whether a way comes nearer than that to one of some shapes; whoever starts nearer is only forbidden to end nearer to it."""
    start, end = leg
    for shape in shapes:
        if nearer_than((start,), shape, keep):
            if point_gap(end, shape) < point_gap(start, shape):
                return True
        elif nearer_than(leg, shape, keep):
            return True
    return False


# ---- many bases at once


def deepest(places: Iterable[Point], discs: Sequence[Disc]) -> int:
    """How much too near the first base that is so comes to one of some discs; 0 if none is."""
    for x, y in places:
        hit = first_disc_nearer(x, y, 0, discs)
        if hit is not None:
            u, v, limit = discs[hit]
            return limit - isqrt((x - u) * (x - u) + (y - v) * (y - v))
    return 0


def stands_in(spot: Point, rings: Iterable[Ring]) -> bool:
    """Whether a base's centre is too near to one of some discs."""
    x, y = spot
    for (west, south, east, north), discs in rings:
        if west <= x <= east and south <= y <= north and first_disc_nearer(x, y, 0, discs) is not None:
            return True
    return False


def overlaps(places: Iterable[Point], radius: int, others: Sequence[Disc], keep: int = 0) -> bool:
    """Whether any base would stand on another, or less than so far from it."""
    return bool(others) and any(first_disc_nearer(x, y, radius, others, keep) is not None for x, y in places)


def crowded_together(places: Sequence[Point], radius: int) -> bool:
    """Whether some bases overlap each other."""
    discs = [(x, y, radius) for x, y in places]
    return any(first_disc_nearer(*disc, discs[:at]) is not None for at, disc in enumerate(discs))


# ---- boxes that move


def moved(box: Bounds, dx: int, dy: int) -> Bounds:
    """An upright rectangle somewhere else."""
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def swept(box: Bounds, dx: int, dy: int) -> Bounds:
    """An upright rectangle round a box and where it goes, and a little more than its ways are rounded by."""
    west, south, east, north = box
    return (
        west + min(dx, 0) - ROUNDING,
        south + min(dy, 0) - ROUNDING,
        east + max(dx, 0) + ROUNDING,
        north + max(dy, 0) + ROUNDING,
    )
