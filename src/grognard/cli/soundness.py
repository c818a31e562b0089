"""`grognard soundness`: whether every *no* is true, every *yes* legal, and every chance told the chance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, output, progress
from grognard.cli.games import processors

if TYPE_CHECKING:
    from grognard.lab.soundness import SoundnessReport


def soundness(
    book: BookName,
    positions: Annotated[int, typer.Option(help="Crowded random positions to ask questions in.")] = 200,
    scenes: Annotated[int, typer.Option(help="Choices of live games whose odds are played out.")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed asks the same questions.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Processes; left out: one for each processor.")] = None,
    folder: Annotated[Path, typer.Option(help="Where a file for each fault is written.")] = Path("failures"),
    again: Annotated[
        Path | None, typer.Option(help="Ask once more in the position of one such file, and do nothing else.")
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(help="Put the table into this page, in place of the book's: docs/soundness.md."),
    ] = None,
    json: Json = False,
) -> None:
    """Ask in crowded random positions what cannot be done, and look for it by brute force; play out odds.

    Each refusal (no room, out of reach, out of sight, cannot retreat) is looked for with the book's own judge and another seed than
    the program's. Exit status 1 if more than 1 % of a kind's refusals are untrue, or any offer is illegal, or odds do not hold.
    """
    from grognard.cli import given
    from grognard.lab.soundness import soundness as ask_all
    from grognard.lab.soundness import write_faults, write_page

    ruleset = given.book(book)
    if again is not None:
        _again(again, ruleset.name)
        return
    given.whole(positions, 1, "--positions")
    given.whole(scenes, 0, "--scenes")
    if write is not None:
        given.page(write)
    many = given.whole(processors() if jobs is None else jobs, 1, "--jobs")
    with progress(f"soundness of {ruleset.name}") as tick:
        found = ask_all(ruleset, positions, scenes, seed, jobs=many, progress=tick)
    files = [str(file) for file in write_faults(found, folder)] if found.faults else []
    if write is not None:
        write_page(write, ruleset.title, found)
    if json:
        emit({**found.as_json(), "files": files})
    else:
        _tell(found, files)
    if not found.holds:
        raise typer.Exit(1)


def _again(path: Path, name: str) -> None:
    from grognard.engine.book import BadInput
    from grognard.lab.soundness import ask_again

    kept, answers = ask_again(path)
    if kept.book != name:
        raise BadInput(f"{path} is of {kept.book}, not of {name}")
    typer.echo(f"then: {kept.kind}, {kept.about}: {kept.found}")
    wrong = [(asked, found) for asked, found in answers if found is not None]
    for asked, found in wrong:
        typer.echo(f"now: {asked.kind}, {asked.about}: {found}")
    if wrong:
        raise typer.Exit(1)
    typer.echo(f"now: all {len(answers)} answers hold")


def _tell(found: SoundnessReport, files: list[str]) -> None:
    from rich.table import Table
    from rich.text import Text

    heads = ("question", "asked", "refused", "untrue no", "95 % interval", "untrue yes", "")
    title = Text(f"{found.book}: {found.positions} positions, seed {found.seed}", style="bold")
    table = Table(*heads, title=title, title_justify="left")
    for kind in found.kinds:
        low, high = kind.interval
        counts = [str(number) for number in (kind.asked, kind.refused, kind.untrue_no)]
        share = f"{low:.2%} to {high:.2%}"
        table.add_row(kind.kind, *counts, share, str(kind.untrue_yes), "" if kind.holds else "too many")
    output().print(table)
    for fault, file in zip(found.faults, files, strict=True):
        typer.echo(f"{fault.kind}, {fault.about}: {fault.found} ({file})")
    typer.echo(f"odds: {found.scenes} choices of live games played out, {found.off} do not hold")
