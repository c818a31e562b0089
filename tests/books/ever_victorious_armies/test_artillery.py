"""Artillery: reloading, standing still, limbering, canister. [EVA 26–30a, S6, S7, X1–X3, G-12–G-14, G-36]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import Options, State, Unit
from grognard.books.ever_victorious_armies.steps.close import GunsSettle
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.words import Weapon
from tests.books.ever_victorious_armies.drill import (
    Legs,
    cite,
    duties,
    game_of,
    legs,
    moving,
    offered,
    play_turn,
    refused,
)
from tests.books.ever_victorious_armies.scenes import (
    Halt,
    Play,
    field_gun,
    foot,
    heavy_gun,
    horse_gun,
    limbered,
    minie,
    scene,
    told,
    unit,
    unlimbered,
)
from tests.rules import rule

param = pytest.param

F = Fraction
MOVED = {"moved": True}
RIFLED = Weapon.RIFLED_ARTILLERY
TARGET = unit("c", foot, 12, at=(30, 36), facing=180)


def gun(*words: Any, **more: Any) -> Unit:
    """A gun fifteen inches from the target."""
    return unit("A", *(words or (field_gun, 4)), **{"at": (30, 20), **more})


def turns_it_shoots(
    state: State, turns: int = 7, marches: dict[int, Legs] | None = None, silent: tuple[int, ...] = ()
) -> list[int]:
    """The turns in which the gun shoots, if it does whenever it may; `marches` and silence by turn."""
    shot = []
    for turn in range(1, turns + 1):
        march = (marches or {}).get(turn)
        wanted = () if turn in silent else (("A", "c"),)
        played = play_turn(state, *wanted, marches={"A": march} if march else None)
        if any(throw.what == "volley" for throw in played.throws):
            shot.append(turn)
        state = played.state
    return shot


def battle(each: Unit, **options: Any) -> State:
    """A gun and its target before turn 1."""
    return scene(each, TARGET, turn=0, turns=20, options=Options(**options))


# ---- example 11


STEP = legs("forward 1")


@pytest.mark.parametrize(
    ("each", "marches", "silent", "expected"),
    [
        param(gun(), {}, (), [1, 3, 5, 7], id="deployed unlimbered"),
        param(gun(still=0, order=limbered), {}, (), [2, 4, 6], marks=rule("G-36"), id="deployed limbered"),
        param(gun(), {1: STEP}, (), [3, 5, 7], id="moved in turn 1"),
        param(gun(), {1: STEP, 3: STEP}, (), [5, 7], id="moved in turns 1 and 3"),
        param(gun(), {3: STEP}, (), [1, 5, 7], id="moved in turn 3"),
        param(gun(), {1: legs("turn 45")}, (), [1, 3, 5, 7], marks=rule("X2"), id="turned 45 in turn 1"),
        param(gun(), {1: legs("turn 46")}, (), [3, 5, 7], marks=rule("X2"), id="turned 46 in turn 1"),
        param(gun(), {}, (1,), [2, 4, 6], marks=rule("G-14"), id="silent in turn 1: loaded in turn 2"),
        param(gun(), {}, (1, 2), [3, 5, 7], marks=rule("G-14"), id="idle turns load it no further"),
        param(
            gun(field_gun, 4, RIFLED), {}, (), [1, 3, 5, 7], marks=rule("30a", "27"), id="rifled guns alike"
        ),
        param(gun(horse_gun, 3), {1: STEP}, (), [3, 5, 7], marks=rule("30a"), id="horse guns alike"),
        param(gun(heavy_gun, 4), {1: STEP}, (), [3, 5, 7], marks=rule("30a"), id="heavy guns alike"),
    ],
)
@rule("29", "30", "S6", "X1", "G-13", "G-14", "G-36")
def test_example_11_when_a_gun_shoots(
    each: Unit, marches: dict[int, Legs], silent: tuple[int, ...], expected: list[int]
) -> None:
    assert turns_it_shoots(battle(each), marches=marches, silent=silent) == expected


@rule("28", "29", "30a")
def test_canister_has_to_be_reloaded_too() -> None:
    state = scene(gun(), TARGET)
    game = game_of(state, Shooting(), Halt(), env=Turn()).play(("canister", ("A", "c")))
    game.play((1,) * game.throw.dice.faces()[0])
    assert game.unit("A").loaded_in == 3
    still = gun(still=0)
    assert cite(may_shoot(scene(still), still)) == "30"


@rule("9", "15", "26")
def test_example_11_round_shot() -> None:
    near = scene(gun(), unit("c", at=(30, 36), facing=180, today=MOVED))
    far = scene(gun(), unit("c", at=(30, 44), facing=180, today=MOVED))
    assert _aimed(near).throw.dice.dist().mean() == 2
    assert _aimed(far).throw.dice.dist().mean() == F(4, 3)


def _aimed(state: State, verb: str = "aim") -> Play:
    return game_of(state, Shooting(), Halt(), env=Turn()).play((verb, ("A", "c")))


# ---- reasons


@pytest.mark.parametrize(
    ("each", "turn", "number"),
    [
        param(gun(), 1, "", id="ready"),
        param(gun(today=MOVED), 1, "G-13", marks=rule("G-13"), id="moved this turn"),
        param(gun(still=0), 1, "30", marks=rule("30", "G-36"), id="moved last turn"),
        param(gun(loaded_in=3), 2, "29", marks=rule("29", "G-14"), id="shot last turn"),
        param(gun(loaded_in=3), 3, "", marks=rule("29", "G-14"), id="loaded again"),
        param(gun(order=limbered), 1, "X3", marks=rule("X3"), id="limbered"),
        param(
            unit("A", foot, 12, minie, still=0, loaded_in=9),
            1,
            "",
            marks=rule("29", "30"),
            id="foot has no such cares",
        ),
    ],
)
@rule("S6")
def test_why_a_gun_may_not_shoot(each: Unit, turn: int, number: str) -> None:
    state = scene(each, turn=turn)
    assert cite(may_shoot(state, state.units[0])) == number


# ---- the literal reading


@rule("G-13", "13", "S6")
def test_the_switch_gun_moves_and_fires() -> None:
    literal = battle(gun(), gun_moves_and_fires=True)
    # It shoots in the turn it moves, at -1, if it stood still the turn before.
    moved = play_turn(literal, ("A", "c"), marches={"A": STEP})
    lines = [row.cite for throw in moved.throws if throw.what == "volley" for row in throw.why[0].lines]  # type: ignore[index,union-attr]
    assert lines == ["13", "17"]
    # Then it has moved, and must stand still for a turn all the same.
    assert turns_it_shoots(literal, marches={1: STEP}) == [1, 3, 5, 7]
    assert turns_it_shoots(literal, marches={2: STEP}, silent=(1,)) == [2, 4, 6]
    assert turns_it_shoots(battle(gun()), marches={2: STEP}, silent=(1,)) == [4, 6]


# ---- limbering


@rule("X1", "M11")
def test_a_gun_that_moves_is_limbered_and_unlimbers_when_it_has_stood_still() -> None:
    state = play_turn(battle(gun()), marches={"A": STEP}).state
    assert (state.units[0].order, state.units[0].still) == (limbered, 0)
    state = play_turn(state).state
    assert (state.units[0].order, state.units[0].still) == (unlimbered, 1)


@rule("X1")
def test_limbering_is_part_of_moving_and_counts_at_once() -> None:
    game = moving(scene(gun(), TARGET)).play(("march", "A"), (6, 6))
    assert game.unit("A").order is unlimbered
    assert game.play(("go", STEP)).unit("A").order is limbered
    stayed = moving(scene(gun(), TARGET)).play(("march", "A"), (6, 6), ("go", ()))
    assert stayed.unit("A").order is unlimbered


@rule("X1")
def test_a_gun_in_contact_does_not_unlimber() -> None:
    held = scene(gun(order=limbered), unit("c", at=(30, 21.5), facing=180), contacts="c>A")
    assert game_of(held, GunsSettle(), Halt(), env=Turn()).unit("A").order is limbered
    free = scene(gun(order=limbered), TARGET)
    assert game_of(free, GunsSettle(), Halt(), env=Turn()).unit("A").order is unlimbered
    left_alone = scene(gun(order=limbered, duties=duties(locked=True)), TARGET)
    assert game_of(left_alone, GunsSettle(), Halt(), env=Turn()).unit("A").order is limbered


@rule("X3", "H1")
def test_guns_never_charge() -> None:
    state = scene(gun(), unit("B", at=(50, 20)), unit("c", at=(30, 24), facing=180), unit("d", at=(50, 24)))
    assert offered(moving(state), "charge") == {("B", "d")}
    assert refused(moving(state), "charge", ("A", "c")) == "X3"


# ---- canister


@pytest.mark.parametrize(
    ("crew", "extra", "dice"),
    [(4, 2, 6), (3, 2, 5), (1, 2, 3), (4, 0, 4), (4, 5, 9)],
)
@rule("S7", "G-12", "28")
def test_the_switch_canister_extra_dice(crew: int, extra: int, dice: int) -> None:
    near = unit("c", at=(30, 29.5), facing=180, today=MOVED)
    state = scene(gun(field_gun, crew), near, options=Options(canister_extra_dice=extra))
    assert _aimed(state, "canister").throw.dice.faces() == (dice, 6)
    assert _aimed(state).throw.dice.faces() == (crew, 6)


@pytest.mark.parametrize(
    ("y", "expected", "mean"),
    [
        param(8.0, (), 3, id="8.00"),
        param(8.01, ("15",), 2, id="8.01"),
        param(16.0, ("15",), 2, id="16.00"),
    ],
)
@rule("28", "S7", "15", "G-12")
def test_example_28_canister(y: float, expected: tuple[str, ...], mean: int) -> None:
    game = _aimed(scene(gun(), unit("c", at=(30, 21.5 + y), facing=180, today=MOVED)), "canister")
    assert told(game) == expected
    found = game.throw.dice.dist()
    assert found.mean() == mean
    if mean == 3:
        assert found.chance(lambda hits: hits >= 3) == F(21, 32)
    else:
        assert found.chance(lambda hits: hits >= 2) == F(473, 729)


@rule("28", "S7", "S13")
def test_the_owner_picks_the_round_with_the_target() -> None:
    state = scene(gun(), unit("c", at=(30, 36.5), facing=180), unit("d", at=(36, 44), facing=180))
    game = game_of(state, "name targets", env=SideTurn(0))
    assert offered(game, "aim") == {("A", "c"), ("A", "d")}
    assert offered(game, "canister") == {("A", "c")}
    assert refused(game, "canister", ("A", "d")) == "28"
    assert game.play(("canister", ("A", "c"))).over
    assert game.state.aims[0].round.value == "canister"


@rule("28")
def test_only_artillery_fires_canister() -> None:
    state = scene(gun(), unit("B", foot, 12, minie, at=(40, 20)), unit("c", at=(36, 30), facing=180))
    game = game_of(state, "name targets", env=SideTurn(0))
    assert offered(game, "canister") == {("A", "c")}
    assert refused(game, "canister", ("B", "c")) == "28"


@rule("G-36", "S6")
def test_a_scenario_says_how_its_guns_begin() -> None:
    units = RULESET.start("rearguard").state.units
    guns = {u.key: (u.order, u.still) for u in units if u.is_gun}
    assert guns == {"EV6": (limbered, 0), "EV7": (limbered, 0)}
    prepared = {u.key: (u.order, u.still) for u in RULESET.start("stockade").state.units if u.is_gun}
    assert prepared == dict.fromkeys(("EV6", "EV7", "TP8"), (unlimbered, 1))
