"""What must hold in every position: figures are conserved, nobody stands on another."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.books.ever_victorious_armies.facts.bodies import body, others
from grognard.books.ever_victorious_armies.facts.ground import off_table
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.words import Where
from grognard.field.shapes import first_overlap

SLACK = 8
"""How far rounding may press two bodies into each other before it is a fault, in hundredths."""


def census(state: State) -> dict[str, int]:
    """What is the same in every position of one game: units, and figures standing or fallen."""
    return {"units": len(state.units), "figures": sum(u.full for u in state.units)}


def faults(state: State) -> Iterator[str]:
    """What no position may have."""
    for unit in state.units:
        yield from _unit_faults(state, unit)
    standing = others(state)
    shapes = [body(state, u) for u in standing]
    for at, unit in enumerate(standing):
        hit = first_overlap(shapes[at], shapes[:at], SLACK)
        # A unit that shrinks is rebuilt on its centre; footprints of units in contact may then differ. [B7]
        if hit is not None:
            yield f"{unit.key} stands on {standing[hit].key}"
    for contact in state.contacts:
        a, b = state.units[contact.attacker], state.units[contact.defender]
        if not (a.on_table and b.on_table) or a.side == b.side:
            yield f"a contact of {a.key} and {b.key} that cannot be"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if not 0 <= unit.figures <= unit.full:
        yield f"{unit.key} has {unit.figures} of {unit.full} figures"
    if unit.on_table and unit.figures == 0:
        yield f"{unit.key} is a ghost"
    if not 0 <= unit.markers <= 2:
        yield f"{unit.key} has {unit.markers} markers"
    if unit.on_table and off_table(state, body(state, unit)):
        yield f"{unit.key} sticks out over the edge"
    # Between his unit's end and his own dice a general is still joined to a unit that is gone.
    if unit.joined is not None and not unit.is_general:
        yield f"{unit.key} is joined to a unit but is no general"
    if unit.where is Where.LOST and state.in_contact(unit.id):
        yield f"{unit.key} is lost but still in contact"
