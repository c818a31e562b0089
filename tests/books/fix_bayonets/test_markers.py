"""Cards, activations and charge markers, step by step: who is asked, what is marked, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.stacks import layout
from grognard.books.fix_bayonets.state import NOBODY, OM, Desk, Leader, Unit
from grognard.books.fix_bayonets.steps import cards, charged, contact, gallop, ops
from grognard.books.fix_bayonets.steps.env import (
    Act,
    Activation,
    Charging,
    Melee,
    Operations,
    React,
    Rider,
    Turn,
)
from grognard.books.fix_bayonets.steps.turn import OpenTurn
from grognard.books.fix_bayonets.words import Arm, Attack, Card, Fate, Formation, Order, Rank, Trait, Where
from grognard.engine.dice import Opposed
from grognard.engine.flow import DONE, NEXT, replace
from grognard.geometry.hexarcs import field_of_fire
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state, told
from tests.rules import rule

F = Formation


def horse(number: int = 0, label: str = "1619", side: int = 0, **more: Any) -> Unit:
    return man(number, side, CAV, "column", 4, label, **more)


def foot(number: int = 1, label: str = "1616", **more: Any) -> Unit:
    return man(number, 1, INF, "line", 5, label, **{"facing": 7, **more})


def lead(number: int = 0, side: int = 0, label: str = "1624", **more: Any) -> Leader:
    made = chief(number, side, label, cr=12)
    return replace(made, **{"command": side, **more})


def riding(*units: Unit, riders: tuple[Rider, ...] = (Rider(0, 1, 5, fresh=False),), **more: Any) -> Drill:
    scene = {key: more.pop(key) for key in ("field", "leaders", "weather") if key in more}
    return Drill(state(*units, **scene), "charge", Charging(0, riders, **{"stage": "ride", **more}))


def at_desk(*units: Unit, riders: tuple[Rider, ...] = (), **more: Any) -> Desk:
    return Desk(state(*units), Charging(0, riders, **{"stage": "ride", **more}), [])


# ---- cards


@rule("OPS-01", "SEQ-06")
@pytest.mark.parametrize(
    ("hands", "asked"),
    [((True, True), (0, 1)), ((True, False), (0,)), ((False, True), (1,)), ((False, False), None)],
)
def test_whoever_has_a_card_plays_one(hands: tuple[bool, bool], asked: tuple[int, ...] | None) -> None:
    ones = tuple(lead(n, n, "1610", card=Card.HAND if held else Card.PLAYED) for n, held in enumerate(hands))
    table = Desk(state(horse(), foot(), leaders=ones), Operations())
    step = cards.PlayCards()
    flow = step.begin(table)
    if asked is None:
        assert flow is DONE
    else:
        assert flow is None
        assert step.ask(table).who == asked


@rule("R-35")
@pytest.mark.parametrize(
    ("ahead", "initiative", "winner"), [(1, 1, 0), (5, 1, 0), (-1, 0, 1), (-4, 0, 1), (0, 0, 0), (0, 1, 1)]
)
@pytest.mark.parametrize("contested", [True, False])
def test_a_contest_of_cards(ahead: int, initiative: int, winner: int, contested: bool) -> None:
    """Two dice that read 0 to 9; the first contest of a turn takes the initiative."""
    ones = (lead(0, 0, sr=4), lead(1, 1, sr=7))
    scene = replace(state(horse(), foot(), leaders=ones, initiative=initiative), contested=contested)
    table = Desk(scene, Operations(cards=(500, 501)))
    thrown = cards.Contest().ask(table)
    assert thrown is not None
    assert thrown.dice == Opposed(4, 7, 10, low=0)
    cards.Contest().fell(table, ahead)
    assert table.env.winner == winner
    assert table.state.initiative == (initiative if contested else winner)
    assert table.state.contested


@rule("SEQ-07", "F-8.1")
@pytest.mark.parametrize(
    ("fate", "left"), [(Fate.MAP, (501, 500)), (Fate.WAITING, (501, 500)), (Fate.AWAY, (501,))]
)
def test_the_fallen_leave_the_stack(fate: Fate, left: tuple[int, ...]) -> None:
    ones = (lead(0, fate=fate), lead(1, 1))
    table = Desk(state(horse(), foot(), leaders=ones, stack=(501, 500)), Operations())
    cards.Interrupt().begin(table)
    assert table.state.stack == left


@rule("F-8.1", "SEQ-07")
@pytest.mark.parametrize(("die", "breaks_in"), [(4, True), (5, False)])
def test_an_interruption_is_tried_once_a_turn(die: int, breaks_in: bool) -> None:
    """SR less 2."""
    ones = (lead(0, card=Card.STACK), lead(1, 1, "1614"))
    drill = Drill(state(horse(), foot(), leaders=ones, stack=(500,)), "operations", Operations())
    drill.do("interrupt", 501)
    assert drill.state.leaders[1].barred
    drill.fall(die)
    assert (drill.state.active == (501,)) is breaks_in
    assert (500 in drill.state.interrupted) is breaks_in


@rule("OPS-02", "F-8.2")
def test_an_army_leader_brings_two() -> None:
    boss = replace(lead(0), rank=Rank.ARMY, command=NOBODY)
    lows = tuple(replace(lead(n, 0), superior=500) for n in (1, 2, 3))
    drill = Drill(state(horse(), foot(), leaders=(boss, *lows), active=(500,)), "activation", Activation())
    assert drill.nouns("bring") == {501, 502, 503}
    drill.do("bring", 501)
    assert drill.nouns("bring") == {502, 503}
    drill.do("bring", 502)
    assert "bring" not in drill.verbs


@rule("SEQ-08", "F-8.3", "F-14.2")
@pytest.mark.parametrize(
    ("own", "suppressed", "after"), [(True, 2, 1), (True, 1, 0), (True, 0, 0), (False, 2, 2)]
)
def test_markers_come_off_at_the_end_of_an_activation(own: bool, suppressed: int, after: int) -> None:
    marks = {"shot": True, "halted": True, "used": 3, "shifted": True}
    more = {"ooc": True, "failed_charge": True, "acted": True}
    unit = man(0, 0 if own else 1, ART, "unlimbered", 1, "1616", suppressed=suppressed, **marks, **more)
    boss = lead(0, card=Card.STACK, rode=True, along=3)
    other = lead(1, 1, card=Card.STACK)
    scene = state(unit, leaders=(boss, other), active=(500,), stack=(501, 500))
    table = Desk(scene, Activation())
    ops.Tidy().begin(table)
    gone = {"shot": False, "halted": False, "used": 0, "shifted": False}
    free = {"ooc": False, "failed_charge": False, "acted": False} if own else {}
    quiet = {"suppressed": after} if after != suppressed else {}
    assert told(scene, table.state) == {
        "unit 0": {**gone, **free, **quiet},
        "leader 0": {"card": Card.PLAYED, "rode": False, "along": NOBODY},
        "command 0": {"activated": True},
    }
    assert (table.state.stack, table.state.active) == ((501,), ())


@rule("F-8.3")
@pytest.mark.parametrize("mark", ["shot", "halted", "used", "shifted"])
def test_what_others_did_in_an_activation_is_forgotten_too(mark: str) -> None:
    unit = foot(0, **{mark: 1 if mark == "used" else True}, acted=True)
    table = Desk(state(unit, leaders=(lead(),), active=(500,)), Activation())
    ops.Tidy().begin(table)
    assert not getattr(table.unit(0), mark)
    assert table.unit(0).acted


@rule("SEQ-08")
@pytest.mark.parametrize("card", [Card.OUT, Card.NONE])
def test_only_a_card_of_the_stack_is_played(card: Card) -> None:
    table = Desk(state(horse(), leaders=(lead(card=card),), active=(500,)), Activation())
    ops.Tidy().begin(table)
    assert table.state.leaders[0].card is card


@rule("F-9.1a")
@pytest.mark.parametrize("change", [{"rode": True}, {"along": 0}])
def test_leaders_are_free_again_after_an_activation(change: dict[str, Any]) -> None:
    table = Desk(state(horse(), leaders=(lead(**change),), active=()), Activation())
    ops.Tidy().begin(table)
    assert (table.state.leaders[0].rode, table.state.leaders[0].along) == (False, NOBODY)


@rule("SEQ-01")
def test_a_turn_opens() -> None:
    scene = replace(state(horse(), foot()), contested=True, interrupted=(500,), verdict="DR")
    table = Desk(scene, Turn(done=(1,), now=2))
    OpenTurn().begin(table)
    after = table.state
    assert (after.turn, after.contested, after.interrupted, after.verdict) == (3, False, (), "")
    assert (table.env.done, table.env.now) == ((), NOBODY)


# ---- skirmishers and bayonets


@rule("F-14.2", "F-14.3", "SKC-01")
@pytest.mark.parametrize(
    ("arm", "die", "halted", "suppressed", "halves"),
    [
        (INF, 5, False, 0, 8),
        (INF, 6, True, 0, 8),
        (INF, 9, True, 0, 7),
        (ART, 6, True, 2, 8),
        (ART, 5, False, 0, 8),
    ],
)
def test_what_skirmishers_do(arm: Arm, die: int, halted: bool, suppressed: int, halves: int) -> None:
    """Their best SV is 1."""
    unit = man(0, 0, arm, "limbered" if arm is ART else "column", 4, "1616")
    foe = foot(1, "1614", sv=1, spent=True)
    boss = lead(cr=30)
    scene = state(unit, foe, leaders=(boss,), active=(500,))
    drill = Drill(scene, "act", Act((0,), 24, 24)).do("march", at("1615")).fall(die)
    after = drill.unit(0)
    assert (after.halted, after.suppressed, after.halves) == (halted, suppressed, halves)


@rule("F-16.1", "F-19.1")
@pytest.mark.parametrize(("die", "fb"), [(7, True), (8, False)])
def test_bayonets_fixed(die: int, fb: bool) -> None:
    unit = man(0, 0, INF, "column", 5, "1617")
    scene = state(unit, man(1, 1, INF, "column", 5, "1616", facing=6), leaders=(lead(cr=30),), active=(500,))
    drill = Drill(scene, "act", Act((0,), 24, 24)).do("assault").fall(die)
    after = drill.unit(0)
    assert (after.fb, after.shot) == (fb, not fb)
    assert drill.state.commands[0].active


# ---- charges declared


def declaring(*units: Unit, **more: Any) -> Drill:
    scene = state(*units, leaders=(lead(card=Card.STACK, om=OM(at("1610"))),), active=(500,), **more)
    return Drill(scene, "charge", Charging(0))


@rule("CHG-01", "F-19.1")
def test_a_charge_is_declared() -> None:
    drill = declaring(horse(), foot(), horse(2, "1819"))
    assert not drill.state.commands[0].active
    drill.do("charge", (0, 1))
    assert drill.env.riders == (Rider(0, 1, 5),)
    assert drill.state.commands[0].active
    drill.do("declared")
    assert drill.env.stage == "ride"


@rule("CHG-01")
def test_without_charges_there_is_nothing_to_ride() -> None:
    drill = declaring(horse(), foot())
    drill.do("declared")
    assert drill.waits is None


@rule("PT-03")
@pytest.mark.parametrize(("die", "rides"), [(7, True), (8, False)])
def test_the_poorly_trained_check_before_they_charge(die: int, rides: bool) -> None:
    poor = horse(traits=(Trait.POOR,))
    drill = declaring(poor, foot(), horse(2, "1819")).do("charge", (2, 1)).do("charge", (0, 1)).fall(die)
    assert drill.unit(0).failed_charge is not rides
    units = [one.unit for one in drill.position.agenda[0].env.riders]
    assert units == ([2, 0] if rides else [2])


# ---- markers on the way


@rule("F-17.4", "F-15.1")
@pytest.mark.parametrize(("die", "formed"), [(5, True), (6, False)])
def test_a_square_is_formed_up_to_the_tem(die: int, formed: bool) -> None:
    """Out of Line, at two hexes: 2 more."""
    drill = riding(horse(label="1618"), foot(), riders=(Rider(0, 1, 5),)).do("try_square").fall(die)
    assert (drill.unit(1).formation is F.SQUARE) is formed


@rule("F-17.4")
@pytest.mark.parametrize("change", [{"where": Where.DEAD}, {"side": 0}])
def test_nobody_forms_square_who_is_gone_or_a_friend(change: dict[str, Any]) -> None:
    table = at_desk(horse(label="1618"), replace(foot(), **change), riders=(Rider(0, 1, 5, fresh=False),))
    assert charged.SquareReaction().ask(table) is None
    there = at_desk(horse(label="1618"), foot(), riders=(Rider(0, 1, 5, fresh=False),))
    assert charged.SquareReaction().ask(there) is not None


@rule("F-17.5")
@pytest.mark.parametrize(
    ("slipped", "where", "may"), [((), Where.MAP, True), ((1,), Where.MAP, False), ((), Where.DEAD, False)]
)
def test_a_screen_slips_once(slipped: tuple[int, ...], where: Where, may: bool) -> None:
    screen = man(1, 1, INF, "skirmish screen", 1, "1616", where=where)
    field = country(h1615="w")
    scene = state(horse(label="1618"), screen, field=field)
    table = Desk(scene, Charging(0, (Rider(0, 1, 5, fresh=False),), stage="ride", slipped=slipped))
    assert bool(charged.SlipAway()._ways(table)) is may


@rule("F-17.3", "F-15.1")
@pytest.mark.parametrize(("die", "rides"), [(7, True), (8, False)])
def test_a_charge_back_is_passed_up_to_the_tem(die: int, rides: bool) -> None:
    foe = horse(2, "1615", 1)
    table = at_desk(horse(), foot(label="1601"), foe, riders=(Rider(0, 1, 5, fresh=False),), now=2)
    charged.CounterCharge().fell(table, die)
    assert len(table.env.riders) == (2 if rides else 1)
    assert table.env.now == NOBODY


@rule("F-17.3")
@pytest.mark.parametrize("facing", range(12))
@pytest.mark.parametrize("label", ["1612", "1620", "1316", "1916", "1318", "1914"])
def test_a_charge_back_faces_its_target_and_keeps_to_corners_or_sides(facing: int, label: str) -> None:
    form = "line" if facing % 2 else "column"
    unit = man(0, 1, CAV, form, 4, "1616", facing=facing)
    table = at_desk(unit, horse(1, label))
    way = charged.toward_far(table, 0, at(label))
    assert way % 2 == facing % 2
    assert 0 <= way < 12
    turned = replace(unit, facing=way)
    assert at(label) in field_of_fire(table.state.field.grid, unit.hex, layout(turned).front, 6)


@rule("F-17.2", "CHG-02")
@pytest.mark.parametrize(("letter", "left"), [(".", 4), ("h", 3), ("~", 4)])
def test_what_a_hex_takes_of_the_run(letter: str, left: int) -> None:
    drill = riding(horse(), foot(), field=country(h1618=letter)).do("gallop", at("1618"))
    assert drill.env.riders[0].left == left
    assert drill.env.riders[0].path == (0,)
    if letter == "~":
        assert "gallop" not in drill.verbs


@rule("F-17.2")
@pytest.mark.parametrize(
    ("label", "letter", "others"),
    [("1617", ".", {2}), ("1616", ".", set()), ("1617", "w", set())],
)
def test_another_target_lies_in_front_within_two(label: str, letter: str, others: set[int]) -> None:
    units = (horse(), foot(1, "1601", where=Where.DEAD), man(2, 1, INF, "column", 4, label))
    scene = state(*units, field=country(**{f"h{label}": letter}))
    table = Desk(scene, Charging(0, (Rider(0, 1, 5, fresh=False),), stage="ride"))
    assert set(gallop.Gallop()._others(table)) == others
    spent = Desk(scene, Charging(0, (Rider(0, 1, 0, fresh=False),), stage="ride"))
    assert set(gallop.Gallop()._others(spent)) == set(), "no run is left to reach it"


@rule("F-17.2", "F-17.7")
def test_a_marker_without_run_may_turn_on_whom_it_touches() -> None:
    units = (horse(), foot(1, "1601", where=Where.DEAD), man(2, 1, INF, "column", 4, "1618"))
    table = Desk(state(*units), Charging(0, (Rider(0, 1, 0, fresh=False),), stage="ride"))
    assert gallop.Gallop()._others(table) == (2,)
    former = Rider(0, 1, 0, fresh=False, former=(2,))
    assert gallop.Gallop()._others(Desk(state(*units), Charging(0, (former,), stage="ride"))) == ()


@rule("F-17.2", "F-13.4", "FIRE-05")
def test_others_shoot_at_a_marker_as_at_a_charge() -> None:
    grid = state(horse()).field.grid
    beside = min(
        there
        for _, there in grid.steps(at("1618"))
        if grid.distance(there, at("1619")) > 1 and there != at("1617")
    )
    square = man(2, 1, INF, "square", 4, grid.label(beside))
    drill = riding(horse(), foot(), square).do("gallop", at("1618"))
    assert drill.env == React((0,), True, 1)


@rule("R-78")
@pytest.mark.parametrize(
    ("change", "state_", "stops"),
    [
        ({}, "riding", False),
        ({"order": Order.DISORDERED}, "riding", True),
        ({"order": Order.DISORDERED}, "contact", False),
    ],
)
def test_a_marker_broken_by_fire_stops(change: dict[str, Any], state_: str, stops: bool) -> None:
    table = at_desk(replace(horse(), **change), foot(), riders=(Rider(0, 1, 5, state=state_),))
    gallop.ChargeFire().resume(table)
    assert (table.env.riders[0].state == "stopped") is stops


@rule("CHG-02")
@pytest.mark.parametrize(("at_", "after"), [(0, 1), (1, 2), (2, 0)])
def test_markers_move_by_turns(at_: int, after: int) -> None:
    units = (horse(0, "1620"), foot(1, "1610"), horse(2, "1420"), horse(3, "1820"))
    riders = tuple(Rider(n, 1, 5, fresh=False) for n in (0, 2, 3))
    table = at_desk(*units, riders=riders, at=at_, asked=(5,))
    gallop.SettleTick().begin(table)
    assert (table.env.at, table.env.asked) == (after, ())


# ---- contacts


def contacts(*units: Unit, riders: tuple[Rider, ...], **more: Any) -> tuple[Desk, Any]:
    table = at_desk(*units, riders=riders, **{"stage": "fight", **more})
    return table, contact.Contacts()


@rule("CHG-03", "R-84", "R-75")
@pytest.mark.parametrize("reaction", [True, False])
def test_all_in_contact_with_a_target_fight_it_together(reaction: bool) -> None:
    units = (horse(0, "1617"), foot(), horse(2, "1517"), horse(3, "1717"), horse(4, "1820"), foot(5, "1601"))
    riders = (
        Rider(0, 1, 2, state="contact", spot=3, direction="flank", reaction=reaction),
        Rider(2, 1, 2, state="contact", spot=1),
        Rider(3, 1, 2, state="stopped"),
        Rider(4, 5, 2, state="contact"),
    )
    table, step = contacts(*units, riders=riders, grand=True)
    call = step._next(table)
    assert call.env == Melee(
        (0, 2), 1, Attack.CHARGE, 0, direction="flank", straight=(3, 1), grand=not reaction, hold=True
    )
    assert (table.env.fought, table.env.now) == ((1,), 1)


@rule("CHG-03")
@pytest.mark.parametrize(
    ("own", "foe", "fights"),
    [
        ({}, {}, True),
        ({"order": Order.DISORDERED}, {}, False),
        ({"where": Where.DEAD}, {}, False),
        ({}, {"where": Where.DEAD}, False),
    ],
)
def test_who_still_fights_in_contact(own: dict[str, Any], foe: dict[str, Any], fights: bool) -> None:
    units = (replace(horse(0, "1617"), **own), replace(foot(), **foe))
    table, step = contacts(*units, riders=(Rider(0, 1, 2, state="contact"),))
    assert (step._next(table) is not NEXT) is fights


@rule("CHG-04", "F-17.11")
@pytest.mark.parametrize(
    ("verdict", "regroup"),
    [("SPECIAL:FORCED_REGROUP", (0,)), ("SPECIAL:BOTH_REGROUP", (0, 1)), ("DD", ()), ("SPECIAL:DD", ())],
)
def test_who_must_regroup(verdict: str, regroup: tuple[int, ...]) -> None:
    units = (horse(0, "1617"), horse(1, "1616", 1), horse(2, "1820"), foot(3, "1601"))
    riders = (
        Rider(0, 1, 2, state="contact"),
        Rider(2, 3, 2, state="contact"),
        Rider(2, 1, 2, state="stopped"),
    )
    table, step = contacts(*units, riders=riders, now=1)
    table.set(verdict=verdict)
    step._collect(table)
    assert table.env.regroup == regroup
    assert table.env.victors == ()


@rule("F-17.11", "CHG-04")
@pytest.mark.parametrize(
    ("own", "foe", "verdict", "meets", "won"),
    [
        ({}, {"order": Order.ROUTED, "formation": F.NONE}, "DR", False, [(0, 1)]),
        ({}, {"where": Where.DEAD}, "DDS", False, [(0, 1)]),
        ({}, {}, "DD", False, []),
        ({"order": Order.DISORDERED}, {"order": Order.ROUTED}, "DR", False, []),
        ({"where": Where.DEAD}, {"order": Order.ROUTED}, "DR", False, []),
        ({"order": Order.ROUTED}, {}, "AR", True, [(1, 0)]),
        ({"order": Order.ROUTED}, {}, "AR", False, []),
        ({"order": Order.DISORDERED}, {}, "AD", True, []),
        ({"order": Order.ROUTED}, {"order": Order.DISORDERED}, "AR", True, []),
    ],
)
def test_who_is_the_victor(
    own: dict[str, Any], foe: dict[str, Any], verdict: str, meets: bool, won: list[tuple[int, int]]
) -> None:
    units = (replace(horse(0, "1617"), **own), replace(horse(1, "1616", 1), **foe))
    riders = (
        Rider(0, 1, 2, state="contact"),
        *((Rider(1, 0, 2, state="met", reaction=True),) if meets else ()),
    )
    table, step = contacts(*units, riders=riders, now=1)
    table.set(verdict=verdict)
    step._collect(table)
    assert [(each.unit, each.beaten) for each in table.env.victors] == won


@rule("F-17.11")
@pytest.mark.parametrize(
    "change", [{"where": Where.DEAD}, {"hex": at("1610")}, {"side": 0}, {"order": Order.DISORDERED}]
)
def test_all_of_a_routed_stack_are_routers(change: dict[str, Any]) -> None:
    routed = man(1, 1, INF, "routed", 4, "1616")
    other = replace(man(2, 1, INF, "routed", 4, "1616", seat=1), **change)
    table = at_desk(horse(), routed, other)
    assert contact.Contacts()._routers(table, 1) == (1,)
    both = at_desk(horse(), routed, man(2, 1, INF, "routed", 4, "1616", seat=1))
    assert contact.Contacts()._routers(both, 1) == (1, 2)
