"""Assaults: who may, and whom he must go for. [90–93, B42]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.assaults import assault_targets, first_onset
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.words import Deed, Special
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    gun,
    horse,
    limbered,
    marcher,
    offered,
    open_order,
    refused,
    scene,
    square,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param


def mine(*words: Any, **more: Any) -> Unit:
    """An attack column of 24, six wide, its front 20 inches up the table, facing north."""
    return unit("A", foot, *words, **{"files": 6, "front": (30, 20), **more})


def foe(far: float = 6, key: str = "z", across: float = 30, **more: Any) -> Unit:
    """An enemy line facing south, so far from A's front."""
    return unit(key, **{"files": 12, "front": (across, 20 + far), "facing": 180, **more})


def acts(state: State) -> Play:
    """The first brigade's actions."""
    return begin(state, "brigade", env=Brigading(0))


def aims(*units: Unit, **more: Any) -> set[str]:
    """Whom A may assault."""
    return {target for unit_, target in offered(acts(scene(*units, **more)), "assault") if unit_ == "A"}


def onset(state: State, *said: Any, target: str = "z") -> str:
    """The rule that refuses an assault of A."""
    return why(state, "A", *said, deed=Deed.ASSAULT, target=target)


def mine_in(target: Unit) -> Unit:
    """A as a unit of the scene with that target."""
    return scene(mine(today={"freed": True}), target).units[0]


# --- whom -------------------------------------------------------------------------------------------------------------


@rule("90")
def test_it_goes_for_the_closest_it_can_reach() -> None:
    near, far = foe(5, "z", 26, figures=12, files=6), foe(7, "y", 36, figures=12, files=6)
    assert aims(mine(front=(31, 20)), near, far) == {"z"}
    game = acts(scene(mine(front=(31, 20)), near, far))
    assert refused(game, "assault", ("A", "y")) == "90"


@rule("90", "B42")
def test_an_enemy_it_cannot_reach_is_skipped() -> None:
    near, far = foe(5, "z", 26, figures=12, files=6), foe(7, "y", 37, figures=12, files=6)
    river = area("river", 20, 22, 31.5, 24)
    assert aims(mine(front=(34, 20)), near, far, terrain=(river,)) == {"y"}


@rule("90", "B42", "93")
def test_an_enemy_it_may_not_assault_is_skipped() -> None:
    riders = unit("z", horse, figures=6, files=6, front=(27, 26.5), facing=180)
    far = foe(8, "y", 36, figures=12, files=6)
    assert aims(mine(front=(31, 20)), riders, far) == {"y"}


@rule("90")
def test_enemies_that_touch_a_friend_come_second() -> None:
    engaged = foe(5, "z", 26, figures=12, files=6)
    friend = unit("F", figures=12, files=6, front=(26, 28.2), facing=0, brigade="II")  # back to back with z
    free = foe(7, "y", 36, figures=12, files=6)
    assert aims(mine(front=(31, 20)), engaged, friend, free) == {"y"}
    # With nobody free in reach any visible enemy will do.
    gone = foe(16, "y", 36, figures=12, files=6)
    assert aims(mine(front=(31, 20)), engaged, friend, gone) == {"z"}


@rule("90", "B11")
def test_equally_close_enemies_are_a_choice() -> None:
    pair = foe(6, "z", 26, figures=8, files=4), foe(6, "y", 34, figures=8, files=4)
    assert aims(mine(), *pair) == {"z", "y"}


@rule("70", "B42")
def test_a_way_round_a_friend_is_a_way() -> None:
    """A friend of another brigade bars the straight way to the only enemy in sight."""
    bar = unit("F", figures=4, files=4, front=(30, 23), brigade="II")
    wide = foe(8, figures=20, files=10)
    state = scene(unit("A", horse, figures=6, files=6, front=(30, 20)), bar, wide)
    assert onset(state, "forward 8") == "98b"
    legs = first_onset(state, state.units[0], find(state, "z"))
    assert legs is not None
    assert marcher(state, "A", Deed.ASSAULT, target="z").refusal(legs) is None
    plan = marcher(state, "A", Deed.ASSAULT, target="z").plan((3000, 2700, 0, ""))
    assert isinstance(plan, tuple)
    assert len(plan) > 1


