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
    while True:
        web = _web(tuple([blocks[index] for index in known]), keep, table)
        found = _cheapest(start, goal, web, cost)
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


class Web:
    """The corners of some shapes, and which of them straight ways lead to: found out when somebody stands there first."""

    def __init__(self, blocks: tuple[Poly, ...], keep: int, table: Bounds | None):
        self.crowd, self.keep = Crowd(blocks), keep
        self.stops = [point for block in blocks for point in corners_round(block, keep)]
        if table is not None:
            west, south, east, north = table
            self.stops = [(x, y) for x, y in self.stops if west <= x <= east and south <= y <= north]
        self._seen: dict[Point, list[int]] = {}

    def seen(self, here: Point) -> list[int]:
        """The corners that can be gone to from one of them."""
        found = self._seen.get(here)
        if found is None:
            found = self._seen[here] = self.open_to(here, self.stops)
        return found

    def open_to(self, here: Point, goals: Sequence[Point]) -> list[int]:
        """Which of some points can be gone to."""
        return open_ways(here, goals, self.crowd, self.keep)


@lru_cache(maxsize=256)
def _web(blocks: tuple[Poly, ...], keep: int, table: Bounds | None) -> Web:
    """One for all who go round the same shapes: many look for a way at once, and walls stand still."""
    return Web(blocks, keep, table)


def _cheapest(
    start: Point, goal: Point, web: Web, cost: Callable[[Point, Point], int]
) -> tuple[Point, ...] | None:
    """The cheapest way to a goal by way of the corners; ties to the fewest and first of them, the goal before all."""
    queue: list[tuple[int, int, tuple[int, ...], Point]] = [(0, 0, (), start)]
    done: set[Point] = set()
    stops = web.stops
    while queue:
        spent, legs, way, here = heappop(queue)
        if way and way[-1] < 0:
            return (*[stops[index] for index in way[:-1]], goal)
        if here in done:
            continue
        done.add(here)
        if goal not in done and web.open_to(here, (goal,)):
            heappush(queue, (spent + cost(here, goal), legs + 1, (*way, -1), goal))
        for at in web.seen(here) if way else web.open_to(here, stops):
            stop = stops[at]
            if stop not in done:
                heappush(queue, (spent + cost(here, stop), legs + 1, (*way, at), stop))
    return None
