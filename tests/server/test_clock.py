"""The clock: who has how much time, when it goes and when it stands, and what a fallen flag is worth."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import time
from typing import Any

import pytest

from grognard.engine.book import BadInput
from grognard.server.clock import DAY, Clock, ClockKept, ClockWish, new_clock, woken
from grognard.server.now import Steady
from grognard.server.store import Store
from tests.server.player import Player, level
from tests.server.running import Running
from tests.server.test_game import to_act

GAME, MAIL = ClockWish(minutes=10, seconds=5), ClockWish(days=3)


def never(_since: float, _now: float) -> float:
    return 0.0


def clock(wish: ClockWish = GAME, running: tuple[int, ...] = (), **more: Any) -> Clock:
    kept = new_clock(wish, 2, 1000.0)
    assert kept is not None
    return Clock(ClockKept(wish, more.get("left", kept.left), 1000.0, running), more.get("stood", never))


def test_time_goes_for_whoever_is_asked_and_for_nobody_else() -> None:
    one = clock(running=(0,))
    assert (one.left(0, 1060.0), one.left(1, 1060.0)) == (540.0, 600.0)
    assert clock().left(0, 9999.0) == 600.0


def test_the_hand_that_passes_on_gets_its_seconds_and_the_server_s_time_is_nobody_s() -> None:
    passed = clock(running=(0,)).asks((1,), heard=1060.0, now=1063.0)
    assert (passed.left, passed.running) == ((545.0, 600.0), (1,))
    assert (
        Clock(passed, never).left(1, 1064.0) == 599.0
    )  # from when it was shown, not from when the other was heard


def test_as_long_as_the_same_are_asked_nothing_is_counted_anew() -> None:
    one = clock(running=(0,))
    assert one.asks((0,), 1060.0, 1060.0) is one.kept


def test_sealed_choices_run_for_both_until_each_has_made_his() -> None:
    after = clock(running=(0, 1)).asks((1,), 1010.0, 1010.0)
    assert (after.left, after.running) == ((595.0, 590.0), (1,))


def test_a_flag_that_has_fallen_stays_down_in_a_game_against_time() -> None:
    after = clock(running=(0,), left=(30.0, 600.0)).asks((1,), 1031.0, 1031.0)
    assert after.left == (0.0, 600.0)


def test_by_letter_every_answer_has_its_days_and_a_late_one_still_counts() -> None:
    late = clock(MAIL, (0,)).asks((1,), 1000.0 + 4 * DAY, 1000.0 + 4 * DAY)
    assert late.left == (3 * DAY, 3 * DAY)
    assert clock(MAIL, (0,)).left(0, 1000.0 + 3 * DAY) == 0.0


def test_no_clock_goes_while_the_server_stands() -> None:
    one = clock(running=(0,), stood=lambda since, now: 50.0)
    assert one.left(0, 1060.0) == 590.0


@pytest.mark.parametrize(
    "wish", [ClockWish(), ClockWish(minutes=1, days=1), ClockWish(seconds=5), ClockWish(days=1, seconds=5)]
)
def test_a_clock_is_of_one_kind(wish: ClockWish) -> None:
    with pytest.raises(BadInput):
        new_clock(wish, 2, 0.0)
    assert new_clock(None, 2, 0.0) is None


def test_the_store_knows_when_the_server_did_not_run(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as line:  # it died an hour ago
        line.execute("UPDATE pulse SET at = at - 3600")
    line.close()
    again, now = Store(f"sqlite:///{path}"), time()
    again.close()
    assert again.stood(now - 7200, now) == pytest.approx(3600, abs=60)
    assert again.stood(now + 1, now + 100) == 0.0


def test_this_process_counts_and_does_not_look_at_the_machine_s_clock_again() -> None:
    wall, steady = [1000.0], [7.0]
    now = Steady(lambda: wall[0], lambda: steady[0])
    assert now() == 1000.0
    wall[0], steady[0] = 4600.0, 12.0  # somebody has put the machine's clock right
    assert now() == 1005.0


def test_a_clock_kept_before_the_machine_s_was_put_back_does_not_stand_for_that_long() -> None:
    kept = ClockKept(GAME, (600.0, 600.0), 5000.0, (0,))
    assert Clock(woken(kept, 1400.0), never).left(0, 1460.0) == 540.0
    assert woken(kept, 6000.0) == kept


# ---------------------------------------------------------------- at the table


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_nobody_loses_or_wins_time_by_the_machine_s_clock(
    server: Running, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    _, first, second = begun(server, minutes=5)
    with first, second:
        actor = to_act(first, second)
        other, side = second if actor is first else first, actor.state["side"]
        for module in ("people", "room", "store"):
            monkeypatch.setattr(f"grognard.server.{module}.time", lambda: time() + jump)
        assert other.ask("claim")["code"] == "bad_input"
        assert actor.state["outcome"] is None
        seq = actor.state["seq"]
        actor.act("end")
        actor.until(lambda: actor.state["seq"] > seq)
        assert 200 < actor.state["clock"]["left"][side] <= 300


def begun(server: Running, **clock: int) -> tuple[dict[str, Any], Player, Player]:
    made = server.new_game("here", "open", clock=clock)
    first, second = (Player(server, made["game"], seat["token"]) for seat in made["seats"])
    return made, first, second


def set_back(server: Running, game: str, side: int, seconds: float) -> None:
    """Let a side have been asked for so long already."""
    room, _ = server.service.rooms._rooms[game]

    async def change() -> None:
        assert room.people.clock is not None
        kept = room.people.clock.kept
        left = tuple(one - seconds if at == side else one for at, one in enumerate(kept.left))
        kept = ClockKept(kept.wish, tuple(max(0.0, one) for one in left), kept.since, kept.running)
        await room.store.set_clock(game, kept)
        room.people.set_clock(kept)

    server.inside(change())


def test_it_begins_when_all_are_here_and_runs_for_whoever_is_asked(server: Running) -> None:
    made = server.new_game("here", "open", claim=False, clock={"minutes": 10, "seconds": 5})
    with Player(server, made["game"], made["seats"][0]["token"]) as first:
        assert (first.state["clock"]["left"], first.state["clock"]["running"]) == ([600, 600], [])
        token = server.join(made["game"], made["seats"][1]["invitation"]).json()["token"]
        first.until(lambda: first.state["clock"]["running"] == [0, 1])  # both bid
        with Player(server, made["game"], token) as second:
            actor = to_act(first, second)
            level([first, second])
            side = actor.state["side"]
            assert actor.state["clock"]["running"] == [side]
            set_back(server, made["game"], side, 300)
    server.put_away(made["game"])
    with Player(server, made["game"], token) as back:
        assert back.state["clock"]["running"] == [side]
        assert back.state["clock"]["left"][side] < 320  # a few more have passed
        assert back.state["clock"]["left"][1 - side] > 560


def test_the_computer_has_no_clock(server: Running) -> None:
    made = server.new_game("here", "random", clock={"minutes": 5})
    with Player(server, made["game"], made["seats"][0]["token"]) as alone:
        alone.until(lambda: alone.mine)
        assert alone.state["clock"]["running"] == [0]
        assert alone.ask("claim")["code"] == "bad_input"


def test_a_fallen_flag_gives_the_other_the_right_to_claim(server: Running) -> None:
    made, first, second = begun(server, minutes=10)
    with first, second, Player(server, made["game"]) as onlooker:
        actor = to_act(first, second)
        other = second if actor is first else first
        side = actor.state["side"]
        assert other.ask("claim")["code"] == "bad_input"
        set_back(server, made["game"], side, 10_000)
        assert actor.ask("claim")["code"] == "bad_input"
        assert actor.state["outcome"] is None  # nobody loses by himself
        assert onlooker.ask("claim")["code"] == "not_yours"
        assert other.ask("claim")["type"] == "answer"
        for one in (first, second, onlooker):
            one.until(lambda one=one: one.state["outcome"] is not None)  # type: ignore[misc]
            end = one.state["outcome"]
            assert (end["winner"], end["how"], end["by"]) == (1 - side, "time", side)
            assert one.state["clock"]["running"] == []


def test_who_has_no_time_himself_claims_nothing(server: Running) -> None:
    made, first, second = begun(server, minutes=10)
    with first, second:
        for side in (0, 1):
            set_back(server, made["game"], side, 10_000)
        assert first.ask("claim")["code"] == "bad_input"


@pytest.mark.parametrize(
    "clock",
    [
        {},
        {"minutes": 10, "days": 1},
        {"minutes": 601},
        {"minutes": -1},
        {"hours": 2},
        {"days": 61},
        5,
        "fast",
    ],
)
def test_no_other_clock_is_taken(server: Running, clock: Any) -> None:
    body = {"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2, "clock": clock}
    assert server.http.post("/api/games", json=body).status_code == 422
