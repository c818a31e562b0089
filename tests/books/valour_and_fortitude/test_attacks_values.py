"""The melee value and hit tests, row by row: where each bites and where it does not. [VF 109–119, 125–127]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.fighting import (
    Bout,
    Tie,
    melee_to_hit,
    melee_value,
)
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.tables.dice import HIT, natural
from grognard.books.valour_and_fortitude.tables.fighting import MELEE_HALVED, MELEE_TO_HIT, MELEE_VALUE, TIES
from grognard.books.valour_and_fortitude.words import Special
from tests.books.valour_and_fortitude.bouts import MIDDLE, attack, fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    area,
    gun,
    horse,
    limbered,
    open_order,
    square,
    told,
    unit,
)
from tests.rules import rule

VILLAGE = area("building", 30, 24, 42, 30, "village")
MUD = area("mud", 20, 24, 52, 30, "mud")


def value(state: State, key: str = "A", enemy: str = "b", **more: Any) -> int:
    """How many dice a unit's attack has."""
    return attack(state, key, enemy, **more).value


def against_occupant(attacker: Unit, **more: Any) -> State:
    """A unit that touches a village with an enemy inside."""
    return melee(attacker, foe("b", inside="village", **more), terrain=(VILLAGE,))


# ---- every row of the tables by itself: the number it adds, and that it needs its fact

ADDING = [
    ("113", +1, {"attack_column": True, "target_inside": True}),
    ("115", +2, {"half_fire": 2}),
    ("116", +1, {"artillery": True, "dense": True}),
    ("B59", +1, {"artillery": True, "target_square": True}),
    ("117", +1, {"enfilade": True}),
    ("178", +1, {"foot_inside": True}),
    ("F5.2", +2, {"canister": True}),
    ("F5.13e", -1, {"open_order": True}),
    ("F5.17c", +1, {"square": True}),
    ("122", +4, {"support": 4}),
    ("124", +1, {"brigade_support": True}),
    ("F5.6", -1, {"second": True}),
]


@pytest.mark.parametrize(
    ("cite", "plus", "facts"), [pytest.param(*row, marks=rule(row[0]), id=row[0]) for row in ADDING]
)
def test_each_row_adds_its_number_and_nothing_without_its_fact(
    cite: str, plus: int, facts: dict[str, Any]
) -> None:
    assert melee_value(Bout(4, **facts)).total == 4 + plus
    assert cite in [line.cite for line in melee_value(Bout(4, **facts)).lines]
    for name in facts:
        less = {other: fact for other, fact in facts.items() if other != name}
        assert melee_value(Bout(4, **less)).total == 4


HALVING = [
    ("119", {"outflanked": True}),
    ("167", {"mounted_or_guns": True, "rough": True}),
    ("179", {"mounted_or_guns": True, "feature": True}),
]


@pytest.mark.parametrize(
    ("cite", "facts"), [pytest.param(*row, marks=rule(row[0]), id=row[0]) for row in HALVING]
)
def test_each_halving_row(cite: str, facts: dict[str, Any]) -> None:
    assert melee_value(Bout(5, **facts)).total == 2
    assert [line.cite for line in melee_value(Bout(5, **facts)).lines] == [cite]
    for name in facts:
        assert melee_value(Bout(5, **{k: v for k, v in facts.items() if k != name})).total == 5


@rule("4", "5", "6", "7", "B1")
@pytest.mark.parametrize(
    ("bout", "total"),
    [
        (Bout(5, outflanked=True, mounted_or_guns=True, rough=True, feature=True), 2),
        (Bout(4, outflanked=True, half_fire=1), 3),
        (Bout(1, outflanked=True, brigade_support=True), 2),
        (Bout(1, open_order=True), 1),
        (Bout(1, outflanked=True, open_order=True, second=True), 1),
        (Bout(1, open_order=True, brigade_support=True), 1),
    ],
)
def test_halve_once_then_add_never_below_one(bout: Bout, total: int) -> None:
    assert melee_value(bout).total == total


