"""The measurements run and make sense; how fast they are is not tested."""

from __future__ import annotations

import pytest

from bench import clock, peers
from bench.__main__ import show
from bench.books import measure
from examples.toy_brigade.toy import RULESET


def test_a_clock_that_stands_still_measures_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(
        (0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.5, 9.0)
    )  # the first run takes no time, the second half a second
    monkeypatch.setattr(clock, "process_time", lambda: next(ticks))
    assert clock.best_us(lambda: None, seconds=5.0) == 500_000.0


def test_a_book_is_measured_next_to_its_peers() -> None:
    found = measure(RULESET, 0.05, "skirmish")
    assert found["random_play"]["actions_per_s"] > 0
    assert found["ask_ms"]["mean"] <= found["ask_ms"]["max"]
    assert found["reach_check_ms"]["count"] > 0
    assert found["charge_odds"]["situation"] == "charge"
    assert found["charge_odds"]["falls"] > 0
    assert found["greedy_decision_ms"]["count"] > 0
    pools = peers.pools(4, 4)
    assert pools["ratio"] > 0
    show(
        {
            "machine": "here",
            "commit": "–",
            "chess": peers.chess_play(0.05),
            "pools": pools,
            "books": {"toy": found},
        }
    )
