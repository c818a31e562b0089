"""Whether a unit can retreat at all. [86]"""

from __future__ import annotations

from grognard.tabletop.manoeuvre import Legs

from ..state import State, Unit
from ..words import Deed, Phase
from .layout import layout
from .moving import Marcher


def first_retreat(state: State, unit: Unit) -> Legs | None:
    """Some legal retreat, the nearest at hand, or None. [83–85]"""
    memo = layout(state).memo
    marcher = Marcher(state, unit, Deed.RETREAT)
    # Who touches an occupied feature may depend on the phase. [B76]
    key = "retreat", unit.id, marcher.limit, state.phase is Phase.MELEE
    if key not in memo:
        memo[key] = next(iter(marcher.candidates()), None)
    found: Legs | None = memo[key]
    return found


def some_retreat(state: State, unit: Unit) -> bool:
    """Whether a unit can retreat at all. [86]"""
    return first_retreat(state, unit) is not None
