"""Zones: where one stops, is shot at and skirmished with. [F-11.1, F-11.2, F-11.3, F-11.4]"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.books.fix_bayonets.facts.ground import seen
from grognard.books.fix_bayonets.facts.stacks import front, hexes, layout, rides, shooters
from grognard.books.fix_bayonets.state import State, Unit
from grognard.books.fix_bayonets.words import Arm, Formation
from grognard.field.hexarcs import field_of_fire
from grognard.field.hexes import disc


class Zones(NamedTuple):
    """The zones of one side."""

    foot: frozenset[int]
    guns: frozenset[int]
    horse: frozenset[int]
    fire: dict[int, tuple[int, ...]]
    """For each hex the units that may shoot into it when somebody moves there."""
    skirmish: dict[int, tuple[int, ...]]


def _may_shoot(unit: Unit) -> bool:
    """Whether a reaction shot is left. [F-13.4]"""
    if unit.arm is Arm.ART:
        return not unit.fired
    return not unit.spent and not unit.fb


def _skirmish_hexes(state: State, unit: Unit) -> tuple[int, ...]:
    if unit.formation is Formation.SCREEN:
        near = [there for here in hexes(unit) for there in disc(state.field.grid, here, 1)[1:]]
        far = field_of_fire(state.field.grid, unit.hex, layout(unit).front, 2, near=2)
        return tuple(dict.fromkeys((*near, *(there for there in far if seen(state, unit.hex, there)))))
    if unit.arm is Arm.INF and unit.sv > 0 and unit.formation is not Formation.SQUARE and not unit.fb:
        return front(state, unit)
    return ()


def zones(state: State, side: int) -> Zones:
    """The zones of a side's stacks now; Disordered, Routed and Reserve stacks have none. [F-11.4]"""
    memo: dict[Any, Any] = state.__dict__
    if ("zones", side) in memo:
        known: Zones = memo["zones", side]
        return known
    foot: set[int] = set()
    guns: set[int] = set()
    horse: set[int] = set()
    fire: dict[int, list[int]] = {}
    skirmish: dict[int, list[int]] = {}
    for stack in state.stacks(side):
        top = stack[0]
        if not top.good or state.commands[top.command].reserve:
            continue
        ahead = front(state, top)
        if top.arm is Arm.INF and top.formation is not Formation.ROAD:
            foot.update(ahead)
        if top.arm is Arm.CAV:
            horse.update(ahead)
        if any(u.arm is Arm.ART and u.formation is Formation.UNLIMBERED and not u.suppressed for u in stack):
            guns.update(ahead)
        for unit in shooters(stack):
            if _may_shoot(unit):
                for there in _fire_hexes(state, unit):
                    fire.setdefault(there, []).append(unit.id)
        for there in _skirmish_hexes(state, top):
            skirmish.setdefault(there, []).append(top.id)
    found = Zones(
        frozenset(foot),
        frozenset(guns),
        frozenset(horse),
        {here: tuple(ids) for here, ids in fire.items()},
        {here: tuple(ids) for here, ids in skirmish.items()},
    )
    memo["zones", side] = found
    return found


def _fire_hexes(state: State, unit: Unit) -> tuple[int, ...]:
    if unit.arm is Arm.INF:
        return front(state, unit) if unit.formation is not Formation.ROAD else ()
    if unit.suppressed:
        return ()
    field = field_of_fire(state.field.grid, unit.hex, layout(unit).front, 2)
    return tuple(there for there in field if seen(state, unit.hex, there))


def stops(state: State, unit: Unit, here: int) -> bool:
    """Whether an enemy zone stops this unit in a hex. [F-11.3]"""
    enemy = zones(state, 1 - unit.side)
    if here in enemy.guns:
        return True
    return here in enemy.horse if rides(unit) else here in enemy.foot


def in_zone(state: State, side: int, here: int) -> bool:
    """Whether a hex lies in an enemy zone of foot or guns."""
    enemy = zones(state, 1 - side)
    return here in enemy.foot or here in enemy.guns


def dangerous(state: State, side: int, here: int) -> bool:
    """Whether a hex lies in any zone that counts for a retreat. [F-11.4]"""
    enemy = zones(state, 1 - side)
    return (
        here in enemy.foot
        or here in enemy.guns
        or here in enemy.horse
        or here in enemy.fire
        or here in enemy.skirmish
    )


def next_to_enemy(state: State, side: int, here: int) -> bool:
    """Whether an enemy stands in a neighbouring hex."""
    return any(
        (there := state.at.get(near)) and there[0].side != side for _, near in state.field.grid.steps(here)
    )
