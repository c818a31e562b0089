"""Room in a crowded line-up: as near a place as there is any, in the formation wanted or another. [17, 74, 77, B89]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from grognard.engine.book import BadInput
from grognard.geometry.contact import TOUCH
from grognard.geometry.points import Crowd, Point
from grognard.tabletop.bodies import any_nearer, any_within, corners_of
from grognard.tabletop.land import over_edge
from grognard.tabletop.placing import Zones, outwards, zones

from ..state import State, Unit
from .bodies import stand
from .forming import formations
from .ground import closed_under

APART = 10
"""How far friends stand from each other at least."""
KEEP = 300
"""How far from enemies."""
STEP, TURN = 50, 150
"""Places are tried so far from each other, and so many tenths of a degree apart all round."""


def with_room(state: State, unit: Unit, others: Sequence[Unit]) -> Unit:
    """A unit as near its place as it finds room among others: in its zone if it was to stand in one and that has room."""
    if unit.inside >= 0:
        return unit
    own = zones(tuple([zone.poly for zone in state.field.zones if zone.side == unit.side]))
    wanted = [own, None] if own.hold([(unit.x, unit.y)]) else [None]
    mine, theirs = (_crowd(others, side) for side in (unit.side, 1 - unit.side))
    for zone in wanted:
        for drawn in _drawn(unit):
            for spot in _about(unit, state):
                moved = msgspec.structs.replace(drawn, x=spot[0], y=spot[1])
                if _free(state, moved, mine, theirs, zone):
                    return moved
    raise BadInput(f"there is no room for {unit.key}")


def _crowd(units: Sequence[Unit], side: int) -> Crowd:
    """Those of a side who stand in the open."""
    return Crowd(chain.from_iterable(stand(u).rims for u in units if u.side == side and u.in_open))


def _drawn(unit: Unit) -> Iterator[Unit]:
    """In the formation wanted, then in the others it may take."""
    yield unit
    for order, files, spread in formations(unit).values():
        yield msgspec.structs.replace(unit, order=order, files=files, spread=spread)


def _about(unit: Unit, state: State) -> Iterator[Point]:
    """Its place and places about it, the nearest first."""
    for ring in outwards((unit.x, unit.y), 0, range(0, state.field.width, STEP), TURN):
        yield from ring


def _free(state: State, unit: Unit, friends: Crowd, enemies: Crowd, zone: Zones | None) -> bool:
    at = stand(unit)
    if over_edge(state.field, at.around) or (zone is not None and not zone.hold(corners_of(at.rims))):
        return False
    if any_within(at.rims, friends, APART + TOUCH) or any_nearer(at.rims, enemies, KEEP):
        return False
    return closed_under(state, at.rims) is None
