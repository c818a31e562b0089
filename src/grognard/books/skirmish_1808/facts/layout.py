"""Where figures stand in a formed or loose layout; those who fall last stand last. [B3, B3a, B4, B5]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.geometry.angles import rotate
from grognard.geometry.crowds import one_chain
from grognard.geometry.points import Point, shifted

from ..state import RADIUS, Figure, Unit
from ..words import Arm

COHESION = 500
"""Greatest gap between a figure and the next of its unit. [B5]"""
LOOSE_PITCH = {Arm.FOOT: 300, Arm.HORSE: 450, Arm.GUN: 300, Arm.WAGON: 600}
"""The usual distance between centres in a loose unit. [B4]"""
MOST_RANKS = 3


def touching_pitch(arm: Arm) -> int:
    """Distance of centres of bases that touch. [B3]"""
    return 2 * RADIUS[arm]


def widest_pitch(arm: Arm) -> int:
    """The widest pitch of a loose layout: no gap above the cohesion limit. [B4, B5]"""
    # The rear rank stands half a pitch aside and one pitch back, so files bind along the rank.
    return COHESION + 2 * RADIUS[arm]


@lru_cache(maxsize=4096)
def offsets(count: int, files: int, pitch: int, stagger: bool) -> tuple[tuple[int, int], ...]:
    """Right and ahead of the middle of the front rank."""
    found = []
    left = count
    rank = 0
    while left > 0:
        here = min(files, left)
        shift = pitch // 2 if stagger and rank % 2 and here == files else 0
        first = -(here - 1) * pitch // 2 + shift
        found += [(first + file * pitch, -rank * pitch) for file in range(here)]
        left -= here
        rank += 1
    return tuple(found)


@lru_cache(maxsize=4096)
def _turned(count: int, files: int, pitch: int, stagger: bool, facing: int) -> tuple[Point, ...]:
    """The same east and north of it, for one facing."""
    return tuple([rotate(right, ahead, facing) for right, ahead in offsets(count, files, pitch, stagger)])


def spots(count: int, files: int, pitch: int, front: Point, facing: int, formed: bool) -> tuple[Point, ...]:
    """Every figure's place, front rank first, each rank from the left; `front` is the middle of the front rank."""
    return shifted(_turned(count, files, pitch, not formed, facing), *front)


def depth_of(count: int, files: int, pitch: int) -> int:
    """How deep a layout is, from the first rank's centres to the last one's."""
    return (-(-count // files) - 1) * pitch


def front_of(middle: Point, facing: int, count: int, files: int, pitch: int, formed: bool) -> Point:
    """The middle of the front rank of a layout whose mean figure stands at a point."""
    dx, dy = _to_front(count, files, pitch, not formed, facing)
    return middle[0] + dx, middle[1] + dy


@lru_cache(maxsize=4096)
def _to_front(count: int, files: int, pitch: int, stagger: bool, facing: int) -> Point:
    found = offsets(count, files, pitch, stagger)
    right = sum([right for right, _ in found]) // count
    back = sum([ahead for _, ahead in found]) // count
    return rotate(-right, -back, facing)


def placed(unit: Unit, places: Sequence[Point]) -> tuple[Figure, ...]:
    """The unit's figures at new places, in their order."""
    return tuple([Figure(f.role, x, y) for f, (x, y) in zip(unit.figures, places)])


def front_middle(unit: Unit) -> Point:
    """The middle of a formed unit's front rank."""
    row = unit.figures[: unit.files]
    first, last = row[0], row[-1]
    return (first.x + last.x) // 2, (first.y + last.y) // 2


def rank_of(unit: Unit, index: int) -> int:
    """The rank a figure of a formed unit stands in, the front rank 0. [O2]"""
    return index // unit.files


def in_cohesion(places: Sequence[Point], radius: int) -> bool:
    """Every figure within 5 of another, all in one chain. [B5]"""
    return one_chain(places, COHESION + 2 * radius)


def default_files(count: int) -> int:
    """Two ranks, the front one fuller. [B4]"""
    return max(1, -(-count // 2))
