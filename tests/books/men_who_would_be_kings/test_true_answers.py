"""Comings, goings, fronts and odds that were answered wrongly once. [TMWWBK R-11, R-23, R-30, R-31, R-61, F-SB2, F-SC3, F-T14]"""

from __future__ import annotations

import math
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import in_cohesion
from grognard.books.men_who_would_be_kings.facts.deploy import arrival_placer
from grognard.books.men_who_would_be_kings.facts.houses import indoors
from grognard.books.men_who_would_be_kings.facts.placing import Facer
from grognard.books.men_who_would_be_kings.facts.victory import can_level
from grognard.books.men_who_would_be_kings.situations.live import scene_for
from grognard.books.men_who_would_be_kings.state import State, Terrain, Unit
from grognard.books.men_who_would_be_kings.steps.env import PlayerTurn
from grognard.books.men_who_would_be_kings.words import Trait, Upgrade, Where
from grognard.engine.choices import Move, Throw
from grognard.engine.flow import replace
from grognard.odds.explore import explore
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    ENGINE,
    NORTH,
    SOUTH,
    WEST,
    Play,
    Task,
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
    wild_horse,
)
from tests.rules import rule


def finish(game: Play) -> Play:
    """Pairs show twelve, single dice sixes."""
    while isinstance(game.pending, Throw):
        game.total(12) if game.throw.dice.faces()[0] == 2 else game.fall(*[6] * game.throw.dice.faces()[0])
    return game


# ---- reserves


def coming(
    kind: Any,
    count: int | None,
    *ups: Upgrade,
    terrain: tuple[Terrain, ...] = (),
    others: tuple[Unit, ...] = (),
) -> State:
    waits = replace(unit("A", kind, count, *ups), where=Where.WAITING, models=())
    tasks = Task((SOUTH,), entries=(SOUTH,), from_turn=1, sure_turn=1), Task((NORTH,))
    return scene(waits, unit("b", tribal, at=(60, 40)), *others, terrain=terrain, tasks=tasks)


@rule("T090", "R-61")
@pytest.mark.parametrize(
    ("kind", "count", "ups"),
    [(horse, 8, ()), (wild_horse, 10, ()), (irregular, 12, (Upgrade.MOUNTED_INFANTRY,)), (tribal, 16, ())],
)
def test_reserves_arrive_in_cohesion_within_three_of_the_edge(
    kind: Any, count: int, ups: tuple[Upgrade, ...]
) -> None:
    state = coming(kind, count, *ups)
    placer = arrival_placer(state, state.units[0])
    for spot in [legs[0][1:] for legs in placer.candidates()] + [(3600, 150)]:
        models = placer.models(spot)
        assert placer.judge(spot) is None
        assert in_cohesion(replace(state.units[0], models=models))
        assert max(y for _, y in models) <= 300


@rule("R-61", "F-S3")
def test_reserves_come_wherever_there_is_room() -> None:
    wall = line("wall", 0, 2.5, 72, 2.5, "the wall")
    game = begin(coming(regular, 12, terrain=(wall,)), "player turn", PlayerTurn(0))
    assert "bring_on" in game.ask.offers
    sea = area("deep_water", 0, 0, 72, 2, "the sea")
    none = coming(regular, 12, terrain=(sea,))
    assert arrival_placer(none, none.units[0]).first() is None
    gap = area("deep_water", 0, 0, 30, 8, "west"), area("deep_water", 33.3, 0, 72, 8, "east")
    narrow = coming(tribal, 9, terrain=gap)
    found = arrival_placer(narrow, narrow.units[0]).first()
    assert found is not None
    assert 3000 < found[0] < 3330


# ---- the General's nephew


@rule("F-T14", "R-61")
def test_a_nephew_who_marches_off_is_worth_nothing_to_the_enemy() -> None:
    nephew = unit("A", regular, at=(69.5, 24), trait=Trait.GENERALS_NEPHEW)
    tasks = Task((WEST,), exits=(EAST,)), Task((NORTH,))
    state = scene(nephew, unit("b", tribal, at=(10, 40)), tasks=tasks, victory="passing")
    game = begin(state).do("move", "A").total(12)
    game.position = ENGINE.apply(game.position, Move(0, "go", (("go", 50, 0), ("leave", 1))), game.log)
    assert game.unit("A").where is Where.EXITED
    assert (game.state.nephews, game.told("nephew lost")) == ((0, 0), False)


@rule("F-T14")
def test_a_nephew_who_falls_is_a_point_told_after_his_end() -> None:
    lone = unit("b", regular, 1, at=(36, 24), trait=Trait.GENERALS_NEPHEW)
    game = begin(scene(unit("A", tribal, at=(36, 20)), lone, unit("c", tribal, at=(10, 40))))
    game.do("attack", "A", "b").total(12).hits(3).hits(0)
    told = [entry.what for entry in game.log]
    assert told.index("destroyed") < told.index("nephew lost")
    assert game.state.nephews == (1, 0)


# ---- storming


