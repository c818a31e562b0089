"""Who may shoot at whom: targets, range, the closest enemy, main shooter and supporters. [45–61a]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.shooting import range_to, why_no_shot
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.turn import Phases
from grognard.books.valour_and_fortitude.words import Mode, Phase, Special
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    cite,
    find,
    foot,
    gun,
    horse,
    limbered,
    offered,
    refused,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


def line(key: str = "A", **more: Any) -> Unit:
    """A line of 24 whose front is 20 inches up the table, facing north."""
    return unit(key, **{"files": 12, "front": (30, 20), **more})


def enemy(key: str = "b", far: float = 6, across: float = 30, **more: Any) -> Unit:
    """An enemy line facing south, so far from the shooters' front."""
    return unit(key, **{"files": 12, "front": (across, 20 + far), "facing": 180, **more})


def fire(*units: Unit, **more: Any) -> Play:
    """The fire phase of a scene."""
    return begin(scene(*units, phase=Phase.FIRE, **more), "fire")


def barred(state: State, shooter: str = "A", target: str = "b", mode: Mode = Mode.VOLLEY) -> str:
    """The rule that forbids a shot."""
    return cite(why_no_shot(state, find(state, shooter), find(state, target), mode))


# --- the phase ---------------------------------------------------------------------------------------------------


@rule("45", "46", "52")
def test_an_enemy_in_range_and_sight_is_a_target() -> None:
    game = fire(line(), enemy())
    assert offered(game, "fire") == {("A", "b")}
    game.play(("fire", ("A", "b")))
    assert game.throw.what == "hit tests"
    assert game.throw.dice.faces()[0] == 3


@rule("45")
def test_an_enemy_that_touches_a_friend_is_no_target() -> None:
    friend = unit("C", files=12, front=(30, 29), brigade="II", facing=180)
    engaged = unit("b", files=12, front=(30, 29), facing=0)
    game = fire(line(), friend, engaged)
    assert offered(game, "fire") == set()
    assert barred(game.state) == "45"
    apart = fire(line(), put_front(friend, (30, 34)), engaged)
    assert ("A", "b") in offered(apart, "fire")


def put_front(each: Unit, front: tuple[float, float]) -> Unit:
    """The same unit, elsewhere."""
    return unit(
        each.key,
        files=each.files,
        front=front,
        brigade=each.__dict__["brigade name"],
        facing=each.facing / 10,
    )


@rule("48")
def test_nobody_has_to_shoot() -> None:
    game = fire(line(), enemy()).play("end_fire")
    assert game.over
    assert game.unit("b").losses == 0
    assert not game.unit("A").today.shot


@rule("46", "47", "61a")
def test_a_target_is_dealt_with_before_the_next_and_shot_at_once() -> None:
    other = unit("C", files=6, figures=12, front=(40, 20), brigade="II")
    game = fire(line(), other, enemy(), enemy("c", far=8, across=41))
    # C, of another brigade, may support A: it sees b, and b is nearest to it too.
    game.play(("fire", ("A", "b")))
    assert offered(game, "support") == {"C"}
    game.play("resolve", (4, 4, 1))
    assert game.unit("b").losses == 2
    assert offered(game, "fire") == {("C", "c")}
    assert refused(game, "fire", ("C", "b")) == "47"
    assert refused(game, "fire", ("A", "c")) == "54"


@rule("47")
@pytest.mark.parametrize(
    ("shot_at", "why"), [param((1,), "47", id="shot at already"), param((), "", id="not yet")]
)
def test_nobody_is_shot_at_twice_in_a_phase(shot_at: tuple[int, ...], why: str) -> None:
    state = scene(line(), enemy(), phase=Phase.FIRE, shot_at=shot_at)
    assert barred(state) == why
    assert bool(offered(begin(state, "fire"), "fire")) is not bool(why)


@rule("47", "54")
def test_a_new_phase_begins_anew() -> None:
    state = scene(line(), enemy(), phase=Phase.FIRE, shot_at=(1,))
    game = begin(state, Phases(Phase.FIRE))
    assert offered(game, "fire") == {("A", "b")}


@rule("54", "49")
def test_who_has_shot_or_supported_is_spent() -> None:
    other = unit("C", files=6, figures=12, front=(41, 20))
    game = fire(line(), other, enemy(), enemy("c", far=9, across=44)).play(
        ("fire", ("A", "b")), ("support", "C"), (1, 1, 1, 1)
    )
    assert offered(game, "fire") == set()
    assert game.unit("C").today.shot
    assert game.unit("A").today.shot
    assert not game.unit("C").today.skirmished


@rule("61")
def test_losses_and_valour_come_before_the_next_target() -> None:
    shooters = line(), unit("C", files=6, figures=12, front=(41, 20))
    game = fire(*shooters, enemy(losses=4), enemy("c", far=9, across=44))
    game.play(("fire", ("A", "b")), "resolve", (4, 1, 1))
    assert game.throw.what == "valour"
    game.play(6)
    assert offered(game, "fire") == {("C", "c")}


