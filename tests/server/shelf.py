"""Shelves for test servers: Toy Brigade, which hides hands, draws and bids; also with bad computer players."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import sleep
from typing import Any

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.sheet import Sheet
from examples.toy_brigade.toy.situations import SITUATIONS
from examples.toy_brigade.toy.state import State
from grognard.engine.book import Book, ScenarioInfo, Scene
from grognard.engine.choices import Move
from grognard.engine.flow import Position, replace
from grognard.engine.view import Area, Board, Note, Overlay, Row, Shape, Sightline

SECRETS = Path(__file__).with_name("secrets.toml")
"""A scenario in which every card has a name of its own, so that it can be looked for in what is sent."""


class Drawing(Sheet):
    """Toy Brigade's sheet with drawings, and a card that tells all it is shown."""

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        """The server must show the sheet no more than the asker may know."""
        return (*super().card(state, unit), Row("known", f"{state.deck} {state.hands} {state.pile}"))

    def board(self, state: State) -> Board:
        """The table, and a camp wherever a general is: pitched anew when he rides."""
        table = super().board(state)
        camps = [Area("camp", "zone", ((0, 0), (0, 9), (9, 9)), zone) for zone in state.generals]
        return replace(table, areas=(*table.areas, *camps))

    def redraws(self, before: State, after: State) -> bool:
        """Whether a camp was pitched anew."""
        return before.generals != after.generals

    def overlay(self, state: State, kind: str, unit: int) -> Overlay:
        """A band of range, a line of sight, a threat."""
        if kind == "range":
            return Overlay(shapes=(Shape("range", ((0, 0), (9, 0), (9, 9)), "3", "6.1"),))
        if kind == "sight":
            return Overlay(lines=(Sightline((0, 0), (9, 9), unit, True, cite="6.1"),))
        return Overlay(notes=(Note(unit, f"{state.deck} {state.hands} {state.pile}"),))


def scene_for(position: Position, move: Move) -> Scene | None:
    """The whole of a volley; nothing is told of the rest."""
    if move.verb != "fire":
        return None
    unit = position.state.units[move.noun[0]]
    given = {"strength": unit.strength, "arm": unit.arm, "range": 200, "cover": False}
    return SITUATIONS["volley"].scene(given)


def library() -> dict[str, Book]:
    """Toy Brigade."""
    secret = ScenarioInfo("secrets", "Secrets", ("Reds", "Blues"), "Every card is another.", SECRETS)
    shelf = {**RULESET.scenarios, "secrets": secret}
    return {"toy": RULESET._replace(sheet=Drawing(), scenarios=shelf, scene_for=scene_for)}


class Foolish:
    """Advice that fails at every choice that is one."""

    def value(self, state: State, side: int) -> float:
        """Nothing is worth anything."""
        raise ZeroDivisionError("secret: ambush")

    def moves(self, look: Any) -> Iterable[tuple[Move, float]]:
        """A fault that quotes what nobody may know."""
        raise ZeroDivisionError("secret: ambush")


class Dreaming(Foolish):
    """Advice that never comes to an end."""

    def moves(self, look: Any) -> Iterable[tuple[Move, float]]:
        """Sleep, without minding the clock."""
        sleep(600)
        return []


def foolish_library() -> dict[str, Book]:
    """Toy Brigade with advice that fails, and with advice that takes for ever."""
    return {
        "toy": RULESET._replace(advice=Foolish()),
        "dreamers": RULESET._replace(name="dreamers", advice=Dreaming()),
    }
