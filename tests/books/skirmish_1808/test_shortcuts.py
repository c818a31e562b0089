"""Yes or no by the cheapest test first says what the full answer says, in positions of games played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.facts.arriving import (
    STEP,
    arrival_of,
    arrival_spot,
    due,
    entries,
    standing_at,
)
from grognard.books.skirmish_1808.facts.bodies import point_distance
from grognard.books.skirmish_1808.facts.charging import Onset, can_charge, charge_targets, onset
from grognard.books.skirmish_1808.facts.shooting import (
    BANDS,
    SILENT,
    band_of,
    can_hit,
    has_target,
    may_fire,
    shooters,
    targets,
    why_not_target,
)
from grognard.books.skirmish_1808.facts.sight import (
    can_see,
    eyes,
    in_sight,
    look,
    look_past,
    looks_at,
    marks,
    screens,
    sees,
)
from grognard.books.skirmish_1808.state import State, centre
from grognard.books.skirmish_1808.words import Fire, Where
from grognard.engine.choices import Throw
from tests.books.skirmish_1808.drill import area, battle, foot, light
from tests.rules import rule

SCENARIOS = ("farm", "redinha", "stragglers")


def states(scenario: str, actions: int = 150, every: int = 15) -> Iterator[State]:
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
@rule("F1", "7b")
def test_whom_it_may_shoot_at_is_whom_no_rule_protects(scenario: str) -> None:
    for state in states(scenario):
        for unit in (u for u in state.units if u.on_table):
            for occasion in (Fire.HOLD, Fire.ADVANCE):
                found = [u.id for u in state.units if why_not_target(state, unit, u, occasion) is None]
                assert list(targets(state, unit, occasion)) == found
                assert has_target(state, unit, occasion) == bool(found)


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("7", "7b", "N1")
def test_somebody_can_hit_where_anybody_shoots(scenario: str) -> None:
    for state in states(scenario):
        for unit in (u for u in state.units if u.on_table):
            for enemy in state.standing(1 - unit.side):
                assert can_hit(state, unit, enemy) == bool(shooters(state, unit, enemy))
                if may_fire(state, unit, Fire.HOLD) is None and can_hit(state, unit, enemy):
                    assert sees(state, unit, enemy).clear, "who shoots sees"


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("L2", "L2b")
def test_what_lies_beside_the_box_round_a_line_blocks_no_look(scenario: str) -> None:
    for state in states(scenario, every=30):
        whole = (0, 0, state.field.width, state.field.height)
        for unit in (u for u in state.units if u.on_table and u.figures):
            for enemy in state.standing(1 - unit.side):
                everything = screens(state, whole, unit, enemy)
                for eye in eyes(state, unit)[:3]:
                    for mark in marks(state, enemy, eye.point)[:3]:
                        found = look(state, eye.point, mark, unit, enemy)
                        assert found == look_past(state, (eye.point, mark), everything)


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("L1", "L2", "L3")
def test_who_is_in_sight_is_who_is_seen(scenario: str) -> None:
    told = set()
    for state in states(scenario):
        for unit in (u for u in state.units if u.on_table):
            for enemy in state.standing(1 - unit.side):
                found = looks_at(state, unit, enemy).clear
                assert can_see(state, unit, enemy) == in_sight(state, unit, enemy) == found
                told.add(found)
    assert told == {True, False}


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("N5", "N7")
def test_whom_it_may_charge_is_whom_no_rule_protects(scenario: str) -> None:
    for state in states(scenario):
        for unit in (u for u in state.units if u.on_table):
            for closing in (False, True):
                found = [u.id for u in state.units if isinstance(onset(state, unit, u, closing), Onset)]
                assert list(charge_targets(state, unit, closing)) == found
                assert can_charge(state, unit, closing) == bool(found)


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("7", "7b", "A-6", "G3")
def test_the_band_of_each_shooter_is_that_of_the_nearest_figure_he_sees(scenario: str) -> None:
    for state in states(scenario):
        for unit in (u for u in state.units if u.on_table):
            for enemy in (e for e in state.standing(1 - unit.side) if not e.house):
                bands = []
                for eye in eyes(state, unit):
                    faced = [mark for mark in marks(state, enemy, eye.point) if eye.faces(mark)]
                    clear = [mark for mark in faced if look(state, eye.point, mark, unit, enemy).clear]
                    if clear and (eye.figure < 0 or unit.figures[eye.figure].role not in SILENT):
                        gap = point_distance(eye.point, clear[0]) - enemy.radius
                        bands.append(band_of(unit.weapon, gap - (0 if unit.house else unit.radius)))
                found = [shooter.band for shooter in shooters(state, unit, enemy)]
                room = sum(f.role not in SILENT for f in unit.figures)
                if not unit.is_command:
                    assert found == sorted([b for b in bands if b], key=BANDS.index)[:room]


@rule("T8")
def test_a_unit_is_due_where_it_finds_any_place_to_come_on() -> None:
    met = 0
    for state in states("farm", actions=400, every=40):
        for unit in (u for u in state.units if u.where is Where.LATER):
            arrival = arrival_of(state, unit)
            assert arrival is not None
            met += 1
            (ax, ay), (bx, by) = arrival.edge
            edge = range(0, abs(bx - ax) + abs(by - ay) + 1, STEP)
            assert entries(state, unit) == tuple(
                at for at in edge if standing_at(state, unit, at) is not None
            )
            for at in entries(state, unit):
                there = standing_at(state, unit, at)
                assert there is not None
                assert arrival_spot(state, unit, at) == (*centre(there), there.facing)
            expected = arrival.turn <= state.turn and bool(entries(state, unit))
            assert (unit.id in due(state, unit.side)) == expected
    assert met


@rule("F1", "7b")
def test_who_would_stand_elsewhere_is_asked_from_there() -> None:
    target = foot("B", side=1, at=(30, 40))
    state = battle(foot("A", at=(30, 30)), target)
    away = battle(foot("A", at=(30, 110)), target).units[0]
    assert has_target(state, state.units[0], Fire.HOLD)
    assert not has_target(state, away, Fire.HOLD)


@rule("F2", "A-6")
def test_a_garrison_is_as_far_as_its_walls() -> None:
    deep = area("building", 28, 40, 36, 110, "hall")
    garrison = foot("B", side=1, count=4, at=(32, 105), house="hall")
    state = battle(light("A", count=1, at=(32, 30)), garrison, ground=(deep,))
    (shooter,) = shooters(state, state.units[0], state.units[1])
    assert shooter.band is band_of(state.units[0].weapon, 1000 - state.units[0].radius)
    outside = battle(light("A", count=1, at=(32, 30)), foot("B", side=1, count=4, at=(32, 105)))
    assert shooters(outside, outside.units[0], outside.units[1]) == ()
