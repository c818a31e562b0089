"""Faults that the soundness laws found: each from its smallest position, beside one where nothing was wrong."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.laws.measure import apart
from grognard.books.skirmish_1808.state import Cause, Contact, Today
from grognard.books.skirmish_1808.steps.env import Act, Round
from grognard.books.skirmish_1808.words import Quality, Weapon
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import Play, area, battle, foot, gun, horse, leader, light, play
from tests.rules import rule


@rule("N5a", "F6", "R2b")
@pytest.mark.parametrize("lost", [0, 2])
def test_chargers_whose_first_figures_fall_come_up_all_the_same(lost: int) -> None:
    deep = light("A", at=(30, 30), count=6, files=2, pitch=500)
    state = battle(deep, foot("B", side=1, at=(30, 50), count=12, formed=True, facing=180))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand_and_fire")
    game.fall(2)
    game.fall(2 - lost)
    while not game.state.contacts:
        game.fall(1)
    assert game.unit(0).size == 6 - lost
    assert apart(game.state, game.unit(0), game.unit(1)) < 50


@rule("W3", "C4")
@pytest.mark.parametrize(("at", "cite"), [(38.9, ""), (41.5, "W3")])
def test_a_march_keeps_from_a_leader_with_his_unit_as_well(at: float, cite: str) -> None:
    """He is one of its figures: here the one that stands nearest."""
    state = battle(
        light("A", at=(30, 30), count=1),
        foot("B", side=1, at=(30, 64), count=1),
        leader("L", side=1, at=(30, 52), attached=1),
    )
    game = play(state, "activation", Act(0, commanded=True))
    legs = (("go", 0, round(100 * at) - 3000),)
    if cite:
        assert game.refusal("march", legs) == cite
    else:
        game.say("march", legs)


@rule("C4a")
@pytest.mark.parametrize("carried", [False, True])
def test_a_leader_whose_unit_is_gone_still_does_not_move_twice(carried: bool) -> None:
    state = battle(leader("L", at=(30, 30), today=Today(led=carried)), foot("B", side=1, at=(30, 90)))
    game = play(state, "activation", Act(0))
    assert ("advance" in game.offers()) is not carried
    if carried:
        assert {game.refusal("advance", ()), game.refusal("march", ()), game.refusal("charge", 1)} == {"C4a"}


@rule("C4a", "G1")
def test_who_may_leave_his_unit() -> None:
    def asked(house: str = "", **more: Any) -> Play:
        state = battle(
            foot("A", at=(30, 30), house=house),
            leader("L", at=(30, 33), attached=0, house=house, **more),
            ground=(area("building", 25, 25, 35, 35, name="farm"),) if house else (),
        )
        return play(state, "activation", Act(1))

    assert "detach" in asked().offers()
    assert asked(today=Today(led=True)).refusal("detach") == "C4a"
    assert asked(house="farm").refusal("detach") == "G1"


@rule("M3", "K8")
@pytest.mark.parametrize("shaken", [False, True])
def test_a_beaten_unit_tests_once_though_a_friend_fled_past_it(shaken: bool) -> None:
    state = battle(foot("A", at=(30, 30)), horse("B", side=1, at=(30, 34)))
    state = replace(state, contacts=(Contact(1, 0),), tests=(Cause(0, "M3"),) if shaken else ())
    game = play(state, "melee", Round(0)).fall((0, 3))
    assert game.waiting.what == "morale"
    game.fall(1)
    assert not game.state.tests
    assert game.state.tested == (0,)


@rule("N5a", "N6")
@pytest.mark.parametrize(("lost", "misses"), [(1, False), (2, True)])
def test_chargers_left_too_far_off_miss(lost: int, misses: bool) -> None:
    """Of the first rank of two, nineteen from the enemy, one is enough to reach him; the second rank is not."""
    deep = light("A", at=(30, 30), count=6, files=2, pitch=500)
    state = battle(deep, foot("B", side=1, at=(30, 57), count=12, formed=True, facing=180))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand_and_fire")
    game.fall(2).fall(2 - lost)
    while not game.told("misses") and not game.state.contacts:
        game.fall(1)
    assert bool(game.told("misses")) is misses


@rule("X12")
@pytest.mark.parametrize("limbered", [False, True])
def test_gunners_who_flee_leave_their_gun_limbered_or_not(limbered: bool) -> None:
    state = battle(gun("G", at=(30, 60), limbered=limbered), foot("B", side=1, at=(90, 90)))
    state = replace(state, tests=(Cause(0, "M3"),))
    game = play(state, "nerve", Act(1)).fall(0)
    assert game.unit(0).fleeing
    piece = game.unit(0).gun
    assert piece is not None
    assert piece.abandoned


@rule("B8", "H5")
@pytest.mark.parametrize("friend", [80.0, 40.0])
def test_a_march_stopped_by_hidden_troops_stands_on_no_friend(friend: float) -> None:
    """It may pass a leader; where it must stop short on him, it stops before him."""
    state = battle(
        light("A", at=(30, 30), count=1),
        leader("L", at=(30, friend)),
        hidden=(foot("H", side=1, at=(30, 45), count=1),),
        conceals=(False, True),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("march", (("go", 0, 1450),))
    assert game.told("is_found")
    assert apart(game.state, game.unit(0), game.unit(1)) >= 0
    there = game.unit(0).figures[0].y
    assert there == pytest.approx(4000, abs=150) if friend == 80 else there <= 3800


@rule("X12a", "B8", "X1")
@pytest.mark.parametrize(
    ("at", "side", "free"), [(32.5, 0, False), (36.0, 0, True), (34.0, 1, False), (36.0, 1, True)]
)
def test_gunners_come_back_to_a_gun_where_there_is_room_for_them(at: float, side: int, free: bool) -> None:
    """Nobody may stand at a gunner's place, nor an enemy within 1 of it."""
    crew = gun("G", at=(30, 30), abandoned=True)
    away = replace(crew, figures=tuple(f._replace(y=f.y - 500) for f in crew.figures))
    game = play(battle(away, leader("L", side=side, at=(at, 28.5))), "activation", Act(0, commanded=True))
    if free:
        game.say("man_the_gun")
        assert game.unit(0).figures == crew.figures
    else:
        assert game.refusal("man_the_gun") == "B8"


