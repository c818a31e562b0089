"""Two games with the same dice and other secrets: whatever reaches anybody else is the same, byte for byte.

What is compared is what the server sends: action, question, crumbs and journal in words, and the redacted position from
which it makes all the rest: the table, cards, previews, overlays, refusals. And the summary that anybody may ask for, which
is made of all that happened.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET as TOY
from grognard import books
from grognard.ai.agents import make
from grognard.engine.book import Book
from grognard.engine.log import visible
from grognard.engine.secrets import Secrets
from grognard.lab.fuzz import fuzz
from grognard.lab.laws import Broken
from grognard.lab.twins import LAW, Heard, Line, Telling, glance, play_twins
from grognard.server import standing, views, words
from grognard.server.record import Record
from grognard.server.room import Room
from grognard.server.summary import summary
from grognard.server.tables import GameKept
from grognard.server.turns import Crowded
from grognard.testing.shelf import Told

BOOKS = {**books.library(), "toy": TOY}
HIDERS = [name for name, book in books.library().items() if book.secrets != Secrets()]
SWITCHES = Told("hiding_switches")
"""Switches by which a book hides more; they have a game of their own."""
LIMITS = {"random": 60, "greedy": 30}


def sent(heard: Heard, side: int | None) -> bytes:
    """What the server sends a side of an action."""
    book, engine = heard.book, heard.engine
    sight = views.Sight(book, engine, heard.after, side)
    names = book.sheet.names(book.view_of(heard.after, side).state)
    sides = tuple(book.sheet.sides(heard.after.state))
    parts: list[Any] = [
        views.played_between(book, engine, heard.before, heard.action, heard.after, side),
        words.entries_of(book, visible(heard.entries, side), 0, names, sides),
        sight.ask(),
        sight.throw(),
        sight.where(),
        sight.outcome(),
        book.encode(sight.position).decode(),  # whatever is drawn, answered or refused comes of this alone
    ]
    return msgspec.json.encode(parts)


class Busy:
    """Nobody is there to reckon percentiles."""

    async def call(self, *_: Any, **__: Any) -> Any:
        raise Crowded


class Summed:
    """The summaries of both twins, as the server would give them. For one game of twins."""

    def __init__(self, scenario: str, monkeypatch: pytest.MonkeyPatch):
        self.scenario, self.now = scenario, 0.0
        self.rooms: dict[Line, Room] = {}
        monkeypatch.setattr(standing, "time", lambda: self.now)

    def __call__(self, line: Line, side: int | None) -> bytes:
        """What `GET summary` answers a side."""
        room = self.rooms.get(line) or self.rooms.setdefault(line, self._room(line))
        for heard in line.past[len(room.record.actions) :]:
            self._go_on(room, heard, line)
        assert not room.record.position.over
        busy: Any = Busy()
        return msgspec.json.encode(asyncio.run(summary(room, side, busy, 1.0)))

    def _room(self, line: Line) -> Room:
        first = line.past[0].before
        record = Record(line.book, self.scenario, first.state.options, b"seed")
        record.positions[:] = [first]
        card, self.now = standing.card_of(record, first), 0.0
        kept = GameKept("g", line.book.name, "", self.scenario, {}, b"seed", "", 0, False, 0.0, 0.0, card, ())
        nowhere: Any = None
        return Room(kept, record, nowhere)

    def _go_on(self, room: Room, heard: Heard, line: Line) -> None:
        """One action more: whatever nobody else notices comes at an hour of its own."""
        played = room.record.tried(heard.before, heard.action, heard.after, heard.entries)
        noticed = any(side not in played.unnoticed for side in line.others)
        self.now = float(room.shown(line.others[0]) + 1 if noticed else id(line))
        more = {side: int(side not in played.unnoticed) for side in range(len(room.record.sides))}
        room.card = standing.card_of(room.record, heard.after, more, room.card)
        room.record.take_in(played)


def hiding() -> list[Any]:
    """Every scenario in which somebody may have a secret, with the switches that matter to it."""
    found = []
    for name, book in BOOKS.items():
        for scenario in book.scenarios:
            if not book.secrets.may_be(book.start(scenario).state):
                continue
            found.append(pytest.param(name, scenario, {}, id=f"{name}-{scenario}"))
            if switches := SWITCHES[name] if name in HIDERS else {}:
                found.append(pytest.param(name, scenario, switches, id=f"{name}-{scenario}-set-up"))
    return found


def twins(
    book: Book,
    scenario: str,
    agent: str,
    seed: int,
    limit: int,
    tell: Telling | None = None,
    **switches: Any,
) -> int:
    agents = [make(agent, book, seed), make(agent, book, seed + 1)]
    return play_twins(book, scenario, agents, seed, book.options(**switches), limit, sent, tell)


@pytest.mark.parametrize("agent", LIMITS)
@pytest.mark.parametrize(("name", "scenario", "switches"), hiding())
def test_nobody_can_tell_games_with_other_secrets_apart(
    name: str, scenario: str, switches: dict[str, Any], agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = Summed(scenario, monkeypatch)
    assert twins(BOOKS[name], scenario, agent, 5, LIMITS[agent], tell, **switches) >= 20
    assert tell.rooms


def test_books_that_hide_something_are_all_looked_at() -> None:
    known = {*HIDERS, "toy"}
    assert {param.values[0] for param in hiding()} == known


def found_out(
    book: Book,
    scenario: str,
    tell: Telling | None = None,
    limit: int = 120,
    first: int = 0,
    **switches: Any,
) -> Broken | None:
    """The first way in which twins can be told apart, of a few that are tried."""
    for seed in range(first, first + 20):
        try:
            twins(book, scenario, "random", seed, limit, tell, **switches)
        except Broken as fault:
            return fault
    return None


def test_a_pause_that_comes_only_with_the_card_is_found_out() -> None:
    assert found_out(BOOKS["valour_and_fortitude"], "first_brigade", pause_at_windows=False)


@pytest.mark.parametrize(
    ("name", "scenario"), [("skirmish_1808", "convoy"), ("men_who_would_be_kings", "get_off_my_land")]
)
def test_a_view_that_shows_what_is_hidden_is_found_out(name: str, scenario: str) -> None:
    assert found_out(BOOKS[name]._replace(redact=lambda state, _side: state), scenario)


def test_a_summary_that_counts_what_was_chosen_in_secret_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Room, "shown", lambda room, _side: room.seq)
    tell = Summed("convoy", monkeypatch)
    fault = found_out(BOOKS["skirmish_1808"], "convoy", tell, limit=30, first=9, free_deployment=True)
    assert "is told another story" in str(fault)


def test_where_a_switch_lets_something_out_the_fuzzer_does_not_complain() -> None:
    book = BOOKS["valour_and_fortitude"]
    quick = book.start("first_brigade", book.options(pause_at_windows=False))
    assert not book.secrets.kept(quick.state)
    assert book.secrets.kept(book.start("first_brigade").state)
    for seed in range(40):
        glance(book, quick, 2, random.Random(seed), 60)


def test_the_fuzzer_plays_twins_too(tmp_path: Path) -> None:
    book = BOOKS["valour_and_fortitude"]._replace(redact=lambda state, _side: state)
    report = fuzz(book, 20.0, scenarios=["first_brigade"], folder=tmp_path, share=1.0, most_faults=1)
    assert [fault.law for fault in report.faults] == [LAW]
