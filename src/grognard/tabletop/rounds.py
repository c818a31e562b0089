"""Going round things: corners to bend at, and how deep places lie in what should keep them off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grognard.geometry.angles import FULL_TURN, ahead
from grognard.geometry.crowds import Disc, first_disc_nearer
from grognard.geometry.gaps import length, nearer_than, point_gap
from grognard.geometry.points import Point, Poly
from grognard.geometry.ways import corners_round

SIDES, WIDER = 12, 10353
"""A base is gone round by so many corners, which lie farther out than it by this many parts in ten thousand."""


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
