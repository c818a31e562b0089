"""A book's quick reference, made from the rows the engine itself reads: as data, for a terminal, as Markdown.

Every rule comes with its provenance. Nothing here is written twice: a changed row changes the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.engine.book import Ruleset
from grognard.engine.rulebook import Rule, Rulebook
from grognard.engine.tables import AnyTable, Lookup, ModTable, Needs, Results

if TYPE_CHECKING:
    from rich.console import RenderableType

MARKS = {"given": "", "found": "ᶠ", "deduced": "ᵈ", "invented": "ⁱ"}
MARKS_EXPLAINED = "ᶠ found elsewhere · ᵈ deduced · ⁱ invented by us · unmarked: given by the book"
UNIT_HEAD = re.compile(r"\b(inch|inches|cm|centimetres?|paces|hundredths)\b|″")


class TableRow(msgspec.Struct, frozen=True):
    """One row of a table: its cells, its rule, where the rule comes from."""

    cells: tuple[str, ...]
    cite: str
    source: str
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
    source: str
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


def reference(book: Ruleset) -> Reference:
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
        rows = tuple(_row(rulebook, row.cite, (mod_value(row.value), row.words)) for row in table)
        return TableSheet(table.title, table.cite, "modifiers", ("", "when"), rows, tuple(_notes(table)))
    if isinstance(table, Needs):
        rows = tuple(_row(rulebook, row.cite, (row.words,)) for row in table)
        return TableSheet(table.title, table.cite, "conditions", ("needed",), rows)
    return _results_sheet(table, rulebook)


def _results_sheet(table: Results[Any], rulebook: Rulebook) -> TableSheet:
    rows = tuple(_row(rulebook, row.cite, (span(row.low, row.high), row.words)) for row in table)
    return TableSheet(table.title, table.cite, "results", ("score", "result"), rows)


def _lookup_sheet(table: Lookup[Any, Any], rulebook: Rulebook) -> TableSheet:
    values = [_values(row.value) for row in table]
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
        return str(value.value if isinstance(value.value, str) else value.name).replace("_", " ")
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(plain(part) for part in value)
    return str(value)


def _row(rulebook: Rulebook, cite: str, cells: tuple[str, ...]) -> TableRow:
    rule = rulebook.rules.get(cite)
    return TableRow(cells, cite, rule.source if rule else "", rule.ruling if rule else "")


def mod_value(value: Any) -> str:
    """A modifier's value; one that is worked out from the facts says so."""
    return f"{value:+d}" if isinstance(value, int) else "varies"


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


def cited(sheet: Reference, cite: str, source: str) -> str:
    """A citation with the mark of its provenance."""
    return f"{sheet.key} {cite}{MARKS.get(source, '')}"


def as_markdown(sheet: Reference) -> str:
    """The sheet as one Markdown page."""
    lines = [f"# {sheet.title}: quick reference", "", f"Version {sheet.version}. {MARKS_EXPLAINED}.", ""]
    for table in sheet.tables:
        lines += [f"## {table.title} [{sheet.key} {table.cite}]", ""]
        heads = (*table.columns, "rule")
        lines += [_markdown_row(heads), _markdown_row(["---"] * len(heads))]
        lines += [_markdown_row((*row.cells, cited(sheet, row.cite, row.source))) for row in table.rows]
        lines += ["", *(f"*{note}*  " for note in table.notes), ""] if table.notes else [""]
    for chapter in sheet.chapters:
        lines += [f"## {chapter.title}", "", "| rule | in our words | source |", "|---|---|---|"]
        lines += [
            _markdown_row((rule.number, _with_reason(rule), _source(rule.source, rule.ruling)))
            for rule in chapter.rules
        ]
        lines.append("")
    return "\n".join(lines)


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _with_reason(rule: RuleLine) -> str:
    return f"{rule.words} (left out: {rule.left_out})" if rule.left_out else rule.words


def _source(source: str, ruling: str) -> str:
    return f"{source}, {ruling}" if ruling else source


def as_tables(sheet: Reference) -> Iterator[RenderableType]:
    """The sheet for a terminal, table by table, then chapter by chapter."""
    from rich.table import Table
    from rich.text import Text

    yield Text(f"{sheet.title} [{sheet.key}], version {sheet.version}", style="bold")
    yield Text(MARKS_EXPLAINED, style="dim")
    for table in sheet.tables:
        grid = Table(
            title=Text(f"{table.title} [{sheet.key} {table.cite}]", style="bold"), title_justify="left"
        )
        for number, head in enumerate(table.columns):
            grid.add_column(head, min_width=20 if number == 0 and len(table.columns) > 3 else None)
        grid.add_column("rule", style="cyan", no_wrap=True)
        for row in table.rows:
            grid.add_row(*map(Text, row.cells), Text(cited(sheet, row.cite, row.source)))
        if table.notes:
            grid.caption = Text("; ".join(table.notes), style="dim")
            grid.caption_justify = "left"
        yield Text("")
        yield grid
    for chapter in sheet.chapters:
        yield Text("")
        yield chapter_table(sheet.key, chapter.title, chapter.rules)
    counts = ", ".join(f"{count} {source}" for source, count in sheet.sources.items() if count)
    yield Text(f"\n{sum(sheet.sources.values())} rules: {counts}", style="dim")


def chapter_table(key: str, title: str, rules: Iterable[RuleLine]) -> RenderableType:
    """Rules in our words, with where they come from."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(title=Text(title, style="bold"), title_justify="left", box=None, pad_edge=False)
    for head, style in (("rule", "cyan"), ("in our words", ""), ("source", "dim")):
        grid.add_column(head, style=style, no_wrap=head == "rule")
    for rule in rules:
        grid.add_row(
            Text(f"{key} {rule.number}"), Text(_with_reason(rule)), Text(_source(rule.source, rule.ruling))
        )
    return grid
