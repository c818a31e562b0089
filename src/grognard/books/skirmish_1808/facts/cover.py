"""What shelters a unit from fire. [8, F3, F5, A-25]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.geometry.angles import heading, turn_between
from grognard.geometry.points import Point

from ..state import State, Unit
from ..tables.cover import wall_cover
from ..words import Arm, Cover
from .ground import NEAR_WALL, Wall, area_cover_of, land_of


class Throwing(NamedTuple):
    """What the modifiers of an evasion throw look at."""

    cover: Cover = Cover.NONE
    """What shelters the target: always added. [23–25, A-33]"""
    artillery: bool = False
    formed: bool = False
    cavalry: bool = False
    skirmishing: bool = False
    """Light or quick foot, loose. [X8]"""


GUN_ARC = 450


def wall_shelter(state: State, target: Unit, middle: Point, shooters: tuple[Point, ...]) -> Cover:
    """The cover of a wall between the middle of the shooters and most of the target's figures. [F3a]"""
    if target.house:
        return Cover.NONE
    found = [
        wall_cover(wall.piece.height, target.mounted)
        for wall in land_of(state).walls
        if _behind(wall, target, middle) and not _share(wall, shooters)
    ]
    return max(found, default=Cover.NONE)


def _behind(wall: Wall, target: Unit, middle: Point) -> bool:
    sheltered = sum(
        wall.within((f.x, f.y), NEAR_WALL) and wall.between(middle, (f.x, f.y)) for f in target.figures
    )
    return 2 * sheltered > target.size


def _share(wall: Wall, shooters: tuple[Point, ...]) -> bool:
    """Whether most shooters line the same wall."""
    return 2 * sum(wall.within(spot, NEAR_WALL) for spot in shooters) > len(shooters)


def shelter(
    state: State, target: Unit, middle: Point, shooters: tuple[Point, ...], *, small_arms: bool = True
) -> Cover:
    """The best single cover a target has from some shooters. [F3b, F5, 8]"""
    best = max(area_cover_of(state, target), wall_shelter(state, target, middle, shooters))
    if best is Cover.NONE and small_arms and (target.open_order or behind_gun(target, middle)):
        return Cover.LIGHT
    return Cover(best)


def behind_gun(target: Unit, middle: Point) -> bool:
    """Gun crews are sheltered by their gun from fire on its front. [F5]"""
    if target.arm is not Arm.GUN or target.gun is None or target.gun.abandoned or target.gun.taken:
        return False
    bearing = heading((target.gun.x, target.gun.y), middle)
    return abs(turn_between(target.facing, bearing)) <= GUN_ARC
