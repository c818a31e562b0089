"""Going round things: corners to bend at, nooks to end in, and how deep places lie in what should keep them off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt

from grognard.geometry.angles import FULL_TURN, ahead
from grognard.geometry.crowds import Disc, first_disc_nearer
from grognard.geometry.gaps import length, nearer_than, point_gap
from grognard.geometry.points import Bounds, Point, Poly, Segment, in_bounds
from grognard.geometry.ways import corners_round

SIDES, WIDER = 12, 10353
"""A base is gone round by so many corners, which lie farther out than it by this many parts in ten thousand."""
ROUNDING = 2
"""So much farther off than it must be a nook lies, for it is rounded."""


def corners_of(shapes: Iterable[Poly], keep: int) -> list[Point]:
    """Where a way round some convex shapes may bend."""
    return [spot for shape in shapes for spot in corners_round(shape, keep)]


@lru_cache(maxsize=1024)
def corners_of_bases(discs: tuple[Disc, ...]) -> tuple[Point, ...]:
    """Corners round bases, without those that lie in another of them."""
    found: list[Point] = []
    for x, y, keep in discs:
        off = -(-keep * WIDER // 10_000) + 2
        ring = [ahead(x, y, turn, off) for turn in range(0, FULL_TURN, FULL_TURN // SIDES)]
        found += [(u, v) for u, v in ring if first_disc_nearer(u, v, 0, discs) is None]
    return tuple(found)


@lru_cache(maxsize=1024)
def spots_on_outline(poly: Poly, apart: int) -> tuple[Point, ...]:
    """Corners just outside a convex shape, and points of its outline so far apart: where a way goes round it or into it."""
    found = list(corners_round(poly, 1))
    for start, end in zip(poly, (*poly[1:], poly[0])):
        parts = length(start, end) // apart
        found += [
            (start[0] + (end[0] - start[0]) * at // parts, start[1] + (end[1] - start[1]) * at // parts)
            for at in range(1, parts)
        ]
    return tuple(found)


def ways_out(spot: Point, discs: Iterable[Disc]) -> Iterator[Point]:
    """Straight aside from the centres of discs that hold a spot, until just clear of them: on no way there does one come nearer."""
    x, y = spot
    for u, v, keep in discs:
        dx, dy = x - u, y - v
        near = length(spot, (u, v))
        if 0 < near < keep:
            aside = isqrt((keep + ROUNDING) ** 2 - near * near)
            for side in (aside, -aside):
                yield x + (dx * ROUNDING - dy * side) // near, y + (dy * ROUNDING + dx * side) // near


def on_table(corners: Sequence[Point], table: Bounds) -> Iterator[Point]:
    """Those of some corners that lie on the table, and where the lines from them to their neighbours beyond its edges cross these."""
    for corner, other in zip(corners, (*corners[1:], *corners[:1])):
        one, two = in_bounds(table, corner), in_bounds(table, other)
        if one:
            yield corner
        if one != two:
            yield _up_to_edge(*((corner, other) if one else (other, corner)), table)


def _up_to_edge(here: Point, beyond: Point, table: Bounds) -> Point:
    (x, y), (u, v) = here, beyond
    west, south, east, north = table
    edge = min(max(u, west), east)
    if edge != u:
        u, v = edge, y + (v - y) * (edge - x) // (u - x)
    edge = min(max(v, south), north)
    return (x + (u - x) * (edge - y) // (v - y), edge) if edge != v else (u, v)


def nooks(about: Disc, discs: Iterable[Disc], shapes: Sequence[Poly], keep: int) -> Iterator[Point]:
    """Where a centre on one ring just clears another, or convex shapes by so far: the ends of every free stretch of that ring."""
    ring = _wider(*about)
    for corner in chain(discs, ((x, y, keep) for shape in shapes for x, y in shape)):
        yield from _rings_meet(ring, _wider(*corner))
    for shape in shapes:
        for edge in zip(shape, (*shape[1:], shape[0])):
            yield from _ring_beside(ring, edge, keep + ROUNDING)


def _wider(x: int, y: int, radius: int) -> Disc:
    return x, y, radius + ROUNDING


def _rings_meet(one: Disc, other: Disc) -> Iterator[Point]:
    """Where two rings cross."""
    (x, y, near), (u, v, far) = one, other
    dx, dy = u - x, v - y
    apart = dx * dx + dy * dy
    along = near * near - far * far + apart
    beside = 4 * apart * near * near - along * along
    if apart and beside >= 0:
        for aside in (isqrt(beside), -isqrt(beside)):
            yield x + (dx * along - dy * aside) // (2 * apart), y + (dy * along + dx * aside) // (2 * apart)


def _ring_beside(ring: Disc, edge: Segment, off: int) -> Iterator[Point]:
    """Where a ring crosses the lines that run along an edge on both sides, so far off."""
    (x, y, radius), ((a, b), end) = ring, edge
    dx, dy = end[0] - a, end[1] - b
    whole = dx * dx + dy * dy
    for side in (off, -off):
        far = dx * (y - b) - dy * (x - a) - side * isqrt(whole)
        beside = radius * radius * whole - far * far
        if whole and beside >= 0:
            for aside in (isqrt(beside), -isqrt(beside)):
                u, v = x + (dy * far + dx * aside) // whole, y + (dy * aside - dx * far) // whole
                if 0 <= dx * (u - a) + dy * (v - b) <= whole:
                    yield u, v


def clear_spots(spots: Iterable[Point], shape: Poly, keep: int) -> tuple[Point, ...]:
    """Those of some spots that are no nearer than so far to a shape."""
    return tuple([spot for spot in spots if not nearer_than((spot,), shape, keep)])


def depth_in(places: Sequence[Point], shapes: Iterable[Poly], keep: int) -> int:
    """How much too near one of some places lies to the first shape that any is too near to; 0 if none is."""
    for shape in shapes:
        deep = max([keep - point_gap(place, shape) for place in places])
        if deep > 0:
            return deep
    return 0
