"""What is seen from a house: from anywhere on its outline. [TMWWBK T140, R-37, R-62]"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.books.men_who_would_be_kings.facts.houses import indoors
from grognard.books.men_who_would_be_kings.facts.sight import eyes, screen_between, sees
from grognard.books.men_who_would_be_kings.facts.windows import Sill, between, hidden, open_parts
from grognard.books.men_who_would_be_kings.state import Terrain, Unit
from tests.books.men_who_would_be_kings.scenes import area, begin, regular, scene, tribal, unit
from tests.rules import rule

HOUSE = area("building", 33, 20, 39, 24, "the farm")
WALL = Sill((0, 0), (100, 0), (Fraction(0), Fraction(1)))


def garrison(house: Terrain = HOUSE, number: int = 0, key: str = "A") -> Unit:
    return unit(key, regular, 12, places=indoors(house.poly, 12, 50), inside=number)


@rule("T041", "R-62")
def test_a_garrison_fires_through_a_gap_that_none_of_its_corners_sees_through() -> None:
    enemy = unit(
        "b", tribal, 6,
        places=[(3565, 3275), (3450, 3275), (3680, 3275), (3622, 3375), (3622, 3175), (3507, 3375)],
    )  # fmt: skip
    right = unit("C", regular, 6, places=[(x, 2675) for x in (4061, 3959, 4163, 3857, 4265, 3755)])
    left = unit("D", regular, 6, places=[(x, 2653) for x in (3435, 3333, 3537, 3231, 3639, 3129)])
    assert begin(scene(garrison(), enemy, right, left, terrain=(HOUSE,))).may("fire", "A", "b")
    closed = unit("D", regular, 6, places=[(x + 14, 2653) for x in (3435, 3333, 3537, 3231, 3639, 3129)])
    game = begin(scene(garrison(), enemy, right, closed, terrain=(HOUSE,)))
    assert game.refused("fire", "A", "b").cite == "T041"


@rule("R-37", "R-62")
@pytest.mark.parametrize("seed", range(40))
def test_a_house_sees_whatever_is_seen_from_some_point_of_it_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    rows = [
        unit(key, regular, rng.randint(1, 9), at=(rng.uniform(29, 43), 25.2 + 1.6 * at), row=True)
        for at, key in enumerate("CDEF")
    ]
    enemy = unit("b", tribal, rng.randint(1, 4), at=(rng.uniform(26, 46), 36))
    state = scene(garrison(), enemy, *rows, terrain=(HOUSE,))
    screen = screen_between(state, state.units[0], state.units[1])
    points = [(x, y) for x in range(3300, 3901, 4) for y in (2000, 2400)]
    points += [(x, y) for x in (3300, 3900) for y in range(2000, 2401, 4)]
    sampled = any(not screen.blocks((p, q)) for p in points for q in state.units[1].models)
    seen = sees(state, state.units[0], state.units[1])
    assert seen >= sampled
    if seen and not sampled:
        assert all(screen.blocks((p, q)) for p in eyes(state, state.units[0]) for q in state.units[1].models)


@rule("R-37", "R-62")
def test_a_gap_between_two_houses_is_seen_through_from_both() -> None:
    other = area("building", 33, 34, 39, 37, "the barn")
    screens = unit("C", regular, 9, at=(31.3, 29), row=True), unit("D", regular, 9, at=(41.3, 29), row=True)
    barn = unit("b", tribal, 8, places=indoors(other.poly, 8, 50), inside=1)
    state = scene(garrison(), barn, *screens, terrain=(HOUSE, other))
    assert sees(state, state.units[0], state.units[1])
    assert sees(state, state.units[1], state.units[0])
    shut = unit("C", regular, 12, at=(33, 29), row=True), unit("D", regular, 12, at=(42, 30.2), row=True)
    blind = scene(garrison(), barn, *shut, terrain=(HOUSE, other))
    assert not sees(blind, blind.units[0], blind.units[1])


@rule("R-37")
@pytest.mark.parametrize(
    ("shape", "stretch"),
    [
        (((40, 50), (60, 50), (60, 60), (40, 60)), (Fraction(1, 4), Fraction(3, 4))),
        (((40, -60), (60, -60), (60, -50), (40, -50)), None),
        (((0, 50), (100, 50), (100, 60), (0, 60)), (Fraction(-3, 4), Fraction(7, 4))),
    ],
)
def test_what_a_shape_hides_of_a_wall_is_one_stretch(
    shape: tuple[tuple[int, int], ...], stretch: tuple[Fraction, Fraction] | None
) -> None:
    assert hidden((50, 100), WALL, shape) == stretch


@rule("R-37")
def test_shapes_that_only_touch_leave_a_point_between_them() -> None:
    first, second = (Fraction(-1), Fraction(1, 2)), (Fraction(1, 2), Fraction(2))
    assert open_parts(WALL, [first, second]) == [(Fraction(1, 2), Fraction(1, 2))]
    assert open_parts(WALL, [first, (Fraction(2, 5), Fraction(2))]) == []
    assert open_parts(WALL, []) == [(Fraction(0), Fraction(1))]
    assert (
        list(between(((0, 0), (10, 0)), ((0, 50), (10, 50)), [((-5, 20), (20, 20), (20, 30), (-5, 30))]))
        == []
    )
