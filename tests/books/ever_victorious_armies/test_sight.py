"""What may be seen and reached: ranges, arcs, lines of sight. [EVA 22–28, S8, S11, S12, K3, K4, G-50]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.shots import Volley, volley
from grognard.books.ever_victorious_armies.state import State, Terrain, Unit
from grognard.books.ever_victorious_armies.words import Round, Weapon
from tests.books.ever_victorious_armies.drill import cite
from tests.books.ever_victorious_armies.scenes import (
    area,
    field_gun,
    find,
    foot,
    general,
    horse,
    horse_gun,
    minie,
    patched,
    repeater,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

param = pytest.param

RIFLED = Weapon.RIFLED_ARTILLERY
POST = unit("A", foot, 2, repeater, at=(30, 20))
"""A single base: its front edge runs from (29.5, 20.5) to (30.5, 20.5)."""


def fire(state: State, target: str = "c", round_: Round = Round.BALL) -> Volley | str:
    """A's fire at a target, or the rule that forbids it."""
    found = volley(state, find(state, "A"), find(state, target), round_)
    return found if isinstance(found, Volley) else cite(found)


def dice(state: State, target: str = "c", round_: Round = Round.BALL) -> int | str:
    """How many dice A has at a target, or the rule that forbids it."""
    found = fire(state, target, round_)
    return found.dice if isinstance(found, Volley) else found


# ---- ranges


@pytest.mark.parametrize(
    ("words", "round_", "inches", "number"),
    [
        param((foot, 2, smoothbore), Round.BALL, 8, "22", marks=rule("22"), id="smoothbore musket"),
        param((foot, 2, patched), Round.BALL, 16, "23", marks=rule("23"), id="patched-ball rifle"),
        param((foot, 2, minie), Round.BALL, 20, "24", marks=rule("24"), id="Minié"),
        param((foot, 2, repeater), Round.BALL, 16, "25", marks=rule("25"), id="repeater"),
        param((field_gun, 4), Round.BALL, 36, "26", marks=rule("26"), id="smoothbore gun"),
        param((field_gun, 4, RIFLED), Round.BALL, 48, "27", marks=rule("27"), id="rifled gun"),
        param((field_gun, 4), Round.CANISTER, 16, "28", marks=rule("28", "S7"), id="canister"),
        param(
            (field_gun, 4, RIFLED), Round.CANISTER, 16, "28", marks=rule("28"), id="canister of a rifled gun"
        ),
        param((horse_gun, 3), Round.CANISTER, 16, "28", marks=rule("28"), id="canister of a horse gun"),
    ],
)
@rule("S9", "15")
def test_example_10_range_and_half_range(words: Any, round_: Round, inches: float, number: str) -> None:
    half = 1 if words[0] is field_gun or words[0] is horse_gun else 0.5

    def at(far: float) -> Any:
        each, target = unit("A", *words, at=(10, 2)), unit("c", foot, 12, at=(10, 2.5 + half + far))
        found = fire(scene(each, target, size=(72, 72)), round_=round_)
        return (found.near > 0, found.far > 0) if isinstance(found, Volley) else found

    assert at(inches / 2) == (True, False)
    assert at(inches / 2 + 0.01) == at(inches / 2 + 0.1) == (False, True)
    assert at(inches) == (False, True)
    assert at(inches + 0.01) == at(inches + 0.1) == number


@rule("S11", "G-50")
def test_range_is_measured_from_the_middle_of_a_bases_front_edge_to_the_nearest_point() -> None:
    # Straight ahead of its left wing only: the farther to the right a base stands, the longer its shot.
    state = scene(unit("A", foot, 12, smoothbore, at=(30, 20)), unit("c", foot, 2, at=(27.5, 29), facing=180))
    assert dice(state) == 1
    nearer = scene(
        unit("A", foot, 12, smoothbore, at=(30, 20)), unit("c", foot, 2, at=(27.5, 28.5), facing=180)
    )
    assert dice(nearer) == 4  # the fifth would be at 8.28


# ---- arcs


