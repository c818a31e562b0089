"""Retreats: from where, along which way, into whose arcs; and whether there is one at all. [78, 83–86, B20, B21]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.retreats import some_retreat
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading, Retreating
from grognard.books.valour_and_fortitude.words import Deed, Phase
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    glide,
    ground,
    horse,
    legs,
    marcher,
    offered,
    reform,
    refused,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param


def mine(*words: Any, **more: Any) -> Unit:
    """An attack column of 24, its front 24 inches up the table, facing north."""
    return unit("A", foot, *words, **{"files": 6, "front": (30, 24), **more})


def foe(far: float = 0, **more: Any) -> Unit:
    """An enemy line facing it, so far away; 0 is in contact."""
    return unit("z", **{"files": 12, "front": (30, 24 + far), "facing": 180, **more})


def back(state: State, *said: Any) -> str:
    """The rule that refuses a retreat of A."""
    return why(state, "A", *said, deed=Deed.RETREAT)


def binding(state: State) -> list[str]:
    """Whose front arc a retreat of A must end in."""
    moving = marcher(state, "A", Deed.RETREAT)
    return [u.key for u in state.of_side(1) if moving.saw(u)]


def acts(state: State) -> Play:
    """The first brigade's actions."""
    return begin(state, "brigade", env=Brigading(0))


# --- who, and from where -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "far",
    [
        param(0, marks=rule("83"), id="in contact"),
        param(2, marks=rule("83"), id="less than 3"),
        param(10, marks=rule("68", "83"), id="far away"),
    ],
)
def test_a_retreat_may_start_anywhere(far: float) -> None:
    game = acts(scene(mine(), foe(far)))
    assert offered(game, "retreat") == {"A"}
    game.play(("retreat", "A"), ("go", legs("back 6")))
    assert game.unit("A").y == 2400 - 160 - 600
    assert game.notes("retreats")
    assert game.unit("A").today.acted


@rule("B84")
def test_an_occupant_does_not_retreat() -> None:
    house = area("building", 28, 20, 32, 22, name="house")
    game = acts(
        scene(mine(inside="house"), unit("B", figures=12, files=6, front=(10, 10)), foe(9), terrain=(house,))
    )
    assert refused(game, "retreat", "A") == "B84"


@rule("49", "98d")
def test_who_shot_does_not_retreat_by_choice() -> None:
    game = acts(scene(mine(today={"shot": True}), unit("B", figures=12, files=6, front=(10, 10)), foe(2)))
    assert "A" not in offered(game, "retreat")
    assert refused(game, "retreat", "A") == "49"


# --- the way ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        param(("back 12",), "", marks=rule("83", "B21"), id="straight back"),
        param(("back 12.1",), "76", marks=rule("83", "76"), id="too far"),
        param(("back 2.99",), "84", marks=rule("84"), id="ends less than 3 away"),
        param(("back 3",), "", marks=rule("84", "B73"), id="ends exactly 3 away"),
        param(("forward 2",), "B21", marks=rule("B21"), id="over the enemy"),
        param(("side 2", "back 4"), "", marks=rule("B21"), id="along him, then back"),
    ],
)
def test_the_way_from_contact(said: tuple[str, ...], refusal: str) -> None:
    assert back(scene(mine(), foe()), *said) == refusal


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        param(("back 4",), "", marks=rule("B21"), id="straight back"),
        param(("forward 0.5", "back 4"), "B21", marks=rule("B21"), id="nearer first"),
        param(("back 0.5", "forward 0.5", "back 3"), "", marks=rule("B21"), id="back to where it began"),
        param(("back 2", "forward 1", "back 2"), "77", marks=rule("B21"), id="once 3 away, nearer again"),
        param(("turn 45", "back 5"), "B21", marks=rule("B21"), id="a corner swings nearer"),
    ],
)
def test_the_way_from_one_inch(said: tuple[str, ...], refusal: str) -> None:
    state = scene(mine(), foe(1.5))
    assert back(state, *said) == refusal


@rule("B21", "77")
def test_other_enemies_are_kept_at_three() -> None:
    post = unit("y", figures=4, files=4, front=(36, 18), facing=90)  # beside the way back, looking away
    near = scene(mine(), foe(), post)
    assert back(near, "back 8") == "77"
    away = unit("y", figures=4, files=4, front=(38, 18), facing=90)
    assert back(scene(mine(), foe(), away), "back 8") == ""


@rule("83", "98b", "74", "75", "164")
@pytest.mark.parametrize(
    ("other", "terrain", "refusal"),
    [
        param(unit("F", files=12, front=(30, 16), brigade="II"), (), "98b", id="a friend of another brigade"),
        param(unit("F", files=12, front=(30, 18)), (), "", id="one of its own brigade"),
        param(unit("F", files=12, front=(30, 14)), (), "74", id="ends on a friend"),
        param(unit("F", files=12, front=(60, 14)), (area("river", 20, 15, 40, 17),), "164", id="a river"),
    ],
)
def test_a_retreat_is_a_move(other: Unit, terrain: Any, refusal: str) -> None:
    assert back(scene(mine(), other, foe(), terrain=terrain), "back 9") == refusal


@rule("80", "81", "83")
def test_a_retreat_may_reform_at_its_end() -> None:
    state = scene(mine(), foe())
    assert back(state, "back 6", reform("close", 12)) == ""
    assert back(state, "back 3", reform("close", 12)) == "81"
    assert back(state, reform("close", 12), "back 6") == "81"


