"""Charges that get home, fall short, and what they meet. [EVA H4–H7, G-43]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.books.ever_victorious_armies.facts.bodies import body, stand, standing
from grognard.books.ever_victorious_armies.facts.lanes import Lane, lane, lane_along
from grognard.books.ever_victorious_armies.facts.readiness import may_charge
from grognard.books.ever_victorious_armies.facts.shots import may_shoot, volley
from grognard.books.ever_victorious_armies.state import State, Terrain, Unit
from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap
from grognard.geometry.shapes import overlap, overlap_beyond
from tests.books.ever_victorious_armies.drill import cite, moving, offered, place, wall, work
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    field_gun,
    find,
    foot,
    horse,
    odds,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

param = pytest.param

F = Fraction
CHARGER = unit("A", at=(30, 20))
WALL = wall("wall", (20, 23), (40, 23))


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


@rule("H4", "Q8")
def test_a_charge_that_cannot_pay_for_a_wall_stops_before_it() -> None:
    # The wall is 2.5 from the column's centre; two inches of dice and three are not 2.5 and 2 and more.
    state = scene(unit("A", foot, 12, column, at=(30, 18.5)), enemy(27), terrain=(WALL,))
    game = charge(state, 1, 1)
    assert place(game.unit("A")) == pytest.approx((30, 22.98, 0), abs=0.02)


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


@rule("H3", "H4", "G-43", "1", "2", "3", "5")
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
        param(
            unit("A", horse, at=(30, 20)), (area("village", 20, 24, 40, 34),), "H7", id="horse at a village"
        ),
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
    # In a work the enemy stands behind its edge; in a village right at it.
    at = 29 if each.y == 2600 else 24.25 if ground[0].kind == "work" else 24
    assert aim(scene(each, enemy(at, x=each.x / 100), terrain=ground)) == number


@pytest.mark.parametrize(("end", "number"), [(25, ""), (24.99, "H7")])
@rule("H7", "G-33", "K1")
def test_the_road_leads_an_inch_into_the_village(end: float, number: str) -> None:
    ground = area("village", 20, 24, 40, 34), area("road", 28.5, 0, 31.5, end)
    state = scene(unit("A", horse, at=(30, 20)), enemy(24), terrain=ground)
    found = lane_along(standing(state), state.field, stand(state, state.units[0]), 0)
    assert (cite(found) if isinstance(found, Refusal) else "") == number


@rule("H2", "Q5", "G-33")
def test_nor_does_a_charge_carry_horse_into_a_village() -> None:
    village = (area("village", 20, 24, 40, 34),)
    assert aim(scene(unit("A", horse, at=(30, 20)), enemy(25), terrain=village)) == "H2"


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


@pytest.mark.parametrize("before", [True, False], ids=["first of the roster", "last of it"])
@pytest.mark.parametrize(
    ("other", "facing", "number"),
    [
        param(unit("B", foot, 2, at=(32.5, 22)), 0, "H2", id="a friend in the lane"),
        param(unit("B", foot, 2, at=(33.5, 22)), 0, "", id="a friend beside it"),
        param(unit("d", foot, 2, at=(33.5, 19.5)), 315, "M9", id="an enemy on whom its turn would bring it"),
        param(unit("d", foot, 2, at=(40, 10)), 315, "", id="and none"),
    ],
)
@rule("H2", "M9")
def test_who_else_stands_in_the_way_of_one_lane(other: Unit, facing: int, number: str, before: bool) -> None:
    if facing:
        # A column whose rear swings out to its right.
        pair = unit("A", foot, 12, column, at=(32, 20)), unit("c", foot, 2, at=(30.5, 22.3), facing=135)
    else:
        pair = unit("A", at=(30, 20)), enemy(25)
    state = scene(other, *pair) if before else scene(*pair, other)
    found = lane_along(standing(state), state.field, stand(state, find(state, "A")), facing * 10)
    assert (cite(found) if isinstance(found, Refusal) else "") == number
