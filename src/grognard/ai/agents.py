"""Computer players by name."""

from __future__ import annotations

import re
from typing import Protocol

from grognard.ai.levels import ALIASES, RANKS, USUAL, Level, general
from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position
from grognard.engine.generals import General


class Agent(Protocol):
    """Somebody who makes the choices of a side.

    `view` is what that side may know (`Book.view_of`), never the true position; `ask` is what the engine
    asks in that view. Who can say why he chose as he did has a `why()` too.
    """

    def choose(self, view: Position, ask: Ask, side: int) -> Move: ...


def names(book: Book | None = None) -> tuple[str, ...]:
    """Every agent on offer: a book's own, its generals, then the levels from the weakest to the strongest."""
    return (*book.automata, *_generals(book), *RANKS) if book is not None else tuple(RANKS)


def _generals(book: Book) -> dict[str, General]:
    return {each.name: each for each in book.generals.who}


def known(book: Book | None = None) -> tuple[str, ...]:
    """Every name by which an agent on offer is found, older ones among them."""
    return (*names(book), *ALIASES)


def usual() -> str:
    """The agent to take if nobody was chosen."""
    return USUAL


def levels(book: Book | None = None) -> tuple[Level, ...]:
    """Every agent on offer with our words for it, a book's own as it calls them itself."""
    found: list[Level] = []
    if book is not None:
        found += [Level(name, *_own_words(maker, name)) for name, maker in book.automata.items()]
        found += [Level(each.name, each.title, each.words) for each in book.generals.who]
    return (*found, *(Level(name, name, rank.words) for name, rank in RANKS.items()))


def title_of(name: str, book: Book) -> str:
    """What an agent is called before people, by the name it is known by."""
    return next((each.title for each in levels(book) if each.name == name), name.replace("_", " "))


def _own_words(maker: object, name: str) -> tuple[str, str]:
    """A book's automaton says in its first line what it is, and may have a title of its own."""
    line = (maker.__doc__ or "").strip().split("\n")[0]
    title = getattr(maker, "title", "") or name.replace("_", " ")
    return title, re.sub(r"\s*\[[^\]]*\]", "", line).rstrip(".")


def make(name: str, book: Book, seed: int = 0) -> Agent:
    """An agent by its name; BadInput if there is none such."""
    if name in book.automata:
        return book.automata[name](seed)
    if name in (generals := _generals(book)):
        return general(book, seed, generals[name])
    rank = RANKS.get(ALIASES.get(name, name))
    if rank is None:
        raise BadInput(f"no computer player is called '{name}'; there are: {', '.join(names(book))}")
    return rank.make(book, seed)
