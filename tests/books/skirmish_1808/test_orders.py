"""Whom a leader commands and joins, what a Regroup counts for, and that what is missing says why. [C2–C4, 18, T7, G1, W5]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.command import in_command
from grognard.books.skirmish_1808.facts.garrisons import rooms, why_not_enter
from grognard.books.skirmish_1808.facts.ground import house_named
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.shooting import why_not_target
from grognard.books.skirmish_1808.facts.victory import holder
from grognard.books.skirmish_1808.state import Contact, Memory, State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Fire, Rank
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import Play, area, battle, foot, gun, horse, leader, play, wagons
from tests.rules import rule


def act(state: State, unit: int) -> Play:
    """A unit acts, by order."""
    return play(state, "activation", Act(unit, commanded=True))


HOUSE = area("building", 25, 25, 35, 35, "house")


def housed(unit: Unit, state: State) -> Unit:
    """A unit inside the house."""
    return replace(unit, house="house", figures=placed(unit, rooms(unit, house_named(state, "house"))))


@rule("C3", "C4a", "C2")
@pytest.mark.parametrize("flees", [True, False])
def test_a_leader_with_fugitives_commands_nobody_else(flees: bool) -> None:
    state = battle(
        foot("A", at=(30, 30), fleeing=int(flees)),
        replace(leader("L", rank=Rank.STAFF, at=(30, 33)), attached=0),
        foot("B", at=(38, 30)),
        foot("F", side=1, at=(30, 100)),
    )
    assert in_command(state, state.units[2]) is not flees
    assert in_command(state, state.units[0]), "his own he still steadies"
    game = act(state, 1)
    assert set(game.offers()["command"]) == ({0} if flees else {0, 2})


@rule("C3", "95", "100")
@pytest.mark.parametrize(("x", "inside"), [(41.9, True), (42.1, False), (59.9, False)])
def test_a_range_is_measured_from_the_leader_and_not_from_his_escort(x: float, inside: bool) -> None:
    state = battle(
        leader("L", escorts=3, at=(30, 30)), foot("B", at=(x, 30), count=1), foot("F", side=1, at=(100, 100))
    )
    figures = reversed(state.units[0].figures)
    strung = tuple(f._replace(x=3000 + 600 * n, y=3000) for n, f in enumerate(figures))
    state = replace(state, units=(replace(state.units[0], figures=strung), *state.units[1:]))
    assert in_command(state, state.units[1]) is inside


@rule("C4", "G1", "34")
@pytest.mark.parametrize(
    ("mounted", "y", "cite"), [(False, 36.2, ""), (False, 37.1, "C4"), (True, 36.6, "34")]
)
def test_a_leader_at_the_wall_joins_the_garrison(mounted: bool, y: float, cite: str) -> None:
    chief = leader("L", at=(30, y), mounted=mounted)
    state = battle(foot("B", at=(30, 30), count=6), chief, foot("F", side=1, at=(100, 100)), ground=(HOUSE,))
    game = act(replace(state, units=(housed(state.units[0], state), *state.units[1:])), 1)
    if cite:
        assert game.waiting.barred["attach"].cite == cite
    else:
        assert (game.say("attach", 0).unit(1).house, game.unit(1).attached) == ("house", 0)


@rule("C4")
@pytest.mark.parametrize(
    ("friend", "words"),
    [
        (foot("A", at=(30, 33), fleeing=1), "A flees, and nobody joins fugitives"),
        (foot("A", at=(30, 50)), "he is 16.42 cm from A, whom he has to touch"),
    ],
)
def test_who_cannot_join_is_told_why(friend: Unit, words: str) -> None:
    state = battle(
        leader("L", at=(30, 30.1)), friend, foot("F", side=1, at=(100, 100)), gun("G", at=(60, 10))
    )
    assert act(state, 0).waiting.barred["attach"].words == words


@rule("C4")
def test_nobody_joins_a_melee_nor_a_unit_with_a_leader() -> None:
    state = battle(
        leader("L", at=(30, 33)), foot("A", at=(30, 30), files=8), leader("M", at=(34, 32.9)), foot("E", side=1, at=(30, 27))
    )  # fmt: skip
    led = replace(state, units=(*state.units[:2], replace(state.units[2], attached=1), state.units[3]))
    assert act(led, 0).waiting.barred["attach"].words == "A has a leader already"
    fights = replace(state, contacts=(Contact(1, 3, 2),))
    assert act(fights, 0).waiting.barred["attach"].words == "A is in a melee, which nobody joins by himself"


@rule("C2", "C3")
def test_who_gives_no_orders_is_told_why() -> None:
    far = battle(leader("L", at=(30, 30)), foot("A", at=(60, 30)), foot("F", side=1, at=(100, 100)))
    assert act(far, 0).waiting.barred["command"].words == "nobody inside his range has still to act"
    near = battle(leader("L", at=(30, 30)), foot("A", at=(36, 30), count=2), foot("F", side=1, at=(100, 100)))
    spent = play(near, "activation", Act(0, stage="led", acted=True, given=1))
    assert spent.position.over, "an officer gives one order, and there is nothing else to ask"


@rule("G1")
@pytest.mark.parametrize("by_himself", [True, False])
def test_a_leader_by_himself_holds_no_house(by_himself: bool) -> None:
    unit = leader("L", at=(30, 37)) if by_himself else foot("L", at=(30, 37), count=3, files=3)
    state = battle(unit, foot("F", side=1, at=(100, 100)), ground=(HOUSE,))
    reason = why_not_enter(state, state.units[0], house_named(state, "house"))
    assert ("" if reason is None else reason.cite) == ("G1" if by_himself else "")


@rule("G7")
@pytest.mark.parametrize(("unit", "held"), [(foot("A", at=(30, 40)), 0), (wagons("A", 2, at=(30, 40)), None), (leader("A", at=(30, 40)), None)])  # fmt: skip
def test_troops_hold_an_empty_house(unit: Unit, held: int | None) -> None:
    state = battle(unit, foot("F", side=1, at=(100, 100)), ground=(HOUSE,))
    assert holder(state, house_named(state, "house")) == held


@rule("T7", "18", "W5")
@pytest.mark.parametrize(("turn", "moved"), [(0, False), (100, True)])
def test_a_regroup_that_stirs_nobody_is_no_move(turn: int, moved: bool) -> None:
    line = replace(foot("A", at=(30, 30), formed=True, files=4), last=Memory(False, 1))
    game = act(battle(line, foot("E", side=1, at=(30, 45))), 0)
    game.say("regroup", (("dress", 4, 200, turn, 0, 0, 1),))
    assert game.unit(0).today.moved is moved
    game.say("fire", 1)
    assert ("[18]" in str(game.waiting.why)) is not moved
    assert "[20]" in str(game.waiting.why)


@rule("21", "20", "W5")
@pytest.mark.parametrize(("dx", "moved"), [(0, False), (100, True)])
def test_horse_that_regroups_where_it_stands_has_not_moved(dx: int, moved: bool) -> None:
    game = act(battle(horse("A", at=(30, 30)), foot("E", side=1, at=(30, 45))), 0)
    game.say("regroup", (("dress", 4, 450, 0, dx, 0, 0),)).say("fire", 1)
    assert ("[21]" in str(game.waiting.why)) is moved


@rule("W5")
@pytest.mark.parametrize(("escorts", "may"), [(2, True), (0, False)])
def test_a_command_unit_with_an_escort_may_regroup(escorts: int, may: bool) -> None:
    game = act(battle(leader("L", at=(30, 30), escorts=escorts), foot("F", side=1, at=(90, 90))), 0)
    assert ("regroup" in game.offers()) is may
    assert ("regroup" in game.waiting.barred) is not may


@rule("F1")
@pytest.mark.parametrize(
    ("near", "shielded"),
    [
        (foot("T", side=1, at=(33.5, 44), count=1), True),
        (foot("T", side=1, at=(33.5, 44), count=1, fleeing=1), False),
        (wagons("T", 1, side=1, at=(35, 44)), False),
        (gun("T", side=1, at=(26, 42), crew=2, facing=180), True),
    ],
)
def test_steady_troops_and_gunners_shield_a_leader(near: Unit, shielded: bool) -> None:
    state = battle(foot("A", at=(37, 30), count=2), leader("L", side=1, at=(30, 46)), near)
    reason = why_not_target(state, state.units[0], state.units[1], Fire.HOLD)
    assert ("" if reason is None else reason.cite) == ("F1" if shielded else "")


@rule("T5", "B5")
@pytest.mark.parametrize("broken_up", [True, False])
def test_it_is_told_why_a_unit_may_only_regroup(broken_up: bool) -> None:
    unit = foot("A", at=(30, 30), count=2, today=Today())
    if broken_up:
        unit = replace(unit, figures=(unit.figures[0]._replace(x=1000), unit.figures[1]._replace(x=3000)))
    game = play(battle(unit, foot("F", side=1, at=(90, 90))), "activation", Act(0))
    if not broken_up:
        game.fall(0)
    assert game.waiting.prompt == f"A {'is broken up' if broken_up else 'hesitates'}: it may only regroup"
    assert game.refusal("advance", (("go", 0, 100),)) == ("B5" if broken_up else "T5")