@pytest.mark.parametrize(
    ("at", "shot"),
    [
        # The upper inner corner of a target of 1 by 1, seen from the front corners at (30.5, 20.5) and (29.5, 20.5).
        param((35.0, 24), 1, id="45.0 to the right"),
        param((35.01, 24), "S8", id="just over 45 to the right"),
        param((25.0, 24), 1, id="45.0 to the left"),
        param((24.99, 24), "S8", id="just over 45 to the left"),
        param((30, 24), 1, id="straight ahead"),
        param((32.5, 20), "S8", id="beside it"),
        param((30, 16), "S8", id="behind it"),
    ],
)
@rule("S8", "S11")
def test_the_arc_opens_45_from_both_corners(at: tuple[float, float], shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 2, at=at))) == shot
    loose = unit("A", foot, 2, skirmish, repeater, at=(30, 20))
    assert dice(scene(loose, unit("c", foot, 2, at=at))) == 1


@pytest.mark.parametrize(("x", "shot"), [param(35.5, 4, id="45.0"), param(35.51, "S8", id="just over 45")])
@rule("S8", "S11")
def test_a_gun_is_one_base(x: float, shot: int | str) -> None:
    # Its right front corner is at (31, 21), the target's upper left corner at (x - 0.5, 25).
    assert dice(scene(unit("A", field_gun, at=(30, 20)), unit("c", foot, 2, at=(x, 24.5)))) == shot


@rule("S8", "S11", "9")
def test_each_base_has_an_arc_of_its_own() -> None:
    # The target's upper corner (37, 24.5) lies at 45 from the right corner of the outermost base alone.
    for x, shot in ((37.5, 1), (37.51, "S8"), (36.5, 2), (36.51, 1)):
        assert dice(scene(unit("A", foot, 12, repeater, at=(30, 20)), unit("c", foot, 2, at=(x, 24)))) == shot


@rule("S8")
def test_the_arc_turns_with_the_unit() -> None:
    assert (
        dice(scene(unit("A", foot, 2, repeater, at=(30, 20), facing=90), unit("c", foot, 2, at=(36, 20))))
        == 1
    )
    assert (
        dice(scene(unit("A", foot, 2, repeater, at=(30, 20), facing=90), unit("c", foot, 2, at=(30, 26))))
        == "S8"
    )


# ---- sight


@pytest.mark.parametrize(
    ("between", "shot"),
    [
        param(unit("B", at=(30, 23)), "S12", id="a friend in line"),
        param(unit("B", horse, at=(30, 23)), "S12", id="friendly horse"),
        param(unit("B", field_gun, at=(30, 23)), "S12", id="a gun"),
        param(unit("d", at=(30, 23)), "S12", id="another enemy"),
        param(unit("B", foot, 8, skirmish, at=(30, 23)), 1, id="skirmishers hide nobody"),
        param(unit("d", horse, 6, skirmish, at=(30, 23)), 1, id="nor skirmish horse"),
        param(unit("G", general, at=(30, 23)), 1, id="nor a general"),
        param(unit("B", at=(33, 23)), 1, id="the line runs along his edge"),
        param(unit("B", at=(32.99, 23)), "S12", id="a hair inside it"),
        param(unit("B", at=(30, 30)), 1, id="behind the target"),
    ],
)
@rule("S12")
def test_other_units_block_the_line(between: Unit, shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 12, at=(30, 26)), between)) == shot


@rule("S12")
def test_failing_the_nearest_point_the_centre() -> None:
    # The nearest point of the long target lies straight ahead, behind the friend; its centre does not.
    long = unit("c", foot, 18, at=(26, 26))
    assert dice(scene(POST, long, unit("B", foot, 2, at=(30, 22.5)))) == 1
    assert dice(scene(POST, long, unit("B", foot, 8, at=(29, 22.5)))) == "S12"


