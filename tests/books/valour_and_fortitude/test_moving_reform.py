"""Reforms: when, how near enemies, round which figure; limbering. [80–82, 98a, B39, B71]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import block_of, form, gun_poses, stand
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.words import Deed, Form, Special
from grognard.geometry.formations import central_figures, figures_at
from grognard.geometry.points import Point
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    foot,
    gun,
    horse,
    limbered,
    marcher,
    reform,
    scene,
    square,
    unit,
    unlimbered,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param


def line(*words: Any, **more: Any) -> Unit:
    """A line of 24 whose front is 20 inches up the table, facing north."""
    return unit("A", foot, *words, **{"files": 12, "front": (30, 20), **more})


def enemy(far: float = 22, **more: Any) -> Unit:
    """An enemy line facing south, so far from the first line's front."""
    return unit("z", **{"files": 12, "front": (30, 20 + far), "facing": 180, **more})


def middles(state: State, said: tuple[Any, ...] = ()) -> tuple[Point, ...]:
    """Where A's central front-rank figures stand, after a reform if one is given."""
    at = stand(state.units[0]) if not said else worked(state, "A", said).end
    block = block_of(at.shape)
    places = figures_at(at.x, at.y, at.facing, block)
    return tuple(places[i] for i in central_figures(block))


# --- when ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        param((reform("close", 6),), "", marks=rule("80", "B71"), id="on the spot"),
        param((reform("close", 6), "forward 12"), "", marks=rule("80"), id="first: then a column's distance"),
        param(
            (reform("close", 6), "forward 12.1"), "76", marks=rule("80", "76"), id="first: no more than that"
        ),
        param(("forward 8", reform("close", 6)), "", marks=rule("80"), id="last: a line's distance"),
        param(
            ("forward 8.1", reform("close", 6)), "76", marks=rule("80", "76"), id="last: no more than that"
        ),
        param(("forward 3", reform("close", 6), "forward 3"), "80", marks=rule("80"), id="in the middle"),
        param(
            (reform("close", 6), "forward 3", reform("close", 12)),
            "80",
            marks=rule("80"),
            id="before and after",
        ),
        param((reform("close", 6), reform("close", 12)), "80", marks=rule("80"), id="twice on the spot"),
    ],
)
def test_one_reform_before_or_after_the_move(said: tuple[Any, ...], refused: str) -> None:
    assert why(scene(line(), enemy()), "A", *said) == refused


@pytest.mark.parametrize(
    ("deed", "refused"),
    [
        param(Deed.MOVE, "", marks=rule("80", "98a"), id="move"),
        param(Deed.RETREAT, "", marks=rule("80", "98a"), id="retreat"),
        param(Deed.DOUBLE, "98a", marks=rule("98a"), id="double"),
        param(Deed.ASSAULT, "98a", marks=rule("98a"), id="assault"),
    ],
)
def test_what_a_reform_goes_with(deed: Deed, refused: str) -> None:
    state = scene(line(), enemy())
    assert why(state, "A", reform("close", 6), deed=deed, target="z") == refused
    assert bool(marcher(state, "A", deed, target="z").orders()) is (refused == "")


@rule("F5.9a", "80")
def test_horse_artillery_reforms_before_and_after() -> None:
    before, after = reform("limbered", facing=0), reform("unlimbered", facing=0)
    horse_gun = unit("A", gun, Special.HORSE_ARTILLERY, front=(30, 14))
    state = scene(horse_gun, enemy(16))
    assert why(state, "A", before, "forward 6", after) == ""
    assert why(state, "A", before, after, "forward 6") == "80"
    assert why(state, "A", before, after) == "80"
    plain = scene(unit("A", gun, front=(30, 14)), enemy(16))
    assert why(plain, "A", before, "forward 6", after) == "80"


@rule("F5.12")
def test_militia_moves_or_reforms() -> None:
    state = scene(line(Special.MILITIA), enemy())
    assert why(state, "A", reform("close", 6)) == ""
    assert why(state, "A", reform("close", 6), "forward 3") == "F5.12"
    assert why(state, "A", "forward 3") == ""


@rule("F5.17")
def test_a_square_is_formed_without_moving() -> None:
    state = scene(line(Special.SQUARE), enemy())
    assert why(state, "A", reform("square", 6)) == ""
    assert why(state, "A", reform("square", 6), "forward 1") == "F5.17"
    assert why(state, "A", "forward 1", reform("square", 6)) == "F5.17"
    formed = scene(line(Special.SQUARE, square, files=6), enemy())
    assert why(formed, "A", reform("close", 12)) == ""
    assert why(formed, "A", reform("close", 12), "forward 1") == "F5.17"


# --- how near enemies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("far", "refused"),
    [
        param(3.01, "", marks=rule("81"), id="more than 3"),
        param(3, "81", marks=rule("81", "B73"), id="exactly 3"),
        param(1, "81", marks=rule("81"), id="less than 3"),
    ],
)
def test_a_reform_starts_more_than_three_from_enemies(far: float, refused: str) -> None:
    assert why(scene(line(), enemy(far)), "A", reform("close", 6)) == refused


