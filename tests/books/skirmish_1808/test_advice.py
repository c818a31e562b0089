"""What the computer player sees: a way past friends, a charge to lead, a place to lie in wait."""

from __future__ import annotations

import pytest

from grognard.ai.greedy import GreedyAgent
from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.advice.lanes import fire_lanes, masking
from grognard.books.skirmish_1808.advice.manoeuvres import in_lane
from grognard.books.skirmish_1808.state import Unit
from grognard.books.skirmish_1808.steps.env import Act, Turn
from grognard.books.skirmish_1808.words import Rank
from grognard.engine.choices import Ask
from tests.books.skirmish_1808.drill import Play, area, battle, foot, gun, horse, leader, play
from tests.rules import rule


def chosen(game: Play, side: int = 0) -> tuple[str, object]:
    """What the computer would do next."""
    ask = game.waiting
    assert isinstance(ask, Ask)
    move = GreedyAgent(RULESET, 1).choose(game.position, ask, side)
    return move.verb, move.noun


@rule("B7", "B8")
def test_a_formed_unit_goes_aside_of_the_gun_before_it() -> None:
    line = foot("line", at=(60, 20), formed=True, count=12)
    state = battle(line, gun("gun", at=(66, 27)), foot("enemy", side=1, at=(60, 70), facing=180))
    game = play(state, "activation", Act(0, commanded=True))
    before = game.unit(0).figures[0]
    verb, legs = chosen(game)
    assert verb in ("advance", "march")
    after = game.say(verb, legs).unit(0).figures[0]
    assert after.x < before.x
    assert after.y > before.y + 500


@rule("B8")
@pytest.mark.parametrize(
    ("friend", "barred"),
    [
        (foot("line", at=(30, 18), formed=True), True),
        (gun("gun", at=(30, 18)), True),
        (foot("loose", at=(30, 18)), False),
        (foot("far", at=(30, 31), formed=True), False),
        (foot("aside", at=(50, 18), formed=True), False),
        (foot("behind", at=(30, 2), formed=True), False),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_who_comes_on_wants_nobody_ahead_who_cannot_be_passed(friend: Unit, barred: bool) -> None:
    rider = horse("horse", at=(30, 10), count=6, formed=True)
    assert (in_lane(rider, friend) > 0) is barred


@rule("X10")
@pytest.mark.parametrize(
    ("spot", "costs"), [((30, 30), True), ((36, 30), False), ((30, 55), False), ((30, 5), False)]
)
def test_it_costs_to_stand_before_ones_own_gun(spot: tuple[int, int], costs: bool) -> None:
    chief = leader("chief", at=spot)
    state = battle(chief, gun("gun", at=(30, 10)), foot("enemy", side=1, at=(30, 45), facing=180, count=1))
    assert (masking(fire_lanes(state, state.units[0]), state.units[0]) > 0) is costs


@rule("C4", "64")
def test_a_leader_joins_those_who_are_to_charge() -> None:
    charge = horse("horse", at=(30, 30), count=10)
    prey = foot("prey", side=1, at=(30, 48), count=8)
    state = battle(charge, prey, leader("chief", Rank.STAFF, mounted=True, at=(30, 22)))
    game = play(state, "activation", Act(2))
    for _ in range(5):
        verb, noun = chosen(game)
        game.say(verb, noun)
        if verb == "command":
            break
    assert game.unit(2).attached == 0


@rule("C4")
def test_a_leader_joins_nobody_who_will_not_charge() -> None:
    state = battle(
        foot("line", at=(30, 30), count=10, formed=True),
        foot("far", side=1, at=(30, 100)),
        leader("chief", at=(30, 27.2)),
    )
    game = play(state, "activation", Act(2))
    assert "attach" in game.offers()
    assert chosen(game)[0] != "attach"


def lurking(*enemies: tuple[float, float]) -> Play:
    """Hidden foot in a long strip of brush, and enemies beyond it."""
    brush = area("crops", 10, 10, 90, 24)
    units = [foot(f"enemy {n}", side=1, at=at) for n, at in enumerate(enemies)]
    lair = (foot("band", at=(20, 17), count=6),)
    state = battle(*units, hidden=lair, conceals=(True, False), ground=(brush,))
    return play(state, "turn", Turn())


@rule("H2")
def test_hidden_units_creep_towards_their_prey() -> None:
    game = lurking((80, 45))
    verb, legs = chosen(game)
    assert verb == "sneak"
    assert legs
    before = game.state.hidden[0].figures[0].x
    assert game.say(verb, legs).state.hidden[0].figures[0].x > before


@rule("H2", "H4")
def test_hidden_units_lie_still_beside_the_enemy() -> None:
    game = lurking((20, 34))
    assert chosen(game) == ("sneak", ())
