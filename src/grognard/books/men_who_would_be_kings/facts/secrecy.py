"""What is known of hidden units, and to whom. [F-SC1]"""

from __future__ import annotations

from grognard.engine.choices import Move
from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.engine.secrets import Secrets

from ..state import State
from ..words import Where
from .deploy import sectors


def redact(state: State, side: int | None) -> State:
    """Where units hide is known to their owner only. [F-SC1]"""
    if not any(u.where is Where.HIDDEN and u.sector is not None and u.side != side for u in state.units):
        return state
    units = tuple(
        replace(u, sector=None) if u.where is Where.HIDDEN and u.side != side else u for u in state.units
    )
    return replace(state, units=units)


def _may_be(state: State) -> bool:
    return any(u.where is Where.HIDDEN for u in state.units)


def _told(state: State, move: Move) -> Move | None:
    return None if move.verb == "hide" else move


def _others(state: State, side: int, rng: Rng) -> State:
    """Who hides, hides elsewhere."""
    known = sectors()
    units = tuple(
        replace(u, sector=known[rng.randint(0, len(known) - 1)])
        if u.side == side and u.where is Where.HIDDEN and u.sector is not None
        else u
        for u in state.units
    )
    return replace(state, units=units)


SECRETS = Secrets(_may_be, told=_told, others=_others)
