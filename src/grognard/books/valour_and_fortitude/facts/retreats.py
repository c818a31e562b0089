"""Whether a unit can retreat at all. [86]"""

from __future__ import annotations

from grognard.books.valour_and_fortitude.facts.layout import layout
from grognard.books.valour_and_fortitude.facts.moving import Legs, Marcher
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Deed, Phase


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
