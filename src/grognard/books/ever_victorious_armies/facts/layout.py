"""Everybody in his place, as the kernel asks about a whole table at once: who hides, stops or is run at by whom. [H1, M9, S12]

One value for an arrangement, so that charges and shots of all units are one question each and no crowd is picked apart for it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.engine.memo import kept
from grognard.geometry.arcs import poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import sees_past
from grognard.geometry.points import Bounds, Poly
from grognard.tabletop.crowd import Crowd

from ..state import Battlefield, State, Unit
from ..words import Kind, Order
from .bodies import Drawn, Stand, apart, near_side, places
from .ground import Area, across, carried_by_roads, land, shelter
from .readiness import farthest
from .sight import eye_of, front_of, hides

FREE_TURN = 450
"""The turn a charger makes for nothing. [H2]"""
TENTH = FREE_TURN // 5
"""A tenth of it, from one side to the other."""
DEGREE = 10
TURNS = FREE_TURN, TENTH, DEGREE

HIDES = 4
"""The bit of whoever stops a look; 1 and 2 are those of the sides."""
STOPS_FOOT, STOPS_ALL = 8, 32
"""The bits of whom formed foot of his side does not pass, and of whom nobody else formed does: of the first side, doubled of the second."""


def passes(mover: Drawn, friend: Drawn) -> bool:
    """Whether a unit goes through a friend. [M9]"""
    return passes_so(mover.kind, mover.order, friend)


def passes_so(kind: Kind, order: Order, friend: Drawn) -> bool:
    """The same of one in another order."""
    return _passed(kind, order, friend.kind, friend.order)


@cache
def _passed(kind: Kind, order: Order, friend: Kind, his_order: Order) -> bool:
    if Kind.GENERAL in (kind, friend) or Order.SKIRMISH in (order, his_order):
        return True
    return kind is Kind.FOOT and his_order is Order.UNLIMBERED


def blocking_near(state: State, unit: Unit, order: Order, around: Bounds) -> list[Stand]:
    """The friends near a rectangle whom a unit cannot pass in an order. [M9]"""
    near = near_side(state, unit.side, around)
    return [each for each in near if each.id != unit.id and not passes_so(unit.kind, order, each)]


class Layout:
    """An arrangement: what is asked about it (`Runner` and `Terms` of the kernel say what each part is), and the place of each unit."""

    __slots__ = ("asked", "place")

    def __init__(self, all_: Crowd[Stand], field: Battlefield):
        rows = tuple([_runner(each, field) for each in all_.who])
        self.asked: tuple[Any, Any, Any] = all_.shapes, rows, _terms(field)
        self.place = places(all_)


@kept
def layout(all_: Crowd[Stand], field: Battlefield) -> Layout:
    """Everybody in his place on a field."""
    return Layout(all_, field)


@kept
def _terms(field: Battlefield) -> Any:
    """What looks and charges go by, wherever anybody stands."""
    table, veils = (0, 0, field.width, field.height), land(field).screens.boxes
    return HIDES, table, TURNS, TOUCH, veils, hides(field), poly_in_arc


@kept
def _runner(unit: Stand, field: Battlefield) -> Any:
    """A unit as a charge and a look see it. [H1, H2, M9, S12]"""
    mark, *others = _bits(unit.side, unit.kind, unit.order)
    at = unit.x, unit.y, unit.facing, *unit.size
    return mark, *at, *others, eye_of(unit), front_of(unit), _going(unit, field)


@cache
def _bits(side: int, kind: Kind, order: Order) -> tuple[int, int, bool, int, int, int]:
    """What troops so drawn up are to others; how far they charge at most, whether any way; their foes, friends, and whom they do not pass."""
    loose = order is Order.SKIRMISH
    mark = 1 << side
    if not loose:
        mark |= HIDES
    if not _passed(Kind.FOOT, Order.LINE, kind, order):
        mark |= STOPS_FOOT << side
    if not _passed(Kind.HORSE, Order.FORMED, kind, order):
        mark |= STOPS_ALL << side
    solid = STOPS_FOOT if kind is Kind.FOOT else STOPS_ALL
    return mark, farthest(kind, order).good, loose, 2 >> side, 1 << side, 0 if loose else solid << side


def _going(unit: Stand, field: Battlefield) -> Any:
    """The ground for a charge, and the work or village it would have to find its way into. [H2, H3, H7, K1]"""
    ground, (work, village) = _ground(field, unit.kind, unit.order), shelter_of(unit, field)
    return *ground, None if work is None else work.whole, village is not None


@kept
def _ground(field: Battlefield, kind: Kind, order: Order) -> Any:
    """The ground for a charge: closed, difficult, how far it goes there, its roads, the lines, and who needs a way in. [H2, H3, K1]"""
    ready, hard = land(field), farthest(kind, order).difficult
    return (
        ready.barred[kind][0],
        ready.difficult[kind],
        -1 if hard is None else hard,
        ready.roads if carried_by_roads(kind, order) else (),
        across(field, kind),
        kind is Kind.HORSE,
    )


@kept
def shelter_of(unit: Stand, field: Battlefield) -> tuple[Area | None, Area | None]:
    """The work and the village that a unit is in."""
    return shelter(field, (unit.x, unit.y))


@kept
def in_sight(all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand) -> bool:
    """What `look` finds over nobody's head, by yes or no; the unit may stand where it likes. [S12]"""
    ready = layout(all_, field)
    return sees_past(eye_of(unit), ready.place.get(unit.id, -1), ready.place[target.id], *ready.asked)


@kept
def nearest_seen(all_: Crowd[Stand], field: Battlefield, unit: Stand) -> tuple[Poly, int] | None:
    """The nearest enemy a unit sees, and how far he is. [M12]"""
    enemies = [each for each in all_.who if each.side != unit.side]
    for enemy in sorted(enemies, key=lambda each: apart(unit, each)):
        if in_sight(all_, field, unit, enemy):
            return enemy.body, apart(unit, enemy)
    return None
