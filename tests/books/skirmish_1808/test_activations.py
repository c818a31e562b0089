"""Turns and activations, action by action: what each leaves on the unit, who comes next, who is asked. [T1–T8, W1–W5, C2, H2–H5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.state import (
    Arrival,
    Contact,
    Exit,
    Memory,
    Options,
    State,
    Terrain,
    Today,
    Unit,
    Zone,
    centre,
)
from grognard.books.skirmish_1808.steps.env import Act, Place, Turn
from grognard.books.skirmish_1808.words import Rank, Where
from grognard.engine.choices import Ask
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
    wagons,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 26, 36, 34, 44, "farm")
FAR = foot("E", side=1, at=(30, 110))


def act(unit: Unit, *more: Unit, ground: tuple[Terrain, ...] = (), **how: Any) -> Play:
    """The first unit's activation by command."""
    return play(battle(unit, *(more or (FAR,)), ground=ground), "activation", Act(0, commanded=True, **how))


# --- what an action leaves on the unit ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "ground", "verb", "noun", "today"),
    [
        param(light("A", count=4), (), "hold", None, Today(acted=True), marks=rule("W1"), id="hold"),
        param(light("A", count=4), (), "advance", (("go", 0, 100),), Today(acted=True, moved=True), marks=rule("W2"), id="advance"),
        param(light("A", count=4), (), "advance", (), Today(acted=True), marks=rule("W2"), id="an advance on the spot"),
        param(light("A", count=4), (), "march", (("go", 0, 100),), Today(acted=True, moved=True), marks=rule("W3"), id="march"),
        param(light("A", count=4), (), "regroup", (("dress", 4, 300, 0, 0, 0, 0),), Today(acted=True, moved=True, regrouped=True), marks=rule("W5"), id="regroup"),
        param(light("A", count=4), (), "regroup", (), Today(acted=True, regrouped=True), marks=rule("W5"), id="regroup as they are"),
        param(light("A", count=4, at=(30, 33)), (HOUSE,), "enter", "farm", Today(acted=True, moved=True), marks=rule("G2"), id="enter"),
        param(light("A", count=4, at=(30, 40), house="farm"), (HOUSE,), "sally", (("place", 3000, 4700, 0),), Today(acted=True, moved=True), marks=rule("G2"), id="sally"),
        param(light("A", count=4, at=(30, 40), house="farm"), (HOUSE,), "sally", (), Today(acted=True), marks=rule("G2"), id="stay inside"),
        param(gun("A"), (), "turn_gun", (("roll", 3000, 3000, 900),), Today(acted=True, moved=True, regrouped=True), marks=rule("X1a"), id="turn a gun"),
        param(gun("A"), (), "turn_gun", (), Today(acted=True, regrouped=True), marks=rule("X1a"), id="leave a gun as it is"),
        param(gun("A"), (), "manhandle", (("roll", 3000, 3200, 0),), Today(acted=True, moved=True), marks=rule("76"), id="roll a gun"),
        param(gun("A"), (), "manhandle", (), Today(acted=True), marks=rule("76"), id="roll it nowhere"),
        param(gun("A"), (), "limber", None, Today(acted=True, moved=True), marks=rule("X1"), id="limber"),
        param(gun("A", abandoned=True), (), "man_the_gun", None, Today(acted=True, moved=True), marks=rule("X12a"), id="man the gun"),
    ],
)  # fmt: skip
def test_what_an_action_leaves(
    unit: Unit, ground: tuple[Terrain, ...], verb: str, noun: Any, today: Today
) -> None:
    game = act(unit, ground=ground).say(verb, noun)
    assert game.position.over, "nobody is in range, so nothing else is asked"
    assert game.unit(0).today == today
    assert game.unit(0).last == Memory(today.moved, None)


