"""The fire value and the hit tests, cell by cell: halved once, then added to, never below 1. [4–9, 109–129, 162]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.shooting import (
    Shot,
    fire_to_hit,
    fire_value,
    shot_of,
)
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.tables.dice import HIT, natural
from grognard.books.valour_and_fortitude.tables.shooting import (
    FIRE_HALVED,
    FIRE_TO_HIT,
    FIRE_VALUE,
    halved,
    value,
)
from grognard.books.valour_and_fortitude.words import Cover, Mode, Phase, Special
from grognard.engine.tables import Mod, ModTable, Tally
from tests.books.valour_and_fortitude.drill import (
    area,
    find,
    foot,
    ground,
    gun,
    limbered,
    open_order,
    scene,
    square,
    unit,
)
from tests.rules import rule

param = pytest.param


def value_of(**facts: Any) -> int:
    """The dice of a shot with these facts; fire 3 unless said."""
    return fire_value(Shot(**{"base": 3, **facts})).total


def plus_of(**facts: Any) -> int:
    """What is added to its hit tests."""
    return fire_to_hit(Shot(**{"base": 3, **facts})).total


# --- the arithmetic ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "left"),
    [
        param(1, 1, marks=rule("5", "7", "B1"), id="one stays one"),
        param(2, 1, marks=rule("5"), id="two"),
        param(3, 1, marks=rule("5"), id="three, rounded down"),
        param(4, 2, marks=rule("5"), id="four"),
        param(5, 2, marks=rule("5"), id="five, rounded down"),
    ],
)
def test_halving_rounds_down_to_one_at_least(base: int, left: int) -> None:
    assert base + halved(base) == left


HALVES: ModTable[int] = ModTable("h", "6", stacking="best", rows=(Mod("5", -2, "half", lambda _: True),))
LESS: ModTable[int] = ModTable("a", "4", rows=(Mod("4", -5, "less", lambda _: True),))


@rule("7", "B1")
def test_a_value_is_held_at_one_at_the_end_too() -> None:
    assert value(3, "value", HALVES, LESS, 0) == Tally(3, "value", (*HALVES.lines(0), *LESS.lines(0)), 1)


@pytest.mark.parametrize(
    ("facts", "dice"),
    [
        param({"base": 3}, 3, marks=rule("109"), id="plain"),
        param({"base": 3, "attack_column": True}, 1, marks=rule("112"), id="example 2: attack column"),
        param(
            {"base": 5, "attack_column": True, "obscured": True},
            2,
            marks=rule("6"),
            id="example 3: halved once",
        ),
        param(
            {"base": 5, "attack_column": True, "obscured": True, "skirmishing": True},
            2,
            marks=rule("6", "B63"),
            id="example 3: and skirmishing",
        ),
        param({"base": 1, "obscured": True, "support": 1}, 2, marks=rule("B1", "4"), id="example 4"),
        param({"base": 4, "foot_inside": True, "support": 1}, 3, marks=rule("4", "178"), id="example 29"),
        param(
            {"base": 5, "attack_column": True, "enfilade": True},
            3,
            marks=rule("4"),
            id="halved, then added to",
        ),
        param({"base": 4, "skirmishing": True}, 2, marks=rule("F5.15"), id="example 8: skirmishing"),
        param({"base": 1, "skirmishing": True, "carbines": True}, 1, marks=rule("F5.3"), id="carbines"),
        param({"base": 4, "square": True, "obscured": True}, 2, marks=rule("F5.17c", "B60"), id="square"),
        param({"base": 4, "deep_open": True}, 2, marks=rule("F5.13b"), id="deep open order"),
    ],
)
def test_fire_dice(facts: dict[str, Any], dice: int) -> None:
    assert value_of(**facts) == dice


@pytest.mark.parametrize("row", FIRE_HALVED.rows, ids=lambda row: row.words)
@rule("6")
def test_each_halving_halves(row: Mod[Shot]) -> None:
    every: dict[str, Any] = {
        "112": {"attack_column": True},
        "118": {"obscured": True},
        "178": {"foot_inside": True},
        "F5.15": {"skirmishing": True},
        "F5.17c": {"square": True},
        "F5.13b": {"deep_open": True},
    }
    facts: dict[str, Any] = every[row.cite]
    tally = fire_value(Shot(base=6, **facts))
    assert (tally.total, [line.cite for line in tally.lines]) == (3, [row.cite])
    assert not row.when(Shot(base=6))


@pytest.mark.parametrize(
    ("facts", "plus", "by"),
    [
        param({"artillery": True, "dense": True}, 1, "116", marks=rule("116"), id="guns at a column"),
        param({"dense": True}, 0, "", marks=rule("116"), id="muskets at a column"),
        param(
            {"artillery": True, "target_square": True},
            1,
            "F5.17b",
            marks=rule("F5.17b", "B59"),
            id="guns at a square",
        ),
        param({"target_square": True}, 0, "", marks=rule("F5.17b"), id="muskets at a square"),
        param({"enfilade": True}, 1, "117", marks=rule("117"), id="enfilade"),
        param({"canister": True}, 2, "F5.2", marks=rule("F5.2", "186"), id="canister"),
        param({"support": 3}, 3, "121", marks=rule("121"), id="three supporters"),
        param({"directed": True}, 1, "FC7", marks=rule("FC7"), id="Directed Fire"),
        param({"perfect": True}, 1, "FC13B", marks=rule("FC13B"), id="Perfect Volleys"),
    ],
)
def test_each_addition(facts: dict[str, Any], plus: int, by: str) -> None:
    tally = fire_value(Shot(base=3, **facts))
    assert tally.total == 3 + plus
    assert [line.cite for line in tally.lines] == ([by] if by else [])


@rule("109")
def test_no_row_of_the_table_is_without_a_test() -> None:
    assert [row.cite for row in FIRE_VALUE] == ["116", "F5.17b", "117", "F5.2", "121", "FC7", "FC13B"]
    assert [row.cite for row in FIRE_TO_HIT] == ["127", "162", "162", "F5.20", "F5.14b"]


@pytest.mark.parametrize(
    ("facts", "plus"),
    [
        param({}, 0, marks=rule("125"), id="plain"),
        param({"shaken": True}, -1, marks=rule("127"), id="shaken"),
        param({"cover": Cover.SOFT}, -1, marks=rule("162"), id="soft cover"),
        param({"cover": Cover.HARD}, -2, marks=rule("162"), id="hard cover"),
        param({"cover": Cover.MELEE}, 0, marks=rule("162", "B55"), id="a stream"),
        param({"shaken": True, "cover": Cover.SOFT}, -2, marks=rule("127", "162"), id="example 6"),
        param({"all_heavy": True}, 1, marks=rule("F5.20", "188"), id="all heavy guns"),
        param({"rockets": True}, -1, marks=rule("F5.14b"), id="rockets"),
    ],
)
def test_hit_modifiers(facts: dict[str, Any], plus: int) -> None:
    assert plus_of(**facts) == plus


@pytest.mark.parametrize(
    ("plus", "lowest"),
    [
        param(3, 2, marks=rule("9"), id="a natural 1 never hits"),
        param(2, 2, marks=rule("9"), id="two or more"),
        param(1, 3, marks=rule("125"), id="three or more"),
        param(0, 4, marks=rule("125"), id="four or more"),
        param(-1, 5, marks=rule("125"), id="five or more"),
        param(-2, 6, marks=rule("8"), id="only a six"),
        param(-4, 6, marks=rule("8", "33b"), id="a natural 6 always hits"),
    ],
)
def test_what_a_natural_die_must_show(plus: int, lowest: int) -> None:
    assert natural(HIT, plus) == lowest


# --- the facts, from the table -------------------------------------------------------------------------------------


def shooter(*words: Any, **more: Any) -> Unit:
    """A line of 24 whose front is 20 inches up the table, facing north."""
    return unit("A", foot, *words, **{"files": 12, "front": (30, 20), **more})


def battery(*words: Any, **more: Any) -> Unit:
    """A gun in the same place."""
    return unit("A", gun, *words, **{"front": (30, 20), **more})


def target(*words: Any, **more: Any) -> Unit:
    """An enemy line 8 inches away, facing the shooters."""
    return unit("b", foot, *words, **{"files": 12, "front": (30, 28), "facing": 180, **more})


def aim(state: State, mode: Mode = Mode.VOLLEY, supporters: tuple[tuple[int, Mode], ...] = ()) -> Shot:
    """What A's shot at b looks like."""
    return shot_of(state, find(state, "A"), find(state, "b"), mode, supporters)


