"""`grognard muster`: games of all levels mixed, over all books, none of which may go wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.cli.books import Json
from grognard.cli.console import emit, progress
from grognard.cli.games import processors


def muster(
    book: Annotated[
        list[str] | None, typer.Argument(metavar="[BOOK]...", help="The books; left out: all of them.")
    ] = None,
    games: Annotated[
        int, typer.Option(help="How many games: books, and battles of each, come in turn.")
    ] = 100,
    levels: Annotated[str, typer.Option(help="Who is drawn from; left out: every level.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Processes; left out: one for each processor.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="A file of finished games: begun, or gone on with, if it is there.")
    ] = None,
    json: Json = False,
) -> None:
    """Play games of mixed levels over all battles: each must end, without a fault or a move that is not on offer.

    The exit status is 1 if one did not; what it was can be played again by its book, battle, players and seed.
    """
    from grognard import books
    from grognard.ai.agents import known, names
    from grognard.cli import given
    from grognard.lab.muster import muster as call_together

    given.whole(games, 1, "--games")
    shelf = {ruleset.name: ruleset for ruleset in map(given.book, book or books.library())}
    chosen = given.agents(levels, known(), "--levels recruit,sergeant") if levels else names()
    workers = min(games, given.whole(processors() if jobs is None else jobs, 1, "--jobs"))
    with progress("mustering") as tick:
        found = call_together(
            shelf, games, levels=chosen, seed=seed, jobs=workers, kept=resume, progress=tick
        )
    report = found.as_json()
    if json:
        emit(report)
    else:
        _tell(report)
    if found.faults:
        raise typer.Exit(1)


def _tell(report: dict[str, Any]) -> None:
    typer.echo(
        f"{report['games']} games of {report['battles']} battles, {report['actions']} actions, {report['faults']} faults"
    )
    for what in ("books", "sides"):
        typer.echo("  " + ", ".join(f"{name} {count}" for name, count in report[what].items()))
    slowest = ", ".join(f"{name} {took:.0f} ms" for name, took in report["slowest_ms"].items())
    typer.echo(f"  longest thought, in processor time: {slowest}")
    for fault in report["found"]:
        players = " against ".join(fault["agents"])
        typer.echo(
            f"  {fault['book']} {fault['scenario']}, {players}, seed {fault['seed']}: {fault['fault']}"
        )
