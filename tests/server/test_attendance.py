"""Computer players think for people: in their turn, which people are told of, and not for a table that nobody sits at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from grognard.server.workers import Errand, Workers
from tests.server.player import Player
from tests.server.running import PATIENT, SHELF, Running, in_thread, wait_until


@pytest.fixture
def dreamy(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server with one process for computer players, one kind of which thinks for ever."""
    limits = PATIENT._replace(agent_seconds=600.0, absent_seconds=0.1, thoughts_waiting=1)
    folder = tmp_path_factory.mktemp("dreamy")
    with in_thread(folder / "games.db", limits, shelf="tests.server.shelf:foolish_library") as running:
        running.warm()
        yield running


def dreaming(server: Running) -> Player:
    """Somebody whose opponent thinks for ever, and has begun."""
    made = server.new_game("here", "greedy", book="dreamers")
    player = Player(server, made["game"], made["seats"][0]["token"])
    _, players = server.service.rooms._rooms[made["game"]]
    wait_until(lambda: players._errand is not None and players._errand.worker is not None)
    return player


def test_nobody_thinks_at_a_table_where_nobody_ever_sat(server: Running) -> None:
    unseen = server.new_game("here", "random")
    made = server.new_game("here", "random")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        player.act("bid", 2)
        player.until(lambda: player.mine)  # who came later has been played for
    room, players = server.service.rooms._rooms[unseen["game"]]
    assert (room.seq, players._thought) == (0, None)
    with Player(server, unseen["game"], unseen["seats"][0]["token"]) as late:
        late.act("bid", 2)
        late.until(lambda: late.mine)


def test_a_thought_that_waits_is_dropped_when_everybody_has_gone(dreamy: Running) -> None:
    thinkers = dreamy.service.thinkers
    with dreaming(dreamy):
        made = dreamy.new_game("here", "random")
        with Player(dreamy, made["game"], made["seats"][0]["token"]):
            wait_until(lambda: thinkers.waiting == 1)
        wait_until(lambda: thinkers.waiting == 0)
        with Player(dreamy, made["game"], made["seats"][0]["token"]):
            wait_until(lambda: thinkers.waiting == 1)  # and taken up again when somebody is back


def test_who_comes_back_in_time_has_lost_nothing(dreamy: Running) -> None:
    with dreaming(dreamy) as player:
        _, players = dreamy.service.rooms._rooms[player.state["game"]]
        thought = players._thought
        dreamy.inside(_leave_and_come_back(players))
        assert players._thought is thought


async def _leave_and_come_back(players) -> None:  # type: ignore[no-untyped-def]
    players._deserted()
    players._leave_off()  # the time is over, but somebody sits there


def test_people_are_told_that_their_opponent_waits_for_its_turn(dreamy: Running) -> None:
    with dreaming(dreamy) as first:
        made = dreamy.new_game("here", "random")
        with Player(dreamy, made["game"], made["seats"][0]["token"]) as second:
            second.until(lambda: any('"waits":true' in frame for frame in second.frames))
            assert not any('"waits"' in frame for frame in first.frames)


def test_a_server_that_many_wait_for_is_not_well(dreamy: Running) -> None:
    assert dreamy.http.get("/api/health").json()["ok"]
    with dreaming(dreamy):
        made = dreamy.new_game("here", "random")
        with Player(dreamy, made["game"], made["seats"][0]["token"]):
            wait_until(lambda: dreamy.service.thinkers.waiting == 1)
            dreamy.service.health._last = None
            sick = dreamy.http.get("/api/health")
            assert (sick.status_code, sick.json()["wrong"]) == (503, ["too many wait for the thinkers"])
            assert sick.json()["questions_waiting"] == 1


def test_a_game_thinks_in_the_turn_of_whoever_began_it(dreamy: Running) -> None:
    made = dreamy.new_game("here", "here")
    room, _ = dreamy.service.rooms._rooms[made["game"]]
    assert room.origin == "127.0.0.1"
    dreamy.put_away(made["game"])
    with Player(dreamy, made["game"], made["seats"][0]["token"]):
        room, _ = dreamy.service.rooms._rooms[made["game"]]
        assert room.origin == "127.0.0.1"


# ---- pressed by others


class Pressed(Errand):
    """An errand that notes how it is pressed."""

    def __init__(self) -> None:
        super().__init__(lambda _done, _most: None, 12.0)
        self.presses: list[tuple[bool, int]] = []

    def press(self, others: bool, games: int) -> None:
        """Note it."""
        self.presses.append((others, games))


def test_who_thinks_is_pressed_by_other_addresses_and_not_by_its_own_games() -> None:
    async def play() -> list[tuple[bool, int]]:
        workers, errand = Workers("test", 1, SHELF), Pressed()
        await workers._next("greedy", "1")
        workers._under_way.add(("greedy", errand))
        waiting = [asyncio.create_task(workers._next(who, "2")) for who in ("greedy", "other")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return errand.presses

    assert asyncio.run(play()) == [(False, 2), (True, 2)]


def test_one_worker_is_always_left_for_another_address(dreamy: Running) -> None:
    async def play() -> bool:
        workers = Workers("test", 2, SHELF, most=1)
        await workers._next("greedy", "1")
        second = asyncio.create_task(workers._next("greedy", "2"))
        await asyncio.sleep(0)
        await workers._next("other", "1")  # has one at once
        waits = not second.done()
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        return waits

    assert asyncio.run(play())
