"""Zones: where one stops, is shot at and skirmished with. [F-11.1, F-11.2, F-11.3, F-11.4]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.hexarcs import field_of_fire
from grognard.geometry.hexes import disc
from grognard.geometry.hexsets import bits

from ..state import ARRANGED, Battlefield, State, Unit
from ..words import Arm, Formation
from .fire import no_fire
from .ground import distances, seen
from .stacks import Stack, front, front_of, hexes, layout, rides, shooters


class Zones(NamedTuple):
    """Where one side's stacks stop the other's: those of its foot, its guns and its horse. [F-11.1]"""

    foot: frozenset[int]
    guns: frozenset[int]
    horse: frozenset[int]


Reached = dict[int, tuple[int, ...]]
"""For each hex the units that reach it."""
FARTHEST = 3
"""No fire or skirmish zone reaches farther from the first hex of a stack: 2 hexes from its second. [F-11.1, F-11.2]"""


def _may_shoot(unit: Unit) -> bool:
    """Whether a reaction shot is left. [F-13.4]"""
    if unit.arm is Arm.ART:
        return not unit.fired
    return not unit.spent and not unit.fb


Eyes = tuple[tuple[int, tuple[int, ...]], ...]
"""The hexes that a unit looks out from, and which others it would reach from each, did it see them."""


@kept
def _skirmish_reach(field: Battlefield, unit: Unit) -> Eyes:
    """Where a unit skirmishes, if it sees so far. [F-11.2]"""
    grid = field.grid
    if unit.formation is Formation.SCREEN:
        ahead = layout(unit).front
        return tuple(
            [
                (here, (*disc(grid, here, 1)[1:], *field_of_fire(grid, here, ahead, 2, near=2)))
                for here in hexes(unit)
            ]
        )
    if unit.arm is Arm.INF and unit.sv > 0 and unit.formation is not Formation.SQUARE and not unit.fb:
        before = front_of(field, unit)
        return tuple([(here, before) for here in hexes(unit)])
    return ()


def _skirmishes(state: State, unit: Unit, there: int) -> bool:
    """Whether a unit skirmishes in a hex, as far as it sees: in a Squall nowhere. [F-11.2, R-48]"""
    eyes = _skirmish_reach(state.field, unit)
    return any(there in reach and seen(state, here, there) for here, reach in eyes)


def _stands(state: State, stack: Stack, side: int) -> bool:
    """Whether a stack of a side has zones: Disordered, Routed and Reserve stacks have none. [F-11.4]"""
    top = stack[0]
    return top.side == side and top.good and not state.commands[top.command].reserve


def _standing(state: State, side: int) -> list[Stack]:
    return [stack for stack in state.stacks(side) if _stands(state, stack, side)]


@kept(of=ARRANGED)
def zones(state: State, side: int) -> Zones:
    """The zones of a side's stacks now. [F-11.1, F-11.4]"""
    found: tuple[set[int], ...] = set(), set(), set()
    for stack in _standing(state, side):
        for zone, has in zip(found, _has_zones(stack)):
            if has:
                zone.update(front(state, stack[0]))
    return Zones(*map(frozenset, found))


def covered_by(state: State, side: int) -> int:
    """The zones of a side's foot and guns, as a set of bits. [F-11.1]"""
    found = 0
    for stack in _standing(state, side):
        foot, guns, _ = _has_zones(stack)
        if foot or guns:
            found |= _front_bits(state.field, stack[0])
    return found


@kept
def _front_bits(field: Battlefield, unit: Unit) -> int:
    return bits(front_of(field, unit))


def _has_zones(stack: Stack) -> tuple[bool, bool, bool]:
    """Whether a stack has a zone of foot, of guns and of horse. [F-11.1]"""
    top = stack[0]
    ready = [
        u for u in stack if u.formation is Formation.UNLIMBERED and not u.suppressed
    ]  # guns alone unlimber
    return top.arm is Arm.INF and top.formation is not Formation.ROAD, bool(ready), top.arm is Arm.CAV


@kept(of=ARRANGED)
def zones_at(state: State, side: int, here: int) -> tuple[bool, bool, bool]:
    """Whether one hex is in a zone of a side's foot, guns and horse: only who stands next to it is looked at. [F-11.1]"""
    at, foot, guns, horse = state.at, False, False, False
    for near in state.field.grid.tables.beside[here]:
        for unit in at.get(near, ()):
            if unit.side != side:
                continue
            stack = at[unit.hex]
            if stack[0] is unit and _stands(state, stack, side) and here in front(state, unit):
                has = _has_zones(stack)
                foot, guns, horse = foot or has[0], guns or has[1], horse or has[2]
    return foot, guns, horse


