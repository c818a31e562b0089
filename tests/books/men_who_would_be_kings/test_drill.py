"""What is done at once in a battle that is only thought: the best of one unit, and first what comes first in a turn."""

from __future__ import annotations

import random
from functools import partial

import pytest

from grognard.ai.greedy import only_move
from grognard.ai.look import AgentLook, Budget, OddsCache
from grognard.ai.plans import plan_for
from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.advice.moves import FIRST
from grognard.engine.book import Look
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position

ADVICE, ENGINE = RULESET.advice, RULESET.engine()
BATTLES = [name for name in RULESET.scenarios if name != "mr_babbage"]


def look_at(position: Position, ask: Ask, side: int) -> Look:
    plan = partial(plan_for, ADVICE, position.state, side)
    return AgentLook(ENGINE, position, ask, side, Budget(4000), OddsCache(), brief=True, plan=plan)


def actor(move: Move) -> object:
    return move.noun[0] if isinstance(move.noun, tuple) else move.noun


@pytest.mark.parametrize("scenario", BATTLES)
def test_the_first_unit_does_what_rates_best_for_it_and_nobody_forestalls_it(scenario: str) -> None:
    """Whom the side's own rating would put first acts now, or another of the same sort: shots before blows before walks."""
    rng, position, picked = random.Random(11), RULESET.start(scenario), 0
    while (waiting := ENGINE.pending(position)) is not None and picked < 30:
        if isinstance(waiting, Throw):
            position = ENGINE.apply(position, waiting.roll(rng))
            continue
        side = waiting.who[0]
        ask = waiting.for_side(side)
        move = only_move(ask, side)
        if move is None:
            look = look_at(position, ask, side)
            rated = [(each, worth) for each, worth in ADVICE.moves(look) if each in ask]
            best, _ = max(rated, key=lambda pair: pair[1])
            found = ADVICE.drill(look)
            if found is not None and "end_turn" in ask.offers:
                picked += 1
                assert found in ask
                known = {actor(each): (each, worth) for each, worth in rated if each.noun is not None}
                assert sort_of(found) == sort_of(best)
                assert found.verb == "end_turn" or known[actor(found)][0] == found
            move = found or best
        position = ENGINE.apply(position, move)
    assert picked


def sort_of(move: Move) -> float:
    """What a move is among those that come first; walks, ranks and standing to are all the last but one."""
    return -1.0 if move.verb == "end_turn" else FIRST.get(move.verb, 0.0)


def test_who_is_pinned_rallies_before_anybody_shoots() -> None:
    """In a whole battle, in which everything comes up that a side mostly does. [T012]"""
    rng, position, verbs = random.Random(3), RULESET.start("meeting"), set[str]()
    while (waiting := ENGINE.pending(position)) is not None:
        if isinstance(waiting, Throw):
            position = ENGINE.apply(position, waiting.roll(rng))
            continue
        side = waiting.who[0]
        ask = waiting.for_side(side)
        look = look_at(position, ask, side)
        move = (
            only_move(ask, side) or ADVICE.drill(look) or max(ADVICE.moves(look), key=lambda pair: pair[1])[0]
        )
        if "end_turn" in ask.offers and "rally" in ask.offers:
            assert move.verb == "rally"
        verbs.add(move.verb)
        position = ENGINE.apply(position, move)
    assert {"fire", "move", "go", "rally", "attack", "double"} <= verbs
