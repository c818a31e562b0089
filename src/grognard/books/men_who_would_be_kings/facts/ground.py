"""The ground under everybody: rates, levels, cover, Obstacles, buildings. [R-11, R-26, R-62, R-63]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import any_nearer, first_within, length
from grognard.geometry.points import Bounds, Crowd, Segment, bounds, farther
from grognard.tabletop.land import Line, Lines, Patch, Patches, lines, over_edge, patches

from ..state import REMEMBERED, Point, State, Terrain, Unit
from ..tables.terrain import DIFFICULT, HILLS, HOUSE, IMPASSABLE, OBSTACLE, TERRAIN, WET, Ground
from ..words import COVER_POINTS, Cover
from .bodies import KEEP, bounds_of, extent, house
from .values import light_footed

Barrier = Line[Terrain]
"""An Obstacle: a line of some pieces. [R-26]"""
DEAREST, ROUNDED = 2, 8
"""What `price` asks at most: so many times the length, where all of it is Difficult, and less than this of rounding. [T091]"""


class Layout(NamedTuple):
    """All ground of a table, made ready once."""

    barriers: Lines[Terrain]
    difficult: Patches[Terrain]
    blocks: Crowd
    """What nobody walks through: Impassable ground and buildings."""
    houses: Patches[Terrain]
    hills: Patches[Terrain]
    hard: Patches[Terrain]
    cover: Patches[Terrain]
    """Hard and soft, but buildings, which cover their garrison alone."""
    screens: Patches[Terrain]
    """What blocks sight."""


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
    areas = patches(terrain, lambda piece: not TERRAIN[piece.kind].linear, level=_level, convex=True)
    cover = areas.pick(lambda a: _row(a).cover is not Cover.NONE and _row(a).movement != HOUSE)
    return Layout(
        lines(terrain, lambda piece: TERRAIN[piece.kind].movement == OBSTACLE),
        areas.pick(lambda a: _row(a).movement == DIFFICULT),
        areas.pick(lambda a: _row(a).movement in (IMPASSABLE, HOUSE)).shapes,
        areas.pick(lambda a: _row(a).movement == HOUSE),
        areas.pick(lambda a: a.level),
        cover.pick(lambda a: _row(a).cover is Cover.HARD),
        cover,
        areas.pick(lambda a: _row(a).blocks_sight),
    )


def _level(piece: Terrain) -> int:
    return piece.level or (1 if piece.kind in HILLS else 0)


def _row(ground: Patch[Terrain] | Barrier) -> Ground:
    return TERRAIN[ground.kind]


# ---- movement


def price(state: State, unit: Unit, start: Point, end: Point) -> int:
    """What a straight leg of one model costs: its length, and again what of it is Difficult. [T091, T092, R-26]"""
    cost = length(start, end)
    if light_footed(unit):
        return cost
    return cost + (layout(state).difficult.length_in((start, end)) if cost else 0)


def prices(state: State, unit: Unit, legs: Sequence[Segment]) -> list[int]:
    """What straight legs cost, one by one; the ground round all of them is looked at once."""
    around = bounds(tuple([point for leg in legs for point in leg])) if legs else None
    if around is None or light_footed(unit) or layout(state).difficult.clear_of(around):
        return [length(start, end) for start, end in legs]
    return [price(state, unit, start, end) for start, end in legs]


def shut(state: State, unit: Unit, leg: Segment) -> bool:
    """Whether a base going straight would touch into Impassable ground or a building. [R-56, R-62]"""
    blocks = layout(state).blocks
    return bool(blocks) and any_nearer(leg, blocks, unit.radius)


def is_open(state: State, around: Bounds, radius: int) -> bool:
    """Whether nothing solid and no Obstacle comes so near to an upright rectangle: a glance for many questions."""
    ground = layout(state)
    return not near_boxes(ground.blocks.bounds, around, radius) and ground.barriers.clear_of(around, radius)


def barriers_met(state: State, unit: Unit) -> list[Barrier]:
    """The Obstacles that stop a unit's move: those none of its models was at when it began. [T093, T094, R-26]"""
    barriers = layout(state).barriers
    # Only those near it can it be at.
    near = {*near_boxes(barriers.boxes, extent(state, unit), unit.radius + KEEP)}
    return [each for at, each in enumerate(barriers) if at not in near or stops(state, unit, each)]


def stops(state: State, unit: Unit, barrier: Barrier) -> bool:
    """Whether an Obstacle stops a unit's move from where it stands. [T093, T094, R-26]"""
    return (unit.crewed and barrier.kind in WET) or not at_barrier(state, unit, barrier)


def at_barrier(state: State, unit: Unit, barrier: Barrier) -> bool:
    """Whether a model of the unit, or the building it holds, is within 1 of an Obstacle. [R-26, R-62]"""
    wall = house(state, unit)
    if wall is not None:
        return first_within(wall, barrier.pieces, KEEP) is not None
    return any(model_at(model, unit.radius, barrier) for model in unit.models)


def model_at(model: Point, radius: int, barrier: Barrier) -> bool:
    """Whether one base is within 1 of an Obstacle."""
    return barrier.within(model, radius + KEEP)


def runs_into(barriers: Iterable[Barrier], leg: Segment, radius: int) -> Barrier | None:
    """The first of some Obstacles that a base going straight would press into. [T093]"""
    around = bounds(leg)
    for barrier in barriers:
        if not farther(barrier.around, around, radius) and barrier.nearer(leg, radius):
            return barrier
    return None


