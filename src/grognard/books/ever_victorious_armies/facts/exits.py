"""The open stretch of the table's edge: which way is out, where a unit has to stand to leave, and ways to get there. [M10]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.engine.memo import kept
from grognard.geometry.angles import FULL_TURN, offset, turn_between
from grognard.geometry.paths import walk
from grognard.geometry.points import Point, Segment
from grognard.tabletop.last_resort import Seeded
from grognard.tabletop.manoeuvre import Legs, Wish

from ..state import Battlefield
from .bodies import pose, size

if TYPE_CHECKING:
    from .marching import Marcher

NORTH, EAST, SOUTH, WEST = range(0, FULL_TURN, FULL_TURN // 4)
ASIDE = (0, 50, -50, 100, -100, 200, -200, 400, -400, 800, -800)
"""How far to either side of the nearest place others are tried, in hundredths."""
BEFORE = 30
"""So far before the edge a way ends that need not lead straight there: turns are rounded, and the rest is straight on."""
TRIES = 700
LEAVE: Legs = (("leave", 0),)


@kept
def outward(field: Battlefield, edge: Segment) -> int:
    """The facing of whoever leaves over a stretch of the table's edge."""
    (x, y), (x2, y2) = edge
    if x == x2 == 0:
        return WEST
    if x == x2 == field.width:
        return EAST
    return SOUTH if y == y2 == 0 else NORTH


def on_stretch(edge: Segment, point: Point, margin: int = 0) -> Point:
    """The place of a stretch nearest to a point, so far from its ends; its middle where it is too short for that."""
    (x, y), (x2, y2) = edge
    return _between(x, x2, point[0], margin), _between(y, y2, point[1], margin)


def _between(one: int, other: int, wanted: int, margin: int) -> int:
    low, high = min(one, other), max(one, other)
    if low == high:
        return low
    if high - low < 2 * margin:
        return (low + high) // 2
    return min(max(wanted, low + margin), high - margin)


def ways_out(marcher: Marcher) -> Iterator[Legs]:
    """Marches that leave the table, those in the present order first: straight out, then aside to where there is room. [M10, M7]"""
    state, unit = marcher.state, marcher.unit
    way_out = state.field.exit
    if way_out is None or way_out.side != unit.side:
        return
    edge, facing = way_out.edge, outward(state.field, way_out.edge)
    here = unit.x, unit.y
    yield from _to_edge(marcher, edge, _turn(turn_between(unit.facing, facing)))
    for order in (unit.order, *[other for other in unit.orders if other is not unit.order]):
        width, depth = size(state, unit, order)
        if _surely_too_far(marcher, here, edge, depth):
            continue
        (dx, dy), named = offset(facing, depth // 2 + BEFORE), "" if order is unit.order else order.value
        for x, y in _places(edge, here, width):
            for legs in marcher.ways(Wish(x - dx, y - dy, facing, named)):
                yield from _to_edge(marcher, edge, legs)


def any_way_out(marcher: Marcher) -> Legs | None:
    """A march off the table that is allowed; where none of the plain ones is, one of some tries at going round what is in the way."""
    found = next((legs for legs in ways_out(marcher) if marcher.legal(legs)), None)
    way_out, unit = marcher.state.field.exit, marcher.unit
    if found is not None or way_out is None or way_out.side != unit.side:
        return found
    shortest = min(size(marcher.state, unit, order)[1] for order in (unit.order, *unit.orders))
    if _surely_too_far(marcher, (unit.x, unit.y), way_out.edge, shortest):
        return None
    key = unit.id, unit.x, unit.y, unit.facing, marcher.allowance.good
    rng = Seeded(*key)
    tries = (legs for _ in range(TRIES) for legs in _round_about(marcher, way_out.edge, rng))
    return next((legs for legs in tries if marcher.legal(legs)), None)


def _round_about(marcher: Marcher, edge: Segment, rng: Seeded) -> Iterator[Legs]:
    """Somewhere at random, in the present order or another, then square to the edge and over it."""
    unit = marcher.unit
    far = rng.randint(1, max(1, marcher.allowance.good))
    turn, kind = rng.randint(-1800, 1799), rng.randint(0, 5)
    way: Legs = (("turn", turn), ("forward", far))
    if kind == 0:
        way = (("back", far),)
    elif kind == 1:
        way = (("turn", turn // 4), ("side", far if turn > 0 else -far))
    orders = [None, None, *[order.value for order in unit.orders if order is not unit.order]]
    order = orders[rng.randint(0, len(orders) - 1)]
    way = way if order is None else (("order", order), *way)
    sizes = {each.value: size(marcher.state, unit, each) for each in unit.orders}
    end = walk(pose(unit), way, *size(marcher.state, unit), sizes)[-1].end
    facing = outward(marcher.state.field, edge)
    yield from _to_edge(marcher, edge, (*way, *_turn(turn_between(end.facing, facing))))


def _turn(angle: int) -> Legs:
    return (("turn", angle),) if angle else ()


def _to_edge(marcher: Marcher, edge: Segment, legs: Legs) -> Iterator[Legs]:
    """Some legs, then straight on up to the edge, to the hundredth, and over it."""
    unit = marcher.unit
    sizes = {order.value: size(marcher.state, unit, order) for order in unit.orders}
    strides = walk(pose(unit), legs, *size(marcher.state, unit), sizes)
    end, (_, depth) = (
        (strides[-1].end, strides[-1].end_size) if strides else (pose(unit), size(marcher.state, unit))
    )
    (x, y), here = on_stretch(edge, (end.x, end.y)), (end.x, end.y)
    far = max(abs(x - here[0]), abs(y - here[1])) - depth // 2
    if far >= 0:
        yield (*legs, *((("forward", far),) if far else ()), *LEAVE)


def _surely_too_far(marcher: Marcher, here: Point, edge: Segment, depth: int) -> bool:
    """Whether the edge is farther off than any march of so much could lead, whatever the way."""
    (x, y) = on_stretch(edge, here)
    apart = max(abs(x - here[0]), abs(y - here[1]))
    return apart - depth // 2 > marcher.allowance.good


def _places(edge: Segment, here: Point, width: int) -> Iterator[Point]:
    """Places of a stretch where a front so wide lies on it, the nearest first."""
    nearest = on_stretch(edge, here, width // 2)
    along = edge[0][0] != edge[1][0]
    found: dict[Point, None] = {}
    for aside in ASIDE:
        moved = (nearest[0] + aside, nearest[1]) if along else (nearest[0], nearest[1] + aside)
        found[on_stretch(edge, moved, width // 2)] = None
    yield from found


__all__ = ["any_way_out", "on_stretch", "outward", "ways_out"]