@rule("X12a", "G2")
def test_gunners_do_not_step_into_a_house_to_man_their_gun() -> None:
    crew = gun("G", at=(30, 30), abandoned=True)
    away = replace(crew, figures=tuple(f._replace(y=f.y - 500) for f in crew.figures))
    state = battle(away, foot("B", side=1, at=(90, 90)), ground=(area("building", 32, 27, 40, 35),))
    assert play(state, "activation", Act(0, commanded=True)).refusal("man_the_gun") == "G2"


@rule("M3", "M3a", "B8")
@pytest.mark.parametrize("crowded", [False, True])
def test_friends_near_where_a_fugitive_really_comes_to_stand_test(crowded: bool) -> None:
    """Straight on it would pass at more than 5; set aside by friends who stand in its place, it does not."""
    state = battle(
        light("A", at=(30, 40), count=1),
        foot("F", at=(22.8, 25), count=1),
        foot("E", at=(30 if crowded else 90, 25), count=3, files=1, pitch=200, quality=Quality.ELITE),
        foot("B", side=1, at=(90, 90)),
    )
    game = play(replace(state, tests=(Cause(0, "M3"),)), "nerve", Act(3)).fall(0)
    assert game.unit(0).fleeing
    assert (1 in {due.unit for due in game.state.tests}) is crowded


@rule("O3", "N5c", "N7")
@pytest.mark.parametrize("ground", ["light_wood", "rocks"])
def test_ranks_that_break_on_the_way_come_up_one_by_one(ground: str) -> None:
    """A block would be stopped by the officer at its flank; figures by themselves pass him."""
    state = battle(
        horse("A", at=(6, 27.4), count=10, files=5, formed=True, facing=90),
        light("B", side=1, at=(14.3, 31), count=1, weapon=Weapon.NONE),
        leader("L", at=(12, 22)),
        ground=(area(ground, 9, 4, 40, 50),),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("close_in", 1).say("stand")
    assert game.told("loses_formation")
    assert not game.unit(0).formed
    assert apart(game.state, game.unit(0), game.unit(1)) < 50


def ambushed(*hidden: tuple[float, float]) -> Play:
    """Horse with 25 to charge, an enemy exactly so far before it, and others hidden on the way."""
    state = battle(
        horse("A", count=1, at=(60, 20)),
        foot("B", side=1, count=1, at=(60, 47.5)),
        hidden=tuple(light(f"H{n}", side=1, count=1, at=at) for n, at in enumerate(hidden)),
        conceals=(False, True),
    )
    return play(state, "activation", Act(0, commanded=True)).say("charge", 1)


@rule("H5", "T6")
@pytest.mark.parametrize("aside", [60.0, 64.4])
def test_a_charge_stops_where_it_comes_within_two_of_hidden_troops_and_the_journal_says_so(
    aside: float,
) -> None:
    game = ambushed((aside, 40))
    assert apart(game.state, game.unit(0), game.unit(2)) == pytest.approx(200, abs=1)
    assert [entry.facts for entry in game.told("runs_into")] == [{"unit": 0, "target": 2}]
    free = ambushed((64.6, 40))
    assert free.told("charges"), "farther than 2 from the line"
    assert not free.told("runs_into")


@rule("H5", "B8")
@pytest.mark.parametrize("order", [1, -1])
def test_of_two_hidden_units_a_charge_runs_into_the_first_on_its_way(order: int) -> None:
    game = ambushed(*((60.0, 30.0), (60.0, 41.0))[::order])
    assert game.unit(0).figures[0].y == 2550
    assert tuple(game.offers()["charge"]) == (2,)
    assert game.unit(2).figures[0].y == 3000


@rule("H5")
@pytest.mark.parametrize(("at", "left"), [(44.61, True), (44.62, False)])
def test_who_ran_into_hidden_troops_charges_them_with_what_is_left(at: float, left: bool) -> None:
    """They are 2 away, and of 25 just 2 are left, or a hair less."""
    game = ambushed((64.2, at))
    assert game.told("runs_into")
    assert ("charge" in game.offers()) is left
    if not left:
        assert game.refusal("charge", 2) == "H5"
