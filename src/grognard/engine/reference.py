"""A book's quick reference as data, made from the rows the engine itself reads.

Every rule comes with its provenance. Nothing here is written twice: a changed row changes the sheet. The
terminal, the Markdown page and the browser set the same sheet, each in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Literal

import msgspec

from grognard.engine.book import Book
from grognard.engine.rulebook import Rule, Rulebook, Source
from grognard.engine.tables import AnyTable, Lookup, ModTable, Needs, Results

MARKS = {"given": "", "found": "ᶠ", "deduced": "ᵈ", "invented": "ⁱ"}
MARKS_EXPLAINED = "ᶠ found elsewhere · ᵈ deduced · ⁱ invented by us · unmarked: given by the book"
UNIT_HEAD = re.compile(r"\b(inch|inches|cm|centimetres?|paces|hundredths)\b|″")


class TableRow(msgspec.Struct, frozen=True):
    """One row of a table: its cells, its rule, where the rule comes from."""

    cells: tuple[str, ...]
    cite: str
    source: Source | Literal[""]
    ruling: str = ""


class TableSheet(msgspec.Struct, frozen=True):
    """One table of the book, ready to be set."""

    title: str
    cite: str
    kind: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    notes: tuple[str, ...] = ()


class RuleLine(msgspec.Struct, frozen=True):
    """One rule in our words."""

    number: str
    words: str
    source: Source
    ruling: str = ""
    left_out: str = ""


class ChapterSheet(msgspec.Struct, frozen=True):
    """One chapter with its rules in order."""

    key: str
    title: str
    rules: tuple[RuleLine, ...]


class Reference(msgspec.Struct, frozen=True):
    """The whole sheet."""

    book: str
    key: str
    title: str
    version: str
    tables: tuple[TableSheet, ...]
    chapters: tuple[ChapterSheet, ...]
    sources: dict[str, int]
    """How many rules are given, found, deduced, invented."""


def reference(book: Book) -> Reference:
    """The quick reference of one book."""
    rulebook = book.rulebook
    sources = dict.fromkeys(MARKS, 0)
    for rule in rulebook.rules.values():
        sources[rule.source] += 1
    return Reference(
        book.name,
        book.key,
        book.title,
        rulebook.version,
        tuple(table_sheet(table, rulebook) for table in book.tables),
        tuple(_chapters(rulebook)),
        sources,
    )


def _chapters(rulebook: Rulebook) -> Iterator[ChapterSheet]:
    for key, chapter in rulebook.chapter.items():
        rules = tuple(rule_line(rulebook, number, rule) for number, rule in chapter.rules.items())
        yield ChapterSheet(key, chapter.title, rules)


def rule_line(rulebook: Rulebook, number: str, rule: Rule) -> RuleLine:
    """One rule with its provenance, and the reason if it is left out."""
    return RuleLine(number, rule.words, rule.source, rule.ruling, rulebook.left_out.get(number, ""))


SWITCH = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def spelt(words: str) -> str:
    """A rule that names a switch by its key, with the key spelt as words."""
    return SWITCH.sub(lambda key: f"“{key[0].replace('_', ' ')}”", words)


def find_rules(rulebook: Rulebook, words: Iterable[str]) -> list[RuleLine]:
    """The rules that hold all the words, or are numbered so; the number itself first."""
    wanted = [word.casefold() for word in words]
    found = []
    for number, rule in rulebook.rules.items():
        text = f"{number} {rule.words} {rule.ruling}".casefold()
        if all(word in text for word in wanted):
            found.append(rule_line(rulebook, number, rule))
    return sorted(found, key=lambda line: line.number.casefold() not in wanted)


def table_sheet(table: AnyTable, rulebook: Rulebook) -> TableSheet:
    """A table of any kind as rows of words."""
    if isinstance(table, Lookup):
        return _lookup_sheet(table, rulebook)
    if isinstance(table, ModTable):
        rows = tuple(_row(rulebook, row.cite, (mod_value(row.value, table.unit), row.words)) for row in table)
        return TableSheet(table.title, table.cite, "modifiers", ("", "when"), rows, tuple(_notes(table)))
    if isinstance(table, Needs):
        rows = tuple(_row(rulebook, row.cite, (row.words,)) for row in table)
        return TableSheet(table.title, table.cite, "conditions", ("needed",), rows)
    return _results_sheet(table, rulebook)


def _results_sheet(table: Results[Any], rulebook: Rulebook) -> TableSheet:
    rows = tuple(_row(rulebook, row.cite, (span(row.low, row.high), row.words)) for row in table)
    return TableSheet(table.title, table.cite, "results", ("score", "result"), rows)


def _lookup_sheet(table: Lookup[Any, Any], rulebook: Rulebook) -> TableSheet:
    single = len(table.columns) == 1
    values = [(plain(row.value),) if single else _values(row.value) for row in table]
    width = max((len(value) for value in values), default=1)
    columns = table.columns if len(table.columns) == width else _heads(table, width)
    cells = [tuple(_in_units(head, cell) for head, cell in zip(columns, value)) for value in values]
    rows = tuple(_row(rulebook, row.cite, (row.words, *cell)) for row, cell in zip(table, cells))
    return TableSheet(table.title, table.cite, "look-up", ("", *columns), rows)


def _in_units(head: str, cell: str) -> str:
    """A length under a head that names a unit, in that unit: the house keeps hundredths."""
    if not UNIT_HEAD.search(head) or not cell.lstrip("-").isdigit():
        return cell
    return f"{int(cell) / 100:g}"


def _heads(table: Lookup[Any, Any], width: int) -> tuple[str, ...]:
    """Names for the columns of a look-up: its own, or the field names of its values."""
    first = next(iter(table)).value if table.rows else None
    if isinstance(first, msgspec.Struct):
        named = first.__struct_fields__
    else:
        named = getattr(first, "_fields", ())
    heads = tuple(name.replace("_", " ") for name in (table.columns or named))
    return (*heads, *("",) * width)[:width]


def _values(value: Any) -> tuple[str, ...]:
    """A look-up's value as cells."""
    if isinstance(value, msgspec.Struct):
        return tuple(plain(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return (plain(value),)


def plain(value: Any) -> str:
    """A value in a cell."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value if isinstance(value.value, str) else value.name.lower()).replace("_", " ")
    if isinstance(value, tuple) and type(value).__str__ is not tuple.__str__:
        return str(value)  # a record that has its own way of saying it
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(plain(part) for part in value)
    return str(value)


def _row(rulebook: Rulebook, cite: str, cells: tuple[str, ...]) -> TableRow:
    rule = rulebook.rules.get(cite)
    return TableRow(cells, cite, rule.source if rule else "", rule.ruling if rule else "")


def mod_value(value: Any, unit: str = "") -> str:
    """A modifier's value, a length in its unit; one that is worked out from the facts says so."""
    if not isinstance(value, int):
        return "varies"
    return f"{value / 100:+g}{unit}" if unit else f"{value:+d}"


def span(low: int | None, high: int | None) -> str:
    """A range of scores."""
    if low is None:
        return "any" if high is None else f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _notes(table: ModTable[Any]) -> Iterator[str]:
    if table.base_words:
        yield f"base: {table.base_words}"
    if table.stacking == "best":
        yield "only the greatest counts"
    if table.least is not None:
        yield f"never less than {table.least}"
    if table.most is not None:
        yield f"never more than {table.most}"
