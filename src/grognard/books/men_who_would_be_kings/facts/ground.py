"""The ground under everybody: rates, levels, cover, Obstacles, buildings. [R-11, R-26, R-62, R-63]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import any_nearer, length, nearer_than, point_within
from grognard.geometry.outlines import meet
from grognard.geometry.points import Bounds, Crowd, Poly, Segment, bounds, disjoint, farther, grown, in_bounds
from grognard.geometry.shapes import contains, hull
from grognard.geometry.sight import length_inside

from ..state import REMEMBERED, Point, State, Terrain, Unit
from ..tables.terrain import DIFFICULT, HILLS, HOUSE, IMPASSABLE, OBSTACLE, TERRAIN, WET
from ..words import COVER_POINTS, Cover
from .bodies import KEEP, bounds_of
from .values import light_footed


class Barrier(NamedTuple):
    """An Obstacle: a line of some pieces. [R-26]"""

    name: str
    kind: str
    pieces: tuple[Segment, ...]
    bounds: Bounds
    cover: Cover


class Area(NamedTuple):
    """A piece of ground by its parts."""

    at: int
    kind: str
    poly: Poly
    bounds: Bounds
    level: int
    cover: Cover
    movement: str
    blocks_sight: bool


class Layout(NamedTuple):
    """All ground of a table, made ready once."""

    areas: tuple[Area, ...]
    barriers: tuple[Barrier, ...]
    difficult: tuple[Area, ...]
    blocks: Crowd
    """What nobody walks through: Impassable ground and buildings."""
    houses: tuple[int, ...]
    hills: tuple[Area, ...]
    cover: tuple[Area, ...]


def layout(state: State) -> Layout:
    """The ground as it is now."""
    mine: dict[str, Layout] = state.__dict__
    known = mine.get("layout")
    if known is None:
        memo: dict[Any, Layout] = state.field.__dict__
        key = "layout", state.structure
        if key not in memo:
            memo[key] = _lay_out(state.standing)
        known = mine["layout"] = memo[key]
    return known


def _lay_out(terrain: Sequence[Terrain]) -> Layout:
    areas, barriers = [], []
    for at, piece in enumerate(terrain):
        row = TERRAIN[piece.kind]
        if row.linear:
            pieces = tuple(zip(piece.poly, piece.poly[1:]))
            barriers.append(Barrier(piece.name, piece.kind, pieces, bounds(piece.poly), row.cover))
        else:
            poly = hull(piece.poly)
            level = piece.level or (1 if piece.kind in HILLS else 0)
            areas.append(
                Area(at, piece.kind, poly, bounds(poly), level, row.cover, row.movement, row.blocks_sight)
            )
    return Layout(
        tuple(areas),
        tuple(b for b in barriers if TERRAIN[b.kind].movement == OBSTACLE),
        tuple(a for a in areas if a.movement == DIFFICULT),
        Crowd(a.poly for a in areas if a.movement in (IMPASSABLE, HOUSE)),
        tuple(a.at for a in areas if a.movement == HOUSE),
        tuple(a for a in areas if a.level),
        tuple(a for a in areas if a.cover is not Cover.NONE and a.movement != HOUSE),
    )


# ---- movement


def price(state: State, unit: Unit, start: Point, end: Point) -> int:
    """What a straight leg of one model costs: its length, and again what of it is Difficult. [T091, T092, R-26]"""
    cost = length(start, end)
    if light_footed(unit):
        return cost
    rough = rough_ground(state, bounds((start, end)))
    return cost + (length_inside((start, end), [a.poly for a in rough]) if rough and cost else 0)


def prices(state: State, unit: Unit, legs: Sequence[Segment]) -> list[int]:
    """What straight legs cost, one by one; the ground round all of them is looked at once."""
    around = bounds(tuple([point for leg in legs for point in leg])) if legs else None
    if around is None or light_footed(unit) or not rough_ground(state, around):
        return [length(start, end) for start, end in legs]
    return [price(state, unit, start, end) for start, end in legs]


def rough_ground(state: State, around: Bounds) -> list[Area]:
    """The Difficult ground that meets an upright rectangle."""
    return [a for a in layout(state).difficult if not disjoint(a.bounds, around)]


def shut(state: State, unit: Unit, leg: Segment) -> bool:
    """Whether a base going straight would touch into Impassable ground or a building. [R-56, R-62]"""
    blocks = layout(state).blocks
    return bool(blocks) and any_nearer(leg, blocks, unit.radius)


def is_open(state: State, around: Bounds, radius: int) -> bool:
    """Whether nothing solid and no Obstacle comes so near to an upright rectangle: a glance for many questions."""
    ground = layout(state)
    return not near_boxes(ground.blocks.bounds, around, radius) and all(
        farther(barrier.bounds, around, radius) for barrier in ground.barriers
    )


def barriers_met(state: State, unit: Unit) -> list[Barrier]:
    """The Obstacles that stop a unit's move: those none of its models was at when it began. [T093, T094, R-26]"""
    return [
        barrier
        for barrier in layout(state).barriers
        if (unit.crewed and barrier.kind in WET) or not at_barrier(unit, barrier)
    ]


