"""Somebody may watch a computer player think, and call it off: it still answers, by what it knows so far."""

from __future__ import annotations

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.ai.levels import CAPTAIN
from grognard.ai.search import SearchAgent
from grognard.engine.choices import Ask


def asked() -> tuple[object, ...]:
    """The first choice of a battle that is worth thinking about."""
    engine, position = RULESET.engine(), RULESET.start("battle")
    ask = engine.pending(position)
    assert isinstance(ask, Ask)
    side = ask.who[0]
    view = RULESET.view_of(position, side)
    return view, ask.for_side(side), side


@pytest.mark.parametrize("most", [0, 3, 20])
def test_whoever_is_called_off_answers_at_once(most: int) -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, of: int) -> bool:
        told.append((done, of))
        return len(told) <= most

    agent = SearchAgent(RULESET, 1, CAPTAIN)
    agent.watch = watch
    view, ask, side = asked()
    move = agent.choose(view, ask, side)  # type: ignore[arg-type]
    assert move in ask  # type: ignore[operator]
    assert agent.why().simulated == most
    assert agent.why().cut_short
    assert [done for done, _ in told[: most + 1]] == list(range(most + 1))
    assert {of for _, of in told} == {CAPTAIN.nodes}


def test_being_watched_changes_nothing() -> None:
    view, ask, side = asked()
    alone, watched = SearchAgent(RULESET, 1, CAPTAIN), SearchAgent(RULESET, 1, CAPTAIN)
    watched.watch = lambda _done, _most: True
    chosen = [agent.choose(view, ask, side) for agent in (alone, watched)]  # type: ignore[arg-type]
    assert chosen[0] == chosen[1]
    assert alone.why() == watched.why()


class Slow(type(RULESET.advice)):  # type: ignore[misc]
    """Takes four times as long over everything."""

    def pace(self, state: object) -> float:
        return 0.25


def test_who_simulates_slowly_simulates_less() -> None:
    told: set[int] = set()

    def watch(_done: int, of: int) -> bool:
        told.add(of)
        return True

    agent = SearchAgent(RULESET._replace(advice=Slow()), 1, CAPTAIN)
    agent.watch = watch
    agent.choose(*asked())  # type: ignore[arg-type]
    assert told == {CAPTAIN.nodes // 4}
