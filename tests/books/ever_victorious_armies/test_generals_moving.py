"""Generals on the move: riding, joining, leading, being caught alone. [EVA N1, N2, N3, N6, B6, G-48]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.parties import led
from grognard.books.ever_victorious_armies.facts.readiness import may_move
from grognard.books.ever_victorious_armies.facts.shots import targets
from grognard.books.ever_victorious_armies.state import State
from grognard.books.ever_victorious_armies.words import Where
from tests.books.ever_victorious_armies.drill import (
    cite,
    compulsory,
    costs,
    duties,
    legs,
    moving,
    offered,
    place,
    refused,
    why,
)
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    find,
    foot,
    general,
    horse,
    minie,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

GENERAL = unit("G", general, at=(30, 20))


def ride(state: State, *said: str, faces: tuple[int, ...] = (6, 6, 6, 6)) -> Play:
    """The general marches so."""
    return moving(state).play(("march", "G"), faces, ("go", legs(*said)))


# ---- riding


@rule("N1", "5")
def test_he_rides_like_other_cavalry() -> None:
    game = moving(scene(GENERAL)).play(("march", "G"))
    assert (game.throw.cite, game.throw.dice.faces()) == ("N1", (4, 6))
    game.play((1, 2, 3, 4))
    allowed = game.position.agenda[-1].env
    assert (allowed.good, allowed.difficult) == (1000, 300)
    assert refused(game, "go", legs("forward 10.01")) == "M3"
    assert place(game.play(("go", legs("forward 10"))).unit("G")) == (30, 30, 0)


@rule("N1", "M5", "M9")
def test_he_turns_free_and_is_in_nobodys_way() -> None:
    state = scene(GENERAL, unit("A", at=(30, 24)))
    assert costs(state, "G", "turn 170", "forward 5") == 5
    assert why(state, "G", "forward 8") == ""
    assert why(state, "G", "forward 4") == ""


@rule("N1")
def test_difficult_going_holds_him_up_as_it_does_cavalry() -> None:
    state = scene(GENERAL, terrain=(area("paddy", 20, 22, 40, 30),))
    assert why(state, "G", "forward 7", good=14, difficult=6) == "M4"
    assert why(state, "G", "forward 6", good=14, difficult=6) == ""


@rule("N1", "X3")
def test_he_neither_holds_nor_charges_nor_is_shot_at() -> None:
    state = scene(GENERAL, unit("A", at=(50, 20)), unit("c", foot, 12, minie, at=(30, 26), facing=180))
    game = moving(state)
    assert offered(game, "march") == {"A", "G"}
    assert offered(game, "hold") == {"A"}
    assert refused(game, "hold", "G") == "N1"
    assert not [pair for pair in offered(game, "charge") if pair[0] == "G"]
    assert targets(state, find(state, "c")) == {}


@rule("N1", "N2")
def test_joined_he_goes_free_with_his_unit() -> None:
    state = scene(unit("A", at=(30, 20)), unit("G", general, joined="A"))
    game = moving(state).play(("march", "A"), (3, 3), ("go", legs("forward 6")))
    assert place(game.unit("G")) == place(game.unit("A")) == (30, 26, 0)
    # Then he has gone with it, and does not ride off as well.
    assert cite(may_move(game.state, game.unit("G"))) == "N1"


@pytest.mark.parametrize(
    ("way", "joined", "facing"),
    [param("turn 45", True, 0, id="he only looks round"), param("turn 46", False, 46, id="he has moved")],
)
@rule("N1", "N2", "M11")
def test_while_he_is_with_a_unit_he_faces_as_it_does(way: str, joined: bool, facing: int) -> None:
    state = scene(unit("A", at=(30, 20)), unit("G", general, joined="A"))
    game = moving(state).play(("march", "G"), (3, 3, 2, 2), ("go", legs(way)))
    assert (game.unit("G").joined is not None) == joined
    assert place(game.unit("G")) == (30, 20, facing)


@pytest.mark.parametrize(
    ("more", "number"),
    [
        param({}, "", id="his unit has not moved"),
        param({"today": {"acted": True}}, "", id="it held"),
        param({"today": {"acted": True, "moved": True}}, "N1", id="it marched"),
        param({"today": {"retired": True, "moved": True}}, "N1", id="it retired"),
        param({"today": {"halted": True}, "duties": duties()}, "", id="it halted: he is no unit, and free"),
    ],
)
@rule("N1", "T2")
def test_when_he_may_ride_off(more: dict[str, Any], number: str) -> None:
    state = scene(unit("A", at=(30, 20), **more), unit("G", general, joined="A"))
    assert cite(may_move(state, find(state, "G"))) == number


@rule("N1", "M1")
def test_he_does_not_leave_a_unit_in_contact() -> None:
    touched = unit("A", at=(30, 20)), unit("c", at=(30, 21), facing=180), unit("G", general, joined="A")
    state = scene(*touched, contacts="c>A")
    assert cite(may_move(state, find(state, "G"))) == "M1"


# ---- joining


@pytest.mark.parametrize(
    ("y", "near"),
    [param(23.0, True, id="within 1.00"), param(23.01, False, id="1.01 away")],
)
@rule("N2")
def test_ending_within_an_inch_he_may_join(y: float, near: bool) -> None:
    # Riding 1 forward his front edge is at y 21.5; the unit's near edge is at y - 0.5.
    game = ride(scene(GENERAL, unit("A", at=(30, y), today={"acted": True})), "forward 1")
    assert (offered(game, "join") == {"A"}) is near


@rule("N2", "G-48")
def test_joining_is_a_choice_and_takes_him_to_the_unit() -> None:
    state = scene(GENERAL, unit("A", at=(30, 25), facing=90))
    joined = ride(state, "forward 4").play(("join", "A"))
    assert joined.unit("G").joined == find(state, "A").id
    assert place(joined.unit("G")) == (30, 25, 90)
    assert [entry.cite for entry in joined.notes("joins")] == ["N2"]
    alone = ride(state, "forward 4").play("ride_alone").unit("G")
    assert (alone.joined, place(alone)) == (None, (30, 24, 0))


@rule("N2")
def test_he_may_join_where_he_stands() -> None:
    game = ride(scene(GENERAL, unit("A", at=(30, 21.5))))
    assert offered(game, "join") == {"A"}


@rule("N2")
def test_friendly_units_only_and_one_general_a_unit() -> None:
    state = scene(
        GENERAL,
        unit("H", general, joined="A"),
        unit("A", at=(30, 24)),
        unit("B", at=(30, 21.6)),
        unit("c", at=(60, 40)),
    )
    game = ride(state, "forward 1.5")
    assert offered(game, "join") == {"B"}
    assert refused(game, "join", "A") == "N2"
    assert refused(game, "join", "c") == "N2"


@rule("N2")
def test_he_leaves_by_moving_off() -> None:
    state = scene(unit("A", at=(30, 20)), unit("G", general, joined="A"))
    left = ride(state, "forward 6").unit("G")
    assert (left.joined, place(left)) == (None, (30, 26, 0))
    stayed = ride(state).unit("G")
    assert stayed.joined == 0


@rule("N2")
def test_units_do_not_join_him() -> None:
    state = scene(unit("A", at=(30, 20)), GENERAL)
    game = moving(state).play(("march", "A"), (1, 1), ("go", ()))
    assert "join" not in game.ask.offers


# ---- leading


@pytest.mark.parametrize("kind", [horse, foot])
@rule("N3", "41", "G-48")
def test_he_leads_a_charge_he_was_joined_to_before(kind: Any) -> None:
    state = scene(
        unit("A", kind, at=(30, 20)), unit("G", general, joined="A"), unit("c", at=(30, 25), facing=180)
    )
    game = moving(state).play(("charge", ("A", "c")))
    game.play((6,) * game.throw.dice.faces()[0])
    assert game.unit("A").today.led
    assert led(game.state, game.unit("A"))
    assert place(game.unit("G")) == place(game.unit("A"))
    alone = moving(scene(unit("A", kind, at=(30, 20)), unit("c", at=(30, 25), facing=180))).play(
        ("charge", ("A", "c"))
    )
    alone.play((6,) * alone.throw.dice.faces()[0])
    assert not alone.unit("A").today.led


@rule("N3", "41")
def test_he_leads_a_unit_that_is_touched_while_he_is_with_it() -> None:
    state = scene(
        unit("A", at=(30, 20)), unit("c", horse, at=(30, 25), facing=180), unit("g", general, joined="c")
    )
    game = moving(state).play(("charge", ("A", "c")), (6, 6))
    assert led(game.state, game.unit("c"))


@rule("N3")
def test_not_a_unit_he_joins_when_it_is_in_the_fight_already() -> None:
    fighting = unit("A", horse, at=(30, 20.75)), unit("c", at=(30, 22), facing=180)
    state = scene(*fighting, unit("G", general, at=(30, 16)), contacts="A>c")
    game = ride(state, "forward 2.5").play(("join", "A"))
    assert game.unit("G").joined == 0
    assert not led(game.state, game.unit("A"))


# ---- caught alone


def caught(*units: Any, march: str = "forward 5", **more: Any) -> Play:
    """An enemy marches to within an inch of the lone general, or not quite."""
    state = scene(unit("c", foot, 12, at=(30, 30), facing=180), GENERAL, *units, **more)
    game = moving(state, 1)
    return game.play(("march", "c"), (6, 6), ("go", legs(march)))


@pytest.mark.parametrize(
    ("march", "fate"),
    [
        # The enemy's front edge comes down from y 29.5; the general's is at y 20.5.
        param("forward 8", Where.LOST, id="1.00: captured"),
        param("forward 7.99", Where.TABLE, id="1.01: not"),
    ],
)
@rule("N6", "G-25")
def test_alone_with_an_enemy_within_an_inch_he_is_captured(march: str, fate: Where) -> None:
    assert caught(march=march).unit("G").where is fate


@pytest.mark.parametrize(
    ("y", "fate"),
    [
        param(7, Where.TABLE, id="a friend 12.00 away"),
        param(6.99, Where.LOST, id="12.01 away"),
    ],
)
@rule("N6")
def test_unless_a_friendly_unit_is_within_twelve(y: float, fate: Where) -> None:
    game = caught(unit("A", at=(30, y)), march="forward 8")
    assert game.unit("G").where is fate
    if fate is Where.TABLE:
        assert place(game.unit("G")) == (30, y, 0)
        assert [entry.cite for entry in game.notes("joins")] == ["N6"]


@rule("N6")
def test_he_goes_to_the_nearest() -> None:
    game = caught(unit("A", at=(30, 10)), unit("B", at=(38, 20)), march="forward 8")
    assert game.unit("G").joined == game.unit("B").id


@rule("N6")
def test_with_a_unit_he_is_safe() -> None:
    game = caught(
        unit("A", at=(30, 19), today={"acted": True}), unit("H", general, joined="A"), march="forward 6"
    )
    assert game.unit("H").joined == game.unit("A").id


@rule("N6", "69", "O2")
def test_his_capture_is_noted_for_the_tests_of_those_who_saw_it() -> None:
    game = caught(
        unit("A", at=(43.1, 20), figures=0, where=Where.LOST), unit("B", at=(60, 20)), march="forward 8"
    )
    assert game.unit("G").where is Where.LOST
    (loss,) = game.state.losses
    assert (loss.cite, loss.side, loss.witnesses) == ("69", 0, ())


@pytest.mark.parametrize("how", ["charge", "pursuit", "retirement", "evasion"])
@rule("N6")
def test_any_move_of_an_enemy_catches_him(how: str) -> None:
    hunter = unit("c", horse, 8, at=(30, 30), facing=180)
    if how == "charge":
        state = scene(hunter, unit("A", at=(30, 21.5)), unit("G", general, at=(33, 23)))
        game = moving(state, 1).play(("charge", ("c", "A")), (6, 6, 6, 6))
    elif how == "pursuit":
        won = unit("c", horse, 8, at=(30, 30), facing=180, duties=duties("", "must"))
        game = compulsory(scene(won, GENERAL)).play((2, 2, 2, 2))
    elif how == "retirement":
        beaten = unit("c", foot, 12, at=(30, 28), duties=duties("must", away=(30, 29)))
        game = compulsory(scene(beaten, GENERAL)).play((3, 4))
    else:
        runner = unit("c", foot, 8, skirmish, at=(30, 28))
        state = scene(runner, unit("A", at=(30, 33), facing=180), unit("G", general, at=(30, 20)))
        game = moving(state).play(("charge", ("A", "c")), "evade", (2, 2, 3))
    assert game.unit("G").where is Where.LOST or game.unit("G").joined is not None


@rule("N6", "M8")
def test_he_himself_keeps_an_inch_away() -> None:
    state = scene(GENERAL, unit("c", at=(30, 30), facing=180))
    assert why(state, "G", "forward 8") == ""
    assert why(state, "G", "forward 8.01") == "M8"