def at_barrier(unit: Unit, barrier: Barrier) -> bool:
    """Whether a model of the unit is within 1 of an Obstacle. [R-26]"""
    return any(model_at(model, unit.radius, barrier) for model in unit.models)


def model_at(model: Point, radius: int, barrier: Barrier) -> bool:
    """Whether one base is within 1 of an Obstacle."""
    far = radius + KEEP
    if not in_bounds(grown(barrier.bounds, far), model):
        return False
    return any(point_within(model, piece, far) for piece in barrier.pieces)


def runs_into(barriers: Iterable[Barrier], leg: Segment, radius: int) -> Barrier | None:
    """The first of some Obstacles that a base going straight would press into. [T093]"""
    around = bounds(leg)
    for barrier in barriers:
        if not farther(barrier.bounds, around, radius) and any(
            nearer_than(leg, piece, radius) for piece in barrier.pieces
        ):
            return barrier
    return None


def astride(state: State, model: Point, radius: int) -> bool:
    """Whether a base stands on an Obstacle. [R-26]"""
    return runs_into(layout(state).barriers, (model, model), radius) is not None


# ---- levels


def level_at(state: State, point: Point) -> int:
    """How high a point lies. [F-G1]"""
    return max((a.level for a in layout(state).hills if _inside(a, point)), default=0)


def _inside(area: Area, point: Point) -> bool:
    return in_bounds(area.bounds, point) and contains(area.poly, point)


def level_of(state: State, models: Sequence[Point]) -> int:
    """A unit's level: the highest at or above which more than half of its models stand. [R-11]"""
    hills = layout(state).hills
    if not hills or not models:
        return 0
    return _level_of(hills, tuple(models))


