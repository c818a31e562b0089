"""Ground that counts, and depots: whose they are, and which way is home. [F-22.2, F-27]"""

from __future__ import annotations

from ..state import Battlefield, State
from .ground import distance

DEPOT_POINTS = 5
"""What the enemy's depot counts. [F-27]"""
Prize = tuple[int, int, int, int]


def holder(state: State, here: int, default: int) -> int:
    """Whose a scoring hex is: who stands there in good order now, or stood there last. [F-21.3, F-22.2]"""
    stack = state.at.get(here)
    if stack and stack[0].good:
        return stack[0].side
    if state.field.held_now:
        return default
    return dict(state.holders).get(here, default)


def depot_prizes(field: Battlefield) -> tuple[Prize, ...]:
    """The depots that can be taken: ground that counts for the enemy, its owner's until somebody takes it. [F-27]"""
    marked = {prize[0] for prize in field.prizes}
    return tuple(
        (field.depots[side], *((0, DEPOT_POINTS), (DEPOT_POINTS, 0))[side], side)
        for side in field.supply
        if field.depots[side] not in marked
    )


def depot_lost(state: State, side: int) -> bool:
    """Whether the enemy has a side's depot. [F-27, R-50]"""
    return side in state.field.supply and holder(state, state.field.depots[side], side) != side


def friendly_depot(state: State, side: int) -> int | None:
    """A side's depot; a lost one is nobody's. [F-27.2]"""
    return None if depot_lost(state, side) else state.field.depots[side]


def homeward(state: State, side: int, at: int, there: int) -> bool:
    """Whether a hex is nearer to a side's depot than another. [RET-01, OPS-04b, INI-01b, F-27.2]"""
    depot = friendly_depot(state, side)
    return depot is not None and distance(state.field, there, depot) < distance(state.field, at, depot)
