"""Reserves coming on over an edge, in whatever order they find room. [R-61, F-S3]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.tables import Refusal
from grognard.geometry.points import bounds
from grognard.geometry.shapes import upright
from grognard.tabletop.bodies import first_holding, one_holds
from grognard.tabletop.placing import row_by_row

from ..state import Edge, Point, State, Unit
from .bodies import cohesive
from .placing import Gathering, Placer, Rule

ENTRY_DEPTH, ENTRY_KEEP = 300, 600
"""Arrivals stand within 3 of their edge and 6 from enemies. [R-61]"""
APART = 5
"""How far from each other arrivals stand in their rows."""
MOST_ROWS = 4
FINER = 50, 10
"""How finely the strip is looked through where the usual spots have no room."""
Strips = tuple[tuple[Point, ...], ...]


def entries(state: State, side: int) -> tuple[Edge, ...]:
    """The edges a side's reserves come by. [F-S3, F-SH1]"""
    if state.edge is not None:
        x = state.field.width if state.edge == 0 else 0
        return (Edge((x, 0), (x, state.field.height)),)
    return state.field.sides[side].task.entries


def arrival_placer(state: State, unit: Unit) -> Placer:
    """The judge of where a reserve comes on: within 3 of its edge, 6 from enemies. [R-61]"""
    strips = tuple(_strip(edge) for edge in entries(state, unit.side))

    def rule(models: tuple[Point, ...]) -> Refusal | None:
        if one_holds(strips, models):
            return None
        return Refusal("R-61", "a model would be more than 3″ from the edge it enters by")

    return _Arriving(state, unit, rule, strips)


class _Arriving(Gathering):
    """A unit coming over an edge stands in rows along it, else wherever each man finds a place in cohesion. [T090]"""

    def __init__(self, state: State, unit: Unit, rule: Rule, strips: Strips):
        self.strips, self.step = strips, 2 * unit.radius + APART
        shapes = self._shapes(unit)
        depth = max(forward for _, forward in shapes[0])
        super().__init__(state, unit, rule, _along(strips, depth), strips[0], ENTRY_KEEP)
        self.formations = shapes

    def _shapes(self, unit: Unit) -> list[tuple[Point, ...]]:
        """In how many rows it may stand in cohesion: as many as are usual, then others. [T090]"""
        usual = ENTRY_DEPTH // self.step
        counts = [usual, *(rows for rows in range(1, MOST_ROWS + 1) if rows != usual)]
        deep_enough = [rows for rows in counts if (rows - 1) * self.step <= ENTRY_DEPTH]
        shapes = [_rows(unit.start - unit.fallen, rows, self.step) for rows in deep_enough]
        return [shape for shape in shapes if cohesive(shape, shape[0], unit.radius)] or shapes

    def in_order(self, spot: Point, shape: tuple[Point, ...]) -> tuple[Point, ...]:
        """Rows along the edge, the Leader in the middle of the first."""
        west, south, east, north = bounds(self.strips[first_holding(self.strips, spot) or 0])
        upright_ = east - west < north - south
        return self.led([(b, a) if upright_ else (a, b) for a, b in shape], spot)

    def farther_spots(self) -> Iterator[Point]:
        """Every spot of the strips, coarsely and then finely."""
        for step in FINER:
            for strip in self.strips:
                yield from row_by_row(bounds(strip), step)


def _rows(count: int, rows: int, step: int) -> tuple[Point, ...]:
    """Places in so many rows along an edge, seen from the middle of the first row, which comes first."""
    files = -(-count // rows)
    middle = files // 2
    places = [((at % files - middle) * step, at // files * step) for at in range(count)]
    places[0], places[middle] = places[middle], places[0]
    return tuple(places)


def _strip(edge: Edge) -> tuple[Point, ...]:
    (x, y), (x2, y2) = edge.start, edge.end
    if x == x2:
        west = 0 if x == 0 else x - ENTRY_DEPTH
        return upright(west, min(y, y2), west + ENTRY_DEPTH, max(y, y2))
    south = 0 if y == 0 else y - ENTRY_DEPTH
    return upright(min(x, x2), south, max(x, x2), south + ENTRY_DEPTH)


def _along(strips: Strips, depth: int) -> Iterator[Point]:
    """Spots along each strip: in its middle, or so that rows of such a depth have room."""
    inwards = ENTRY_DEPTH // 2 if depth <= ENTRY_DEPTH // 2 else (ENTRY_DEPTH - depth) // 2
    for strip in strips:
        west, south, east, north = bounds(strip)
        if east - west < north - south:
            for y in range(south + 200, north - 199, 200):
                yield west + inwards, y
        else:
            for x in range(west + 200, east - 199, 200):
                yield x, south + inwards
