"""Fatigue, cohesion, points, the end. [F-19.1, F-19.2, F-19.3, F-19.4]"""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.book import Outcome

from ..state import NOBODY, State
from ..tables.limits import WEATHER
from ..words import Arm, Fate, Order, Weather, Where
from .depots import depot_lost, holder

THRESHOLDS = ((Fraction(45, 100), 3), (Fraction(30, 100), 2), (Fraction(20, 100), 1))
MOST_GAIN = 2
SHAKEN = 2
"""No worse than this for a lost depot alone. [F-27.1]"""
FIRST_COLLAPSE = 3


def gain(fought: bool, lost: int, start: int, forced: bool, weather: tuple[Weather, ...]) -> int:
    """What a Formation's fatigue grows by this turn; steps in halves. [F-19.1, R-22]"""
    grown = min(MOST_GAIN, int(fought) + int(start > 0 and 10 * lost >= start) + int(forced))
    if grown:
        grown += max(
            (WEATHER[kind].fatigue_gain or 0 for kind in weather if kind is not Weather.CLEAR), default=0
        )
    return grown


def may_rest(weather: tuple[Weather, ...]) -> bool:
    """Whether fatigue may be rolled off. [WX-08a]"""
    return all(kind is Weather.CLEAR or WEATHER[kind].fatigue_recovery is None for kind in weather)


def share_lost(lost: Fraction, gone: Fraction, routed: Fraction, whole: Fraction) -> Fraction:
    """The share of an army that is lost: Routed on the map count half. [F-19.2, R-51]"""
    return (lost + gone + routed / 2) / whole if whole else Fraction(0)


def level_of(share: Fraction) -> int:
    """The cohesion level of a share. [F-19.2, TEM-01]"""
    return next((level for least, level in THRESHOLDS if share >= least), 0)


def cohesion(state: State, side: int) -> int:
    """An army's cohesion now. [SEQ-14]"""
    own = [unit for unit in state.units if unit.side == side]
    lost = Fraction(sum(unit.lost for unit in own), 2)
    gone = Fraction(sum(unit.halves for unit in own if unit.where is Where.GONE), 2)
    routed = Fraction(sum(unit.halves for unit in own if unit.on_map and unit.order is Order.ROUTED), 2)
    whole = Fraction(sum(command.start for command in state.commands if command.side == side), 2)
    worn = level_of(share_lost(lost, gone, routed, whole))
    return max(worn, min(SHAKEN, worn + depot_lost(state, side)))  # [F-27.1]


def points(state: State) -> tuple[Fraction, Fraction]:
    """Victory points of both sides; a train counts as a battery. [F-19.4, F-26.7]"""
    halves = [0, 0]
    for unit in state.units:
        foe = 1 - unit.side
        halves[foe] += unit.lost
        if unit.where is Where.GONE or (unit.on_map and unit.order is Order.ROUTED):
            halves[foe] += 2 * 2
        if unit.arm is Arm.ART and unit.where is Where.DEAD:
            halves[foe] += 2 * 3
    for here, first, second, default in state.field.prizes:
        side = holder(state, here, default)
        if side != NOBODY:
            halves[side] += 2 * (first, second)[side]
    return Fraction(halves[0], 2), Fraction(halves[1], 2)


def collapse(state: State) -> Outcome | None:
    """Automatic victory. [F-19.3, SEQ-16]"""
    scores = tuple(int(2 * each) for each in points(state))
    names = state.field.sides
    if state.turn >= FIRST_COLLAPSE:
        for side in (0, 1):
            if state.cohesion[1 - side] >= 3 and state.cohesion[side] <= 1:
                return Outcome(
                    side, f"{names[side]} win: {names[1 - side]} cohesion is lost", "F-19.3", scores
                )
    for side in (0, 1):
        foes = [one for one in state.leaders if one.side != side]
        # Leaders who will come back, or whose Formation will find a second, are not out of play for good.
        led = any(unit.on_map for unit in state.units if unit.side != side)
        if foes and not led and all(one.fate is Fate.KILLED for one in foes):
            return Outcome(side, f"{names[side]} win: no {names[1 - side]} leader is left", "F-19.3", scores)
    return None


def final(state: State) -> Outcome:
    """The end after the last turn. [F-22.3, R-52]"""
    first, second = points(state)
    scores = (int(2 * first), int(2 * second))
    if abs(first - second) < state.field.lead:
        return Outcome(None, f"{float(first):g} points to {float(second):g}: a draw", "F-22.3", scores)
    won, lost = max(first, second), min(first, second)
    side = (first, second).index(won)
    words = f"{state.field.sides[side]} win, {float(won):g} points to {float(lost):g}"
    return Outcome(side, words, "F-22.3", scores)


def decided(state: State) -> str:
    """What ended the battle: a side fell apart, had no leader left, or the last turn was over. [F-19.3, F-22.3]"""
    outcome = state.outcome
    if outcome is None or outcome.winner is None or outcome.cite == "F-22.3":
        return "the last turn was over: points"
    return "cohesion was lost" if state.cohesion[1 - outcome.winner] >= 3 else "no leader was left"
