"""`grognard puzzles`: whether a computer player does what a decent player would."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, progress


def puzzles(
    book: BookName,
    agent: Annotated[str, typer.Option(help="Who tries them.")] = "greedy",
    folder: Annotated[
        Path | None, typer.Option(help="Where they are; left out: tests/puzzles/BOOK, from here.")
    ] = None,
    least: Annotated[
        float, typer.Option(help="The share that must be solved, from 0 to 1, or the exit status is 1.")
    ] = 0.0,
    json: Json = False,
) -> None:
    """Let a computer player try positions in which a decent player knows what to do."""
    from grognard.ai.agents import known
    from grognard.cli import given
    from grognard.lab.puzzles import load, solve

    ruleset = given.book(book)
    name = given.one_agent(agent, known(ruleset), "tries the puzzles")
    given.share(least, "--least")
    found = load(ruleset, folder or Path("tests/puzzles") / ruleset.name)
    tried = []
    with progress(f"puzzles of {ruleset.name}") as tick:
        for puzzle in found:
            tried.append(solve(ruleset, puzzle, name))
            tick(len(tried), len(found))
    solved = sum(one.solved for one in tried)
    if json:
        told = [
            {**one._asdict(), "why": puzzle.told.why, "from": puzzle.told.source}
            for one, puzzle in zip(tried, found)
        ]
        emit({"book": ruleset.name, "agent": name, "solved": solved, "puzzles": len(tried), "tried": told})
    else:
        for one, puzzle in zip(tried, found):
            typer.echo(f"{'solved' if one.solved else 'FAILED'}  {one.name}: {one.title}")
            if not one.solved:
                typer.echo(f"        it did: {'; '.join(one.moves)}\n        {puzzle.told.why}")
        typer.echo(f"{ruleset.title}: {name} solves {solved} of {len(tried)}")
    if solved < least * len(tried):
        raise typer.Exit(1)
