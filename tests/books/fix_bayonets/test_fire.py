"""Fire on the table: targets, losses, checks, leaders, ricochets."""

from __future__ import annotations

from typing import Any

from grognard.books.fix_bayonets.facts.fire import bounce, mfv, reach, shot, targets, why_not_fire
from grognard.books.fix_bayonets.state import LEADERS, State
from grognard.books.fix_bayonets.steps.env import Shooting
from grognard.books.fix_bayonets.words import Fate, Formation, Kind, Order, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
FOOT = man(0, 0, INF, "line", 4, "1616", fv=7)
FOE = man(1, 1, INF, "column", 4, "1615")


def shoot(
    scene: State, unit: int = 0, label: str = "1615", kind: Kind = Kind.OPPORTUNITY, **more: Any
) -> Drill:
    return Drill(scene, "shot", Shooting(unit, at(label), kind, **more))


@rule("F-13.1", "R-13")
def test_reach() -> None:
    assert reach(FOOT) == 1
    assert reach(replace(FOOT, traits=(Trait.RIFLE,))) == 2
    assert reach(replace(FOOT, formation=F.SCREEN)) == 2
    assert reach(man(0, 0, ART, "unlimbered", 1, "1616", range=7)) == 10


@rule("F-5.3", "F-13.8")
def test_targets_in_the_front_arc() -> None:
    assert targets(state(FOOT, FOE), FOOT) == (1,)
    behind = replace(FOE, hex=at("1617"))
    assert targets(state(FOOT, behind), FOOT) == ()
    guns = man(0, 0, ART, "unlimbered", 1, "1618")
    far = man(2, 1, INF, "column", 4, "1512")
    assert targets(state(guns, replace(FOE, hex=at("1616")), far), guns) == (1,)
    assert set(targets(state(guns, replace(FOE, hex=at("1614")), far), guns)) >= {1}


@rule("F-13.7")
def test_guns_over_friends() -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1620")
    friend = man(2, 0, INF, "general order", 4, "1616")
    assert targets(state(guns, FOE, friend), guns) == ()
    aside = replace(friend, hex=at("1617"), formation=F.GENERAL)
    assert targets(state(guns, FOE, aside), guns) == (1,)
    high = state(guns, FOE, friend, field=country(h1620="h"))
    assert targets(high, guns) == (1,)


@rule("R-60", "STA-01", "STA-02", "STA-06", "WX-06")
def test_who_does_not_fire() -> None:
    scene = state(FOOT, FOE)
    assert why_not_fire(scene, FOOT, Kind.OPPORTUNITY) is None
    broken = replace(FOOT, order=Order.DISORDERED)
    assert why_not_fire(scene, broken, Kind.OPPORTUNITY).cite == "STA-01"  # type: ignore[union-attr]
    assert why_not_fire(state(FOOT, FOE, weather="squall"), FOOT, Kind.ACTIVE).cite == "WX-06"  # type: ignore[union-attr]
    guns = man(0, 0, ART, "unlimbered", 1, "1616", suppressed=1)
    assert why_not_fire(state(guns), guns, Kind.ACTIVE).cite == "STA-02"  # type: ignore[union-attr]


@rule("F-13.2", "F-18.1", "F-18.2", "R-33")
def test_losses_fall_on_the_top_unit() -> None:
    drill = shoot(state(FOOT, FOE)).fall(0, 0)
    assert drill.unit(1).halves == 6
    assert drill.unit(1).lost == 2
    half = shoot(state(FOOT, FOE)).fall(5, 0)
    assert half.unit(1).halves == 7
    assert half.unit(1).good
    last = shoot(state(FOOT, replace(FOE, full=1, halves=1))).fall(5)
    assert last.unit(1).where is Where.DEAD
    assert last.position.over


@rule("F-15.2", "F-6.2", "R-73", "F-15.3")
def test_failed_checks_go_down_step_by_step() -> None:
    fell = shoot(state(FOOT, FOE)).fall(8, 9)
    assert fell.unit(1).order is Order.DISORDERED
    assert fell.unit(1).formation is F.NONE
    worse = shoot(state(FOOT, replace(FOE, order=Order.DISORDERED, formation=F.NONE))).fall(5, 9)
    assert worse.unit(1).order is Order.ROUTED
    road = shoot(state(FOOT, replace(FOE, formation=F.ROAD))).fall(5, 9)
    assert road.unit(1).order is Order.ROUTED
    again = shoot(state(FOOT, replace(FOE, order=Order.ROUTED, formation=F.NONE))).fall(5, 9)
    assert again.unit(1).order is Order.ROUTED
    assert again.told("routs")


