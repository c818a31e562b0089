"""What computer players go by."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import book
from grognard.engine.choices import Move

from .state import State


class Advice(book.Advice):
    """Stands count, and half of one that was hit once. Without `moves` every level plays by this number alone."""

    def value(self, state: State, side: int) -> float:
        ours, theirs = (
            sum(2 * unit.full - unit.hits for unit in state.of(each)) for each in (side, 1 - side)
        )
        return float(ours - theirs)

    def moves(self, look: book.Look) -> Iterable[tuple[Move, float]]:
        return ()


ADVICE = Advice()
