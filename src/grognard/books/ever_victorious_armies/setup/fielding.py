"""An army of another list takes the field: who comes later, and where the others stand. [Y2, M13, Z1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.geometry.gaps import nearer_than
from grognard.geometry.outlines import convex_parts, in_parts, tidy
from grognard.geometry.points import Poly, bounds
from grognard.tabletop.drawing_up import on_table, spots, towards_middle

from ..facts.bodies import body, size
from ..facts.ground import meets_barred, off_table
from ..state import State, Unit
from ..words import Kind, Order
from .lists import Army, ArmyUnit

ROOM = 50
"""How far units are drawn up from each other."""
APART = 400
"""How far from enemies already there. [Z1]"""
RANKS = (Kind.FOOT, Kind.FIELD_GUN, Kind.HORSE_GUN, Kind.HEAVY_GUN, Kind.HORSE, Kind.GENERAL)
"""Who is drawn up first, and so in front."""


def muster(listed: Army, due: int) -> list[tuple[ArmyUnit, bool]]:
    """Who takes the field, and whether he comes later: as many of the last as the scenario has coming, but not all. [M13]"""
    present = [unit for unit in listed.unit if not unit.reserve]
    troops = [unit for unit in present if unit.type is not Kind.GENERAL]
    late = troops[max(1, len(troops) - due) :] if due else []
    return [(unit, unit in late) for unit in present]


def draw_up(state: State, side: int) -> State:
    """Every unit of a side on the table finds a place in its zones: foot in front, horse and generals behind. [Y2]"""
    zones = [z.poly for z in state.field.zones if z.side == side and not z.unit]
    waiting = sorted(
        (u for u in state.units if u.side == side and u.on_table), key=lambda u: RANKS.index(u.kind)
    )
    standing = [u for u in state.units if u.side != side and u.on_table]
    if not zones:
        raise BadInput(f"'{state.field.sides[side].name}' has no zone to be drawn up in")
    for unit in waiting:
        found = next((p for poly in zones for p in _places(state, unit, poly, standing)), None)
        if found is None:
            raise BadInput(f"there is no room for {unit.name} in its zone [Y2]")
        standing.append(found)
    placed = {unit.id: unit for unit in standing}
    return replace(state, units=tuple(placed.get(unit.id, unit) for unit in state.units))


def _places(state: State, unit: Unit, zone: Poly, standing: list[Unit]) -> Iterator[Unit]:
    parts = convex_parts(tidy(zone))
    around = on_table(bounds(zone), state.field.width, state.field.height)
    facing = towards_middle(around, state.field.width, state.field.height)
    for order in _orders(unit):
        drawn = replace(unit, order=order, facing=facing)
        for x, y in spots(around, facing, size(state, drawn)):
            there = replace(drawn, x=x, y=y)
            if _free(state, there, parts, standing):
                yield there


def _orders(unit: Unit) -> tuple[Order, ...]:
    if unit.is_gun:
        return (Order.UNLIMBERED,)
    return unit.orders or (Order.NONE,)


def _free(state: State, unit: Unit, parts: tuple[Poly, ...], standing: list[Unit]) -> bool:
    place = body(state, unit)
    if off_table(state.field, place) or not all(in_parts(parts, corner) for corner in place):
        return False
    if meets_barred(state.field, unit.kind, (place,)) is not None:
        return False
    return not any(
        nearer_than(place, body(state, other), ROOM if other.side == unit.side else APART)
        for other in standing
    )
