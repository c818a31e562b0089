"""Marching off the table: the last stretch to the edge, which is a move like any other. [R-61, R-25, R-26, R-43]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.geometry.gaps import length
from grognard.geometry.points import bounds, grown
from grognard.tabletop.figures import feet
from grognard.tabletop.straight import along

from ..state import Edge, Point, State, Unit
from .bodies import KEEP
from .detours import Detours, Obstacle, Start, Trail, bases, line, obstacles_near, solid
from .ground import barriers_met, layout
from .lanes import ring_of

STEP = 25
"""How far apart spots of an edge are tried where the nearest is closed."""


class Edges:
    """Ends at the edges of the table a unit may leave by."""

    eager = False

    def __init__(self, edges: Sequence[Edge]):
        self.edges = [(edge.start, edge.end) for edge in edges]

    def near(self, here: Point) -> int:
        """How far it is to the nearest edge, at least."""
        return max(0, min(feet((here,), self.edges)).far - 1)

    def direct(self, here: Point) -> Iterable[tuple[int, Point]]:
        """Straight to each edge."""
        return [(foot.far, foot.spot) for foot in feet((here,), self.edges)]

    def end(self, _here: Point, towards: Point) -> Point:
        """There."""
        return towards

    def free(self, _end: Point) -> bool:
        """Nobody need stand there."""
        return True

    def spots(self) -> Iterable[Point]:
        """Places along the edges."""
        for start, end in self.edges:
            whole = length(start, end)
            yield from (along(start, end, min(far, whole)) for far in range(0, whole + STEP, STEP))

    def spots_at(self, _towards: Point) -> Iterable[Point]:
        """The same."""
        return self.spots()


def way_off(
    state: State, unit: Unit, starts: Sequence[Start], edges: Sequence[Edge], allowance: int
) -> Trail | None:
    """The cheapest way of one of some models to an edge, or None. [R-61]"""
    goals = Edges(edges)
    near = [each for each in starts if each.spent + goals.near(each.spot) <= allowance]
    if not near:
        return None
    around = grown(bounds(tuple([each.spot for each in near])), allowance)
    return Detours(state, unit, allowance, obstacles_near(_obstacles(state, unit), around), goals).best(near)


def _obstacles(state: State, unit: Unit) -> list[Obstacle]:
    """All that bars a move: enemies and a gap of 1 round them, friends not passed, closed ground, Obstacles. [R-25, R-56]"""
    found: list[Obstacle] = []
    for other in state.on_table():
        if other.id == unit.id:
            continue
        enemy = other.side != unit.side
        if other.inside is not None:
            wall = state.field.terrain[other.inside].poly
            found += [solid(wall, unit.radius + KEEP, yields=True)] if enemy else []
        elif enemy or other.close_order or unit.close_order:
            limit = unit.radius + other.radius + (KEEP if enemy else 0)
            found += bases(ring_of(other, limit)[1], yields=enemy)
    found += [solid(block, unit.radius) for block in layout(state).blocks]
    return [*found, *(line(barrier, unit.radius) for barrier in barriers_met(state, unit))]
