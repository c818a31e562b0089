"""Computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from grognard.ai.greedy import GreedyAgent
from grognard.ai.random_agent import RandomAgent
from grognard.engine.book import BadInput, Ruleset
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position


class Agent(Protocol):
    """Somebody who makes the choices of a side.

    `view` is what that side may know (`Ruleset.view_of`), never the true position; `ask` is what the engine
    asks in that view.
    """

    def choose(self, view: Position, ask: Ask, side: int) -> Move: ...


AGENTS: Mapping[str, Callable[[Ruleset, int], Agent]] = {
    "random": lambda _book, seed: RandomAgent(seed),
    "greedy": lambda book, seed: GreedyAgent(book, seed),
}


class Level(NamedTuple):
    """A computer player as people choose it."""

    name: str
    title: str
    words: str


TITLES: Mapping[str, tuple[str, str]] = {
    "random": ("recruit", "does anything that is allowed"),
    "greedy": ("sergeant", "takes what looks best at once"),
}
"""What people call them, and how they play."""


def names() -> tuple[str, ...]:
    """Every agent there is, the weakest first."""
    return tuple(AGENTS)


def levels() -> tuple[Level, ...]:
    """Every agent with our words for it, the weakest first; one without words goes by its name."""
    return tuple(Level(name, *TITLES.get(name, (name.replace("_", " "), ""))) for name in AGENTS)


def make(name: str, book: Ruleset, seed: int = 0) -> Agent:
    """An agent by its name; BadInput if there is none such."""
    if name not in AGENTS:
        raise BadInput(f"no computer player is called '{name}'; there are: {', '.join(AGENTS)}")
    return AGENTS[name](book, seed)
