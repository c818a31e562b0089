"""What is known of hidden units, and to whom. [H1a]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Move
from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.engine.secrets import Secrets

from ..state import State, Unit
from ..steps.env import Place
from .sneaking import Sneaking, crept
from .walks import Walk, walk


def redact(state: State, side: int | None) -> State:
    """Hidden units are known to their owner only, not even their number to anybody else; nor the list they come from. [H1a]"""
    lists = {
        option: ""
        for number, option in enumerate(("first_force", "second_force"))
        if number != side and state.field.sides[number].conceals and getattr(state.options, option)
    }
    if not state.hidden and not lists:
        return state
    options = replace(state.options, **lists) if lists else state.options
    return replace(state, options=options, hidden=tuple(h for h in state.hidden if h.side == side))


def _may_be(state: State) -> bool:
    return any(side.conceals for side in state.field.sides)


def _env(env: Any, side: int | None) -> Any:
    """Whether a hidden unit is being set up is known to its owner only. [H1a]"""
    if isinstance(env, Place) and env.side != side and env.picked is not None and env.picked < 0:
        return replace(env, picked=None)
    return env


def _told(state: State, move: Move) -> Move | None:
    """A unit that springs is named as it stands on the table from now on: its old number would tell how many hide. [H1a]"""
    if move.verb == "spring":
        return Move(move.side, move.verb, len(state.units))
    return None if move.verb == "sneak" else move


def _others(state: State, side: int, rng: Rng) -> State:
    """Some hidden units are elsewhere, and perhaps one is not there at all."""
    kept = []
    for unit in state.hidden:
        if unit.side == side and rng.randint(0, 3) == 0:
            continue
        kept.append(_elsewhere(state, unit, rng) if unit.side == side else unit)
    return replace(state, hidden=tuple(kept))


def _elsewhere(state: State, unit: Unit, rng: Rng) -> Unit:
    for _ in range(rng.randint(0, 3)):
        legs = Sneaking(state, unit).sample(rng)
        found = walk(unit, legs)
        if isinstance(found, Walk):
            unit = crept(state, unit, found)
    return unit


SECRETS = Secrets(_may_be, _env, _told, _others)
