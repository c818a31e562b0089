"""Charges. [EVA H1–H7, G-43, X3]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pytest import param

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.lanes import Lane, lane
from grognard.books.ever_victorious_armies.facts.readiness import may_charge
from grognard.books.ever_victorious_armies.facts.shots import may_shoot, volley
from grognard.books.ever_victorious_armies.state import State, Terrain, Unit
from grognard.field.contact import TOUCH
from grognard.field.gaps import gap
from grognard.field.shapes import overlap, overlap_beyond
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
    odds,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

F = Fraction
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
        param(unit("A", foot, 8, skirmish, at=(30, 20), markers=1), "81", marks=rule("81"), id="marked skirmishers"),
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
        param(unit("A", foot, 8, skirmish, at=(30, 20)), unit("B", horse, at=(26, 22.5)), "", id="and they pass"),
        param(unit("A", horse, at=(30, 20)), unit("B", field_gun, at=(28, 23)), "H2", id="horse does not pass a gun"),
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


# ---- enough, or too little


@rule("H4", "H5")
def test_enough_is_contact() -> None:
    state = scene(CHARGER, enemy(25.5))
    game = charge(state, 2, 3)
    assert place(game.unit("A")) == (30, 25, 0)
    assert [(c.attacker, c.defender) for c in game.state.contacts] == [(0, 1)]
    today = game.unit("A").today
    assert (today.charged, today.moved, today.advanced, today.acted, today.touched) == (True,) * 5
    assert game.unit("c").today.touched


@rule("H4", "H5", "G-43")
def test_too_little_goes_its_full_throw_and_does_not_shoot() -> None:
    state = scene(unit("A", foot, 12, smoothbore, at=(30, 20)), enemy(25.5))
    game = charge(state, 1, 3)
    assert place(game.unit("A")) == (30, 24, 0)
    assert not game.state.contacts
    assert cite(may_shoot(game.state, game.unit("A"))) == "S4"
    assert (game.unit("A").today.charged, game.unit("A").today.advanced) == (True, True)


@rule("H4")
def test_it_stops_an_inch_short_of_any_enemy() -> None:
    # Six inches, two for the wall, and the dice show seven: the wall is paid, and the enemy an inch off.
    state = scene(unit("A", foot, 12, column, at=(30, 19)), enemy(26.5), terrain=(WALL,))
    assert way(state).cost == 800
    game = charge(state, 1, 3)  # 1 + 3 + 3 = 7
    assert place(game.unit("A")) == (30, 24, 0)
    assert gap(body(game.state, game.unit("A")), body(game.state, game.unit("c"))) == 100
    # Another enemy beside the lane holds it up sooner.
    beside = unit("d", foot, 2, at=(33.8, 24), facing=180)
    held = charge(scene(CHARGER, enemy(30), beside), 4, 4)
    assert gap(body(held.state, held.unit("A")), body(held.state, held.unit("d"))) in (100, 101)
    assert charge(scene(CHARGER, enemy(30), beside), 4, 6).state.touching(0) == (1,)


@rule("H4")
def test_contact_with_the_first_enemy_in_the_lane_target_or_not() -> None:
    loose = unit("d", foot, 12, skirmish, at=(30, 23), facing=180)
    state = scene(CHARGER, enemy(26), loose)
    found = way(state)
    assert found.hit == find(state, "d").id
    game = charge(state, 6, 6)
    assert game.state.touching(0) == (find(state, "d").id,)


@rule("H4", "C1")
def test_touching_is_enough_corner_or_edge_and_all_who_are_touched_fight() -> None:
    pair = unit("c", foot, 6, at=(28.5, 24), facing=180), unit("d", foot, 6, at=(31.5, 24), facing=180)
    game = charge(scene(CHARGER, *pair), 6, 6)
    assert set(game.state.touching(0)) == {1, 2}
    corner = scene(CHARGER, unit("c", foot, 2, at=(33.4, 24), facing=180))
    assert charge(corner, 6, 6).state.touching(0) == (1,)


@rule("H3", "H4", "26", "G-43", "2", "3", "5")
def test_example_26_a_charge_that_needs_nine_and_a_half() -> None:
    def home(each: Unit, front: float, *ground: Terrain) -> Fraction:
        state = scene(each, enemy(front + 9.5), terrain=ground)
        assert way(state).cost == 950
        game = moving(state).play(("charge", ("A", "c")))
        return odds(game, lambda after: after.in_contact(0)).chance_of(True)

    formed_column = unit("A", foot, 12, column, at=(30, 20))
    horsemen = unit("A", horse, at=(30, 20))
    assert home(formed_column, 21.5) == F(7, 12)
    assert home(CHARGER, 20.5) == F(1, 6)
    assert home(unit("A", foot, 8, skirmish, at=(30, 20)), 20.5) == F(5, 8)
    assert home(horsemen, 20.75) == F(65, 72)
    rough = area("paddy", 20, 24, 40, 25)
    assert home(horsemen, 20.75, rough) == F(1, 6)
    # The column's best in difficult going is 9: it may not even name the charge.
    assert aim(scene(formed_column, enemy(31), terrain=(rough,))) == "H1"


@rule("U1", "H3")
def test_a_charge_through_difficult_going_unforms_foot() -> None:
    rough = (area("paddy", 20, 21, 40, 23),)
    assert charge(scene(CHARGER, enemy(24.5), terrain=rough), 6, 6).unit("A").today.unformed == "U1"
    assert charge(scene(CHARGER, enemy(24.5)), 6, 6).unit("A").today.unformed == ""
    horsemen = unit("A", horse, at=(30, 20))
    assert charge(scene(horsemen, enemy(24.5), terrain=rough), 6, 6, 6, 6).unit("A").today.unformed == ""
    # Falling short before the difficult ground leaves it formed.
    beyond = scene(CHARGER, enemy(26), terrain=(area("paddy", 20, 24, 40, 25),))
    assert charge(beyond, 2, 6).unit("A").today.unformed == ""


# ---- the unit charged, and others


@rule("H6", "S4", "16")
def test_no_counter_charge_but_the_unit_charged_shoots() -> None:
    state = scene(CHARGER, enemy(25.5, smoothbore), unit("d", at=(60, 40)))
    game = charge(state, 6, 6)
    assert cite(may_charge(game.state, game.unit("c"))) == "M1"
    assert offered(moving(game.state, 1), "charge") == set()
    assert may_shoot(game.state, game.unit("c")) is None
    fire = volley(game.state, game.unit("c"), game.unit("A"))
    assert fire.shot.in_contact  # type: ignore[union-attr]


@rule("H6")
def test_several_units_charge_one_target_one_after_another() -> None:
    first, second = unit("A", foot, 6, at=(28, 20)), unit("B", foot, 6, at=(32, 20))
    game = moving(scene(first, second, enemy(25.5)))
    game.play(("charge", ("A", "c")), (6, 6))
    assert offered(game, "charge") == {("B", "c")}
    game.play(("charge", ("B", "c")), (6, 6))
    assert game.state.touching(game.unit("c").id) == (0, 1)
    assert [c.attacker for c in game.state.contacts] == [0, 1]


GATE = ((28.5, 24), (31.5, 24))


@pytest.mark.parametrize(
    ("each", "ground", "number"),
    [
        param(unit("A", horse, at=(30, 20)), (work(20, 24, 40, 34),), "H7", id="horse at a work"),
        param(unit("A", horse, at=(30, 20)), (work(20, 24, 40, 34, GATE),), "", id="horse by the gate"),
        param(unit("A", horse, at=(24, 20)), (work(20, 24, 40, 34, GATE),), "H7", id="horse beside the gate"),
        param(unit("A", horse, at=(30, 26)), (work(20, 24, 40, 34),), "", id="horse inside it"),
        param(unit("A", at=(30, 20)), (work(20, 24, 40, 34),), "", id="foot at a work"),
        param(
            unit("A", horse, at=(30, 20)),
            (work(20, 24, 40, 34, GATE), wall("hedge", (20, 22), (40, 22))),
            "",
            id="a hedge on the way to the gate is no bar",
        ),
        param(unit("A", horse, at=(30, 20)), (area("village", 20, 24, 40, 34),), "H7", id="horse at a village"),
        param(
            unit("A", horse, at=(30, 20)),
            (area("village", 20, 24, 40, 34), area("road", 28.5, 0, 31.5, 48)),
            "",
            id="horse along the road",
        ),
        param(unit("A", at=(30, 20)), (area("village", 20, 24, 40, 34),), "", id="foot at a village"),
    ],
)
@rule("H7", "G-33")
def test_horse_and_works_and_villages(each: Unit, ground: tuple[Terrain, ...], number: str) -> None:
    at = 29 if each.y == 2600 else 24.25
    x = each.x / 100
    found = aim(scene(each, enemy(at, x=x), terrain=ground))
    assert found in ((number, "H2") if number else ("",))


@rule("H7")
def test_a_unit_in_front_of_a_work_is_charged_like_any_other() -> None:
    assert aim(scene(unit("A", horse, at=(30, 20)), enemy(22), terrain=(work(20, 24, 40, 34),))) == ""


# ---- a law of contact


@given(
    st.sampled_from([(foot, 12), (foot, 12, column), (foot, 8, skirmish), (horse, 8), (horse, 6, skirmish)]),
    st.sampled_from([(foot, 12), (foot, 12, column), (foot, 8, skirmish), (horse, 8), (field_gun, 4)]),
    st.integers(0, 3599),
    st.integers(0, 3599),
    st.integers(-1000, 1000),
    st.integers(200, 1200),
)
@settings(max_examples=150)
@rule("H4", "H2")
def test_a_charge_that_reaches_leaves_footprints_touching_and_not_overlapping(
    who: Any, whom: Any, facing: int, other: int, dx: int, dy: int
) -> None:
    target = unit("c", *whom, x=3600 + dx, y=2400 + dy, facing=other / 10)
    state = scene(unit("A", *who, at=(36, 24), facing=facing / 10), target)
    assume(not overlap(body(state, state.units[0]), body(state, state.units[1])))
    found = lane(state, state.units[0], state.units[1])
    if not isinstance(found, Lane):
        assert cite(found)
        return
    game = moving(state).play(("charge", ("A", "c")))
    if not hasattr(game.pending, "dice"):
        game.play("stand")
    game.play((6,) * game.throw.dice.faces()[0])
    mine, theirs = body(game.state, game.unit("A")), body(game.state, game.unit("c"))
    assert game.state.in_contact(0)
    assert gap(mine, theirs) <= TOUCH
    assert not overlap_beyond(mine, theirs, TOUCH)