@rule("125", "126", "127", "8", "9")
@pytest.mark.parametrize(
    ("bout", "need"),
    [(Bout(4), 4), (Bout(4, fresh=True), 3), (Bout(4, shaken=True), 5), (Bout(4, heavy=True), 3)],
)
def test_what_a_hit_test_needs(bout: Bout, need: int) -> None:
    assert natural(HIT, melee_to_hit(bout).total) == need


def test_no_row_is_forgotten() -> None:
    known = {row[0] for row in ADDING} | {row[0] for row in HALVING} | {"126", "127", "B87"}
    found = {mod.cite for table in (MELEE_HALVED, MELEE_VALUE, MELEE_TO_HIT) for mod in table.rows}
    assert {cite for cite in found if not cite.startswith("FC")} == known


# ---- the same from real positions


@rule("109", "126", "127")
@pytest.mark.parametrize(("losses", "plus"), [(0, 1), (1, 0), (3, 0), (4, -1)])
def test_markers_and_the_hit_tests(losses: int, plus: int) -> None:
    assert attack(melee(foremost("A", losses=losses), foe("b")), "A", "b").plus == plus


@rule("113", "178")
def test_a_column_at_a_village() -> None:
    column = against_occupant(foremost("A"))
    assert attack(column, "A", "b").cites == ("113", "126")
    assert value(column) == 5
    assert value(against_occupant(foremost("A", files=12))) == 4
    assert value(melee(foremost("A"), foe("b"))) == 4
    # Inside, infantry adds 1 and has no formation: no line bonus, no column.
    assert attack(column, "b", "A").cites == ("178", "126")
    assert value(column, "b", "A") == 5


@rule("114", "B17")
def test_a_march_column_starts_from_one() -> None:
    state = melee(foremost("A"), foe("b", files=3, melee=6))
    assert value(state, "b", "A") == 1
    assert value(state, "b", "A", brigade=True) == 2
    limber = melee(foremost("A", files=12), foe("b", gun, limbered, melee=4))
    assert value(limber, "b", "A") == 1


@rule("115", "B15", "B16", "F5.12a")
@pytest.mark.parametrize(
    ("words", "more", "bonus"),
    [
        ((), {}, 1),
        ((), {"fire": 4}, 2),
        ((), {"fire": 1}, 0),
        ((), {"fire": 0}, 0),
        ((), {"files": 8}, 0),
        ((Special.MILITIA,), {}, 0),
        ((Special.LIGHT_INFANTRY, open_order), {"fire": 4}, -1),
    ],
)
def test_half_the_fire_of_a_line(words: tuple[Any, ...], more: dict[str, Any], bonus: int) -> None:
    assert value(melee(foremost("A"), foe("b", *words, **more)), "b", "A") == 4 + bonus


@rule("115")
def test_no_line_bonus_for_horse_guns_or_what_is_not_seen() -> None:
    assert value(melee(foremost("A"), foe("b", horse, melee=5, fire=4)), "b", "A") == 5
    assert value(melee(foremost("A"), foe("b", gun, melee=2, fire=4)), "b", "A") == 2 + 1  # A is a column
    assert value(against_occupant(foremost("A", files=12, fire=4))) == 4
    rear = melee(foremost("A"), foe("b", files=12, facing=0, front=(36, 25.6)))
    assert value(rear, "b", "A") == 2  # outflanked, and A is not visible


@rule("116", "129c", "B59")
@pytest.mark.parametrize(
    ("enemy", "bonus"),
    [
        (foe("b"), 0),
        (foe("b", files=8), 1),
        (foe("b", files=3), 1),
        (foe("b", gun, limbered), 1),
        (foe("b", gun), 0),
        (foe("b", square, files=6), 0),
    ],
)
def test_guns_at_dense_targets(enemy: Unit, bonus: int) -> None:
    assert value(melee(foremost("A", gun, melee=2), enemy)) == 2 + bonus
    assert "116" not in attack(melee(foremost("A", horse), enemy), "A", "b").cites


