"""`grognard books` and `grognard quickref`: what there is to play, and by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.console import complain, emit, output

if TYPE_CHECKING:
    from grognard.engine.book import Book

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.")]
BookName = Annotated[
    str, typer.Argument(metavar="BOOK", help="The book; `grognard books` lists them.", show_default=False)
]


def books(json: Json = False) -> None:
    """List the books with their scenarios."""
    from grognard.books import broken, library

    shelf = library()
    for line in broken().values():
        complain(line)
    if json:
        emit([as_entry(name, book) for name, book in shelf.items()])
        return
    for name, book in shelf.items():
        out = f" ({len(book.rulebook.left_out)} left out)" if book.rulebook.left_out else ""
        typer.secho(name, bold=True, nl=False)
        typer.echo(f"  {book.title} [{book.key}], {len(book.rulebook.rules)} rules{out}")
        width = max((len(scene) for scene in book.scenarios), default=0)
        for info in book.scenarios.values():
            typer.echo(f"    {info.name:<{width}}  {info.title}")
    if not shelf:
        typer.echo("There are no books yet.")


def as_entry(name: str, book: Book) -> dict[str, Any]:
    """A book as a script reads it; `key` is what the command line calls it."""
    return {
        "key": name,
        "title": book.title,
        "abbreviation": book.key,
        "version": book.rulebook.version,
        "rules": len(book.rulebook.rules),
        "left_out": dict(book.rulebook.left_out),
        "scenarios": list(book.scenarios),
        "scenario_titles": {info.name: info.title for info in book.scenarios.values()},
        "situations": list(book.situations),
    }


def quickref(
    book: BookName,
    json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown page.")] = False,
) -> None:
    """A book's tables and rules, made from the rules as coded."""
    from grognard.cli import given, reference

    sheet = reference.reference(given.book(book))
    if json:
        emit(sheet)
    elif markdown:
        typer.echo(reference.as_markdown(sheet))
    else:
        console = output()
        for part in reference.as_tables(sheet):
            console.print(part)
