"""Units that are moved as a whole, straight: charges, evasions, retreats, flights, pursuits. [P5, M4, R4, K8, K9, N6]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading, norm
from grognard.geometry.gaps import nearest_point, point_gap
from grognard.geometry.points import Point, Segment, bounds

from ..state import State, Unit, centre
from ..tables.moving import LEAST, ROADS, going
from ..words import Pace
from .bodies import KEEP, Body, body_of, clash, outdoors, runs_into
from .ground import Met, along_road, barred, between, houses, met, off_table
from .layout import placed
from .moving import allowance, banned, neighbours, rate
from .onrush import coming

STEP = 50
"""Ways are tried in steps of this length."""
FLEE_CLEAR = 300
"""How far a fleeing unit keeps from enemies. [M4]"""
RINGS = 24
"""How many rings of half a base are looked through for a free spot."""
SWINGS = tuple(sign * turn for turn in range(0, 901, 150) for sign in ((1,) if turn == 0 else (1, -1)))
FINE_SWINGS = tuple(sign * turn for turn in range(5, 901, 5) for sign in (1, -1) if turn % 150)
"""Half degrees: tried where no coarse way is open."""


class Shift(NamedTuple):
    """Where a unit ends that is moved straight."""

    unit: Unit
    distance: int
    bearing: int
    ways: tuple[Segment, ...] = ()
    """The way of every figure to where it comes to stand. [M3a, H4]"""
    off: bool = False
    """A figure went over the edge. [M7]"""


def _shifted(unit: Unit, bearing: int, distance: int) -> tuple[Point, ...]:
    x, y = ahead(0, 0, bearing, distance)
    return tuple([(f.x + x, f.y + y) for f in unit.figures])


def ways_along(unit: Unit, bearing: int, distance: int) -> tuple[Segment, ...]:
    """The straight way of every figure that goes so far along a bearing. [B9a]"""
    return tuple([((f.x, f.y), end) for f, end in zip(unit.figures, _shifted(unit, bearing, distance))])


class Run(NamedTuple):
    """What a unit that is moved straight keeps to."""

    enemies: Sequence[Body]
    keep: int = 0
    """How far it stops from those."""
    edge: bool = True
    """It stops at the edge of the table."""
    home: Segment | None = None
    """Its own edge, which no detour takes it away from. [M4]"""


def _road(state: State, unit: Unit, bearing: int, distance: int) -> str:
    middle = centre(unit)
    return along_road(state, ((middle, ahead(*middle, bearing, distance)),))


def limit_along(state: State, unit: Unit, bearing: int, base: int, most: int | None = None) -> int:
    """The longest straight way along a bearing that the ground met on it allows, roads among it. [P1, P2, P5]"""

    def allowed(distance: int) -> bool:
        found = met(state, ways_along(unit, bearing, distance))
        road = _road(state, unit, bearing, distance)
        return distance <= max(LEAST, allowance(base, unit.mounted, found, road).total)

    longest = base + max(going(kind, unit.mounted).modifier for kind in ROADS)
    return _longest(longest if most is None else min(longest, most), allowed)


def _longest(most: int, allowed: Callable[[int], bool]) -> int:
    """The longest distance that is allowed, found by halving: whatever is not allowed, nothing longer is."""
    if allowed(most):
        return most
    low, high = 0, most // STEP
    while low < high:
        half = (low + high + 1) // 2
        if allowed(half * STEP):
            low = half
        else:
            high = half - 1
    return low * STEP


def _open(state: State, unit: Unit, bearing: int, distance: int, run: Run) -> bool:
    """Whether nothing bars the way and no enemy stands in it. [P5, B8]"""
    ways = ways_along(unit, bearing, distance)
    found = _entered(state, unit, met(state, ways))
    if barred(state, unit, found, road=_road(state, unit, bearing, distance)) is not None:
        return False
    if run.edge and any(off_table(state, x, y, unit.radius) for _, (x, y) in ways):
        return False
    if run.home is not None and any(_farther_from(state, run.home, way) for way in ways):
        return False
    # Whoever stands nearer already is only not to be run into. [M4]
    start = body_of(unit).circles
    for enemy in run.enemies:
        apart = run.keep if not clash(start, enemy, run.keep) else 0
        if any(runs_into(way, unit.radius, enemy, apart) for way in ways):
            return False
    return True


def _farther_from(state: State, home: Segment, way: Segment) -> bool:
    """Whether a way ends farther from an edge than it begins, by more than a step; over the table's edge is at it. [M4]"""
    start, (x, y) = way
    end = (min(max(x, 0), state.field.width), min(max(y, 0), state.field.height))
    return point_gap(end, home) > point_gap(start, home) + STEP


def _entered(state: State, unit: Unit, found: Met) -> Met:
    """Forbidden ground a unit stands in already, on a road through it, it does not enter by leaving it. [P2, P5]"""
    closed = frozenset(kind for kind in found.kinds if going(kind, unit.mounted).barred)
    if not closed:
        return found
    stands_in = met(state, [((f.x, f.y), (f.x, f.y)) for f in unit.figures]).kinds
    return found._replace(kinds=found.kinds - (closed & stands_in))


