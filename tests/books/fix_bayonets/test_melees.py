"""Melees as they are fought: who stands in them, what the table says of guns, who has fought, who takes the ground."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.melee import Bout, special_row
from grognard.books.fix_bayonets.facts.stacks import layout
from grognard.books.fix_bayonets.state import LEADERS, Unit
from grognard.books.fix_bayonets.words import Attack, Formation, Order, Rank
from grognard.engine.choices import Ask
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, Drill, at, country
from tests.books.fix_bayonets.scenes import (
    LIGHT,
    QUIET,
    acting,
    around,
    battle,
    boss,
    charge,
    foot,
    guns,
    hexes,
    horse,
    mixed,
    quiet,
    rows,
    segment,
    sent,
    shaken,
    thrown,
)  # fmt: skip
from tests.rules import rule

ATTACKER = foot("1617", "column", 0, 0, 6, fb=True, mcf=8)


def assault(*enemies: Unit, field: Any = None) -> Drill:
    """One stack goes in, and nobody does anything about it."""
    more = {} if field is None else {"field": field}
    return quiet(sent(battle(ATTACKER, *enemies, **more), 1, 0))


# ---- guns that are Disordered


@rule("SPR-01", "R-45")
@pytest.mark.parametrize(
    ("order", "row"), [(True, "screen_or_disordered"), (False, "unlimbered_art_not_mixed")]
)
def test_special_against_guns_asks_for_their_order_first(order: bool, row: str) -> None:
    gun = guns("1616", number=1, side=1)
    stack = (shaken(gun) if order else gun,)
    assert special_row(Bout(((ATTACKER,),), stack, Attack.ASSAULT, "front")) == row


@rule("F-5.2", "R-69", "ASR-03")
@pytest.mark.parametrize("order", [True, False])
def test_disordered_guns_have_no_rear(order: bool) -> None:
    gun = replace(guns("1616", number=1, side=1), facing=0)
    drill = assault(shaken(gun) if order else gun)
    assert ("ASR-03" in rows(drill)) is not order


@rule("F-5.2", "F-10.2")
def test_disordered_limbered_guns_pay_no_more_sideways() -> None:
    team = guns("1616", "limbered", number=0, mcf=12)
    assert len(layout(shaken(team)).front) == 6
    assert len(layout(team).front) == 1


# ---- guns with foot


def beaten_line(*, disordered: bool, halves: int = 8) -> Drill:
    below, above = mixed("1616", "line", 1, 1)
    pair = (replace(below, halves=halves), above)
    return assault(*(tuple(map(shaken, pair)) if disordered else pair))


@rule("R-43", "F-16.9", "F-16.5")
def test_guns_are_rolled_for_when_their_disordered_foot_routs_on_its_check() -> None:
    drill = beaten_line(disordered=True).fall(9)
    assert drill.unit(1).order is Order.ROUTED
    assert thrown(drill) == "spiked guns"
    drill = beaten_line(disordered=False).fall(9)
    assert drill.unit(1).order is Order.DISORDERED
    assert thrown(drill) == "melee"


@rule("F-16.9", "LEG-02")
@pytest.mark.parametrize(("halves", "stay"), [(1, True), (8, False)])
def test_guns_stay_when_the_foot_over_them_is_gone(halves: int, stay: bool) -> None:
    drill = beaten_line(disordered=False, halves=halves)
    for _ in range(9):
        if thrown(drill) == "melee":
            break
        drill.fall(0)
    for die in range(10):
        other = Drill(drill.state, "odds: melee", drill.env)
        other.fall(die)
        result = next(entry.facts["result"] for entry in other.log if entry.what == "melee")
        if result == "DDS":
            gun = other.unit(2)
            assert (gun.good and gun.hex == at("1616") and not other.state.fleeing) is stay
            return
    raise AssertionError("no die gives DDS at these odds")


@rule("F-18.3", "F-7.3")
def test_guns_do_not_fall_back_into_a_wood_with_their_line() -> None:
    woods = {f"h{there}": "w" for there in around("1616") if there not in ("1617", "1615")}
    below, above = mixed("1616", "line", 1, 1)
    drill = assault(below, above, field=country(**woods)).fall(0, 2)
    assert hexes(drill, "run") in (set(), {"1615"})
    assert drill.unit(2).hex in (at("1615"), at("1616"))
    closed = {f"h{there}": "w" for there in around("1616") if there != "1617"}
    drill = assault(below, above, field=country(**closed)).fall(0, 2)
    if "run" in drill.verbs:
        drill.do("run", min(drill.nouns("run")))
    assert not drill.unit(2).on_map, "they are left behind"
    assert drill.unit(1).on_map
    assert drill.state.field.terrain[drill.unit(1).hex] == "w"


# ---- results


@rule("LEG-01", "F-15.2")
def test_a_road_column_is_disordered_by_dd_and_routed_by_a_failed_check() -> None:
    drill = assault(foot("1616", "road column", 1, 1, facing=6))
    again = Drill(drill.state, "assault", drill.env)
    drill.fall(0, 6)
    assert any(entry.what == "melee" and entry.facts["result"] == "DD" for entry in drill.log)
    assert drill.unit(1).order is Order.DISORDERED
    quiet(again).fall(9)
    assert again.unit(1).order is Order.ROUTED


@rule("F-19.1", "R-73", "F-16.5")
@pytest.mark.parametrize(("how", "fought"), [("routed", False), ("breaks", False), ("fights", True)])
def test_a_formation_tires_of_melees_that_were_fought(how: str, fought: bool) -> None:
    enemy = foot("1616", "column")
    if how == "routed":
        drill = assault(shaken(enemy, Order.ROUTED))
    elif how == "breaks":
        drill = assault(shaken(enemy)).fall(9)
    else:
        drill = assault(enemy).fall(0, 5)
    assert drill.state.commands[0].fought is fought


@rule("F-19.1", "F-13.5")
def test_a_charge_shot_to_a_stop_has_fought_no_melee() -> None:
    drill = charge(segment(horse("1617", tem=0, traits=LIGHT), foot("1616", "line", 1, 1, facing=7, tem=9)))
    for _ in range(20):
        if thrown(drill):
            drill.fall({"receive check": 0, "fire": 1}.get(thrown(drill), 9))
        elif "volley" in drill.verbs:
            drill.do("volley", (1, 0))
        elif drill.verbs & set(QUIET):
            quiet(drill)
        else:
            break
    assert not drill.unit(0).good
    assert not drill.told("melee")
    assert not any(each.fought for each in drill.state.commands)


# ---- who goes in, and over what ground


@rule("ASR-01", "F-16.4")
@pytest.mark.parametrize("shot", [True, False])
def test_the_ground_counts_of_those_who_still_attack(shot: bool) -> None:
    here = battle(
        ATTACKER, replace(ATTACKER, id=1, hex=at("1517"), facing=2), foot("1616", "line", 2, 1, facing=7),
        field=country(h1617="~"),
    )  # fmt: skip
    drill = sent(here, 2, 0, 1)
    while "stand" in drill.verbs:
        drill.do("stand")
    if shot:
        drill.do("volley", (2, 1)).fall(2, 9)
        assert not drill.unit(1).good
    quiet(drill)
    assert ("ASR-01" in rows(drill)) is shot, "only the one behind the brook is left"


@rule("R-44", "ASP-01")
def test_open_order_foot_goes_in_with_close_order_but_not_alone() -> None:
    loose = foot("1717", "general order", 1, 0, 6, fb=True, mcf=8)
    here = battle(ATTACKER, loose, foot("1616", "column", 2, 1), shaken(foot("1716", "line", 3, 1)))
    drill = Drill(here, "assaults", sent(here, 2, 0).position.agenda[0].env.__class__(0)).do(
        "assault_target", 2
    )
    assert drill.nouns("send") == {0}
    drill.do("send", 0)
    if "go_by" in drill.verbs:
        drill.do("go_by", min(drill.nouns("go_by")))
    assert 1 in drill.nouns("send")
    shaken_one = Drill(here, "assaults", type(drill.position.agenda[0].env)(0)).do("assault_target", 3)
    assert 1 in shaken_one.nouns("send"), "alone at a Disordered stack"


@rule("ASP-06", "F-16.8", "F-10.4")
@pytest.mark.parametrize(("label", "taken"), [("1718", "1717"), ("1617", "1616")])
def test_the_victor_takes_the_hex_it_attacked(label: str, taken: str) -> None:
    line = replace(foot("1616", "extended line", 1, 1, 6, facing=7), hex2=at("1717"))
    attacker = foot(label, "column", 0, 0, 8, fb=True, mcf=8)
    drill = quiet(sent(battle(attacker, line), 1, 0)).fall(0, 0)
    while isinstance(drill.waits, Ask) and "run" in drill.verbs:
        drill.do("run", min(drill.nouns("run")))
    if "go_by" in drill.verbs:
        drill.do("go_by", at(taken))
    assert drill.unit(0).hex == at(taken)


@rule("F-16.8", "R-55")
def test_a_defender_under_fb_loses_it_with_the_assault() -> None:
    drill = assault(foot("1616", "column", 1, 1, 9, fb=True, tem=9))
    for _ in range(12):
        if drill.waits is None or (isinstance(drill.waits, Ask) and not drill.verbs & {"face", "run"}):
            break
        if thrown(drill):
            drill.fall(5 if thrown(drill) == "melee" else 0)
        else:
            verb = next(iter(drill.verbs & {"face", "run"}))
            drill.do(verb, min(drill.nouns(verb)))
    assert not drill.unit(1).fb


@rule("F-13.4", "F-16.4", "ASP-03")
@pytest.mark.parametrize(("spent", "asked"), [(False, True), (True, False)])
def test_who_closes_up_is_shot_at_as_it_leaves(spent: bool, asked: bool) -> None:
    attacker = foot("1618", "column", 0, 0, 6, fb=True, mcf=8)
    third = foot("1719", "line", 2, 1, facing=9, spent=spent)
    drill = sent(battle(attacker, foot("1616", "column"), third), 1, 0)
    while "stand" in drill.verbs:
        drill.do("stand")
    left = "shoot" in drill.verbs and drill.unit(0).hex == at("1618")
    assert left is asked


# ---- charges


def countered(*, recall: bool) -> Drill:
    own = horse("1621", tem=9 if recall else 0)
    foes = [foot("1616", "square"), horse("1916", number=2, side=1, traits=LIGHT, facing=8, tem=9)]
    if not recall:
        foes.append(foot("1519", "line", 3, 1, facing=5))
    drill = charge(segment(own, *foes))
    for _ in range(40):
        if thrown(drill) in ("melee", "receive check"):
            return drill
        if thrown(drill):
            drill.fall({"check": 9, "fire": 2}.get(thrown(drill), 0))
        elif "charge_back" in drill.verbs:
            drill.do("charge_back", 2)
        elif (
            recall
            and "recall" in drill.verbs
            and drill.waits.who[0] == 0
            and any(entry.what == "charges" and entry.facts["unit"] == 2 for entry in drill.log)
        ):
            drill.do("recall")
        elif "gallop" in drill.verbs:
            goal = drill.unit(0).hex if drill.waits.who[0] else drill.unit(1).hex
            grid = drill.state.field.grid
            drill.do(
                "gallop", min(drill.nouns("gallop"), key=lambda there: (grid.distance(there, goal), there))
            )
        elif "shoot" in drill.verbs:
            drill.do("shoot", min(drill.nouns("shoot")))
        else:
            quiet(drill)
    raise AssertionError("no melee")


@rule("F-17.8", "F-17.6", "R-78", "MUL-05")
@pytest.mark.parametrize("recall", [True, False])
def test_whose_charge_has_stopped_receives_a_charge_like_anybody(recall: bool) -> None:
    drill = countered(recall=recall)
    assert thrown(drill) == "receive check"
    assert not drill.env.reaction


@rule("STK-06", "F-17.4")
@pytest.mark.parametrize(("steps", "may"), [(6, False), (4, True)])
def test_a_square_formed_in_reaction_holds_twelve_steps(steps: int, may: bool) -> None:
    units = [replace(foot("1616", "general order", 1 + n, 1, steps), seat=n) for n in range(3)]
    drill = charge(segment(horse("1621", traits=LIGHT), *units)).do("gallop", at("1620"))
    assert ("try_square" in drill.verbs) is may


@rule("F-17.10", "SQR-07")
def test_a_charge_elsewhere_does_not_undo_a_grand_charge_nor_is_it_part_of_it() -> None:
    lead = replace(boss("1620", cr=40), rank=Rank.CORPS)
    units = (
        horse("1620", number=0, steps=3), foot("1616"), horse("1720", number=2, steps=3), horse("1520", number=3, steps=3),
        foot("1716", "line", 4), foot("1516", "line", 5), horse("2520", number=6, steps=3), foot("2516", "line", 7),
    )  # fmt: skip
    drill = segment(*units, leaders=(lead,)).do("take_along", LEADERS)
    for pair in ((0, 1), (2, 4), (3, 5), (6, 7)):
        drill.do("charge", pair)
    if "declared" in drill.verbs:
        drill.do("declared")
    assert drill.told("grand charge")
    assert drill.env.party == (0, 2, 3)


@rule("F-17.1", "F-10.4")
@pytest.mark.parametrize(("far", "may"), [(6, True), (7, False)])
def test_a_charge_names_a_line_by_its_nearer_hex(far: int, may: bool) -> None:
    main, second = at("1616"), at(around("1616")[2])
    line = replace(foot("1616", "extended line", 1, 1, 6, facing=7), hex2=second)
    grid = segment(horse(), line).state.field.grid
    found = False
    for here in range(grid.size):
        if grid.distance(here, second) == far and grid.distance(here, main) == far + 1:
            for facing in range(0, 12, 2):
                drill = segment(horse(grid.label(here), traits=LIGHT, facing=facing), line)
                found = found or (not drill.position.over and "charge" in drill.verbs)
    assert found is may


@rule("F-17.5", "F-17.1", "F-17.2")
@pytest.mark.parametrize(("letter", "safe"), [("w", True), ("r", False)])
def test_a_screen_that_has_slipped_into_a_wood_is_ridden_down_no_more(letter: str, safe: bool) -> None:
    screen = foot("1616", "skirmish screen", steps=1)
    drill = charge(segment(horse("1621"), screen, field=country(h1615=letter)))
    for _ in range(20):
        if "slip" in drill.verbs:
            drill.do("slip", at("1615"))
        elif "gallop" in drill.verbs:
            drill.do("gallop", min(drill.nouns("gallop")))
        elif drill.verbs & set(QUIET):
            drill.do(next(verb for verb in QUIET if verb in drill.verbs))
        else:
            break
    assert drill.told("contact") is not safe


@rule("CHG-04", "F-18.3")
def test_the_active_side_runs_first_after_a_charge() -> None:
    units = (
        horse("1617", steps=6, traits=LIGHT), foot("1616", "line", 1, 1, 2, tem=9),
        replace(horse("2017", number=2, steps=2, traits=LIGHT), id=2), foot("2016", "square", 3, 1, 6, tem=9),
    )  # fmt: skip
    drill = segment(*units).do("charge", (0, 1)).do("charge", (2, 3))
    if "declared" in drill.verbs:
        drill.do("declared")
    for _ in range(40):
        if drill.told("runs"):
            break
        if thrown(drill):
            die = 0 if drill.waits.facts.get("target") == 1 else 9
            drill.fall(die if thrown(drill) == "melee" else 9 if thrown(drill) == "fire" else 0)
        elif drill.verbs & set(QUIET):
            quiet(drill)
        elif "run" in drill.verbs:
            drill.do("run", min(drill.nouns("run")))
    assert next(entry for entry in drill.log if entry.what == "runs").facts["unit"] == 2


@rule("F-10.4", "F-10.2")
@pytest.mark.parametrize(("block", "may"), [(False, True), (True, False)])
def test_an_extended_line_swings_its_second_hex_as_it_turns(block: bool, may: bool) -> None:
    line = replace(foot("1618", "extended line", 0, 0, 6, mcf=8), hex2=at(around("1618")[2]))
    side = layout(line).flank
    assert 2 in side, "it is extended to its flank"
    swung = around("1618")[3]
    others = (foot(swung, "column", 1, 0),) if block else ()
    drill = acting(line, *others)
    assert ("turn_right" in drill.verbs) is may
    if may:
        drill.do("turn_right")
        assert drill.unit(0).hex2 == at(swung)
        assert 3 in layout(drill.unit(0)).flank
    assert drill.unit(0).formation is Formation.EXT_LINE
    assert drill.unit(0).arm is not ART
