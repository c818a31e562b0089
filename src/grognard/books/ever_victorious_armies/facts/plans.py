"""Ways from a pose to another that a march may try; the march itself is the judge. [M5, M6]"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from grognard.geometry.angles import heading, norm, turn_between
from grognard.geometry.points import Pose, square
from grognard.tabletop.manoeuvre import Legs


def plain_ways(start: Pose, to: Pose) -> Iterator[Legs]:
    """Turn and go, or go back or aside and keep the facing; every turn also by an about-face. [M5, M6]"""
    # Rounded down, so that a place at the very end of the dice is not missed by a hundredth.
    far = isqrt(square((start.x, start.y), (to.x, to.y)))
    if far == 0:
        yield from turns(turn_between(start.facing, to.facing))
        return
    bearing = heading((start.x, start.y), (to.x, to.y))
    for first, kind, sign, facing in goings(start.facing, bearing):
        for last in turns(turn_between(facing, to.facing)):
            yield (*first, (kind, sign * far), *last)


def goings(facing: int, bearing: int) -> Iterator[tuple[Legs, str, int, int]]:
    """How to go on a bearing: the turn before it, the kind of leg and its sign, the facing one then has. [M5, M6]"""
    for kind, off, sign in (("forward", 0, 1), ("back", 1800, 1), ("side", -900, 1), ("side", 900, -1)):
        turned = norm(bearing + off)
        for first in turns(turn_between(facing, turned)):
            yield first, kind, sign, turned


def turns(angle: int) -> tuple[Legs, ...]:
    """Ways to turn so far: at once, or by an about-face and back. [M5]"""
    if angle == 0:
        return ((),)
    if abs(angle) <= 900 or abs(angle) == 1800:
        return ((("turn", angle),),)
    return (("turn", angle),), (("turn", 1800), ("turn", turn_between(1800, angle)))
