"""Who sees, who shoots, at whom, and what shelters. [7–22, L1–L3, N1–N4, F1–F6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.cover import shelter
from grognard.books.skirmish_1808.facts.shooting import (
    evasion,
    firing_facts,
    shooters,
    volley,
    why_not_target,
)
from grognard.books.skirmish_1808.facts.sight import sees
from grognard.books.skirmish_1808.state import Desk, Memory, Options, State, Today, Unit, centre
from grognard.books.skirmish_1808.steps.common import lose
from grognard.books.skirmish_1808.steps.env import Act, Shot
from grognard.books.skirmish_1808.words import Band, Class, Cover, Fire, Role, Trait, Weapon
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, leader, light, play, wall
from tests.rules import rule

param = pytest.param


def seen(state: State, one: int = 0, other: int = 1) -> bool:
    """Whether one unit sees another."""
    return sees(state, state.units[one], state.units[other]).clear


@rule("L1", "O2")
def test_arcs_and_ranks() -> None:
    target = foot("B", side=1, count=1, at=(30, 50))
    assert seen(battle(foot("A", count=6, formed=True, at=(30, 30)), target))
    assert not seen(battle(foot("A", count=6, formed=True, at=(30, 30), facing=180), target))
    assert seen(battle(foot("A", count=6, at=(30, 30), facing=180), target)), "loose figures see all round"
    deep = foot("A", count=9, files=3, formed=True, at=(30, 30))
    assert len(shooters(battle(deep, target), deep, replace(target, id=1))) == 6, "only two ranks"


@rule("L2", "L2a", "A-38")
@pytest.mark.parametrize(
    ("ground", "clear"),
    [
        param((area("building", 28, 38, 32, 42),), False, id="a building"),
        param((area("light_wood", 20, 36, 40, 42),), True, id="6 of light wood"),
        param((area("light_wood", 20, 36, 40, 42.1),), False, id="more than 6 of light wood"),
        param((area("wood", 20, 36, 40, 40),), True, id="4 of wood"),
        param((area("wood", 20, 36, 40, 40.1),), False, id="more than 4 of wood"),
        param((area("heavy_wood", 20, 36, 40, 38),), True, id="2 of heavy wood"),
        param((area("heavy_wood", 20, 36, 40, 38.1),), False, id="more than 2 of heavy wood"),
        param((area("hill", 20, 36, 40, 42),), False, id="a hill between"),
        param((area("hill", 20, 20, 40, 42),), True, id="from the hill"),
        param((area("crops", 20, 36, 40, 44),), True, id="crops"),
        param((wall(6, (20, 40), (40, 40)),), False, id="a high wall"),
        param((wall(5.9, (20, 40), (40, 40)),), True, id="a lower wall"),
        param((wall(6, (20, 31.5), (40, 31.5)),), True, id="from behind the high wall"),
    ],
)
def test_what_blocks_sight(ground: Any, clear: bool) -> None:
    state = battle(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 50)), ground=ground)
    assert seen(state) is clear


@rule("L2b", "L3")
def test_units_block_sight() -> None:
    pair = foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 50))
    assert not seen(battle(*pair, foot("C", count=1, at=(30, 40))))
    assert seen(battle(*pair, leader("C", at=(30, 40)))), "leaders do not block"
    assert seen(battle(*pair, hidden=(light("C", side=1, count=1, at=(30, 40)),))), "nor do hidden units"
    high = battle(*pair, foot("C", count=1, at=(30, 40)), ground=(area("hill", 20, 20, 40, 35),))
    assert seen(high), "from a hill one looks over them"
    two = foot("A", count=2, files=2, at=(30, 30)), pair[1], foot("C", count=1, at=(28.5, 40))
    assert seen(battle(*two)), "one figure that sees is enough"


@rule("7", "7b", "N1", "A-39")
def test_who_shoots() -> None:
    roles = (Role.RANKER,) * 5 + (Role.GUIDE, Role.MUSICIAN, Role.FLAG)
    target = foot("B", side=1, at=(30, 44))
    state = battle(
        foot("A", roles=roles, at=(30, 30)),
        target,
        leader("L", at=(50, 30), escorts=2),
        leader("M", at=(30, 33)),
    )
    made = volley(state, state.units[0], state.units[1], Fire.HOLD)
    assert made is not None
    assert made.total == 6, "not the musician, not the flag"
    led = battle(foot("A", roles=(*roles, Role.OFFICER), at=(30, 30)), target)
    made = volley(led, led.units[0], led.units[1], Fire.HOLD)
    assert made is not None
    assert made.total == 6, "nor an officer among his men"
    alone = leader("L", at=(30, 36), escorts=2)
    shot = volley(battle(alone, target), replace(alone, id=0), replace(target, id=1), Fire.HOLD)
    assert shot is not None
    assert shot.total == 3, "an officer shoots when his command unit acts alone"
    attached = battle(foot("A", at=(30, 30)), target, leader("L", at=(30, 25), attached=0))
    found = why_not_target(attached, attached.units[2], attached.units[1], Fire.HOLD)
    assert found is not None
    assert found.cite == "N1"


@rule("N2", "W2", "A-39")
@pytest.mark.parametrize(
    ("unit", "occasion", "shots"),
    [
        (light("A", count=9), Fire.HOLD, 9),
        (light("A", count=9), Fire.ADVANCE, 5),
        (light("A", count=9), Fire.REGROUP, 9),
        (horse("A", count=9), Fire.HOLD, 5),
        (horse("A", count=9), Fire.ADVANCE, 5),
    ],
)
def test_how_many_shoot(unit: Unit, occasion: Fire, shots: int) -> None:
    state = battle(unit, foot("B", side=1, at=(30, 42)))
    made = volley(state, state.units[0], state.units[1], occasion)
    assert made is not None
    assert made.total == shots


@rule("W2")
@pytest.mark.parametrize(
    "unit",
    [foot("A", formed=True), light("A", weapon=Weapon.RIFLE), foot("A", formed=True, class_=Class.LIGHT)],
)
def test_who_does_not_fire_on_an_advance(unit: Unit) -> None:
    state = battle(unit, foot("B", side=1, at=(30, 42)))
    found = why_not_target(state, state.units[0], state.units[1], Fire.ADVANCE)
    assert found is not None
    assert found.cite == "W2"
    assert why_not_target(state, state.units[0], state.units[1], Fire.HOLD) is None


@rule("N4", "A-1")
def test_firing_twice() -> None:
    target = foot("B", side=1, count=12, formed=True, at=(30, 44), facing=180)

    def total(unit: Unit, occasion: Fire, at: float = 44) -> int:
        state = battle(unit, replace(target, figures=foot("B", count=12, formed=True, at=(30, at)).figures))
        made = volley(state, state.units[0], state.units[1], occasion)
        assert made is not None
        return made.total

    double = foot("A", count=12, formed=True, at=(30, 30), traits=(Trait.DOUBLE,))
    assert total(double, Fire.HOLD) == 18, "the front rank fires twice"
    assert total(foot("A", count=12, formed=True, at=(30, 30)), Fire.HOLD) == 12
    assert total(double, Fire.REGROUP) == 12
    assert total(double, Fire.STAND) == 12
    assert total(double, Fire.HOLD, at=52) == 12, "at medium range nobody does"
    assert total(replace(double, formed=False), Fire.HOLD) == 12


@rule("F2", "A-6")
def test_each_figure_in_its_own_band() -> None:
    state = battle(foot("A", count=3, files=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 45)))
    made = volley(state, state.units[0], state.units[1], Fire.HOLD)
    assert made is not None
    assert dict(made.shots) == {Band.SHORT: 2, Band.MEDIUM: 1}
    assert made.pool().groups == ((2, 5), (1, 7))


@rule("10", "18", "A-3", "T7")
def test_precision() -> None:
    unit = foot("A", last=Memory(False, 1))

    def plus(shooter: Unit, occasion: Fire = Fire.HOLD, options: Options | None = None) -> bool:
        state = battle(shooter, foot("B", side=1, at=(30, 42)), options=options)
        return firing_facts(state, state.units[0], state.units[1], occasion).precise

    assert plus(unit)
    assert not plus(replace(unit, last=Memory(True, 1))), "it moved"
    assert not plus(replace(unit, last=Memory(False, 2))), "another target"
    moved = replace(unit, today=Today(moved=True))
    assert not plus(moved)
    assert plus(moved, options=Options(precision_literal=True)), "the literal reading"
    assert plus(unit, Fire.STAND)


@rule("21", "A-4", "N3")
def test_moving_cavalry() -> None:
    state = battle(horse("A"), foot("B", side=1, at=(30, 38)))
    assert firing_facts(state, state.units[0], state.units[1], Fire.ADVANCE).moving_cavalry
    assert not firing_facts(state, state.units[0], state.units[1], Fire.HOLD).moving_cavalry
    game = play(state, "activation", Act(0, commanded=True)).say("fire", 1).fall(0)
    assert game.unit(0).today.steady, "it fired without the penalty: no more moves this turn"
    ahead = play(state, "activation", Act(0, commanded=True)).say("fire_first", 1)
    assert "-1 cavalry that moves" in str(ahead.waiting.why)


@rule("8", "F3", "F3a", "F3b")
def test_cover_of_walls() -> None:
    target = foot("B", side=1, count=4, files=4, at=(30, 45))
    near = wall(4, (20, 43.5), (40, 43.5))
    shooter = foot("A", count=4, at=(30, 30))

    def cover(unit: Unit, *ground: Any, eyes: tuple[tuple[int, int], ...] = ((3000, 3000),)) -> Cover:
        state = battle(shooter, unit, ground=ground)
        return shelter(state, state.units[1], eyes[0], eyes)

    assert cover(target, near) is Cover.MEDIUM
    assert cover(target, wall(4, (20, 42.9), (40, 42.9))) is Cover.NONE, "more than 2 away"
    assert cover(target, near, eyes=((3000, 6000),)) is Cover.NONE, "from behind"
    assert cover(target, near, eyes=((3000, 4200), (3200, 4200))) is Cover.NONE, "the shooters line it too"
    assert cover(target, wall(4, (20, 43.5), (30, 43.5))) is Cover.NONE, "only half of them"
    assert cover(target, near, area("wood", 20, 44, 40, 60)) is Cover.HEAVY, "the best single class"


@rule("F5", "22a")
def test_open_order_and_gun_crews() -> None:
    north = ((3000, 9000),)

    def cover(unit: Unit, eyes: tuple[tuple[int, int], ...] = north, small_arms: bool = True) -> Cover:
        state = battle(unit)
        return shelter(state, state.units[0], eyes[0], eyes, small_arms=small_arms)

    assert cover(light("A")) is Cover.LIGHT
    assert cover(light("A", formed=True)) is Cover.NONE
    assert cover(foot("A")) is Cover.NONE
    assert cover(light("A"), small_arms=False) is Cover.NONE
    assert cover(gun("G", facing=0)) is Cover.LIGHT
    assert cover(gun("G", facing=0), ((3000, 0),)) is Cover.NONE, "from behind"


@rule("F4", "F4a", "F4b", "15", "92")
def test_evasion() -> None:
    unit = foot("A", combat=8, fire=10)
    assert evasion(unit, Cover.NONE).die == 10
    for cover, failing in ((Cover.NONE, 4), (Cover.LIGHT, 3), (Cover.MEDIUM, 2), (Cover.HEAVY, 1)):
        assert evasion(unit, cover).need - 1 == failing
    assert evasion(replace(unit, formed=True), Cover.NONE).die == 10
    assert evasion(foot("A", ev=4), Cover.HEAVY).need == 2, "an unmodified 1 fails"


@rule("7a", "9", "15", "16")
def test_a_volley_from_shot_to_loss() -> None:
    state = battle(foot("A", count=6), foot("B", side=1, count=8, at=(30, 42)))
    game = play(state, "volley", Shot(0, 1, Fire.HOLD))
    assert game.waiting.what == "shots"
    assert game.waiting.dice.faces()[0] == 6
    game.fall(4)
    assert (game.waiting.what, game.waiting.dice.faces()[0]) == ("evasion", 4)
    game.fall(1)
    assert game.unit(1).size == 5
    assert [e.what for e in game.log] == ["fires", "dice", "dice", "loses"]


@rule("16", "A-32")
def test_no_hits_no_throws() -> None:
    state = battle(foot("A", count=6), foot("B", side=1, count=8, at=(30, 42)))
    game = play(state, "volley", Shot(0, 1, Fire.HOLD)).fall(0)
    assert game.position.over
    assert game.unit(1).size == 8


@rule("17", "A-2", "12", "28", "27")
def test_the_order_of_losses() -> None:
    roles = (Role.RANKER,) * 3 + (Role.GUIDE, Role.FLAG, Role.OFFICER)
    state = battle(foot("A", roles=roles))
    for count, left in ((3, ["guide", "flag", "officer"]), (4, ["flag", "officer"]), (5, ["officer"])):
        desk = Desk(state, None)
        lose(desk, 0, count, "16")
        assert [f.role.value for f in desk.unit(0).figures] == left
    order = (Role.RANKER, Role.ESCORT, Role.GUIDE, Role.MUSICIAN, Role.FLAG, Role.OFFICER)
    mixed = battle(foot("A", roles=order[::-1]))
    desk = Desk(mixed, None)
    for role in order[:-1]:
        lose(desk, 0, 1, "16")
        assert not desk.unit(0).has(role)


@rule("F6", "O3")
def test_where_the_fallen_stood() -> None:
    formed = battle(foot("A", count=12, files=6, formed=True))
    desk = Desk(formed, None)
    front = formed.units[0].figures[:6]
    lose(desk, 0, 2, "16")
    assert desk.unit(0).figures[:6] == front, "the last rank empties"
    assert desk.unit(0).formed
    lose(desk, 0, 5, "16")
    assert not desk.unit(0).formed, "fewer than six are loose"
    loose = battle(foot("A", count=4, files=4, at=(30, 30)))
    desk = Desk(loose, None)
    lose(desk, 0, 1, "16", (0, 3000))
    assert min(f.x for f in desk.unit(0).figures) > min(f.x for f in loose.units[0].figures)


@rule("F1")
def test_picking_out_a_leader() -> None:
    shooter = foot("A", at=(30, 30))
    boss, guard = leader("L", side=1, at=(30, 44)), foot("B", side=1, at=(34, 48))
    shielded = battle(shooter, boss, foot("B", side=1, at=(36, 40)))
    found = why_not_target(shielded, shielded.units[0], shielded.units[1], Fire.HOLD)
    assert found is not None
    assert found.cite == "F1"
    near = battle(shooter, boss, guard)
    assert why_not_target(near, near.units[0], near.units[1], Fire.HOLD) is None, "he is the nearest"
    alone = battle(shooter, boss, foot("B", side=1, at=(80, 40)))
    assert why_not_target(alone, alone.units[0], alone.units[1], Fire.HOLD) is None


@rule("L3", "C4", "7b")
def test_who_is_no_target() -> None:
    from grognard.books.skirmish_1808.state import Contact

    state = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 40)), foot("C", at=(30, 46)))
    fighting = replace(state, contacts=(Contact(2, 1),))
    found = why_not_target(fighting, fighting.units[0], fighting.units[1], Fire.HOLD)
    assert found is not None
    assert found.cite == "L3"
    fled = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 40), fleeing=1))
    assert why_not_target(fled, fled.units[0], fled.units[1], Fire.HOLD) is None
    far = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 90)))
    out = why_not_target(far, far.units[0], far.units[1], Fire.HOLD)
    assert out is not None
    assert out.cite == "7b"
    assert centre(far.units[0]) == (3000, 3000)


@rule("101", "108b", "48")
def test_the_formed_bonus_is_for_fire_and_melee_only() -> None:
    unit = foot("A", formed=True)
    state = battle(unit, foot("B", side=1, at=(30, 42)))
    made = volley(state, state.units[0], state.units[1], Fire.HOLD)
    assert made is not None
    assert made.pool().sides == 8
    assert evasion(unit, Cover.NONE).die == 8, "the profile's better die, no step up"
    assert evasion(replace(unit, formed=False), Cover.NONE).die == 8
