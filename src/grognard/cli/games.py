"""`grognard simulate`, `fuzz` and `perft`: many games, and counts of positions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import emit, output, progress

if TYPE_CHECKING:
    from grognard.engine.book import Book
    from grognard.lab.runner import Crew

Options = Annotated[list[str] | None, typer.Option("--option", help="A switch of the book: key=value.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play over a Ray cluster: its address; auto: the one this machine belongs to; here: one begun for it.",
    ),
]
Armies = Annotated[
    list[str] | None,
    typer.Option(
        "--army", help="An army of another list: 1=NAME or 1=FILE for the first side, 2=… for the second."
    ),
]


def simulate(
    book: BookName,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    scenario: Annotated[str | None, typer.Option(help="A scenario, or all; left out: the first.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    agents: Annotated[str, typer.Option(help="Who plays, one for each side.")] = "greedy,random",
    swap: Annotated[bool, typer.Option("--swap", help="Change sides in every other game.")] = False,
    jobs: Annotated[int | None, typer.Option(help="Processes; left out: one for each processor.")] = None,
    option: Options = None,
    army: Armies = None,
    ray: Cluster = None,
    json: Json = False,
) -> None:
    """Play many games; report win rates, length and rules used."""
    from grognard.ai.agents import known
    from grognard.cli import given

    ruleset = given.book(book)
    given.whole(games, 1, "--games")
    wanted = {
        "agents": given.agents(agents, known(ruleset)),
        "games": games,
        "seed": seed,
        "swap": swap,
        "jobs": min(games, given.whole(processors() if jobs is None else jobs, 1, "--jobs")),
        "options": given.options(ruleset, option or (), army or ()),
        "crew": crew_at(ray),
    }
    reports = {name: _simulated(ruleset, name, wanted) for name in given.scenarios(ruleset, scenario)}
    if not json:
        _tell_simulations(ruleset, reports)
    elif scenario == "all":
        emit({"book": ruleset.name, "games": games * len(reports), "scenarios": reports})
    else:
        emit(next(iter(reports.values())))


def _tell_simulations(ruleset: Book, reports: dict[str, dict[str, Any]]) -> None:
    from grognard.cli import given

    for name, report in reports.items():
        title = f"{ruleset.title}: {given.scenario_title(ruleset, name)}"
        output().print(simulation_table(title, report))


def crew_at(address: str | None) -> Crew | None:
    """Who plays the games if it is not this machine alone: a Ray cluster, by its address."""
    if address is None:
        return None
    from grognard.lab.cluster import crew_on_ray

    return crew_on_ray(address)


def processors() -> int:
    """How many processes may run at once here."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _simulated(ruleset: Book, scenario: str, wanted: dict[str, Any]) -> dict[str, Any]:
    from rich.markup import escape

    from grognard.cli import given
    from grognard.lab.simulate import simulate as play_many

    with progress(escape(f"{ruleset.name} {given.scenario_title(ruleset, scenario)}")) as tick:
        found = play_many(ruleset, scenario, progress=tick, **wanted)
    return {
        "book": ruleset.name,
        "scenario": given.short(ruleset, scenario),
        "seed": wanted["seed"],
        "swap": wanted["swap"],
        **found.as_json(),
    }


