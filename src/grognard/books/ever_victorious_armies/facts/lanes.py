"""The lane of a charge: who may be charged, along which facing, at what cost. [H1–H4, H7]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.engine.tables import Refusal
from grognard.geometry.angles import COS, FULL_TURN, SHIFT, SIN, ahead, heading, norm, offset, turn_between
from grognard.geometry.arcs import poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length, nearest_point, within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Crowd, Point, Poly, Pose, Segment, bounds, farther, shifted
from grognard.geometry.shapes import box, first_overlap, front_middle, swept
from grognard.geometry.slides import could_meet, stretch

from ..state import Battlefield, Options, State, Unit
from ..words import Kind, Order
from .bodies import body, crowd_of, friends_of, gathered, host, size
from .ground import (
    crossings,
    inside,
    keeps_to_roads,
    land_of,
    meets_barred,
    meets_difficult,
    off_table,
    on_road,
)
from .readiness import Allowance, best_roll
from .sight import arc_of, hidden_by_ground, sees_unit

FREE_TURN = 450
"""The turn a charger makes for nothing. [H2]"""
DEGREE = 10
STAGES = (0, 1, 2)
PAST = 4000
"""How far beyond its throw a retiring unit is looked after, to get it past friends. [R2]"""
GENEROUS = 10
"""More than the rounding of a turned footprint and of where it comes to."""
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
    memo: dict[Unit, Crowd] = state.__dict__.setdefault("blocking", {})
    if unit not in memo:
        friends = friends_of(state, unit.id)
        kept = [i for i, u in enumerate(friends.units) if not passes(unit, u)]
        memo[unit] = crowd_of(friends.shapes, kept)
    return memo[unit]


def lane(state: State, unit: Unit, target: Unit) -> Lane | Refusal:
    """The shortest lane of a charge at a target, or why there is none. [H1, H2, H3]"""
    reason = _out_of_arc(state, unit, target) or _unseen(state, unit, target)
    if reason is not None:
        return reason
    best: Lane | None = None
    for stage in STAGES:
        for facing in _aimed(state, unit, target, facings_of(state, unit, target, stage)):
            found = lane_along(state, unit, facing)
            if isinstance(found, Refusal):
                reason = reason or found
            elif best is None or (found.hit != target.id, found.cost) < (best.hit != target.id, best.cost):
                best = found
        if best is not None and best.hit == target.id:
            break
    return best or reason or NO_LANE


def first_in_lane(state: State, charger: Unit, target: Unit) -> Unit | None:
    """The enemy a charge would come into contact with: its target, or one who stands before him. [H4]"""
    found = lane(state, charger, target)
    return state.units[found.hit] if isinstance(found, Lane) else None


def charge_targets(state: State, unit: Unit) -> Iterator[int]:
    """The enemies a unit may name for a charge, others' targets too, worked out as they are asked for. [H1, H6]"""
    enemies = host(state, 1 - unit.side)
    here, most = bounds(body(state, unit)), best_roll(unit).good
    for target, there in zip(enemies.units, enemies.shapes.bounds):
        if not farther(here, there, most) and can_charge(state, unit, target):
            yield target.id


def can_charge(state: State, unit: Unit, target: Unit) -> bool:
    """Whether there is any lane at a target: cheaper than finding the shortest. [H1]"""
    against = _against(state, unit)
    for stage in STAGES:
        facings = _hopes(*against, unit, target, stage)
        if facings and sees_unit(state, unit, target).point is None:
            return False
        if any(isinstance(lane_along(state, unit, facing), Lane) for facing in facings):
            return True
    return False


Against = tuple[Battlefield, Options, tuple[Unit, ...]]
"""What a charger has before him, friends apart: it stays the same for as long as the enemy stands still."""


def _against(state: State, unit: Unit) -> Against:
    return state.field, state.options, host(state, 1 - unit.side).units


