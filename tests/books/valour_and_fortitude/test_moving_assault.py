"""Assaults: where they end, and with how many figures. [87–89, B40, B41]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.assaults import first_onset, needed
from grognard.books.valour_and_fortitude.facts.contact import figures_on, front_touched, in_contact, touching
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.words import Deed, Special
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    gun,
    horse,
    marcher,
    offered,
    refused,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param


def mine(*words: Any, **more: Any) -> Unit:
    """An attack column of 24, six wide, its front 20 inches up the table, facing north."""
    return unit("A", foot, *words, **{"files": 6, "front": (30, 20), **more})


def foe(far: float = 6, key: str = "z", across: float = 30, **more: Any) -> Unit:
    """An enemy line facing south, so far from A's front."""
    return unit(key, **{"files": 12, "front": (across, 20 + far), "facing": 180, **more})


def acts(state: State) -> Play:
    """The first brigade's actions."""
    return begin(state, "brigade", env=Brigading(0))


def aims(*units: Unit, **more: Any) -> set[str]:
    """Whom A may assault."""
    return {target for unit_, target in offered(acts(scene(*units, **more)), "assault") if unit_ == "A"}


def onset(state: State, *said: Any, target: str = "z") -> str:
    """The rule that refuses an assault of A."""
    return why(state, "A", *said, deed=Deed.ASSAULT, target=target)


# --- an assault ------------------------------------------------------------------------------------------------------


@rule("68", "87")
def test_an_assault_ends_in_contact() -> None:
    game = acts(scene(mine(), foe())).play(("assault", ("A", "z")))
    game.play(("go", (("forward", 600),)))
    state = game.state
    assert touching(state, state.units[0], state.units[1])
    assert figures_on(state, state.units[0], state.units[1]) == 6
    assert game.unit("A").today.assaulted
    assert game.unit("A").today.acted


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        param(("forward 6",), "", marks=rule("87"), id="into contact"),
        param(("forward 5",), "87", marks=rule("87"), id="short of it"),
        param(("forward 6.5",), "87", marks=rule("87"), id="into him"),
        param(("side 2", "forward 6"), "", marks=rule("71", "87"), id="sideways first"),
        param(("forward 6", "side 6.4"), "76", marks=rule("70"), id="too far"),
    ],
)
def test_where_an_assault_ends(said: tuple[str, ...], refusal: str) -> None:
    assert onset(scene(mine(), foe()), *said) == refusal


@rule("87", "57")
def test_the_enemy_must_be_visible_at_the_start() -> None:
    assert aims(mine(), foe()) == {"z"}
    assert aims(mine(facing=180), foe()) == set()
    hidden = area("building", 24, 22, 36, 23, name="house")
    assert aims(mine(), foe(), terrain=(hidden,)) == set()


@rule("77", "87")
def test_an_assault_may_pass_near_other_enemies_but_not_over_them() -> None:
    beside = foe(3, "y", 36.6, figures=4, files=4, facing=90)  # 1 inch to the right of A's way
    assert onset(scene(mine(), foe(), beside), "forward 6") == ""
    between = foe(3, "y", 33, figures=4, files=4)
    assert onset(scene(mine(), foe(7), between), "forward 7") == "87"


# --- with how many figures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "refusal"),
    [
        param(30, "", marks=rule("88"), id="six figures"),
        param(34.79, "", marks=rule("88"), id="three figures and a corner"),
        param(36.1, "88", marks=rule("88"), id="two figures"),
        param(37.19, "88", marks=rule("88"), id="a corner"),
    ],
)
def test_three_front_rank_figures_must_touch(x: float, refusal: str) -> None:
    """z reaches from 25.2 to 34.8; A is 4.8 wide."""
    state = scene(mine(front=(x, 20)), foe())
    assert onset(state, "forward 6") == refusal


@rule("88")
def test_three_figures_on_each_enemy_it_ends_touching() -> None:
    """Two enemies side by side, a hair apart: three figures on one and one on the other will not do."""
    left = foe(6, "z", 30, figures=12, files=6)  # 27.6 to 32.4
    right = foe(6, "y", 35.3, figures=12, files=6)  # 32.9 to 37.7
    state = scene(mine(front=(32.4, 20)), left, right)
    assert onset(state, "forward 6") == ""  # three on each
    aside = scene(mine(front=(30.8, 20)), left, right)
    assert onset(aside, "forward 6") == "88"
    assert onset(aside, "side -1", "forward 6") == ""


@rule("B41", "88")
@pytest.mark.parametrize(
    ("who", "target", "count"),
    [
        param(mine(), foe(figures=8, files=1), 3, id="foot against the end of a single file of foot"),
        param(unit("A", horse, front=(30, 20)), foe(figures=8, files=1), 2, id="horse against that end"),
        param(
            unit("A", horse, front=(30, 20), facing=90),
            foe(figures=8, files=1),
            3,
            id="horse against its flank",
        ),
        param(unit("A", horse, front=(30, 20)), foe(figures=9, files=3), 3, id="horse against three files"),
    ],
)
def test_an_edge_too_short_for_three(who: Unit, target: Unit, count: int) -> None:
    state = scene(who, target)
    assert needed(state.units[0], state.units[1]) == count


@rule("B41")
def test_thin_columns_are_not_untouchable() -> None:
    for who in (
        mine(),
        mine(figures=20, files=5),
        unit("A", horse, front=(30, 20)),
        unit("A", horse, figures=8, files=4, front=(30, 20)),
    ):
        thin = unit("z", horse if who.arm is foot else foot, figures=6, files=1, front=(30, 25), facing=180)
        assert aims(who, thin) == {"z"}, who


