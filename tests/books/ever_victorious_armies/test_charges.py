"""Charges: who may, at whom, by what lane, how far. [EVA H1–H3, G-43, X3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.lanes import Lane, can_charge, lane
from grognard.books.ever_victorious_armies.facts.sight import sees_unit
from grognard.books.ever_victorious_armies.state import State, Terrain, Unit
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap
from tests.books.ever_victorious_armies.drill import cite, moving, offered, place, refused, wall, work
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    field_gun,
    find,
    foot,
    general,
    horse,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

CHARGER = unit("A", at=(30, 20))


def aim(state: State, target: str = "c") -> str:
    """The rule that forbids A to charge; nothing if it may."""
    found = lane(state, find(state, "A"), find(state, target))
    return "" if isinstance(found, Lane) else cite(found)


def way(state: State, target: str = "c") -> Lane:
    """A's lane at a target."""
    found = lane(state, find(state, "A"), find(state, target))
    assert isinstance(found, Lane), found
    return found


def charge(state: State, *faces: int, target: str = "c") -> Play:
    """A charges, the target stands, the dice fall."""
    game = moving(state).play(("charge", ("A", target)))
    if not hasattr(game.pending, "dice"):
        game.play("stand")
    return game.play(faces)


def enemy(y: float, *words: Any, x: float = 30, **more: Any) -> Unit:
    """An enemy line facing south whose front edge is at this height."""
    return unit("c", foot, 12, *words, at=(x, y + 0.5), facing=180, **more)


# ---- who, at whom


@pytest.mark.parametrize(
    ("each", "number"),
    [
        param(CHARGER, "", id="a line"),
        param(unit("A", foot, 8, skirmish, at=(30, 20)), "", id="skirmishers"),
        param(unit("A", horse, at=(30, 20)), "", id="horse"),
        param(unit("A", field_gun, at=(30, 20)), "X3", marks=rule("X3"), id="guns never charge"),
        param(unit("A", general, at=(30, 20)), "N1", marks=rule("N1"), id="nor does a general"),
        param(unit("A", at=(30, 20), markers=1), "", marks=rule("81", "G-24"), id="one marker on a line"),
        param(unit("A", at=(30, 20), markers=2), "82", marks=rule("82"), id="two markers"),
        param(
            unit("A", foot, 8, skirmish, at=(30, 20), markers=1),
            "81",
            marks=rule("81"),
            id="marked skirmishers",
        ),
        param(unit("A", at=(30, 20), today={"acted": True}), "M1", marks=rule("M1"), id="has moved"),
        param(unit("A", at=(30, 20), today={"retired": True}), "T2", marks=rule("T2"), id="has retired"),
    ],
)
@rule("H1")
def test_who_may_charge(each: Unit, number: str) -> None:
    game = moving(scene(each, unit("B", at=(60, 20)), enemy(25), unit("d", at=(60, 25))))
    assert (("A", "c") in offered(game, "charge")) is (number == "")
    if number:
        assert refused(game, "charge", ("A", "c")) == number


@pytest.mark.parametrize(
    ("y", "number"),
    [param(32.5, "", id="12.00: the best throw of a line"), param(32.51, "H1", id="12.01")],
)
@rule("H1")
def test_no_farther_than_the_best_possible_throw(y: float, number: str) -> None:
    assert aim(scene(CHARGER, enemy(y))) == number


@pytest.mark.parametrize(
    ("x", "number"),
    [
        # The right front corner is at (33, 20.5); an enemy post at y 23.5 is touched by the line at x 36.
        param(36.0, "", id="45.0"),
        param(36.01, "S8", id="just over 45"),
    ],
)
@rule("H1", "S8")
def test_some_part_of_the_target_in_the_front_arc(x: float, number: str) -> None:
    post = unit("c", foot, 2, at=(x + 0.5, 23), facing=180)
    assert aim(scene(CHARGER, post)) == number
    loose = unit("A", foot, 6, skirmish, at=(30, 20))
    assert aim(scene(loose, post)) == ""


