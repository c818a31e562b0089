"""`grognard print`: sheets as PDF, to play with at a real table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, progress

if TYPE_CHECKING:
    from grognard.engine.book import Book
    from grognard.paper.canvas import Size
    from grognard.paper.press import Wish


def print_(
    book: BookName,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT",
            help="roster, cards or leaders (of an army), scenario, quickref, deck, templates, record; nothing: says what there is.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The army, scenario or deck; an army or a scenario may be a file.",
            show_default=False,
        ),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper.")] = "a4",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.pdf",
            help="Where to write; with --all a folder.",
            show_default=False,
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print all there is of the book, into a folder.")
    ] = False,
    json: Json = False,
) -> None:
    """Sheets of a book as PDF: rosters, cards, scenarios with their maps, the quick reference, templates, records."""
    from grognard.cli import given
    from grognard.engine.book import BadInput
    from grognard.paper.press import Wish, size_of, wishes

    ruleset, size = given.book(book), size_of(paper)
    if everything:
        if what is not None:
            raise BadInput("--all prints everything: name nothing besides")
        folder = output or Path(f"{ruleset.name}-{paper}")
        _write(ruleset, [(wish, folder / file_name(ruleset, wish)) for wish in wishes(ruleset)], size, json)
    elif what is None:
        _list(ruleset, list(wishes(ruleset)), json)
    else:
        wish = Wish(what, name or "")
        _write(ruleset, [(wish, output or Path(file_name(ruleset, wish)))], size, json)


def file_name(ruleset: Book, wish: Wish) -> str:
    """What the file of a sheet is called."""
    words = [ruleset.name, wish.what, Path(wish.name).stem]
    return "-".join(word for word in words if word) + ".pdf"


def _list(ruleset: Book, found: list[Wish], json: bool) -> None:
    """What there is to print."""
    from grognard.paper.press import KINDS

    if json:
        emit({"book": ruleset.name, "sheets": [{"what": wish.what, "name": wish.name} for wish in found]})
        return
    for what, words in KINDS.items():
        names = [wish.name for wish in found if wish.what == what and wish.name]
        if any(wish.what == what for wish in found):
            typer.echo(f"{what:<10}{words}{': ' + ', '.join(names) if names else ''}")


def _write(ruleset: Book, files: Iterable[tuple[Wish, Path]], size: Size, json: bool) -> None:
    from grognard.paper.pdf import as_pdf
    from grognard.paper.press import pages

    wanted, written = list(files), []
    with progress("printing") as tick:
        for number, (wish, path) in enumerate(wanted):
            leaves = pages(ruleset, wish, size)
            data = as_pdf(leaves)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            written.append(
                {"file": str(path), "what": wish.what, "name": wish.name, "pages": len(leaves.pages)}
            )
            tick(number + 1, len(wanted))
    if json:
        emit({"book": ruleset.name, "paper": size.name, "written": written})
        return
    for one in written:
        typer.echo(f"{one['file']}: {one['pages']} {'page' if one['pages'] == 1 else 'pages'}")
