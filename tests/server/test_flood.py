"""A small flood of each kind: the other player is answered all the while, and nothing breaks. `python -m bench.flood` measures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bench import flood_kinds
from bench.flood_kinds import KINDS, attack
from grognard.server.config import LIBRARY, Limits
from tests.server.player import Player
from tests.server.running import Running, in_thread

SECONDS, PINGS = 0.3, 5
LIMITS = Limits()._replace(
    requests_per_second=2.0, requests_at_once=30, messages_per_second=5.0, messages_at_once=60,
    connections_per_address=40, head_seconds=0.2, loop_share=0.1, loop_seconds_at_once=0.02, turn_seconds=0.5,
    games_per_hour=1000, questions_waiting=2,
)  # fmt: skip


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server with the real shelf and small limits."""
    with in_thread(tmp_path_factory.mktemp("flood") / "games.db", LIMITS, shelf=LIBRARY) as running:
        yield running


@pytest.fixture(scope="module")
def mine(flooded: Running) -> dict[str, Any]:
    """The games of the one who floods and of the other."""
    seats = ("here", "here")
    game = flooded.new_game(*seats, book="valour_and_fortitude", scenario="first_brigade")
    other = flooded.new_game(*seats, book="ever_victorious_armies", scenario="stockade")
    return {"game": game, "other": other, "save": "{}", "side": 0, "verb": "go", "seq": 0}


@pytest.mark.parametrize("kind", KINDS)
def test_the_other_is_answered_while_one_floods(
    flooded: Running, mine: dict[str, Any], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flood_kinds, "HALF_OPEN", 60)
    service = flooded.service
    assert service is not None
    # Each kind begins with full buckets: floods and the other come from one address here, and on a slow machine the flood
    # before may have left a debt of the loop's time that a hello would wait for, or be refused for.
    for buckets in (service.requests, service.messages, service.shares):
        buckets._known.clear()
    other = mine["other"]
    with Player(flooded, other["game"], other["seats"][0]["token"]) as player:
        address = f"http://127.0.0.1:{flooded.port}"

        async def both() -> dict[str, Any]:
            flooding = asyncio.create_task(attack(kind, address, mine, SECONDS))
            for _ in range(PINGS):
                answer = await asyncio.to_thread(player.ask, "ping")
                assert answer["type"] == "answer"
                await asyncio.sleep(SECONDS / PINGS)
            return await flooding

        sent = asyncio.run(both())["sent"]
    assert not [status for status in sent if status.startswith("5") and status != "503"], sent


def test_every_kind_is_bounded() -> None:
    assert flood_kinds.MOST <= 100_000
    assert flood_kinds.HALF_OPEN <= 2000