def on_table(*units: Unit, **more: Any) -> Shot:
    """A's shot at b in a scene."""
    return aim(scene(*units, phase=Phase.FIRE, **more))


@pytest.mark.parametrize(
    ("mine", "facts"),
    [
        param(shooter(), {"attack_column": False, "obscured": False, "shaken": False}, marks=rule("112"), id="line"),
        param(shooter(files=6), {"attack_column": True}, marks=rule("112"), id="attack column"),
        param(shooter(Special.SQUARE, square, files=6), {"square": True, "attack_column": False}, marks=rule("F5.17c"), id="square"),
        param(shooter(Special.OPEN_ORDER, open_order, files=12), {"deep_open": False}, marks=rule("F5.13b", "B79"), id="open"),
        param(shooter(Special.OPEN_ORDER, open_order, files=8), {"deep_open": True, "attack_column": False}, marks=rule("F5.13b", "B79"), id="deep open"),
        param(shooter(losses=4), {"shaken": True}, marks=rule("127"), id="shaken"),
        param(shooter(losses=3), {"shaken": False}, marks=rule("127"), id="not yet shaken"),
        param(battery(), {"artillery": True, "base": 1}, marks=rule("116"), id="gun"),
    ],
)  # fmt: skip
def test_the_shooters_state(mine: Unit, facts: dict[str, Any]) -> None:
    shot = on_table(mine, target())
    assert {name: getattr(shot, name) for name in facts} == facts


