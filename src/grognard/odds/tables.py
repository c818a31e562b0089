"""A report as tables for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.odds.inputs import say_input
from grognard.odds.say import chances, parts, plain

if TYPE_CHECKING:
    from grognard.odds.report import Report

BAR = 20
MOST = 40
"""Outcomes a terminal is shown; whole sequences have hundreds."""


def report_table(report: Report, tallies: int) -> Group:
    """Inputs, tallies and outcomes, one under the other."""
    heading = Text(f"{report.situation.words} [{report.key} {report.situation.cite}]", style="bold")
    shown: list[RenderableType] = [heading, _inputs(report)]
    if report.odds.tallies:
        shown.append(_tallies(report, tallies))
    shown.append(_outcomes(report))
    if len(report.odds.heads) > 1:
        shown += [_chart(head, chances(dist)) for head, dist in report.marginals.items()]
    return Group(*shown)


def _inputs(report: Report) -> Table:
    table = Table(title="Understood", title_justify="left", show_header=False, box=None)
    for field in report.situation.fields:
        table.add_row(field.words or field.name, say_input(field, report.inputs[field.name]))
    return table


def _tallies(report: Report, most: int) -> Table:
    table = Table("throw", "because", "total", title="Tallies", title_justify="left")
    for met in report.odds.tallies[:most]:
        lines = [f"{met.tally.base} {met.tally.base_words}".strip()]
        lines += [f"{line.value:+d} {line.words} [{report.key} {line.cite}]" for line in met.tally.lines]
        # Text, not markup: a citation in brackets is no style.
        table.add_row(
            Text(f"{met.what} [{report.key} {met.cite}]"), Text("\n".join(lines)), str(met.tally.total)
        )
    left = len(report.odds.tallies) - most
    if left > 0:
        table.add_row("…", f"and {left} more", "")
    return table


def _outcomes(report: Report) -> Table:
    heads = report.odds.heads
    table = Table(*heads, "exactly", "chance", "", title="Outcomes", title_justify="left")
    rows = chances(report.dist)
    if len(rows) > MOST:
        rows = sorted(rows, key=lambda row: -row[1]["chance"])[:MOST]
        table.title = f"Outcomes: the likeliest {MOST} of {len(report.dist)} (--json lists all)"
    for outcome, chance in rows:
        words = [str(plain(part)) for part in parts(outcome, len(heads))]
        table.add_row(*words, chance["fraction"], f"{chance['chance']:.2%}", _bar(chance["chance"]))
    return table


def _chart(head: str, rows: list[tuple[Any, dict[str, Any]]]) -> Table:
    table = Table(head, "exactly", "chance", "", title=f"By {head} alone", title_justify="left")
    for value, chance in rows:
        table.add_row(
            str(plain(value)), chance["fraction"], f"{chance['chance']:.2%}", _bar(chance["chance"])
        )
    return table


def _bar(chance: float) -> str:
    return "█" * round(chance * BAR)
