"""Leaders: when and where they move, and what becomes of those moved over. [79, 97, 98, 170, 176, B43, B44, B81]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading, Leading
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    foot,
    glide,
    lead,
    leader,
    legs,
    reform,
    refused,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


def mine(key: str = "A", *words: Any, **more: Any) -> Unit:
    """An attack column of twelve, its front 10 inches up the table."""
    return unit(key, foot, *words, **{"figures": 12, "files": 4, "front": (30, 10), **more})


def foe(**more: Any) -> Unit:
    """An enemy line far away."""
    return unit("z", **{"files": 12, "front": (36, 40), "facing": 180, **more})


def rides(state: State, name: str = "I") -> Play:
    """A leader is due to move."""
    return begin(state, "leader", env=Leading(leader(state, name).id))


def spot(x: float, y: float) -> tuple[tuple[str, int, int], ...]:
    """Where a leader is set down."""
    return (("place", round(x * 100), round(y * 100)),)


# --- when ------------------------------------------------------------------------------------------------------------


@rule("97")
def test_the_brigades_leader_moves_after_its_units() -> None:
    game = begin(scene(mine(), mine("B", front=(38, 10)), foe()), "brigade", env=Brigading(0))
    game.play(("move", "A"), ("go", legs("forward 6")))
    assert "ride" not in game.ask.offers
    game.play("finish", ("ride", spot(34, 12)))
    assert (game.leader("I").x, game.leader("I").y) == (3400, 1200)
    assert game.over


@rule("97", "39")
def test_the_army_leader_moves_as_the_phase_ends() -> None:
    both = mine(), mine("B", front=(38, 10), brigade="II")
    game = begin(scene(*both, foe()), "action")
    game.play(("brigade", "I"), "finish", "stay_put")
    assert "brigade" in game.ask.offers
    game.play(("brigade", "II"), 6, "finish", "stay_put")
    assert game.ask.who == (0,)
    game.play(("ride", spot(34, 12)))
    assert (game.leader("General").x, game.leader("General").y) == (3400, 1200)
    assert game.over


@rule("97", "B43")
def test_the_leader_of_a_brigade_that_failed_stays() -> None:
    state = scene(mine(), foe(), leaders={"General": (2, 46)})
    game = begin(state, "action").play(("brigade", "I"), 1)
    # Straight to the army leader, who may always move.
    game.play(("ride", spot(4, 44)))
    assert (game.leader("General").x, game.leader("General").y) == (400, 4400)
    assert game.leader("I") == leader(state, "I")


@rule("97", "B43")
def test_he_moves_once_the_brigade_has_finished_whoever_could_act() -> None:
    shot = mine(today={"shot": True})
    game = begin(scene(shot, foe()), "brigade", env=Brigading(0))
    assert set(game.ask.offers) == {"ride", "stay_put"}


# --- where -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "allowed"),
    [
        param(40, True, marks=rule("98", "B73", "185"), id="exactly 36"),
        param(40.01, False, marks=rule("98"), id="more than 36"),
    ],
)
def test_within_36(x: float, allowed: bool) -> None:
    game = rides(scene(mine(front=(4, 20)), foe(front=(60, 40)), leaders={"I": (4, 4)}))
    if allowed:
        assert game.play(("ride", spot(x, 4))).leader("I").x == x * 100
    else:
        assert refused(game, "ride", spot(x, 4)) == "98"


@pytest.mark.parametrize(
    ("y", "refusal"),
    [
        param(33.49, "", marks=rule("98"), id="more than 6"),
        param(33.5, "98", marks=rule("98", "B73"), id="exactly 6"),
        param(36, "98", marks=rule("98"), id="less"),
    ],
)
def test_more_than_six_from_enemies(y: float, refusal: str) -> None:
    """z's front is at 40; his own base is an inch across."""
    game = rides(scene(mine(), foe()))
    if refusal:
        assert refused(game, "ride", spot(36, y)) == refusal
    else:
        assert game.play(("ride", spot(36, y))).leader("I").y == y * 100


