"""What holds of every march: samples are legal, plans arrive, refusals cite, nobody ends on another. [EVA M3–M12]"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts import shots
from grognard.books.ever_victorious_armies.facts.bodies import body, others, size
from grognard.books.ever_victorious_armies.facts.ground import off_table
from grognard.books.ever_victorious_armies.facts.holding import Pivot
from grognard.books.ever_victorious_armies.facts.lanes import Lane, can_charge, lane
from grognard.books.ever_victorious_armies.facts.legs import March
from grognard.books.ever_victorious_armies.facts.marching import Marcher
from grognard.books.ever_victorious_armies.facts.readiness import allowance, move_throw
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.words import Round, Weapon
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.domains import Reach
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length, nearer_than
from grognard.geometry.shapes import box, first_overlap
from tests.books.ever_victorious_armies.drill import RULES, cite, moving
from tests.rules import rule

SCENARIOS = tuple(RULESET.scenarios)


@cache
def battles() -> tuple[State, ...]:
    """Battles a few turns old, units strewn about by random play."""
    found = []
    for seed, name in enumerate(SCENARIOS * 2):
        rng = random.Random(seed)
        engine, position = RULESET.engine(), RULESET.start(name)
        for _ in range(220):
            waiting = engine.pending(position)
            if waiting is None:
                break
            action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
            if isinstance(action, Move) and action.verb == "end_moves" and rng.random() < 0.8:
                continue
            position = engine.apply(position, action)
        found.append(position.state)
    return tuple(found)


def marchers(rng: random.Random) -> list[Marcher]:
    """A march of every unit of every battle, with dice thrown."""
    found = []
    for state in battles():
        for unit in state.units:
            if unit.on_table and not state.in_contact(unit.id):
                dice = move_throw(unit)
                found.append(Marcher(state, unit, allowance(unit, dice.read(dice.roll(rng)))))
    return found


def stands_well(state: State, unit: Unit, march: March) -> None:
    """Where a march ends, its body is on nobody, on the table, an inch from enemies it was not near to."""
    if march.leaves or unit.is_general:
        return
    end = box(*march.end, *size(state, unit, march.order))
    around = others(state, unit.id)
    assert first_overlap(end, [body(state, u) for u in around], TOUCH) is None
    assert not off_table(state.field, end)
    for enemy in (u for u in around if u.side != unit.side):
        if not nearer_than(body(state, unit), body(state, enemy), 100):
            assert not nearer_than(end, body(state, enemy), 100)


@pytest.mark.parametrize("seed", range(4))
@rule("M3", "M8", "M9", "M10")
def test_every_march_that_is_sampled_is_legal_and_ends_on_nobody(seed: int) -> None:
    rng = random.Random(seed)
    for marcher in marchers(rng):
        legs = marcher.sample(rng)
        assert legs in Reach(marcher.unit.id, marcher), marcher.refusal(legs)
        march = marcher.work_out(legs)
        assert isinstance(march, March)
        limit = marcher.allowance.difficult if march.difficult else marcher.allowance.good
        assert limit is not None
        assert march.cost(limit) <= limit
        stands_well(marcher.state, marcher.unit, march)


@rule("M3", "M9")
def test_so_is_every_candidate_and_every_turn_on_the_spot() -> None:
    rng = random.Random(7)
    for marcher in marchers(rng)[::5]:
        for legs in marcher.candidates():
            march = marcher.work_out(legs)
            assert isinstance(march, March)
            assert marcher.refusal(legs) is None
            stands_well(marcher.state, marcher.unit, march)
        pivot = Pivot(marcher.state, marcher.unit)
        for legs in (*pivot.candidates(), pivot.sample(rng)):
            assert pivot.refusal(legs) is None


@rule("M3", "M5", "M6")
def test_a_plan_leads_to_its_pose() -> None:
    rng = random.Random(3)
    found = 0
    for marcher in marchers(rng)[::2]:
        unit = marcher.unit
        for _ in range(2):
            spread = marcher.allowance.good
            x, y = unit.x + rng.randint(-spread, spread) // 2, unit.y + rng.randint(-spread, spread) // 2
            order = rng.choice(unit.orders).value if unit.orders else ""
            wanted = (x, y, rng.randint(0, 3599), order)
            legs = marcher.plan(wanted)
            if isinstance(legs, Refusal):
                assert cite(legs)
                continue
            found += 1
            march = marcher.work_out(legs)
            assert isinstance(march, March)
            assert marcher.refusal(legs) is None
            assert march.end.facing == wanted[2]
            assert march.order.value == (order or unit.order.value)
            # Bearings are whole tenths of a degree and lengths whole hundredths.
            assert length((march.end.x, march.end.y), (x, y)) <= 4
            told = marcher.preview(legs)
            assert told["end"][:2] == [march.end.x, march.end.y]
            assert told["refusal"] is None
    assert found > 50


@rule("M3")
def test_the_region_drawn_holds_the_straight_way_ahead() -> None:
    for marcher in marchers(random.Random(1))[::7]:
        assert len(marcher.region()) >= 4
        assert len(Pivot(marcher.state, marcher.unit).region()) == 4


amounts = st.integers(-2000, 2000)
legs_of = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["forward", "back", "side", "turn", "leave"]), amounts),
        st.tuples(st.just("order"), st.sampled_from(["line", "column", "skirmish", "formed", ""])),
        st.tuples(st.sampled_from(["wheel", "glide", "forward"]), amounts, amounts),
    ),
    max_size=5,
).map(tuple)


@given(st.integers(0, 10**6), legs_of)
@settings(max_examples=300)
@rule("M3")
def test_whatever_is_refused_is_refused_with_a_rule_of_the_book(pick: int, legs: Any) -> None:
    state = battles()[pick % len(battles())]
    standing = [u for u in state.units if u.on_table and not state.in_contact(u.id)]
    unit = standing[pick % len(standing)]
    dice = move_throw(unit)
    marcher = Marcher(state, unit, allowance(unit, dice.read((6,) * dice.n)))
    for judge in (marcher, Pivot(state, unit)):
        refusal = judge.refusal(legs)
        assert refusal is None or (refusal.cite in RULES and refusal.words)


@rule("M1", "H1")
def test_the_engine_refuses_with_the_same_rules() -> None:
    for state in battles():
        for side in (0, 1):
            fresh = replace(
                state, units=tuple(replace(u, today=replace(u.today, acted=False)) for u in state.units)
            )
            game = moving(fresh, side)
            if not isinstance(game.pending, Ask):
                continue
            for verb in ("march", "hold", "charge", "enter"):
                for unit in state.units:
                    noun: Any = (unit.id, 0) if verb == "charge" else unit.id
                    move = Move(side, verb, noun)
                    if move not in game.ask:
                        assert cite(game.ask.refusal(move))


@rule("H1", "H2")
def test_a_charge_that_may_be_named_has_a_lane() -> None:
    for state in battles():
        for unit in state.units:
            if not unit.on_table or unit.is_gun or unit.is_general:
                continue
            for target in state.of_side(1 - unit.side):
                found = lane(state, unit, target)
                assert can_charge(state, unit, target) is isinstance(found, Lane)


@rule("S11")
def test_the_bases_that_bear_are_counted_as_each_base_by_itself_would_be() -> None:
    """Yes or no by the cheapest test, and why not, base by base: never two answers."""
    bearing = 0
    for state in battles():
        for unit in [u for u in others(state) if u.weapon is not Weapon.NONE]:
            for target in state.of_side(1 - unit.side):
                found = shots.fire(state, unit, target, Round.BALL)
                if shots.touches_front(state, unit, target):
                    continue
                line = shots._line(state, unit, target, shots.reach(unit, Round.BALL))
                each = (
                    [
                        shots._base_shot(state.field, arc, eye, line)
                        for eye, arc in zip(*shots._aiming(line.unit))
                    ]
                    if isinstance(line, shots.Line)
                    else []
                )
                near, far = each.count(False), each.count(True)
                assert (found is not None) == bool(near or far)
                if found is not None and not unit.is_gun:
                    assert (found.near, found.far) == (near, far)
                    bearing += 1
    assert bearing > 20
