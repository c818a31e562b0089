"""Closing up: companies that will be rushed stand beside each other, the outer one near an edge of the table. [F-S1]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.memo import kept

from ..facts.bodies import middle
from ..facts.values import on_foot
from ..state import Point, State, Unit
from .tasks import is_fighter, task_of

SPACE, REAR = 600, 200
"""How far apart the middles of neighbours stand, near enough to shoot at whoever comes at either; how far behind them horse does."""
IN_PLACE = 150
"""Who is as near to his place as this has closed up."""


@kept
def places(state: State, side: int) -> dict[int, Point]:
    """Where each of a side belongs that spearmen come at: in a row beside the company with the least room outside it, horse behind.

    Spread out, one after the other is met by all of them; and nobody goes round a flank that is near the edge.
    """
    mine, foes = state.on_table(side), state.on_table(1 - side)
    line = [u for u in mine if _shoots(u) and task_of(state, u) is None]
    rush = [e for e in foes if on_foot(e) and is_fighter(e)]
    if len(line) < 2 or 2 * sum(e.cost for e in rush) < sum(e.cost for e in foes):
        return {}
    here, there = _mean(line), _mean(rush)
    across = 0 if abs(there[0] - here[0]) < abs(there[1] - here[1]) else 1
    size = (state.field.width, state.field.height)[across]
    line.sort(key=lambda u: (middle(u)[across], u.id))
    inwards = 1
    if size - middle(line[-1])[across] < middle(line[0])[across]:
        line.reverse()
        inwards = -1
    start = middle(line[0])
    found = {u.id: _moved(start, across, inwards * SPACE * at) for at, u in enumerate(line)}
    back = REAR if there[1 - across] < here[1 - across] else -REAR
    for unit in mine:
        if unit.cavalry and task_of(state, unit) is None:
            behind = _moved(start, across, inwards * SPACE * (len(line) - 1) // 2)
            found[unit.id] = _moved(behind, 1 - across, back)
    return {unit: _inside(state, spot) for unit, spot in found.items()}


def _shoots(unit: Unit) -> bool:
    return on_foot(unit) and unit.inside is None and not unit.crewed and not is_fighter(unit)


def _mean(units: Iterable[Unit]) -> Point:
    spots = [middle(u) for u in units]
    return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)


def _moved(spot: Point, axis: int, by: int) -> Point:
    return (spot[0] + by, spot[1]) if axis == 0 else (spot[0], spot[1] + by)


def _inside(state: State, spot: Point) -> Point:
    """The same, or the nearest on the table."""
    width, height = state.field.width, state.field.height
    return min(max(spot[0], IN_PLACE), width - IN_PLACE), min(max(spot[1], IN_PLACE), height - IN_PLACE)


__all__ = ["IN_PLACE", "places"]
