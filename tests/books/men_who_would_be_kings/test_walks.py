"""Manoeuvres taken apart: what is a leg, what it costs, why it is refused; sight and fire to the hundredth. [TMWWBK T088–T094, R-56, R-37]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import ranks
from grognard.books.men_who_would_be_kings.facts.melee import (
    attackable,
    follow_ups,
    must_attack,
    strikes,
)
from grognard.books.men_who_would_be_kings.facts.moving import Walk, Walker
from grognard.books.men_who_would_be_kings.facts.shooting import band, firing_point, in_arc, shot, targets
from grognard.books.men_who_would_be_kings.facts.sight import eyes, glance, sees
from grognard.books.men_who_would_be_kings.facts.singles import apart, limit
from grognard.books.men_who_would_be_kings.facts.wheeling import why_not_wheel
from grognard.books.men_who_would_be_kings.state import Options, Point, Task, Terrain, Unit
from grognard.books.men_who_would_be_kings.words import Action, Band, Cover, Trait, Upgrade, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    area,
    gun,
    horse,
    line,
    maxim,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
A = Action


def one(key: str, x: int, y: int, kind: object = tribal, **more: Any) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


def walker(
    mine: Unit, *others: Unit, allowance: int = 600, kind: str = "move", leave: bool = True, **more: Any
) -> Walker:
    state = scene(mine, *others, **more)
    return Walker(state, state.units[0], allowance, kind, leave)


def cite(found: Refusal | None) -> str:
    return "" if found is None else found.cite


# ---- legs


@rule("R-56", "T074", "T042", "F-M2", "R-61")
def test_what_is_a_leg() -> None:
    loose = walker(unit("A", regular, 3, at=(36, 20)), allowance=60000)
    for legs, why in (
        ((), ""),
        ((("go", 0, 100),), ""),
        ((("go", 20000, 0),), "R-55"),
        ((("go", 20001, 0),), "R-56"),
        ((("go", 0, -20001),), "R-56"),
        ((("go", 0, 1),) * 40, ""),
        ((("go", 0, 1),) * 41, "R-56"),
        ((("model", 0, 0, 50),), ""),
        ((("model", 2, 0, 10),), ""),
        ((("model", 3, 0, 10),), "R-56"),
        ((("model", -1, 0, 10),), "R-56"),
        ((("gather", 1),), ""),
        ((("face", 10),), "T042"),
        ((("mount", 1),), "F-U12"),
        ((("leave", 0),), "R-61"),
        ((("out", 10, 10),), "R-62"),
        ((("enter", 0),), "R-62"),
        ((("jump", 1),), "R-56"),
        ((("go", "far", 1),), "R-56"),
    ):
        assert cite(loose.refusal(legs)) == why, legs
    ranked = walker(unit("A", regular, 6, at=(36, 20), close_order=True))
    for legs, why in (
        ((("go", 0, 100),), ""),
        ((("go", 0, 100), ("face", 10)), ""),
        ((("face", 10), ("go", 0, 100)), "R-56"),
        ((("model", 0, 0, 50),), "T074"),
        ((("gather", 1),), "T074"),
    ):
        assert cite(ranked.refusal(legs)) == why, legs


@rule("F-M2", "F-M4", "F-U12", "R-61")
def test_mounting() -> None:
    foot = unit("A", regular, 3, Upgrade.MOUNTED_INFANTRY, at=(36, 20))
    ridden = replace(foot, mounted=True)
    on, off, go = ("mount", 1), ("mount", 0), ("go", 0, 300)
    exits = (Task((SOUTH,), (NORTH,)), Task((NORTH,)))
    for mine, kind, legs, why in (
        (foot, "move", (on, go), ""),
        (foot, "skirmish", (on, go), ""),
        (foot, "double", (on, go), "F-M2"),
        (foot, "move", (go, on), "F-M2"),
        (foot, "move", (off,), "F-M2"),
        (foot, "move", (("mount", 2),), "R-56"),
        (ridden, "move", (go, off), ""),
        (ridden, "move", (off, go), "F-M2"),
        (ridden, "move", (on,), "F-M2"),
        (ridden, "move", (go, off, ("leave", 0)), "R-61"),
    ):
        assert cite(walker(mine, kind=kind, tasks=exits).refusal(legs)) == why, (kind, legs)
    assert cite(walker(foot).refusal((on, ("go", 0, 600)))) == ""
    assert cite(walker(foot).refusal((on, ("go", 0, 601)))) == "R-56"
    assert cite(walker(ridden, allowance=1200).refusal((("go", 0, 1200),))) == ""
    assert cite(walker(ridden, allowance=1200).refusal((("go", 0, 601), off))) == "R-56"
    found = walker(foot).work_out((on, go))
    assert isinstance(found, Walk)
    assert (found.mounted, found.allowance, found.cost) == (True, 600, 300)


@rule("R-62")
def test_doors() -> None:
    hut = (area("building", 34, 24, 38, 28),)
    outside = unit("A", regular, 3, places=[(3600, 2250), (3490, 2250), (3710, 2250)])
    near = walker(outside, terrain=hut)
    walk = near.work_out((("enter", 0),))
    assert isinstance(walk, Walk)
    assert (walk.inside, walk.mounted, walk.leaves, walk.cost, walk.allowance) == (0, False, False, 0, 600)
    assert near.judge(walk) is None
    assert cite(near.refusal((("enter", 0), ("go", 0, 1)))) == "R-56"
    far = walker(replace(outside, models=tuple((x, y - 1) for x, y in outside.models)), terrain=hut)
    assert cite(far.refusal((("enter", 0),))) == "R-62"
    garrison = unit("A", regular, 3, places=[(3500, 2600), (3600, 2600), (3700, 2600)], inside=0)
    inside = walker(garrison, terrain=hut)
    assert cite(inside.refusal((("go", 0, 100),))) == "R-62"
    assert cite(inside.refusal((("enter", 0),))) == "R-62"
    assert inside.refusal(()) is None
    stays = inside.work_out(())
    assert isinstance(stays, Walk)
    assert (stays.models, stays.inside, stays.mounted, stays.leaves, stays.cost) == (
        garrison.models,
        0,
        False,
        False,
        0,
    )
    out = inside.work_out((("out", 3600, 1900),))
    assert isinstance(out, Walk)
    assert (out.inside, out.mounted, out.leaves, out.cost) == (None, False, False, 450)
    assert inside.judge(out) is None
    assert cite(inside.refusal((("out", 3600, 1749),))) == "R-56"
    assert inside.refusal((("out", 3600, 1750),)) is None
    assert cite(inside.refusal((("out", 3600, 2360),))) != ""
    assert inside.orders() == ()
    assert not inside.singles()


@rule("R-61", "T091", "R-25")
def test_over_the_edge() -> None:
    tasks = (Task((SOUTH,), (EAST,)), Task((NORTH,)))
    man = unit("A", regular, 2, places=[(6600, 2000), (6400, 2000)])
    leaves = ("leave", 0)
    assert walker(man, tasks=tasks).refusal((leaves,)) is None
    assert cite(walker(man, tasks=tasks, allowance=599).refusal((leaves,))) == "R-61"
    assert cite(walker(man, tasks=tasks, leave=False).refusal((leaves,))) == "R-61"
    assert cite(walker(man).refusal((leaves,))) == "R-61"
    assert cite(walker(man, tasks=tasks).refusal((leaves, ("go", 0, 1)))) == "R-56"
    farther = replace(man, models=((6599, 2000), (6400, 2000)))
    assert cite(walker(farther, tasks=tasks).refusal((leaves,))) == "R-61"
    assert walker(farther, tasks=tasks).refusal((("go", 300, 0), leaves)) == Refusal(
        "R-61", "no model reaches the edge"
    )
    guarded = walker(man, one("b", 7000, 2100), tasks=tasks)
    assert cite(guarded.refusal((leaves,))) == "R-25"
    sand = walker(man, tasks=tasks, terrain=(area("sand", 70, 10, 72, 30),))
    assert cite(sand.refusal((leaves,))) == "R-61"
    walk = walker(man, tasks=tasks).work_out((leaves,))
    assert isinstance(walk, Walk)
    assert walk.leaves
    still = walker(man, tasks=tasks).work_out(())
    assert isinstance(still, Walk)
    assert not still.leaves


# ---- judging


@rule("R-56", "T090", "T089", "R-26", "R-55", "T077", "T093")
def test_the_first_line_that_refuses_and_where() -> None:
    pair = unit("A", regular, 2, places=[(3600, 2000), (3710, 2000)])

    def why(
        *legs: tuple[Any, ...], others: tuple[Unit, ...] = (), terrain: tuple[Terrain, ...] = ()
    ) -> tuple[str, Any]:
        found = walker(pair, *others, terrain=terrain).refusal(legs)
        return ("", None) if found is None else (found.cite, found.place)

    assert why(("go", 0, 600)) == ("", None)
    assert why(("go", 0, 601)) == ("R-56", None)
    assert why(("model", 1, 0, 601)) == ("R-56", (3710, 2601))
    assert why(("model", 1, 390, 0)) == ("", None)
    assert why(("model", 1, 391, 0)) == ("T090", (4101, 2000))
    assert why(("model", 1, -10, 0)) == ("", None)
    assert why(("model", 1, -11, 0)) == ("T089", None)
    assert why(("go", 0, 300), others=(one("B", 3710, 2400),)) == ("", None)
    assert why(("go", 0, 300), others=(one("B", 3710, 2399),)) == ("T089", (3710, 2300))
    assert why(("go", 0, 400), others=(one("B", 3600, 2200),)) == ("", None)
    ranked = unit("B", regular, 6, at=(36, 23), close_order=True)
    assert why(("go", 0, 600), others=(ranked,))[0] == "T077"
    assert why(("go", 0, 600), terrain=(area("cliff", 30, 22, 42, 24),))[0] == "R-56"
    assert why(("go", 0, 600), terrain=(line("wall", 30, 23, 42, 23),))[0] == "T093"
    near_wall = (line("wall", 30, 21.5, 42, 21.5),)
    assert why(("go", 0, 200), terrain=near_wall) == ("", None)
    assert why(("go", 0, 199), terrain=near_wall) == ("R-26", (3600, 2199))
    assert why(("go", 0, 100), terrain=near_wall) == ("", None)
    assert why(("go", 0, 101), terrain=near_wall)[0] == "R-26"
    edge = unit("A", regular, 2, places=[(3600, 100), (3710, 100)])
    assert walker(edge).refusal((("go", 0, -100),)) is None
    off = walker(edge).refusal((("go", 0, -101),))
    assert off is not None
    assert (off.cite, off.place) == ("R-55", (3600, -1))
    crowded = unit("A", regular, 2, places=[(3600, 2000), (3710, 2000)])
    together = walker(crowded, one("B", 3500, 2000)).refusal(())
    assert together is None


@rule("R-23", "R-38")
def test_turning_at_the_end_of_a_move() -> None:
    block = unit("A", regular, 6, at=(36, 20), close_order=True)
    mover = walker(block, allowance=400)
    walk = mover.work_out((("go", 0, 100), ("face", 900)))
    assert isinstance(walk, Walk)
    assert walk.facing == 900
    assert walk.halted == tuple((x, y + 100) for x, y in block.models)
    assert walk.models == ranks(replace(block, models=walk.halted), 900)
    assert walk.cost == 100
    same = mover.work_out((("go", 0, 100), ("face", 3600)))
    assert isinstance(same, Walk)
    assert (same.facing, same.halted) == (0, ())
    crew = unit("A", gun, at=(36, 20))
    narrow = walker(crew, allowance=400, options=Options(crew_arc_deg=180))
    turned = narrow.work_out((("go", 0, 100), ("face", 900)))
    assert isinstance(turned, Walk)
    assert (turned.facing, turned.halted) == (900, ())
    assert turned.models == tuple((x, y + 100) for x, y in crew.models)
    hemmed = walker(block, one("b", 3600, 2290), allowance=400)
    assert cite(hemmed.refusal((("face", 900),))) == "R-25"


# ---- planning


@rule("R-56", "T090")
def test_poses() -> None:
    riders = unit("A", regular, 3, Upgrade.MOUNTED_INFANTRY, at=(36, 20))
    mover = walker(riders)
    assert mover.orders() == ("as it stands", "gathered", "mounted")
    assert walker(replace(riders, mounted=True)).orders() == ("as it stands", "gathered", "on foot")
    assert walker(unit("A", regular, 3, at=(36, 20))).orders() == ("as it stands", "gathered")
    assert walker(unit("A", regular, 6, at=(36, 20), close_order=True)).orders() == ()
    assert mover.plan((3600, 2300, 0, "")) == (("go", 0, 300),)
    assert mover.plan((3600, 2000, 0, "")) == ()
    assert mover.plan((3600, 2300, 700, "gathered")) == (("go", 0, 300), ("gather", 1))
    assert mover.plan((3600, 2600, 0, "mounted")) == (("mount", 1), ("go", 0, 600))
    assert walker(replace(riders, mounted=True)).plan((3600, 2300, 0, "on foot")) == (
        ("go", 0, 300),
        ("mount", 0),
    )
    assert walker(unit("A", regular, 3, at=(36, 20))).plan((3600, 2300, 0, "mounted")) == (("go", 0, 300),)
    assert isinstance(mover.plan((3600, 2700, 0, "")), Refusal)
    assert isinstance(mover.plan((1, 2)), Refusal)
    block = walker(unit("A", regular, 6, at=(36, 20), close_order=True), allowance=400)
    assert block.plan((3600, 2100, 900, "")) == (("go", 0, 100), ("face", 900))
    assert block.plan((3600, 2100, 0, None)) == (("go", 0, 100),)
    cliff = (area("cliff", 35, 21, 37, 21.5),)
    round_ = walker(one("A", 3600, 2000), allowance=2000, terrain=cliff).plan((3600, 2300, 0, ""))
    assert isinstance(round_, tuple)
    assert len(round_) > 1
    assert mover.straight((3600, 2000)) == ()
    assert list(mover.round((3600, 2300))) == []
    hut = (area("building", 34, 24, 38, 28),)
    near = walker(unit("A", regular, 1, places=[(3600, 2250)]), terrain=hut)
    assert near.plan((3600, 2600, 0, "")) == (("enter", 0),)
    inside = walker(one("A", 3600, 2600, inside=0), terrain=hut)
    assert inside.plan((3600, 2200, 0, "")) == (("out", 3600, 2200),)
    assert [w.singles() for w in (mover, near, block)] == [True, False, False]


@rule("T088", "T090")
def test_single_models_apart() -> None:
    start, end = ((0, 0), (100, 0)), ((0, 300), (100, 300))
    straight = list(apart(start, (("go", 0, 300),), end, ((1, 200, 350),)))
    assert straight == [
        (("model", 0, 0, 300), ("model", 1, 100, 350)),
        (("go", 0, 300), ("model", 1, 100, 50)),
    ]
    assert list(apart(start, (("go", 0, 300),), end, ((2, 1, 1), (-1, 1, 1)))) == [
        (("model", 0, 0, 300), ("model", 1, 0, 300)),
        (("go", 0, 300),),
    ]
    mounted = list(apart(start, (("mount", 1), ("go", 0, 300)), end, ((0, 0, 310),)))
    assert mounted[1] == (("mount", 1), ("go", 0, 300), ("model", 0, 0, 10))
    off = list(apart(start, (("go", 0, 300), ("mount", 0), ("leave", 0)), end, ((0, 0, 310),)))
    assert off[1] == (("go", 0, 300), ("model", 0, 0, 10), ("mount", 0), ("leave", 0))
    twice = list(apart(start, (("go", 0, 100), ("go", 0, 200)), end, ((0, 0, 310),)))
    assert twice == [(("go", 0, 100), ("go", 0, 200), ("model", 0, 0, 10))]
    gathers = list(apart(start, (("gather", 1),), end, ((0, 0, 310),)))
    assert len(gathers) == 1
    assert limit(one("A", 0, 0, horse), 0)["radius"] == 625


@rule("T090", "T088")
def test_where_it_may_stay() -> None:
    whole = walker(unit("A", regular, 2, places=[(3600, 2000), (3710, 2000)]))
    assert whole.stay() == whole.fallback() == ()
    assert whole.possible()
    strayed = walker(unit("A", regular, 2, places=[(3600, 2000), (3099, 2000)]))
    assert strayed.stay() == strayed.fallback() == (("gather", 1),)
    assert strayed.possible()
    lost = unit("A", regular, 2, places=[(3600, 2000), (4800, 2000)])
    assert not walker(lost).possible()
    legs = list(whole.candidates())
    assert len(legs) == len(set(legs)) > 4
    shown = whole.preview((("go", 0, 700),))
    assert (shown["cost"], shown["allowance"], shown["refusal"]["cite"]) == (700, 600, "R-56")
    assert whole.preview((("go", 0, 600),))["refusal"] is None
    assert whole.preview((("jump", 1),))["refusal"]["cite"] == "R-56"


@rule("R-23", "R-62", "R-25", "T093")
def test_wheeling_past_houses_and_lines() -> None:
    hut = area("building", 34, 24, 38, 28)
    state = scene(unit("A", regular, 6, at=(36, 15)), one("b", 3600, 2600, inside=0), terrain=(hut,))
    mine = state.units[0]
    assert cite(why_not_wheel(state, mine, ((3600, 2200),), ((3600, 2250),))) == ""
    assert cite(why_not_wheel(state, mine, ((3600, 2200),), ((3600, 2251),))) == "R-25"
    assert cite(why_not_wheel(state, mine, ((3600, 2251),), ((3650, 2251),))) == ""
    ranked = replace(mine, close_order=True)
    assert cite(why_not_wheel(state, ranked, ((3000, 1000),), ((3600, 1000),))) == ""


# ---- sight


@rule("R-37", "T140", "T106", "T111")
def test_who_stands_in_the_way_of_sight() -> None:
    def seen(
        *others: Unit, terrain: tuple[Terrain, ...] = (), a: Point = (3600, 1000), b: Point = (3600, 2000)
    ) -> bool:
        state = scene(one("A", *a), one("b", *b), *others, terrain=terrain)
        assert sees(state, state.units[0], state.units[1]) == sees(state, state.units[1], state.units[0])
        return sees(state, state.units[0], state.units[1])

    screen = unit("c", tribal, 3, places=[(3600, 1500), (3700, 1500), (3500, 1500)])
    assert seen()
    assert not seen(screen)
    assert not seen(replace(screen, side=0, key="C"))
    assert seen(replace(screen, pins=1))
    assert seen(replace(screen, to_ground=True))
    assert seen(one("c", 3760, 1500))
    hill = (area("hill", 30, 8, 42, 12),)
    assert seen(screen, terrain=hill)  # over them from above
    upper = (area("hill", 30, 8, 42, 18),)
    assert not seen(screen, terrain=upper)
    ridge = (area("hill", 30, 14, 42, 16),)
    assert not seen(terrain=ridge)
    both = (area("hill", 30, 14, 42, 16, "ridge"), area("hill", 30, 5, 42, 12, "own"))
    assert seen(terrain=both)
    cliff = (area("cliff", 30, 14, 42, 16),)
    assert not seen(terrain=cliff)
    assert seen(terrain=(*cliff, area("hill", 30, 5, 42, 12)))  # over low ground from a hill
    raised = (area("cliff", 35, 14.5, 37, 15.5), area("hill", 30, 5, 42, 20))
    assert not seen(terrain=raised)
    assert seen(terrain=(area("building", 38, 14, 42, 16),))
    for depth, clear in ((2, True), (2.01, False)):
        assert seen(terrain=(area("wood", 30, 14, 42, 14 + depth),)) == clear
    assert seen(terrain=(area("wood", 30, 9, 42, 21),), b=(3600, 1400))
    assert not seen(terrain=(area("wood", 30, 9, 42, 21),), b=(3600, 1401))
    two = (area("wood", 30, 12, 42, 13.1, "one"), area("wood", 30, 16, 42, 17, "two"))
    assert not seen(terrain=two)
    hut = area("building", 34, 18, 38, 22)
    state = scene(one("A", 3600, 1000), one("b", 3600, 2000, inside=0), terrain=(hut,))
    assert sees(state, *state.units)
    assert len(eyes(state, state.units[1])) == 8
    assert (3600, 1800) in eyes(state, state.units[1])
    blocked = scene(one("A", 3600, 1000), one("b", 3600, 2000), screen)
    assert glance(blocked, *blocked.units[:2]).blocker == "c"
    assert glance(blocked, *blocked.units[:2]).line == ((3600, 1000), (3600, 2000))


# ---- fire


@rule("T040", "T141", "R-15")
def test_bands() -> None:
    def far(distance: int, kind: object = regular) -> Band | None:
        state = scene(one("A", 3600, 500, kind), one("b", 3600, 600 + distance))
        return band(state, *state.units)

    assert [far(d) for d in (1200, 1201, 2400, 2401)] == [Band.SHORT, Band.LONG, Band.LONG, None]
    assert [far(d, tribal) for d in (600, 601)] == [Band.SHORT, None]
    assert [far(d, gun) for d in (1600, 1601, 3600, 3601)] == [Band.SHORT, Band.LONG, Band.LONG, None]


@rule("T081", "R-38", "R-23")
def test_the_front_half() -> None:
    block = unit("A", regular, 6, at=(36, 20), close_order=True)

    def ahead_(y: int, mine: Unit = block, **more: Any) -> bool:
        state = scene(mine, one("b", 5000, y), **more)
        return in_arc(state, *state.units)

    assert ahead_(2000)
    assert ahead_(1997)
    assert not ahead_(1996)
    assert ahead_(100, replace(block, close_order=False))
    crew = unit("A", gun, at=(36, 20))
    assert ahead_(100, crew)
    assert not ahead_(100, crew, options=Options(crew_arc_deg=180))
    assert ahead_(3000, crew, options=Options(crew_arc_deg=180))
    assert ahead_(100, unit("A", regular, 6, at=(36, 20)), options=Options(crew_arc_deg=180))


@rule("T043", "T044", "T045", "R-14", "F-T10")
def test_whom_one_must_fire_at() -> None:
    man, near, far = one("A", 3600, 1000, regular), one("b", 3600, 1800), one("c", 4600, 2000)

    def chosen(*foes: Unit, a: Unit = man) -> list[str]:
        state = scene(a, *foes)
        return [state.units[i].key for i in targets(state, state.units[0], A.FIRE)]

    assert chosen(near, far) == ["b"]
    assert chosen(replace(near, pins=1), far) == ["b", "c"]
    assert chosen(replace(near, to_ground=True), far) == ["b", "c"]
    assert chosen(near, one("d", 3400, 1700, pins=1), far) == ["b", "d"]
    assert chosen(one("b", 3600, 2000), far) == ["b", "c"]
    umpire = replace(man, trait=Trait.SPORTING_UMPIRE)
    assert chosen(replace(near, pins=1), far, a=umpire) == ["c"]
    assert chosen(replace(near, pins=1), replace(far, pins=1), a=umpire) == ["b", "c"]
    assert chosen(near, far, a=umpire) == ["b"]


@rule("R-16", "R-62", "T062")
def test_the_facts_of_a_shot() -> None:
    state = scene(unit("A", regular, 2, places=[(3600, 1000), (3710, 1000)]), one("b", 3710, 1900))
    a, b = state.units
    assert firing_point(state, a, b) == (3710, 1000)
    facts = shot(state, a, b, A.FIRE)
    assert (facts.models, facts.band, facts.cover, facts.volley, facts.skirmish, facts.dense, facts.marksman) == (
        2, Band.SHORT, Cover.NONE, False, False, False, False,
    )  # fmt: skip
    assert shot(state, a, b, A.VOLLEY).volley
    assert shot(state, a, b, A.SKIRMISH).skirmish
    assert shot(state, a, replace(b, close_order=True), A.FIRE).dense
    assert shot(state, replace(a, trait=Trait.EXPERT_MARKSMAN), b, A.FIRE).marksman
    crew = scene(unit("A", maxim, at=(36, 10), trait=Trait.EXPERT_MARKSMAN), one("b", 3600, 1900))
    assert not shot(crew, *crew.units, A.FIRE).marksman
    hut = area("building", 34, 8, 38, 12)
    inside = scene(
        one("A", 3600, 1000, regular, inside=0),
        unit("b", tribal, 2, places=[(3700, 2000), (3500, 1900)]),
        terrain=(hut,),
    )
    assert firing_point(inside, *inside.units) == (3500, 1200)


# ---- melee


@rule("F-T10", "T013", "T014", "F-T17", "T034")
def test_whom_one_may_attack() -> None:
    rider = one("A", 3600, 1000, horse)
    state = scene(rider, one("b", 3600, 1700), one("c", 3000, 1300, pins=1), one("d", 3600, 4000))
    a = state.units[0]
    assert attackable(state, a, A.ATTACK) == (1, 2)
    assert attackable(state, replace(a, trait=Trait.SPORTING_UMPIRE), A.ATTACK) == (1,)
    pinned = scene(rider, one("b", 3600, 1700, pins=1))
    assert attackable(pinned, replace(pinned.units[0], trait=Trait.SPORTING_UMPIRE), A.ATTACK) == (1,)
    eager = replace(a, trait=Trait.UP_AND_AT_EM)
    assert must_attack(state, eager)
    assert not must_attack(state, a)
    assert not must_attack(state, replace(eager, pins=1))
    assert not must_attack(state, replace(eager, acted=True))
    nobody = scene(rider, one("d", 3600, 4000))
    assert not must_attack(nobody, replace(nobody.units[0], trait=Trait.UP_AND_AT_EM))
    gone = replace(state.units[1], where=Where.DESTROYED, models=())
    after = replace(state, units=(a, gone, *state.units[2:]))
    assert list(follow_ups(after, a, gone)) == [2]
    assert list(follow_ups(state, a, state.units[1])) == [1]


@rule("T018", "T112", "T022", "T023", "F-T24", "F-T16")
def test_the_facts_of_a_fight() -> None:
    hill = (area("hill", 30, 15, 42, 20),)
    state = scene(unit("A", regular, 4, at=(36, 10)), unit("b", tribal, 6, at=(36, 17)), terrain=hill)
    a, b = state.units
    up, down = strikes(state, a, b, (3600, 1000), 0)
    assert (up.foe_uphill, down.foe_uphill, up.halved, down.halved) == (True, False, "", "")
    level, back = strikes(state, a, b, (3600, 1000), 1)
    assert (level.foe_uphill, back.foe_uphill) == (False, False)
    above, below = strikes(state, a, b, (3600, 1000), 2)
    assert (above.foe_uphill, below.foe_uphill) == (False, True)
    lying = strikes(state, replace(a, to_ground=True), replace(b, to_ground=True), (3600, 1000), 0)
    assert [s.halved for s in lying] == ["", "T112"]
    pinned = strikes(state, replace(a, pins=1), replace(b, pins=1, to_ground=True), (3600, 1000), 0)
    assert [s.halved for s in pinned] == ["T018", "T018"]
    brave = strikes(state, replace(a, trait=Trait.BRAVE), replace(b, trait=Trait.WEAKLING), (3600, 1000), 0)
    assert [s.trait_die for s in brave] == [1, -1]
    assert (up.models, up.foe_models, down.models, down.foe_models) == (4, 6, 6, 4)
    ranked = strikes(state, replace(a, close_order=True), b, (3600, 1000), 0)
    assert [(s.close_order, s.foe_close_order) for s in ranked] == [(True, False), (False, True)]
