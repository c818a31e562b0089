"""What is hidden stays hidden: worlds that differ only in undiscovered units look the same to everybody else. [H1–H6]"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.state import State, Unit
from grognard.books.skirmish_1808.steps.env import Turn
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Position, replace
from tests.books.skirmish_1808.drill import area, battle, foot, play
from tests.rules import rule

ACTIONS = 120


def concealing(scenario: str) -> bool:
    """Whether a side of a scenario hides troops."""
    state: State = RULESET.start(scenario).state
    return any(side.conceals for side in state.field.sides)


SECRET = [name for name in RULESET.scenarios if concealing(name)]


def shifted(unit: Unit) -> Unit:
    """The unit somewhere else, and one man fewer."""
    spots = [(f.x + 700, f.y - 300) for f in unit.figures]
    there = replace(unit, figures=placed(unit, spots))
    return replace(there, figures=there.figures[:-1]) if there.size > 1 else there


def other_worlds(state: State) -> Iterator[State]:
    """The same battle with other hidden troops: none, fewer, more, elsewhere."""
    yield replace(state, hidden=())
    yield replace(state, hidden=state.hidden[1:])
    yield replace(state, hidden=tuple(shifted(unit) for unit in state.hidden))
    twin = replace(state.hidden[0], id=-1 - len(state.hidden), key="twin")
    yield replace(state, hidden=(*state.hidden, twin))


def told(position: Position, side: int | None) -> object:
    """All that a side can know of a position: its view, its sheets and what it is asked."""
    view = RULESET.view_of(position, side)
    waiting = RULESET.engine().pending(view)
    if isinstance(waiting, Ask):
        asked: object = (waiting.who, waiting.prompt, sorted(waiting.offers) if side in waiting.who else ())
    else:
        asked = repr(waiting)
    return view, RULESET.sheet.view(position.state, side), asked


def positions(scenario: str, seed: int) -> Iterator[Position]:
    """A game at random, position by position."""
    engine, rng = RULESET.engine(), random.Random(seed)
    position = RULESET.start(scenario)
    for _ in range(ACTIONS):
        if position.over:
            return
        yield position
        waiting = engine.pending(position)
        assert waiting is not None
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng, waiting.who[0])
        position = engine.apply(position, action)


@rule("H1", "H3")
def test_two_scenarios_at_least_hide_troops() -> None:
    assert {"ambush", "convoy"} <= set(SECRET)


@rule("H1", "H2", "H3")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SECRET)
def test_other_hidden_troops_look_the_same(scenario: str, seed: int) -> None:
    met = 0
    for position in positions(scenario, seed):
        state: State = position.state
        if not state.hidden:
            break
        owner = state.hidden[0].side
        known = {side: told(position, side) for side in (1 - owner, None)}
        for world in other_worlds(state):
            met += 1
            for side, seen in known.items():
                assert told(replace(position, state=world), side) == seen
            assert RULESET.view_of(replace(position, state=world), owner) != RULESET.view_of(position, owner)
    assert met > 20


@rule("H2")
def test_nobody_can_count_secret_moves() -> None:
    brush = area("crops", 10, 10, 90, 40)
    lair = (foot("first", at=(20, 15), count=6), foot("second", at=(60, 15), count=6))
    state = battle(
        foot("enemy", side=1, at=(50, 80)), hidden=lair, conceals=(True, False), ground=(brush,), turns=8
    )
    one = play(state, "turn", Turn()).say("sneak", (("go", 200, 0),))
    both = play(state, "turn", Turn()).say("sneak", ()).say("sneak", ())
    assert RULESET.view_of(one.position, 1) == RULESET.view_of(both.position, 1)
    assert "sneak" in one.offers()
    assert "sneak" not in both.offers(), "each is asked once"
    assert not any(unit.today.moved for unit in both.say("ready").state.hidden)
