"""When the disk, the rules or the reader fail us: nothing is pretended, and the game can be had again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.server.config import Config, Limits
from grognard.server.doors import UNHEARD, Doors, protocols
from grognard.server.limits import Bucket, Buckets, ByAddress, Share
from grognard.server.socket import Close, Session
from grognard.server.store import actions, games
from tests.server.player import Player
from tests.server.running import Running, in_thread, wait_until
from tests.server.test_game import ride, table, to_act


def test_what_cannot_be_written_is_not_acknowledged(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        seq, token = actor.state["seq"], actor.token
        room = server.inside(server.service.rooms.find(made["game"]))

        async def fail(*_: Any) -> None:
            raise OSError("no space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(room.store, "append", fail)
            offer = next(offer for offer in actor.state["ask"]["offers"] if offer["verb"] == "ride")
            actor.post("act", seq=seq, verb="ride", noun=offer["ids"][0])
            assert actor.closed() == 1012
        assert actor.faults[-1]["code"] == "internal"
        assert actor.state["seq"] == seq
    with Player(server, made["game"], token) as back:
        assert back.state["seq"] == seq
        ride(back)


def test_a_game_the_rules_no_longer_allow_says_so(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        to_act(first, second)
    server.put_away(made["game"])
    with server.service.store.engine.begin() as connection:
        changed = actions.update().where(actions.c.game == made["game"], actions.c.n == 0)
        connection.execute(changed.values(data='{"type":"move","side":0,"verb":"bid","noun":99}'))
    with Player(server, made["game"], greet=False) as late:
        assert late.closed() == 4409
    answer = server.http.get(f"/api/games/{made['game']}/at/0")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "outdated")
    token = made["seats"][0]["token"]
    assert len(server.http.post("/api/games/list", json={"tokens": [token]}).json()) == 1  # still listed


def changed_row(server: Running, game: str, **values: Any) -> None:
    server.put_away(game)
    with server.service.store.engine.begin() as connection:
        connection.execute(actions.update().where(actions.c.game == game, actions.c.n == 0).values(**values))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        ({"data": "this is no JSON"}, "is damaged: it cannot be read"),
        ({"data": '{"type":"move"'}, "is damaged: it cannot be read"),
        ({"data": '{"type":"dance"}'}, "is damaged: it cannot be read"),
        ({"n": 77}, "its row 1 is missing"),
    ],
)
def test_a_damaged_game_is_called_so_and_nobody_comes_back_to_it_for_ever(
    server: Running, spoil: dict[str, Any], words: str
) -> None:
    """It was said to be of version 2 of the rules, which is the one in use; or the line was cut without a word."""
    made, first, second = table(server)
    with first, second:
        to_act(first, second)
    changed_row(server, made["game"], **spoil)
    with Player(server, made["game"], greet=False) as late:
        assert late.closed() == 4409
    for path in ("at/0", "summary"):
        answer = server.http.get(f"/api/games/{made['game']}/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "damaged")
        assert words in answer.json()["error"]["message"]
    with Player(server, server.new_game("here", "here")["game"]) as another:
        assert another.state["seq"] == 0


def test_rules_that_were_mended_are_not_told_as_another_version(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        to_act(first, second)
    changed_row(server, made["game"], data='{"type":"move","side":0,"verb":"bid","noun":99}')
    error = server.http.get(f"/api/games/{made['game']}/at/0").json()["error"]
    assert error["code"] == "outdated"
    assert "action 1 of this game does not fit the rules as they are played now" in error["message"]
    with server.service.store.engine.begin() as connection:
        connection.execute(games.update().where(games.c.id == made["game"]).values(version="0.7"))
    error = server.http.get(f"/api/games/{made['game']}/at/0").json()["error"]
    assert error["message"] == "this game was begun under version 0.7 of the rules and no longer fits"


def test_one_damaged_game_takes_no_others_from_the_list(server: Running) -> None:
    made, other = server.new_game("here", "here"), server.new_game("here", "here")
    with server.service.store.engine.begin() as connection:
        connection.execute(games.update().where(games.c.id == made["game"]).values(card="no card"))
    tokens = [one["seats"][0]["token"] for one in (made, other)]
    listed = server.http.post("/api/games/list", json={"tokens": tokens}).json()
    assert [one["game"] for one in listed] == [other["game"]]


def test_a_fault_of_the_disk_is_seen_at_once_though_a_small_look_goes_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_thread(tmp_path / "games.db") as running:
        assert running.http.get("/api/health").json()["ok"]
        with running.service.store.engine.begin() as connection:
            connection.execute(sa.text("DROP TABLE affairs"))  # as good as damaged
        assert running.http.get("/api/games/nothing/summary").status_code == 503
        sick = running.http.get("/api/health")
        assert (sick.status_code, sick.json()["wrong"]) == (
            503, ["a game could not be read or kept a moment ago"]
        )  # fmt: skip
        monkeypatch.setattr("grognard.server.health.TROUBLED", 0.0)
        running.service.health._last = None
        assert running.http.get("/api/health").json()["ok"]


def test_a_game_of_a_book_that_is_gone_says_so(server: Running) -> None:
    made = server.new_game("here", "here")
    server.put_away(made["game"])
    with server.service.store.engine.begin() as connection:
        connection.execute(games.update().where(games.c.id == made["game"]).values(book="gone"))
    with Player(server, made["game"], greet=False) as late:
        assert late.closed() == 4409


def test_empty_rooms_are_put_away_and_come_back(server: Running) -> None:
    made, first, second = table(server)
    rooms = server.service.rooms
    with first, second:
        first.act("bid", 1)
        server.inside(rooms.sweep(10_000))
        assert made["game"] in rooms._rooms  # somebody is there
    room, _ = rooms._rooms[made["game"]]
    wait_until(lambda: not room.guests)
    server.inside(rooms.sweep(0))
    assert made["game"] in rooms._rooms  # not idle for long enough
    server.inside(rooms.sweep(10_000))
    assert made["game"] not in rooms._rooms
    with Player(server, made["game"], first.token) as back:
        assert back.state["seq"] == 1


def test_many_come_at_once_and_the_game_is_loaded_once(server: Running) -> None:
    made = server.new_game("here", "here")
    server.put_away(made["game"])

    async def crowd() -> set[int]:
        found = await asyncio.gather(*(server.service.rooms.find(made["game"]) for _ in range(20)))
        return {id(room) for room in found}

    assert len(server.inside(crowd())) == 1


def test_two_servers_cannot_write_the_same_action(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        with server.service.store.engine.begin() as connection:  # as another server on this database would
            other = {
                "game": made["game"],
                "n": 0,
                "data": '{"type":"move","side":0,"verb":"hold_back"}',
                "at": 0.0,
            }
            connection.execute(actions.insert().values(**other))
        first.post("act", seq=0, verb="bid", noun=2)
        assert first.closed() == 1012
    with Player(server, made["game"], first.token) as back:
        assert back.state["seq"] == 1
        assert not back.mine


class _Nobody:
    """As much of the service as a session needs."""

    def __init__(self) -> None:
        self.config = Config("", limits=Limits()._replace(unsent_messages=5))
        self.messages = Buckets(1, 1)
        self.shares = ByAddress(lambda: Share(1.0, 1.0, 1.0))


def test_who_does_not_read_is_sent_away() -> None:
    async def fill() -> list[Any]:
        visitor = Session(None, _Nobody(), "here")  # type: ignore[arg-type]
        for n in range(20):
            visitor.post(str(n))
        return [visitor._out.get_nowait() for _ in range(visitor._out.qsize())]

    *sent, last = asyncio.run(fill())
    assert sent == ["0", "1", "2", "3", "4"]
    assert isinstance(last, Close)
    assert last.code == 1013


def test_what_can_be_written_at_once_is_and_the_rest_follows_in_its_order() -> None:
    async def fill() -> tuple[list[str], list[Any]]:
        written: list[str] = []
        free = [True, False]
        visitor = Session(None, _Nobody(), "here")  # type: ignore[arg-type]
        visitor._write = lambda data: free.pop(0) and not written.append(data)  # type: ignore[func-returns-value]
        for n in range(4):
            visitor.post(str(n))
        assert not free, "nobody is asked again while something waits"
        return written, [visitor._out.get_nowait() for _ in range(visitor._out.qsize())]

    assert asyncio.run(fill()) == (["0"], ["1", "2", "3"])


def test_reading_stops_when_some_messages_wait_to_be_heard() -> None:
    """And not for each of them: a player who sends one at a time never makes us stop."""

    class Line:
        paused = 0

        def pause_reading(self) -> None:
            self.paused += 1

        def resume_reading(self) -> None:
            self.paused -= 1

    async def flood() -> list[int]:
        _, kind = protocols(Doors(Limits()))
        socket: Any = kind.__new__(kind)
        socket.transport, socket.queue, socket.read_paused = Line(), asyncio.Queue(), False
        socket.close_sent, socket.curr_msg_data_type = False, "text"
        told = []
        for _ in range(UNHEARD + 2):
            socket.frames = [b"x"]
            socket.send_receive_event_to_app()
            told.append(socket.transport.paused)
        for _ in range(UNHEARD + 2):
            await socket.receive()
            told.append(socket.transport.paused)
        return told

    assert asyncio.run(flood()) == [0] * (UNHEARD - 1) + [1] * 3 + [1] * (UNHEARD + 1) + [0]


def test_buckets_fill_with_time_and_the_oldest_are_forgotten() -> None:
    now = [0.0]
    bucket = Bucket(2, 4, lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    assert bucket.wait() == 0.5
    now[0] = 0.6
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(1, 1, kept=2, clock=lambda: now[0])
    first = buckets.of("a")
    assert buckets.of("a") is first
    buckets.of("b")
    buckets.of("c")
    assert buckets.of("a") is not first


def test_no_token_and_no_seed_is_ever_written_down_or_logged(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    made, first, second = table(server)
    with first, second:
        first.say("nonsense")
        first.say({"type": "hello", "token": "a wrong token"})
        first.act("bid", 1)
        first.act("bid", 9)
    server.http.get(f"/api/games/{made['game']}/save", headers={"Authorization": f"Bearer {first.token}"})
    server.http.post("/api/games", json={"book": 7})
    with server.service.store.engine.connect() as connection:
        rows = (
            connection.execute(sa.text("select * from seats")).all()
            + connection.execute(sa.select(actions)).all()
        )
    room = server.inside(server.service.rooms.find(made["game"]))
    for secret in (first.token, second.token, room.kept.seed.hex()):
        assert secret is not None
        assert secret not in caplog.text
        assert secret not in json.dumps([str(row) for row in rows])
