"""Ways out: over the open stretch of the table's edge, and of ground that is closed to a unit. [M10, M4, G-33]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from grognard.engine.memo import kept
from grognard.geometry.angles import FULL_TURN, ahead, heading, norm, offset, turn_between
from grognard.geometry.contact import TOUCH
from grognard.geometry.outlines import in_parts
from grognard.geometry.paths import walk
from grognard.geometry.points import Point, Poly, Pose, Segment
from grognard.tabletop.last_resort import Seeded
from grognard.tabletop.manoeuvre import Legs, Wish

from ..state import Battlefield
from .bends import KINDS, square_ways, through
from .bodies import body, pose, size
from .ground import keeps_to_roads, land
from .leaving import stood_on
from .plans import goings, plain_ways

if TYPE_CHECKING:
    from .marching import Marcher

NORTH, EAST, SOUTH, WEST = range(0, FULL_TURN, FULL_TURN // 4)
ASIDE = (0, 50, -50, 100, -100, 200, -200, 400, -400, 800, -800)
"""How far to either side of the nearest place others are tried, in hundredths."""
BEFORE = 30
"""So far before the edge a way ends that need not lead straight there: turns are rounded, and the rest is straight on."""
TRIES = 40
DEGREE, COARSE, STEP, FEW = 10, 150, 50, 2
"""Ways off closed ground: one every so many tenths of a degree, from a bend fewer; by how many hundredths they are looked along;
and how many of them are tried from a bend."""
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
    rng = Seeded(unit.id, unit.x, unit.y, unit.facing, marcher.allowance.good)
    tries = (legs for _ in range(TRIES) for legs in _round_about(marcher, way_out.edge, rng))
    return next((legs for legs in tries if marcher.legal(legs)), None)


def _round_about(marcher: Marcher, edge: Segment, rng: Seeded) -> Iterator[Legs]:
    """One leg at random, or two or three to somewhere before the edge, in the present order or another; then over it."""
    state, unit, most = marcher.state, marcher.unit, marcher.allowance.good
    order = (unit.order, *unit.orders)[rng.randint(0, len(unit.orders))]
    change: Legs = () if order is unit.order else (("order", order.value),)
    far = max(1, most // 2 if change else most)
    facing = outward(state.field, edge)
    kind, _, sign = KINDS[rng.randint(0, len(KINDS) - 1)]
    leg: Legs = ((kind, sign * rng.randint(1, far)),)
    yield from _to_edge(marcher, edge, (*change, *leg, *_turn(turn_between(unit.facing, facing))))
    width, depth = size(state, unit, order)
    dx, dy = offset(facing + EAST, rng.randint(-far, far))
    x, y = on_stretch(edge, (unit.x + dx, unit.y + dy), width // 2)
    dx, dy = offset(facing, depth // 2 + rng.randint(0, far))
    end = Pose(x - dx, y - dy, facing)
    for legs in (*plain_ways(pose(unit), end), *square_ways(pose(unit), end)):
        if marcher.at_a_glance((*change, *legs)) <= far:
            yield from _to_edge(marcher, edge, (*change, *legs))


def any_way_off(marcher: Marcher) -> Legs | None:
    """A march out of all closed ground that a unit stands in, or to a road there: straight, the shortest first, or bent. [M4, G-33, K1]"""
    unit, field = marcher.unit, marcher.state.field
    areas = stood_on(field, unit, body(marcher.state, unit)).areas
    if not areas:
        return None
    # Out of there it goes as over difficult ground.
    most = marcher.allowance.difficult or marcher.allowance.good
    roads = land(field).roads if keeps_to_roads(unit) else ()
    closed = tuple(chain.from_iterable(area.parts for area in areas))

    def off(at: Point) -> bool:
        return in_parts(roads, at) or not in_parts(closed, at)

    outlines = *[area.poly for area in areas], *roads

    def shortest(here: Point, every: int) -> list[tuple[int, int]]:
        ways = _bearings(outlines, here, every)
        return sorted((gone, way) for way in ways if (gone := _first(off, here, way, most)))

    here = unit.x, unit.y
    straight: Iterator[Legs] = (
        (*turn, (kind, sign * far))
        for gone, way in shortest(here, DEGREE)
        for far in (gone, most)
        if off(ahead(*here, way, far))
        for turn, kind, sign, _ in goings(unit.facing, way)
    )
    rng = Seeded(unit.id, *here, unit.facing, most)

    def bent() -> Iterator[Legs]:
        for _ in range(TRIES):
            far = rng.randint(1, most)
            stop, kind = (
                ahead(*here, rng.randint(0, FULL_TURN - 1), far),
                KINDS[rng.randint(0, len(KINDS) - 1)],
            )
            for gone, way in shortest(stop, COARSE)[:FEW]:
                if far + gone <= most:
                    end = ahead(*stop, way, gone)
                    yield through(pose(unit), ((stop, kind), (end, KINDS[0])), heading(stop, end))

    return next((legs for legs in chain(straight, bent()) if marcher.legal(legs)), None)


def _bearings(outlines: Iterable[Poly], here: Point, every: int) -> Iterable[int]:
    """All round, and those square to each edge of some outlines and at their corners: their nearest places lie on one of these."""
    found = list(range(0, FULL_TURN, every))
    for outline in outlines:
        for start, end in pairwise((*outline, outline[0])):
            found += [norm(heading(start, end) + WEST), norm(heading(start, end) + EAST)]
            found += [heading(here, start)] if start != here else []
    return dict.fromkeys(found)


def _first(off: Callable[[Point], bool], here: Point, way: int, most: int) -> int | None:
    """How far it is along a way to the first place that is off; None if none is by as much as that."""

    def there(gone: int) -> bool:
        return off(ahead(*here, way, gone))

    first = next((gone for gone in (*range(0, most, STEP), most) if there(gone)), None)
    if not first:
        return first
    return bisect_left(range(first), True, lo=max(0, first - STEP), key=there)


def _turn(angle: int) -> Legs:
    return (("turn", angle),) if angle else ()


def _to_edge(marcher: Marcher, edge: Segment, legs: Legs) -> Iterator[Legs]:
    """Some legs, then straight on up to the edge, to the hundredth, and over it; not where the front would not lie on the stretch."""
    unit = marcher.unit
    sizes = {order.value: size(marcher.state, unit, order) for order in unit.orders}
    strides = walk(pose(unit), legs, *size(marcher.state, unit), sizes)
    end, (width, depth) = (
        (strides[-1].end, strides[-1].end_size) if strides else (pose(unit), size(marcher.state, unit))
    )
    across, out = 0 if edge[0][0] == edge[1][0] else 1, (end.x, end.y)
    place = on_stretch(edge, out, width // 2 - TOUCH)
    far = abs(place[across] - out[across]) - depth // 2
    if far < 0 or place[1 - across] != out[1 - across]:
        return
    found: Legs = (*legs, *((("forward", far),) if far else ()), *LEAVE)
    if marcher.at_a_glance(found[:-1]) <= marcher.allowance.good:
        yield found


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


__all__ = ["any_way_off", "any_way_out", "on_stretch", "outward", "ways_out"]
