"""What must hold in every position: units and cards are conserved, nobody stands on another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from grognard.engine.memo import kept
from grognard.geometry.points import Poly
from grognard.tabletop.bodies import overlapping
from grognard.tabletop.land import over_edge

from ..state import State, Unit
from ..words import Where
from .bodies import host, leader_box, stand
from .forming import shape_refusal
from .ground import any_impassable, land_of, occupant, off_table

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
    for look in (
        off_the_table,
        on_closed_ground,
        in_features,
        badly_drawn_up,
        on_each_other,
        misplaced_leaders,
    ):
        yield from look(state)
    yield from crowded_features(state)


def _in_the_open(state: State) -> Iterator[Unit]:
    return (unit for unit in state.units if unit.in_open)


def _afoot(state: State) -> Iterator[tuple[str, Poly]]:
    """Leaders who stand on the table, by name."""
    for leader in state.leaders:
        if leader.in_open:
            yield leader.name, leader_box(leader)


def off_the_table(state: State) -> Iterator[str]:
    """Units and leaders who stand off the table. [75]"""
    for unit in _in_the_open(state):
        if over_edge(state.field, stand(unit).around):
            yield f"{unit.key} stands off the table [75]"
    for name, base in _afoot(state):
        if off_table(state, base):
            yield f"{name} stands off the table [75]"


def on_closed_ground(state: State) -> Iterator[str]:
    """Units and leaders on impassable ground. [164]"""
    if land_of(state).plain:
        return
    units = ((unit.key, stand(unit).rims) for unit in _in_the_open(state))
    leaders = ((name, (base,)) for name, base in _afoot(state))
    for name, shapes in chain(units, leaders):
        closed = any_impassable(state, shapes)
        if closed is not None:
            yield f"{name} stands in {closed} [164]"


def in_features(state: State) -> Iterator[str]:
    """Units whose figures stand in a building or a wood. [168]"""
    for unit in _in_the_open(state):
        if land_of(state).areas.under_any(stand(unit).rims, SLACK) is not None:
            yield f"{unit.key} stands in a feature without occupying it [168]"


@kept(of=("units",))
def badly_drawn_up(state: State) -> tuple[str, ...]:
    """Units in ranks and files they may not form. [18–20]"""
    reasons = (
        (unit.key, shape_refusal(unit, unit.order, unit.files, unit.spread)) for unit in _in_the_open(state)
    )
    return tuple(f"{key}: {why.words} [{why.cite}]" for key, why in reasons if why is not None)


@kept(of=("units",))
def on_each_other(state: State) -> tuple[str, ...]:
    """Units that stand on each other. [17]"""
    everyone = host(state)
    pairs = [(everyone.units[at], everyone.units[hit]) for at, hit in overlapping(everyone.shapes, SLACK)]
    return tuple(f"{unit.key} stands on {other.key}" for unit, other in pairs if other.id != unit.id)


def crowded_features(state: State) -> Iterator[str]:
    """Two units in one feature, or one inside nothing. [169]"""
    held = [unit for unit in state.units if unit.on_table and unit.in_feature]
    for unit in held:
        if unit.inside not in land_of(state).features:
            yield f"{unit.key} is inside nothing"
    if len({unit.inside for unit in held}) != len(held):
        yield "two units are in one feature [169]"


def misplaced_leaders(state: State) -> Iterator[str]:
    """Leaders in a feature an enemy unit holds. [170]"""
    for leader in state.leaders:
        if leader.where is Where.TABLE and leader.in_feature:
            held = occupant(state, leader.inside)
            if held is not None and state.units[held].side != leader.side:
                yield f"{leader.name} is in a feature the enemy holds [170]"
