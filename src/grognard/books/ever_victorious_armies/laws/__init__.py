"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Law, broken_at

from ..state import State
from . import deeds, searches, standing


def census(state: State) -> dict[str, int]:
    """What is the same in every position of one game: units, and figures standing or fallen."""
    return {"units": len(state.units), "figures": sum(u.full for u in state.units)}


def faults(state: State) -> Iterator[str]:
    """What is wrong with a position by itself."""
    return (fault for _, fault in broken_at(LAWS, state))


LAWS: tuple[Law, ...] = (*standing.LAWS, *deeds.LAWS, *searches.LAWS)
