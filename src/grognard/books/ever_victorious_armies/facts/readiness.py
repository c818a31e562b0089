"""Who may move, charge or evade, as facts for the rows. [M1, H1, E1]"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from grognard.engine.dice import Row
from grognard.engine.memo import kept
from grognard.engine.tables import Refusal

from ..state import TABLE, State, Unit
from ..tables.moving import MAY_CHARGE, MAY_EVADE, MAY_HOLD, MAY_MOVE, MOVES, Dice, row_of
from ..words import Kind, Order
from .bodies import Drawn


class Mover(msgspec.Struct, frozen=True, gc=False):
    """What decides whether a unit may be picked to move."""

    acted: bool = False
    in_contact: bool = False
    evaded: bool = False
    in_duty: bool = False
    halted: bool = False
    led_away: bool = False
    gun: bool = False
    general: bool = False
    arriving: bool = False
    markers: int = 0
    skirmishing: bool = False


class Dodger(msgspec.Struct, frozen=True, gc=False):
    """What decides whether a unit may evade. [E1]"""

    allowed: bool = True
    skirmishing: bool = True
    in_contact: bool = False
    evaded: bool = False
    in_duty: bool = False


class Allowance(NamedTuple):
    """What a unit may spend, in hundredths: in good going, and in difficult (None: it may not enter)."""

    good: int
    difficult: int | None


def mover_facts(state: State, unit: Unit) -> Mover:
    """What decides whether this unit may be picked."""
    return _facts(unit, *_bound(state, unit))


def _bound(state: State, unit: Unit) -> tuple[bool, bool]:
    """Whether a unit is in contact, or the one a general is with; and whether that one has moved without him."""
    if unit.joined is None:
        return state.in_contact(unit.id), False
    return state.in_contact(unit.id) or state.in_contact(unit.joined), state.units[unit.joined].today.moved


def _facts(unit: Unit, in_contact: bool, led_away: bool) -> Mover:
    return Mover(
        acted=unit.today.acted,
        in_contact=in_contact,
        evaded=unit.today.evaded,
        in_duty=unit.duties.fought or unit.today.retired or unit.today.pursued,
        halted=unit.today.halted,
        led_away=led_away,
        gun=unit.is_gun,
        general=unit.is_general,
        arriving=unit.where == "later",
        markers=unit.markers,
        skirmishing=unit.skirmishing,
    )


def may_move(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not be picked to march, or None. [M1]"""
    return MAY_MOVE.refusal(mover_facts(state, unit))


def may_hold(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not hold and turn on the spot, or None: one that halted may. [M1, G-40]"""
    return MAY_HOLD.refusal(mover_facts(state, unit))


def may_charge(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not charge anybody, or None. [H1]"""
    return MAY_CHARGE.refusal(mover_facts(state, unit))


class Free(msgspec.Struct, frozen=True, gc=False):
    """What a unit may be picked for."""

    march: bool
    hold: bool
    charge: bool


def free(state: State, unit: Unit) -> Free:
    """What a unit may be picked for, all at once. [M1, H1]"""
    in_contact, led_away = _bound(state, unit)
    return _free_in(unit, in_contact, led_away) if in_contact or led_away else _free(unit)


def all_free(state: State, side: int) -> dict[int, Free]:
    """The same of every unit and general of a side on the table. [M1, H1]"""
    touched = {unit for each in state.contacts for unit in (each.attacker, each.defender)}
    return {
        unit.id: _free(unit) if unit.joined is None and unit.id not in touched else free(state, unit)
        for unit in state.units
        if unit.side == side and unit.where is TABLE
    }


@kept
def _free(unit: Unit) -> Free:
    """The same of one whom nobody touches."""
    return _allowed(_facts(unit, False, False))


@kept
def _free_in(unit: Unit, in_contact: bool, led_away: bool) -> Free:
    return _allowed(_facts(unit, in_contact, led_away))


@lru_cache(maxsize=4096)
def _allowed(facts: Mover) -> Free:
    # Many a unit is in the same case: the rows are gone through once for it.
    # Whoever may not march may not charge either: the rows of marching are among those of charging.
    march = MAY_MOVE.met(facts)
    return Free(march, MAY_HOLD.met(facts), march and MAY_CHARGE.met(facts))


def may_evade(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not evade, or None. [E1]"""
    return MAY_EVADE.refusal(_dodger(unit, state.options.skirmishers_evade, state.in_contact(unit.id)))


def evades(state: State, unit: Unit) -> bool:
    """Whether a unit may evade, where nobody asks why not. [E1]"""
    return _evades(unit, state.options.skirmishers_evade, state.in_contact(unit.id))


@kept
def _evades(unit: Unit, allowed: bool, in_contact: bool) -> bool:
    return MAY_EVADE.met(_dodger(unit, allowed, in_contact))


def _dodger(unit: Unit, allowed: bool, in_contact: bool) -> Dodger:
    return Dodger(
        allowed=allowed,
        skirmishing=unit.skirmishing,
        in_contact=in_contact,
        evaded=unit.today.evaded,
        in_duty=unit.duties.fought or unit.today.retired or unit.today.pursued,
    )


def barred_from_advancing(unit: Unit, order: Order | None = None) -> str:
    """The rule that forbids a marked unit to advance in its order, or another; or nothing. [81, 82, 83a]"""
    if unit.markers >= 2:
        return "82"
    # [G-24] the first marker means nothing to anybody else
    return "81" if unit.markers == 1 and (order or unit.order) is Order.SKIRMISH else ""


def move_dice(unit: Unit) -> Dice:
    """The row of the movement table for a unit's present order. [M2]"""
    return _moves(unit.kind, unit.order)[0]


def move_cite(unit: Unit) -> str:
    """The number of that row."""
    return _moves(unit.kind, unit.order)[1]


def move_throw(unit: Unit) -> Row:
    """The dice thrown in a row; the first of them count in difficult going. [M2, G-42]"""
    return _moves(unit.kind, unit.order)[2]


@cache
def _moves(kind: Kind, order: Order) -> tuple[Dice, str, Row]:
    row = MOVES.row(row_of(kind, order))
    return row.value, row.cite, Row(row.value.good, first=row.value.difficult or 0)


def allowance(unit: Unit, reading: tuple[int, int]) -> Allowance:
    """What the dice allow. [M2, 3a]"""
    dice = move_dice(unit)
    total, early = reading
    hard = None if dice.difficult is None else 100 * (early + dice.plus)
    return Allowance(100 * (total + dice.plus), hard)


def best_roll(unit: Drawn) -> Allowance:
    """The most the dice can give. [H1]"""
    return farthest(unit.kind, unit.order)


@cache
def farthest(kind: Kind, order: Order) -> Allowance:
    """The most the dice can give such troops. [H1]"""
    dice = MOVES[row_of(kind, order)]
    hard = None if dice.difficult is None else 100 * (6 * dice.difficult + dice.plus)
    return Allowance(100 * (6 * dice.good + dice.plus), hard)


def is_formed_foot(unit: Unit) -> bool:
    """Foot in line or column: the only troops that can be unformed. [U1]"""
    return unit.kind is Kind.FOOT and not unit.skirmishing
