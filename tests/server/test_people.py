"""What people do at the table beside the rules: talk, draws, resigning, playing again; and how the end is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.replay import read_save
from grognard.server.config import Limits
from grognard.server.people import cleaned
from tests.server.player import Player, level
from tests.server.running import PATIENT, Running, in_thread
from tests.server.test_game import table, to_act


def proof(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"} if player.token else {}


def words(player: Player) -> list[str]:
    return [line["words"] for line in player.state["talk"]]


@pytest.fixture
def two(server: Running) -> Iterator[tuple[dict[str, Any], Player, Player]]:
    """Two people at one table."""
    made, first, second = table(server)
    with first, second:
        yield made, first, second


# ---------------------------------------------------------------- talk


def test_what_is_said_reaches_the_table_and_no_onlooker_and_is_kept(server: Running) -> None:
    made, first, second = table(server)
    with first, second, Player(server, made["game"]) as onlooker:
        assert first.ask("say", words="Good day,\n sir")["type"] == "answer"
        second.until(lambda: bool(second.state["talk"]))
        assert [(line["side"], line["words"]) for line in second.state["talk"]] == [(0, "Good day, sir")]
        onlooker.ask("ping")
        assert onlooker.state["talk"] == []
        assert "Good day" not in "".join(onlooker.frames)
        assert second.state["seq"] == first.state["seq"] == 0  # the game knows nothing of it
    server.put_away(made["game"])
    with Player(server, made["game"], first.token) as back:
        assert words(back) == ["Good day, sir"]
        assert (
            b"Good day" not in server.http.get(f"/api/games/{made['game']}/save", headers=proof(back)).read()
        )


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  a \t b\r\nc ", "a b c"),
        ("<b onclick=alert(1)>hello</b>", "<b onclick=alert(1)>hello</b>"),  # letters, and shown as letters
        ("be\u202eware\u200b\x07", "beware"),  # nothing that turns round or hides what stands beside it
        ("Général Cambronne", "Général Cambronne"),
        ("\u0000\u2028\ue000", ""),
    ],
)
def test_words_are_one_line_of_letters(raw: str, shown: str) -> None:
    assert cleaned(raw) == shown


def test_the_same_words_sent_twice_are_said_once(two: tuple[dict[str, Any], Player, Player]) -> None:
    _, first, _ = two
    for _ in range(3):
        assert first.ask("say", words="Well?")["type"] == "answer"
    assert words(first) == ["Well?"]


def test_nobody_talks_too_much_too_long_or_from_outside(tmp_path: Path) -> None:
    limits = PATIENT._replace(words_said=20, talk_per_second=0.001, talk_at_once=4, talk_kept=3)
    with in_thread(tmp_path / "games.db", limits) as server:
        made, first, second = table(server)
        with first, second, Player(server, made["game"]) as onlooker:
            assert onlooker.ask("say", words="hello")["code"] == "not_yours"
            for bad in ("", " \n ", "x" * 21):
                assert first.ask("say", words=bad)["code"] == "bad_input"
            for number in range(4):
                assert first.ask("say", words=f"line {number}")["type"] == "answer"
            assert first.ask("say", words="one more")["code"] == "slow_down"
            assert second.ask("say", words="I am not you")["type"] == "answer"
        server.put_away(made["game"])
        with Player(server, made["game"], second.token) as back:
            assert words(back) == ["line 2", "line 3", "I am not you"]  # the oldest made room


def test_there_is_no_talking_to_the_computer_and_no_draw_with_it(server: Running) -> None:
    made = server.new_game("here", "random")
    with Player(server, made["game"], made["seats"][0]["token"]) as alone:
        assert alone.ask("say", words="hello")["code"] == "bad_input"
        assert alone.ask("draw", answer="offer")["code"] == "bad_input"
        assert alone.ask("claim")["code"] == "bad_input"


# ---------------------------------------------------------------- draws


def test_a_draw_is_offered_declined_and_not_asked_for_again_at_once(
    two: tuple[dict[str, Any], Player, Player],
) -> None:
    _, first, second = two
    assert second.ask("draw", answer="agree")["code"] == "bad_input"
    first.ask("draw", answer="offer")
    second.until(lambda: second.state["draw"] == 0)
    assert first.ask("draw", answer="decline")["code"] == "bad_input"
    assert second.ask("draw", answer="withdraw")["code"] == "bad_input"
    assert second.ask("draw", answer="decline")["type"] == "answer"
    first.until(lambda: first.state["draw"] is None)
    assert first.ask("draw", answer="offer")["code"] == "slow_down"
    first.act("bid", 1)
    assert first.ask("draw", answer="offer")["type"] == "answer"
    assert first.ask("draw", answer="withdraw")["type"] == "answer"
    second.until(lambda: second.state["draw"] is None)
    assert first.state["outcome"] is None


@pytest.mark.parametrize("answer", ["agree", "offer"])  # who offers what is offered agrees
def test_a_draw_is_agreed(two: tuple[dict[str, Any], Player, Player], answer: str) -> None:
    _, first, second = two
    first.ask("draw", answer="offer")
    assert first.ask("draw", answer="agree")["type"] == "answer"  # with oneself one agrees on nothing
    assert first.state["outcome"] is None
    second.ask("draw", answer=answer)
    for one in (first, second):
        one.until(lambda one=one: one.state["outcome"] is not None)  # type: ignore[misc]
        assert (one.state["outcome"]["winner"], one.state["outcome"]["how"]) == (None, "agreed")
        assert one.state["ask"] is None


# ---------------------------------------------------------------- the end


def test_who_resigns_has_lost_and_everything_says_so(server: Running) -> None:
    made, first, second = table(server)
    game = made["game"]
    with first, second, Player(server, game) as onlooker:
        actor = to_act(first, second)
        other = second if actor is first else first
        level([first, second, onlooker])
        seq = actor.state["seq"]
        assert onlooker.ask("resign")["code"] == "not_yours"
        assert other.ask("resign")["type"] == "answer"  # also when it is not one's turn
        loser, winner = other.state["side"], actor.state["side"]
        for one in (first, second, onlooker):
            one.until(lambda one=one: one.state["outcome"] is not None)  # type: ignore[misc]
            end = one.state["outcome"]
            assert (end["winner"], end["how"], end["by"], end["cite"]) == (winner, "resigned", loser, "")
            assert "resigned" in end["words"]
            assert (one.state["ask"], one.state["throw"], one.state["seq"]) == (None, None, seq)
            assert one.state["seed"] is not None
            assert not one.state["can_undo"]
        assert actor.ask("act", seq=seq, verb="end", noun=None)["code"] == "over"
        assert actor.ask("undo", seq=seq)["code"] == "no_undo"
        for again in ("resign", "claim"):
            assert actor.ask(again)["code"] == "over"
        assert actor.ask("draw", answer="offer")["code"] == "over"
    check_the_end(server, game, actor, other)
    server.put_away(game)  # and so it is read again from the disk
    check_the_end(server, game, actor, other)


def check_the_end(server: Running, game: str, winner: Player, loser: Player) -> None:
    side = winner.state["side"]
    with Player(server, game, winner.token) as back:
        assert back.state["outcome"]["winner"] == side
        total = back.state["seq"]
    listed = server.http.post("/api/games/list", json={"tokens": [winner.token, loser.token]}).json()
    assert {(one["over"], one["waiting"], one["outcome"]["how"]) for one in listed} == {
        (True, False, "resigned")
    }
    told = server.http.get(f"/api/games/{game}/summary", headers=proof(winner)).json()
    assert (told["over"], told["outcome"]["winner"]) == (True, side)
    assert told["course"]
    assert server.http.get(f"/api/games/{game}/judgement", headers=proof(winner)).status_code == 200
    last = server.http.get(f"/api/games/{game}/at/{total}").json()
    before = server.http.get(f"/api/games/{game}/at/{total - 1}").json()
    assert (last["outcome"]["how"], before["outcome"]) == ("resigned", None)


def test_the_file_of_a_resigned_game_says_so_and_is_opened_as_it_was(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        to_act(first, second)
        second.ask("resign")
        data = server.http.get(f"/api/games/{made['game']}/save", headers=proof(first)).read()
    save = read_save(data)
    assert save.ended is not None
    assert (save.ended.how, save.ended.side) == ("resigned", 1)
    head = {"Content-Type": "application/json"}
    opened = server.http.post("/api/games/import", content=data, headers=head).json()
    with Player(server, opened["game"], opened["seats"][0]["token"]) as back:
        assert (back.state["outcome"]["winner"], back.state["ask"]) == (0, None)
    cut = json.loads(data)
    del cut["ended"]  # the actions are a game of their own, which can be gone on with
    opened = server.http.post("/api/games/import", content=json.dumps(cut), headers=head).json()
    with Player(server, opened["game"], opened["seats"][0]["token"]) as back:
        assert back.state["outcome"] is None


def test_one_may_give_up_against_the_computer_while_it_thinks(server: Running) -> None:
    made = server.new_game("here", "random")
    with Player(server, made["game"], made["seats"][0]["token"]) as alone:
        assert alone.ask("resign")["type"] == "answer"
        assert (alone.state["outcome"]["winner"], alone.state["seats"][1]["thinking"]) == (1, False)


# ---------------------------------------------------------------- again


def test_the_same_people_play_again_on_changed_sides_by_the_tokens_they_have(server: Running) -> None:
    made, first, second = table(server)
    game = made["game"]
    with first, second, Player(server, game) as onlooker:
        assert first.ask("again", answer="same")["code"] == "bad_input"  # not before the end
        first.ask("resign")
        assert onlooker.ask("again", answer="same")["code"] == "not_yours"
        first.ask("again", answer="same")
        second.until(lambda: second.state["again"] == {"by": 0, "changed": False, "game": None})
        second.ask("again", answer="changed")  # no: the other way round
        first.until(lambda: first.state["again"] == {"by": 1, "changed": True, "game": None})
        first.ask("again", answer="changed")
        for one in (first, second):
            one.until(lambda one=one: bool(one.state["again"] and one.state["again"]["game"]))  # type: ignore[misc]
        new = first.state["again"]["game"]
        assert new != game
        assert second.ask("again", answer="changed")["type"] == "answer"  # sent twice: the same game
        assert second.state["again"]["game"] == new
        frames = "".join((*first.frames, *second.frames, *onlooker.frames))
        assert str(first.token) not in frames
    # Nobody else's token is worth anything there, and each works once.
    assert server.join(new, made["host"]).status_code == 404
    for old, side in ((first, 1), (second, 0)):
        got = server.join(new, str(old.token))
        assert (got.status_code, got.json()["side"]) == (200, side)
        assert got.json()["token"] != old.token
        assert server.join(new, str(old.token)).json()["error"]["code"] == "claimed"
        with Player(server, new, got.json()["token"]) as sitting:
            assert (sitting.state["side"], sitting.state["scenario"]) == (side, "skirmish")


def test_a_wish_to_play_again_can_be_declined_and_outlives_a_restart(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        second.ask("resign")
        second.ask("again", answer="same")
        first.until(lambda: first.state["again"] is not None)
        first.ask("again", answer="no")
        second.until(lambda: second.state["again"] is None)
        second.ask("again", answer="changed")
    server.put_away(made["game"])
    with Player(server, made["game"], first.token) as back:
        assert back.state["again"] == {"by": 1, "changed": True, "game": None}
        back.ask("again", answer="changed")
        assert back.state["again"]["game"]


# ---------------------------------------------------------------- secrets


def test_what_is_told_beside_the_rules_does_not_depend_on_what_is_hidden(server: Running) -> None:
    heard = []
    for verb, noun in (("bid", 2), ("hold_back", None)):
        made = server.new_game("here", "open", clock={"days": 3})
        first, second = (Player(server, made["game"], seat["token"]) for seat in made["seats"])
        with first, second, Player(server, made["game"]) as onlooker:
            first.act(verb, noun)  # sealed
            first.ask("draw", answer="offer")
            second.ask("draw", answer="decline")
            first.ask("resign")
            told: list[Any] = []
            for one in (second, onlooker):
                one.until(lambda one=one: one.state["outcome"] is not None)  # type: ignore[misc]
                told += [plainly(json.loads(frame)) for frame in one.frames if '"parley"' in frame]
                told += [one.state["outcome"], one.state["draw"], one.state["clock"]["running"]]
            heard.append(told)
    assert heard[0] == heard[1]


def plainly(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without the seconds, which depend on the machine."""
    return {**frame, "clock": {**frame["clock"], "left": None}}


def test_limits_have_room_for_talk() -> None:
    limits = Limits()
    assert limits.talk_kept * limits.words_said < 100_000  # what a sync may grow by
