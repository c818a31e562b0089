"""What a side's chance to win may depend on. [F-S2–F-S6]"""

from __future__ import annotations

from grognard.engine.worth import Signs
from grognard.geometry.gaps import length

from ..facts.bodies import middle
from ..facts.shooting import reach_of
from ..facts.victory import SCORES, points
from ..state import State
from ..words import Where
from .aims import aim_of, is_fighter

FOOT = 600


def signs(state: State, side: int) -> Signs:
    """Points, men and units by what they cost, those Pinned, those in range, and how near each is to what it is after."""
    score = points(state)[side] if state.field.victory in SCORES else 0
    found = dict.fromkeys(("men", "units", "pinned", "to_come", "away", "near", "in_range"), 0.0)
    foes = [middle(foe) for foe in state.on_table(1 - side)]
    for unit in state.units:
        if unit.side != side or unit.lost:
            continue
        if not unit.on_table:
            found["away" if unit.where is Where.EXITED else "to_come"] += unit.cost
            continue
        found["men"] += unit.cost * unit.count / unit.start
        found["units"] += 1
        found["pinned"] += unit.cost * bool(unit.pinned)
        aim = aim_of(state, unit)
        found["near"] -= max(0, length(middle(unit), aim.spot) - aim.near) / FOOT
        if not is_fighter(unit) and not unit.pinned:
            reach = reach_of(unit)
            found["in_range"] += any(length(middle(unit), foe) <= reach for foe in foes)
    return {"points": float(score), **found}
