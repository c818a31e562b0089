"""Another list takes the field of a scenario: where its units begin. [E1, T8]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.book import BadInput
from grognard.engine.files import corners
from grognard.engine.flow import replace
from grognard.geometry.points import bounds
from grognard.tabletop.drawing_up import on_table, towards_middle
from grognard.tabletop.drawing_up import spots as spots_in

from ..facts.bodies import body_of, clash
from ..facts.garrisons import capacity
from ..facts.ground import barred, house_named, off_table, standing_in
from ..facts.hiding import sheltered
from ..facts.moving import loses_formation
from ..facts.regrouping import LEAST_FORMED
from ..state import Arrival, State, Unit
from ..words import Arm, Trait, Where
from .files import ForceFile, PlaceFile, ScenarioFile
from .musters import muster

ROOM, STEP = (1600, 700), 250
"""The room a unit is given in its zone, and how close together places are tried."""
Put = Callable[[State, Unit, PlaceFile], Unit]
"""How a unit is set down at a place."""


def why_not_here(state: State, unit: Unit, others: Sequence[Unit]) -> str:
    """Why a unit cannot begin where it stands; empty if it can. [B8, M7, 30, 31, O1, H1]"""
    for base in body_of(unit).circles:
        if off_table(state, *base):
            return f"{unit.key} stands off the table"
    for other in others:
        if clash(body_of(unit).circles, body_of(other)):
            return f"{other.key} and {unit.key} overlap"
    here, road = standing_in(state, unit)
    closed = barred(state, unit, here, road=road)
    if closed is not None:
        return f"{unit.key} stands where it may not: {closed.words}"
    if loses_formation(unit, here, road):
        return f"{unit.key} cannot be formed there [O1]"
    if unit.id < 0 and not sheltered(state, unit):
        return f"{unit.key} is hidden where there is no cover"
    return ""


def _kind(unit: Unit) -> str:
    if unit.is_command:
        return "leader"
    return {Arm.GUN: "gun", Arm.WAGON: "wagon"}.get(unit.arm, "troops")


def take_the_field(
    state: State, file: ScenarioFile, side: int, own: ForceFile, listed: ForceFile, put: Put
) -> State:
    """The units of another list take the places of the scenario's own, kind by kind; who finds none comes on later.

    Surplus units, and those that cannot stand where they are put (horse in a house), come over the edge by which the
    side's late units come, else over its own edge on turn 1. Where the scenario places nobody at all they stand in their
    zone. [E1, E9, T8]
    """
    places = {p.id: p for p in file.place}
    free: dict[str, list[PlaceFile]] = {}
    for model in muster(own, side):
        if model.key in places and not places[model.key].with_:
            free.setdefault(_kind(model), []).append(places[model.key])
    taken = {u.key for u in (*state.units, *state.hidden)}
    late: list[str] = []
    for unit in muster(listed, side):
        if unit.key in taken:
            unit = replace(unit, key=f"{unit.key}.{file.side[side].key}")
        spots = free.get(_kind(unit), [])
        standing = _stands(state, unit, spots.pop(0), put) if spots else _in_zone(state, file, unit, put)
        if standing is None:
            late.append(unit.key)
            standing = replace(unit, id=len(state.units), where=Where.LATER)
        state = _with(state, standing)
    return _due(state, file, side, tuple(late))


def _stands(state: State, unit: Unit, place: PlaceFile, put: Put) -> Unit | None:
    """The unit at a place of the scenario, or None if it cannot begin there."""
    number = -1 - len(state.hidden) if place.hidden else len(state.units)
    if place.house and (unit.arm is not Arm.FOOT or unit.size > capacity(house_named(state, place.house))):
        return None
    can_form = unit.size >= LEAST_FORMED and Trait.CANNOT_FORM not in unit.traits and not unit.is_command
    formed = place.formed and can_form
    try:
        found = put(state, replace(unit, id=number), _plain(place, formed))
    except BadInput:
        return None
    others = [u for u in (*state.units, *state.hidden) if u.on_table and not u.house]
    return found if found.house or not why_not_here(state, found, others) else None


def _in_zone(state: State, file: ScenarioFile, unit: Unit, put: Put) -> Unit | None:
    """The unit somewhere in its zone, where the scenario places nobody. [E9]"""
    zone = next((z.poly for z in file.zone if file.side[unit.side].key == z.side and not z.unit), None)
    if file.place or not zone:
        return None
    around = on_table(bounds(corners(zone)), state.field.width, state.field.height)
    facing = towards_middle(around, state.field.width, state.field.height)
    for x, y in spots_in(around, facing, ROOM, STEP):
        place = PlaceFile(unit.key, (x / 100, y / 100), facing / 10, formed=unit.formed)
        found = _stands(state, unit, place, put)
        if found is not None:
            return found
    return None


def _plain(place: PlaceFile, formed: bool) -> PlaceFile:
    return PlaceFile(
        place.id, place.at, place.facing, formed, 0, place.house, place.hidden, place.limbered, ""
    )


def _with(state: State, unit: Unit) -> State:
    if unit.id < 0:
        return replace(state, hidden=(*state.hidden, unit))
    return replace(state, units=(*state.units, unit))


def _due(state: State, file: ScenarioFile, side: int, late: tuple[str, ...]) -> State:
    """When and where those without a place come on. [T8]"""
    if not late:
        return state
    rows = [a for a in state.field.arrivals if a.side == side]
    (x, y), (x2, y2) = corners(file.side[side].home)
    first = rows[0] if rows else Arrival(side, (), 1, ((x, y), (x2, y2)))
    arrivals = (*(a for a in state.field.arrivals if a.side != side), replace(first, units=late))
    return replace(state, field=replace(state.field, arrivals=arrivals))
