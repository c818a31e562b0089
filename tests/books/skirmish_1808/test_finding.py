"""Hidden units are found at once, guns go where foot goes, houses are entered by an Advance, leaders move once."""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.driving import Driving
from grognard.books.skirmish_1808.facts.gunnery import Aim
from grognard.books.skirmish_1808.facts.laying import Laying
from grognard.books.skirmish_1808.facts.shooting import why_not_target
from grognard.books.skirmish_1808.state import Cause, Contact, Options, State, Terrain, Unit, Zone
from grognard.books.skirmish_1808.steps.env import Act, Place, Turn
from grognard.books.skirmish_1808.words import Ammo, Calibre, Class, Fire, Rank
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, leader, light, play, road, wall
from tests.rules import rule

CROPS = area("crops", 40, 30, 80, 60)


def lurking(*units: Unit, hidden: Unit, ground: tuple[Terrain, ...] = (CROPS,), **more: object) -> State:
    return battle(*units, hidden=(hidden,), conceals=(False, True), ground=ground, **more)  # type: ignore[arg-type]


# --- found at once -----------------------------------------------------------------------------------------


@rule("H4")
@pytest.mark.parametrize(("x", "found"), [(31.0, True), (28.9, False)])
def test_passing_within_10_finds_a_hidden_unit(x: float, found: bool) -> None:
    rider = horse("A", count=1, at=(x, 20), class_=Class.QUICK)
    lurker = light("H", side=1, count=2, files=1, at=(43, 35))
    game = play(lurking(rider, hidden=lurker), "activation", Act(0, commanded=True))
    game.say("march", (("go", 0, 3000),))
    assert (not game.state.hidden) is found
    assert bool(game.told("is_found")) is found


@rule("H4", "H6", "W2")
def test_whom_an_advance_finds_it_may_shoot_at() -> None:
    state = lurking(light("A", at=(50, 12), count=4), hidden=light("H", side=1, count=4, at=(50, 33)))
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 800),))
    assert not game.state.hidden
    assert list(game.offers()["fire"]) == [1]


@rule("H2", "H4")
def test_nobody_creeps_within_10_of_an_enemy() -> None:
    state = lurking(
        foot("A", at=(50, 20), count=2, files=2), hidden=light("H", side=1, count=2, files=2, at=(50, 34))
    )
    game = play(state, "turn", Turn())
    assert game.refusal("sneak", (("go", 0, -200),)) == "H4"
    game.say("sneak", (("go", 0, -199),))
    assert game.state.hidden


@rule("H2")
def test_hidden_units_creep_before_the_first_turn_too() -> None:
    state = replace(lurking(foot("A", at=(50, 10)), hidden=light("H", side=1, at=(50, 50))), turn=1)
    assert "sneak" in play(state, "turn", Turn()).offers()


@rule("H4", "N5")
def test_a_charge_finds_whom_it_passes() -> None:
    lurker = light("H", side=1, count=2, files=1, at=(61, 45))
    state = lurking(horse("A", at=(50, 30), count=2), foot("B", side=1, at=(50, 50), count=4), hidden=lurker)
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
    game.say("stand")
    assert not game.state.hidden


@rule("H4", "H1")
def test_set_up_within_10_is_found_when_all_are_ready() -> None:
    state = lurking(
        foot("A", at=(20, 20), count=4),
        hidden=light("H", side=1, count=2, at=(50, 34)),
        zones=(Zone(0, ((0, 0), (0, 4000), (8000, 4000), (8000, 0))),),
        options=Options(free_deployment=True),
    )
    game = play(state, "battle", Place()).say("pick", 0).say("place", (("place", 5000, 2500, 0),))
    assert game.state.hidden, "the place itself tells nothing"
    game.say("ready").say("ready")
    assert not game.state.hidden


# --- guns --------------------------------------------------------------------------------------------------


def rolls(state: State, far: int, **how: bool) -> str:
    unit = state.units[0]
    assert unit.gun is not None
    found = Driving(state, unit, **how).refusal((("roll", unit.gun.x, unit.gun.y + far, 0),))
    return found.cite if isinstance(found, Refusal) else ""


@rule("A-30", "76", "30", "X1")
@pytest.mark.parametrize(
    ("piece", "ground", "far", "refused"),
    [
        (gun("G", Calibre.II), (area("light_wood", 0, 0, 90, 90),), 400, ""),
        (gun("G", Calibre.II), (area("light_wood", 0, 0, 90, 90),), 401, "76"),
        (gun("G", Calibre.III), (area("heavy_wood", 0, 0, 90, 90),), 100, ""),
        (gun("G", Calibre.II), (wall(2, (0, 31), (90, 31)),), 200, ""),
        (gun("G", Calibre.II), (wall(8, (0, 31), (90, 31)),), 200, "33"),
        (gun("G", Calibre.I, limbered=True, horse_team=True), (area("wood", 0, 34, 90, 90),), 600, "30"),
        (gun("G", Calibre.I, limbered=True), (area("wood", 0, 34, 90, 90),), 600, ""),
        (gun("G", Calibre.I, limbered=True), (road("road", (30, 0), (30, 90)),), 1600, ""),
        (gun("G", Calibre.I, limbered=True), (road("road", (30, 0), (30, 90)),), 1601, "76"),
        (gun("G", Calibre.I), (road("road", (30, 0), (30, 90)),), 1200, ""),
        (gun("G", Calibre.I, limbered=True), (), 1001, "76"),
        (gun("G", Calibre.I, limbered=True), (road("road", (60, 0), (60, 90)),), 1001, "76"),
    ],
)  # fmt: skip
def test_guns_go_where_foot_goes_and_use_roads(
    piece: Unit, ground: tuple[Terrain, ...], far: int, refused: str
) -> None:
    assert rolls(battle(piece, ground=ground), far) == refused


