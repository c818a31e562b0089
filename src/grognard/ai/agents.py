"""Computer players by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from grognard.ai.greedy import Greedy1, GreedyAgent
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

MEASURES: Mapping[str, Callable[[Ruleset, int], Agent]] = {"greedy_1": lambda book, seed: Greedy1(book, seed)}
"""Computer players kept as they once were, for others to be measured by; nobody is offered them at a table."""


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


def names(book: Ruleset | None = None) -> tuple[str, ...]:
    """Every agent there is, a book's own among them; the one to take by default comes last."""
    *plain, best = AGENTS
    return (*plain, *(book.automata if book is not None else ()), best)


def measured(book: Ruleset | None = None) -> tuple[str, ...]:
    """Every agent that can be set against another: those on offer, and those kept to measure by."""
    return (*MEASURES, *names(book))


def levels(book: Ruleset | None = None) -> tuple[Level, ...]:
    """Every agent with our words for it, a book's own as it calls them itself; one without words goes by its name."""
    own = book.automata if book is not None else {}
    return tuple(
        Level(name, *(_own_words(own[name], name) if name in own else _words(name))) for name in names(book)
    )


def _words(name: str) -> tuple[str, str]:
    return TITLES.get(name, (name.replace("_", " "), ""))


def _own_words(maker: object, name: str) -> tuple[str, str]:
    """A book's automaton says in its first line what it is, and may have a title of its own."""
    line = (maker.__doc__ or "").strip().split("\n")[0]
    title = getattr(maker, "title", "") or name.replace("_", " ")
    return title, re.sub(r"\s*\[[^\]]*\]", "", line).rstrip(".")


def make(name: str, book: Ruleset, seed: int = 0) -> Agent:
    """An agent by its name; BadInput if there is none such."""
    if name in book.automata:
        return book.automata[name](seed)
    if name in MEASURES:
        return MEASURES[name](book, seed)
    if name not in AGENTS:
        raise BadInput(f"no computer player is called '{name}'; there are: {', '.join(names(book))}")
    return AGENTS[name](book, seed)
