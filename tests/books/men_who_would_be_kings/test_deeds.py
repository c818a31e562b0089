"""What steps do and tell, each branch by itself. [TMWWBK F-T14, F-SC3, T058, T061a, R-62, F-B2, F-B5, F-T11]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import gap
from grognard.books.men_who_would_be_kings.facts.outlook import CONES
from grognard.books.men_who_would_be_kings.state import State
from grognard.books.men_who_would_be_kings.steps.common import drop_prize, pick_up, remove
from grognard.books.men_who_would_be_kings.steps.env import Coming, Deed, OnTrial
from grognard.books.men_who_would_be_kings.steps.solo import ComeBack, Trigger
from grognard.books.men_who_would_be_kings.steps.tests import Nerves
from grognard.books.men_who_would_be_kings.words import Action, Trait, Where
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    area,
    begin,
    irregular,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


@rule("F-T14")
@pytest.mark.parametrize(
    ("trait", "leader", "points"),
    [(Trait.GENERALS_NEPHEW, 0, (0, 1)), (Trait.GENERALS_NEPHEW, None, (0, 0)), (Trait.BRAVE, 0, (0, 0))],
)
def test_a_nephew_is_lost_with_his_unit_if_he_lives(
    trait: Trait, leader: int | None, points: tuple[int, int]
) -> None:
    state = scene(
        unit("A", regular, 4, at=(36, 20), trait=trait, leader=leader), unit("b", tribal, at=(36, 40))
    )
    desk = ENGINE.table(state, None, [], 0)
    remove(desk, state.units[0], Where.ROUTED, "T121", "routs")
    assert desk.state.nephews == points


@rule("F-SC3")
@pytest.mark.parametrize(
    ("spot", "edge"),
    [
        ((3600, 300), (3600, 0)), ((3600, 4500), (3600, 4800)), ((300, 2400), (0, 2400)), ((6900, 2400), (7200, 2400)),
        ((500, 499), (500, 0)), ((499, 500), (0, 500)), ((6701, 500), (7200, 500)), ((500, 4302), (500, 4800)),
        ((7000, 100), (7000, 0)), ((100, 4600), (0, 4600)),
    ],
)  # fmt: skip
def test_a_carrier_who_runs_off_drops_the_prize_at_the_nearest_edge(
    spot: tuple[int, int], edge: tuple[int, int]
) -> None:
    state = scene(unit("b", tribal, 1, places=[spot], prize=True), victory="land")
    desk = ENGINE.table(state, None, [], 0)
    drop_prize(desk, state.units[0], Where.RETREATED)
    assert desk.state.prize == edge
    desk = ENGINE.table(state, None, [], 0)
    drop_prize(desk, state.units[0], Where.ROUTED)
    assert desk.state.prize == spot
    desk = ENGINE.table(state, None, [], 0)
    drop_prize(desk, state.units[0], Where.EXITED)
    assert (desk.state.prize, desk.state.prize_out) == (None, True)


@rule("F-SC3")
def test_who_takes_the_prize_up() -> None:
    def takes(key: str, y: int, prize: tuple[int, int] | None = (3600, 2400)) -> bool:
        state: State = scene(unit(key, tribal, 1, places=[(3600, y)]), victory="land", prize=prize)
        desk = ENGINE.table(state, None, [], 0)
        pick_up(desk, 0)
        assert (desk.state.prize is None) == (desk.state.units[0].prize or prize is None)
        return desk.state.units[0].prize

    assert takes("b", 2550)
    assert not takes("b", 2551)
    assert not takes("B", 2500)
    assert not takes("b", 2500, None)


@rule("T058", "T061a", "T059")
def test_casualties_cite_what_they_took() -> None:
    near = scene(unit("A", regular, at=(36, 20)), unit("b", tribal, at=(36, 28)))
    assert begin(near).do("fire", "A", "b").hits(2).cited("loses") == ["T058"]
    far = scene(unit("A", regular, at=(36, 10)), unit("b", tribal, at=(36, 28)))
    assert begin(far).do("fire", "A", "b").hits(2).cited("loses") == ["T061a"]


@rule("R-62", "T088")
def test_who_stays_indoors_does_not_enter() -> None:
    hut = (area("building", 34, 24, 38, 28),)
    inside = scene(unit("A", tribal, 2, places=[(3550, 2600), (3650, 2600)], inside=0), terrain=hut)
    stays = begin(inside).do("move", "A").do("go", ())
    assert not stays.told("enters")
    outside = scene(unit("A", tribal, 2, places=[(3550, 2250), (3650, 2250)]), terrain=hut)
    enters = begin(outside).do("move", "A").do("go", (("enter", 0),))
    assert enters.cited("enters") == ["R-62"]
    assert not enters.told("moves")
    leaves = begin(inside).do("move", "A").do("go", (("out", 3600, 2000),))
    assert leaves.told("moves")


@rule("F-B5")
@pytest.mark.parametrize("lost", [0, 2])
def test_what_a_return_needs(lost: int) -> None:
    gone = unit("b", tribal, places=(), where=Where.DESTROYED, leader=None)
    state = scene(unit("A", regular, at=(36, 14)), gone, solo=1, victory="solo", lost_for_good=lost)
    throw = ComeBack().ask(ENGINE.table(state, None, [], 0))
    assert isinstance(throw, Throw)
    assert throw.facts["need"] == lost + 2
    assert ComeBack().ask(ENGINE.table(replace(state, units=state.units[:1]), None, [], 0)) is None


@rule("F-B2", "F-B3")
@pytest.mark.parametrize(
    ("what", "die", "distance"),
    [(5, 3, 800), (5, 4, 1800), (3, 3, 900), (3, 4, 1800), (4, 0, 900), (6, 0, 1800)],
)
def test_how_far_away_they_come_up(what: int, die: int, distance: int) -> None:
    kind = irregular if what == 3 else tribal
    native = replace(unit("b", kind), where=Where.POOL, models=())
    queues = ((), (), (1,)) if what == 3 else ((1,), (), ())
    state = scene(unit("A", regular, at=(30, 24)), native, solo=1, victory="solo", queues=queues)
    game = begin(state, "appearance", Coming(0)).fall(what)
    if die:
        game.fall(die)
    game.fall(1)
    assert abs(gap(game.state, game.unit("A"), game.unit("b")) - distance) <= 2


@rule("F-T11")
@pytest.mark.parametrize(("roll", "stays"), [(6, True), (5, False)])
def test_nerves_hold_at_leadership(roll: int, stays: bool) -> None:
    state = scene(unit("A", regular, at=(36, 20), trait=Trait.BAG_OF_NERVES, leadership=6, pins=1))
    desk = ENGINE.table(state, OnTrial(0), [], 0)
    Nerves().fell(desk, roll)
    assert (desk.state.units[0].leader is not None) == stays
    assert desk.state.units[0].unnerved


@rule("F-B2")
@pytest.mark.parametrize(("gone", "stirs"), [(100, True), (99, False), (300, True)])
def test_a_skirmisher_stirs_the_natives_by_an_inch(gone: int, stirs: bool) -> None:
    state = scene(unit("A", regular, 1, places=[(3600, 2000)]), unit("b", tribal, at=(36, 40)))
    each = replace(state.units[0], was=(3600, 2000 - gone))
    desk = ENGINE.table(state, None, [], 0)
    assert Trigger()._stirs(desk, Deed(0, Action.SKIRMISH, 0), each) is stirs


@rule("R-27")
def test_ways_out_are_looked_for_to_both_sides_alike() -> None:
    assert sorted(CONES) == sorted(-turn for turn in CONES)
    assert len(set(CONES)) == len(CONES)