@rule("F-18.2")
def test_a_square_below_two_steps_breaks() -> None:
    square = replace(FOE, formation=F.SQUARE, full=2, halves=4)
    assert shoot(state(FOOT, square)).fall(4, 0).unit(1).order is Order.DISORDERED
    stout = replace(FOE, formation=F.SQUARE, full=3, halves=6)
    assert shoot(state(FOOT, stout)).fall(4, 0).unit(1).formation is F.SQUARE


@rule("FIRE-06", "FIRE-06a", "R-63", "F-20", "R-42", "R-36")
def test_leaders_in_a_hit_hex() -> None:
    boss = chief(0, 1, "1615")
    weak = replace(FOOT, fv=-3)
    scene = replace(state(weak, FOE), leaders=(boss,))
    drill = shoot(scene).fall(0)
    assert drill.waits.what == "casualty"
    drill.fall(4, 2)
    assert drill.state.leaders[0].fate is Fate.AWAY
    assert drill.state.leaders[0].clock == 4  # three turns, counted from the next Rally Phase
    assert shoot(scene).fall(1).position.over
    rifle = replace(scene, units=(replace(weak, traits=(Trait.RIFLE,)), FOE))
    assert shoot(rifle).fall(1).waits.what == "casualty"
    two = replace(scene, leaders=(boss, chief(1, 1, "1615")))
    several = shoot(two).fall(0)
    assert several.waits.what == "which leader"
    several.fall(LEADERS + 1, 9)
    assert several.state.leaders[1].fate is Fate.KILLED
    assert several.state.leaders[0].on_map


@rule("F-13.6", "R-12", "FV-29")
def test_ricochet() -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1620", fv=7)
    behind = man(2, 1, INF, "column", 4, "1614")
    front = replace(FOE, hex=at("1615"))
    scene = state(guns, front, behind)
    assert bounce(scene, guns, at("1615")) == (at("1614"),)
    assert bounce(state(guns, front, behind, weather="rain"), guns, at("1615")) == ()
    assert bounce(state(guns, front, behind, field=country(h1615="h")), guns, at("1615")) == ()
    near = replace(guns, hex=at("1617"))
    assert bounce(state(near, front, behind), near, at("1615")) == ()
    drill = shoot(scene, kind=Kind.ACTIVE).fall(9)
    assert drill.waits.what == "fire"
    assert drill.waits.facts["target"] == 2
    assert (
        mfv(scene, guns, at("1614"), Kind.RICOCHET).total
        == mfv(scene, guns, at("1614"), Kind.ACTIVE).total - 1
    )


@rule("R-70", "R-05", "F-7.4")
def test_what_a_shot_looks_at() -> None:
    line = man(1, 1, INF, "line", 4, "1615")
    gun = replace(man(2, 1, ART, "unlimbered", 1, "1615"), seat=1, facing=line.facing)
    mixed = shot(state(FOOT, line, gun), FOOT, at("1615"), Kind.ACTIVE)
    assert mixed.mixed
    assert mixed.target is F.LINE
    assert mixed.target_steps == 6
    farm = shot(
        state(FOOT, replace(FOE, formation=F.GENERAL), field=country(h1615="f")),
        FOOT,
        at("1615"),
        Kind.ACTIVE,
    )
    assert farm.over
    small = shot(
        state(FOOT, replace(FOE, formation=F.GENERAL, halves=6), field=country(h1615="f")),
        FOOT,
        at("1615"),
        Kind.ACTIVE,
    )
    assert not small.over


@rule("F-9.7", "R-77")
def test_a_leader_whose_stack_dies() -> None:
    boss = chief(0, 1, "1615")
    lone = replace(FOE, full=1, halves=1)
    scene = replace(state(FOOT, lone, man(2, 1, INF, "column", 4, "1613")), leaders=(boss,))
    assert shoot(scene).fall(5).state.leaders[0].hex == at("1613")
    alone = replace(state(FOOT, lone), leaders=(boss,))
    taken = shoot(alone).fall(5, 3)
    assert taken.state.leaders[0].fate is Fate.KILLED
    swept = shoot(alone).fall(5, 4)
    assert swept.state.leaders[0].fate is Fate.AWAY
    assert swept.state.leaders[0].clock == 1