@rule("117", "B13", "B14")
def test_enfilade_in_melee() -> None:
    flush = melee(unit("A", files=6, front=(40.8, 26.4), facing=270), foe("b"))
    assert "117" in attack(flush, "A", "b").cites
    front = melee(foremost("A"), foe("b"))
    assert "117" not in attack(front, "A", "b").cites
    # It sticks out past the front of the target, into its arc: seen.
    out = melee(unit("A", files=6, front=(40.8, 23), facing=270), foe("b"))
    assert "117" not in attack(out, "A", "b").cites
    inside = against_occupant(unit("A", files=6, front=(36, 30), facing=180))
    assert "117" not in attack(inside, "A", "b").cites
    squared = melee(
        unit("A", files=6, front=(36, 24), facing=0), foe("b", square, files=6, facing=0, at=(36, 25.6))
    )
    assert "117" not in attack(squared, "A", "b").cites


@rule("119", "B57")
@pytest.mark.parametrize(
    ("shift", "halved"), [(0, False), (4.8 - 1.5, False), (4.8 - 0.9, False), (4.8 - 0.7, True), (4.8, True)]
)
def test_outflanked_with_one_front_figure(shift: float, halved: bool) -> None:
    """b's line is 9.6 wide, A's column 4.8: so far to the side fewer figures of b's front rank touch."""
    state = melee(foremost("A", front=(36 + 2.4 + shift, 24)), foe("b"))
    assert ("119" in attack(state, "b", "A").cites) is halved


@rule("119", "B57")
def test_occupants_are_never_outflanked() -> None:
    state = against_occupant(foremost("A"))
    assert "119" not in attack(state, "b", "A").cites


@rule("167", "179", "B52", "B53")
def test_rough_and_defendable_ground() -> None:
    for arm, full in ((horse, 6), (gun, 6)):
        inside = against_occupant(foremost("A", arm, melee=6))
        assert attack(inside, "A", "b").value == full // 2
        muddy = melee(foremost("A", arm, melee=6), foe("b"), terrain=(MUD,))
        assert attack(muddy, "A", "b").value == full // 2
        own = melee(foe("a", arm, melee=6), foremost("B"), terrain=(MUD,))
        assert "167" in attack(own, "a", "B").cites
    assert "167" not in attack(melee(foremost("A"), foe("b"), terrain=(MUD,)), "A", "b").cites
    foot_inside = against_occupant(foremost("A"))
    assert "179" not in attack(foot_inside, "A", "b").cites
    held = melee(foremost("A"), foe("b", horse, melee=6, inside="village"), terrain=(VILLAGE,))
    assert attack(held, "b", "A").value == 3


@rule("111", "127")
def test_only_the_main_attackers_state_counts() -> None:
    supporter = unit("C", files=6, front=(36, 25.6), facing=180, losses=4)
    state = melee(foremost("A"), foe("b"), supporter)
    game = fight(state, "A", "b", "C")
    assert told(game) == ("122", "126")


@rule("106", "139", "145", "B24")
@pytest.mark.parametrize(
    ("tie", "cites"),
    [
        (Tie(False, False), []),
        (Tie(True, False), ["145"]),
        (Tie(False, True), ["139"]),
        (Tie(True, False, False, True), ["145"]),
        (Tie(True, False, True, True), []),
        (Tie(True, False, True, False), ["145"]),
        (Tie(False, True, True, True), []),
    ],
)
def test_who_wins_ties(tie: Tie, cites: list[str]) -> None:
    assert [line.cite for line in TIES.lines(tie)] == cites


def test_the_middle_is_where_fronts_meet() -> None:
    state = melee(foremost("A"), foe("b"))
    assert (state.units[0].y, state.units[1].y) == (round(100 * MIDDLE[1]) - 160, round(100 * MIDDLE[1]) + 80)