@rule("H1", "S8")
def test_skirmishers_charge_all_round() -> None:
    behind = unit("c", at=(30, 15))
    assert aim(scene(CHARGER, behind)) == "S8"
    state = scene(unit("A", foot, 8, skirmish, at=(30, 20)), behind)
    assert way(state).facing == 1800
    assert place(charge(state, 6, 6, 6).unit("A")) == (30, 16, 180)


@pytest.mark.parametrize(
    ("between", "number"),
    [
        param((unit("B", horse, at=(30, 22.5)),), "S12", id="a friend"),
        param((unit("d", foot, 18, at=(30, 22.5)),), "S12", id="another enemy"),
        param((unit("d", foot, 8, skirmish, at=(30, 22.5)),), "", id="skirmishers hide nobody"),
        param((unit("G", general, at=(30, 22.5)),), "", id="nor a general"),
    ],
)
@rule("H1", "S12")
def test_the_target_must_be_seen(between: tuple[Unit, ...], number: str) -> None:
    assert aim(scene(CHARGER, enemy(25), *between)) == number


@pytest.mark.parametrize(
    ("ground", "number"),
    [
        param(area("hill", 20, 22, 40, 24), "K4", marks=rule("K4"), id="a hill between"),
        param(area("wood", 20, 22, 40, 24), "", marks=rule("K3"), id="2.00 of wood between"),
        param(area("wood", 20, 22, 40, 24.01), "K3", marks=rule("K3"), id="2.01 of wood between"),
    ],
)
@rule("H1")
def test_ground_hides_the_target(ground: Terrain, number: str) -> None:
    assert aim(scene(CHARGER, enemy(25), terrain=(ground,))) == number


@rule("H1", "S8")
def test_the_reason_is_told() -> None:
    beside, leader = unit("e", foot, 2, at=(37, 20)), unit("g", general, at=(30, 26))
    state = scene(CHARGER, unit("B", at=(60, 20)), enemy(45), unit("d", at=(60, 25)), beside, leader)
    game = moving(state)
    assert offered(game, "charge") == {("B", "d")}
    assert refused(game, "charge", ("A", "c")) == "H1"
    assert refused(game, "charge", ("A", "e")) == "S8"
    assert refused(game, "charge", ("A", "g")) == "H1"
    assert refused(game, "charge", ("A", "B")) == "H1"
    assert refused(game, "charge", ("A", 99)) == "H1"
    assert refused(game, "charge", ("c", "A")) == "M1"
    assert refused(game, "march", 99) == "M1"


@rule("H1", "G-43")
def test_a_charge_is_named_with_its_target_before_the_dice() -> None:
    game = moving(scene(CHARGER, enemy(29.5))).play(("charge", ("A", "c")))
    assert (game.throw.what, game.throw.cite, game.throw.facts["needs"]) == ("charge", "3", 900)
    assert game.notes("charges")[0].cite == "H1"
    assert place(game.unit("A")) == (30, 20, 0)


# ---- the lane


@rule("H2")
def test_a_free_turn_and_then_straight_ahead() -> None:
    state = scene(unit("A", foot, 12, column, at=(30, 20)), unit("c", at=(34, 26), facing=180))
    found = way(state)
    assert 0 < found.facing <= 450
    charged = charge(state, 6, 6).unit("A")
    assert charged.facing == found.facing
    assert place(charged)[:2] == pytest.approx((30 + 4.09 * 0.1788, 20 + 4.09 * 0.9839), abs=0.02)
    assert gap(body(state, charged), body(state, find(state, "c"))) <= TOUCH


