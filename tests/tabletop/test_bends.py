"""Ways that bend: shadows, corners, what is dear, places named, steps aside."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.gaps import length, nearer_than
from grognard.geometry.points import Point, Poly
from grognard.geometry.shapes import overlap, upright
from grognard.geometry.sight import crosses
from grognard.tabletop.bends import (
    A_LEG,
    Bars,
    Keeping,
    Room,
    Stops,
    about,
    apexes_of,
    aside,
    bent_ways,
    round_about,
    shadow,
    shadows,
    swollen,
    together,
)

TABLE = 0, 0, 4000, 4000
START, GOAL = (2000, 1000), (2000, 3000)
ROOM = Room(TABLE, 4000)
BLOCK = upright(1800, 1900, 2100, 2100)


def far(stops: Stops) -> int:
    return sum(length(a, b) for a, b in zip((START, *stops), stops))


def free(stops: Stops, solid: tuple[Poly, ...]) -> bool:
    return not any(crosses(leg, shape) for leg in zip((START, *stops), stops) for shape in solid)


def test_a_way_bends_at_the_nearer_corners() -> None:
    found = list(round_about(START, GOAL, Bars((BLOCK,)), ROOM))
    assert ((2100, 1900), (2100, 2100), GOAL) in found
    assert all(free(stops, (BLOCK,)) and stops[-1] == GOAL for stops in found)
    ranks = [far(stops) + A_LEG * len(stops) for stops in found]
    assert ranks == sorted(ranks)
    assert len(found[0]) == 2, "two legs pass it nearly as closely as three"
    assert far(found[0]) < far(((2100, 1900), (2100, 2100), GOAL)) + A_LEG


def test_no_way_is_longer_or_has_more_legs_than_allowed() -> None:
    best = far(((2100, 1900), (2100, 2100), GOAL))
    assert list(round_about(START, GOAL, Bars((BLOCK,)), Room(TABLE, best)))
    assert not list(round_about(START, GOAL, Bars((BLOCK,)), Room(TABLE, best - 1)))
    two = list(round_about(START, GOAL, Bars((BLOCK,)), Room(TABLE, 4000, 2)))
    assert two
    assert {len(stops) for stops in two} == {2}


def test_no_way_leaves_the_table() -> None:
    wall = upright(-100, 1900, 3900, 2100)
    assert list(round_about(START, GOAL, Bars((wall,)), Room(TABLE, 9000)))
    assert not list(round_about(START, GOAL, Bars((wall,)), Room((0, 0, 3800, 4000), 9000)))


def test_dear_ground_is_gone_round_only_where_that_is_cheaper() -> None:
    def cost(a: Point, b: Point) -> int:
        return length(a, b) * (3 if crosses((a, b), BLOCK) else 1)

    dear = next(round_about(START, GOAL, Bars((), (BLOCK,)), Room(TABLE, 9000, cost=cost)))
    assert len(dear) > 1
    assert free(dear, (BLOCK,))


def test_what_somebody_stands_in_does_not_hold_him() -> None:
    around = upright(1900, 900, 2100, 1100)
    assert list(round_about(START, GOAL, Bars((around, BLOCK)), ROOM))


def test_places_named_are_gone_by_and_what_bars_the_way_between_them_is_gone_round() -> None:
    by = (2000, 2900)
    (found,) = bent_ways(START, (by,), GOAL, [Bars((BLOCK,))], ROOM)
    assert found[-2:] == (by, GOAL)
    assert len(found) == 3
    assert list(bent_ways(START, ((1000, 2000),), GOAL, [Bars((BLOCK,))], ROOM)) == []


def test_steps_aside_are_near_ones_first_and_none_too_long() -> None:
    found = list(aside(START, GOAL, Room(TABLE, 2400)))
    assert len(set(found)) == len(found) > 20
    assert all(far(stops) <= 2400 for stops in found)
    assert abs(found[0][0][0] - 2000) <= abs(found[-1][0][0] - 2000)
    assert not list(aside(START, START, ROOM))
    assert not list(aside(START, GOAL, Room(TABLE, 2000)))


@pytest.mark.parametrize("seed", range(40))
def test_a_shadow_is_where_a_body_comes_too_near(seed: int) -> None:
    rng = random.Random(seed)
    points = [(rng.randint(1000, 1400), rng.randint(1000, 1400)) for _ in range(rng.choice((1, 2, 3, 5)))]
    shape = about((0, 0), points)
    body = about((0, 0), [(rng.randint(-100, 100), rng.randint(-100, 100)) for _ in range(4)])
    keep = rng.choice((0, 50, 150))
    cast = shadow(shape, body, keep)
    for _ in range(60):
        x, y = rng.randint(600, 1800), rng.randint(600, 1800)
        moved = tuple([(x + u, y + v) for u, v in body])
        near = nearer_than(moved, shape, keep) if keep else overlap(moved, shape)
        if near:
            assert overlap(((x, y),), cast) or crosses(((x - 1, y), (x + 1, y)), cast) or len(cast) < 3


def test_bases_that_stand_together_cast_one_shadow() -> None:
    row = [Keeping(((100 * at, 0),), 150) for at in range(5)]
    (one,) = together(row)
    assert one == Keeping(((0, 0), (400, 0)), 150) or set(one.shape) == {(0, 0), (400, 0)}
    assert len(together([*row, Keeping(((2000, 0),), 150)])) == 2
    assert len(together([Keeping(((0, 0),), 150), Keeping(((100, 0),), 90)])) == 2
    assert len(shadows(row, ((0, 0),))) == 5


def test_what_is_swollen_holds_all_that_is_near() -> None:
    ring = swollen(((0, 0),), 100)
    assert min(length((0, 0), corner) for corner in ring) >= 100
    assert max(length((0, 0), corner) for corner in ring) <= 106
    assert swollen(BLOCK, 0) == BLOCK


def test_only_what_bars_the_way_has_an_apex() -> None:
    assert not list(apexes_of(START, GOAL, upright(3000, 1900, 3100, 2100)))
    for apex in apexes_of(START, GOAL, BLOCK):
        assert free((apex, GOAL), (BLOCK,))
    assert len(list(apexes_of(START, GOAL, BLOCK))) == 2
