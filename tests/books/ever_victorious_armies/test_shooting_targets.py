"""Who may shoot at whom. [EVA S10, S13, S14, G-53, G-55]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.shots import Shooter, Volley, may_shoot, targets, volley
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.tables.shooting import MAY_SHOOT
from grognard.books.ever_victorious_armies.words import Round
from tests.books.ever_victorious_armies.drill import cite, duties, game_of, offered, refused
from tests.books.ever_victorious_armies.scenes import (
    Play,
    column,
    field_gun,
    find,
    foot,
    general,
    horse,
    limbered,
    minie,
    repeater,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

param = pytest.param

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
        param(
            unit("A", horse, 6, skirmish, smoothbore),
            "",
            marks=rule("G-53", "B4"),
            id="skirmish horse with firearms",
        ),
        param(unit("A", horse, 6, skirmish), "S10", id="skirmish horse without"),
        param(unit("A", foot, 12, minie, today={"charged": True}), "S4", marks=rule("H5"), id="charged"),
        param(unit("A", foot, 12, minie, today={"retired": True}), "R4", id="retired"),
        param(unit("A", foot, 12, minie, today={"pursued": True}), "52a", id="pursued"),
        param(
            unit("A", foot, 12, minie, duties=duties(no_shot="55")), "55", marks=rule("55"), id="barred by 55"
        ),
        param(
            unit("A", foot, 12, minie, duties=duties(no_shot="59")), "59", marks=rule("59"), id="barred by 59"
        ),
        param(
            unit("A", foot, 12, minie, today={"halted": True}), "", marks=rule("G-40", "52"), id="halted foot"
        ),
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
    state = scene(
        shooter, unit("c", at=(30, 21), facing=180), unit("d", at=(38, 24), facing=180), contacts="c>A"
    )
    assert offered(aiming(state), "aim") == {("A", "c")}
    assert refused(aiming(state), "aim", ("A", "d")) == "S13"
    # Touched from behind, its only target is out of its arc: then nothing.
    behind = scene(shooter, unit("c", at=(30, 19)), unit("d", at=(30, 26), facing=180), contacts="c>A")
    assert aiming(behind).over
    gun = unit("A", field_gun, at=(30, 20))
    held = scene(
        gun, unit("c", at=(30, 21.5), facing=180), unit("d", at=(38, 28), facing=180), contacts="c>A"
    )
    assert offered(aiming(held), "aim") == {("A", "c")}


@rule("S10", "S4")
def test_the_reason_a_unit_may_not_shoot_is_told() -> None:
    charger = unit("A", foot, 12, repeater, at=(30, 20), today={"charged": True})
    state = scene(charger, unit("B", foot, 12, repeater, at=(40, 20)), unit("c", at=(36, 26), facing=180))
    assert offered(aiming(state), "aim") == {("B", "c")}
    assert refused(aiming(state), "aim", ("A", "c")) == "S4"


@rule("S13", "N1")
def test_what_is_no_target() -> None:
    leader = unit("g", general, at=(30, 23))
    state = scene(
        unit("A", foot, 12, repeater, at=(30, 20)), unit("B", at=(40, 25)), unit("c", at=(30, 26)), leader
    )
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
