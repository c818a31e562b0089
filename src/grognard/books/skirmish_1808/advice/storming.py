"""Houses that count: who can fire out of them, and what it is worth to throw a garrison out. [G3, G5, G6, S1]"""

from __future__ import annotations

from grognard.geometry.points import Point

from ..facts.sight import in_front, windows
from ..state import State, Unit, centre
from .clash import Meeting
from .worth import shooters_of

SPOIL = 0.375
"""What a point for a place is worth against one for men, who are counted twice: as points, and as strength."""


def middle(poly: tuple[Point, ...]) -> Point:
    """The middle of some points: of a house, of a unit."""
    return sum(x for x, _ in poly) // len(poly), sum(y for _, y in poly) // len(poly)


def bearing(state: State, unit: Unit, spot: Point) -> int:
    """How many of a unit fire at a spot: out of a house those at the sides that look there. [N1, G3]"""
    if not unit.house:
        return shooters_of(unit)
    looking = sum([in_front(eye.side, spot) for eye in windows(state.field, unit.house) if eye.side])
    return min(shooters_of(unit), looking)


def counts(state: State, side: int, house: str) -> float:
    """What holding a house is worth to a side. [G7, S1]"""
    prizes = [p for p in state.field.prizes if p.kind == "house" and p.area == house]
    return SPOIL * sum([prize.points for prize in prizes if prize.side in (None, side)])


def spoils(state: State, house: str) -> float:
    """What is won by throwing the enemy out of a house: one's own points, and his. [G6, S1]"""
    return counts(state, 0, house) + counts(state, 1, house) if house else 0.0


def stormed(state: State, unit: Unit, target: Unit, how: Meeting) -> Meeting:
    """A meeting, with the windows that look at the charger and the points of the house, if it is one. [G3, G5]"""
    if not target.house:
        return how
    shots = bearing(state, target, centre(unit))
    return how._replace(shots=shots, spoils=spoils(state, target.house))


__all__ = ["bearing", "counts", "middle", "spoils", "stormed"]