@kept(of=ARRANGED)
def fire_zones(state: State, side: int) -> Reached:
    """For each hex the units that may shoot into it when somebody moves there. [F-13.4]"""
    found: Reached = {}
    for stack in () if no_fire(state) else _standing(state, side):
        for unit in _shots(stack):
            for there in _fire_reach(state.field, unit):
                if _fires(state, unit, there):
                    found[there] = (*found.get(there, ()), unit.id)
    return found


@kept(of=ARRANGED)
def shooting_into(state: State, side: int, here: int) -> tuple[int, ...]:
    """The units whose fire zone one hex is in. [F-13.4]"""
    if no_fire(state):
        return ()
    return tuple(
        [u.id for stack in _around(state, side, here) for u in _shots(stack) if _fires(state, u, here)]
    )


@kept(of=ARRANGED)
def skirmishing_in(state: State, side: int, here: int) -> tuple[int, ...]:
    """The units whose skirmish zone one hex is in. [F-11.2]"""
    return tuple([stack[0].id for stack in _around(state, side, here) if _skirmishes(state, stack[0], here)])


def _around(state: State, side: int, here: int) -> Iterable[Stack]:
    """The stacks with zones that may reach a hex: those whose zones lie too far off are not worked out."""
    far = distances(state.field, here)
    return [
        stack
        for there, stack in state.at.items()
        if far[there] <= FARTHEST and stack[0].hex == there and _stands(state, stack, side)
    ]


def _shots(stack: Stack) -> list[Unit]:
    """Who of a stack has a reaction shot left."""
    return [unit for unit in shooters(stack) if _may_shoot(unit)]


@kept
def _fire_reach(field: Battlefield, unit: Unit) -> tuple[int, ...]:
    """Where a unit shoots when somebody moves there, if it sees him. [F-13.4]"""
    if unit.arm is Arm.INF:
        return front_of(field, unit) if unit.formation is not Formation.ROAD else ()
    return () if unit.suppressed else field_of_fire(field.grid, unit.hex, layout(unit).front, 2)


def _fires(state: State, unit: Unit, there: int) -> bool:
    """Whether a hex is in the fire zone of a unit; who stands next to it is always seen. [F-13.4]"""
    reached = there in _fire_reach(state.field, unit)
    return reached and (unit.arm is Arm.INF or seen(state, unit.hex, there))


def stops(state: State, unit: Unit, here: int) -> bool:
    """Whether an enemy zone stops this unit in a hex. [F-11.3]"""
    foot, guns, horse = zones_at(state, 1 - unit.side, here)
    return guns or (horse if rides(unit) else foot)


def halts(state: State, unit: Unit) -> bool:
    """Whether an enemy zone stops this unit where it stands, in either of its hexes. [F-11.3]"""
    return any(stops(state, unit, here) for here in hexes(unit))


def in_zone(state: State, side: int, here: int, *, riding: bool = False) -> bool:
    """Whether a hex lies in an enemy zone: of foot or guns, for who rides also of horse. [F-11.1]"""
    foot, guns, horse = zones_at(state, 1 - side, here)
    return foot or guns or (riding and horse)


@kept(of=ARRANGED)
def dangerous(state: State, side: int, here: int) -> bool:
    """Whether a hex lies in a zone that counts for a retreat: Skirmish and Opportunity-fire zones. [RET-01, R-87]"""
    quiet, at = no_fire(state), state.at
    for there in _near(state.field, here):
        stack = at.get(there)
        if stack is None or stack[0].hex != there or not _stands(state, stack, 1 - side):
            continue
        if not quiet and any(_fires(state, unit, here) for unit in _shots(stack)):
            return True
        if _skirmishes(state, stack[0], here):
            return True
    return state.options.retreats_shun_all_zones and any(here in each for each in zones(state, 1 - side))


@kept
def _near(field: Battlefield, here: int) -> tuple[int, ...]:
    """The hexes from which a zone may reach one."""
    return disc(field.grid, here, FARTHEST)


def next_to_enemy(state: State, side: int, here: int) -> bool:
    """Whether an enemy stands in a neighbouring hex."""
    at = state.at
    for near in state.field.grid.tables.beside[here]:  # noqa: SIM110 - asked for every hex somebody may enter
        if near in at and at[near][0].side != side:
            return True
    return False
