"""The catalogue of verbs of a book: one row for each thing that a player may choose to do.

A row says how the verb reads, what a computer player thinks of it unasked, by which sum the book's advice rates it and which
odds are told. A row with a deed of its own also says whom it is offered to, why not, and which sequence it opens: the engine
takes it from there (`Step.rows`), and the step that asks needs no method for it. Each book has its own kind of rows for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

import msgspec

from grognard.engine.domains import Domain
from grognard.engine.flow import Call, Flow
from grognard.engine.sheet import Label
from grognard.engine.tables import Refusal

C = TypeVar("C")
"""What a book works out once for a whole question: the units that may act, say."""
T = TypeVar("T")
"""The book's own table."""


class Mood(Enum):
    """What a choice shows of a general's character."""

    PLAIN = "plain"
    BOLD = "bold"
    """It goes at the enemy."""
    WARY = "wary"
    """It waits, rallies or goes back."""


class Verb(msgspec.Struct, Generic[C, T], frozen=True):
    """One row: a thing that a player may choose to do."""

    label: Label
    rating: float | Enum = 0.0
    """What a computer player thinks it worth: a number, or the name of a sum that the book's advice works out."""
    odds: Enum | None = None
    """The name of the odds that are told of it; None where no dice follow from it."""
    mood: Mood = Mood.PLAIN

    def nouns(self, asked: C) -> Domain | None:
        """Whom and at whom: everything it may be said of now; None if there is nothing."""
        raise NotImplementedError(f"'{self.label.words}' is offered by the step that asks")

    def why_not(self, asked: C) -> Refusal:
        """Why it cannot be said of anything now."""
        raise NotImplementedError(f"'{self.label.words}' is refused by the step that asks")

    def expected(self, asked: C) -> bool:
        """Whether a player may look for it where it cannot be said, and is told why not."""
        return True

    def does(self, t: T, noun: Any) -> Flow | Call | None:
        """What follows: mostly the sequence it opens."""
        raise NotImplementedError(f"'{self.label.words}' is a method of the step that asks")


Verbs = Mapping[str, Verb[Any, Any]]
R = TypeVar("R")


def offered(rows: Verbs, asked: Any) -> dict[str, Domain | None]:
    """The rows that can be said now, each with its nouns, in the order of the catalogue."""
    found: dict[str, Domain | None] = {}
    for verb, row in rows.items():
        nouns = row.nouns(asked)
        if nouns is not None:
            found[verb] = nouns
    return found


class Barred(Mapping[str, Refusal]):
    """Why some verbs cannot be said; each reason is worked out when a player wants to know it."""

    def __init__(self, rows: Verbs, asked: Any, offers: Mapping[str, Any]):
        self._reasons: dict[str, Refusal | None] = {
            verb: None for verb, row in rows.items() if verb not in offers and row.expected(asked)
        }
        self._rows, self._asked = rows, asked

    def also(self, verb: str, reason: Refusal) -> None:
        """One more, known already."""
        self._reasons[verb] = reason

    def __getitem__(self, verb: str) -> Refusal:
        return self._reasons[verb] or self._rows[verb].why_not(self._asked)

    def __iter__(self) -> Iterator[str]:
        return iter(self._reasons)

    def __len__(self) -> int:
        return len(self._reasons)


def labels_of(rows: Verbs) -> dict[str, Label]:
    """How every verb reads."""
    return {verb: row.label for verb, row in rows.items()}


def numbers(rows: Verbs) -> dict[str, float]:
    """The ratings that are plain numbers."""
    return {verb: row.rating for verb, row in rows.items() if not isinstance(row.rating, Enum)}


def rated_by(rows: Verbs, sums: Mapping[Enum, R]) -> dict[str, R]:
    """The verbs that are rated by some sums, each with its own."""
    return {
        verb: sums[row.rating]
        for verb, row in rows.items()
        if isinstance(row.rating, Enum) and row.rating in sums
    }


def told_by(rows: Verbs, tellers: Mapping[Enum, R]) -> dict[str, R]:
    """Who tells the odds of each verb that has any."""
    return {verb: tellers[row.odds] for verb, row in rows.items() if row.odds is not None}


def in_mood(rows: Verbs, mood: Mood) -> frozenset[str]:
    """The verbs that show a character."""
    return frozenset(verb for verb, row in rows.items() if row.mood is mood)


__all__ = [
    "Barred",
    "Mood",
    "Verb",
    "Verbs",
    "in_mood",
    "labels_of",
    "numbers",
    "offered",
    "rated_by",
    "told_by",
]