@lru_cache(maxsize=2048)
def _hopes(
    field: Battlefield, options: Options, enemies: tuple[Unit, ...], unit: Unit, target: Unit, stage: int
) -> tuple[int, ...]:
    """The facings to try for a charge at a target, without those that cannot get home. [H1, H2]"""
    state = State(field, options, ())
    if _out_of_arc(state, unit, target) is not None or hidden_by_ground(state, unit, target):
        return ()
    facings = _aimed(state, unit, target, facings_of(state, unit, target, stage))
    return _hopeful(state, enemies, unit, facings)


def _aimed(state: State, unit: Unit, target: Unit, facings: list[int]) -> list[int]:
    """Those of some facings that bring the target into the lane: a charge is made at whom it names. [H2]"""
    theirs, room, most = (body(state, target),), size(state, unit), best_roll(unit).good
    return [
        facing
        for facing in facings
        if could_meet(Pose(unit.x, unit.y, facing), room, most, theirs)
        and stretch(box(unit.x, unit.y, facing, *room), facing, most, theirs).by is not None
    ]


def _hopeful(state: State, enemies: tuple[Unit, ...], unit: Unit, facings: list[int]) -> tuple[int, ...]:
    """Those of some facings along which a charge might meet anybody it can get to: it dismisses no lane. [H3]"""
    room = size(state, unit)
    far = best_roll(unit).good + length((0, 0), room) // 2 + GENEROUS
    there, here = gathered(state, enemies), (unit.x, unit.y, unit.x, unit.y)
    near = [
        shape for shape, around in zip(there.shapes, there.shapes.bounds) if not farther(here, around, far)
    ]
    return tuple([facing for facing in facings if _gets_near(state, unit, facing, near)])


def _gets_near(state: State, unit: Unit, facing: int, enemies: list[Poly]) -> bool:
    pose, room, most = Pose(unit.x, unit.y, facing), size(state, unit), best_roll(unit).good
    if not could_meet(pose, room, most, enemies):
        return False
    far = _farthest(state, unit, facing)
    return far == most or bool(could_meet(pose, room, far, enemies))


def _farthest(state: State, unit: Unit, facing: int) -> int:
    """The longest lane the ground might allow: one that meets difficult going at once is all difficult. [H3, M4]"""
    best, land = best_roll(unit), land_of(state)
    if keeps_to_roads(unit) and in_parts(land.roads, (unit.x, unit.y)):
        return best.good
    short = best.difficult or 0
    beginning = swept(box(unit.x, unit.y, facing, *size(state, unit)), *offset(facing, short))
    # Met for certain: deeper than the rounding of where a longer lane ends could undo.
    rough = first_overlap(beginning, land.difficult[unit.kind], TOUCH) is not None
    return short if rough else best.good


def follow(state: State, unit: Unit, target: Unit) -> int:
    """The way a charger goes whose target has run: after him if a new free turn brings him into the lane. [E4]"""
    theirs = body(state, target)
    for facing in _facings(state, unit, target):
        start = box(unit.x, unit.y, facing, *size(state, unit))
        if stretch(start, facing, PAST, (theirs,)).by is not None:
            return facing
    return unit.facing


def _out_of_arc(state: State, unit: Unit, target: Unit) -> Refusal | None:
    mine, theirs = body(state, unit), body(state, target)
    if not within(mine, theirs, best_roll(unit).good):
        return TOO_FAR
    if not unit.skirmishing and not poly_in_arc(arc_of(unit, mine), theirs):
        return Refusal("S8", "no part of the target is in the front arc")
    return None


def _unseen(state: State, unit: Unit, target: Unit) -> Refusal | None:
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


def facings_of(state: State, unit: Unit, target: Unit, stage: int) -> list[int]:
    """The facings of one stage of the search: the likely ones, then more, then every degree of the free turn. [H2]"""
    if stage == 0:
        return _facings(state, unit, target)
    if stage == 1:
        return _more_facings(state, unit, target)
    done = {*_facings(state, unit, target), *_more_facings(state, unit, target)}
    turns = range(0, FULL_TURN, DEGREE) if unit.skirmishing else range(-FREE_TURN, FREE_TURN + 1, DEGREE)
    return [facing for turn in turns if (facing := norm(unit.facing + turn)) not in done]