def farthest(state: State, unit: Unit, bearing: int, run: Run, limit: int) -> int:
    """How far it gets before forbidden ground, an enemy or (if asked) the edge stops it."""
    return _longest(limit, lambda distance: _open(state, unit, bearing, distance, run))


def open_to_charges(state: State, unit: Unit, start: Point, bearing: int, most: int) -> int:
    """How far a charge gets along its line before ground that bars charges, a wall on foot among it, stops it. [41, P3, N6]"""

    def allowed(distance: int) -> bool:
        found, road = coming(unit, start, bearing, distance).ground(state)
        return banned(found, unit.mounted, Pace.CHARGE, road) is None

    return _longest(most, allowed)


def settle(
    state: State, unit: Unit, places: Sequence[Point], *, charging: bool = False, ashore: bool = False
) -> tuple[Point, ...]:
    """The nearest free spots to where figures want to stand: no overlap, no ground they may not enter so. [B4a, B8, 30, 31]

    With `ashore` no figure stays on ground that has been closed under it. [D5]
    """
    if not places:
        return ()
    radius = unit.radius
    box = bounds(tuple(places))
    bodies = [body_of(u) for u in neighbours(state, unit, box, (RINGS // 2 + 2) * radius)]
    found: list[Point] = []
    for at, (x, y) in enumerate(places):
        spot = next(
            (
                (px, py)
                for px, py in _spiral(x, y, radius)
                if not off_table(state, px, py, radius)
                and not any(clash(((px, py, radius),), other) for other in bodies)
                and all((px - qx) ** 2 + (py - qy) ** 2 >= (2 * radius - 1) ** 2 for qx, qy in found)
                and _fits(state, unit, (x, y), (px, py), charging, ashore)
            ),
            (unit.figures[at].x, unit.figures[at].y),
        )
        found.append(spot)
    return tuple(found)


def _fits(state: State, unit: Unit, wanted: Point, spot: Point, charging: bool, ashore: bool) -> bool:
    """Whether a figure may be shifted there: not into a house, over a wall or into ground forbidden to it."""
    if any(_in_box(*spot, house.poly) for house in houses(state)):
        return False
    if wanted == spot:
        # A unit comes to no such place but on a road; a leader at its side might.
        return not (unit.is_command or ashore) or not _closed(state, unit, spot, spot)
    start = spot if _closed(state, unit, wanted, wanted, charging) else wanted
    return between(state, wanted, spot) is None and not _closed(state, unit, start, spot, charging)


def _closed(state: State, unit: Unit, start: Point, end: Point, charging: bool = False) -> bool:
    """Whether ground on the way is forbidden: to all, or to those who charge. [30, 31, 41]"""
    found = met(state, ((start, end),))
    rows = [going(kind, unit.mounted) for kind in found.kinds]
    return any(row.barred or (charging and row.no_charge) for row in rows) or bool(found.house)


def _in_box(x: int, y: int, poly: Sequence[Point]) -> bool:
    return nearest_point((x, y), tuple(poly)) == (x, y)


def _spiral(x: int, y: int, radius: int) -> Iterator[Point]:
    yield x, y
    for ring in range(1, RINGS + 1):
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
    ways = ways_along(unit, bearing, distance)
    places = [end for _, end in ways]
    if any(off_table(state, x, y, unit.radius) for x, y in places):
        return Shift(loosened(unit, places, bearing), distance, bearing, ways, True)
    room = settle(state, unit, places)
    ways = tuple([(start, spot) for (start, _), spot in zip(ways, room)])
    return Shift(loosened(unit, room, bearing), distance, bearing, ways)


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
    run = Run(enemies_of(state, unit), FLEE_CLEAR, edge=False, home=state.field.sides[unit.side].home)
    return _run(state, unit, home_bearing(state, unit), rate(unit, Pace.MARCH), run)


def retreat(state: State, unit: Unit, from_: Point) -> Shift | None:
    """Straight back a Normal move, loose, as far as that is open; aside only where it is not open by 1. [K8, K12]"""
    run = Run(enemies_of(state, unit), KEEP)
    return _run(state, unit, heading(from_, centre(unit)), rate(unit, Pace.NORMAL), run, least=LEAST)


def _run(
    state: State, unit: Unit, bearing: int, base: int, run: Run, least: int | None = None
) -> Shift | None:
    """Along a bearing, or the nearest swing off it that is open: all its way, or by no less than asked for."""
    best: tuple[int, int] | None = None
    # Only who finds every coarse way closed looks at all of them. [K12]
    for swings in (SWINGS, FINE_SWINGS):
        for swing in swings:
            way = norm(bearing + swing)
            limit = limit_along(state, unit, way, base)
            got = farthest(state, unit, way, run, limit)
            if got >= LEAST and (best is None or got > best[0]):
                best = got, way
                if got >= (limit - STEP if least is None else least):
                    break
        if best is not None:
            return shift(state, unit, best[1], best[0])
    return None


def away(state: State, unit: Unit, bearing: int, base: int, most: int | None = None) -> Shift:
    """Straight along a bearing as far as it goes, stopping 1 short of enemies and at the edge. [R4, K9]"""
    hostile = tuple(body_of(u) for u in outdoors(state, 1 - unit.side))
    limit = limit_along(state, unit, bearing, base, most)
    got = farthest(state, unit, bearing, Run(hostile, KEEP), limit)
    return shift(state, unit, bearing, got)
