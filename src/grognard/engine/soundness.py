"""What holds in every position of every game of a book, line by line, each with the rules it comes from.

A book's room `laws` lists them; the fuzzer, the test suite and the games of the computer players hold every
action to them. A law gives what it found wrong in a few words, one for each fault; nothing if it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from grognard.engine.choices import Action, Ask
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.log import Entry

Faults = Iterable[str]


class Deed(NamedTuple):
    """One action that was played: the position before it and after it, and what the journal says of it."""

    before: Position
    action: Action
    after: Position
    entries: Sequence[Entry]

    def told(self, *kinds: str) -> Iterator[Entry]:
        """What the journal says of some kinds of happening."""
        return (entry for entry in self.entries if entry.what in kinds)


class Law(NamedTuple):
    """One line that always holds. Exactly one of `at`, `over` and `seek` says how it is looked at."""

    words: str
    """What holds, in one sentence a player understands."""
    cites: tuple[str, ...]
    """The rules it comes from."""
    at: Callable[[Any], Faults] | None = None
    """Looks at a state. Cheap: it is held after every action."""
    over: Callable[[Deed], Faults] | None = None
    """Looks at an action with what came before and after it. Cheap as well."""
    seek: Callable[[Position, Ask, Rng], Faults] | None = None
    """Searches beside the program's own search, by brute force, where a player is asked. Dear: held now and then."""


def broken_at(laws: Iterable[Law], state: Any) -> Iterator[tuple[Law, str]]:
    """The laws that a state breaks, with what is wrong."""
    return ((law, fault) for law in laws if law.at is not None for fault in law.at(state))


def broken_over(laws: Iterable[Law], deed: Deed) -> Iterator[tuple[Law, str]]:
    """The laws that an action breaks, with what is wrong."""
    return ((law, fault) for law in laws if law.over is not None for fault in law.over(deed))


def broken_on_search(
    laws: Iterable[Law], position: Position, ask: Ask, rng: Rng
) -> Iterator[tuple[Law, str]]:
    """The laws that a search beside the program's own finds broken, with what is wrong."""
    return ((law, fault) for law in laws if law.seek is not None for fault in law.seek(position, ask, rng))
