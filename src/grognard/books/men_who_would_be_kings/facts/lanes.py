"""Straight ways of single models, and what stops them. [R-25, R-43, R-56]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from grognard.geometry.crowds import Disc as Disc
from grognard.geometry.crowds import first_disc_approached, first_disc_nearer, first_disc_struck
from grognard.geometry.gaps import length, nearer_than, point_gap
from grognard.geometry.points import Bounds, Poly, Segment, farther, grown, in_bounds

from ..state import Point, State, Unit
from .bodies import KEEP, bounds_of, extent, house

Crowd = tuple[Bounds, list[Disc]]
"""The bases of one unit, and a box outside of which none of them is in anybody's way."""


def crowd_of(other: Unit, keep: int) -> Crowd:
    """A unit none of whose bases' centres may be come nearer to than that."""
    return grown(bounds_of(other), keep), [(x, y, keep) for x, y in other.models]


def stands_in(spot: Point, crowds: Iterable[Crowd]) -> bool:
    """Whether a base's centre is too near to one of theirs."""
    x, y = spot
    for box, discs in crowds:
        if in_bounds(box, spot):
            for u, v, limit in discs:
                if (x - u) * (x - u) + (y - v) * (y - v) < limit * limit:
                    return True
    return False


class Crowded(NamedTuple):
    """What stands around a mover: discs no centre may come nearer to, and walls of garrisons."""

    discs: tuple[Disc, ...]
    walls: tuple[Poly, ...] = ()


def seg_nearer(a: Point, b: Point, disc: Disc) -> bool:
    """Whether a straight way comes nearer to a disc's centre than it may; exact."""
    return first_disc_struck((a, b), 0, (disc,)) is not None


def enemies_round(
    state: State, unit: Unit, around: Bounds, but: int | None = None, keep: int = KEEP
) -> Crowded:
    """The enemy bases that may matter within an upright rectangle: a gap of 1 is kept from each. [R-25]"""
    discs: list[Disc] = []
    walls: list[Poly] = []
    for enemy in state.on_table(1 - unit.side):
        wall, limit = house(state, enemy), unit.radius + enemy.radius + keep
        if enemy.id == but or farther(extent(state, enemy), around, limit):
            continue
        if wall is not None:
            walls.append(wall)
        else:
            discs += [(x, y, limit) for x, y in enemy.models]
    return Crowded(tuple(discs), tuple(walls))


def solid_friends(state: State, unit: Unit, around: Bounds) -> tuple[Disc, ...]:
    """Friends that cannot be passed: those in Close Order, or all for a unit in it. [T077, R-43]"""
    return tuple(
        (x, y, unit.radius + friend.radius)
        for friend in state.on_table(unit.side)
        if friend.id != unit.id
        and friend.inside is None
        and (friend.close_order or unit.close_order)
        and not farther(bounds_of(friend), around, unit.radius + friend.radius)
        for x, y in friend.models
    )


def breaks_gap(leg: Segment, radius: int, crowd: Crowded) -> bool:
    """Whether a leg comes nearer than 1 to an enemy; one that starts nearer is not locked, but may only go away.

    [R-25, R-58]
    """
    start, end = leg
    if first_disc_approached(leg, 0, crowd.discs) is not None:
        return True
    for wall in crowd.walls:
        if nearer_than((start,), wall, radius + KEEP):
            if point_gap(end, wall) < point_gap(start, wall):
                return True
        elif nearer_than(leg, wall, radius + KEEP):
            return True
    return False


def hits(leg: Segment, discs: Sequence[Disc]) -> bool:
    """Whether a leg runs into a base that cannot be passed. [T077]"""
    return bool(discs) and first_disc_struck(leg, 0, discs) is not None


def free_stretch(start: Point, end: Point, disc: Disc) -> int:
    """How far along a leg a base may go before it touches another; all of it if it passes by."""
    return as_far_as(lambda far: not seg_nearer(start, along(start, end, far), disc), length(start, end))


def as_far_as(good: Callable[[int], bool], far: int) -> int:
    """The greatest distance up to so far that is good, as all shorter ones are: all of it, or found by halves."""
    return far if good(far) else bisect_left(range(far), True, key=lambda before: not good(before + 1))


def along(start: Point, end: Point, distance: int) -> Point:
    """The point so far along a leg, rounded towards its start."""
    whole = length(start, end)
    if distance >= whole:
        return end
    dx, dy = end[0] - start[0], end[1] - start[1]
    return start[0] + _part(dx, distance, whole), start[1] + _part(dy, distance, whole)


def _part(step: int, distance: int, whole: int) -> int:
    return step * distance // whole if step >= 0 else -(-step * distance // whole)


def overlaps(models: Iterable[Point], radius: int, others: Sequence[Disc], keep: int = 0) -> bool:
    """Whether any base would stand on another, or less than so far from it."""
    return bool(others) and any(first_disc_nearer(x, y, radius, others, keep) is not None for x, y in models)


def crowded_together(models: Sequence[Point], radius: int) -> bool:
    """Whether bases of one unit overlap each other."""
    discs = [(x, y, radius) for x, y in models]
    return any(first_disc_nearer(*disc, discs[:at]) is not None for at, disc in enumerate(discs))
