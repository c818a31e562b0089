"""The Assault Phase and retreats."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.retreat import candidates
from grognard.books.fix_bayonets.state import Desk, Flight, State, Unit
from grognard.books.fix_bayonets.steps.env import Assaults, Flights
from grognard.books.fix_bayonets.steps.melee import beaten
from grognard.books.fix_bayonets.words import Formation, Order, Where
from grognard.engine.flow import replace
from grognard.geometry.hexes import ring as ring_
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, Drill, at, man, state
from tests.rules import rule

F = Formation


def us(label: str = "1616", number: int = 0, **more: Any) -> Unit:
    return man(number, 0, INF, "column", 5, label, **{"fb": True, **more})


def them(form: str = "line", label: str = "1615", **more: Any) -> Unit:
    made = man(1, 1, INF, form, 5, label, **{"spent": True, **more})
    return replace(made, facing=7 if form == "line" else 6)


def phase(*units: Unit, **more: Any) -> Drill:
    return Drill(state(*units, **more), "assaults", Assaults(0))


def go_in(*units: Unit, send: tuple[int, ...] = (0,), **more: Any) -> Drill:
    drill = phase(*units, **more).do("assault_target", 1)
    for one in send:
        drill.do("send", one)
    return drill.do("charge_home") if "charge_home" in drill.verbs else drill


@rule("ASP-00", "ASP-01", "SEQ-09", "F-16.2")
def test_choosing_target_and_stacks() -> None:
    drill = phase(us(), them())
    assert drill.nouns("assault_target") == {1}
    drill.do("assault_target", 1)
    assert drill.nouns("send") == {0}
    assert "charge_home" not in drill.verbs
    idle = phase(us("1620"), them())
    assert idle.position.over
    assert not idle.unit(0).fb
    two = phase(us(), them(), us("1516", 2))
    two.do("assault_target", 1).do("send", 0).do("send", 2)
    assert "charge_home" in two.verbs


@rule("ASP-03", "F-16.4", "F-16.2", "F-14.3")
def test_two_hexes_off_they_close() -> None:
    drill = go_in(us("1617"), them())
    assert drill.unit(0).hex == at("1616")
    assert drill.told("closes")


@rule("R-28", "F-16.4")
def test_the_target_may_shoot_once() -> None:
    drill = go_in(us(), them(spent=False))
    assert drill.verbs == {"volley", "hold_fire"}
    drill.do("volley", (1, 0)).fall(9)
    assert drill.unit(1).spent
    assert drill.waits.what == "receive check"


@rule("ASP-04", "F-16.5")
def test_receive_check() -> None:
    assert go_in(us(), them()).fall(7).unit(1).good
    assert go_in(us(), them()).fall(8).unit(1).order is Order.DISORDERED
    broken = go_in(us(), them("disordered")).fall(9)
    assert broken.unit(1).order is Order.ROUTED
    assert not broken.told("melee")


@rule("ASP-05", "F-16.6", "F-16.7", "R-54", "LEG-01", "ASP-06", "F-16.8")
def test_a_beaten_defender_falls_back_and_the_hex_is_taken() -> None:
    drill = go_in(us(), them()).fall(0, 1)
    while drill.verbs == {"run"}:
        drill.do("run", next(iter(drill.nouns("run"))))
    assert drill.unit(1).order is Order.DISORDERED
    assert drill.unit(1).hex != at("1615")
    assert drill.unit(0).hex == at("1615")
    drill.do("face", at("1515"))
    assert not drill.unit(0).fb


@rule("R-55", "SPR-02")
def test_firefight() -> None:
    drill = go_in(us(), them()).fall(0, 5)
    assert drill.unit(0).hex == at("1616")
    assert drill.unit(1).good
    assert not drill.unit(0).fb


@rule("LEG-02", "R-71", "R-72")
@pytest.mark.parametrize(("halves", "lost"), [(8, (1, 0)), (20, (0, 1))])
def test_losses_go_to_the_largest_stack(halves: int, lost: tuple[int, int]) -> None:
    second = replace(us("1516", 2), halves=halves, full=10)
    drill = go_in(us(), them(halves=18, full=9), second, send=(0, 2)).fall(0)
    desk = Desk(drill.state, drill.position.agenda[-1].env)
    beaten(desk, ((desk.unit(0),), (desk.unit(2),)), True)
    assert (desk.unit(0).lost, desk.unit(2).lost) == lost, "the stragglers"
    assert [desk.unit(n).order for n in (0, 2)] == [Order.DISORDERED] * 2, "the state hits both"


@rule("LEG-04", "LEG-04a", "R-56", "SPR-04")
def test_hand_to_hand() -> None:
    drill = go_in(us(), them("general order")).fall(0, 5)
    assert drill.unit(0).order is Order.DISORDERED
    assert drill.unit(1).order is Order.DISORDERED
    assert drill.unit(0).lost == drill.unit(1).lost == 1
    assert drill.unit(0).hex == at("1616")
    assert drill.unit(1).hex == at("1615")


@rule("ASP-02", "F-16.3")
def test_horse_withdraws_and_foot_turns() -> None:
    rider = replace(man(1, 1, CAV, "column", 3, "1615"), facing=6)
    drill = go_in(us(), rider)
    assert "withdraw" in drill.verbs
    drill.do("withdraw", next(iter(drill.nouns("withdraw"))))
    assert drill.unit(0).hex == at("1615")
    flanked = replace(them(), facing=1)
    turned = go_in(us(), flanked)
    assert turned.verbs == {"face_left", "face_right", "stand"}
    turned.do("face_left").fall(0)
    assert turned.unit(1).facing == 11
    held = go_in(us(), flanked).do("face_left").fall(9)
    assert held.unit(1).facing == 1


@rule("F-16.9", "R-43", "SPK-01")
def test_mixed_guns_are_spiked_if_their_infantry_routs() -> None:
    gun = replace(man(2, 1, ART, "unlimbered", 1, "1615"), seat=1, facing=7, fired=True)
    drill = go_in(us(halves=36, full=18), replace(them(), halves=4, full=2), gun).fall(0, 0)
    assert drill.waits.what == "spiked guns"
    drill.fall(0)
    assert drill.unit(2).where is Where.DEAD


# ---- retreats


def fleeing(*units: Unit, left: int = 4, rout: bool = True, **more: Any) -> Drill:
    scene = replace(state(*units, **more), fleeing=(Flight((0,), left, rout),))
    return Drill(scene, "flights", Flights())


def broken(label: str = "1616", **more: Any) -> Unit:
    return man(0, 0, INF, "routed", 4, label, **more)


def classes(scene: State) -> dict[int, int]:
    return candidates(replace(scene, fleeing=()), Flight((0,), 4))


@rule("RET-01", "RET-02", "F-18.3", "R-29")
def test_towards_the_depot_first() -> None:
    found = classes(state(broken()))
    assert set(found.values()) == {1}
    assert at("1617") in found
    assert at("1615") not in found


@rule("RET-03", "RET-04", "F-18.3", "F-11.4")
def test_bad_hexes_cost_stragglers() -> None:
    ring = [
        man(n + 1, 1, INF, "square", 4, GRID.label(here))
        for n, here in enumerate(ring_(GRID, at("1616"), 2)[::2])
    ]
    found = classes(state(broken(), *ring))
    assert set(found.values()) <= {3, 4}
    drill = fleeing(broken(), *ring, left=1)
    if drill.verbs == {"run"}:
        drill.do("run", next(iter(drill.nouns("run"))))
    assert drill.unit(0).lost >= 1


@rule("RET-05", "RET-06", "F-18.3a", "TEM-08")
def test_friends_may_always_be_chosen_and_check() -> None:
    friend = man(1, 0, INF, "column", 4, "1617")
    assert classes(state(broken(), friend))[at("1617")] == 5
    drill = fleeing(broken(), friend, left=1).do("run", at("1617"))
    assert drill.waits.what == "check"
    drill.fall(6)
    assert drill.unit(1).order is Order.DISORDERED
    while drill.verbs == {"run"}:
        drill.do("run", next(iter(drill.nouns("run"))))
    assert drill.unit(0).hex != at("1617")
    back = fleeing(replace(broken(), order=Order.DISORDERED), friend, left=1, rout=False).do(
        "run", at("1617")
    )
    assert back.unit(1).good


@rule("F-18.4", "F-21.4")
def test_over_its_own_edge() -> None:
    drill = fleeing(broken("1630"), left=4)
    while drill.verbs == {"run"}:
        drill.do("run", next(iter(drill.nouns("run"))))
    assert drill.unit(0).where is Where.GONE


@rule("F-18.3")
def test_nowhere_to_go() -> None:
    ring = [
        man(n + 1, 1, INF, "square", 4, label)
        for n, label in enumerate(("1615", "1617", "1516", "1517", "1716", "1717"))
    ]
    assert fleeing(broken(), *ring).unit(0).where is Where.DEAD
