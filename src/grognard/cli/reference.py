"""A book's quick reference for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grognard.engine.reference import (
    MARKS,
    MARKS_EXPLAINED,
    Reference,
    RuleLine,
    TableRow,
    find_rules,
    reference,
    table_sheet,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


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


__all__ = [
    "MARKS",
    "MARKS_EXPLAINED",
    "Reference",
    "RuleLine",
    "TableRow",
    "as_markdown",
    "as_tables",
    "chapter_table",
    "cited",
    "find_rules",
    "reference",
    "table_sheet",
]
