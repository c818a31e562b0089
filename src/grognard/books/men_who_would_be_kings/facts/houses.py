"""Garrisons: who may hold a building, and how they stand in it. [R-62]"""

from __future__ import annotations

from grognard.engine.tables import Refusal
from grognard.geometry.points import bounds

from ..state import Point, State, Unit
from .ground import garrison, layout
from .values import on_foot

MOST_INSIDE = 16
"""The largest garrison. [R-62]"""


def why_not_hold(state: State, unit: Unit, house: int, count: int) -> Refusal | None:
    """Why a unit of so many models cannot hold a building: foot alone, one unit of up to 16. [R-62, F-M4]"""
    if not on_foot(unit) or unit.close_order:
        cite = "F-M4" if unit.mounted else "R-62"
        return Refusal(cite, "it is mounted, a gun or in Close Order, and so does not enter a building")
    held = garrison(state, house)
    if count > MOST_INSIDE or (held is not None and held.id != unit.id):
        return Refusal("R-62", "the building is full: it holds one unit of up to 16")
    return None


def house_round(state: State, spot: Point) -> int | None:
    """The building a spot lies in."""
    return next(iter(houses_round(state, spot)), None)


def houses_round(state: State, spot: Point) -> list[int]:
    """All buildings a spot lies in."""
    return [each.number for each in layout(state).houses.at(spot)]


def indoors(poly: tuple[Point, ...], count: int, radius: int) -> tuple[Point, ...]:
    """Models inside a building may be anywhere: rows round its middle. [R-62]"""
    west, south, east, north = bounds(poly)
    rows = min(4, -(-count // max(1, (east - west) // (2 * radius))))
    files, step = -(-count // rows), 2 * radius
    x = (west + east) // 2 - (files - 1) * step // 2
    y = (south + north) // 2 + (rows - 1) * step // 2
    return tuple([(x + (i % files) * step, y - (i // files) * step) for i in range(count)])
