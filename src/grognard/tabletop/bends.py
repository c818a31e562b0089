"""Ways of several legs: through places that a player names, or round what bars the straight way or makes it dear.

A body is carried by its middle. What it may not pass through throws a shadow: where its middle may not be, if no part
of the body is to come too near. Ways bend at the corners of shadows. Which shapes bar the way, how near one comes to
each, what legs look like and whether they may be, is the book's; a way found here is no more than a proposal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, islice, pairwise
from math import isqrt
from typing import NamedTuple

from grognard.geometry.angles import ahead
from grognard.geometry.crowds import Disc
from grognard.geometry.gaps import length
from grognard.geometry.points import Bounds, Crowd, Point, Poly
from grognard.geometry.shapes import centre, hull, strictly_contains
from grognard.geometry.sight import crosses, open_ways
from grognard.geometry.ways import corners_round
from grognard.tabletop.slides import ring_round

Stops = tuple[Point, ...]
"""The points that a middle goes by after its start, the goal last."""
Cost = Callable[[Point, Point], int]
SIXTEENTHS = range(0, 3600, 225)
_CHORD = 102
"""A ring of sixteen corners lies outside a circle so many hundredths of its radius."""
TURNS = 4
"""Legs of a way that is looked for, at most; a player may name more."""
LOOKED_AT = 240
"""Corners a search goes on from, at most."""
A_LEG = 15
"""So much dearer a way may be for every leg that it has less: few legs are plain to see and to say."""
FEW = 8
"""Ways proposed of one search."""
PARTS = (4, 2, 6, 1, 7)
"""Where along the straight way it is left by those who step aside, in eighths: the middle first."""
ROUNDING = 2
"""So much farther off a shape a place lies that is worked out, for it is rounded."""
STEPS = 9
"""How far aside: in so many steps, up to where a way would be too long."""


class Bars(NamedTuple):
    """The shadows of what stands about: never gone through, or only at a price."""

    solid: tuple[Poly, ...]
    dear: tuple[Poly, ...] = ()


class Room(NamedTuple):
    """Where a middle may bend its way: on the table, on ways no longer than that, in so many legs, priced so."""

    table: Bounds
    most: int
    legs: int = TURNS
    cost: Cost = length


def swollen(shape: Poly, keep: int) -> Poly:
    """A convex shape, a point too, with all that is nearer to it than so far: slightly more."""
    if keep <= 0:
        return shape
    if len(shape) > 1:
        return hull(corners_round(shape, keep))
    return hull([ahead(*shape[0], bearing, keep * _CHORD // 100 + 2) for bearing in SIXTEENTHS])


def shadow(shape: Poly, body: Poly, keep: int = 0) -> Poly:
    """Where the middle of a body may not be, drawn as it stands about the table's corner: something is too near."""
    return ring_round(swollen(shape, keep), body)


def about(middle: Point, places: Iterable[Point]) -> Poly:
    """The outline of some places as seen from a middle."""
    x, y = middle
    return hull([(u - x, v - y) for u, v in places])


class Keeping(NamedTuple):
    """A shape, and how far from it a body keeps."""

    shape: Poly
    distance: int = 0


def kept_from(shapes: Iterable[Poly], distance: int = 0) -> list[Keeping]:
    """Some shapes, all kept from alike."""
    return [Keeping(shape, distance) for shape in shapes]


def kept_from_discs(discs: Iterable[Disc], more: int) -> list[Keeping]:
    """Some round bases, each kept from by its radius and so much more."""
    return [Keeping(((x, y),), radius + more) for x, y, radius in discs]


def shadows(of: Iterable[Keeping], *bodies: Poly) -> tuple[Poly, ...]:
    """Where the middle of any of some bodies may not be."""
    return tuple([shadow(shape, body, distance) for shape, distance in of for body in bodies])


def together(singles: Iterable[Keeping]) -> list[Keeping]:
    """Single bases as they stand together: one shape round those that are kept from alike, and between which nobody goes."""
    found: list[tuple[list[Point], int]] = []
    for (spot, *_), distance in singles:
        for places, apart in found:
            if apart == distance and any(length(spot, place) <= distance for place in places):
                places.append(spot)
                break
        else:
            found.append(([spot], distance))
    return [Keeping(hull(places), distance) for places, distance in found]


def bent_ways(
    start: Point, by: Sequence[Point], goal: Point, bars: Iterable[Bars], room: Room
) -> Iterator[Stops]:
    """Ways that bend, by the places named if any are: for each reading of what stands about the best ones first.

    `bars` tells first what is seen at a glance, then, only if it is asked, more exactly.
    """
    for known in bars:
        yield from chained(start, (*by, goal), known, room) if by else round_about(start, goal, known, room)
    if not by:
        yield from aside(start, goal, room)


def chained(start: Point, stops: Sequence[Point], bars: Bars, room: Room) -> Iterator[Stops]:
    """The one way by all stops that is best between each and the next; none where there is none between two."""
    found: list[Point] = []
    for here, there in pairwise((start, *stops)):
        best = next(_Search(here, there, bars, room).found(), None)
        if best is None:
            return
        found += best
    if tuple(found) != tuple(stops):
        yield tuple(found)


