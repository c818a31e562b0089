"""What a charge may be expected to change, near enough: the fire on the way, one round, the nerve of the beaten."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import kept

from ..facts.answering import may_evade
from ..facts.bodies import body_of
from ..facts.charging import counter_needs_test, on_flank
from ..facts.command import Nerve
from ..facts.fighting import Bout, dice_of
from ..facts.takings import guarded
from ..state import State, Unit
from ..tables.nerve import NERVE, morale_need
from ..words import Answer, Arm, Band, Cover, Quality, Trait
from .worth import SAFE, fails, hit_chance, price, shooters_of

FLIGHT, RETREAT = 0.5, 0.12
"""The share of its worth a unit loses to its side by fleeing, and by being thrown back."""
GUN = 60.0
"""What driving a crew from its gun is worth, the gun being taken next."""
LOOT = 60.0
"""What a wagon taken is worth."""
REMEMBERED = 20_000
_KNOWN: dict[tuple[Any, ...], float] = {}
"""Charges thought of before; emptied when there are too many."""


class Meeting(NamedTuple):
    """The circumstances of a charge."""

    cover: Cover = Cover.NONE
    """Of the charged unit, in melee."""
    flank: bool = False
    house: bool = False
    closing: bool = False
    led: bool = False
    ready: bool = True
    """Whether the charged unit may still answer. [R1]"""
    led_back: bool = False
    """Whether a leader is with the charged unit, who leads its counter-charge. [64, R3]"""
    guarded: bool = False
    """Wagons with troops beside them are not taken. [S5]"""
    shots: int = SAFE
    """So many of the charged unit fire at most: those at windows that look there. [G3]"""
    spoils: float = 0.0
    """What the place is worth to who throws the enemy out of it. [G6, S1]"""


def meeting(state: State, unit: Unit, target: Unit, cover: Cover, closing: bool = False) -> Meeting:
    """The circumstances as units stand."""
    return Meeting(
        cover=cover,
        flank=on_flank(unit, target),
        house=bool(target.house),
        closing=closing,
        led=state.leader_with(unit.id) is not None,
        led_back=state.leader_with(target.id) is not None,
        ready=not target.today.acted and not state.engaged(target.id),
        guarded=target.arm is Arm.WAGON and guarded(state, target.side, body_of(target).circles),
    )


def charge_worth(unit: Unit, target: Unit, how: Meeting) -> float:
    """Points a charge gains if the charged unit answers as suits it best."""
    if target.fleeing:
        return min(3.5, target.size) * price(target) + 0.2 * target.size * price(target)
    if target.arm is Arm.WAGON:
        return 0.0 if how.guarded else LOOT * target.size
    key = _prowess(unit), _prowess(target), how
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) >= REMEMBERED:
            _KNOWN.clear()
        known = _KNOWN[key] = min(
            answer_worth(unit, target, how, answer) for answer in _answers(unit, target, how)
        )
    return known


@kept
def _prowess(unit: Unit) -> tuple[Any, ...]:
    """All of a unit that decides what its charges are worth, wherever it stands: the same pairs are thought of often."""
    crewed = unit.gun is not None and not unit.gun.taken
    return (
        (unit.arm, unit.is_command, unit.quality, unit.combat, unit.fire, unit.ev, unit.traits),
        (price(unit), unit.size, unit.full, unit.formed, shooters_of(unit), crewed),
    )


def _answers(unit: Unit, target: Unit, how: Meeting) -> list[Answer]:
    found = [Answer.STAND]
    if not how.ready or how.flank:
        return found
    if target.fire and target.arm in (Arm.FOOT, Arm.HORSE):
        found.append(Answer.FIRE)
    free = not how.house and not how.closing and how.cover < Cover.MEDIUM and not target.is_command
    if free and (target.arm is Arm.HORSE or (target.arm is Arm.FOOT and not unit.mounted)):
        found.append(Answer.COUNTER)
    return found


def answer_worth(unit: Unit, target: Unit, how: Meeting, answer: Answer) -> float:
    """Points a charge gains against one answer."""
    if answer is Answer.EVADE:
        # It gets away, shaken out of its place, and the charger stands in the open.
        return 0.08 * target.size * price(target)
    fallen, broken = _fire(unit, target, how) if answer is Answer.FIRE else (0.0, 0.0)
    value = -fallen * price(unit) - broken * FLIGHT * (unit.size - fallen) * price(unit)
    through = 1.0 - broken
    if unit.mounted and target.formed and target.arm is Arm.FOOT and not how.flank and not how.closing:
        through *= _passes(unit, Nerve(in_command=True, formed=unit.formed, closing=True))
    left = max(1, unit.size - int(fallen + 0.5))
    countered = answer is Answer.COUNTER
    if counter_needs_test(unit, target, answer):
        rides = _passes(target, Nerve(in_command=True, formed=target.formed, closing=True))
        pulled = _melee(unit, left, replace(target, formed=False), how, False)
        return value + rides * _melee(unit, left, target, how, True) + (1 - rides) * pulled
    return value + through * _melee(unit, left, target, how, countered)


def _fire(unit: Unit, target: Unit, how: Meeting) -> tuple[float, float]:
    """Figures that fall to fire at short range, and the chance that the rest turn back. [R2]"""
    shots = min(how.shots, shooters_of(target)) // (2 if target.mounted else 1)
    each = hit_chance(target.fire, target.formed, Band.SHORT, unit.mounted) * fails(unit, Cover.NONE)
    quarter = max(2, -(-unit.size // 4))
    shaken = sum(comb(shots, n) * each**n * (1 - each) ** (shots - n) for n in range(quarter, shots + 1))
    return min(unit.size - 1.0, shots * each), shaken * (1 - _passes(unit, Nerve(formed=unit.formed)))


def _passes(unit: Unit, nerve: Nerve) -> float:
    return _stands(unit.quality, nerve)


@lru_cache(maxsize=1024)
def _stands(quality: Quality, nerve: Nerve) -> float:
    return (11 - morale_need(quality, NERVE.tally(nerve).total)) / 10


def _melee(unit: Unit, size: int, target: Unit, how: Meeting, countered: bool) -> float:
    mine = _bout(unit, target, impact=not how.closing, led=how.led, loose=how.house)
    theirs = _bout(target, unit, impact=countered, led=how.led_back, loose=how.flank or how.house)
    theirs = theirs._replace(cover=Cover.NONE if countered else how.cover)
    beaten = [_flight(unit), _flight(target)]
    won_there = how.spoils + (GUN if target.gun is not None and not target.gun.taken else 0.0)
    total, ours, his, there = 0.0, price(unit), price(target), target.size
    for (lost, won), chance in _round(mine, theirs, min(size, SAFE), min(there, SAFE)):
        value = won * his - lost * ours
        margin = won - lost
        if margin > 0:
            value += (there - won) * his * beaten[1][min(3, margin) - 1] + won_there
        elif margin < 0:
            value -= (size - lost) * ours * beaten[0][min(3, -margin) - 1]
        total += chance * value
    return total


def _bout(unit: Unit, foe: Unit, *, impact: bool, led: bool = False, loose: bool = False) -> Bout:
    return Bout(
        die=unit.combat,
        quality=unit.quality,
        formed=unit.formed and not loose,
        cavalry=unit.mounted,
        foe_cavalry=foe.mounted,
        impact=impact,
        lance=Trait.LANCE in unit.traits,
        cuirass=Trait.CUIRASS in unit.traits,
        led=led,
    )


def _flight(unit: Unit) -> tuple[float, ...]:
    """The share of its worth a beaten unit loses, beaten by one, two, three. [K8]"""
    found = []
    for margin in (1, 2, 3):
        stays = _passes(unit, Nerve(formed=unit.formed, half=2 * unit.size <= unit.full, beaten=margin))
        found.append(stays * RETREAT + (1 - stays) * FLIGHT)
    return tuple(found)


@lru_cache(maxsize=8192)
def _round(mine: Bout, theirs: Bout, size: int, against: int) -> tuple[tuple[tuple[int, int], float], ...]:
    """One round's losses, exactly. [K3–K5]"""
    odds = dice_of(mine, theirs, size, max(1, against)).dice.dist()
    return tuple((losses, weight / odds.total) for losses, weight in odds.items())


def slips_away(target: Unit, how: Meeting, room: int) -> bool:
    """Whether a charged unit can and will get out of the way. [R4]"""
    return how.ready and not how.flank and not how.house and may_evade(target) and room > 0
