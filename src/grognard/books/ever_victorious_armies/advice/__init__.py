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

from ..state import State
from .drill import drill
from .moves import instead, rated
from .signs import signs
from .tasks import tasks, told
from .worth import standing

USUAL = 14
"""So many units of both sides, those still to come with them, are simulated at a usual pace."""


class EvaAdvice(Advice):
    """What the book's own wisdom says of a position."""

    worth = read_toml(Path(__file__).with_name("worth.toml"), Worth)
    strength = read_toml(Path(__file__).with_name("strength.toml"), Strength)

    def value(self, state: State, side: int) -> float:
        """How well a side stands: points, and what is left of both armies."""
        return standing(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Every move worth thinking of, with a rating; the best first where that is cheap to know."""
        return rated(look)

    def drill(self, look: Look) -> Move | None:
        """The best of them where that is known without rating all."""
        return drill(look)

    def instead(self, look: Look, move: Move) -> Iterable[tuple[Move, float]]:
        """What else the same unit could do."""
        return instead(look, move)

    def pace(self, state: State) -> float:
        """Whoever moves looks at all the others: the more there are, the longer it takes."""
        return min(1.0, USUAL / max(1, len(state.units)))

    def tasks(self, state: State, side: int) -> Choices:
        """What the army is about, and what it could be ordered."""
        return tasks(state, side)

    def told(self, state: State, side: int, plan: Plan) -> tuple[str, ...]:
        """A plan in words."""
        return told(state, side, plan)

    def signs(self, state: State, side: int) -> Signs:
        """What its chance to win is reckoned from."""
        return signs(state, side)


ADVICE = EvaAdvice()
