"""Questions about many shapes at once say what asking about each of them would."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from grognard.geometry import crowds
from grognard.geometry.angles import heading, offset, turn_between
from grognard.geometry.arcs import ALL_ROUND, front_arc, in_arc, poly_in_arc
from grognard.geometry.crowds import Crowd, Disc
from grognard.geometry.gaps import (
    first_within,
    gap,
    length,
    nearer_than,
    nearest_point,
    point_gap,
    point_gap2,
    within,
)
from grognard.geometry.points import Point, Poly, bounds, bounds_of_all, farther, shifted
from grognard.geometry.shapes import box, centre, first_overlap, overlap_beyond, swept
from grognard.geometry.sight import any_crossed, crosses_parts
from grognard.geometry.slides import stretch, stretch_clear
from grognard.tabletop.bodies import corners_of
from grognard.tabletop.land import met_between
from grognard.tabletop.sight import NEVER, STOOD_ON, TOUCHED, search, veil

GAMES = 150


class Field:
    """Some bodies on a small table, thrown by a seed: they touch, overlap and hide each other."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.crowd = Crowd([self.body() for _ in range(self.rng.randint(0, 9))])

    def point(self) -> Point:
        return self.rng.randint(0, 900), self.rng.randint(0, 900)

    def facing(self) -> int:
        return self.rng.choice([0, 450, 900, 1800, self.rng.randrange(3600)])

    def body(self) -> Poly:
        return box(*self.point(), self.facing(), self.rng.choice([40, 120, 300]), self.rng.choice([20, 60]))

    def disc(self) -> Disc:
        return *self.point(), self.rng.randint(5, 60)

    def discs(self) -> list[Disc]:
        return [self.disc() for _ in range(self.rng.randint(0, 8))]


@pytest.fixture(scope="module")
def fields() -> list[Field]:
    return [Field(seed) for seed in range(GAMES)]


def first(found: Iterator[Any]) -> Any:
    return next(found, None)


def test_near_boxes_are_those_not_surely_farther(fields: list[Field]) -> None:
    for field in fields:
        around, distance = bounds(field.body()), field.rng.randint(0, 200)
        near = [i for i, one in enumerate(field.crowd.bounds) if not farther(around, one, distance)]
        assert crowds.near_boxes(field.crowd.bounds, around, distance) == near


def test_close_pairs_leave_out_none_that_touch(fields: list[Field]) -> None:
    for field in fields:
        crowd, distance = field.crowd, field.rng.choice([0, 2, 80])
        pairs = crowds.close_pairs(crowd, distance)
        every = [(i, j) for i in range(len(crowd)) for j in range(i + 1, len(crowd))]
        assert pairs == [(i, j) for i, j in every if not farther(crowd.bounds[i], crowd.bounds[j], distance)]
        assert {(i, j) for i, j in every if within(crowd[i], crowd[j], distance)} <= set(pairs)


def test_the_gap_to_any_is_the_least_gap(fields: list[Field]) -> None:
    for field in fields:
        shapes, far, but = (
            (field.body(), field.body()),
            field.rng.choice([50, 400, 5000]),
            field.rng.randint(-1, 3),
        )
        gaps = [gap(a, b) for a in shapes for i, b in enumerate(field.crowd) if i != but]
        least = min(gaps, default=far + 1)
        assert crowds.gap_to_any(shapes, field.crowd, far, but) == (least if least <= far else None)


def test_lanes_that_reach_or_press(fields: list[Field]) -> None:
    for field in fields:
        lanes, keep, but = (
            [field.body() for _ in range(3)],
            field.rng.randint(1, 60),
            field.rng.randint(-1, 2),
        )
        every = [(n, i) for n in range(len(lanes)) for i in range(len(field.crowd))]
        reached = first(pair for pair in every if nearer_than(lanes[pair[0]], field.crowd[pair[1]], keep))
        assert crowds.first_reaching(lanes, field.crowd, keep) == reached
        pressed = first(
            pair
            for pair in every
            if pair[1] != but and overlap_beyond(lanes[pair[0]], field.crowd[pair[1]], 2)
        )
        assert crowds.first_pressing(lanes, field.crowd, 2, but) == pressed


