"""What can be taken: guns without crews, wagons without escort. [X12, S5]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.geometry.crowds import Disc

from ..state import GUN_RADIUS, State, Unit
from ..words import Arm, Where
from .bodies import body_of, nearest_pair

TAKING = 100
GUARD = 500


class Loot(NamedTuple):
    """Wagons of a convoy, by their place in it."""

    unit: int
    wagons: tuple[int, ...]


def guns_in_reach(state: State, unit: Unit) -> tuple[int, ...]:
    """Enemy guns without crew within 1; who flees takes none. [X12, M5]"""
    if unit.fleeing or unit.arm not in (Arm.FOOT, Arm.HORSE):
        return ()
    found = []
    for other in state.units:
        gun = other.gun
        if gun is None or other.side == unit.side or gun.taken:
            continue
        if other.where is Where.LATER or not (gun.abandoned or not other.figures):
            continue
        spot = ((gun.x, gun.y, GUN_RADIUS),)
        if nearest_pair(body_of(unit).circles, spot)[0] <= TAKING:
            found.append(other.id)
    return tuple(found)


def guarded(state: State, side: int, spot: tuple[Disc, ...]) -> bool:
    """Whether troops of a side stand within 5 of something of theirs. [S5]"""
    return any(
        nearest_pair(body_of(friend).circles, spot)[0] <= GUARD
        for friend in state.standing(side)
        if friend.arm in (Arm.FOOT, Arm.HORSE) and not friend.fleeing
    )


def wagons_in_reach(state: State, unit: Unit) -> tuple[Loot, ...]:
    """Enemy wagons within 1, none of their own side within 5. [S5]"""
    if unit.fleeing or unit.arm not in (Arm.FOOT, Arm.HORSE):
        return ()
    found = []
    for other in state.units:
        if other.arm is not Arm.WAGON or other.side == unit.side or not other.on_table:
            continue
        near = []
        for index, f in enumerate(other.figures):
            spot = ((f.x, f.y, other.radius),)
            if (
                not guarded(state, other.side, spot)
                and nearest_pair(body_of(unit).circles, spot)[0] <= TAKING
            ):
                near.append(index)
        if near:
            found.append(Loot(other.id, tuple(near)))
    return tuple(found)
