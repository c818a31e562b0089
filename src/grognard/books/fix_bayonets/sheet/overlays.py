"""What can be drawn over the map: fields of fire, zones, sight, threats. [F-11.1, F-13.1]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grognard.engine.view import Note, Overlay, Shape, Sightline
from grognard.geometry.hexarcs import field_of_fire
from grognard.geometry.hexes import disc
from grognard.geometry.points import Point

from ..facts.fire import mfv, reach, target_hex, targets, why_not_fire
from ..facts.ground import seen
from ..facts.stacks import hexes, layout
from ..facts.zones import fire_zones
from ..state import State, Unit
from ..tables.supply import SUPPLY
from ..words import Arm, Kind
from .board import hex_at, middle, outline


def ranges(state: State, unit: Unit) -> Overlay:
    """Its field of fire and its zone; how far a train hands out. [F-13.1, F-11.1, F-26.4]"""
    found = []
    if unit.arm is not Arm.CAV:
        for here in hexes(unit):
            for there in field_of_fire(state.field.grid, here, layout(unit).front, reach(unit)):
                near = state.field.grid.distance(here, there) <= 2
                found.append(
                    Shape("half range" if near else "range", outline(state.field, there), cite="F-13.1")
                )
    if unit.train:
        served = disc(state.field.grid, unit.hex, SUPPLY["reach"])
        found += [Shape("half range", outline(state.field, there), cite="F-26.4") for there in served]
    found += [
        Shape("arc", outline(state.field, there), "fire zone", "F-11.1")
        for there, ids in fire_zones(state, unit.side).items()
        if unit.id in ids
    ]
    return Overlay(shapes=tuple(found))


def sight(state: State, unit: Unit) -> Overlay:
    """Which stacks it sees. [F-12.1]"""
    start = middle(state.field, unit.hex)
    lines = tuple(
        Sightline(
            start,
            middle(state.field, stack[0].hex),
            stack[0].id,
            seen(state, unit.hex, stack[0].hex),
            cite="F-12.1",
        )
        for stack in state.stacks(1 - unit.side)
    )
    return Overlay(lines=lines)


def threats(state: State, unit: Unit) -> Overlay:
    """Who could fire at it now. [F-13.2]"""
    notes = []
    for stack in state.stacks(1 - unit.side):
        for foe in stack:
            if foe.arm is Arm.CAV or why_not_fire(state, foe, Kind.OPPORTUNITY) is not None:
                continue
            top = state.stack_of(unit)[0]
            if top.id in targets(state, foe):
                value = mfv(state, foe, target_hex(state, foe, top), Kind.ACTIVE).total
                chance = Fraction(max(0, min(10, value)), 10)
                notes.append(Note(foe.id, f"can fire, MFV {value}: a loss", str(chance), "F-13.2"))
    return Overlay(notes=tuple(notes))


def sightline(state: State, start: Point, end: Point) -> Sightline:
    """A look from one hex to another, told from middle to middle. [F-12.1, F-12.2]"""
    here, there = hex_at(state.field, start), hex_at(state.field, end)
    clear = here == there or seen(state, here, there)
    return Sightline(middle(state.field, here), middle(state.field, there), -1, clear, cite="F-12.1")


OVERLAYS: dict[str, Callable[[State, Unit], Overlay]] = {"range": ranges, "sight": sight, "threat": threats}
