"""The cheapest way of single models round whatever bars or slows the straight one. [R-09, R-26, R-56]

A search from all models at once, by the corners of what they run into: of bases, of Impassable ground, of Obstacles, and of Difficult
ground where going round it is cheaper. Only what a leg really meets is taken up, so that most of a table never matters; every leg is
looked at exactly when it is the most promising one left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, Protocol

from grognard.geometry.crowds import Crowd, Disc, first_disc_approached, first_disc_struck, near_boxes
from grognard.geometry.gaps import any_nearer, length
from grognard.geometry.points import Bounds, Poly, Segment, bounds, grown
from grognard.tabletop.rounds import corners_of, corners_of_bases, on_table, spots_on_outline, ways_out
from grognard.tabletop.straight import approaches

from ..state import Point, State, Unit
from .ground import Barrier, layout, price
from .values import light_footed

NOTHING = Crowd()
ALONG = 50
"""How far apart the points are at which a way may enter or leave Difficult ground."""
BESIDE = 4
"""By how much other spots than those straight ahead may miss what is to be touched."""
MOST_LEGS = 30_000
"""More legs than are ever looked at but in a table crowded beyond use."""


class Obstacle(NamedTuple):
    """Something no way leads through: some bases, or some convex shapes, with the box outside of which it is in nobody's way."""

    box: Bounds
    discs: tuple[Disc, ...] = ()
    shapes: tuple[Poly, ...] = ()
    keep: int = 0
    """How near a centre may come to the shapes."""
    yields: bool = False
    """Whether a model that begins nearer than that may go away from it. [R-25]"""

    def bars(self, leg: Segment) -> bool:
        """Whether a leg leads through it."""
        if self.discs:
            struck = first_disc_approached if self.yields else first_disc_struck
            return struck(leg, 0, self.discs) is not None
        if self.yields:
            return approaches(leg, self.shapes, self.keep)
        return any_nearer(leg, self.shapes, self.keep)

    def corners(self) -> Iterable[Point]:
        """Where a way round it may bend."""
        if self.discs:
            return corners_of_bases(self.discs)
        return corners_of(self.shapes, self.keep)


def bases(discs: Sequence[Disc], yields: bool = False) -> list[Obstacle]:
    """The bases of one unit as an obstacle; none if there are none."""
    if not discs:
        return []
    west, south, east, north = bounds(tuple([(x, y) for x, y, _ in discs]))
    keep = max(far for _, _, far in discs)
    return [Obstacle((west - keep, south - keep, east + keep, north + keep), tuple(discs), yields=yields)]


def solid(shape: Poly, keep: int, yields: bool = False) -> Obstacle:
    """Closed ground as an obstacle."""
    return Obstacle(grown(bounds(shape), keep), shapes=(shape,), keep=keep, yields=yields)


def line(barrier: Barrier, keep: int) -> Obstacle:
    """A line across the ground as an obstacle. [T093]"""
    return Obstacle(grown(barrier.around, keep), shapes=tuple(barrier.pieces), keep=keep)


class Goals(Protocol):
    """Where ways may end."""

    eager: bool
    """Whether its other spots are looked at from the first, not only when the ends straight ahead are closed."""

    def near(self, here: Point) -> int:
        """How far it is from here to the nearest end, at least."""

    def direct(self, here: Point) -> Iterable[tuple[int, Point]]:
        """The ends straight ahead, with how far they are at least."""

    def spots(self) -> Iterable[Point]:
        """All other ends."""

    def spots_at(self, towards: Point) -> Iterable[Point]:
        """Those for whom one end straight ahead is closed."""

    def end(self, here: Point, towards: Point) -> Point:
        """Where a straight leg ends."""

    def free(self, end: Point) -> bool:
        """Whether one may stand at an end."""


class Start(NamedTuple):
    """A model that sets out: its number, where it stands, and what it has spent before."""

    model: int
    spot: Point
    spent: int = 0


class Trail(NamedTuple):
    """A way found so far: what it costs, where it has come to, and how."""

    cost: int
    here: Point
    model: int
    before: Trail | None = None

    @property
    def points(self) -> tuple[Point, ...]:
        """Its points after the start."""
        return (*self.before.points, self.here) if self.before is not None else ()


GO, AIM, STAND, SPOT, ARRIVED = range(5)
"""What is next in the search: a leg to a corner, a leg straight at an end, a corner come to, a leg to another end, an end come to."""
Next = tuple[int, int, int, Trail, Point]


