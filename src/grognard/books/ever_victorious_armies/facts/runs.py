"""Straight runs that go as far as they can: short charges, evasion, retirement, pursuit. [H4, E2, R1–R2, P1–P4]"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple

from grognard.geometry.angles import ahead, heading, norm, offset
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length
from grognard.geometry.points import Bounds, Crowd, Point, Poly, Pose, bounds, grown, shifted
from grognard.geometry.shapes import any_overlap, box, first_overlap, overlap_beyond, swept
from grognard.geometry.slides import stretch, stretch_clear, to_edge
from grognard.tabletop.bodies import clear_of, parted, those_near

from ..state import State, Unit
from ..words import Kind
from .bodies import all_but, friends_of, near_side, place_of, size, standing
from .ground import crossings, keeps_to_roads, land, meets_barred, meets_difficult, off_table, on_road
from .lanes import GENEROUS, PAST, SHORT
from .layout import blocking_near
from .leaving import held_by
from .readiness import Allowance

SURE = 2
"""More hundredths than the rounding of where a body comes to."""

PRESSED = 6
"""How far a body goes, even aslant, to be out of another into which rounding has pressed it."""


class Run(NamedTuple):
    """A straight run: where it ends, how far it went, over what ground, and whom it touched."""

    pose: Pose
    distance: int
    difficult: bool
    touched: int | None
    off_table: bool
    through: tuple[int, ...]
    stopped: bool
    """Something stopped it short of what its dice allowed. [R3]"""
    halted_at: Pose
    """Where it came to a stand, before any turn on the spot there. [R3]"""
    bearing: int
    """The way it went."""


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
    # Who has no dice for it may not enter it. [8a]
    assert allowance.difficult is not None
    return _run(state, unit, facing, bearing, min(allowance.difficult, allowance.good), way)


def fits(state: State, unit: Unit, at: Pose) -> bool:
    """Whether a unit's body in a pose stands on nobody, on the table, and on ground it may enter. [M9, R2]"""
    shape, here = box(*at, *size(state, unit)), (at.x, at.y)
    if off_table(state.field, shape) or _on_somebody(state, unit, shape):
        return False
    closed = meets_barred(state.field, unit.kind, (shape,)) is not None
    return not closed or (keeps_to_roads(unit) and on_road(state.field, (here, here)))


def _on_somebody(state: State, unit: Unit, shape: Poly) -> bool:
    everybody = standing(state)
    return everybody.on(shape, TOUCH, place_of(everybody, unit.id)) is not None


def _run(state: State, unit: Unit, facing: int, bearing: int, limit: int, way: Way) -> Run:
    # Kept beside the frozen state: many throws come to the same length, and odds ask before the dice do.
    memo: dict[tuple[Any, ...], Run] = state.__dict__.setdefault("runs", {})
    key = unit, facing, bearing, limit, way
    if key not in memo:
        memo[key] = _worked_out(state, unit, facing, bearing, limit, way)
    return memo[key]


def _worked_out(state: State, unit: Unit, facing: int, bearing: int, limit: int, way: Way) -> Run:
    facing = norm(facing)
    # A unit hemmed in cannot turn before it goes: it goes as it stands, and turns when there is room.
    turns = facing != unit.facing and fits(state, unit, Pose(unit.x, unit.y, facing))
    if not turns:
        return _going(state, unit, unit.facing, facing, bearing, limit, way)
    gone = _going(state, unit, facing, facing, bearing, limit, way)
    if not gone.stopped or not way.through_all:
        return gone
    # Turned, a beaten unit may be caught on those it must get away from: then it goes as it stands. [R1]
    as_it_stands = _going(state, unit, unit.facing, facing, bearing, limit, way)
    return as_it_stands if as_it_stands.distance > gone.distance else gone