@rule("W4", "T7")
@pytest.mark.parametrize("count", [1, 6])
def test_a_charger_has_moved(count: int) -> None:
    target = foot("B", side=1, count=6, at=(30, 42), today=Today(acted=True))
    game = act(foot("A", count=count, at=(30, 30)), target).say("charge", 1)
    assert game.unit(0).today.moved
    pulled_up = act(
        horse("A", count=6, at=(30, 30)),
        foot("B", side=1, count=8, at=(30, 50), facing=180, formed=True, today=Today(acted=True)),
    ).say("charge", 1).fall(0)  # fmt: skip
    assert pulled_up.unit(0).today == Today(acted=True, moved=True), "even if it pulled up"


@rule("X1")
def test_limbering_and_unlimbering_are_told_apart() -> None:
    for limbered, told in ((False, "limbers"), (True, "unlimbers")):
        game = act(gun("A", limbered=limbered)).say("limber")
        assert game.unit(0).gun.limbered is not limbered  # type: ignore[union-attr]
        assert game.told(told)


@rule("W2")
def test_who_fired_first_does_not_fire_again() -> None:
    target = foot("B", side=1, at=(30, 42))
    game = act(light("A", count=4), target).say("fire_first", 1).fall(0).say("advance", (("go", 0, 100),))
    assert game.position.over
    after = act(light("A", count=4), target).say("advance", (("go", 0, 100),))
    assert set(after.offers()) == {"fire", "no_fire"}
    assert after.say("no_fire").position.over
    away = Exit(0, ((2000, 0), (4000, 0)), (), 10)
    state = battle(light("A", count=2, files=2, at=(30, 6)), foot("B", side=1, at=(30, 20)), exits=(away,))
    left = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, -460), ("leave", 1)))
    assert left.position.over, "who has left fires at nobody"


@rule("S6", "S3")
def test_wagons_that_leave_are_counted() -> None:
    away = Exit(0, ((2000, 0), (4000, 0)), (), 10)
    for unit, count in ((wagons("W", 2, at=(30, 8)), 2), (light("A", count=2, files=2, at=(30, 6)), 0)):
        state = battle(unit, FAR, exits=(away,))
        game = play(state, "activation", Act(0, commanded=True)).say(
            "advance", (("go", 0, -460), ("leave", 1))
        )
        assert game.unit(0).where is Where.LEFT
        assert game.state.wagons_off == count
    state = battle(
        light("A", count=2, files=2, at=(30, 6)), FAR, leader("L", at=(30, 7), attached=0), exits=(away,)
    )
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, -460), ("leave", 1)))
    assert (game.unit(2).where, game.unit(2).attached) == (Where.LEFT, None), "its leader goes with it"


# --- leaders -----------------------------------------------------------------------------------------------


def commanded(unit: Unit, *more: Unit, **state: Any) -> Play:
    """A leader gives an order to a unit."""
    found = replace(battle(leader("L", Rank.STAFF, at=(30, 22)), unit, *(more or (FAR,))), **state)
    return play(found, "activation", Act(0)).say("command", 1)


@rule("C2", "M6", "K1")
def test_a_leaders_orders_need_no_test() -> None:
    runs = commanded(foot("A", at=(30, 28), fleeing=1))
    assert "+1 rallied by a command unit" in str(runs.waiting.why)
    fights = commanded(
        foot("A", at=(30, 28), count=4), foot("B", side=1, count=4, at=(30, 32)), contacts=(Contact(1, 2),)
    )
    assert fights.waiting.what == "strokes"
    broken = foot("A", at=(30, 28), count=4, quality="raw")
    acts = commanded(broken)
    assert isinstance(acts.waiting, Ask), "no die is thrown"
    assert "march" in acts.offers()
    acts.say("hold")
    assert "command" not in acts.offers(), "it has acted"


@rule("C4", "C4a", "C4b")
def test_joining_a_unit_is_not_being_carried() -> None:
    game = play(
        battle(leader("L", at=(30, 25.9)), foot("A", count=4, at=(30, 30)), FAR), "activation", Act(0)
    ).say("attach", 1)
    assert not game.unit(0).today.led
    assert game.unit(0).today.acted
    assert centre(game.unit(0)) != (3000, 2590), "he goes to its side"


