"""Marches worth trying: for machines, sensible more often than not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grognard.engine.dice import Rng
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.gaps import gap, length
from grognard.geometry.points import Point
from grognard.geometry.shapes import box
from grognard.tabletop.ideas import any_of, free_run, middle_of, nearest

from ..tables.moving import TURNING, turning_row
from ..words import Kind
from .bodies import body, size, standing
from .exits import any_way_off, any_way_out, on_stretch, outward, ways_out
from .ground import named

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs

    from .marching import Marcher

NEAREST = 3
INSIDE = 400
"""How far from the ends of the open edge a unit makes for it."""
KEEP = 100
"""What a run keeps from enemies. [M8]"""
BANDS = (110, 410, 810, 1010, 1610)
"""Gaps worth keeping from an enemy: just outside contact, half musket, musket, half rifle, rifle."""


def goals(marcher: Marcher) -> list[Point]:
    """Places worth going to: the nearest enemies, what the scenario scores, the way out."""
    state, unit = marcher.state, marcher.unit
    here = unit.x, unit.y
    enemies = [(u.x, u.y) for u in standing(state).who if u.side != unit.side]
    places = nearest(here, enemies, NEAREST)
    for score in state.field.scores:
        area = named(state.field, score.area) if score.area else None
        if area is not None:
            places.append(middle_of(area.around))
    way_out = state.field.exit
    if way_out is not None and way_out.side == unit.side:
        places.append(on_stretch(way_out.edge, here, INSIDE))
    return [place for place in places if place != here]


def ideas(marcher: Marcher) -> Iterator[Legs]:
    """Out of where it may not be, straight on, towards every goal at several distances, back, aside; each order a unit may take."""
    unit = marcher.unit
    most = marcher.allowance.good
    hard = marcher.allowance.difficult or 0
    steps = sorted({most, hard, most // 2, most * 3 // 4}, reverse=True)
    yield from _leaving(marcher, thorough=True)
    off = any_way_off(marcher)
    if off is not None:
        yield off
    for goal in goals(marcher):
        turn = turn_between(unit.facing, heading((unit.x, unit.y), goal))
        yield from _towards(marcher, goal, turn, steps)
    for distance in sorted({*steps, _free_run(marcher, 0, most)}, reverse=True):
        if distance:
            yield (("forward", distance),)
            yield (("back", distance // (1 if unit.skirmishing else 2)),)
    yield from _fan(marcher, most)
    if unit.kind is Kind.FOOT:
        yield (("turn", 1800),)
        yield (("turn", 1800), ("forward", max(0, most - 200)))
    yield from _changes(marcher, most)


def _towards(marcher: Marcher, goal: Point, turn: int, steps: list[int]) -> Iterator[Legs]:
    unit = marcher.unit
    rate = TURNING[turning_row(unit.kind, unit.order)]
    spent = rate * max(0, -(-(abs(turn) - 450) // 450))
    far = length((unit.x, unit.y), goal)
    turned: tuple[tuple[Any, ...], ...] = (("turn", turn),) if turn else ()
    near = _band_steps(marcher, goal)
    free = _free_run(marcher, turn, max(0, steps[0] - spent))
    for distance in sorted(
        {min(max(0, step - spent), far) for step in (*steps, *near)} | {free}, reverse=True
    ):
        yield (*turned, ("forward", distance)) if distance else turned
    clipped = max(-450, min(450, turn))
    if clipped != turn:
        yield (("turn", clipped), ("forward", steps[0]))
    if turned:
        yield turned


def _fan(marcher: Marcher, most: int) -> Iterator[Legs]:
    """Each way round the compass, as far as it is free: round friends, along walls, out of a jam."""
    unit = marcher.unit
    rate = TURNING[turning_row(unit.kind, unit.order)]
    widest = 1800 if not rate else 900
    for turn in range(-widest, widest + 1, 150):
        if turn:
            spent = rate * max(0, -(-(abs(turn) - 450) // 450))
            free = _free_run(marcher, turn, max(0, most - spent))
            yield (("turn", turn), ("forward", free)) if free else (("turn", turn),)
            hard = (marcher.allowance.difficult or 0) - spent
            if 0 < hard < free:
                yield (("turn", turn), ("forward", hard))


def _free_run(marcher: Marcher, turn: int, limit: int) -> int:
    """How far the unit could go straight after a turn, up to friends in the way and 1 from enemies."""
    unit, enemies = marcher.unit, standing(marcher.state, 1 - marcher.unit.side).shapes
    facing = unit.facing + turn
    start = box(unit.x, unit.y, facing % 3600, *size(marcher.state, unit))
    table = marcher.state.field.width, marcher.state.field.height
    return free_run(start, facing, limit, table, enemies, KEEP, marcher.solid)


def _band_steps(marcher: Marcher, goal: Point) -> list[int]:
    """How far to go to stand in each band of an enemy at the goal."""
    state, unit = marcher.state, marcher.unit
    enemy = next((u for u in standing(state, 1 - unit.side) if (u.x, u.y) == goal), None)
    if enemy is None:
        return []
    apart = gap(body(state, unit), enemy.body)
    most = marcher.allowance.good
    return [apart - band for band in BANDS if 0 < apart - band <= most]


def _changes(marcher: Marcher, most: int) -> Iterator[Legs]:
    for order in marcher.unit.orders:
        if order is not marcher.unit.order:
            yield (("order", order.value),)
            yield (("forward", most // 2), ("order", order.value))
            yield (("order", order.value), ("forward", most // 2))
            for goal in goals(marcher)[:2]:
                turn = turn_between(marcher.unit.facing, heading((marcher.unit.x, marcher.unit.y), goal))
                if 0 < abs(turn) <= 450:
                    yield (("turn", turn), ("order", order.value))
                    yield (("turn", turn), ("forward", most // 2), ("order", order.value))


def _leaving(marcher: Marcher, *, thorough: bool) -> Iterator[Legs]:
    """Off the table, where the scenario opens an edge. [M10]"""
    state, unit = marcher.state, marcher.unit
    way_out = state.field.exit
    if way_out is None or way_out.side != unit.side:
        return
    found = any_way_out(marcher) if thorough else next(ways_out(marcher), None)
    if found is not None:
        yield found
    out = outward(state.field, way_out.edge)
    turn = turn_between(unit.facing, out)
    turned: tuple[tuple[Any, ...], ...] = (("turn", turn),) if turn else ()
    free = _free_run(marcher, turn, marcher.allowance.good)
    if free:
        yield (*turned, ("forward", free))


def whim(marcher: Marcher, rng: Rng, attempt: int) -> Legs:
    """A march to try: mostly towards something, sometimes noise, shorter at each further attempt."""
    unit = marcher.unit
    most = marcher.allowance.good if attempt % 2 == 0 else (marcher.allowance.difficult or 0)
    choice = rng.random()
    if choice < 0.1 and len(unit.orders) > 1:
        other = [order for order in unit.orders if order is not unit.order]
        return (("order", any_of(other, rng).value),)
    if choice < 0.15 and marcher.state.field.exit is not None:
        way = next(_leaving(marcher, thorough=False), None)
        if way is not None:
            return way
    distance = int(most * rng.random()) if attempt < 3 else most // 4
    if choice < 0.65:
        aims = goals(marcher)
        if aims:
            goal = any_of(aims, rng)
            turn = turn_between(unit.facing, heading((unit.x, unit.y), goal))
            turn = turn if unit.skirmishing or unit.is_general else max(-450, min(450, turn))
            return (("turn", turn), ("forward", distance)) if turn else (("forward", distance),)
    if choice < 0.8:
        return (("forward", distance),)
    if choice < 0.9:
        return (("back", distance // 2),)
    return (("turn", rng.randint(-450, 450)), ("side", rng.randint(-distance // 2 - 1, distance // 2 + 1)))
