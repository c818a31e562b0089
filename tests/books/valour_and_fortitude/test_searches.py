"""Retreats and assaults are found wherever there is one; flank places are level at every heading. [86, 90, B14, B20, B42]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.assaults import barred, first_onset
from grognard.books.valour_and_fortitude.facts.bodies import shape_of, stand, stand_at
from grognard.books.valour_and_fortitude.facts.command import move_distance
from grognard.books.valour_and_fortitude.facts.contact import figures_on
from grognard.books.valour_and_fortitude.facts.layout import distance
from grognard.books.valour_and_fortitude.facts.onsets import level_with_front
from grognard.books.valour_and_fortitude.facts.retreats import first_retreat
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.laws import groping
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading, Retreating
from grognard.books.valour_and_fortitude.words import Deed, Phase
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead
from grognard.geometry.arcs import poly_in_arc
from grognard.geometry.contact import Side, count_touching
from grognard.geometry.shapes import first_overlap
from tests.books.valour_and_fortitude.bouts import attack, melee
from tests.books.valour_and_fortitude.crowds import contact, pairs
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    find,
    horse,
    offered,
    refused,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param

# --- level with the front edge of a flank ------------------------------------------------------------------------------


LINE = shape_of(unit("b", figures=12, files=6))
COLUMNS = {files: shape_of(unit("A", figures=3 * files, files=files)) for files in (4, 6, 8)}


def _level(files: int, facing: int, side: Side) -> tuple[bool, int, bool]:
    """Whether a column level on the flank of a two-rank line is seen, with how many figures it touches, and presses in."""
    line = stand_at(LINE, 3600, 2400, facing)
    pose = level_with_front(line, side, COLUMNS[files], 450)
    assert pose is not None
    at = stand_at(COLUMNS[files], *pose)
    seen = any(poly_in_arc(arc, rim, edge=False) for arc in line.arcs(450) for rim in at.rims)
    met = count_touching([figure.base for figure in at.front], line.rims)
    return seen, met, any(first_overlap(rim, line.rims) is not None for rim in at.rims)


@rule("B14", "88", "117")
def test_a_flank_place_is_level_with_the_front_at_every_heading() -> None:
    wrong = [
        facing
        for facing in range(3600)
        if _level(4, facing, Side.LEFT if facing % 2 else Side.RIGHT) != (False, 3, False)
    ]
    assert wrong == []


@rule("B14", "88")
@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
@pytest.mark.parametrize("files", [6, 8])
def test_a_flank_place_is_level_for_other_columns_too(files: int, side: Side) -> None:
    assert {_level(files, facing, side) for facing in range(0, 3600, 37)} == {(False, 3, False)}


@rule("B14")
def test_three_horses_on_so_short_a_flank_stick_out() -> None:
    """Their bases are an inch wide, the flank is 1.6: level with the front only two of them touch."""
    line = stand_at(shape_of(unit("b", files=12)), 3600, 2400, 0)
    riders = shape_of(unit("A", horse, figures=8, files=4))
    pose = level_with_front(line, Side.RIGHT, riders, 450)
    assert pose is not None
    assert count_touching([f.base for f in stand_at(riders, *pose).front], line.rims) == 2


def _beside(facing: int, angle: int) -> State:
    """A column of six files 6 inches off the left flank of a line of twelve, the whole picture turned."""
    line = unit("b", files=12, at=(36, 24), facing=facing / 10)
    x, y = ahead(line.x, line.y, facing + 2700, 480 + 600 + 160)
    column = unit("A", files=6, at=(x / 100, y / 100), facing=((facing + 900 + angle) % 3600) / 10)
    return scene(column, line)


@rule("B14", "117", "88")
@pytest.mark.parametrize("facing", [*range(0, 3600, 270), 60, 120, 300, 450, 510])
@pytest.mark.parametrize("angle", [0, 70, -130])
def test_a_flank_attack_gets_its_fifth_die_whatever_the_compass(facing: int, angle: int) -> None:
    game = begin(_beside(facing, angle), "brigade", env=Brigading(0))
    game.play(("assault", ("A", "b")))
    dice = set()
    for legs in game.ask.offers["go"]:
        there = begin(_beside(facing, angle), "brigade", env=Brigading(0))
        there.play(("assault", ("A", "b")), ("go", legs))
        dice.add(attack(replace(there.state, phase=Phase.MELEE), "A", "b").value)
    assert max(dice) == 5


@rule("117", "122")
def test_who_is_level_is_unseen_and_three_figures_touch_at_an_odd_heading() -> None:
    state = melee(unit("A", files=6, at=(10, 10)), unit("b", files=12, at=(36, 24), facing=4))
    line = find(state, "b")
    pose = level_with_front(stand(line), Side.LEFT, shape_of(find(state, "A")), 450)
    assert pose is not None
    placed = replace(
        state, units=(replace(state.units[0], x=pose.x, y=pose.y, facing=pose.facing), state.units[1])
    )
    assert figures_on(placed, placed.units[0], placed.units[1]) == 3
    assert attack(placed, "A", "b").value == 5


# --- retreats ------------------------------------------------------------------------------------------------------------


def hemmed(gap: float, **more: Any) -> State:
    """Horse touching a line, friends of another brigade close on both sides, a river so far behind it."""
    rear = 24 - 4
    return scene(
        unit("A", horse, figures=10, files=5, front=(36, 24)),
        unit("b", files=12, front=(36, 24), facing=180),
        unit("C", figures=36, files=6, front=(30.8, 23.7), brigade="II"),
        unit("D", figures=36, files=6, front=(41.2, 23.7), brigade="II"),
        terrain=(area("river", 0, rear - gap - 2, 72, rear - gap),),
        **more,
    )


@rule("86", "84", "B20")
@pytest.mark.parametrize(
    ("gap", "can"), [(2.9, False), (3.0, True), (3.2, True), (3.6, True), (4.2, True), (4.6, True), (9, True)]
)
def test_a_retreat_of_just_enough_is_found(gap: float, can: bool) -> None:
    state = hemmed(gap)
    assert why(state, "A", f"back {min(gap, 3.5)}", deed=Deed.RETREAT) == ("" if can else "84")
    assert (first_retreat(state, state.units[0]) is not None) is can
    game = begin(state, "brigade", env=Brigading(0))
    assert ("A" in offered(game, "retreat")) is can


@rule("86", "108")
def test_horse_that_can_just_fall_back_does_not_rout() -> None:
    game = begin(hemmed(3.6, phase=Phase.MELEE), "retreat", env=Retreating(0))
    assert set(game.ask.offers) == {"fall_back"}
    shut = begin(hemmed(2.9, phase=Phase.MELEE), "retreat", env=Retreating(0))
    assert shut.notes("routs")[0].cite == "86"


@rule("86", "B20", "83")
@pytest.mark.parametrize("seed", [23, 56, 68, 106, *range(300, 330)])
def test_no_retreat_is_overlooked(seed: int) -> None:
    """Where the program says there is none, a search by chance finds none; what it finds is legal."""
    state = contact(seed)
    if state is None:
        return
    rider = state.units[0]
    found = first_retreat(state, rider)
    if found is None:
        assert groping.some_retreat(state, rider, random.Random(seed), 250) is None
    else:
        assert why(state, "A", *found, deed=Deed.RETREAT) == ""


# --- assaults ------------------------------------------------------------------------------------------------------------


@rule("70", "87", "B42", "76")
@pytest.mark.parametrize("across", [0, 0.07, 0.3, 0.31, 0.55, 1.13, -0.79])
@pytest.mark.parametrize(
    ("who", "move"),
    [
        param(unit("A", files=6, front=(36, 12)), 12, id="column"),
        param(unit("A", files=12, front=(36, 12)), 8, id="line"),
        param(unit("A", horse, figures=9, files=5, front=(36, 12)), 18, id="horse"),
    ],
)
def test_an_assault_straight_ahead_at_exactly_the_move_distance(
    who: Unit, move: float, across: float
) -> None:
    state = scene(who, unit("b", files=12, front=(36 + across, 12 + move), facing=180))
    assert why(state, "A", f"forward {move}", deed=Deed.ASSAULT) == ""
    assert first_onset(state, state.units[0], state.units[1]) is not None
    too_far = scene(who, unit("b", files=12, front=(36 + across, 12.03 + move), facing=180))
    assert first_onset(too_far, too_far.units[0], too_far.units[1]) is None


@rule("88", "B42")
def test_two_figures_and_the_corner_of_a_third_reach_far_enough() -> None:
    """Only the last place along his line that three figures touch is near enough."""
    line = unit("b", files=12, front=(36, 23.9), facing=180)
    # His right end is at 40.8; the column's left end at 39.2 touches him with two figures and a corner.
    state = scene(unit("A", files=6, front=(39.2 + 2.4, 12)), line)
    assert first_onset(state, state.units[0], state.units[1]) is not None
    beyond = scene(unit("A", files=6, front=(39.2 + 2.4 + 2, 12)), line)
    assert first_onset(beyond, beyond.units[0], beyond.units[1]) is None


@rule("74", "B42")
def test_an_assault_squeezes_in_between_friends() -> None:
    """The gap between two friends who touch the enemy already is a little wider than the column."""
    friends = (
        unit("C", files=6, front=(36.13 - 4.85, 24)),
        unit("D", files=6, front=(36.13 + 4.85, 24)),
    )
    line = unit("b", figures=40, files=20, front=(36, 24), facing=180)
    state = scene(unit("A", files=6, front=(36.5, 18)), line, *friends)
    assert first_onset(state, state.units[0], state.units[1]) is not None
    tight = scene(
        unit("A", files=6, front=(36.5, 18)), line, friends[0], unit("D", files=6, front=(40.9, 24))
    )
    assert first_onset(tight, tight.units[0], tight.units[1]) is None


@rule("74", "88", "B42")
@pytest.mark.parametrize(("deeper", "found"), [(0, True), (0.1, False)])
def test_an_assault_on_a_house_ends_askew_where_a_friend_stands_in_line_with_its_wall(
    deeper: float, found: bool
) -> None:
    """Between him and an enemy there is no place flush with the wall; a hair askew three figures touch it and not him."""
    state = scene(
        unit("A", horse, figures=12, files=6, at=(38, 19.23), facing=270),
        unit("b", files=6, inside="house"),
        unit("C", figures=24, files=6, at=(24.6 + deeper, 23.6), facing=180),
        unit("d", figures=24, files=6, at=(28.43, 14.52)),
        terrain=(area("building", 21, 18, 27, 22, name="house"),),
    )
    onset = first_onset(state, state.units[0], state.units[1])
    assert (onset is not None) is found
    if onset is not None:
        assert why(state, "A", *onset, deed=Deed.ASSAULT, target="b") == ""


@rule("90", "B42")
def test_the_duty_goes_to_the_closest_it_can_just_reach() -> None:
    """The one straight ahead is 12 away, the other a little farther; out of reach, the first no longer binds."""
    other = unit("c", figures=8, files=4, front=(30, 32.4), facing=150)

    def aims(far: float) -> set[Any]:
        near = unit("b", files=12, front=(39.3, 20 + far), facing=180)
        state = scene(unit("A", horse, figures=9, files=5, front=(36, 20)), near, other)
        return offered(begin(state, "brigade", env=Brigading(0)), "assault")

    assert aims(12) == {("A", "b")}
    ahead_of_it = scene(unit("A", files=6, front=(36, 20)), unit("b", files=12, front=(36.3, 32), facing=180))
    game = begin(ahead_of_it, "brigade", env=Brigading(0))
    assert offered(game, "assault") == {("A", "b")}
    further = scene(unit("A", files=6, front=(36, 20)), unit("b", files=12, front=(36.3, 32.03), facing=180))
    assert refused(begin(further, "brigade", env=Brigading(0)), "assault", ("A", "b")) == "B42"


@rule("87", "90", "B42")
@pytest.mark.parametrize("seed", [2115, 3105, *range(600, 640)])
def test_no_assault_is_overlooked(seed: int) -> None:
    """Where the program says an enemy cannot be reached, a search by chance does not reach him either."""
    state = pairs(seed)
    if state is None:
        return
    unit_ = state.units[0]
    for enemy in state.of_side(1):
        if not visible(state, unit_, enemy) or barred(state, unit_, enemy) is not None:
            continue
        if distance(state, unit_, enemy) > move_distance(state, unit_).total:
            continue
        found = first_onset(state, unit_, enemy)
        if found is None:
            assert groping.some_assault(state, unit_, enemy, random.Random(seed), 250) is None
        else:
            assert why(state, "A", *found, deed=Deed.ASSAULT, target=enemy.key) == ""
