"""Terrain features, what paths across them cost, and what nobody crosses. [VF 153–158, 160, 163, 164, 166, 168]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.tables.terrain import FEATURES
from grognard.books.valour_and_fortitude.words import Cover, Deed, Order, Special
from tests.books.valour_and_fortitude.drill import (
    area,
    close,
    foot,
    ground,
    gun,
    horse,
    limbered,
    open_order,
    reform,
    scene,
    unit,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param


# ---- what each feature is


@pytest.mark.parametrize(
    ("kind", "rules", "cover"),
    [
        param("building", {"defendable", "obstacle"}, Cover.HARD, marks=rule("153", "168")),
        param("wood", {"defendable", "obstacle"}, Cover.SOFT, marks=rule("158", "168")),
        param("high_wall", {"impassable", "obstacle"}, Cover.NONE, marks=rule("154")),
        param("high_fence", {"impassable", "obstacle"}, Cover.NONE, marks=rule("154")),
        param("high_hedge", {"impassable", "obstacle"}, Cover.NONE, marks=rule("154")),
        param("low_wall", {"barrier"}, Cover.SOFT, marks=rule("154")),
        param("low_fence", {"barrier"}, Cover.SOFT, marks=rule("154")),
        param("low_hedge", {"barrier"}, Cover.SOFT, marks=rule("154")),
        param("hill", {"obstacle"}, Cover.NONE, marks=rule("155")),
        param("river", {"impassable"}, Cover.NONE, marks=rule("156")),
        param("ford", {"rough"}, Cover.NONE, marks=rule("156")),
        param("mud", {"rough"}, Cover.NONE, marks=rule("156")),
        param("stream", {"barrier"}, Cover.MELEE, marks=rule("156", "B55")),
        param("road", {"highway"}, Cover.NONE, marks=rule("157")),
        param("track", {"highway"}, Cover.NONE, marks=rule("157")),
        param("path", {"highway"}, Cover.NONE, marks=rule("157")),
        param("bridge", {"highway"}, Cover.NONE, marks=rule("157")),
    ],
)
def test_the_rules_of_each_feature(kind: str, rules: set[str], cover: Cover) -> None:
    feature = FEATURES[kind]
    assert set(feature.rules) == rules
    assert feature.cover is cover


# ---- what a path costs


def cost(state: State, key: str, *said: Any, deed: Deed = Deed.MOVE) -> float:
    """What a move costs, in inches."""
    return worked(state, key, *said, deed=deed).cost / 100


LINE = unit("A", figures=6, files=6, front=(30, 20))
COLUMN = unit("A", figures=12, files=3, front=(30, 20))
RIDERS = unit("A", horse, figures=4, files=1, front=(30, 20))
BATTERY = unit("A", gun, limbered, front=(30, 20))


@pytest.mark.parametrize("body", [LINE, COLUMN, RIDERS, BATTERY], ids=["line", "column", "horse", "guns"])
@pytest.mark.parametrize("kind", ["mud", "ford"])
@rule("166", "156")
def test_an_inch_of_rough_ground_counts_as_two(kind: str, body: Unit) -> None:
    everywhere = area(kind, 10, 0, 50, 48)
    assert cost(scene(body, terrain=(everywhere,)), "A", "forward 3") == 6
    aside = area(kind, 50, 0, 60, 48)
    assert cost(scene(body, terrain=(aside,)), "A", "forward 3") == 3


@rule("166")
def test_only_the_part_of_the_way_that_is_rough_counts_double() -> None:
    # The front figures' centres go from 19.6 to 24.6: three inches of it beyond 21.6.
    state = scene(LINE, terrain=(area("mud", 10, 21.6, 50, 48),))
    assert cost(state, "A", "forward 5") == 8
    assert why(state, "A", "forward 5") == ""
    assert why(state, "A", "forward 5.01") == "76"


@rule("F5.13d", "166")
def test_light_infantry_in_open_order_is_not_slowed() -> None:
    mud = (area("mud", 10, 0, 50, 48),)
    light = unit("A", foot, open_order, Special.LIGHT_INFANTRY, at=(30, 20))
    assert cost(scene(light, terrain=mud), "A", "forward 3") == 3
    tight = unit("A", foot, Special.LIGHT_INFANTRY, at=(30, 20))
    assert cost(scene(tight, terrain=mud), "A", "forward 3") == 6
    other = unit("A", foot, open_order, Special.OPEN_ORDER, at=(30, 20))
    assert cost(scene(other, terrain=mud), "A", "forward 3") == 6


@pytest.mark.parametrize("kind", ["road", "track", "path", "bridge"])
@rule("163", "157")
def test_a_march_column_counts_an_inch_of_highway_as_half(kind: str) -> None:
    highway = (area(kind, 28, 0, 32, 48),)
    assert cost(scene(COLUMN, terrain=highway), "A", "forward 6") == 3
    assert cost(scene(BATTERY, terrain=highway), "A", "forward 6") == 3
    # Others gain nothing, nor does a column beside it.
    assert cost(scene(LINE, terrain=highway), "A", "forward 6") == 6
    attack = unit("A", figures=12, files=4, front=(30, 20))
    assert cost(scene(attack, terrain=highway), "A", "forward 6") == 6
    assert cost(scene(COLUMN, terrain=(area(kind, 40, 0, 44, 48),)), "A", "forward 6") == 6


@rule("163")
def test_every_figure_must_be_on_the_highway() -> None:
    narrow = (area("road", 29.8, 0, 30.2, 48),)
    assert cost(scene(COLUMN, terrain=narrow), "A", "forward 6") == 6
    single = unit("A", figures=12, files=1, front=(30, 20))
    assert cost(scene(single, terrain=narrow), "A", "forward 6") == 3
    # A road that ends half-way carries half the way: centres begin at 19.6.
    ends = (area("road", 28, 0, 32, 22.6),)
    assert cost(scene(COLUMN, terrain=ends), "A", "forward 6") == 4.5


@rule("163", "76")
def test_a_march_column_goes_twice_as_far_along_a_road() -> None:
    state = scene(unit("A", figures=24, files=3, front=(30, 10)), terrain=(area("road", 28, 0, 32, 48),))
    assert why(state, "A", "forward 24") == ""
    assert why(state, "A", "forward 24.02") == "76"


@pytest.mark.parametrize("kind", ["low_wall", "low_fence", "low_hedge", "stream"])
@rule("160")
def test_crossing_a_barrier_costs_four(kind: str) -> None:
    state = scene(LINE, terrain=(ground(kind, (10, 22), (50, 22)),))
    assert cost(state, "A", "forward 2") == 2  # up to it
    assert cost(state, "A", "forward 4") == 8
    assert why(state, "A", "forward 4") == ""
    assert why(state, "A", "forward 4.01") == "76"
    assert cost(scene(LINE, terrain=(ground(kind, (40, 22), (60, 22)),)), "A", "forward 4") == 4


@rule("160")
def test_each_crossing_costs_again_but_a_corner_only_once() -> None:
    pen = ground("low_wall", (10, 21), (50, 21), (50, 23), (10, 23))
    assert cost(scene(COLUMN, terrain=(pen,)), "A", "forward 4") == 12
    bend = ground("low_wall", (10, 22), (30, 22), (50, 22))
    alone = unit("A", figures=3, files=1, front=(30, 20))
    assert cost(scene(alone, terrain=(bend,)), "A", "forward 4") == 8


@pytest.mark.parametrize("kind", ["bridge", "ford"])
@rule("156", "157", "160")
def test_a_bridge_or_ford_carries_over_a_stream(kind: str) -> None:
    stream = ground("stream", (10, 22), (50, 22))
    over = area(kind, 28, 21, 32, 23)
    plain = cost(scene(COLUMN, terrain=(over,)), "A", "forward 6")
    assert cost(scene(COLUMN, terrain=(stream, over)), "A", "forward 6") == plain
    beside = unit("A", figures=12, files=3, front=(40, 20))
    assert cost(scene(beside, terrain=(stream, over)), "A", "forward 6") == 10
    # A wall is not bridged.
    wall = ground("low_wall", (10, 22), (50, 22))
    assert cost(scene(COLUMN, terrain=(wall, over)), "A", "forward 6") == plain + 4


# ---- impassable ground


@pytest.mark.parametrize(
    ("piece", "number"),
    [
        param(area("river", 10, 24, 50, 26), "164", marks=rule("156"), id="river"),
        param(ground("high_wall", (10, 24), (50, 24)), "164", marks=rule("154"), id="high wall"),
        param(ground("high_hedge", (10, 24), (50, 24)), "164", marks=rule("154"), id="high hedge"),
        param(area("wood", 10, 24, 50, 26), "168", marks=rule("158"), id="wood"),
        param(area("building", 10, 24, 50, 26), "168", marks=rule("153"), id="building"),
        param(area("mud", 10, 24, 50, 26), "", marks=rule("164"), id="mud is only slow"),
    ],
)
@rule("164", "168")
def test_nobody_crosses_impassable_ground_or_walks_into_features(piece: Any, number: str) -> None:
    riders = unit("A", horse, figures=4, files=4, front=(30, 20))
    state = scene(riders, terrain=(piece,))
    assert why(state, "A", "forward 4") == ""  # up to its edge
    assert why(state, "A", "forward 5") == number
    assert why(state, "A", "forward 12") == number


@rule("164", "B71")
def test_a_reform_does_not_end_on_impassable_ground() -> None:
    river = area("river", 35, 0, 40, 48)
    column = unit("A", figures=24, files=4, front=(30, 20))
    state = scene(column, terrain=(river,))
    assert why(state, "A", reform(close, 12)) == ""  # 9.6 wide: to 34.8 or 35.2
    assert why(state, "A", reform(close, 12, which=3)) == "164"


@rule("156", "157", "164")
@pytest.mark.parametrize("kind", ["bridge", "ford"])
def test_bridges_and_fords_cancel_the_river(kind: str) -> None:
    river, over = area("river", 10, 24, 50, 26), area(kind, 28, 23, 32, 27)
    assert why(scene(COLUMN, terrain=(river, over)), "A", "forward 8") == ""
    wide = unit("A", figures=6, files=6, front=(30, 22))  # 4.8 wide on a crossing of 4
    assert why(scene(wide, terrain=(river, over)), "A", "forward 4") == "164"


@rule("164")
def test_no_position_shows_anybody_on_impassable_ground() -> None:
    sound = scene(LINE, terrain=(area("river", 10, 24, 50, 26),))
    assert list(faults(sound)) == []
    wet = scene(unit("A", figures=6, files=6, at=(30, 25)), terrain=(area("river", 10, 24, 50, 26),))
    assert any("164" in fault for fault in faults(wet))


@rule("163", "27")
def test_order_is_what_makes_a_gun_a_march_column_on_the_road() -> None:
    road = (area("road", 28, 0, 32, 48),)
    free = scene(unit("A", gun, Order.UNLIMBERED, front=(30, 20)), terrain=road)
    assert cost(free, "A", "forward 3") == 3


@rule("163", "166")
def test_a_road_through_rough_ground_is_doubled_and_halved() -> None:
    road, mud = area("road", 28, 0, 32, 48), area("mud", 10, 21.6, 50, 48)
    # The front figures' centres go from 19.6 to 25.6: two inches of plain road, four through the mud.
    assert cost(scene(COLUMN, terrain=(road, mud)), "A", "forward 6") == 1 + 4
    assert cost(scene(LINE, terrain=(road, mud)), "A", "forward 6") == 2 + 8
