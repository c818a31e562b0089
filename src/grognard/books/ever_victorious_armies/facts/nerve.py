"""What morale and rallying look at. [69–87a, O1–O6]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Refusal
from grognard.geometry.gaps import within
from grognard.geometry.points import Poly

from ..state import State, Unit
from ..tables.nerve import AUTOMATIC, BY_CHOICE, CASUALTIES, PASSES, RALLIES, RALLY, RALLY_RANGE
from ..words import Exception_, Kind, Trait
from .bodies import body
from .ground import in_shelter

SIGHT_OF_LOSS = 1200
"""How far the loss of a general is felt. [69, 70, G-35]"""


class Nerve(NamedTuple):
    """What decides whether a unit passes over a test. [74–78]"""

    elite: bool = False
    ferocious: bool = False
    stubborn: bool = False
    commanded: bool = False
    advanced: bool = False
    sheltered: bool = False
    used: tuple[Exception_, ...] = ()


class Rallying(NamedTuple):
    """What decides whether a general may rally a unit. [84, O5]"""

    general: bool = True
    markers: int = 0
    near: bool = False
    in_contact: bool = False


def witnesses(state: State, side: int, where: Poly) -> tuple[int, ...]:
    """A side's units with any part within 12 of a place. [O2]"""
    return tuple(u.id for u in state.of_side(side) if within(body(state, u), where, SIGHT_OF_LOSS))


def in_turn(state: State) -> tuple[Unit, ...]:
    """Every unit on the table, the first side's before the second's. [T6]"""
    return state.of_side(state.first) + state.of_side(1 - state.first)


def high_casualties(unit: Unit) -> str:
    """The rule that makes a unit test for this turn's casualties, or nothing. [O1, 73a]"""
    lost = unit.today.lost_to_fire + unit.today.lost_in_combat
    row = CASUALTIES.find(unit.start)
    return row.cite if lost >= row.value else ""


def next_casualty_test(state: State, done: tuple[int, ...]) -> tuple[int, str] | None:
    """The next unit that tests for casualties, and by which rule. [T6, G-20]"""
    for unit in in_turn(state):
        cite = high_casualties(unit)
        if cite and unit.id not in done:
            return unit.id, cite
    return None


def next_general_test(state: State, done: tuple[int, ...]) -> tuple[int, str] | None:
    """The next unit that tests because its general was lost, or his unit routed; once a turn. [T6, O1]"""
    for unit in in_turn(state):
        for loss in state.losses:
            if unit.id in loss.witnesses and unit.id not in done:
                return unit.id, loss.cite
    return None


def nerve(state: State, unit: Unit) -> Nerve:
    """What decides whether this unit passes over a test."""
    foot = unit.kind is Kind.FOOT
    return Nerve(
        elite=unit.elite,
        ferocious=foot and Trait.FEROCIOUS in unit.traits,
        stubborn=foot and Trait.STUBBORN in unit.traits,
        commanded=_commanded(state, unit),
        advanced=unit.today.advanced,
        sheltered=in_shelter(state.field, unit),
        used=unit.used,
    )


def _commanded(state: State, unit: Unit) -> bool:
    """Whether the commander-in-chief himself is with a unit; no other general will do. [74, G-48]"""
    general = state.general_with(unit.id)
    return general is not None and not general.subordinate


def automatic_exception(state: State, unit: Unit) -> Exception_ | None:
    """The exception that applies by itself, if one does. [G-23, G-57]"""
    facts = nerve(state, unit)
    return next((ground for ground, needs in AUTOMATIC.items() if needs.met(facts)), None)


def chosen_exceptions(state: State, unit: Unit) -> dict[Exception_, Refusal | None]:
    """The exceptions an owner may use, each with the reason why not. [G-23]"""
    facts = nerve(state, unit)
    return {ground: needs.refusal(facts) for ground, needs in BY_CHOICE.items()}


def pass_row(unit: Unit) -> Item[bool, int]:
    """What a unit must throw to pass a morale test; raw and irregular is no worse than either. [80, G-27]"""
    return PASSES.row(unit.raw or unit.irregular)


def rally_row(unit: Unit) -> Item[bool, int]:
    """What a general must throw to rally a unit. [85]"""
    return RALLIES.row(unit.irregular)


def why_not_rally(state: State, general: Unit | None, unit: Unit) -> Refusal | None:
    """Why a general may not rally a unit, or None. [84, O5]"""
    return RALLY.refusal(
        Rallying(
            general=general is not None,
            markers=unit.markers,
            near=general is not None and within(body(state, general), body(state, unit), RALLY_RANGE),
            in_contact=state.in_contact(unit.id),
        )
    )


def can_rally(state: State, general: Unit) -> tuple[int, ...]:
    """The units a general may try to rally now. [84]"""
    # Most units have no marker: that is the cheapest of the rows, and asked first.
    marked = [u for u in state.of_side(general.side) if u.markers]
    return tuple([u.id for u in marked if why_not_rally(state, general, u) is None])


def next_to_rally(state: State, done: tuple[int, ...]) -> Unit | None:
    """The next general with a unit to rally: the first side's before the second's, each once a turn. [T7, G-26]"""
    waiting = [g for side in (state.first, 1 - state.first) for g in state.generals(side) if g.id not in done]
    return next((general for general in waiting if can_rally(state, general)), None)
