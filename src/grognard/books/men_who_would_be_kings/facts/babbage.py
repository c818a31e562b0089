"""Mr Babbage: tags, queues, where natives appear. [F-B1–F-B5]"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import length
from grognard.geometry.points import square

from ..state import Point, State, Unit
from ..words import Class, Cover, Tag, Upgrade
from .bodies import KEEP, cluster, gap, middle, rings
from .ground import model_cover
from .placing import why_not_stand
from .values import troops

RING = (Tag.CHARGER, Tag.RIDER, Tag.SHOOTER)
"""The queues; an empty one is passed over in this ring. [F-B2]"""
RING_WIDTH, FOR_ROOM, FOR_COVER = 100, 12, 4
"""Room is looked for in rings of an inch round the place wanted, as many as that; then cover in so many. [F-B3]"""


def tag_of(unit: Unit) -> Tag:
    """What Mr Babbage calls a unit. [F-B1]"""
    if unit.cavalry:
        return Tag.RIDER
    if unit.crewed:
        return Tag.GUNNER
    tribal = troops(unit) is Class.TRIBAL
    return Tag.CHARGER if tribal and Upgrade.SHARPSHOOTERS not in unit.upgrades else Tag.SHOOTER


def queue_of(unit: Unit) -> int:
    """In which queue a unit waits; gunners wait with the shooters. [F-B1]"""
    tag = tag_of(unit)
    return RING.index(Tag.SHOOTER if tag is Tag.GUNNER else tag)


def queues(units: tuple[Unit, ...], side: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The three queues, first in first out, in the order of the list. [F-B1]"""
    first, second, third = (
        tuple(u.id for u in units if u.side == side and queue_of(u) == at) for at in range(3)
    )
    return first, second, third


def next_of(state: State, tag: Tag) -> int | None:
    """Who comes next: of the queue wanted, or of the next that is not empty. [F-B2]"""
    at = RING.index(tag)
    ring = (*state.queues[at:], *state.queues[:at])
    return next((queue[0] for queue in ring if queue), None)


def front_of(unit: Unit) -> int:
    """The way a human unit has gone in its activation; east if it hardly moved. [F-B3]"""
    here = middle(unit)
    if unit.was is None or length(unit.was, here) < 50:
        return 900
    return heading(unit.was, here)


def place_for(
    state: State, native: Unit, human: Unit, bearing: int, distance: int
) -> tuple[Point, ...] | None:
    """Where a native unit appears, or None if it finds no room. [F-B3]"""
    wanted = _slid_out(state, native, human, bearing, distance)
    spots = chain((wanted,), rings(wanted, RING_WIDTH, FOR_ROOM, bearing))
    first = next((spot for spot in spots if _legal(state, native, spot)), None)
    if first is None:
        return None
    if tag_of(native) in (Tag.SHOOTER, Tag.GUNNER):
        first = _covered(state, native, human, first, bearing)
    return cluster(first, native.start, native.radius)


def _slid_out(state: State, native: Unit, human: Unit, bearing: int, distance: int) -> Point:
    """Slide a compact group outward until the smallest gap to the human unit is the distance."""
    x, y = middle(human)

    def there(far: int) -> bool:
        models = cluster(ahead(x, y, bearing, far), native.start, native.radius)
        return gap(state, replace(native, models=models, inside=None), human) >= distance

    whole = state.field.width + state.field.height
    return ahead(x, y, bearing, bisect_left(range(whole), True, key=there))


def _legal(state: State, native: Unit, spot: Point) -> bool:
    models = cluster(spot, native.start, native.radius)
    return why_not_stand(state, native, models, KEEP, 0) is None


def _covered(state: State, native: Unit, human: Unit, first: Point, bearing: int) -> Point:
    """Among legal centres up to 4 away, the one with most models in cover. [F-B3]"""
    judge = middle(human)

    def cover(spot: Point) -> int:
        models = cluster(spot, native.start, native.radius)
        return sum(model_cover(state, m, native.radius, judge) is not Cover.NONE for m in models)

    best, most = first, cover(first)
    if most == native.start:
        return best
    for spot in rings(first, RING_WIDTH, FOR_COVER, bearing):
        count = cover(spot)
        if count > most and _legal(state, native, spot):
            best, most = spot, count
    return best


def nearest_the_middle(state: State) -> int | None:
    """The human unit for which a quiet turn rolls. [F-B4]"""
    spot = state.field.width // 2, state.field.height // 2
    assert state.field.solo is not None
    units = state.on_table(1 - state.field.solo)
    return min(units, key=lambda u: (square(middle(u), spot), u.id)).id if units else None
