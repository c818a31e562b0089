"""Leaders on the move: who goes along with a stack, who stays, and how far leaders ride."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import command
from grognard.books.fix_bayonets.facts.company import why_not_along
from grognard.books.fix_bayonets.state import LEADERS, OM, Flight, Leader, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Activation, Assaults, Charging, Flights, Formed
from grognard.books.fix_bayonets.words import Card, Fate, Order, Rank, Trait
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import CAV, GRID, INF, Drill, at, chief, man, state
from tests.rules import rule

ONE, TWO = LEADERS, LEADERS + 1
ORDER = OM(at("1601"))
COLUMN = man(0, 0, INF, "column", 4, "1616", mcf=8)
FAR = man(1, 1, INF, "column", 4, "1603", facing=6)


def own(number: int = 0, label: str = "1616", **more: Any) -> Leader:
    return replace(chief(number, 0, label, cr=30), **{"command": 0, "om": ORDER, **more})


def scene(*leaders: Leader, units: tuple[Unit, ...] = (COLUMN, FAR), **more: Any) -> State:
    return replace(state(*units), **{"leaders": leaders, "active": (ONE,), "stack": (ONE,), **more})


def marching(*leaders: Leader, **more: Any) -> Drill:
    return Drill(scene(*leaders, **more), "act", Act((0,), 16, 16))


@rule("F-9.1a")
def test_a_leader_goes_along_only_if_he_is_told_to() -> None:
    stays = marching(own()).do("march", at("1615")).do("march", at("1614"))
    assert stays.state.leaders[0].hex == at("1616")
    goes = marching(own()).do("take_along", ONE).do("march", at("1615")).do("march", at("1614"))
    assert goes.state.leaders[0].hex == at("1614")
    assert [entry.cite for entry in goes.log if entry.what == "goes along"] == ["F-9.1a"]
    assert "take_along" not in marching(own()).do("march", at("1615")).verbs, (
        "he starts with it or not at all"
    )


@pytest.mark.parametrize(("change", "cite"), [
    pytest.param({"passive": True}, "OPS-04a", marks=rule("OPS-04a", "F-9.5")),
    pytest.param({"om": None}, "OPS-04b", marks=rule("OPS-04b")),
    pytest.param({"rode": True}, "F-9.1a", marks=rule("F-9.1a")),
    pytest.param({"along": 7}, "F-9.1a", marks=rule("F-9.1a")),
    pytest.param({"passive": True, "rank": Rank.ARMY, "command": -1}, "OPS-04a", marks=rule("OPS-04a", "F-9.5")),
])  # fmt: skip
def test_who_is_never_taken_along(change: dict[str, Any], cite: str) -> None:
    drill = marching(own(**change), own(1, label="1625"), active=(ONE, TWO))
    assert "take_along" not in drill.verbs
    assert drill.waits.barred["take_along"].cite == cite
    drill.do("march", at("1615"))
    assert drill.state.leaders[0].hex == at("1616")


@rule("F-9.1a", "OPS-04a")
def test_a_leader_whose_card_is_not_active_stays() -> None:
    drill = marching(own(), own(1, command=1, rank=Rank.ARMY))
    assert drill.nouns("take_along") == {ONE}


@rule("OPS-04b", "R-83")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, False),
        ({"halves": 7}, True),
        ({"halves": 4}, False),
        ({"halves": 5}, True),
        ({"order": Order.DISORDERED}, True),
    ],
)
def test_without_orders_he_goes_with_a_shaken_stack_only(change: dict[str, Any], may: bool) -> None:
    units = replace(COLUMN, **change), FAR
    drill = marching(own(om=None), units=units)
    assert ("take_along" in drill.verbs) is may


@rule("F-9.1a")
def test_an_army_leader_needs_no_orders() -> None:
    drill = marching(own(om=None, rank=Rank.ARMY, command=-1))
    assert drill.nouns("take_along") == {ONE}


@rule("F-9.1a")
def test_a_leader_without_a_card_stays_in_his_superiors_range() -> None:
    up = replace(own(label="1618"), cr=3)
    low = own(1, command=-1, card=Card.NONE, superior=ONE, om=None)
    drill = marching(up, low).do("take_along", TWO).do("march", at("1615"))
    assert drill.state.leaders[1].hex == at("1615")
    alone = replace(up, fate=Fate.KILLED, hex=-1)
    assert "take_along" not in marching(alone, low).verbs
    base, stack = drill.state, drill.state.at[at("1615")]
    refusal = why_not_along(base, base.leaders[1], stack, at("1614"))
    assert refusal is not None
    assert refusal.cite == "F-9.1a"


@rule("F-9.1a", "OPS-04c")
def test_whoever_has_ridden_is_not_carried_further() -> None:
    drill = Drill(scene(own(label="1620")), "formation", Formed(ONE)).do("ride", at("1616")).do("act", 0)
    assert drill.waits.barred["take_along"].cite == "F-9.1a"
    stayed = Drill(scene(own()), "formation", Formed(ONE)).do("stay").do("act", 0)
    assert stayed.nouns("take_along") == {ONE}


@rule("F-9.1a")
def test_riding_and_going_along_are_forgotten_after_the_activation() -> None:
    drill = Drill(scene(own()), "activation", Activation()).do("forgo").do("stay").do("act", 0)
    drill.do("take_along", ONE).do("march", at("1615"))
    assert drill.state.leaders[0].along == 0
    drill.do("done")
    assert drill.position.over
    assert drill.state.leaders[0].along == -1
    rode = Drill(scene(own()), "activation", Activation()).do("forgo").do("ride", at("1620"))
    assert rode.state.leaders[0].rode
    assert not rode.do("end_formation").state.leaders[0].rode


@rule("F-9.1a")
def test_one_stack_only() -> None:
    other = man(2, 0, INF, "column", 4, "1616", mcf=8, seat=1)
    for with_, without in ((2, 0), (0, 2)):
        base = scene(own(along=with_), units=(COLUMN, FAR, other))
        assert "take_along" not in Drill(base, "act", Act((without,), 16, 16)).verbs
        assert Drill(base, "act", Act((with_,), 16, 16)).nouns("take_along") == {ONE}


# ---- charges


HORSE = man(0, 0, CAV, "column", 4, "1620", cv=4, traits=(Trait.LIGHT,))
LINE = man(1, 1, INF, "line", 4, "1616", facing=7)


def charging(*leaders: Leader, **more: Any) -> Drill:
    return Drill(scene(*leaders, units=(HORSE, LINE), **more), "charge", Charging(0))


@rule("F-9.1a", "CHG-02")
@pytest.mark.parametrize("along", [False, True])
def test_a_charge_takes_only_whom_it_is_told_to(along: bool) -> None:
    drill = charging(own(label="1620"))
    if along:
        drill.do("take_along", ONE)
    drill.do("charge", (0, 1)).do("wait").do("gallop", at("1619"))
    assert drill.state.leaders[0].hex == at("1619" if along else "1620")
    assert drill.state.leaders[0].along == (0 if along else -1)


@rule("OPS-04a", "F-9.5")
def test_a_passive_leader_does_not_charge() -> None:
    assert "take_along" not in charging(own(label="1620", passive=True)).verbs


@rule("F-9.1a", "F-17.3")
@pytest.mark.parametrize("along", [False, True])
def test_a_reaction_charge_takes_only_whom_it_is_told_to(along: bool) -> None:
    back = man(2, 1, CAV, "column", 4, "1617", cv=4, traits=(Trait.LIGHT,), facing=6)
    boss = replace(chief(1, 1, "1617"), command=1, om=ORDER)
    units = (replace(HORSE, hex=at("1622")), replace(LINE, hex=at("1816")), back)
    drill = Drill(scene(own(label="1630"), boss, units=units), "charge", Charging(0)).do("charge", (0, 2))
    if along:
        drill.do("take_along", TWO)
    drill.do("charge_back", 2).fall(0).do("gallop", at("1621"))
    drill.do("gallop", at("1618"))
    assert drill.unit(2).hex == at("1618")
    assert drill.state.leaders[1].hex == at("1618" if along else "1617")
    assert drill.state.leaders[1].along == -1, "it is not his activation"


@rule("F-17.10", "F-9.1a")
@pytest.mark.parametrize("along", [False, True])
def test_a_grand_charge_needs_its_leader_to_ride(along: bool) -> None:
    three = (HORSE, LINE, replace(HORSE, id=2, hex=at("1520")), replace(HORSE, id=3, hex=at("1720")))
    drill = Drill(scene(own(label="1620", rank=Rank.CORPS), units=three), "charge", Charging(0))
    if along:
        drill.do("take_along", ONE)
    for unit in (0, 2, 3):
        drill.do("charge", (unit, 1))
    assert drill.told("grand charge") is along


# ---- assaults and retreats


@rule("F-9.1a", "ASP-03")
@pytest.mark.parametrize(("along", "change"), [(False, {}), (True, {}), (False, {"passive": True})])
def test_an_assault_takes_only_whom_it_is_told_to(along: bool, change: dict[str, Any]) -> None:
    units = replace(COLUMN, fb=True, hex=at("1618")), replace(LINE, spent=True)
    drill = Drill(scene(own(label="1618", **change), units=units), "assaults", Assaults(0))
    drill.do("assault_target", 1).do("send", 0)
    assert ("take_along" in drill.verbs) is not change.get("passive", False)
    if along:
        drill.do("take_along", ONE)
    drill.do("charge_home")
    assert drill.unit(0).hex == at("1617")
    assert drill.state.leaders[0].hex == at("1617" if along else "1618")


@rule("F-9.5", "F-9.7")
def test_a_retreat_takes_even_a_passive_leader() -> None:
    runner = man(0, 0, INF, "routed", 4, "1616")
    base = scene(own(passive=True, om=None), units=(runner, FAR), fleeing=(Flight((0,), 1),))
    drill = Drill(base, "flights", Flights())
    while drill.verbs:
        drill.do("run", at("1617"))
    assert drill.unit(0).hex != at("1616")
    assert drill.state.leaders[0].hex == drill.unit(0).hex


# ---- weather and time


@rule("F-9.1a", "WX-05", "WX-06", "WX-02")
@pytest.mark.parametrize(
    ("sky", "far"), [("clear", 18), ("rain", 9), ("night", 9), ("squall", 6), ("mist", 18)]
)
def test_weather_slows_leaders_too(sky: str, far: int) -> None:
    one = own(label="0116", rank=Rank.ARMY, command=-1)
    base = replace(state(weather=sky), leaders=(one,))
    assert max(GRID.distance(one.hex, there) for there in command.ridden(base, one)) == far


@rule("INI-01a", "INI-01b", "INI-01d")
def test_flexible_initiative_is_one_more_choice() -> None:
    foe = man(1, 1, INF, "column", 4, "1602")
    plain = own(om=None, label="1619")
    bold = replace(plain, flexible=True)

    def hexes(one: Leader) -> set[int]:
        base = scene(one, units=(COLUMN, foe))
        return set(command.initiative_hexes(base, ONE))

    assert at("1602") in hexes(plain)
    assert hexes(plain) <= hexes(bold)
    assert {there for there in range(GRID.size) if GRID.distance(there, plain.hex) <= 15} <= hexes(bold)
    assert at("0101") not in hexes(bold)


@rule("R-36", "F-9.4")
@pytest.mark.parametrize(("sr", "passive"), [(8, True), (9, False)])
def test_a_nine_makes_passive_only_if_it_fails(sr: int, passive: bool) -> None:
    base = scene(replace(own(om=None), sr=sr), units=(COLUMN, replace(FAR, hex=at("1610"))))
    drill = Drill(base, "activation", Activation()).do("initiative", (ONE, at("1611"))).fall(9)
    assert drill.state.leaders[0].passive is passive
    assert (drill.state.leaders[0].om is not None) is not passive