@lru_cache(maxsize=2048)
def _level_of(hills: tuple[Area, ...], models: tuple[Point, ...]) -> int:
    levels = sorted(
        (max((hill.level for hill in hills if _inside(hill, model)), default=0) for model in models),
        reverse=True,
    )
    return levels[len(levels) // 2]


# ---- cover


def model_cover(state: State, model: Point, radius: int, judge: Point) -> Cover:
    """The best cover of one model, seen from another. [R-63]"""
    best = Cover.NONE
    for area in layout(state).cover:
        if COVER_POINTS[area.cover] > COVER_POINTS[best] and _inside(area, model):
            best = area.cover
    for barrier in layout(state).barriers:
        if COVER_POINTS[barrier.cover] > COVER_POINTS[best] and shelters(barrier, model, radius, judge):
            best = barrier.cover
    return best


def shelters(barrier: Barrier, model: Point, radius: int, judge: Point) -> bool:
    """Whether a line stands before a model within 1 of it; a trench shelters from both sides. [R-63, F-G10]"""
    if not model_at(model, radius, barrier):
        return False
    return barrier.kind == "trench" or any(meet(judge, model, *piece) for piece in barrier.pieces)


def unit_cover(state: State, unit: Unit, judge: Point) -> Cover:
    """The cover most of a unit enjoys: strictly more than half. [T062, R-16]"""
    if unit.inside is not None:
        return Cover.HARD
    around, ground = bounds_of(unit), layout(state)
    if all(disjoint(area.bounds, around) for area in ground.cover) and all(
        farther(barrier.bounds, around, unit.radius + KEEP) for barrier in ground.barriers
    ):
        return Cover.NONE
    covers = [model_cover(state, model, unit.radius, judge) for model in unit.models]
    hard = covers.count(Cover.HARD)
    if 2 * hard > len(covers):
        return Cover.HARD
    return Cover.SOFT if 2 * (hard + covers.count(Cover.SOFT)) > len(covers) else Cover.NONE


def defends(state: State, unit: Unit, judge: Point) -> str:
    """By which rule an attacked unit defends: most of its models in Hard cover or behind an Obstacle. [T022, R-11]"""
    if unit.inside is not None:
        return "T022"
    around, ground = bounds_of(unit), layout(state)
    hard = [a for a in ground.cover if a.cover is Cover.HARD and not disjoint(a.bounds, around)]
    lines = [b for b in ground.barriers if not farther(b.bounds, around, unit.radius + KEEP)]
    if not hard and not lines:
        return ""
    # Odds ask the same of every nerve a unit may be left with.
    memo: dict[Any, str] = state.field.__dict__.setdefault("defences", {})
    key = unit.models, unit.radius, judge, state.structure
    if key not in memo:
        if len(memo) >= REMEMBERED:
            memo.clear()
        good = sum(_defended(hard, lines, model, unit.radius, judge) for model in unit.models)
        memo[key] = "T022" if 2 * good > unit.count else ""
    return memo[key]


def _defended(
    hard: Sequence[Area], lines: Sequence[Barrier], model: Point, radius: int, judge: Point
) -> bool:
    return any(_inside(area, model) for area in hard) or any(
        shelters(line, model, radius, judge)
        if line.cover is Cover.HARD
        else model_at(model, radius, line) and any(meet(judge, model, *piece) for piece in line.pieces)
        for line in lines
    )


def held(state: State, unit: Unit, judge: Point) -> tuple[Barrier, ...]:
    """The Obstacles a unit holds against somebody: most of it within 1, and the line between them. [R-09, R-11]"""
    if unit.inside is not None:
        return ()
    return tuple(
        barrier
        for barrier in layout(state).barriers
        if 2
        * sum(
            model_at(model, unit.radius, barrier)
            and any(meet(judge, model, *piece) for piece in barrier.pieces)
            for model in unit.models
        )
        > unit.count
    )


# ---- the table


def on_table(state: State, point: Point) -> bool:
    """Whether a centre lies on the table. [R-55]"""
    x, y = point
    return 0 <= x <= state.field.width and 0 <= y <= state.field.height


def all_on_table(state: State, models: tuple[Point, ...]) -> bool:
    """Whether every centre lies on the table. [R-55]"""
    west, south, east, north = bounds(models)
    return on_table(state, (west, south)) and on_table(state, (east, north))


def house_at(state: State, unit: Unit) -> tuple[int, ...]:
    """The buildings a unit is at: some model within 1 of the outline. [R-62]"""
    return tuple(
        at
        for at in layout(state).houses
        if any(point_within(m, state.field.terrain[at].poly, unit.radius + KEEP) for m in unit.models)
    )


def garrison(state: State, house: int) -> Unit | None:
    """Who holds a building. [R-62]"""
    return next((u for u in state.on_table() if u.inside == house), None)
