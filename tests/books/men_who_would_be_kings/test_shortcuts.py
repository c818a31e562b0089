"""Yes or no by the cheapest test first says what the full answer says, in every position of some games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.bodies import bounds_of, enemies_near, gap
from grognard.books.men_who_would_be_kings.facts.ground import (
    all_on_table,
    astride,
    is_open,
    on_table,
    price,
    prices,
    shut,
)
from grognard.books.men_who_would_be_kings.facts.melee import attackable, can_attack
from grognard.books.men_who_would_be_kings.facts.paths import out_of_reach, reach
from grognard.books.men_who_would_be_kings.facts.shooting import has_target, targets
from grognard.books.men_who_would_be_kings.facts.sight import glance, sees
from grognard.books.men_who_would_be_kings.facts.values import may, move_of, why_not
from grognard.books.men_who_would_be_kings.state import State
from grognard.books.men_who_would_be_kings.steps.move import has_skirmish_target, skirmish_targets
from grognard.books.men_who_would_be_kings.words import Action
from grognard.engine.choices import Throw
from tests.rules import rule

SCENARIOS = ("meeting", "storm_the_fort", "the_ford")


def states(scenario: str, actions: int = 120, every: int = 12) -> Iterator[State]:
    """Now and then a state of a game played at random."""
    engine, rng, position = RULESET.engine(), random.Random(3), RULESET.start(scenario)
    for number in range(actions):
        waiting = engine.pending(position)
        if waiting is None:
            return
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)
        if number % every == 0:
            yield position.state


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("T012d")
def test_what_a_unit_may_do_is_what_no_line_bars(scenario: str) -> None:
    for state in states(scenario):
        for unit in state.units:
            assert may(state, unit) == {action for action in Action if why_not(state, unit, action) is None}


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("T043", "T014")
def test_there_is_somebody_where_there_is_anybody_to_choose(scenario: str) -> None:
    for state in states(scenario):
        for unit in state.on_table():
            for action in (Action.FIRE, Action.VOLLEY):
                assert has_target(state, unit, action) == bool(targets(state, unit, action))
            assert has_skirmish_target(state, unit) == bool(skirmish_targets(state, unit))
            for action in (Action.ATTACK, Action.CHARGE):
                assert can_attack(state, unit, action) == bool(attackable(state, unit, action))


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("T140", "R-09", "R-15")
def test_a_glance_leaves_out_nobody_who_is_seen_near_or_in_reach(scenario: str) -> None:
    for state in states(scenario):
        for unit in state.on_table():
            for enemy in state.on_table(1 - unit.side):
                assert sees(state, unit, enemy) == glance(state, unit, enemy).clear
                far = gap(state, unit, enemy)
                assert enemy in enemies_near(state, unit, far)
                if reach(state, unit, enemy, move_of(unit)) is not None:
                    assert not out_of_reach(state, unit, enemy, move_of(unit))


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("R-26", "R-55", "R-56")
def test_ground_looked_at_once_for_many_is_the_ground_of_each(scenario: str) -> None:
    for state in states(scenario):
        for unit in state.on_table():
            legs = [(model, (model[0] + 600, model[1] - 300)) for model in unit.models]
            assert prices(state, unit, legs) == [price(state, unit, *leg) for leg in legs]
            ends = tuple(end for _, end in legs)
            assert all_on_table(state, ends) == all(on_table(state, end) for end in ends)
            if is_open(state, bounds_of(unit), unit.radius):
                assert not any(
                    shut(state, unit, (m, m)) or astride(state, m, unit.radius) for m in unit.models
                )
