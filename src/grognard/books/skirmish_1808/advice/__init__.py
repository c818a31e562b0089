"""Advice to a computer player."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.books.skirmish_1808.facts.victory import lost_points, points
from grognard.books.skirmish_1808.state import State
from grognard.engine.book import Look
from grognard.engine.choices import Move


class SkirmishAdvice:
    """What the book's own wisdom says of a position."""

    def value(self, state: State, side: int) -> float:
        """Scenario points, and losses."""
        score = points(state)
        return score[side] - score[1 - side] + lost_points(state, 1 - side) - lost_points(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """None yet: the agent lists them itself."""
        return ()


ADVICE = SkirmishAdvice()
