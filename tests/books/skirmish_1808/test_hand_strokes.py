"""Who fights whom, who falls, who remembers what: melees with command units, newcomers, guns and garrisons."""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.command import nerve
from grognard.books.skirmish_1808.facts.fighting import melee_of, pairings, shares
from grognard.books.skirmish_1808.facts.garrisons import rooms
from grognard.books.skirmish_1808.facts.ground import area_cover_of, house_named
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.shooting import firing_facts
from grognard.books.skirmish_1808.facts.victory import fleeing_points, lost_points, points
from grognard.books.skirmish_1808.setup.files import ForceFile, LeaderFile
from grognard.books.skirmish_1808.setup.musters import muster
from grognard.books.skirmish_1808.state import Cause, Contact, Exit, Memory, State, Today, Unit, centre
from grognard.books.skirmish_1808.steps.env import Act, Round, Shot, Turn
from grognard.books.skirmish_1808.words import Calibre, Class, Cover, Fire, Quality, Where
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import (
    Play,
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    play,
    wall,
)
from tests.rules import rule


def fight(state: State, *contacts: Contact, unit: int = 0) -> Play:
    return play(replace(state, contacts=contacts), "melee", Round(unit))


# --- command units -----------------------------------------------------------------------------------------


@rule("27", "28", "K10")
def test_comrades_fight_and_fall_for_a_command_unit() -> None:
    officer, band, friends = (
        leader("L", at=(30, 30)),
        foot("E", side=1, at=(30, 34)),
        foot("F", at=(30, 40), count=10),
    )
    contacts = (Contact(1, 0, 2), Contact(2, 1))
    state = replace(battle(officer, band, friends), contacts=contacts)
    (only,) = pairings(state, melee_of(state, 0))
    assert (only.contact.attacker, only.attackers, only.defenders) == (2, 10, 8)
    alone = replace(battle(officer, band), contacts=(Contact(1, 0, 2),))
    (only,) = pairings(alone, melee_of(alone, 0))
    assert (only.attackers, only.defenders) == (8, 1), "with nobody else left he fights"


@rule("26", "27", "K10")
def test_an_enemy_with_nobody_else_is_met_but_comrades_fall() -> None:
    officer = leader("L", at=(30, 30))
    state = battle(
        officer,
        foot("E", side=1, at=(30, 34)),
        foot("G", side=1, at=(24, 30)),
        foot("F", at=(22, 30), count=9),
    )
    game = fight(state, Contact(1, 0, 2), Contact(2, 0, 2), Contact(3, 2))
    while hasattr(game.waiting, "dice") and game.waiting.what == "strokes":
        pair = game.waiting.facts["unit"], game.waiting.facts["target"]
        game.fall((0, 1) if pair == (1, 0) else (0, 0))
    assert game.unit(0).size == 1
    assert game.unit(3).size == 8


@rule("C4a", "K10")
def test_a_leader_fights_on_when_his_unit_is_gone() -> None:
    chief = replace(leader("L", at=(30, 29)), attached=0)
    game = fight(battle(foot("A", count=1), foot("B", side=1, at=(30, 34)), chief), Contact(1, 0, 2))
    game.fall((0, 1))
    assert game.unit(0).where is Where.LOST
    assert (game.waiting.what, game.waiting.facts["unit"]) == ("morale", 2), "he is beaten, not left standing"


@rule("M3")
def test_command_units_test_for_their_losses() -> None:
    chief = leader("L", escorts=3, at=(30, 30))
    state = battle(foot("B", side=1, at=(30, 40), count=8), chief)
    game = play(state, "volley", Shot(0, 1, Fire.HOLD))
    game.fall(3).fall(0)
    assert game.unit(1).size == 1
    assert [c.unit for c in game.state.tests] == [1]


# --- one round a turn --------------------------------------------------------------------------------------


@rule("K1", "K11")
def test_a_newcomer_fights_without_a_second_round_for_the_others() -> None:
    state = battle(
        foot("F", at=(30, 30), count=6, today=Today(acted=True)),
        foot("E", side=1, at=(30, 34), count=8, today=Today(acted=True)),
        foot("N", at=(30, 46), count=6, facing=180),
    )
    ready = replace(state, contacts=(Contact(0, 1, 2, fought=2),))
    game = play(ready, "activation", Act(2, commanded=True)).say("charge", 1)
    throw = game.waiting
    assert (throw.facts["unit"], throw.facts["target"]) == (2, 1)
    game.fall((0, 0))
    assert game.told("locked")
    assert {(c.attacker, c.round) for c in game.state.contacts} == {(0, 2), (2, 2)}


