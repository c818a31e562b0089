"""Hidden units: where they may be, and how they are found. [H1–H6]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.geometry.angles import ahead
from grognard.geometry.points import Segment

from ..state import State, Unit
from ..words import Cover, Pace
from .bodies import body_of, gap_between, nearest_pair, runs_into
from .charging import Onset
from .ground import cover_at
from .moving import rate
from .onrush import wheeled
from .sight import can_see

SURE = 1000
"""An enemy figure so near finds a hidden unit at once. [H4]"""
SEARCH = 2500
"""A search finds hidden units it would see within this. [H4]"""
SEARCH_NEED = 7
STUMBLE = 200
"""A move that would come so near stops there. [H5]"""


def before_hidden(unit: Unit, made: Onset, hidden: Unit) -> int:
    """How far a charge gets along its line before a figure of it is within 2 of a hidden unit. [H5]"""
    spots = wheeled(unit, made.start, made.bearing) if unit.formed else [(f.x, f.y) for f in unit.figures]
    foes, gone = body_of(hidden).circles, 0
    while gone < made.gap:
        x, y = ahead(0, 0, made.bearing, gone)
        apart = nearest_pair([(px + x, py + y, unit.radius) for px, py in spots], foes)[0]
        if apart <= STUMBLE:
            break
        gone += apart - STUMBLE  # nobody comes nearer by more than he goes
    return min(gone, made.gap)


def sheltered(state: State, unit: Unit) -> bool:
    """Whether every figure stands in terrain that gives it cover. [H1]"""
    return all(cover_at(state, (f.x, f.y), unit.mounted) > Cover.NONE for f in unit.figures)


def beyond_charges(state: State, unit: Unit) -> bool:
    """Farther from every enemy than that enemy's charge. [H1]"""
    return all(
        gap_between(state, enemy, unit) > rate(enemy, Pace.CHARGE)
        for enemy in state.standing(1 - unit.side)
        if enemy.attached is None
    )


def unseen(state: State, unit: Unit) -> bool:
    """Out of every enemy's sight. [H2, L1]"""
    return not any(can_see(state, enemy, unit) for enemy in state.standing(1 - unit.side))


def finds(unit: Unit, hidden: Unit) -> bool:
    """Whether a figure of a unit stands within 10 of a hidden one. [H4]"""
    return _gap(unit, hidden) <= SURE


def passes(ways: Iterable[Segment], radius: int, hidden: Unit) -> bool:
    """Whether figures pass within 10 of a hidden unit. [H4]"""
    return any(runs_into(way, radius, body_of(hidden), SURE + 2) for way in ways)


def seen_close(state: State, hidden: Unit, ways: Iterable[Segment]) -> bool:
    """Whether a hidden unit comes within 10 of an enemy figure, on its way or at its end. [H4]"""
    ways = tuple(ways)
    return any(
        finds(enemy, hidden) or passes(ways, hidden.radius, enemy)
        for enemy in state.standing(1 - hidden.side)
    )


def could_find(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Hidden enemies a search of this unit might find: formed troops look to their front. [H4a, L1]"""
    return tuple(
        [
            h
            for h in state.hidden
            if h.side != unit.side and _gap(unit, h) <= SEARCH and can_see(state, unit, h)
        ]
    )


def _gap(unit: Unit, hidden: Unit) -> int:
    return nearest_pair(body_of(unit).circles, body_of(hidden).circles)[0]
