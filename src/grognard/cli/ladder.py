"""`grognard ladder`: which computer player is how much stronger."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, output, progress
from grognard.cli.games import Cluster, Options, crew_at, processors

if TYPE_CHECKING:
    from grognard.cli.given import Battle
    from grognard.lab.rating import Sprt


def ladder(
    book: BookName,
    agents: Annotated[str, typer.Option(help="Who plays, each against each.")] = "random,greedy",
    pairs: Annotated[int, typer.Option(help="Swapped pairs between each two, in each scenario.")] = 10,
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="Only those named next to each other play.")
    ] = False,
    scenario: Annotated[
        list[str] | None, typer.Option(help="A scenario; again for more; left out: all.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Processes; left out: one for each processor.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="A file of finished games: begun, or gone on with, if it is there.")
    ] = None,
    sprt: Annotated[
        str,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Is the first agent stronger than the second? Play until that is settled, or --pairs are over.",
        ),
    ] = "",
    write: Annotated[
        Path | None, typer.Option(help="Put table and chart into this page: research/ladder-runs.md.")
    ] = None,
    part: Annotated[
        str, typer.Option(help="The part of the book's section to write; left out: the whole of it.")
    ] = "",
    option: Options = None,
    ray: Cluster = None,
    json: Json = False,
) -> None:
    """Rate computer players by pairs of games with sides swapped on the same dice.

    The same games, and so the same table, for any number of processes, and when a run that was cut is gone on with.
    With --sprt the exit status is 0 only if the first agent was found stronger.
    """
    from grognard.ai.agents import known
    from grognard.cli import given
    from grognard.lab.ladder import ladder as climb
    from grognard.lab.strength import check
    from grognard.lab.strength import write as write_page

    ruleset = given.book(book)
    battles = given.battles(ruleset, scenario)
    if write is not None:
        check(given.page(write), ruleset.name, part)
    with progress(f"ladder of {ruleset.name}") as tick:
        found = climb(
            ruleset,
            given.agents(agents, known(ruleset)),
            given.whole(pairs, 1, "--pairs"),
            scenarios=[battle.name for battle in battles],
            seed=seed,
            jobs=given.whole(processors() if jobs is None else jobs, 1, "--jobs"),
            options=given.options(ruleset, option or ()),
            kept=resume,
            sprt=_test(sprt) if sprt else None,
            progress=tick,
            crew=crew_at(ray),
            neighbours=neighbours,
        )
    report = _called({**found.as_json(), "switches": list(option or ())}, battles)
    if json:
        emit(report)
    else:
        _tell(ruleset.title, report)
    if write is not None:
        write_page(write, ruleset.title, report, part)
    if found.verdict not in (None, "stronger"):
        raise typer.Exit(1)


def _test(text: str) -> Sprt:
    from grognard.engine.book import BadInput
    from grognard.lab.rating import sprt_between

    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadInput(f"--sprt '{text}' cannot be read: write two Elos, for instance 0,30") from None
    return sprt_between(low, high)


def _called(report: dict[str, Any], battles: Sequence[Battle]) -> dict[str, Any]:
    """The report with battles of one's own by their titles, not as the texts they were played by; `asked` finds them again."""
    titles = {battle.name: battle.title for battle in battles}
    return {
        **report,
        "scenarios": [titles[name] for name in report["scenarios"]],
        "asked": [battle.asked for battle in battles],
        "meetings": [
            {**row, "scenario": titles.get(row["scenario"], row["scenario"])} for row in report["meetings"]
        ],
    }


def _tell(title: str, report: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from grognard.lab.strength import chart, sprt_words

    table = Table("player", "Elo", "95 % interval", title=Text(title, style="bold"), title_justify="left")
    for row in report["ratings"]:
        between = "" if row["agent"] == report["anchor"] else f"{row['low']:+d} to {row['high']:+d}"
        table.add_row(row["agent"], f"{row['elo']:+d}", between)
    met = Table("player", "against", "battle", "won", "drawn", "lost", "share", "95 % interval")
    for row in report["meetings"]:
        counts = (str(row[name]) for name in ("won", "drawn", "lost"))
        between = f"{row['low']:.1%} to {row['high']:.1%}"
        battle = Text(row["scenario"] or "all")
        met.add_row(row["first"], row["second"], battle, *counts, f"{row['share']:.1%}", between)
    output().print(table, *map(Text, chart(report)), met, sep="\n")
    typer.echo(f"{report['games']} games, {report['unfinished']} did not end")
    if report["sprt"]:
        typer.echo(sprt_words(report["sprt"]))
