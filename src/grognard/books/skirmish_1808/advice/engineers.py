"""Engineers and barricades, as computer players weigh them, in points. [D1–D7]"""

from __future__ import annotations

from grognard.engine.book import Look
from grognard.engine.choices import Move

from ..facts.bodies import point_to_poly
from ..facts.mining import bridge_named, charges_at, figures_on
from ..state import State, Unit, places_of
from ..tables.mining import FALLS, FUSE
from .manoeuvres import Rated, acting
from .worth import price

ALARM = 2000
"""An enemy so near the bridge leaves no time for another charge."""
IN_TIME, HURRIED = 0.8, 0.45
"""What a charge that is fired a turn later is worth of its chance, with the enemy far off and near."""
NEAR_HOUSE = 3000
"""A garrison barricades its house while the enemy is farther off than a charge and nearer than this."""
SHARE = 8
"""A prize of so many points is worth one point of rating."""
BARRICADED = 2.5


def wanted(state: State, side: int, bridge: str) -> int:
    """The points a side has for a bridge that is blown. [S1]"""
    return sum(
        prize.points
        for prize in state.field.prizes
        if prize.kind == "bridge" and prize.area == bridge and prize.side == side
    )


def lay_charge(look: Look, verb: str) -> Rated:
    """What the bridge is worth with a charge more: nearly all of it where there is time, little where the enemy is upon it."""
    state, unit = look.position.state, acting(look)
    for bridge in look.ask.offers[verb]:
        laid = charges_at(state, bridge, unit.side) + 1
        left = HURRIED if _threatened(state, unit, bridge) else IN_TIME
        yield Move(look.side, verb, bridge), left * _chance(laid) * wanted(state, unit.side, bridge) / SHARE


def blow_up(look: Look, verb: str) -> Rated:
    """The chance that the charges go off, times what is won by it and what falls with the bridge."""
    state, unit = look.position.state, acting(look)
    for bridge in look.ask.offers[verb]:
        worth = wanted(state, unit.side, bridge) / SHARE + _falling(state, unit.side, bridge)
        yield Move(look.side, verb, bridge), _chance(charges_at(state, bridge, unit.side)) * worth


def _chance(laid: int) -> float:
    """The chance that so many charges go off. [D3]"""
    return (11 - FUSE[laid]) / 10


def barricade(look: Look, verb: str) -> Rated:
    """Worth an action before anybody comes near, not under fire."""
    state, unit = look.position.state, acting(look)
    near = [u for u in state.standing(1 - unit.side) if u.figures and _gap(u, unit) <= NEAR_HOUSE]
    yield Move(look.side, verb), BARRICADED if near else 0.8


def _gap(one: Unit, other: Unit) -> int:
    return min(point_to_poly(spot, places_of(other)) for spot in places_of(one))


def _threatened(state: State, unit: Unit, bridge: str) -> bool:
    """Whether an enemy is so near a bridge that it may be lost before another charge is laid."""
    poly = bridge_named(state, bridge).poly
    return any(
        point_to_poly(spot, poly) <= ALARM
        for enemy in state.standing(1 - unit.side)
        if not enemy.fleeing and enemy.figures
        for spot in places_of(enemy)
    )


def _falling(state: State, side: int, bridge: str) -> float:
    """What the figures on the bridge are worth to a side that blows it: the enemy's for it, its own against it. [D5]"""
    area = bridge_named(state, bridge)
    lost = (FALLS - 1) / 10
    return sum(
        lost * figures_on(unit, area) * price(unit) * (1 if unit.side != side else -1)
        for unit in state.units
        if unit.on_table
    )
