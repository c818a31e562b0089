"""What a side's chance to win may depend on. [V1–V5]"""

from __future__ import annotations

from grognard.engine.worth import Signs
from grognard.geometry.gaps import length

from ..facts.victory import break_point, lost, points
from ..state import State
from ..words import Kind
from .aims import goals

FOOT = 1200


def signs(state: State, side: int) -> Signs:
    """Points, how near the army is to breaking, figures by arm, markers, and how near each is to what the scenario wants."""
    found = dict.fromkeys(("foot", "horse", "guns", "markers", "near"), 0.0)
    for unit in state.of_side(side):
        if unit.is_general:
            continue
        kind = "guns" if unit.is_gun else "horse" if unit.kind is Kind.HORSE else "foot"
        found[kind] += unit.figures / max(1, unit.full)
        found["markers"] += unit.markers
        found["near"] -= (
            min((length((unit.x, unit.y), goal.at) for goal in goals(state, unit)), default=0) / FOOT
        )
    return {
        "points": float(points(state)[side]),
        "breaking": lost(state, side) / max(1, break_point(state, side)),
        **found,
    }
