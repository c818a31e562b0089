"""Books, and everything to look up in them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.engine.about import About
from grognard.engine.glossary import Term
from grognard.engine.lesson import Lesson
from grognard.engine.rulebook import Source
from grognard.engine.view import Board, Row, View


class ScenarioOf(msgspec.Struct, frozen=True):
    """A scenario on offer."""

    name: str
    title: str
    sides: tuple[str, ...]
    blurb: str
    opponent: str = ""
    """The computer player it is meant for; empty: the last of the list."""
    turns: int = 0
    about: About = About()


class OptionOf(msgspec.Struct, frozen=True):
    """A switch of a book."""

    name: str
    type: Literal["flag", "whole", "words", "choice"]
    default: Any
    words: str
    cite: str
    choices: tuple[Any, ...] = ()
    titles: tuple[str, ...] = ()
    """What the choices are called, where their names are not for people."""
    side: int | None = None
    """The side whose army it chooses."""
    group: str = ""
    """Under which heading it stands."""
    unit: str = ""
    """What a number counts."""
    scale: int = 1
    """How many of the option's make one of those."""


class AgentOf(msgspec.Struct, frozen=True):
    """A computer player: its name for us, its title for people, and how it plays."""

    name: str
    title: str
    words: str
    usual: bool = False
    """Whether it is the one to take if nobody else is wished or meant."""
    elo: int | None = None
    """How strong it is in this book, as chess players count; nothing if it was not measured."""
    measured_in: str = ""
    """The battle in which that was measured."""


class BookOf(msgspec.Struct, frozen=True):
    """A book on the shelf."""

    key: str
    title: str
    abbreviation: str
    version: str
    scenarios: tuple[ScenarioOf, ...]
    options: tuple[OptionOf, ...]
    agents: tuple[AgentOf, ...]
    """The weakest first."""
    first_battle: str = ""
    """The scenario to learn the book by; empty: there is no lesson."""
    lacks: tuple[Literal["armies", "battles", "odds"], ...] = ()
    """The pages it has nothing for: no army lists, no battles of one's own, no situations to be reckoned."""


class LabelOf(msgspec.Struct, frozen=True):
    """What a player reads for a verb."""

    words: str
    hint: str
    confirm: bool


class TableOf(msgspec.Struct, frozen=True):
    """One table of a book; each row is its cells and its rule."""

    title: str
    cite: str
    kind: str
    columns: tuple[str, ...]
    rows: tuple[RowOf, ...]
    notes: tuple[str, ...]


class RowOf(msgspec.Struct, frozen=True):
    """One row of a table."""

    cells: tuple[str, ...]
    cite: str
    source: Source | Literal[""]
    ruling: str


class RuleOf(msgspec.Struct, frozen=True):
    """One rule in our words."""

    number: str
    words: str
    source: Source
    ruling: str
    left_out: str


class ChapterOf(msgspec.Struct, frozen=True):
    """One chapter."""

    title: str
    rules: tuple[RuleOf, ...]


class ReferenceOf(BookOf, frozen=True, kw_only=True):
    """A book with everything to look up in it."""

    labels: dict[str, LabelOf]
    phrases: dict[str, str]
    tables: tuple[TableOf, ...]
    chapters: tuple[ChapterOf, ...]
    situations: tuple[dict[str, Any], ...]
    guide: Any
    lesson: Lesson | None
    glossary: tuple[Term, ...]


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is to be laid out: the switches that choose armies, ground and size."""

    options: dict[str, Any] = {}


class Prospect(msgspec.Struct, frozen=True):
    """A scenario's table before the first move."""

    title: str
    blurb: str
    sides: tuple[str, ...]
    board: Board
    view: View
    cards: dict[str, tuple[Row, ...]]
