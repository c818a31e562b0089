"""Choices the rules leave to a player, and where there is nothing to ask."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import charging
from grognard.books.fix_bayonets.facts.melee import Bout, odds
from grognard.books.fix_bayonets.state import Flight, State, Unit
from grognard.books.fix_bayonets.steps.env import Assaults, Charging, Flights, Shooting, Turn
from grognard.books.fix_bayonets.words import Attack, Card, Fate, Formation, Kind, Order, Trait
from grognard.engine.flow import replace
from grognard.geometry.hexarcs import to_side, to_vertex
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation


def us(label: str, number: int = 0, **more: Any) -> Unit:
    return man(number, 0, INF, "column", 5, label, **{"fb": True, **more})


def them(label: str = "1615", **more: Any) -> Unit:
    return replace(man(1, 1, INF, "line", 5, label, **{"spent": True, **more}), facing=7)


def phase(*units: Unit, **more: Any) -> Drill:
    return Drill(state(*units, **more), "assaults", Assaults(0)).do("assault_target", 1)


# ---- the hex between


@rule("F-16.2")
def test_two_hexes_off_the_attacker_names_the_hex_between() -> None:
    drill = phase(us("1717"), them())
    drill.do("send", 0)
    assert drill.nouns("go_by") == {at("1616"), at("1716")}
    drill.do("go_by", at("1716")).do("charge_home").do("stand")
    assert drill.unit(0).hex == at("1716")


@rule("F-16.2")
@pytest.mark.parametrize("label", ["1616", "1617"])
def test_with_one_way_in_nobody_is_asked(label: str) -> None:
    drill = phase(us(label), them()).do("send", 0)
    assert "charge_home" in drill.verbs


@rule("F-16.2")
def test_no_two_go_in_by_the_same_hex() -> None:
    drill = phase(us("1717"), them(), us("1816", 2, facing=10))
    drill.do("send", 0).do("go_by", at("1716"))
    assert "send" not in drill.verbs or not drill.nouns("send") & {2}
    other = phase(us("1717"), them(), us("1816", 2, facing=10)).do("send", 0).do("go_by", at("1616"))
    assert other.nouns("send") == {2}


# ---- any facing


@rule("F-18.5")
def test_a_rallied_stack_faces_as_its_owner_likes() -> None:
    broken = man(0, 0, INF, "disordered", 4, "1616")
    drill = Drill(state(broken), "turn", Turn()).do("rally", 0).fall(6)
    assert drill.nouns("face") == {there for _, there in GRID.steps(at("1616"))}
    drill.do("face", at("1617"))
    assert drill.unit(0).facing == to_side(3)
    loose = Drill(state(broken), "turn", Turn()).do("rally", 0).fall(6).do("form_general")
    assert loose.unit(0).formation is F.GENERAL


@rule("F-18.5")
def test_where_only_general_order_is_left_nobody_is_asked() -> None:
    broken = man(0, 0, INF, "disordered", 4, "1616")
    drill = Drill(state(broken, field=country(h1616="w")), "turn", Turn()).do("rally", 0).fall(6)
    assert drill.unit(0).formation is F.GENERAL
    assert "face" not in drill.verbs


@rule("F-18.5")
def test_rallied_guns_with_foot_form_a_line_and_guns_alone_stay_guns() -> None:
    foot = man(0, 0, INF, "disordered", 4, "1616")
    gun = replace(man(1, 0, ART, "disordered", 1, "1616"), seat=1)
    drill = Drill(state(foot, gun), "turn", Turn()).do("rally", 0).fall(6)
    assert drill.verbs == {"face"}
    drill.do("face", at("1615"))
    assert drill.unit(0).formation is F.LINE
    assert drill.unit(0).facing == drill.unit(1).facing == to_vertex(0)
    alone = Drill(state(replace(gun, id=0, seat=0)), "turn", Turn()).do("rally", 0).fall(6)
    alone.do("face", at("1617"))
    assert alone.unit(0).formation is F.UNLIMBERED
    assert alone.unit(0).facing == to_side(3)


def taken(letter: str, form: Formation) -> Drill:
    """One assault that takes a hex; ready to be told how the victors face."""
    target = replace(them(), formation=form)
    drill = phase(us("1616"), target, field=country(h1615=letter)).do("send", 0)
    drill.do("charge_home").fall(0, 0)
    while drill.verbs == {"run"}:
        drill.do("run", next(iter(drill.nouns("run"))))
    return drill


@rule("F-16.8", "ASP-06")
def test_whoever_takes_the_ground_faces_any_way() -> None:
    drill = taken(".", F.LINE)
    assert drill.verbs == {"face"}
    drill.do("face", at("1614"))
    assert (drill.unit(0).hex, drill.unit(0).facing) == (at("1615"), 0)
    wood = taken("w", F.GENERAL)
    assert wood.unit(0).hex == at("1615")
    assert "face" not in wood.verbs, "in General Order there is no facing"


# ---- stragglers, ricochets


@rule("R-71", "LEG-02")
@pytest.mark.parametrize("chosen", [0, 2])
def test_between_equal_stacks_the_owner_says_who_straggles(chosen: int) -> None:
    drill = phase(us("1616"), them(halves=60, full=30), us("1516", 2)).do("send", 0).do("send", 2)
    drill.do("charge_home").fall(0, 7)
    assert drill.nouns("straggle") == {0, 2}
    drill.do("straggle", chosen)
    assert [drill.unit(one).lost for one in (0, 2)] == [int(chosen == 0), int(chosen == 2)]
    assert [drill.unit(one).order for one in (0, 2)] == [Order.DISORDERED] * 2


@rule("R-71")
def test_the_larger_stack_straggles_without_a_question() -> None:
    drill = phase(us("1616", halves=12, full=6), them(halves=60, full=30), us("1516", 2))
    drill.do("send", 0).do("send", 2).do("charge_home").fall(0, 7)
    assert "straggle" not in drill.verbs
    assert drill.unit(0).lost == 1


def bounding(*others: Unit) -> Drill:
    """Guns shooting along a line between two hexes, and what stands beyond."""
    guns = man(0, 0, ART, "unlimbered", 1, "1620", fv=7)
    front = replace(them("1817"), formation=F.COLUMN)
    return Drill(state(guns, front, *others), "shot", Shooting(0, at("1817"), Kind.ACTIVE)).fall(9)


def beyond_it() -> tuple[int, ...]:
    from grognard.geometry.hexlines import beyond

    return tuple(beyond(GRID, at("1620"), at("1817")))


@rule("F-13.6", "R-12", "F-5.3")
def test_between_two_hexes_in_line_the_gunners_choose() -> None:
    first, second = beyond_it()
    foes = [man(n, 1, INF, "column", 4, GRID.label(here)) for n, here in ((2, first), (3, second))]
    drill = bounding(*foes)
    assert drill.nouns("bound") == {first, second}
    assert drill.do("bound", second).waits.facts["target"] == 3
    one = bounding(foes[0])
    assert one.waits.facts["target"] == 2, "an enemy alone is hit without a question"
    friend = bounding(replace(foes[0], side=0, command=0))
    assert friend.nouns("bound") == {first, second}
    assert friend.do("bound", second).position.over, "a friend may be spared"
    assert bounding().position.over


# ---- pursuit


def routing(*others: Unit, halves: int = 4) -> Drill:
    weak = replace(man(1, 1, INF, "line", 4, "1616", fv=7, halves=halves, full=2), facing=7)
    dragoons = man(0, 0, CAV, "column", 4, "1621", cv=8, traits=(Trait.SHOCK,))
    boss = replace(chief(0, 0, "1625", cr=30), command=0)
    scene = replace(state(dragoons, weak, *others), leaders=(boss,), active=(boss.id,), stack=(boss.id,))
    drill = Drill(scene, "charge", Charging(0)).do("charge", (0, 1))
    for label in ("1620", "1619", "1618", "1617"):
        drill.do("gallop", at(label))
        if "wait" in drill.verbs:
            drill.do("wait")
    drill.fall(9, 1)
    while drill.verbs == {"run"}:
        drill.do("run", min(drill.nouns("run")))
    return drill.do("follow", 0)


@rule("F-17.11")
def test_a_pursuer_that_halts_stands_where_they_stood() -> None:
    drill = routing().fall(0).do("halt")
    assert drill.unit(0).hex == at("1616")


@rule("F-17.11")
def test_the_pursuer_says_how_far() -> None:
    drill = routing(halves=20).fall(9)
    assert drill.told("must pursue")
    runner = drill.unit(1).hex
    nouns = drill.nouns("chase")
    assert nouns
    assert all(1 <= GRID.distance(there, at("1617")) <= 3 for there in nouns)
    assert all(GRID.distance(there, runner) < GRID.distance(at("1617"), runner) for there in nouns)
    there = min(nouns)
    assert drill.do("chase", there).unit(0).hex == there


@rule("F-17.11")
def test_where_a_pursuit_may_end() -> None:
    rider = man(0, 0, CAV, "column", 4, "1617")
    runner = man(1, 1, INF, "routed", 4, "1611")
    found = charging.pursuit_hexes(state(rider, runner), rider, runner, 3)
    assert at("1616") in found
    assert at("1614") in found
    assert at("1613") not in found
    blocked = man(2, 0, INF, "column", 4, "1616")
    assert at("1616") not in charging.pursuit_hexes(state(rider, runner, blocked), rider, runner, 3)
    assert charging.pursuit_hexes(state(rider, replace(runner, hex=at("1616"))), rider, replace(runner, hex=at("1616")), 3) == {}  # fmt: skip


# ---- leaders


@rule("F-9.7")
def test_a_leader_may_stay_with_friends_beside_a_retreating_stack() -> None:
    boss = chief(0, 0, "1616")
    broken, friend = man(0, 0, INF, "disordered", 4, "1616"), man(1, 0, INF, "column", 4, "1516")

    def flight(*units: Unit) -> State:
        return replace(state(*units), leaders=(boss,), fleeing=(Flight((0,), 1, rout=False),))

    stays = Drill(flight(broken, friend), "flights", Flights())
    assert stays.nouns("shift") == {(boss.id, friend.hex)}
    stays.do("shift", (boss.id, friend.hex)).do("run", at("1617"))
    assert stays.state.leaders[0].hex == friend.hex
    goes = Drill(flight(broken, friend), "flights", Flights()).do("go_along").do("run", at("1617"))
    assert goes.state.leaders[0].hex == at("1617")
    alone = Drill(flight(broken, replace(friend, hex=at("1610"))), "flights", Flights())
    assert "shift" not in alone.verbs


@rule("F-9.6")
def test_the_owner_says_where_a_second_takes_over() -> None:
    dead = replace(chief(0, 0, "1620"), command=0, fate=Fate.KILLED, card=Card.OUT, hex=-1)
    one, two = man(0, 0, INF, "column", 4, "1616"), man(1, 0, INF, "column", 4, "1618")
    drill = Drill(replace(state(one, two), leaders=(dead,)), "turn", Turn())
    assert drill.nouns("take_over") == {one.hex, two.hex}
    drill.do("take_over", two.hex)
    assert drill.state.leaders[1].hex == two.hex


# ---- what a melee tells


@rule("MUL-03", "MUL-08", "R-16")
def test_a_melee_tells_its_multipliers_like_other_rows() -> None:
    lancers = man(0, 0, CAV, "line", 4, "1616", traits=(Trait.LANCE,))
    square = man(1, 1, INF, "square", 4, "1615")
    found = odds(state(lancers, square), Bout(((lancers,),), (square,), Attack.CHARGE, "front", (3,)))
    told = {line.cite: line for line in found.tally.lines}
    assert told["MUL-03"].words.startswith("attacker x 2")
    assert told["MUL-08"].words.startswith("defender x 3")
    assert found.tally.total == 0
    plain = replace(lancers, formation=F.COLUMN)
    bare = odds(state(plain, square), Bout(((plain,),), (square,), Attack.CHARGE, "front", (3,)))
    assert "MUL-03" not in {line.cite for line in bare.tally.lines}
