"""Computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

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


def names(book: Ruleset | None = None) -> tuple[str, ...]:
    """Every agent there is, a book's own among them; the one to take by default comes last."""
    *plain, best = AGENTS
    return (*plain, *(book.automata if book is not None else ()), best)


def make(name: str, book: Ruleset, seed: int = 0) -> Agent:
    """An agent by its name; BadInput if there is none such."""
    if name in book.automata:
        return book.automata[name](seed)
    if name not in AGENTS:
        raise BadInput(f"no computer player is called '{name}'; there are: {', '.join(names(book))}")
    return AGENTS[name](book, seed)