class Detours:
    """One search for the cheapest way. [R-56]"""

    def __init__(self, state: State, unit: Unit, limit: int, obstacles: Sequence[Obstacle], goals: Goals):
        self.state, self.unit, self.limit, self.goals = state, unit, limit, goals
        self.obstacles, self.boxes = obstacles, [each.box for each in obstacles]
        self.table = 0, 0, state.field.width, state.field.height
        self.rough = NOTHING if light_footed(unit) else layout(state).difficult.shapes
        self.corners: dict[Point, int] = {}
        """Corners taken up, with how far it is from them at least."""
        self.taken: set[int] = set()
        self.owner: dict[Point, Obstacle | None] = {}
        self.stood: list[Trail] = []
        self.done: set[Point] = set()
        self.queue: list[Next] = []
        self.looked = self.pushed = 0

    def best(self, starts: Iterable[Start]) -> Trail | None:
        """The cheapest way within the limit, or None."""
        for each in starts:
            if each.spent + self.goals.near(each.spot) <= self.limit:
                self._leave(each.spot)
                self._stand(Trail(each.spent, each.spot, each.model))
        while self.queue and self.looked < MOST_LEGS:
            _, _, what, trail, spot = heappop(self.queue)
            if what == ARRIVED:
                return trail
            if what == STAND:
                if spot not in self.done:
                    self.done.add(spot)
                    self._stand(trail)
            else:
                self._look(what, trail, spot)
        return None

    def _leave(self, spot: Point) -> None:
        """Those whom a model begins too near to are left straight aside too. [R-25]"""
        for at in near_boxes(self.boxes, bounds((spot,))):
            found = self.obstacles[at]
            if found.yields:
                self._take_up(ways_out(spot, found.discs), found)

    def _push(self, least: int, what: int, trail: Trail, spot: Point) -> None:
        if least <= self.limit:
            self.pushed += 1
            heappush(self.queue, (least, self.pushed, what, trail, spot))

    def _stand(self, trail: Trail) -> None:
        """A model may be here: all that can be gone to from here is worth a look."""
        self.stood.append(trail)
        for far, towards in self.goals.direct(trail.here):
            self._push(trail.cost + far, AIM, trail, towards)
        if self.goals.eager:
            self._at_spots(trail, self.goals.spots(), None)
        for corner, far in self.corners.items():
            self._to_corner(trail, corner, far, self.owner[corner])

    def _to_corner(self, trail: Trail, corner: Point, far: int, owner: Obstacle | None) -> None:
        """A leg to a corner, if what that belongs to does not bar it already."""
        if corner not in self.done:
            least = trail.cost + length(trail.here, corner) + far
            if least <= self.limit and (owner is None or not owner.bars((trail.here, corner))):
                self._push(least, GO, trail, corner)

    def _at_spots(self, trail: Trail, spots: Iterable[Point], bars: Obstacle | None) -> None:
        """Legs to other ends, if what bars the straight ones does not bar them as well."""
        for spot in spots:
            least = trail.cost + length(trail.here, spot) + BESIDE
            if least <= self.limit and (bars is None or not bars.bars((trail.here, spot))):
                self._push(least, SPOT, trail, spot)

    def _look(self, what: int, trail: Trail, spot: Point) -> None:
        """Follow one leg: what it runs into is taken up, else it is priced."""
        if what == GO and spot in self.done:
            return
        self.looked += 1
        end = self.goals.end(trail.here, spot) if what == AIM else spot
        bars = self._barred((trail.here, end))
        if bars is not None or (what != GO and not self.goals.free(end)):
            if what == AIM and not self.goals.eager:
                self._at_spots(trail, self.goals.spots_at(spot), bars)
            return
        # A spot lies a hair's breadth off: who gets there straight ahead is never dearer.
        cost = trail.cost + self._price(trail.here, end) + (BESIDE if what == SPOT else 0)
        after = Trail(cost, end, trail.model, trail)
        if what == GO:
            self._push(cost + self.corners[spot], STAND, after, spot)
        else:
            self._push(cost, ARRIVED, after, end)

    def _barred(self, leg: Segment) -> Obstacle | None:
        """What bars a leg; it is then gone round."""
        for at in near_boxes(self.boxes, bounds(leg)):
            found = self.obstacles[at]
            if found.bars(leg):
                if at not in self.taken:
                    self.taken.add(at)
                    self._take_up(found.corners(), found)
                return found
        return None

    def _price(self, start: Point, end: Point) -> int:
        """What a leg costs; Difficult ground on it is gone round as well. [R-26]"""
        if not self.rough:
            return length(start, end)
        cost = price(self.state, self.unit, start, end)
        if cost > length(start, end):
            for at in near_boxes(self.rough.bounds, bounds((start, end))):
                if -1 - at not in self.taken:
                    self.taken.add(-1 - at)
                    self._take_up(spots_on_outline(self.rough[at], ALONG), None)
        return cost

    def _take_up(self, corners: Iterable[Point], owner: Obstacle | None) -> None:
        for corner in on_table(tuple(corners), self.table):
            if corner in self.corners:
                continue
            far = self.corners[corner] = self.goals.near(corner)
            self.owner[corner] = owner
            for trail in self.stood:
                self._to_corner(trail, corner, far, owner)


def obstacles_near(obstacles: Iterable[Obstacle], around: Bounds) -> list[Obstacle]:
    """Those of some obstacles that may matter within a rectangle."""
    all_of_them = list(obstacles)
    return [all_of_them[at] for at in near_boxes([each.box for each in all_of_them], around)]
