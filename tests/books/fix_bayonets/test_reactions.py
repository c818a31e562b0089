"""What the enemy may do about a charge from its first moment; Reserve; regroup and pursuit."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import charging
from grognard.books.fix_bayonets.facts.checks import why_not_square
from grognard.books.fix_bayonets.state import LEADERS, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Charging, Melee, Rider
from grognard.books.fix_bayonets.words import Attack, Formation, Order, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import CAV, GRID, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
LIGHT = (Trait.LIGHT,)


def horse(label: str, number: int = 0, **more: Any) -> Unit:
    return man(number, 0, CAV, "column", 4, label, **{"cv": 4, "traits": LIGHT, **more})


def foot(label: str = "1616", number: int = 1, form: str = "line", **more: Any) -> Unit:
    return replace(
        man(number, 1, INF, form, 4, label, **more), facing=6 + (form in ("line", "skirmish screen"))
    )


def scene(*units: Unit, **more: Any) -> State:
    boss = replace(chief(0, 0, "1630", cr=30), command=0)
    return replace(state(*units, **more), leaders=(boss,), active=(LEADERS,), stack=(LEADERS,))


def segment(*units: Unit, **more: Any) -> Drill:
    return Drill(scene(*units, **more), "charge", Charging(0))


# ---- a charge from contact, and from four hexes


@rule("F-17.4", "SQR-08", "F-17.7")
def test_a_charge_that_starts_in_contact_may_be_met_by_a_square() -> None:
    drill = segment(horse("1617"), foot()).do("charge", (0, 1))
    assert drill.verbs == {"try_square", "wait"}
    assert "gallop" not in drill.do("try_square").verbs
    assert [line.value for line in drill.waits.why.lines if line.cite == "SQR-08"] == [2]
    drill.fall(0)
    assert drill.unit(1).formation is F.SQUARE
    assert drill.waits.what == "receive check"
    waits = segment(horse("1617"), foot()).do("charge", (0, 1)).do("wait")
    assert waits.waits.what == "receive check"


@rule("SQR-11", "F-17.4")
def test_a_charge_declared_from_four_hexes_is_met_at_four() -> None:
    drill = segment(horse("1620"), foot()).do("charge", (0, 1)).do("try_square")
    assert [line.value for line in drill.waits.why.lines if line.cite == "SQR-11"] == [-1]
    far = segment(horse("1621"), foot()).do("charge", (0, 1))
    assert "gallop" in far.verbs, "nobody tries at five"


@rule("F-17.5", "F-17.7")
def test_a_screen_charged_from_the_next_hex_may_slip_away() -> None:
    screen = foot(form="skirmish screen", halves=2, full=1)
    drill = segment(horse("1617"), screen, field=country(h1615="r")).do("charge", (0, 1))
    assert drill.nouns("slip") == {at("1615")}


@rule("F-17.3", "F-17.7")
def test_cavalry_charged_from_the_next_hex_may_charge_back() -> None:
    other = man(1, 1, CAV, "column", 4, "1616", cv=4, facing=6)
    drill = segment(horse("1617"), other).do("charge", (0, 1))
    assert drill.nouns("charge_back") == {1}
    drill.do("charge_back", 1).fall(0)
    assert drill.waits.what == "melee", "no Receive check: both charge"
    assert [one.state for one in drill.position.agenda[-2].env.riders] == ["contact", "met"]


@rule("CHG-02", "F-17.2", "F-17.3")
@pytest.mark.parametrize("late", [False, True])
def test_a_reaction_charge_moves_after_the_marker_it_answers(late: bool) -> None:
    back = man(2, 1, CAV, "column", 4, "1616", cv=4, traits=LIGHT, facing=6)
    drill = segment(horse("1622"), foot("1816"), back).do("charge", (0, 2))
    if late:
        drill.do("stand_by").do("gallop", at("1621"))
    drill.do("charge_back", 2).fall(0)
    if not late:
        assert drill.waits.who == (0,), "the active marker first"
        drill.do("gallop", at("1621"))
    assert drill.waits.who == (1,), "then the one that answers it, in the same tick"
    drill.do("gallop", at("1617"))
    assert drill.unit(2).hex == at("1617")


@rule("F-13.4", "F-17.2")
def test_third_stacks_shoot_only_at_a_marker_that_has_moved() -> None:
    beside = replace(foot("1517", 2), facing=3)
    drill = segment(horse("1618"), foot(), beside).do("charge", (0, 1)).do("wait")
    assert "gallop" in drill.verbs, "nobody shoots at a marker that was only placed"
    drill.do("gallop", at("1617"))
    assert drill.nouns("shoot") == {2}


@rule("F-17.2", "F-13.4")
def test_naming_another_target_is_no_move() -> None:
    square, other = foot("1616", form="square"), foot("1717", 2)
    third = replace(foot("1518", 3), facing=3)
    drill = segment(horse("1619", facing=0), square, other, third).do("charge", (0, 1))
    drill.do("gallop", at("1618"))
    assert drill.nouns("shoot") == {3}
    drill.do("hold_fire")
    assert 2 in drill.nouns("switch")
    drill.do("switch", 2)
    assert "shoot" not in drill.verbs
    assert drill.verbs == {"try_square", "wait"}


@rule("F-17.2")
def test_another_target_is_named_only_if_the_first_is_gone_or_in_square() -> None:
    first, second = foot("1616"), foot("1717", 2)

    def offers(target: Unit) -> bool:
        drill = segment(horse("1619"), target, second)
        drill.do("charge", (0, 1))
        while drill.verbs & {"wait", "hold_fire"}:
            drill.do("wait" if "wait" in drill.verbs else "hold_fire")
        drill.do("gallop", at("1618"))
        while drill.verbs & {"wait", "hold_fire"}:
            drill.do("wait" if "wait" in drill.verbs else "hold_fire")
        return "switch" in drill.verbs

    assert not offers(first)
    assert offers(replace(first, formation=F.SQUARE))
    rider = Rider(0, 1, 4, path=(0,), fresh=False)
    gone = replace(first, where=Where.DEAD, halves=0, lost=8)
    drill = Drill(scene(horse("1618"), gone, second), "charge", Charging(0, (rider,), stage="ride"))
    assert drill.nouns("switch") == {2}


@rule("F-17.2")
def test_a_charge_never_turns_back_to_a_target_it_left() -> None:
    first, second = foot("1616", form="square"), foot("1717", 2, form="square")
    drill = segment(horse("1619"), first, second).do("charge", (0, 1)).do("gallop", at("1618"))
    while "hold_fire" in drill.verbs:
        drill.do("hold_fire")
    drill.do("switch", 2)
    assert drill.position.agenda[-1].env.fought or "switch" not in drill.verbs


@rule("R-69", "F-17.4")
def test_a_square_formed_late_has_no_flank_for_those_upon_it_either() -> None:
    target = replace(foot(), facing=1)
    near, late = horse("1617"), horse("1819", 2)
    drill = segment(near, target, late).do("charge", (0, 1)).do("charge", (2, 1)).do("wait")
    assert drill.position.agenda[-1].env.riders[0].direction == "rear"
    drill.do("try_square").fall(0)
    assert drill.position.agenda[-1].env.riders[0].direction == "front"


# ---- Reserve


def held(*units: Unit, **more: Any) -> State:
    base = scene(*units, **more)
    return replace(base, commands=(base.commands[0], replace(base.commands[1], reserve=True)))


@rule("STA-06", "F-10.10")
def test_reserve_does_not_form_square_until_the_enemy_is_within_three() -> None:
    rider = horse("1620")
    refusal = why_not_square(held(rider, foot()), (foot(),), rider)
    assert refusal is not None
    assert refusal.cite == "STA-06"
    drill = Drill(held(rider, foot()), "charge", Charging(0)).do("charge", (0, 1))
    assert "gallop" in drill.verbs
    drill.do("gallop", at("1619"))
    assert drill.told("is roused")
    assert "try_square" in drill.verbs


@rule("STA-06")
def test_a_screen_in_reserve_does_not_slip_away() -> None:
    screen = foot(form="skirmish screen", halves=2, full=1)
    base = held(horse("1620"), screen, field=country(h1615="r"))
    assert charging.screen_exits(base, (screen,)) == ()
    awake = replace(base, commands=(base.commands[0], replace(base.commands[1], reserve=False)))
    assert charging.screen_exits(awake, (screen,)) == (at("1615"),)


@rule("STA-06", "F-16.3")
@pytest.mark.parametrize(("reserve", "asked"), [(True, False), (False, True)])
def test_reserve_does_not_turn_to_meet_an_assault(reserve: bool, asked: bool) -> None:
    attacker = man(0, 0, INF, "column", 4, "1617", fb=True)
    base = held(attacker, replace(foot(), facing=1))
    base = replace(base, commands=(base.commands[0], replace(base.commands[1], reserve=reserve)))
    drill = Drill(base, "assault", Melee((0,), 1, Attack.ASSAULT, 0, spots=(attacker.hex,)))
    assert ("face_left" in drill.verbs) is asked


@rule("F-10.10", "R-47")
def test_an_enemy_who_marches_up_rouses_a_reserve_at_once() -> None:
    column = man(0, 0, INF, "column", 4, "1620", mcf=8)
    drill = Drill(held(column, foot(facing=6)), "act", Act((0,), 16, 16))
    assert not drill.told("is roused")
    drill.do("march", at("1619"))
    assert not drill.state.commands[1].reserve


# ---- regroup


@rule("F-17.11", "CHG-04")
def test_a_regroup_never_comes_nearer_to_whom_it_fought() -> None:
    square = foot(form="square")
    base = scene(horse("1617"), square)
    found = charging.regroup_hexes(base, (base.units[0],), (1,))
    assert at("1617") in found
    assert at("1621") in found
    assert at("1615") not in found
    others = [there for there in found if there != at("1617")]
    first = {there for _, there in GRID.steps(at("1617"))}
    assert all(GRID.distance(there, square.hex) > 1 or there in first for there in others)


@rule("F-17.11")
def test_a_regroup_keeps_off_every_enemy() -> None:
    other = foot("1619", 2, form="square")
    base = scene(horse("1617"), foot(form="square"), other)
    found = charging.regroup_hexes(base, (base.units[0],), (1,))
    beyond = [there for there in found if GRID.distance(there, other.hex) == 1]
    assert set(beyond) <= {there for _, there in GRID.steps(at("1617"))}


@rule("F-17.11", "WX-05")
def test_a_regroup_takes_half_of_what_the_weather_leaves() -> None:
    base = scene(horse("1617", mcf=14), foot(form="square"))
    dry = max(
        GRID.distance(at("1617"), there) for there in charging.regroup_hexes(base, (base.units[0],), (1,))
    )
    wet = replace(base, weather=state(weather="rain").weather)
    rain = max(
        GRID.distance(at("1617"), there) for there in charging.regroup_hexes(wet, (wet.units[0],), (1,))
    )
    assert (dry, rain) == (7, 3)


@rule("F-17.11", "CHG-05")
def test_whom_a_rider_fought_is_told_by_the_markers() -> None:
    from grognard.books.fix_bayonets.state import Desk
    from grognard.books.fix_bayonets.steps.pursuit import fought

    riders = (Rider(0, 1, 3, state="contact"), Rider(2, 0, 3, state="met", reaction=True), Rider(3, 4, 3))
    desk = Desk(scene(horse("1617"), foot()), Charging(0, riders))
    assert fought(desk, 0) == (1, 2)
    assert fought(desk, 1) == (0,)
    assert fought(desk, 3) == ()


# ---- pursuit


@rule("F-17.11", "F-18.2")
def test_a_pursuit_takes_its_toll_of_the_whole_stack() -> None:
    first = replace(man(1, 1, INF, "disordered", 1, "1616"), tem=0)
    second = replace(man(2, 1, INF, "disordered", 6, "1616", seat=1), tem=0)
    rider = man(0, 0, CAV, "line", 8, "1617", cv=8)
    drill = segment(rider, first, second).do("charge", (0, 1)).fall(9)
    while "run" in drill.verbs:
        drill.do("run", min(drill.nouns("run")))
    drill.do("follow", 0).fall(0)
    drill.do("pursue")
    assert drill.unit(1).where is Where.DEAD
    assert drill.unit(1).lost + drill.unit(2).lost == 4


@rule("F-17.11")
def test_routers_run_down_even_if_their_top_unit_fell_in_flight() -> None:
    from grognard.books.fix_bayonets.steps.env import Victor
    from tests.books.fix_bayonets.test_numbers import _at_pursuit

    rider = man(0, 0, CAV, "column", 4, "1617", cv=4)
    dead = replace(man(1, 1, INF, "routed", 1, "1616"), where=Where.DEAD, halves=0, lost=2)
    left = man(2, 1, INF, "routed", 4, "1611")
    env = Charging(
        0, stage="fight", question="halt or pursue", now=0, victors=(Victor(0, 1, (1, 2), at("1616")),)
    )
    drill = Drill(scene(rider, dead, left), "charge", env)
    drill.position = replace(drill.position, agenda=_at_pursuit(drill, env))
    drill.do("pursue")
    assert drill.unit(2).lost == 2
    assert drill.unit(2).order is Order.ROUTED
