"""`grognard play`: a game in the terminal."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from grognard.cli.terminal.start import Wish


class Dice(StrEnum):
    """Who throws."""

    computer = "computer"
    typed = "typed"


def play(
    book: Annotated[
        str | None, typer.Argument(metavar="BOOK", help="The book; left out: choose.", show_default=False)
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario; left out: choose.")] = None,
    side: Annotated[
        str | None, typer.Option(help="Your side, by number or name; `watch` to look on; left out: choose.")
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            help="A level from recruit to captain, a general or an automaton of the book, or hotseat for two people; "
            "left out: whoever the scenario is meant for."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed and choices give the same dice.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A switch of the book: key=value.")] = None,
    army: Annotated[
        list[str] | None,
        typer.Option(
            help="An army of another list: 1=NAME or 1=FILE for the first side, 2=… for the second."
        ),
    ] = None,
    dice: Annotated[Dice, typer.Option(help="typed: you type what your dice showed.")] = Dice.computer,
) -> None:
    """Play a scenario in the terminal.

    What is left out is asked. `?` in the game lists what may be typed.
    """
    from grognard.cli.terminal.start import Wish

    wish = Wish(book, scenario, side, opponent, load, tuple(option or ()), tuple(army or ()))
    _play(wish, seed, typed_dice=dice is Dice.typed)


def _play(wish: Wish, seed: int | None, typed_dice: bool) -> None:
    from random import SystemRandom

    from grognard.cli.console import output
    from grognard.cli.terminal.keyboard import Keyboard, Quit
    from grognard.cli.terminal.loop import Session
    from grognard.cli.terminal.start import Host, told

    console = output()
    keyboard = Keyboard(console)
    try:
        host = Host(console, keyboard, wish)
        game = host.game()
        seats = host.seats(game)
    except Quit as leaving:
        console.print(str(leaving), markup=False)
        return
    chosen = SystemRandom().randrange(10**6) if seed is None else seed
    info = told(game)
    console.print(f"{game.book.title}: {info.title if info else game.scenario}. Seed {chosen}.", markup=False)
    if info is not None:
        console.print(info.blurb, markup=False, style="dim")
    Session(game, seats, console, keyboard, chosen, typed_dice).run()