# --- shooters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shooter", "why"),
    [
        param(line(), "", marks=rule("50"), id="line"),
        param(line(files=6), "", marks=rule("50"), id="attack column"),
        param(line(files=3), "50", marks=rule("50"), id="march column"),
        param(unit("A", gun, front=(30, 20)), "", marks=rule("50"), id="unlimbered gun"),
        param(unit("A", gun, limbered, front=(30, 20)), "50", marks=rule("50", "B47"), id="limbered gun"),
        param(line(fire=0, range=0), "B16", marks=rule("B16"), id="no fire value"),
        param(line(today={"shot": True}), "54", marks=rule("54"), id="has shot"),
    ],
)
def test_who_may_shoot(shooter: Unit, why: str) -> None:
    assert barred(scene(shooter, enemy(), phase=Phase.FIRE)) == why


@rule("50", "B49")
def test_an_occupant_counts_as_deployed() -> None:
    house = area("building", 28, 17, 32, 19, name="house")
    state = scene(line(inside="house", files=3), enemy(), terrain=(house,), phase=Phase.FIRE)
    assert barred(state) == ""


@rule("51")
def test_a_shooter_in_contact_does_not_shoot() -> None:
    touching = unit("c", files=6, figures=12, front=(35, 20), facing=180)
    assert barred(scene(line(), enemy(), touching, phase=Phase.FIRE)) == "51"
    apart = unit("c", files=6, figures=12, front=(44, 32), facing=180)
    assert barred(scene(line(), enemy(), apart, phase=Phase.FIRE)) == ""


# --- range -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("far", "why"),
    [
        param(12, "", marks=rule("52", "55", "B73"), id="exactly the range"),
        param(12.01, "55", marks=rule("52", "55", "B73"), id="a hundredth more"),
    ],
)
def test_range_is_inclusive(far: float, why: str) -> None:
    assert barred(scene(line(), enemy(far=far), phase=Phase.FIRE)) == why


@rule("56")
def test_range_is_from_closest_figure_to_closest_figure() -> None:
    aslant = enemy(far=8, across=45)  # 4.8 + 4.8 wide: 5.4 apart sideways, 8 ahead
    state = scene(line(), aslant, phase=Phase.FIRE)
    assert range_to(state, state.units[0], state.units[1]) == 966  # the root of 540² + 800², rounded up


@rule("56")
def test_a_guns_range_is_from_its_own_base() -> None:
    piece = unit("A", gun, front=(30, 20), range=6)
    state = scene(piece, enemy(far=6), phase=Phase.FIRE)
    assert range_to(state, state.units[0], state.units[1]) == 600
    # Behind it the limber is nearer, but the limber does not count.
    behind = scene(piece, unit("b", files=12, front=(30, 10), facing=0), phase=Phase.FIRE)
    assert range_to(behind, behind.units[0], behind.units[1]) == 1000 - 240


# --- the closest -------------------------------------------------------------------------------------------------


@rule("53")
def test_only_the_closest_visible_enemy_is_shot_at() -> None:
    near, far = enemy("b", 5, 26, files=4, figures=8), enemy("c", 7, 36, files=4, figures=8)
    game = fire(line(), near, far)
    assert offered(game, "fire") == {("A", "b")}
    assert barred(game.state, target="c") == "53"


@rule("53")
def test_after_the_closest_has_been_shot_at_another_may_take_the_next() -> None:
    near, far = enemy("b", 5, 27, files=4, figures=8), enemy("c", 7, 36, files=4, figures=8)
    second = unit("C", files=6, figures=12, front=(38, 20))
    game = fire(line(), second, near, far).play(("fire", ("A", "b")), (1, 1, 1))
    assert offered(game, "fire") == {("C", "c")}


@rule("53")
def test_an_enemy_nobody_sees_shields_nobody() -> None:
    # b is nearer but behind the shooters.
    behind = unit("b", files=12, front=(30, 14), facing=0)
    state = scene(line(), behind, enemy("c", 10), phase=Phase.FIRE)
    assert barred(state, target="c") == ""


@rule("53", "B11")
def test_of_two_equally_close_the_shooter_chooses() -> None:
    pair = enemy("b", 6, 26, files=4, figures=8), enemy("c", 6, 34, files=4, figures=8)
    assert offered(fire(line(), *pair), "fire") == {("A", "b"), ("A", "c")}


ENGAGED = (
    unit("b", files=4, figures=8, front=(26, 26), facing=180),
    # D stands back to back with b, touching it, and off A's line to c.
    unit("D", files=4, figures=8, front=(26, 29.2), facing=0, brigade="II"),
    enemy("c", 8, 36, files=4, figures=8),
)


@pytest.mark.parametrize(
    ("past", "why"),
    [
        param(True, "", marks=rule("B10"), id="on: an engaged enemy shields nobody"),
        param(False, "53", marks=rule("B10"), id="off: it shields those behind"),
    ],
)
def test_engaged_enemies_as_shields(past: bool, why: str) -> None:
    state = scene(line(), *ENGAGED, phase=Phase.FIRE, options={"shoot_past_engaged": past})
    assert barred(state, target="b") == "45"
    assert barred(state, target="c") == why


