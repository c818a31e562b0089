"""Advice to a computer player."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.books.ever_victorious_armies.facts.victory import points
from grognard.books.ever_victorious_armies.state import State
from grognard.engine.book import Look
from grognard.engine.choices import Move


class EvaAdvice:
    """What the book's own wisdom says of a position."""

    def value(self, state: State, side: int) -> float:
        """How well a side stands."""
        score = points(state)
        return float(score[side] - score[1 - side])

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Moves worth thinking of, with a rating."""
        return ()


ADVICE = EvaAdvice()
