"""What must hold in every position: units and cards are conserved, nobody stands on another."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.books.valour_and_fortitude.facts.bodies import host, leader_box, stand
from grognard.books.valour_and_fortitude.facts.forming import shape_refusal
from grognard.books.valour_and_fortitude.facts.ground import (
    defendable_under,
    impassable_under,
    land_of,
    occupant,
    off_table,
)
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Where
from grognard.field.shapes import first_overlap

SLACK = 8
"""How far rounding may press two bodies into each other before it is a fault, in hundredths."""


def census(state: State) -> dict[str, int]:
    """What is the same in every position of one game: units, figures, leaders and cards."""
    cards = [len(f.deck) + len(f.hand) + len(f.discards) for f in state.fates]
    return {
        "units": len(state.units),
        "figures": sum(u.figures for u in state.units),
        "leaders": len(state.leaders),
        "first deck": cards[0],
        "second deck": cards[1],
    }


def faults(state: State) -> Iterator[str]:
    """What no position may have."""
    yield from standing_faults(state)
    for unit in state.units:
        if not 0 <= unit.losses <= 99 or unit.losses > max(unit.tenacity, unit.profile.tenacity + 1):
            yield f"{unit.key} has {unit.losses} losses"
    if len(state.holders) != len(state.field.objectives):
        yield "an objective is nobody's business"


def standing_faults(state: State) -> Iterator[str]:
    """Units off the table, on each other, on impassable ground, two in one feature, or badly drawn up. [17–20]"""
    for unit in state.units:
        if unit.on_table:
            yield from _unit_faults(state, unit)
    everyone = host(state)
    for at, unit in enumerate(everyone.units):
        hit = first_overlap(everyone.shapes[at], everyone.shapes[:at], SLACK)
        if hit is not None and everyone.units[hit].id != unit.id:
            yield f"{unit.key} stands on {everyone.units[hit].key}"
    yield from _leader_faults(state)
    held = [u.inside for u in state.units if u.on_table and u.inside >= 0]
    if len(set(held)) != len(held):
        yield "two units are in one feature [169]"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.inside >= 0:
        if unit.inside not in land_of(state).features:
            yield f"{unit.key} is inside nothing"
        return
    for rim in stand(unit).rims:
        if off_table(state, rim):
            yield f"{unit.key} stands off the table [75]"
        closed = impassable_under(state, rim)
        if closed is not None:
            yield f"{unit.key} stands in {closed} [164]"
        if defendable_under(state, rim, SLACK) is not None:
            yield f"{unit.key} stands in a feature without occupying it [168]"
    reason = shape_refusal(unit, unit.order, unit.files, unit.spread)
    if reason is not None:
        yield f"{unit.key}: {reason.words} [{reason.cite}]"


def _leader_faults(state: State) -> Iterator[str]:
    """Leaders off the table, on impassable ground, or in a feature an enemy unit holds. [75, 164, 170]"""
    for leader in state.leaders:
        if leader.where is not Where.TABLE:
            continue
        if leader.inside >= 0:
            held = occupant(state, leader.inside)
            if held is not None and state.units[held].side != leader.side:
                yield f"{leader.name} is in a feature the enemy holds [170]"
            continue
        base = leader_box(leader)
        if off_table(state, base):
            yield f"{leader.name} stands off the table [75]"
        closed = impassable_under(state, base)
        if closed is not None:
            yield f"{leader.name} stands in {closed} [164]"
