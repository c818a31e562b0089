"""Reinforcements: who may come on, and where along the edge. [M13]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.geometry.contact import TOUCH
from grognard.geometry.points import Poly, Pose
from grognard.tabletop.bodies import boxes_at
from grognard.tabletop.placing import clear_places

from ..state import Battlefield, State, Unit
from ..words import Kind, Where
from .bodies import all_but, size, standing
from .ground import meets_barred, off_table

KEEP = 100
"""How far from enemies a reinforcement comes on. [M8]"""
EVERY = 50


def enterable(state: State, side: int) -> list[int]:
    """Reinforcements that have arrived and still wait off the table. [M13]"""
    due = state.field.arrival
    if due is None or due.side != side or not state.arrived:
        return []
    waiting = [u for u in state.units if u.where is Where.LATER and u.key in due.units and not u.today.acted]
    return [u.id for u in waiting if next(_free(state, u), None) is not None]


def entry_pose(state: State, unit: Unit, along: int) -> Pose:
    """Where a reinforcement stands with its rear edge on the table's edge, facing inwards. [M13]"""
    return _pose(state.field, size(state, unit), along)


def _pose(field: Battlefield, room: tuple[int, int], along: int) -> Pose:
    assert field.arrival is not None
    (x, y), (x2, _) = field.arrival.edge
    half = room[1] // 2
    if x == x2:
        west = x == 0
        return Pose(half if west else x - half, along, 900 if west else 2700)
    south = y == 0
    return Pose(along, half if south else y - half, 0 if south else 1800)


def entry_places(state: State, unit: Unit) -> tuple[int, ...]:
    """Places along the edge where it fits, every half inch, 1 from enemies, on ground it may enter. [M13, M8]"""
    return tuple(_free(state, unit))


def _free(state: State, unit: Unit) -> Iterator[int]:
    """Those places one after another, for whoever needs only the first."""
    enemies, everyone = standing(state, 1 - unit.side).shapes, all_but(state, unit.id).shapes
    places, shapes = _open(state.field, unit.kind, size(state, unit))
    return (places[at] for at in clear_places(shapes, enemies, KEEP, everyone, TOUCH))


@lru_cache(maxsize=64)
def _open(
    field: Battlefield, troops: Kind, room: tuple[int, int]
) -> tuple[tuple[int, ...], tuple[Poly, ...]]:
    """Places where such troops would stand on the table and on ground they may enter, with their footprints."""
    assert field.arrival is not None
    (x, y), (x2, y2) = field.arrival.edge
    low, high = (min(y, y2), max(y, y2)) if x == x2 else (min(x, x2), max(x, x2))
    half = room[0] // 2
    places = range(low + half, high - half + 1, EVERY)
    shapes = boxes_at([_pose(field, room, along) for along in places], *room)
    free = [
        at
        for at, shape in enumerate(shapes)
        if not off_table(field, shape) and meets_barred(field, troops, (shape,)) is None
    ]
    return tuple([places[at] for at in free]), tuple([shapes[at] for at in free])
