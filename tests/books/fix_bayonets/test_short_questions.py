"""Short questions get the answers of the long ones: who reaches one hex, whether there is anybody or anywhere."""

from __future__ import annotations

import random

import pytest

from grognard.books import fix_bayonets
from grognard.books.fix_bayonets.facts import assault, command, moving, retreat, zones
from grognard.books.fix_bayonets.laws import ways
from grognard.books.fix_bayonets.state import Flight, State
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.rules import rule

BOOK = fix_bayonets.RULESET
ACTIONS, EVERY = 1200, 60


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Some positions of a battle played at random."""
    engine, rng, position = BOOK.engine(), random.Random(7), BOOK.start("albuera")
    found = []
    for count in range(ACTIONS):
        if (waiting := engine.pending(position)) is None:
            break
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)
        if count % EVERY == 0:
            found.append(position.state)
    assert len(found) > 5
    return found


@rule("F-13.4", "F-11.2")
def test_whoever_reaches_a_hex_is_found_from_the_hex_too(states: list[State]) -> None:
    for state in states:
        for side in (0, 1):
            fire = zones.fire_zones(state, side)
            skirmish = [(stack[0].id, ways.skirmished_in(state, stack)) for stack in state.stacks(side)]
            for here in range(state.field.grid.size):
                assert zones.shooting_into(state, side, here) == fire.get(here, ())
                met = [unit for unit, there in skirmish if here in there]
                assert list(zones.skirmishing_in(state, side, here)) == met


@rule("RET-01", "R-87")
def test_a_hex_is_dangerous_if_anybody_reaches_it(states: list[State]) -> None:
    found = set()
    for state in states:
        for side in (0, 1):
            for here in range(state.field.grid.size):
                reached = zones.shooting_into(state, 1 - side, here) or zones.skirmishing_in(
                    state, 1 - side, here
                )
                assert zones.dangerous(state, side, here) == bool(reached)
                found.add(bool(reached))
    assert found == {True, False}


@rule("RET-06")
def test_who_runs_has_a_choice_where_several_hexes_may_be_picked(states: list[State]) -> None:
    found = set()
    for state in states:
        for stack in state.stacks():
            run = Flight(tuple(unit.id for unit in stack), 4)
            beside = [there for _, there in state.field.grid.steps(stack[0].hex)]
            for flight in (run, *[replace(run, used=tuple(beside[:many])) for many in range(1, len(beside))]):
                many = len(retreat.candidates(state, flight))
                assert retreat.chooses(state, flight) == (many > 1)
                found.add(min(many, 2))
    assert found >= {1, 2}


@rule("F-11.1", "F-11.4")
def test_a_hex_knows_the_zones_it_is_in(states: list[State]) -> None:
    found = set()
    for state in states:
        for side in (0, 1):
            whole = zones.zones(state, side)
            for here in range(state.field.grid.size):
                at = zones.zones_at(state, side, here)
                assert at == tuple(here in zone for zone in whole)
                found.add(at)
    assert len(found) > 4


@rule("F-9.4", "INI-01a")
def test_initiative_may_be_tried_where_it_has_a_hex_to_name(states: list[State]) -> None:
    for state in states:
        for one in state.leaders:
            if one.on_map:
                assert command.may_try(state, one.id) == bool(command.initiative_hexes(state, one.id))


@rule("F-16.2")
def test_nobody_is_assaulted_who_is_left_out_as_too_far(states: list[State]) -> None:
    for state in states:
        for stack in state.stacks():
            near = {target[0].id for target in assault.reached(state, stack)}
            assert assault.reaches_any(state, stack) == bool(near)
            for target in state.stacks(1 - stack[0].side):
                if state.field.grid.distance(stack[0].hex, target[0].hex) > assault.FARTHEST:
                    assert not assault.approaches(state, stack, target)


@rule("OPS-04a", "OPS-04b", "OPS-04c", "F-9.1a")
def test_a_leader_may_ride_who_has_somewhere_to_ride_to(states: list[State]) -> None:
    asked = [(state, one) for state in states for one in state.leaders]
    assert {command.may_ride(*each) for each in asked} == {True, False}
    for state, one in asked:
        assert command.may_ride(state, one) == bool(command.rides(state, one)), one


@rule("F-10.6")
def test_a_step_costs_the_least_of_the_ways_there(states: list[State]) -> None:
    for state in states:
        for stack in state.stacks():
            each = list(moving.each_step(state, stack, 12, True))
            assert moving.steps(state, stack, 12, True) == {
                there: min(cost for way, cost in each if way == there) for there, _ in each
            }
