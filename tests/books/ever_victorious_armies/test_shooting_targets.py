"""Who may shoot at whom: ranges, arcs, sight, choice of target. [EVA 22–28, S8, S10–S14, K3, K4, G-50, G-53, G-55]"""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from grognard.books.ever_victorious_armies.facts.shots import Shooter, Volley, may_shoot, targets, volley
from grognard.books.ever_victorious_armies.state import State, Terrain, Unit
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.tables.shooting import MAY_SHOOT
from grognard.books.ever_victorious_armies.words import Round, Weapon
from tests.books.ever_victorious_armies.drill import cite, duties, game_of, offered, refused
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    field_gun,
    find,
    foot,
    general,
    horse,
    horse_gun,
    limbered,
    minie,
    patched,
    repeater,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

RIFLED = Weapon.RIFLED_ARTILLERY
POST = unit("A", foot, 2, repeater, at=(30, 20))
"""A single base: its front edge runs from (29.5, 20.5) to (30.5, 20.5)."""


def fire(state: State, target: str = "c", round_: Round = Round.BALL) -> Volley | str:
    """A's fire at a target, or the rule that forbids it."""
    found = volley(state, find(state, "A"), find(state, target), round_)
    return found if isinstance(found, Volley) else cite(found)


def dice(state: State, target: str = "c", round_: Round = Round.BALL) -> int | str:
    """How many dice A has at a target, or the rule that forbids it."""
    found = fire(state, target, round_)
    return found.dice if isinstance(found, Volley) else found


def aiming(state: State, side: int = 0) -> Play:
    """One side names its targets."""
    return game_of(state, "name targets", env=SideTurn(side))


# ---- ranges


@pytest.mark.parametrize(
    ("words", "round_", "inches", "number"),
    [
        param((foot, 2, smoothbore), Round.BALL, 8, "22", marks=rule("22"), id="smoothbore musket"),
        param((foot, 2, patched), Round.BALL, 16, "23", marks=rule("23"), id="patched-ball rifle"),
        param((foot, 2, minie), Round.BALL, 20, "24", marks=rule("24"), id="Minié"),
        param((foot, 2, repeater), Round.BALL, 16, "25", marks=rule("25"), id="repeater"),
        param((field_gun, 4), Round.BALL, 36, "26", marks=rule("26"), id="smoothbore gun"),
        param((field_gun, 4, RIFLED), Round.BALL, 48, "27", marks=rule("27"), id="rifled gun"),
        param((field_gun, 4), Round.CANISTER, 16, "28", marks=rule("28", "S7"), id="canister"),
        param((field_gun, 4, RIFLED), Round.CANISTER, 16, "28", marks=rule("28"), id="canister of a rifled gun"),
        param((horse_gun, 3), Round.CANISTER, 16, "28", marks=rule("28"), id="canister of a horse gun"),
    ],
)
@rule("S9", "15")
def test_example_10_range_and_half_range(words: Any, round_: Round, inches: float, number: str) -> None:
    half = 1 if words[0] is field_gun or words[0] is horse_gun else 0.5

    def at(far: float) -> Any:
        each, target = unit("A", *words, at=(10, 2)), unit("c", foot, 12, at=(10, 2.5 + half + far))
        found = fire(scene(each, target, size=(72, 72)), round_=round_)
        return (found.near > 0, found.far > 0) if isinstance(found, Volley) else found

    assert at(inches / 2) == (True, False)
    assert at(inches / 2 + 0.01) == at(inches / 2 + 0.1) == (False, True)
    assert at(inches) == (False, True)
    assert at(inches + 0.01) == at(inches + 0.1) == number


@rule("S11", "G-50")
def test_range_is_measured_from_the_middle_of_a_bases_front_edge_to_the_nearest_point() -> None:
    # Straight ahead of its left wing only: the farther to the right a base stands, the longer its shot.
    state = scene(unit("A", foot, 12, smoothbore, at=(30, 20)), unit("c", foot, 2, at=(27.5, 29), facing=180))
    assert dice(state) == 1
    nearer = scene(unit("A", foot, 12, smoothbore, at=(30, 20)), unit("c", foot, 2, at=(27.5, 28.5), facing=180))
    assert dice(nearer) == 4  # the fifth would be at 8.28


