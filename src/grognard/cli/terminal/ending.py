"""How a game ended: the last look at the table, the outcome, and who had the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from grognard.cli.terminal.luck import luck
from grognard.cli.terminal.screen import screen
from grognard.cli.terminal.words import citation, colour, decimal
from grognard.engine.naming import SideName, opened

if TYPE_CHECKING:
    from grognard.cli.terminal.loop import Session


def ending(session: Session) -> None:
    """Show the table as it was left, who won by which rule, and the luck."""
    desk, console = session.desk(session.onlooker()), session.console
    console.print(screen(console, desk, {}))
    outcome = session.game.book.ending(session.game.position.state)
    if outcome is None:
        console.print("The game is over.")
    else:
        winner = None if outcome.winner is None else desk.view.sides[outcome.winner]
        won = "" if winner is None else opened(f"{SideName(winner):win|wins}: ")
        title = "A draw: " if winner is None else "" if winner in outcome.words else won
        words = Text().append(title + outcome.words, f"bold {colour(outcome.winner)}")
        console.print(words.append(f" {citation(desk.book, outcome.cite)}", "cyan"))
        if outcome.scores:
            scores = (f"{name} {score}" for name, score in zip(desk.view.sides, outcome.scores))
            console.print(f"Scores: {', '.join(scores)}", markup=False)
    _luck(session)


def _luck(session: Session) -> None:
    rows = luck(session.game)
    if not rows:
        return
    sides = session.desk(None).view.sides
    table = Table(
        "side", "throws", "of", "read", "expected", title="The dice", title_justify="left", box=None
    )
    for row in rows:
        side = "both" if row.side is None else sides[row.side]
        table.add_row(side, row.what, str(row.throws), str(row.read), decimal(row.expected))
    session.console.print(table)
