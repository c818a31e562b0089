"""Counters by how they stand: a line is wide and thin, a square hollow, a broken unit a huddle. [F-5.2, F-6.2]"""

from __future__ import annotations

import math

from grognard.engine.view import Point

from ..state import Unit
from ..words import Formation, Order

Strip = tuple[int, int, int, int]
"""Left, back, right and front of a stand, from the middle of the hex; the front is up."""
Outline = tuple[Point, ...]

SHAPES: dict[Formation, tuple[Strip, ...]] = {
    Formation.LINE: ((-42, -13, 42, 13),),
    Formation.EXT_LINE: ((-42, -13, 42, 13),),
    Formation.COLUMN: ((-22, -32, 22, 32),),
    Formation.MASSE: ((-32, -32, 32, 32),),
    Formation.SQUARE: (
        (-32, 16, 32, 32),
        (16, -16, 32, 16),
        (-32, -32, 32, -16),
        (-32, -16, -16, 16),
    ),
    Formation.SCREEN: ((-42, 6, -20, 22), (-11, 12, 11, 28), (20, 6, 42, 22)),
    Formation.GENERAL: ((-38, -2, -10, 26), (10, -2, 38, 26), (-14, -32, 14, -6)),
    Formation.ROAD: ((-11, -40, 11, 40),),
    Formation.OPEN: ((-20, 12, 20, 34), (-20, -34, 20, -12)),
    Formation.UNLIMBERED: ((-32, -26, 32, 26),),
    Formation.LIMBERED: ((-15, -36, 15, 36),),
}
HUDDLE: tuple[Strip, ...] = ((-34, 2, -6, 28), (8, -8, 36, 18), (-22, -32, 6, -8))
"""No order at all: neither ranks nor files."""
WAGGONS: tuple[Strip, ...] = ((-20, 1, 20, 40), (-20, -40, 20, -1))
"""A train: one waggon behind the other. [F-26]"""


def stands(unit: Unit, *middles: Point) -> tuple[Outline, ...]:
    """Every stand of a unit in each of its hexes, turned the way it faces."""
    return tuple(_turned(strip, middle, unit.facing) for middle in middles for strip in _shape(unit))


def outline(unit: Unit, middle: Point) -> Outline:
    """What all the stands in its own hex take up together."""
    lefts, backs, rights, fronts = zip(*_shape(unit))
    return _turned((min(lefts), min(backs), max(rights), max(fronts)), middle, unit.facing)


def _shape(unit: Unit) -> tuple[Strip, ...]:
    if unit.order is not Order.GOOD:
        return HUDDLE
    return WAGGONS if unit.train else SHAPES.get(unit.formation, HUDDLE)


def _turned(strip: Strip, middle: Point, facing: int) -> Outline:
    """Clockwise from the left front; twelve facings, counted from the north."""
    left, back, right, front = strip
    turn = math.radians(30 * facing)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = middle
    return tuple(
        (round(x + dx * cos + dy * sin), round(y - dx * sin + dy * cos))
        for dx, dy in ((left, front), (right, front), (right, back), (left, back))
    )
