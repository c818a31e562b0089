"""Whom a unit may fire at, and with what. [T039–T063, R-14–R-17]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine.tables import Refusal, Tally
from grognard.geometry.angles import COS, FULL_TURN, SHIFT, SIN
from grognard.geometry.points import square
from grognard.tabletop.figures import feet

from ..state import Point, State, Unit
from ..tables.fighting import FIRE_DICE, FIRE_HITS, FIRE_SCORE, Shot
from ..tables.profiles import WEAPONS
from ..words import Action, Band, Trait
from .bodies import enemies_near, gap, house, nearest_pair, surely_beyond
from .ground import unit_cover
from .paths import in_charge_range
from .sight import sees
from .values import arm, firing, trait

SLACK = 3
"""Hundredths by which a rounded front rank may differ from a line."""


def reach_of(unit: Unit) -> int:
    """How far a unit's weapon carries at most. [T046–T052]"""
    row = WEAPONS[unit.weapon]
    return row.short if row.long is None else row.long


def band(state: State, unit: Unit, target: Unit) -> Band | None:
    """Short, Long or out of range; a limit belongs to the nearer band. [T040, T141, R-15]"""
    if surely_beyond(state, unit, target, reach_of(unit)):
        return None
    row, distance = WEAPONS[unit.weapon], gap(state, unit, target)
    if distance <= row.short:
        return Band.SHORT
    return Band.LONG if row.long is not None and distance <= row.long else None


def has_arc(state: State, unit: Unit) -> bool:
    """Whether its fire is limited to the front: Close Order, and crews if the switch says so. [T081, R-38]"""
    return unit.close_order or (unit.crewed and state.options.crew_arc_deg == 180)


def in_arc(state: State, unit: Unit, target: Unit) -> bool:
    """Whether any model of the target is on or ahead of the line of the front rank. [T042, T081, R-23]"""
    if not has_arc(state, unit):
        return True
    sine, cosine = SIN[unit.facing % FULL_TURN], COS[unit.facing % FULL_TURN]
    front = max(x * sine + y * cosine for x, y in unit.models) - (SLACK << SHIFT)
    return any(x * sine + y * cosine >= front for x, y in target.models)


def why_not_shoot(state: State, unit: Unit, target: Unit, action: Action) -> Refusal | None:
    """Why a target is not a legal one of this very shot, the choice among targets apart."""
    near = band(state, unit, target)
    if near is None:
        return Refusal("T040", f"the target is out of range: more than {reach_of(unit) / 100:g}″ away")
    if near is Band.LONG and target.to_ground:
        return Refusal("T109", "the target has Gone to Ground, and is beyond Short range")
    if near is Band.LONG and action is Action.VOLLEY:
        # "Close" range is Short range.
        return Refusal("T130", "the target is beyond Short range, to which a Volley carries")
    if near is Band.LONG and trait(unit) is Trait.SHORT_SIGHTED:
        return Refusal("F-T15", "the target is beyond Short range, and its Leader sees no farther")
    if not in_arc(state, unit, target):
        return Refusal("T081", "the target is not in the front half")
    if not sees(state, unit, target):
        return Refusal("T041", "the target is out of sight")
    return None


def targets(state: State, unit: Unit, action: Action) -> tuple[int, ...]:
    """Every enemy a unit may choose; a Volley is forced only by those it could hit. [T043, R-49, F-T10]"""
    legal = _forced(state, unit, list(_each_target(state, unit, action)))
    if trait(unit) is Trait.SPORTING_UMPIRE and any(not e.pinned for e in legal):
        legal = [e for e in legal if not e.pinned]
    return tuple([e.id for e in legal])


def has_target(state: State, unit: Unit, action: Action) -> bool:
    """Whether there is any enemy a unit may choose: what limits the choice leaves one. [T043]"""
    memo: dict[Any, bool] = state.__dict__
    # All but a Volley carry alike.
    key = "has target", unit, action is Action.VOLLEY
    if key not in memo:
        memo[key] = next(_each_target(state, unit, action), None) is not None
    return memo[key]


def _each_target(state: State, unit: Unit, action: Action) -> Iterator[Unit]:
    """Every legal target, the choice among them apart."""
    for enemy in enemies_near(state, unit, reach_of(unit)):
        if why_not_shoot(state, unit, enemy, action) is None:
            yield enemy


def _forced(state: State, unit: Unit, legal: list[Unit]) -> list[Unit]:
    """An enemy that could charge the firer limits the choice; Pinned and hidden ones may be ignored.

    [T043, T044, T045, T105, T110, R-14]
    """
    if any(not e.pinned and not e.to_ground and in_charge_range(state, e, unit) for e in legal):
        return [e for e in legal if in_charge_range(state, e, unit)]
    return legal


def why_not_target(state: State, unit: Unit, target: Unit, action: Action) -> Refusal:
    """Why a unit cannot choose this target. [T043, F-T10]"""
    reason = why_not_shoot(state, unit, target, action)
    if reason is not None:
        return reason
    if trait(unit) is Trait.SPORTING_UMPIRE and target.pinned:
        return Refusal("F-T10", "the target is Pinned while others stand, and its Leader is a sportsman")
    return Refusal("T043", "another enemy could charge it: one of those must be chosen")


def firing_point(state: State, unit: Unit, target: Unit) -> Point:
    """The firing model of the nearest pair, from which cover is judged. [R-16]"""
    wall = house(state, unit)
    if wall is not None:
        spots = [foot.spot for foot in feet(target.models, (wall,))]
        return min(spots, key=lambda spot: _nearness(spot, target))
    return unit.models[nearest_pair(unit, target)[1]]


def _nearness(point: Point, target: Unit) -> int:
    return min(square(point, model) for model in target.models)


def shot(state: State, unit: Unit, target: Unit, action: Action) -> Shot:
    """All that the tables of Fire look at."""
    near = band(state, unit, target)
    return Shot(
        unit.count,
        arm(unit),
        firing(unit),
        near or Band.LONG,
        unit_cover(state, target, firing_point(state, unit, target)),
        action is Action.VOLLEY,
        action is Action.SKIRMISH,
        target.close_order,
        trait(unit) is Trait.EXPERT_MARKSMAN and not unit.crewed,
    )


def tallies(facts: Shot) -> tuple[Tally, Tally, Tally]:
    """Dice, score to hit and hits for a casualty."""
    return (
        FIRE_DICE.tally(facts, facts.models),
        FIRE_SCORE.tally(facts, facts.firing),
        FIRE_HITS.tally(facts, 1),
    )
