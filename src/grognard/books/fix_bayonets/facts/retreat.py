"""Retreats: which hexes, in which class. [RET-01, F-18.3]"""

from __future__ import annotations

from grognard.engine.memo import kept

from ..state import Flight, State, Unit
from ..words import Arm, Formation
from .ground import distance, price
from .stacks import Stack, fits, room, together
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
    stack = state.at.get(there)
    if stack and stack[0].side != unit.side:
        return None
    formation = Formation.LIMBERED if unit.arm is Arm.ART else Formation.COLUMN
    if price(state.field, unit.arm, formation, at, there) is None:
        return None
    if stack:
        return FRIENDS
    if not dangerous(state, unit.side, there):
        depot = state.field.depots[unit.side]
        return 1 if distance(state.field, there, depot) < distance(state.field, at, depot) else 2
    return 4 if next_to_enemy(state, unit.side, there) else 3


@kept(most=16)
def candidates(state: State, flight: Flight) -> dict[int, int]:
    """The hexes its owner may pick, with their class: the lowest, and friends always. [RET-06]"""
    units = tuple(state.units[one] for one in flight.units)
    unit = units[0]
    at = here(state, flight)
    ranks: dict[int, int] = {}
    for _, there in state.field.grid.steps(at):
        if there in flight.used or there == unit.hex:
            continue
        found = rank(state, unit, at, there)
        # [F-10.6] a stack too large for a hex does not stop there, not even in flight
        if found is not None and (found == FRIENDS or room(state, units, there)):
            ranks[there] = found
    lowest = min(ranks.values(), default=FRIENDS)
    return {there: each for there, each in ranks.items() if each in (lowest, FRIENDS)}


def leaves(state: State, flight: Flight) -> bool:
    """Whether a routing stack with distance left stands on its own edge. [F-18.4, F-21.4]"""
    _, row = state.field.grid.offset(here(state, flight))
    return flight.rout and row == state.field.home[state.units[flight.units[0]].side]


def settles(state: State, units: Stack, there: int) -> bool:
    """Whether a retreating stack may stay in a hex: empty, or with friends in the same state. [F-18.3a]"""
    others = state.at.get(there)
    if not others or others[0].id == units[0].id:
        return room(state, units, there)
    whole = (*others, *units)
    same_arm = len({unit.arm for unit in whole}) == 1
    return same_arm and together(whole) and fits(state, whole, others[0].formation, there)
