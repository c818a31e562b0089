"""Straight ways: the lane of a charge, and runs that go as far as they can. [H2–H4, E2, R1–R2, P1–P4]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.books.ever_victorious_armies.facts.bodies import body, crowd_of, host, size
from grognard.books.ever_victorious_armies.facts.ground import (
    crossings,
    inside,
    keeps_to_roads,
    land_of,
    meets_barred,
    meets_difficult,
    off_table,
    on_road,
)
from grognard.books.ever_victorious_armies.facts.readiness import Allowance, best_roll
from grognard.books.ever_victorious_armies.facts.sight import arc_of, sees_unit
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.words import Kind, Order
from grognard.engine.tables import Refusal
from grognard.field.angles import COS, SHIFT, SIN, ahead, heading, norm, offset, turn_between
from grognard.field.arcs import poly_in_arc
from grognard.field.contact import TOUCH
from grognard.field.gaps import length, nearer_than, nearest_point, within
from grognard.field.outlines import in_parts
from grognard.field.points import Crowd, Point, Poly, Pose, Segment, shifted
from grognard.field.shapes import box, first_overlap, front_middle, swept
from grognard.field.slides import stretch, stretch_clear, to_edge

FREE_TURN = 450
"""The turn a charger makes for nothing. [H2]"""
PAST = 4000
"""How far beyond its throw a retiring unit is looked after, to get it past friends. [R2]"""
SHORT = 100
"""A charge that falls short stops 1 from any enemy. [H4]"""
TOO_FAR = Refusal("H1", "the target is farther than the best possible throw")
NO_LANE = Refusal("H2", "no free turn of up to 45° brings the target into the lane")


class Lane(NamedTuple):
    """A charge worked out: facing, how far to contact, what it costs, over what ground, into whom."""

    facing: int
    distance: int
    cost: int
    difficult: bool
    hit: int

    def reached_with(self, allowance: Allowance) -> bool:
        """Whether the dice carry the charge home. [H3]"""
        limit = allowance.difficult if self.difficult else allowance.good
        return limit is not None and self.cost <= limit


def passes(mover: Unit, friend: Unit) -> bool:
    """Whether a unit goes through a friend. [M9]"""
    if mover.is_general or mover.skirmishing or friend.is_general or friend.skirmishing:
        return True
    return mover.kind is Kind.FOOT and friend.order is Order.UNLIMBERED


def blocking_friends(state: State, unit: Unit) -> Crowd:
    """The footprints of friends a unit cannot pass. [M9]"""
    friends = host(state, unit.side)
    return crowd_of(
        friends.shapes, [i for i, u in enumerate(friends.units) if u.id != unit.id and not passes(unit, u)]
    )


def lane(state: State, unit: Unit, target: Unit) -> Lane | Refusal:
    """The shortest lane of a charge at a target, or why there is none. [H1, H2, H3]"""
    reason = _out_of_reach(state, unit, target)
    if reason is not None:
        return reason
    best: Lane | None = None
    for facings in (_facings(state, unit, target), _more_facings(state, unit, target)):
        for facing in facings:
            found = _lane_along(state, unit, facing, target)
            if isinstance(found, Refusal):
                reason = reason or found
            elif best is None or (found.hit != target.id, found.cost) < (best.hit != target.id, best.cost):
                best = found
        if best is not None and best.hit == target.id:
            break
    return best or reason or NO_LANE


def can_charge(state: State, unit: Unit, target: Unit) -> bool:
    """Whether there is any lane at a target: cheaper than finding the shortest. [H1]"""
    if _out_of_reach(state, unit, target) is not None:
        return False
    return any(
        isinstance(_lane_along(state, unit, facing, target), Lane)
        for facings in (_facings, _more_facings)
        for facing in facings(state, unit, target)
    )


def follow(state: State, unit: Unit, target: Unit) -> int:
    """The way a charger goes whose target has run: after him if a new free turn brings him into the lane. [E4]"""
    theirs = body(state, target)
    for facing in _facings(state, unit, target):
        start = box(unit.x, unit.y, facing, *size(state, unit))
        if stretch(start, facing, PAST, (theirs,)).by is not None:
            return facing
    return unit.facing


def _out_of_reach(state: State, unit: Unit, target: Unit) -> Refusal | None:
    mine, theirs = body(state, unit), body(state, target)
    if not within(mine, theirs, best_roll(unit).good):
        return TOO_FAR
    if not unit.skirmishing and not poly_in_arc(arc_of(unit, mine), theirs):
        return Refusal("S8", "no part of the target is in the front arc")
    seen = sees_unit(state, unit, target)
    if seen.point is None:
        return Refusal(seen.cite, f"{seen.blocker} hides the target")
    return None


def _facings(state: State, unit: Unit, target: Unit) -> list[int]:
    """Facings worth trying: at the target's centre, at its nearest point, straight on. [H2]"""
    here = unit.x, unit.y
    theirs = body(state, target)
    wanted = [heading(here, (target.x, target.y)), heading(here, nearest_point(here, theirs)), unit.facing]
    return list(dict.fromkeys(_turned(unit, facing) for facing in wanted))