@rule("H2")
def test_no_more_than_45() -> None:
    side = unit("c", foot, 2, at=(36.5, 22.5), facing=180)
    state = scene(unit("A", foot, 12, column, at=(30, 20)), side)
    assert aim(state) == "S8"
    # In the arc, but past any lane that 45 degrees allow.
    state = scene(unit("A", foot, 2, at=(30, 20)), unit("c", foot, 2, at=(38.4, 28), facing=0))
    assert aim(state) in ("", "H2", "S8")
    turned = way(scene(unit("A", foot, 2, at=(30, 20)), unit("c", foot, 2, at=(37, 27))))
    assert turned.facing == 450


@pytest.mark.parametrize(
    ("each", "friend", "number"),
    [
        param(CHARGER, unit("B", horse, at=(34.5, 22.5)), "", id="another turn avoids him"),
        param(CHARGER, unit("B", foot, 18, skirmish, at=(30, 22.5)), "", id="skirmishers are passed"),
        param(CHARGER, unit("G", general, at=(30, 22.5)), "", id="a general is passed"),
        param(
            unit("A", foot, 8, skirmish, at=(30, 20)), unit("B", horse, at=(26, 22.5)), "", id="and they pass"
        ),
        param(
            unit("A", horse, at=(30, 20)),
            unit("B", field_gun, at=(28, 23)),
            "H2",
            id="horse does not pass a gun",
        ),
        param(CHARGER, unit("B", field_gun, at=(28, 23)), "", id="foot does"),
    ],
)
@rule("H2", "M9")
def test_friends_in_the_lane(each: Unit, friend: Unit, number: str) -> None:
    others = (unit("D", field_gun, at=(32, 23)),) if number else ()
    assert aim(scene(each, enemy(26), friend, *others)) == number


@rule("H2", "M9")
def test_nobody_charges_on_to_a_friend() -> None:
    # Skirmishers are passed, but these stand where the charger would have to halt.
    ahead = unit("B", foot, 12, skirmish, at=(30, 25))
    assert aim(scene(CHARGER, enemy(25.5), ahead)) == "M9"


@pytest.mark.parametrize(
    ("ground", "number"),
    [
        param((area("canal", 0, 22, 72, 24),), "H2", id="water across the lane"),
        param((area("canal", 0, 22, 72, 24), area("bridge", 27, 21, 33, 25)), "", id="a bridge as wide"),
        param((area("canal", 40, 22, 72, 24),), "", id="water beside it"),
    ],
)
@rule("H2", "Q6")
def test_closed_ground_in_the_lane(ground: tuple[Terrain, ...], number: str) -> None:
    assert aim(scene(CHARGER, enemy(26), terrain=ground)) == number


@rule("H2", "M10")
def test_no_lane_runs_over_the_edge_of_the_table() -> None:
    state = scene(unit("A", at=(3, 20)), unit("c", foot, 2, at=(0.5, 24), facing=180))
    found = way(state)
    assert found.facing == 0  # turned to the target it would stick out


# ---- the distance


WALL = wall("wall", (20, 23), (40, 23))


@pytest.mark.parametrize(
    ("y", "ground", "inches"),
    [
        param(29.5, (), 9, id="the straight leg"),
        param(29.5, (WALL,), 11, id="a wall costs 2"),
        param(29.5, (wall("hedge", (20, 23), (40, 23)),), 11, id="a hedge costs 2"),
        param(29.5, (WALL, wall("hedge", (20, 25), (40, 25))), 13, id="each costs 2"),
        param(29.5, (work(20, 22, 40, 24),), 13, id="a work costs 2 in and 2 out"),
        param(24.0, (WALL,), 3.5, id="not the one he stands 1.00 behind"),
        param(24.01, (WALL,), 5.51, id="1.01 behind it costs"),
        param(23.25, (work(20, 23, 40, 30),), 2.75, id="not the edge of the work he defends"),
    ],
)
@rule("H3")
def test_what_a_charge_costs(y: float, ground: tuple[Terrain, ...], inches: float) -> None:
    # Horse has dice enough for all of these, but cannot cross works: a column can.
    each = unit("A", foot, 12, column, at=(30, 19))
    found = way(scene(each, enemy(y), terrain=ground))
    assert found.cost == round(100 * inches)
    assert found.distance == round(100 * y) - 2050


