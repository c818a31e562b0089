"""Placing: zones, the places worth trying in them, and a unit set down by one leg."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.engine.tables import Refusal
from grognard.geometry.points import Point
from grognard.geometry.shapes import box
from grognard.tabletop.manoeuvre import Legs
from grognard.tabletop.placing import (
    SetDown,
    Zones,
    beside,
    clear_places,
    column_by_column,
    own_or_common,
    row_by_row,
    spread_over,
    zones,
)

ELL = ((0, 0), (0, 600), (200, 600), (200, 200), (600, 200), (600, 0))
FAR = ((1000, 0), (1000, 100), (1100, 100), (1100, 0))


class Zone(msgspec.Struct, frozen=True):
    side: int
    poly: tuple[Point, ...]
    unit: str = ""


@pytest.mark.parametrize(
    ("corners", "held"),
    [
        ([(10, 10), (590, 190)], True),
        ([(0, 0), (200, 600)], True),  # the outline belongs to it
        ([(10, 10), (300, 300)], False),
        ([(10, 10), (1050, 50)], False),  # two zones are not one
        ([(1050, 50)], True),
    ],
)
def test_wholly_in_one_zone(corners: list[Point], held: bool) -> None:
    assert zones((ELL, FAR)).hold(corners) == held


def test_rows_beside_a_line_lie_on_the_side_away_from_a_point() -> None:
    wall = [((0, 0), (0, 50)), ((0, 50), (50, 50))]
    # Somebody is below and to the right: the rows are on the left of the first stretch and above the second.
    assert list(beside(wall, (10, 30), 25, (40, 10))) == [
        *[(-10, 0), (-10, 25), (-10, 50), (-30, 0), (-30, 25), (-30, 50)],
        *[(0, 60), (25, 60), (50, 60), (0, 80), (25, 80), (50, 80)],
    ]
    assert next(iter(beside(wall, (10,), 25, (-40, 10)))) == (10, 0)


def test_the_first_that_is_in_no_zone() -> None:
    both = zones((ELL, FAR))
    assert both.first_outside([(10, 10), (1050, 50), (300, 300), (301, 300)]) == (300, 300)
    assert both.first_outside([(10, 10), (1050, 50)]) is None
    assert both.shapes == (*both.parts[0], *both.parts[1])


def test_places_clear_of_enemies_and_of_others() -> None:
    places = [box(x, 0, 0, 100, 100) for x in (0, 300, 500, 602, 700, 900)]
    enemies, others = [box(-200, 0, 0, 100, 100)], [box(700, 0, 0, 100, 100)]
    # The first stands exactly 100 from an enemy, the fourth two hundredths on somebody.
    assert list(clear_places(places, enemies, 100, others, 2)) == [0, 1, 2, 3, 5]
    assert list(clear_places(places, enemies, 101, others, 1)) == [1, 2, 5]
    assert next(clear_places(places, (), 100, ())) == 0


def test_zones_are_made_ready_once() -> None:
    both = zones((ELL, FAR))
    assert zones((ELL, FAR)) is both
    assert len(both) == 2
    assert both.boxes == [(0, 0, 600, 600), (1000, 0, 1100, 100)]


def test_a_unit_has_its_own_zone_or_that_of_its_side() -> None:
    listed = (Zone(0, ELL), Zone(1, FAR), Zone(0, FAR, "guard"))
    assert own_or_common(listed, 0, "line").polys == (ELL,)
    assert own_or_common(listed, 0, "guard").polys == (FAR,)
    assert own_or_common(listed, 1, "guard").polys == (FAR,)
    assert not own_or_common(listed, 2, "guard")


def test_chance_finds_a_spot_near_a_part_of_a_zone() -> None:
    rng = random.Random(1)
    for _ in range(50):
        x, y = Zones((FAR,)).somewhere(rng)
        assert 1000 <= x <= 1100
        assert 0 <= y <= 100


def test_places_row_by_row_and_column_by_column() -> None:
    assert list(row_by_row((0, 0, 400, 200), 200)) == [
        (0, 0),
        (200, 0),
        (400, 0),
        (0, 200),
        (200, 200),
        (400, 200),
    ]
    assert list(row_by_row((0, 0, 399, 199), 200)) == [(0, 0), (200, 0)]
    assert list(row_by_row((0, 0, 301, 101), 200, margin=100)) == [(100, 100), (300, 100)]
    assert list(column_by_column((0, 0, 200, 150), 200, 100)) == [(0, 0), (0, 100), (200, 0), (200, 100)]
    assert list(spread_over((0, 0, 30, 60), 3)) == [(10, 20), (10, 40), (20, 20), (20, 40)]


class Tent(SetDown[tuple[Any, ...]]):
    """Put up anywhere, of one colour or none."""

    cite, most = "9", 1

    def put(self, x: int, y: int, facing: int, *more: Any) -> tuple[Any, ...] | Refusal:
        return (x, y, facing, *more) if more != ("pink",) else Refusal("9", "not pink")

    def judge(self, done: tuple[Any, ...]) -> Refusal | None:
        return None


@pytest.mark.parametrize(
    ("legs", "done"),
    [
        ((("place", 1, 2, 3700),), (1, 2, 100)),
        ((("place", 1, 2, 0, "red"),), (1, 2, 0, "red")),
        ((("place", 1, 2, 0, "pink"),), None),
        ((("place", 1, 2, 0, "red", "blue"),), None),
        ((("place", 1, 2),), None),
        ((("place", 1, "2", 0),), None),
        ((("place", 10**7, 2, 0),), None),
        ((("pitch", 1, 2, 0),), None),
        ((("place", 1, 2, 0), ("place", 1, 2, 0)), None),
        ((), None),
    ],
)
def test_one_leg_sets_a_unit_down(legs: Legs, done: tuple[Any, ...] | None) -> None:
    found = Tent().work_out(legs)
    assert found == done if done is not None else isinstance(found, Refusal)