def _turned(unit: Unit, facing: int) -> int:
    """The facing a charger comes to who would turn so far: up to 45°, in skirmish order any. [H2]"""
    turn = turn_between(unit.facing, facing)
    return norm(unit.facing + (turn if unit.skirmishing else max(-FREE_TURN, min(FREE_TURN, turn))))


def lane_along(state: State, unit: Unit, facing: int) -> Lane | Refusal:
    """The lane along one facing: contact with the first enemy in it. [H2, H4]"""
    found = _approach(*_against(state, unit), unit, facing)
    if found is None:
        return NO_LANE
    if first_overlap(found.swath, blocking_friends(state, unit), TOUCH) is not None:
        return Refusal("H2", "a friend stands in the lane")
    if found.crowded or first_overlap(found.end, friends_of(state, unit.id).shapes, TOUCH) is not None:
        return Refusal("M9", "the charge would end on another unit")
    return found.lane


class Approach(NamedTuple):
    """A lane as far as enemies and ground decide about it: what it sweeps, where it ends, how it is judged."""

    swath: Poly
    end: Poly
    crowded: bool
    """It would end on an enemy."""
    lane: Lane | Refusal


@lru_cache(maxsize=4096)
def _approach(
    field: Battlefield, options: Options, enemies: tuple[Unit, ...], unit: Unit, facing: int
) -> Approach | None:
    state = State(field, options, ())
    there, most = gathered(state, enemies), best_roll(unit).good
    before = there.only(could_meet(Pose(unit.x, unit.y, facing), size(state, unit), most, there.shapes))
    start = box(unit.x, unit.y, facing, *size(state, unit))
    found = stretch(start, facing, most, before.shapes) if before.units else None
    if found is None or found.by is None:
        return None
    end = shifted(start, *offset(facing, found.distance))
    crowded = first_overlap(end, there.shapes, TOUCH) is not None
    swath = swept(start, *offset(facing, found.distance))
    judged = _judged(state, unit, facing, found.distance, before.units[found.by])
    return Approach(swath, end, crowded, judged)


def _judged(state: State, unit: Unit, facing: int, distance: int, hit: Unit) -> Lane | Refusal:
    """What the ground makes of a lane that long: edge, closed and difficult going, lines across it. [H2, H3, M10]"""
    start = box(unit.x, unit.y, facing, *size(state, unit))
    if off_table(state, start) or off_table(state, shifted(start, *offset(facing, distance))):
        return Refusal("M10", "the lane runs over the table's edge")
    swath = swept(start, *offset(facing, distance))
    way = (unit.x, unit.y), ahead(unit.x, unit.y, facing, distance)
    road = keeps_to_roads(unit) and on_road(state, way)
    closed = None if road else meets_barred(state, unit.kind, (swath,))
    if closed is not None:
        return Refusal("H2", f"{closed} lies across the lane")
    over = _climb(state, unit, start, facing, distance, hit)
    if isinstance(over, Refusal):
        return over
    rough = not road and meets_difficult(state, unit.kind, (swath,))
    lane_ = Lane(facing, distance, distance + over, rough, hit.id)
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
            return Refusal("H7", "the target is in a work, and horse charges it there only through a gate")
    if inside(state, "village", centre) is not None and not on_road(
        state, (way[1], ahead(*way[1], facing, 100))
    ):
        return Refusal("H7", "the target is in a village, and horse charges it there only along a road")
    return None


def _beyond(point: Point, facing: int, centre: Point) -> int:
    """How far ahead of a point, along a facing, a unit's centre lies."""
    dx, dy = centre[0] - point[0], centre[1] - point[1]
    return max(0, (dx * SIN[norm(facing)] + dy * COS[norm(facing)]) >> SHIFT)
