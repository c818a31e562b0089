"""Who may be picked to act. [T2, T3]"""

from __future__ import annotations

from typing import NamedTuple

from ..state import State, Unit
from ..words import Where


class Picked(NamedTuple):
    """What decides whether a side picks a unit. [T2, T3, C4a]"""

    own: bool
    here: bool
    acted: bool
    carried: bool
    """He is attached to a unit that fights."""


def picked(state: State, side: int, unit: Unit) -> Picked:
    """A unit that a side would pick."""
    return Picked(unit.side == side, unit.where is Where.TABLE, unit.today.acted, _fights_along(state, unit))


def _fights_along(state: State, unit: Unit) -> bool:
    """Whether it is a leader with a unit that fights. [C4a]"""
    return unit.attached is not None and state.engaged(unit.attached)


def ready(state: State, side: int) -> tuple[int, ...]:
    """Units that a side may pick now: those whom `PICKED` lets be picked, found without asking why not. [T2]"""
    return tuple([u.id for u in state.standing(side) if not u.today.acted and not _fights_along(state, u)])


__all__ = ["Picked", "picked", "ready"]