@rule("82", "X4", "A-14")
@pytest.mark.parametrize(
    ("order", "spot"),
    [
        ("stray_from_front", (0, -1)), ("stray_from_rear", (0, 1)), ("stray_from_left", (-1, 0)),
        ("stray_from_right", (1, 0)), ("stray_from_nearest", None), ("", None),
    ],
)  # fmt: skip
def test_the_gunner_says_from_which_figure_a_stray_is_measured(
    order: str, spot: tuple[int, int] | None
) -> None:
    target = foot("B", side=1, at=(30, 55), count=9, files=3)
    state = battle(gun("G", Calibre.II, at=(30, 30)), target)
    laying = Laying(state, state.units[0], Ammo.ROUND)
    assert len(laying.orders()) == 5
    legs = laying.plan((3000, 5500, 0, order))
    assert not isinstance(legs, Refusal)
    made = laying.work_out(legs)
    assert isinstance(made, Aim)
    if spot is None:
        assert legs[0][3] == -1
        return
    lies = [spot[0] * f.x + spot[1] * f.y for f in target.figures]
    assert spot[0] * made.origin[0] + spot[1] * made.origin[1] == max(lies)


@rule("87", "X10", "L3")
def test_a_gun_may_be_laid_on_a_melee() -> None:
    state = battle(gun("G", Calibre.II, at=(30, 20)), foot("B", side=1, at=(30, 50)), foot("A", at=(40, 60)))
    locked = replace(state, contacts=(Contact(2, 1),))
    assert isinstance(Laying(locked, locked.units[0], Ammo.ROUND).work_out((("aim", 3000, 5000, -1),)), Aim)
    assert why_not_target(locked, locked.units[2], locked.units[1], Fire.HOLD) is not None


@rule("X1a", "W5", "T5")
def test_a_gun_regroups_by_turning_on_the_spot() -> None:
    state = battle(gun("G", at=(30, 30), facing=0), leader("L", at=(90, 90)))
    game = play(state, "activation", Act(0)).fall(0)
    assert set(game.offers()) == {"turn_gun"}, "a gun that hesitates may only regroup"
    game.say("turn_gun", (("roll", 3000, 3000, 1800),))
    assert game.unit(0).facing == 1800
    assert game.unit(0).today.moved
    assert rolls(state, 50, on_the_spot=True) == "X1"


# --- houses ------------------------------------------------------------------------------------------------

HOUSE = area("building", 30, 36, 38, 44)


@rule("G2", "W2")
def test_a_house_is_entered_and_left_by_an_advance_with_its_fire() -> None:
    enemy = foot("B", side=1, at=(34, 60))
    state = battle(light("A", at=(34, 33), count=4), enemy, ground=(HOUSE,))
    entered = play(state, "activation", Act(0, commanded=True)).say("enter", "building")
    assert {"fire", "no_fire"} == set(entered.offers())
    inside = replace(
        state, units=(replace(light("A", at=(34, 40), count=4), house="building"), state.units[1])
    )
    game = play(inside, "activation", Act(0, commanded=True))
    assert "fire_first" in game.offers()
    game.say("sally", (("place", 3400, 4700, 0),))
    assert "fire" in game.offers()
    first = play(inside, "activation", Act(0, commanded=True)).say("fire_first", 1).fall(0)
    assert set(first.offers()) == {"sally"}


@rule("G2", "W2")
def test_after_firing_first_the_door_is_still_open() -> None:
    state = battle(light("A", at=(34, 33), count=4), foot("B", side=1, at=(50, 33)), ground=(HOUSE,))
    game = play(state, "activation", Act(0, commanded=True)).say("fire_first", 1).fall(0)
    assert set(game.offers()) == {"advance", "enter"}
    game.say("enter", "building")
    assert game.unit(0).house == "building"
    assert not game.position.agenda, "it has fired already"


# --- leaders -----------------------------------------------------------------------------------------------


@rule("C4a")
def test_a_leader_carried_in_a_charge_or_regroup_goes_no_farther() -> None:
    chief = replace(leader("L", at=(30, 28)), attached=0)
    runners = replace(foot("B", side=1, at=(30, 42), count=3), fleeing=1)
    state = battle(foot("A", at=(30, 30)), runners, chief)
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).fall(3)
    assert game.unit(2).today.led
    assert "detach" not in play(game.state, "activation", Act(2)).offers()
    still = play(state, "activation", Act(0, commanded=True)).say("regroup", ())
    assert not still.unit(2).today.led, "nobody moved"
    dressed = play(state, "activation", Act(0, commanded=True)).say(
        "regroup", (("dress", 4, 200, 0, 0, 0, 0),)
    )
    assert dressed.unit(2).today.led


@rule("T6a", "M3", "C2")
def test_tests_a_leaders_own_shot_causes_are_taken_before_his_orders() -> None:
    chief = leader("L", Rank.STAFF, escorts=3, at=(30, 30))
    state = battle(chief, foot("B", side=1, at=(30, 36), count=4), foot("F", at=(36, 28), count=4))
    game = play(state, "activation", Act(0)).say("fire", 1).fall(2).fall(0)
    assert game.unit(1).size == 2
    assert (game.waiting.what, game.waiting.facts["unit"]) == ("morale", 1)
    game.fall(1)
    assert "command" in game.offers()
    game.say("command", 2).say("hold").say("finish")
    assert not game.position.agenda


@rule("M3", "T6")
def test_nobody_is_tested_twice_for_it() -> None:
    state = replace(battle(foot("A"), foot("B", side=1, at=(30, 60))), tests=(Cause(1, "M3"),))
    game = play(state, "nerve", Act(0)).fall(1)
    assert not game.position.agenda
    assert game.state.tested == (1,)
