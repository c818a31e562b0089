"""Guns: when they fire, ricochets, infantry over guns, guns overrun."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.moving import changes, prolonge_hexes, steps
from grognard.books.fix_bayonets.facts.stacks import allowance, fits, front
from grognard.books.fix_bayonets.facts.zones import zones
from grognard.books.fix_bayonets.state import Options, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Formed, Melee, Shooting
from grognard.books.fix_bayonets.words import Attack, Formation, Kind, Order, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, man, state
from tests.rules import rule

F = Formation
GUNS = man(0, 0, ART, "unlimbered", 1, "1618", mcf=7)
FOE = man(1, 1, INF, "column", 4, "1616", spent=True, facing=6)
LINE = man(2, 0, INF, "line", 4, "1619", mcf=8, facing=1)


def led(*units: Unit, **more: Any) -> State:
    boss = replace(chief(0, 0, "1625", cr=30), command=0)
    return replace(state(*units, **more), leaders=(boss,), active=(boss.id,), stack=(boss.id,))


def acting(first: Unit, *units: Unit, **more: Any) -> Drill:
    scene = led(*sorted((first, *units), key=lambda u: u.id), **more)
    stack = scene.at[first.hex]
    whole = allowance(scene, stack)
    return Drill(scene, "act", Act(tuple(u.id for u in stack), whole, whole, good=first.good))


# ---- one shot, first or last


@rule("F-8.3", "F-13.3")
@pytest.mark.parametrize("before", ["form_line", "turn_left", "march"])
def test_a_shot_after_any_other_act_is_the_last(before: str) -> None:
    foot = man(0, 0, INF, "column", 4, "1618" if before == "march" else "1617", mcf=8)
    drill = acting(foot, FOE)
    drill.do(before, at("1617") if before == "march" else None)
    drill.do("fire", (0, 1)).fall(9)
    assert drill.position.over, "nothing follows the last act"


@rule("F-8.3")
def test_a_first_shot_leaves_the_rest() -> None:
    foot = man(0, 0, INF, "column", 4, "1617", mcf=8)
    drill = acting(foot, FOE).do("fire", (0, 1)).fall(9)
    assert {"form_line", "march", "turn_left"} <= drill.verbs
    drill.do("form_line")
    assert "fire" not in drill.verbs, "one shot an activation"


@rule("F-8.3", "F-13.1")
def test_infantry_and_guns_of_a_stack_shoot_one_after_the_other_but_not_between() -> None:
    line, foe = replace(LINE, hex=at("1617")), FOE
    guns = replace(GUNS, hex=at("1617"), facing=1)
    drill = acting(line, guns, foe).do("fire", (2, 1)).fall(9)
    assert drill.nouns("fire") == {(0, 1)}
    drill.do("turn_left")
    assert "fire" not in drill.verbs, "the guns would shoot between two acts"


@rule("F-13.3")
@pytest.mark.parametrize(("traits", "may"), [((), False), ((Trait.HORSE,), True)])
def test_foot_guns_that_have_fired_stay(traits: tuple[Trait, ...], may: bool) -> None:
    drill = acting(replace(GUNS, traits=traits), FOE).do("fire", (0, 1)).fall(9)
    assert ("limber" in drill.verbs) is may
    if not may:
        assert drill.waits.barred["limber"].cite == "F-13.3"
        assert "turn_left" in drill.verbs, "a turn is no move"


@rule("R-89", "F-13.3")
@pytest.mark.parametrize(("strict", "may"), [(False, True), (True, False)])
def test_guns_that_only_turned_may_fire(strict: bool, may: bool) -> None:
    base = replace(led(GUNS, FOE), options=Options(turned_guns_hold_fire=strict))
    drill = Drill(base, "act", Act((0,), 14, 14)).do("turn_left").do("turn_right")
    assert ("fire" in drill.verbs) is may


# ---- ricochet


@rule("F-13.6", "FV-29", "FV-27", "FV-28")
@pytest.mark.parametrize(("reach", "label", "mfv"), [(8, "1614", 7), (6, "1612", 5), (8, "1613", 5)])
def test_a_ricochet_keeps_the_range_row_of_its_first_target(reach: int, label: str, mfv: int) -> None:
    row = int(label[2:])
    guns = man(0, 0, ART, "unlimbered", 1, "1618", fv=7, range=reach)
    first = man(1, 1, INF, "column", 3, label)
    second = man(2, 1, INF, "column", 5, f"16{row - 1}")
    drill = Drill(led(guns, first, second), "shot", Shooting(0, first.hex, Kind.ACTIVE)).fall(9)
    assert drill.waits.what == "fire"
    assert drill.waits.facts["mfv"] == 7 - 1 + 1 - (2 if 18 - row >= 5 else 0)
    assert drill.waits.facts["mfv"] == mfv


# ---- infantry over guns


@rule("F-6.1", "STK-01", "STK-10", "F-6.1a")
@pytest.mark.parametrize("form", ["line", "square"])
def test_infantry_marches_onto_unlimbered_guns(form: str) -> None:
    foot = replace(LINE, formation=F(form), mcf=12)
    base = led(replace(GUNS, facing=2), FOE, foot)
    assert at("1618") in steps(base, (foot,), 24, True)
    drill = acting(foot, replace(GUNS, facing=2), replace(FOE, hex=at("1608"))).do("march", at("1618"))
    stack = drill.state.at[at("1618")]
    assert [unit.id for unit in stack] == [2, 0], "the infantry is on top"
    if form == "line":
        assert stack[0].facing == stack[1].facing == 1, "guns and Line look at one corner"
    limbered = led(replace(GUNS, formation=F.LIMBERED), FOE, foot)
    assert at("1618") not in steps(limbered, (foot,), 24, True)
    column = replace(foot, formation=F.COLUMN, facing=0)
    assert at("1618") not in steps(led(GUNS, FOE, column), (column,), 24, True)


MIXED = replace(LINE, hex=at("1618"), seat=1), replace(GUNS, facing=1)


@rule("F-10.9", "F-16.1", "SPR-09a")
def test_infantry_does_not_assault_out_of_a_stack_with_guns() -> None:
    near = replace(FOE, hex=at("1617"))
    drill = acting(*MIXED, near)
    assert "assault" not in drill.verbs
    assert drill.waits.barred["assault"].cite == "F-10.9"
    alone = acting(MIXED[0], near, replace(GUNS, hex=at("1625")))
    assert "assault" in alone.verbs


@rule("F-6.1a", "F-16.1")
def test_nobody_joins_a_stack_under_fix_bayonets() -> None:
    fixed = replace(LINE, hex=at("1617"), fb=True)
    assert at("1617") not in prolonge_hexes(led(GUNS, FOE, fixed), (GUNS,))
    assert at("1617") in prolonge_hexes(led(GUNS, FOE, replace(fixed, fb=False)), (GUNS,))


@rule("F-10.3", "STK-06", "STK-01")
def test_a_mixed_stack_forms_square_and_line_again() -> None:
    far = replace(FOE, hex=at("1608"))
    drill = acting(*MIXED, far).do("form_square")
    line, guns = drill.unit(2), drill.unit(0)
    assert line.formation is F.SQUARE
    assert guns.formation is F.UNLIMBERED
    assert guns.facing % 2 == 0, "in a Square guns look at a side"
    assert "turn_left" in drill.verbs, "which may be any"
    back = acting(line, guns, far)
    assert set(changes(back.state, back.state.at[line.hex], 16, 16, True)) == {F.LINE}
    back.do("form_line")
    assert back.unit(2).formation is F.LINE
    assert back.unit(0).facing == back.unit(2).facing
    whole = (back.unit(2), back.unit(0))
    assert not {F.COLUMN, F.GENERAL, F.ROAD} & set(changes(led(*whole[::-1], far), whole, 16, 16, True))


@rule("F-10.3", "F-18.2")
def test_guns_do_not_count_towards_a_square() -> None:
    weak = replace(MIXED[0], halves=3)
    assert F.SQUARE not in changes(led(MIXED[1], FOE, weak), (weak, MIXED[1]), 16, 16, True)


@rule("F-5.2", "F-6.1a", "F-11.1", "TEM-04", "R-85")
def test_the_infantry_of_a_mixed_stack_is_always_its_top() -> None:
    square = replace(MIXED[0], formation=F.SQUARE, seat=1)
    base = led(replace(GUNS, facing=0, seat=0), replace(FOE, hex=at("1608")), square)
    assert base.at[at("1618")][0].id == 2
    assert set(front(base, square)) <= zones(base, 0).foot
    drill = Drill(base, "act", Act((0, 2), 4, 16))
    assert "put_on_top" not in drill.verbs
    cuirassier = (Trait.SHOCK, Trait.CUIRASSIER)
    horse = man(1, 1, CAV, "column", 8, "1617", cv=8, traits=cuirassier, facing=6)
    env = Melee((1,), 0, Attack.CHARGE, 1, straight=(0,))
    charged = Drill(replace(base, units=(base.units[0], horse, base.units[2])), "home", env)
    assert charged.waits.why.total == 3 - 2
    charged.fall(9)
    assert charged.unit(2).good, "a Square only loses its shot"
    assert charged.waits.facts["odds"] == "8:12 = 2/3"


@rule("F-5.2")
def test_guns_left_alone_look_at_a_side_again() -> None:
    base = led(MIXED[1], replace(FOE, hex=at("1608")), MIXED[0])
    drill = Drill(base, "act", Act((2,), 16, 16)).do("march", at("1617"))
    assert drill.unit(0).facing == 0
    assert drill.unit(2).hex == at("1617")


@rule("F-6.1", "F-10.9")
def test_guns_may_leave_the_infantry_by_prolonge() -> None:
    base = led(MIXED[1], replace(FOE, hex=at("1608")), MIXED[0])
    drill = Drill(base, "formation", Formed(base.leaders[0].id))
    if "stay" in drill.verbs:
        drill.do("stay")
    drill.do("act_alone", 0).do("prolonge", at("1619"))
    assert drill.unit(0).hex == at("1619")
    assert drill.unit(2).hex == at("1618")


# ---- guns overrun


@rule("R-43", "R-74", "F-16.9")
@pytest.mark.parametrize("attack", [Attack.ASSAULT, Attack.CHARGE])
@pytest.mark.parametrize("form", [F.LIMBERED, F.UNLIMBERED])
def test_only_unlimbered_guns_are_spiked(attack: Attack, form: Formation) -> None:
    guns = replace(GUNS, formation=form, hex=at("1616"), facing=6)
    arm = CAV if attack is Attack.CHARGE else INF
    attacker = man(1, 1, arm, "line", 6, "1617", cv=6, facing=1)
    env = Melee((1,), 0, attack, 1, spots=(attacker.hex,), straight=(3,))
    for die in (0, 3, 9):
        drill = Drill(led(guns, attacker), "home", env).fall(0)
        if drill.verbs:
            drill.do("hold_fire")
        drill.fall(die)
        spiked = drill.waits is not None and getattr(drill.waits, "what", "") == "spiked guns"
        assert spiked is (form is F.UNLIMBERED)
        if not spiked:
            assert drill.unit(0).order is Order.ROUTED
            assert drill.unit(0).where is Where.MAP


# ---- two screens


@rule("STK-05", "R-65")
@pytest.mark.parametrize(
    ("arm", "steps_", "may"), [(CAV, 4, True), (CAV, 5, False), (INF, 2, True), (INF, 3, False)]
)
def test_no_screen_is_wider_than_two_hexes(arm: Any, steps_: int, may: bool) -> None:
    unit = man(0, 0, arm, "column", steps_, "1616", sv=1)
    assert fits(led(unit), (unit,), F.SCREEN, unit.hex) is may


# ---- parts of a stack


def _formation(*units: Unit) -> Drill:
    base = led(*units)
    drill = Drill(base, "formation", Formed(base.leaders[0].id))
    return drill.do("stay") if "stay" in drill.verbs else drill


@rule("F-8.3", "OPS-05")
def test_whoever_has_acted_does_not_act_again_with_a_stack_it_joined() -> None:
    far = replace(FOE, hex=at("1608"))
    first = man(0, 0, INF, "column", 3, "1618", mcf=8)
    second = man(2, 0, INF, "column", 3, "1619", mcf=8)
    drill = _formation(first, far, second).do("act", 2).do("march", at("1618"))
    assert drill.nouns("act") == {0}
    drill.do("act", 0).do("march", at("1617"))
    assert drill.unit(0).hex == at("1617")
    assert drill.unit(2).hex == at("1618"), "it has marched already"


@rule("OPS-05", "F-8.4")
def test_units_act_with_their_own_formation_only() -> None:
    stranger = replace(MIXED[1], command=1)
    drill = _formation(stranger, replace(FOE, hex=at("1617"), command=1), MIXED[0])
    assert drill.nouns("act") == {2}
    drill.do("act", 2)
    assert drill.nouns("fire") == {(2, 1)}, "the guns belong to somebody else"
    assert "form_square" in drill.verbs, "the infantry says how the stack stands"
    drill.do("form_square")
    assert drill.unit(2).formation is F.SQUARE or "hold_fire" in drill.verbs


@rule("F-6.1", "F-13.1")
def test_guns_under_infantry_that_has_acted_still_fire() -> None:
    near = replace(FOE, hex=at("1616"))
    covered = replace(MIXED[0], acted=True)
    drill = _formation(MIXED[1], near, covered).do("act", 0)
    assert drill.nouns("fire") == {(0, 1)}
    assert "turn_left" not in drill.verbs
    drill.do("fire", (0, 1)).fall(9)
    assert "prolonge" not in drill.verbs