def test_one_place_is_left_out(fields: list[Field]) -> None:
    """As if the crowd were without it, but the others keep their places."""
    for field in fields:
        body, crowd = field.body(), field.crowd
        for but in range(len(crowd)):
            rest = [i for i in range(len(crowd)) if i != but]
            without = [crowd[i] for i in rest]

            def there(found: int | None, rest: list[int] = rest) -> int | None:
                return None if found is None else rest[found]

            assert crowds.first_overlap(body, crowd, 2, but) == there(first_overlap(body, without, 2))
            assert crowds.first_within(body, crowd, 30, but) == there(first_within(body, without, 30))
            far, by = stretch(body, 300, 500, without)
            assert crowds.slide(body, 300, 500, crowd, 2, but) == (far, there(by))
            far, by = stretch_clear(body, 300, 500, without, 40)
            assert crowds.slide_clear(body, 300, 500, crowd, 40, but) == (far, there(by))


def test_a_lane_is_a_slide_and_what_it_passes_over(fields: list[Field]) -> None:
    met = 0
    for field in fields:
        pose, size = (*field.point(), field.facing()), (120, 40)
        friends, enemies = Crowd(field.crowd[:4]), Crowd(field.crowd[4:])
        start = box(*pose, *size)
        far, by = stretch(start, pose[2], 600, enemies)
        told = crowds.lane(pose, size, 600, enemies, friends, 2, 1)
        if by is None:
            assert told is None
            continue
        met += 1
        step = offset(pose[2], far)
        friend = crowds.first_overlap(swept(start, *step), friends, 2, 1)
        crowded = first_overlap(shifted(start, *step), enemies, 2)
        assert told == (far, by, -1 if friend is None else friend, -1 if crowded is None else crowded)
    assert met > 10


def test_the_first_lane_is_the_first_that_nothing_spoils(fields: list[Field]) -> None:
    free = 0
    for field in fields:
        here, size, limit = (*field.point(), 0), (120, 40), 600
        friends, enemies = Crowd(field.crowd[:4]), Crowd(field.crowd[4:])
        solid, facings = Crowd(friends[1:3]), [field.facing() for _ in range(6)]
        good = []
        for index, facing in enumerate(facings):
            told = crowds.lane((*here[:2], facing), size, limit, enemies, solid, 2, 0)
            if told is not None and told[2:] == (-1, -1):
                end = shifted(box(*here[:2], facing, *size), *offset(facing, told[0]))
                if crowds.first_overlap(end, friends, 2, 1) is None:
                    good.append((index, *told[:2]))
        for start in range(7):
            found = crowds.first_lane(here, size, limit, facings, enemies, solid, friends, 2, start, 0, 1)
            assert found == first(one for one in good if one[0] >= start)
        free += bool(good)
    assert free > 10


def test_aimed_facings_are_those_whose_slide_meets_the_target(fields: list[Field]) -> None:
    met = 0
    for field in fields:
        here, size, target = (*field.point(), 0), (120, 40), field.body()
        facings = [field.facing() for _ in range(6)]
        hits = [f for f in facings if stretch(box(*here[:2], f, *size), f, 400, [target]).by is not None]
        assert crowds.aimed(here, size, 400, facings, target) == hits
        met += bool(hits)
    assert met > 10


def test_shots_that_are_clear(fields: list[Field]) -> None:
    """One row for each eye: its distance, or why not."""
    told: set[int] = set()
    for field in fields:
        eyes = [field.point() for _ in range(4)]
        arcs = [field.rng.choice([ALL_ROUND, front_arc(box(*eye, 900, 20, 20), 900)]) for eye in eyes]
        target, carry = field.body(), field.rng.choice([300, 900])
        odd: Callable[[Any], bool] | None = field.rng.choice([None, lambda line: line[1][0] % 2 == 1])
        for eye, arc, found in zip(
            eyes, arcs, crowds.clear_shots(eyes, arcs, target, carry, field.crowd, odd)
        ):
            near, middle = nearest_point(eye, target), centre(target)
            seen = [
                aim
                for aim in (near, middle)
                if in_arc(arc, aim)
                and not any_crossed((eye, aim), field.crowd)
                and not (odd and odd((eye, aim)))
            ]
            if length(eye, near) > carry:
                assert found == -1
            elif not in_arc(arc, near):
                assert found == -3
            else:
                assert found == (length(eye, near) if seen else -2)
            told.add(min(found, 0))
    assert told == {0, -1, -2, -3}