def _more_facings(state: State, unit: Unit, target: Unit) -> list[int]:
    """Facings to try where those fail: at the target's corners, and every tenth part of the free turn. [H2]"""
    here = unit.x, unit.y
    wanted = [heading(here, corner) for corner in body(state, target)]
    middle = heading(here, (target.x, target.y)) if unit.skirmishing else unit.facing
    wanted += [middle + turn for turn in range(-FREE_TURN, FREE_TURN + 1, FREE_TURN // 5)]
    done = _facings(state, unit, target)
    return [f for f in dict.fromkeys(_turned(unit, facing) for facing in wanted) if f not in done]


def _turned(unit: Unit, facing: int) -> int:
    """The facing a charger comes to who would turn so far: up to 45°, in skirmish order any. [H2]"""
    turn = turn_between(unit.facing, facing)
    return norm(unit.facing + (turn if unit.skirmishing else max(-FREE_TURN, min(FREE_TURN, turn))))


def _lane_along(state: State, unit: Unit, facing: int, target: Unit) -> Lane | Refusal:
    """The lane along one facing: contact with the first enemy in it. [H2, H4]"""
    start = box(unit.x, unit.y, facing, *size(state, unit))
    enemies = host(state, 1 - unit.side)
    found = stretch(start, facing, best_roll(unit).good, enemies.shapes)
    if found.by is None:
        return NO_LANE
    hit = enemies.units[found.by]
    swath = swept(start, *offset(facing, found.distance))
    if first_overlap(swath, blocking_friends(state, unit), TOUCH) is not None:
        return Refusal("H2", "a friend stands in the lane")
    end = shifted(start, *offset(facing, found.distance))
    if first_overlap(end, host(state).but(unit.id).shapes, TOUCH) is not None:
        return Refusal("M9", "the charge would end on another unit")
    if off_table(state, start) or off_table(state, end):
        return Refusal("M10", "the lane runs over the table's edge")
    way = (unit.x, unit.y), ahead(unit.x, unit.y, facing, found.distance)
    road = keeps_to_roads(unit) and on_road(state, way)
    closed = None if road else meets_barred(state, unit.kind, (swath,))
    if closed is not None:
        return Refusal("H2", f"{closed} lies across the lane")
    over = _climb(state, unit, start, facing, found.distance, hit)
    if isinstance(over, Refusal):
        return over
    rough = not road and meets_difficult(state, unit.kind, (swath,))
    lane_ = Lane(facing, found.distance, found.distance + over, rough, hit.id)
    return lane_ if lane_.reached_with(best_roll(unit)) else TOO_FAR


def _climb(state: State, unit: Unit, start: Poly, facing: int, distance: int, hit: Unit) -> int | Refusal:
    """What the lines across a lane cost, but for the one right before the target. [H3, H7]"""
    front = front_middle(start)
    way = front, ahead(*front, facing, distance)
    if unit.kind is Kind.HORSE:
        shut = _no_way_in(state, way, facing, hit)
        if shut is not None:
            return shut
    cost = 0
    theirs = body(state, hit)
    for crossed in crossings(state, unit.kind, way):
        if crossed.cost is None:
            return Refusal(crossed.cite, f"the unit cannot cross {crossed.edge.name}", crossed.place)
        if not within((crossed.place,), theirs, SHORT):
            cost += crossed.cost
    return cost


def _no_way_in(state: State, way: Segment, facing: int, hit: Unit) -> Refusal | None:
    """Horse charges into a work only through a gate, into a village only along a road. [H7, G-33]"""
    centre = hit.x, hit.y
    work = inside(state, "work", centre)
    if work is not None:
        level = ahead(*way[1], facing, _beyond(way[1], facing, centre))
        shut = any(crossed.edge.kind == "work" for crossed in crossings(state, Kind.HORSE, (way[0], level)))
        if shut or not in_parts(work.whole, level):
            return Refusal("H7", "horse charges a unit in a work only through a gate")
    if inside(state, "village", centre) is not None and not on_road(
        state, (way[1], ahead(*way[1], facing, 100))
    ):
        return Refusal("H7", "horse charges a unit in a village only along a road")
    return None


def _beyond(point: Point, facing: int, centre: Point) -> int:
    """How far ahead of a point, along a facing, a unit's centre lies."""
    dx, dy = centre[0] - point[0], centre[1] - point[1]
    return max(0, (dx * SIN[norm(facing)] + dy * COS[norm(facing)]) >> SHIFT)


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
    return (
        not off_table(state, shape) and first_overlap(shape, host(state).but(unit.id).shapes, TOUCH) is None
    )


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
    shapes = host(state).but(unit.id).shapes
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


__all__ = [
    "Lane",
    "Run",
    "Way",
    "blocking_friends",
    "can_charge",
    "charge_short",
    "fits",
    "follow",
    "lane",
    "passes",
    "run",
    "straight_on",
]
