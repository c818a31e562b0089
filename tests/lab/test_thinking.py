"""Choices timed battle by battle: which are drawn, that each is asked for twice, and what is told of them."""

from __future__ import annotations

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.ai.greedy import only_move
from grognard.engine.choices import Ask
from grognard.lab.thinking import Timed, choices_of, spread, timed


def test_only_real_choices_are_met_and_always_the_same() -> None:
    engine, met = RULESET.engine(), choices_of(RULESET, "battle", 3)
    assert met
    assert met == choices_of(RULESET, "battle", 3)
    for choice in met:
        waiting = engine.pending(choice.position)
        assert isinstance(waiting, Ask)
        assert only_move(waiting.for_side(choice.side), choice.side) is None


def test_each_choice_is_made_with_the_plan_of_a_turn_and_with_it_at_hand() -> None:
    seen: list[tuple[int, int]] = []
    found = timed(RULESET, "lieutenant", "battle", 3, seed=2, progress=lambda *now: seen.append(now))
    assert len(found.first_ms) == len(found.later_ms) == 3
    assert found.simulated > 0
    assert seen == [(1, 3), (2, 3), (3, 3)]
    told = found.as_json()
    assert told["choices"] == 6
    assert told["median"] <= told["p95"] <= told["longest"] == max(told["first"], told["later"])


def test_who_simulates_nothing_has_no_time_for_a_simulated_decision() -> None:
    found = timed(RULESET, "recruit", "skirmish", 10_000)
    assert found.simulated == 0
    assert found.as_json()["a_simulated_decision"] is None
    assert len(found.first_ms) == len(choices_of(RULESET, "skirmish", 0))


@pytest.mark.parametrize(
    ("times", "median", "p95", "longest"),
    [([], 0, 0, 0), ([5], 5, 5, 5), (range(1, 101), 50, 96, 100), ([3, 1, 2], 2, 3, 3)],
)
def test_half_95_of_100_and_the_longest(
    times: list[float], median: float, p95: float, longest: float
) -> None:
    assert spread(list(times)) == {"median": median, "p95": p95, "longest": longest}


def test_a_simulated_decision_is_told_by_all_that_was_timed() -> None:
    assert Timed("battle", (10.0, 20.0), (5.0, 5.0), 80).as_json()["a_simulated_decision"] == 0.5
