"""Fire, melee, assaults and flights, step by step: who is asked, what is marked, what is told."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.retreat import candidates
from grognard.books.fix_bayonets.state import OM, Desk, Flight, Leader, Unit
from grognard.books.fix_bayonets.steps import melee
from grognard.books.fix_bayonets.steps.assault import Occupy
from grognard.books.fix_bayonets.steps.env import Assaults, Flights, Melee, React, Shooting, Wound
from grognard.books.fix_bayonets.words import Arm, Attack, Card, Fate, Formation, Kind, Order, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state, told
from tests.rules import rule

F = Formation
ASSAULT, CHARGE = Attack.ASSAULT, Attack.CHARGE


def attacker(number: int = 0, label: str = "1617", **more: Any) -> Unit:
    return man(number, 0, INF, "column", 5, label, **{"fb": True, **more})


def line(number: int = 1, label: str = "1616", **more: Any) -> Unit:
    return man(number, 1, INF, "line", 5, label, **{"facing": 7, **more})


def clash(*units: Unit, attackers: tuple[int, ...] = (0,), target: int = 1, **more: Any) -> Drill:
    """A melee from the Receive check on."""
    scene = {key: more.pop(key) for key in ("leaders", "field", "weather") if key in more}
    attack = more.pop("attack", ASSAULT)
    return Drill(state(*units, **scene), "home", Melee(attackers, target, attack, 0, **more))


# ---- melee


@rule("ASR-01")
@pytest.mark.parametrize(
    ("letters", "spots", "hex2", "number"),
    [
        ({}, ("1617",), "", 0),
        ({"h1616": "w"}, ("1617",), "", 1),
        ({"h1616": "f"}, ("1617",), "", 2),
        ({"h1617": "~"}, ("1617", "1517"), "", 0),
        ({"h1617": "~"}, ("1617",), "", 1),
        ({"h1716": "f"}, ("1617",), "1716", 0),
        ({"h1616": "f"}, ("1619",), "", 0),
    ],
)
def test_the_ground_of_the_easiest_hexside_counts(
    letters: dict[str, str], spots: tuple[str, ...], hex2: str, number: int
) -> None:
    foes = [attacker(n, label) for n, label in enumerate(spots)]
    target = line(len(foes), hex2=at(hex2)) if hex2 else line(len(foes))
    scene = state(*foes, target, field=country(**letters))
    env = Melee(tuple(range(len(foes))), len(foes), ASSAULT, 0)
    assert melee.terrain(Desk(scene, env)) == number


@rule("F-19.1", "ASP-04")
def test_whoever_meets_has_fought_when_the_die_of_the_melee_has_fallen() -> None:
    drill = clash(attacker(), line())
    assert [(each.fought, each.active) for each in drill.state.commands] == [(False, True)] * 2
    assert drill.waits.what == "receive check"
    drill.fall(0)
    if "hold_fire" in drill.verbs:
        drill.do("hold_fire")
    assert drill.waits.what == "melee"
    drill.fall(5)
    assert [each.fought for each in drill.state.commands] == [True, True]


@rule("ASP-04", "R-73")
@pytest.mark.parametrize(
    ("own", "foe", "over"),
    [
        ({}, {}, False),
        ({"order": Order.DISORDERED, "formation": F.NONE}, {}, True),
        ({"where": Where.DEAD}, {}, True),
        ({}, {"where": Where.DEAD}, True),
        ({}, {"order": Order.ROUTED, "formation": F.NONE}, True),
    ],
)
def test_a_melee_needs_both_sides(own: dict[str, Any], foe: dict[str, Any], over: bool) -> None:
    drill = clash(replace(attacker(), **own), replace(line(), **foe))
    assert (drill.waits is None) is over
    if over:
        assert not drill.told("melee")
        assert drill.state.verdict in ("", "DR")


@rule("F-13.5", "CHG-03", "FIRE-05", "R-75")
def test_defensive_fire_is_fire_at_a_charge_and_nobody_runs_yet() -> None:
    horse = man(0, 0, CAV, "column", 4, "1617")
    drill = clash(horse, line(), attack=CHARGE, straight=(3,)).fall(0).do("volley", (1, 0))
    assert drill.env == Shooting(1, at("1617"), Kind.DEFENSIVE, charge=True, hold=True)


@rule("F-13.5", "F-13.4")
@pytest.mark.parametrize(
    ("arm", "change", "shoots"),
    [
        (INF, {}, True),
        (INF, {"spent": True}, False),
        (INF, {"fired": True}, True),
        (ART, {}, True),
        (ART, {"fired": True}, False),
        (ART, {"spent": True}, True),
    ],
)
@pytest.mark.parametrize("attack", [ASSAULT, CHARGE])
def test_who_has_a_reaction_shot_left(arm: Arm, change: dict[str, Any], shoots: bool, attack: Attack) -> None:
    target = line(**change) if arm is INF else man(1, 1, ART, "unlimbered", 1, "1616", **change)
    if attack is CHARGE:
        drill = clash(man(0, 0, CAV, "column", 4, "1617"), target, attack=CHARGE, straight=(3,)).fall(0)
    else:
        drill = Drill(state(attacker(), target), "assault", Melee((0,), 1, ASSAULT, 0, spots=(at("1617"),)))
    assert ("volley" in drill.verbs) is shoots


@rule("R-84", "ASP-05")
@pytest.mark.parametrize(
    ("change", "odds"),
    [
        ({}, "10:5 = 2/1"),
        ({"order": Order.DISORDERED}, "5:5 = 1/1"),
        ({"where": Where.DEAD}, "5:5 = 1/1"),
    ],
)
def test_only_good_order_attackers_on_the_map_fight(change: dict[str, Any], odds: str) -> None:
    second = replace(attacker(2, "1517"), **change)
    drill = clash(attacker(), line(), second, attackers=(0, 2), reaction=True)
    assert drill.waits.facts["odds"] == odds


@rule("MCT-L0", "MCT-L9", "R-02")
@pytest.mark.parametrize(("die", "label", "side"), [(0, "1616", 1), (9, "1617", 0)])
def test_a_leader_in_danger_and_no_second_die(die: int, label: str, side: int) -> None:
    one = chief(0, side, label)
    drill = clash(attacker(), line(), leaders=(one,), reaction=True).fall(die)
    assert drill.env == Wound(at(label), side, leader=one.id)
    assert drill.waits.what == "casualty"
    drill.fall(0)
    assert drill.told("melee")
    assert sum(entry.what == "melee" for entry in drill.log) == 1
    assert getattr(drill.waits, "what", "") != "melee"


@rule("LEG-03", "LEG-07a", "LEG-05", "LEG-06", "R-71")
@pytest.mark.parametrize(
    ("name", "cite", "halves"),
    [
        ("DR", "LEG-03", (10, 10)),
        ("ROUTED_NO_SPIKE", "LEG-07a", (10, 10)),
        ("FORCED_REGROUP", "", (9, 10)),
        ("BOTH_REGROUP", "", (9, 9)),
        ("FIREFIGHT", "", (10, 10)),
        ("HAND_TO_HAND", "", (9, 9)),
        ("ADS", "", (9, 10)),
        ("AD", "", (10, 10)),
        ("DDS", "", (10, 9)),
        ("DD", "", (10, 10)),
    ],
)
def test_what_a_result_does(name: str, cite: str, halves: tuple[int, int]) -> None:
    drill = clash(attacker(), line(), reaction=True)
    table = Desk(drill.state, drill.env, log := [])
    melee.apply(table, name, melee.bout(table))
    assert (table.unit(0).halves, table.unit(1).halves) == halves
    routs = [entry.cite for entry in log if entry.what == "routs"]
    assert routs == ([cite] if cite else [])
    assert log[0].what == "result"


@rule("R-44", "SPR-01")
def test_what_is_not_allowed_does_nothing() -> None:
    """Only whoever looks up odds may put such a question."""
    scene = state(attacker(), line())
    table = Desk(scene, Melee((0,), 1, ASSAULT, 0), log := [])
    melee.apply(table, "NOT_ALLOWED", melee.bout(table))
    assert told(scene, table.state) == {}
    assert log == []


@rule("LEG-04", "LEG-04a", "R-56")
@pytest.mark.parametrize(("form", "told_of"), [("line", [0, 1]), ("disordered", [0])])
def test_hand_to_hand_disorders_those_in_good_order(form: str, told_of: list[int]) -> None:
    target = man(1, 1, INF, form, 5, "1616")
    table = Desk(state(attacker(), target), Melee((0,), 1, ASSAULT, 0), log := [])
    melee.hand_to_hand(table, melee.bout(table))
    assert [entry.facts["unit"] for entry in log if entry.what == "disordered"] == told_of
    alone = Desk(state(attacker(halves=1), target), Melee((0,), 1, ASSAULT, 0))
    melee.hand_to_hand(alone, melee.bout(alone))
    assert alone.unit(0).where is Where.DEAD


@rule("SPK-01", "SPK-02", "R-43")
@pytest.mark.parametrize(
    ("attack", "die", "result"),
    [(ASSAULT, 2, "ELIM"), (CHARGE, 2, "ROUT"), (ASSAULT, 4, "ROUT"), (CHARGE, 1, "ELIM")],
)
def test_which_column_spikes_guns(attack: Attack, die: int, result: str) -> None:
    guns = man(1, 1, ART, "unlimbered", 1, "1616")
    table = Desk(state(attacker(), guns), Melee((0,), 1, attack, 0, result="SPIKE"))
    melee.Spike().fell(table, die)
    assert table.state.verdict == result
    assert table.unit(1).on_map is (result == "ROUT")


@rule("R-43", "R-74")
@pytest.mark.parametrize(
    "change",
    [
        {"arm": INF},
        {"where": Where.DEAD},
        {"hex": at("1610")},
        {"side": 0},
        {"order": Order.ROUTED},
    ],
)
def test_which_guns_are_spiked(change: dict[str, Any]) -> None:
    guns = man(1, 1, ART, "unlimbered", 1, "1616")
    other = replace(man(2, 1, ART, "unlimbered", 1, "1616"), **change)
    env = Melee((0,), 1, ASSAULT, 0, result="SPIKE")
    assert [gun.id for gun in melee.Spike()._guns(Desk(state(attacker(), guns, other), env))] == [1]
    assert melee.Spike()._guns(Desk(state(attacker(), guns), replace(env, result=""))) == ()


# ---- assaults


@rule("ASP-00", "ASP-01", "F-16.2")
@pytest.mark.parametrize(
    ("first", "marks", "asked"),
    [(0, (0,), 0), (1, (0,), 0), (0, (1,), 1), (1, (1,), 1), (1, (0, 1), 1), (0, (0, 1), 0)],
)
def test_the_side_that_has_an_assault_goes_first(first: int, marks: tuple[int, ...], asked: int) -> None:
    foe = man(1, 1, INF, "column", 5, "1616", facing=6)
    units = [replace(unit, fb=unit.side in marks) for unit in (attacker(), foe)]
    drill = Drill(state(*units), "assaults", Assaults(first))
    assert drill.waits.who == (asked,)


@rule("F-16.2", "R-27")
@pytest.mark.parametrize("side", [0, 1])
def test_a_marker_without_a_target_comes_off(side: int) -> None:
    unit = man(0, side, INF, "column", 5, "1616", fb=True)
    drill = Drill(state(unit, man(1, 1 - side, INF, "column", 5, "1601")), "assaults", Assaults(0))
    assert not drill.unit(0).fb
    assert drill.cites("no target") == ["F-16.2"]


def unready(label: str = "1617") -> Leader:
    """A leader of the attackers who is not activated, with an order."""
    return replace(chief(0, 0, label, cr=6), command=0, rode=True)


@rule("F-9.1a")
def test_a_leader_goes_in_with_an_assault_whether_he_is_activated_or_not() -> None:
    lead = replace(unready("1618"), om=OM(at("1610")))
    scene = state(attacker(0, "1618"), man(1, 1, INF, "column", 5, "1616", facing=6), leaders=(lead,))
    drill = Drill(scene, "assaults", Assaults(0)).do("assault_target", 1)
    drill.do("send", 0)
    if "go_by" in drill.verbs:
        drill.do("go_by", at("1617"))
    drill.do("take_along", 500).do("charge_home")
    assert drill.unit(0).hex == drill.state.leaders[0].hex == at("1617")


@rule("F-16.3")
@pytest.mark.parametrize(
    ("verb", "die", "facing"),
    [("face_left", 7, 11), ("face_right", 7, 3), ("face_left", 8, 1), ("face_right", 8, 1), ("stand", 0, 1)],
)
def test_infantry_turns_to_meet_an_assault(verb: str, die: int, facing: int) -> None:
    """It looks away from them; a 7 is what its TEM allows."""
    drill = Drill(
        state(attacker(), line(facing=1)), "assault", Melee((0,), 1, ASSAULT, 0, spots=(at("1617"),))
    ).do(verb)
    if verb != "stand":
        drill.fall(die)
    assert drill.unit(1).facing == facing


@rule("ASP-03", "F-16.4", "F-5.3a")
def test_those_who_come_up_are_shot_at_by_others_and_by_each_hex() -> None:
    """A Square beside the hex between looks into it."""
    grid = state(line(0)).field.grid
    beside = min(
        there
        for _, there in grid.steps(at("1617"))
        if grid.distance(there, at("1618")) > 1 and there != at("1616")
    )
    friend = man(2, 1, INF, "square", 5, grid.label(beside))
    units = (attacker(0, "1618"), man(1, 1, INF, "column", 5, "1616", facing=6), friend)
    drill = Drill(state(*units), "assault", Melee((0,), 1, ASSAULT, 0, spots=(at("1617"),)))
    assert drill.unit(0).hex == at("1617")
    assert isinstance(drill.env, React)
    assert drill.nouns("shoot") == {2}


@rule("F-5.3a", "F-16.6")
@pytest.mark.parametrize(
    ("change", "way"),
    [
        ({}, "rear"),
        ({"order": Order.DISORDERED, "formation": F.NONE}, "front"),
        ({"where": Where.DEAD}, "front"),
    ],
)
def test_the_direction_of_those_who_strike_counts(change: dict[str, Any], way: str) -> None:
    second = replace(attacker(2, "1615"), **change)
    spots = (at("1617"), at("1615"))
    drill = Drill(state(attacker(), line(sv=0), second), "assault", Melee((0, 2), 1, ASSAULT, 0, spots=spots))
    while "stand" in drill.verbs:
        drill.do("stand")
    assert drill.env.direction == way


@rule("ASP-02", "F-16.3")
def test_nobody_strikes_a_screen_that_has_slipped_away() -> None:
    screen = man(1, 1, INF, "skirmish screen", 1, "1616", facing=7)
    drill = Drill(state(attacker(), screen), "assault", Melee((0,), 1, ASSAULT, 0, spots=(at("1617"),)))
    drill.do("withdraw", max(drill.nouns("withdraw")))
    assert not drill.told("closes")
    assert not drill.told("melee")
    assert drill.unit(0).hex in (at("1616"), at("1617"))


@rule("ASP-06", "F-16.8")
@pytest.mark.parametrize(
    ("label", "steps", "letter", "may"),
    [
        ("1617", 5, ".", True),
        ("1618", 5, ".", True),
        ("1619", 5, ".", False),
        ("1617", 7, "f", False),
        ("1617", 6, "f", True),
    ],
)
def test_who_takes_the_ground(label: str, steps: int, letter: str, may: bool) -> None:
    unit = man(0, 0, INF, "column", steps, label, fb=True)
    env = Melee((0,), 1, ASSAULT, 0, ground=at("1616"))
    scene = state(unit, line(1, "1601"), field=country(h1616=letter))
    assert Occupy()._able(Desk(scene, env)) == ((0,) if may else ())
    held = state(unit, line(1, "1616"), field=country(h1616=letter))
    assert Occupy()._able(Desk(held, env)) == ()


@rule("F-16.8", "R-55")
def test_markers_come_off_all_who_took_part() -> None:
    stack = (attacker(), attacker(2, seat=1))
    drill = Drill(
        state(stack[0], line(halves=2), stack[1]), "assault", Melee((0,), 1, ASSAULT, 0, spots=(at("1617"),))
    )
    for _ in range(12):
        if drill.waits is None:
            break
        if drill.verbs:
            verb = next(v for v in ("hold_fire", "stand", "face", "run") if v in drill.verbs)
            drill.do(verb, min(drill.nouns(verb)) if verb in ("face", "run") else None)
        else:
            drill.fall(0)
    assert not drill.unit(0).fb
    assert not drill.unit(2).fb


# ---- fire


@rule("F-13.4", "F-13.3", "F-19.1")
@pytest.mark.parametrize(
    ("arm", "kind", "mark"),
    [
        (INF, Kind.ACTIVE, "shot"),
        (INF, Kind.OPPORTUNITY, "spent"),
        (INF, Kind.DEFENSIVE, "spent"),
        (ART, Kind.ACTIVE, "shot"),
        (ART, Kind.OPPORTUNITY, "fired"),
        (ART, Kind.DEFENSIVE, "fired"),
        (ART, Kind.RICOCHET, ""),
    ],
)
def test_what_a_shot_marks(arm: Arm, kind: Kind, mark: str) -> None:
    scene = state(man(0, 0, arm, "unlimbered" if arm is ART else "line", 4, "1617", facing=1), line())
    drill = Drill(scene, "shot", Shooting(0, at("1616"), kind))
    expected = {"unit 0": {mark: True}} if mark else {}
    assert told(scene, drill.state) == {**expected, "command 0": {"active": True}}


@rule("F-13.2")
@pytest.mark.parametrize(
    ("own", "foe"), [({"where": Where.DEAD}, {}), ({}, {"where": Where.DEAD}), ({}, {"hex": at("1601")})]
)
def test_no_shot_without_somebody_to_shoot_and_to_be_shot_at(
    own: dict[str, Any], foe: dict[str, Any]
) -> None:
    units = (replace(man(0, 0, INF, "line", 4, "1617"), **own), replace(line(), **foe))
    assert Drill(state(*units), "shot", Shooting(0, at("1616"), Kind.ACTIVE)).waits is None


@rule("F-13.2", "F-15.1")
@pytest.mark.parametrize(("die", "order"), [(7, Order.GOOD), (8, Order.DISORDERED)])
def test_a_check_under_fire_is_passed_up_to_the_tem(die: int, order: Order) -> None:
    units = (man(0, 0, INF, "line", 5, "1617", facing=1, fv=9), line())
    drill = Drill(state(*units), "shot", Shooting(0, at("1616"), Kind.ACTIVE)).fall(6)
    assert drill.waits.what == "check"
    drill.fall(die)
    assert drill.unit(1).order is order


@rule("FIRE-05")
@pytest.mark.parametrize(
    ("form", "charge", "order", "check"),
    [
        ("open column", True, Order.GOOD, False),
        ("open column", False, Order.GOOD, True),
        ("column", True, Order.GOOD, True),
    ],
)
@pytest.mark.parametrize(("die", "starred"), [(6, True), (0, False)])
def test_an_open_column_that_charges_rides_through_starred_results(
    form: str, charge: bool, order: Order, check: bool, die: int, starred: bool
) -> None:
    horse = man(1, 1, CAV, form, 4, "1616", order=order)
    firer = man(0, 0, INF, "line", 5, "1617", facing=1, fv=9)
    drill = Drill(state(firer, horse), "shot", Shooting(0, at("1616"), Kind.OPPORTUNITY, charge=charge)).fall(
        die
    )
    assert (getattr(drill.waits, "what", "") == "check") is (check or not starred)
    assert drill.told("open column rides on") is (not check and starred)


@rule("F-20")
def test_each_of_several_leaders_is_as_likely_to_be_hit() -> None:
    ones = (chief(0, 1, "1616"), chief(1, 1, "1616"), chief(2, 0, "1616"))
    drill = Drill(state(line(0), leaders=ones), "wound", Wound(at("1616"), 1))
    assert drill.waits.dice.cards == ((500, 1), (501, 1))
    drill.fall(501)
    assert drill.env.leader == 501


@rule("LCT-02", "LCT-03", "LCT-04", "R-36", "F-20")
@pytest.mark.parametrize(
    ("die", "wounded", "clock"),
    [(1, False, 3), (2, False, 3), (3, True, 4), (5, True, 4), (6, True, 10), (7, True, 10)],
)
def test_how_long_a_leader_is_away(die: int, wounded: bool, clock: int) -> None:
    """The second die is a 2; the turn that runs already counts as one more."""
    drill = Drill(state(line(0), leaders=(chief(0, 1, "1616"),)), "wound", Wound(at("1616"), 1)).fall(die, 2)
    one = drill.state.leaders[0]
    assert (one.fate, one.wounded, one.clock) == (Fate.AWAY, wounded, clock)


@rule("F-13.4")
@pytest.mark.parametrize("side", [0, 1])
def test_the_enemy_of_the_mover_is_asked(side: int) -> None:
    mover = man(0, side, INF, "column", 4, "1616")
    foe = man(1, 1 - side, INF, "line", 4, "1615" if side == 0 else "1617", facing=7 if side == 0 else 1)
    drill = Drill(state(mover, foe), "react", React((0,)))
    assert drill.waits.who == (1 - side,)
    assert drill.nouns("shoot") == {1}
    assert Drill(state(mover, foe), "react", React((0,), but=1)).waits is None


@rule("F-13.6", "R-12")
@pytest.mark.parametrize(
    ("kind", "bounds"),
    [(Kind.ACTIVE, True), (Kind.OPPORTUNITY, False), (Kind.DEFENSIVE, False), (Kind.RICOCHET, False)],
)
def test_only_active_fire_bounds_on(kind: Kind, bounds: bool) -> None:
    units = (man(0, 0, ART, "unlimbered", 1, "1620"), line(1, "1617"), line(2, "1616"))
    drill = Drill(state(*units), "shot", Shooting(0, at("1617"), kind)).fall(9)
    assert drill.told("ricochet") is bounds
    if bounds:
        assert (drill.env.at, drill.env.kind, drill.env.first) == (at("1616"), Kind.RICOCHET, 3)


# ---- flights


def fleeing(*units: Unit, flights: tuple[Flight, ...], **more: Any) -> Drill:
    return Drill(replace(state(*units, **more), fleeing=flights), "flights", Flights())


def ring(number: int, *open_: str, around: str = "1616") -> list[Unit]:
    """Routed enemies on every hex round another but some: no zones, no way through."""
    grid = state(line(0)).field.grid
    spots = [there for _, there in grid.steps(at(around)) if there not in {at(label) for label in open_}]
    return [man(number + n, 1, INF, "routed", 1, grid.label(there)) for n, there in enumerate(spots)]


@rule("F-18.4", "F-21.4")
@pytest.mark.parametrize(("left", "gone"), [(2, True), (1, True), (0, False)])
def test_a_rout_with_distance_left_goes_over_the_edge(left: int, gone: bool) -> None:
    drill = fleeing(man(0, 0, INF, "routed", 4, "1631"), flights=(Flight((0,), left),))
    assert (drill.unit(0).where is Where.GONE) is gone


@rule("F-18.3", "RET-02", "RET-03", "RET-04")
@pytest.mark.parametrize(
    ("rank", "paid", "lost"),
    [(4, False, 1), (4, True, 1), (3, False, 1), (3, True, 0), (2, False, 0), (1, False, 0)],
)
def test_which_hexes_cost_stragglers(rank: int, paid: bool, lost: int) -> None:
    """Next to an enemy each time, under fire once, elsewhere never."""
    unit = man(0, 0, INF, "routed", 4, "1616")
    foes = {
        4: [man(1, 1, INF, "routed", 1, "1618"), man(7, 1, ART, "unlimbered", 1, "1619", facing=0)],
        3: [man(1, 1, ART, "unlimbered", 1, "1619", facing=0)],
    }
    there = at("1615" if rank == 2 else "1617")
    foes[4][1] = replace(foes[4][1], id=2)
    scene = state(unit, *foes.get(rank, [man(1, 1, INF, "routed", 1, "1601")]))
    been = tuple(near for _, near in scene.field.grid.steps(unit.hex) if near != there)
    scene = replace(scene, fleeing=(Flight((0,), 1, paid=paid, used=(*been, unit.hex)),))
    assert candidates(scene, scene.fleeing[0]) == {there: rank}
    drill = Drill(scene, "flights", Flights())
    assert drill.unit(0).hex == there
    assert drill.unit(0).lost == lost


@rule("F-18.3")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_flight_goes_as_far_as_it_must(left: int) -> None:
    """South is the depot: one way only."""
    drill = fleeing(man(0, 0, INF, "routed", 4, "1610"), flights=(Flight((0,), left),))
    steps = 0
    while drill.waits is not None:
        assert drill.state.fleeing[0].left == left - steps
        drill.do("run", max(drill.nouns("run")))
        steps += 1
    assert drill.state.field.grid.distance(at("1610"), drill.unit(0).hex) == left
    assert drill.state.fleeing == ()


@rule("F-18.3", "F-18.4")
@pytest.mark.parametrize("where", ["edge", "settled", "lost", "dead", "runs"])
def test_one_flight_after_the_other(where: str) -> None:
    """Three must run; whatever becomes of the first, the second is next and then the third."""
    label = {"edge": "1631", "settled": "1616", "lost": "1616", "dead": "1616", "runs": "0810"}[where]
    first = man(0, 0, INF, "routed", 4, label, where=Where.DEAD if where == "dead" else Where.MAP)
    others = [man(1, 0, INF, "routed", 4, "0510"), man(2, 0, INF, "routed", 4, "2510")]
    shut = ring(3) if where == "lost" else []
    left = 0 if where == "settled" else 1
    flights = (Flight((0,), left), Flight((1,), 1), Flight((2,), 1))
    drill = fleeing(first, *others, *shut, flights=flights)
    if where == "runs":
        drill.do("run", max(drill.nouns("run")))
    assert drill.state.fleeing[0].units == (1,)
    assert [flight.units for flight in drill.state.fleeing] == [(1,), (2,)]


@rule("F-9.7")
def test_a_leader_who_goes_along_is_asked_once_and_the_others_wait() -> None:
    units = (
        man(0, 0, INF, "routed", 4, "1616"),
        man(1, 0, INF, "column", 4, "1615"),
        man(2, 0, INF, "routed", 4, "0510"),
    )
    flights = (Flight((0,), 1), Flight((2,), 1))
    drill = fleeing(*units, flights=flights, leaders=(chief(0, 0, "1616"),)).do("go_along")
    assert drill.state.fleeing == (Flight((0,), 1, led=False), Flight((2,), 1))


@rule("F-18.3")
def test_those_of_a_flight_who_fall_run_no_more() -> None:
    units = (
        man(0, 0, INF, "routed", 4, "0810", where=Where.DEAD),
        man(1, 0, INF, "routed", 4, "0810"),
        man(2, 0, INF, "routed", 4, "0510"),
    )
    drill = fleeing(*units, flights=(Flight((0, 1), 1), Flight((2,), 1)))
    assert [flight.units for flight in drill.state.fleeing] == [(1,), (2,)]


@rule("F-18.3a", "TEM-08")
@pytest.mark.parametrize(("die", "order"), [(5, Order.GOOD), (6, Order.DISORDERED)])
def test_friends_run_over_check_with_two_more(die: int, order: Order) -> None:
    units = (man(0, 0, INF, "routed", 4, "1616"), man(1, 0, INF, "column", 4, "1617"))
    drill = fleeing(*units, flights=(Flight((0,), 1),)).do("run", at("1617"))
    assert drill.waits.what == "check"
    drill.fall(die)
    assert drill.unit(1).order is order


@rule("F-9.7", "R-77")
@pytest.mark.parametrize(("die", "fate"), [(3, Fate.KILLED), (4, Fate.AWAY)])
def test_a_stranded_leader_is_taken_or_routs(die: int, fate: Fate) -> None:
    one = replace(chief(0, 0, "1616", card=Card.HAND), routed=True)
    drill = Drill(state(line(0), leaders=(one,)), "flights", Flights()).fall(die)
    assert (drill.state.leaders[0].fate, drill.state.leaders[0].clock) == (fate, 0 if die == 3 else 1)
    assert drill.waits is None
