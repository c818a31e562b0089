"""What is done at once in a battle that is only thought: the very move that rates best."""

from __future__ import annotations

import random
from functools import partial

import pytest

from grognard.ai.greedy import only_move
from grognard.ai.look import AgentLook, Budget, OddsCache
from grognard.ai.plans import variants
from grognard.books.ever_victorious_armies import RULESET
from grognard.engine.book import Look
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.memo import watched
from grognard.engine.tasks import Plan

ADVICE = RULESET.advice


def best_rated(look: Look) -> Move:
    """The first of those that rate best, all of them rated."""
    rated = [pair for pair in ADVICE.moves(look) if pair[0] in look.ask]
    return max(rated, key=lambda pair: pair[1])[0]


def orders(state: object, side: int, rng: random.Random) -> Plan:
    """Some orders or none."""
    return rng.choice(variants(ADVICE.tasks(state, side), {}, 8))


@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_the_quick_choice_is_the_best_rated_one(scenario: str) -> None:
    engine, rng, position = RULESET.engine(), random.Random(7), RULESET.start(scenario)
    quick, picked = 0, set()
    with watched(50) as watch:
        while (waiting := engine.pending(position)) is not None and quick < 60:
            if isinstance(waiting, Throw):
                position = engine.apply(position, waiting.roll(rng))
                continue
            assert isinstance(waiting, Ask)
            side = waiting.who[0]
            ask, plan = waiting.for_side(side), orders(position.state, side, rng)
            move = only_move(ask, side)
            if move is None:
                look = AgentLook(
                    engine, position, ask, side, Budget(400), OddsCache(), True, partial(dict, plan)
                )
                found, move = ADVICE.drill(look), best_rated(look)
                if found is not None:
                    quick += 1
                    picked.add(found.verb)
                    assert found == move
            position = engine.apply(position, move)
    assert not watch.stale
    assert {"march", "end_moves"} <= picked