@rule("T037", "R-11", "R-31")
def test_whoever_beats_an_enemy_behind_a_wall_may_storm_it_though_he_came_round_its_end() -> None:
    enemy = unit("b", regular, 12, places=[(3050 + 102 * i, 2560) for i in range(12)])
    wall = line("wall", 33, 25, 39, 25)
    game = begin(scene(unit("A", tribal, 16, at=(41, 20)), enemy, terrain=(wall,)))
    game.do("attack", "A", "b").total(12)
    assert game.throw.facts["needed"] == 2
    assert finish(game.hits(10).hits(0)).may("storm")
    short = begin(scene(unit("A", tribal, 16, at=(41, 20)), enemy, terrain=(line("wall", 33, 25, 35, 25),)))
    short.do("attack", "A", "b").total(12)
    assert short.throw.facts["needed"] == 1
    assert not finish(short.hits(10).hits(0)).may("storm")


# ---- odds


@rule("R-30", "R-44", "R-57")
def test_a_follow_up_after_the_leader_fell_has_a_chance_in_the_odds() -> None:
    riders = unit("A", wild_horse, 10, at=(67.96, 35.49), leadership=5)
    state = scene(
        riders, unit("B", regular, 2, at=(61.62, 34.65)), unit("a", tribal, 8, at=(63.74, 42.52), leadership=6),
        unit("b", gun, 4, at=(69.10, 45.91)), terrain=(area("cliff", 62, 37, 66, 40),),
    )  # fmt: skip
    game = begin(state)
    told = scene_for(game.position, Move(0, "attack", (0, 2)))
    assert told is not None
    odds = explore(ENGINE, told, limit=50_000).dist.fractions()
    game.do("attack", "A", "a").hits(2).hits(2).total(2).total(7).total(8)
    game.do("follow_up", "a").hits(1).hits(2).total(8)
    while isinstance(game.pending, Throw):
        game.total(12)
    assert odds.get(tuple(told.done.read(game.state, idle=False)), 0) > 0  # type: ignore[attr-defined]


# ---- fronts


def bank(near: float, far: float, name: str, turn: float) -> Terrain:
    corners = ((near, -10), (far, -10), (far, 10), (near, 10))
    return Terrain("deep_water", name, tuple(turned(across, along, turn) for across, along in corners))


def turned(across: float, along: float, turn: float) -> tuple[int, int]:
    ahead, right = (math.sin(turn), math.cos(turn)), (math.cos(turn), -math.sin(turn))
    return (
        round(100 * (36 + right[0] * across + ahead[0] * along)),
        round(100 * (24 + right[1] * across + ahead[1] * along)),
    )


@rule("R-23")
@pytest.mark.parametrize(("wide", "fits"), [(2.3, True), (1.9, False)])
def test_ranks_form_at_any_front_that_has_room(wide: float, fits: bool) -> None:
    turn = math.radians(11.25)
    men = [turned(min(1.7, wide - 0.6), 1.05 * i, turn) for i in (0, -2, -1, 1, 2, 3)]
    banks = bank(-3, 0, "the left bank", turn), bank(wide, wide + 3, "the right bank", turn)
    game = begin(scene(unit("A", regular, 6, places=men), unit("b", tribal, at=(66, 40)), terrain=banks))
    assert game.may("form_close_order", "A") == fits
    judge = Facer(game.state, game.unit("A"), True)
    assert any(judge.judge(tenths) is None for tenths in range(0, 3600, 5)) == fits


# ---- small print


@rule("F-SB2")
def test_nobody_pulls_down_a_roof_over_his_own_side() -> None:
    house = area("building", 34, 20, 38, 24, "the hut", structure=3)
    inside = unit("b", tribal, 6, places=indoors(house.poly, 6, 50), inside=0)
    beside = unit("c", tribal, 6, at=(36, 25.6))
    own = scene(unit("A", tribal, at=(10, 10)), inside, beside, terrain=(house,), victory="destroy")
    assert can_level(own, own.units[1]) == ()
    assert can_level(own, own.units[2]) == ()
    empty = scene(unit("A", tribal, at=(10, 10)), beside, terrain=(house,), victory="destroy")
    assert can_level(empty, empty.units[1]) == (0,)


@rule("F-SC3")
def test_an_intruder_who_does_not_obey_takes_the_prize_up_all_the_same() -> None:
    state = replace(
        scene(unit("A", regular, at=(10, 10)), unit("b", irregular, at=(36, 24))), prize=(3600, 2500)
    )
    game = begin(state, side=1).do("move", "b").total(2)
    assert (game.told("does nothing"), game.unit("b").prize) == (True, True)
    far = begin(replace(state, prize=(3600, 3500)), side=1).do("move", "b").total(2)
    assert not far.unit("b").prize


@rule("R-21")
def test_skirmishers_of_whom_one_has_moved_may_hold_their_fire() -> None:
    pair = unit("A", irregular, 3, places=[(3600, 2000), (3500, 2000), (3700, 2000)])
    game = begin(scene(pair, unit("b", tribal, at=(36, 26)))).do("skirmish", "A").total(12)
    legs = (("model", 1, 0, 50), ("model", 2, 0, -50))
    game.position = ENGINE.apply(game.position, Move(0, "go", legs), game.log)
    assert game.may("hold_fire")
    still = begin(scene(pair, unit("b", tribal, at=(36, 26)))).do("skirmish", "A").total(12)
    still.position = ENGINE.apply(still.position, Move(0, "go", ()), still.log)
    assert not still.may("hold_fire")
