"""Shooting: dice, hits and losses. [EVA 9, 10, S1, S2, S15, G-4, G-10, G-11]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import shooting_bases
from grognard.books.ever_victorious_armies.facts.shots import Volley, volley
from grognard.books.ever_victorious_armies.state import Options, State, Terrain, Unit
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.words import Where
from tests.books.ever_victorious_armies.drill import game_of, moving, play_turn, work
from tests.books.ever_victorious_armies.scenes import (
    Halt,
    Play,
    column,
    field_gun,
    find,
    foot,
    horse,
    minie,
    repeater,
    scene,
    skirmish,
    smoothbore,
    told,
    unit,
)
from tests.rules import rule

param = pytest.param

F = Fraction
MOVED = {"moved": True}
FIRER = unit("A", foot, 12, repeater, at=(30, 20))
TARGET = unit("c", at=(30, 26), facing=180, today=MOVED)
"""Five inches off and on the move: nothing counts against a shot at it."""
STILL = unit("c", at=(30, 26), facing=180)


def shooting(state: State, *aims: tuple[str, str]) -> Play:
    """All targets named; the first volley is due."""
    game = game_of(state, Shooting(), Halt(), env=Turn())
    for pair in aims:
        while pair not in game.ask.offers.get("aim", ()) and (find(state, pair[0]).side,) != game.ask.who:
            game.play("done_aiming")
        game.play(("aim", pair))
    while hasattr(game.pending, "who") and "done_aiming" in game.ask.offers:
        game.play("done_aiming")
    return game


# ---- how many dice


@pytest.mark.parametrize(
    ("words", "dice"),
    [
        param((foot, 12), 6, marks=rule("B1"), id="a line of 12"),
        param((foot, 18), 9, marks=rule("B1"), id="a line of 18"),
        param((foot, 11), 6, id="11 still fill 6 bases"),
        param((foot, 10), 5, id="10 fill 5"),
        param((foot, 7), 4, id="7 fill 4"),
        param((foot, 1), 1, id="the last man"),
        param((foot, 12, column), 2, marks=rule("B1"), id="a column"),
        param((foot, 3, column), 2, id="a column of two bases"),
        param((foot, 2, column), 1, id="a column of one"),
        param((foot, 8, skirmish), 4, marks=rule("B2"), id="skirmishers"),
        param((horse, 6, skirmish), 3, marks=rule("B4"), id="skirmish horse"),
        param((field_gun, 4), 4, marks=rule("B5"), id="a gun, one die a crew figure"),
        param((field_gun, 1), 1, marks=rule("B5"), id="with one man left"),
    ],
)
@rule("9", "S1", "B7")
def test_example_34_one_die_for_each_shooting_base(words: Any, dice: int) -> None:
    weapon = () if words[0] is field_gun else (minie,)
    state = scene(unit("A", *words, *weapon, at=(30, 20)), unit("c", foot, 18, at=(30, 28), today=MOVED))
    found = volley(state, state.units[0], state.units[1])
    assert isinstance(found, Volley)
    assert found.dice == dice
    assert shooting(state, ("A", "c")).throw.dice.faces() == (dice, 6)


@pytest.mark.parametrize(("per_base", "dice"), [(1, 12), (2, 6), (3, 4), (6, 2)])
@rule("G-10", "B7")
def test_the_switch_figures_per_base(per_base: int, dice: int) -> None:
    state = scene(FIRER, TARGET, options=Options(figures_per_base=per_base))
    assert len(shooting_bases(state, state.units[0])) == dice


# ---- worked examples


def hits(*units: Unit, options: Options | None = None, terrain: tuple[Terrain, ...] = ()) -> Any:
    """The distribution of A's hits on c, from the throw the engine asks for."""
    return shooting(scene(*units, options=options, terrain=terrain), ("A", "c")).throw.dice.dist()


@rule("9", "10")
def test_example_4_four_bases_without_modifiers() -> None:
    found = hits(unit("A", foot, 8, repeater, at=(30, 20)), TARGET)
    assert found.fractions() == {0: F(1, 16), 1: F(1, 4), 2: F(3, 8), 3: F(1, 4), 4: F(1, 16)}


@rule("9", "10", "12")
def test_example_5_second_volley_of_a_muzzle_loader() -> None:
    found = hits(unit("A", foot, 12, minie, at=(30, 20), ever_shot=True), TARGET)
    chances = F(64, 729), F(64, 243), F(80, 243), F(160, 729), F(20, 243), F(4, 243), F(1, 729)
    assert found.fractions() == dict(enumerate(chances))
    assert found.mean() == 2


LITERAL = Options(unmodified_six_hits=False)


