"""Retiring. [EVA R1–R4, U2, U3, G-31]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import Options, State, Terrain, Today, Unit
from grognard.books.ever_victorious_armies.steps.compulsory import way_back
from grognard.books.ever_victorious_armies.words import Order, Where
from grognard.engine.flow import replace
from grognard.geometry.angles import rotate
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap
from grognard.geometry.shapes import overlap_beyond
from tests.books.ever_victorious_armies.drill import (
    cite,
    compulsory,
    duties,
    place,
    wall,
    work,
)
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    field_gun,
    foot,
    general,
    horse,
    line,
    minie,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

MUST_GO = duties("must", away=(30, 21), foes=(1,))
VICTOR = unit("c", at=(30, 21), facing=180)
"""Touches the front edge of a line at (30, 20)."""


def beaten(*words: Any, at: tuple[float, float] = (30, 20), **more: Any) -> Unit:
    """A unit that must retire to the south."""
    return unit("A", *(words or (foot, 12, minie)), at=at, **{"duties": MUST_GO, **more})


def retired(state: State, *faces: int) -> Play:
    """A retires with these dice."""
    return compulsory(state).play(faces)


# ---- retiring


@rule("R1", "R4", "50", "63a", "T2")
def test_it_throws_its_move_and_goes_straight_away() -> None:
    game = compulsory(scene(beaten(), VICTOR, contacts="c>A"))
    assert (game.throw.what, game.throw.cite, game.throw.dice.faces()) == ("retirement", "3", (2, 6))
    gone = game.play((3, 4)).unit("A")
    assert place(gone) == (30, 13, 180)
    assert not game.state.contacts
    assert (gone.today.retired, gone.today.moved, gone.today.advanced) == (True, True, False)
    assert gone.today.acted


@rule("R1")
def test_away_from_the_middle_of_all_it_touched() -> None:
    away = duties("must", away=(33, 24), foes=(1,))
    gone = retired(scene(beaten(duties=away), VICTOR), 2, 3).unit("A")
    assert place(gone) == (27, 16, 216.9)


@pytest.mark.parametrize(
    ("words", "y", "faces"),
    [
        param((foot, 12, column), 19, (1, 2), id="a column adds 3"),
        param((foot, 8, skirmish), 20, (1, 2, 3), id="skirmishers throw three"),
        param((horse, 8), 19.75, (1, 1, 1, 3), id="horse throws four"),
    ],
)
@rule("R1")
def test_every_arm_retires_by_its_own_dice(words: Any, y: float, faces: tuple[int, ...]) -> None:
    assert place(retired(scene(beaten(*words, at=(30, y)), VICTOR), *faces).unit("A")) == (30, y - 6, 180)


@pytest.mark.parametrize(
    ("ground", "y"),
    [
        param(area("paddy", 20, 14, 40, 17), 17, id="3 of 3 and 6 where the lane is difficult"),
        param(area("paddy", 40, 0, 60, 48), 11, id="9 where it is not"),
        param(wall("wall", (20, 18), (40, 18)), 11, id="a wall costs nothing"),
        param(work(20, 16, 40, 30), 11, id="nor leaving a work"),
        param(area("canal", 0, 14, 72, 16), 16.5, marks=rule("R2"), id="up to impassable ground"),
    ],
)
@rule("R1")
def test_ground_on_the_way_back(ground: Terrain, y: float) -> None:
    assert place(retired(scene(beaten(), VICTOR, terrain=(ground,)), 3, 6).unit("A"))[1] == pytest.approx(
        y, abs=0.02
    )


@rule("R1", "K1")
def test_a_column_retires_along_a_road() -> None:
    ground = area("paddy", 20, 0, 40, 18), area("road", 28.5, 0, 31.5, 48)
    marching = beaten(foot, 12, column, at=(30, 19))
    assert place(retired(scene(marching, VICTOR, terrain=ground), 3, 4).unit("A"))[1] == 9
    assert place(retired(scene(marching, VICTOR, terrain=ground[:1]), 3, 4).unit("A"))[1] == 13


@pytest.mark.parametrize(
    ("end", "words", "y"),
    [
        param(0, (foot, 12, column), 9, id="a road all along"),
        param(11, (foot, 12, column), 11, id="a road that ends: so far"),
        param(18, (foot, 12, column), 17.5, id="a road that ends before the water: up to that"),
        param(11, (foot, 12, line), 16.5, id="a line uses no road: up to the water"),
    ],
)
@rule("R2", "K1")
def test_a_road_carries_it_over_closed_ground_as_far_as_it_is_one(end: int, words: Any, y: float) -> None:
    ground = area("canal", 0, 12, 72, 16), area("road", 28.5, end, 31.5, 48)
    gone = retired(scene(beaten(*words, at=(30, 19)), VICTOR, terrain=ground), 3, 4).unit("A")
    assert place(gone)[1] == pytest.approx(y, abs=0.02)


@rule("R1", "R2")
def test_rounding_that_presses_it_into_an_enemy_does_not_hold_it() -> None:
    """It goes away from him aslant: after a few hundredths they are apart for good."""
    state = scene(
        unit("A", at=(49, 30), facing=144, duties=duties("must", away=(63.66, 21.41), foes=(1,))),
        unit("c", foot, 11, column, at=(46.77, 26.13), facing=39.8),
    )
    assert overlap_beyond(body(state, state.units[0]), body(state, state.units[1]), 0)
    gone = retired(state, 1, 1).unit("A")
    assert place(gone)[:2] == pytest.approx((47.27, 31.0), abs=0.1)


@pytest.mark.parametrize(
    ("friend", "unformed"),
    [
        param(unit("B", at=(30, 17)), "U3", id="a line"),
        param(unit("B", foot, 12, column, at=(30, 17)), "U3", id="a column"),
        param(unit("B", foot, 8, skirmish, at=(30, 17)), "", id="skirmishers"),
        param(unit("B", horse, at=(30, 17)), "", id="horse"),
        param(unit("B", field_gun, at=(30, 17)), "", id="a gun"),
    ],
)
@rule("R2", "U3", "G-28")
def test_it_passes_through_friends_who_are_unformed_by_it(friend: Unit, unformed: str) -> None:
    game = retired(scene(beaten(), VICTOR, friend), 3, 6)
    assert place(game.unit("A")) == (30, 11, 180)
    assert game.unit("B").today.unformed == unformed
    assert [entry.unit for entry in game.notes("unformed")] == ([2] if unformed else [])
    already = retired(scene(beaten(), VICTOR, replace(friend, today=Today(unformed="U1"))), 3, 6)
    assert already.unit("B").today.unformed == "U1"
    assert not already.notes("unformed")
    aside = retired(scene(beaten(), VICTOR, unit("B", at=(40, 17))), 3, 6)
    assert aside.unit("B").today.unformed == ""


@rule("R2", "U3")
def test_it_is_moved_on_past_the_last_friend() -> None:
    pair = unit("B", at=(30, 17)), unit("D", at=(30, 15.5))
    game = retired(scene(beaten(), VICTOR, *pair), 1, 2)
    mine = body(game.state, game.unit("A"))
    assert gap(mine, body(game.state, game.unit("D"))) <= 10
    assert place(game.unit("A"))[1] == pytest.approx(14.5, abs=0.1)
    assert game.unit("B").today.unformed == game.unit("D").today.unformed == "U3"
    short = retired(scene(beaten(), VICTOR, unit("B", at=(30, 15))), 1, 2)
    assert place(short.unit("A"))[1] == 17
    assert short.unit("B").today.unformed == ""


@pytest.mark.parametrize("deep", range(11))
@rule("R2")
def test_just_past_the_last_friend_and_no_farther(deep: int) -> None:
    """Moved on by tenths of an inch from where its throw ends, to the first that is clear by all but a touch."""
    friend = unit("B", foot, 12, at=(30, 17 - deep / 100))
    game = retired(scene(beaten(), VICTOR, friend), 1, 2)
    clear = 400 + deep - TOUCH
    assert game.notes("retires")[0].distance == 300 + -(-(clear - 300) // 10) * 10


@rule("R2")
@pytest.mark.parametrize(("y", "distance"), [(14, 400), (14.01, 200)])
def test_the_last_place_before_what_stops_it_will_do(y: float, distance: int) -> None:
    # Behind the friend there is room for a line, an inch from the enemy, and none to spare.
    game = retired(scene(beaten(), VICTOR, unit("B", at=(30, 17)), unit("d", at=(30, y))), 1, 2)
    assert game.notes("retires")[0].distance == distance


@pytest.mark.parametrize(
    "beyond",
    [
        param({"terrain": (area("canal", 0, 12, 72, 15.8),)}, id="impassable ground"),
        param({"enemy": unit("d", at=(30, 14.4))}, id="an enemy"),
    ],
)
@rule("R2")
def test_it_is_not_moved_on_past_what_stops_it(beyond: dict[str, Any]) -> None:
    # Three inches would put it on the friend, and behind him there is no room: it stops before him.
    enemy = (beyond["enemy"],) if "enemy" in beyond else ()
    state = scene(beaten(), VICTOR, unit("B", at=(30, 17)), *enemy, terrain=beyond.get("terrain", ()))
    game = retired(state, 1, 2)
    assert place(game.unit("A"))[1] == pytest.approx(18, abs=0.1)
    assert game.unit("B").today.unformed == ""


@rule("R2")
def test_a_friend_in_contact_stops_it() -> None:
    state = scene(beaten(), VICTOR, unit("B", at=(30, 17)), unit("d", at=(30, 16)), contacts="d>B")
    gone = retired(state, 3, 6)
    assert place(gone.unit("A"))[1] == pytest.approx(18, abs=0.02)
    assert gone.unit("B").today.unformed == ""


@rule("R2")
def test_it_stops_an_inch_from_other_enemies() -> None:
    game = retired(scene(beaten(), VICTOR, unit("d", at=(30, 14))), 6, 6)
    assert place(game.unit("A"))[1] == 16
    assert game.unit("A").on_table


@pytest.mark.parametrize(
    ("y", "where"),
    [param(7.5, Where.TABLE, id="just on the table"), param(7.49, Where.LOST, id="over the edge")],
)
@rule("R2", "V2")
def test_over_the_table_edge_it_is_lost(y: float, where: Where) -> None:
    away = duties("must", away=(30, y + 1), foes=(1,))
    game = retired(scene(beaten(at=(30, y), duties=away), unit("c", at=(30, y + 1), facing=180)), 1, 6)
    assert game.unit("A").where is where
    assert bool(game.notes("driven off the table")) is (where is Where.LOST)


@rule("R2", "N5")
def test_a_general_driven_off_with_his_unit_is_in_peril() -> None:
    away = duties("must", away=(30, 6), foes=(1,))
    lost = beaten(at=(30, 5), duties=away)
    game = retired(scene(lost, unit("c", at=(30, 6), facing=180), unit("G", general, joined="A")), 6, 6)
    assert game.over
    assert game.unit("G").where is Where.LOST  # nobody is left for him to join


@pytest.mark.parametrize("faces", [(1, 1), (1, 6), (2, 1)])
@rule("R3")
def test_who_has_gone_his_whole_throw_does_not_surrender(faces: tuple[int, ...]) -> None:
    # It retires past its enemy's flank, so that an inch of way is less than an inch of distance.
    flank = unit("c", foot, 12, at=(30, 21), facing=180)
    slant = duties("must", away=(27, 22), foes=(1,))
    state = scene(beaten(duties=slant), flank, terrain=(area("marsh", 0, 0, 72, 30),))
    game = retired(state, *faces)
    assert game.unit("A").on_table
    assert not game.notes("surrenders")


@pytest.mark.parametrize("wide", [12, 18])
@pytest.mark.parametrize("out", [0.0, 0.4, 1.0, 1.1, 2.0, 2.6])
@rule("R3", "R4")
def test_a_turn_at_the_end_of_the_run_takes_nobody_prisoner(wide: int, out: float) -> None:
    victor = unit("c", foot, wide, at=(30 + out, 21), facing=180)
    away = duties("must", away=(30 + out, 21), foes=(1,))
    for faces in ((1, 1), (1, 2)):
        assert retired(scene(beaten(duties=away), victor), *faces).unit("A").on_table


@rule("R3", "R1")
def test_caught_on_its_enemy_by_the_turn_it_goes_as_it_stands() -> None:
    column_ = unit(
        "A", foot, 12, column, at=(33.71, 21.76), facing=19.1, duties=duties("must", away=(36, 24), foes=(1,))
    )
    game = retired(scene(column_, unit("c", foot, 12, at=(36, 24), facing=180), contacts="c>A"), 6, 6)
    assert game.unit("A").on_table
    assert game.notes("retires")[0].distance == 1500


@pytest.mark.parametrize(
    ("x", "distance"),
    [
        param(33, 1200, id="it goes as it stands, beside him"),
        param(31.5, 600, id="he stands in either way: turned"),
    ],
)
@rule("R1", "R2")
def test_too_wide_to_get_away_when_turned_it_goes_as_it_stands(x: float, distance: int) -> None:
    flank = beaten(facing=90, at=(30, 24), duties=duties("must", away=(30, 28), foes=(1,)))
    game = retired(scene(flank, unit("c", foot, 4, at=(30, 28)), unit("d", foot, 2, at=(x, 16))), 6, 6)
    assert game.notes("retires")[0].distance == pytest.approx(distance, abs=60)


@rule("R3")
@pytest.mark.parametrize("turned", range(0, 3600, 185))
def test_an_inch_is_an_inch_whatever_the_facing(turned: int) -> None:
    """A line in a paddy with its enemy flush before it, and a 1 on the difficult die."""
    ahead = rotate(0, 100, turned)
    there = 30 + ahead[0] / 100, 24 + ahead[1] / 100
    victor = unit("c", at=there, facing=turned / 10 + 180)
    away = duties("must", away=there, foes=(1,))
    lost = beaten(at=(30, 24), facing=turned / 10, duties=away)
    assert retired(scene(lost, victor, terrain=(area("paddy", 0, 0, 72, 48),)), 1, 6).unit("A").on_table


@pytest.mark.parametrize(
    ("room", "lives"),
    [
        param(1.0, True, id="1.00"),
        param(0.98, True, id="within the tolerance"),
        param(0.97, False, id="0.97"),
    ],
)
@rule("R3")
def test_stopped_an_inch_away_is_just_enough(room: float, lives: bool) -> None:
    held = unit("B", at=(30, 19 - room)), unit("d", at=(30, 18 - room))
    game = retired(scene(beaten(), VICTOR, *held, contacts="d>B"), 6, 6)
    assert game.notes("retires")[0].distance == round(100 * room)
    assert game.unit("A").on_table is lives


@pytest.mark.parametrize(
    ("away", "switch", "bearing"),
    [
        param((33, 24), False, 216.9, id="straight away from the enemy"),
        param((33, 24), True, 180, id="to its rear, by the switch"),
        param((34, 19), True, 284.0, id="but not from an enemy behind its front"),
        param((30, 20), True, 180, id="on its own place: to its rear"),
        param(None, False, 180, id="from nobody: to its rear"),
        param((34, 20.5), True, 180, id="almost beside it is before its front"),
        param((34, 20), True, 270, id="right beside it is not"),
    ],
)
@rule("R1")
def test_the_switch_retire_to_rear(away: tuple[float, float] | None, switch: bool, bearing: float) -> None:
    options = Options(retire_to_rear=switch)
    state = scene(beaten(duties=duties("must", away=away, foes=(1,))), VICTOR, options=options)
    assert way_back(state, state.units[0]) % 3600 == round(bearing * 10)


@rule("G-56", "X1", "R1")
def test_a_gun_that_goes_back_limbers_up() -> None:
    gun = unit("A", field_gun, at=(30, 19), duties=MUST_GO)
    state = scene(gun, unit("c", at=(30, 20.5), facing=180), options=Options(crews_lose_guns=False))
    game = retired(state, 3, 4)
    assert place(game.unit("A")) == (30, 12, 180)
    assert game.unit("A").order is Order.LIMBERED


@pytest.mark.parametrize(("by", "cite_"), [("50", "50"), ("57", "57"), ("63", "63"), ("", "R1")])
@rule("50", "57", "63", "R1")
def test_the_journal_names_the_result_that_sends_it_back(by: str, cite_: str) -> None:
    away = duties("must", away=(30, 21), foes=(1,), retire_by=by)
    assert retired(scene(beaten(duties=away), VICTOR), 3, 4).notes("retires")[0].cite == cite_


@rule("R3")
def test_ending_exactly_an_inch_away_is_enough() -> None:
    wet = (area("marsh", 0, 0, 72, 30),)
    assert retired(scene(beaten(), VICTOR, terrain=wet), 1, 6).unit("A").on_table
    hemmed = retired(scene(beaten(), VICTOR, terrain=(area("river", 0, 0, 72, 19),)), 6, 6)
    assert hemmed.unit("A").where is Where.LOST
    gone = unit("c", at=(30, 21), facing=180, where=Where.LOST)
    assert retired(scene(beaten(), gone, terrain=(area("river", 0, 0, 72, 19),)), 6, 6).unit("A").on_table
    # Only enemies it was touching take it prisoner.
    stranger = beaten(duties=duties("must", away=(30, 21), foes=(2,)))
    state = scene(stranger, VICTOR, unit("d", at=(60, 40)), terrain=(area("river", 0, 0, 72, 19),))
    assert retired(state, 6, 6).unit("A").on_table


@pytest.mark.parametrize(
    ("words", "unformed"),
    [
        param((foot, 12, line), "U2", id="line"),
        param((foot, 12, column), "U2", id="column"),
        param((foot, 8, skirmish), "", id="skirmishers"),
        param((horse, 8), "", id="horse"),
    ],
)
@rule("R4", "U2", "G-28")
def test_formed_foot_that_retired_is_unformed_and_does_not_shoot(words: Any, unformed: str) -> None:
    each = beaten(*words)
    game = compulsory(scene(each, VICTOR))
    game.play((1,) * game.throw.dice.faces()[0])
    assert game.unit("A").today.unformed == unformed
    armed = retired(scene(beaten(), VICTOR), 1, 1)
    assert cite(may_shoot(armed.state, armed.unit("A"))) == "R4"


@rule("R4", "M11")
def test_it_has_moved_even_if_it_could_not_go() -> None:
    penned = beaten(duties=duties("must", away=(30, 21)))
    game = retired(scene(penned, unit("c", at=(60, 40)), terrain=(area("river", 0, 0, 72, 19.5),)), 6, 6)
    assert game.unit("A").today.moved


@rule("G-31", "R1", "82")
def test_bans_do_not_stop_what_must_be_done() -> None:
    assert place(retired(scene(beaten(markers=2), VICTOR), 3, 4).unit("A"))[1] == 13


@pytest.mark.parametrize(("kind", "facing"), [("village", 0), ("canal", 0), ("grove", 120.0)])
@rule("R2", "R4", "M4")
def test_no_turn_at_the_end_leads_into_ground_it_may_not_enter(kind: str, facing: float) -> None:
    """Hemmed in it goes as it stands; at the end it turns only if it may stand there."""
    horse_ = unit("A", horse, 6, skirmish, at=(30, 20), duties=duties("must", away=(36, 20), foes=(1,)))
    # To its right, too near for a turn before it goes: it slides to the left, past ground before its front.
    state = scene(horse_, unit("c", at=(36, 20), facing=270), terrain=(area(kind, 18, 21, 28, 30),))
    neighbour = scene(*state.units, unit("B", field_gun, at=(30, 22.2)), terrain=state.field.terrain)
    gone = retired(neighbour, 1, 1, 1, 1, 1, 1).unit("A")
    assert place(gone) == (24, 20, 270 if kind == "grove" else 0)


@rule("R3", "R4")
def test_stopped_where_it_is_clear_a_turn_does_not_count() -> None:
    """Stopped more than an inch away, it then turns on the spot and a corner comes near: that is no surrender."""
    victor = unit("c", foot, 12, at=(30.4, 21), facing=180)
    away = duties("must", away=(30.4, 21), foes=(1,))
    held = unit("B", foot, 2, at=(25.5, 17.8)), unit("d", foot, 2, at=(25.5, 16.8))
    game = retired(scene(beaten(duties=away), victor, *held, contacts="d>B"), 6, 6)
    assert game.notes("retires")[0].distance == 141
    assert gap(body(game.state, game.unit("A")), body(game.state, game.unit("c"))) < 50
    assert game.unit("A").on_table


@pytest.mark.parametrize(
    ("y", "distance"),
    [
        param(17, 850, id="on along the road, to the first clear place past the village"),
        param(17.1, 850, id="from farther on"),
    ],
)
@rule("R2", "K1", "G-33")
def test_horse_moved_on_past_a_friend_does_not_end_in_a_village(y: float, distance: int) -> None:
    ground = area("village", 20, 13, 40, 17), area("road", 28, -60, 32, 48)
    rider = beaten(horse, 4, at=(30, 20.75), duties=duties("must", away=(30, 22), foes=(1,)))
    friend = unit("B", horse, 4, at=(30, y))
    game = retired(scene(rider, unit("c", at=(30, 22), facing=180), friend, terrain=ground), 1, 1, 1, 1)
    assert game.notes("retires")[0].distance == distance