@pytest.mark.parametrize(
    ("ground", "shot"),
    [
        param((area("wood", 20, 22, 40, 24),), 1, marks=rule("Q3"), id="2.00 of wood"),
        param((area("wood", 20, 22, 40, 24.01),), "K3", marks=rule("Q3"), id="2.01 of wood"),
        param((area("grove", 20, 22, 40, 24.01),), "K3", marks=rule("Q3"), id="2.01 of grove"),
        param((area("village", 20, 22, 40, 24),), 1, marks=rule("Q5"), id="2.00 of village"),
        param((area("village", 20, 22, 40, 24.01),), "K3", marks=rule("Q5"), id="2.01 of village"),
        param(
            (area("wood", 20, 21, 40, 22.5), area("wood", 20, 23, 40, 24.5, "another")),
            1,
            id="each by itself",
        ),
        param((area("paddy", 20, 21, 40, 25),), 1, marks=rule("Q4"), id="a paddy is clear"),
        param((area("river", 20, 21, 40, 25),), 1, marks=rule("Q6"), id="a river is clear"),
        param((area("road", 20, 21, 40, 25),), 1, marks=rule("Q2"), id="a road is clear"),
        param((area("work", 20, 21, 40, 25),), 1, marks=rule("Q1", "Q7"), id="a work is clear"),
        param((area("wood", 20, 19, 40, 22.5),), 1, id="out of a wood by 2.00"),
        param((area("wood", 20, 19, 40, 22.51),), "K3", id="out of a wood by 2.01"),
        param((area("wood", 20, 23.5, 40, 30),), 1, id="into a wood by 2.00"),
        param((area("wood", 20, 23.49, 40, 30),), "K3", id="into a wood by 2.01"),
    ],
)
@rule("K3", "S12")
def test_how_much_cover_a_line_runs_through(ground: tuple[Terrain, ...], shot: int | str) -> None:
    # From y 20.5 to the target's front edge at y 25.5; a longer way to the centre is no help.
    assert dice(scene(POST, unit("c", foot, 12, at=(30, 26)), terrain=ground)) == shot


@pytest.mark.parametrize(
    ("hill", "shot"),
    [
        param(area("hill", 20, 22, 40, 24), "K4", id="between"),
        param(area("hill", 20, 20, 40, 24), 1, id="the firer on it"),
        param(area("hill", 20, 22, 40, 28), 1, id="the target on it"),
        param(area("hill", 32, 22, 40, 24), 1, id="beside the line"),
    ],
)
@rule("K4", "Q9", "S12")
def test_a_hill_hides_what_lies_behind_it(hill: Terrain, shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 12, at=(30, 26)), terrain=(hill,))) == shot


@pytest.mark.parametrize(
    ("who", "y", "shot"),
    [
        # The gun's front edge is at y 11, the target's at y 30; a line 1 deep stands between.
        param((field_gun, 4), 15.51, 4, id="more than 4 from the gun"),
        param((field_gun, 4), 15.5, "S12", id="4.00 from the gun"),
        param((field_gun, 4), 25.49, 4, id="more than 4 from the target"),
        param((field_gun, 4), 25.5, "S12", id="4.00 from the target"),
        param((foot, 8, minie), 20, "S12", id="only guns"),
    ],
)
@rule("K4")
def test_guns_on_a_hill_shoot_over_units(who: Any, y: float, shot: int | str) -> None:
    hill = (area("hill", 20, 5, 40, 12),)
    units = unit("A", *who, at=(30, 10)), unit("c", at=(30, 30.5)), unit("B", at=(30, y))
    assert dice(scene(*units, terrain=hill)) == shot
    assert dice(scene(*units)) == "S12"


@rule("S12", "K3")
def test_ground_hides_though_somebody_stands_beside_the_line() -> None:
    wood = (area("wood", 29, 26, 31, 34),)
    beside = unit("B", foot, 2, at=(27.5, 30))
    far = unit("c", foot, 12, at=(30, 36), facing=180)
    assert fire(scene(POST, far)) != "K3"
    assert fire(scene(POST, beside, far, terrain=wood)) == "K3"
    assert fire(scene(POST, far, terrain=wood)) == "K3"


@pytest.mark.parametrize(("west", "number"), [(30, "K3"), (30.01, "")])
@rule("K3", "S12")
def test_a_line_along_the_edge_of_a_wood_is_in_it(west: float, number: str) -> None:
    state = scene(
        POST, unit("c", foot, 2, at=(30, 34), facing=180), terrain=(area("wood", west, 24, 40, 30),)
    )
    found = fire(state)
    assert (found if isinstance(found, str) else "") == number
