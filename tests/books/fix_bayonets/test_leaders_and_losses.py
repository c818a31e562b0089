"""Orders, interruptions, rides and the fall of leaders; what a retreat costs; who rests and rallies near the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.command import interrupters, open_to
from grognard.books.fix_bayonets.state import LEADERS, Desk, Flight, Unit
from grognard.books.fix_bayonets.steps.cleanup import Fatigue
from grognard.books.fix_bayonets.steps.common import unseat
from grognard.books.fix_bayonets.steps.env import Activation, Flights, Formed, Melee, Turn
from grognard.books.fix_bayonets.steps.melee import Clash
from grognard.books.fix_bayonets.steps.rally import needs_rally
from grognard.books.fix_bayonets.words import Attack, Card, Fate, Order, Rank
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Call, replace
from tests.books.fix_bayonets.drill import GRID, Drill, at, chief, state
from tests.books.fix_bayonets.scenes import LIGHT, around, battle, boss, foot, hexes, horse, shaken
from tests.rules import rule

# ---- what a retreat costs


@rule("F-18.3", "RET-03", "RET-04")
def test_a_rout_pays_for_each_hex_of_class_4_and_once_for_class_3() -> None:
    ring = [
        replace(foot(there, "skirmish screen", n + 1, 1, 1, sv=1), facing=7)
        for n, there in enumerate(there for k, there in enumerate(around("1616")) if k != 3)
    ]
    runner = shaken(foot("1616", "column", 0, 0, 6), Order.ROUTED)
    drill = Drill(replace(battle(runner, *ring), fleeing=(Flight((0,), 4),)), "flights", Flights())
    cites = drill.cites("runs")
    assert cites[:2] == ["RET-04", "RET-03"]
    assert drill.unit(0).lost == 2
    assert cites.count("RET-03") >= 1


def cornered(steps: int, taken: int) -> Drill:
    """A stack in a corner that falls back onto friends, and no way on."""
    unit = shaken(foot("0101", "column", 0, 0, steps))
    beside = [there for there in GRID.neighbours(at("0101")) if there is not None]
    friends = [shaken(foot(GRID.label(there), "column", 1 + n, 0, taken)) for n, there in enumerate(beside)]
    ring = sorted({y for x in beside for y in GRID.neighbours(x) if y is not None} - {*beside, at("0101")})
    foes = [foot(GRID.label(there), "line", 5 + n, 1) for n, there in enumerate(ring)]
    friends = [replace(friend, id=1 + n) for n, friend in enumerate(friends)]
    foes = [replace(foe, id=1 + len(friends) + n) for n, foe in enumerate(foes)]
    here = replace(battle(unit, *friends, *foes), fleeing=(Flight((0,), 1, rout=False),))
    drill = Drill(here, "flights", Flights())
    while not drill.position.over:
        if isinstance(drill.waits, Throw):
            drill.fall(0)
        else:
            drill.do("run", min(drill.nouns("run")))
    return drill


@rule("F-18.3a")
@pytest.mark.parametrize(("steps", "taken", "left"), [(4, 16, 2), (4, 14, 4), (4, 18, 0)])
def test_only_the_steps_that_friends_have_no_room_for_are_lost(steps: int, taken: int, left: int) -> None:
    drill = cornered(steps, taken)
    assert drill.unit(0).halves == 2 * left
    assert drill.unit(0).lost == 2 * (steps - left)


# ---- near enemy horse


@rule("F-18.5", "F-11.1")
@pytest.mark.parametrize(("arm", "may"), [("horse", False), ("foot", True)])
def test_horse_gathers_no_stragglers_in_a_zone_of_enemy_horse(arm: str, may: bool) -> None:
    unit = horse("1617", traits=LIGHT) if arm == "horse" else foot("1617", "column", 0, 0)
    worn = replace(unit, halves=7, lost=1)
    here = battle(worn, horse("1616", number=1, side=1, traits=LIGHT), leaders=(boss("1617"),))
    here = replace(here, active=(), stack=())
    assert needs_rally(Desk(here, Turn()), here.at[at("1617")]) is may


@rule("F-19.1", "F-11.1")
@pytest.mark.parametrize(("arm", "rests"), [("horse", False), ("foot", True)])
def test_horse_does_not_rest_in_a_zone_of_enemy_horse(arm: str, rests: bool) -> None:
    unit = horse("1617", traits=LIGHT) if arm == "horse" else foot("1617", "column", 0, 0)
    here = battle(unit, horse("1616", number=1, side=1, traits=LIGHT))
    here = replace(
        here, commands=(replace(here.commands[0], fatigue=3), here.commands[1]), active=(), stack=()
    )
    assert (Fatigue()._who(Desk(here, Turn())) == 0) is rests


# ---- leaders


@rule("F-9.3")
def test_each_superior_gives_two_orders_and_no_more() -> None:
    army = replace(chief(0, 0, "1620", cr=15), rank=Rank.ARMY, command=-1, card=Card.STACK)
    div = replace(chief(1, 0, "1619", cr=15), rank=Rank.DIVISION, command=0, superior=LEADERS, card=Card.HAND)
    low = [
        replace(chief(n, 0, there, cr=15), rank=Rank.BRIGADE, command=n, superior=LEADERS + 1, card=Card.HAND)
        for n, there in ((2, "1719"), (3, "1519"))
    ]
    units = [
        replace(foot(there, "column", n, 0), command=c)
        for n, (there, c) in enumerate((("1618", 0), ("1718", 2), ("1518", 3)))
    ]
    here = state(*units, foot("1601", "line", 3, 1))
    own = here.commands[0]
    here = replace(here, leaders=(army, div, *low), active=(LEADERS,), stack=(LEADERS,),
                   commands=(*here.commands, replace(own, key="b"), replace(own, key="c")))  # fmt: skip

    def given(drill: Drill) -> int:
        count = 0
        while isinstance(drill.waits, Ask) and "give_om" in drill.verbs and count < 9:
            able = sorted({one for one, _ in drill.nouns("give_om")})
            drill.do("give_om", (able[count % len(able)], at("1610")))
            count += 1
            while isinstance(drill.waits, Throw):
                drill.fall(0)
        return count

    alone = Drill(here, "activation", Activation())
    assert given(alone.do("enough") if "enough" in alone.verbs else alone) == 2
    both = Drill(here, "activation", Activation()).do("bring", LEADERS + 1)
    assert given(both.do("enough") if "enough" in both.verbs else both) == 4


@rule("F-8.1")
@pytest.mark.parametrize(("command", "may"), [(0, True), (2, False)])
def test_any_unit_of_the_formation_near_lets_a_leader_interrupt(command: int, may: bool) -> None:
    top = replace(chief(0, 0, "1630", cr=5), command=0, card=Card.STACK)
    foe = replace(chief(1, 1, "1618", cr=5, sr=8), command=1, card=Card.HAND)
    units = (
        replace(foot("1620", "column", 0, 0, 3, seat=1), command=command),
        replace(foot("1620", "column", 1, 0, 3), command=2),
        foot("1618", "column", 2),
    )
    here = state(*units)
    here = replace(
        here,
        commands=(*here.commands, replace(here.commands[0], key="x")),
        leaders=(top, foe),
        stack=(top.id,),
    )
    assert bool(interrupters(here)) is may


@rule("F-9.1a")
@pytest.mark.parametrize(("label", "may"), [("1614", True), ("1616", False), ("1617", True)])
def test_a_leader_ends_in_no_zone_of_the_enemy_but_may_behind_it(label: str, may: bool) -> None:
    here = battle(foot("1625", "column", 0, 0), foot("1615", "line", 1, 1, facing=7), leaders=(boss("1620"),))
    assert open_to(here, here.leaders[0], at(label)) is may
    drill = Drill(here, "formation", Formed(LEADERS))
    assert (label in hexes(drill, "ride")) is may


@rule("F-9.6", "OPS-03")
def test_stacks_whose_leader_falls_in_their_activation_are_out_of_command_and_told() -> None:
    acted, waiting = foot("1618", "column", 0, 0, acted=True), foot("1619", "column", 1, 0)
    here = battle(acted, waiting, foot("1601", "line", 2, 1))
    table = Desk(here, Formed(LEADERS))
    unseat(table, LEADERS, Fate.KILLED)
    assert (table.unit(0).ooc, table.unit(1).ooc) == (False, True)
    quiet = Desk(replace(here, active=()), Formed(LEADERS))
    unseat(quiet, LEADERS, Fate.KILLED)
    assert not quiet.unit(1).ooc, "not in its activation"
    over = replace(boss("1620"), id=LEADERS + 1, command=-1, rank=Rank.ARMY)
    led = replace(
        here, leaders=(replace(here.leaders[0], superior=LEADERS + 1), over), active=(LEADERS, LEADERS + 1)
    )
    table = Desk(led, Formed(LEADERS))
    unseat(table, LEADERS, Fate.KILLED)
    assert not table.unit(1).ooc, "his superior commands them now"


def attackers_with(*labels: str) -> Any:
    """Two stacks attack, with a leader each where it is said."""
    units: tuple[Unit, ...] = (
        foot("1617", "column", 0, 0, 6), foot("1716", "column", 1, 0, 6, facing=10), foot("1616", "line", 2, 1, facing=7),
    )  # fmt: skip
    leaders = tuple(replace(boss(label), id=LEADERS + n) for n, label in enumerate(labels))
    here = battle(*units, leaders=leaders)
    return Desk(here, Melee((0, 1), 2, Attack.ASSAULT, 0, spots=(at("1617"), at("1716"))))


@rule("MCT-L9", "F-20")
def test_a_nine_endangers_any_leader_of_the_attackers() -> None:
    table = attackers_with("1617", "1716")
    call = Clash().fell(table, 9)
    assert isinstance(call, Call)
    assert {call.env.at, *call.env.also} == {at("1617"), at("1716")}
    drill = Drill(table.state, "wound", call.env)
    assert drill.waits.what == "which leader"
    alone = Clash().fell(attackers_with("1716"), 9)
    assert isinstance(alone, Call)
    assert (alone.env.at, alone.env.also) == (at("1716"), ())
