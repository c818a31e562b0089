"""Questions about many shapes at once say what asking about each of them would."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from grognard.geometry import crowds
from grognard.geometry.angles import COS, SHIFT, SIN, ahead, heading, offset, turn_between
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
    point_within,
    within,
)
from grognard.geometry.kernel import corners_in_arc, meeting
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, bounds, bounds_of_all, farther, shifted
from grognard.geometry.shapes import box, centre, first_overlap, front_middle, overlap_beyond, swept
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


class Ranks:
    """Bodies of two sides on a field, some of whom hide others or are solid, as the questions of whole tables ask for them."""

    TURNS, SLACK, HIDES, SOLID = (450, 90, 10), 2, 4, 8
    ROADS, INSIDE = (box(650, 450, 0, 160, 900),), (box(700, 450, 0, 400, 900),)
    PIECES = (
        ((500, 0), (500, 500)),
        ((500, 500), (500, 900)),
        ((0, 300), (400, 310)),
        ((700, 0), (710, 900)),
    )
    GATES: tuple[Any, ...] = (((500, 300), (500, 420)),), (), (), ()
    ACROSS = Crowd(PIECES), (0, 0, 1, 2), (40, 60, -1, 30), GATES, (True, True, False, False), 50

    def __init__(self, field: Field):
        rng = field.rng
        self.poses = [(*field.point(), field.facing()) for _ in range(7)]
        self.sizes = [(rng.choice([40, 120, 300]), rng.choice([20, 60])) for _ in self.poses]
        self.polys = Crowd([box(*pose, *size) for pose, size in zip(self.poses, self.sizes)])
        self.sides = [rng.randint(0, 1) for _ in self.poses]
        self.hiding = [rng.random() < 0.6 for _ in self.poses]
        self.solid = [rng.random() < 0.5 for _ in self.poses]
        self.loose = [rng.random() < 0.3 for _ in self.poses]
        self.limits = [rng.choice([200, 500]) for _ in self.poses]
        self.ground_ = (box(450, 450, 0, 200, 100),), (box(100, 500, 0, 200, 900),), 150
        self.enters = [rng.random() < 0.5 for _ in self.poses]
        self.walled = [rng.random() < 0.4 for _ in self.poses]
        self.housed = [rng.random() < 0.4 for _ in self.poses]
        self.table = (0, 0, 900, 900)

    def eye(self, at: int) -> Point:
        return front_middle(self.polys[at])

    def arc(self, at: int) -> Any:
        return ALL_ROUND if self.loose[at] else front_arc(self.polys[at], self.poses[at][2])

    def rows(self) -> list[Any]:
        return [
            (
                (1 << side)
                | (self.HIDES if self.hiding[at] else 0)
                | (self.SOLID << side if self.solid[at] else 0),
                *self.poses[at],
                *self.sizes[at],
                self.limits[at],
                self.loose[at],
                2 >> side,
                1 << side,
                self.SOLID << side,
                self.eye(at),
                self.arc(at),
                (
                    *self.ground_,
                    self.ROADS if self.enters[at] else (),
                    self.ACROSS,
                    self.enters[at],
                    self.INSIDE if self.walled[at] else None,
                    self.housed[at],
                ),
            )
            for at, side in enumerate(self.sides)
        ]

    @staticmethod
    def hidden(line: Any) -> bool:
        return bool(line[1][0] % 2)

    @staticmethod
    def judge(who: int, facing: int, distance: int, hit: int, road: bool) -> bool:
        return distance % 3 > 0 if not road else distance % 2 > 0

    def asked(self) -> tuple[Any, Any, Any]:
        veils = ((300, 0, 600, 900),)
        terms = self.HIDES, self.table, self.TURNS, self.SLACK, veils, self.hidden, poly_in_arc
        return self.polys, self.rows(), terms

    def seen(self, who: int, at: int, aim: Point) -> bool:
        line = self.eye(who), aim
        others = [p for n, p in enumerate(self.polys) if self.hiding[n] and n not in (who, at)]
        veiled = not farther(bounds(line), (300, 0, 600, 900), 0) and self.hidden(line)
        return not any_crossed(line, others) and not veiled

    def sees(self, who: int, at: int) -> bool:
        aims = nearest_point(self.eye(who), self.polys[at]), centre(self.polys[at])
        return any(self.seen(who, at, aim) for aim in aims)

    def lanes(self, who: int, at: int, stage: int) -> list[tuple[int, int, int]]:
        """Facing by facing: the target is in the lane, no friend who is solid is, and it ends on nobody."""
        x, y, facing = self.poses[who]
        ways = crowds.facings_at(
            (x, y, facing), self.loose[who], self.TURNS, self.poses[at][:2], self.polys[at], stage
        )
        return self.along(who, at, ways)

    def along(self, who: int, at: int, ways: list[int]) -> list[tuple[int, int, int]]:
        """The lanes among some facings."""
        (x, y, facing), size, limit = self.poses[who], self.sizes[who], self.limits[who]
        foes = [n for n, side in enumerate(self.sides) if side != self.sides[who]]
        friends = [n for n, side in enumerate(self.sides) if side == self.sides[who] and n != who]
        found = []
        for way in crowds.aimed((x, y, facing), size, limit, ways, self.polys[at]):
            enemies = [self.polys[n] for n in foes]
            solid = [self.polys[n] for n in friends if self.solid[n]]
            told = crowds.lane((x, y, way), size, limit, enemies, solid, self.SLACK)
            if told is not None and told[2:] == (-1, -1):
                end = shifted(box(x, y, way, *size), *offset(way, told[0]))
                if first_overlap(end, [self.polys[n] for n in friends], self.SLACK) is None:
                    found.append((way, told[0], foes[told[1]]))
        return found

    def crossed(self, way: Any) -> list[tuple[int, Point]]:
        """The pieces across a way, but for gates and its start, and once where two of a line meet."""
        found: list[tuple[int, Point]] = []
        for at, piece in enumerate(self.PIECES):
            place = meeting(way, piece)
            if (
                place is None
                or place == way[0]
                or any(point_within(place, gate, 1) for gate in self.GATES[at])
            ):
                continue
            if not any(place == there and self.ACROSS[1][at] == self.ACROSS[1][n] for n, there in found):
                found.append((at, place))
        return found

    def climbed(self, who: int, facing: int, distance: int, hit: int) -> int | None:
        """What lines cost, None for no way there."""
        start = box(*self.poses[who][:2], facing, *self.sizes[who])
        way = front_middle(start), ahead(*front_middle(start), facing, distance)
        if self.enters[who] and self.walled[hit]:
            (x, y), (u, v, _) = way[1], self.poses[hit]
            beyond = ((u - x) * SIN[facing] + (v - y) * COS[facing]) >> SHIFT
            level = ahead(x, y, facing, beyond)
            walls = [at for at, _ in self.crossed((way[0], level)) if self.ACROSS[4][at]]
            if walls or not in_parts(self.INSIDE, level):
                return None
        if self.enters[who] and self.housed[hit] and not in_parts(self.ROADS, way[1]):
            return None
        met = self.crossed(way)
        if any(self.ACROSS[2][at] < 0 for at, _ in met):
            return None
        return sum(self.ACROSS[2][at] for at, place in met if not within((place,), self.polys[hit], 50))

    def ground(self, who: int, facing: int, distance: int, hit: int) -> int:
        """Whether ground lets one through: 1, or else 0; -1 where it is judged, -2 where that is for a road."""
        (x, y, _), (closed, rough, far) = self.poses[who], self.ground_
        way = swept(box(x, y, facing, *self.sizes[who]), *offset(facing, distance))
        west, south, east, north = bounds(way)
        over, judged = self.climbed(who, facing, distance, hit), self.enters[who] and self.housed[hit]
        if west < 0 or south < 0 or east > 900 or north > 900 or over is None:
            return 0
        cost = distance if judged else distance + over
        if cost > self.limits[who]:
            return 0
        slow = cost > far and first_overlap(way, rough) is not None
        if slow or first_overlap(way, closed) is not None:
            ends = (x, y), ahead(x, y, facing, distance)
            return -2 if self.enters[who] and all(in_parts(self.ROADS, end) for end in ends) else 0
        return -1 if judged else 1

    def allowed(self, who: int, facing: int, distance: int, hit: int) -> bool:
        told = self.ground(who, facing, distance, hit)
        return self.judge(who, facing, distance, hit, told < -1) if told < 0 else told > 0

    def leads_home(self, who: int, at: int, facing: int) -> bool:
        """Whether a turn so far is free, and a rush along it is allowed."""
        turn = abs(turn_between(self.poses[who][2], facing))
        lanes = self.along(who, at, [facing % 3600])
        return (self.loose[who] or turn <= 450) and any(self.allowed(who, *lane) for lane in lanes)

    def targets(self, who: int, stages: tuple[int, ...] = (0, 1, 2)) -> list[int]:
        return [
            at
            for at, body in enumerate(self.polys)
            if self.sides[at] != self.sides[who]
            and within(self.polys[who], body, self.limits[who])
            and poly_in_arc(self.arc(who), body)
            and self.sees(who, at)
            and any(self.allowed(who, *lane) for stage in stages for lane in self.lanes(who, at, stage))
        ]


def test_who_of_a_whole_table_may_run_at_whom(fields: list[Field]) -> None:
    some = 0
    for ranks in map(Ranks, fields):
        asked, everybody = ranks.asked(), range(len(ranks.polys))
        for who in everybody:
            targets = ranks.targets(who)
            assert crowds.all_rushes(who, (0, 1, 2), *asked, ranks.judge) == targets
            first = crowds.first_rush([who], (0, 1, 2), *asked, ranks.judge)
            assert (first is None) == (not targets)
            for likely in (
                [(who, at, (ranks.poses[who][2] + 100 * at) % 3600) for at in everybody] if first else ()
            ):
                found = crowds.first_rush([who], (0, 1, 2), *asked, ranks.judge, likely)
                assert found is not None
                assert found in (first, likely)
                assert ranks.leads_home(*found)
            assert crowds.first_rush([], (0, 1, 2), *asked, ranks.judge, (who, 0, 0)) is None
            some += bool(targets)
        # Whole spans of facings are passed over: each of them is looked along here.
        assert crowds.all_rushes(0, (0, 3), *asked, ranks.judge) == ranks.targets(0, (0, 1, 2, 3))
        pair = 0, max(everybody, key=lambda at: ranks.sides[at] != ranks.sides[0])
        for stage in (0, 1, 2):
            open_ = [lane for lane in ranks.lanes(*pair, stage) if ranks.ground(pair[0], *lane)]
            assert crowds.open_lanes(*pair, stage, *asked) == open_
        assert crowds.sees_past(ranks.eye(0), *pair, *asked) == ranks.sees(*pair)
    assert some > 20


def test_facings_at_a_target_go_from_the_likely_ones_to_all() -> None:
    target = box(300, 900, 1800, 100, 40)
    here, middle = (0, 0, 0), (300, 900)
    likely, more, others = [
        crowds.facings_at(here, False, (450, 90, 10), middle, target, stage) for stage in (0, 1, 2)
    ]
    assert likely == [heading((0, 0), middle), heading((0, 0), nearest_point((0, 0), target)), 0]
    assert more[:4] == [heading((0, 0), corner) for corner in target]
    assert {*more[4:]} == {facing % 3600 for facing in range(-450, 451, 90)} - {*more[:4]}
    assert {*likely, *more, *others} >= {facing % 3600 for facing in range(-450, 451, 10)}
    assert not {*others} & {*likely, *more}
    aside = crowds.facings_at((0, 0, 1800), False, (450, 90, 10), middle, target, 0)
    assert aside == [1350, 1800], "who would have to turn farther turns as far as he may"
    loose = crowds.facings_at((0, 0, 1800), True, (450, 90, 10), middle, target, 2)
    assert len(loose) > 340
    tenths = crowds.facings_at(here, False, (450, 90, 10), middle, target, 3)
    assert not {*tenths} & {*likely, *more, *others}
    assert {*likely, *more, *others, *tenths} == {facing % 3600 for facing in range(-450, 451)}


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
            eyes,
            arcs,
            crowds.clear_shots(eyes, arcs, target, carry, field.crowd, odd, (centre(target),), (), 0),
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


def test_shots_past_friends(fields: list[Field]) -> None:
    """No line passes a friend so near; in exchange it may go to any of some further points."""
    told: set[int] = set()
    for field in fields:
        eyes = [field.point() for _ in range(4)]
        arcs = [field.rng.choice([ALL_ROUND, front_arc(box(*eye, 900, 20, 20), 900)]) for eye in eyes]
        target, friends = field.body(), [field.body() for _ in range(field.rng.randint(0, 2))]
        each = crowds.clear_shots(eyes, arcs, target, 900, field.crowd, None, target, friends, 100)
        alone = crowds.clear_shots(eyes, arcs, target, 900, field.crowd, None, (), (), 0)
        for eye, arc, found, without in zip(eyes, arcs, each, alone):
            near = nearest_point(eye, target)
            clear = [
                aim
                for aim in (near, *target)
                if in_arc(arc, aim)
                and not any_crossed((eye, aim), field.crowd)
                and all(gap((eye, aim), friend) > 100 for friend in friends)
            ]
            if without in (-1, -3):
                assert found == without
            else:
                assert found == (length(eye, near) if clear else -2)
            told.add(1 if found >= 0 > without else -1 if without >= 0 > found else 0)
    assert told == {1, 0, -1}, "some see by a corner what they did not, some are kept from it by a friend"


def test_who_of_a_whole_table_can_be_shot_at(fields: list[Field]) -> None:
    """What `clear_shots` says of each, eye by eye, of those who may be near enough and in the arc of the whole."""
    told: set[int] = set()
    for field in fields:
        ranks = Ranks(field)
        eyes = [field.point() for _ in range(3)]
        arcs = [field.rng.choice([ALL_ROUND, front_arc(box(*eye, 900, 20, 20), 900)]) for eye in eyes]
        carry, doubted = field.rng.choice([300, 900]), {field.rng.randint(0, 6)}
        found = dict(crowds.shots_at(0, eyes, arcs, carry, doubted, *ranks.asked()))
        for at, body in enumerate(ranks.polys):
            near = not farther(bounds(ranks.polys[0]), bounds(body), carry)
            others = [p for n, p in enumerate(ranks.polys) if ranks.hiding[n] and n not in (0, at)]

            def hides(line: Any) -> bool:
                return not farther(bounds(line), (300, 0, 600, 900), 0) and Ranks.hidden(line)

            verdict = 0
            if near and ranks.sides[at] != ranks.sides[0]:
                each = crowds.clear_shots(eyes, arcs, body, carry, others, hides, (centre(body),), (), 0)
                # Where no corner and no edge of it comes into an arc there is nothing to cut.
                cut = [
                    -3
                    for far, arc in zip(each, arcs)
                    if far == -3 and corners_in_arc(arc, body, True) is not False
                ]
                verdict = 1 if max(each) >= 0 else -3 if cut else 0
                verdict = verdict if poly_in_arc(ranks.arc(0), body) else 0
                verdict = -3 if at in doubted else verdict
            assert found.get(at, 0) == verdict
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