@rule("81")
def test_a_reform_ends_more_than_three_from_enemies() -> None:
    # A column 4.8 wide opens out to a line 9.6 wide, towards an enemy 4.4 from its flank.
    z = unit("z", figures=6, files=6, front=(36.8, 19), facing=270)
    state = scene(line(files=6), z)
    assert why(state, "A", reform("close", 12)) == "81"
    assert why(state, "A", reform("close", 7)) == ""


@rule("81", "174")
def test_a_held_feature_counts_as_the_enemy() -> None:
    house = area("building", 26, 22.5, 34, 25, name="house")
    held = scene(line(), enemy(inside="house"), terrain=(house,))
    assert why(held, "A", reform("close", 6)) == "81"
    empty = scene(line(), enemy(), terrain=(house,))
    assert why(empty, "A", reform("close", 6)) == ""


@rule("B71", "164", "74", "75")
@pytest.mark.parametrize(
    ("front", "terrain", "refused"),
    [
        param((30, 20), (), "", id="room"),
        param((3, 20), (), "75", id="the table's edge"),
        param((30, 20), (area("river", 33, 10, 36, 30),), "164", id="a river beside it"),
        param((30, 20), (area("wood", 33, 10, 36, 30),), "168", id="a wood beside it"),
    ],
)
def test_a_reform_needs_room(front: tuple[float, float], terrain: Any, refused: str) -> None:
    state = scene(line(files=6, front=front), enemy(), terrain=terrain)
    assert why(state, "A", reform("close", 12)) == refused


# --- round which figure ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", [0, 90, 37, 180])
@rule("82")
def test_the_centre_figure_stays_where_it_is(facing: float) -> None:
    """Thirteen files have one centre figure; so have five."""
    state = scene(line(figures=26, files=13), enemy())
    assert middles(state, reform("close", 5, facing))[0] == pytest.approx(middles(state)[0], abs=1)


@rule("82")
def test_either_of_two_central_figures_turns_and_stands_on_either_side_of_the_middle() -> None:
    state = scene(line(), enemy())
    left, right = middles(state)
    assert middles(state, reform("close", 6, 0, 0))[0] == left
    assert middles(state, reform("close", 6, 0, 1))[1] == right
    assert middles(state, reform("close", 6, 0, 2))[1] == left
    assert middles(state, reform("close", 6, 0, 3))[0] == right
    assert why(state, "A", ("reform", "close", 6, 0, 4)) == "82"


@rule("82")
def test_an_even_front_made_odd_keeps_the_figure_that_turned_in_its_middle() -> None:
    state = scene(line(), enemy())
    left, right = middles(state)
    assert middles(state, reform("close", 5, 90, 0)) == (left,)
    assert middles(state, reform("close", 5, 90, 1)) == (right,)


@rule("20", "80")
@pytest.mark.parametrize(
    ("said", "refused"),
    [
        param(reform("close", 24), "20", id="one rank of 24"),
        param(reform("close", 25), "19", id="more files than figures"),
        param(reform("square", 6), "80", id="a square it has not learnt"),
        param(reform("open", 12), "80", id="open order it has not learnt"),
        param(("reform", "close", "six", 0, 0), "80", id="nonsense"),
        param(("reform", "close", 6), "80", id="too little"),
    ],
)
def test_formations_it_cannot_take(said: tuple[Any, ...], refused: str) -> None:
    assert why(scene(line(), enemy()), "A", said) == refused


# --- guns --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "becomes", "facing", "how"),
    [
        param(limbered, "unlimbered", 0, Form.LINE, marks=rule("B39", "28"), id="unlimber, turned about"),
        param(limbered, "unlimbered", 75, Form.LINE, marks=rule("B39", "28"), id="unlimber aslant"),
        param(unlimbered, "limbered", 180, Form.MARCH, marks=rule("B39", "27"), id="limber"),
        param(unlimbered, "limbered", 20, Form.MARCH, marks=rule("B39", "27"), id="limber aslant"),
    ],
)
def test_the_gun_keeps_its_place(order: Any, becomes: str, facing: float, how: Form) -> None:
    state = scene(unit("A", gun, order, at=(30, 20)), enemy(20))
    before, _ = gun_poses(stand(state.units[0]))
    march = worked(state, "A", reform(becomes, facing=facing))
    after, limber = gun_poses(march.end)
    assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=1)
    assert form(marcher(state, "A").moved(march)) is how
    # Limbered, the limber leads and faces away from the gun; unlimbered, gun and unit face one way.
    assert (limber.facing if how is Form.MARCH else after.facing) == facing * 10
    assert march.cost == 0


@rule("80", "72")
def test_a_reform_in_play() -> None:
    game = begin(scene(line(), enemy()), "brigade", env=Brigading(0))
    game.play(("move", "A"), ("go", (("forward", 500), reform("close", 6))))
    after = game.unit("A")
    assert (after.files, form(after)) == (6, Form.ATTACK)
    assert after.today.acted


@rule("82", "80")
def test_a_horse_reforms_like_foot() -> None:
    state = scene(unit("A", horse, files=9, front=(30, 20)), enemy())
    assert middles(state, reform("close", 3, 0)) == middles(state)
