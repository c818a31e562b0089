"""Who tests morale, when, and what failing does. [EVA 69–73a, 79–83a, T6, O1, O2, O4]"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.nerve import high_casualties
from grognard.books.ever_victorious_armies.facts.readiness import barred_from_advancing
from grognard.books.ever_victorious_armies.state import Loss, State
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.words import Where
from tests.books.ever_victorious_armies.scenes import (
    Play,
    begin,
    elite,
    field_gun,
    foot,
    general,
    horse,
    irregular,
    odds,
    raw,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule


def hurt(key: str = "A", figures: int = 9, fire: int = 3, combat: int = 0, *words: Any, **more: Any) -> Any:
    """A unit that lost figures this turn; 12 at its start, unless told otherwise."""
    return unit(key, foot, figures, *words, today={"lost_to_fire": fire, "lost_in_combat": combat}, **more)


def all_who_test(game: Play) -> list[int]:
    """Let every test be passed, and list who had to take one."""
    due = []
    while not game.over:
        due.append(game.throw.facts["unit"])
        game.play(6)
    return due


# ---- high casualties


@pytest.mark.parametrize(
    ("size", "lost", "cite"),
    [
        pytest.param(6, 1, "71", marks=rule("71")),
        pytest.param(6, 0, "", marks=rule("71")),
        pytest.param(1, 0, "", marks=rule("71")),
        pytest.param(4, 3, "71", marks=rule("71", "73a")),
        pytest.param(7, 1, "", marks=rule("72")),
        pytest.param(7, 2, "72", marks=rule("72")),
        pytest.param(12, 2, "72", marks=rule("72")),
        pytest.param(12, 11, "72", marks=rule("72", "73a")),
        pytest.param(13, 2, "", marks=rule("73")),
        pytest.param(13, 3, "73", marks=rule("73")),
        pytest.param(18, 4, "73", marks=rule("73", "73a")),
    ],
)
def test_casualties_against_size_at_the_start_of_the_turn(size: int, lost: int, cite: str) -> None:
    """Worked example 23."""
    assert high_casualties(hurt("A", size - lost, lost)) == cite


@rule("O1", "G-20")
def test_fire_and_combat_count_together_against_the_size_at_the_start() -> None:
    assert high_casualties(hurt("A", 10, 1, 1)) == "72"
    assert high_casualties(hurt("A", 11, 1, 0)) == ""
    # 13 at the start: two are too few, though only 11 are left.
    assert high_casualties(hurt("A", 11, 1, 1)) == ""


@rule("O1", "G-20")
def test_losses_of_earlier_turns_do_not_count() -> None:
    worn = unit("A", foot, 6, full=12)
    assert begin(scene(worn), Morale()).over


@rule("T6", "O1", "G-20")
def test_one_casualty_test_a_unit_a_turn() -> None:
    assert all_who_test(begin(scene(hurt("A", 4, 5, 3)), Morale())) == [0]


@rule("T6")
def test_first_side_before_second_each_in_roster_order() -> None:
    units = hurt("b"), hurt("A"), hurt("d"), hurt("C"), unit("E")
    assert all_who_test(begin(scene(*units, first=0), Morale())) == [1, 3, 0, 2]
    assert all_who_test(begin(scene(*units, first=1), Morale())) == [0, 2, 1, 3]


@rule("G-52", "T6")
def test_the_dead_do_not_test() -> None:
    gone = hurt("A", 0, 12, where=Where.LOST)
    assert begin(scene(gone, unit("b")), Morale()).over


@rule("71", "G-54")
def test_guns_test_and_generals_do_not() -> None:
    gun = unit("A", field_gun, 3, today={"lost_to_fire": 1})
    lone = unit("G", general, today={"lost_to_fire": 1})
    assert all_who_test(begin(scene(gun, lone), Morale())) == [0]


# ---- the die


@pytest.mark.parametrize(
    ("words", "die", "passes"),
    [
        pytest.param((), 4, True, marks=rule("80")),
        pytest.param((), 3, False, marks=rule("80")),
        pytest.param((elite,), 3, False, marks=rule("80")),
        pytest.param((raw,), 5, True, marks=rule("79")),
        pytest.param((raw,), 4, False, marks=rule("79")),
        pytest.param((irregular,), 5, True, marks=rule("79")),
        pytest.param((irregular,), 4, False, marks=rule("79")),
        pytest.param((raw, irregular), 5, True, marks=rule("79", "G-27")),
        pytest.param((raw, irregular), 4, False, marks=rule("79", "G-27")),
    ],
)
def test_what_passes_a_test(words: tuple[Any, ...], die: int, passes: bool) -> None:
    game = begin(scene(hurt("A", 9, 3, 0, *words)), Morale())
    if elite in words:
        game.play("test")
    game.play(die)
    assert game.over
    assert game.unit("A").markers == (0 if passes else 1)
    assert bool(game.notes("passes")) == passes


# ---- failures


@pytest.mark.parametrize(
    ("markers", "cite"), [pytest.param(0, "81", marks=rule("81")), pytest.param(1, "82", marks=rule("82"))]
)
@rule("O4")
def test_a_failure_adds_a_marker(markers: int, cite: str) -> None:
    game = begin(scene(hurt(markers=markers)), Morale()).play(1)
    assert game.unit("A").markers == markers + 1
    assert game.notes("fails")[0].cite == cite
    assert game.unit("A").on_table


@rule("83", "O4", "G-51")
def test_the_third_failure_routs_the_unit() -> None:
    game = begin(scene(hurt(markers=2)), Morale()).play(1)
    assert game.unit("A").where is Where.LOST
    assert game.notes("routs")[0].cite == "83"
    kept = begin(scene(hurt(markers=2)), Morale()).play(4)
    assert kept.unit("A").on_table
    assert kept.unit("A").markers == 2


@rule("81", "82", "83a", "G-24", "87a")
def test_markers_bar_skirmishers_first_and_then_everybody() -> None:
    def bar(markers: int, *words: Any) -> str:
        return barred_from_advancing(unit("A", foot, 12, *words, markers=markers))

    assert [bar(n) for n in (0, 1, 2)] == ["", "", "82"]
    assert [bar(n, skirmish) for n in (0, 1, 2)] == ["", "81", "82"]
    assert barred_from_advancing(unit("A", horse, 6, skirmish, markers=1)) == "81"


@rule("80", "83")
def test_a_regular_unit_with_two_markers_routs_with_one_half() -> None:
    found = odds(begin(scene(hurt(markers=2)), Morale()), lambda s: s.units[0].on_table)
    assert found.chance_of(False) == Fraction(1, 2)


# ---- generals


def bereft(*units: Any, cite: str = "69", witnesses: tuple[int, ...] = (0, 1), **more: Any) -> State:
    return scene(*units, losses=(Loss(0, cite, witnesses),), **more)


@rule("69", "O2")
def test_units_that_saw_the_general_fall_test() -> None:
    game = begin(bereft(unit("A"), unit("B"), unit("C")), Morale())
    assert game.throw.facts["cause"] == "69"
    assert all_who_test(game) == [0, 1]


@rule("69")
def test_a_witness_that_has_died_since_does_not_test() -> None:
    state = bereft(unit("A", where=Where.LOST), unit("B"))
    assert all_who_test(begin(state, Morale())) == [1]


@rule("O1", "T6")
def test_casualty_tests_come_first_and_are_apart_from_the_general_test() -> None:
    game = begin(bereft(unit("A"), hurt("B")), Morale())
    causes = []
    while not game.over:
        causes.append((game.throw.facts["unit"], game.throw.facts["cause"]))
        game.play(6)
    assert causes == [(1, "72"), (0, "69"), (1, "69")]


@rule("O1")
def test_one_general_test_a_turn_however_much_is_lost() -> None:
    state = scene(unit("A"), losses=(Loss(0, "69", (0,)), Loss(0, "70", (0,))))
    assert all_who_test(begin(state, Morale())) == [0]


@rule("T6")
def test_losses_are_forgotten_when_all_have_tested() -> None:
    game = begin(bereft(unit("A"), unit("B")), Morale()).play(6, 6)
    assert game.over
    assert game.state.losses == ()


def with_general(markers: int = 2, apart: float = 8) -> State:
    return scene(
        hurt("A", markers=markers, at=(20, 20)),
        unit("B", at=(20, 20 + apart)),
        unit("G", general, joined="A"),
        unit("z", at=(60, 40)),
    )


@rule("70", "O4", "T6", "N5")
def test_a_rout_with_the_general_tries_the_units_near_it() -> None:
    game = begin(with_general(), Morale()).play("test", 1)
    assert game.throw.what == "general's escape"
    game.play(6)
    assert game.unit("G").joined == 1
    assert game.state.losses == (Loss(0, "70", (1,)),)
    assert not game.over


@rule("70", "74")
def test_the_unit_the_general_fled_to_may_stand_by_his_command() -> None:
    game = begin(with_general(), Morale()).play("test", 1, 6)
    assert set(game.ask.offers) == {"stand_firm_command", "test"}
    game.play("test")
    assert game.throw.facts["cause"] == "70"


@rule("70", "69", "O1")
def test_a_rout_and_a_capture_are_one_test() -> None:
    game = begin(with_general(), Morale()).play("test", 1, 1)
    assert [loss.cite for loss in game.state.losses] == ["70", "69"]
    assert all_who_test(game) == [1]


@rule("70", "G-35")
def test_the_rout_is_felt_to_12_from_the_routing_unit() -> None:
    """Two lines of six bases, one above the other: 12 between them is 13 from centre to centre."""
    near = begin(with_general(apart=13), Morale()).play("test", 1, 1)
    assert all_who_test(near) == [1]
    far = begin(with_general(apart=13.01), Morale()).play("test", 1, 1)
    assert far.over


@rule("70")
def test_a_rout_without_the_general_is_nobody_elses_test() -> None:
    state = scene(hurt("A", markers=2, at=(20, 20)), unit("B", at=(20, 22)), unit("z", at=(60, 40)))
    game = begin(state, Morale()).play(1)
    assert game.over
    assert game.state.losses == ()


@rule("70", "T6")
def test_a_rout_in_a_general_test_calls_for_more_tests() -> None:
    """A tests for a general lost before, routs with the next one, and B has to test for that."""
    state = scene(
        unit("A", markers=2, at=(20, 20)),
        unit("B", at=(20, 22)),
        unit("G", general, joined="A"),
        unit("z", at=(60, 40)),
        losses=(Loss(0, "69", (0,)),),
    )
    game = begin(state, Morale()).play("test", 1, 1)
    assert game.unit("A").where is Where.LOST
    assert all_who_test(game) == [1]


@rule("69", "T5", "T6")
def test_from_the_combat_to_the_test_in_one_go() -> None:
    state = scene(
        unit("A", at=(20, 20)),
        unit("b", at=(20, 21)),
        unit("g", general, joined="b"),
        unit("c", at=(20, 24)),
        contacts="A>b",
    )
    game = begin(state, Combats(), Morale()).play((3, 1), 1, 6, 6)
    assert game.unit("g").where is Where.LOST
    assert all_who_test(game) == [1, 3]


@rule("72", "79", "80", "83")
def test_brute_force_over_three_units() -> None:
    """Every fall of three dice, counted by hand, against the engine."""
    state = scene(hurt("A", markers=1), hurt("B", 9, 3, 0, raw), hurt("c", 9, 3, 0, markers=2))
    expected: dict[Any, Fraction] = {}
    for a, b, c in product(range(1, 7), repeat=3):
        key = (1 if a >= 4 else 2, 0 if b >= 5 else 1, c >= 4)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 216)
    found = odds(
        begin(state, Morale()), lambda s: (s.units[0].markers, s.units[1].markers, s.units[2].on_table)
    )
    assert found.fractions() == expected
