"""Changing formation, under fire where the enemy may shoot. [F-10.3, FCC-04, R-39]"""

from __future__ import annotations

from grognard.engine.flow import AGAIN, Call, Flow

from ..facts import moving
from ..facts.checks import skirmish
from ..facts.stacks import Stack, allowance
from ..state import ANY_WAY, NOWHERE, Desk, by_seat
from ..words import Arm, Formation
from .common import align, displace, hold_ground, rouse, stranded
from .env import Flights, March
from .fire import provoked

F = Formation


FREE_CHOICE = frozenset({F.SQUARE, F.GENERAL, F.NONE})


def acting_stack(t: Desk) -> Stack:
    """The units that act and are still on the map, the top first. [F-8.3]"""
    units = [unit for one in t.env.units if (unit := t.unit(one)).on_map]
    return tuple(sorted(units, key=by_seat) if len(units) > 1 else units)


def spend(t: Desk, stack: Stack, cost: int) -> None:
    """A stack has used some of its movement, and its command is active. [F-8.3]"""
    t.bind(busy=True)
    for unit in stack:
        t.put(unit.id, used=t.unit(unit.id).used + max(cost, 1))
        t.put_command(unit.command, active=True)


def change_formation(t: Desk, form: Formation, room: int = NOWHERE) -> Flow | Call:
    """Change formation; enemies shoot at the old one. [F-10.3, FCC-04, R-39]"""
    stack = acting_stack(t)
    cost = moving.change_price(stack, form, t.env.whole)
    guns = stack[0].arm is Arm.ART
    if guns and (call := skirmished(t, stack)):
        return call
    t.bind(left=t.env.left - cost, changed=True)
    spend(t, stack, cost)
    if guns:
        t.put_all(t.env.units, shifted=True)
    call = provoked(t, t.env.units) if cost else None
    if call is None:
        _become(t, form, room)
        return Call("flights", Flights()) if stranded(t) else AGAIN
    t.bind(becoming=form.value, room=room)
    return call


def skirmished(t: Desk, stack: Stack) -> Call | None:
    """Guns before skirmishers check where they stand before they limber, fire or are manhandled. [F-14.1]"""
    if t.env.checked or skirmish(t.state, stack, stack[0].hex) is None:
        return None
    t.bind(checked=True)
    return Call("march", March(t.env.units, stack[0].hex, True))


def _become(t: Desk, form: Formation, room: int) -> None:
    stack = acting_stack(t)
    cite, _ = moving.change_row(stack, form)
    for unit in moving.changing(stack):
        free = unit.formation in FREE_CHOICE
        old = unit.facing
        t.put(unit.id, formation=form, facing=moving.new_facing(unit, form), hex2=room)
        t.bind(pivot=ANY_WAY if free else old)
        t.note(cite, "forms", unit=unit.id, formation=form.value)
        if room != NOWHERE:  # it enters the second hex like any other
            displace(t, room, 1 - unit.side)
            hold_ground(t, unit.id, room)
            rouse(t)
    align(t, stack[0].hex)
    # [F-10.1] what a slower formation may still do counts what the stack has used before it formed
    slower = max(0, t.env.whole - allowance(t.state, acting_stack(t)))
    t.bind(left=max(0, t.env.left - slower))


def formed(t: Desk, stack: Stack) -> None:
    """The enemy has had his shot: the change goes through if the stack still stands and is strong enough. [R-39, F-8.3]"""
    form, room = t.env.becoming, t.env.room
    t.bind(becoming="", room=NOWHERE)
    if not form or not stack[0].good or stack[0].halted:
        return
    if moving.may_become(t.state, t.stack(stack[0].id), Formation(form)):
        _become(t, Formation(form), room)