@pytest.mark.parametrize(
    ("theirs", "facts"),
    [
        param(target(), {"dense": False, "target_square": False, "enfilade": False}, marks=rule("116", "117"), id="line"),
        param(target(files=6), {"dense": True}, marks=rule("116"), id="attack column"),
        param(target(files=3), {"dense": True}, marks=rule("116"), id="march column"),
        param(target(Special.SQUARE, square, files=6), {"dense": False, "target_square": True}, marks=rule("F5.17b", "B59"), id="square"),
        param(unit("b", gun, limbered, front=(30, 28), facing=180), {"dense": True}, marks=rule("129c"), id="limbered gun"),
        param(unit("b", gun, front=(30, 28), facing=180), {"dense": False}, marks=rule("129c"), id="unlimbered gun"),
        param(target(Special.OPEN_ORDER, open_order, files=6), {"dense": False}, marks=rule("116", "B79"), id="open order"),
        param(target(facing=0), {"enfilade": True}, marks=rule("117", "B13"), id="looks away"),
        param(target(Special.SQUARE, square, files=6, facing=0), {"enfilade": False}, marks=rule("117", "B13"), id="a square looks round"),
    ],
)  # fmt: skip
def test_the_targets_state(theirs: Unit, facts: dict[str, Any]) -> None:
    shot = on_table(battery(), theirs)
    assert {name: getattr(shot, name) for name in facts} == facts


@rule("111")
def test_modifiers_look_at_the_main_shooter_alone() -> None:
    helper = unit("B", files=6, front=(42, 20), losses=4)  # a shaken attack column
    state = scene(shooter(), helper, target(), phase=Phase.FIRE)
    shot = aim(state, supporters=((1, Mode.VOLLEY),))
    assert (shot.attack_column, shot.shaken, shot.support) == (False, False, 1)
    assert fire_value(shot).total == 4


@rule("117", "B13", "175")
def test_occupants_are_never_enfiladed() -> None:
    house = area("building", 28, 28, 32, 30, name="house")
    assert not on_table(battery(), target(facing=0, inside="house"), terrain=(house,)).enfilade


@rule("117", "B13")
def test_whoever_blocks_the_targets_sight_makes_enfilade() -> None:
    """b faces A, but its own friend c, between them and off A's best line, hides A from all of b's front rank."""
    state = scene(
        unit("A", figures=4, files=4, front=(30, 20)),
        unit("b", figures=4, files=4, front=(30, 28), facing=90),
        phase=Phase.FIRE,
    )
    assert aim(state).enfilade


@pytest.mark.parametrize(
    ("across", "half"),
    [
        param(30, True, marks=rule("118"), id="straight ahead"),
        param(39.1, True, marks=rule("118"), id="to the right, in six arcs of twelve"),
        param(39.2, False, marks=rule("118"), id="a little more: its far corner on the sixth arc's edge"),
    ],
)
def test_obscured_is_fewer_than_half_the_front_rank(across: float, half: bool) -> None:
    there = unit("b", figures=4, files=4, front=(across, 26), facing=180)
    assert on_table(shooter(range=24), there).obscured is not half


@rule("118", "B57")
def test_occupants_are_never_obscured() -> None:
    house = area("building", 28, 17, 32, 19, name="house")
    shot = on_table(shooter(inside="house"), target(), terrain=(house,))
    assert (shot.obscured, shot.foot_inside) == (False, True)


@rule("178", "179")
def test_a_gun_inside_keeps_its_fire() -> None:
    house = area("building", 28, 17, 32, 19, name="house")
    shot = on_table(battery(inside="house"), target(), terrain=(house,))
    assert not shot.foot_inside
    assert fire_value(shot).total == 1


@pytest.mark.parametrize(
    ("terrain", "where", "cover"),
    [
        param((), {}, Cover.NONE, marks=rule("161"), id="open ground"),
        param((area("wood", 26, 28, 34, 32, name="here"),), {"inside": "here"}, Cover.SOFT, marks=rule("161", "168"), id="wood"),
        param((area("building", 26, 28, 34, 32, name="here"),), {"inside": "here"}, Cover.HARD, marks=rule("161", "168"), id="building"),
        param((ground("low_wall", (20, 28), (40, 28)),), {}, Cover.SOFT, marks=rule("161", "154"), id="behind a low wall"),
        param((ground("low_wall", (20, 29.6), (40, 29.6)),), {}, Cover.NONE, marks=rule("161"), id="wall at its back"),
        param((ground("stream", (20, 28), (40, 28)),), {}, Cover.MELEE, marks=rule("161", "B55"), id="behind a stream"),
    ],
)  # fmt: skip
def test_the_targets_cover(terrain: tuple[Any, ...], where: dict[str, Any], cover: Cover) -> None:
    assert on_table(shooter(), target(**where), terrain=terrain).cover is cover