# ---- arcs


@pytest.mark.parametrize(
    ("at", "shot"),
    [
        # The near corner of a target of 1 by 1, seen from the right front corner at (30.5, 20.5).
        param((34.0, 24), 1, id="45.0 to the right"),
        param((34.01, 24), "S8", id="just over 45 to the right"),
        param((26.0, 24), 1, id="45.0 to the left"),
        param((25.99, 24), "S8", id="just over 45 to the left"),
        param((30, 24), 1, id="straight ahead"),
        param((32.5, 20), "S8", id="beside it"),
        param((30, 16), "S8", id="behind it"),
    ],
)
@rule("S8", "S11")
def test_the_arc_opens_45_from_both_corners(at: tuple[float, float], shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 2, at=at))) == shot
    loose = unit("A", foot, 2, skirmish, repeater, at=(30, 20))
    assert dice(scene(loose, unit("c", foot, 2, at=at))) == 1


@pytest.mark.parametrize(("x", "shot"), [param(34.5, 4, id="45.0"), param(34.51, "S8", id="just over 45")])
@rule("S8", "S11")
def test_a_gun_is_one_base(x: float, shot: int | str) -> None:
    # Its right front corner is at (31, 21), the target's near corner at (x - 0.5, 24).
    assert dice(scene(unit("A", field_gun, at=(30, 20)), unit("c", foot, 2, at=(x, 24.5)))) == shot


@rule("S8", "S11", "9")
def test_each_base_has_an_arc_of_its_own() -> None:
    # The target's near corner (36, 23.5) lies at 45 from the right corner of the outermost base alone.
    assert dice(scene(unit("A", foot, 12, repeater, at=(30, 20)), unit("c", foot, 2, at=(36.5, 24)))) == 1
    assert dice(scene(unit("A", foot, 12, repeater, at=(30, 20)), unit("c", foot, 2, at=(35.5, 24)))) == 2
    assert dice(scene(unit("A", foot, 12, repeater, at=(30, 20)), unit("c", foot, 2, at=(36.51, 24)))) == "S8"


@rule("S8")
def test_the_arc_turns_with_the_unit() -> None:
    assert dice(scene(unit("A", foot, 2, repeater, at=(30, 20), facing=90), unit("c", foot, 2, at=(36, 20)))) == 1
    assert dice(scene(unit("A", foot, 2, repeater, at=(30, 20), facing=90), unit("c", foot, 2, at=(30, 26)))) == "S8"


# ---- sight


@pytest.mark.parametrize(
    ("between", "shot"),
    [
        param(unit("B", at=(30, 23)), "S12", id="a friend in line"),
        param(unit("B", horse, at=(30, 23)), "S12", id="friendly horse"),
        param(unit("B", field_gun, at=(30, 23)), "S12", id="a gun"),
        param(unit("d", at=(30, 23)), "S12", id="another enemy"),
        param(unit("B", foot, 8, skirmish, at=(30, 23)), 1, id="skirmishers hide nobody"),
        param(unit("d", horse, 6, skirmish, at=(30, 23)), 1, id="nor skirmish horse"),
        param(unit("G", general, at=(30, 23)), 1, id="nor a general"),
        param(unit("B", at=(33, 23)), 1, id="the line runs along his edge"),
        param(unit("B", at=(32.99, 23)), "S12", id="a hair inside it"),
        param(unit("B", at=(30, 30)), 1, id="behind the target"),
    ],
)
@rule("S12")
def test_other_units_block_the_line(between: Unit, shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 12, at=(30, 26)), between)) == shot


@rule("S12")
def test_failing_the_nearest_point_the_centre() -> None:
    # The nearest point of the long target lies straight ahead, behind the friend; its centre does not.
    long = unit("c", foot, 18, at=(26, 26))
    assert dice(scene(POST, long, unit("B", foot, 2, at=(30, 22.5)))) == 1
    assert dice(scene(POST, long, unit("B", foot, 8, at=(29, 22.5)))) == "S12"


