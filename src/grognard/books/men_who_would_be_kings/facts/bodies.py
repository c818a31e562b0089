"""Models on the table: bases, gaps, middles, cohesion, clusters. [R-15, R-44, R-55]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import isqrt

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.geometry.angles import FULL_TURN, ahead, rotate
from grognard.geometry.crowds import Disc, disc_gap, near_boxes
from grognard.geometry.crowds import nearest_pair as nearest_points
from grognard.geometry.formations import central, centroid
from grognard.geometry.gaps import gap as poly_gap
from grognard.geometry.points import Bounds, Poly, bounds, farther, grown, square
from grognard.geometry.shapes import hull
from grognard.tabletop.figures import gap_to

from ..state import Point, State, Unit

COHESION = 400
"""How far a model's base may be from the Leader's. [T090]"""
KEEP = 100
"""The gap that is kept from enemies. [R-25]"""
SIXTEENTHS = range(0, FULL_TURN, 225)
"""The directions tried where any would do."""


def reference(unit: Unit) -> int:
    """The model cohesion is measured from: the Leader, else the one nearest the middle. [T090, R-44]"""
    return central(unit.models) if unit.leader is None else unit.leader


def heart(unit: Unit) -> Point:
    """Where that model stands."""
    return unit.models[reference(unit)]


@kept
def middle(unit: Unit) -> Point:
    """The mean of its models. [R-55]"""
    return centroid(unit.models)


@lru_cache(maxsize=4096)
def _ring(point: Point, radius: int) -> tuple[Point, ...]:
    """A base as eight corners outside its circle: to draw, and for outlines."""
    return tuple([ahead(*point, bearing, radius + radius // 10) for bearing in SIXTEENTHS[1::2]])


def bases(unit: Unit) -> tuple[Poly, ...]:
    """Every model's base, to draw."""
    return tuple([_ring(model, unit.radius) for model in unit.models])


@kept
def outline(unit: Unit) -> Poly:
    """The convex outline of a unit, bases included. [R-37]"""
    return _outline(unit.models, unit.radius)


@lru_cache(maxsize=2048)
def _outline(models: tuple[Point, ...], radius: int) -> Poly:
    # All rings are alike, so those of the models inside the unit are inside its outline.
    return hull([corner for model in hull(models) for corner in _ring(model, radius)])


def house(state: State, unit: Unit) -> Poly | None:
    """The outline of the building a unit holds. [R-62]"""
    return None if unit.inside is None else state.field.terrain[unit.inside].poly


def bounds_of(unit: Unit) -> tuple[int, int, int, int]:
    """The upright rectangle round its models' centres."""
    memo: dict[str, tuple[int, int, int, int]] = unit.__dict__
    known = memo.get("bounds")
    if known is None:
        known = memo["bounds"] = bounds(unit.models)
    return known


def extent(state: State, unit: Unit) -> tuple[int, int, int, int]:
    """The same, or of the building it holds. [R-62]"""
    wall = house(state, unit)
    return bounds_of(unit) if wall is None else bounds(wall)


@kept
def discs(unit: Unit) -> tuple[Disc, ...]:
    """Its bases, as whoever measures asks about them."""
    radius = unit.radius
    return tuple([(x, y, radius) for x, y in unit.models])


@kept
def _ranged(state: State, side: int) -> tuple[tuple[Unit, ...], tuple[Bounds, ...]]:
    """A side's units on the table, and the upright rectangles round all that is theirs."""
    units = state.on_table(side)
    return units, tuple([grown(extent(state, u), u.radius) for u in units])


def enemies_near(state: State, unit: Unit, distance: int) -> list[Unit]:
    """The enemies that a glance does not show to be farther away than that, and perhaps some that are."""
    units, boxes = _ranged(state, 1 - unit.side)
    return [units[at] for at in near_boxes(boxes, extent(state, unit), distance + unit.radius)]


def nearest_pair(a: Unit, b: Unit) -> tuple[int, int, int]:
    """The squared distance of the nearest two centres, and whose; ties to the lowest numbers. [R-15, R-16]"""
    return _nearest(a.models, b.models)


@lru_cache(maxsize=1 << 15)
def _nearest(mine: tuple[Point, ...], theirs: tuple[Point, ...]) -> tuple[int, int, int]:
    found = nearest_points(mine, theirs)
    assert found is not None
    return found


def gap(state: State, a: Unit, b: Unit) -> int:
    """The smallest gap between bases, rounded up to a hundredth; from the outline for a garrison. [R-15, R-62]"""
    mine, theirs = house(state, a), house(state, b)
    if mine is not None and theirs is not None:
        return poly_gap(mine, theirs)
    if mine is not None or theirs is not None:
        wall, other = (mine, b) if mine is not None else (theirs, a)
        assert wall is not None
        return gap_to(other.models, wall) - other.radius
    found = disc_gap(discs(a), discs(b))
    assert found is not None
    return found[0]


def surely_beyond(state: State, a: Unit, b: Unit, distance: int) -> bool:
    """Whether a glance at two units' bounds is enough to know them farther apart."""
    return farther(extent(state, a), extent(state, b), distance + a.radius + b.radius)


def within(state: State, a: Unit, b: Unit, distance: int) -> bool:
    """Whether two units are at most a distance apart. [R-15]"""
    return not surely_beyond(state, a, b, distance) and gap(state, a, b) <= distance


def near_point(unit: Unit, point: Point, distance: int) -> bool:
    """Whether some model's base is within a distance of a point."""
    reach2 = (distance + unit.radius) ** 2
    return any(square(model, point) <= reach2 for model in unit.models)


def cohesive(models: Sequence[Point], heart_: Point, radius: int) -> bool:
    """Whether every base is within 4 of the Leader's. [T090, R-44]"""
    most = together(radius)
    return all(square(model, heart_) <= most for model in models)