@rule("C2")
def test_a_leader_with_nothing_to_do_is_not_asked() -> None:
    alone = play(battle(leader("L", at=(30, 30)), FAR), "activation", Act(0)).say("hold")
    assert alone.position.over
    friends = play(
        battle(leader("L", at=(30, 30)), foot("A", at=(30, 36), count=4), FAR), "activation", Act(0)
    ).say("hold")
    assert "command" in friends.offers()


@rule("C4a")
def test_a_leader_carried_with_his_unit_has_no_more_moves() -> None:
    state = battle(foot("A", count=4, at=(30, 30)), FAR, leader("L", at=(30, 27), attached=0))
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 300),))
    assert game.unit(2).today == Today(led=True)
    assert play(game.state, "activation", Act(2)).refusal("detach") == "C4a"


# --- taking things -----------------------------------------------------------------------------------------


@rule("S5")
def test_of_a_convoy_only_the_wagons_in_reach_are_taken() -> None:
    convoy = replace(wagons("W", 3, side=1, at=(30, 50)), wounds=(1, 2, 3))
    row = [(3000, 4400), (3000, 5200), (3000, 6000)]
    convoy = replace(convoy, figures=placed(convoy, row))
    game = act(horse("A", count=1, at=(30, 36)), convoy).say("advance", (("go", 0, 350),)).say("no_fire")
    left = game.unit(1)
    assert [(f.x, f.y) for f in left.figures] == row[1:]
    assert left.wounds == (2, 3)
    assert (game.state.wagons_lost, left.where) == (1, Where.TABLE)
    single = replace(convoy, figures=convoy.figures[:1], wounds=(0,))
    last = act(horse("A", count=1, at=(30, 36)), single).say("advance", (("go", 0, 350),)).say("no_fire")
    assert last.unit(1).where is Where.LOST


@rule("X12", "S5")
def test_gunners_and_wagons_take_nothing() -> None:
    lone = gun("G", side=1, at=(30, 37), abandoned=True)
    lone = replace(lone, figures=(), where=Where.LOST)
    for unit, taken in ((light("A", count=1, at=(30, 33)), True), (wagons("A", 1, at=(30, 33)), False)):
        game = act(unit, lone).say("hold")
        assert game.unit(1).gun.taken is taken  # type: ignore[union-attr]


# --- the turn ----------------------------------------------------------------------------------------------


def turn(*units: Unit, **more: Any) -> Play:
    """A turn from its beginning."""
    return play(battle(*units, **more), "turn", Turn())


@rule("T4")
def test_turns_are_counted_and_the_last_ends_the_game() -> None:
    state = battle(
        foot("A", today=Today(acted=True)), foot("B", side=1, at=(30, 90), today=Today(acted=True)), turns=3
    )
    game = play(state, "battle", Place())
    assert game.state.turn == 3
    game.fall(3).say("start")
    assert game.state.outcome is not None, "the third of three"
    assert game.position.over
    longer = play(replace(state, field=replace(state.field, turns=4)), "battle", Place())
    longer.fall(3).say("start")
    assert longer.state.outcome is None
    assert longer.state.turn == 4


@rule("T1")
@pytest.mark.parametrize(("reading", "side"), [(1, 0), (-1, 1)])
@pytest.mark.parametrize("had_second", [0, 1])
def test_the_higher_die_has_the_initiative(reading: int, side: int, had_second: int) -> None:
    state = replace(battle(foot("A"), foot("B", side=1, at=(30, 90))), had_second=had_second)
    assert play(state, "turn", Turn()).fall(reading).waiting.who == (side,)
    assert play(state, "turn", Turn()).fall(0).waiting.who == (had_second,), "a tie: who went second"


