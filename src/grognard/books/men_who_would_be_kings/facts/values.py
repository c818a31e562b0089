"""What a unit is worth just now: profile, options, Leader and status together."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.engine.tables import Refusal

from ..state import LEADERLESS, State, Unit
from ..tables.actions import ACCESS, ACTIVATE, FREE, NO, REFUSED, Ready
from ..tables.fighting import GUN, MACHINE, SMALL
from ..tables.leaders import TRAITS
from ..tables.profiles import LADDERS, PROFILES
from ..words import Action, Class, Kind, Trait, Upgrade, Weapon

CLOSE_ORDER_MOVE, MOUNTED_MOVE = 400, 1200
"""Speed in Close Order, 2 in Difficult ground by the usual rate, and of mounted infantry. [T074, T075, F-M1]"""
BEST, WORST = 4, 10
DRUNKARDS = frozenset({Trait.DRUNKARD_BOTTLE, Trait.DRUNKARD_MILD})
"""Leadership lies between these. [R-03]"""
LEAST_CLOSE_ORDER = 6
"""Models that Close Order needs. [T073, T086]"""


def troops(unit: Unit) -> Class:
    """The class of a unit in the list of actions. [T012d]"""
    return PROFILES[unit.kind].troops


def trait(unit: Unit) -> Trait:
    """The trait that counts: it overrides what it clashes with, and ends with the Leader. [R-06, R-64]"""
    return Trait.ORDINARY if unit.leader is None else unit.trait


def leadership(unit: Unit) -> int:
    """The total an order, a Pinning test or a Rally needs. [T003, T004, R-03]"""
    if unit.leader is None:
        return LEADERLESS
    return unit.drink if unit.trait in DRUNKARDS else obeyed_on(unit.leadership, unit.trait)


def obeyed_on(value: int, of: Trait) -> int:
    """A Leader's value with what a sober man's trait makes of it. [F-L3, R-03]"""
    effect = TRAITS[of]
    return effect.sets if effect.sets is not None else min(WORST, max(BEST, value + effect.adds))


def discipline(unit: Unit) -> int:
    """What is added to Pinning tests and Rallies: of the profile, of what was bought, of the trait. [F-U2, F-U3, F-U9]"""
    if unit.steady is not None:
        return unit.steady + TRAITS[trait(unit)].discipline
    value = PROFILES[unit.kind].discipline
    value += (Upgrade.VETERAN in unit.upgrades) + (Upgrade.ELITE in unit.upgrades)
    value -= Upgrade.UNENTHUSIASTIC in unit.upgrades
    return value + TRAITS[trait(unit)].discipline


def fighting(unit: Unit) -> int:
    """The score that hits in melee. [T017, F-U1]"""
    if unit.fights is not None:
        return _clamped(unit.fights)
    return _clamped(PROFILES[unit.kind].fighting - (Upgrade.FIERCE in unit.upgrades))


def firing(unit: Unit) -> int:
    """The score that hits by Fire. [T053, F-U4, F-U8]"""
    if unit.fires is not None:
        return _clamped(unit.fires)
    value = PROFILES[unit.kind].firing
    value -= Upgrade.SHARPSHOOTERS in unit.upgrades
    return _clamped(value + (Upgrade.POOR_SHOTS in unit.upgrades))


def _clamped(score: int) -> int:
    """A 1 always misses and a 6 always hits. [R-04]"""
    return min(6, max(2, score))


def arm(unit: Unit) -> str:
    """How its fire dice are counted. [T053–T055]"""
    return GUN if unit.weapon is Weapon.FIELD_GUN else MACHINE if unit.weapon is Weapon.MACHINE_GUN else SMALL


def weapon_of(kind: Kind, upgrades: tuple[Upgrade, ...], chosen: Weapon | None = None) -> Weapon:
    """The weapon a unit carries, after what it was bought with; some classes have the choice. [F-U5, F-U6, F-U7, T052]"""
    weapon = PROFILES[kind].weapon
    for upgrade in upgrades:
        if (weapon, upgrade) in LADDERS:
            return LADDERS[weapon, upgrade]
    return chosen or weapon


def move_of(unit: Unit) -> int:
    """How far it may move. [T014, T074, F-M1]"""
    return CLOSE_ORDER_MOVE if unit.close_order else loose_move(unit)


def loose_move(unit: Unit) -> int:
    """How far it may move out of Close Order. [T014, F-M1]"""
    return MOUNTED_MOVE if unit.mounted else PROFILES[unit.kind].move


def too_few(unit: Unit) -> bool:
    """Whether a unit in Close Order has fewer models left than it needs. [T086, T146]"""
    return unit.close_order and unit.count < LEAST_CLOSE_ORDER


def half_move(unit: Unit) -> int:
    """Half a move, in whole inches. [T139, R-47]"""
    return move_of(unit) // 200 * 100


def light_footed(unit: Unit) -> bool:
    """Whether Difficult ground costs it nothing extra. [T092, F-U11]"""
    return unit.kind is Kind.TRIBAL_INFANTRY or Upgrade.GURKHAS in unit.upgrades


def on_foot(unit: Unit) -> bool:
    """Whether it may hold a building: neither Cavalry nor guns nor riders. [R-62]"""
    return not unit.cavalry and not unit.crewed and not unit.mounted


def is_free(unit: Unit, action: Action) -> bool:
    """Whether an action needs no order roll. [T002, T007–T011]"""
    if unit.mounted and action is Action.FIRE:
        return False
    return ACCESS[action].of(troops(unit)) == FREE


def ready(state: State, unit: Unit, action: Action) -> Ready:
    """What the conditions of an action look at."""
    who = trait(unit)
    return Ready(
        action,
        troops(unit),
        unit.upgrades,
        unit.count,
        unit.pinned,
        unit.close_order,
        unit.to_ground,
        unit.mounted,
        unit.rides,
        unit.inside is not None,
        unit.acted,
        unit.arrived,
        unit.dry,
        unit.jammed == state.turn,
        who is Trait.COWARD,
        who is Trait.SHIRKER and not unit.engaged,
    )


def may(state: State, unit: Unit) -> frozenset[Action]:
    """Every action that no line bars, as `why_not` would find. [T012d]"""
    memo: dict[Any, frozenset[Action]] = unit.__dict__
    key = "may", state.turn
    if key not in memo:
        memo[key] = _unbarred(ready(state, unit, Action.STAND_TO)) if unit.on_table else frozenset()
    return memo[key]


@lru_cache(maxsize=4096)
def _unbarred(facts: Ready) -> frozenset[Action]:
    """The actions of all units that are like this one."""
    return frozenset(
        action
        for action in Action
        if barring(facts._replace(action=action)) is None and ACCESS[action].of(facts.troops) != NO
    )


@lru_cache(maxsize=4096)
def barring(facts: Ready) -> Refusal | None:
    """The condition of an action that fails. [T001]"""
    return ACTIVATE.refusal(facts)


def why_not(state: State, unit: Unit, action: Action) -> Refusal | None:
    """The line that bars an action, or None. [T012d]"""
    memo: dict[Any, Refusal | None] = unit.__dict__
    key = action, state.turn
    if key not in memo:
        memo[key] = _why_not(state, unit, action)
    return memo[key]


UNLIKE = {Class.CREWED: "a crewed weapon"}


def _why_not(state: State, unit: Unit, action: Action) -> Refusal | None:
    if not unit.on_table:
        return Refusal("T001", "the unit is not on the table")
    refusal = barring(ready(state, unit, action))
    if refusal is not None:
        return refusal
    if ACCESS[action].of(troops(unit)) == NO:
        cite = REFUSED.get((action, troops(unit))) or ACCESS.row(action).cite
        return Refusal(cite, f"it is {UNLIKE.get(troops(unit), troops(unit).value)}, which cannot do this")
    return None
