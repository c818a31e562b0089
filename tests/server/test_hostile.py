"""Hostile input is refused with a clear error, and the game goes on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from grognard.server.config import Limits
from tests.server.player import Player, level, play_out
from tests.server.running import Running, in_thread
from tests.server.test_game import table, to_act


@pytest.fixture
def seated(server: Running) -> Iterator[Player]:
    """Somebody who may bid."""
    _, first, second = table(server)
    with first, second:
        yield first


BROKEN = {
    "nothing": "",
    "not JSON": "{hello",
    "half a message": '{"type": "act", "id": 901, "seq": 0',
    "no object": "[1, 2, 3]",
    "a number": "17",
    "null": "null",
    "no type": '{"id": 901}',
    "unknown type": '{"type": "cheat", "id": 901}',
    "type of another kind": '{"type": 7, "id": 901}',
    "unknown field": '{"type": "ping", "id": 901, "admin": true}',
    "no id": '{"type": "ping"}',
    "id of another kind": '{"type": "ping", "id": [1]}',
    "long id": json.dumps({"type": "ping", "id": "x" * 1000}),
    "seq as words": '{"type": "act", "id": 901, "seq": "0", "verb": "bid", "noun": 1}',
    "seq below zero": '{"type": "act", "id": 901, "seq": -1, "verb": "bid", "noun": 1}',
    "huge seq": '{"type": "act", "id": 901, "seq": 1e400, "verb": "bid", "noun": 1}',
    "huge number": '{"type": "act", "id": 901, "seq": 0, "verb": "bid", "noun": ' + "9" * 5000 + "}",
    "verb of another kind": '{"type": "act", "id": 901, "seq": 0, "verb": ["bid"], "noun": 1}',
    "long verb": json.dumps({"type": "act", "id": 901, "seq": 0, "verb": "x" * 500}),
    "deep nesting": '{"type": "act", "id": 901, "seq": 0, "verb": "bid", "noun": ' + "[" * 20_000 + "]" * 20_000 + "}",
    "deeper nesting": "[" * 60_000,
    "object as noun": '{"type": "act", "id": 901, "seq": 0, "verb": "bid", "noun": {"a": 1}}',
    "fraction as noun": '{"type": "act", "id": 901, "seq": 0, "verb": "bid", "noun": 1.0}',
    "endless noun": json.dumps({"type": "act", "id": 901, "seq": 0, "verb": "bid", "noun": [1] * 5000}),
    "pose too short": '{"type": "plan", "id": 901, "verb": "go", "pose": [1, 2]}',
    "pose far away": '{"type": "plan", "id": 901, "verb": "go", "pose": [99999999999, 2, 0, null]}',
    "overlay of no kind": '{"type": "overlay", "id": 901, "kind": "secrets", "unit": 0}',
    "journeys of nobody": json.dumps({"type": "journeys", "id": 901, "unit": 10**40}),
    "journeys far below": json.dumps({"type": "journeys", "id": 901, "unit": -(2**63) - 1}),
    "nothing said": '{"type": "say", "id": 901}',
    "said in numbers": '{"type": "say", "id": 901, "words": 7}',
    "said without end": json.dumps({"type": "say", "id": 901, "words": "x" * 5000}),
    "said for another": '{"type": "say", "id": 901, "words": "I give up", "side": 1}',
    "another answer": '{"type": "draw", "id": 901, "answer": "win"}',
    "another resigns": '{"type": "resign", "id": 901, "side": 1}',
    "again, elsewhere": '{"type": "again", "id": 901, "answer": "same", "game": "x"}',
    "token of another kind": '{"type": "hello", "token": 7}',
    "bad surrogate": '{"type": "ping", "id": "\\ud800"}',
    "two in one": '{"type": "ping", "id": 901}{"type": "ping", "id": 2}',
}  # fmt: skip


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_message_is_answered_and_changes_nothing(seated: Player, text: str) -> None:
    seated.say(text)
    seated.until(lambda: bool(seated.faults))
    fault = seated.faults[0]
    assert fault["code"] in ("bad_message", "illegal")
    assert 0 < len(fault["message"]) < 400
    assert seated.act("bid", 1)["seq"] == 1


WRONG_NOUNS = (None, True, False, -1, 3, "1", [], [1], [[1]], [None], "", "x" * 100, [1, [2, [3]]])


def test_nouns_of_a_wrong_shape_are_refused_with_a_rule(seated: Player) -> None:
    for noun in WRONG_NOUNS:
        refused = seated.act("bid", noun)
        assert (refused["code"], refused["cite"]) == ("illegal", "3.3"), noun
        assert seated.ask("why", verb="bid", noun=noun)["refusal"]["cite"] == "3.3"
        assert seated.ask("preview", verb="bid", noun=noun)["refusal"]["cite"] == "3.3"
    for verb in ("", "__class__", "ask", "revealed", "fell", "hold_back\x00"):
        assert seated.act(verb)["code"] == "illegal"
    assert seated.state["seq"] == 0


def test_nouns_of_a_wrong_shape_for_every_kind_of_offer(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        verbs = [offer["verb"] for offer in actor.state["ask"]["offers"]]
        for verb in verbs:
            for noun in (*WRONG_NOUNS, [0, 1, 2], [[0, 1]], [-1, -1], ["a", "b"], [[["forward", 1]]]):
                if verb == "end" and noun is None:
                    continue
                assert actor.act(verb, noun)["code"] == "illegal", (verb, noun)
        unit = next(o for o in actor.state["ask"]["offers"] if o["verb"] == "march")["ids"][0]
        actor.act("march", unit)
        for legs in (
            None,
            3,
            [],
            [[]],
            [["advance"]],
            [["advance", "x"]],
            [["fly", 3]],
            [["advance", True]],
            [["advance", -5]],
        ):
            assert actor.act("go", legs)["code"] == "illegal", legs


def test_too_large_is_refused_and_far_too_large_cuts_the_line(server: Running) -> None:
    made, first, second = table(server)
    with second:
        with first:
            first.say(json.dumps({"type": "why", "id": 901, "verb": "bid", "noun": "x" * 70_000}))
            first.until(lambda: bool(first.faults))
            assert first.faults[0]["code"] == "too_large"
            assert first.act("bid", 1)["type"] == "answer"
            first.say("x" * 1_100_000)
            assert first.closed() == 1009
        assert second.ask("ping")["seq"] == 1
    with Player(server, made["game"], first.token) as back:
        assert back.state["seq"] == 1


def test_bytes_are_no_messages(seated: Player) -> None:
    seated.say(b'{"type": "ping", "id": 901}')
    seated.until(lambda: bool(seated.faults))
    assert seated.faults[0]["code"] == "bad_message"


def test_a_message_sent_again_is_stale(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        message = json.dumps(
            {"type": "act", "id": 900, "seq": actor.state["seq"], "verb": "end", "noun": None}
        )
        actor.say(message)
        actor.until(lambda: 900 in actor.answers)
        for _ in range(5):
            actor.say(message)
        actor.until(lambda: len(actor.faults) == 5)
        assert {fault["code"] for fault in actor.faults} == {"stale"}


def test_nobody_is_heard_before_hello_or_with_another_seat_s_token(server: Running) -> None:
    made, other = server.new_game("here", "here"), server.new_game("here", "here")
    with Player(server, made["game"], greet=False) as stranger:
        assert stranger.ask("act", seq=0, verb="bid", noun=1)["code"] == "hello_first"
        for token in (other["seats"][0]["token"], "", "x" * 100, made["seats"][0]["token"][:-1]):
            stranger.say({"type": "hello", "token": token})
            stranger.until(lambda: bool(stranger.faults))
            assert stranger.faults.pop()["code"] in ("unknown_seat", "hello_first")
        assert not stranger.state
        assert all("pieces" not in frame for frame in stranger.frames)


def test_a_token_of_the_other_side_moves_only_that_side(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        other = second if actor is first else first
        seq = other.state["seq"]
        for verb, noun in (("end", None), ("ride", "middle"), ("march", 0)):
            assert other.act(verb, noun)["code"] == "not_yours"
        assert actor.ask("ping")["seq"] == seq


@pytest.mark.parametrize("game", ["nosuchgame", "%00", "x" * 500])
def test_there_is_no_such_game(server: Running, game: str) -> None:
    with Player(server, game, greet=False) as stranger:
        assert stranger.closed() == 4404


@pytest.mark.parametrize("path", ["/", "/api/games/..%2f../socket", "/api/health", "/assets/x"])
def test_there_is_no_socket_elsewhere(server: Running, path: str) -> None:
    with pytest.raises(InvalidStatus), connect(f"{server.sockets}{path}"):
        pass


def test_pages_of_other_sites_cannot_open_a_socket(server: Running) -> None:
    made = server.new_game("here", "here")
    address = f"{server.sockets}/api/games/{made['game']}/socket"
    with pytest.raises(InvalidStatus), connect(address, origin="http://evil.example"):  # type: ignore[arg-type]
        pass
    with connect(address, origin=f"http://127.0.0.1:{server.port}"):  # type: ignore[arg-type]
        pass


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the limits it would have, and some tighter ones."""
    limits = Limits()._replace(
        games_per_hour=30, sockets_per_game=5, requests_per_second=5, requests_at_once=100
    )
    with in_thread(tmp_path_factory.mktemp("strict") / "games.db", limits) as running:
        yield running