@rule("98")
def test_he_needs_no_path() -> None:
    river = area("river", 0, 14, 72, 16)
    game = rides(scene(mine(), foe(), terrain=(river,)))
    assert refused(game, "ride", spot(30, 15)) == "164"
    assert game.play(("ride", spot(30, 18))).leader("I").y == 1800


@rule("98", "75")
@pytest.mark.parametrize(("x", "y", "refusal"), [(0.4, 5, "75"), (30, 9.5, "B81")])
def test_he_stands_on_the_table_and_on_nobody(x: float, y: float, refusal: str) -> None:
    assert refused(rides(scene(mine(), foe())), "ride", spot(x, y)) == refusal


@rule("B44", "98")
def test_enemies_coming_near_do_him_no_harm() -> None:
    """z's column stops an inch before A's leader; only moving over him would matter."""
    columns = foe(figures=12, files=4, front=(50, 20), facing=180)
    state = scene(mine(front=(40, 8)), columns, leaders={"I": (50, 10.5)}, side=1)
    game = begin(state, "brigade", env=Brigading(1))
    game.play(("move", "z"), ("go", legs("forward 8")))
    assert game.leader("I") == leader(state, "I")
    assert game.ask.who == (1,)
    over_him = begin(state, "brigade", env=Brigading(1)).play(("move", "z"), ("go", legs("forward 9.1")))
    assert over_him.ask.who == (0,)
    assert set(over_him.ask.offers) == {"put_back"}


# --- features --------------------------------------------------------------------------------------------------------


HOUSE = area("building", 34, 4, 38, 8, name="house")


@pytest.mark.parametrize(
    ("x", "may"),
    [
        param(30.51, True, marks=rule("171", "98"), id="less than 3 away"),
        param(30.5, False, marks=rule("171"), id="exactly 3 away"),
    ],
)
def test_a_leader_enters_a_feature_instead_of_riding(x: float, may: bool) -> None:
    game = rides(scene(mine(front=(20, 10)), foe(), terrain=(HOUSE,), leaders={"I": (x, 6)}))
    assert ("shelter" in game.ask.offers) is may
    if may:
        game.play(("shelter", "house"))
        assert game.leader("I").inside == 0
        assert game.over


@rule("170")
def test_not_with_an_enemy_inside() -> None:
    near = {"I": (32, 6)}
    held = scene(mine(front=(20, 10)), foe(inside="house"), terrain=(HOUSE,), leaders=near)
    assert "shelter" not in rides(held).ask.offers
    general = lead(
        scene(mine(front=(20, 10)), foe(), terrain=(HOUSE,), leaders=near), "general", inside="house"
    )
    assert "shelter" not in rides(general).ask.offers
    friend = scene(mine(front=(20, 10)), mine("B", inside="house"), foe(), terrain=(HOUSE,), leaders=near)
    assert "shelter" in rides(friend).ask.offers


@rule("176", "B81")
@pytest.mark.parametrize(
    ("x", "y", "refusal"),
    [
        param(36, 13.5, "", id="wholly within 6"),
        param(36, 13.51, "176", id="partly more than 6 away"),
    ],
)
def test_leaving_a_feature_replaces_his_ride(x: float, y: float, refusal: str) -> None:
    state = lead(scene(mine(front=(20, 10)), foe(), terrain=(HOUSE,)), "I", inside="house", at=(36, 6))
    game = rides(state)
    if refusal:
        assert refused(game, "ride", spot(x, y)) == refusal
    else:
        assert game.play(("ride", spot(x, y))).leader("I").inside == -1


@rule("176")
def test_leaving_he_keeps_three_from_enemies() -> None:
    state = lead(
        scene(mine(front=(20, 10)), foe(front=(36, 15)), terrain=(HOUSE,)), "I", inside="house", at=(36, 6)
    )
    assert rides(state).play(("ride", spot(36, 11.5))).leader("I").y == 1150
    assert refused(rides(state), "ride", spot(36, 11.51)) == "176"