@pytest.mark.parametrize(
    ("ground", "shot"),
    [
        param((area("wood", 20, 22, 40, 24),), 1, marks=rule("Q3"), id="2.00 of wood"),
        param((area("wood", 20, 22, 40, 24.01),), "K3", marks=rule("Q3"), id="2.01 of wood"),
        param((area("grove", 20, 22, 40, 24.01),), "K3", marks=rule("Q3"), id="2.01 of grove"),
        param((area("village", 20, 22, 40, 24),), 1, marks=rule("Q5"), id="2.00 of village"),
        param((area("village", 20, 22, 40, 24.01),), "K3", marks=rule("Q5"), id="2.01 of village"),
        param((area("wood", 20, 21, 40, 22.5), area("wood", 20, 23, 40, 24.5, "another")), 1, id="each by itself"),
        param((area("paddy", 20, 21, 40, 25),), 1, marks=rule("Q4"), id="a paddy is clear"),
        param((area("river", 20, 21, 40, 25),), 1, marks=rule("Q6"), id="a river is clear"),
        param((area("road", 20, 21, 40, 25),), 1, marks=rule("Q2"), id="a road is clear"),
        param((area("work", 20, 21, 40, 25),), 1, marks=rule("Q1", "Q7"), id="a work is clear"),
        param((area("wood", 20, 19, 40, 22.5),), 1, id="out of a wood by 2.00"),
        param((area("wood", 20, 19, 40, 22.51),), "K3", id="out of a wood by 2.01"),
        param((area("wood", 20, 23.5, 40, 30),), 1, id="into a wood by 2.00"),
        param((area("wood", 20, 23.49, 40, 30),), "K3", id="into a wood by 2.01"),
    ],
)
@rule("K3", "S12")
def test_how_much_cover_a_line_runs_through(ground: tuple[Terrain, ...], shot: int | str) -> None:
    # From y 20.5 to the target's front edge at y 25.5; a longer way to the centre is no help.
    assert dice(scene(POST, unit("c", foot, 12, at=(30, 26)), terrain=ground)) == shot


@pytest.mark.parametrize(
    ("hill", "shot"),
    [
        param(area("hill", 20, 22, 40, 24), "K4", id="between"),
        param(area("hill", 20, 20, 40, 24), 1, id="the firer on it"),
        param(area("hill", 20, 22, 40, 28), 1, id="the target on it"),
        param(area("hill", 32, 22, 40, 24), 1, id="beside the line"),
    ],
)
@rule("K4", "Q9", "S12")
def test_a_hill_hides_what_lies_behind_it(hill: Terrain, shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 12, at=(30, 26)), terrain=(hill,))) == shot


@pytest.mark.parametrize(
    ("who", "y", "shot"),
    [
        # The gun's front edge is at y 11, the target's at y 30; a line 1 deep stands between.
        param((field_gun, 4), 15.51, 4, id="more than 4 from the gun"),
        param((field_gun, 4), 15.5, "S12", id="4.00 from the gun"),
        param((field_gun, 4), 25.49, 4, id="more than 4 from the target"),
        param((field_gun, 4), 25.5, "S12", id="4.00 from the target"),
        param((foot, 8, minie), 20, "S12", id="only guns"),
    ],
)
@rule("K4")
def test_guns_on_a_hill_shoot_over_units(who: Any, y: float, shot: int | str) -> None:
    hill = (area("hill", 20, 5, 40, 12),)
    units = unit("A", *who, at=(30, 10)), unit("c", at=(30, 30.5)), unit("B", at=(30, y))
    assert dice(scene(*units, terrain=hill)) == shot
    assert dice(scene(*units)) == "S12"


