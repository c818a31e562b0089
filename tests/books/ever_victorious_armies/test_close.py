"""The close of a turn: order restored, facing, guns. [EVA T8, X1, G-4, G-13, U1–U3, N3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.state import Duties, Options, State
from grognard.books.ever_victorious_armies.steps.close import Close
from grognard.books.ever_victorious_armies.words import Order, Where
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    begin,
    field_gun,
    foot,
    general,
    horse,
    limbered,
    line,
    scene,
    unit,
    unlimbered,
)
from tests.rules import rule


def closed(*units: Any, **more: Any) -> Play:
    """A turn closed; neither army breaks."""
    game = begin(scene(*units, break_at=(9, 9), **more), Close())
    assert game.over
    return game


@pytest.mark.parametrize("why", [pytest.param(n, marks=rule(n)) for n in ("U1", "U2", "U3")])
@rule("T8")
def test_unformed_ends(why: str) -> None:
    assert closed(unit("A", today={"unformed": why}), unit("z")).unit("A").today.unformed == ""


@rule("12", "G-4")
def test_the_first_volley_is_spent_when_the_turn_closes() -> None:
    game = closed(unit("A", today={"shot": True}), unit("B"), unit("z"))
    assert game.unit("A").ever_shot
    assert not game.unit("B").ever_shot


# ---- facing


def facing(*units: Any, **more: Any) -> float:
    return closed(*units, **more).unit("A").facing / 10


@pytest.mark.parametrize("how", ["retired", "pursued"])
@rule("T8", "R4")
def test_retirers_and_pursuers_face_the_nearest_enemy(how: str) -> None:
    enemies = unit("y", at=(60, 20)), unit("z", at=(20, 45))
    assert facing(unit("A", at=(40, 20), facing=180, today={how: True}), *enemies) == 90


@rule("T8")
def test_nobody_else_turns() -> None:
    assert (
        facing(
            unit("A", at=(40, 20), facing=180, today={"charged": True, "moved": True}), unit("z", at=(60, 20))
        )
        == 180
    )


@rule("T8")
def test_nearest_is_by_distance_between_bodies_and_roster_order_breaks_ties() -> None:
    """The long line ends nearer than the small unit stands, though its centre is farther off."""
    retired = unit("A", foot, 2, at=(20, 20), today={"retired": True})
    wide, small = unit("w", foot, 18, line, at=(31, 20)), unit("z", foot, 2, line, at=(20, 28))
    assert facing(retired, small, wide) == 90
    east, west = unit("e", foot, 2, at=(30, 20)), unit("w", foot, 2, at=(10, 20))
    assert facing(retired, east, west) == 90
    assert facing(retired, west, east) == 270


@rule("T8", "M9")
def test_without_room_it_turns_about() -> None:
    """A line of six between two friends, facing away: it cannot wheel, only go about."""
    beside = unit("B", at=(20, 21.2)), unit("C", at=(20, 18.8))
    enemy = unit("z", at=(40, 12))
    free = unit("A", at=(20, 20), facing=0, today={"retired": True})
    assert 110 < facing(free, enemy) < 113
    assert facing(free, *beside, enemy) == 180


@rule("T8")
def test_it_does_not_turn_its_back_for_want_of_room() -> None:
    beside = unit("B", at=(20, 21.2)), unit("C", at=(20, 18.8))
    pursuer = unit("A", at=(20, 20), facing=0, today={"pursued": True})
    assert facing(pursuer, *beside, unit("z", at=(40, 28))) == 0


@rule("T8", "M9", "8a")
def test_closed_ground_and_the_table_edge_leave_no_room() -> None:
    retired = unit("A", at=(20, 20), facing=0, today={"retired": True})
    enemy = unit("z", at=(40, 12))
    assert facing(retired, enemy, terrain=(area("canal", 0, 15, 72, 19),)) == 180
    edge = unit("A", at=(20, 0.6), facing=0, today={"retired": True})
    assert facing(edge, unit("z", at=(40, 0.6))) == 0


@rule("T8")
def test_units_in_contact_do_not_turn() -> None:
    caught = unit("A", at=(20, 20), facing=0, today={"retired": True})
    assert facing(caught, unit("z", at=(20, 19)), contacts="z>A") == 0


@rule("T8")
def test_without_enemies_nobody_turns() -> None:
    assert facing(unit("A", at=(20, 20), facing=30, today={"retired": True})) == 30


@rule("N1", "T8")
def test_the_general_turns_with_his_unit() -> None:
    units = (
        unit("A", at=(20, 20), today={"retired": True}),
        unit("G", general, joined="A"),
        unit("z", at=(20, 5)),
    )
    assert closed(*units).unit("G").facing == 1800


# ---- guns


def gun(order: Order, still: int = 1, options: Options | None = None, contacts: str = "", **more: Any) -> Any:
    """A gun after the close of a turn: its order, and how long it has stood still."""
    state = {"contacts": contacts, "options": options}
    game = closed(
        unit("A", field_gun, 4, order, at=(20, 20), still=still, **more), unit("z", at=(20, 22)), **state
    )
    return game.unit("A").order, game.unit("A").still


@rule("X1", "T8")
def test_a_gun_that_stood_still_is_unlimbered() -> None:
    assert gun(limbered, still=0) == (unlimbered, 1)
    told = closed(unit("A", field_gun, 4, limbered), unit("B", field_gun, 4), unit("z"))
    assert [entry.unit for entry in told.notes("unlimbered")] == [0]
    assert gun(unlimbered, still=1) == (unlimbered, 2)


@rule("X1", "30")
def test_a_gun_that_moved_is_limbered_and_has_not_stood_still() -> None:
    assert gun(limbered, today={"moved": True}) == (limbered, 0)


@rule("X1", "G-13")
def test_with_the_literal_switch_it_is_limbered_at_the_close() -> None:
    literal = Options(gun_moves_and_fires=True)
    assert gun(unlimbered, options=literal, today={"moved": True}) == (limbered, 0)


@rule("X1")
def test_a_gun_in_contact_stays_limbered() -> None:
    assert gun(limbered, contacts="z>A") == (limbered, 2)
    assert gun(limbered, today={"touched": True}) == (limbered, 2)
    assert gun(limbered, duties=Duties(fought=True, locked=True)) == (limbered, 2)
    assert gun(unlimbered, contacts="z>A") == (unlimbered, 2)


@rule("X1")
def test_a_gun_that_fought_last_turn_but_is_free_unlimbers() -> None:
    assert gun(limbered, duties=Duties(fought=True)) == (unlimbered, 2)


@rule("X1", "G-36")
def test_guns_not_on_the_table_do_nothing() -> None:
    game = closed(unit("A", field_gun, 4, limbered, where=Where.LATER, still=0), unit("z"))
    assert (game.unit("A").order, game.unit("A").still) == (limbered, 0)


# ---- who is locked


@rule("G-39", "N3", "X1")
def test_units_still_in_contact_are_locked_and_keep_their_leader() -> None:
    units = (
        unit("A", horse, 8, at=(20, 20)),
        unit("G", general, joined="A"),
        unit("z", at=(20, 22)),
        unit("B", at=(40, 40)),
    )
    game = closed(*units, contacts="A>z")
    assert (game.unit("A").tomorrow.locked, game.unit("A").tomorrow.led) == (True, True)
    assert (game.unit("z").tomorrow.locked, game.unit("z").tomorrow.led) == (True, False)
    assert game.unit("B").tomorrow == Duties()


@rule("T8")
def test_the_close_leaves_last_turns_orders_to_the_opening_of_the_next() -> None:
    orders = Duties(fought=True, no_shot="59")
    game = closed(unit("A", duties=orders, tomorrow=orders), unit("z"))
    assert (game.unit("A").duties, game.unit("A").tomorrow) == (orders, orders)


def test_a_closed_turn_is_a_state_like_any_other() -> None:
    game = closed(unit("A"), unit("z"))
    assert isinstance(game.state, State)
    assert game.state.outcome is None


@rule("T8")
def test_an_enemy_right_beside_it_is_no_reason_to_turn_about() -> None:
    beside = unit("B", at=(20, 21.2)), unit("C", at=(20, 18.8))
    for way in (0, 180):
        assert (
            facing(
                unit("A", at=(20, 20), facing=way, today={"retired": True}), *beside, unit("z", at=(40, 20))
            )
            == way
        )


@pytest.mark.parametrize("side", [None, 0, 1])
@rule("V1", "T8")
def test_the_journal_tells_who_breaks(side: int | None) -> None:
    gone = [unit(key, where=Where.LOST if side == each else Where.TABLE) for each, key in enumerate("Az")]
    game = begin(scene(*gone, unit("B"), unit("y"), break_at=(1, 1)), Close())
    assert [entry.side for entry in game.notes("breaks")] == ([] if side is None else [side])
    assert (game.state.outcome is None) is (side is None)