# --- into arcs ---------------------------------------------------------------------------------------------------------


@rule("85")
def test_seen_it_ends_in_the_enemys_front_arc() -> None:
    state = scene(mine(), foe())
    assert back(state, "back 4") == ""
    # Past his flank its near corner stands on the edge of his arc, which is outside; half an inch back it is in.
    assert back(state, "side 10.4") == "85"
    assert back(state, "side 10.4", "back 0.5") == ""


@rule("85", "B20")
def test_unseen_it_may_go_where_it_likes() -> None:
    # z touches A's front with its own flank, so that A is not in its arc.
    state = scene(mine(), unit("z", figures=16, files=8, front=(33, 27.2), facing=90))
    assert binding(state) == []
    assert back(state, "back 4") == ""
    seen = scene(mine(), foe())
    assert binding(seen) == ["z"]


TWO = (
    mine(),
    foe(),  # looks south over A's whole front
    unit("y", figures=4, files=4, front=(18, 14)),  # looks north past A, and sees its left front corner
)


@rule("85", "B20")
def test_everyone_who_saw_it_binds_it() -> None:
    state = scene(*TWO)
    assert binding(state) == ["z", "y"]
    assert back(state, glide(28, 19.2, 0)) == ""
    assert back(state, "back 3.2") == "85"


@pytest.mark.parametrize(
    ("only", "bound"),
    [
        param(False, ["z", "y"], marks=rule("B20"), id="off: all who saw it"),
        param(True, ["z"], marks=rule("B20"), id="on: only whom it touched"),
    ],
)
def test_the_switch_for_arcs(only: bool, bound: list[str]) -> None:
    state = scene(*TWO, options={"retreat_arc_touched_only": only})
    assert binding(state) == bound
    assert back(state, "back 3.2") == ("" if only else "85")


# --- is there one at all? ----------------------------------------------------------------------------------------------


def rider(**more: Any) -> Unit:
    """Nine horse in line, facing north."""
    return unit("A", horse, **{"files": 9, "front": (30, 24), **more})


def forced(state: State) -> Play:
    """A must retreat, in the melee phase."""
    return begin(state, "retreat", env=Retreating(find(state, "A").id))


WALLED = (
    ground("high_wall", (20, 10), (20, 30), name="west"),
    ground("high_wall", (40, 10), (40, 30), name="east"),
    ground("high_wall", (20, 10), (40, 10), name="south"),
)


@rule("86", "B82")
def test_forced_to_retreat_it_goes_where_its_owner_likes() -> None:
    game = forced(scene(rider(today={"acted": True, "shot": True}), foe(), phase=Phase.MELEE))
    assert set(game.ask.offers) == {"fall_back"}
    game.play(("fall_back", legs("back 18")))
    assert game.unit("A").y == 2400 - 100 - 1800


@rule("B82", "80")
def test_a_forced_retreat_may_end_with_a_reform() -> None:
    game = forced(scene(rider(), foe(), phase=Phase.MELEE))
    game.play(("fall_back", (*legs("back 12"), reform("close", 3))))
    assert game.unit("A").files == 3
    assert not game.unit("A").today.acted


@rule("86", "B20")
def test_nowhere_to_go_it_routs() -> None:
    """Walls behind and on both sides, closer than 3 from the enemy."""
    pen = (
        ground("high_wall", (25, 21), (25, 24)),
        ground("high_wall", (35, 21), (35, 24)),
        ground("high_wall", (25, 21), (35, 21)),
    )
    state = scene(rider(), foe(figures=40, files=20), terrain=pen, phase=Phase.MELEE)
    assert not some_retreat(state, state.units[0])
    game = forced(state)
    assert game.over
    assert not game.unit("A").on_table
    assert game.notes("routs")[0].cite == "86"


@rule("86", "B20", "70")
def test_a_way_round_a_corner_is_a_way() -> None:
    """A river right behind it is closed but for its left: sideways first, then back."""
    river = (area("river", 10, 18, 34, 21.5), area("river", 34, 12, 60, 21.5))
    gap = (area("river", 24, 19, 36, 21.5),)
    state = scene(rider(), foe(figures=40, files=20), terrain=gap, phase=Phase.MELEE)
    assert some_retreat(state, state.units[0])
    shut = scene(rider(), foe(figures=40, files=20), terrain=river, phase=Phase.MELEE)
    assert not some_retreat(shut, shut.units[0])


@rule("86", "B20")
def test_a_retreat_of_choice_that_cannot_be_made_is_not_offered() -> None:
    pen = (
        ground("high_wall", (25, 21), (25, 24)),
        ground("high_wall", (35, 21), (35, 24)),
        ground("high_wall", (25, 21), (35, 21)),
    )
    state = scene(rider(), foe(1, figures=40, files=20), terrain=pen)
    assert offered(acts(state), "retreat") == set()
    game = begin(state, "retreat", env=Retreating(0, forced=False))
    assert game.over
    assert game.unit("A").on_table


@rule("83", "86")
def test_every_retreat_a_machine_may_choose_is_legal() -> None:
    state = scene(rider(), foe(), *TWO[2:], terrain=WALLED)
    judge = marcher(state, "A", Deed.RETREAT)
    found = list(judge.candidates())
    assert found
    assert all(judge.refusal(each) is None for each in found)
