"""Moves over ground, and doubles. [94, 160–168]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.words import Deed
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    find,
    foot,
    ground,
    offered,
    reform,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param


def column(key: str = "A", *words: Any, **more: Any) -> Unit:
    """An attack column of 24, six wide, its front 20 inches up the table, facing north."""
    place = {} if "at" in more else {"front": (30, 20)}
    return unit(key, foot, *words, **{"files": 6, **place, **more})


def far_enemy(**more: Any) -> Unit:
    """An enemy out of everybody's way."""
    return unit("z", **{"files": 12, "front": (60, 46), "facing": 180, **more})


def brigading() -> Brigading:
    """The first brigade's actions; with its leader near the general it needs no roll."""
    return Brigading(0)


# --- terrain -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "said", "refused"),
    [
        param(
            (area("mud", 20, 22, 40, 24),), "forward 10", "", marks=rule("166"), id="2 of 10 inches in mud"
        ),
        param(
            (area("mud", 20, 22, 40, 25),), "forward 10", "76", marks=rule("166"), id="3 of 10 inches in mud"
        ),
        param(
            (ground("low_wall", (20, 24), (40, 24)),), "forward 8", "", marks=rule("160"), id="8 and a wall"
        ),
        param(
            (ground("low_wall", (20, 24), (40, 24)),),
            "forward 8.1",
            "76",
            marks=rule("160"),
            id="more, and a wall",
        ),
        param(
            (ground("high_wall", (20, 24), (40, 24)),),
            "forward 6",
            "164",
            marks=rule("164"),
            id="a high wall",
        ),
        param((area("river", 20, 23, 40, 25),), "forward 8", "164", marks=rule("164"), id="a river"),
        param((area("wood", 20, 23, 40, 25),), "forward 8", "168", marks=rule("168"), id="through a wood"),
        param(
            (area("road", 25, 18, 35, 40),),
            "forward 12.1",
            "76",
            marks=rule("163"),
            id="no march column on a road",
        ),
    ],
)
def test_ground_in_the_way(terrain: Any, said: str, refused: str) -> None:
    assert why(scene(column(), far_enemy(), terrain=terrain), "A", said) == refused


@rule("163")
def test_a_march_column_goes_twice_as_far_on_a_road() -> None:
    road = area("road", 25, 0, 35, 48)
    state = scene(column(files=3), far_enemy(), terrain=(road,))
    assert why(state, "A", "forward 24") == ""
    assert why(state, "A", "forward 24.1") == "76"


# --- double --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "enemy", "refused"),
    [
        param(
            "forward 24", 45.01, "", marks=rule("94"), id="twice the distance, 18 and a bit from the enemy"
        ),
        param("forward 24.01", 47, "76", marks=rule("94"), id="more than twice"),
        param("forward 24", 45, "94", marks=rule("94"), id="ends exactly 18 from the enemy"),
    ],
)
def test_a_double(said: str, enemy: float, refused: str) -> None:
    state = scene(column(front=(30, 3.2)), unit("z", files=12, front=(30, enemy + 0.2), facing=180))
    assert why(state, "A", said, deed=Deed.DOUBLE) == refused


@rule("94", "98a")
def test_a_double_has_no_reform() -> None:
    state = scene(column(), far_enemy())
    assert why(state, "A", reform("close", 12), "forward 6", deed=Deed.DOUBLE) == "98a"
    assert why(state, "A", reform("close", 12), deed=Deed.DOUBLE) == "98a"


@pytest.mark.parametrize(
    ("far", "offered_"),
    [
        param(18, False, marks=rule("94"), id="exactly 18"),
        param(18.01, True, marks=rule("94"), id="more than 18"),
    ],
)
def test_a_double_starts_more_than_18_from_enemies(far: float, offered_: bool) -> None:
    game = begin(
        scene(column(), unit("z", files=12, front=(30, 20 + far), facing=180)), "brigade", env=brigading()
    )
    assert ("A" in offered(game, "double")) is offered_
    assert find(game.state, "A").key in offered(game, "move")
