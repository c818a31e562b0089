"""Reinforcements: when, where and how they come on. [VF 149–152, B80]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import form
from grognard.books.valour_and_fortitude.facts.placing import Entrant
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.arrivals import Arrivals, due
from grognard.books.valour_and_fortitude.words import Form, Where
from grognard.engine.flow import replace
from grognard.geometry.gaps import gap
from tests.books.valour_and_fortitude.drill import (
    Halt,
    Play,
    begin,
    brigaded,
    cite,
    find,
    foot,
    lead,
    offered,
    reform,
    scene,
    unit,
)
from tests.rules import rule

ENTRY = 3600, 0


def awaited(
    *words: Any, turn: int = 2, arrives: int = 2, enemy: tuple[float, float] = (36, 46), **more: Any
) -> State:
    """A brigade, of which R comes on from the middle of the south edge, and C too; A is on the table."""
    state = scene(
        unit("A", front=(5, 20), brigade="I"),
        unit("R", foot, *words, brigade="II", where=Where.LATER, **{"files": 3, **more}),
        unit("C", foot, files=3, brigade="II", where=Where.LATER),
        unit("b", front=enemy, facing=180),
        turn=turn,
    )
    state = brigaded(state, "II", arrives=arrives, entry=ENTRY)
    return lead(state, "II", where=Where.LATER)


def arriving(state: State) -> Play:
    """The reinforcements' part of the action phase."""
    return begin(state, Arrivals(), Halt())


def place(y: float, facing: float = 0, files: int = 3, order: str = "close") -> tuple[Any, ...]:
    """One leg: set down on the middle of the table, its centre so far in."""
    return (("place", 3600, round(100 * y), round(10 * facing), order, files),)


def why_not(state: State, legs: tuple[Any, ...], key: str = "R") -> str:
    """Why a unit may not come on so."""
    return cite(Entrant(state, find(state, key)).refusal(legs))


@rule("149")
@pytest.mark.parametrize(
    ("turn", "arrives", "comes"), [(2, 2, True), (3, 2, True), (1, 2, False), (2, 0, False)]
)
def test_they_come_in_their_turn_or_later(turn: int, arrives: int, comes: bool) -> None:
    assert bool(due(awaited(turn=turn, arrives=arrives))) is comes


@rule("149")
def test_no_activation_test_is_made() -> None:
    game = arriving(awaited())
    assert offered(game, "arrive") == {"R", "C"}
    assert not game.state.brigades[1].active


@rule("149")
def test_not_in_the_enemys_turn() -> None:
    from grognard.engine.flow import replace

    assert due(replace(awaited(), side=1)) == []


@rule("150", "B80")
def test_in_march_column_within_a_move_of_the_arrival_point() -> None:
    state = awaited()
    assert form(find(state, "R")) is Form.MARCH
    # A column of 3 by 8 figures is 6.4 deep; its foremost figure goes 12.
    assert why_not(state, place(8)) == ""
    assert why_not(state, place(12)) == "76"
    assert why_not(state, place(8, files=12)) == "150"


@rule("150", "B80", "77")
def test_three_inches_from_enemies_on_the_way() -> None:
    assert why_not(awaited(enemy=(36, 14)), place(8)) == "77"
    assert why_not(awaited(enemy=(36, 15)), place(8)) == ""


def come(state: State, key: str = "R", y: float = 8, files: int = 3) -> Play:
    """A unit comes on; what it does next is open."""
    return arriving(state).play(("arrive", key), ("come_on", place(y, files=files)))


@rule("150")
def test_one_move_two_or_one_and_a_reform_but_no_assault() -> None:
    game = come(awaited())
    assert set(game.ask.offers) == {"move_on", "form_up", "halt"}
    once = come(awaited()).play("halt")
    assert (once.unit("R").x, once.unit("R").y) == (3600, 800)
    twice = come(awaited()).play(("move_on", (("forward", 1200),)))
    assert twice.unit("R").y == 2000
    drawn = come(awaited()).play(("form_up", (reform("close", 12),)))
    assert form(drawn.unit("R")) is Form.LINE


@rule("150")
def test_a_second_move_includes_no_reform_and_a_reform_no_move() -> None:
    game = come(awaited())
    moves, forms = game.ask.offers["move_on"], game.ask.offers["form_up"]
    assert (("forward", 600), reform("close", 12)) not in moves
    assert (("forward", 600), reform("close", 12)) not in forms
    assert (reform("close", 12),) in forms


@rule("150", "B80")
def test_arriving_is_the_units_action() -> None:
    game = come(awaited()).play("halt")
    assert game.unit("R").today.acted
    assert offered(game, "arrive") == {"C"}


@rule("B80")
def test_the_leader_comes_with_the_first_of_his_brigade() -> None:
    from grognard.books.valour_and_fortitude.facts.bodies import leader_box, stand

    game = come(awaited())
    leader = game.leader("II")
    assert leader.where is Where.TABLE
    assert min(gap(leader_box(leader), rim) for rim in stand(game.unit("R")).rims) <= 600


@rule("151", "B67")
@pytest.mark.parametrize(("detachment", "refusal"), [(True, ""), (False, "150")])
def test_detachments_come_in_any_formation(detachment: bool, refusal: str) -> None:
    state = awaited(figures=6, files=6, detachment=detachment)
    assert why_not(state, place(6, files=6)) == refusal


@rule("151")
@pytest.mark.parametrize(("detachment", "may"), [(True, True), (False, False)])
def test_detachments_may_assault_as_they_arrive(detachment: bool, may: bool) -> None:
    files = 6 if detachment else 1
    state = awaited(figures=6, files=files, detachment=detachment, enemy=(36, 12))
    game = come(state, y=5, files=files)
    assert ("assault" in game.ask.offers) is may


@rule("152")
def test_whoever_finds_no_room_comes_a_turn_later() -> None:
    """An enemy on the arrival point lets nobody on; next turn they are still due."""
    blocked = awaited(enemy=(36, 1))
    assert due(blocked)
    game = arriving(blocked)
    assert "go_on" in game.ask.offers
    assert game.unit("R").where is Where.LATER
    later = awaited(enemy=(36, 40), turn=3)
    assert offered(arriving(later), "arrive") == {"R", "C"}


@rule("149", "B86")
def test_by_the_switch_they_may_be_let_wait() -> None:
    assert set(arriving(awaited()).ask.offers) == {"arrive"}
    waiting = awaited()
    waiting = replace(waiting, options=replace(waiting.options, reinforcements_may_wait=True))
    game = arriving(waiting).play("wait")
    assert game.unit("R").where is Where.LATER


def test_units_that_come_later_are_not_on_the_table() -> None:
    late: Unit = find(awaited(), "R")
    assert not late.on_table
