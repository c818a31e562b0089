"""Canister, batteries, heavy guns, rerolls, and what hits cost. [10, 128, 186–189, B45, B61]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.shooting import (
    Shot,
    fire_losses,
    fire_rerolls,
    fire_to_hit,
    shot_of,
)
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Mode, Phase, Special
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    gun,
    offered,
    open_order,
    scene,
    told,
    unit,
)
from tests.rules import rule

param = pytest.param


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


def fire(*units: Unit, **more: Any) -> Play:
    """The fire phase of a scene."""
    return begin(scene(*units, phase=Phase.FIRE, **more), "fire")


# --- canister, batteries, heavy guns, rockets ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("far", "allowed"),
    [
        param(12, True, marks=rule("F5.2", "186", "55"), id="exactly 12"),
        param(12.01, False, marks=rule("F5.2", "186"), id="more than 12"),
    ],
)
def test_canister_reaches_12(far: float, allowed: bool) -> None:
    game = fire(battery(Special.CANISTER), target(front=(30, 20 + far)))
    assert bool(offered(game, "canister")) is allowed
    assert offered(game, "fire") == {("A", "b")}
    if allowed:
        game.play(("canister", ("A", "b")))
        assert game.throw.dice.faces()[0] == 3
        assert told(game) == ("F5.2",)


@pytest.mark.parametrize(
    ("two", "most"),
    [
        param(True, 1, marks=rule("B45", "F5.2a"), id="on: canister fills two of three"),
        param(False, 3, marks=rule("B45", "F5.2a"), id="off: one each"),
    ],
)
def test_canister_support_against_the_limit(two: bool, most: int) -> None:
    guns = [unit(k, gun, Special.CANISTER, front=(x, 20)) for k, x in (("B", 26), ("C", 34), ("D", 38))]
    game = fire(battery(Special.CANISTER), *guns, target(), options={"canister_fills_two": two})
    game.play(("canister", ("A", "b")))
    lent = 0
    while offered(game, "support_canister"):
        game.play(("support_canister", min(offered(game, "support_canister"))))
        lent += 1
    assert lent == most
    # What is left of the limit plain support may fill: each canister adds 2 either way.
    if offered(game, "support"):
        game.play("resolve")
    assert game.throw.dice.faces()[0] == 1 + 2 + 2 * most


@rule("B45")
def test_a_gun_with_canister_may_support_plainly() -> None:
    guns = [unit(k, gun, Special.CANISTER, front=(x, 20)) for k, x in (("B", 26), ("C", 34))]
    game = fire(battery(), *guns, target()).play(
        ("fire", ("A", "b")), ("support", "B"), ("support_canister", "C")
    )
    assert game.throw.dice.faces()[0] == 1 + 1 + 2


@pytest.mark.parametrize(
    ("words", "change", "supporters"),
    [
        param((Special.BATTERY,), {}, 5, marks=rule("F5.1a"), id="battery"),
        param((), {}, 3, marks=rule("121"), id="plain gun"),
        param((Special.BATTERY,), {"brigade": "II"}, 3, marks=rule("F5.1a"), id="a gun of another brigade"),
        param((Special.BATTERY,), {"front": (44, 20)}, 3, marks=rule("F5.1a"), id="a gun more than 6 away"),
    ],
)
def test_how_many_guns_support(words: tuple[Special, ...], change: dict[str, Any], supporters: int) -> None:
    guns = [unit(k, gun, front=(x, 20)) for k, x in (("B", 27), ("C", 24.4), ("D", 33), ("E", 35.6))]
    last = unit("F", gun, **{"front": (38.4, 20), **change})  # exactly 6 from A
    game = fire(battery(*words), last, *guns, target(figures=40, files=20)).play(
        ("fire", ("A", "b")), ("support", "F")
    )
    while offered(game, "support"):
        game.play(("support", min(offered(game, "support"))))
    assert game.throw.dice.faces()[0] == 1 + supporters


@pytest.mark.parametrize(
    ("mine", "again"),
    [
        param(battery(Special.BATTERY), True, marks=rule("F5.1"), id="battery without markers"),
        param(battery(Special.BATTERY, losses=1), False, marks=rule("F5.1"), id="battery with a marker"),
        param(battery(), False, marks=rule("F5.1"), id="plain gun"),
        param(shooter(Special.DISCIPLINED_MUSKETRY), True, marks=rule("F5.4"), id="disciplined line"),
        param(shooter(Special.DISCIPLINED_MUSKETRY, files=6), False, marks=rule("F5.4"), id="disciplined column"),
        param(shooter(Special.DISCIPLINED_MUSKETRY, Special.OPEN_ORDER, open_order), False, marks=rule("F5.4", "B79"), id="disciplined, in open order"),
    ],
)  # fmt: skip
def test_who_rerolls_natural_ones(mine: Unit, again: bool) -> None:
    state = scene(mine, target(), phase=Phase.FIRE)
    assert fire_rerolls(state, state.units[0]) is again


@rule("10", "11", "F5.4")
def test_a_one_is_rerolled_once() -> None:
    game = fire(shooter(Special.DISCIPLINED_MUSKETRY), target()).play(("fire", ("A", "b")), (1, 1, 5))
    assert game.throw.what == "hit tests again"
    game.play((1, 4))
    assert game.unit("b").losses == 2


@rule("F5.20", "188")
def test_heavy_guns_all_of_them() -> None:
    heavy = unit("B", gun, Special.HEAVY_ARTILLERY, front=(26, 20))
    light = unit("B", gun, front=(26, 20))
    for helper, plus in ((heavy, 1), (light, 0)):
        state = scene(battery(Special.HEAVY_ARTILLERY), helper, target(), phase=Phase.FIRE)
        assert fire_to_hit(aim(state, supporters=((1, Mode.VOLLEY),))).total == plus


# --- hits become losses ----------------------------------------------------------------------------------------------


@rule("128", "129")
def test_each_hit_is_one_marker_on_the_target_alone() -> None:
    helper = unit("B", files=6, figures=12, front=(42, 20))
    friend = unit("c", files=6, figures=12, front=(52, 40), facing=180)
    game = fire(shooter(), helper, target(), friend).play(
        ("fire", ("A", "b")), ("support", "B"), (4, 5, 6, 3)
    )
    assert [game.unit(k).losses for k in "AbBc"] == [0, 3, 0, 0]


@pytest.mark.parametrize(
    ("least", "hits", "losses"),
    [
        param(True, 0, 0, marks=rule("F5.13a", "189"), id="none"),
        param(True, 1, 1, marks=rule("B61"), id="on: half of one is one"),
        param(False, 1, 0, marks=rule("B61"), id="off: half of one is none"),
        param(True, 2, 1, marks=rule("F5.13a"), id="two"),
        param(True, 3, 1, marks=rule("F5.13a", "5"), id="three, rounded down"),
        param(True, 4, 2, marks=rule("F5.13a"), id="four"),
    ],
)
def test_open_order_halves_losses(least: bool, hits: int, losses: int) -> None:
    loose = target(Special.OPEN_ORDER, open_order)
    state = scene(shooter(), loose, phase=Phase.FIRE, options={"open_order_min_one": least})
    assert fire_losses(state, state.units[1], hits) == losses
    close = scene(
        shooter(), target(Special.OPEN_ORDER), phase=Phase.FIRE, options={"open_order_min_one": least}
    )
    assert fire_losses(close, close.units[1], hits) == hits


@rule("F5.11b", "B62")
def test_light_infantry_inside_halves_losses_once() -> None:
    wood = area("wood", 26, 28, 34, 32, name="wood")
    light = target(Special.LIGHT_INFANTRY, open_order, inside="wood")
    state = scene(shooter(), light, terrain=(wood,), phase=Phase.FIRE)
    assert fire_losses(state, state.units[1], 4) == 2
    others = scene(shooter(), target(inside="wood"), terrain=(wood,), phase=Phase.FIRE)
    assert fire_losses(others, others.units[1], 4) == 4
