"""Drawing up an army by itself in its zone: brigade beside brigade, foot in column, guns between, horse behind."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.book import BadInput
from grognard.geometry.gaps import first_within
from grognard.geometry.outlines import convex_parts, tidy
from grognard.geometry.points import Point, Poly, bounds
from grognard.tabletop.bodies import holds_all

from ..state import HALF, Leader, State, Unit
from ..words import Arm, Order, Where
from .bodies import shape_of, side_host, size_of, stand
from .ground import defendable_under, feature, impassable_under, off_table
from .riding import beside
from .room import with_room

ROOM = 120
"""How far units stand from each other when they are drawn up."""
STEP = 100


def usual_files(unit: Unit) -> int:
    """How wide a unit stands when nobody says otherwise: foot in attack column, horse in line."""
    if unit.arm is Arm.ARTILLERY:
        return 1
    if unit.arm is Arm.CAVALRY:
        return min(unit.figures, max(3, -(-unit.figures // 2)))
    return unit.figures if unit.figures <= 6 else max(4, -(-unit.figures // 4))


def usual(unit: Unit, facing: int) -> Unit:
    """A unit as it is usually drawn up."""
    order = Order.UNLIMBERED if unit.arm is Arm.ARTILLERY else Order.CLOSE
    return msgspec.structs.replace(unit, files=usual_files(unit), order=order, facing=facing)


def arrange(state: State, placed: frozenset[int]) -> State:
    """Every unit that has no place yet gets one in its side's zone; leaders stand behind their brigades."""
    for side in (0, 1):
        zone = next((z.poly for z in state.field.zones if z.side == side), None)
        waiting = [u for u in state.units if u.side == side and u.on_table and u.id not in placed]
        if waiting and zone is None:
            raise BadInput(f"{waiting[0].key} has no place, and its side no zone")
        facing = _facing(state, zone) if zone else 0
        if zone is not None:
            state = _draw_up(state, side, zone, facing, waiting)
        state = _leaders(state, side, facing)
    return state


def _facing(state: State, zone: Poly) -> int:
    """Towards the middle of the table."""
    west, south, east, north = bounds(zone)
    across = (west + east) // 2 - state.field.width // 2
    along = (south + north) // 2 - state.field.height // 2
    if abs(across) * state.field.height > abs(along) * state.field.width:
        return 900 if across < 0 else 2700
    return 0 if along < 0 else 1800


def _draw_up(state: State, side: int, zone: Poly, facing: int, waiting: list[Unit]) -> State:
    parts = convex_parts(tidy(zone))
    hidden = msgspec.structs.replace(
        state,
        units=tuple(
            msgspec.structs.replace(u, where=Where.LATER) if u in waiting else u for u in state.units
        ),
    )
    brigades = [b for b in state.brigades if b.side == side and not b.arrives]
    for at, brigade in enumerate(brigades):
        units = sorted((u for u in waiting if u.brigade == brigade.id), key=_rank)
        for unit in units:
            spot = next(_spots(hidden, unit, parts, facing, (at, len(brigades))), None)
            if spot is None and state.options.scale == HALF:
                spot = _squeezed(hidden, unit, zone, facing)
            if spot is None:
                raise BadInput(f"there is no room for {unit.key} in its zone")
            found = (*hidden.units[: unit.id], spot, *hidden.units[unit.id + 1 :])
            hidden = msgspec.structs.replace(hidden, units=found)
    return hidden


def _squeezed(state: State, unit: Unit, zone: Poly, facing: int) -> Unit:
    """As near the middle of the zone as there is room: on larger bases an army may fill it. [B89]"""
    west, south, east, north = bounds(zone)
    middle = msgspec.structs.replace(
        usual(unit, facing), x=(west + east) // 2, y=(south + north) // 2, where=Where.TABLE
    )
    return with_room(state, middle, [u for u in state.units if u.on_table and u.id != unit.id])


def _rank(unit: Unit) -> int:
    """Foot first, then guns, then horse."""
    return (Arm.INFANTRY, Arm.ARTILLERY, Arm.CAVALRY).index(unit.arm)


def _spots(
    state: State, unit: Unit, parts: tuple[Poly, ...], facing: int, share: tuple[int, int]
) -> Iterator[Unit]:
    """Places for a unit, the front of its brigade's share of the zone first."""
    drawn = usual(unit, facing)
    width, depth = size_of(shape_of(drawn))
    west, south, east, north = bounds(tuple(corner for part in parts for corner in part))
    sideways = facing in (900, 2700)
    low, high = (south, north) if sideways else (west, east)
    begin = low + (high - low) * share[0] // share[1] if share[1] else low
    near, far = (west, east) if sideways else (south, north)
    rows = range(near + depth // 2 + 10, far - depth // 2 - 9, STEP)
    lanes = [
        *range(begin + width // 2 + 10, high - width // 2, STEP),
        *range(low + width // 2 + 10, begin, STEP),
    ]
    for row in reversed(rows) if facing in (0, 900) else rows:
        for lane in lanes:
            x, y = (row, lane) if sideways else (lane, row)
            spot = msgspec.structs.replace(drawn, x=x, y=y, where=Where.TABLE)
            if _free(state, spot, parts):
                yield spot


def _free(state: State, unit: Unit, parts: tuple[Poly, ...]) -> bool:
    body = stand(unit).body
    return (
        first_within(body, side_host(state, unit.side).shapes, ROOM) is None  # most are taken
        and holds_all(parts, body)
        and not off_table(state, body)
        and impassable_under(state, body) is None
        and defendable_under(state, body) is None
    )


def _leaders(state: State, side: int, facing: int) -> State:
    """A leader stands behind the middle of his brigade; the army leader behind his army. [30]"""
    for at, leader in enumerate(state.leaders):
        if leader.side == side and leader.where is Where.TABLE:
            placed = behind(state, leader, facing)
            leaders = (*state.leaders[:at], placed, *state.leaders[at + 1 :])
            state = msgspec.structs.replace(state, leaders=leaders)
    return state


def behind(state: State, leader: Leader, facing: int) -> Leader:
    """A leader as near the middle of his units as there is room."""
    units = [u for u in state.of_side(leader.side) if leader.brigade in (-1, u.brigade)]
    if not units:
        return leader
    places = [_middle(state, unit) for unit in units]
    spot = sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)
    return beside(state, leader, spot, facing)


def _middle(state: State, unit: Unit) -> Point:
    if not unit.in_feature:
        return unit.x, unit.y
    west, south, east, north = feature(state, unit.inside).around
    return (west + east) // 2, (south + north) // 2
