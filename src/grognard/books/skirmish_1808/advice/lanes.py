"""The lines of fire of one's own guns, which the others had better leave free. [X10]"""

from __future__ import annotations

from grognard.geometry.points import Point

from ..state import State, Unit, centre, places_of
from ..tables.guns import ranges
from ..words import Ammo

MASKED = 1.0
"""What a line of fire is worth to those who do not stand in it: less than a round, since a way round costs more than that."""
CLEAR = 200
"""So near to the line nobody may stand. [X10]"""
AIMED = 2
"""So many of the nearest enemies are fired at."""

Lane = tuple[Point, Point]


def fire_lanes(state: State, unit: Unit) -> list[Lane]:
    """From each gun of a unit's side to the enemies nearest to it in range, houses and woods left out of account."""
    found: list[Lane] = []
    for each in state.standing(unit.side):
        gun = each.gun
        if each.id == unit.id or gun is None or gun.limbered or gun.abandoned or gun.taken:
            continue
        here, reach = (gun.x, gun.y), ranges(gun.calibre, Ammo.ROUND)[1]
        foes = [centre(foe) for foe in state.standing(1 - unit.side) if foe.figures and not foe.is_command]
        near = sorted((_square(here, at), at) for at in foes)
        found += [(here, at) for far, at in near[:AIMED] if far <= reach * reach]
    return found


def masking(lanes: list[Lane], after: Unit) -> float:
    """What it costs to stand before one's own guns."""
    spots = places_of(after)
    return MASKED * sum([any(_near(lane, spot, CLEAR + after.radius) for spot in spots) for lane in lanes])


def _near(lane: Lane, spot: Point, apart: int) -> bool:
    """Whether a place is nearer to a line than so much."""
    (ax, ay), (bx, by) = lane
    dx, dy, px, py = bx - ax, by - ay, spot[0] - ax, spot[1] - ay
    along, whole = px * dx + py * dy, dx * dx + dy * dy
    return 0 < along < whole and (px * dy - py * dx) ** 2 < apart * apart * whole


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


__all__ = ["fire_lanes", "masking"]
