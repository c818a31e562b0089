"""`grognard fit`: a book's chance to win, from many games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.books import BookName
from grognard.cli.console import progress
from grognard.cli.games import processors


def fit(
    book: BookName,
    games: Annotated[int, typer.Option(help="How many games of each scenario.")] = 200,
    scenario: Annotated[
        list[str] | None, typer.Option(help="A scenario; again for more; left out: all.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Processes; left out: one for each processor.")] = None,
    write: Annotated[
        Path | None, typer.Option(help="Put the weights into this file: a book's advice/worth.toml.")
    ] = None,
) -> None:
    """Fit the chance to win that computer players go by, and say how good it is."""
    from grognard.cli import given
    from grognard.engine.book import BadInput
    from grognard.lab.fit import as_toml
    from grognard.lab.fit import fit as fit_to_games

    ruleset = given.book(book)
    names = [battle.name for battle in given.battles(ruleset, scenario)]
    if not ruleset.scenarios.keys() >= set(names):
        known = ", ".join(ruleset.scenarios)
        raise BadInput(
            f"weights are fitted to a book's own battles, not to files; {ruleset.name} has: {known}"
        )
    if write is not None:
        given.page(write)
    given.whole(games, 4, "--games")
    many = given.whole(processors() if jobs is None else jobs, 1, "--jobs")
    with progress(f"fitting {ruleset.name}") as tick:
        found = fit_to_games(ruleset, names, games, seed, many, tick)
    text = as_toml(found)
    typer.echo(text, nl=False)
    if write is not None:
        write.write_text(text, "utf-8")
