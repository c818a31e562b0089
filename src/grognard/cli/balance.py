"""`grognard balance`: is a battle fair, and what would make it so?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.books import BookName, Json
from grognard.cli.console import Tick, emit, output, progress
from grognard.cli.games import Armies, Options, processors

if TYPE_CHECKING:
    from grognard.engine.book import Book
    from grognard.lab.balance import Balance
    from grognard.lab.evening import Advised
    from grognard.lab.runner import Crew

INTERRUPTED = 130
WIDTH = 40
RULES = 8


def balance(
    book: BookName,
    scenario: Annotated[
        str | None,
        typer.Argument(metavar="[SCENARIO|FILE]", help="A scenario, or a file; left out: the first."),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games; 200 tell much more than 40.")] = 40,
    agent: Annotated[str, typer.Option(help="Who plays both sides.")] = "sergeant",
    army: Armies = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", "--jobs", help="Processes; left out: one for each processor.")
    ] = None,
    suggest: Annotated[
        bool,
        typer.Option("--suggest", help="Look for what would even it out, with as many games for each trial."),
    ] = False,
    option: Options = None,
    json: Json = False,
) -> None:
    """Play a battle many times between equal computer players: is it fair?

    Tells each side's share with its interval, how long it took, what it cost, what decided it, which rules were met.
    How many games and which dice is settled beforehand. Ctrl-C tells what is known so far; the exit status is 0 only if
    all games were played.
    """
    from grognard.ai.agents import known
    from grognard.cli import given
    from grognard.lab.runner import crew_of

    ruleset = given.book(book)
    name = given.scenario(ruleset, scenario)
    given.whole(games, 1, "--games")
    (player,) = given.agents(given.one(agent, "--agent"), known(ruleset))
    options = given.options(ruleset, option or (), army or ())
    jobs = min(games, given.whole(processors() if workers is None else workers, 1, "--workers"))
    run = _Run(ruleset, player, games, seed, crew_of(ruleset, jobs, batch=1))
    try:
        run.play(name, options)
        if suggest:
            run.even_out(name, options)
    except KeyboardInterrupt:
        run.cut = True
    report = run.report(name)
    if json:
        emit(report)
    else:
        _tell(ruleset, name, run)
    if run.cut:
        raise typer.Exit(INTERRUPTED)


class _Run:
    """The games of one command, and what is known of them whenever somebody has had enough."""

    def __init__(self, book: Book, agent: str, games: int, seed: int, crew: Crew):
        self.book, self.agent, self.games, self.seed, self.crew = book, agent, games, seed, crew
        self.found: Balance | None = None
        self.advised: Advised | None = None
        self.cut = False

    def play(self, scenario: str, options: Any) -> None:
        """The battle as it is."""
        from grognard.lab.balance import Tally
        from grognard.lab.runner import sides_of

        tally = Tally(self.book, sides_of(self.book, scenario, options), self.games)
        self.found = tally.balance()
        try:
            with progress(f"{self.book.name}: {self.games} games") as tick:
                self._games(tally, scenario, options, "", tick)
        finally:
            self.found = tally.balance()

    def even_out(self, scenario: str, options: Any) -> None:
        """The battle changed, again and again."""
        import msgspec

        from grognard.lab.balance import Tally
        from grognard.lab.evening import Evening

        assert self.found is not None, "it was played first"
        search = Evening(self.book, scenario, msgspec.to_builtins(options), self.found, self.games)
        names = [side.name for side in self.found.sides]
        self.advised = search.advice()
        while (wanted := search.wanted()) is not None:
            tally = Tally(self.book, names, self.games)
            with progress(wanted.run) as tick:
                changed = self.book.read_options(wanted.options)
                self._games(tally, wanted.scenario, changed, wanted.run, tick)
            search.told(tally.balance().sides[search.side].share, self.games)
            self.advised = search.advice()

    def _games(self, tally: Any, scenario: str, options: Any, run: str, tick: Tick) -> None:
        from grognard.lab.balance import orders_of
        from grognard.lab.runner import terms_of

        orders = orders_of(scenario, self.agent, len(tally.sides), self.games, self.seed, run)
        for done in self.crew(terms_of(self.book, options, log=True), orders):
            tally.add(done.result)
            tick(len(tally.results), self.games)

    def report(self, scenario: str) -> dict[str, Any]:
        """All of it as plain data."""
        import msgspec

        from grognard.cli import given
        from grognard.lab.balance import measured_line

        assert self.found is not None, "something was played"
        return {
            "book": self.book.name,
            "scenario": given.short(self.book, scenario),
            "agent": self.agent,
            "seed": self.seed,
            "cut": self.cut,
            **msgspec.to_builtins(self.found),
            "measured": measured_line(self.found),
            "advice": msgspec.to_builtins(self.advised),
        }


def _tell(ruleset: Book, scenario: str, run: _Run) -> None:
    from rich.table import Table
    from rich.text import Text

    from grognard.cli import given
    from grognard.lab.balance import measured_line

    found = run.found
    assert found is not None, "something was played"
    title = f"{ruleset.title}: {given.scenario_title(ruleset, scenario)}"
    table = Table(
        "",
        "won",
        "share",
        "95 % interval",
        "figures",
        "gone",
        title=Text(title, style="bold"),
        title_justify="left",
    )
    for side in found.sides:
        table.add_row(
            side.name,
            str(side.won),
            f"{side.share:.1%}",
            f"{side.low:.1%} to {side.high:.1%}",
            f"{side.figures:g}",
            f"{side.lost:g}",
        )
    table.add_row("drawn", str(found.drawn), "", "", "", "")
    reasons = Table("what decided it", "rule", *(side.name for side in found.sides), "nobody")
    for reason in found.decided:
        reasons.add_row(reason.words, reason.cite, *map(str, reason.won), str(reason.drawn))
    output().print(table, *map(Text, _chart(found)), reasons, sep="\n")
    _tell_rules(found)
    cut = f" Cut short: {found.played} of {found.games} games." if run.cut else ""
    typer.echo(f"{found.verdict}{cut}")
    if run.advised is not None:
        _tell_advice(run.advised)
    if len(found.sides) == 2 and not run.cut:
        typer.echo(f"For the scenario's file: {measured_line(found)}")


def _chart(found: Balance) -> list[str]:
    """How many games ended in which turn."""
    most = max((count for _, count in found.turns), default=0)
    lines = [f"  turn {turn:>2} {'█' * max(1, count * WIDTH // most)} {count}" for turn, count in found.turns]
    head = "" if found.mean_turns is None else f"{found.mean_turns} turns on average"
    return [head, *lines] if lines else []


def _tell_rules(found: Balance) -> None:
    whole = len(found.met) + len(found.unmet)
    often = ", ".join(f"{rule.cite} in {rule.games}" for rule in found.met[:RULES])
    typer.echo(f"{len(found.met)} of {whole} rules met; most often: {often}")
    if found.unmet:
        more = len(found.unmet) - 5 * RULES
        typer.echo(f"never: {', '.join(found.unmet[: 5 * RULES])}{f' and {more} more' if more > 0 else ''}")
    if found.unfinished:
        typer.echo(f"{found.unfinished} games did not end")


def _tell_advice(advised: Advised) -> None:
    for trial in advised.trials:
        note = f" ({trial.note})" if trial.note else ""
        typer.echo(f"  tried: {trial.words}{note}: {trial.share:.1%} ({trial.low:.1%} to {trial.high:.1%})")
    typer.echo(advised.words)
