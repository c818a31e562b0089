"""How a charge comes on: the way of every figure, and where all of them end. [N5c, B7b, B9a, K14, G5]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.geometry.angles import ahead
from grognard.geometry.points import Point, Segment, bounds, grown, shifted
from grognard.tabletop.bodies import holds_any

from ..state import State, Unit, centre, places_of
from .bodies import body_of, clash, near, point_to_poly
from .ground import House, Met, Wall, along_road, house_named, houses_near, lined_walls, met, over_edge
from .layout import spots
from .sliding import Beside, clear
from .walks import mean

STEP = 25
"""A block that finds no room, or a figure at a wall, stops short by so much and tries again."""
FINE = 5
"""Where all that fails, by so much."""
BACK = 400
"""How far a block may stop short of contact to find room."""


class Stops(NamedTuple):
    """What nobody passes: the wall the enemy lines, the house he is in. [K14a, G5]"""

    walls: tuple[Wall, ...] = ()
    house: House | None = None


def stops_at(state: State, target: Unit, wall: int) -> Stops:
    """What a charge on a target ends against."""
    walls = lined_walls(state, target) if wall else ()
    return Stops(walls, house_named(state, target.house) if target.house else None)


FREE = Stops()


class Coming(NamedTuple):
    """A unit on its way straight along a bearing."""

    ends: tuple[Point, ...]
    ways: tuple[Segment, ...]
    middles: tuple[Segment, ...]

    def ground(self, state: State) -> tuple[Met, str]:
        """What all its figures meet, and the road its centre keeps to. [B9a, P2]"""
        return met(state, self.ways), along_road(state, self.middles)


def wheeled(unit: Unit, start: Point, bearing: int) -> tuple[Point, ...]:
    """A formed unit turned to a bearing about the figure that leads, which stays where it is. [B7b]"""
    block = spots(unit.size, unit.files, unit.pitch, start, bearing, True)
    index = next((i for i, f in enumerate(unit.figures) if (f.x, f.y) == start), 0)
    lead = unit.figures[index]
    dx, dy = lead.x - block[index][0], lead.y - block[index][1]
    return tuple((x + dx, y + dy) for x, y in block)


def coming(
    unit: Unit, start: Point, bearing: int, distance: int, stops: Stops = FREE, loose: bool = False
) -> Coming:
    """Every figure straight on, a formed unit after a free wheel; nobody over the wall or into the house. [N5c, B7b]"""
    begins = places_of(unit)
    formed = unit.formed and not loose
    turned = wheeled(unit, start, bearing) if formed else begins
    dx, dy = ahead(0, 0, bearing, distance)
    ends = shifted(turned, dx, dy)
    if stops != FREE:
        ends = tuple([_short(start, end, stops, unit.radius) for start, end in zip(turned, ends)])
    wheel = tuple([(a, b) for a, b in zip(begins, turned) if a != b]) if formed else ()
    middle = mean(turned) if formed else centre(unit)
    onward = middle, (middle[0] + dx, middle[1] + dy)
    middles = ((centre(unit), middle), onward) if formed else (onward,)
    return Coming(ends, (*wheel, *zip(turned, ends)), middles)


def _short(start: Point, end: Point, stops: Stops, radius: int) -> Point:
    """As far as a figure comes towards its end before a wall or house stops it."""
    if _free(start, end, stops, radius):
        return end
    (x, y), (x2, y2) = start, end
    count = max(abs(x2 - x), abs(y2 - y)) // STEP
    for part in range(count - 1, 0, -1):
        spot = x + (x2 - x) * part // count, y + (y2 - y) * part // count
        if _free(start, spot, stops, radius):
            return spot
    return start


def _free(start: Point, end: Point, stops: Stops, radius: int) -> bool:
    if any(wall.between(start, end) for wall in stops.walls):
        return False
    house = stops.house
    return house is None or point_to_poly(end, house.poly) >= radius


def block_at(
    state: State, unit: Unit, start: Point, bearing: int, distance: int, stops: Stops = FREE
) -> tuple[Point, ...] | None:
    """A formed charger wheels to the line at no cost and keeps its ranks; None if there is no room. [B7b, N5c]"""
    for back in range(0, BACK, STEP):
        if (found := block_fits(state, unit, start, bearing, distance, back, stops)) is not None:
            return found
    turned = wheeled(unit, start, bearing)
    backs = sorted({*_narrow(state, unit, turned, bearing, distance)})
    tries = (block_fits(state, unit, start, bearing, distance, back, stops) for back in backs)
    return next((found for found in tries if found is not None), None)


def block_fits(
    state: State,
    unit: Unit,
    start: Point,
    bearing: int,
    distance: int,
    back: int,
    stops: Stops = FREE,
) -> tuple[Point, ...] | None:
    """Where a formed charger stands so far short of contact; None if there is no room. [B7b, N5c]"""
    turned = wheeled(unit, start, bearing)
    dx, dy = ahead(0, 0, bearing, max(0, distance - back))
    places = shifted(turned, dx, dy)
    free = all(_free(a, b, stops, unit.radius) for a, b in zip(turned, places))
    return places if free and _has_room(state, unit, places) else None


def _narrow(
    state: State, unit: Unit, turned: tuple[Point, ...], bearing: int, distance: int
) -> Iterator[int]:
    """How far short of contact a block just finds room beside somebody, where room is narrow."""
    circles = [(x, y, unit.radius) for x, y in turned]
    end = ahead(0, 0, bearing, distance)
    box = bounds((*turned, *shifted(turned, *end)))
    others = [u for u in near(state, box, unit.radius) if u.id != unit.id and u.attached != unit.id]
    beside = Beside(bearing, [(body_of(other).circles, 0) for other in others])
    for far in clear(beside.closed(circles), max(0, distance - BACK + 1), distance, FINE):
        yield distance - far


def _has_room(state: State, unit: Unit, places: tuple[Point, ...]) -> bool:
    radius, box = unit.radius, bounds(places)
    if over_edge(state, grown(box, radius)):
        return False
    if holds_any([house.poly for house in houses_near(state, box)], places):
        return False  # ranks do not reach into a house [34, G2]
    circles = [(x, y, radius) for x, y in places]
    return not any(
        clash(circles, body_of(other))
        for other in near(state, box, radius)
        if other.id != unit.id and other.attached != unit.id
    )
