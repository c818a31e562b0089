"""Reinforcements: who may come on, and where along the edge. [M13]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.engine.domains import Cells
from grognard.engine.memo import kept
from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.points import Poly, Pose
from grognard.geometry.shapes import box
from grognard.tabletop.bodies import boxes_at
from grognard.tabletop.crowd import Crowd
from grognard.tabletop.placing import clear_places

from ..state import Battlefield, State, Unit
from ..words import Kind, Where
from .bodies import Stand, all_but, of_side, size, standing
from .ground import closed_by, meets_barred, off_table

KEEP = 100
"""How far from enemies a reinforcement comes on. [M8]"""
EVERY = 50
"""So far apart are the places that are offered; any other where it fits will do as well."""
NO_ROOM = Refusal("M13", "it has arrived, and there is no room for it on its stretch of the edge")


def waiting(state: State, side: int) -> list[Unit]:
    """Reinforcements that have arrived and still wait off the table. [M13]"""
    due = state.field.arrival
    if due is None or due.side != side or not state.arrived:
        return []
    return [u for u in state.units if u.where is Where.LATER and u.key in due.units and not u.today.acted]


def enterable(state: State, side: int) -> list[int]:
    """Those of them who find room on the edge. [M13]"""
    return [u.id for u in waiting(state, side) if next(_free(state, u), None) is not None]


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


class Places(Cells):
    """Places along the edge: those worth listing, and any other where the unit fits. [M13]"""

    def __init__(self, state: State, unit: Unit):
        super().__init__(entry_places(state, unit))
        self.state, self.unit = state, unit

    def __contains__(self, noun: object) -> bool:
        return type(noun) is int and why_not_here(self.state, self.unit, noun) is None

    def listable(self) -> bool:
        return False

    def why_not(self, noun: object) -> Refusal | None:
        if type(noun) is not int:
            return Refusal("M13", "that is no place along the edge")
        return why_not_here(self.state, self.unit, noun)


def why_not_here(state: State, unit: Unit, along: int) -> Refusal | None:
    """Why a reinforcement may not come on at a place, or None. [M13, M8, M9, M4]"""
    field, room = state.field, size(state, unit)
    low, high = _span(field, room)
    if not low <= along <= high:
        return Refusal("M13", "it would not stand wholly on its stretch of the edge")
    shape = box(*_pose(field, room, along), *room)
    closed = meets_barred(field, unit.kind, (shape,))
    if closed is not None:
        return Refusal(closed_by(field, unit.kind, closed), f"{unit.name} may not enter {closed}")
    if off_table(field, shape):
        return Refusal("M13", "it would not stand on the table")
    if standing(state, 1 - unit.side).nearer(shape, KEEP) is not None:
        return Refusal("M8", "it would come within 1″ of an enemy")
    hit = None if unit.is_general else all_but(state, unit.id).on(shape, TOUCH)
    return None if hit is None else Refusal("M9", f"it would stand on {hit.name}")


def entry_places(state: State, unit: Unit) -> tuple[int, ...]:
    """Places along the edge where it fits, 1 from enemies, on ground it may enter: every half inch, or all there are. [M13, M8]"""
    return tuple(_free(state, unit))


def _free(state: State, unit: Unit) -> Iterator[int]:
    """Those places one after another, for whoever needs only the first."""
    all_, room = standing(state), size(state, unit)
    found = False
    for along in _clear_at(all_, state.field, unit.kind, unit.side, room, EVERY):
        found = True
        yield along
    if not found:
        yield from _narrow(all_, state.field, unit.kind, unit.side, room)


def _clear_at(
    all_: Crowd[Stand], field: Battlefield, kind: Kind, side: int, room: tuple[int, int], step: int
) -> Iterator[int]:
    enemies = of_side(all_, 1 - side).shapes
    everyone = () if kind is Kind.GENERAL else all_.shapes
    places, shapes = _open(field, kind, room, step)
    return (places[at] for at in clear_places(shapes, enemies, KEEP, everyone, TOUCH))


@kept
def _narrow(
    all_: Crowd[Stand], field: Battlefield, kind: Kind, side: int, room: tuple[int, int]
) -> tuple[int, ...]:
    """Where no half inch is free, the ends of every gap that is left, to the hundredth."""
    free = list(_clear_at(all_, field, kind, side, room, 1))
    beside = {*free}
    return tuple([along for along in free if along - 1 not in beside or along + 1 not in beside])


def _span(field: Battlefield, room: tuple[int, int]) -> tuple[int, int]:
    """From where to where along the edge the middle of a body so large may stand."""
    assert field.arrival is not None
    (x, y), (x2, y2) = field.arrival.edge
    low, high = (min(y, y2), max(y, y2)) if x == x2 else (min(x, x2), max(x, x2))
    half = room[0] // 2
    return low + half, high - half


@lru_cache(maxsize=64)
def _open(
    field: Battlefield, troops: Kind, room: tuple[int, int], step: int
) -> tuple[tuple[int, ...], tuple[Poly, ...]]:
    """Places where such troops would stand on the table and on ground they may enter, with their footprints."""
    low, high = _span(field, room)
    places = range(low, high + 1, step)
    shapes = boxes_at([_pose(field, room, along) for along in places], *room)
    free = [
        at
        for at, shape in enumerate(shapes)
        if not off_table(field, shape) and meets_barred(field, troops, (shape,)) is None
    ]
    return tuple([places[at] for at in free]), tuple([shapes[at] for at in free])
