"""Yes or no, had sooner than a reason, is what the reason says: shots, manoeuvres, contacts, leaders' places."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from grognard import books
from grognard.books.valour_and_fortitude.facts.contact import (
    contacts,
    count,
    enemies_touching,
    in_contact,
    touching,
)
from grognard.books.valour_and_fortitude.facts.layout import distance, nearest_enemy
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.riding import mover_for_leader
from grognard.books.valour_and_fortitude.facts.shooting import (
    could_support,
    may_support,
    modes,
    targets,
    why_no_shot,
)
from grognard.books.valour_and_fortitude.facts.sight import lines, seen_by, visible
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.words import Deed, Where
from grognard.engine.choices import Throw
from tests.rules import rule

SCENES = ("setpiece_battle", "attack_and_defence")
EVERY = 29
"""Every so manieth position of a random game is looked at."""


def positions(scenario: str, seed: int, count: int) -> Iterator[State]:
    """Some positions of a random game."""
    book = books.load("valour_and_fortitude")
    engine, rng, position = book.engine(), random.Random(seed), book.start(scenario)
    for number in range(EVERY * count):
        waiting = engine.pending(position)
        if waiting is None:
            return
        if number % EVERY == EVERY - 1:
            yield position.state
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)


@pytest.mark.parametrize("scenario", SCENES)
@rule("50", "52", "53", "55")
def test_shots_offered_are_those_no_row_forbids(scenario: str) -> None:
    found = 0
    for state in positions(scenario, 3, 10):
        for unit in state.of_side(state.side):
            for mode in modes(unit):
                foes = state.of_side(1 - unit.side)
                allowed = [u.id for u in foes if why_no_shot(state, unit, u, mode) is None]
                assert targets(state, unit, mode) == allowed
                found += len(allowed)
                for friend, foe in itertools.product(state.of_side(unit.side)[:3], foes[:4]):
                    if may_support(state, unit, friend, foe, mode, mode) is None:
                        assert could_support(state, unit, foe, mode)
    assert found


@pytest.mark.parametrize("scenario", SCENES)
@rule("14", "57")
def test_contacts_and_sight_of_all_at_once_are_those_of_each_pair(scenario: str) -> None:
    for state in positions(scenario, 4, 6):
        for unit in state.of_side(0):
            foes = state.of_side(1)
            touched = tuple(u for u in foes if touching(state, unit, u))
            assert enemies_touching(state, unit) == touched
            assert in_contact(state, unit) == bool(touched) == (unit.id in contacts(state))
            assert nearest_enemy(state, unit) == min(distance(state, unit, u) for u in foes)
            for foe in foes[:3]:
                seen = visible(state, unit, foe)
                assert seen == (seen_by(state, unit, foe) > 0)
                clear = [line for line in lines(state, unit, foe) if line.clear]
                assert seen == bool(clear)
                assert unit.in_feature or seen_by(state, unit, foe) == count(unit, len(clear))


@pytest.mark.parametrize("deed", [Deed.MOVE, Deed.RETREAT, Deed.DOUBLE])
@rule("70", "74", "76", "77", "84")
def test_a_manoeuvre_refused_at_a_glance_is_refused_for_a_reason(deed: Deed) -> None:
    rng, told = random.Random(5), set()
    for state in positions("setpiece_battle", 5, 5):
        for unit in rng.sample([u for u in state.of_side(state.side) if u.inside < 0], 3):
            marcher = Marcher(state, unit, deed)
            again = Marcher(state, unit, deed)
            for legs in itertools.islice(marcher.ideas(), 40):
                assert marcher.legal(legs) == (again.refusal(legs) is None), legs
                told.add(marcher.legal(legs))
    assert told == {True, False}


@rule("87", "B42")
def test_an_assault_refused_at_a_glance_is_refused_for_a_reason() -> None:
    for state in positions("setpiece_battle", 6, 12):
        for unit in [u for u in state.of_side(state.side) if u.inside < 0][:4]:
            for foe in state.of_side(1 - unit.side)[:4]:
                marcher = Marcher(state, unit, Deed.ASSAULT, target=foe.id)
                again = Marcher(state, unit, Deed.ASSAULT, target=foe.id)
                for legs in itertools.islice(marcher.ideas(), 12):
                    assert marcher.legal(legs) == (again.refusal(legs) is None), legs


@rule("98", "B81")
def test_where_a_leader_may_ride_is_known_at_a_glance() -> None:
    for state in positions("attack_and_defence", 7, 5):
        for leader in [x for x in state.leaders if x.where is Where.TABLE]:
            mover = mover_for_leader(state, leader)
            for ((_, x, y),) in itertools.islice(mover.ideas(), 60):
                assert mover.allows((x, y)) == (mover.judge((x, y)) is None)
            allowed = [legs for legs in mover.ideas() if mover.allows(legs[0][1:])]
            assert list(mover.candidates()) == allowed