def test_targets_that_are_seen(fields: list[Field]) -> None:
    """By yes or no, what `clear_shots` says of each with the eye's own shape and the target's left out."""
    told: set[int] = set()
    for field in [field for field in fields if len(field.crowd) > 2]:
        eyes = [field.point() for _ in range(3)]
        arcs = [field.rng.choice([ALL_ROUND, front_arc(box(*eye, 900, 20, 20), 900)]) for eye in eyes]
        own, carry, but = [0, -1, 2], field.rng.choice([300, 900]), 1
        targets = [field.crowd[0], field.body(), field.crowd[2]]
        odd: Callable[[Any], bool] | None = field.rng.choice([None, lambda line: line[1][0] % 2 == 1])
        found = crowds.seen_targets(eyes, arcs, targets, carry, field.crowd, but, own, odd)
        for target, place, verdict in zip(targets, own, found):
            others = [poly for at, poly in enumerate(field.crowd) if at not in (but, place)]
            each = crowds.clear_shots(eyes, arcs, target, carry, others, odd)
            assert verdict == (1 if max(each) >= 0 else -3 if -3 in each else 0)
            told.add(verdict)
    assert told == {1, 0, -3}


def test_a_clear_line_is_clear_and_goes_round_what_it_can(fields: list[Field]) -> None:
    round_ = 0
    for field in fields:
        eye, target = field.point(), field.body()
        points = [nearest_point(eye, target)]
        found = crowds.clear_line(eye, points, ALL_ROUND, target, field.crowd, 10)
        assert found is not None
        aim, by = found
        if by == -1:
            assert first_within((eye, aim), field.crowd, 10) is None
            round_ += aim not in points
        else:
            assert (aim, by) == (points[0], first_within((eye, points[0]), field.crowd, 10))
    assert round_ > 0
    assert crowds.clear_line((0, 0), [], ALL_ROUND, box(9, 9, 0, 2, 2), (), 10) is None


def test_a_screen_blocks_first() -> None:
    target = box(500, 0, 0, 100, 100)
    wall: Poly = ((200, 300), (210, 300), (210, -30), (200, -30))

    def hides(eye: Point, aim: Point) -> Poly | None:
        return wall if any_crossed((eye, aim), (wall,)) else None

    assert crowds.clear_line((0, 0), [(450, 0)], ALL_ROUND, target, (), 10, hides) == ((450, 0), -2)
    found = crowds.clear_line((0, -60), [(450, 40)], ALL_ROUND, target, (), 10, hides)
    assert found is not None
    assert found[1] == -1, "a line below the wall"


def test_looks_of_a_whole_rank_are_those_of_each_eye(fields: list[Field]) -> None:
    """What `clear_line` says eye by eye, with the ground as it says itself: through its inside or over its ridge."""
    told: set[int] = set()
    for field in fields:
        eyes = [field.point() for _ in range(3)]
        arcs = [field.rng.choice([ALL_ROUND, front_arc(box(*eye, 900, 20, 20), 900)]) for eye in eyes]
        wood, ridge = (field.body(), field.body()), ((field.point(), field.point()),)
        veils = (
            veil(bounds_of_all(wood), wood, (), NEVER),
            veil((-9999, -9999, 9999, 9999), wood, ridge, NEVER),
        )
        targets = [field.body(), field.body()]
        around = bounds_of_all([*targets, *[(eye,) for eye in eyes]])
        there = bounds_of_all(targets), (), ()
        owners = list(range(len(field.crowd)))
        found = crowds.clear_looks(
            eyes, arcs, (), targets, there, field.crowd, owners, (1,), 10, around, veils, (), 3
        )
        others = [poly for at, poly in enumerate(field.crowd) if at != 1]

        def hides(eye: Point, aim: Point, wood: tuple[Poly, ...] = wood, ridge: Any = ridge) -> Poly | None:
            if crosses_parts((eye, aim), wood):
                return corners_of(wood)
            return corners_of(ridge) if met_between((eye, aim), ridge) else None

        for eye, arc, verdict in zip(eyes, arcs, found):
            each = [
                search(eye, arc, target, others, 10, hides) if poly_in_arc(arc, target, edge=False) else None
                for target in targets
            ]
            clear = any(one is not None and one[1] == -1 for one in each)
            assert verdict == clear or (verdict == -1 and arc is not ALL_ROUND)
            told.add(verdict)
    assert told >= {1, 0}


