"""What a machine may use of this book's wisdom."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grognard.engine.advice import Resolve
from grognard.engine.book import Advice, Look
from grognard.engine.choices import Move
from grognard.engine.files import read_toml
from grognard.engine.strength import Strength
from grognard.engine.tasks import Choices, Plan
from grognard.engine.worth import Signs, Worth

from .moves import moves
from .signs import signs
from .tasks import tasks, told
from .worth import value

ROUTINE = frozenset({"act", "run", "ride", "keep"})
QUICK, FEW, MOST = 1.5, 15, 5.0
"""The pace with few units on both sides, how many they are, and the most there is time for."""


class BayonetsAdvice(Advice):
    """This book's advice."""

    worth = read_toml(Path(__file__).with_name("worth.toml"), Worth)
    strength = read_toml(Path(__file__).with_name("strength.toml"), Strength)
    forethought = 3.0
    resolve = Resolve(0.5, 0.0)

    def value(self, state: Any, side: int) -> float:
        """What a state is worth to a side."""
        return value(state, side)

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """The moves worth looking at, with what each seems worth."""
        return moves(look)

    def cares(self, look: Look) -> bool:
        """Who acts next, where the routed run and where leaders ride hardly ever decides anything."""
        return ROUTINE.isdisjoint(look.ask.offers)

    def pace(self, state: Any) -> float:
        """Hexes are quickly counted; the more units there are, the more is decided in a turn, and the less by each of them."""
        return min(MOST, QUICK * max(1.0, len(state.units) / FEW) ** 2)

    def tasks(self, state: Any, side: int) -> Choices:
        """What each Formation is about, and what it could be ordered."""
        return tasks(state, side)

    def told(self, state: Any, side: int, plan: Plan) -> tuple[str, ...]:
        """A plan in words."""
        return told(state, side, plan)

    def signs(self, state: Any, side: int) -> Signs:
        """What its chance to win is reckoned from."""
        return signs(state, side)


ADVICE = BayonetsAdvice()
