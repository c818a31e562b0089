"""`grognard thinking`: how long a computer player thinks, in every battle."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, output, progress


def thinking(
    book: BookName,
    agent: Annotated[str, typer.Option(help="Who is timed.")] = "lieutenant",
    choices: Annotated[int, typer.Option(help="Choices of each battle, drawn by chance.")] = 5,
    scenario: Annotated[
        list[str] | None, typer.Option(help="A scenario; again for more; left out: all.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same choices.")] = 0,
    json: Json = False,
) -> None:
    """Time choices of a computer player in processor time, with the plan of a turn and with that plan at hand."""
    from rich.markup import escape

    from grognard.ai.agents import known
    from grognard.cli import given
    from grognard.lab.thinking import spread, timed

    ruleset = given.book(book)
    name = given.one_agent(agent, known(ruleset), "is timed")
    given.whole(choices, 1, "--choices")
    found, battles = [], given.battles(ruleset, scenario)
    for battle in battles:
        with progress(escape(f"{name} in {battle.title}")) as tick:
            found.append(timed(ruleset, name, battle.name, choices, seed, tick))
    whole = spread([took for one in found for took in one.all_ms])
    report = {"book": ruleset.name, "agent": name, "seed": seed, **whole}
    report["battles"] = [
        {**one.as_json(), "scenario": battle.title} for one, battle in zip(found, battles, strict=True)
    ]
    if json:
        emit(report)
    else:
        _tell(f"{ruleset.title}: {name}", report)


def _tell(title: str, report: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    heads = (
        "battle",
        "choices",
        "median",
        "95 of 100",
        "longest",
        "first of a turn",
        "later",
        "simulated one",
    )
    table = Table(*heads, title=Text(title, style="bold"), title_justify="left")
    for row in report["battles"]:
        times = [f"{row[key]:.0f} ms" for key in ("median", "p95", "longest", "first", "later")]
        each = row["a_simulated_decision"]
        table.add_row(
            Text(row["scenario"]), str(row["choices"]), *times, "" if each is None else f"{each:.2f} ms"
        )
    output().print(table)
    typer.echo(
        f"all of them: half within {report['median']:.0f} ms, 95 of 100 within {report['p95']:.0f}, "
        f"the longest {report['longest']:.0f}; processor time"
    )