@rule("176")
def test_not_in_the_turn_he_entered() -> None:
    state = lead(
        scene(mine(front=(20, 10)), foe(), terrain=(HOUSE,)), "I", inside="house", at=(36, 6), entered=True
    )
    assert begin(state, "leader", env=Leading(leader(state, "I").id)).over


# --- moved over ------------------------------------------------------------------------------------------------------


def over(**more: Any) -> Play:
    """A moves 8 ahead, over the enemy general standing 5 ahead of it."""
    state = scene(mine(), foe(), leaders={"general": (30, 15), "i": (36, 46)}, **more)
    return begin(state, "brigade", env=Brigading(0)).play(("move", "A"), ("go", legs("forward 8")))


@rule("79")
def test_a_leader_moved_over_is_put_near_his_nearest_unit_by_his_owner() -> None:
    game = over()
    assert game.unit("A").y == 1000 - 120 + 800
    assert game.ask.who == (1,)
    assert set(game.ask.offers) == {"put_back"}
    # z's front is at 40, from 31.2 to 40.8; his base is an inch across.
    assert refused(game, "put_back", spot(36, 33.49)) == "79"
    game.play(("put_back", spot(36, 33.5)))
    assert (game.leader("general").x, game.leader("general").y) == (3600, 3350)


@rule("79")
def test_a_leader_beside_the_way_stays() -> None:
    state = scene(mine(), foe(), leaders={"general": (32.2, 15), "i": (36, 46)})
    game = begin(state, "brigade", env=Brigading(0)).play(("move", "A"), ("go", legs("forward 8")))
    assert "put_back" not in game.ask.offers
    assert game.leader("general") == leader(state, "general")


@rule("79", "B81")
def test_leaders_bar_nobodys_way_and_keep_nobody_at_a_distance() -> None:
    state = scene(mine(), foe(), leaders={"general": (30, 18.5), "i": (36, 46)})
    game = begin(state, "brigade", env=Brigading(0)).play(("move", "A"), ("go", legs("forward 7.9")))
    assert game.unit("A").today.acted
    assert "put_back" not in game.ask.offers


@rule("79")
@pytest.mark.parametrize(
    ("deed", "leg"),
    [
        param("retreat", glide(33.5, 7, 0), id="a retreat passes over him"),
        param("move", reform("close", 6), id="a reform ends on him"),
    ],
)
def test_other_ways_of_moving_over_a_leader(deed: str, leg: tuple[Any, ...]) -> None:
    """A, four files wide, reaches from 28.4 to 31.6; six files would reach to 32.4."""
    state = scene(mine(), foe(), leaders={"general": (32.6, 9.2), "i": (36, 46)})
    game = begin(state, "brigade", env=Brigading(0)).play((deed, "A"), ("go", (leg,)))
    assert set(game.ask.offers) == {"put_back"}


@rule("B81")
def test_a_friend_that_ends_on_a_leader_pushes_him_aside() -> None:
    state = scene(mine(), foe(), leaders={"I": (30, 15), "General": (10, 4)})
    game = begin(state, "brigade", env=Brigading(0)).play(("move", "A"), ("go", legs("forward 6")))
    pushed = game.leader("I")
    # A stands from 13.6 to 16, 28.4 to 31.6: he ends just off it.
    assert not (2840 - 50 < pushed.x < 3160 + 50 and 1360 - 50 < pushed.y < 1600 + 50)
    assert abs(pushed.x - 3000) <= 260
    assert abs(pushed.y - 1500) <= 260


@rule("170", "79")
def test_a_unit_that_occupies_turns_enemy_leaders_out() -> None:
    state = lead(scene(mine(front=(32, 6)), foe(), terrain=(HOUSE,)), "general", inside="house", at=(36, 6))
    game = begin(state, "brigade", env=Brigading(0)).play(("occupy", ("A", "house")))
    assert game.unit("A").inside == 0
    assert game.ask.who == (1,)
    game.play(("put_back", spot(36, 36)))
    assert game.leader("general").inside == -1
