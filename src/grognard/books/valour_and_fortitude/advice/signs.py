"""What a side's chance to win may depend on. [38, 131]"""

from __future__ import annotations

from grognard.engine.worth import Signs
from grognard.geometry.gaps import length

from ..facts.morale import score
from ..state import State
from ..words import Arm, Where
from .prospects import middle_of
from .worth import unit_worth

FOOT = 1000


def signs(state: State, side: int) -> Signs:
    """The score, units by what they are worth and how worn, cards, objectives held and how near the others are."""
    found = dict.fromkeys(("foot", "horse", "guns", "worn", "shaken", "routed"), 0.0)
    standing = []
    for unit in state.units:
        if unit.side != side:
            continue
        worth = unit_worth(unit)
        if unit.where is Where.ROUTED:
            found["routed"] += worth
            continue
        kind = {Arm.INFANTRY: "foot", Arm.CAVALRY: "horse", Arm.ARTILLERY: "guns"}[unit.arm]
        found[kind] += worth
        found["worn"] += worth * min(unit.losses, unit.tenacity) / unit.tenacity
        found["shaken"] += worth * unit.shaken
        if unit.where is Where.TABLE:
            standing.append(middle_of(state, unit))
    held, near = 0.0, 0.0
    for number, objective in enumerate(state.field.objectives):
        held += state.holders[number] == side
        near -= min((length(objective.at, spot) for spot in standing), default=6 * FOOT) / FOOT
    return {
        "score": float(score(state)[side]),
        **found,
        "held": held,
        "near": near,
        "cards": float(len(state.fates[side].hand)),
    }
