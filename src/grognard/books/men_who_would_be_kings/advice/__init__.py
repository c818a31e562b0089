"""Advice to a computer player: what a side's own view is worth, and which moves to think of first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grognard.engine.book import Advice, Look
from grognard.engine.choices import Move
from grognard.engine.files import read_toml
from grognard.engine.strength import Strength
from grognard.engine.tasks import Choices, Plan
from grognard.engine.worth import Signs, Worth

from ..facts.ground import layout
from ..state import State
from .drill import drill
from .moves import instead, rated
from .orders import tasks, told
from .signs import signs
from .worth import standing

OPEN, WALLED = 2.0, 1.0
"""The pace in the open, and among cliffs and houses."""


class KingsAdvice(Advice):
    """What the book's own wisdom says of a position."""

    worth = read_toml(Path(__file__).with_name("worth.toml"), Worth)
    strength = read_toml(Path(__file__).with_name("strength.toml"), Strength)
    slips = 0.3
    attention = 1.0
    foresight = (1, 2, 3)
    patience = 1.5
    least = 0.0
    doubted = 6.0

    def value(self, state: State, side: int) -> float:
        """How well a side stands."""
        return standing(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Every move worth thinking of, with a rating."""
        return rated(look)

    def instead(self, look: Look, move: Move) -> Iterable[tuple[Move, float]]:
        """What else the same unit could do."""
        return instead(look, move)

    def drill(self, look: Look) -> Move | None:
        """A choice made at once."""
        return drill(look)

    def pace(self, state: State) -> float:
        """Quick in the open; cliffs and houses must be gone round, which takes thought."""
        return WALLED if layout(state).blocks else OPEN

    def tasks(self, state: State, side: int) -> Choices:
        """What each unit could be told to do."""
        return tasks(state, side)

    def told(self, state: State, side: int, plan: Plan) -> tuple[str, ...]:
        """A plan in words."""
        return told(state, side, plan)

    def signs(self, state: State, side: int) -> Signs:
        """What its chance to win is reckoned from."""
        return signs(state, side)


ADVICE = KingsAdvice()