@rule("T2", "C4")
def test_a_leader_whose_unit_fights_is_not_picked() -> None:
    units = (
        foot("A", count=4, at=(30, 30)),
        foot("B", side=1, count=4, at=(30, 33)),
        leader("L", at=(28, 27), attached=0),
        leader("M", at=(60, 30)),
        leader("N", at=(80, 24), attached=5),
        foot("C", at=(80, 30)),
    )
    state = replace(battle(*units), contacts=(Contact(0, 1),))
    game = play(state, "turn", Turn()).fall(3).say("start")
    assert set(game.offers()["activate"]) == {0, 3, 4, 5}


def late(side: int) -> tuple[Unit, Arrival]:
    """A unit that is due, with its edge."""
    edge = ((2000, 12000), (8000, 12000)) if side else ((2000, 0), (8000, 0))
    return foot("C", side=side, at=(60, 60), where=Where.LATER), Arrival(side, ("C",), 1, edge)


@rule("T2", "T8")
@pytest.mark.parametrize("side", [0, 1])
def test_after_an_arrival_the_other_side_picks(side: int) -> None:
    unit, arrival = late(side)
    game = turn(foot("A"), foot("B", side=1, at=(30, 90)), unit, arrivals=(arrival,))
    game.fall(3 if side == 0 else -3).say("start")
    assert set(game.offers()) == {"activate", "arrive"}, "who has units to activate does not end his turn"
    game.say("arrive", 2).say("come_on", next(iter(game.offers()["come_on"]))).say("advance", ())
    assert game.waiting.who == (1 - side,)
    only = turn(
        foot("A", today=Today(acted=True)),
        foot("B", side=1, at=(30, 90), today=Today(acted=True)),
        unit,
        arrivals=(arrival,),
    )
    only.fall(3 if side == 0 else -3).say("start")
    assert set(only.offers()) == {"arrive"}


@rule("T8")
def test_units_due_on_one_side_are_not_the_others() -> None:
    unit, arrival = late(1)
    twin = replace(unit, key="D")
    game = (
        turn(foot("A"), foot("B", side=1, at=(30, 90)), unit, twin, arrivals=(arrival,)).fall(-3).say("start")
    )
    assert list(game.offers()["arrive"]) == [2], "only who is named"
    same_key = turn(foot("A"), foot("B", side=1, at=(30, 90)), replace(unit, side=0), arrivals=(arrival,))
    assert "arrive" not in same_key.fall(3).say("start").offers(), "nor a namesake of the other side"


CROPS = area("crops", 70, 20, 118, 118)


def hiding(*units: Unit, sides: tuple[bool, bool] = (False, True), **more: Any) -> State:
    """Both sides on the table, somebody hidden in the crops far away."""
    own = more.pop("hidden", (light("H", side=1, count=2, files=2, at=(100, 100)),))
    return battle(*units, hidden=own, conceals=sides, ground=(CROPS,), **more)


@rule("H3", "H3a")
@pytest.mark.parametrize("side", [0, 1])
def test_who_waits_is_asked_again_after_each_unit_of_the_enemy(side: int) -> None:
    lurker = light("H", side=side, count=2, files=2, at=(100, 100))
    state = hiding(
        foot("A", at=(20, 20), today=Today(acted=side == 0)),
        foot("C", at=(40, 20), today=Today(acted=side == 0)),
        foot("B", side=1, at=(20, 100), today=Today(acted=side == 1)),
        foot("D", side=1, at=(40, 100), today=Today(acted=side == 1)),
        sides=(side == 0, side == 1),
        hidden=(lurker,),
    )
    game = play(state, "turn", Turn()).say("ready").fall(3 if side == 0 else -3).say("start")
    for _ in range(2):
        assert game.waiting.who == (side,)
        assert set(game.offers()) == {"spring", "done"}
        game.say("done")
        assert game.waiting.who == (1 - side,)
        game.say("activate", next(iter(game.offers()["activate"]))).fall(1).say("hold")
        if not isinstance(game.waiting, Ask) and game.waiting is not None:
            game.fall(0)
    assert game.waiting.who == (side,), "the enemy has nobody left, and the ambush may still be sprung"
    assert game.say("done").position.over