def simulation_table(title: str, report: dict[str, Any]) -> Any:
    """Who won how often, how long the games were, which rules they met most."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table("", "wins", "rate", "95 % interval", title=Text(title, style="bold"), title_justify="left")
    for kind in ("", "side_"):
        for name, rate in report[f"{kind}win_rates"].items():
            won = str(report[f"{kind}wins"][name])
            table.add_row(name, won, f"{rate['rate']:.1%}", f"{rate['low']:.1%} to {rate['high']:.1%}")
        table.add_section()
    table.add_row("drawn", str(report["draws"]), "", "")
    turns = "" if report["mean_turns"] is None else f", {report['mean_turns']} turns"
    length = f"{report['games']} games of {report['mean_actions']} actions{turns} on average"
    speed = f"{report['seconds']} s, slowest decision {report['slowest_decision_ms']:.0f} ms"
    rules = ", ".join(f"{number} ×{count}" for number, count in list(report["rules"].items())[:12])
    lines = [f"{length}; {speed}", f"{len(report['rules'])} rules met; most often: {rules}"]
    if report["unfinished"]:
        lines.append(f"{report['unfinished']} games did not end")
    return Group(table, *map(Text, lines))


def fuzz(
    book: BookName,
    seconds: Annotated[float, typer.Option(help="For how many seconds of processor time.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Annotated[Path, typer.Option(help="Where each fault leaves its files.")] = Path("failures"),
    scenario: Annotated[
        str | None,
        typer.Option(
            help="One scenario, or a file; left out: all in turn, with drawn and made ones between."
        ),
    ] = None,
    battles: Annotated[
        int, typer.Option(help="Instead: one game each of so many battles by chance, however long it takes.")
    ] = 0,
    agents: Annotated[
        str, typer.Option(help="Who plays: random, greedy, or mixed (greedy with whims).")
    ] = "random",
    option: Options = None,
    json: Json = False,
) -> None:
    """Hold games to the laws after every action; keep a file of every fault."""
    from grognard.cli import given
    from grognard.engine.book import BadInput
    from grognard.lab.fuzz import WILD, ByChance
    from grognard.lab.fuzz import fuzz as hold_to_the_laws

    ruleset = given.book(book)
    given.at_least(seconds, 0, "--seconds")
    given.known_of(WILD, agents, "agents")
    chosen: Sequence[str] = () if scenario in (None, "all") else (given.scenario(ruleset, scenario),)
    if battles:
        if scenario is not None:
            raise BadInput("--battles draws its own battles; leave --scenario out")
        chosen, seconds = ByChance(ruleset, seed, given.whole(battles, 1, "--battles")), inf
    options = given.options(ruleset, option) if option else None
    began = monotonic()
    with progress(f"fuzzing {ruleset.name}") as tick:
        found = hold_to_the_laws(
            ruleset,
            seconds,
            seed=seed,
            scenarios=chosen,
            options=options,
            folder=out,
            agents=agents,
            most_games=battles or None,
            progress=lambda games, _actions: tick(
                *((games, battles) if battles else (min(monotonic() - began, seconds), seconds))
            ),
        )
    report = {"book": ruleset.name, "seed": seed, "agents": agents, **found.as_json()}
    report |= {"faults": len(found.faults), "found": report["faults"]}
    if json:
        emit(report)
    else:
        _tell_fuzz(report)
    if found.faults:
        raise typer.Exit(1)


def _tell_fuzz(report: dict[str, Any]) -> None:
    typer.echo(
        f"{report['book']}: {report['games']} games, {report['actions']} actions in "
        f"{report['seconds']:.1f} s, {report['faults']} faults"
    )
    for fault in report["found"]:
        typer.echo(f"  {fault['law']}: {fault['found']}\n    {fault['file']} after {fault['at']} actions")


def perft(
    book: BookName,
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="The scenario to count from.", show_default=False)
    ],
    depth: Annotated[int, typer.Option(help="How many actions and falls deep.")] = 3,
    option: Options = None,
    json: Json = False,
) -> None:
    """Count the positions within so many actions of a start."""
    from grognard.cli import given
    from grognard.engine.book import BadInput
    from grognard.lab.perft import TooMany
    from grognard.lab.perft import perft as count

    ruleset = given.book(book)
    given.whole(depth, 1, "--depth")
    options = given.options(ruleset, option or ())
    try:
        counts = count(ruleset, given.scenario(ruleset, scenario), depth, options)
    except TooMany as fault:
        raise BadInput(str(fault)) from None
    if json:
        emit({"book": ruleset.name, "scenario": scenario, "counts": [row._asdict() for row in counts]})
        return
    from rich.table import Table

    table = Table("depth", "ways", "distinct", "over", box=None)
    for row in counts:
        table.add_row(*(f"{value:,}" for value in row))
    output().print(table)
