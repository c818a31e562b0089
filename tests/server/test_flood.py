"""A small flood of each kind: the other player is answered all the while, and nothing breaks. `python -m bench.flood` measures."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench import flood_kinds
from bench.flood_kinds import KINDS, attack
from grognard.server.config import LIBRARY, Limits
from tests.server.player import Player
from tests.server.running import PATIENT, Running, in_thread

SECONDS, PINGS = 0.3, 5
LIMITS = Limits()._replace(
    requests_per_second=2.0, requests_at_once=30, messages_per_second=5.0, messages_at_once=60,
    connections_per_address=40, loop_share=0.25, loop_seconds_at_once=0.02, turn_seconds=600.0,
    games_per_hour=1000, questions_waiting=2, absent_seconds=0.1, agent_seconds=2.0,
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
    monkeypatch.setattr(flood_kinds, "TABLES", 3)
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
    assert flood_kinds.TABLES <= 200


def test_a_flood_leaves_nothing_open_whoever_is_faster(tmp_path: Path, path_for_workers: None) -> None:
    """The flood's own clock or the server's: a line that was left open was told as the fault of another test."""
    for number, head in enumerate((600.0, 0.01)):
        with (
            in_thread(tmp_path / f"{number}.db", PATIENT._replace(head_seconds=head)) as running,
            pytest.MonkeyPatch.context() as patch,
            warnings.catch_warnings(record=True) as left,
        ):
            warnings.simplefilter("always")
            patch.setattr(flood_kinds, "HALF_OPEN", 20)
            told = asyncio.run(attack("half-open", f"http://127.0.0.1:{running.port}", {}, 0.1))
            gc.collect()
        assert sum(told["sent"].values()) == 20
        assert [one for one in left if one.category is ResourceWarning] == []
