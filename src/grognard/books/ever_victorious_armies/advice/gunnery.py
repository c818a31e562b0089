"""Guns are placed once, where they have a field of fire, and stay there; the others leave it free. Judgement, not rules."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import gap
from grognard.geometry.points import Poly, Pose, Segment
from grognard.geometry.shapes import box
from grognard.geometry.sight import crosses_parts

from ..facts.bodies import GUN, standing
from ..state import State, Unit
from ..words import Cover, Order
from .ground import bears, cover_at
from .worth import figure_worth, is_loose, salvo, share

NEAREST = 1200
"""A gun is not brought nearer to an enemy than this."""
SOON = 900
"""An enemy so far beyond its range will come into it."""
STAY, GO = 3.0, 2.0
"""Shots to come for a gun that stays, and for one that moves: it limbers up, and has to unlimber. [30, X1]"""
CLOSER = 0.015
"""What an inch nearer to the enemy is worth to a gun that reaches nobody."""
WATCHED = 3
"""So many targets of a gun are left free by its friends."""


class Target(NamedTuple):
    """An enemy before a gun, and what a shot at him may bring."""

    worth: float
    id: int
    apart: int


def targets_from(state: State, gun: Unit, pose: Pose) -> list[Target]:
    """Whom a gun would shoot at from a place, the best first; those who will soon be in range at half their worth."""
    shape = box(*pose, GUN, GUN)
    own = cover_at(state.field, (pose.x, pose.y))
    found = []
    for there in standing(state, 1 - gun.side):
        at = there.x, there.y
        enemy = state.units[there.id]
        if enemy.is_general or not bears(pose, Order.UNLIMBERED, at):
            continue
        apart = gap(shape, there.body)
        his = cover_at(state.field, at)
        his = Cover.NONE if his is own else his
        shot = salvo(state, gun, his, moved=False, still=True, loose=is_loose(enemy))
        hits = shot.at(apart) or (0.5 * shot.at(apart - SOON) if apart > SOON else 0.0)
        if hits:
            found.append(Target(hits * figure_worth(state, enemy), there.id, apart))
    return sorted(found, reverse=True)


def field_of_fire(state: State, gun: Unit, pose: Pose) -> float:
    """What a shot from a place may bring: the best target, and a little for every other."""
    found = targets_from(state, gun, pose)
    return 0.75 * found[0].worth + 0.25 * sum(target.worth for target in found) if found else 0.0


def gun_worth(state: State, gun: Unit, pose: Pose, moved: bool) -> float:
    """What a place is worth to a gun for its shots; one that moves loses those of two turns."""
    shots = field_of_fire(state, gun, pose)
    worth = (GO if moved else STAY) * shots
    if not moved and shots and cover_at(state.field, (pose.x, pose.y)) is not Cover.NONE:
        return worth + 1.0  # it was emplaced to fire from here
    shape = box(*pose, GUN, GUN)
    nearest = min((gap(shape, there.body) for there in standing(state, 1 - gun.side)), default=NEAREST)
    if moved and nearest < NEAREST:
        worth -= 0.5
    return worth if shots else worth - CLOSER * max(0, nearest - NEAREST) / 100


class Lane(NamedTuple):
    """A line of fire of a gun, and what is lost if it is barred."""

    line: Segment
    worth: float


def fire_lanes(state: State, side: int) -> tuple[Lane, ...]:
    """The lines of fire of a side's unlimbered guns."""
    guns = tuple([gun for gun in state.of_side(side) if gun.order is Order.UNLIMBERED])
    return _fire_lanes(state, guns, state.of_side(1 - side), share(state, 1 - side)) if guns else ()


@kept(of=("field", "options"))
def _fire_lanes(
    state: State, guns: tuple[Unit, ...], foes: tuple[Unit, ...], _share: float
) -> tuple[Lane, ...]:
    """The same for as long as they and their enemies are as they are."""
    found = []
    for gun in guns:
        pose = Pose(gun.x, gun.y, gun.facing)
        muzzle = ahead(gun.x, gun.y, gun.facing, GUN // 2 + 10)
        best = targets_from(state, gun, pose)[:WATCHED]
        for target in best:
            enemy = state.units[target.id]
            found.append(Lane((muzzle, (enemy.x, enemy.y)), STAY * target.worth / len(best)))
    return tuple(found)


def masking(state: State, unit: Unit, order: Order, shape: Poly) -> float:
    """What a unit costs its guns by standing before their muzzles. [S12]"""
    if order is Order.SKIRMISH:
        return 0.0
    return sum(lane.worth for lane in fire_lanes(state, unit.side) if crosses_parts(lane.line, (shape,)))


__all__ = ["fire_lanes", "gun_worth", "masking"]