@rule("H3", "M4", "G-34")
def test_a_lane_through_difficult_going_needs_the_difficult_allowance() -> None:
    rough = (area("paddy", 32.9, 21, 40, 23),)
    # The good dice come to 9 and the first of them is 3: four inches are too far for three.
    state = scene(CHARGER, enemy(24.5), terrain=rough)
    assert way(state).difficult
    assert not charge(state, 3, 6).state.contacts
    assert charge(state, 4, 1).state.contacts
    clear = scene(CHARGER, enemy(24.5), terrain=(area("paddy", 33, 21, 40, 23),))
    assert not way(clear).difficult
    assert charge(clear, 3, 1).state.contacts


@rule("H3", "K1")
def test_a_road_carries_a_charge_too() -> None:
    ground = area("paddy", 20, 22, 40, 24), area("road", 28.5, 0, 31.5, 48)
    assert not way(scene(unit("A", foot, 12, column, at=(30, 18)), enemy(25), terrain=ground)).difficult
    assert way(scene(unit("A", at=(30, 20)), enemy(25), terrain=ground)).difficult


@rule("H1", "H2")
def test_a_charge_is_made_at_whom_it_names() -> None:
    """An enemy whom no free turn brings into the lane is not named in order to hit another."""
    charger, ahead = unit("A", foot, 12, column, at=(30, 20)), unit("c", at=(30, 26), facing=180)
    aside = unit("d", foot, 4, column, at=(37, 27), facing=225)
    # Two posts of friends with a gap one can see through, but not pass.
    posts = unit("B", foot, 2, at=(32.88, 25.04)), unit("C", foot, 2, at=(34.12, 23.46))
    assert offered(moving(scene(charger, ahead, aside)), "charge") == {("A", "c"), ("A", "d")}
    blocked = scene(charger, ahead, aside, *posts)
    assert sees_unit(blocked, find(blocked, "A"), find(blocked, "d")).point is not None
    assert ("A", "c") in offered(moving(blocked), "charge")
    assert refused(moving(blocked), "charge", ("A", "d")) == "H2"


@rule("H2")
@pytest.mark.parametrize("gap_", [2.3, 2.6, 3.0])
def test_every_turn_is_tried_for_a_lane(gap_: float) -> None:
    """Two friends leave a slit: some turn leads through it."""
    left, right = (
        unit("B", foot, 12, at=(26 - gap_ / 2 + 0.8, 24)),
        unit("C", foot, 12, at=(32 + gap_ / 2 + 0.8, 24)),
    )
    state = scene(
        unit("A", foot, 12, column, at=(30, 20)), left, right, unit("c", foot, 18, at=(28.5, 31), facing=180)
    )
    assert ("A", "c") in offered(moving(state), "charge")


@rule("H1", "H2")
@pytest.mark.parametrize("x", [param(32.5, id="at its nearest part"), param(30, id="at its middle")])
@pytest.mark.parametrize(
    ("way_in", "number"), [param(0.5, "", id="as wide as it is"), param(0.45, "H2", id="narrower")]
)
def test_where_the_way_at_the_middle_is_closed_the_next_is_tried(
    way_in: float, number: str, x: float
) -> None:
    """Ground on both sides leaves only the way straight ahead."""
    canals = area("canal", 20, 22, 30 - way_in, 24, "west"), area("canal", 30 + way_in, 22, 44, 24, "east")
    state = scene(unit("A", foot, 2, at=(30, 20)), enemy(26, x=x), terrain=canals)
    assert aim(state) == number
    assert can_charge(state, find(state, "A"), find(state, "c")) is (number == "")
    assert offered(moving(state), "charge") == ({("A", "c")} if number == "" else set())
