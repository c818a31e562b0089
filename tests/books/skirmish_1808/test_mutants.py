"""What mutants of the code got away with: set-up by hand, the order of tests, distances to a house."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.bodies import within_units
from grognard.books.skirmish_1808.facts.command import commands
from grognard.books.skirmish_1808.facts.deploying import zone_of
from grognard.books.skirmish_1808.state import Cause, Options, State, Zone, centre
from grognard.books.skirmish_1808.steps.env import Act, Place
from grognard.books.skirmish_1808.words import Trait
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import area, battle, foot, leader, play
from tests.rules import rule

WEST = ((0, 0), (0, 6000), (6000, 6000), (6000, 0))
CORNER = ((0, 0), (0, 2000), (2000, 2000), (2000, 0))
NORTH = ((0, 9000), (0, 12000), (12000, 12000), (12000, 9000))


def set_up(**more: Any) -> State:
    """A table that is set up by hand: one side in the west with a corner of its own for one unit, one in the north."""
    return battle(
        foot("A", at=(30, 30)),
        foot("own", at=(10, 10)),
        foot("B", side=1, at=(30, 110)),
        hidden=(foot("lurkers", side=1, at=(100, 105), traits=(Trait.HIDDEN,)),),
        conceals=(False, True),
        zones=(Zone(0, WEST), Zone(0, CORNER, "own"), Zone(1, NORTH)),
        options=Options(free_deployment=True),
        ground=(area("crops", 70, 92, 118, 118),),
        **more,
    )


@rule("H1")
def test_the_very_first_unit_is_put_where_it_is_wanted() -> None:
    game = play(set_up(), "battle", Place()).say("pick", 0).say("place", (("place", 4500, 4500, 0),))
    assert centre(game.unit(0)) == (4500, 4500)
    assert game.state.hidden == set_up().hidden


@rule("H1")
def test_a_hidden_unit_is_put_elsewhere_unseen() -> None:
    game = (
        play(set_up(), "battle", Place())
        .say("ready")
        .say("pick", -1)
        .say("place", (("place", 8500, 10500, 0),))
    )
    assert centre(game.state.hidden[0]) == (8500, 10500)
    assert game.state.units == set_up().units


@rule("H1")
def test_a_unit_with_a_zone_of_its_own_stays_in_it() -> None:
    state = set_up()
    assert [zone_of(state, unit) for unit in state.units] == [
        Zone(0, WEST),
        Zone(0, CORNER, "own"),
        Zone(1, NORTH),
    ]
    game = play(state, "battle", Place()).say("pick", 1)
    assert game.refusal("place", (("place", 4500, 4500, 0),)) == "H1"
    game.say("place", (("place", 900, 900, 0),))
    assert centre(game.unit(1)) == (900, 900)


@rule("T6a")
@pytest.mark.parametrize(("acting", "order"), [(0, [1, 0]), (1, [0, 1])])
def test_the_opponent_of_the_acting_side_tests_first(acting: int, order: list[int]) -> None:
    state = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 60)))
    game = play(replace(state, tests=(Cause(0, "M3"), Cause(1, "M3"))), "nerve", Act(acting))
    thrown: list[int] = []
    while game.waiting is not None and len(thrown) < 2:
        thrown.append(game.waiting.facts["unit"])
        game.fall(1)
    assert thrown == order


@rule("B2", "G4", "C3")
@pytest.mark.parametrize(("x", "within"), [(75.9, True), (76.2, False)])
def test_a_garrison_is_as_near_as_the_walls_of_its_house(x: float, within: bool) -> None:
    """Two men in a house fifty wide, the figures drawn at its far end; one base is 1 across."""
    state = battle(
        foot("A", at=(5, 15), count=2, house="farm"),
        leader("L", at=(x, 15), mounted=False),
        ground=(area("building", 0, 10, 65, 20, name="farm"),),
    )
    assert within_units(state, state.units[0], state.units[1], 1000) is within
    assert commands(state, state.units[1], state.units[0]) is within
