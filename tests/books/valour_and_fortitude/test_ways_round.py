"""Ways round what stands between: which corners are tried, what bars the straight way, when nobody looks on. [70, 76, B20, B42]"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import detours
from grognard.books.valour_and_fortitude.facts.bodies import stand_at
from grognard.books.valour_and_fortitude.facts.ground import land_of
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.words import Deed
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import length, within
from grognard.geometry.points import Pose
from grognard.geometry.shapes import hull
from tests.books.valour_and_fortitude.drill import area, marcher, scene, unit
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 34, 22, 38, 25, "house")


def behind_the_house(facing: float = 0, limit: int | None = None, **more: Any) -> Marcher:
    """A column with a house before it."""
    state = scene(
        unit("A", files=6, at=(36, 16), facing=facing), unit("z", at=(5, 44)), terrain=(HOUSE,), **more
    )
    return marcher(state, "A", limit=limit)


def _places(judge: Marcher, legs: Any) -> list[tuple[int, int]]:
    return [(judge.start.x, judge.start.y), *((leg[1], leg[2]) for leg in legs)]


def _far(judge: Marcher, legs: Any) -> int:
    return sum(length(*both) for both in pairwise(_places(judge, legs)))


@rule("70", "B42")
@pytest.mark.parametrize(("facing", "turned"), [(0, 0), (0, 450), (2700, 2700), (2700, 0), (900, 1800)])
def test_round_one_corner_or_two_next_to_each_other(facing: int, turned: int) -> None:
    """Turning at once or at last, then by every corner and every pair of neighbours, each way the unit may face."""
    end = Pose(3600, 3000, turned)
    judge = behind_the_house(facing / 10, limit=9000)
    ((block, keep),) = detours._bars(judge, stand_at(judge.start.shape, *end), False)
    expected: set[Any] = set()
    if facing != turned:
        expected |= {
            (("glide", 3600, 1600, turned), ("glide", *end)),
            (("glide", 3600, 3000, facing), ("glide", *end)),
        }
    for held in {facing, turned, (facing + 900) % 3600}:
        ring = detours._ring(judge, block, keep, held)
        assert len(ring) == (8 if held % 900 else 4)
        expected |= {(("glide", *spot, held), ("glide", *end)) for spot in ring}
        for one, other in pairwise((*ring, ring[0])):
            both = ("glide", *one, held), ("glide", *other, held)
            expected |= {(*both, ("glide", *end)), (*both[::-1], ("glide", *end))}
    found = list(detours.ways_round(judge, end, False))
    assert len(found) == len(set(found)) == len(expected)
    assert set(found) == expected
    turns = 2 * (facing != turned)
    assert [len(legs) for legs in found[: turns + 12]] == [*[2] * turns, *[2] * 4, *[3] * 8]
    assert {leg[3] for legs in found[turns : turns + 12] for leg in legs[:-1]} == {facing}


@rule("70", "76")
def test_only_ways_that_may_be_near_enough_are_tried() -> None:
    end = Pose(3600, 3000, 0)
    every = list(detours.ways_round(behind_the_house(limit=9000), end, False))
    for far in sorted({_far(behind_the_house(), legs) for legs in every}):
        for limit in (far, far - 1):
            judge = behind_the_house(limit=limit)
            found = list(detours.ways_round(judge, end, False))
            assert found == [legs for legs in every if _far(judge, legs) <= limit]


@rule("70", "164", "166", "168")
@pytest.mark.parametrize(
    ("kind", "gap", "slow", "bars"),
    [
        param("building", 0, False, True, id="a house flush with the way"),
        param("building", 0.01, False, False, id="a hair beside it"),
        param("river", 0, False, True, id="a river flush with it"),
        param("river", 0.01, False, False, id="a hair beside"),
        param("mud", 0, True, True, id="rough ground flush with it, if it slows too much"),
        param("mud", 0.01, True, False, id="a hair beside"),
        param("mud", 0, False, False, id="if it does not"),
    ],
)
def test_what_lies_on_the_straight_way(kind: str, gap: float, slow: bool, bars: bool) -> None:
    """A column 4.8 wide goes straight on."""
    ground = area(kind, 38.4 + gap, 20, 44, 24)
    judge = marcher(scene(unit("A", files=6, at=(36, 16)), unit("z", at=(5, 44)), terrain=(ground,)), "A")
    found = detours._bars(judge, stand_at(judge.start.shape, 3600, 2800, 0), slow)
    assert bool(found) is bars
    # Before it and behind it, likewise.
    ahead = area(kind, 30, 29.6 + gap, 44, 32)
    judge = marcher(scene(unit("A", files=6, at=(36, 16)), unit("z", at=(5, 44)), terrain=(ahead,)), "A")
    assert bool(detours._bars(judge, stand_at(judge.start.shape, 3600, 2800, 0), slow)) is bars


@rule("74", "168")
def test_to_a_place_where_nobody_may_stand_no_way_round_is_tried() -> None:
    end = Pose(3600, 2800, 0)
    direct = (("glide", *end),)
    assert len(list(detours.ways(behind_the_house(limit=9000), end))) > 1
    taken = scene(
        unit("A", files=6, at=(36, 16)),
        unit("F", files=6, at=(36, 28)),
        unit("z", at=(5, 44)),
        terrain=(HOUSE,),
    )
    assert list(detours.ways(marcher(taken, "A", limit=9000), end)) == [direct]
    clear = scene(unit("A", files=6, at=(36, 16)), unit("z", at=(5, 44)))
    assert list(detours.ways(marcher(clear, "A"), end)) == [direct]


@rule("B20", "B42")
def test_only_retreats_and_assaults_on_somebody_are_searched_for() -> None:
    state = scene(unit("A", files=6, front=(36, 12)), unit("b", files=12, front=(36, 24), facing=180))
    assert list(marcher(state, "A", Deed.ASSAULT).last_resort()) == []
    assert list(marcher(state, "A", Deed.MOVE, target="b").last_resort()) == []
    found = list(marcher(state, "A", Deed.ASSAULT, target="b").last_resort())
    # Exactly as far as it goes.
    assert (("forward", 1200),) in found
    assert (("glide", 3600, 2240, 0),) in found
    farther = scene(unit("A", files=6, front=(36, 12)), unit("b", files=12, front=(36, 24.03), facing=180))
    assert list(marcher(farther, "A", Deed.ASSAULT, target="b").last_resort()) == []


@rule("70", "168")
def test_what_lies_a_hair_beside_a_slanting_way_does_not_bar_it() -> None:
    """The corner of a house is moved across the edge of the way, hundredth by hundredth."""
    start = unit("A", files=6, at=(20, 14), facing=30)
    end = stand_at(marcher(scene(start), "A").start.shape, *ahead(2000, 1400, 300, 1100), 300)
    told = []
    for off in range(-6, 7):
        x, y = ahead(*ahead(2000, 1400, 300, 600), 1200, 240)
        house = area("building", (x + off) / 100, (y - 400) / 100, (x + off + 300) / 100, y / 100, "house")
        judge = marcher(scene(start, unit("z", at=(5, 44)), terrain=(house,)), "A")
        (block,) = land_of(judge.state).defendable
        touches = within(hull(judge.start.body + end.body), block, 0)
        assert bool(detours._bars(judge, end, False)) is touches
        told.append(touches)
    assert {True, False} == set(told)
