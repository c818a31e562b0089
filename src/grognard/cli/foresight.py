"""`grognard foresight`: how far ahead a battle that is played out tells most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, output, progress
from grognard.cli.games import processors

if TYPE_CHECKING:
    from grognard.lab.foresight import Sight


def foresight(
    book: BookName,
    scenario: Annotated[str | None, typer.Option(help="The battle; left out: the book's first.")] = None,
    games: Annotated[int, typer.Option(help="Games that choices are drawn from, two of each.")] = 50,
    trials: Annotated[int, typer.Option(help="How often every move is played on to the end.")] = 24,
    decisions: Annotated[
        int | None, typer.Option(help="Decisions to simulate for a choice; left out: a captain's.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same choices.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Processes; left out: one for each processor.")] = None,
    json: Json = False,
) -> None:
    """Say after how many turns battles that are played out should be judged, so that the best move shows.

    Every move of some choices is played on to the end of the battle, judged on the way, and the judgement held
    against what came of it. To judge late takes long and is mostly luck; to judge early errs. What is best depends on how
    much may be simulated.
    """
    from rich.markup import escape

    from grognard.ai.levels import captain
    from grognard.cli import given
    from grognard.engine.book import BadInput
    from grognard.lab.foresight import collect, sights

    ruleset = given.book(book)
    battle = given.scenario(ruleset, scenario)
    title = given.short(ruleset, battle)
    given.whole(games, 1, "--games")
    given.whole(trials, 2, "--trials")
    many = given.whole(processors() if jobs is None else jobs, 1, "--jobs")
    depth = captain(ruleset.advice)
    if decisions is None:
        decisions = round(depth.nodes * ruleset.advice.pace(ruleset.start(battle).state))
    given.whole(decisions, 1, "--decisions")
    with progress(escape(f"looking ahead in {title}")) as tick:
        choices = collect(ruleset, battle, games, trials, seed, many, tick)
    if not choices:
        raise BadInput(f"in {games} games of {title} there was no choice with two moves worth weighing")
    found = sights(choices, decisions, depth.turns)
    report = {
        "book": ruleset.name,
        "scenario": title,
        "choices": len(choices),
        "trials": trials,
        "seed": seed,
        "decisions": decisions,
        "now": _named(depth.turns),
        "sights": [_as_json(sight) for sight in found],
    }
    if json:
        emit(report)
    else:
        _tell(f"{ruleset.title}: {title}", report)


def _named(turns: Sequence[int]) -> list[int | str]:
    from grognard.engine.advice import END

    return ["end" if turn == END else turn for turn in turns]


def _as_json(sight: Sight) -> dict[str, Any]:
    return {
        "turns": _named(sight.turns),
        "simulated": round(sight.simulated, 1),
        "luck": round(sight.luck, 4),
        "goes_with": None if sight.goes_with is None else round(sight.goes_with, 3),
        "gain": round(sight.gain, 5),
        "ahead": round(sight.ahead, 5),
        "error": round(sight.error, 5),
    }


def _tell(title: str, report: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(
        "judged after turns",
        "decisions",
        "luck of one",
        "goes with results",
        "gain",
        "above now",
        title=Text(title, style="bold"),
        title_justify="left",
    )
    for row in report["sights"]:
        goes = row["goes_with"]
        table.add_row(
            ", ".join(map(str, row["turns"])),
            f"{row['simulated']:.0f}",
            f"{row['luck']:.3f}",
            "" if goes is None else f"{goes:.2f}",
            f"{100 * row['gain']:.2f}",
            f"{100 * row['ahead']:+.2f} ±{100 * row['error']:.2f}",
        )
    output().print(table)
    typer.echo(
        f"{report['choices']} choices, every move {report['trials']} times; with {report['decisions']} simulated decisions; "
        f"captains judge after {', '.join(map(str, report['now']))} now; gain in chances of 100"
    )
