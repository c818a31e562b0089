"""`grognard army`: look at a book's forces, print a roster, check a list of one's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.console import emit, output

if TYPE_CHECKING:
    from grognard.engine.book import Book
    from grognard.engine.tables import Refusal


class Deed(StrEnum):
    """What to do with lists."""

    list = "list"
    show = "show"
    roster = "roster"
    check = "check"


def army(
    book: Annotated[
        str,
        typer.Argument(metavar="BOOK", help="The book (`check FILE` may leave it out).", show_default=False),
    ],
    deed: Annotated[
        str, typer.Argument(metavar="list|show|roster|check", help="What to do.", show_default=False)
    ] = "list",
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A force, or a file.", show_default=False)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.")] = False,
) -> None:
    """List a book's forces, print one, or check a list of your own."""
    from grognard.cli import given
    from grognard.engine.book import BadInput

    if book == Deed.check.value:  # `army check FILE`: the file says which book it is for
        book, deed, name = book_of(Path(deed)), book, deed
    ruleset = given.book(book)
    if deed not in Deed.__members__:
        raise BadInput(f"army cannot '{deed}'; it can: {', '.join(Deed.__members__)}")
    if ruleset.army is None:
        raise BadInput(f"{ruleset.name} has no army lists")
    if deed == Deed.list.value:
        _list(ruleset, json)
        return
    if name is None:
        raise BadInput(f"army {deed} wants a name or a file")
    if deed == Deed.check.value:
        _check(ruleset, Path(name), json)
    else:
        _roster(ruleset, name, json)


def book_of(path: Path) -> str:
    """The book a list says it is for."""
    from grognard.cli import given
    from grognard.engine.book import BadInput

    try:
        raw = tomllib.loads(given.file_bytes(path).decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"{path} is not an army list: {fault}") from None
    if not isinstance(raw.get("book"), str):
        raise BadInput(f"{path} does not say which book it is for: it has no 'book' line")
    return str(raw["book"])


def _list(ruleset: Book, json: bool) -> None:
    names = list(ruleset.army.names())
    if json:
        emit({"book": ruleset.name, "armies": names})
        return
    for name in names:
        typer.echo(name)


def _roster(ruleset: Book, name: str, json: bool) -> None:
    rows = [as_row(row) for row in ruleset.army.roster(name)]
    if json:
        emit({"book": ruleset.name, "army": name, "rows": rows})
        return
    from rich.table import Table
    from rich.text import Text

    heads = _heads(rows)
    labelled = heads[:2] == ["label", "value"]  # the lines of a card head themselves
    table = Table(show_header=not labelled)
    for head in heads:
        table.add_column(head)
    for row in rows:
        table.add_row(*(Text(str(row.get(head, ""))) for head in heads))
    output().print(table)


def _heads(rows: Iterable[dict[str, Any]]) -> list[str]:
    """The columns of a roster, in the order they first appear."""
    return list(dict.fromkeys(head for row in rows for head in row))


def as_row(row: Any) -> dict[str, Any]:
    """One line of a roster as plain data, whatever the book makes it of."""
    import msgspec

    plain: Any = row._asdict() if hasattr(row, "_asdict") else msgspec.to_builtins(row)
    return dict(plain) if isinstance(plain, dict) else {"": plain}


def _check(ruleset: Book, path: Path, json: bool) -> None:
    """One cited line for each fault; status 1 if there is any."""
    from grognard.cli import given

    given.file_bytes(path)
    faults: list[Refusal] = list(ruleset.army.check(path))
    if json:
        emit(
            {
                "book": ruleset.name,
                "file": str(path),
                "sound": not faults,
                "faults": [{"cite": f"{ruleset.key} {one.cite}", "words": one.words} for one in faults],
            }
        )
    else:
        for fault in faults:
            typer.echo(f"{fault.words} [{ruleset.key} {fault.cite}]")
        if not faults:
            typer.echo(f"{path}: nothing to object to")
            _roster(ruleset, str(path), json=False)
    if faults:
        raise typer.Exit(1)
