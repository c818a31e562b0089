"""Making an army: what there is to choose from, and what a draft costs and breaks, for whatever page or program asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from grognard.engine.book import BadInput
from grognard.engine.files import LONGEST, Shelf, sober, text_of
from grognard.engine.livery import CLOTH, DYES
from grognard.engine.misread import Names, misread
from grognard.engine.tables import Refusal
from grognard.engine.toml import read, written


class KitChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several things to choose."""

    value: str | int
    words: str
    price: int | None = None
    colour: str = ""
    """What it looks like, where it is a colour."""


class KitField(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to fill in: words, a whole number, one or many of the choices, yes or no, or one of another section's rows; a
    colour among the choices; dice that were thrown for it, as many as one of the choices says.

    Battles have more to fill in; `docs/guide/writing-a-battle.md` tells how each of it is written.
    """

    name: str
    words: str
    kind: Literal[
        "words", "whole", "choice", "many", "flag", "row", "colour", "dice",
        "text", "number", "rows", "unit", "units", "army", "series", "pair", "rolls", "tally", "clock",
        "size", "point", "points", "poly", "polys", "rect", "rects", "disc", "line", "edge", "edges", "facing",
        "hex", "hexes", "chains", "map", "marks", "posts",
    ] = "words"  # fmt: skip
    choices: tuple[KitChoice, ...] = ()
    least: int = 0
    most: int = 0
    of: tuple[str, str] = ("", "")
    """For a row: the section and the field that names its rows."""
    on: bool = False
    """For yes or no: what it is if nothing is said."""
    needed: bool = False
    """For battles: whether it must be there."""


def colours(unsaid: str) -> tuple[KitField, KitField]:
    """Coats and facings, in whatever cloth is dyed."""
    dyed = (KitChoice("", unsaid), *(KitChoice(dye, dye, colour=DYES[dye]) for dye in CLOTH))
    return KitField("coat", "Coats", "colour", dyed), KitField("facings", "Facings", "colour", dyed)


class KitSection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sort of rows a list has."""

    key: str
    title: str
    fields: tuple[KitField, ...]
    within: str = ""
    """The section each of whose rows has such rows of its own."""
    by: tuple[str, ...] = ()
    """Fields that say which offer a row was taken from."""
    numbered: str = ""
    """Rows have an id that begins so."""


class KitOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to take into a list, with all its numbers."""

    section: str
    group: str
    name: str
    cells: tuple[tuple[str, str], ...]
    row: dict[str, Any]
    points: int | None = None
    choices: dict[str, tuple[KitChoice, ...]] = {}
    """What its fields offer instead, with what it costs here."""
    limits: dict[str, tuple[int, int]] = {}


class KitBlank(msgspec.Struct, frozen=True):
    """An empty list to begin with."""

    title: str
    list: dict[str, Any]


class KitList(msgspec.Struct, frozen=True):
    """One of the book's own lists."""

    name: str
    title: str
    points: int


class Kit(msgspec.Struct, frozen=True):
    """All one needs to make an army of a book."""

    head: tuple[KitField, ...]
    sections: tuple[KitSection, ...]
    offers: tuple[KitOffer, ...]
    blanks: tuple[KitBlank, ...]
    lists: tuple[KitList, ...]
    battle: str
    """The battle for any two lists."""
    limit: str = ""
    """The field of the head that limits the points; empty: the list has no limit of its own."""


class DraftFault(msgspec.Struct, frozen=True):
    """What is wrong with a draft, and by which rule."""

    words: str
    cite: str


class DraftTold(msgspec.Struct, frozen=True):
    """What dice or numbers of a row come to, and by which rule."""

    words: str
    cite: str


class Draft(msgspec.Struct, frozen=True):
    """A list that was looked at: filled in, written out, priced, and what is wrong with it."""

    list: dict[str, Any]
    text: str
    points: int
    prices: dict[str, int]
    """By the way to a row: "unit/3", "brigade/0/unit/2"."""
    faults: tuple[DraftFault, ...]
    shares: tuple[tuple[str, int], ...] = ()
    """What the points went into."""
    told: dict[str, DraftTold] = {}
    """What else is to be said of a row, by the way to it."""


class Desk(NamedTuple):
    """What a book brings to its workshop."""

    kit: Callable[[], Kit]
    record: type[Any]
    """How its lists are written."""
    faults: Callable[[Any], Sequence[Refusal]]
    prices: Callable[[Any], Mapping[str, int]]
    shares: Callable[[Any], Mapping[str, int]]
    filled: tuple[tuple[str, str], ...] = ()
    """Lists that repeat their prices: which rows have them under which name; no rows: the head."""
    total: Callable[[Any], int] | None = None
    """What the whole costs, where that is not the sum of its rows."""
    told: Callable[[Any], Mapping[str, DraftTold]] | None = None
    """What else is to be said of rows that can be read."""


def look_at(desk: Desk, given: Any) -> Draft:
    """A draft as plain data, priced and checked. Whatever is no list at all is a fault too, never a crash."""
    sober(given)
    if not isinstance(given, dict):
        raise BadInput("that is no list")
    plain = _without_prices(desk, given)
    try:
        listed = msgspec.convert(plain, desk.record)
    except msgspec.ValidationError as fault:
        kit = desk.kit()
        words = misread(str(fault), Names(kit.head, kit.sections))
        return Draft(given, "", 0, {}, (DraftFault(words, ""),))
    except RecursionError:
        raise BadInput("that list is nested too deep") from None
    try:
        prices = dict(desk.prices(listed))
    except (BadInput, KeyError):
        prices = {}
    total = desk.total(listed) if desk.total else sum(prices.values())
    plain = _with_prices(desk, plain, prices, total)
    listed = msgspec.convert(plain, desk.record)
    text = written(plain)
    faults = [DraftFault(one.words, one.cite) for one in desk.faults(listed)]
    if len(text) > LONGEST:
        faults.append(DraftFault(f"a list is written in {LONGEST} letters or fewer", ""))
    try:
        shares = tuple(desk.shares(listed).items())
    except (BadInput, KeyError):
        shares = ()
    told = dict(desk.told(listed)) if desk.told else {}
    return Draft(plain, text, total, prices, tuple(faults), shares, told)


def from_text(text: str) -> Any:
    """The plain data of a list written as TOML or JSON."""
    if len(text) > 2 * LONGEST:
        raise BadInput(f"a list is written in {LONGEST} letters or fewer")
    try:
        return msgspec.json.decode(text) if text.lstrip().startswith("{") else read(text)
    except (msgspec.DecodeError, RecursionError, ValueError) as fault:
        raise BadInput(f"that is neither TOML nor JSON: {fault}"[:200]) from None


def own_list(shelf: Shelf[Any], name: str) -> dict[str, Any]:
    """One of a book's own lists as plain data."""
    import tomllib

    shelf.own(name)
    return tomllib.loads(text_of(shelf.folder / f"{name}.toml"))


def _without_prices(desk: Desk, given: dict[str, Any]) -> dict[str, Any]:
    plain = dict(given)
    for rows, name in desk.filled:
        if not rows:
            plain[name] = 0
        elif isinstance(plain.get(rows), list):
            plain[rows] = [{**row, name: 0} if isinstance(row, dict) else row for row in plain[rows]]
    return plain


def _with_prices(desk: Desk, plain: dict[str, Any], prices: Mapping[str, int], total: int) -> dict[str, Any]:
    for rows, name in desk.filled:
        if not rows:
            plain[name] = total
        else:
            found = enumerate(plain.get(rows, ()))
            plain[rows] = [{**row, name: prices.get(f"{rows}/{at}", 0)} for at, row in found]
    return plain


AS_DRESSED, AS_THE_ARMY = "as dressed", "as the army"


def said(value: Any) -> str:
    """A value of a list as words."""
    return str(getattr(value, "value", value)).replace("_", " ")


def choices(values: Any) -> tuple[KitChoice, ...]:
    """Choices of an enumeration, as they are written and said."""
    return tuple(KitChoice(getattr(one, "value", one), said(one) or "–") for one in values)