def test_ground_that_is_stood_on_or_touched_hides_nobody() -> None:
    target, wood = box(1000, 0, 0, 100, 100), box(500, 0, 0, 200, 2000)
    around, there = (-100, -1000, 1100, 1000), (bounds(target), (target,), (centre(target),))

    def sees(x: int, excuse: int, base: Poly = (), end: Poly = target, without: tuple[int, ...] = ()) -> bool:
        veils = (veil(bounds(wood), (wood,), (), excuse, 7),)
        ends = bounds(end), (end,), field_centres[excuse % 2]
        told = crowds.clear_looks(
            ((x, 0),),
            (ALL_ROUND,),
            (base,) if base else (),
            (target,),
            ends,
            (),
            (),
            (),
            10,
            around,
            veils,
            without,
            1,
        )
        return told == [1]

    field_centres: tuple[tuple[Point, ...], ...] = (there[2], ())
    behind, beside = box(300, 0, 0, 100, 100), box(349, 0, 0, 100, 100)
    assert [sees(300, excuse) for excuse in (NEVER, TOUCHED, STOOD_ON)] == [False] * 3
    assert sees(300, NEVER, without=(7,)), "it is in nobody's way"
    assert [sees(500, excuse) for excuse in (NEVER, TOUCHED, STOOD_ON)] == [False, False, True]
    assert [sees(300, excuse, behind) for excuse in (NEVER, TOUCHED, STOOD_ON)] == [False] * 3
    assert [sees(349, excuse, beside) for excuse in (NEVER, TOUCHED, STOOD_ON)] == [False, True, True]
    far = box(651, 0, 0, 100, 100)
    assert [sees(300, excuse, (), far) for excuse in (NEVER, TOUCHED, STOOD_ON)] == [False, True, True]


def test_all_that_reach_a_crowd(fields: list[Field]) -> None:
    found = 0
    for field in fields:
        bodies, near = [field.body() for _ in range(4)], field.rng.choice([0, 50])
        reached = [at for at, body in enumerate(bodies) if first_within(body, field.crowd, near) is not None]
        assert crowds.all_reaching(bodies, field.crowd, near) == reached
        found += len(reached)
    assert found


def test_spots_with_room_are_those_where_a_base_stands_clear(fields: list[Field]) -> None:
    allowed = 0
    for field in fields:
        spots, origin, half = [field.point() for _ in range(20)], field.point(), 25
        foes, reach, edge = (
            [field.body(), field.body()],
            field.rng.choice([300, 2000]),
            field.rng.random() < 0.5,
        )
        keep = field.rng.choice([0, 60])
        found = crowds.free_spots(
            spots, half, (0, 0, 900, 900), origin, reach, foes, keep, edge, (field.crowd, foes), (2, 0)
        )
        for at, (x, y) in enumerate(spots):
            base = box(x, y, 0, 2 * half, 2 * half)
            near = any(within(base, foe, keep) if edge else nearer_than(base, foe, keep) for foe in foes)
            free = (
                half <= x <= 900 - half
                and half <= y <= 900 - half
                and length((x, y), origin) <= reach
                and not (keep and near)
                and first_overlap(base, field.crowd, 2) is None
                and first_overlap(base, foes) is None
            )
            assert free == (at in found)
        allowed += len(found)
    assert allowed
    assert crowds.ring(5, 7, 0, 100, 900) == [(5, 107), (105, 7), (5, -93), (-95, 7)]


def test_round_bases(fields: list[Field]) -> None:
    for field in fields:
        discs, others, keep = field.discs(), field.discs(), field.rng.choice([0, 0, 30])
        (x, y, r), end = field.disc(), field.point()
        near = (i for i, (u, v, s) in enumerate(discs) if (u - x) ** 2 + (v - y) ** 2 < (r + s + keep) ** 2)
        assert crowds.first_disc_nearer(x, y, r, discs, keep) == first(near)
        struck = (
            i
            for i, (u, v, s) in enumerate(discs)
            if Fraction(*point_gap2((u, v), ((x, y), end))) < (r + s + keep) ** 2
        )
        assert crowds.first_disc_struck(((x, y), end), r, discs, keep) == first(struck)
        body = field.body()
        on = (i for i, (u, v, s) in enumerate(discs) if nearer_than(((u, v),), body, s + keep))
        assert crowds.first_disc_at(body, discs, keep) == first(on)
        pairs = [
            (length(a[:2], b[:2]) - a[2] - b[2], i, j)
            for i, a in enumerate(discs)
            for j, b in enumerate(others)
        ]
        least = min(pairs, default=None)
        assert crowds.disc_gap(discs, others) == (least and (max(least[0], 0), *least[1:]))