def _going(state: State, unit: Unit, going: int, facing: int, bearing: int, limit: int, way: Way) -> Run:
    """A run in one facing, with a turn into another at its end if there is room."""
    start, most = box(unit.x, unit.y, going, *size(state, unit)), limit
    limit, touched = _until_stopped(state, unit, start, bearing, limit, way)
    reach = to_edge(start, bearing, limit, (state.field.width, state.field.height))
    off = reach < limit and way.over_edge
    if reach < limit:
        limit, touched = reach, None
    stopped = limit
    swath = swept(start, *offset(bearing, stopped))
    through: tuple[int, ...] = ()
    friends = [each.body for each in near_side(state, unit.side, bounds(swath)) if each.id != unit.id]
    if friends and any_overlap(swath, friends, TOUCH):
        limit, through = _clear_of_friends(state, unit, start, bearing, stopped, way)
        touched = touched if limit == stopped else None
        swath = swept(start, *offset(bearing, limit))
    line = (unit.x, unit.y), ahead(unit.x, unit.y, bearing, limit)
    road = keeps_to_roads(unit) and on_road(state.field, line)
    rough = not road and meets_difficult(state.field, unit.kind, (swath,))
    here = Pose(*line[1], going)
    end = Pose(*line[1], facing)
    end = end if going != facing and fits(state, unit, end) else here
    return Run(end, limit, rough, touched, off, through, limit < most, here, norm(bearing))


def _until_stopped(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way
) -> tuple[int, int | None]:
    """Up to whatever stops it first, and the enemy it touches there."""
    lane = grown(bounds(swept(start, *offset(bearing, limit))), SHORT + GENEROUS)
    limit = _until_closed(state, unit, start, bearing, limit, way, lane)
    limit = _until_friends(state, unit, start, bearing, limit, way, lane)
    return _until_enemies(state, unit, start, bearing, limit, way, lane)


def _until_closed(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way, lane: Bounds
) -> int:
    """Up to ground the unit may not enter, and up to lines it cannot cross or pay for."""
    here, ground = (unit.x, unit.y), land(state.field)
    free = _open_for(state, unit, start, bearing, limit)
    if free < limit and (carried := _by_road(state, unit, bearing, limit)) > free:
        free, there = carried, shifted(start, *offset(bearing, carried))
        if meets_barred(state.field, unit.kind, (there,)) is None:
            # Where the road ends, it may have that ground behind it.
            free += _open_for(state, unit, there, bearing, limit - carried)
    limit = free
    if way.from_works and unit.kind is Kind.HORSE:
        limit = stretch(start, bearing, limit, _ahead_of(start, lane, ground.works)).distance
    if way.free_lines:
        return limit
    spent = 0
    for crossed in sorted(
        crossings(state.field, unit.kind, (here, ahead(*here, bearing, limit))),
        key=lambda c: length(here, c.place),
    ):
        at = length(here, crossed.place)
        if crossed.cost is None or at + spent + crossed.cost > limit:
            return max(0, min(limit - spent, at - TOUCH))
        spent += crossed.cost
    return limit - spent


def _open_for(state: State, unit: Unit, start: Poly, bearing: int, limit: int) -> int:
    """How far a body goes over no ground that is closed to it; what it stands on it may only draw out of. [R2, M4]"""
    lane = grown(bounds(swept(start, *offset(bearing, limit))), GENEROUS)
    parts = those_near(land(state.field).barred[unit.kind][0], lane)
    if not parts:
        return limit
    clear = clear_of(start, parts)
    if len(clear) < len(parts) and held_by(state.field, unit, start, bearing):
        return 0
    return stretch(start, bearing, limit, clear).distance


def _by_road(state: State, unit: Unit, bearing: int, limit: int) -> int:
    """How far a road carries it over whatever ground, if it is one all along. [K1]"""
    here = unit.x, unit.y
    if not keeps_to_roads(unit) or not on_road(state.field, (here, here)):
        return 0

    def left(far: int) -> bool:
        return not on_road(state.field, (here, ahead(*here, bearing, far)))

    return bisect_left(range(1, limit + 1), True, key=left)


def _ahead_of(start: Poly, lane: Bounds, ground: Crowd) -> list[Poly]:
    """Ground on a unit's way; what it already stands on (set up there, or pushed) does not hold it."""
    return clear_of(start, those_near(ground, lane))


