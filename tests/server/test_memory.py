"""Games that are put away are freed at once, whoever has played in them: nobody has to look for them."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from grognard.server.room import Room
from tests.server.player import Player
from tests.server.running import PATIENT, Running, in_thread, wait_until


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server that holds few games."""
    with in_thread(tmp_path_factory.mktemp("small") / "games.db", PATIENT._replace(rooms=3)) as running:
        yield running


@pytest.fixture
def unsought() -> Iterator[None]:
    """Nobody looks for garbage."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def played(server: Running, *seats: str) -> tuple[ref[Room], dict[str, Any]]:
    """A game in which a little was played, and a reference that does not keep it."""
    made = server.new_game(*seats)
    room = ref(server.service.rooms._rooms[made["game"]][0])
    tokens = [seat["token"] for seat in made["seats"] if seat["token"] is not None]
    players = [Player(server, made["game"], token) for token in tokens]
    rng = random.Random(1)
    for _ in range(4):
        for one in players:
            one.ask("ping")
            if one.mine:
                one.play_one(rng)
    players[0].ask("overlay", kind="range", unit=0)
    if len(players) > 1:
        players[0].ask("say", words="Good day")
        players[0].act("nothing of the kind")
    for one in players:
        one.__exit__(None, None, None)
    return room, made


@pytest.mark.parametrize("seats", [("here", "here"), ("here", "random"), ("here", "open")])
def test_a_game_put_away_is_freed_without_a_search(
    small: Running, unsought: None, seats: tuple[str, ...]
) -> None:
    room, made = played(small, *seats)
    small.put_away(made["game"])
    wait_until(lambda: room() is None)


def test_a_game_that_broke_is_freed_too(
    small: Running, unsought: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, made = played(small, "here", "here")

    async def fail(*_: Any) -> None:
        raise OSError("no space left on device")

    with (
        monkeypatch.context() as patch,
        Player(small, made["game"], made["seats"][0]["token"]) as one,
        Player(small, made["game"], made["seats"][1]["token"]) as other,
    ):
        patch.setattr(small.service.store, "append", fail)
        (one if one.mine else other).post("act", seq=one.state["seq"], verb="end")
        (one if one.mine else other).post("act", seq=one.state["seq"], verb="bid", noun=1)
        one.closed()
    with Player(small, made["game"]):
        wait_until(lambda: room() is None)


def test_no_more_games_are_held_than_may_be_however_many_are_begun(small: Running, unsought: None) -> None:
    rooms = [played(small, "here", "here")[0] for _ in range(12)]
    wait_until(lambda: sum(room() is not None for room in rooms) <= 4)
    assert len(small.service.rooms._rooms) <= 4
