"""How things read in a terminal: dice, chances, angles, citations, log entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.cli.reference import MARKS
from grognard.engine.book import Book, render
from grognard.engine.log import Entry
from grognard.engine.phrases import reading_words

PIPS = " ⚀⚁⚂⚃⚄⚅"
ARROWS = "↑↗→↘↓↙←↖"
SIDE_COLOURS = ("dodger_blue1", "red1", "yellow3", "magenta")


def faces(values: Iterable[Any], pips: bool = True) -> str:
    """Dice as they lie, or the card drawn; those without pips as numbers."""
    listed = list(values)
    if pips and listed and all(isinstance(value, int) and 1 <= value <= 6 for value in listed):
        return " ".join(PIPS[value] for value in listed)
    return " ".join(str(value) for value in listed)


def percent(chance: Fraction | float) -> str:
    """A chance in percent, without pretending that a small one is none."""
    hundred = float(chance) * 100
    if 0 < hundred < 1 or 99 < hundred < 100:
        return f"{hundred:.1f} %" if 0.05 <= hundred <= 99.95 else ("<0.1 %" if hundred < 1 else ">99.9 %")
    return f"{hundred:.0f} %"


def decimal(value: Fraction | float) -> str:
    """An expected value to two places, without idle zeros."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def degrees(tenths: int) -> str:
    """An angle in degrees."""
    return f"{decimal(tenths / 10)}°"


def arrow(tenths: int) -> str:
    """An arrow for a facing, clockwise from north."""
    return ARROWS[round(tenths / 450) % 8]


def colour(side: int | None) -> str:
    """The colour of a side, for names and figures."""
    return "white" if side is None else SIDE_COLOURS[side % len(SIDE_COLOURS)]


def mark(book: Book, cite: str) -> str:
    """The mark of a rule's provenance."""
    rule = book.rulebook.rules.get(cite)
    return "" if rule is None else MARKS[rule.source]


def citation(book: Book, cite: str) -> str:
    """A citation in brackets, marked if the rule is not the book's own."""
    return f"[{book.key} {cite}{mark(book, cite)}]" if cite else ""


def entry_line(book: Book, entry: Entry, names: Mapping[int, str], sides: Sequence[str] = ()) -> str:
    """One log entry as a line: dice as faces, everything else by the book's phrases; sides by their names."""
    if entry.what == "dice":
        return dice_line(book, entry, names)
    line = render(entry, book.sheet, names, book.key, tuple(sides))
    sign = mark(book, entry.cite)
    return f"{line[:-1]}{sign}]" if sign and line.endswith("]") else line


def dice_line(book: Book, entry: Entry, names: Mapping[int, str]) -> str:
    """A throw: what for, by and at whom, the faces, the reading."""
    shown = entry.facts.get("faces")
    reading = entry.facts.get("reading")
    what = str(entry.facts.get("throw", "dice"))
    told = reading_words(book.sheet, what, reading, entry.facts)
    unit, target = (names.get(entry.facts.get(key, -1), "") for key in ("unit", "target"))
    who = f"{unit} at {target}".strip() if target else unit
    what = f"{what} ({who})" if who else what
    pips = book.sheet.pips
    if not told and (shown is None or list(shown) == [reading]):  # one die or a card needs no reading
        fell = faces(shown or (said(reading),), pips)
    elif shown is None:
        fell = told
    else:
        fell = f"{faces(shown, pips)} → {told or said(reading)}"
    needed = book.sheet.needed(entry.facts)
    return f"{what}: {fell}{f' ({needed})' if needed else ''} {citation(book, entry.cite)}"


def said(reading: Any) -> str:
    """A reading or an outcome in words."""
    if isinstance(reading, tuple | list):
        return ", ".join(said(part) for part in reading)
    if isinstance(reading, bool):
        return "yes" if reading else "no"
    if reading is None:
        return "nothing"
    return str(reading).replace("_", " ")


def plural(count: int, word: str) -> str:
    """A count with its word."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
