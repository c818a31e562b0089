"""What a loose unit goes round: enemies, formed friends, ground it may not enter, and ground that takes from its rate. [B6, B8, P1, P3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from grognard.geometry.gaps import length
from grognard.geometry.points import Bounds, Point, bounds, grown
from grognard.tabletop.bends import (
    Bars,
    Keeping,
    Room,
    Stops,
    about,
    bent_ways,
    kept_from,
    kept_from_discs,
    shadows,
    together,
)
from grognard.tabletop.bodies import corners_of
from grognard.tabletop.land import Patch, all_wholes, pieces_of

from ..state import Terrain, centre, places_of
from ..tables.moving import HIGHEST_JUMP, ROADS, WAYPOINTS, going
from ..words import Arm, Pace
from .bodies import KEEP, body_of, near
from .ground import ROADSIDE, WAGON_BARS, along_road, houses_near, land_of, rides

if TYPE_CHECKING:
    from .moving import Marching

MOST_BENDS = 10
"""Bends of roads that are tried, at most."""
OUTLINE = 1
"""Whoever's middle touches an outline meets the ground. [B9a]"""


def detours(mover: Marching, by: Sequence[Point], goal: Point) -> Iterator[Stops]:
    """Places a loose unit's centre may go by, two at most. [B6]"""
    field = mover.state.field
    best = mover.base + max(going(kind, mover.unit.mounted).modifier for kind in ROADS)
    room = Room((0, 0, field.width, field.height), best, WAYPOINTS + 1)
    here = centre(mover.unit)
    if not by:
        yield from _along_a_road(mover, goal, room)
    for stops in bent_ways(here, by, goal, _bars(mover, room), room):
        if len(stops) <= WAYPOINTS + 1:
            yield stops


def _along_a_road(mover: Marching, goal: Point, room: Room) -> Iterator[Stops]:
    """By the bends of a road that is followed all the way, and carries the unit farther. [P2]"""
    here, state = centre(mover.unit), mover.state
    near = grown(bounds((here, goal)), ROADSIDE + mover.base)
    bends = set(corners_of(pieces_of(land_of(state).roads.near(near))))
    nearest = sorted(bends - {here, goal}, key=lambda spot: (length(here, spot) + length(spot, goal), spot))
    found = []
    for count in range(1, WAYPOINTS + 1):
        for stops in permutations(nearest[:MOST_BENDS], count):
            ways = tuple(pairwise((here, *stops, goal)))
            far = sum([length(*way) for way in ways])
            if far <= room.most and along_road(state, ways):
                found.append((far, (*stops, goal)))
    for _, stops in sorted(found):
        yield stops


def _bars(mover: Marching, room: Room) -> Iterator[Bars]:
    """First what surely bars the way, then bad ground too: all of it, or of one kind; then the same man by man."""
    places = places_of(mover.unit)
    body = about(centre(mover.unit), places)
    around = grown(bounds(places), room.most)
    singles, shut, bad = _bases(mover, around), _shut(mover, around), _bad(mover, around)
    worst = [each for kind in bad.values() for each in kind]
    for crowd in (together(singles), singles):
        solid = shadows((*crowd, *shut), body)
        yield Bars(solid)
        yield Bars((*solid, *shadows(worst, body)))
        for kind in bad.values() if len(bad) > 1 else ():
            yield Bars((*solid, *shadows(kind, body)))


def _bases(mover: Marching, around: Bounds) -> list[Keeping]:
    """The bases of those whom it keeps from, or may not go through. [B8]"""
    unit, found = mover.unit, list[Keeping]()
    for other in near(mover.state, around, KEEP):
        enemy = other.side != unit.side
        if other.id != unit.id and (enemy or not mover.passes_through(other)):
            more = unit.radius + (KEEP if enemy else 0)
            found += kept_from_discs(body_of(other).circles, more)
    return found


def _shut(mover: Marching, around: Bounds) -> list[Keeping]:
    """Buildings, high walls, and what it may not enter at all. [30–34, G2, S2, S3]"""
    state, ground = mover.state, land_of(mover.state)
    found = all_wholes(houses_near(state, around))
    found += all_wholes(area for area in ground.areas.near(around) if closed(mover, area))
    wagon = mover.unit.arm is Arm.WAGON
    high = [wall for wall in ground.walls.near(around) if wagon or wall.piece.height > HIGHEST_JUMP]
    return kept_from((*found, *pieces_of(high)), OUTLINE)


def closed(mover: Marching, area: Patch[Terrain]) -> bool:
    """Whether ground is closed to a unit. [30, 31, S2, S3]"""
    wagon = mover.unit.arm is Arm.WAGON
    return going(area.kind, rides(mover.state, mover.unit)).barred or (wagon and area.kind in WAGON_BARS)


def _bad(mover: Marching, around: Bounds) -> dict[str, list[Keeping]]:
    """What takes from its rate, or may not be marched through: kind by kind. [P1, P3]"""
    ground, found = land_of(mover.state), dict[str, list[Keeping]]()
    for area in ground.areas.near(around):
        row = going(area.kind, mover.unit.mounted)
        if row.modifier < 0 or (row.no_march and mover.pace is Pace.MARCH):
            found.setdefault(area.kind, []).extend(kept_from(area.whole, OUTLINE))
    walls = pieces_of(ground.walls.near(around))
    return found | ({"wall": kept_from(walls, OUTLINE)} if walls else {})
