"""Advice to a computer player: what a side's own view is worth, and which moves to think of first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grognard.engine.advice import END
from grognard.engine.book import Advice, Look
from grognard.engine.choices import Move
from grognard.engine.files import read_toml
from grognard.engine.strength import Strength
from grognard.engine.tasks import Choices, Plan
from grognard.engine.worth import Signs, Worth

from ..state import State
from .drill import drill
from .moves import rated
from .signs import signs
from .tasks import tasks, told
from .worth import standing

ROUTINE = frozenset({"activate", "command"})
USUAL, QUICKEST = 13.5, 1.5
"""So many units of both sides are simulated at a usual pace, and fewer at so many times that at most."""


class SkirmishAdvice(Advice):
    """What the book's own wisdom says of a position."""

    worth = read_toml(Path(__file__).with_name("worth.toml"), Worth)
    strength = read_toml(Path(__file__).with_name("strength.toml"), Strength)
    slips = 0.3
    attention = 1.0
    foresight = (1, 2, 3, END)
    patience = 3.5
    breadth = 9

    def value(self, state: State, side: int) -> float:
        """How well a side stands: scenario points, losses, flights."""
        return standing(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """Every move worth thinking of, with a rating."""
        return rated(look)

    def drill(self, look: Look) -> Move | None:
        """What whoever acts does at once."""
        return drill(look)

    def cares(self, look: Look) -> bool:
        """Who acts next, and whom a leader tells to, decides next to nothing: nearly all of them act, one after the other."""
        return ROUTINE.isdisjoint(look.ask.offers)

    def pace(self, state: State) -> float:
        """Every place is measured by who may shoot there: the more there are, the longer it takes."""
        return min(QUICKEST, USUAL / max(1, len(state.units)))

    def tasks(self, state: State, side: int) -> Choices:
        """What each unit is about."""
        return tasks(state, side)

    def told(self, state: State, side: int, plan: Plan) -> tuple[str, ...]:
        """A plan in words."""
        return told(state, side, plan)

    def signs(self, state: State, side: int) -> Signs:
        """What its chance to win is reckoned from."""
        return signs(state, side)


ADVICE = SkirmishAdvice()
