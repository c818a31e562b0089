"""Rules that are tables: modifiers, conditions, results, look-ups. Data with citations.

The engine, the odds, the log, "why not?", the quick reference and the matrix read the same rows.
A row's condition looks at *facts* only (a value the book works out once), never at the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

F = TypeVar("F")
K = TypeVar("K")
V = TypeVar("V")


class Refusal(NamedTuple):
    """Why something is not allowed: the rule's number, our words, and where on the table it fails."""

    cite: str
    words: str
    place: tuple[int, int] | None = None

    def __str__(self) -> str:
        return f"{self.words} [{self.cite}]"


class Mod(NamedTuple, Generic[F]):
    """One modifier: number, value (or a function of the facts), words, condition."""

    cite: str
    value: int | Callable[[F], int]
    words: str
    when: Callable[[F], bool]

    def amount(self, facts: F) -> int:
        """What this row adds, given that it applies."""
        return self.value(facts) if callable(self.value) else self.value


class Line(NamedTuple):
    """One line of a tally: what was added, in what words, by which rule."""

    value: int
    words: str
    cite: str


class Tally(NamedTuple):
    """A sum that explains itself."""

    base: int
    base_words: str
    lines: tuple[Line, ...]
    total: int

    def __str__(self) -> str:
        parts = [f"{self.base} {self.base_words}".strip()]
        parts += [f"{line.value:+d} {line.words} [{line.cite}]" for line in self.lines]
        return ", ".join(parts) + f" = {self.total}"


class ModTable(Generic[F]):
    """A table of modifiers; `stacking` says whether they add up or only the greatest counts."""

    def __init__(
        self,
        title: str,
        cite: str,
        rows: tuple[Mod[F], ...],
        *,
        least: int | None = None,
        most: int | None = None,
        stacking: str = "sum",
        base_words: str = "",
        unit: str = "",
    ):
        """`unit` is what lengths are told in; the house keeps them in hundredths."""
        if stacking not in ("sum", "best"):
            raise ValueError(f"{title}: modifiers stack by 'sum' or 'best', not by '{stacking}'")
        self.title, self.cite, self.rows = title, cite, rows
        self.least, self.most, self.stacking, self.base_words = least, most, stacking, base_words
        self.unit = unit

    def __repr__(self) -> str:
        return f"<ModTable {self.title}: {len(self.rows)} rows [{self.cite}]>"

    def __iter__(self) -> Iterator[Mod[F]]:
        return iter(self.rows)

    def lines(self, facts: F) -> tuple[Line, ...]:
        """The rows that bite."""
        found = tuple([Line(row.amount(facts), row.words, row.cite) for row in self.rows if row.when(facts)])
        if self.stacking == "best" and found:
            return (max(found, key=lambda line: line.value),)
        return found

    def tally(self, facts: F, base: int = 0) -> Tally:
        """Base and modifiers, added up and clamped."""
        lines = self.lines(facts)
        total = base + sum(line.value for line in lines)
        if self.least is not None:
            total = max(self.least, total)
        if self.most is not None:
            total = min(self.most, total)
        return Tally(base, self.base_words, lines, total)


class Need(NamedTuple, Generic[F]):
    """One condition: number, our words for what must hold, the test, and what is the case where it fails."""

    cite: str
    words: str
    holds: Callable[[F], bool]
    fails: str | Callable[[F], str]
    """The fact a player is told, with its numbers: what must hold reads as if it held."""
    where: Callable[[F], tuple[int, int] | None] | None = None
    """Where on the table it fails, if that can be pointed at."""

    def refusal(self, facts: F) -> Refusal:
        """This row as a reason, given that it fails."""
        words = self.fails(facts) if callable(self.fails) else self.fails
        return Refusal(self.cite, words, None if self.where is None else self.where(facts))


class Needs(Generic[F]):
    """All conditions for an action; every one must hold."""

    def __init__(self, title: str, cite: str, rows: tuple[Need[F], ...]):
        self.title, self.cite, self.rows = title, cite, rows

    def __repr__(self) -> str:
        return f"<Needs {self.title}: {len(self.rows)} rows [{self.cite}]>"

    def __iter__(self) -> Iterator[Need[F]]:
        return iter(self.rows)

    def refusal(self, facts: F) -> Refusal | None:
        """The first row that fails, or None if the action is allowed."""
        for row in self.rows:
            if not row.holds(facts):
                return row.refusal(facts)
        return None

    def met(self, facts: F) -> bool:
        """Whether the action is allowed, where nobody asks why not."""
        for row in self.rows:  # noqa: SIM110 - asked for every unit of a side: a generator would cost as much as its rows
            if not row.holds(facts):
                return False
        return True

    def refusals(self, facts: F) -> tuple[Refusal, ...]:
        """Every row that fails."""
        return tuple(row.refusal(facts) for row in self.rows if not row.holds(facts))


class Result(NamedTuple, Generic[V]):
    """One row of a results table: from low to high (None: without end) gives a value."""

    cite: str
    low: int | None
    high: int | None
    words: str
    value: V


class Results(Generic[V]):
    """A results table: every whole number falls into exactly one row."""

    def __init__(self, title: str, cite: str, rows: tuple[Result[V], ...]):
        self.title, self.cite, self.rows = title, cite, rows
        spans = sorted(
            (-inf if row.low is None else row.low, inf if row.high is None else row.high) for row in rows
        )
        for (_, high), (low, _) in pairwise(spans):
            if low != high + 1:
                raise ValueError(f"{title}: a row ends with {high}, the next begins with {low}")

    def __repr__(self) -> str:
        return f"<Results {self.title}: {len(self.rows)} rows [{self.cite}]>"

    def __iter__(self) -> Iterator[Result[V]]:
        return iter(self.rows)

    def find(self, number: int) -> Result[V]:
        """The row this number falls into."""
        for row in self.rows:
            if (row.low is None or number >= row.low) and (row.high is None or number <= row.high):
                return row
        raise LookupError(f"{self.title} has no row for {number}")


class Item(NamedTuple, Generic[K, V]):
    """One row of a look-up table."""

    cite: str
    key: K
    words: str
    value: V


class Lookup(Generic[K, V]):
    """A table read by key: moves by arm, ranges by weapon."""

    def __init__(self, title: str, cite: str, rows: tuple[Item[K, V], ...], columns: tuple[str, ...] = ()):
        self.title, self.cite, self.rows, self.columns = title, cite, rows, columns
        self._by_key = {row.key: row for row in rows}
        self._values = {row.key: row.value for row in rows}
        if len(self._by_key) != len(rows):
            raise ValueError(f"{title}: a key stands twice")

    def __repr__(self) -> str:
        return f"<Lookup {self.title}: {len(self.rows)} rows [{self.cite}]>"

    def __iter__(self) -> Iterator[Item[K, V]]:
        return iter(self.rows)

    def __contains__(self, key: K) -> bool:
        return key in self._by_key

    def __getitem__(self, key: K) -> V:
        return self._values[key]

    def get(self, key: K) -> V | None:
        """What stands there, None if nothing does."""
        return self._values.get(key)

    def row(self, key: K) -> Item[K, V]:
        """The whole row, with its citation."""
        return self._by_key[key]


AnyTable = ModTable[Any] | Needs[Any] | Results[Any] | Lookup[Any, Any]
