"""Advice to a computer player: what a side's own view is worth, and which moves to think of first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grognard.engine.advice import POINTS
from grognard.engine.book import Advice, Look
from grognard.engine.choices import Move
from grognard.engine.files import read_toml
from grognard.engine.strength import Strength
from grognard.engine.tasks import Choices, Plan
from grognard.engine.worth import Signs, Worth

from ..state import State
from .drill import drill
from .moves import instead, rated
from .tasks import tasks, told
from .worth import standing

USUAL, MOST = 18, 1.5
"""Up to so many units of both sides, those still to come with them, a usual number of decisions tells enough; and how many times as many there is time for."""

UNWEIGHED = {"stay_put", "brigade"}


class VfAdvice(Advice):
    """What the book's own wisdom says of a position."""

    reading = read_toml(Path(__file__).with_name("reading.toml"), Worth)
    strength = read_toml(Path(__file__).with_name("strength.toml"), Strength)

    def value(self, state: State, side: int) -> float:
        """How well a side stands: the score, and what is left of both armies."""
        return standing(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Every move worth thinking of, with a rating."""
        return rated(look)

    def instead(self, look: Look, move: Move) -> Iterable[tuple[Move, float]]:
        """What else the same unit could do."""
        return instead(look, move)

    def drill(self, look: Look) -> Move | None:
        """What comes to mind at once."""
        return drill(look)

    def pace(self, state: State) -> float:
        """The more units there are, the more is decided in a turn that is looked ahead."""
        return min(MOST, max(1.0, len(state.units) / USUAL))

    def cares(self, look: Look) -> bool:
        """Where leaders ride is not worth a battle played out, nor which brigade goes first."""
        return not look.ask.offers.keys() & UNWEIGHED

    def turn(self, state: State, side: int) -> int:
        """Sides take turns: cards and fire in the other's belong to the last of one's own. [44a]"""
        return state.turn - (side not in (state.side, state.field.first))

    def tasks(self, state: State, side: int) -> Choices:
        """What each brigade is about, and what it could be ordered."""
        return tasks(state, side)

    def told(self, state: State, side: int, plan: Plan) -> tuple[str, ...]:
        """A plan in words."""
        return told(state, side, plan)

    def signs(self, state: State, side: int) -> Signs:
        """The points alone: whatever else was counted told no more of who wins (research/experiments.md)."""
        return {POINTS: standing(state, side) / 2}


ADVICE = VfAdvice()
