"""What the books hide stays hidden on the wire: secret sectors, secret moves, hidden units set up, cards held at a pause."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard import books
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import redact_agenda
from grognard.server import standing, views
from grognard.server.config import LIBRARY
from grognard.server.record import Record
from grognard.server.room import Room
from grognard.server.tables import GameKept
from tests.server.player import Player
from tests.server.running import Running, in_thread

KINGS = "men_who_would_be_kings"
SKIRMISH = "skirmish_1808"
VALOUR = "valour_and_fortitude"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


def moment(server: Running, game: str, n: int, player: Player) -> Any:
    head = {"Authorization": f"Bearer {player.token}"} if player.token else {}
    return server.http.get(f"/api/games/{game}/at/{n}", headers=head)


def test_secret_sectors_are_not_sent_and_not_counted(library: Running) -> None:
    heard: list[str] = []
    for sectors in ((3, 5, 8), (7, 7, 4)):
        made = library.new_game("here", "open", book=KINGS, scenario="get_off_my_land")
        game, (owner, enemy) = made["game"], [seat["token"] for seat in made["seats"]]
        with (
            Player(library, game, owner) as first,
            Player(library, game, enemy) as second,
            Player(library, game) as third,
        ):
            first.act("hide", sectors[0])
            first.act("hide", sectors[1])
            assert first.state["seq"] == 2
            # Taken back and done again, unnoticed as it was done.
            first.ask("undo", seq=2)
            first.act("hide", sectors[1])
            for other in (second, third):
                assert other.ask("ping")["seq"] == 0
                assert moment(library, game, 1, other).status_code == 404
            first.act("hide", sectors[2])
            for other in (second, third):
                other.until(lambda other=other: other.state["seq"] == 1)  # type: ignore[misc]
                assert list(other.actions) == [{"side": 0, "hidden": True}]
                assert other.state["undos"] == 0
                seen = moment(library, game, 1, other).json()
                assert (seen["total"], seen["action"]) == (1, {"side": 0, "hidden": True})
                heard.append(json.dumps([seen, other.state["view"], other.state["ask"], other.log]))
            assert moment(library, game, 3, first).json()["action"]["noun"] == sectors[2]
            assert [
                one["seq"] for one in library.http.post("/api/games/list", json={"tokens": [enemy]}).json()
            ] == [1]
            head = {"Authorization": f"Bearer {enemy}"}
            told = library.http.get(f"/api/games/{game}/summary", headers=head).json()
            assert [side["choices"] for side in told["sides"]] == [1, 0]
            # The enemy's own clock goes by what he has noticed.
            assert second.ask("act", seq=3, verb="end_turn", noun=None)["code"] == "stale"
            assert second.act("end_turn")["type"] == "answer"
    assert heard[0] == heard[2]
    assert heard[1] == heard[3]


def record(book: str, scenario: str, **switches: Any) -> Record:
    found = books.load(book)
    game = Record(found, scenario, found.options(**switches), bytes(32))
    for tried in game.try_out(None):  # the dice that are due at once
        game.take_in(tried)
    return game


def play(game: Record, verb: str, noun: Any = None) -> None:
    ask = game.pending
    assert isinstance(ask, Ask)
    nouns = (one for one in ask.offers[verb] if noun is None or one == noun)
    for tried in game.try_out(Move(ask.who[0], verb, next(nouns))):
        game.take_in(tried)


def anything(game: Record) -> None:
    ask = game.pending
    assert isinstance(ask, Ask)
    for tried in game.try_out(ask.sample(random.Random(len(game.actions)), ask.who[0])):
        game.take_in(tried)


def test_secret_moves_are_not_noticed_however_many_there_are() -> None:
    game = record(SKIRMISH, "convoy")
    owner = next(number for number, side in enumerate(game.position.state.field.sides) if side.conceals)
    for _ in range(200):  # on to the secret moves of a turn
        step = type(game.engine.step(game.position.agenda[-1])).__name__
        if step == "SecretMoves" and "sneak" in game.pending.offers:  # type: ignore[union-attr]
            break
        anything(game)
    before = {side: story.seq for side, story in game.stories.items()}
    play(game, "sneak")
    play(game, "sneak")
    assert {side: story.seq - before[side] for side, story in game.stories.items()} == {
        owner: 2, 1 - owner: 0, None: 0
    }  # fmt: skip
    game.take_back()
    assert game.stories[None].undos == 0
    assert game.stories[owner].undos == 1
    play(game, "ready")
    index = next(n for n, action in enumerate(game.actions) if getattr(action, "verb", "") == "ready")
    assert views.played(game, index, None).verb == "ready"


def test_a_unit_that_springs_is_named_as_it_stands_on_the_table() -> None:
    game = record(SKIRMISH, "ambush")
    for _ in range(300):
        ask = game.pending
        if isinstance(ask, Ask) and "spring" in ask.offers:
            break
        anything(game)
    hidden = [unit.id for unit in game.position.state.hidden]
    number = len(game.position.state.units)
    play(game, "spring", hidden[-1])
    index = next(n for n, action in enumerate(game.actions) if getattr(action, "verb", "") == "spring")
    owner = game.actions[index].side  # type: ignore[union-attr]
    for side in (1 - owner, None):
        assert views.played(game, index, side).noun == number
    assert views.played(game, index, owner).noun == hidden[-1]


def test_hidden_units_are_set_up_unnoticed() -> None:
    game = record(SKIRMISH, "ambush", free_deployment=True)
    owner = next(number for number, side in enumerate(game.position.state.field.sides) if side.conceals)
    while game.pending.who != (owner,):  # type: ignore[union-attr]
        play(game, "ready")
    before = game.stories[None].seq
    hidden = game.position.state.hidden[0].id
    play(game, "pick", hidden)
    sight = views.Sight(game.book, game.engine, game.position, None)
    asked = sight.ask()
    assert asked is not None
    assert asked.prompt == "Set up"  # not: place so-and-so
    play(game, "place")
    assert game.stories[None].seq == before
    play(game, "ready")
    assert game.stories[None].seq > before


def test_a_pause_for_cards_names_the_rule_of_the_pause_and_of_no_card() -> None:
    game = record(VALOUR, "first_brigade")
    found = set()
    for _ in range(400):
        if game.position.over:
            break
        step = game.engine.step(game.position.agenda[-1])
        if step.outside:
            who = game.pending.who[0]  # type: ignore[union-attr]
            for side in (1 - who, None):
                sight = views.Sight(game.book, game.engine, game.position, side)
                asked = sight.ask()
                assert asked is not None
                found.add((asked.cite, sight.where()[-1].cite))
        anything(game)
    assert found == {("43", "43")}


def test_whether_a_game_hides_something_does_not_depend_on_what_it_hides() -> None:
    for name, scenario, hides in (
        (SKIRMISH, "ambush", True), (SKIRMISH, "bridge", False), (KINGS, "get_off_my_land", True),
        (VALOUR, "first_brigade", True), ("fix_bayonets", "first_blood", True),
        ("ever_victorious_armies", "stockade", False),
    ):  # fmt: skip
        assert record(name, scenario).hides is hides


class Listener:
    """Somebody at the table who only listens."""

    def __init__(self, side: int):
        self.side: int | None = side

    def post(self, data: str) -> None:
        """Hear something."""

    def dismiss(self, code: int, reason: str) -> None:
        """Never sent away."""


class Shelf:
    """A store that keeps nothing."""

    async def append(self, *_: Any) -> None:
        """Written down, as far as anybody can tell."""


def test_what_a_side_sees_is_worked_out_once_and_forgotten_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view knows what it is asked: made a second time, to tell of the choice, it would have to be asked again."""
    game = record(VALOUR, "first_brigade")
    seen: list[tuple[Any, int | None]] = []

    def noted(agenda: Any, side: int | None, env: Any) -> Any:
        seen.append((agenda, side))
        return redact_agenda(agenda, side, env)

    monkeypatch.setattr("grognard.engine.book.redact_agenda", noted)
    nothing: Any = Shelf()
    card = standing.card_of(game, game.position)
    kept = GameKept("g", game.book.name, "", "first_brigade", {}, bytes(32), "", 0, False, 0.0, 0.0, card, ())
    room = Room(kept, game, nothing)
    room.guests.update(Listener(side) for side in (0, 1))

    async def played() -> None:
        rng = random.Random(3)
        while len(game.actions) < 40:
            ask = game.pending
            assert isinstance(ask, Ask)
            move = ask.sample(rng, ask.who[0])
            await room.act(move.side, room.shown(move.side), move.verb, move.noun)

    asyncio.run(played())
    assert len(seen) > 80
    counted = Counter((id(agenda), side) for agenda, side in seen)
    assert set(counted.values()) == {1}
    assert not any("views" in position.__dict__ for position in game.positions[:-1])