def round_about(start: Point, goal: Point, bars: Bars, room: Room) -> Iterator[Stops]:
    """Ways that bend at the corners of shadows, the cheapest of few legs first; a few of them."""
    return islice((way for way in _Search(start, goal, bars, room).found() if len(way) > 1), FEW)


class _Search:
    """Goes from corner to corner, always on from where the whole way may be cheapest."""

    def __init__(self, start: Point, goal: Point, bars: Bars, room: Room):
        self.start, self.goal, self.room = start, goal, room
        west, south, east, north = room.table
        # Of what somebody stands in already, or wishes to stand in, the judge knows more.
        self.solid = Crowd(
            s for s in bars.solid if not (strictly_contains(s, start) or strictly_contains(s, goal))
        )
        apexes = [apex for shape in self.solid for apex in apexes_of(start, goal, shape)]
        corners = dict.fromkeys(
            [*apexes, *(corner for shape in (*self.solid, *bars.dear) for corner in shape)]
        )
        self.stops = [
            (x, y)
            for x, y in corners
            if west <= x <= east
            and south <= y <= north
            and length(start, (x, y)) + length((x, y), goal) <= room.most
        ]

    def found(self) -> Iterator[Stops]:
        """Every way, the cheapest first."""
        goal, cost, number = self.goal, self.room.cost, count()
        queue: list[tuple[int, int, int, int, Stops]] = [(length(self.start, goal), 0, next(number), 0, ())]
        # Who comes to a corner later comes dearer: that is of use only in fewer legs.
        before: dict[Point, int] = {}
        looked = 0
        while queue and looked < LOOKED_AT:
            _, legs, _, spent, way = heappop(queue)
            here = way[-1] if way else self.start
            if here == goal and way:
                yield way
                continue
            if before.get(here, legs + 1) <= legs:
                continue
            before[here], looked = legs, looked + 1
            for there in self._onward(here, legs):
                far = spent + cost(here, there)
                least = far + length(there, goal)
                if least <= self.room.most:
                    rank = least + A_LEG * legs
                    heappush(queue, (rank, legs + 1, next(number), far, (*way, there)))

    def _onward(self, here: Point, legs: int) -> list[Point]:
        """Where straight ways lead to: the goal, and other corners as long as there are legs left after that."""
        goals = [self.goal, *(self.stops if legs + 1 < self.room.legs else ())]
        return [goals[at] for at in open_ways(here, goals, self.solid, 0) if goals[at] != here]


def apexes_of(start: Point, goal: Point, shape: Poly) -> Iterator[Point]:
    """Where ways of two legs pass a shape that bars the straight one: closest on either side, or two hundredths farther off."""
    if not crosses((start, goal), shape):
        return
    for side in (1, -1):
        first = _outermost(start, shape, side)
        last = _outermost(goal, shape, -side)
        apex = first if first == last else _meeting(start, first, goal, last)
        if apex is not None:
            x, y = centre(shape)
            yield apex[0] + _sign(apex[0] - x) * ROUNDING, apex[1] + _sign(apex[1] - y) * ROUNDING


def _outermost(here: Point, shape: Poly, side: int) -> Point:
    """The corner past which somebody goes who passes a shape on one side as closely as can be."""
    best = shape[0]
    for corner in shape[1:]:
        if _turned(here, best, corner) * side > 0:
            best = corner
    return best


def _turned(here: Point, one: Point, other: Point) -> int:
    """Above zero if the other lies to the left of the one."""
    return (one[0] - here[0]) * (other[1] - here[1]) - (one[1] - here[1]) * (other[0] - here[0])


def _meeting(start: Point, first: Point, goal: Point, last: Point) -> Point | None:
    """Where a line from a start and one from a goal meet; None if they run side by side."""
    (x, y), (x2, y2) = start, goal
    dx, dy, ex, ey = first[0] - x, first[1] - y, last[0] - x2, last[1] - y2
    part = dx * ey - dy * ex
    if part == 0:
        return None
    along = (x2 - x) * ey - (y2 - y) * ex
    return x + dx * along // part, y + dy * along // part


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def aside(start: Point, goal: Point, room: Room) -> Iterator[Stops]:
    """Ways of two legs by places beside the straight one, as far aside as the way may be long; near ones first."""
    whole = length(start, goal)
    slack = room.most * room.most - whole * whole
    if whole == 0 or slack <= 0:
        return
    (x, y), (x2, y2) = start, goal
    west, south, east, north = room.table
    widest = isqrt(slack) // 2
    for step in range(1, STEPS + 1):
        for part in PARTS:
            px, py = x + (x2 - x) * part // 8, y + (y2 - y) * part // 8
            for sign in (1, -1):
                far = sign * widest * step // STEPS
                stop = px + (y - y2) * far // whole, py + (x2 - x) * far // whole
                if (
                    west <= stop[0] <= east
                    and south <= stop[1] <= north
                    and length(start, stop) + length(stop, goal) <= room.most
                ):
                    yield stop, goal
