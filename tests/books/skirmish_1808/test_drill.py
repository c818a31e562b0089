"""What is done at once in a battle that is only thought: always on offer, and mostly what longer thought would do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from grognard.ai.greedy import only_move
from grognard.ai.look import AgentLook, Budget, OddsCache
from grognard.ai.playout import Drill
from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.advice.drill import drill
from grognard.books.skirmish_1808.advice.manoeuvres import acting
from grognard.books.skirmish_1808.advice.moves import RATERS, SUMS
from grognard.books.skirmish_1808.advice.places import ground_of
from grognard.books.skirmish_1808.facts.shooting import volley
from grognard.books.skirmish_1808.state import centre
from grognard.books.skirmish_1808.steps.verbs import VERBS, Rating
from grognard.books.skirmish_1808.words import Fire
from grognard.engine.book import Look
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.memo import watched
from tests.rules import rule

ENGINE = RULESET.engine()
CHOICES = 90
WHIM = 5
"""One choice in so many is made at random, so that battles come where nobody would lead them."""


def looks(scenario: str, seed: int, whim: int = WHIM) -> Iterator[Look]:
    """The choices of a battle played by the drill, and now and then by chance."""
    rng, position, quick = random.Random(seed), RULESET.start(scenario), Drill(RULESET)
    while (waiting := ENGINE.pending(position)) is not None:
        if isinstance(waiting, Throw):
            position = ENGINE.apply(position, waiting.roll(rng))
            continue
        assert isinstance(waiting, Ask)
        side = waiting.who[0]
        ask = waiting.for_side(side)
        if only_move(ask, side) is None:
            yield AgentLook(ENGINE, position, ask, side, Budget(400), OddsCache(), brief=True)
        by_chance = whim and not rng.randrange(whim)
        move = ask.sample(rng, side) if by_chance else quick.choose(position, ask, side)
        position = ENGINE.apply(position, move)


def best_rated(look: Look) -> tuple[Move, dict[Move, float]]:
    """The first of those that rate best, all of them rated, briefly; and how all are rated."""
    rated = {move: rating for move, rating in RULESET.advice.moves(look) if move in look.ask}
    return max(rated, key=rated.__getitem__), rated


@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_what_comes_to_mind_at_once_is_on_offer(scenario: str) -> None:
    quick = asked = 0
    with watched(50) as watch:
        for look in islice(looks(scenario, 5), CHOICES):
            move = drill(look)
            assert move is None or move in look.ask
            asked += 1
            quick += move is not None
    assert not watch.stale
    assert quick > asked // 3


def test_it_is_mostly_what_would_be_rated_best() -> None:
    """Or nearly as good: what it leaves out is seldom done."""
    asked, as_good = 0, 0
    for scenario in ("farm", "salamanca", "bridge"):
        for look in islice(looks(scenario, 3, whim=0), CHOICES):
            move = drill(look)
            if move is not None:
                best, rated = best_rated(look)
                asked += 1
                as_good += rated.get(move, -99.0) >= rated[best] - 1.0
    assert asked > CHOICES
    assert as_good > 0.85 * asked


@rule("W1", "7b")
def test_a_volley_goes_where_it_costs_most() -> None:
    """Targets are guessed by the gap; the one that is shot at was measured, and nobody is a much better one."""
    seen = 0
    for look in looks("farm", 8, whim=0):
        move = drill(look)
        if move is None or move.verb != "fire" or look.position.agenda[-1].env.stage:
            continue
        _, rated = best_rated(look)
        shots = [rating for other, rating in rated.items() if other.verb == "fire"]
        found = volley(look.position.state, acting(look), look.position.state.units[move.noun], Fire.HOLD)
        assert found is not None
        assert rated[move] >= 0.75 * max(shots)
        seen += len(shots) > 1
    assert seen > 3


@rule("C2", "C3")
def test_a_leader_who_has_his_units_in_hand_stays() -> None:
    """He thinks of no way for himself; and whom he may send he sends, before he does anything but join a charge."""
    stayed = 0
    for look in (
        look for scenario in ("stragglers", "usagre", "bridge") for look in looks(scenario, 2, whim=0)
    ):
        offers = look.ask.offers
        if "hold" not in offers or not acting(look).is_command or acting(look).attached is not None:
            continue
        leader, move = acting(look), drill(look)
        assert move is not None
        ground = ground_of(look.position.state, leader)
        in_hand = ground.commanded(leader, centre(leader)) == len(ground.company)
        if "command" in offers:
            assert move.verb in ("command", "attach", "advance")
        elif in_hand and not ground.goals and move.verb not in ("attach", "advance"):
            assert move.verb == "hold"
            stayed += 1
    assert stayed


def test_every_sum_of_the_advice_rates_a_verb_and_every_verb_has_its_sum() -> None:
    assert (
        set(SUMS) == {row.rating for row in VERBS.values() if isinstance(row.rating, Rating)} == set(Rating)
    )
    assert set(RATERS) == set(RULESET.sheet.labels)
