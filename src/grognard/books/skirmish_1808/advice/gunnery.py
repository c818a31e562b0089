"""Guns against houses: what one round more adds to the chance that walls come down on a garrison. [X9, X9a]"""

from __future__ import annotations

from functools import lru_cache
from math import acos, comb, pi

from grognard.geometry.points import Point, bounds

from ..facts.arriving import arrival_of
from ..facts.ground import house_named
from ..facts.shooting import evasion_die
from ..state import State, Unit, centre
from ..tables.guns import ACCURACY, COLLAPSE, DEVIATION, TRUE_SHOT
from ..words import Reach, Where
from .storming import counts
from .worth import nearest_on, price

ROOM = 1000
"""So near to an edge a gun is in the way of those who come on there."""


def battering(state: State, gun: Unit, target: Unit, reach: Reach) -> float:
    """What a round at a garrison's house is worth for the house's sake, if the rounds after it go there as well."""
    house = house_named(state, target.house)
    left = house.piece.toughness - dict(state.damage).get(house.name, 0)
    rounds = state.field.turns - state.turn
    if not 0 < left <= rounds + 1 or _in_the_way(state, gun):
        return 0.0
    west, south, east, north = bounds(house.poly)
    hit = strikes(ACCURACY[gun.quality], reach, min(east - west, north - south) // 2)
    decides = comb(rounds, left - 1) * hit**left * (1 - hit) ** (rounds - left + 1)
    return decides * _stake(state, target)


def _in_the_way(state: State, gun: Unit) -> bool:
    """Whether it stands where friends are still to come on: it makes room for them first. [T8]"""
    here = centre(gun)
    for unit in state.units:
        due = arrival_of(state, unit) if unit.side == gun.side and unit.where is Where.LATER else None
        if due is not None and _near(here, nearest_on(due.edge, here)):
            return True
    return False


def _near(one: Point, other: Point) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < ROOM**2


def _stake(state: State, garrison: Unit) -> float:
    """What comes down with the walls: men, and the points of the place. [X9a, G7]"""
    buried = min(COLLAPSE - 1, evasion_die(garrison)) / evasion_die(garrison)
    return buried * garrison.size * price(garrison) + counts(state, garrison.side, garrison.house)


@lru_cache(maxsize=256)
def strikes(die: int, reach: Reach, half: int) -> float:
    """The chance that a round laid on the middle of a house lands on it, true or astray; as if it were square. [78–82]"""
    true, most = TRUE_SHOT / die, DEVIATION[reach]
    astray = sum([_within(100 * far, half) for far in range(1, most + 1)]) / most
    return true + (1 - true) * astray


def _within(far: int, half: int) -> float:
    """How much of a circle lies in a square round the same middle."""
    if far <= half:
        return 1.0
    return max(0.0, 1 - acos(half / far) / (pi / 4))


__all__ = ["battering", "strikes"]
