"""Counts of positions: by hand where a hand can count, and by enumeration."""

from __future__ import annotations

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.flow import Engine, Position
from grognard.lab.perft import TooMany, count_from, every_action, perft

ENGINE = RULESET.engine()


def enumerate_ways(engine: Engine, position: Position, depth: int) -> list[Position]:
    """The definition, way by way."""
    if depth == 0:
        return [position]
    return [
        end
        for action in every_action(engine, position)
        for end in enumerate_ways(engine, engine.apply(position, action), depth - 1)
    ]


@pytest.mark.parametrize("scenario", ["skirmish", "battle"])
def test_counts_agree_with_enumeration(scenario: str) -> None:
    counts = perft(RULESET, scenario, 4)
    for count in counts:
        ends = enumerate_ways(ENGINE, RULESET.start(scenario), count.depth)
        assert count.ways == len(ends)
        assert count.distinct == len(set(ends))


def test_two_sealed_bids_of_four_kinds_make_sixteen_ways() -> None:
    first, second = perft(RULESET, "skirmish", 2)
    assert (first.ways, first.distinct) == (4, 4)  # a bid of 0, 1 or 2, or holding back
    assert (second.ways, second.distinct) == (16, 3)  # level, or one of the two goes first


def test_counts_from_a_scene_end_with_the_scene() -> None:
    scene = RULESET.situations["charge"].scene({"strength": 4, "arm": "line", "range": 200, "cover": False})
    counts = count_from(ENGINE, scene.position, 8)
    assert counts[0].ways == 1  # the ambush window: decline
    assert counts[1].ways == 2  # stand, or give ground
    assert counts[-1].over > 0
    assert counts[-1].ways == 0  # everything has ended


def test_the_limit_is_named() -> None:
    with pytest.raises(TooMany, match="more than 10 positions at depth 3"):
        perft(RULESET, "skirmish", 5, limit=10)