@rule("H3", "T2")
@pytest.mark.parametrize("side", [0, 1])
def test_after_springing_the_other_side_picks(side: int) -> None:
    lurker = light("H", side=side, count=2, files=2, at=(100, 100))
    state = hiding(
        foot("A", at=(20, 20)),
        foot("B", side=1, at=(20, 100)),
        sides=(side == 0, side == 1),
        hidden=(lurker,),
    )
    game = play(state, "turn", Turn()).say("ready").fall(3 if side == 0 else -3).say("start")
    game.say("spring", -1).say("hold")
    assert game.waiting.who == (1 - side,)


@rule("T7")
def test_who_was_not_activated_neither_moved_nor_shot() -> None:
    state = battle(
        foot("A", today=Today(acted=True), last=Memory(True, 1)),
        foot("B", side=1, at=(30, 90), today=Today(acted=True)),
        leader("L", at=(60, 30), attached=3, last=Memory(True, 1)),
        foot("C", at=(60, 32), today=Today(acted=True), last=Memory(True, 1)),
        foot("D", side=1, at=(60, 36), today=Today(acted=True)),
    )
    state = replace(state, contacts=(Contact(3, 4),))
    game = play(state, "turn", Turn()).fall(3).say("start")
    assert game.position.over
    assert game.unit(0).last == Memory(True, 1)
    assert game.unit(2).last == Memory(False, None), "the leader of a unit that fights"
    assert game.unit(0).today == Today()


# --- setting up and hiding ---------------------------------------------------------------------------------


@rule("H1")
@pytest.mark.parametrize(
    ("free", "zones", "asked"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_who_sets_up_by_hand(free: bool, zones: bool, asked: bool) -> None:
    zone = Zone(0, ((0, 0), (0, 4000), (8000, 4000), (8000, 0)))
    state = battle(
        foot("A"), foot("B", side=1, at=(30, 90)),
        zones=(zone,) if zones else (), options=Options(free_deployment=free),
    )  # fmt: skip
    game = play(state, "battle", Place())
    assert isinstance(game.waiting, Ask) is asked
    if asked:
        game.say("ready")
        assert (game.waiting.who, set(game.offers())) == ((1,), {"ready"}), (
            "who has no zone has nothing to shift"
        )


@rule("H2", "H3")
@pytest.mark.parametrize(
    ("sides", "asked"),
    [((True, True), [0, 1]), ((True, False), [0]), ((False, True), [1]), ((False, False), [])],
)
def test_who_is_asked_for_secret_moves(sides: tuple[bool, bool], asked: list[int]) -> None:
    game = play(hiding(foot("A", at=(20, 20)), foot("B", side=1, at=(20, 100)), sides=sides), "turn", Turn())
    found = []
    while isinstance(game.waiting, Ask):
        found.append(game.waiting.who[0])
        game.say("ready")
    assert found == asked
    still = hiding(foot("A", at=(20, 20)), foot("B", side=1, at=(20, 100)), sides=sides, sneaks=False)
    assert play(still, "turn", Turn()).waiting.what == "initiative", "the scenario may forbid it"


@rule("H2")
def test_one_sides_secret_moves_leave_the_others_alone() -> None:
    lurkers = (
        light("H", side=0, count=2, files=2, at=(100, 30)),
        light("K", side=1, count=2, files=2, at=(100, 100)),
    )
    state = hiding(
        foot("A", at=(20, 20)), foot("B", side=1, at=(20, 100)), sides=(True, True), hidden=lurkers
    )
    marked = replace(
        state, hidden=(state.hidden[0], replace(state.hidden[1], today=Today(moved=True, found=True)))
    )
    game = play(marked, "turn", Turn()).say("sneak", (("go", 300, 0),))
    assert game.state.hidden[0].today == Today(moved=True, crept=True)
    game.say("ready")
    assert [h.today for h in game.state.hidden] == [Today(crept=True), Today(moved=True, found=True)]
    game.say("ready")
    assert [h.today for h in game.state.hidden] == [Today(crept=True), Today()]
    assert game.state.hidden[0].figures[0].x == state.hidden[0].figures[0].x + 300


@rule("H4")
def test_a_search_is_a_ten_sided_die() -> None:
    state = hiding(foot("A", at=(20, 20)), foot("B", side=1, at=(20, 100)))
    game = play(state, "activation", Act(0, commanded=True)).say("hold")
    assert (game.waiting.what, game.waiting.dice.groups, game.waiting.dice.sides) == ("search", ((1, 7),), 10)
    theirs = play(state, "activation", Act(1, commanded=True)).say("hold")
    assert theirs.position.over, "nobody of ours hides"


@rule("H4", "H3")
def test_whoever_is_found_finds_others_and_each_once() -> None:
    """Ours are found by theirs, theirs by ours, in a chain."""
    lurkers = (
        light("first", side=1, count=1, at=(100, 60)),
        light("ours", side=0, count=1, at=(100, 66)),
        light("second", side=1, count=1, at=(100, 54)),
    )
    state = hiding(
        foot("A", count=1, at=(100, 48)), foot("B", side=1, at=(20, 100)), sides=(True, True), hidden=lurkers
    )
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 100),))
    keys = [u.key for u in game.state.units]
    assert sorted(keys) == ["A", "B", "first", "ours", "second"]
    assert not game.state.hidden
    friend = hiding(
        foot("A", count=1, at=(100, 60)),
        hidden=(light("H", side=0, count=1, at=(100, 66)),),
        sides=(True, False),
    )
    kept = play(friend, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 100),))
    assert kept.state.hidden, "friends do not find each other"


