"""The ways that come to mind at once: to what is wanted, to the nearest enemy, to the side of those who will charge. [W2, W3]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import KEEP, gap_between
from ..facts.ground import land_of
from ..facts.moving import MARCH_ENDS, Marching, moved, rate
from ..facts.regrouping import Regrouping
from ..facts.walks import Walk, walk
from ..state import Unit, centre
from ..words import Pace
from .leading import joining
from .manoeuvres import ROAD, forming, shot_after, towards
from .places import Ground, far, ground_of

Found = tuple[float, Move]
"""A move, and its rating."""
ASIDE = 100
"""Aims that lie no farther apart than this, seen from a unit, are one."""
DRESSED = 0.7
"""The share of a volley that is left to those who form up first. [W5]"""
HAIR = 20
"""So much short of where nobody may end."""


@overload
def better(best: Found, other: Found | None) -> Found: ...


@overload
def better(best: Found | None, other: Found) -> Found: ...


def better(best: Found | None, other: Found | None) -> Found | None:
    """The other, if there is nothing yet or it is rated higher."""
    return best if other is None or (best is not None and best[0] >= other[0]) else other


def stride(look: Look, unit: Unit, best: Found) -> Found:
    """The best way there is, if one is rated higher than what is known; half of it where it is liked, and barred; leaders also keep back."""
    ground = ground_of(look.position.state, unit)
    movers = [(verb, mover) for verb in ("advance", "march") if (mover := _mover(look, verb)) is not None]
    stay, farther = ground.stay, ROAD * bool(land_of(ground.state).roads)
    for bearing, way, gap in _aims(ground, unit):
        for parts in (1, 2):
            goes, barred = False, False
            for verb, mover in movers:
                length = _length(mover, way, gap, parts)
                if length <= (rate(unit, Pace.NORMAL) // parts if verb == "march" else 0):
                    continue  # a march that leads no farther than an advance is none
                legs = towards(unit, bearing, length)
                walked = walk(unit, legs)
                if not isinstance(walked, Walk) or walked.cost > mover.base + farther:
                    continue
                after = moved(unit, walked)
                gain = ground.value(after) - stay + shot_after(ground, after, verb)
                if gain > best[0]:
                    if mover.legal(legs):
                        best, goes = (gain, Move(look.side, verb, legs)), True
                    else:
                        barred = True
            if goes or not (barred or unit.is_command):
                break
    return best


def _mover(look: Look, verb: str) -> Marching | None:
    domain = look.ask.offers.get(verb)
    if not isinstance(domain, Reach):
        return None
    assert isinstance(domain.mover, Marching)
    return domain.mover


def _aims(ground: Ground, unit: Unit) -> Iterator[tuple[int, int, int | None]]:
    """Where to: the bearing, the way, and the gap where it is an enemy."""
    here, known = centre(unit), list[int]()
    spots: list[tuple[Point, Unit | None]] = [(goal.spot, None) for goal in ground.goals[:1]]
    if ground.foes:
        near = min(ground.foes, key=lambda foe: far(here, foe.middle))
        spots.append((near.middle, near.unit))
    for spot, foe in spots:
        bearing = heading(here, spot)
        if any(abs(turn_between(bearing, other)) < ASIDE for other in known):
            continue
        known.append(bearing)
        yield (
            bearing,
            round(100 * far(here, spot)),
            None if foe is None else gap_between(ground.state, unit, foe),
        )


def _length(mover: Marching, way: int, gap: int | None, parts: int) -> int:
    """How far, of all it may or half of that: nobody ends at an enemy's elbow, or marches up to him. [B8, W3]"""
    room = way if gap is None else gap - (MARCH_ENDS if mover.pace is Pace.MARCH else KEEP) - HAIR
    return min(room, mover.base // parts)


def formed_up(look: Look, unit: Unit) -> Found | None:
    """Loose troops formed as they face, in the first layout that fits, where they may be. [W5, O1]"""
    domain = look.ask.offers["regroup"]
    assert isinstance(domain, Reach)
    mover = domain.mover
    assert isinstance(mover, Regrouping)
    if unit.formed or not mover.may_form():
        return None
    ground = ground_of(mover.state, unit)
    legs = next((legs for legs in mover.ideas() if legs), None)
    made = None if legs is None else mover.work_out(legs)
    if not isinstance(made, Walk) or not made.formed:
        return None
    after = moved(unit, made)
    gain = ground.value(after) - ground.stay + forming(ground, unit, after)
    return gain + DRESSED * ground.shot(after), Move(look.side, "regroup", legs)


def joined(look: Look, leader: Unit) -> Found | None:
    """The way of a leader to those whose charge he should lead. [64, C4]"""
    mover = _mover(look, "advance")
    if mover is None:
        return None
    best: tuple[float, Legs] | None = None
    for legs, gain in joining(mover.state, leader, mover.base):
        if (best is None or gain > best[0]) and mover.legal(legs):
            best = gain, legs
    return None if best is None else (best[0], Move(look.side, "advance", best[1]))


__all__ = ["Found", "better", "formed_up", "joined", "stride"]
