"""Held places are stormed together: who is near enough, who is still coming, and whether to go. Judgement, not rules."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.gaps import gap
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Poly

from ..facts.bodies import body
from ..facts.ground import named
from ..facts.victory import holders
from ..state import State, Unit
from ..words import Kind
from .tasks import attacks, waits
from .worth import mean_move, reach_chance, spent

LIKELY = 0.4
"""Who reaches the enemy with this chance is near enough to storm."""
ENOUGH = 4
"""So many storm without waiting for others."""
SHORT = 750
"""Who waits for the others keeps so far from those inside: about a march."""
LAST = 2
"""Turns before the end in which nobody waits any more."""


class Storm(NamedTuple):
    """A place to be stormed: who is inside, and whether everybody goes."""

    garrison: frozenset[int]
    shapes: tuple[Poly, ...]
    go: bool


def storms(state: State, side: int) -> tuple[Storm, ...]:
    """The held places a side has to take; worked out once for a position."""
    memo = state.__dict__.setdefault("storms", {})
    if side not in memo:
        memo[side] = tuple(_storms(state, side))
    found: tuple[Storm, ...] = memo[side]
    return found


def _storms(state: State, side: int) -> list[Storm]:
    found = []
    for score in state.field.scores:
        inside = tuple(holders(state, score.area, 1 - side)) if score.kind == "hold" else ()
        if not inside or holders(state, score.area, side):
            continue
        guns = tuple(u for u in state.of_side(1 - side) if u.is_gun and _within(state, score.area, u))
        shapes = tuple(body(state, u) for u in inside)
        garrison = frozenset(u.id for u in (*inside, *guns))
        found.append(Storm(garrison, shapes, _go(state, side, inside, shapes)))
    return found


def _within(state: State, name: str, unit: Unit) -> bool:
    area = named(state.field, name)
    return area is not None and in_parts(area.whole, (unit.x, unit.y))


def _go(state: State, side: int, inside: tuple[Unit, ...], shapes: tuple[Poly, ...]) -> bool:
    """Whether enough are there: four, or all who can be expected, or the last turns have come; or as it is ordered."""
    if attacks(state, side) or waits(state, side):
        return attacks(state, side)
    if state.field.turns - state.turn <= LAST:
        return True
    there, coming = 0, 0
    within = {u.id for u in inside}
    for unit in state.of_side(side):
        if not may_storm(unit):
            continue
        apart = min(gap(body(state, unit), shape) for shape in shapes)
        if within & set(state.touching(unit.id)) or reach_chance(unit, apart) >= LIKELY:
            there += 1
        elif apart <= mean_move(unit) * 2 + 200:
            coming += 1
    return there >= ENOUGH or (there >= 2 and coming == 0)


def may_storm(unit: Unit) -> bool:
    """Whether a unit is one that storms: formed, and not worn out."""
    return unit.kind in (Kind.FOOT, Kind.HORSE) and not unit.skirmishing and not spent(unit)


def held_back(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a charge waits for others: at a garrison that is not stormed yet."""
    return target.id in _garrisons(state, unit.side, False)


def storming(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a charge is part of a storm."""
    return target.id in _garrisons(state, unit.side, True)


@kept
def _garrisons(state: State, side: int, go: bool) -> frozenset[int]:
    """Everybody in a place that is stormed, or is to be."""
    return frozenset(i for storm in storms(state, side) if storm.go is go for i in storm.garrison)


def too_near(state: State, unit: Unit, shape: Poly) -> float:
    """How much too near a place is for one who waits, from 0 to 1."""
    worst = 0.0
    for storm in storms(state, unit.side):
        if not storm.go and may_storm(unit):
            apart = min(gap(shape, each) for each in storm.shapes)
            worst = max(worst, (SHORT - apart) / SHORT)
    return worst


__all__ = ["Storm", "held_back", "may_storm", "storming", "storms", "too_near"]
