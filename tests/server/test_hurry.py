"""A computer player that thinks long says how far it is, where nothing is hidden, and can be hurried."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from grognard.server.workers import Errand, Workers
from tests.server.player import Player, play_out
from tests.server.running import Running


def test_whoever_looks_on_hurries_nobody_and_a_seat_may(server: Running) -> None:
    made = server.new_game("here", "captain")
    with (
        Player(server, made["game"], made["seats"][0]["token"]) as player,
        Player(server, made["game"]) as onlooker,
    ):
        assert onlooker.ask("hurry")["code"] == "not_yours"
        assert player.ask("hurry")["type"] == "answer"


def test_a_hurried_game_is_still_played_to_its_end(server: Running) -> None:
    made = server.new_game("here", "captain")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        for _ in range(3):
            player.until(lambda: player.mine or player.state["outcome"] is not None)
            if player.state["outcome"] is not None:
                break
            player.play_one(random.Random(1))
            assert player.ask("hurry")["type"] == "answer"
        play_out([player], random.Random(1))
        assert player.state["outcome"] is not None


def test_no_word_on_how_far_it_is_where_something_is_hidden(server: Running) -> None:
    made = server.new_game("here", "captain", scenario="secrets")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        play_out([player], random.Random(1))
        assert not any(
            '"thinking","side"' in frame or '"type":"thinking"' in frame for frame in player.frames
        )


@pytest.fixture
def dawdlers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A shelf whose worker has a job that goes on until it is hurried."""
    text = """
from time import sleep

from grognard.server import jobs


def dawdle(self):
    done = 0
    while self.watch(done, 10_000):
        done += 1
        sleep(0.01)
    return done


jobs.Bench.dawdle = dawdle


def library():
    return {}
"""
    (tmp_path / "dawdlers.py").write_text(text, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "dawdlers:library"


def test_a_worker_says_how_far_it_is_and_comes_to_an_end_when_hurried(dawdlers: str) -> None:
    async def run() -> tuple[list[int], int, int]:
        workers = Workers("test", 1, dawdlers)
        heard: list[int] = []
        enough = asyncio.Event()

        def told(done: int, most: int) -> None:
            assert most == 10_000
            heard.append(done)
            enough.set()

        try:
            errand = Errand(told)
            errand.hurry()  # nothing is begun: nothing happens
            asked = asyncio.create_task(workers.call("dawdle", {}, 60.0, int, errand=errand))
            await enough.wait()
            errand.hurry()
            first = await asked
            errand.hurry()  # it is done: the next one is not hurried by it
            enough.clear()
            again = Errand(told)
            asked = asyncio.create_task(workers.call("dawdle", {}, 60.0, int, errand=again))
            await enough.wait()
            again.hurry()
            return heard, first, await asked
        finally:
            await workers.close()

    heard, first, second = asyncio.run(run())
    assert first >= heard[0] > 0
    assert second > 0
