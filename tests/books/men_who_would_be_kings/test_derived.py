"""What follows from the rules and holds in every game: property tests over random play. [TMWWBK T142–T150]"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.bodies import in_cohesion
from grognard.books.men_who_would_be_kings.facts.soundness import census, faults
from grognard.books.men_who_would_be_kings.state import Options, State
from grognard.books.men_who_would_be_kings.words import Trait
from grognard.engine.choices import Ask, Throw, Waiting
from grognard.engine.flow import Position
from grognard.engine.log import Entry
from tests.books.men_who_would_be_kings.scenes import ENGINE
from tests.rules import rule

GAMES = [
    ("meeting", "rolled_with_traits"),
    ("awfully_quiet", "flat"),
    ("storm_the_fort", "rolled_with_traits"),
    ("mr_babbage", "rolled"),
]


class Moment:
    """One action of a random game: before, what was waited for, after, and what was written."""

    def __init__(self, before: Position, waiting: Waiting, after: Position, log: list[Entry]):
        self.before: State = before.state
        self.after: State = after.state
        self.waiting, self.log, self.position = waiting, log, after


@cache
def moments(scenario: str, leadership: str) -> tuple[Moment, ...]:
    """A random game, action by action, played once."""
    return tuple(_play(scenario, leadership))


def _play(scenario: str, leadership: str) -> Iterator[Moment]:
    rng = random.Random(f"{scenario} {leadership}")
    position = RULESET.start(scenario, Options(leadership=leadership))  # type: ignore[arg-type]
    while (waiting := ENGINE.pending(position)) is not None:
        log: list[Entry] = []
        action = waiting.sample(rng) if isinstance(waiting, Ask) else waiting.roll(rng)
        after = ENGINE.apply(position, action, log)
        yield Moment(position, waiting, after, log)
        position = after


by_game = pytest.mark.parametrize(("scenario", "leadership"), GAMES)


@rule("T143", "T145", "T146", "T148", "T150", "R-60")
@by_game
def test_every_position_is_sound(scenario: str, leadership: str) -> None:
    first = None
    for moment in moments(scenario, leadership):
        assert not list(faults(moment.after))
        first = first or census(moment.before)
        assert census(moment.after) == first
        for entry in moment.log:
            if entry.what == "loses":
                assert entry.models <= moment.before.units[entry.unit].count


@rule("T144")
@by_game
def test_markers_grow_one_by_one_and_vanish_together(scenario: str, leadership: str) -> None:
    for moment in moments(scenario, leadership):
        for old, new in zip(moment.before.units, moment.after.units):
            if old.pins != new.pins and new.on_table:
                assert new.pins in (0, old.pins + 1)


@rule("T147")
@by_game
def test_dice_never_exceed_what_the_models_give(scenario: str, leadership: str) -> None:
    for moment in moments(scenario, leadership):
        waiting = moment.waiting
        if isinstance(waiting, Throw) and waiting.what in ("fire", "melee"):
            unit = moment.before.units[waiting.facts["unit"]]
            each = 1 if waiting.what == "melee" else 2 if unit.field_gun else 3 if unit.crewed else 1
            more = unit.trait in (Trait.EXPERT_MARKSMAN, Trait.BRAVE)
            assert waiting.dice.faces()[0] <= each * unit.count + more


@rule("T142")
@by_game
def test_a_beaten_unit_that_lives_has_lost_somebody(scenario: str, leadership: str) -> None:
    for moment in moments(scenario, leadership):
        for entry in moment.log:
            if entry.what == "melee lost":
                assert entry.lost > 0
            if entry.what == "melee won":
                assert entry.inflicted > 0


@rule("T149")
@by_game
def test_nobody_acts_twice_in_a_turn(scenario: str, leadership: str) -> None:
    acted: set[int] = set()
    for moment in moments(scenario, leadership):
        for entry in moment.log:
            if entry.what == "player turn":
                acted = set()
            if entry.what in ("acts freely", "obeys", "does nothing"):
                assert entry.unit not in acted
                acted.add(entry.unit)


@rule("T150", "T090")
@by_game
def test_moves_end_in_cohesion(scenario: str, leadership: str) -> None:
    for moment in moments(scenario, leadership):
        for entry in moment.log:
            if entry.what == "moves":
                unit = moment.after.units[entry.unit]
                assert not unit.on_table or in_cohesion(unit)