# ---- who may shoot at all


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        param(Shooter(), "", id="anybody"),
        param(Shooter(armed=False), "S10"),
        param(Shooter(formed_horse=True), "G-53", marks=rule("G-53", "B3")),
        param(Shooter(charged=True), "S4", marks=rule("S4", "H5")),
        param(Shooter(evaded=True), "E3", marks=rule("E3")),
        param(Shooter(retired=True), "R4", marks=rule("R4")),
        param(Shooter(pursued=True), "52a", marks=rule("52a", "65a")),
        param(Shooter(barred_by="55"), "55", marks=rule("55")),
        param(Shooter(barred_by="59"), "59", marks=rule("59")),
        param(Shooter(halted_horse=True), "G-40", marks=rule("G-40")),
        param(Shooter(locked=True), "S10"),
        param(Shooter(limbered=True), "X3", marks=rule("X3")),
        param(Shooter(gun_moved=True), "G-13", marks=rule("G-13")),
        param(Shooter(gun_unsettled=True), "30", marks=rule("30")),
        param(Shooter(reloading=True), "29", marks=rule("29")),
    ],
)
@rule("S10")
def test_rows_of_who_may_shoot(facts: Shooter, number: str) -> None:
    assert cite(MAY_SHOOT.refusal(facts)) == number


@pytest.mark.parametrize(
    ("each", "number"),
    [
        param(unit("A", foot, 12, minie), "", id="foot with a firearm"),
        param(unit("A", foot, 12), "S10", id="spears"),
        param(unit("A", horse, 8, minie), "G-53", marks=rule("G-53", "B3"), id="formed horse, armed or not"),
        param(unit("A", horse, 6, skirmish, smoothbore), "", marks=rule("G-53", "B4"), id="skirmish horse with firearms"),
        param(unit("A", horse, 6, skirmish), "S10", id="skirmish horse without"),
        param(unit("A", foot, 12, minie, today={"charged": True}), "S4", marks=rule("H5"), id="charged"),
        param(unit("A", foot, 12, minie, today={"retired": True}), "R4", id="retired"),
        param(unit("A", foot, 12, minie, today={"pursued": True}), "52a", id="pursued"),
        param(unit("A", foot, 12, minie, duties=duties(no_shot="55")), "55", marks=rule("55"), id="barred by 55"),
        param(unit("A", foot, 12, minie, duties=duties(no_shot="59")), "59", marks=rule("59"), id="barred by 59"),
        param(unit("A", foot, 12, minie, today={"halted": True}), "", marks=rule("G-40", "52"), id="halted foot"),
        param(unit("A", horse, 6, skirmish, minie, today={"halted": True}), "G-40", id="halted horse"),
        param(unit("A", field_gun, 4, limbered), "X3", marks=rule("X3"), id="limbered gun"),
        param(unit("A", foot, 12, minie, today={"moved": True}), "", marks=rule("13"), id="moved: at -1"),
    ],
)
@rule("S10")
def test_who_may_shoot(each: Unit, number: str) -> None:
    state = scene(each)
    assert cite(may_shoot(state, state.units[0])) == number


@rule("S10", "G-39")
def test_a_locked_unit_does_not_shoot() -> None:
    held = unit("A", foot, 12, minie, at=(30, 20), duties=duties(locked=True))
    other = unit("c", at=(30, 21), facing=180)
    state = scene(held, other, contacts="A>c")
    assert cite(may_shoot(state, state.units[0])) == "S10"
    free = scene(held, other)
    assert may_shoot(free, free.units[0]) is None


# ---- which target


def near_and_far(extra: float, *words: Any) -> State:
    """An enemy 5 inches to the left front and one so much farther to the right front."""
    shooter = unit("A", *(words or (foot, 12, repeater)), at=(30, 20))
    front = 21 if words and words[0] is field_gun else 20.5
    left = unit("c", foot, 4, at=(28, front + 5.5), facing=180)
    right = unit("d", foot, 4, at=(32, front + 5.5 + extra), facing=180)
    return scene(shooter, left, right)


@pytest.mark.parametrize(
    ("state", "open_to"),
    [
        param(near_and_far(2.0), {"c", "d"}, id="2.00 farther"),
        param(near_and_far(2.01), {"c"}, id="2.01 farther"),
        param(near_and_far(9, field_gun, 4), {"c", "d"}, id="guns choose freely"),
    ],
)
@rule("S13")
def test_the_nearest_or_one_at_most_two_farther(state: State, open_to: set[str]) -> None:
    keys = {state.units[i].key for i in targets(state, find(state, "A"))}
    assert keys == open_to
    if "d" not in open_to:
        assert refused(aiming(state), "aim", ("A", "d")) == "S13"