def test_ten_thousand_messages_at_once_are_refused_and_the_game_goes_on(strict: Running) -> None:
    made, first, second = table(strict)
    with second:
        with first:
            with pytest.raises(ConnectionClosed):  # noqa: PT012
                for n in range(10_000):
                    first.say({"type": "ping", "id": n})
                    if n == 5000:
                        assert second.ask("ping")["seq"] == 0  # others are served meanwhile
                first.closed()
                raise ConnectionClosed(None, None)
            codes = {fault["code"] for fault in first.faults}
            assert codes <= {"slow_down"}
        assert second.act("bid", 0)["type"] == "answer"
    with (
        Player(strict, made["game"], first.token) as back,
        Player(strict, made["game"], second.token) as other,
    ):
        play_out([back, other], Slowly(7))


class Slowly(random.Random):
    """Plays no faster than people may."""

    def shuffle(self, x: Any) -> None:
        from time import sleep

        sleep(0.02)
        super().shuffle(x)


def test_haste_is_told_clearly(strict: Running) -> None:
    _, first, second = table(strict)
    with first, second:
        sent = 0
        while not first.faults:  # on a slow machine more are let through
            sent += 400
            last = [first.post("ping") for _ in range(400)][-1]
            first.until(lambda last=last: bool(first.faults) or last in first.answers)  # type: ignore[misc]
        assert first.faults[0]["code"] == "slow_down"
        assert 100 < len(first.answers) < sent


def test_a_game_has_room_for_so_many(strict: Running) -> None:
    made = strict.new_game("here", "here")
    guests = [Player(strict, made["game"]) for _ in range(5)]
    with Player(strict, made["game"], greet=False) as late:
        assert late.closed() == 4429
    for guest in guests:
        guest.__exit__(None, None, None)


def test_so_many_games_an_hour_and_requests_a_second(strict: Running) -> None:
    body = {"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2}
    codes = [strict.http.post("/api/games", json=body).status_code for _ in range(40)]
    assert codes[0] == 201
    assert codes[-1] == 429
    asked = (strict.http.get("/api/health") for _ in range(2000))  # on a slow machine more are let through
    refused = next(answer for answer in asked if answer.status_code == 429)
    assert refused.json()["error"]["code"] == "slow_down"
    assert refused.headers["retry-after"]
    assert "content-security-policy" in refused.headers


def test_after_all_that_the_server_still_plays(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        play_out([first, second], random.Random(9))
        level([first, second])
        assert first.state["outcome"] is not None
