"""What a computer player thought at a choice, as data: from what it really went by."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.choices import Move
from grognard.engine.tasks import NO_PLAN, Plan


class Thought(NamedTuple):
    """A move that was thought of."""

    move: Move
    rating: float
    """What the book's advice gave it, in whatever the book counts."""
    chance: float | None = None
    """The chance to win after it as battles played out in thought went; None: it was not played out."""
    trials: int = 0
    """In how many of them it was tried."""


class Why(NamedTuple):
    """The candidates of a choice, the one that was taken first."""

    thoughts: tuple[Thought, ...] = ()
    simulated: int = 0
    """Decisions simulated on the way."""
    cut_short: bool = False
    """Whether it had to choose before it had tried all it wanted."""
    plan: Plan = NO_PLAN
    """What its commands are told this turn."""


__all__ = ["Thought", "Why"]