@pytest.mark.parametrize(
    ("who", "may"),
    [
        param(mine(files=3), True, marks=rule("B41"), id="three files"),
        param(mine(files=2), False, marks=rule("B41", "88"), id="two files"),
        param(
            unit("A", horse, figures=2, files=2, front=(30, 20)),
            False,
            marks=rule("B41"),
            id="two figures in all",
        ),
    ],
)
def test_fewer_than_three_in_front_do_not_assault(who: Unit, may: bool) -> None:
    helper = unit("B", files=6, front=(40, 20))
    game = acts(scene(who, helper, foe(figures=40, files=20)))
    assert (("A", "z") in offered(game, "assault")) is may
    if not may:
        assert refused(game, "assault", ("A", "z")) == "B41"


# --- front arcs -------------------------------------------------------------------------------------------------------


@rule("89", "B40")
@pytest.mark.parametrize(
    ("y", "refusal"),
    [
        param(21.3, "89", id="a corner inside his arc: his flank will not do"),
        param(21.5, "", id="just outside: his flank will do"),
    ],
)
def test_from_inside_his_arc_it_must_meet_his_front_rank(y: float, refusal: str) -> None:
    """z's west flank is at 35.6; its arc opens from (35.6, 21.6) to the south-west. A looks east."""
    z = unit("z", figures=24, files=6, front=(38, 21.6), facing=180)
    assert onset(scene(mine(front=(33, y), facing=90), z), "forward 2.6") == refusal


@rule("89")
def test_fewer_than_three_in_his_front_rank_means_all() -> None:
    narrow = unit("z", figures=8, files=2, front=(30, 26), facing=180)
    state = scene(mine(), narrow)
    assert onset(state, "forward 6") == ""
    moved = marcher(state, "A", Deed.ASSAULT, target="z")
    legs = first_onset(state, state.units[0], state.units[1])
    assert legs is not None
    assert moved.refusal(legs) is None


@rule("89", "B5")
def test_a_guns_base_is_three_figures() -> None:
    state = scene(mine(), unit("z", gun, front=(30, 26), facing=180))
    assert onset(state, "forward 6") == ""
    game = acts(state).play(("assault", ("A", "z")), ("go", (("forward", 600),)))
    assert front_touched(game.state, game.state.units[0], game.state.units[1]) == 3


@rule("87", "B14")
def test_a_flank_assault_stands_flush() -> None:
    state = scene(mine(front=(20, 30), facing=90), unit("z", figures=24, files=6, front=(32, 30), facing=180))
    game = acts(state).play(("assault", ("A", "z")))
    pose = next(iter(game.ask.offers["go"]))
    game.play(("go", pose))
    assert figures_on(game.state, game.state.units[0], game.state.units[1]) >= 3


# --- features, gaps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "refusal"),
    [
        param(30, "", marks=rule("177", "B83"), id="on its middle"),
        param(35.6, "177", marks=rule("177", "B83"), id="two figures on its corner"),
    ],
)
def test_three_figures_on_a_held_feature(x: float, refusal: str) -> None:
    house = area("building", 26, 26, 34, 30, name="house")
    state = scene(mine(front=(x, 20)), foe(inside="house"), terrain=(house,))
    assert onset(state, "forward 6") == refusal


@rule("B70", "74")
def test_two_friends_against_one_enemy_keep_a_gap() -> None:
    z = foe(6, figures=40, files=20)
    there = unit("F", files=6, front=(25.2, 26), brigade="II")
    state = scene(mine(), there, z)
    assert onset(state, "forward 6") == "74"  # side by side: 27.6 to 27.6
    assert onset(state, "side 0.05", "forward 6") == ""
    first = first_onset(state, state.units[0], find(state, "z"))
    assert first is not None


@rule("87", "90", "93", "B42")
def test_why_somebody_may_not_be_assaulted() -> None:
    """Every refusal names its rule."""
    helper = unit("B", files=6, front=(60, 20))
    prey = foe(6, "p", 60)
    behind = unit("x", figures=6, files=6, front=(30, 8))
    riders = unit("y", horse, figures=6, files=6, front=(22, 29), facing=180)
    walled = foe(9, "w", 38, figures=12, files=6)
    river = area("river", 34, 23, 46, 28)
    game = acts(
        scene(mine(), helper, foe(7, figures=8, files=4), prey, behind, riders, walled, terrain=(river,))
    )
    assert offered(game, "assault") == {("A", "z"), ("B", "p")}
    assert refused(game, "assault", ("A", "x")) == "87"
    assert refused(game, "assault", ("A", "y")) == "93"
    assert refused(game, "assault", ("A", "w")) == "B42"
    assert refused(game, "assault", ("A", "B")) == "87"


@rule("73", "90", "B76")
def test_nothing_is_remembered_of_another_battle_with_the_same_places() -> None:
    """Sides, brigades, army sheets and switches may differ where everybody stands alike."""
    banks = area("river", 15, 20.2, 27.5, 26), area("river", 32.5, 20.2, 45, 26)
    for brigade, reached in (("I", True), ("II", False)):
        between = unit("F", figures=4, files=4, front=(30, 23), brigade=brigade)
        state = scene(mine(today={"freed": True}), between, foe(8), terrain=banks)
        assert (first_onset(state, state.units[0], state.units[2]) is not None) is reached
    piece, plain = (
        unit("z", gun, Special.HORSE_ARTILLERY, front=(30, 27), facing=180),
        unit("z", gun, front=(30, 27), facing=180),
    )
    assert aims(mine(), piece) == set()
    assert aims(mine(), plain) == {"z"}
    house = area("building", 26, 20, 34, 24, name="house")
    for always in (True, False):
        held = scene(
            mine(), foe(inside="house"), terrain=(house,), options={"feature_contact_always": always}
        )
        assert touching(held, held.units[0], held.units[1]) is always
        assert in_contact(held, held.units[0]) is always