@pytest.mark.parametrize(
    ("legs", "lurks", "end"),
    [
        param((("go", 0, 2000),), (20, 44.5), (2000, 3900), id="straight on"),
        param((("go", 0, 2000),), (20, 44.51), (2000, 4000), id="one step farther"),
        param((("go", 0, 500), ("go", 0, 1500)), (20, 44.5), (2000, 3900), id="by a way point"),
        param((("go", 400, 0), ("go", 0, 1600)), (24, 44.5), (2400, 3900), id="round a corner"),
        param((("go", 1000, 0), ("go", 0, 1000)), (30, 44.5), (3000, 3900), id="at the very end"),
        param((("go", 0, 2000),), (20, 35.5), (2000, 3000), id="at the first step"),
        param((("go", 0, 2000),), (20, 54.5), (2000, 4900), id="at the last step"),
        param((("go", 1200, 1600),), (32, 50.5), (3140, 4520), id="aslant"),
    ],
)
@rule("H5", "B8")
def test_a_move_stops_before_a_hidden_unit(
    legs: Any, lurks: tuple[float, float], end: tuple[int, int]
) -> None:
    """In twentieths of its way: the last one before it would stand within 2."""
    rider = horse("A", count=1, at=(20, 30), class_="LG")
    lurker = light("H", side=1, count=1, at=lurks)
    game = play(hiding(rider, hidden=(lurker,)), "activation", Act(0, commanded=True)).say("advance", legs)
    assert game.told("is_found")
    assert centre(game.unit(0)) == end


@rule("H5", "B8")
def test_a_move_that_is_stopped_stands_on_nobody() -> None:
    rider = horse("A", count=1, at=(20, 30), class_="LG")
    lurker = light("H", side=1, count=1, at=(20, 44.5))
    state = hiding(
        rider, light("F", count=1, at=(20, 38)), leader("L", at=(20, 34.5), attached=0), hidden=(lurker,)
    )
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 2000),))
    assert centre(game.unit(0)) == (2000, 3500), "back before the friend it would stand on"
    close = hiding(
        rider, light("F", count=1, at=(20, 32.6)), hidden=(light("H", side=1, count=1, at=(20, 36.6)),)
    )
    stuck = play(close, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 2000),))
    assert centre(stuck.unit(0)) == (2000, 3000), "or where it was"
