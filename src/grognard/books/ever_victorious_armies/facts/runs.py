"""Straight runs that go as far as they can: short charges, evasion, retirement, pursuit. [H4, E2, R1–R2, P1–P4]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.books.ever_victorious_armies.facts.bodies import all_but, body, host, size
from grognard.books.ever_victorious_armies.facts.ground import (
    crossings,
    keeps_to_roads,
    land_of,
    meets_barred,
    meets_difficult,
    off_table,
    on_road,
)
from grognard.books.ever_victorious_armies.facts.lanes import PAST, SHORT, blocking_friends
from grognard.books.ever_victorious_armies.facts.readiness import Allowance
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.words import Kind
from grognard.field.angles import ahead, heading, norm, offset
from grognard.field.contact import TOUCH
from grognard.field.gaps import length, nearer_than
from grognard.field.points import Point, Poly, Pose, shifted
from grognard.field.shapes import box, first_overlap, swept
from grognard.field.slides import stretch, stretch_clear, to_edge


class Run(NamedTuple):
    """A straight run: where it ends, how far it went, over what ground, and whom it touched."""

    pose: Pose
    distance: int
    difficult: bool
    touched: int | None = None
    off_table: bool = False
    through: tuple[int, ...] = ()


class Way(NamedTuple):
    """How a run treats what it meets."""

    keep: int | None = SHORT
    """How far from enemies it stops; None: it runs into them."""
    through_all: bool = False
    """It goes through friends that are not in contact. [R2]"""
    over_edge: bool = False
    """It may run off the table. [R2]"""
    from_works: bool = False
    """Horse stops at works and villages. [P4]"""
    free_lines: bool = False
    """Works and walls cost nothing to leave. [R1]"""


def run(state: State, unit: Unit, facing: int, bearing: int, allowance: Allowance, way: Way) -> Run:
    """Go straight as far as the dice and the ground allow; the difficult allowance if the lane needs it."""
    first = _run(state, unit, facing, bearing, allowance.good, way)
    if not first.difficult:
        return first
    limit = 0 if allowance.difficult is None else allowance.difficult
    return _run(state, unit, facing, bearing, min(limit, allowance.good), way)


def fits(state: State, unit: Unit, at: Pose) -> bool:
    """Whether a unit's body in a pose stands on nobody and on the table. [M9]"""
    shape = box(*at, *size(state, unit))
    return not off_table(state, shape) and first_overlap(shape, all_but(state, unit.id).shapes, TOUCH) is None


def _run(state: State, unit: Unit, facing: int, bearing: int, limit: int, way: Way) -> Run:
    facing = norm(facing)
    # A unit hemmed in cannot turn before it goes: it goes as it stands, and turns when there is room.
    going = facing if fits(state, unit, Pose(unit.x, unit.y, facing)) else unit.facing
    start = box(unit.x, unit.y, going, *size(state, unit))
    limit, touched = _until_stopped(state, unit, start, bearing, limit, way)
    reach = to_edge(start, bearing, limit, (state.field.width, state.field.height))
    off = reach < limit and way.over_edge
    if reach < limit:
        limit, touched = reach, None
    stopped = limit
    limit, through = _clear_of_friends(state, unit, start, bearing, stopped, way)
    touched = touched if limit == stopped else None
    swath = swept(start, *offset(bearing, limit))
    line = (unit.x, unit.y), ahead(unit.x, unit.y, bearing, limit)
    road = keeps_to_roads(unit) and on_road(state, line)
    rough = not road and meets_difficult(state, unit.kind, (swath,))
    end = Pose(*line[1], going)
    if going != facing and fits(state, unit, Pose(*line[1], facing)):
        end = Pose(*line[1], facing)
    return Run(end, limit, rough, touched, off, through)


def _until_stopped(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way
) -> tuple[int, int | None]:
    """Up to whatever stops it first, and the enemy it touches there."""
    limit = _until_closed(state, unit, start, bearing, limit, way)
    limit = _until_friends(state, unit, start, bearing, limit, way)
    return _until_enemies(state, unit, start, bearing, limit, way)