def _until_friends(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way, lane: Bounds
) -> int:
    """Up to friends the run cannot pass: 1 short of them in a pursuit, touching otherwise. [R2, P4, M9]"""
    if way.through_all:
        friends = near_side(state, unit.side, lane)
        near = [each for each in friends if each.id != unit.id and state.in_contact(each.id)]
    else:
        near = blocking_near(state, unit, unit.order, lane)
    solid = clear_of(start, [each.body for each in near], TOUCH)
    if not solid:
        return limit
    if way.keep is None:
        # A pursuer stops 1 short, unless it stands closer than that already.
        limit = stretch_clear(start, bearing, limit, parted(start, solid, SHORT)[1], SHORT).distance
    return stretch(start, bearing, limit, solid).distance


def _until_enemies(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way, lane: Bounds
) -> tuple[int, int | None]:
    """Up to enemies: into contact, or 1 short of them; those it starts beside only stop it by touch."""
    near = near_side(state, 1 - unit.side, lane)
    enemies = [each for each in near if not _leaves(start, bearing, each.body)]
    if not enemies:
        return limit, None
    shapes = [each.body for each in enemies]
    if way.keep is None:
        found = stretch(start, bearing, limit, shapes)
        return found.distance, None if found.by is None else enemies[found.by].id
    beside, others = parted(start, shapes, way.keep)
    limit = stretch_clear(start, bearing, limit, others, way.keep).distance
    return stretch(start, bearing, limit, beside).distance, None


def _leaves(start: Poly, bearing: int, enemy: Poly) -> bool:
    """Pressed into an enemy by rounding, and at once out of him: who goes straight on never meets him again."""
    soon = shifted(start, *offset(bearing, PRESSED))
    return any_overlap(start, (enemy,)) and not any_overlap(soon, (enemy,))


def _clear_of_friends(
    state: State, unit: Unit, start: Poly, bearing: int, limit: int, way: Way
) -> tuple[int, tuple[int, ...]]:
    """Nobody ends on a friend: a retiring unit goes on past the last, others stop before him. [R2, M9]"""
    at = None
    if way.through_all:
        # What stops it anyway, it is not moved on past either.
        most = _until_stopped(state, unit, start, bearing, limit + PAST, way)[0]
        at = _free_place(state, unit, start, bearing, range(limit, most + 1, 10), open_=True)
    if at is None:
        at = _free_place(state, unit, start, bearing, range(limit + 1)[::-10], open_=False) or 0
    swath = swept(start, *offset(bearing, at))
    return at, tuple([each.id for each in friends_of(state, unit.id).all_on(swath, TOUCH)])


def _free_place(
    state: State, unit: Unit, start: Poly, bearing: int, distances: range, *, open_: bool
) -> int | None:
    """The first of some distances, all of them on its way, at which the body stands on nobody and on the table.

    Whoever is moved on is moved to open ground, not left on a road in what is closed. [R2]
    """
    shapes = all_but(state, unit.id).shapes
    index = 0
    while index < len(distances):
        place = shifted(start, *offset(bearing, distances[index]))
        if off_table(state.field, place):
            return None
        hit = first_overlap(place, shapes, TOUCH)
        if hit is not None:
            index = _next_clear(shapes[hit], start, bearing, distances, index)
        elif not open_ or meets_barred(state.field, unit.kind, (place,)) is None:
            return distances[index]
        else:
            index += 1
    return None


def _next_clear(other: Poly, start: Poly, bearing: int, distances: range, index: int) -> int:
    """The next place in a row, after one on somebody, that is not surely on him.

    A body that slides straight lies on another from one moment until another: between two places upon him there
    is none that is free. Surely: by more than the rounding of a place could undo.
    """

    def clear(at: int) -> bool:
        place = shifted(start, *offset(bearing, distances[at]))
        return not overlap_beyond(place, other, TOUCH + SURE)

    return bisect_right(range(len(distances)), False, lo=index + 1, key=clear)


def charge_short(state: State, unit: Unit, facing: int, limit: Allowance, difficult: bool) -> Run:
    """A charge that falls short goes its full allowance but stops 1 from any enemy. [H4]"""
    amount = limit.difficult if difficult else limit.good
    assert amount is not None
    return run(state, unit, facing, facing, Allowance(amount, amount), Way())


def straight_on(unit: Unit, to: Point) -> int:
    """The bearing from a unit to a point; its own facing if it stands on it."""
    here = unit.x, unit.y
    return unit.facing if here == to else heading(here, to)
