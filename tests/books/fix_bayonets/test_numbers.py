"""Numbers of the completion, each at its edge: one more or one less would be seen here."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import assault, charging, command, moving, victory
from grognard.books.fix_bayonets.facts.checks import skirmish, tally
from grognard.books.fix_bayonets.facts.fire import extra_steps, reach, targets, why_not_fire
from grognard.books.fix_bayonets.facts.ground import number
from grognard.books.fix_bayonets.facts.melee import Bout, special
from grognard.books.fix_bayonets.facts.retreat import leaves
from grognard.books.fix_bayonets.facts.stacks import fits
from grognard.books.fix_bayonets.facts.zones import zones
from grognard.books.fix_bayonets.state import Desk, Flight, Leader, Options, State, Unit
from grognard.books.fix_bayonets.steps.common import contract, fall_back, rout
from grognard.books.fix_bayonets.steps.env import (
    Activation,
    Assaults,
    Charging,
    Flights,
    Melee,
    Operations,
    Turn,
    Victor,
)
from grognard.books.fix_bayonets.words import (
    Arm,
    Attack,
    Card,
    Fate,
    Formation,
    Kind,
    Order,
    Rank,
    Trait,
    Trial,
    Where,
)
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
LIGHT, HEAVY = (Trait.LIGHT,), ()


def boss(number: int, side: int, label: str, **more: Any) -> Leader:
    keep = {k: v for k, v in more.items() if k in ("sr", "cr", "card", "tem", "rank")}
    rest = {k: v for k, v in more.items() if k not in keep}
    return replace(chief(number, side, label, **keep), **{"command": side, **rest})


# ---- routs and retreats


@rule("F-18.3", "R-29")
@pytest.mark.parametrize(("arm", "form", "far"), [(INF, "line", 4), (ART, "unlimbered", 3), (CAV, "line", 6)])
def test_how_far_a_rout_goes(arm: Arm, form: str, far: int) -> None:
    unit = man(0, 0, arm, form, 1 if arm is ART else 4, "1616")
    desk = Desk(state(unit), Flights())
    rout(desk, (unit,), "LEG-03")
    assert desk.state.fleeing[0].left == far
    back = Desk(state(unit), Flights())
    fall_back(back, (unit,))
    assert back.state.fleeing[0].left == 1


@rule("F-18.4")
def test_only_a_rout_leaves_the_map() -> None:
    unit = man(0, 0, INF, "routed", 4, "1631")
    assert leaves(state(unit), Flight((0,), 2))
    assert not leaves(state(unit), Flight((0,), 1, rout=False))
    assert not leaves(state(replace(unit, hex=at("1630"))), Flight((0,), 2))


@rule("F-18.3", "RET-03", "RET-04")
@pytest.mark.parametrize(("label", "lost"), [("1619", 1), ("1618", 1), ("1612", 0)])
def test_bad_hexes_cost_stragglers(label: str, lost: int) -> None:
    """Everything round it but the way south is taken: there it is shot at, or stands next to the enemy, or is free."""
    unit = man(0, 0, INF, "disordered", 4, "1616")
    foe = man(
        1,
        1,
        ART if label == "1619" else INF,
        "unlimbered" if label == "1619" else "column",
        1,
        label,
        facing=0,
    )
    around = [
        man(n, 1, INF, "routed", 1, there)
        for n, there in enumerate(("1615", "1516", "1716", "1517", "1717"), 2)
    ]
    scene = replace(state(unit, foe, *around), fleeing=(Flight((0,), 1, rout=False),))
    drill = Drill(scene, "flights", Flights())
    assert drill.unit(0).hex == at("1617")
    assert drill.unit(0).lost == lost or label == "1612"


@rule("F-18.3a")
@pytest.mark.parametrize(("running", "checks"), [(True, True), (False, False)])
def test_only_routers_shake_the_friends_they_run_into(running: bool, checks: bool) -> None:
    unit = man(0, 0, INF, "routed" if running else "disordered", 4, "1616")
    friend = man(1, 0, INF, "disordered", 4, "1617")
    scene = replace(state(unit, friend), fleeing=(Flight((0,), 1, rout=running),))
    drill = Drill(scene, "flights", Flights()).do("run", at("1617"))
    assert (isinstance(drill.waits, Throw) and drill.waits.what == "check") is checks


@rule("F-10.4")
def test_a_wide_unit_draws_together_towards_its_depot() -> None:
    for near, far in (("1617", "1616"), ("1616", "1617")):
        unit = man(0, 0, INF, "extended line", 5, near, hex2=at(far))
        desk = Desk(state(unit), Flights())
        contract(desk, 0)
        assert desk.unit(0).hex == at("1617"), "the depot is in the south"


# ---- charges


@rule("F-17.2", "F-17.1")
@pytest.mark.parametrize(("traits", "far"), [(LIGHT, 6), (HEAVY, 5)])
def test_the_run_of_a_charge(traits: tuple[Trait, ...], far: int) -> None:
    rider = man(0, 0, CAV, "column", 4, "1620", traits=traits)
    for apart, seen in ((far, True), (far + 1, False)):
        foe = man(1, 1, INF, "column", 4, GRID.label(at("1620") - 31 * apart))
        assert (1 in charging.targets(state(rider, foe), rider)) is seen


@rule("F-17.3")
@pytest.mark.parametrize(("traits", "far"), [(LIGHT, 6), (HEAVY, 4)])
def test_how_near_a_marker_wakes_enemy_horse(traits: tuple[Trait, ...], far: int) -> None:
    marker = man(0, 0, CAV, "column", 4, "1620")
    for apart, awake in ((far, True), (far + 1, False)):
        horse = man(1, 1, CAV, "column", 4, GRID.label(at("1620") - 31 * apart), traits=traits)
        assert (charging.reactors(state(marker, horse), marker, ()) == (1,)) is awake
    spent = man(1, 1, CAV, "column", 4, "1618", spent=True)
    assert charging.reactors(state(marker, spent), marker, ()) == ()


@rule("F-17.2")
def test_uphill_counts_two() -> None:
    field = country(h1619="h")
    rider = man(0, 0, CAV, "column", 4, "1620")
    assert charging.cost(state(rider, field=field), at("1620"), at("1619")) == 2
    assert charging.cost(state(rider, field=field), at("1619"), at("1620")) == 1
    assert at("1619") not in charging.next_hexes(
        state(rider, field=field), rider, man(1, 1, INF, "line", 4, "1616"), 1
    )


def riding(*units: Unit, **more: Any) -> State:
    lead = boss(0, 0, "1628", cr=30)
    return replace(state(*units, **more), leaders=(lead,), active=(lead.id,), stack=(lead.id,))


@rule("F-17.1")
def test_three_at_most_charge_one_target() -> None:
    labels = ("1619", "1916", "1316", "1819")
    horse = [
        man(0 if n == 0 else n + 1, 0, CAV, "column", 4, label, traits=LIGHT)
        for n, label in enumerate(labels)
    ]
    target = man(1, 1, INF, "disordered", 4, "1616")
    drill = Drill(riding(horse[0], target, *horse[1:]), "charge", Charging(0))
    for one in (0, 2):
        drill.do("charge", (one, 1))
    assert {pair[0] for pair in drill.nouns("charge")} == {3, 4}
    drill.do("charge", (3, 1))
    assert "charge" not in drill.verbs, "the fourth has nobody left"


@rule("F-17.2")
def test_a_brook_ends_the_run() -> None:
    horse, foe = man(0, 0, CAV, "column", 4, "1620"), man(1, 1, INF, "disordered", 4, "1616")
    drill = Drill(riding(horse, foe, field=country(h1619="~")), "charge", Charging(0)).do("charge", (0, 1))
    drill.do("gallop", at("1619"))
    assert drill.told("charge stops")
    assert not drill.told("contact")


@rule("F-17.6", "F-15.4")
def test_one_recall_only() -> None:
    horse, foe = man(0, 0, CAV, "column", 4, "1621"), man(1, 1, INF, "disordered", 4, "1616")
    drill = Drill(riding(horse, foe), "charge", Charging(0)).do("charge", (0, 1)).do("recall").fall(9)
    assert drill.told("rides on")
    assert "recall" not in drill.verbs
    stopped = Drill(riding(horse, foe), "charge", Charging(0)).do("charge", (0, 1)).do("recall").fall(0)
    assert stopped.told("charge stops")


@rule("F-17.4")
def test_one_try_for_square() -> None:
    horse, foe = man(0, 0, CAV, "column", 4, "1621"), man(1, 1, INF, "column", 4, "1616")
    drill = Drill(riding(horse, foe), "charge", Charging(0)).do("charge", (0, 1)).do("gallop", at("1620"))
    drill.do("try_square").fall(9)
    drill.do("gallop", at("1619"))
    assert "try_square" not in drill.verbs


@rule("F-17.8")
def test_horse_against_horse_comes_first() -> None:
    one, two = man(0, 0, CAV, "column", 4, "1617"), man(2, 0, CAV, "column", 4, "1417")
    foot, horse = man(1, 1, INF, "disordered", 4, "1616"), man(3, 1, CAV, "column", 4, "1416", spent=True)
    drill = Drill(riding(one, foot, two, horse), "charge", Charging(0))
    drill.do("charge", (0, 1)).do("charge", (2, 3))
    if "declared" in drill.verbs:
        drill.do("declared")
    assert drill.waits.facts["unit"] == 3


@rule("F-17.11")
@pytest.mark.parametrize(
    ("cv", "traits", "lost"), [(3, (), 2), (4, (), 2), (3, (Trait.SHOCK,), 3), (3, (Trait.LANCE,), 3)]
)
def test_what_a_pursuit_costs_the_routers(cv: int, traits: tuple[Trait, ...], lost: int) -> None:
    horse = man(0, 0, CAV, "column", cv, "1617", cv=cv, traits=traits)
    runner = man(1, 1, INF, "routed", 8, "1611")
    env = Charging(
        0, stage="fight", question="halt or pursue", now=0, victors=(Victor(0, 1, (1,), at("1616")),)
    )
    drill = Drill(riding(horse, runner), "charge", env)
    drill.position = replace(drill.position, agenda=_at_pursuit(drill, env))
    drill.do("pursue")
    assert drill.unit(1).lost == lost


def _at_pursuit(drill: Drill, env: Charging) -> Any:
    from grognard.books.fix_bayonets.sequence import SEQUENCES
    from grognard.books.fix_bayonets.steps.pursuit import Pursuit

    spot = next(n for n, step in enumerate(SEQUENCES["charge"]) if isinstance(step, Pursuit))
    frame = drill.position.agenda[-1]
    return (*drill.position.agenda[:-1], replace(frame, at=spot, env=env))


@rule("R-85", "F-17.8")
@pytest.mark.parametrize(("form", "good"), [("masse column", True), ("square", True), ("column", False)])
def test_who_stays_steady_when_charged(form: str, good: bool) -> None:
    horse, foot = man(0, 0, CAV, "column", 4, "1617"), replace(man(1, 1, INF, form, 6, "1616"), facing=6)
    env = Melee((0,), 1, Attack.CHARGE, 0, straight=(3,), hold=True)
    assert Drill(state(horse, foot), "home", env).fall(9).unit(1).good is good


@rule("R-43", "F-16.9")
def test_guns_with_routing_foot_are_rolled_for() -> None:
    foot, gun = (
        man(1, 1, INF, "line", 4, "1616", facing=7),
        man(2, 1, ART, "unlimbered", 1, "1616", facing=7, seat=1),
    )
    horse = man(0, 0, CAV, "column", 12, "1617", cv=24, traits=(Trait.SHOCK,))
    env = Melee((0,), 1, Attack.CHARGE, 0, straight=(3,), hold=True)
    drill = Drill(state(horse, foot, gun), "home", env).fall(9, 0)
    assert drill.unit(1).order is Order.ROUTED
    assert drill.waits.what == "spiked guns"


# ---- assaults


def bayonets(number_: int, label: str, facing: int) -> Unit:
    return man(number_, 0, INF, "column", 4, label, fb=True, facing=facing)


@rule("F-16.2")
def test_three_stacks_at_most_go_in() -> None:
    foe = replace(man(1, 1, INF, "line", 6, "1615", spent=True), facing=7)
    ring = [bayonets(0, "1616", 0), bayonets(2, "1516", 2), bayonets(3, "1716", 10), bayonets(4, "1515", 4)]
    drill = Drill(state(ring[0], foe, *ring[1:]), "assaults", Assaults(0)).do("assault_target", 1)
    for one in (0, 2, 3):
        drill.do("send", one)
    assert drill.verbs == {"charge_home"}


@rule("ASP-00")
def test_sides_alternate_in_the_assault_phase() -> None:
    mine = [bayonets(0, "1616", 0), bayonets(2, "1016", 0)]
    theirs = [
        replace(man(n, 1, INF, "column", 4, label, fb=True, spent=True), facing=6)
        for n, label in ((1, "1615"), (3, "1015"))
    ]
    drill = Drill(state(mine[0], theirs[0], mine[1], theirs[1]), "assaults", Assaults(0))
    drill.do("assault_target", 1).do("send", 0).do("charge_home").fall(0, 4)
    assert drill.waits.who == (1,)


@rule("F-16.3")
def test_who_slips_away_and_how_far() -> None:
    horse = man(0, 0, CAV, "column", 4, "1616", mcf=8)
    found = assault.withdrawals(state(horse), (horse,))
    assert max(GRID.distance(horse.hex, there) for there in found) == 4
    spent = replace(horse, spent=True)
    assert assault.withdrawals(state(spent), (spent,)) == ()
    foot = man(0, 0, INF, "column", 4, "1616", mcf=8)
    assert assault.withdrawals(state(foot), (foot,)) == ()


# ---- fire


@rule("F-13.1", "R-13")
def test_how_far_units_shoot() -> None:
    assert reach(man(0, 0, ART, "unlimbered", 1, "1616", range=7)) == 10
    assert reach(man(0, 0, INF, "line", 4, "1616")) == 1
    assert reach(man(0, 0, INF, "line", 4, "1616", traits=(Trait.RIFLE,))) == 2
    assert reach(man(0, 0, INF, "skirmish screen", 1, "1616")) == 2


@rule("F-13.8")
def test_guns_take_the_near_enemy_first() -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1620")
    far, near = man(1, 1, INF, "column", 4, "1615"), man(2, 1, INF, "column", 4, "1719")
    assert targets(state(guns, far, near), guns) == (2,)
    assert set(targets(state(guns, far, replace(near, hex=at("1717"))), guns)) == {1, 2}


@rule("F-13.7")
def test_guns_fire_over_friends_only_from_above() -> None:
    guns, friend, foe = (
        man(0, 0, ART, "unlimbered", 1, "1620"),
        man(1, 0, INF, "skirmish screen", 1, "1617"),
        man(2, 1, INF, "column", 4, "1616"),
    )
    assert targets(state(guns, friend, foe), guns) == ()
    hill = country(h1620="h")
    assert targets(state(guns, friend, foe, field=hill), guns) == (2,)


@rule("F-13.3")
def test_foot_guns_that_moved_do_not_fire_and_horse_guns_do() -> None:
    moved = man(0, 0, ART, "unlimbered", 1, "1620", used=2, shifted=True)
    turned = replace(moved, shifted=False)
    assert why_not_fire(state(turned), turned, Kind.ACTIVE) is None
    strict = replace(state(turned), options=Options(turned_guns_hold_fire=True))
    assert why_not_fire(strict, turned, Kind.ACTIVE) is not None
    assert why_not_fire(state(moved), moved, Kind.ACTIVE) is not None
    assert why_not_fire(state(moved), moved, Kind.OPPORTUNITY) is None
    horse = replace(moved, traits=(Trait.HORSE,))
    assert why_not_fire(state(horse), horse, Kind.ACTIVE) is None


@rule("F-10.4", "FV-17")
@pytest.mark.parametrize(("steps", "extra"), [(4, 0), (5, 1), (6, 2), (8, 2)])
def test_extra_steps_of_an_extended_line(steps: int, extra: int) -> None:
    assert extra_steps(man(0, 0, INF, "extended line", steps, "1616")) == extra


# ---- command


@rule("F-9.1a")
def test_a_leader_rides_eighteen_hexes() -> None:
    one = boss(0, 0, "0116", rank=Rank.ARMY)
    found = command.ridden(replace(state(), leaders=(one,)), one)
    assert max(GRID.distance(one.hex, there) for there in found) == 18


@rule("F-8.2")
def test_how_many_come_along() -> None:
    top = boss(0, 0, "1620", rank=Rank.ARMY, cr=10, command=-1)
    lows = [boss(n, 0, "1621", superior=top.id) for n in (1, 2, 3)]
    base = replace(state(), leaders=(top, *lows))
    assert len(command.may_come_along(base, top, ())) == 3
    assert command.may_come_along(base, top, (lows[0].id, lows[1].id)) == ()
    corps = replace(top, rank=Rank.CORPS)
    assert command.may_come_along(replace(base, leaders=(corps, *lows)), corps, (lows[0].id, lows[1].id)) == (
        lows[2].id,
    )


@rule("F-8.1")
def test_who_may_interrupt() -> None:
    unit = man(0, 0, INF, "column", 4, "1620")
    top = boss(0, 0, "1621")

    def able(**more: Any) -> bool:
        depth = more.pop("depth", 1)
        other = boss(1, 1, more.pop("label", "1612"), **more)
        stack = (*[other.id + n for n in range(2, 1 + depth)], top.id)
        wood = {f"h{c:02}{r:02}": "w" for c in range(1, 32) for r in (14, 15)}
        base = replace(
            state(unit, field=country(**wood)),
            leaders=(top, other, *(boss(n, 0, "1621") for n in (2, 3, 4))),
            stack=stack,
        )
        return command.interrupters(base) == (other.id,)

    assert able()
    assert not able(passive=True)
    assert not able(barred=True)
    assert not able(card=Card.PLAYED)
    assert not able(label="1611"), "nine hexes off, and a wood between"
    assert able(depth=3)
    assert not able(depth=4)


@rule("R-35", "F-8.1")
@pytest.mark.parametrize(("die", "breaks_in"), [(4, True), (5, False)])
def test_an_interruption_needs_sr_less_two(die: int, breaks_in: bool) -> None:
    ours, theirs = man(0, 0, INF, "column", 4, "1620"), man(1, 1, INF, "column", 4, "1614")
    first, other = boss(0, 0, "1620"), boss(1, 1, "1614", sr=6)
    base = replace(state(ours, theirs), leaders=(first, other), stack=(first.id,))
    drill = Drill(base, "operations", Operations()).do("interrupt", other.id).fall(die)
    assert drill.told("interrupts") is breaks_in


@rule("F-9.3")
def test_two_orders_at_most() -> None:
    top = boss(0, 0, "1620", rank=Rank.ARMY, cr=0, command=-1)
    lows = [boss(n, 0, "1610", superior=top.id) for n in (1, 2, 3)]
    base = replace(state(), leaders=(top, *lows), active=(top.id,), stack=(top.id,))
    drill = Drill(base, "activation", Activation())
    for low in lows[:2]:
        drill.do("give_om", (low.id, at("1612")))
    assert "give_om" not in drill.verbs


@rule("F-10.10", "R-47")
@pytest.mark.parametrize(("label", "roused"), [("1617", True), ("1616", False)])
def test_an_enemy_within_three_ends_a_reserve(label: str, roused: bool) -> None:
    lead = boss(0, 0, "1620", sr=0)
    base = replace(
        state(man(0, 0, INF, "column", 4, "1620"), man(1, 1, INF, "column", 4, label)), leaders=(lead,)
    )
    held = replace(
        base,
        commands=(replace(base.commands[0], reserve=True), base.commands[1]),
        active=(lead.id,),
        stack=(lead.id,),
    )
    drill = Drill(held, "activation", Activation()).do("forgo")
    assert drill.told("is roused") is roused
    assert ("leave_reserve" in drill.verbs) is not roused


@rule("F-10.10", "R-47")
@pytest.mark.parametrize(("label", "may"), [("1614", False), ("1613", True)])
def test_no_reserve_with_an_enemy_within_six(label: str, may: bool) -> None:
    units = man(0, 0, INF, "column", 4, "1620"), man(1, 1, INF, "routed", 4, label)
    drill = Drill(replace(state(*units), turn=1), "turn", Turn())
    while "no_more" in drill.verbs:
        drill.do("no_more")
    assert ("reserve" in drill.verbs) is may


@rule("F-18.5")
@pytest.mark.parametrize(("label", "runs"), [("1611", True), ("1610", False)])
def test_a_failed_rally_runs_on_with_an_enemy_within_five(label: str, runs: bool) -> None:
    units = man(0, 0, INF, "routed", 4, "1616"), man(1, 1, INF, "column", 4, label)
    drill = Drill(state(*units), "turn", Turn()).do("rally", 0).fall(9)
    assert drill.told("routs") is runs


# ---- limits, ground, victory


@rule("F-10.7", "STK-04")
def test_a_road_column_has_its_hex_alone() -> None:
    one, two = man(0, 0, INF, "road column", 4, "1616"), man(1, 0, INF, "road column", 1, "1616", seat=1)
    assert fits(state(one), (one,), F.ROAD, at("1616"))
    assert not fits(state(one, two), (one, two), F.ROAD, at("1616"))


@rule("F-7.1")
def test_terrain_numbers_add_to_three() -> None:
    field = country(h1615="f", h1616="~")
    assert number(field, at("1616"), at("1615")) == 3
    high = country(h1615="h", h1616="~")
    assert number(high, at("1616"), at("1615")) == 2


@rule("F-10.11")
def test_a_blocked_entry_looks_three_hexes_round() -> None:
    waiting = man(0, 0, INF, "column", 4, "1631", where=Where.WAITING)
    row = [man(n, 1, INF, "column", 1, f"{c:02}31") for n, c in enumerate(range(13, 20), 1)]
    assert moving.entry_hexes(state(waiting, *row), waiting) == ()
    assert set(moving.entry_hexes(state(waiting, *row[1:]), waiting)) == {at("1331")}


@rule("F-19.3")
@pytest.mark.parametrize(
    ("turn", "levels", "won"), [(3, (1, 3), True), (2, (1, 3), False), (3, (2, 3), False), (3, (0, 2), False)]
)
def test_when_an_army_has_gone_to_pieces(turn: int, levels: tuple[int, int], won: bool) -> None:
    base = replace(
        state(man(0, 0, INF, "column", 4, "1620"), man(1, 1, INF, "column", 4, "1610")),
        turn=turn,
        cohesion=levels,
    )
    found = victory.collapse(replace(base, leaders=(boss(0, 0, "1620"), boss(1, 1, "1610"))))
    assert (found is not None) is won


@rule("F-19.4")
def test_points() -> None:
    lost = man(1, 1, INF, "column", 4, "1610", lost=3)
    gone = man(2, 1, INF, "column", 4, "1610", where=Where.GONE)
    guns = man(3, 1, ART, "unlimbered", 1, "1610", where=Where.DEAD, halves=0, lost=2)
    assert victory.points(state(man(0, 0, INF, "column", 4, "1620"), lost, gone, guns))[0] == 1.5 + 2 + 3 + 1


@rule("F-9.7")
@pytest.mark.parametrize(("label", "joins"), [("1611", True), ("1610", False)])
def test_a_leader_without_a_stack_finds_friends_within_five(label: str, joins: bool) -> None:
    from grognard.books.fix_bayonets.steps.common import displace

    one = replace(chief(0, 0, "1616"), fate=Fate.MAP)
    desk = Desk(replace(state(man(0, 0, INF, "column", 4, label)), leaders=(one,)), Flights())
    displace(desk, at("1616"), 0)
    assert desk.state.leaders[0].routed is not joins


# ---- what decides


@rule("R-45", "SPR-04")
@pytest.mark.parametrize(("close", "loose", "column"), [(5, 4, 0), (4, 5, 1)])
def test_a_mixed_attack_takes_the_column_of_the_larger_part(close: int, loose: int, column: int) -> None:
    formed, open_ = man(0, 0, INF, "column", close, "1616"), man(1, 0, INF, "general order", loose, "1516")
    foe = man(2, 1, INF, "disordered", 4, "1615")
    row, found = special(Bout(((formed,), (open_,)), (foe,), Attack.ASSAULT, "front"))
    assert found is row.value[column]


@rule("F-11.1")
@pytest.mark.parametrize(("form", "zone"), [("road column", False), ("column", True)])
def test_a_road_column_has_no_zone(form: str, zone: bool) -> None:
    assert bool(zones(state(man(0, 0, INF, form, 2, "1616")), 0).foot) is zone


@rule("TEM-09")
@pytest.mark.parametrize(("corps", "plus"), [("another", 2), ("corps 0", 0)])
def test_units_of_two_corps_in_one_stack(corps: str, plus: int) -> None:
    stack = man(0, 0, INF, "line", 4, "1616"), man(1, 0, INF, "line", 4, "1616", seat=1, command=1)
    base = state(*stack)
    base = replace(base, commands=(base.commands[0], replace(base.commands[1], side=0, corps=corps)))
    assert tally(base, stack, Trial.FIRE).total == plus


@rule("F-14.1", "SKC-05", "SKC-02")
def test_a_cavalry_screen_skirmishes_by_its_steps_and_its_sv() -> None:
    mover = man(0, 0, INF, "column", 4, "1616")
    horse = replace(man(1, 1, CAV, "skirmish screen", 2, "1615", sv=3), facing=7)
    found = skirmish(state(mover, horse), (mover,), at("1616"))
    assert found is not None
    assert [line.cite for line in found.lines] == ["SKC-02", "SKC-05"]


@rule("R-69", "F-17.4")
@pytest.mark.parametrize(("die", "way"), [(0, "front"), (9, "rear")])
def test_a_square_formed_in_time_has_no_rear(die: int, way: str) -> None:
    horse, foot = man(0, 0, CAV, "column", 4, "1618"), man(1, 1, INF, "line", 4, "1616", facing=1)
    drill = Drill(riding(horse, foot), "charge", Charging(0)).do("charge", (0, 1)).do("wait")
    drill.do("gallop", at("1617")).do("try_square").fall(die)
    assert drill.position.agenda[-1].env.direction == way


@rule("F-6.3", "R-76")
@pytest.mark.parametrize(("steps", "may"), [(3, False), (4, True)])
def test_a_masse_column_needs_four_steps(steps: int, may: bool) -> None:
    column = man(0, 0, INF, "column", steps, "1616", mcf=8)
    assert (F.MASSE in moving.changes(state(column), (column,), 16, 16, True)) is may


@rule("F-10.5")
@pytest.mark.parametrize(("halves", "may"), [(5, False), (6, True)])
def test_a_screen_is_spared_by_three_steps(halves: int, may: bool) -> None:
    column = man(0, 0, INF, "column", 4, "1616", sv=2, halves=halves)
    lead = boss(0, 0, "1617", cr=9)
    base = replace(state(column), leaders=(lead,), active=(lead.id,))
    assert bool(moving.screen_hexes(base, column)) is may


@rule("F-10.2")
@pytest.mark.parametrize(
    ("form", "halves"),
    [("line", 2), ("column", 2), ("masse column", 4), ("extended line", 4), ("square", None)],
)
def test_what_sixty_degrees_cost(form: str, halves: int | None) -> None:
    assert moving.turn_price(man(0, 0, INF, form, 6, "1616")) == halves


@rule("R-78", "F-17.6")
def test_a_recalled_charge_has_failed_until_the_segment_ends() -> None:
    horse, foe = man(0, 0, CAV, "column", 4, "1621"), man(1, 1, INF, "disordered", 4, "1616")
    drill = Drill(riding(horse, foe), "charge", Charging(0)).do("charge", (0, 1)).do("recall").fall(0)
    assert drill.unit(0).failed_charge
    drill.do("stay_put")
    assert not drill.unit(0).failed_charge
    assert drill.unit(0).spent
