"""What things are worth to a computer player: a state, a shot, a fight, a place."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from grognard.engine.dice import Pool, Sum

from ..facts.bodies import nearest_pair
from ..facts.ground import level_of
from ..facts.melee import strikes
from ..facts.melee import tallies as melee_tallies
from ..facts.shooting import shot, tallies
from ..facts.values import discipline, is_free, leadership
from ..facts.victory import SCORES, points
from ..state import State, Unit
from ..tables.fighting import Strike
from ..words import Action, Where

PIN, PINNED_AGAIN = 0.25, 0.06
"""What part of a unit's cost a first marker and a further one are worth."""


def standing(state: State, side: int) -> float:
    """How well a side stands: victory points, and what is left of both forces."""
    score = points(state) if state.field.victory in SCORES else (0, 0)
    whole = float(score[side] - score[1 - side])
    for unit in state.units:
        sign = 1 if unit.side == side else -1
        if unit.on_table:
            whole += sign * unit.cost * unit.count / unit.start * (1 - PIN * unit.pinned)
        elif unit.where is Where.EXITED:
            whole += sign * unit.cost * 1.2
        elif not unit.lost:
            whole += sign * unit.cost
    return whole


@lru_cache(maxsize=64)
def chance(need: int, plus: int = 0) -> float:
    """The chance that 2d6 and a bonus come to what is needed."""
    return float(Sum(2).dist().chance(lambda n: n + plus >= need))


def obeys(unit: Unit, action: Action) -> float:
    """The chance that a unit does what it is told."""
    return 1.0 if is_free(unit, action) else chance(leadership(unit))


@lru_cache(maxsize=4096)
def losses(dice: int, score: int, needed: int, most: int) -> tuple[tuple[int, float], ...]:
    """How many models so many dice take, with their chances."""
    found = Pool.of(max(0, dice), score).dist().map(lambda hits: min(most, hits // needed))
    total = sum(found.weights.values())
    return tuple((lost, float(Fraction(weight, total))) for lost, weight in found.weights.items())


def worth_of(unit: Unit | Fighter, lost: int) -> float:
    """What losing models is worth to the enemy; the last one counts for more."""
    return unit.cost * (lost / unit.start + (0.4 if lost >= unit.count else 0.0))


def fire_worth(state: State, unit: Unit, target: Unit, action: Action) -> float:
    """What a shot is worth: models, and nerve. [T065]"""
    dice, score, needed = (tally.total for tally in tallies(shot(state, unit, target, action)))
    need, plus = leadership(target), discipline(target)
    pin = (PINNED_AGAIN if target.pinned else PIN) * target.cost
    whole = 0.0
    for lost, share in losses(dice, score, needed, target.count):
        if lost:
            alive = lost < target.count
            whole += share * (
                worth_of(target, lost) + (pin * (1 - chance(need, plus - lost)) if alive else 0)
            )
    return whole


class Fighter(msgspec.Struct, frozen=True, cache_hash=True):
    """What of a unit decides what its fights are worth: its price, what is left of it, its nerve, its blows."""

    cost: int
    start: int
    count: int
    pinned: bool
    need: int
    plus: int
    dice: int
    score: int
    needed: int


def _fighter(unit: Unit, strike: Strike) -> Fighter:
    dice, score, needed = (tally.total for tally in melee_tallies(strike))
    need, plus = leadership(unit), discipline(unit)
    return Fighter(unit.cost, unit.start, unit.count, unit.pinned, need, plus, dice, score, needed)


def melee_worth(state: State, unit: Unit, target: Unit) -> float:
    """What a fight is worth: losses on both sides, who is driven back and Pinned. [T027–T030]"""
    judge = unit.models[nearest_pair(unit, target)[1]]
    ours, theirs = strikes(state, unit, target, judge, level_of(state, unit.models))
    return _fight_worth(_fighter(unit, ours), _fighter(target, theirs))


@lru_cache(maxsize=4096)
def _fight_worth(unit: Fighter, target: Fighter) -> float:
    """The same wherever two such units meet: a move is rated at many places."""
    dealt = losses(unit.dice, unit.score, unit.needed, target.count)
    taken = losses(target.dice, target.score, target.needed, unit.count)
    whole = 0.0
    for done, share in dealt:
        for lost, other in taken:
            whole += share * other * _bout(unit, target, done, lost)
    return whole


def _bout(unit: Fighter, target: Fighter, done: int, lost: int) -> float:
    worth = worth_of(target, done) - worth_of(unit, lost)
    if done >= target.count or lost >= unit.count or done == lost:
        return worth - (0.1 if done == lost else 0.0)
    if done > lost:
        return worth + (PINNED_AGAIN if target.pinned else PIN) * target.cost * (
            1 - chance(target.need, target.plus - done)
        )
    return worth - PIN * unit.cost * (1 - chance(unit.need, unit.plus - lost))
