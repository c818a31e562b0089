"""What a position is worth: points, order, strength, ground ahead. [F-19.4]"""

from __future__ import annotations

from ..facts.ground import distance
from ..facts.victory import points
from ..state import State, Unit
from ..words import Arm, Order, Where

SHORT = 0.4
"""What being short of cartridges takes from a unit. [F-26.3]"""


def strength(unit: Unit) -> float:
    """What a unit still weighs."""
    if unit.where not in (Where.MAP, Where.WAITING, Where.SUPPLY):
        return 0.0
    share = {Order.GOOD: 1.0, Order.DISORDERED: 0.6, Order.ROUTED: 0.2}[unit.order]
    weight = {Arm.INF: 1.0, Arm.CAV: 1.2, Arm.ART: 4.0}[unit.arm]
    less = 0.3 * (unit.spent and unit.arm is Arm.CAV) + SHORT * unit.short
    return share * weight * unit.halves / 2 - less


def value(state: State, side: int) -> float:
    """A state as one side sees it, in points."""
    if state.outcome is not None:
        if state.outcome.winner is None:
            return 0.0
        return 1000.0 if state.outcome.winner == side else -1000.0
    score = points(state)
    total = float(score[side] - score[1 - side])
    for unit in state.units:
        total += (1 if unit.side == side else -1) * 0.8 * strength(unit)
    return total + 0.05 * _ground(state, side)


def _ground(state: State, side: int) -> float:
    """How near the scoring ground one's good-order stacks are, against the enemy's."""
    total = 0.0
    for prize in state.field.prizes:
        if max(prize[1:3]) <= 0:
            continue
        for mine, sign in ((side, 1), (1 - side, -1)):
            if prize[1 + mine] <= 0:
                continue
            near = min(
                (
                    distance(state.field, stack[0].hex, prize[0])
                    for stack in state.stacks(mine)
                    if stack[0].good
                ),
                default=20,
            )
            total -= sign * near * max(prize[1:3]) / 4
    return total
