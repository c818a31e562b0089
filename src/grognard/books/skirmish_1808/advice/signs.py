"""What a side's chance to win may depend on. [V1–V4, S1]"""

from __future__ import annotations

from grognard.engine.worth import Signs

from ..facts.victory import fleeing_points, lost_points, points
from ..state import State, centre
from ..words import Arm
from .gunnery import falling
from .places import far
from .worth import goals, price

HUNDRED = 100.0


def signs(state: State, side: int) -> Signs:
    """Points, how near the army is to breaking, figures by arm, those formed, how near each is to its goal, and walls its guns bring down."""
    found = dict.fromkeys(("foot", "horse", "guns", "formed", "near"), 0.0)
    for unit in state.standing(side):
        if not unit.figures or unit.fleeing or unit.is_command:
            continue
        worth = price(unit) * unit.size / HUNDRED
        kind = "horse" if unit.mounted else "guns" if unit.arm is Arm.GUN else "foot"
        found[kind] += worth
        found["formed"] += worth * unit.formed
        for spot, pull in goals(state, unit):
            found["near"] -= pull * far(centre(unit), spot) / HUNDRED
    total = max(1, state.field.sides[side].total)
    lost = lost_points(state, side)
    return {
        "points": points(state)[side] / HUNDRED,
        "lost": lost / total,
        "breaking": (lost + fleeing_points(state, side)) / total,
        "walls": falling(state, side) / HUNDRED,
        **found,
    }
