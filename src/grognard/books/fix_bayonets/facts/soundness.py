"""What holds in every position of a game. [F-6.1, F-10.6]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.books.fix_bayonets.facts.stacks import fits
from grognard.books.fix_bayonets.state import State
from grognard.books.fix_bayonets.words import Arm, Where


def census(state: State) -> dict[str, int]:
    """Half steps of each side, whole, lost or driven off; the units."""
    found = {
        f"half steps of side {side}": sum(
            unit.halves + unit.lost for unit in state.units if unit.side == side
        )
        for side in (0, 1)
    }
    return {**found, "units": len(state.units)}


def faults(state: State) -> Iterator[str]:
    """What no position may show."""
    for unit in state.units:
        if unit.halves < 0 or unit.lost < 0:
            yield f"{unit.name} has lost more than it had"
        if unit.on_map and (unit.halves == 0 or not state.field.grid.is_hex(unit.hex)):
            yield f"{unit.name} is a ghost at {unit.hex}"
        if unit.where is Where.DEAD and unit.halves:
            yield f"{unit.name} is dead but has steps"
    for here, stack in state.at.items():
        if len({unit.side for unit in stack}) > 1:
            yield f"both sides stand in {state.field.grid.label(here)}"
        if len({unit.order for unit in stack}) > 1:
            yield f"two states in {state.field.grid.label(here)}"
        kinds = {unit.formation for unit in stack if unit.arm is not Arm.ART}
        if len(kinds) > 1:
            yield f"two formations in {state.field.grid.label(here)}"
        elif len(stack) > 1 and not fits(state, stack, next(iter(kinds), stack[0].formation), here):
            yield f"too many in {state.field.grid.label(here)}"
    for one in state.leaders:
        if one.on_map and not state.field.grid.is_hex(one.hex):
            yield f"{one.name} is nowhere"
        stack = state.at.get(one.hex, ()) if one.on_map and not one.routed else ()
        if stack and stack[0].side != one.side:
            yield f"{one.name} is among enemies"
