"""Advice to a computer player: what a side's own view is worth, and which moves to think of first."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.books.ever_victorious_armies.advice.moves import rated
from grognard.books.ever_victorious_armies.advice.worth import standing
from grognard.books.ever_victorious_armies.state import State
from grognard.engine.book import Look
from grognard.engine.choices import Move


class EvaAdvice:
    """What the book's own wisdom says of a position."""

    def value(self, state: State, side: int) -> float:
        """How well a side stands: points, and what is left of both armies."""
        return standing(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Every move worth thinking of, with a rating; the best first where that is cheap to know."""
        return rated(look)


ADVICE = EvaAdvice()
