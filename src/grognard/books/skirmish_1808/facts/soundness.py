"""What must hold in every position. [B5, B8, M7]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.books.skirmish_1808.facts.bodies import body_of, clash, outdoors
from grognard.books.skirmish_1808.facts.ground import off_table
from grognard.books.skirmish_1808.state import State
from grognard.books.skirmish_1808.words import Arm, Where


def census(state: State) -> dict[str, int]:
    """Figures as they began; they are conserved on and off the table."""
    found: dict[str, int] = {}
    for unit in (*state.units, *state.hidden):
        found[unit.key] = unit.full
    return found


def faults(state: State) -> Iterator[str]:
    """Faults no position may have."""
    standing = outdoors(state)
    for unit in standing:
        if not unit.figures:
            yield f"{unit.key} stands without a figure"
        if any(off_table(state, f.x, f.y, unit.radius) for f in unit.figures):
            yield f"{unit.key} stands over the edge"
        if unit.formed and unit.size < 6:
            yield f"{unit.key} is formed with fewer than six"
    for at, unit in enumerate(standing):
        for other in standing[:at]:
            if clash(body_of(unit).circles, body_of(other), -20):
                yield f"{other.key} and {unit.key} overlap"
    for contact in state.contacts:
        for each in (contact.attacker, contact.defender):
            if state.units[each].where is not Where.TABLE:
                yield f"{state.units[each].key} fights but is not there"
    for unit in state.units:
        if unit.size > unit.full or (unit.arm is Arm.WAGON and len(unit.wounds) != unit.size):
            yield f"{unit.key} has grown"
