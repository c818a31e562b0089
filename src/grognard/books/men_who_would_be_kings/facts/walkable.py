"""Whether a single attacker can walk to a place: nobody is put where he could not have gone. [R-56, R-57]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.memo import lazily
from grognard.geometry.gaps import length
from grognard.geometry.points import bounds, grown

from ..state import Point, State, Unit
from .bodies import bounds_of
from .detours import Detours, Obstacle, Start, bases, line, obstacles_near, solid
from .ground import Barrier, layout, price
from .lanes import ring_of

MOST_ROUND = 24
"""For so many places of one man a way round is looked for."""


class Place:
    """The only end there is."""

    eager = False

    def __init__(self, spot: Point):
        self.spot = spot

    def near(self, here: Point) -> int:
        """How far it is, at least."""
        return max(0, length(here, self.spot) - 1)

    def direct(self, here: Point) -> Iterable[tuple[int, Point]]:
        """Straight there."""
        return [(length(here, self.spot), self.spot)]

    def end(self, _here: Point, towards: Point) -> Point:
        """There."""
        return towards

    def free(self, _end: Point) -> bool:
        """Nobody need stand there."""
        return True

    def spots(self) -> Iterable[Point]:
        """No others."""
        return ()

    def spots_at(self, _towards: Point) -> Iterable[Point]:
        """No others."""
        return ()


class Walkers:
    """The models of an attacker, each with its own way; third units bar it by their bases. [R-56]"""

    def __init__(self, state: State, unit: Unit, limit: int, stops: Sequence[Barrier]):
        self.state, self.unit, self.limit, self.stops = state, unit, limit, stops
        self._left = dict.fromkeys(range(unit.count), MOST_ROUND)

    @lazily
    def obstacles(self) -> list[Obstacle]:
        """What bars them, as far as they may go."""
        around = grown(bounds_of(self.unit), self.limit)
        return obstacles_near(_obstacles(self.state, self.unit, self.stops), around)

    def gets(self, model: int, place: Point) -> bool:
        """Whether a model gets to a place within its allowance."""
        start = self.unit.models[model]
        if length(start, place) > self.limit:
            return False
        leg, box = (start, place), bounds((start, place))
        near = obstacles_near(self.obstacles, box)
        if not any(each.bars(leg) for each in near) and price(self.state, self.unit, *leg) <= self.limit:
            return True
        if not self._left[model]:
            return False
        self._left[model] -= 1
        search = Detours(self.state, self.unit, self.limit, self.obstacles, Place(place))
        return search.best([Start(model, start)]) is not None


def _obstacles(state: State, unit: Unit, stops: Sequence[Barrier]) -> list[Obstacle]:
    found: list[Obstacle] = []
    for other in state.on_table():
        if other.id == unit.id or other.inside is not None:
            continue
        enemy = other.side != unit.side
        if enemy or other.close_order or unit.close_order:
            found += bases(ring_of(other, unit.radius + other.radius)[1], yields=enemy)
    found += [solid(block, unit.radius) for block in layout(state).blocks]
    return [*found, *(line(barrier, unit.radius) for barrier in stops)]