def test_a_base_that_starts_too_near_may_only_go_away(fields: list[Field]) -> None:
    told = set()
    for field in fields:
        discs, keep = field.discs(), field.rng.choice([0, 60])
        (x, y, r), end = field.disc(), field.point()

        def forbidden(u: int, v: int, s: int) -> bool:
            least = (r + s + keep) ** 2  # noqa: B023
            if (u - x) ** 2 + (v - y) ** 2 < least:  # noqa: B023
                return (x - u) * (end[0] - x) + (y - v) * (end[1] - y) < 0  # noqa: B023
            return Fraction(*point_gap2((u, v), ((x, y), end))) < least  # noqa: B023

        expected = first(i for i, disc in enumerate(discs) if forbidden(*disc))
        assert crowds.first_disc_approached(((x, y), end), r, discs, keep) == expected
        told.add(expected == crowds.first_disc_struck(((x, y), end), r, discs, keep))
    assert told == {True, False}


def test_pairs_of_two_groups(fields: list[Field]) -> None:
    for field in fields:
        discs, others, keep = field.discs(), field.discs(), field.rng.choice([0, 40])
        every = [(i, j) for i in range(len(discs)) for j in range(len(others))]
        near = first(
            (i, j)
            for i, j in every
            if point_gap2(discs[i][:2], (others[j][:2],))[0] < (discs[i][2] + others[j][2] + keep) ** 2
        )
        assert crowds.first_discs_nearer(discs, others, keep) == near
        points, goals = [disc[:2] for disc in discs], [disc[:2] for disc in others]
        least = min(((point_gap2(points[i], (goals[j],))[0], i, j) for i, j in every), default=None)
        assert crowds.nearest_pair(points, goals) == least


def test_who_sees_whom_of_two_groups(fields: list[Field]) -> None:
    """No farther than that, within the arc, past shapes, past round bases and what else hides."""
    told = set()
    for field in fields:
        rng = field.rng
        eyes, marks = [field.point() for _ in range(4)], [field.point() for _ in range(3)]
        far, facing, arc = rng.choice([300, 2000]), field.facing(), rng.choice([450, 900, 1800])
        discs = field.discs()[:3]
        around = box_of(discs)
        bodies = [(around, discs)] if discs else []
        hidden = rng.choice([None, lambda line: line[1][0] % 5 == 0])

        def sees(eye: Point, mark: Point) -> bool:
            return (
                length(eye, mark) <= far  # noqa: B023
                and abs(turn_between(facing, heading(eye, mark))) <= arc  # noqa: B023
                and not any_crossed((eye, mark), field.crowd)  # noqa: B023
                and crowds.first_disc_struck((eye, mark), 1, discs, -1) is None  # noqa: B023
                and (hidden is None or not hidden((eye, mark)))  # noqa: B023
            )

        seen = [
            min((point_gap2(eye, (mark,))[0] for mark in marks if sees(eye, mark)), default=-1)
            for eye in eyes
        ]
        given = eyes, marks, far, facing, arc, field.crowd, bodies, hidden
        assert crowds.nearest_seen(*given) == seen
        assert crowds.sees_any(*given) == (max(seen) >= 0)
        told.add(max(seen) >= 0)
    assert told == {True, False}


def box_of(discs: list[Disc]) -> Any:
    if not discs:
        return None
    return (
        min(x - r for x, _, r in discs),
        min(y - r for _, y, r in discs),
        max(x + r for x, _, r in discs),
        max(y + r for _, y, r in discs),
    )


def test_loose_figures_by_the_dozen(fields: list[Field]) -> None:
    told = set()
    for field in fields:
        points, others = [field.point() for _ in range(5)], [field.point() for _ in range(5)]
        shape, reach = field.body(), field.rng.choice([200, 400])
        assert crowds.point_gaps(points, shape) == [point_gap(point, shape) for point in points]
        assert crowds.longest_of(points, others) == max(map(length, points, others))
        chain, left = [points[0]], points[1:]
        for here in chain:
            chain += [there for there in left if length(here, there) <= reach]
            left = [there for there in left if length(here, there) > reach]
        assert crowds.one_chain(points, reach) is not bool(left)
        told.add(bool(left))
    assert told == {True, False}
    assert crowds.one_chain([], 5)
    assert crowds.one_chain([(0, 0)], -1)