# --- who --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "refusal"),
    [
        param(mine(), "", marks=rule("91"), id="infantry"),
        param(unit("A", horse, front=(30, 20)), "", marks=rule("91"), id="cavalry"),
        param(unit("A", gun, front=(30, 20)), "92", marks=rule("92"), id="artillery"),
        param(unit("A", gun, limbered, front=(30, 20)), "92", marks=rule("92"), id="limbered artillery"),
        param(mine(Special.SQUARE, square), "F5.17a", marks=rule("F5.17a"), id="a square"),
        param(
            mine(today={"shot": True, "skirmished": True}),
            "F5.15a",
            marks=rule("F5.15a", "190"),
            id="skirmished",
        ),
        param(mine(today={"shot": True}), "49", marks=rule("49"), id="has shot"),
        param(mine(today={"acted": True}), "67", marks=rule("67"), id="has acted"),
        param(mine(Special.OPEN_ORDER, open_order), "", marks=rule("91"), id="open order"),
    ],
)
def test_who_may_assault(who: Unit, refusal: str) -> None:
    helper = unit("B", files=6, front=(42, 21))
    game = acts(scene(who, helper, foe(figures=40, files=20)))
    if refusal:
        assert refused(game, "assault", ("A", "z")) == refusal
    else:
        assert ("A", "z") in offered(game, "assault")


@rule("91", "78")
def test_in_contact_nobody_assaults() -> None:
    helper = unit("B", files=6, front=(42, 21))
    game = acts(scene(mine(), helper, foe(0), foe(6, "y", 42)))
    assert refused(game, "assault", ("A", "z")) == "91"
    near = acts(scene(mine(), foe(1)))
    assert ("A", "z") in offered(near, "assault")


@pytest.mark.parametrize(
    ("target", "far", "refusal"),
    [
        param(unit("z", horse, figures=6, files=6, facing=180, front=(30, 25.99)), 5.99, "", marks=rule("93"), id="horse less than 6 away"),
        param(unit("z", horse, figures=6, files=6, facing=180, front=(30, 26)), 6, "93", marks=rule("93", "B73"), id="horse exactly 6 away"),
        param(unit("z", gun, Special.HORSE_ARTILLERY, facing=180, front=(30, 26)), 6, "", marks=rule("F5.9c"), id="horse gun exactly 6 away"),
        param(unit("z", gun, Special.HORSE_ARTILLERY, facing=180, front=(30, 26.01)), 6.01, "F5.9c", marks=rule("F5.9c"), id="horse gun farther"),
        param(unit("z", gun, facing=180, front=(30, 28)), 8, "", marks=rule("F5.9c"), id="a plain gun at 8"),
    ],
)  # fmt: skip
def test_foot_against_horse(target: Unit, far: float, refusal: str) -> None:
    state = scene(mine(), target)
    assert onset(state, f"forward {far}") == refusal
    assert assault_targets(scene(mine(today={"freed": True}), target), mine_in(target)) == (
        [] if refusal else [1]
    )


@rule("93")
def test_horse_assaults_horse_from_afar() -> None:
    rider = unit("A", horse, figures=6, files=6, front=(30, 20))
    other = unit("z", horse, figures=6, files=6, facing=180, front=(30, 37))
    assert onset(scene(rider, other), "forward 17") == ""


@rule("93")
def test_foot_may_not_end_touching_horse_beside_its_target() -> None:
    z = foe(8, figures=12, files=6)  # 27.6 to 32.4
    riders = unit("y", horse, figures=4, files=4, facing=180, front=(34.9, 28))  # 32.9 to 36.9
    state = scene(mine(front=(32.4, 20)), z, riders)
    assert onset(state, "forward 8") == "93"
    assert onset(state, "side -2", "forward 8") == ""
