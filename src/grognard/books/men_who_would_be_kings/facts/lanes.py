"""Straight ways of single models, and what stops them. [R-25, R-43, R-56]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.crowds import first_disc_approached, first_disc_struck
from grognard.geometry.points import Bounds, Poly, Segment, bounds, farther, grown
from grognard.tabletop.straight import Disc, Ring, approaches

from ..state import State, Unit
from .bodies import KEEP, bounds_of


@kept
def ring_of(other: Unit, keep: int) -> Ring:
    """A unit none of whose bases' centres may be come nearer to than that."""
    return grown(bounds_of(other), keep), tuple([(x, y, keep) for x, y in other.models])


class Crowded(NamedTuple):
    """What stands around a mover: discs no centre may come nearer to, and walls of garrisons."""

    discs: tuple[Disc, ...]
    walls: tuple[Poly, ...] = ()


def enemies_round(
    state: State, unit: Unit, around: Bounds, but: int | None = None, keep: int = KEEP
) -> Crowded:
    """The enemy bases that may matter within an upright rectangle: a gap of 1 is kept from each. [R-25]"""
    discs: list[Disc] = []
    walls: list[Poly] = []
    mine = unit.radius + keep
    for enemy in state.on_table(1 - unit.side):
        if enemy.id == but:
            continue
        limit = mine + enemy.radius
        if enemy.inside is None:
            if not farther(bounds_of(enemy), around, limit):
                discs += ring_of(enemy, limit)[1]
        else:
            wall = state.field.terrain[enemy.inside].poly
            if not farther(bounds(wall), around, limit):
                walls.append(wall)
    return Crowded(tuple(discs), tuple(walls))


def solid_friends(state: State, unit: Unit, around: Bounds) -> tuple[Disc, ...]:
    """Friends that cannot be passed: those in Close Order, or all for a unit in it. [T077, R-43]"""
    return tuple(
        [
            disc
            for friend in state.on_table(unit.side)
            if (friend.close_order or unit.close_order)
            and friend.inside is None
            and friend.id != unit.id
            and not farther(bounds_of(friend), around, unit.radius + friend.radius)
            for disc in ring_of(friend, unit.radius + friend.radius)[1]
        ]
    )


def breaks_gap(leg: Segment, radius: int, crowd: Crowded) -> bool:
    """Whether a leg comes nearer than 1 to an enemy; one that starts nearer is not locked, but may only go away.

    [R-25, R-58]
    """
    if first_disc_approached(leg, 0, crowd.discs) is not None:
        return True
    return bool(crowd.walls) and approaches(leg, crowd.walls, radius + KEEP)


def hits(leg: Segment, discs: Sequence[Disc]) -> bool:
    """Whether a leg runs into a base that cannot be passed. [T077]"""
    return bool(discs) and first_disc_struck(leg, 0, discs) is not None
