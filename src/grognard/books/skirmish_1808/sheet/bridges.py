"""Bridges, which the rules know only as a road between two stretches of a stream. [S2, 38]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.view import Area
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Bounds, Point, Poly, bounds

from ..state import Terrain

CROSSINGS = ("ford", "bridge", "stream")
"""What already fills a gap between two stretches: a bridge that can be blown draws itself, and is a stream once it is down. [D4]"""
BANK = 50
NARROW = 1000
"""Two stretches farther apart have land between them."""


def bridges(terrain: tuple[Terrain, ...]) -> Iterator[Area]:
    """Planks where a stream is broken for a road."""
    streams = [bounds(t.poly) for t in terrain if t.kind == "stream"]
    roads = [t for t in terrain if t.kind in ("road", "path", "track")]
    for one in streams:
        for other in streams:
            gap = _gap(one, other)
            if gap is None or any(t.kind in CROSSINGS and in_parts((t.poly,), _middle(gap)) for t in terrain):
                continue
            for road in roads:
                for start, end in zip(road.poly, road.poly[1:]):
                    if _crosses(start, end, gap):
                        yield Area("bridge", "bridge", _deck(start, end, gap), "bridge", "38")


def _gap(one: Bounds, other: Bounds) -> Poly | None:
    """The room between the north end of one stretch and the south end of another, or west and east."""
    west, south, east, north = one
    if (west, east) == (other[0], other[2]) and 0 < other[1] - north <= NARROW:
        return ((west, north), (west, other[1]), (east, other[1]), (east, north))
    if (south, north) == (other[1], other[3]) and 0 < other[0] - east <= NARROW:
        return ((east, south), (east, north), (other[0], north), (other[0], south))
    return None


def _middle(gap: Poly) -> Point:
    return (gap[0][0] + gap[2][0]) // 2, (gap[0][1] + gap[2][1]) // 2


def _crosses(start: Point, end: Point, gap: Poly) -> bool:
    """Whether a straight, level or upright piece of road goes through the gap."""
    (x, y), ((west, south), (east, north)) = _middle(gap), (gap[0], gap[2])
    if start[1] == end[1]:
        return south <= start[1] <= north and min(start[0], end[0]) <= x <= max(start[0], end[0])
    return (
        start[0] == end[0]
        and west <= start[0] <= east
        and min(start[1], end[1]) <= y <= max(start[1], end[1])
    )


def _deck(start: Point, end: Point, gap: Poly) -> Poly:
    """The planks: all of the gap, for there one may cross, and a little over both banks."""
    (west, south), (east, north) = gap[0], gap[2]
    over_x, over_y = (BANK, 0) if start[1] == end[1] else (0, BANK)
    west, south, east, north = west - over_x, south - over_y, east + over_x, north + over_y
    return ((west, south), (west, north), (east, north), (east, south))
