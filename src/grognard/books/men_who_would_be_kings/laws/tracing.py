"""Straight ways followed step by step, beside the program's own exact measuring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from grognard.geometry.gaps import point_gap
from grognard.geometry.shapes import contains

from ..facts.bodies import KEEP
from ..facts.ground import astride, at_barrier, layout
from ..facts.values import light_footed
from ..state import Point, State, Unit
from ..tables.terrain import WET

STEP = 10
"""How finely a way is followed, in hundredths."""
SURE = 6
"""How much nearer than allowed something must be to count: rounding and steps."""


def steps(start: Point, end: Point) -> Iterator[Point]:
    """Points along a straight way, both ends among them."""
    count = max(1, int(hypot(end[0] - start[0], end[1] - start[1])) // STEP)
    for i in range(count + 1):
        yield start[0] + (end[0] - start[0]) * i // count, start[1] + (end[1] - start[1]) * i // count


def near(point: Point, others: Iterable[Point], limit: int) -> bool:
    """Whether a point is nearer than a limit to one of some others."""
    return any(hypot(point[0] - x, point[1] - y) < limit for x, y in others)


def cost(state: State, unit: Unit, start: Point, end: Point) -> float:
    """What a way costs, summed step by step."""
    total, last = 0.0, start
    rough = () if light_footed(unit) else layout(state).difficult.who
    for point in steps(start, end):
        far = hypot(point[0] - last[0], point[1] - last[1])
        half = (point[0] + last[0]) // 2, (point[1] + last[1]) // 2
        total += far * (2 if any(contains(area.poly, half) for area in rough) else 1)
        last = point
    return total


def on_ground(state: State, unit: Unit, start: Point, end: Point, sure: int) -> bool:
    """Whether ground bars a way: Impassable, a building, an Obstacle the unit did not begin at."""
    ground = layout(state)
    stops = [b for b in ground.barriers if (unit.crewed and b.kind in WET) or not at_barrier(state, unit, b)]
    for point in steps(start, end):
        if any(point_gap(point, block) < unit.radius + sure for block in ground.blocks):
            return True
        if any(point_gap(point, piece) < unit.radius + sure for b in stops for piece in b.pieces):
            return True
    return False


def straight_contact(state: State, unit: Unit, target: Unit, limit: int) -> bool:
    """Whether some model surely gets straight to some model of an enemy, man to man. [R-56]"""
    if target.inside is not None or unit.inside is not None:
        return False
    touch = unit.radius + target.radius
    others = [u for u in state.on_table() if u.id not in (unit.id, target.id) and u.inside is None]
    solid = [u for u in others if u.side != unit.side or u.close_order or unit.close_order]
    ends = [u for u in others if u.side == unit.side]
    for model in unit.models:
        for foe in target.models:
            far = hypot(foe[0] - model[0], foe[1] - model[1])
            if far - touch > limit - SURE or far <= touch:
                continue
            part = (far - touch) / far
            end = round(model[0] + (foe[0] - model[0]) * part), round(model[1] + (foe[1] - model[1]) * part)
            if (
                _free(state, unit, target, model, end, solid, ends)
                and cost(state, unit, model, end) <= limit - SURE
            ):
                return True
    return False


def _free(
    state: State, unit: Unit, target: Unit, start: Point, end: Point, solid: list[Unit], ends: list[Unit]
) -> bool:
    if on_ground(state, unit, start, end, SURE):
        return False
    if astride(state, end, unit.radius + SURE):
        return False
    if any(near(end, u.models, unit.radius + u.radius + SURE) for u in ends):
        return False
    for point in steps(start, end):
        if any(near(point, u.models, unit.radius + u.radius + SURE) for u in solid):
            return False
        if point != end and near(point, target.models, unit.radius + target.radius - SURE):
            return False
    return True


def keeps_clear(state: State, unit: Unit, start: Point, end: Point, sure: int) -> bool:
    """Whether a model on a straight way keeps 1 from enemies, or goes away from whom it is nearer to. [R-25]"""
    for enemy in state.on_table(1 - unit.side):
        limit = unit.radius + enemy.radius + KEEP
        if enemy.inside is not None:
            wall = state.field.terrain[enemy.inside].poly
            if any(point_gap(p, wall) < unit.radius + KEEP + sure for p in steps(start, end)):
                return False
            continue
        for x, y in enemy.models:
            first = hypot(start[0] - x, start[1] - y)
            if first < limit + sure:
                if (start[0] - x) * (end[0] - start[0]) + (start[1] - y) * (end[1] - start[1]) < 0:
                    return False
            elif near((x, y), steps(start, end), limit + sure):
                return False
    return True
