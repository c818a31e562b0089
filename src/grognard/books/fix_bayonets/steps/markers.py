"""Charge markers: whose turn it is, whether it runs, how it stops, when it touches. [F-17.2, F-17.7, R-78]"""

from __future__ import annotations

from grognard.engine.flow import replace

from ..facts import charging
from ..facts.company import keeping_up
from ..facts.ground import ground
from ..facts.stacks import aspect, hexes
from ..state import Desk, State, Unit
from .common import ids, place
from .env import Rider


def rider(t: Desk) -> Rider:
    """The marker whose turn it is."""
    found: Rider = t.env.riders[t.env.at]
    return found


def put_rider(t: Desk, at: int, **changes: object) -> None:
    """Change a marker."""
    riders = list(t.env.riders)
    riders[at] = replace(riders[at], **changes)
    t.bind(riders=tuple(riders))


def riding(t: Desk, one: Rider) -> bool:
    """Whether a marker still runs."""
    unit = t.unit(one.unit)
    return one.state == "riding" and unit.on_map and unit.good


def charges(t: Desk, unit: int) -> bool:
    """Whether a stack is charging: its marker has not been stopped, by a Recall, by Disorder or for want of a way. [F-17.8, R-78]"""
    return any(one.unit == unit and one.state != "stopped" for one in t.env.riders) and t.unit(unit).good


def in_grand(t: Desk, unit: int) -> bool:
    """Whether a stack is part of a Grand Charge. [F-17.10]"""
    return t.env.grand and (not t.env.party or unit in t.env.party)


def under(t: Desk, unit: int) -> tuple[int, ...]:
    """Who of a stack rode in this segment: all who charged together, or the whole stack if it did not charge. [F-17.1]"""
    riders = next((each for each in t.env.rode if unit in each), ()) or ids(t.stack(unit))
    return tuple(one for one in riders if t.unit(one).on_map)


def stop(t: Desk, at: int, cite: str) -> None:
    """A marker stops short: a Failed Charge. [R-78]"""
    one = t.env.riders[at]
    put_rider(t, at, state="stopped")
    if t.unit(one.unit).on_map:
        t.put_all(ids(t.stack(one.unit)), failed_charge=True)
    t.note(cite, "charge stops", unit=one.unit)


def ride_to(t: Desk, unit: int, there: int, *, called: bool) -> None:
    """A charging stack enters a hex, with the leaders who ride with it. [F-9.1a]"""
    stack = t.stack(unit)
    leaders = keeping_up(t.state, t.env.company, stack, there, called=called)
    place(t, ids(stack), there, leaders)
    for one in leaders if not called else ():
        t.put_leader(one, along=unit)


def touched(state: State, unit: Unit, target: Unit) -> tuple[int, int] | None:
    """The direction and facing in which a marker is upon a target next to it, 60 degrees of turn allowed. [F-17.7]"""
    for here in hexes(target):
        direction = state.field.grid.direction_between(unit.hex, here)
        way = None if direction is None else charging.faced(unit, direction)
        if direction is not None and way is not None and ground(state.field, here).charge:
            return direction, way
    return None


def touch(t: Desk, at: int, one: Rider) -> None:
    """Contact stops a marker whose target is next to it, and the marker it meets. [F-17.7, CHG-02]"""
    unit, target = t.unit(one.unit), t.unit(one.target)
    found = touched(t.state, unit, target) if target.on_map else None
    if found is None:
        return
    direction, way = found
    t.put_all(ids(t.stack(unit.id)), facing=way)
    count = charging.straight(one.path, direction)
    put_rider(t, at, state="contact", direction=aspect(t.state, target, unit.hex), spot=count)
    t.note("F-17.7", "contact", unit=one.unit, target=one.target)
    for number, other in enumerate(t.env.riders):
        if other.unit == one.target and riding(t, other):
            put_rider(t, number, state="met")
