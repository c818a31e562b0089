"""`grognard odds`: exact odds of a book's situations, for people at a real table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.console import emit, output

if TYPE_CHECKING:
    from grognard.engine.book import Book, Situation


def odds(
    context: typer.Context,
    book: Annotated[str | None, typer.Argument(metavar="BOOK", help="The book.", show_default=False)] = None,
    situation: Annotated[
        str | None, typer.Argument(metavar="SITUATION", help="What happens.", show_default=False)
    ] = None,
    fields: Annotated[
        list[str] | None, typer.Argument(metavar="KEY=VALUE", help="How it stands.", show_default=False)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.")] = False,
    wants_help: Annotated[
        bool, typer.Option("--help", "-h", help="With a book: its situations, their fields, units, defaults.")
    ] = False,
) -> None:
    """Exact odds of a volley, a charge, a melee, without a table.

    `grognard odds BOOK` lists the situations, `grognard odds BOOK SITUATION --help` the fields of one.
    """
    if book is None:
        typer.echo(context.get_help())
        _tell_books()
        return
    from grognard.cli import given

    ruleset = given.book(book)
    if situation is None:
        _list(ruleset, list(ruleset.situations.values()), json)
    elif wants_help:
        _list(ruleset, [given.known_of(ruleset.situations, situation, "the situation")], json)
    else:
        _solve(ruleset, situation, given.pairs(fields or (), "a field"), json)


def _tell_books() -> None:
    from grognard.books import names

    typer.echo(f"Books: {', '.join(names()) or 'none yet'}")


def _solve(ruleset: Book, situation: str, fields: dict[str, str], json: bool) -> None:
    from grognard.engine.book import BadInput
    from grognard.odds.explore import TooWide
    from grognard.odds.report import solve

    try:
        report = solve(ruleset, situation, fields)
    except TooWide as fault:
        raise BadInput(f"{situation}: {fault}") from None
    if json:
        emit(report.as_json())
    else:
        output().print(report.table())


def _list(ruleset: Book, situations: list[Situation], json: bool) -> None:
    from grognard.odds.inputs import as_entry, bare_default

    if json:
        emit({"book": ruleset.name, "situations": [as_entry(ruleset.key, one) for one in situations]})
        return
    console = output()
    for situation in situations:
        console.print(_fields_table(ruleset, situation))
        console.print()
    example = situations[0] if situations else None
    if example is None:
        console.print(f"{ruleset.title} has no situations.")
    elif example.fields:
        field = example.fields[0]
        console.print(
            f"For instance: grognard odds {ruleset.name} {example.name} {field.name}={bare_default(field)}"
        )


def _fields_table(ruleset: Book, situation: Situation) -> Any:
    from rich.table import Table
    from rich.text import Text

    from grognard.odds.inputs import allowed, say_input

    title = Text(situation.name, style="bold")
    title.append(f"  {situation.words} [{ruleset.key} {situation.cite}]", style="not bold")
    table = Table(title=title, title_justify="left", box=None, padding=(0, 3, 0, 1))
    for head in ("field", "default", "", "allowed"):
        table.add_column(head, style="cyan" if head == "field" else "")
    for field in situation.fields:
        table.add_row(field.name, say_input(field, field.default), field.words, allowed(field))
    return table
