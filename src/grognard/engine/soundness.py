"""What holds in every position of every game of a book, line by line, each with the rules it comes from.

A book's room `laws` lists them; the fuzzer, the test suite and the games of the computer players hold every
action to them. A law gives what it found wrong in a few words, one for each fault; nothing if it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from grognard.engine.choices import Action, Ask, Move
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


class Asked(NamedTuple):
    """One question that a search of the program answered in a position: may this unit leave, retreat, arrive, be reached?"""

    kind: str
    """What was asked, in a few words a player understands: "leave a village"."""
    about: str
    """Of which unit, at what: "unit 3 out of feature 1"."""
    offered: bool
    """What the program answered."""
    fault: Callable[[], str | None] = lambda: None
    """Of a yes: what the judge has against it; None if it holds. Called only where the answer was yes."""
    found: Callable[[Rng], str | None] = lambda _rng: None
    """Of a no: what a search of another kind, with a seed of its own, finds that the judge allows (as words); None if nothing.
    Called only where the answer was no, and given a source of chance that the program's own searches never use."""


class Crowded(NamedTuple):
    """Crowded random positions of a book, and the questions its searches answer in them: what `grognard soundness` asks."""

    scene: Callable[[Rng], Position]
    """A position with units in contact, at edges, in villages, on mixed ground, with reinforcements due: each kind of question
    comes up in a good part of them."""
    asked: Callable[[Position], Iterable[Asked]]
    """Every question of kind *cannot* in a position, with what the program answered."""
    played: Callable[[Position, Move, Rng], Hashable | None] | None = None
    """Plays a choice whose odds are told (`Book.scene_for`) on in the *live* game, dice drawn from a source and decisions taken as
    the odds take them, and reads off the outcome in the order of the scene's heads; None where this choice cannot be compared."""
