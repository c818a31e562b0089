"""The factors of a close combat, row by row and counted from the table. [EVA 31–46, C3, C4, C10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.parties import (
    Contest,
    Party,
    mean,
    next_fight,
    party,
    tallies,
)
from grognard.books.ever_victorious_armies.state import Desk, Duties, State, Today
from grognard.books.ever_victorious_armies.steps.common import touch
from grognard.books.ever_victorious_armies.tables.fighting import FACTORS
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    elite,
    ferocious,
    field_gun,
    find,
    foot,
    general,
    horse,
    line,
    raw,
    scene,
    skirmish,
    stubborn,
    unit,
)
from tests.rules import rule

param = pytest.param

FOOT = Party(12, infantry=12)
HORSE = Party(12, cavalry=12)
CREW = Party(12, gunners=12)


def lines(own: Party, foe: Party, defending: bool = False) -> dict[str, int]:
    """The rows that bite, with what they add."""
    return {each.cite: each.value for each in FACTORS.lines(Contest(own, foe, defending))}


def some(figures: int, **counts: int) -> Party:
    return Party(figures, **counts)


# fmt: off
ROWS = [
    pytest.param(HORSE, some(12, infantry=12, skirmishers=12), False, {"32": 6, "40": 1}, marks=rule("32", "G-17"), id="horse v skirmishers"),
    pytest.param(HORSE, some(12, infantry=12, skirmishers=6),  False, {"32": 6, "40": 1}, marks=rule("32", "C3"),   id="half of them skirmish"),
    pytest.param(HORSE, some(12, infantry=12, skirmishers=5),  False, {"40": 1},          marks=rule("32", "C3"),   id="fewer than half skirmish"),
    pytest.param(HORSE, FOOT,                                  False, {"40": 1},          marks=rule("32", "33"),   id="horse v formed foot"),
    pytest.param(HORSE, some(12, infantry=12, unformed=12),    False, {"33": 6, "40": 1}, marks=rule("33"),         id="horse v unformed"),
    pytest.param(HORSE, some(12, infantry=12, unformed=5),     False, {"40": 1},          marks=rule("33", "C3"),   id="fewer than half unformed"),
    pytest.param(HORSE, CREW,                                  False, {"40": 1},          marks=rule("33", "G-28"), id="horse v gunners"),
    pytest.param(FOOT,  some(12, infantry=12, skirmishers=12), False, {"34": 3},          marks=rule("34"),         id="foot v skirmishers"),
    pytest.param(FOOT,  some(12, cavalry=12, skirmishers=12),  False, {"34": 3},          marks=rule("34", "G-37"), id="foot v skirmishing horse"),
    pytest.param(FOOT,  some(12, infantry=12, skirmishers=5),  False, {},                 marks=rule("34", "C3"),   id="foot v few skirmishers"),
    pytest.param(CREW,  some(12, infantry=12, skirmishers=12), False, {},                 marks=rule("34", "G-28"), id="gunners are not infantry"),
    pytest.param(FOOT,  some(12, infantry=12, unformed=12),    False, {"35": 3},          marks=rule("35"),         id="foot v unformed"),
    pytest.param(FOOT,  FOOT,                                  False, {},                 marks=rule("35", "31"),   id="even foot"),
    pytest.param(FOOT,  CREW,                                  False, {},                 marks=rule("35", "G-28"), id="foot v gunners"),
    pytest.param(HORSE, some(12, infantry=12, skirmishers=6, unformed=6), False, {"32": 6, "40": 1}, marks=rule("35a"), id="both kinds, +6 once"),
    pytest.param(FOOT,  some(12, infantry=12, skirmishers=5, unformed=7), False, {"35": 3},          marks=rule("35a"), id="both kinds, +3 once"),
    pytest.param(FOOT,  some(12, infantry=12, skirmishers=3, unformed=3), False, {"34": 3},          marks=rule("C3"),  id="together half"),
    pytest.param(FOOT,  some(13, infantry=13, skirmishers=3, unformed=3), False, {},                 marks=rule("C3"),  id="together short of half"),
    pytest.param(some(12, infantry=6, cavalry=6), some(12, infantry=12, unformed=12), False, {"33": 6, "40": 1}, marks=rule("G-15", "C3"), id="+6 shuts out +3"),
    pytest.param(some(12, infantry=7, cavalry=5), some(12, infantry=12, unformed=12), False, {"35": 3},          marks=rule("G-15", "40"), id="mostly foot has +3"),
    pytest.param(some(12, infantry=12, entrenched=12), FOOT, True,  {"36": 2},   marks=rule("36"),         id="in a work"),
    pytest.param(some(12, infantry=12, entrenched=6),  FOOT, True,  {"36": 2},   marks=rule("36", "C3"),   id="half in a work"),
    pytest.param(some(12, infantry=12, entrenched=5),  FOOT, True,  {},          marks=rule("36", "C3"),   id="fewer than half in a work"),
    pytest.param(some(12, infantry=12, entrenched=12), FOOT, False, {},          marks=rule("36", "G-45"), id="attacking out of a work"),
    pytest.param(some(12, infantry=12, ferocious=12), FOOT,  False, {"37": 2},   marks=rule("37"),         id="ferocious v foot"),
    pytest.param(some(12, infantry=12, ferocious=12), FOOT,  True,  {"37": 2},   marks=rule("37"),         id="ferocious when defending too"),
    pytest.param(some(12, infantry=12, ferocious=5),  FOOT,  False, {},          marks=rule("37", "C3"),   id="few ferocious"),
    pytest.param(some(12, infantry=12, ferocious=12), HORSE, False, {},          marks=rule("37", "38"),   id="ferocious v horse"),
    pytest.param(some(12, infantry=12, ferocious=12), CREW,  False, {"38": 2},   marks=rule("38"),         id="ferocious v gunners"),
    pytest.param(FOOT, CREW,                                 False, {},          marks=rule("38"),         id="others v gunners"),
    pytest.param(some(12, infantry=12, ferocious=12), some(12, infantry=4, gunners=2, cavalry=6), False, {"37": 2}, marks=rule("37", "C3"), id="foot and gunners together half"),
    pytest.param(some(12, infantry=12, ferocious=12), some(12, infantry=6, gunners=6), False, {"37": 2}, marks=rule("37", "38", "35a"), id="as many foot as gunners, once"),
    pytest.param(some(12, infantry=12, ferocious=12), some(12, infantry=3, gunners=2, cavalry=7), False, {},        marks=rule("37", "38", "C3"), id="foot and gunners short of half"),
    pytest.param(FOOT,  some(12, infantry=12, raw=1),  False, {"39": 2},         marks=rule("39"),         id="one raw figure is enough"),
    pytest.param(FOOT,  some(12, infantry=12, raw=12), True,  {"39": 2},         marks=rule("39"),         id="raw attackers too"),
    pytest.param(some(12, infantry=12, raw=12), FOOT,  False, {},                marks=rule("39"),         id="one's own raw figures"),
    pytest.param(some(12, infantry=6, cavalry=6), FOOT, False, {"40": 1},        marks=rule("40", "C3"),   id="half of them horse"),
    pytest.param(some(12, infantry=7, cavalry=5), FOOT, False, {},               marks=rule("40", "C3"),   id="fewer than half horse"),
    pytest.param(some(12, cavalry=12, led=12), FOOT,   False, {"40": 1, "41": 1}, marks=rule("41"),        id="horse led by the general"),
    pytest.param(some(12, cavalry=12, led=1), FOOT,    False, {"40": 1, "41": 1}, marks=rule("41"),        id="one of its units led"),
    pytest.param(some(12, infantry=8, cavalry=4, led=4), FOOT, False, {},        marks=rule("41", "40"),   id="led, but not fighting as cavalry"),
    pytest.param(some(12, infantry=12, elite=6), FOOT, False, {"42": 1},         marks=rule("42", "C3"),   id="half elite"),
    pytest.param(some(12, infantry=12, elite=5), FOOT, False, {},                marks=rule("42", "C3"),   id="fewer than half elite"),
    pytest.param(some(12, gunners=12, elite=12), FOOT, True,  {"42": 1},         marks=rule("42"),         id="elite of any arm"),
    pytest.param(some(12, infantry=12, stubborn=12), FOOT, True,  {"43": 1},     marks=rule("43", "G-32"), id="stubborn defending"),
    pytest.param(some(12, infantry=12, stubborn=5),  FOOT, True,  {},            marks=rule("43", "C3"),   id="few stubborn"),
    pytest.param(some(12, infantry=12, stubborn=12), FOOT, False, {},            marks=rule("43"),         id="stubborn attacking"),
]
# fmt: on


@pytest.mark.parametrize(("own", "foe", "defending", "expected"), ROWS)
def test_each_factor_bites_where_it_should(
    own: Party, foe: Party, defending: bool, expected: dict[str, int]
) -> None:
    assert lines(own, foe, defending) == expected


@pytest.mark.parametrize(
    ("figures", "bonus"),
    [(17, 0), (18, 1), (23, 1), (24, 2), (35, 2), (36, 3), (47, 3), (48, 4), (60, 4)],
)
@rule("44", "45", "C4", "G-30")
def test_numbers_add_up_to_four(figures: int, bonus: int) -> None:
    """Worked example 20."""
    found = lines(Party(figures, infantry=figures), FOOT)
    assert sum(found.values()) == bonus
    assert found.get("44", 0) == min(bonus, 1)
    assert found.get("45", 0) == max(bonus - 1, 0)


@rule("44")
def test_the_outnumbered_side_adds_nothing() -> None:
    assert lines(FOOT, Party(48, infantry=48)) == {}


# ---- counted from the table


def sums(state: State) -> tuple[dict[str, int], dict[str, int]]:
    """What the attacker adds, then the defender, rule by rule."""
    fight = next_fight(state)
    assert fight is not None
    ours, theirs = tallies(state, fight.units, fight.attacker)
    return tuple({each.cite: each.value for each in tally.lines} for tally in (ours, theirs))  # type: ignore[return-value]


def counted(*units: Any, side: int = 0) -> Party:
    state = scene(*units)
    return party(state, tuple(range(len(units))), side)


@rule("C1", "G-54")
def test_all_figures_of_all_units_count_but_no_general() -> None:
    state = scene(
        unit("A", foot, 12),
        unit("B", horse, 8),
        unit("C", field_gun, 4),
        unit("G", general, joined="A"),
        unit("b"),
        contacts="b>A b>B b>C",
    )
    fight = next_fight(state)
    assert fight is not None
    assert fight.units == (0, 1, 2, 4)
    assert party(state, fight.units, 0) == Party(24, infantry=12, cavalry=8, gunners=4)


@rule("G-37")
def test_skirmishing_horse_is_both_cavalry_and_skirmishers() -> None:
    assert counted(unit("A", horse, 6, skirmish)) == Party(6, cavalry=6, skirmishers=6)


@rule("G-16")
def test_skirmishers_against_skirmishers_cancel() -> None:
    state = scene(unit("A", foot, 8, skirmish), unit("b", foot, 8, skirmish), contacts="A>b")
    assert sums(state) == ({"34": 3}, {"34": 3})


@rule("32", "40", "G-17", "G-37")
def test_skirmishing_horse_sweeps_skirmishers_and_is_swept() -> None:
    state = scene(unit("A", horse, 6, skirmish), unit("b", horse, 6), contacts="A>b")
    assert sums(state) == ({"40": 1}, {"32": 6, "40": 1})


@pytest.mark.parametrize("why", [pytest.param(n, marks=rule(n)) for n in ("U1", "U2", "U3")])
def test_unformed_foot_is_fallen_upon(why: str) -> None:
    state = scene(unit("A"), unit("b", foot, 12, column, today={"unformed": why}), contacts="A>b")
    assert sums(state) == ({"35": 3}, {})
    assert sums(scene(unit("A"), unit("b", foot, 12, column), contacts="A>b")) == ({}, {})


@rule("G-28", "U1")
def test_only_foot_in_line_or_column_can_be_unformed() -> None:
    shaken = {"unformed": "U1"}
    assert counted(unit("A", foot, 12, line, today=shaken)).unformed == 12
    assert counted(unit("A", foot, 8, skirmish, today=shaken)).unformed == 0
    assert counted(unit("A", horse, 8, today=shaken)).unformed == 0
    assert counted(unit("A", field_gun, 4, today=shaken)).unformed == 0


@rule("37", "43")
def test_traits_are_counted_for_foot_only() -> None:
    assert counted(unit("A", foot, 12, ferocious, stubborn, raw)) == Party(
        12, infantry=12, ferocious=12, stubborn=12, raw=12
    )
    assert counted(unit("A", horse, 8, ferocious, stubborn, elite)) == Party(8, cavalry=8, elite=8)


WORK = area("work", 20, 20, 40, 30)


def assault(*units: Any, contacts: str = "A>b") -> State:
    return scene(*units, terrain=(WORK,), contacts=contacts)


OUTSIDE = unit("A", at=(30, 18.5))
INSIDE = unit("b", at=(30, 20.75), facing=180)


@rule("36", "G-45", "C10")
def test_a_work_helps_foot_inside_against_enemies_outside() -> None:
    assert sums(assault(OUTSIDE, INSIDE)) == ({}, {"36": 2})


@rule("36", "G-45")
def test_a_work_does_not_help_against_enemies_inside() -> None:
    assert sums(assault(unit("A", at=(30, 22)), INSIDE)) == ({}, {})
    both = assault(OUTSIDE, INSIDE, unit("C", at=(34, 22)), contacts="A>b C>b")
    assert "36" not in sums(both)[1]


@rule("G-45")
def test_another_enemy_inside_that_touches_somebody_else_does_not_matter() -> None:
    state = assault(
        OUTSIDE, INSIDE, unit("C", at=(24, 22)), unit("d", at=(34, 20.75)), unit("E", at=(34, 18.5)),
        contacts="A>b E>d C>d E>b",
    )  # fmt: skip
    assert party(state, (0, 1, 2, 3, 4), 1).entrenched == 12


@rule("36", "G-45")
def test_a_work_does_not_help_attackers_horse_or_gunners() -> None:
    assert sums(assault(OUTSIDE, INSIDE, contacts="b>A")) == ({}, {})
    assert sums(assault(OUTSIDE, unit("b", horse, 12, at=(30, 20.75))))[1] == {"40": 1}
    assert sums(assault(OUTSIDE, unit("b", field_gun, 12, at=(30, 21))))[1] == {}


@rule("36")
def test_the_centre_must_be_inside() -> None:
    assert sums(assault(OUTSIDE, unit("b", at=(30, 19.9))))[1] == {}


@pytest.mark.parametrize("kind", ["village", "wood", "hill"])
@rule("C10")
def test_other_cover_gives_nothing_in_close_combat(kind: str) -> None:
    state = scene(OUTSIDE, INSIDE, terrain=(area(kind, 20, 20, 40, 30),), contacts="A>b")
    assert sums(state) == ({}, {})


@rule("43", "G-32")
def test_stubborn_foot_on_the_defending_side_needs_no_cover() -> None:
    state = scene(unit("A", foot, 12, stubborn), unit("b", foot, 12, stubborn), contacts="A>b")
    assert sums(state) == ({}, {"43": 1})


@rule("41", "N3", "G-48")
def test_the_general_leads_horse_he_was_with_before_the_contact() -> None:
    state = scene(unit("A", horse, 8), unit("G", general, joined="A"), unit("b", horse, 8), contacts="A>b")
    assert sums(state) == ({"40": 1, "41": 1}, {"40": 1})
    touched = scene(unit("A", horse, 8), unit("G", general, joined="A"), unit("b", horse, 8), contacts="b>A")
    assert sums(touched) == ({"40": 1}, {"40": 1, "41": 1})


@rule("41")
def test_the_general_with_foot_adds_nothing() -> None:
    state = scene(unit("A"), unit("G", general, joined="A"), unit("b"), contacts="A>b")
    assert sums(state) == ({}, {})


@rule("N3")
def test_a_general_who_came_later_or_is_gone_does_not_lead() -> None:
    touched = unit("A", horse, 8, today={"touched": True})
    late = scene(touched, unit("G", general, joined="A"), unit("b", horse, 8), contacts="A>b")
    assert sums(late) == ({"40": 1}, {"40": 1})
    dead = scene(
        unit("A", horse, 8, today={"touched": True, "led": True}), unit("b", horse, 8), contacts="A>b"
    )
    assert sums(dead) == ({"40": 1}, {"40": 1})


@rule("N3")
def test_a_general_who_comes_to_a_fight_does_not_lead_it_when_more_enemies_arrive() -> None:
    state = scene(
        unit("A", horse, 8), unit("G", general), unit("b", horse, 8), unit("c", horse, 8), contacts="A>b"
    )
    desk = Desk(state, None)
    desk.put(0, today=Today())
    desk.put(1, joined=0)
    touch(desk, 3, 0)
    assert "41" not in sums(desk.state)[0]


@rule("N3", "G-39")
def test_he_leads_on_in_a_fight_that_goes_on() -> None:
    locked = unit("A", horse, 8, today={"touched": True}, duties=Duties(fought=True, locked=True, led=True))
    state = scene(locked, unit("G", general, joined="A"), unit("b", horse, 8), contacts="A>b")
    assert sums(state)[0] == {"40": 1, "41": 1}


@rule("C4", "S15")
def test_numbers_are_those_left_after_shooting() -> None:
    state = scene(unit("A", foot, 12), unit("b", foot, 8, today={"lost_to_fire": 4}), contacts="A>b")
    assert sums(state) == ({"44": 1}, {})


@rule("39")
def test_raw_figures_anywhere_in_the_fight_count() -> None:
    state = scene(unit("A"), unit("b"), unit("c", foot, 12, raw), contacts="A>b A>c")
    assert sums(state)[0] == {"39": 2}
    assert find(state, "c").raw


@pytest.mark.parametrize(
    ("foe", "loose", "crew"),
    [
        param(
            Party(12, 12, skirmishers=6, unformed=6),
            (True, False),
            (True, False),
            id="as many of the one as of the other",
        ),
        param(Party(12, 12, skirmishers=6, unformed=7), (False, True), (True, False), id="more unformed"),
        param(Party(12, 12, skirmishers=3, unformed=3), (True, False), (True, False), id="half of all"),
        param(Party(12, 12, skirmishers=3, unformed=2), (False, False), (True, False), id="less than half"),
        param(Party(8, 4, gunners=4), (False, False), (True, False), id="as many foot as gunners"),
        param(Party(8, 3, gunners=4), (False, False), (False, True), id="more gunners"),
        param(Party(8, 2, 4, 2), (False, False), (True, False), id="both are half"),
        param(Party(8, 2, 5, 1), (False, False), (False, False), id="both are less than half"),
    ],
)
@rule("C3", "35a", "G-15")
def test_whom_a_side_fights_mostly(foe: Party, loose: tuple[bool, bool], crew: tuple[bool, bool]) -> None:
    view = Contest(Party(12, 12), foe)
    assert (view.on_skirmishers, view.on_unformed) == loose
    assert (view.on_infantry, view.on_gunners) == crew


@pytest.mark.parametrize(
    ("points", "middle"),
    [
        param([(7, 9)], (7, 9), id="one"),
        param([(0, 0), (1, 3)], (1, 2), id="halves up"),
        param([(0, 0), (0, 1), (1, 1)], (0, 1), id="to the nearest"),
        param([(100, 200), (300, 500)], (200, 350), id="two"),
    ],
)
@rule("R1")
def test_the_middle_of_all_it_touched(points: list[tuple[int, int]], middle: tuple[int, int]) -> None:
    assert mean(points) == middle
