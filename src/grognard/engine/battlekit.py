"""What a book says of its battle files, for whatever page or program makes one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.engine.workshop import KitField, choices

LONGEST, LONGEST_TITLE, LONGEST_TEXT = 60_000, 80, 2_000
"""Letters of a battle, of its title or a name, and of what is told of it."""


class BattleSection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a battle file: rows, or a single table."""

    key: str
    title: str
    fields: tuple[KitField, ...]
    cite: str = ""
    """The rule it rests on."""
    least: int = 0
    most: int = 200
    """The fewest and most rows."""
    single: bool = False
    """Whether it is one table instead of rows."""
    distinct: str = ""
    """The field in which no two rows may be alike."""
    words: str = ""


class GroundKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of ground: what it is called, and how its shape is written."""

    kind: str
    words: str
    cite: str
    shape: Literal["area", "line", "hex"] = "area"
    by: tuple[str, ...] = ("poly",)
    """The fields one of which holds its shape."""
    more: tuple[str, ...] = ()
    """Fields that only such ground has."""


class BattleUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit of a list that may be given a place."""

    id: str
    name: str
    words: str = ""
    group: str = ""
    orders: tuple[str, ...] = ()


class BattleList(msgspec.Struct, frozen=True):
    """One of the book's armies, with what can be placed of it."""

    name: str
    title: str
    points: int
    units: tuple[BattleUnit, ...]


class BattleBlank(msgspec.Struct, frozen=True):
    """A battle to begin with."""

    title: str
    battle: dict[str, Any]


class BattleKit(msgspec.Struct, frozen=True):
    """All one needs to make a battle of a book."""

    shape: Literal["table", "hex"]
    unit: str
    """What lengths are counted in."""
    head: tuple[KitField, ...]
    sections: tuple[BattleSection, ...]
    kinds: tuple[GroundKind, ...]
    blanks: tuple[BattleBlank, ...]
    lists: tuple[BattleList, ...]
    cite: str = ""
    """The rule its battles rest on, where nothing narrower is at fault."""


class BattleFault(msgspec.Struct, frozen=True):
    """What is wrong with a battle, by which rule, and in which row of which section."""

    words: str
    cite: str
    at: tuple[str, int] | None = None


class BattleDraft(msgspec.Struct, frozen=True):
    """A battle that was looked at: as data, written out, and what is wrong with it."""

    battle: dict[str, Any]
    text: str
    faults: tuple[BattleFault, ...]


HEAD = (
    KitField("title", "Title", needed=True),
    KitField("blurb", "What happens", "text", needed=True),
    KitField("source", "Where it comes from", "text", needed=True),
)
"""What every battle says of itself."""
SIDE = ("side", "key")
"""By what other rows name a side."""
NAME = KitField("name", "Name", needed=True)
KEY = KitField("key", "Short name", needed=True)
KIND = KitField("kind", "Kind", "choice", needed=True)
SHAPE = KitField("poly", "Shape", "poly", needed=True)
OF_SIDE = KitField("side", "Side", "row", of=SIDE, needed=True)
UNIT = KitField("id", "Unit", "unit", needed=True)
EDGE = KitField("edge", "Edge", "edge", needed=True)


def table_size(least: int = 12, most: int = 240) -> KitField:
    """How large the table is."""
    return KitField("table", "Table, wide and deep", "size", least=least, most=most, needed=True)


def turns(most: int = 60) -> KitField:
    """How long a battle lasts."""
    return KitField("turns", "Turns", "whole", least=1, most=most, needed=True)


def sides(cite: str, *fields: KitField, distinct: str = "key") -> BattleSection:
    """The two sides."""
    return BattleSection("side", "Sides", fields, cite, 2, 2, distinct=distinct)


def grounds(cite: str, *fields: KitField, distinct: str = "") -> BattleSection:
    """The ground: of what kind each piece is, what it is called, and its shape in whatever fields the book has for it."""
    return BattleSection("terrain", "Ground", (KIND, NAME, *fields), cite, 0, 80, distinct=distinct)


ABOUT = BattleSection(
    "about",
    "About",
    (
        KitField("date", "Date"),
        KitField("place", "Place"),
        KitField("imagined", "No such fight is known", "flag"),
        KitField("minutes", "Minutes it takes", "whole", least=0, most=999),
        KitField(
            "difficulty", "How hard it is to play well", "choice", choices(("", "easy", "middling", "hard"))
        ),
    ),
    single=True,
)