def together(radius: int) -> int:
    """The square of how far from the Leader's a base's centre may be. [T090]"""
    return (COHESION + 2 * radius) ** 2


def in_cohesion(unit: Unit) -> bool:
    """Whether a unit is together as it stands. [T090]"""
    return cohesive(unit.models, heart(unit), unit.radius)


def without(unit: Unit, number: int) -> Unit:
    """A unit after losing models: farthest from the Leader first, the Leader last. [R-44]"""
    number = min(number, unit.count)
    if number <= 0:
        return unit
    gone = set(_falling(unit)[:number])
    left = [i for i in range(unit.count) if i not in gone]
    leader = left.index(unit.leader) if unit.leader in left else None
    return replace(
        unit, models=tuple([unit.models[i] for i in left]), leader=leader, fallen=unit.fallen + number
    )


@kept
def _falling(unit: Unit) -> tuple[int, ...]:
    """Its models in the order they fall. [R-44]"""
    x, y = heart(unit)
    far = [((u - x) * (u - x) + (v - y) * (v - y), i) for i, (u, v) in enumerate(unit.models)]
    order = [i for _, i in sorted(far, reverse=True) if i != unit.leader]
    return tuple(order if unit.leader is None else [*order, unit.leader])


@lru_cache(maxsize=256)
def cluster_slots(count: int, spacing: int) -> tuple[Point, ...]:
    """Places round a middle, the middle first, then ring by ring: a compact loose group."""
    apart, span = isqrt(3 * spacing * spacing) // 2 + 1, range(-count, count)
    slots = [
        (file * spacing + (spacing // 2 if row % 2 else 0), row * apart) for row in span for file in span
    ]
    slots.sort(key=lambda p: (p[0] * p[0] + p[1] * p[1], -p[1], p[0]))
    return tuple(slots[:count])


def rings(spot: Point, width: int, count: int, bearing: int = 0) -> Iterator[Point]:
    """Places in so many rings round a spot, 16 in each, clockwise from a bearing."""
    for ring in range(count):
        for turn in SIXTEENTHS:
            yield ahead(*spot, bearing + turn, (ring + 1) * width)


def spacing(radius: int) -> int:
    """How far apart models of a loose group stand."""
    return 2 * radius + 15


def cluster(spot: Point, count: int, radius: int) -> tuple[Point, ...]:
    """A compact loose group round a spot, its first model on it."""
    return tuple([(spot[0] + x, spot[1] + y) for x, y in cluster_slots(count, spacing(radius))])


def gathered(unit: Unit, spot: Point) -> tuple[Point, ...]:
    """Where a unit's models stand when they gather round their Leader at a spot, each taking the nearest place left."""
    at = reference(unit)
    slots = list(cluster(spot, unit.count, unit.radius))
    places: dict[int, Point] = {at: slots.pop(0)}
    shift = spot[0] - unit.models[at][0], spot[1] - unit.models[at][1]
    rest = [i for i in range(unit.count) if i != at]
    rest.sort(key=lambda i: (square(unit.models[i], unit.models[at]), i))
    for i in rest:
        here = unit.models[i][0] + shift[0], unit.models[i][1] + shift[1]
        best = min(slots, key=lambda slot: square(slot, here))
        slots.remove(best)
        places[i] = best
    return tuple([places[i] for i in range(unit.count)])


@lru_cache(maxsize=256)
def _rank_slots(count: int, radius: int) -> tuple[Point, ...]:
    """The places of two ranks beside and behind the Leader's, the outermost first."""
    step = 2 * radius + 1  # a hundredth to spare, so that turned bases never overlap by rounding
    files = -(-count // 2)
    slots = [((file - files // 2) * step, -rank * step) for rank in (0, 1) for file in range(files)][:count]
    slots.remove((0, 0))
    slots.sort(key=lambda slot: -(slot[0] * slot[0] + slot[1] * slot[1]))
    return tuple(slots)


def rank_places(unit: Unit, facing: int) -> list[Point]:
    """The places of two ranks round the Leader where he stands, whoever takes them. [R-23]"""
    x, y = heart(unit)
    turned = [rotate(right, forward, facing) for right, forward in _rank_slots(unit.count, unit.radius)]
    return [(x, y), *((x + dx, y + dy) for dx, dy in turned)]


@kept
def ranks(unit: Unit, facing: int, spot: Point | None = None) -> tuple[Point, ...]:
    """Two ranks with bases touching, the Leader in the middle of the front one, where he stands; the others take the
    places nearest to them, the outermost filled first. [R-23]
    """
    at = reference(unit)
    x, y = unit.models[at] if spot is None else spot
    shift = x - unit.models[at][0], y - unit.models[at][1]
    others = {i: (u + shift[0], v + shift[1]) for i, (u, v) in enumerate(unit.models) if i != at}
    places = {at: (x, y)}
    for right, forward in _rank_slots(unit.count, unit.radius):
        dx, dy = rotate(right, forward, facing)
        px, py = x + dx, y + dy
        _, nearest = min([((u - px) * (u - px) + (v - py) * (v - py), i) for i, (u, v) in others.items()])
        places[nearest] = px, py
        del others[nearest]
    return tuple([places[i] for i in range(unit.count)])


def all_discs(units: Iterable[Unit], around: Bounds | None = None, keep: int = 0) -> list[Disc]:
    """Every base of some units outside buildings; of those only who may come so near to a rectangle."""
    found: list[Disc] = []
    for unit in units:
        # Before they are set up, units are on the table without models.
        if not unit.models or unit.inside is not None:
            continue
        if around is None or not farther(bounds_of(unit), around, unit.radius + keep):
            found += discs(unit)
    return found