@rule("S13", "S11")
def test_whom_it_cannot_shoot_at_does_not_count_as_nearest() -> None:
    beside = unit("c", foot, 4, at=(36, 20), facing=270)
    state = scene(unit("A", foot, 12, repeater, at=(30, 20)), beside, unit("d", at=(30, 32), facing=180))
    assert offered(aiming(state), "aim") == {("A", "d")}
    assert refused(aiming(state), "aim", ("A", "c")) == "S8"


@rule("S13")
def test_one_target_a_unit() -> None:
    state = near_and_far(1)
    both = scene(*state.units, unit("B", foot, 4, repeater, at=(34, 20)))
    game = aiming(both)
    game.play(("aim", ("A", "c")))
    assert offered(game, "aim") == {("B", "c"), ("B", "d")}
    assert refused(game, "aim", ("A", "d")) == "S13"
    assert game.play("done_aiming").over


@rule("S13", "H6")
def test_a_unit_touched_this_turn_shoots_only_at_enemies_touching_it() -> None:
    shooter = unit("A", foot, 12, repeater, at=(30, 20), today={"touched": True})
    state = scene(shooter, unit("c", at=(30, 21), facing=180), unit("d", at=(38, 24), facing=180), contacts="c>A")
    assert offered(aiming(state), "aim") == {("A", "c")}
    assert refused(aiming(state), "aim", ("A", "d")) == "S13"
    # Touched from behind, its only target is out of its arc: then nothing.
    behind = scene(shooter, unit("c", at=(30, 19)), unit("d", at=(30, 26), facing=180), contacts="c>A")
    assert aiming(behind).over
    gun = unit("A", field_gun, at=(30, 20))
    held = scene(gun, unit("c", at=(30, 21.5), facing=180), unit("d", at=(38, 28), facing=180), contacts="c>A")
    assert offered(aiming(held), "aim") == {("A", "c")}


@rule("S13", "N1")
def test_what_is_no_target() -> None:
    leader = unit("g", general, at=(30, 23))
    state = scene(unit("A", foot, 12, repeater, at=(30, 20)), unit("B", at=(40, 25)), unit("c", at=(30, 26)), leader)
    game = aiming(state)
    assert offered(game, "aim") == {("A", "c")}
    assert refused(game, "aim", ("A", "g")) == "N1"
    assert refused(game, "aim", ("A", "B")) == "S13"
    assert refused(game, "aim", ("c", "A")) == "S13"
    assert refused(game, "aim", ("A", 99)) == "S13"
    assert "canister" not in game.ask.offers


@pytest.mark.parametrize(
    ("x", "shot"),
    [
        # The line of fire runs up x 30; the friend is three wide, its near edge at x - 1.5.
        param(32.5, "S14", id="a friend 1.00 from the line"),
        param(32.51, 1, id="1.01 from it"),
    ],
)
@rule("S14", "G-55")
def test_no_friend_within_an_inch_of_the_line_at_a_unit_in_contact(x: float, shot: int | str) -> None:
    friend = unit("B", foot, 6, at=(x, 23))
    fighter = unit("D", at=(30, 29), facing=180)
    enemy = unit("c", foot, 12, column, at=(30, 27), facing=180)
    assert dice(scene(POST, friend, fighter, enemy, contacts="D>c")) == shot
    assert dice(scene(POST, friend, fighter, enemy)) == 1


@rule("S14")
def test_the_shooter_itself_is_no_friend_in_the_way() -> None:
    state = scene(POST, unit("c", foot, 12, at=(30, 21), facing=180), contacts="c>A")
    assert dice(state) == 1


@rule("T4", "S13")
def test_nobody_in_range_nobody_asked() -> None:
    state = scene(POST, unit("c", foot, 12, at=(30, 46)))
    assert game_of(state, Shooting(), env=Turn()).over
