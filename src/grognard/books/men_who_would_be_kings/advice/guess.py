"""Where the enemy's hidden units may lie. [F-SC1]"""

from __future__ import annotations

from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace

from ..facts.deploy import sectors
from ..state import State
from ..words import Where


def guess(view: Position, side: int, rng: Rng) -> Position:
    """Each of them in any sector: nothing is known of it."""
    state: State = view.state
    known = sectors()
    units = tuple(
        replace(u, sector=known[rng.randint(0, len(known) - 1)])
        if u.side != side and u.where is Where.HIDDEN and u.sector is None
        else u
        for u in state.units
    )
    if units == state.units:
        return view
    return Position(replace(state, units=units), view.agenda, view.reveals)
