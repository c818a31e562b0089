"""Rulings with a switch: what holds, and what the switch makes of it. [B31, B41, B59, B85–B88]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.assaults import first_onset, needed
from grognard.books.valour_and_fortitude.facts.shooting import cover_of
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.steps.losses import FortitudeTests
from grognard.books.valour_and_fortitude.words import Cover, Deed, Phase, Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import attack, fight, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    begin,
    brigaded,
    find,
    foot,
    ground,
    gun,
    horse,
    lead,
    marcher,
    scene,
    square,
    told,
    unit,
    worked,
)
from tests.rules import rule

# --- how much of a rank a wall covers --------------------------------------------------------------------------------


def sheltered(touching: int, *more: Any, one: bool = False, **others: Any) -> Cover:
    """What covers twelve files behind a low wall that so many of them touch, from an enemy beyond."""
    left = 30 - 4.8
    wall = ground("low_wall", (left - 5, 30), (left + 0.8 * touching - 0.1, 30))
    target = unit("b", foot, *more, **{"files": 12, "front": (30, 30), "facing": 180, **others})
    options = {"cover_by_one_figure": one}
    state = scene(unit("A", front=(30, 22)), target, terrain=(wall,), options=options)
    return cover_of(state, find(state, "b"), find(state, "A"))


@rule("161", "B85")
@pytest.mark.parametrize(
    ("touching", "found"), [(1, Cover.NONE), (5, Cover.NONE), (6, Cover.SOFT), (12, Cover.SOFT)]
)
def test_half_the_front_rank_touches_the_wall(touching: int, found: Cover) -> None:
    assert sheltered(touching) is found


@rule("B85")
def test_by_the_switch_one_figure_is_enough() -> None:
    assert sheltered(1, one=True) is Cover.SOFT
    assert sheltered(0, one=True) is Cover.NONE


@rule("B85", "B60")
@pytest.mark.parametrize(("right", "found"), [(29.9, Cover.NONE), (30.1, Cover.SOFT)])
def test_of_a_square_half_of_one_side_will_do(right: float, found: Cover) -> None:
    wall = ground("low_wall", (20, 30), (right - 0.4, 30))
    target = unit("b", foot, square, files=6, front=(30, 30), facing=180)
    state = scene(unit("A", front=(30, 22)), target, terrain=(wall,))
    assert cover_of(state, find(state, "b"), find(state, "A")) is found


@rule("B85", "161")
def test_of_two_kinds_the_better_if_half_have_it() -> None:
    """Eight figures behind a stream and four behind a wall: all have a stream's cover, too few the wall's."""
    stream = ground("stream", (20, 30), (31.5, 30))
    wall = ground("low_wall", (31.7, 30), (40, 30))
    target = unit("b", files=12, front=(30, 30), facing=180)
    state = scene(unit("A", front=(30, 22)), target, terrain=(stream, wall))
    assert cover_of(state, find(state, "b"), find(state, "A")) is Cover.MELEE


# --- horse on a short flank ----------------------------------------------------------------------------------------------


def flanking(fits: bool) -> State:
    """Horse 6 inches off the right flank of a line in two ranks."""
    return scene(
        unit("A", horse, figures=8, files=4, front=(46.8, 24.4), facing=270),
        unit("b", files=12, front=(36, 24)),
        options={"flank_as_fits": fits},
    )


@rule("B41", "B14", "88")
@pytest.mark.parametrize(("fits", "best"), [(False, 6), (True, 7)])
def test_horse_on_the_flank_of_two_ranks(fits: bool, best: int) -> None:
    state = flanking(fits)
    found = set()
    judge = marcher(state, "A", Deed.ASSAULT, target="b")
    for legs in judge.candidates():
        moved = judge.moved(worked(state, "A", *legs, deed=Deed.ASSAULT, target="b"))
        after = replace(state, units=(moved, state.units[1]), phase=Phase.MELEE)
        found.add(attack(after, "A", "b").value)
    assert max(found) == best


@rule("B41")
@pytest.mark.parametrize(
    ("fits", "riders", "walkers"),
    [(False, 3, 3), (True, 2, 3)],
    ids=["as the text says", "as many as fit behind"],
)
def test_how_many_figures_a_flank_takes(fits: bool, riders: int, walkers: int) -> None:
    line = unit("b", files=12, front=(36, 24))
    assert needed(unit("A", horse, facing=270), line, fits) == riders
    assert needed(unit("A", files=6, facing=270), line, fits) == walkers
    assert needed(unit("A", horse), line, fits) == 3  # head on


# --- squares, heavy guns -------------------------------------------------------------------------------------------------


@rule("B59", "116")
@pytest.mark.parametrize(("switch", "dice"), [(False, 2), (True, 3)])
def test_guns_against_a_square_hand_to_hand(switch: bool, dice: int) -> None:
    state = melee(
        unit("A", gun, front=(36, 24), melee=2),
        unit("b", foot, square, files=6, front=(36, 24), facing=180),
        options={"square_dense_in_melee": switch},
    )
    assert attack(state, "A", "b").value == dice
    assert ("B59" in attack(state, "A", "b").cites) is switch
    line = melee(
        unit("A", gun, front=(36, 24), melee=2),
        unit("b", files=12, front=(36, 24), facing=180),
        options={"square_dense_in_melee": switch},
    )
    assert "B59" not in attack(line, "A", "b").cites


def gunners(switch: bool, *words: Special, helper: tuple[Special, ...] = ()) -> State:
    """A gun touches a line, another gun beside it supports."""
    return melee(
        unit("A", gun, *words, front=(34, 24), losses=1),
        unit("B", gun, *helper, front=(38, 24), losses=1),
        unit("b", files=12, front=(36, 24), facing=180),
        options={"heavy_guns_in_melee": switch},
    )


HEAVY = Special.HEAVY_ARTILLERY


@rule("B87", "188", "F5.20")
@pytest.mark.parametrize(
    ("switch", "words", "helper", "plus"),
    [
        (False, (HEAVY,), (HEAVY,), False),
        (True, (HEAVY,), (HEAVY,), True),
        (True, (HEAVY,), (), False),
        (True, (), (HEAVY,), False),
    ],
)
def test_heavy_guns_hand_to_hand(
    switch: bool, words: tuple[Special, ...], helper: tuple[Special, ...], plus: bool
) -> None:
    game = fight(gunners(switch, *words, helper=helper), "A", "b", "B")
    assert ("B87" in told(game)) is plus


@rule("B87")
@pytest.mark.parametrize("switch", [False, True])
def test_a_heavy_gun_that_fights_back(switch: bool) -> None:
    state = melee(
        unit("A", files=6, front=(36, 24), losses=1),
        unit("b", gun, HEAVY, front=(36, 24), facing=180, losses=1),
        options={"heavy_guns_in_melee": switch},
    )
    game = fight(state)
    assert "B87" not in told(game)
    game.play((2,) * game.throw.dice.faces()[0])
    assert ("B87" in told(game)) is switch


# --- shattered brigades --------------------------------------------------------------------------------------------------


@rule("B31", "141")
@pytest.mark.parametrize(
    ("switch", "face", "defeats"), [(False, 0, (1, 0)), (True, 3, (2, 0)), (True, 4, (1, 0))]
)
def test_a_brigade_without_units(switch: bool, face: int, defeats: tuple[int, int]) -> None:
    state = scene(
        unit("A", where=Where.ROUTED, brigade="I"),
        unit("B", front=(36, 8), brigade="II"),
        unit("c", front=(36, 40), facing=180),
        options={"shattered_brigades_test": switch},
        routed=(0,),
        defeats=(1, 0),
    )
    game = begin(brigaded(lead(state, "I", where=Where.ROUTED), "I", shattered=True), FortitudeTests())
    if switch:
        assert game.throw.dice.faces() == (1, 6)
        game.play(face)
    assert game.over
    assert game.state.defeats == defeats


# --- leaders who have just come on ---------------------------------------------------------------------------------------


def arrived(ride: bool, **more: Any) -> Play:
    """The second brigade comes on after the first is done."""
    state = scene(
        unit("A", front=(20, 30)),
        unit("B", figures=12, files=3, where=Where.LATER, brigade="II"),
        *([unit("C", front=(50, 20), brigade="II")] if more else []),
        unit("z", front=(36, 44), facing=180),
        options={"fresh_leaders_ride": ride},
    )
    state = brigaded(state, "II", arrives=2, entry=(3600, 0))
    state = lead(state, "II", where=Where.LATER)
    game = begin(state, "action").play(("brigade", "I"), "finish", "stay_put")
    place = (("place", 3600, 600, 0, "close", 3),)
    return game.play(("arrive", "B"), ("come_on", place), "halt")


@rule("B88", "97")
@pytest.mark.parametrize("ride", [False, True])
def test_the_leader_of_a_brigade_that_has_just_come_on(ride: bool) -> None:
    game = arrived(ride)
    assert game.ask.prompt == ("Move II" if ride else "Move General")
    if ride:
        game.play("stay_put")
        assert game.ask.prompt == "Move General"  # once
    game.play("stay_put")
    assert game.over


@rule("B42")
def test_flanking_horse_has_a_place_either_way() -> None:
    for fits in (False, True):
        state = flanking(fits)
        assert first_onset(state, state.units[0], state.units[1]) is not None
