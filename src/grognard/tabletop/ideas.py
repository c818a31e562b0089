"""Where a mover might want to go, for machines: towards the nearest of its goals, away, all round, as far as it is free.

A book names its goals (enemies, objectives, cover, ways out) and says what legs lead to them; here are the aims and the runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from grognard.engine.dice import Rng
from grognard.geometry.angles import FULL_TURN, heading
from grognard.geometry.crowds import fanned
from grognard.geometry.gaps import length, nearest_point
from grognard.geometry.points import Bounds, Point, Poly, Segment
from grognard.geometry.shapes import centre
from grognard.geometry.slides import stretch, stretch_clear, to_edge

T = TypeVar("T")
FEW = 4
"""So many turns to both sides are looked at together at first."""


class Aim(NamedTuple):
    """A goal as seen from where somebody stands."""

    bearing: int
    far: int


def aim(here: Point, goal: Point) -> Aim:
    """The bearing of a goal and how far it is."""
    return Aim(heading(here, goal), length(here, goal))


def aim_at(here: Point, shape: Poly) -> Aim:
    """The bearing of the nearest spot of a shape and how far it is."""
    return aim(here, nearest_point(here, shape))


def bearings(here: Point, goals: Iterable[Point]) -> list[int]:
    """The bearings of some points."""
    return [heading(here, goal) for goal in goals]


def nearest(
    here: Point, points: Iterable[Point], most: int, far: Callable[[Point, Point], int] = length
) -> list[Point]:
    """The nearest of some points, and not more of them."""
    return sorted(points, key=lambda point: far(here, point))[:most]


def all_round(first: int, every: int) -> range:
    """Bearings all round the compass, from a first one on."""
    return range(first, first + FULL_TURN, every)


def both_sides(
    here: Point, first: int, every: int, most: int, stride: int, towards: Segment
) -> Iterator[int]:
    """A bearing, then others in pairs farther and farther off it: of two first the one a stride along which ends nearer to a line,
    of equals the clockwise one.
    """
    yield first
    turns = range(every, most + every, every)
    for some in (turns[:FEW], turns[FEW:]):  # who asks for all of them is rare
        yield from fanned(here, first, some, stride, towards)


def middles_within(here: Point, shapes: Iterable[Poly], distance: int) -> list[Point]:
    """The middles of some shapes that are at most a distance away."""
    return [middle for middle in map(centre, shapes) if length(here, middle) <= distance]


def shares(whole: int, parts: Iterable[int], of: int) -> Iterator[int]:
    """Some shares of a way: (4, 2) of 4 is the whole and the half."""
    return (whole * part // of for part in parts)


def nearest_in(around: Bounds, here: Point) -> Point:
    """The spot of a rectangle nearest to a point."""
    west, south, east, north = around
    return min(max(here[0], west), east), min(max(here[1], south), north)


def middle_of(around: Bounds) -> Point:
    """The middle of a rectangle."""
    west, south, east, north = around
    return (west + east) // 2, (south + north) // 2


def free_run(
    body: Poly,
    bearing: int,
    limit: int,
    table: tuple[int, int],
    enemies: Sequence[Poly],
    keep: int,
    solid: Sequence[Poly] = (),
) -> int:
    """How far a body may slide on the table, up to what is solid and clear of enemies by `keep`."""
    limit = to_edge(body, bearing, limit, table)
    if solid:
        limit = stretch(body, bearing, limit, solid).distance
    return stretch_clear(body, bearing, limit, enemies, keep).distance


def any_of(found: Sequence[T], rng: Rng) -> T:
    """One of some, each as likely."""
    return found[rng.randint(0, len(found) - 1)]
