"""Computer players at the table: they play to the end, never stop the others, and fail gracefully."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.server.player import Player, play_out
from tests.server.running import PATIENT, Running, in_thread, wait_until
from tests.server.test_game import table


def test_a_game_against_the_computer_to_the_end(server: Running) -> None:
    made = server.new_game("here", "greedy")
    assert made["seats"][1]["token"] is None
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        seat = player.state["seats"][1]
        assert (seat["kind"], seat["agent"], seat["online"]) == ("agent", "greedy", True)
        play_out([player], random.Random(1))
        assert player.state["outcome"] is not None
        assert {action["side"] for action in player.actions if "verb" in action} == {0, 1}


def test_two_computers_play_while_somebody_looks_on(server: Running) -> None:
    made = server.new_game("random", "greedy")
    room = server.inside(server.service.rooms.find(made["game"]))
    assert room.seq == 0  # nobody would see it
    with Player(server, made["game"]) as onlooker:
        onlooker.until(lambda: onlooker.state["outcome"] is not None)
        assert onlooker.state["seq"] > 10
        assert [update for update in onlooker.actions if update.get("undone")] == []


def test_a_computer_player_is_paced_and_answers_when_its_human_has_gone(
    server: Running, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with in_thread(tmp_path_factory.mktemp("paced") / "games.db", pace=0.15) as paced:
        made = paced.new_game("random", "random")
        with Player(paced, made["game"]) as onlooker:
            began = monotonic()
            onlooker.until(lambda: len([a for a in onlooker.actions if "verb" in a or a.get("hidden")]) >= 6)
            assert monotonic() - began > 0.6
        made = paced.new_game("here", "random")
        with Player(paced, made["game"], made["seats"][0]["token"]) as player:
            player.act("bid", 0)
        room = paced.inside(paced.service.rooms.find(made["game"]))
        wait_until(lambda: room.seq > 1)


@pytest.fixture(scope="module")
def foolish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose greedy computer players fail, or take for ever."""
    limits = PATIENT._replace(agent_seconds=0.7)
    folder = tmp_path_factory.mktemp("foolish")
    shelf = "tests.server.shelf:foolish_library"
    with in_thread(folder / "games.db", limits, shelf=shelf, thinkers=1) as running:
        running.warm()
        yield running


def test_a_computer_player_that_fails_plays_something_legal(
    foolish: Running, caplog: pytest.LogCaptureFixture
) -> None:
    made = foolish.new_game("here", "greedy")
    token = made["seats"][0]["token"]
    with caplog.at_level(logging.WARNING, "grognard.server"), Player(foolish, made["game"], token) as player:
        play_out([player], random.Random(1))
    text = caplog.text
    assert "greedy failed and plays anything: ZeroDivisionError in" in text
    assert "ambush" not in text
    assert token not in text


def test_a_computer_player_that_thinks_for_ever_is_ended(foolish: Running) -> None:
    slow = foolish.new_game("here", "greedy", book="dreamers")
    with Player(foolish, slow["game"], slow["seats"][0]["token"]) as player:
        player.act("bid", 2)
        player.until(lambda: player.state["seq"] >= 2)  # ended, and something was played in its place


def test_nobody_waits_for_a_computer_player_that_thinks_for_ever(
    tmp_path: Path, path_for_workers: None
) -> None:
    shelf = "tests.server.shelf:foolish_library"
    with in_thread(tmp_path / "games.db", PATIENT._replace(agent_seconds=600.0), shelf=shelf) as running:
        slow = running.new_game("here", "greedy", book="dreamers")
        _, first, second = table(running)
        with first, second, Player(running, slow["game"], slow["seats"][0]["token"]) as player:
            _, players = running.service.rooms._rooms[slow["game"]]
            wait_until(lambda: players._errand is not None and players._errand.worker is not None)
            for one in (first, second, player):
                assert one.ask("ping")["type"] == "answer"
            assert first.act("bid", 1)["type"] == "answer"
            assert players._errand is not None, "it thinks still"


def test_computer_players_go_on_after_the_game_is_loaded_again(server: Running) -> None:
    made = server.new_game("here", "random")
    token = made["seats"][0]["token"]
    with Player(server, made["game"], token) as player:
        player.act("bid", 2)
        player.until(lambda: player.mine)
    server.put_away(made["game"])
    with Player(server, made["game"], token) as player:
        play_out([player], random.Random(2))
