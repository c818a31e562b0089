"""A Screen that goes back into its battalion. [F-10.5, F-10.6]"""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal

from ..state import State, Unit
from ..tables.needs import RETURN, Homecoming
from ..words import Formation
from .stacks import Stack, fits, per_hex, shape


def battalion(stack: Stack, others: Stack) -> Unit | None:
    """The battalion among some units that a Screen was sent out from. [F-10.5]"""
    return next((unit for unit in others if len(stack) == 1 and unit.id == stack[0].parent), None)


def why_not_home(state: State, stack: Stack, others: Stack) -> Refusal | None:
    """Why a Screen may not go back to its battalion, which is among these. [F-10.5, F-10.6]"""
    home = battalion(stack, others)
    if home is None:
        return None
    grown = replace(home, halves=home.halves + stack[0].halves)
    whole = tuple(grown if unit is home else unit for unit in others)
    narrow = shape(others) is Formation.SCREEN and not home.wide
    enough = fits(state, whole, shape(others), home.hex) and (not narrow or grown.steps <= per_hex(home.arm))
    return RETURN.refusal(Homecoming(alike=home.order is stack[0].order, room=enough))


def comes_home(state: State, stack: Stack, others: Stack) -> bool:
    """Whether a Screen finds its battalion among these and is taken in. [F-10.5, F-10.6]"""
    return battalion(stack, others) is not None and why_not_home(state, stack, others) is None
