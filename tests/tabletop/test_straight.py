"""Round bases going straight: quick answers are those of the plain search."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.angles import offset
from grognard.geometry.crowds import (
    all_behind,
    close_in,
    depth_at,
    fanned,
    first_unstopped,
    shift_group,
    strikes_any,
)
from grognard.geometry.gaps import length, nearer_than
from grognard.geometry.points import Bounds, Point, Poly, bounds
from grognard.geometry.shapes import upright
from grognard.tabletop.straight import (
    ROUNDING,
    Disc,
    along,
    approaches,
    deepest,
    free_stretch,
    moved,
    past_rings,
    stands_in,
    struck_at,
    swept,
)

FAR = 600
TABLE: Bounds = (-9000, -9000, 9000, 9000)
BLOCK: Poly = upright(150, 60, 300, 260)


def scene(seed: int) -> tuple[list[Point], list[Disc], int]:
    rng = random.Random(seed)
    places = [(rng.randrange(-150, 150), rng.randrange(-150, 150)) for _ in range(4)]
    discs = [
        (rng.randrange(-500, 500), rng.randrange(-500, 500), rng.choice((40, 80, 150))) for _ in range(6)
    ]
    return places, discs, rng.randrange(3600)


def ends(start: Point, bearing: int) -> Point:
    dx, dy = offset(bearing, FAR)
    return start[0] + dx, start[1] + dy


def plainly_approached(start: Point, end: Point, discs: list[Disc]) -> int:
    dx, dy = end[0] - start[0], end[1] - start[1]
    ahead = [disc for disc in discs if (start[0] - disc[0]) * dx + (start[1] - disc[1]) * dy < 0]
    return min([FAR, *[free_stretch(start, end, disc) for disc in ahead]])


def alone(start: Point, bearing: int, discs: list[Disc] = [], solid: list[Disc] = []) -> int:  # noqa: B006
    return shift_group([start], bearing, FAR, FAR, discs, solid, [], [])[0]


def kept_off(start: Point, bearing: int) -> int:
    """How far a base of 20 keeps off the block, by trying."""
    for far in range(FAR + 1):
        dx, dy = offset(bearing, far)
        if nearer_than((start, (start[0] + dx, start[1] + dy)), BLOCK, 20):
            return max(0, far - 1)
    return FAR


@pytest.mark.parametrize("seed", range(150))
def test_the_first_of_many_is_found_without_trying_all(seed: int) -> None:
    places, discs, bearing = scene(seed)
    for start in places:
        end = ends(start, bearing)
        struck = min([FAR, *[free_stretch(start, end, disc) for disc in discs]])
        assert alone(start, bearing, solid=discs) == struck == struck_at(start, end, FAR, discs)
        assert alone(start, bearing, discs) == plainly_approached(start, end, discs)


@pytest.mark.parametrize("seed", range(60))
def test_a_group_goes_as_far_as_the_first_of_it_that_is_stopped(seed: int) -> None:
    places, discs, bearing = scene(seed)
    enemies, friends = discs[:3], discs[3:]
    single = []
    for start in places:
        single += [(alone(start, bearing, enemies), 0), (alone(start, bearing, solid=friends), 1)]
        single.append((kept_off(start, bearing), 2))
    far, by = shift_group(places, bearing, FAR, FAR, enemies, friends, [BLOCK], [20])
    least = min(reached for reached, _ in single)
    assert far == least
    assert (by is None) == (least == FAR)
    assert by is None or (least, by) in single


def test_of_two_that_stop_it_at_once_the_first_is_named() -> None:
    told = shift_group([(0, 0)], 0, FAR, FAR, [(0, 200, 50)], [(0, 200, 50)], [], [])
    assert told == (150, 0)
    assert shift_group([(0, 0)], 0, FAR, FAR, [], [(0, 200, 50)], [], []) == (150, 1)
    assert shift_group([(0, 0)], 0, FAR, 100, [(0, 200, 50)], [], [], []) == (100, None)


def unstopped(
    places: list[Point], bearings: list[int], far: int, discs: list[Disc], shapes: list[Poly]
) -> int:
    box = bounds(tuple(places))
    return first_unstopped(places, box, bearings, 0, FAR, far, discs, shapes, 20, [], TABLE, ROUNDING)


@pytest.mark.parametrize("seed", range(150))
def test_who_is_surely_stopped_is(seed: int) -> None:
    places, discs, bearing = scene(seed)
    bearings = [bearing, bearing + 450, bearing + 900]
    for far in (FAR, 200, 40, 5, 1):
        for way in bearings[: unstopped(places, bearings, far, discs, [BLOCK])]:
            reached = [plainly_approached(start, ends(start, way), discs) for start in places]
            assert min([*reached, *[kept_off(start, way) for start in places]]) < far


@pytest.mark.parametrize("seed", range(60))
def test_few_are_stopped_and_not_seen_to_be(seed: int) -> None:
    places, discs, bearing = scene(seed)
    for start in places:
        reached = plainly_approached(start, ends(start, bearing), discs)
        if reached < FAR - 10 and unstopped([start], [bearing], FAR, discs, []) == 0:
            graze = [(x, y, limit - 4) for x, y, limit in discs]
            assert plainly_approached(start, ends(start, bearing), graze) >= FAR - 10


@pytest.mark.parametrize(
    ("soft", "table", "passed"),
    [
        pytest.param([], (-900, -900, 900, 900), 1, id="an enemy straight ahead"),
        pytest.param([(0, 600, 9, 609)], (-900, -900, 900, 900), 0, id="something soft where it would end"),
        pytest.param([(0, 610, 9, 620)], (-900, -900, 900, 900), 1, id="something soft beyond"),
        pytest.param([], (-900, -900, 900, 599), 0, id="the edge before that"),
        pytest.param([], (-900, -900, 900, 600), 1, id="the edge just there"),
    ],
)
def test_only_what_surely_stops_is_passed_over(soft: list[Bounds], table: Bounds, passed: int) -> None:
    given = [(0, 0)], (0, 0, 0, 0), [0], 0, FAR, FAR, [(0, 300, 50)], [], 20, soft, table, ROUNDING
    assert first_unstopped(*given) == passed


def plainly_closed(
    places: list[Point], step: Point, limit: int, discs: list[Disc], crowd: list[Disc], table: Bounds
) -> list[Point]:
    """The same one by one: as far as the way is free, back by tens or by how deep one stands, the first the anchor of all."""
    found: list[Point] = []
    taken: list[Disc] = []
    anchor: Point = (0, 0)
    for start in places:
        end = start[0] + step[0], start[1] + step[1]
        far = past_rings(start, end, length(start, end), [(TABLE, discs)])
        if far > limit:
            break
        while True:
            spot = along(start, end, far) if far > 0 else start
            deep = deepest([spot], [*taken, *crowd])
            inside = table[0] <= spot[0] <= table[2] and table[1] <= spot[1] <= table[3]
            if far <= 0 or (inside and not deep):
                break
            far -= max(10, (deep - 4) // 10 * 10)
        if deep or not inside or length(spot, anchor) > 300:
            break
        anchor = anchor if found else spot
        found.append(spot)
        taken.append((*spot, 40))
    return found


@pytest.mark.parametrize("seed", range(200))
def test_a_group_that_closes_in_ends_where_each_alone_would(seed: int) -> None:
    places, discs, bearing = scene(seed)
    step = offset(bearing, 200)
    for table in (TABLE, (-200, -200, 200, 200)):
        for limit in (FAR, 150):
            found, _ = close_in(
                places, step, limit, discs[:3], discs[2:], [], 40, table, 0, (0, 0), 90_000, 10, 4
            )
            assert found == plainly_closed(places, step, limit, discs[:3], discs[2:], table)


def closed(
    places: list[Point], reach: int = 10**6, limit: int = FAR, taken: Point = (9000, 9000)
) -> tuple[list[Point], Point | None]:
    """Going 200 north, against an enemy there, past a friend."""
    enemy, friend = (0, 250, 60), (100, 205, 40)
    spots = [(*taken, 40)]
    return close_in(
        places, (0, 200), limit, [enemy], [enemy, friend], spots, 40, TABLE, -1, (0, 0), reach, 10, 4
    )


@pytest.mark.parametrize(
    ("places", "found", "last", "given"),
    [
        pytest.param([(0, 0)], [(0, 190)], None, {}, id="up to the enemy"),
        pytest.param([(300, 0)], [(300, 200)], None, {}, id="past him"),
        pytest.param([(100, 0)], [(100, 160)], None, {}, id="back from a friend"),
        pytest.param([(0, 0), (0, -30)], [(0, 190), (0, 150)], None, {}, id="behind the one before"),
        pytest.param([(0, 0)], [(0, 150)], None, {"taken": (0, 190)}, id="behind one who stands there"),
        pytest.param([(0, 0)], [], None, {"limit": 189}, id="no farther than it may"),
        pytest.param(
            [(0, 0), (300, 0)], [(0, 190)], (300, 200), {"reach": 190 * 190}, id="as near as it must be"
        ),
        pytest.param([(0, 0)], [], (0, 190), {"reach": 190 * 190 - 1}, id="not so near"),
        pytest.param(
            [(300, 0), (0, 170), (400, 0)],
            [(300, 200)],
            (0, 170),
            {"taken": (0, 175)},
            id="up to who finds no room",
        ),
    ],
)
def test_closing_in(
    places: list[Point], found: list[Point], last: Point | None, given: dict[str, int]
) -> None:
    assert closed(places, **given) == (found, last)


@pytest.mark.parametrize(
    ("spot", "step", "deep"), [((0, 0), 40, 10), ((0, 0), 30, 0), ((0, 0), 75, 45), ((50, 0), 40, 0)]
)
def test_how_deep_a_group_would_stand(spot: Point, step: int, deep: int) -> None:
    assert depth_at([(900, 0), spot], 0, step, [(0, 80, 50)]) == deep


@pytest.mark.parametrize(
    ("points", "others", "behind"),
    [
        ([(0, 0), (50, 10)], [(0, 10), (-90, 30)], True),
        ([(0, 0), (50, 11)], [(0, 10), (-90, 30)], False),
        ([], [(0, 10)], True),
        ([(0, 10)], [], True),
    ],
)
def test_all_behind_is_along_a_direction(points: list[Point], others: list[Point], behind: bool) -> None:
    assert all_behind(points, others, 0, 300) is behind
    assert all_behind(others, points, 0, -300) is behind


@pytest.mark.parametrize(
    ("point", "astray", "behind", "strikes"),
    [
        pytest.param((0, 0), 0, 0, True, id="straight at it"),
        pytest.param((50, 0), 0, 0, False, id="past it to the hundredth"),
        pytest.param((50, 0), 1, 0, True, id="past it, but for going astray"),
        pytest.param((0, -149), 0, 0, True, id="up to it"),
        pytest.param((0, -150), 0, 0, False, id="not so far"),
        pytest.param((0, 301), 0, 0, False, id="away from it"),
        pytest.param((40, 301), 0, 360, True, id="away, but not surely"),
        pytest.param((1, 330), 0, 360, False, id="surely away"),
    ],
)
def test_who_goes_at_somebody(point: Point, astray: int, behind: int, strikes: bool) -> None:
    assert strikes_any([(900, 900), point], 0, 400, [(0, 300, 50)], astray, behind) is strikes


def test_a_shape_is_kept_off_to_the_hundredth() -> None:
    assert shift_group([(0, 160)], 900, FAR, FAR, [], [], [BLOCK], [20]) == (130, 2)
    assert not nearer_than(((0, 160), (130, 160)), BLOCK, 20)
    assert nearer_than(((0, 160), (131, 160)), BLOCK, 20)
    assert shift_group([(0, 160)], 2700, FAR, FAR, [], [], [BLOCK], [20]) == (FAR, None)


def test_a_fan_begins_on_the_side_of_the_goal() -> None:
    west, north = ((-500, -500), (-500, 500)), ((-500, 500), (500, 500))
    assert fanned((0, 0), 0, (50, 100), 300, west) == [-50, 50, -100, 100]
    assert fanned((0, 0), 0, (50, 100), 300, north) == [50, -50, 100, -100]
    assert fanned((0, 0), 0, (), 300, north) == []


@pytest.mark.parametrize(
    ("start", "end", "comes"),
    [
        ((0, 160), (130, 160), False),
        ((0, 160), (131, 160), True),
        ((140, 0), (140, 45), True),
        ((140, 160), (130, 160), False),  # away, from one that is too near already
        ((140, 160), (140, 100), False),
        ((140, 160), (141, 160), True),
        ((140, 100), (140, -900), False),
    ],
)
def test_whoever_is_too_near_may_only_go_away(start: Point, end: Point, comes: bool) -> None:
    assert approaches((start, end), [upright(900, 900, 950, 950), BLOCK], 20) is comes


def test_how_deep() -> None:
    discs = [(100, 0, 50), (100, 10, 80)]
    assert deepest([(0, 0), (60, 0)], discs[:1]) == 10
    assert deepest([(0, 0), (50, 0)], discs[:1]) == 0
    assert deepest([(100, 0)], discs) == 50
    assert stands_in((60, 0), [((50, -50, 150, 50), discs[:1])])
    assert not stands_in((50, 0), [((50, -50, 150, 50), discs[:1])])


def test_boxes_that_move() -> None:
    assert moved((0, 0, 10, 20), -5, 7) == (-5, 7, 5, 27)
    assert swept((0, 0, 10, 20), -5, 7) == (-7, -2, 12, 29)
    assert along((0, 0), (300, 400), 250) == (150, 200)


@pytest.mark.parametrize("seed", range(60))
def test_a_base_passes_whom_it_begins_in_and_stops_at_the_first_of_the_others(seed: int) -> None:
    places, discs, bearing = scene(seed)
    rings = [(TABLE, discs[:3]), (bounds(((8000, 8000),)), discs[3:4]), (TABLE, discs[4:])]
    for start in places:
        dx, dy = offset(bearing, FAR)
        end = start[0] + dx, start[1] + dy
        far = length(start, end)
        outside = [
            (x, y, near)
            for x, y, near in (*discs[:3], *discs[4:])
            if (start[0] - x) ** 2 + (start[1] - y) ** 2 >= near * near
        ]
        plain = min([far, *[free_stretch(start, end, disc) for disc in outside]])
        assert past_rings(start, end, far, rings) == plain