@rule("K1", "K11")
def test_who_has_not_fought_this_turn_fights_along() -> None:
    state = battle(
        foot("F", at=(30, 30), count=6),
        foot("E", side=1, at=(30, 34), count=8),
        foot("N", at=(30, 46), facing=180),
    )
    ready = replace(state, contacts=(Contact(0, 1, 2, fought=1),))
    game = play(ready, "activation", Act(2, commanded=True)).say("charge", 1)
    assert game.waiting.facts["unit"] == 0
    game.fall((0, 0))
    assert game.waiting.facts["unit"] == 2


@rule("26", "K2a")
@pytest.mark.parametrize(
    ("count", "foes", "expected"),
    [
        (1, (8, 4), (1, 1)),
        (2, (8, 4, 4), (1, 1, 1)),
        (4, (8, 4), (3, 1)),
        (6, (4, 4), (3, 3)),
        (5, (9,), (5,)),
    ],
)
def test_every_enemy_unit_has_somebody_to_fight(
    count: int, foes: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert shares(count, foes) == expected


# --- charges and answers -----------------------------------------------------------------------------------


@rule("64", "R3", "K7", "A-11")
def test_a_leader_leads_a_counter_charge_too() -> None:
    for with_him in (True, False):
        chief = replace(leader("L", side=1, mounted=True, at=(30, 52)), attached=1 if with_him else None)
        state = battle(horse("A", at=(30, 30)), horse("B", side=1, at=(30, 48), facing=180), chief)
        game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("counter_charge")
        mine, theirs = game.waiting.why
        assert (mine.total, theirs.total) == (2, 3 if with_him else 2)


@rule("R6", "R3")
def test_horse_that_counter_charges_formed_foot_takes_the_closing_test() -> None:
    state = battle(foot("A", at=(30, 30), formed=True), horse("B", side=1, at=(30, 44), facing=180))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("counter_charge")
    assert (game.waiting.what, game.waiting.facts["unit"]) == ("closing", 1)
    before = centre(game.unit(1))
    pulled = game.fall(0)
    assert pulled.waiting.what == "strokes"
    assert centre(pulled.unit(1)) == before
    assert [line.cite for line in pulled.waiting.why[1].lines if line.cite == "59"] == [], (
        "it no longer charges"
    )
    loose = battle(foot("A", at=(30, 30)), horse("B", side=1, at=(30, 44), facing=180))
    game = play(loose, "activation", Act(0, commanded=True)).say("charge", 1).say("counter_charge")
    assert game.waiting.what == "strokes"


@rule("H3", "R1")
def test_who_is_charged_from_hiding_only_stands() -> None:
    theirs = foot("B", side=1, at=(60, 28))
    lurker = light("H", at=(60, 40))
    state = battle(theirs, hidden=(lurker,), conceals=(True, False), ground=(area("crops", 50, 36, 70, 44),))
    game = play(state, "turn", Turn())
    game.say("ready").fall(5).say("start").say("spring", -1).say("charge", 0)
    assert game.waiting.what == "strokes", "no answer is asked for"
    open_ = battle(theirs, lurker)
    asked = play(open_, "activation", Act(1, commanded=True)).say("charge", 0)
    assert {"stand", "stand_and_fire", "counter_charge"} <= asked.offers().keys()


@rule("N6", "O3")
def test_a_missed_charge_keeps_its_ranks_and_goes_its_whole_way() -> None:
    state = battle(
        horse("A", at=(30, 20), formed=True, count=6),
        horse("B", side=1, at=(30, 44), class_=Class.LIGHT, facing=180),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("evade", 0)
    assert game.told("misses")
    assert game.unit(0).formed
    assert abs(centre(game.unit(0))[1] - 4500) <= 10
    wood = battle(*state.units, ground=(area("light_wood", 0, 47, 120, 50),))
    stopped = play(wood, "activation", Act(0, commanded=True)).say("charge", 1).say("evade", 0)
    assert not stopped.unit(0).formed or centre(stopped.unit(0))[1] < 4700


@rule("N6")
def test_a_missed_charge_stops_short_of_friends_too() -> None:
    state = battle(
        horse("A", at=(30, 20), count=2, files=2),
        horse("B", side=1, at=(30, 40), count=2, files=2, class_=Class.LIGHT),
        foot("F", at=(26, 46), count=1),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("evade", 45)
    assert game.told("misses")
    assert max(f.y for f in game.unit(0).figures) + 150 <= 4600 - 100 - 99


@rule("X11", "X1")
def test_a_charged_gun_chooses_its_round_and_turns() -> None:
    state = battle(horse("A", count=6, at=(38, 35)), gun("G", Calibre.II, side=1, at=(30, 50), facing=180))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
    assert list(game.offers()["stand_and_fire"]) == ["canister", "round shot"]
    before = game.unit(1).facing
    game.say("stand_and_fire", "round shot")
    assert game.told("fires_gun")[0].facts["ammo"] == "round shot"
    assert game.unit(1).facing != before
    far = battle(
        horse("A", count=6, at=(30, 15), class_=Class.QUICK),
        gun("G", Calibre.I, side=1, at=(30, 54), facing=180),
    )
    game = play(far, "activation", Act(0, commanded=True)).say("charge", 1)
    assert list(game.offers()["stand_and_fire"]) == ["round shot"], "too far for canister"


# --- what comes after --------------------------------------------------------------------------------------


@rule("K8", "X12")
def test_gunners_who_pass_fall_back() -> None:
    for passed, fled in ((1, 0), (0, 1)):
        state = battle(horse("A", at=(30, 30), count=6), gun("G", side=1, at=(30, 50), facing=180))
        game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand").fall((0, 1))
        game.fall(passed)
        assert bool(game.unit(1).fleeing) is bool(fled)
        assert game.unit(1).gun is not None
        assert game.unit(1).gun.abandoned


@rule("K9a", "M5")
@pytest.mark.parametrize(("crops", "reached"), [(False, True), (True, False)])
def test_only_who_is_really_reached_is_ridden_down(crops: bool, reached: bool) -> None:
    prey = foot("B", side=1, at=(30, 40), count=6, class_=Class.QUICK, quality=Quality.RAW)
    ground = (area("crops", 0, 42, 120, 120),) if crops else ()
    state = battle(horse("A", at=(30, 33), count=6), prey, ground=ground)
    game = fight(state, Contact(0, 1, 1, charged=(0,))).fall((0, 1)).fall(0)
    assert game.unit(1).fleeing
    game.say("pursue", 1)
    told = hasattr(game.waiting, "what") and game.waiting.what == "run_down"
    assert told is reached


@rule("G6", "B8")
def test_a_ringed_garrison_surrenders() -> None:
    house = area("building", 26, 26, 34, 34)
    inside = replace(foot("G", at=(30, 30), count=6), house="building")
    ring = [
        foot("N", side=1, at=(30, 35.5), count=6, files=6, pitch=200),
        foot("S", side=1, at=(30, 24.5), count=6, files=6, pitch=200),
        foot("W", side=1, at=(24.5, 30), count=6, files=6, pitch=200, facing=90),
        foot("E", side=1, at=(35.5, 30), count=6, files=6, pitch=200, facing=90),
    ]
    ringed = fight(battle(inside, *ring, ground=(house,)), Contact(1, 0, 2, house="building"))
    ringed.fall((0, 1)).fall(1)
    assert ringed.told("surrenders")
    assert ringed.told("surrenders")[0].cite == "G6"
    free = fight(battle(inside, *ring[:3], ground=(house,)), Contact(1, 0, 2, house="building"))
    free.fall((0, 1)).fall(1)
    assert free.told("leaves_house")
    assert all(f.x > 3400 for f in free.unit(0).figures), "by the one free side"


@rule("X9", "X9a")
def test_the_garrison_of_a_house_that_comes_down_stays_in_the_ruin() -> None:
    house = area("building", 26, 46, 34, 54)
    inside = replace(foot("G", side=1, at=(30, 50), count=6), house="building")
    state = battle(gun("A", Calibre.III, at=(30, 20)), inside, ground=(house,))
    there = placed(inside, rooms(inside, house_named(state, "building")))
    state = replace(
        state, units=(state.units[0], replace(state.units[1], figures=there)), damage=(("building", 4),)
    )
    game = play(state, "activation", Act(0, commanded=True)).say("round_shot", (("aim", 3000, 5000, -1),))
    game.fall(1).fall(2).fall(6)
    survivor = game.unit(1)
    assert survivor.house == ""
    assert all(2600 <= f.x <= 3400 and 4600 <= f.y <= 5400 for f in survivor.figures)
    assert area_cover_of(game.state, survivor) is Cover.MEDIUM


# --- panic and losses --------------------------------------------------------------------------------------


def shaken(*friends: Unit, **more: object) -> set[int]:
    runner = light("R", at=(30, 60), count=1)
    state = battle(runner, *friends, **more)  # type: ignore[arg-type]
    game = play(replace(state, tests=(Cause(0, "M3"),)), "nerve", Act(0)).fall(0)
    assert game.unit(0).fleeing
    return {c.unit for c in game.state.tests}


@rule("M3a")
def test_friends_a_flight_leads_past_test() -> None:
    aside, off = foot("P", at=(35, 52.5), count=1), foot("Q", at=(38, 52.5), count=1)
    assert shaken(aside, off) == {1}
    house = area("building", 34, 50, 40, 56)
    garrison = replace(foot("G", at=(37, 53), count=2), house="building")
    assert shaken(garrison, ground=(house,)) == {1}, "a garrison is no exception"
    assert shaken(foot("P", at=(35, 52.5), count=1, quality=Quality.ELITE)) == set()


@rule("V1", "S6", "E3")
def test_the_dead_count_wherever_their_comrades_go() -> None:
    listed = ForceFile(
        "t", ("french",), 0, leader=(LeaderFile("L", "L", "officer", escort="FR-CHAS", escorts=3),)
    )
    (chief,) = muster(listed, 0)
    assert (chief.price, chief.escort) == (40 + 75, 25)
    hurt = replace(foot("A", count=8, full=12), where=Where.LEFT)
    state = battle(hurt, replace(chief, figures=chief.figures[2:]))
    assert lost_points(state, 0) == 4 * 10 + 2 * 25
    gone = battle(replace(chief, where=Where.LOST, figures=()))
    assert lost_points(gone, 0) == 115
    runs = battle(replace(chief, figures=chief.figures[2:], fleeing=1))
    assert fleeing_points(runs, 0) == 65
    away = battle(
        replace(chief, figures=chief.figures[2:], where=Where.LEFT),
        exits=(Exit(0, ((0, 0), (0, 100)), share=100),),
    )
    assert points(away) == (65, 50)


@rule("M2", "46", "F3")
@pytest.mark.parametrize(("height", "cover"), [(4, Cover.MEDIUM), (2, Cover.LIGHT)])
def test_a_lined_wall_steadies(height: float, cover: Cover) -> None:
    state = battle(foot("A", at=(30, 51), count=4, files=4), ground=(wall(height, (20, 50), (40, 50)),))
    assert nerve(state, state.units[0]).cover is cover
    off = battle(foot("A", at=(30, 53), count=4, files=4), ground=(wall(height, (20, 50), (40, 50)),))
    assert nerve(off, off.units[0]).cover is Cover.NONE


# --- memory ------------------------------------------------------------------------------------------------


@rule("18", "T7", "T3")
def test_what_reactions_and_melees_leave_in_memory() -> None:
    old = Memory(False, 2)
    charger, third = foot("A", at=(30, 30)), foot("C", at=(60, 60))

    def after(target: Unit, *answers: tuple[str, object], dice: tuple[object, ...]) -> Memory:
        state = battle(charger, replace(target, side=1, last=old), third)
        game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
        for verb, noun in answers:
            game.say(verb, noun)
        for reading in dice:
            game.fall(reading)
        return game.unit(1).last

    stood = after(foot("B", at=(30, 42), facing=180), ("stand_and_fire", None), dice=(0, (0, 0)))
    assert stood == Memory(False, 0), "stand and fire is an activation without a move, at the charger"
    evaded = after(light("B", at=(30, 42)), ("evade", 0), dice=())
    assert evaded == Memory(True, None)
    fought = after(foot("B", at=(30, 42), facing=180), ("stand", None), dice=((0, 0),))
    assert fought == Memory(False, None)
    countered = after(foot("B", at=(30, 42), facing=180), ("counter_charge", None), dice=((0, 0),))
    assert countered.moved


@rule("18", "T7")
def test_precision_follows_a_stand_and_fire() -> None:
    state = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 42), facing=180, last=Memory(False, 0)))
    assert firing_facts(state, state.units[1], state.units[0], Fire.HOLD).precise
    moved = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 42), facing=180, last=Memory(True, 0)))
    assert not firing_facts(moved, moved.units[1], moved.units[0], Fire.HOLD).precise
