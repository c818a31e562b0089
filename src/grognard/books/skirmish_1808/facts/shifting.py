"""Units that are moved as a whole, straight: charges, evasions, retreats, flights, pursuits. [P5, M4, R4, K8, K9, N6]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.books.skirmish_1808.facts.bodies import Body, Circle, body_of, clash, outdoors, runs_into
from grognard.books.skirmish_1808.facts.ground import barred, is_wheeled, land_of, met, off_table
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.moving import allowance, rate
from grognard.books.skirmish_1808.state import State, Unit, centre
from grognard.books.skirmish_1808.tables.moving import LEAST
from grognard.books.skirmish_1808.words import Pace
from grognard.engine.flow import replace
from grognard.field.angles import ahead, heading, norm
from grognard.field.gaps import nearest_point
from grognard.field.points import Point, Segment

STEP = 50
"""Ways are tried in steps of this length."""
FLEE_CLEAR = 300
"""How far a fleeing unit keeps from enemies. [M4]"""
SWINGS = tuple(sign * turn for turn in range(0, 901, 150) for sign in ((1,) if turn == 0 else (1, -1)))


class Shift(NamedTuple):
    """Where a unit ends that is moved straight."""

    unit: Unit
    distance: int
    bearing: int
    off: bool = False
    """A figure went over the edge. [M7]"""


def _shifted(unit: Unit, bearing: int, distance: int) -> tuple[Point, ...]:
    x, y = ahead(0, 0, bearing, distance)
    return tuple([(f.x + x, f.y + y) for f in unit.figures])


def _ways(unit: Unit, bearing: int, distance: int) -> list[Segment]:
    return [((f.x, f.y), end) for f, end in zip(unit.figures, _shifted(unit, bearing, distance))]


def limit_along(state: State, unit: Unit, bearing: int, base: int) -> int:
    """How far a unit may go straight along a bearing with a rate, over the ground it meets. [P1, P5]"""
    found = met(state, _ways(unit, bearing, base))
    total = max(LEAST, allowance(base, unit.mounted, found).total)
    # Ground beyond where it stops is not met: look again over the shorter way.
    found = met(state, _ways(unit, bearing, total))
    return max(LEAST, min(base, allowance(base, unit.mounted, found).total))


def _open(state: State, unit: Unit, bearing: int, distance: int, enemies: Sequence[Body], keep: int) -> bool:
    ways = _ways(unit, bearing, distance)
    if barred(state, unit, met(state, ways), wheels=is_wheeled(unit)) is not None:
        return False
    # Whoever stands nearer already is only not to be run into. [M4]
    start = body_of(unit).circles
    for enemy in enemies:
        apart = keep if not clash(start, enemy, keep) else 0
        if any(runs_into(way, unit.radius, enemy, apart) for way in ways):
            return False
    return True


def farthest(
    state: State,
    unit: Unit,
    bearing: int,
    limit: int,
    enemies: Sequence[Body],
    keep: int,
    stops_at_edge: bool,
) -> int:
    """How far it gets before forbidden ground, an enemy or (if asked) the edge stops it."""
    low, high = 0, limit // STEP
    while low < high:
        half = (low + high + 1) // 2
        distance = half * STEP
        good = _open(state, unit, bearing, distance, enemies, keep)
        if good and stops_at_edge:
            good = not any(off_table(state, x, y, unit.radius) for x, y in _shifted(unit, bearing, distance))
        if good:
            low = half
        else:
            high = half - 1
    return low * STEP


def settle(
    state: State, unit: Unit, places: Sequence[Point], gone: frozenset[int] = frozenset()
) -> tuple[Point, ...]:
    """The nearest free spots to where figures want to stand: bases never overlap, and a figure may be shifted to fit. [B4a, B8]"""
    bodies = [
        body_of(u)
        for u in (*outdoors(state), *(h for h in state.hidden if h.side == unit.side))
        if u.id != unit.id and u.attached != unit.id and u.id not in gone
    ]
    radius = unit.radius
    found: list[Point] = []
    blocks = [house.poly for house in land_of(state).houses]
    for x, y in places:
        spot = next(
            (
                (px, py)
                for px, py in _spiral(x, y, radius)
                if not off_table(state, px, py, radius)
                and not any(clash((Circle(px, py, radius),), other) for other in bodies)
                and all((px - qx) ** 2 + (py - qy) ** 2 >= (2 * radius - 1) ** 2 for qx, qy in found)
                and not any(_in_box(px, py, poly) for poly in blocks)
            ),
            None,
        )
        found.append((x, y) if spot is None else spot)
    return tuple(found)


def _in_box(x: int, y: int, poly: Sequence[Point]) -> bool:
    return nearest_point((x, y), tuple(poly)) == (x, y)


def _spiral(x: int, y: int, radius: int) -> Iterator[Point]:
    yield x, y
    for ring in range(1, 25):
        count = 8 * ring
        for turn in range(count):
            yield ahead(x, y, turn * 3600 // count, ring * radius // 2)


def loosened(unit: Unit, places: Sequence[Point], facing: int | None = None) -> Unit:
    """The unit at new places, no longer formed. [O3]"""
    return replace(
        unit,
        figures=placed(unit, places),
        formed=False,
        facing=unit.facing if facing is None else norm(facing),
    )


def shift(state: State, unit: Unit, bearing: int, distance: int) -> Shift:
    """A loose unit moved straight, its figures set where there is room."""
    places = _shifted(unit, bearing, distance)
    if any(off_table(state, x, y, unit.radius) for x, y in places):
        return Shift(loosened(unit, places, bearing), distance, bearing, True)
    return Shift(loosened(unit, settle(state, unit, places), bearing), distance, bearing)


def enemies_of(state: State, unit: Unit) -> tuple[Body, ...]:
    """Enemy bodies a shifted unit keeps away from, but those it stands against already."""
    touching = set(state.foes(unit.id))
    return tuple([body_of(u) for u in outdoors(state, 1 - unit.side) if u.id not in touching])


def home_bearing(state: State, unit: Unit) -> int:
    """Straight to the nearest point of its own edge. [M4]"""
    here = centre(unit)
    return heading(here, nearest_point(here, state.field.sides[unit.side].home))


def flight(state: State, unit: Unit) -> Shift | None:
    """A flight towards its own edge, by the shortest detour that keeps 3 from enemies; None if none is open. [M4, K12]"""
    return _run(state, unit, home_bearing(state, unit), rate(unit, Pace.MARCH), FLEE_CLEAR, False)


def retreat(state: State, unit: Unit, from_: Point) -> Shift | None:
    """Straight back a Normal move, loose. [K8, K12]"""
    bearing = heading(from_, centre(unit))
    return _run(state, unit, bearing, rate(unit, Pace.NORMAL), 100, True)


def _run(state: State, unit: Unit, bearing: int, base: int, keep: int, stops_at_edge: bool) -> Shift | None:
    hostile = enemies_of(state, unit)
    best: tuple[int, int] | None = None
    for swing in SWINGS:
        way = norm(bearing + swing)
        limit = limit_along(state, unit, way, base)
        got = farthest(state, unit, way, limit, hostile, keep, stops_at_edge)
        if got >= LEAST and (best is None or got > best[0]):
            best = got, way
            if got >= limit - STEP:
                break
    if best is None:
        return None
    return shift(state, unit, best[1], best[0])


def away(state: State, unit: Unit, bearing: int, base: int) -> Shift:
    """Straight along a bearing as far as it goes, stopping 1 short of enemies and at the edge. [R4, N6, K9]"""
    hostile = tuple(body_of(u) for u in outdoors(state, 1 - unit.side))
    limit = limit_along(state, unit, bearing, base)
    got = farthest(state, unit, bearing, limit, hostile, 100, True)
    return shift(state, unit, bearing, got)