def astride(state: State, model: Point, radius: int) -> bool:
    """Whether a base stands on an Obstacle. [R-26]"""
    return layout(state).barriers.pressed((model, model), radius) is not None


# ---- levels


def level_at(state: State, point: Point) -> int:
    """How high a point lies. [F-G1]"""
    return layout(state).hills.level(point)


def level_of(state: State, models: Sequence[Point]) -> int:
    """A unit's level: the highest at or above which more than half of its models stand. [R-11]"""
    hills = layout(state).hills
    return _level_of(hills, tuple(models)) if hills.who else 0


@kept
def _level_of(hills: Patches[Terrain], models: tuple[Point, ...]) -> int:
    return hills.level_of(models)


# ---- cover


def model_cover(state: State, model: Point, radius: int, judge: Point) -> Cover:
    """The best cover of one model, seen from another. [R-63]"""
    best = Cover.NONE
    ground = layout(state)
    for area in ground.cover.at(model):
        best = max(best, _row(area).cover, key=COVER_POINTS.__getitem__)
    for barrier in ground.barriers:
        cover = _row(barrier).cover
        if COVER_POINTS[cover] > COVER_POINTS[best] and shelters(barrier, model, radius, judge):
            best = cover
    return best


def shelters(barrier: Barrier, model: Point, radius: int, judge: Point) -> bool:
    """Whether a line stands before a model within 1 of it; a trench shelters from both sides. [R-63, F-G10]"""
    if not model_at(model, radius, barrier):
        return False
    return barrier.kind == "trench" or barrier.between(judge, model)


def unit_cover(state: State, unit: Unit, judge: Point) -> Cover:
    """The cover most of a unit enjoys: strictly more than half. [T062, R-16]"""
    if unit.inside is not None:
        return Cover.HARD
    around, ground = bounds_of(unit), layout(state)
    if ground.cover.clear_of(around) and ground.barriers.clear_of(around, unit.radius + KEEP):
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
    hard, near = ground.hard.near(around), ground.barriers.near(around, unit.radius + KEEP)
    if not hard and not near:
        return ""
    # Odds ask the same of every nerve a unit may be left with.
    memo: dict[Any, str] = state.field.__dict__.setdefault("defences", {})
    key = unit.models, unit.radius, judge, state.structure
    if key not in memo:
        if len(memo) >= REMEMBERED:
            memo.clear()
        good = sum(_defended(hard, near, model, unit.radius, judge) for model in unit.models)
        memo[key] = "T022" if 2 * good > unit.count else ""
    return memo[key]


def _defended(
    hard: Sequence[Patch[Terrain]], near: Sequence[Barrier], model: Point, radius: int, judge: Point
) -> bool:
    return any(area.holds(model) for area in hard) or any(
        shelters(line, model, radius, judge) for line in near
    )


def defended(state: State, unit: Unit, judge: Point) -> tuple[str, ...]:
    """The Obstacles that an attacked unit defends, those that shelter most of it first: they may be stormed. [R-11, T037]"""
    if unit.inside is not None or not defends(state, unit, judge):
        return ()
    near = layout(state).barriers.near(bounds_of(unit), unit.radius + KEEP)
    counts = [sum(shelters(line, model, unit.radius, judge) for model in unit.models) for line in near]
    order = sorted(range(len(near)), key=lambda at: -counts[at])
    return tuple([near[at].name for at in order if counts[at]])


Lined = tuple[tuple[Barrier, tuple[Point, ...]], ...]


def lined(state: State, unit: Unit) -> Lined:
    """The Obstacles most of a unit is within 1 of, with those of it who are. [R-09, R-11]"""
    if unit.inside is not None:
        return ()
    near = layout(state).barriers.near(bounds(unit.models), unit.radius + KEEP)
    found = [(each, tuple([m for m in unit.models if model_at(m, unit.radius, each)])) for each in near]
    return tuple([(each, there) for each, there in found if 2 * len(there) > unit.count])


def held(state: State, unit: Unit, judge: Point, near: Lined | None = None) -> tuple[Barrier, ...]:
    """The Obstacles a unit holds against somebody: most of it within 1, and the line between them. [R-09, R-11]

    Whoever asks often about one unit gives those it is `lined` along.
    """
    near = lined(state, unit) if near is None else near
    return tuple(
        [each for each, there in near if 2 * sum([each.between(judge, one) for one in there]) > unit.count]
    )


# ---- the table


def on_table(state: State, point: Point) -> bool:
    """Whether a centre lies on the table. [R-55]"""
    x, y = point
    return 0 <= x <= state.field.width and 0 <= y <= state.field.height


def all_on_table(state: State, models: tuple[Point, ...]) -> bool:
    """Whether every centre lies on the table. [R-55]"""
    return not over_edge(state.field, bounds(models))


def house_at(state: State, unit: Unit) -> tuple[int, ...]:
    """The buildings a unit is at: some model within 1 of the outline. [R-62]"""
    return tuple([each.number for each in layout(state).houses.reached(unit.models, unit.radius + KEEP)])


def garrison(state: State, house: int) -> Unit | None:
    """Who holds a building. [R-62]"""
    return next((u for u in state.on_table() if u.inside == house), None)
