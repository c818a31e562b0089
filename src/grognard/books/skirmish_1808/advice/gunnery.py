"""Guns against houses: what one round more adds to the chance that walls come down on a garrison. [X9, X9a]"""

from __future__ import annotations

from functools import lru_cache
from math import acos, comb, pi

from grognard.geometry.points import Point, bounds

from ..facts.arriving import arrival_of
from ..facts.ground import house_named
from ..facts.gunnery import accuracy_of
from ..facts.shooting import evasion_die
from ..state import State, Unit, centre
from ..tables.guns import COLLAPSE, DEVIATION, TRUE_SHOT
from ..words import Reach, Where
from .storming import counts
from .worth import nearest_on, price

ROOM = 1000
"""So near to an edge a gun is in the way of those who come on there."""


def battering(state: State, gun: Unit, target: Unit, reach: Reach) -> float:
    """What a round at a garrison's house is worth for the house's sake, if the rounds after it go there as well."""
    left, hit = _walls(state, gun, target, reach)
    rounds = state.field.turns - state.turn
    if not 0 < left <= rounds + 1 or _in_the_way(state, gun):
        return 0.0
    return hit * _exactly(left - 1, rounds, hit) * _stake(state, target)


def falling(state: State, side: int) -> float:
    """What walls bring down of the enemy, by its chance, if every gun of a side goes on at the garrison that costs him most."""
    garrisons = [unit for unit in state.standing(1 - side) if unit.house and unit.figures]
    return sum(
        [max([_falls(state, gun, each) for each in garrisons], default=0.0) for gun in _served(state, side)]
    )


def _falls(state: State, gun: Unit, target: Unit) -> float:
    left, hit = _walls(state, gun, target, Reach.LONG)
    rounds = state.field.turns - state.turn
    if not 0 < left <= rounds:
        return 0.0
    return (1 - sum([_exactly(n, rounds, hit) for n in range(left)])) * _stake(state, target)


def _served(state: State, side: int) -> list[Unit]:
    """Guns with a crew that is theirs."""
    return [
        unit
        for unit in state.standing(side)
        if unit.gun is not None
        and unit.figures
        and not (unit.fleeing or unit.gun.taken or unit.gun.abandoned)
    ]


def _walls(state: State, gun: Unit, target: Unit, reach: Reach) -> tuple[int, float]:
    """How many hits a garrison's house still bears, and the chance of one."""
    house = house_named(state, target.house)
    west, south, east, north = bounds(house.poly)
    hit = strikes(accuracy_of(gun), reach, min(east - west, north - south) // 2)
    return house.piece.toughness - dict(state.damage).get(house.name, 0), hit


@lru_cache(maxsize=1024)
def _exactly(hits: int, rounds: int, hit: float) -> float:
    return comb(rounds, hits) * hit**hits * (1 - hit) ** (rounds - hits)


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


__all__ = ["battering", "falling", "strikes"]
