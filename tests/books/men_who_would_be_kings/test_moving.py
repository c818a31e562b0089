"""Move, At the Double, Skirmish, riding, coming and going. [TMWWBK T067–T071, T088–T094, T123–T127]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import gap, in_cohesion
from grognard.books.men_who_would_be_kings.facts.moving import Walk, Walker
from grognard.books.men_who_would_be_kings.facts.values import half_move, is_free, move_of
from grognard.books.men_who_would_be_kings.state import State, Task, Terrain, Unit
from grognard.books.men_who_would_be_kings.words import Action, Kind, Trait, Upgrade, Where
from grognard.engine.choices import Ask
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    area,
    begin,
    gun,
    horse,
    irregular,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
RIDER = Upgrade.MOUNTED_INFANTRY


def walker(
    mover: Unit, *others: Unit, terrain: tuple[Terrain, ...] = (), allowance: int | None = None
) -> Walker:
    """The judge of a move of the first unit."""
    state = scene(mover, *others, terrain=terrain)
    return Walker(state, state.units[0], move_of(mover) if allowance is None else allowance)


def cite(found: Refusal | None) -> str | None:
    return None if found is None else found.cite


def go(dx: float, dy: float) -> tuple[str, int, int]:
    return "go", round(dx * 100), round(dy * 100)


@rule("R-56", "T088", "F-P1", "F-P3")
@pytest.mark.parametrize(("kind", "inches"), [(regular, 6), (tribal, 8), (horse, 12), (gun, 4)])
def test_a_move_is_no_longer_than_the_profile_says(kind: Kind, inches: int) -> None:
    moving = walker(unit("A", kind, at=(36, 10)))
    assert cite(moving.refusal((go(0, inches),))) is None
    assert cite(moving.refusal((go(0, inches + 0.01),))) == "R-56"
    assert cite(moving.refusal((go(0, inches / 2), go(0, -inches / 2)))) is None


@rule("T091", "T092", "R-26", "R-47", "F-U11")
@pytest.mark.parametrize(
    ("kind", "upgrades", "reach"),
    [
        param(regular, (), 4.5, id="3 open and 1.5 of Difficult"),
        param(tribal, (), 8, id="Tribal foot ignores it"),
        param(regular, (Upgrade.GURKHAS,), 6, id="so do Gurkhas"),
        param(horse, (), 7.5, id="Cavalry pays"),
    ],
)
def test_difficult_ground_costs_double(kind: Kind, upgrades: tuple[Upgrade, ...], reach: float) -> None:
    sand = area("sand", 20, 13, 52, 40)
    moving = walker(unit("A", kind, 1, *upgrades, at=(36, 10)), terrain=(sand,))
    assert cite(moving.refusal((go(0, reach),))) is None
    assert cite(moving.refusal((go(0, reach + 0.02),))) == "R-56"


@rule("F-G2", "F-G4", "F-G5", "F-G6", "F-G13", "F-G3")
@pytest.mark.parametrize(
    ("kind", "slow"),
    [("wood", True), ("rocks", True), ("sand", True), ("marsh", True), ("rubble", True), ("scrub", False),
     ("hill", False), ("road", False), ("crops", False)],
)  # fmt: skip
def test_which_ground_is_difficult(kind: str, slow: bool) -> None:
    moving = walker(unit("A", regular, 1, at=(36, 10)), terrain=(area(kind, 20, 5, 52, 40),))
    assert cite(moving.refusal((go(0, 6),))) == ("R-56" if slow else None)


@rule("R-25", "T088", "R-58")
def test_a_move_keeps_one_from_enemies() -> None:
    moving = walker(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 16)))
    assert cite(moving.refusal((go(0, 4),))) is None
    assert cite(moving.refusal((go(0, 4.01),))) == "R-25"
    assert cite(moving.refusal((go(1, 5.5),))) == "R-25"  # passing too near


@rule("R-25")
def test_one_that_starts_nearer_may_only_go_away() -> None:
    moving = walker(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 11.5)))
    assert cite(moving.refusal((go(0, -2),))) is None
    assert cite(moving.refusal((go(0, 0.2),))) == "R-25"


@rule("T089", "R-43")
def test_friends_are_passed_but_not_stood_on() -> None:
    friend = unit("B", tribal, at=(36, 14))
    moving = walker(unit("A", tribal, 4, at=(36, 10)), friend)
    assert cite(moving.refusal((go(0, 8),))) is None
    assert cite(moving.refusal((go(0, 4),))) == "T089"


@rule("T077", "R-43")
def test_nobody_passes_close_order_nor_it_through_others() -> None:
    formed = unit("B", regular, at=(36, 14), close_order=True)
    assert cite(walker(unit("A", tribal, 4, at=(36, 10)), formed).refusal((go(0, 8),))) == "T077"
    moving = walker(unit("A", regular, at=(36, 10), close_order=True), unit("B", tribal, 4, at=(36, 12.5)))
    assert cite(moving.refusal((go(0, 4),))) == "T077"


@rule("T090", "R-44")
def test_every_model_ends_within_four_of_the_leader() -> None:
    moving = walker(unit("A", tribal, 5, at=(36, 20)))
    assert cite(moving.refusal((("model", 1, 350, 0),))) is None
    assert cite(moving.refusal((("model", 1, 700, 0),))) == "T090"


@rule("R-44", "T090")
def test_a_scattered_unit_must_end_together() -> None:
    places = [(3000, 2000), (3600, 2000), (4200, 2000)]
    scattered = unit("A", tribal, 3, places=places, leader=None)
    moving = walker(scattered)
    assert cite(moving.refusal(())) == "T090"
    assert cite(moving.refusal((("gather", 1),))) is None


@rule("R-44")
def test_casualties_come_off_farthest_first_and_the_leader_last() -> None:
    from grognard.books.men_who_would_be_kings.facts.bodies import without

    each = unit("A", tribal, 4, places=[(3000, 2000), (3100, 2000), (3350, 2000), (2650, 2000)])
    after = without(each, 1)
    assert after.models == ((3000, 2000), (3100, 2000), (3350, 2000))  # of two equally far, the higher number
    assert without(each, 3).models == ((3000, 2000),)
    assert without(each, 3).leader == 0
    assert without(each, 4).count == 0


@rule("T093", "T094", "R-26", "F-G7", "F-G8")
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence", "stream", "ditch", "trench", "sangar", "gate"])
def test_an_obstacle_stops_a_move_and_is_crossed_with_the_next(kind: str) -> None:
    across = (line(kind, 20, 14, 52, 14),)
    far = walker(unit("A", regular, 1, at=(36, 10)), terrain=across)
    assert cite(far.refusal((go(0, 3.5),))) is None
    assert cite(far.refusal((go(0, 5),))) == "T093"
    near = walker(unit("A", regular, 1, at=(36, 13.5)), terrain=across)
    assert cite(near.refusal((go(0, 5),))) is None
    assert cite(near.refusal((go(0, 0.4),))) == "R-26"  # astride


@rule("R-26", "T094")
def test_one_model_at_the_obstacle_is_enough_for_the_unit() -> None:
    across = (line("wall", 20, 14, 52, 14),)
    places = [(3600, 1340), (3600, 1230), (3600, 1120)]
    assert cite(walker(unit("A", regular, 3, places=places), terrain=across).refusal((go(0, 5),))) is None


@rule("F-G9")
def test_no_crew_crosses_a_stream() -> None:
    across = (line("stream", 20, 14, 52, 14),)
    assert cite(walker(unit("A", gun, at=(36, 12.2)), terrain=across).refusal((go(0, 4),))) == "T093"
    wall = (line("wall", 20, 14, 52, 14),)
    assert cite(walker(unit("A", gun, 1, at=(36, 12.6)), terrain=wall).refusal((go(0, 4),))) is None


@rule("F-G12", "R-56")
@pytest.mark.parametrize("kind", ["cliff", "deep_water", "building"])
def test_impassable_ground(kind: str) -> None:
    moving = walker(unit("A", tribal, 1, at=(36, 10)), terrain=(area(kind, 30, 13, 42, 15),))
    assert cite(moving.refusal((go(0, 8),))) == "R-56"
    assert cite(moving.refusal((go(0, 2.5),))) is None


@rule("R-55", "T150")
def test_nobody_stands_off_the_table() -> None:
    moving = walker(unit("A", tribal, 1, at=(36, 3)))
    assert cite(moving.refusal((go(0, -3),))) is None
    assert cite(moving.refusal((go(0, -3.01),))) == "R-55"


@rule("T088", "R-46")
def test_a_free_move_of_tribes_makes_no_contact() -> None:
    game = begin(scene(unit("A", tribal, at=(36, 10)), unit("b", tribal, at=(36, 18)))).do("move", "A")
    assert game.refused("go", ((go(0, 4)),)).cite == "R-25"


@rule("R-56", "T150")
def test_what_a_walker_proposes_it_accepts() -> None:
    rng = random.Random(5)
    moving = walker(
        unit("A", tribal, at=(36, 20)),
        unit("b", regular, at=(36, 30)),
        terrain=(area("wood", 38, 22, 44, 28),),
    )
    for legs in moving.candidates():
        assert moving.refusal(legs) is None
    for _ in range(20):
        assert moving.refusal(moving.sample(rng)) is None
    planned = moving.plan((3600, 2500, 0, ""))
    assert not isinstance(planned, Refusal)
    assert moving.preview(planned)["refusal"] is None


# ---- single models


def arranged(moving: Walker, spot: tuple[int, int], *places: tuple[int, int, int], order: str = "") -> Any:
    """The group at a spot with some models elsewhere: where all end, or the rule that refuses."""
    legs = moving.arrange((*spot, 0, order), places)
    if isinstance(legs, Refusal):
        return legs.cite
    walk = moving.work_out(legs)
    assert isinstance(walk, Walk)
    return walk.models


@rule("T090", "T088", "R-56")
@pytest.mark.parametrize(
    ("spot", "place", "expected"),
    [
        param((3600, 1400), (7, 3900, 1450), None, id="beside the group"),
        param((3600, 1400), (7, 3600, 1900), "R-56", id="farther than its own move"),
        param((3600, 1200), (7, 4099, 1200), None, id="within 4 of the Leader"),
        param((3600, 1200), (7, 4105, 1200), "T090", id="out of cohesion"),
        param((3600, 1200), (7, 3600, 1210), "T089", id="on the Leader"),
        param((3600, 1600), (6, 3542, 1110), None, id="left behind: it pays only for its own way"),
        param((3600, 1200), (99, 3700, 1200), None, id="nobody of that number"),
    ],
)
def test_single_models_are_set_apart_within_cohesion(
    spot: tuple[int, int], place: tuple[int, int, int], expected: str | None
) -> None:
    moving = walker(unit("A", regular, at=(36, 10)))
    assert moving.singles()
    found = arranged(moving, spot, place)
    if expected is not None:
        assert found == expected
        return
    group = arranged(moving, spot)
    assert found[place[0] : place[0] + 1] in (((place[1], place[2]),), ())
    assert [a for i, a in enumerate(found) if i != place[0]] == [
        a for i, a in enumerate(group) if i != place[0]
    ]


@rule("T090")
def test_the_refusal_points_at_the_model_that_strays() -> None:
    moving = walker(unit("A", regular, at=(36, 10)))
    refusal = moving.arrange((3600, 1200, 0, ""), ((7, 4150, 1200),))
    assert isinstance(refusal, Refusal)
    assert refusal.place == (4150, 1200)


@rule("T074")
def test_close_order_moves_as_one_and_a_garrison_has_no_single_models() -> None:
    assert not walker(unit("A", regular, at=(36, 10), close_order=True)).singles()
    assert not walker(unit("A", regular, 1, at=(36, 10))).singles()


@rule("R-56", "T090", "F-M2")
def test_gathered_or_mounting_units_let_single_models_step_out_at_the_end() -> None:
    moving = walker(unit("A", regular, None, RIDER, at=(36, 10)))
    models = arranged(moving, (3600, 1200), (9, 3600, 1690), order="gathered")
    assert models[9] == (3600, 1690)
    legs = moving.arrange((3600, 1200, 0, "mounted"), ((9, 3600, 1690),))
    assert legs[0] == ("mount", 1)
    assert moving.preview(legs)["refusal"] is None


@rule("T090")
def test_a_preview_draws_the_ring_that_holds_every_base() -> None:
    moving = walker(unit("A", regular, at=(36, 10)))
    legs = moving.arrange((3600, 1200, 0, ""), ((7, 4099, 1200),))
    seen = moving.preview(legs)
    assert seen["limit"] == {"model": 0, "radius": 550, "words": "4″ from the Leader", "cite": "T090"}
    assert max(seen["costs"]) == seen["cost"] == seen["costs"][7]
    assert seen["end"][:2] == [3600, 1200]


# ---- at the double


@rule("T068", "T071", "R-24")
def test_the_double_is_the_move_and_a_die() -> None:
    game = (
        begin(scene(unit("A", regular, at=(36, 10)), unit("b", tribal, at=(36, 44))))
        .do("double", "A")
        .total(12)
    )
    assert game.throw.what == "double"
    game.fall(4)
    assert game.refused("go", (go(0, 10.01),)).cite == "R-56"
    game.do("go", (go(0, 10),))
    assert game.unit("A").models[0] == (3600, 2000)


@rule("F-T20")
def test_the_jolly_sporty_keep_the_better_of_two() -> None:
    runner = unit("A", regular, at=(36, 10), trait=Trait.JOLLY_SPORTY)
    game = begin(scene(runner, unit("b", tribal, at=(36, 44)))).do("double", "A").total(12).fall(2, 5)
    game.do("go", (go(0, 11),))
    assert game.unit("A").models[0] == (3600, 2100)


@rule("T069", "T069a", "R-24")
def test_a_charge_that_gets_home_is_an_attack() -> None:
    state = scene(unit("A", tribal, 1, at=(36, 10)), unit("b", regular, 1, at=(36, 22)))
    game = begin(state)
    assert not game.may("attack", "A", "b")
    game.do("charge", "A", "b").total(12)
    assert game.throw.facts["needs"] == 300
    game.fall(3)
    assert game.throw.what == "melee"


@rule("R-24", "R-25")
def test_a_charge_that_falls_short_stops_one_away() -> None:
    state = scene(unit("A", tribal, at=(36, 10)), unit("b", regular, at=(36, 24.5)))
    game = begin(state).do("charge", "A", "b").total(12).fall(1)
    assert game.told("falls short")
    assert gap(game.state, game.unit("A"), game.unit("b")) >= 100
    assert in_cohesion(game.unit("A"))
    assert isinstance(game.pending, Ask)
    close = scene(unit("A", tribal, 1, at=(36, 10)), unit("b", regular, 1, at=(36, 20.2)))
    game = begin(close).do("charge", "A", "b").total(12).fall(1)
    assert gap(game.state, game.unit("A"), game.unit("b")) >= 100


@rule("T070", "R-24")
@pytest.mark.parametrize("kind", [regular, irregular])
def test_others_only_run(kind: Kind) -> None:
    game = begin(scene(unit("A", kind, at=(36, 10)), unit("b", tribal, at=(36, 20))))
    assert not game.may("charge", "A", "b")
    assert game.may("double", "A")


# ---- skirmish


@rule("T125", "T126", "R-21", "T057", "R-47")
def test_move_then_fire() -> None:
    game = (
        begin(scene(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 24))))
        .do("skirmish", "A")
        .total(12)
    )
    assert game.refused("go", (go(0, 3.01),)).cite == "R-56"
    game.do("go", (go(0, 3),))
    assert set(game.ask.offers) == {"aim", "hold_fire"}
    game.do("aim", "b")
    assert game.throw.dice.faces()[0] == 6


@rule("T126", "R-21")
def test_fire_then_move() -> None:
    game = begin(scene(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 22)))).do(
        "fire_and_move", "A", "b"
    )
    game.total(12).hits(0)
    assert game.ask.prompt.startswith("Move A")
    game.do("go", ())
    assert game.unit("A").models[0] == (3600, 1000)


@rule("R-21", "R-14")
def test_one_part_may_be_declined_not_both_and_targets_are_judged_after_the_move() -> None:
    state = scene(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 22)))
    game = begin(state).do("skirmish", "A").total(12).do("go", ())
    assert set(game.ask.offers) == {"aim"}
    away = (
        begin(scene(unit("A", irregular, at=(36, 10)), unit("b", tribal, at=(36, 31))))
        .do("skirmish", "A")
        .total(12)
    )
    away.do("go", (go(0, -3),))
    assert away.ask.prompt.startswith("Activate")  # nobody in range any more


@rule("T123", "T124", "T087")
def test_not_for_crews_nor_close_order() -> None:
    crew = begin(scene(unit("A", gun, at=(36, 10)), unit("b", tribal, at=(36, 22))))
    assert not crew.offers("skirmish")
    formed = begin(scene(unit("A", regular, at=(36, 10), close_order=True), unit("b", tribal, at=(36, 22))))
    assert not formed.offers("skirmish")
    assert not formed.offers("double")


# ---- mounted infantry


def boers(mounted: bool, *others: Unit) -> State:
    rider = unit("A", irregular, None, RIDER, at=(36, 10), mounted=mounted)
    return scene(rider, *others) if others else scene(rider, unit("b", tribal, at=(36, 40)))


@rule("F-M1", "F-U12", "R-55")
def test_in_the_saddle_it_moves_twelve_and_does_not_fire() -> None:
    state = boers(True, unit("b", tribal, at=(36, 24)))
    assert move_of(state.units[0]) == 1200
    assert state.units[0].radius == 75
    assert not begin(state).offers("fire")
    assert not is_free(state.units[0], Action.FIRE)
    assert begin(boers(False, unit("b", tribal, at=(36, 24)))).may("fire", "A", "b")


@rule("F-M2")
def test_mounting_costs_half_the_move() -> None:
    game = begin(boers(False)).do("move", "A").total(12)
    assert game.refused("go", (("mount", 1), go(0, 6.01))).cite == "R-56"
    game.do("go", (("mount", 1), go(0, 6)))
    assert game.unit("A").mounted
    down = begin(boers(True)).do("move", "A").total(12)
    assert down.refused("go", (("mount", 0), go(0, 6))).cite == "F-M2"
    down.do("go", (go(0, 6), ("mount", 0)))
    assert not down.unit("A").mounted


@rule("F-M3")
def test_it_fires_and_rides_off_or_rides_up_and_fires() -> None:
    game = begin(boers(False, unit("b", tribal, at=(36, 24)))).do("fire_and_move", "A", "b").total(12).hits(0)
    game.do("go", (("mount", 1), go(0, -6)))
    assert game.unit("A").mounted
    up = begin(boers(True, unit("b", tribal, at=(36, 32)))).do("skirmish", "A").total(12)
    up.do("go", (go(0, 6), ("mount", 0)))
    assert up.may("aim", "b")


@rule("F-M4", "R-60")
def test_no_lying_down_and_no_buildings_in_the_saddle() -> None:
    craft = unit("A", irregular, None, RIDER, Upgrade.FIELDCRAFT, at=(36, 10), mounted=True)
    assert not begin(scene(craft, unit("b", at=(36, 40)))).offers("go_to_ground")
    assert begin(scene(replace(craft, mounted=False), unit("b", at=(36, 40)))).may("go_to_ground", "A")
    house = (area("building", 34, 13, 38, 17, "the house"),)
    rider = scene(
        unit("A", irregular, 4, RIDER, at=(36, 9.9), mounted=True), unit("b", at=(36, 40)), terrain=house
    )
    game = begin(rider).do("move", "A").total(12)
    assert game.refused("go", (("enter", 0),)).cite == "F-M4"


# ---- coming and going


@rule("R-61", "F-S2")
def test_a_unit_leaves_when_a_model_reaches_the_open_edge() -> None:
    tasks = Task((SOUTH,), (EAST,)), Task((NORTH,))
    state = scene(unit("A", tribal, at=(60, 20)), unit("b", at=(10, 40)), tasks=tasks)
    game = begin(state).do("move", "A")
    assert game.refused("go", (("leave", 0),)).cite == "R-61"
    near = scene(unit("A", tribal, at=(64, 20)), unit("b", at=(10, 40)), tasks=tasks)
    game = begin(near).do("move", "A").do("go", (go(4, 0), ("leave", 0)))
    out = game.unit("A")
    assert out.where is Where.EXITED
    assert not out.lost
    closed = begin(scene(unit("A", tribal, at=(66, 20)), unit("b", at=(10, 40)))).do("move", "A")
    assert closed.refused("go", (("leave", 0),)).cite == "R-61"


@rule("R-62")
def test_in_and_out_of_a_building() -> None:
    house = (area("building", 34, 13, 38, 17, "the house"),)
    state = scene(unit("A", regular, at=(36, 6)), unit("b", at=(36, 44)), terrain=house)
    game = begin(state).do("move", "A").total(12)
    assert game.refused("go", (("enter", 0),)).cite == "R-62"
    near = scene(unit("A", regular, at=(36, 10)), unit("b", at=(36, 44)), terrain=house)
    game = begin(near).do("move", "A").total(12).do("go", (("enter", 0),))
    assert game.unit("A").inside == 0
    state = replace(game.state, units=tuple(replace(u, acted=False) for u in game.state.units))
    indoors = begin(state)
    assert not indoors.offers("form_close_order")
    assert not indoors.offers("attack")
    out = indoors.do("move", "A").total(12)
    assert out.refused("go", (("out", 3600, 3000),)).cite == "R-56"
    out.do("go", (("out", 3600, 2100),))
    assert out.unit("A").inside is None


@rule("R-62")
def test_one_unit_of_up_to_sixteen() -> None:
    house = (area("building", 34, 13, 38, 17, "the house"),)
    big = scene(unit("A", tribal, 17, at=(36, 9.5)), unit("b", at=(36, 44)), terrain=house)
    assert begin(big).do("move", "A").refused("go", (("enter", 0),)).cite == "R-62"


@rule("T133", "T139", "R-47", "R-23")
@pytest.mark.parametrize(("kind", "half"), [(regular, 300), (tribal, 400), (horse, 600), (gun, 200)])
def test_half_moves(kind: Kind, half: int) -> None:
    assert half_move(unit("A", kind)) == half
    assert half_move(unit("A", regular, close_order=True)) == 200
