"""Retreats: which hexes, in which class. [RET-01, F-18.3]"""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.engine.memo import kept

from ..state import Flight, State, Unit
from ..words import Arm, Formation
from .depots import homeward
from .ground import price
from .passage import stands
from .stacks import Stack, room
from .zones import dangerous, next_to_enemy

ROUT = {Arm.INF: 4, Arm.ART: 3, Arm.CAV: 6}
"""How far a rout goes. [F-18.3, R-29]"""
FRIENDS = 5
"""The last class of retreat hexes, and always open. [RET-05]"""


def here(state: State, flight: Flight) -> int:
    """Where a running stack is just now; among friends it has no hex of its own."""
    return flight.used[-1] if flight.used else state.units[flight.units[0]].hex


def rank(state: State, unit: Unit, at: int, there: int) -> int | None:
    """The class of a retreat hex; None if it is no candidate. [RET-01, RET-02, RET-03, RET-04, RET-05]"""
    if not _open(state, (unit,), at, there):
        return None
    return FRIENDS if there in state.at else _class(state, unit, at, there)


def _open(state: State, units: Stack, at: int, there: int) -> bool:
    """Whether the ground and the enemy let a stack run from one hex to the next, every unit of it. [RET-01, F-7.3]"""
    stack = state.at.get(there)
    if stack and stack[0].side != units[0].side:
        return False
    return None not in [price(state.field, unit.arm, _gait(unit), at, there) for unit in units]


def _gait(unit: Unit) -> Formation:
    """How a unit goes back: guns as they stand, all others in no order that the ground would mind. [F-7.3, F-16.9]"""
    return unit.formation if unit.arm is Arm.ART else Formation.COLUMN


def left_behind(state: State, flight: Flight) -> tuple[int, ...]:
    """The guns that have no way on where the foot they stood with has one. [F-18.3, F-7.3]"""
    units = tuple([state.units[one] for one in flight.units])
    foot = tuple([unit for unit in units if unit.arm is not Arm.ART])
    if not foot or len(foot) == len(units) or candidates(state, flight):
        return ()
    alone = replace(flight, units=tuple([unit.id for unit in foot]))
    return tuple([unit.id for unit in units if unit.arm is Arm.ART]) if candidates(state, alone) else ()


def _class(state: State, unit: Unit, at: int, there: int) -> int:
    """The class of an empty hex. [RET-01, RET-02, RET-03, RET-04]"""
    if not dangerous(state, unit.side, there):
        return 1 if _homeward(state, unit, at, there) else 2
    return 4 if next_to_enemy(state, unit.side, there) else 3


def _homeward(state: State, unit: Unit, at: int, there: int) -> bool:
    """Whether a hex is nearer to a unit's depot than another. [RET-01]"""
    return homeward(state, unit.side, at, there)


def _ways(state: State, flight: Flight) -> tuple[list[int], list[int]]:
    """The hexes that a running stack may turn to, whatever their class: those of friends, and empty ones."""
    units = tuple([state.units[one] for one in flight.units])
    unit, at, placed = units[0], here(state, flight), state.at
    ways = [
        there
        for _, there in state.field.grid.steps(at)
        if there not in flight.used and there != unit.hex and _open(state, units, at, there)
    ]
    # [F-10.6] a stack too large for a hex does not stop there, not even in flight
    return (
        [there for there in ways if there in placed],
        [there for there in ways if there not in placed and room(state, units, there)],
    )


@kept(most=16)
def candidates(state: State, flight: Flight) -> dict[int, int]:
    """The hexes its owner may pick, with their class: the lowest, and friends always. [RET-06]"""
    unit, at = state.units[flight.units[0]], here(state, flight)
    friends, empty = _ways(state, flight)
    ranks = dict.fromkeys(friends, FRIENDS) | {there: _class(state, unit, at, there) for there in empty}
    lowest = min(ranks.values(), default=FRIENDS)
    return {
        there: ranks[there]
        for _, there in state.field.grid.steps(at)
        if ranks.get(there) in (lowest, FRIENDS)
    }


@kept(most=16)
def chooses(state: State, flight: Flight) -> bool:
    """Whether its owner may pick one of several: no more classes are looked at than it takes to know. [RET-06]"""
    unit, at = state.units[flight.units[0]], here(state, flight)
    friends, empty = _ways(state, flight)
    if friends or len(empty) < 2:
        return len(friends) > 1 or bool(friends and empty)
    best: list[int] = []
    for there in sorted(empty, key=lambda there: not _homeward(state, unit, at, there)):
        best.append(_class(state, unit, at, there))
        if best.count(1) > 1:
            break
    return best.count(min(best)) > 1


def leaves(state: State, flight: Flight) -> bool:
    """Whether a routing stack with distance left stands on its own edge. [F-18.4, F-21.4]"""
    _, row = state.field.grid.offset(here(state, flight))
    return flight.rout and row == state.field.home[state.units[flight.units[0]].side]


def settles(state: State, units: Stack, there: int) -> bool:
    """Whether a retreating stack may stay in a hex: empty, or with friends in the same state. [F-18.3a]"""
    others = state.at.get(there, ())
    alone = not others or others[0].id == units[0].id
    return (alone or len({unit.arm for unit in (*others, *units)}) == 1) and stands(state, units, there)


def excess(state: State, units: Stack, there: int) -> int:
    """How many steps of a stack are too many for a hex with friends: all of them, if it may not stand with them at all. [F-18.3a]"""
    for many in range(1, sum([unit.steps for unit in units])):
        left = _without(units, 2 * many)
        if left and settles(state, left, there):
            return many
    return sum([unit.steps for unit in units])


def _without(units: Stack, halves: int) -> Stack:
    """A stack that has lost so much, the top unit first. [F-18.2]"""
    left = []
    for unit in units:
        gone = min(halves, unit.halves)
        halves -= gone
        if unit.halves > gone:
            left.append(replace(unit, halves=unit.halves - gone))
    return tuple(left)
