"""How far a unit may go in every direction: the line drawn round it while it moves. [B6, B7, P1]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.geometry.angles import ahead, turn_between
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Legs

from ..state import Unit, centre
from .walks import OBLIQUE, SIDESTEP

ROUND = tuple(100 * point for point in range(36))
"""Every ten degrees."""
HALVINGS = 6


def straight(unit: Unit, bearing: int, distance: int) -> Legs:
    """The plain manoeuvre that carries a unit's centre so far in a direction, its front kept. [B6, B7]"""
    if not unit.formed:
        x, y = ahead(0, 0, bearing, distance)
        return (("go", x, y),)
    off = turn_between(unit.facing, bearing)
    if abs(off) <= OBLIQUE:
        return (("move", off, distance),)
    if abs(off) <= 1350:
        return (("side", distance if off == abs(off) else -distance),)
    return (("back", distance),)


def farthest(unit: Unit, bearing: int, tries: tuple[int, ...], refused: Callable[[Legs], object]) -> int:
    """The longest of some distances that is allowed, or as far as halving the shortest of them shows."""
    for distance in tries:
        if not refused(straight(unit, bearing, distance)):
            return distance
    low, high = 0, tries[-1]
    for _ in range(HALVINGS):
        half = (low + high) // 2
        if not refused(straight(unit, bearing, half)):
            low = half
        else:
            high = half
    return low


def reach_round(unit: Unit, tries: tuple[int, ...], refused: Callable[[Legs], object]) -> tuple[Point, ...]:
    """Where the unit's centre may come to without wheeling, direction by direction."""
    middle = centre(unit)
    found = []
    for bearing in ROUND:
        ahead_of = not unit.formed or abs(turn_between(unit.facing, bearing)) <= OBLIQUE
        found.append(
            ahead(*middle, bearing, farthest(unit, bearing, tries if ahead_of else (SIDESTEP,), refused))
        )
    return tuple(found)
