"""A stack's action: steps, turns, changes, screens, guns, command."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.moving import change_price, changes, entry_hexes, steps
from grognard.books.fix_bayonets.facts.stacks import allowance
from grognard.books.fix_bayonets.state import State, Unit
from grognard.books.fix_bayonets.steps.env import Act
from grognard.books.fix_bayonets.words import Arm, Formation, Order, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation


def led(*units: Unit, cr: int = 30, **more: Any) -> State:
    """Units with a leader of their own activating at 1616."""
    boss = replace(chief(0, 0, "1620", cr=cr), command=0)
    return replace(state(*units, **more), leaders=(boss,), active=(boss.id,))


def acting(*units: Unit, **more: Any) -> Drill:
    scene = led(*units, **more)
    whole = allowance(scene, scene.at[units[0].hex])
    return Drill(scene, "act", Act((units[0].id,), whole, whole, good=units[0].good))


# fmt: off
@pytest.mark.parametrize(("form", "arm", "mcf", "sky", "spent", "left"), [
    pytest.param("column", INF, 8, "fog", False, 4, marks=rule("R-41")), pytest.param("column", INF, 8, "squall", False, 2, marks=rule("R-41")),
    pytest.param("disordered", INF, 8, "rain", False, 2, marks=rule("R-41", "STA-01")), pytest.param("square", INF, 8, "clear", False, 2, marks=rule("STA-04")),
    pytest.param("square", INF, 8, "fog", False, 1, marks=rule("R-41")), pytest.param("column", CAV, 14, "clear", True, 7, marks=rule("STA-03")),
    pytest.param("masse column", INF, 8, "clear", False, 4, marks=rule("F-6.3", "R-76")), pytest.param("open column", CAV, 12, "clear", False, 12, marks=rule("F-6.4")),
])
def test_fractions_of_movement(form: str, arm: Arm, mcf: int, sky: str, spent: bool, left: int) -> None:
    unit = man(0, 0, arm, form, 4, "1616", mcf=mcf, spent=spent)
    assert allowance(state(unit, weather=sky), (unit,)) == 2 * left
# fmt: on


@rule("F-10.1", "STA-05")
def test_a_line_of_eight_enters_four_hexes() -> None:
    drill = acting(man(0, 0, INF, "line", 4, "1616", mcf=8))
    for label in ("1615", "1614", "1613", "1612"):
        drill.do("march", at(label))
    assert "march" not in drill.verbs


@rule("STA-04", "F-6.3", "F-10.1")
@pytest.mark.parametrize(("verb", "left"), [("form_square", 1), ("form_masse", 3), ("form_line", 7)])
def test_a_slower_formation_has_less_left(verb: str, left: int) -> None:
    drill = acting(man(0, 0, INF, "column", 4, "1616", mcf=8)).do(verb)
    assert drill.position.agenda[-1].env.left == 2 * left


@rule("F-10.1", "R-41")
def test_one_clear_hex_is_always_possible() -> None:
    slow = man(0, 0, INF, "line", 4, "1616", mcf=2, order=Order.DISORDERED)
    scene = led(replace(slow, mcf=1, formation=F.NONE))
    assert steps(scene, scene.at[at("1616")], 0, True)
    square = replace(slow, formation=F.SQUARE, order=Order.GOOD)
    assert not steps(led(square), led(square).at[at("1616")], 0, True)


@rule("F-10.2")
def test_turning_and_stepping_back() -> None:
    column = man(0, 0, INF, "column", 4, "1616", mcf=8)
    scene = led(column)
    found = steps(scene, scene.at[at("1616")], 16, True)
    assert found[at("1615")] == 2
    assert found[at("1617")] == 4
    drill = acting(column).do("march", at("1615"))
    before = drill.position.agenda[-1].env.left
    drill.do("turn_left")
    assert drill.position.agenda[-1].env.left == before
    line = acting(man(0, 0, INF, "line", 4, "1616", mcf=8))
    line.do("turn_right")
    assert line.position.agenda[-1].env.left == 14


@rule("F-10.3", "FCC-04", "R-39", "PT-05")
def test_prices_of_changes() -> None:
    foot = man(0, 0, INF, "column", 4, "1616", mcf=8)
    horse = man(0, 0, CAV, "column", 4, "1616", mcf=13)
    guns = man(0, 0, ART, "limbered", 1, "1616", mcf=7)
    poor = (Trait.POOR,)
    assert change_price((foot,), F.LINE, 16) == 2
    assert change_price((replace(foot, traits=poor),), F.LINE, 16) == 16
    assert change_price((horse,), F.LINE, 26) == 6
    assert change_price((replace(horse, traits=poor),), F.LINE, 26) == 14
    assert change_price((guns,), F.UNLIMBERED, 14) == 4
    assert change_price((replace(guns, traits=(Trait.DIFFICULT,)),), F.LIMBERED, 14) == 14
    assert change_price((foot,), F.GENERAL, 16) == 0
    assert change_price((replace(foot, formation=F.GENERAL),), F.COLUMN, 16) == 0


@rule("F-10.3", "F-6.4", "R-67", "STA-03", "STK-12a")
def test_which_changes() -> None:
    def of(unit: Unit, **more: Any) -> set[Formation]:
        scene = led(unit, **more)
        return set(changes(scene, scene.at[unit.hex], 40, 40, True))

    foot = man(0, 0, INF, "column", 5, "1616")
    assert {F.LINE, F.SQUARE, F.MASSE, F.GENERAL, F.ROAD} <= of(foot)
    assert F.EXT_LINE not in of(foot)
    assert F.EXT_LINE in of(replace(foot, formation=F.LINE, facing=1))
    assert F.SQUARE not in of(replace(foot, formation=F.ROAD))
    assert F.OPEN not in of(man(0, 0, CAV, "column", 5, "1616"))
    assert F.OPEN in of(man(0, 0, CAV, "column", 4, "1616"))
    assert not of(man(0, 0, CAV, "column", 4, "1616", spent=True))
    assert of(replace(foot, formation=F.GENERAL), field=country(h1616="w")) == set()


@rule("OOC-02", "OOC-03")
def test_out_of_command_changes() -> None:
    foot = man(0, 0, INF, "line", 5, "1616", ooc=True)
    scene = led(foot)
    assert set(changes(scene, (foot,), 40, 40, True)) == {F.COLUMN, F.ROAD, F.GENERAL}
    guns = man(0, 0, ART, "limbered", 1, "1616", ooc=True)
    assert not changes(led(guns), (guns,), 40, 40, True)


@rule("OOC-01", "OOC-05", "F-9.2a", "OPS-05")
def test_out_of_command_moves() -> None:
    foot = man(0, 0, INF, "general order", 4, "1616", ooc=True)
    scene = led(foot, cr=1)
    found = steps(scene, (foot,), 16, True)
    assert at("1617") in found
    assert at("1615") not in found
    enemy = man(1, 1, INF, "column", 4, "1718")
    near = led(foot, enemy, cr=1)
    assert at("1617") not in steps(near, (foot,), 16, True)
    near_home = replace(foot, ooc=False)
    assert at("1615") in steps(led(near_home), (near_home,), 16, True)


@rule("PT-01", "R-57")
def test_poorly_trained_square_stands() -> None:
    square = man(0, 0, INF, "square", 4, "1616", mcf=8)
    assert steps(led(square), (square,), 4, True)
    poor = replace(square, traits=(Trait.POOR,))
    assert not steps(led(poor), (poor,), 4, True)


@rule("PT-06", "FCC-03", "FCC-03a", "R-80", "STA-02")
def test_limbering() -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1616")
    poor = replace(guns, traits=(Trait.POOR,))
    assert F.LIMBERED in changes(led(guns), (guns,), 14, 14, True)
    assert F.LIMBERED not in changes(led(poor), (poor,), 14, 14, True)
    with_leader = led(poor)
    with_leader = replace(with_leader, leaders=(replace(with_leader.leaders[0], hex=at("1616")),))
    assert F.LIMBERED in changes(with_leader, (poor,), 14, 14, True)
    silenced = replace(guns, suppressed=1)
    assert F.LIMBERED not in changes(led(silenced), (silenced,), 14, 14, True)


@rule("F-10.4", "F-10.3")
def test_extended_line() -> None:
    drill = acting(man(0, 0, INF, "line", 6, "1616", mcf=8))
    wing = next(iter(drill.nouns("extend")))
    drill.do("extend", wing)
    assert drill.unit(0).hex2 == wing
    assert drill.unit(0).formation is F.EXT_LINE
    assert "march" not in drill.verbs
    assert acting(man(0, 0, INF, "line", 4, "1616", mcf=8)).verbs.isdisjoint({"extend"})


@rule("F-10.5")
def test_a_screen_goes_out_and_comes_home() -> None:
    parent = man(0, 0, INF, "column", 5, "1616", sv=1, mcf=8)
    screen = replace(
        man(1, 0, INF, "skirmish screen", 1, "1616"), halves=0, parent=0, where=Where.ATTACHED, hex=-1
    )
    drill = acting(parent, screen).do("detach", at("1615"))
    assert drill.unit(0).halves == 8
    assert drill.unit(1).halves == 2
    assert drill.unit(1).hex == at("1615")
    back = Drill(
        replace(drill.state, units=(drill.unit(0), replace(drill.unit(1), acted=False, facing=5))),
        "act",
        Act((1,), 16, 16),
    )
    back.do("march", at("1616"))
    assert back.unit(1).where is Where.ATTACHED
    assert back.unit(0).halves == 10
    none = acting(man(0, 0, INF, "column", 5, "1616", sv=0, mcf=8), screen)
    assert "detach" not in none.verbs


@rule("F-10.6", "F-6.1a")
def test_passing_and_joining() -> None:
    mover = man(0, 0, INF, "line", 4, "1616", mcf=12)
    friend = man(1, 0, INF, "line", 4, "1615")
    scene = led(mover, friend)
    found = steps(scene, scene.at[at("1616")], 24, True)
    assert found[at("1615")] == 4
    assert found[at("1614")] == 10
    column = replace(friend, formation=F.COLUMN, facing=0)
    through = steps(led(mover, column), (mover,), 24, True)
    assert at("1615") not in through
    assert through[at("1614")] == 8
    drill = acting(mover, friend).do("march", at("1615"))
    assert len(drill.state.at[at("1615")]) == 2
    alone = Drill(
        replace(drill.state, units=tuple(replace(u, acted=False) for u in drill.state.units)),
        "act",
        Act((1, 0), 24, 24),
    )
    alone.do("put_on_top", 0)
    assert alone.state.at[at("1615")][0].id == 0


@rule("F-10.8")
def test_force_march() -> None:
    field = replace(country(), roads=((at("1616"), at("1615")), (at("1615"), at("1614"))))
    drill = acting(man(0, 0, INF, "road column", 2, "1616", mcf=8), field=field).do("force_march")
    assert drill.position.agenda[-1].env.left == 24
    assert drill.unit(0).forced
    assert drill.nouns("march") == {at("1615")}
    assert "force_march" not in acting(man(0, 0, INF, "column", 2, "1616", mcf=8), field=field).verbs


@rule("F-10.9", "STA-02")
def test_prolonge() -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1616", mcf=7)
    drill = acting(guns).do("prolonge", at("1615"))
    assert drill.unit(0).hex == at("1615")
    assert "fire" not in drill.verbs
    assert "prolonge" not in acting(replace(guns, suppressed=1)).verbs


@rule("F-8.3", "F-13.3")
def test_one_shot_first_or_last() -> None:
    foot, enemy = man(0, 0, INF, "line", 4, "1616", mcf=12), man(1, 1, INF, "column", 4, "1615", spent=True)
    drill = acting(foot, enemy).do("fire", (0, 1)).fall(9)
    assert "fire" not in drill.verbs
    assert "assault" not in drill.verbs
    guns = man(0, 0, ART, "unlimbered", 1, "1618", mcf=7)
    limbered = replace(guns, formation=F.LIMBERED)
    assert "fire" not in acting(limbered, enemy).do("unlimber").verbs
    assert "fire" in acting(replace(limbered, traits=(Trait.HORSE,)), enemy).do("unlimber").verbs


@rule("F-7.3")
def test_woods_take_the_formation() -> None:
    drill = acting(man(0, 0, INF, "column", 4, "1616", mcf=8), field=country(h1615="w")).do(
        "march", at("1615")
    )
    assert drill.unit(0).formation is F.GENERAL


@rule("F-13.4", "R-31", "F-11.3")
def test_opportunity_fire_on_entering() -> None:
    foot, enemy = man(0, 0, INF, "column", 4, "1616", mcf=8), man(1, 1, INF, "line", 4, "1614", facing=7)
    drill = acting(foot, enemy).do("march", at("1615"))
    assert drill.verbs == {"shoot", "hold_fire"}
    drill.do("shoot", 1).fall(9)
    assert drill.unit(1).spent
    assert "march" not in drill.verbs
    spent = acting(foot, replace(enemy, spent=True)).do("march", at("1615"))
    assert "shoot" not in spent.verbs


@rule("F-14.1", "F-14.2", "R-32")
def test_a_skirmish_check_halts() -> None:
    foot = man(0, 0, INF, "column", 4, "1616", mcf=8)
    enemy = man(1, 1, INF, "line", 4, "1614", facing=7, sv=3, spent=True)
    drill = acting(foot, enemy).do("march", at("1615")).fall(9)
    assert drill.unit(0).halted
    assert drill.unit(0).lost == 1
    assert not drill.verbs & {"march", "assault"}
    guns = man(0, 0, ART, "unlimbered", 1, "1615", mcf=7)
    silent = acting(guns, enemy).do("fire", (0, 1)).fall(5)
    assert silent.unit(0).suppressed
    assert "fire" not in silent.verbs


@rule("F-16.1", "F-15.4", "R-27", "STA-04")
def test_declaring_an_assault() -> None:
    foot, enemy = (
        man(0, 0, INF, "column", 4, "1616", mcf=8),
        man(1, 1, INF, "line", 4, "1615", spent=True, facing=7),
    )
    yes = acting(foot, enemy).do("assault").fall(7)
    assert yes.unit(0).fb
    no = acting(foot, enemy).do("assault").fall(8)
    assert not no.unit(0).fb
    assert no.unit(0).shot
    square = acting(replace(foot, formation=F.SQUARE), enemy)
    assert "assault" not in square.verbs
    assert square.waits.barred["assault"].cite == "STA-04"


@rule("OOC-04", "R-44", "STA-06", "R-21")
def test_who_may_not_assault() -> None:
    foot, enemy = (
        man(0, 0, INF, "column", 4, "1616", mcf=8),
        man(1, 1, INF, "line", 4, "1615", spent=True, facing=7),
    )
    assert acting(replace(foot, ooc=True), enemy).waits.barred["assault"].cite == "OOC-04"
    loose = acting(replace(foot, formation=F.GENERAL), enemy)
    assert "assault" not in loose.verbs
    woods = acting(replace(foot, formation=F.GENERAL), replace(enemy, formation=F.GENERAL))
    assert "assault" in woods.verbs
    assert acting(foot, enemy, weather="night").waits.barred["assault"].cite == "R-21"


@rule("F-10.11")
def test_entry_hexes() -> None:
    coming = man(0, 0, INF, "column", 4, "1601", where=Where.WAITING)
    assert entry_hexes(state(coming), coming) == (at("1601"),)
    taken = man(1, 1, INF, "column", 4, "1601")
    found = entry_hexes(state(coming, taken), coming)
    assert set(found) == {at("1501"), at("1701")}


@rule("F-6.1")
def test_part_of_a_stack_moves_off() -> None:
    first, second = (
        man(0, 0, INF, "column", 4, "1616", mcf=8),
        man(1, 0, INF, "column", 4, "1616", mcf=8, seat=1),
    )
    drill = Drill(led(first, second), "act", Act((1,), 16, 16))
    assert drill.verbs == {"march", "done"}
    drill.do("march", at("1615"))
    assert drill.unit(0).hex == at("1616")
    assert drill.unit(1).hex == at("1615")


# fmt: off
@pytest.mark.parametrize(("arm", "form", "to", "traits", "cite"), [
    pytest.param(INF, "column", "form_line", (), "FCC-04", marks=rule("FCC-04")), pytest.param(CAV, "column", "form_line", (), "FCC-05", marks=rule("FCC-05")),
    pytest.param(ART, "unlimbered", "limber", (), "FCC-06", marks=rule("FCC-06")), pytest.param(INF, "column", "form_general", (), "F-10.3", marks=rule("F-10.3")),
    pytest.param(ART, "unlimbered", "limber", (Trait.DIFFICULT,), "FCC-07", marks=rule("FCC-07", "R-39")),
    pytest.param(INF, "column", "form_line", (Trait.POOR,), "FCC-01", marks=rule("FCC-01", "PT-05")),
    pytest.param(CAV, "column", "form_line", (Trait.POOR,), "FCC-02", marks=rule("FCC-02", "PT-05")),
])
def test_a_change_is_told_by_the_row_that_prices_it(arm: Arm, form: str, to: str, traits: tuple[Trait, ...], cite: str) -> None:
    drill = acting(man(0, 0, arm, form, 1 if arm is ART else 4, "1616", traits=traits)).do(to)
    assert [entry.cite for entry in drill.log if entry.what == "forms"] == [cite]


@rule("F-7.3")
def test_a_wood_takes_the_formation() -> None:
    drill = acting(man(0, 0, INF, "column", 4, "1616"), field=country(h1615="w")).do("march", at("1615"))
    assert drill.unit(0).formation is F.GENERAL
    assert any(entry.cite == "F-7.3" for entry in drill.log)
    clear = acting(man(0, 0, INF, "column", 4, "1616")).do("march", at("1615"))
    assert clear.unit(0).formation is F.COLUMN


@rule("F-10.4", "F-9.7", "F-22.2")
def test_whoever_spreads_into_a_second_hex_drives_off_a_lone_leader_and_takes_ground() -> None:
    wide = man(0, 0, INF, "line", 6, "1616", mcf=8)
    flank = Drill(led(wide), "act", Act((0,), 16, 16)).nouns("extend")
    there = sorted(flank)[0]
    field = replace(country(), prizes=((there, 1, 1, -1),))
    scene = led(wide, field=field)
    alone = replace(chief(1, 1, "1616"), hex=there)
    drill = Drill(replace(scene, leaders=(*scene.leaders, alone)), "act", Act((0,), 16, 16))
    drill.do("extend", there)
    assert drill.unit(0).hex2 == there
    assert drill.waits.what == "stranded"
    drill.fall(9)
    assert not drill.state.leaders[1].on_map
    assert dict(drill.state.holders)[there] == 0


@rule("F-10.5", "F-9.7", "F-22.2")
def test_a_screen_sent_out_drives_off_a_lone_leader_and_takes_ground() -> None:
    parent = man(0, 0, INF, "column", 5, "1616", sv=2, mcf=8)
    screen = man(1, 0, INF, "skirmish screen", 1, "1616", halves=0, parent=0, where=Where.ATTACHED)
    scene = led(parent, replace(screen, hex=-1), field=replace(country(), prizes=((at("1615"), 1, 1, -1),)))
    alone = chief(1, 1, "1615")
    drill = Drill(replace(scene, leaders=(*scene.leaders, alone)), "act", Act((0,), 16, 16))
    drill.do("detach", at("1615"))
    assert drill.waits.what == "stranded"
    drill.fall(9)
    assert drill.unit(1).hex == at("1615")
    assert not drill.state.leaders[1].on_map
    assert dict(drill.state.holders)[at("1615")] == 0
