"""Where a body might go: a region to draw, and sensible poses for machines to try.

None of this judges: a region may be slightly generous, and a pose offered here is only a suggestion that
the book's own checks accept or refuse. All generators are deterministic and give the best ideas first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from grognard.geometry.angles import FULL_TURN, ahead, heading, offset, turn_between
from grognard.geometry.contact import flush_poses
from grognard.geometry.gaps import length
from grognard.geometry.points import Point, Poly, Pose, square
from grognard.geometry.shapes import box, centre
from grognard.geometry.sight import any_crossed
from grognard.geometry.slides import stretch, to_edge

T = TypeVar("T")


class Chance(Protocol):
    """What a sampler needs of a generator of chance."""

    def random(self) -> float: ...


def fan(
    x: int,
    y: int,
    allowance_at: Callable[[int], int],
    free_at: Callable[[int, int], int] | None = None,
    step: int = 100,
    margin: int = 0,
) -> tuple[Point, ...]:
    """The outline of where a point may go, clockwise from north: on each bearing, the allowance or what is free of it.

    `allowance_at(bearing)` is how far the book allows; `free_at(bearing, limit)` how far the way is open.
    `margin` is added all round, to show the body's front instead of its centre.
    """
    points = []
    for bearing in range(0, FULL_TURN, step):
        distance = allowance_at(bearing)
        if free_at is not None and distance > 0:
            distance = free_at(bearing, distance)
        points.append(ahead(x, y, bearing, max(distance, 0) + margin))
    return tuple(points)


def open_way(
    poly: Poly, obstacles: Sequence[Poly], table: tuple[int, int] | None = None
) -> Callable[[int, int], int]:
    """A `free_at` for `fan`: how far a shape slides before it meets an obstacle or the table's edge."""

    def free_at(bearing: int, limit: int) -> int:
        if table is not None:
            limit = to_edge(poly, bearing, limit, table)
        return stretch(poly, bearing, limit, obstacles).distance

    return free_at


def poses_ahead(pose: Pose, distances: Iterable[int], bearings: Iterable[int] = (0,)) -> Iterator[Pose]:
    """Straight on by each distance, facing kept; `bearings` are relative to the facing."""
    ways = tuple(bearings)
    for distance in distances:
        for way in ways:
            yield Pose(*ahead(pose.x, pose.y, pose.facing + way, distance), pose.facing)


def poses_towards(
    pose: Pose, target: Point, distances: Iterable[int], most_turn: int = 1800
) -> Iterator[Pose]:
    """Turn towards a target, as far as may be, and go on by each distance, but not past it."""
    wanted = turn_between(pose.facing, heading((pose.x, pose.y), target))
    facing = (pose.facing + min(max(wanted, -most_turn), most_turn)) % FULL_TURN
    far = length((pose.x, pose.y), target)
    for distance in dict.fromkeys(min(distance, far) for distance in distances):
        yield Pose(*ahead(pose.x, pose.y, facing, distance), facing)


def poses_turned(pose: Pose, turns: Iterable[int]) -> Iterator[Pose]:
    """The same place, turned by each angle."""
    for turn in turns:
        yield Pose(pose.x, pose.y, (pose.facing + turn) % FULL_TURN)


def poses_around(target: Point, distance: int, count: int = 8, first: int = 0) -> Iterator[Pose]:
    """Places on a ring round a target, all facing it, from bearing `first` and then by turns to both sides."""
    step = FULL_TURN // count
    for number in range(count):
        swing = (number + 1) // 2 * step * (1 if number % 2 else -1)
        bearing = (first + swing) % FULL_TURN
        yield Pose(*ahead(*target, bearing, distance), (bearing + 1800) % FULL_TURN)


def poses_in_range(pose: Pose, target: Point, distances: Iterable[int], count: int = 5) -> Iterator[Pose]:
    """Places at each distance from a target, facing it, the nearest way first: to each band of a range."""
    first = heading(target, (pose.x, pose.y))
    for distance in distances:
        ring = tuple(poses_around(target, distance, 2 * count, first))
        yield from ring[:count]


def poses_back(pose: Pose, threat: Point, distances: Iterable[int], face: bool = True) -> Iterator[Pose]:
    """Straight away from a threat by each distance, facing it or with the back to it."""
    away = heading(threat, (pose.x, pose.y))
    facing = (away + 1800) % FULL_TURN if face else away
    for distance in distances:
        yield Pose(*ahead(pose.x, pose.y, away, distance), facing)


def poses_in_contact(
    pose: Pose, target: Pose, target_size: tuple[int, int], width: int, depth: int, most_turn: int = 1800
) -> Iterator[Pose]:
    """Flush against each side of a target that can be reached by turning no more than so much, nearest side first."""
    stands = [
        stand
        for stand in flush_poses(target, target_size, width, depth)
        if abs(turn_between(pose.facing, stand.facing)) <= most_turn
    ]
    yield from sorted(stands, key=lambda stand: square((pose.x, pose.y), (stand.x, stand.y)))


def poses_behind(cover: Poly, threat: Point, gaps: Iterable[int], width: int, depth: int) -> Iterator[Pose]:
    """Places behind a shape, seen from a threat, at each gap from it, facing the threat over it."""
    middle = centre(cover)
    away = heading(threat, middle)
    facing = (away + 1800) % FULL_TURN
    for gap in gaps:
        # Coming back towards the cover from well behind it finds the near side of any shape.
        far = 2 * max(length(middle, corner) for corner in cover) + depth + width + gap
        x, y = ahead(*middle, away, far)
        free = stretch(box(x, y, facing, width, depth), facing, far, (cover,)).distance
        yield Pose(*ahead(x, y, facing, max(free - gap, 0)), facing)


def hidden(places: Iterable[Point], eyes: Sequence[Point], screens: Sequence[Poly]) -> tuple[Point, ...]:
    """The places that no eye sees past some screens: out of sight, or out of an arc's owner's view."""
    return tuple([place for place in places if all(any_crossed((eye, place), screens) for eye in eyes)])


def pick(rng: Chance, choices: Sequence[T]) -> T:
    """One of some choices, all alike likely."""
    return choices[min(int(rng.random() * len(choices)), len(choices) - 1)]


def pick_near_front(rng: Chance, choices: Sequence[T]) -> T:
    """One of some choices, the earlier the likelier: half the weight on the first quarter."""
    share = rng.random()
    return choices[min(int(share * share * len(choices)), len(choices) - 1)]


def jitter(rng: Chance, pose: Pose, spread: int, swing: int) -> Pose:
    """A pose a little off: some noise keeps a fuzzer honest."""
    dx, dy = offset(int(rng.random() * FULL_TURN), int(rng.random() * (spread + 1)))
    turn = int(rng.random() * (2 * swing + 1)) - swing
    return Pose(pose.x + dx, pose.y + dy, (pose.facing + turn) % FULL_TURN)
