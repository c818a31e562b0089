"""Leaders, cards, orders, initiative, interruption, the order of an activation."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import command
from grognard.books.fix_bayonets.state import LEADERS, OM, Leader, State, Unit
from grognard.books.fix_bayonets.steps.env import Activation, Formed, Operations, Turn
from grognard.books.fix_bayonets.words import Card, Fate, Formation, Order, Rank
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import CAV, INF, Drill, at, chief, man, state
from tests.rules import rule

ONE, TWO, THREE = LEADERS, LEADERS + 1, LEADERS + 2


def army(*leaders: Leader, units: tuple[Unit, ...] = (), **more: Any) -> State:
    scene = state(*units, **more)
    return replace(scene, leaders=tuple(leaders))


def own(number: int, side: int, label: str, **more: Any) -> Leader:
    made = chief(
        number, side, label, **{k: v for k, v in more.items() if k in ("sr", "cr", "card", "tem", "rank")}
    )
    rest = {k: v for k, v in more.items() if k not in ("sr", "cr", "card", "tem", "rank")}
    return replace(made, **{"command": side, **rest})


US, THEM = man(0, 0, INF, "column", 4, "1620"), man(1, 1, INF, "column", 4, "1610")


@rule("OPS-01", "OPS-01a", "R-61", "R-35", "SEQ-06", "F-8.4")
def test_both_show_a_card_and_the_winner_orders_them() -> None:
    drill = Drill(army(own(0, 0, "1620"), own(1, 1, "1610"), units=(US, THEM)), "operations", Operations())
    assert drill.waits.who == (0, 1)
    drill.do("play", ONE, 0).do("play", TWO, 1)
    assert isinstance(drill.waits, Throw)
    assert drill.waits.what == "contest"
    drill.fall(3)
    winner: Any = drill.waits
    assert winner.who == (0,)
    drill.do("first", TWO)
    assert drill.state.stack == (ONE, TWO)
    assert drill.state.initiative == 0
    assert drill.state.contested
    single = Drill(
        army(own(0, 0, "1620"), own(1, 1, "1610", card=Card.PLAYED), units=(US, THEM)),
        "operations",
        Operations(),
    )
    assert single.waits.who == (0,)
    single.do("play", ONE)
    assert single.state.stack == (ONE,) or single.state.active == (ONE,)


@rule("F-8.4", "F-9.6")
def test_a_formation_whose_leader_falls_does_not_act_twice() -> None:
    fallen = own(1, 0, "1620", fate=Fate.KILLED, card=Card.OUT, superior=ONE, hex=-1)
    above = own(0, 0, "1621", command=-1, rank=Rank.ARMY, cr=12)
    scene = replace(army(above, fallen, units=(US, THEM)), active=(ONE,), stack=(ONE,))

    def acts(base: State) -> bool:
        drill = Drill(base, "activation", Activation())
        while drill.verbs and "act" not in drill.verbs:
            drill.do(next(verb for verb in ("forgo", "stay", "no_orders", "enough") if verb in drill.verbs))
        return "act" in drill.verbs

    assert acts(scene), "its superior takes it along"
    had = replace(scene, commands=(replace(scene.commands[0], activated=True), scene.commands[1]))
    assert not acts(had)
    own_turn = replace(army(own(0, 0, "1620"), units=(US, THEM)), active=(ONE,), stack=(ONE,))
    drill = Drill(own_turn, "activation", Activation())
    while not drill.position.over:
        drill.do(next(verb for verb in ("forgo", "stay", "end_formation") if verb in drill.verbs))
    assert drill.state.commands[0].activated


@rule("R-35")
def test_a_tie_goes_to_the_initiative_holder() -> None:
    scene = replace(army(own(0, 0, "1620"), own(1, 1, "1610"), units=(US, THEM)), initiative=1)
    drill = Drill(scene, "operations", Operations()).do("play", ONE, 0).do("play", TWO, 1).fall(0)
    assert drill.waits.who == (1,)


@rule("SEQ-07", "F-8.1", "F-9.5")
def test_interruption() -> None:
    def scene(**more: Any) -> State:
        third = own(2, 1, "1614", **more)
        return army(own(0, 0, "1620"), own(1, 1, "1610", card=Card.PLAYED), third, units=(US, THEM))

    base = replace(scene(), stack=(ONE,))
    assert command.interrupters(base) == (THREE,)
    assert command.interrupters(replace(scene(passive=True), stack=(ONE,))) == ()
    assert command.interrupters(replace(scene(barred=True), stack=(ONE,))) == ()
    assert command.interrupters(replace(base, interrupted=(ONE,))) == ()
    played = replace(base, leaders=(replace(base.leaders[0], card=Card.STACK), *base.leaders[1:]))
    yes = Drill(played, "operations", Operations()).do("interrupt", THREE).fall(4)
    assert yes.state.stack[-1] == THREE or THREE in yes.state.active
    no = Drill(played, "operations", Operations()).do("interrupt", THREE).fall(5)
    assert no.state.active == (ONE,)


@rule("OPS-02", "F-8.2")
def test_subordinates_come_along() -> None:
    boss = replace(own(0, 0, "1620", cr=5), command=-1, rank=Rank.ARMY)
    lows = [
        replace(own(n, 0, label), superior=ONE, command=0)
        for n, label in ((1, "1621"), (2, "1622"), (3, "1618"), (4, "1601"))
    ]
    scene = army(boss, *lows, units=(US, THEM))
    assert set(command.may_come_along(scene, boss, ())) == {ONE + 1, ONE + 2, ONE + 3}
    assert command.may_come_along(scene, boss, (ONE + 1, ONE + 2)) == ()
    corps = replace(boss, rank=Rank.CORPS)
    assert command.may_come_along(scene, corps, (ONE + 1, ONE + 2)) == (ONE + 3,)
    drill = Drill(replace(scene, active=(ONE,), stack=(ONE,)), "activation", Activation()).do(
        "bring", ONE + 1
    )
    assert drill.state.active == (ONE, ONE + 1)


@rule("F-9.2b")
def test_weather_shortens_army_command() -> None:
    boss = replace(own(0, 0, "1620", cr=11), rank=Rank.ARMY)
    assert command.command_range(army(boss, weather="fog"), boss) == 0
    assert command.command_range(army(boss, weather="snowfall"), boss) == 5
    assert command.command_range(army(boss, weather="fog"), replace(boss, rank=Rank.CORPS)) == 11


@rule("F-9.2", "R-38", "OPS-03")
def test_in_command() -> None:
    scene = replace(army(own(0, 0, "1620", cr=4), units=(US,)), active=(ONE,), stack=(ONE,))
    assert command.commanded(scene, US, at("1616"))
    assert not command.commanded(scene, US, at("1615"))
    far = replace(US, hex=at("1610"))
    drill = Drill(replace(scene, units=(far,)), "activation", Activation()).do("forgo")
    assert drill.unit(0).ooc


@rule("F-9.3", "R-37")
def test_orders() -> None:
    boss = replace(own(0, 0, "1620", cr=5), command=-1, rank=Rank.ARMY)
    low = replace(own(1, 0, "1621", sr=5, card=Card.PLAYED), superior=ONE)
    scene = replace(army(boss, low, units=(US, THEM)), active=(ONE,), stack=(ONE,))
    yes = Drill(scene, "activation", Activation()).do("give_om", (TWO, at("1610"))).fall(5)
    assert yes.state.leaders[1].om == OM(at("1610"))
    no = Drill(scene, "activation", Activation()).do("give_om", (TWO, at("1610"))).fall(6)
    assert no.state.leaders[1].om is None
    assert no.state.leaders[1].pending == OM(at("1610"))
    far = replace(scene, leaders=(boss, replace(low, hex=at("1629"))))
    later = Drill(far, "activation", Activation()).do("give_om", (TWO, at("1620")))
    assert isinstance(later.waits, Ask)
    assert later.state.leaders[1].pending is not None


@rule("F-9.4", "R-62", "SEQ-08a", "R-36", "SEQ-08")
def test_initiative() -> None:
    scene = replace(
        army(replace(own(0, 0, "1620"), flexible=True), units=(US, THEM)), active=(ONE,), stack=(ONE,)
    )
    start = Drill(scene, "activation", Activation())
    assert "initiative" in start.verbs
    yes = Drill(scene, "activation", Activation()).do("initiative", (ONE, at("1615"))).fall(6)
    assert yes.state.leaders[0].om == OM(at("1615"), temporary=True)
    no = Drill(scene, "activation", Activation()).do("initiative", (ONE, at("1615"))).fall(7)
    assert no.state.leaders[0].om is None
    assert "initiative" not in no.verbs
    passive = Drill(scene, "activation", Activation()).do("initiative", (ONE, at("1615"))).fall(9)
    assert passive.state.leaders[0].passive


@rule("INI-01a", "INI-01b", "INI-01c", "INI-01d", "INI-02")
def test_where_initiative_reaches() -> None:
    plain = own(0, 0, "1620")
    scene = army(plain, units=(US, THEM))
    found = set(command.initiative_hexes(scene, ONE))
    assert at("1610") in found
    assert at("1611") in found
    assert at("1625") in found
    assert at("1616") not in found
    friend = replace(own(1, 0, "1614"), superior=ONE)
    assert at("1614") in command.initiative_hexes(army(plain, friend, units=(US, THEM)), ONE)
    free = army(replace(plain, flexible=True), units=(US, THEM))
    assert at("1616") in command.initiative_hexes(free, ONE)
    ordered = army(replace(plain, om=OM(at("1610"))), units=(US, THEM))
    shifts = command.initiative_hexes(ordered, ONE)
    assert at("1613") in shifts
    assert at("1614") not in shifts
    far = army(replace(plain, om=OM(at("1610")), flexible=True), units=(US, THEM))
    assert at("1616") in command.initiative_hexes(far, ONE)
    from tests.books.fix_bayonets.drill import country

    farm = army(replace(plain, om=OM(at("1610"))), units=(US,), field=country(h1610="f"))
    assert command.initiative_hexes(farm, ONE) == ()


@rule("OPS-04a", "F-9.5")
def test_a_passive_leader_stays() -> None:
    passive = replace(own(0, 0, "1620"), passive=True, om=OM(at("1610")))
    assert command.rides(army(passive, units=(US,)), passive) == ()
    assert command.rides(army(replace(passive, passive=False), units=(US,)), replace(passive, passive=False))


@rule("OPS-04b", "R-83")
def test_without_an_om_he_is_bound() -> None:
    one = own(0, 0, "1620")
    found = command.rides(army(one, units=(US,)), one)
    assert at("1621") in found
    assert at("1619") not in found
    shaken = replace(US, hex=at("1617"), order=Order.DISORDERED, formation=Formation.NONE)
    assert at("1617") in command.rides(army(one, units=(shaken,)), one)
    routed = replace(shaken, order=Order.ROUTED)
    assert at("1617") not in command.rides(army(one, units=(routed,)), one)


@rule("OPS-04c", "R-53", "F-9.3a")
def test_with_an_om_he_must_ride_unless_he_sees() -> None:
    one = replace(own(0, 0, "1630"), om=OM(at("1605")))
    blind = army(one, units=(US,), weather="rain")
    assert command.must_ride(blind, one)
    assert at("1631") not in command.rides(blind, one)
    assert not command.must_ride(
        army(replace(one, om=OM(at("1628"))), units=(US,)), replace(one, om=OM(at("1628")))
    )
    seeing = army(one, units=(US, replace(THEM, hex=at("1626"))), weather="rain")
    assert not command.must_ride(seeing, one)
    drill = Drill(replace(blind, active=(ONE,)), "formation", Formed(ONE))
    assert drill.verbs == {"ride"}


@rule("F-9.1a")
def test_riding() -> None:
    boss = replace(own(0, 0, "1620"), rank=Rank.ARMY, command=-1)
    scene = army(boss, units=(US, THEM))
    found = command.rides(scene, boss)
    assert at("1602") in found or at("1612") in found
    assert at("1610") not in found
    assert at("1611") not in found
    minor = replace(own(1, 0, "1620", card=Card.NONE), superior=ONE, command=-1)
    held = army(replace(boss, cr=3), minor, units=(US,))
    assert at("1617") in command.rides(held, minor)
    assert at("1616") not in command.rides(held, minor)


@rule("F-9.1")
def test_the_best_leader_lends_his_numbers() -> None:
    from grognard.books.fix_bayonets.facts.stacks import best

    scene = army(own(0, 0, "1620", tem=1), own(1, 0, "1620", tem=3), own(2, 1, "1610", tem=2), units=(US,))
    assert best(scene, US, "tem") == 3


@rule("F-9.6", "F-20", "SEQ-02", "R-77")
def test_leaders_return_and_are_replaced() -> None:
    hurt = replace(own(0, 0, "1620"), fate=Fate.AWAY, clock=2, card=Card.OUT, hex=-1, wounded=True)
    drill = Drill(army(hurt, own(1, 1, "1610"), units=(US, THEM)), "turn", Turn())
    second = drill.state.leaders[2]
    assert second.replaces == ONE
    assert (second.sr, second.cr) == (4, 3)
    due = replace(hurt, clock=1)
    back = Drill(army(due, own(1, 1, "1610"), units=(US, THEM)), "turn", Turn()).do("return_to", at("1620"))
    assert back.state.leaders[0].on_map
    assert back.state.leaders[0].passive


@rule("OPS-06", "OPS-08", "OPS-07")
def test_leaders_of_one_activation_move_one_after_the_other() -> None:
    scene = army(own(0, 0, "1620"), replace(own(1, 0, "1621"), superior=ONE), units=(US, THEM))
    drill = Drill(replace(scene, active=(ONE, TWO), stack=(ONE,)), "activation", Activation())
    drill.do("no_orders").do("forgo")
    assert drill.nouns("next_leader") == {ONE, TWO}
    drill.do("next_leader", TWO)
    assert drill.position.agenda[-1].env.leader == TWO


@rule("F-10.10", "R-47", "STA-06")
def test_reserve() -> None:
    scene = army(own(0, 0, "1620"), units=(US, THEM))
    held = replace(
        scene,
        commands=(replace(scene.commands[0], reserve=True), scene.commands[1]),
        active=(ONE,),
        stack=(ONE,),
    )
    drill = Drill(held, "activation", Activation()).do("forgo").do("leave_reserve")
    assert drill.waits.what == "reserve"
    assert not drill.fall(6).state.commands[0].reserve
    stays = Drill(held, "activation", Activation()).do("forgo").do("leave_reserve").fall(7)
    assert stays.state.commands[0].reserve
    assert "act" not in stays.verbs
    kept = Drill(held, "activation", Activation()).do("forgo").do("keep_back")
    assert kept.state.commands[0].reserve
    assert "act" not in kept.verbs
    near = replace(held, units=(US, replace(THEM, hex=at("1617"))))
    assert not Drill(near, "activation", Activation()).do("forgo").state.commands[0].reserve


@rule("R-30", "CHG-01")
def test_spent_cavalry_rests_when_charges_are_declared() -> None:
    horse = man(0, 0, CAV, "column", 4, "1620", spent=True)
    scene = replace(army(own(0, 0, "1620"), units=(horse, THEM)), active=(ONE,), stack=(ONE,))
    drill = Drill(scene, "activation", Activation()).do("forgo")
    while "end_formation" not in drill.verbs:
        drill.do("stay")
    assert drill.unit(0).spent
    drill.do("end_formation")
    assert not drill.unit(0).spent


# fmt: off
@pytest.mark.parametrize(("there", "cite"), [
    pytest.param("1611", "INI-01a", marks=rule("INI-01a")), pytest.param("1625", "INI-01b", marks=rule("INI-01b")),
    pytest.param("1204", "INI-01c", marks=rule("INI-01c")), pytest.param("1604", "INI-01d", marks=rule("INI-01d")),
])
def test_by_which_rule_initiative_is_taken(there: str, cite: str) -> None:
    above = own(1, 0, "1204", command=-1)
    one = own(0, 0, "1620", superior=TWO, flexible=True)
    scene = army(one, above, units=(US, THEM))
    assert command.initiative_rule(scene, ONE, at(there)) == cite
    ordered = replace(scene, leaders=(replace(one, om=OM(at("1610"))), above))
    assert command.initiative_rule(ordered, ONE, at(there)) == "INI-02"
