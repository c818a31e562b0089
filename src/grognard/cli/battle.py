"""`grognard battle`: begin a battle of one's own, check it, or have one drawn by chance."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, output

if TYPE_CHECKING:
    from grognard.engine.battlekit import BattleDraft
    from grognard.engine.book import Book


class Deed(StrEnum):
    """What to do with battles."""

    list = "list"
    kit = "kit"
    blank = "blank"
    show = "show"
    check = "check"
    random = "random"


def battle(
    book: BookName,
    deed: Annotated[
        str,
        typer.Argument(metavar="list|kit|blank|show|check|random", help="What to do.", show_default=False),
    ] = "list",
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A scenario, or a file.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="random: the number the table is drawn by.")] = 1,
    size: Annotated[int, typer.Option(help="random: points a side; 0: the armies of the open battle.")] = 0,
    uneven: Annotated[
        bool, typer.Option("--uneven", help="random: one half need not be like the other.")
    ] = False,
    json: Json = False,
) -> None:
    """List a book's battles, print one or an empty one to begin with, check your own, or draw one by chance."""
    from grognard.cli import given
    from grognard.engine.battles import desk_of, random_battle, read_battle, shipped
    from grognard.engine.book import BadInput

    ruleset = given.book(book)
    if deed not in Deed.__members__:
        raise BadInput(f"battle cannot '{deed}'; it can: {', '.join(Deed.__members__)}")
    desk = desk_of(ruleset)
    if deed == Deed.list.value:
        _list(ruleset, json)
    elif deed == Deed.kit.value:
        _kit(ruleset, json)
    elif deed == Deed.blank.value:
        _print(read_battle(ruleset, desk.kit().blanks[0].battle), json)
    elif deed == Deed.random.value:
        number = given.whole(seed, 1, "--seed")
        _print(
            random_battle(ruleset, number, given.whole(size, 0, "--size"), mirrored=not uneven),
            json,
        )
    elif name is None:
        raise BadInput(f"battle {deed} wants a name or a file")
    elif deed == Deed.show.value:
        _print(read_battle(ruleset, shipped(ruleset, name)), json)
    else:
        _check(ruleset, Path(name), json)


def _list(ruleset: Book, json: bool) -> None:
    if json:
        emit({"book": ruleset.name, "battles": list(ruleset.scenarios)})
        return
    for info in ruleset.scenarios.values():
        typer.echo(f"{info.name}: {info.title}")


def _kit(ruleset: Book, json: bool) -> None:
    """What a battle of the book may hold."""
    import msgspec

    from grognard.engine.battles import desk_of

    kit = desk_of(ruleset).kit()
    if json:
        emit(msgspec.to_builtins(kit))
        return
    from rich.table import Table

    table = Table("section", "field", "kind", "what it is", box=None)
    for key, fields in (("", kit.head), *((f"[{one.key}]", one.fields) for one in kit.sections)):
        for field in fields:
            table.add_row(key, field.name, field.kind, field.words)
            key = ""
    for ground in kit.kinds:
        table.add_row(
            "ground", ground.kind, ground.shape, f"{ground.words} [{ruleset.key} {ground.cite}]", style="dim"
        )
    output().print(table, markup=False)


def _print(draft: BattleDraft, json: bool) -> None:
    import msgspec

    if json:
        emit(msgspec.to_builtins(draft))
    else:
        typer.echo(draft.text, nl=False)


def _check(ruleset: Book, path: Path, json: bool) -> None:
    """One line for each fault, with its place and its rule; status 1 if there is any."""
    import msgspec

    from grognard.cli import given
    from grognard.engine.battles import desk_of, from_text, read_battle

    given.file_bytes(path)
    draft = read_battle(ruleset, from_text(desk_of(ruleset).whole(path)))
    if json:
        faults = [msgspec.to_builtins(one) for one in draft.faults]
        emit({"book": ruleset.name, "file": str(path), "sound": not faults, "faults": faults})
    else:
        for fault in draft.faults:
            where = "" if fault.at is None else f"{fault.at[0]} {fault.at[1] + 1}: "
            cite = f" [{ruleset.key} {fault.cite}]" if fault.cite else ""
            typer.echo(f"{where}{fault.words}{cite}")
        if not draft.faults:
            typer.echo(f"{path}: nothing to object to")
    if draft.faults:
        raise typer.Exit(1)
