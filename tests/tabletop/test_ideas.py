"""Ideas: aims, shares of a way, and how far a body runs free."""

from __future__ import annotations

import random

from grognard.geometry.points import square
from grognard.geometry.shapes import box
from grognard.tabletop.ideas import (
    aim,
    all_round,
    any_of,
    bearings,
    both_sides,
    free_run,
    middle_of,
    middles_within,
    nearest,
    nearest_in,
    shares,
)


def test_aims_are_the_nearest_goals() -> None:
    goals = [(0, 900), (300, 0), (0, -100), (800, 800)]
    assert nearest((0, 0), goals, 2) == [(0, -100), (300, 0)]
    assert nearest((0, 0), goals, 3, square) == [(0, -100), (300, 0), (0, 900)]
    assert aim((0, 0), (300, 400)) == (369, 500)
    assert bearings((0, 0), goals) == [0, 900, 1800, 450]
    assert list(all_round(450, 900)) == [450, 1350, 2250, 3150]
    assert list(shares(1000, (4, 3, 1), 4)) == [1000, 750, 250]


def test_bearings_to_both_sides_first_the_one_that_leads_to_a_shape() -> None:
    edge = (0, 0), (0, 900)  # to the west
    assert list(both_sides((500, 500), 0, 300, 900, 100, edge)) == [0, -300, 300, -600, 600, -900, 900]
    assert list(both_sides((500, 500), 1800, 300, 600, 100, edge)) == [1800, 2100, 1500, 2400, 1200]
    # Both lead as near: the clockwise one first.
    assert list(both_sides((500, 500), 2700, 450, 450, 100, edge)) == [2700, 3150, 2250]


def test_middles_that_are_near_enough() -> None:
    shapes = box(300, 400, 0, 100, 100), box(300, 401, 0, 100, 100), box(0, 0, 450, 60, 60)
    assert middles_within((0, 0), shapes, 500) == [(300, 400), (0, 0)]
    assert middles_within((0, 0), shapes, 499) == [(0, 0)]


def test_spots_of_a_rectangle() -> None:
    around = (0, 0, 100, 50)
    assert [nearest_in(around, p) for p in ((50, 20), (-9, 20), (200, 99))] == [(50, 20), (0, 20), (100, 50)]
    assert middle_of(around) == (50, 25)


def test_a_run_ends_at_the_edge_at_friends_and_short_of_enemies() -> None:
    body, table = box(500, 500, 0, 100, 100), (1000, 1000)
    friend, enemy = box(500, 700, 0, 100, 100), box(500, 800, 0, 100, 100)
    assert free_run(body, 0, 1000, table, [], 100) == 450
    assert free_run(body, 0, 300, table, [], 100) == 300
    assert free_run(body, 0, 1000, table, [enemy], 100) == 100
    assert free_run(body, 0, 1000, table, [enemy], 0, [friend]) == 100


def test_any_of_some_is_as_likely() -> None:
    rng = random.Random(3)
    drawn = [any_of("abc", rng) for _ in range(3000)]
    assert all(900 < drawn.count(letter) < 1100 for letter in "abc")