@rule("12", "15", "17", "21", "G-3", "S2")
def test_example_7_three_against_it() -> None:
    firer = unit("A", foot, 8, smoothbore, at=(30, 20), ever_shot=True)
    target = unit("c", at=(30, 27), facing=180)
    assert hits(firer, target).mean() == F(2, 3)
    assert hits(unit("A", foot, 2, smoothbore, at=(30, 20), ever_shot=True), target).chance_of(1) == F(1, 6)
    assert hits(firer, target, options=LITERAL).fractions() == {0: 1}


@rule("17", "20", "21", "G-3", "S2")
def test_example_8_fresh_minie_at_an_entrenchment() -> None:
    firer = unit("A", foot, 2, minie, at=(30, 20))
    target = unit("c", at=(30, 29), facing=180)
    trench = (work(20, 28, 40, 34),)
    assert hits(firer, target, terrain=trench).chance_of(1) == F(1, 6)
    assert hits(firer, target, terrain=trench, options=LITERAL).fractions() == {0: 1}


@rule("9", "12", "17")
def test_sanity_numbers_of_a_fresh_line() -> None:
    fresh, later = (
        unit("A", foot, 12, minie, at=(30, 20)),
        unit("A", foot, 12, minie, at=(30, 20), ever_shot=True),
    )
    two = lambda found: found.chance(lambda n: n >= 2)  # noqa: E731
    assert (hits(fresh, TARGET).mean(), two(hits(fresh, TARGET))) == (3, F(57, 64))
    assert (hits(later, TARGET).mean(), two(hits(later, TARGET))) == (2, F(473, 729))
    assert (hits(later, STILL).mean(), two(hits(later, STILL))) == (1, F(12281, 46656))


# ---- hits and losses


@rule("S1", "G-11", "10")
def test_each_hit_removes_a_figure() -> None:
    game = shooting(scene(FIRER, TARGET), ("A", "c"))
    assert told(game) == ()
    game.play((3, 4, 5, 6, 1, 2))
    assert game.unit("c").figures == 9
    assert game.unit("c").today.lost_to_fire == 3
    assert game.unit("A").today.shot


@rule("S1", "S15", "G-52")
def test_hits_beyond_the_last_figure_are_lost() -> None:
    weak = unit("c", foot, 2, at=(30, 26), facing=180, today=MOVED)
    game = shooting(scene(FIRER, weak), ("A", "c"))
    game.play((6,) * game.throw.dice.faces()[0])
    assert (game.unit("c").figures, game.unit("c").where) == (0, Where.LOST)
    assert game.unit("c").today.lost_to_fire == 2


@rule("S15", "T4", "C4")
def test_two_volleys_at_one_target_add_up_and_it_shoots_all_the_same() -> None:
    pair = unit("A", foot, 4, repeater, at=(28, 20)), unit("B", foot, 4, repeater, at=(32, 20))
    state = scene(*pair, unit("c", foot, 3, repeater, at=(30, 26), facing=180))
    game = shooting(state, ("A", "c"), ("B", "c"), ("c", "A"))
    game.play((6, 6), (6, 6))
    assert game.unit("c").figures == 3
    game.play((6, 6))
    assert game.unit("c").where is Where.LOST
    assert game.unit("A").figures == 2


@rule("S15", "C9")
def test_a_charger_whose_target_is_shot_away_stands_and_fights_nobody() -> None:
    charger = unit("A", at=(30, 20), today={"charged": True, "moved": True})
    friend = unit("B", foot, 12, repeater, at=(30, 28), facing=180)
    state = scene(charger, friend, unit("c", field_gun, 1, at=(30, 21.5), facing=180), contacts="A>c")
    game = shooting(state, ("B", "c")).play((6,) * 6)
    assert game.unit("c").where is Where.LOST
    assert not game.state.contacts
    assert (game.unit("A").x, game.unit("A").y) == (3000, 2000)


@rule("12", "G-4", "S5")
def test_the_first_turn_of_firing_is_the_first_in_which_the_unit_shoots() -> None:
    state = scene(
        unit("A", foot, 12, minie, at=(30, 20)), unit("c", foot, 12, minie, at=(30, 26), facing=180), turn=0
    )
    silent = play_turn(state).state
    assert not silent.units[0].ever_shot
    fired = play_turn(silent, ("A", "c")).state
    assert (fired.units[0].ever_shot, fired.units[1].ever_shot) == (True, False)
    later = [
        row.cite
        for throw in play_turn(fired, ("A", "c")).throws
        if throw.what == "volley"
        for row in throw.why[0].lines
    ]  # type: ignore[index,union-attr]
    assert later == ["12", "17"]


@rule("13", "17", "M11", "G-6")
def test_shooting_looks_at_this_turns_moves() -> None:
    state = scene(unit("A", foot, 12, repeater, at=(30, 20)), unit("c", at=(30, 26), facing=180))
    game = moving(state).play(("march", "A"), (1, 1), ("go", (("side", 1),)))
    found = volley(game.state, game.unit("A"), game.unit("c"))
    assert isinstance(found, Volley)
    assert (found.shot.moved, found.shot.still) == (True, True)
