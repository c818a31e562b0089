"""What is the same in every position of one game. [T143]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import broken_at

from ..laws.standing import BODIES
from ..state import State


def census(state: State) -> dict[str, int]:
    """Units and the models they began with. [T143]"""
    return {"units": len(state.units), "models": sum(u.start for u in state.units)}


def faults(state: State) -> Iterator[str]:
    """What no position may have: every law about where everybody stands. [T150]"""
    return (fault for _, fault in broken_at(BODIES, state))
