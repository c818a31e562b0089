"""Advice to a computer player."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.books.valour_and_fortitude.facts.morale import score
from grognard.books.valour_and_fortitude.state import State
from grognard.engine.book import Look
from grognard.engine.choices import Move


class VfAdvice:
    """What the book's own wisdom says of a position."""

    def value(self, state: State, side: int) -> float:
        """How well a side stands."""
        points = score(state)
        return float(points[side] - points[1 - side])

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Every move worth thinking of, with a rating."""
        return ()


ADVICE = VfAdvice()
