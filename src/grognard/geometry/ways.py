"""Ways round what stands between: straight legs by the corners of whatever blocks the straight line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from grognard.geometry.angles import FULL_TURN, ahead, heading
from grognard.geometry.gaps import length, nearer_than
from grognard.geometry.points import Bounds, Crowd, Point, Poly, Segment
from grognard.geometry.sight import crosses, open_ways

_CORNER_STEP = 450  # a corner is passed in chords of at most this angle,
_CHORD = 109  # which come nearer by the cosine of half of it: so stand off by this many hundredths of `keep`


@lru_cache(maxsize=1024)
def corners_round(block: Poly, keep: int) -> tuple[Point, ...]:
    """Points from which one may pass a convex shape's corners and stay `keep` away from it."""
    if keep <= 0:
        return block
    off = keep * _CHORD // 100 + 2
    points = []
    count = len(block)
    for index, corner in enumerate(block):
        first = heading(block[index - 1], corner) - 900
        swing = (heading(corner, block[(index + 1) % count]) - 900 - first) % FULL_TURN
        steps = -(-swing // _CORNER_STEP) or 1
        points += [ahead(*corner, first + swing * step // steps, off) for step in range(steps + 1)]
    return tuple(points)


def blocked(leg: Segment, block: Poly, keep: int) -> bool:
    """Whether a straight leg passes through a shape, or nearer than `keep` to it."""
    return nearer_than(leg, block, keep) if keep > 0 else crosses(leg, block)


def way_round(
    start: Point,
    goal: Point,
    blocks: Sequence[Poly],
    keep: int = 0,
    cost: Callable[[Point, Point], int] = length,
    table: Bounds | None = None,
) -> tuple[Point, ...] | None:
    """The cheapest way found between two points that keeps clear of some convex shapes, or None.

    The points after the start, the goal last: the straight line if it is clear, else by the corners of what
    blocks it. A round base stays clear by its radius: give that as `keep`. `cost` prices one straight leg.
    """
    known: list[int] = []
    shut: dict[Point, set[Point]] = {}
    while True:
        stops = [goal, *_stops(blocks, known, keep, table)]
        found = _cheapest(start, stops, Crowd([blocks[index] for index in known]), keep, cost, shut)
        if found is None:
            return None
        legs = list(zip((start, *found), found))
        # Only what the way so far runs into is taken up: most of a table never matters.
        new = [
            index
            for index, block in enumerate(blocks)
            if index not in known and any(blocked(leg, block, keep) for leg in legs)
        ]
        if not new:
            return found
        known += new


def _stops(blocks: Sequence[Poly], known: Sequence[int], keep: int, table: Bounds | None) -> list[Point]:
    points = [point for index in known for point in corners_round(blocks[index], keep)]
    if table is None:
        return points
    west, south, east, north = table
    return [(x, y) for x, y in points if west <= x <= east and south <= y <= north]


def _cheapest(
    start: Point,
    stops: Sequence[Point],
    crowd: Crowd,
    keep: int,
    cost: Callable[[Point, Point], int],
    shut: dict[Point, set[Point]],
) -> tuple[Point, ...] | None:
    """The cheapest way to the first of the stops by way of the others; ties to the fewest and first stops.

    `shut` remembers which straight legs are barred: they stay so when more shapes are taken up.
    """
    queue: list[tuple[int, int, tuple[int, ...], Point]] = [(0, 0, (), start)]
    done: set[Point] = set()
    while queue:
        spent, legs, way, here = heappop(queue)
        if way and way[-1] == 0:
            return tuple([stops[index] for index in way])
        if here in done:
            continue
        done.add(here)
        barred = shut.setdefault(here, set())
        left = [at for at, stop in enumerate(stops) if stop not in done and stop not in barred]
        goals = [stops[at] for at in left]
        clear = open_ways(here, goals, crowd, keep)
        for place in clear:
            at = left[place]
            heappush(queue, (spent + cost(here, stops[at]), legs + 1, (*way, at), stops[at]))
        barred.update(goals)
        barred.difference_update([goals[place] for place in clear])
    return None
