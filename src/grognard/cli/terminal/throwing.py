"""Dice that somebody threw at a real table, typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.cli.terminal.chances import dice_words
from grognard.cli.terminal.words import citation, said
from grognard.engine.choices import Fall, Throw, lowest
from grognard.engine.dice import Draw

if TYPE_CHECKING:
    from grognard.cli.terminal.loop import Session


def typed_fall(session: Session, throw: Throw) -> Fall:
    """Ask for the faces until they can lie so; an empty line lets the computer throw."""
    n, sides = throw.dice.faces()
    who = "" if throw.side is None else f"{session.desk(throw.side).view.sides[throw.side]}: "
    what = "draw a card" if sides == 0 else f"throw {dice_words(throw)}"
    session.console.print(
        f"{who}{throw.what}: {what} {citation(session.game.book, throw.cite)}", markup=False, style="bold"
    )
    while True:
        line = session.keyboard.read(
            f"{'the card' if sides == 0 else f'{n} faces'} (Enter: the computer throws)> "
        )
        if not line:
            return throw.roll(session.dice())
        try:
            return throw.of(faces_of(throw, line))
        except ValueError as fault:
            session.console.print(f"No: {fault}", markup=False)


def faces_of(throw: Throw, line: str) -> tuple[Any, ...]:
    """Typed faces: `1 4 6`, `1,4,6` or `146`; for a card its name."""
    if isinstance(throw.dice, Draw):
        for card, _ in throw.dice.cards:
            if said(card).casefold() == line.casefold() or str(card).casefold() == line.casefold():
                return (card,)
        raise ValueError(
            f"there is no such card; there are: {', '.join(said(c) for c, _ in throw.dice.cards)}"
        )
    n, sides = throw.dice.faces()
    low = lowest(throw.dice)
    tokens = line.replace(",", " ").split()
    if len(tokens) == 1 and n > 1 and sides < 10:
        tokens = list(tokens[0])
    if not all(token.isdigit() for token in tokens):
        raise ValueError(
            f"type {n} faces from {low} to {low + sides - 1}, for instance: {' '.join(['3'] * n)}"
        )
    return tuple(int(token) for token in tokens)
