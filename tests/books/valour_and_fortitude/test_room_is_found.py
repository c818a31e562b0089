"""Where there is room or a way, it is found: out of features, on at the edge, back from a fight, at an enemy. [VF 86, 152, 176, B20, B42]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.placing import Entrant, Leaver, first_arrival, first_exit
from grognard.books.valour_and_fortitude.facts.retreats import first_retreat
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.arrivals import able_to_arrive
from grognard.books.valour_and_fortitude.words import Deed, Special, Where
from grognard.engine.choices import Ask, Throw
from tests.books.valour_and_fortitude.bouts import fight, melee
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    brigaded,
    find,
    foot,
    ground,
    gun,
    horse,
    limbered,
    offered,
    scene,
    square,
    unit,
)
from tests.rules import rule

HOUSE = area("building", 33, 21, 39, 27)
AWAY = {"I": (45, 34), "General": (47, 34)}


def garrison(*others: Unit) -> State:
    return scene(unit("A", foot, files=12, inside="building"), *others, terrain=(HOUSE,), leaders=AWAY)


COLUMN = unit("b", foot, files=6, front=(36, 27), facing=180)
LINE = unit("c", foot, files=12, front=(36, 20), facing=0)
LEFT = unit("b", foot, files=12, at=(42.8, 23), facing=270)
RIGHT = unit("c", foot, files=12, at=(30.2, 23), facing=90)
RING = (
    unit("b", foot, files=12, front=(36, 27.2), facing=180),
    unit("c", foot, files=12, front=(36, 20.8)),
    unit("d", foot, files=12, front=(32.8, 24), facing=90),
    unit("e", foot, files=12, front=(39.2, 24), facing=270),
)


@rule("176", "67")
@pytest.mark.parametrize(
    ("others", "leaves"),
    [((), True), ((COLUMN, LINE), True), ((LEFT, RIGHT), True), (RING, False)],
    ids=["alone", "column and line", "lines on both sides", "all round"],
)
def test_a_garrison_leaves_if_there_is_room_anywhere(others: tuple[Unit, ...], leaves: bool) -> None:
    state = garrison(*others)
    found = first_exit(state, find(state, "A"))
    assert (found is not None) is leaves
    assert found is None or Leaver(state, find(state, "A")).refusal(found) is None
    game = begin(state, "action").play(("brigade", "I"))
    assert (isinstance(game.pending, Ask) and "A" in offered(game, "exit")) is leaves


@rule("176")
def test_a_garrison_that_cannot_leave_is_told_why() -> None:
    losses = garrison(*RING, unit("B", foot, files=12, front=(60, 5), losses=1))
    game = begin(losses, "action").play(("brigade", "I"))
    reason = game.ask.barred["exit"]
    assert reason.cite == "176"
    assert "no room" in reason.words


def coming(*others: Unit, arm: Any = foot, **more: Any) -> State:
    words = (limbered,) if arm is gun else ()
    late = unit("A", arm, *words, brigade="R", where=Where.LATER, **more)
    state = scene(late, *others, unit("b", front=(36, 46), facing=180))
    return brigaded(state, "R", arrives=2, entry=(3600, 0))


def gap(wide: float) -> State:
    """A gun that is to come on between two columns of another brigade."""
    columns = [
        unit(key, files=4, at=(36 + x, 4.4), brigade="II")
        for key, x in (("B", wide / 2 + 1.6), ("C", -wide / 2 - 1.6))
    ]
    return coming(*columns, arm=gun)


@rule("152", "149", "B86")
@pytest.mark.parametrize(("wide", "comes"), [(2.97, True), (2.5, True)])
def test_a_gun_comes_on_through_a_gap_as_wide_as_itself(wide: float, comes: bool) -> None:
    state = gap(wide)
    found = first_arrival(state, find(state, "A"))
    assert found is None or Entrant(state, find(state, "A")).refusal(found) is None
    assert bool(able_to_arrive(state)) is comes


@rule("152", "73")
def test_a_battalion_comes_on_past_friends_of_its_brigade() -> None:
    state = coming(
        unit("B", files=4, at=(47.24, 8.75), brigade="R"),
        unit("C", files=12, at=(35.87, 3.18), brigade="R"),
        figures=36,
        files=3,
    )
    assert able_to_arrive(state) == [0]


@rule("152", "98b")
def test_nobody_comes_on_where_another_brigade_stands_on_the_way() -> None:
    assert able_to_arrive(coming(unit("B", files=12, at=(36, 1), brigade="II"))) == []


def beset() -> State:
    """Horse C touches b; friends of another brigade on both sides, more of them behind."""
    return melee(
        unit("B", files=6, at=(29.96, 22.4)),
        unit("C", horse, figures=8, files=3, at=(34.33, 21), brigade="II", tenacity=9),
        unit("D", horse, figures=9, files=4, at=(38.58, 21)),
        unit("K", horse, figures=9, files=5, at=(31.84, 14)),
        unit("b", files=12, at=(33.5, 24.8), facing=180),
        leaders={"I": (10, 4), "General": (10, 6), "i": (10, 44), "general": (10, 42), "II": (64, 4)},
    )


@rule("86", "B20")
def test_horse_that_can_turn_and_ride_out_between_friends_does_not_rout() -> None:
    state = beset()
    found = first_retreat(state, find(state, "C"))
    assert found is not None
    assert Marcher(state, find(state, "C"), Deed.RETREAT).refusal(found) is None
    game = fight(state, "C", "b")
    while isinstance(game.pending, Throw):
        low = game.pending.what == "hit tests" and game.pending.facts.get("unit") == find(state, "C").id
        game.play((2 if low else 6,) * int(game.pending.dice.faces()[0]))
    assert game.unit("C").on_table


@rule("86", "B20")
def test_horse_shut_in_on_all_sides_has_no_retreat() -> None:
    shut = scene(
        unit("C", horse, figures=8, files=3, front=(36, 24), brigade="II"),
        unit("b", files=12, front=(36, 24), facing=180),
        unit("D", files=12, at=(33, 20), facing=90),
        unit("E", files=12, at=(39, 20), facing=270),
        unit("F", files=12, front=(36, 16.5), facing=0),
    )
    assert first_retreat(shut, find(shut, "C")) is None


def ridden_at(order: Any) -> State:
    """Horse before an infantry, past a low wall and a friend, that it can meet only on its flank side."""
    state = scene(
        unit("A", horse, figures=9, files=3, at=(36, 20), facing=324.2),
        unit("b", gun, at=(24.30, 31.45), facing=180),
        unit("c", foot, Special.SQUARE, *order, files=6, at=(30.5, 30.6), facing=180),
        unit("B", files=4, at=(28.97, 24.81), facing=125.4, brigade="II"),
        terrain=(ground("low_wall", (30.03, 26.40), (43.60, 25.80)),),
    )
    return brigaded(state, "I", active=True)


@rule("90", "B42", "B60")
@pytest.mark.parametrize(("order", "reached"), [((square,), True), ((), False)], ids=["square", "column"])
def test_a_square_has_its_front_all_round_and_is_met_on_any_side(order: Any, reached: bool) -> None:
    game = begin(ridden_at(order), "action").play(("brigade", "I"))
    assert (("A", "c") in offered(game, "assault")) is reached
