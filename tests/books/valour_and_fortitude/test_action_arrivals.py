"""Reinforcements: when, from where, how far; detachments. [149–152, B67, B80]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import form, stand
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Form, Special, Where
from grognard.geometry.gaps import gap
from grognard.geometry.shapes import box
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    brigaded,
    foot,
    gun,
    horse,
    lead,
    legs,
    limbered,
    offered,
    reform,
    refused,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
ENTRY = (3600, 0)


def here(**more: Any) -> Unit:
    """A unit on the table, out of the way."""
    return unit("A", **{"figures": 12, "files": 4, "front": (8, 8), **more})


def coming(key: str = "B", *words: Any, **more: Any) -> Unit:
    """A unit of the second brigade, still to come."""
    return unit(
        key, foot, *words, **{"figures": 12, "files": 3, "where": Where.LATER, "brigade": "II", **more}
    )


def foe(**more: Any) -> Unit:
    """An enemy line far away."""
    return unit("z", **{"files": 12, "front": (36, 44), "facing": 180, **more})


def table(*units: Unit, turn: int = 2, arrives: int = 2, **more: Any) -> State:
    """A scene in which the second brigade arrives in the middle of the south edge."""
    state = scene(*units, turn=turn, **more)
    state = brigaded(state, "II", arrives=arrives, entry=ENTRY)
    return lead(state, "II", where=Where.LATER)


def arrive(*units: Unit, **more: Any) -> Play:
    """The action phase, up to the reinforcements: the first brigade is done."""
    game = begin(table(*units, **more), "action")
    return game.play(("brigade", "I"), "finish", "stay_put")


def column(x: float, y: float, facing: float = 0, files: int = 3, order: str = "close") -> tuple[Any, ...]:
    """A leg that sets a unit down."""
    return (("place", round(x * 100), round(y * 100), round(facing * 10), order, files),)


# --- when ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "due"),
    [
        param(1, False, marks=rule("149"), id="before its turn"),
        param(2, True, marks=rule("149"), id="in its turn"),
        param(4, True, marks=rule("149", "152"), id="later, if it was delayed"),
    ],
)
def test_when_they_come(turn: int, due: bool) -> None:
    game = arrive(here(), coming(), foe(), turn=turn)
    assert offered(game, "arrive") == ({"B"} if due else set())


@rule("149", "62")
def test_they_need_no_activation_and_are_picked_by_nobody() -> None:
    game = begin(table(here(), coming(), foe()), "action")
    assert set(game.ask.offers["brigade"]) == {0}
    game.play(("brigade", "I"), "finish", "stay_put", ("arrive", "B"))
    assert set(game.ask.offers) == {"come_on"}


@rule("149", "62", "B80")
def test_they_may_come_on_before_or_between_the_brigades() -> None:
    game = begin(table(here(), coming(), foe()), "action")
    assert offered(game, "arrive") == {"B"}
    game.play(("arrive", "B"), ("come_on", column(36, 6)), "halt")
    # Their brigade has acted by arriving; the first one is still to be picked, and nobody else.
    assert set(game.ask.offers) == {"brigade"}
    assert set(game.ask.offers["brigade"]) == {0}
    game.play(("brigade", "I"), "finish", "stay_put")
    assert set(game.ask.offers) == {"ride", "stay_put"}


@rule("149", "B80")
def test_they_come_on_at_their_arrival_point_without_a_messenger() -> None:
    game = arrive(here(), coming(), foe()).play(("arrive", "B"), ("come_on", column(36, 6)))
    assert game.unit("B").on_table
    assert game.unit("B").today.acted
    assert form(game.unit("B")) is Form.MARCH


@rule("152")
def test_without_room_they_come_a_turn_later() -> None:
    shut = area("river", 20, 0.5, 52, 3)  # even a single file on the table's edge takes 0.8
    state = table(here(), coming(), foe(), terrain=(shut,))
    game = begin(state, "action").play(("brigade", "I"), "finish", "stay_put")
    assert "arrive" not in game.ask.offers
    assert game.unit("B").where is Where.LATER
    later = arrive(here(), coming(), foe(), turn=3)
    assert offered(later, "arrive") == {"B"}


@rule("149", "B86")
def test_who_can_come_does_not_wait_but_by_the_switch() -> None:
    assert "wait" not in arrive(here(), coming(), foe()).ask.offers
    game = arrive(here(), coming(), foe(), options={"reinforcements_may_wait": True}).play("wait")
    assert game.unit("B").where is Where.LATER


# --- how -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leg", "refusal"),
    [
        param(column(36, 8), "", marks=rule("150"), id="in march column"),
        param(column(36, 8, files=6), "150", marks=rule("150"), id="in line"),
        param(column(36, 8, files=4), "150", marks=rule("150"), id="in attack column"),
        # Three files and four ranks of 0.8: the foremost figures stand 1.2 ahead of the centre and 0.8 aside.
        param(
            column(36, 10.77), "", marks=rule("150", "B80", "76"), id="the foremost figures 12 from the point"
        ),
        param(column(36, 10.8), "76", marks=rule("150", "B80", "76"), id="farther"),
        param(column(36, 0.9), "75", marks=rule("75"), id="half off the table"),
        param((("forward", 3),), "150", marks=rule("150"), id="no way to come on"),
    ],
)
def test_how_they_come_on(leg: tuple[Any, ...], refusal: str) -> None:
    game = arrive(here(), coming(), foe()).play(("arrive", "B"))
    if refusal:
        assert refused(game, "come_on", leg) == refusal
    else:
        assert game.play(("come_on", leg)).unit("B").on_table


@pytest.mark.parametrize(
    ("other", "terrain", "refusal"),
    [
        param(foe(front=(36, 12.4)), (), "77", marks=rule("B80", "77"), id="nearer than 3 to an enemy"),
        param(foe(front=(36, 12.6)), (), "", marks=rule("B80", "77"), id="3 from an enemy"),
        param(foe(), (area("river", 20, 3, 52, 4),), "164", marks=rule("164"), id="a river before it"),
        param(foe(), (area("wood", 20, 3, 52, 4),), "168", marks=rule("168"), id="a wood before it"),
        param(foe(), (area("mud", 20, 0, 52, 20),), "76", marks=rule("166"), id="through mud"),
        param(foe(), (area("road", 20, 0, 52, 20),), "", marks=rule("163"), id="on a road"),
    ],
)
def test_what_bars_their_way(other: Unit, terrain: Any, refusal: str) -> None:
    game = arrive(here(), coming(), other, terrain=terrain).play(("arrive", "B"))
    if refusal:
        assert refused(game, "come_on", column(36, 8)) == refusal
    else:
        assert game.play(("come_on", column(36, 8))).unit("B").on_table


@rule("163", "150")
def test_a_road_takes_them_twice_as_far() -> None:
    road = area("road", 34, 0, 38, 40)
    game = arrive(here(), coming(), foe(), terrain=(road,)).play(("arrive", "B"))
    assert game.play(("come_on", column(36, 20))).unit("B").y == 2000


@rule("98b", "150")
def test_they_do_not_pass_over_another_brigade() -> None:
    bar = unit("C", figures=12, files=6, front=(36, 4))
    game = begin(table(here(), bar, coming(), foe()), "action").play(("brigade", "I"), "finish", "stay_put")
    game.play(("arrive", "B"))
    assert refused(game, "come_on", column(36, 8)) == "98b"
    own = unit("C", figures=12, files=6, front=(36, 4), brigade="II")
    same = begin(table(here(), own, coming(), foe()), "action")
    same.play(("brigade", "I"), "finish", "stay_put", ("brigade", "II"), 6, "finish", ("arrive", "B"))
    assert same.play(("come_on", column(36, 8))).unit("B").on_table


@rule("150")
@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        param(legs("forward 12"), "", id="a second move"),
        param(legs("forward 12.1"), "76", id="too far"),
        param((*legs("forward 3"), reform("close", 6)), "98a", id="a second move and a reform"),
    ],
)
def test_two_moves(said: Any, refusal: str) -> None:
    game = arrive(here(), coming(), foe()).play(("arrive", "B"), ("come_on", column(36, 8)))
    assert set(game.ask.offers) == {"move_on", "form_up", "halt"}
    if refusal:
        assert refused(game, "move_on", said) == refusal
    else:
        assert game.play(("move_on", said)).unit("B").y == 2000
        assert [(note.cite, note.facts["inches"]) for note in game.notes("moves")] == [("70", 12)]


@rule("150")
def test_one_move_and_a_reform() -> None:
    game = arrive(here(), coming(), foe()).play(("arrive", "B"), ("come_on", column(36, 8)))
    for far in ("0.01", "1"):
        assert refused(game, "form_up", legs(f"forward {far}")) == "76"
    game.play(("form_up", (reform("close", 6),)))
    assert form(game.unit("B")) is Form.LINE
    assert [note.cite for note in game.notes("forms up")] == ["80"]


@rule("150")
def test_one_move_is_enough_and_assaults_are_barred() -> None:
    near = foe(front=(36, 14))
    game = arrive(here(), coming(), near).play(("arrive", "B"), ("come_on", column(36, 8)))
    assert "assault" not in game.ask.offers
    game.play("halt")
    assert game.unit("B").y == 800
    assert "arrive" not in game.ask.offers


@rule("F5.12", "F5.17", "150")
def test_who_has_come_on_has_moved() -> None:
    militia = arrive(here(), coming("B", Special.MILITIA), foe()).play(
        ("arrive", "B"), ("come_on", column(36, 8))
    )
    assert "form_up" not in militia.ask.offers
    squares = arrive(here(), coming("B", Special.SQUARE), foe()).play(
        ("arrive", "B"), ("come_on", column(36, 8))
    )
    assert refused(squares, "form_up", (reform("square", 4),)) == "F5.17"


@rule("150", "27")
def test_a_gun_comes_on_limbered() -> None:
    piece = unit("B", gun, limbered, where=Where.LATER, brigade="II")
    game = arrive(here(), piece, foe()).play(("arrive", "B"))
    assert refused(game, "come_on", column(36, 8, files=1, order="unlimbered")) == "150"
    assert game.play(("come_on", column(36, 8, files=1, order="limbered"))).unit("B").on_table


# --- leaders, detachments ----------------------------------------------------------------------------------------------


@rule("B80")
def test_the_leader_comes_with_the_first_of_his_units() -> None:
    game = arrive(here(), coming(), coming("C"), foe()).play(
        ("arrive", "B"), ("come_on", column(36, 6)), "halt"
    )
    chief = game.leader("II")
    assert chief.where is Where.TABLE
    base = box(chief.x, chief.y, 0, 100, 100)
    assert 0 <= min(gap(base, rim) for rim in stand(game.unit("B")).rims) <= 600
    game.play(("arrive", "C"), ("come_on", column(42, 6)), "halt")
    assert game.leader("II") == chief


@rule("79", "150")
def test_an_enemy_leader_in_their_way_is_moved_over() -> None:
    state = table(here(), coming(), foe(), leaders={"general": (36, 3), "i": (36, 46)})
    game = begin(state, "action").play(("brigade", "I"), "finish", "stay_put", ("arrive", "B"))
    game.play(("come_on", column(36, 8)))
    assert game.ask.who == (1,)
    assert set(game.ask.offers) == {"put_back"}


def detached(*words: Any, **more: Any) -> Unit:
    """A detachment still to come."""
    return coming("B", *words, **{"detachment": True, "figures": 6, "files": 6, **more})


@rule("151", "B67")
def test_a_detachment_comes_in_any_formation() -> None:
    game = arrive(here(), detached(), foe()).play(("arrive", "B"))
    assert game.play(("come_on", column(36, 6, files=6))).unit("B").files == 6
    plain = arrive(here(), coming("B", figures=6), foe()).play(("arrive", "B"))
    assert refused(plain, "come_on", column(36, 6, files=6)) == "150"


@rule("151")
def test_a_detachment_takes_any_action() -> None:
    near = foe(front=(36, 15))
    game = arrive(here(), detached(), near).play(("arrive", "B"), ("come_on", column(36, 7.6, files=6)))
    assert set(game.ask.offers) == {"move_on", "assault", "halt"}
    game.play(("assault", ("B", "z")), ("go", (("forward", 700),)))
    assert game.unit("B").today.assaulted


@rule("151")
def test_a_detachment_moves_and_reforms() -> None:
    game = arrive(here(), detached(), foe()).play(("arrive", "B"), ("come_on", column(36, 6, files=6)))
    game.play(("move_on", (*legs("forward 8"), reform("close", 3))))
    assert (game.unit("B").files, form(game.unit("B"))) == (3, Form.LINE)


@rule("151", "94")
def test_a_detachment_doubles() -> None:
    game = arrive(here(), detached(), foe()).play(("arrive", "B"), ("come_on", column(36, 6, files=6)))
    assert "double" in game.ask.offers
    game.play(("double", "B"), ("go", legs("forward 16")))
    assert game.unit("B").y == 600 + 1600
    near = arrive(here(), detached(), foe(front=(36, 24))).play(
        ("arrive", "B"), ("come_on", column(36, 6, files=6))
    )
    assert "double" not in near.ask.offers


@rule("151", "95")
def test_a_detachment_rallies() -> None:
    game = arrive(here(), detached(losses=1), foe()).play(
        ("arrive", "B"), ("come_on", column(36, 6, files=6))
    )
    game.play(("rally", "B"), 5)
    assert game.unit("B").losses == 0
    sound = arrive(here(), detached(), foe()).play(("arrive", "B"), ("come_on", column(36, 6, files=6)))
    assert "rally" not in sound.ask.offers


@rule("151", "171")
def test_a_detachment_occupies() -> None:
    house = area("building", 34, 8, 38, 11, name="house")
    game = arrive(here(), detached(), foe(), terrain=(house,)).play(
        ("arrive", "B"), ("come_on", column(36, 6, files=6))
    )
    game.play(("occupy", ("B", "house")))
    assert game.unit("B").inside == 0


@rule("151", "76")
def test_a_mounted_detachment_uses_its_own_distance() -> None:
    riders = unit("B", horse, figures=4, files=4, where=Where.LATER, brigade="II", detachment=True)
    game = arrive(here(), riders, foe()).play(("arrive", "B"))
    assert game.play(("come_on", column(36, 17, files=4))).unit("B").y == 1700
