"""What computer players say their units are about. [F5, S1, S6]"""

from __future__ import annotations

import random

import pytest

from grognard.ai.plans import plan_for
from grognard.ai.playout import Drill
from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.advice.tasks import tasks, told
from grognard.books.skirmish_1808.state import State, Unit
from grognard.books.skirmish_1808.words import Where
from grognard.engine.choices import Throw
from grognard.engine.flow import Position, replace
from tests.books.skirmish_1808.drill import battle, foot, horse, leader

FARM = "Casa Castro"


def plan(state: State, side: int) -> tuple[str, ...]:
    return told(state, side, plan_for(RULESET.advice, state, side))


def farm(**changed: dict[str, object]) -> State:
    """The first turn of the farm; units by their keys changed as told."""
    state: State = RULESET.start("farm").state
    units = tuple(replace(unit, **changed.get(unit.key, {})) for unit in state.units)
    return replace(state, turn=1, units=units)


def keyed(state: State, key: str) -> Unit:
    return next(unit for unit in state.units if unit.key == key)


def test_a_garrison_holds_its_house_friends_stay_near_it_and_the_gun_batters_it() -> None:
    state = farm()
    assert plan(state, 0) == (f"British line: to hold {FARM}", f"95th Rifles: to stay near {FARM}")
    assert plan(state, 1) == ("4-pounder: to keep British line under fire",), (
        "friends are to come on where it stands"
    )
    gone = [replace(unit, where=Where.LOST) if unit.where is Where.LATER else unit for unit in state.units]
    alone = replace(state, units=tuple(gone), turn=2)
    assert plan(alone, 1) == (f"4-pounder: to batter {FARM}",)
    late = replace(alone, turn=state.field.turns)
    assert plan(late, 1) == ("4-pounder: to keep British line under fire",), "five hits are not to be had"


def test_who_goes_for_ground_that_counts_says_by_when_unless_it_is_too_late() -> None:
    state = farm(A2={"where": Where.LOST}, A3={"where": Where.LOST}, F5={"where": Where.LOST})
    dragoons = replace(keyed(state, "F4"), where=Where.TABLE)
    there = replace(
        dragoons, figures=tuple(f._replace(x=5000, y=4000 + 350 * n) for n, f in enumerate(dragoons.figures))
    )
    state = replace(state, units=tuple(there if unit.key == "F4" else unit for unit in state.units))
    (task,) = tasks(state, 1)[there.id]
    assert task.when > 1
    assert plan(state, 1) == (f"Dragons: to go for {FARM} by turn {task.when}",)
    assert plan(replace(state, turn=state.field.turns), 1) == (f"Dragons: to come on towards {FARM}",)


def test_in_the_open_they_close_shoot_or_wait_to_charge() -> None:
    far = battle(foot("A", at=(30, 10)), foot("B", side=1, at=(30, 50)))
    assert plan(far, 0)[0].startswith("A: to close with B")
    near = battle(foot("A", at=(30, 30)), horse("H", at=(40, 30)), foot("B", side=1, at=(34, 38)))
    assert plan(near, 0) == ("A: to keep B under fire", "H: to wait until B can be charged")


def test_a_leader_is_told_of_with_those_he_leads_and_runners_run() -> None:
    state = battle(leader("L", at=(30, 30)), foot("A", at=(30, 34)), foot("B", side=1, at=(30, 50)))
    led, runs = state.units[0], state.units[1]
    assert all("L" not in words for words in plan(state, 0))
    state = replace(state, units=(replace(led, attached=1), replace(runs, fleeing=1), *state.units[2:]))
    assert plan(state, 0) == ("L: to lead A", "A: to run until rallied")


def test_convoys_are_escorted_and_hunted() -> None:
    position = RULESET.start("convoy")
    words = " ".join(plan(replace(position.state, turn=1), 0))
    assert "Powder wagons: to leave the table by turn" in words
    assert "to stay beside Powder wagons" in words
    assert "to clear the way for Powder wagons" in words


@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_every_plan_can_be_told_and_its_dates_are_to_come(scenario: str) -> None:
    engine, drill, rng = RULESET.engine(), Drill(RULESET), random.Random(scenario)
    position: Position = RULESET.start(scenario)
    for _ in range(250):
        waiting = engine.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        side, state = waiting.who[0], position.state
        known = tasks(state, side)
        assert set(known) <= {unit.id for unit in state.standing(side)}
        assert all(task.when <= state.field.turns for (task,) in known.values())
        assert all(not task.firm for (task,) in known.values()), "nobody goes by it"
        told_of = ", ".join(words.partition(": to ")[0] for words in plan(state, side))
        assert all(state.units[number].name in told_of for number in known)
        position = engine.follow(position, drill.choose(position, waiting.for_side(side), side))
