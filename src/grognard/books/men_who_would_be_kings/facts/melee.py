"""Melee: who strikes with how much, and whom one may attack. [T013–T025, R-09–R-13]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.engine.tables import Refusal, Tally

from ..state import Point, State, Unit
from ..tables.fighting import MELEE_DICE, MELEE_HITS, MELEE_SCORE, Strike
from ..words import Action, Trait
from .bodies import enemies_near
from .ground import defends, level_of
from .paths import ACROSS, in_the_way, out_of_reach, reach
from .sight import sees
from .values import fighting, half_move, move_of, trait, why_not

DOUBLE = 600
"""The most At the Double may add. [T068, R-24]"""


def why_not_attack(state: State, unit: Unit, target: Unit, action: Action) -> Refusal | None:
    """Why an enemy cannot be attacked, or charged At the Double. [T013, T014, R-24]"""
    limit = _limit(unit, action)
    if reach(state, unit, target, limit) is None:
        barring = in_the_way(state, unit, target, limit)
        if barring:
            return Refusal("R-56", f"{' and '.join(barring)} bar{'s' * (len(barring) == 1)} the way")
        return Refusal(
            "T014" if action is Action.ATTACK else "R-24",
            f"the enemy is out of reach: no way of {limit / 100:g}″ or less leads to it",
        )
    if not sees(state, unit, target):
        return Refusal("T013", "the enemy is out of sight")
    if target.id not in attackable(state, unit, action):
        return Refusal("F-T10", "the enemy is Pinned while others stand, and its Leader is a sportsman")
    return None


def _limit(unit: Unit, action: Action) -> int:
    """How far an enemy may be: a move, and what At the Double may add. [T014, R-24]"""
    return move_of(unit) + (DOUBLE if action is Action.CHARGE else 0)


def pursuit(state: State) -> int:
    """How far a beaten enemy is pursued: there is no distance, so as far as the table goes. [T034, R-30]"""
    return 2 * (state.field.width + state.field.height)


def _sporting(unit: Unit, enemies: list[Unit]) -> list[Unit]:
    """A Sporting Umpire spares the Pinned while there is anybody else. [F-T10]"""
    if trait(unit) is Trait.SPORTING_UMPIRE and any(not e.pinned for e in enemies):
        return [e for e in enemies if not e.pinned]
    return enemies


def attackable(state: State, unit: Unit, action: Action) -> tuple[int, ...]:
    """Every enemy a unit may attack so. [T013, T014, F-T10]"""
    return tuple([e.id for e in _sporting(unit, list(_in_reach(state, unit, _limit(unit, action))))])


def can_attack(state: State, unit: Unit, action: Action) -> bool:
    """Whether there is any enemy a unit may attack so. [T013, T014]"""
    return next(_in_reach(state, unit, _limit(unit, action)), None) is not None


def _in_reach(state: State, unit: Unit, limit: int) -> Iterator[Unit]:
    """The enemies in sight a unit could get at. [T013, T014]"""
    for enemy in enemies_near(state, unit, limit + ACROSS):
        # Who stands in the way mostly hides too, and to look is less than to search for a way round.
        if (
            not out_of_reach(state, unit, enemy, limit)
            and sees(state, unit, enemy)
            and reach(state, unit, enemy, limit) is not None
        ):
            yield enemy


def must_attack(state: State, unit: Unit) -> bool:
    """Up and at 'em: if an Attack is legal, nothing else is. [F-T17]"""
    return (
        trait(unit) is Trait.UP_AND_AT_EM
        and not unit.pinned
        and why_not(state, unit, Action.ATTACK) is None
        and can_attack(state, unit, Action.ATTACK)
    )


def follow_ups(state: State, unit: Unit, beaten: Unit) -> Iterator[int]:
    """Whom victorious Cavalry may follow up: the beaten, wherever it ran, or if it is gone any enemy in sight
    within half a move; ground and others may bar the way. [T034, T036, R-30, F-T10]
    """
    if beaten.on_table:
        if reach(state, unit, beaten, chase(state, unit, beaten)) is not None:
            yield beaten.id
        return
    yield from (enemy.id for enemy in _sporting(unit, list(_in_reach(state, unit, half_move(unit)))))


def chase(state: State, unit: Unit, beaten: Unit) -> int:
    """How far Cavalry may follow up: the beaten without a limit, others half a move. [T036, R-30]"""
    return pursuit(state) if beaten.on_table else half_move(unit)


def _halved(unit: Unit, attacked: bool) -> str:
    """The rule that halves its dice: one at most. [T018a, R-13]"""
    if unit.pinned:
        return "T018"
    return "T112" if unit.to_ground and attacked else ""


def _trait_die(unit: Unit) -> int:
    who = trait(unit)
    return (who is Trait.BRAVE) - (who is Trait.WEAKLING)


def _strike(unit: Unit, foe: Unit, attacked: bool, foe_defends: str, foe_uphill: bool) -> Strike:
    return Strike(
        unit.count,
        fighting(unit),
        unit.close_order,
        unit.cavalry,
        _halved(unit, attacked),
        foe.close_order,
        foe.count,
        foe.cavalry,
        foe_defends,
        foe_uphill,
        _trait_die(unit),
    )


class Footing(NamedTuple):
    """What the ground does for both sides of a melee, whatever their nerve. [R-11]"""

    held: str
    """By which rule the defender holds cover or an Obstacle."""
    climb: int
    """How much higher the defender stands than the attacker where it began."""


def footing(state: State, defender: Unit, judge: Point, level: int) -> Footing:
    """The ground of a melee; `judge` and `level` are those of the attacker where it began. [R-11]"""
    return Footing(defends(state, defender, judge), level_of(state, defender.models) - level)


def strikes(state: State, attacker: Unit, defender: Unit, judge: Point, level: int) -> tuple[Strike, Strike]:
    """Both sides of a melee. [R-11]"""
    # One after the other throws by it.
    memo: dict[Any, tuple[Strike, Strike]] = state.__dict__
    key = "strikes", attacker, defender, judge, level
    if key not in memo:
        memo[key] = matched(footing(state, defender, judge, level), attacker, defender)
    return memo[key]


def matched(ground: Footing, attacker: Unit, defender: Unit) -> tuple[Strike, Strike]:
    """The same on ground that has been looked at."""
    return (
        _strike(attacker, defender, False, ground.held, ground.climb > 0),
        _strike(defender, attacker, True, "", ground.climb < 0),
    )


@lru_cache(maxsize=4096)
def tallies(strike: Strike) -> tuple[Tally, Tally, Tally]:
    """Dice, score to hit and hits for a casualty."""
    return (
        MELEE_DICE.tally(strike, strike.models),
        MELEE_SCORE.tally(strike, strike.fighting),
        MELEE_HITS.tally(strike, 1),
    )
