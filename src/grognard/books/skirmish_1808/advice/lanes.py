"""The lines of fire of one's own guns, which the others had better leave free. [X10]"""

from __future__ import annotations

from grognard.geometry.points import Point

from ..facts.ground import house_named
from ..facts.gunnery import ranges_of
from ..state import State, Unit, centre, places_of
from ..words import Ammo, Reach
from .gunnery import battering
from .storming import middle

MASKED = 1.0
"""What a line of fire is worth to those who do not stand in it: less than a round, since a way round costs more than that."""
SPARED = 0.5
"""The share of what a round at a garrison's walls is worth that those count who would stand in its way."""
CLEAR = 200
"""So near to the line nobody may stand. [X10]"""
AIMED = 2
"""So many of the nearest enemies are fired at."""

Lane = tuple[Point, Point, float]
"""From where to where, and what it costs to stand in it."""


def fire_lanes(state: State, unit: Unit) -> list[Lane]:
    """From each gun of a unit's side to the enemies nearest to it in range, houses and woods left out of account."""
    found: list[Lane] = []
    for each in state.standing(unit.side):
        gun = each.gun
        if each.id == unit.id or gun is None or gun.limbered or gun.abandoned or gun.taken or gun.mortar:
            continue
        here, reach = (gun.x, gun.y), ranges_of(gun, Ammo.ROUND)[1]
        foes = [foe for foe in state.standing(1 - unit.side) if foe.figures and not foe.is_command]
        near = sorted((_square(here, at := _aimed(state, foe)), at, foe.id) for foe in foes)
        near = [each for each in near if each[0] <= reach * reach]
        found += [(here, at, MASKED) for _, at, _ in near[:AIMED]]
        for _, at, foe in near:
            walls = battering(state, each, state.units[foe], Reach.LONG) if state.units[foe].house else 0.0
            if walls:
                found.append((here, at, SPARED * walls))
    return found


def _aimed(state: State, foe: Unit) -> Point:
    """Where a gun is laid: on the middle of a house, of a garrison. [X4]"""
    return middle(house_named(state, foe.house).poly) if foe.house else centre(foe)


def masking(lanes: list[Lane], after: Unit) -> float:
    """What it costs to stand before one's own guns."""
    spots = places_of(after)
    apart = CLEAR + after.radius
    return sum([lane[2] for lane in lanes if any(_near(lane, spot, apart) for spot in spots)])


def _near(lane: Lane, spot: Point, apart: int) -> bool:
    """Whether a place is nearer to a line than so much."""
    (ax, ay), (bx, by), _ = lane
    dx, dy, px, py = bx - ax, by - ay, spot[0] - ax, spot[1] - ay
    along, whole = px * dx + py * dy, dx * dx + dy * dy
    return 0 < along < whole and (px * dy - py * dx) ** 2 < apart * apart * whole


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


__all__ = ["fire_lanes", "masking"]