@rule("53", "F5.14")
def test_rockets_need_not_care_who_is_closest() -> None:
    near, far = enemy("b", 5, 26, files=4, figures=8), enemy("c", 7, 36, files=4, figures=8)
    piece = unit("A", gun, Special.ROCKETS, front=(31, 20))
    assert offered(fire(piece, near, far), "fire") == {("A", "b"), ("A", "c")}


# --- support -----------------------------------------------------------------------------------------------------


def small(key: str, across: float, **more: Any) -> Unit:
    """A little line of six in the shooters' row."""
    return unit(key, **{"figures": 6, "files": 6, "front": (across, 20), **more})


@rule("121", "46", "61a")
def test_three_support_and_no_more() -> None:
    helpers = [small(k, x, brigade="II") for k, x in (("B", 22), ("C", 16), ("D", 38), ("E", 44))]
    game = fire(small("A", 30, fire=2), *helpers, enemy(far=9, figures=40, files=20))
    game.play(("fire", ("A", "b")))
    assert offered(game, "support") == {"B", "C", "D", "E"}
    game.play(("support", "B"), ("support", "C"), ("support", "E"))
    assert game.throw.dice.faces()[0] == 2 + 3  # a fourth cannot be offered
    assert not game.unit("D").today.shot


@rule("121", "B48")
def test_a_supporter_could_shoot_at_the_target_itself() -> None:
    wide = enemy(far=8, figures=24, files=12)
    nearer = unit("c", figures=8, files=4, front=(46, 23), facing=180)
    game = fire(line(), small("B", 41), wide, nearer).play(("fire", ("A", "b")))
    assert offered(game, "support") == set()
    game = fire(line(), small("B", 41), wide).play(("fire", ("A", "b")))
    assert offered(game, "support") == {"B"}


@pytest.mark.parametrize(
    ("helper", "lends"),
    [
        param(small("B", 39), True, marks=rule("120", "121"), id="line"),
        param(small("B", 39, files=2), False, marks=rule("114", "120"), id="march column"),
        param(small("B", 39, today={"shot": True}), False, marks=rule("54"), id="has shot"),
        param(small("B", 39, fire=0, range=0), False, marks=rule("B16"), id="no fire value"),
        param(small("B", 39, range=3), False, marks=rule("55", "121"), id="out of range"),
        param(small("B", 39, facing=180), False, marks=rule("57", "121"), id="looks away"),
    ],
)
def test_who_lends_fire_support(helper: Unit, lends: bool) -> None:
    game = fire(line(), helper, enemy()).play(("fire", ("A", "b")))
    assert offered(game, "support") == ({"B"} if lends else set())


@rule("121")
def test_half_the_front_rank_must_see_the_target() -> None:
    # The target is four figures wide and far to the left: only B's leftmost figures have it in their arc.
    target = enemy(far=4, across=24, figures=8, files=4)
    near = fire(line(front=(24, 20)), line("B", front=(35, 20)), target).play(("fire", ("A", "b")))
    assert offered(near, "support") == set()
    closer = fire(
        line(front=(24, 20)), line("B", front=(35, 20)), enemy(far=10, across=28, figures=8, files=4)
    )
    closer.play(("fire", ("A", "b")))
    assert offered(closer, "support") == {"B"}


@rule("49", "190", "F5.15a")
def test_skirmishing_leaves_the_unit_free_to_act() -> None:
    skirmishers = unit("A", foot, Special.SKIRMISHERS, files=12, front=(30, 20))
    game = fire(skirmishers, enemy(far=17)).play(("skirmish", ("A", "b")), 4)
    assert game.unit("A").today.shot
    assert game.unit("A").today.skirmished


@rule("52")
def test_the_target_must_be_visible() -> None:
    wall = area("building", 20, 22, 40, 23, name="house")
    state = scene(line(), enemy(), terrain=(wall,), phase=Phase.FIRE)
    assert barred(state) == "52"
    assert barred(scene(line(), enemy(), phase=Phase.FIRE)) == ""


@rule("31", "45")
def test_nobody_shoots_at_friends_or_with_enemies() -> None:
    game = fire(line(), unit("C", files=12, front=(30, 26), facing=180), enemy("b", 9, 44))
    assert refused(game, "fire", ("A", "C")) == "45"
    assert refused(game, "fire", ("b", "A")) == "45"
    shots = game.pending.offers["fire"]
    mine, friend, foe = (find(game.state, key).id for key in "ACb")
    for pair in ((mine, friend), (foe, mine), (foe, friend), (foe, foe)):
        told = shots.why_not(pair)
        assert told is not None
        assert "one of yours and an enemy" in told.words, pair
    assert shots.why_not((mine, foe)) is None


@rule("56", "55")
def test_horse_without_a_fire_value_has_no_range() -> None:
    assert barred(scene(unit("A", horse, front=(30, 20)), enemy(), phase=Phase.FIRE)) == "B16"