def _until_closed(state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way) -> int:
    """Up to ground the unit may not enter, and up to lines it cannot cross or pay for."""
    line = (unit.x, unit.y), ahead(unit.x, unit.y, bearing, limit)
    parts = land_of(state).barred[unit.kind][0]
    if parts and not (keeps_to_roads(unit) and on_road(state, line)):
        # Ground it already stands on (set up there, or pushed) does not hold it.
        ahead_of = [part for part in parts if first_overlap(start, (part,)) is None]
        limit = stretch(start, bearing, limit, ahead_of).distance
    if way.from_works and unit.kind is Kind.HORSE:
        closed = [p for a in land_of(state).areas if a.kind in ("work", "village") for p in a.whole]
        limit = stretch(
            start, bearing, limit, [p for p in closed if first_overlap(start, (p,)) is None]
        ).distance
    if way.free_lines:
        return limit
    spent = 0
    for crossed in sorted(
        crossings(state, unit.kind, (line[0], ahead(unit.x, unit.y, bearing, limit))),
        key=lambda c: length(line[0], c.place),
    ):
        at = length(line[0], crossed.place)
        if crossed.cost is None or at + spent + crossed.cost > limit:
            return max(0, min(limit - spent, at - TOUCH))
        spent += crossed.cost
    return limit - spent


def _until_friends(state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way) -> int:
    """Up to friends the run cannot pass: 1 short of them in a pursuit, touching otherwise. [R2, P4, M9]"""
    if way.through_all:
        friends = host(state, unit.side).units
        near: Sequence[Poly] = [body(state, u) for u in friends if u.id != unit.id and state.in_contact(u.id)]
    else:
        near = blocking_friends(state, unit)
    solid = [shape for shape in near if first_overlap(start, (shape,), TOUCH) is None]
    if way.keep is None:
        # A pursuer stops 1 short, unless it stands closer than that already.
        far = [shape for shape in solid if not nearer_than(start, shape, SHORT)]
        limit = stretch_clear(start, bearing, limit, far, SHORT).distance
    return stretch(start, bearing, limit, solid).distance


def _until_enemies(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way
) -> tuple[int, int | None]:
    """Up to enemies: into contact, or 1 short of them; those it starts beside only stop it by touch."""
    enemies = host(state, 1 - unit.side)
    shapes = enemies.shapes
    if way.keep is None:
        found = stretch(start, bearing, limit, shapes)
        return found.distance, None if found.by is None else enemies.units[found.by].id
    beside = [nearer_than(start, shape, way.keep) for shape in shapes]
    limit = stretch_clear(
        start, bearing, limit, [s for s, near in zip(shapes, beside) if not near], way.keep
    ).distance
    return stretch(start, bearing, limit, [s for s, near in zip(shapes, beside) if near]).distance, None


def _clear_of_friends(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way
) -> tuple[int, tuple[int, ...]]:
    """Nobody ends on a friend: a retiring unit goes on past the last, others stop before him. [R2, M9]"""
    friends, shapes = host(state, unit.side).but(unit.id)
    swath = swept(start, *offset(bearing, limit))
    through = tuple(u.id for u, s in zip(friends, shapes) if first_overlap(swath, (s,), TOUCH) is not None)
    if not through:
        return limit, ()
    at = None
    if way.through_all:
        # What stops it anyway, it is not moved on past either.
        most = _until_stopped(state, unit, start, bearing, limit + PAST, way)[0]
        at = _free_place(state, unit, start, bearing, range(limit, most + 1, 10))
    if at is None:
        at = _free_place(state, unit, start, bearing, range(limit, -1, -10)) or 0
    swath = swept(start, *offset(bearing, at))
    return at, tuple(u.id for u, s in zip(friends, shapes) if first_overlap(swath, (s,), TOUCH) is not None)


def _free_place(state: State, unit: Unit, start: Poly, bearing: int, distances: range) -> int | None:
    """The first of some distances at which the body stands on nobody, on the table, on ground it may enter."""
    shapes = all_but(state, unit.id).shapes
    for distance in distances:
        place = shifted(start, *offset(bearing, distance))
        if off_table(state, place):
            return None
        if first_overlap(place, shapes, TOUCH) is None and meets_barred(state, unit.kind, (place,)) is None:
            return distance
    return None


def charge_short(state: State, unit: Unit, facing: int, limit: Allowance, difficult: bool) -> Run:
    """A charge that falls short goes its full allowance but stops 1 from any enemy. [H4]"""
    amount = limit.difficult if difficult else limit.good
    whole = Allowance(amount or 0, amount or 0)
    return run(state, unit, facing, facing, whole, Way())


def straight_on(unit: Unit, to: Point) -> int:
    """The bearing from a unit to a point; its own facing if it stands on it."""
    here = unit.x, unit.y
    return unit.facing if here == to else heading(here, to)
