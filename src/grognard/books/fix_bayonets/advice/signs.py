"""What a side's chance to win may depend on. [F-19.2, F-19.4]"""

from __future__ import annotations

from grognard.engine.worth import Signs

from ..facts.ground import distance
from ..facts.victory import points
from ..state import State
from ..words import Arm, Order, Where

FAR = 20


def signs(state: State, side: int) -> Signs:
    """Points, steps by arm and order, cohesion lost, and how near the ground that scores is."""
    found = dict.fromkeys(("foot", "shaken", "routed", "horse", "spent", "guns", "to_come"), 0.0)
    for unit in state.units:
        if unit.side != side:
            continue
        if unit.train:
            continue  # they fire nothing; what they are worth shows in the points
        if unit.where is Where.WAITING:
            found["to_come"] += unit.halves / 2
        elif unit.on_map:
            found[_kind(unit.arm, unit.order, unit.spent)] += unit.halves / 2
    return {
        "points": float(points(state)[side]),
        **found,
        "cohesion": float(state.cohesion[side]),
        "near": _near(state, side),
    }


def _kind(arm: Arm, order: Order, spent: bool) -> str:
    if order is Order.ROUTED:
        return "routed"
    if order is not Order.GOOD:
        return "shaken"
    if arm is Arm.CAV:
        return "spent" if spent else "horse"
    return "guns" if arm is Arm.ART else "foot"


def _near(state: State, side: int) -> float:
    """How far its nearest good stack is from each hex that scores for it, by what that is worth; less is better."""
    stacks = [stack[0].hex for stack in state.stacks(side) if stack[0].good]
    total = 0.0
    for prize in state.field.prizes:
        if prize[1 + side] > 0:
            near = min((distance(state.field, here, prize[0]) for here in stacks), default=FAR)
            total -= near * prize[1 + side] / 4
    return total
