"""The lane of a charge: who may be charged, along which facing, at what cost. [H1–H4, H7]

What a charge depends on stands near it: as long as those few stand still, what was found of it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import msgspec

from grognard.engine.memo import kept
from grognard.engine.tables import Refusal
from grognard.geometry.angles import COS, SHIFT, SIN, ahead, norm, offset
from grognard.geometry.arcs import poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import aimed, all_rushes, facings_at, first_rush, open_lanes
from grognard.geometry.crowds import lane as rush
from grognard.geometry.gaps import within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, Segment, bounds, shifted
from grognard.geometry.shapes import box, front_middle, swept
from grognard.tabletop.crowd import Crowd

from ..state import Battlefield, State, Unit
from ..words import GUNS, Kind, Order
from .bodies import Stand, friends_of, of_side, place_of, stand, standing
from .ground import (
    SHORT as SHORT,
)
from .ground import (
    crossings,
    keeps_to_roads,
    meets_barred,
    meets_difficult,
    off_table,
    on_road,
    troubles,
)
from .layout import TURNS, in_sight, layout, passes_so, shelter_of
from .layout import passes as passes
from .readiness import Allowance, best_roll
from .sight import front_of, out_of_sight, sees

STAGES = (0, 1, 2)
FINEST = 3
"""The stage after them looks along every facing there is: a charge that none allows is none."""
DECIDING = (0, FINEST)
"""Where only whether is asked: the likely facings, then all."""
NOBODY = (-1, -1, 0)
_LATEST: dict[int, tuple[int, int, int]] = {}
"""Of each side the unit last found to have a charge, its target, and along which facing. They mostly have it still, and are
tried first: that decides how soon the answer is found, never what it is."""
PAST = 4000
"""How far beyond its throw a retiring unit is looked after, to get it past friends. [R2]"""
GENEROUS = 10
"""More than the rounding of a turned footprint and of where it comes to."""
TOO_FAR = Refusal("H1", "the target is farther than the best possible throw")
NO_LANE = Refusal("H2", "no free turn of up to 45° brings the target into the lane")
FRIEND_IN_LANE = Refusal("H2", "a friend stands in the lane")
NOT_IN_FRONT = Refusal("S8", "no part of the target is in the front arc")
OVER_THE_EDGE = Refusal("M10", "the lane runs over the table's edge")
ON_ANOTHER = Refusal("M9", "the charge would end on another unit")


class Lane(msgspec.Struct, frozen=True, gc=False):
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


@kept
def solid(friends: Crowd[Stand], kind: Kind, order: Order) -> Crowd[Stand]:
    """Those of some friends whom such a unit, in such an order, cannot pass. [M9]"""
    return friends.pick(lambda friend: not passes_so(kind, order, friend))


def blocking_friends(state: State, unit: Unit) -> Crowd[Stand]:
    """The friends a unit cannot pass. [M9]"""
    return solid(friends_of(state, unit.id), unit.kind, unit.order)


def lane(state: State, unit: Unit, target: Unit) -> Lane | Refusal:
    """The shortest lane of a charge at a target, or why there is none. [H1, H2, H3]"""
    return _shortest(standing(state), state.field, stand(state, unit), stand(state, target))


def _shortest(all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand) -> Lane | Refusal:
    reason = _out_of_arc(unit, target) or _unseen(all_, field, unit, target)
    return reason or _search(all_, field, unit, target)


@kept
def _search(all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand) -> Lane | Refusal:
    """The shortest lane at a target that is seen."""
    best: Lane | None = None
    for stage in (*STAGES, FINEST):
        if stage == FINEST and target.id not in _all_found(all_, field, unit):
            break
        best = _shorter(all_, field, unit, target, stage, best)
        if best is not None and best.hit == target.id:
            return best
    if best is not None:
        return best
    tried = (facing for stage in STAGES for facing in _aimed(unit, target, stage))
    return next((lane_along(all_, field, unit, facing) for facing in tried), NO_LANE)


def _shorter(
    all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand, stage: int, best: Lane | None
) -> Lane | None:
    """The best lane along the facings of a stage, if it is better than one that is known: at the target itself, then short. [H2]"""
    ready = layout(all_, field)
    pair = ready.place[unit.id], ready.place[target.id]
    ways = enumerate(open_lanes(*pair, stage, *ready.asked))
    known = None if best is None else (best.hit != target.id, best.cost, -1)
    for missed, distance, at, facing, hit in sorted(
        [(hit != pair[1], distance, at, facing, hit) for at, (facing, distance, hit) in ways]
    ):
        if known is not None and (missed, distance) > known[:2]:
            break  # a lane costs what it is long, or more
        lane_ = _judged(unit, field, facing, distance, all_.who[hit])
        if isinstance(lane_, Lane) and (known is None or (missed, lane_.cost, at) < known):
            known, best = (missed, lane_.cost, at), lane_
    return best


def _unseen(all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand) -> Refusal | None:
    if unit.kind not in GUNS and in_sight(all_, field, unit, target):
        return None
    seen = sees(all_, field, unit, target)
    return Refusal(seen.cite, f"{seen.blocker} hides the target") if seen.point is None else None


def course(state: State, charger: Unit, target: Unit) -> Lane | int:
    """How a charge that has been named goes on: its lane; or the way it faces, where it comes to nobody. [H4, E4]

    Arc and sight are asked when it is named. If its target has run out of every lane, it follows him, and meets whoever is in that lane.
    """
    all_, mine, theirs = standing(state), stand(state, charger), stand(state, target)
    found = _search(all_, state.field, mine, theirs)
    if isinstance(found, Lane):
        return found
    facing = follow(state, charger, target)
    along = lane_along(all_, state.field, mine, facing)
    return along if isinstance(along, Lane) else facing


def first_in_lane(state: State, charger: Unit, target: Unit) -> Unit | None:
    """The enemy a charge would come into contact with: its target, or one who stands before him. [H4]"""
    found = course(state, charger, target)
    return state.units[found.hit] if isinstance(found, Lane) else None


def charge_targets(state: State, unit: Unit) -> list[int]:
    """The enemies a unit may name for a charge, others' targets too. [H1, H6]"""
    return list(_all_found(standing(state), state.field, stand(state, unit)))


def facing_targets(state: State, unit: Unit) -> list[int]:
    """The enemies a unit sees in its arc and in reach: whether it may charge them is only a question of a lane. [H1]"""
    all_, mine = standing(state), stand(state, unit)
    seen = (each for each in of_side(all_, 1 - unit.side) if _out_of_arc(mine, each) is None)
    return [each.id for each in seen if _unseen(all_, state.field, mine, each) is None]


@kept
def _all_found(all_: Crowd[Stand], field: Battlefield, unit: Stand) -> tuple[int, ...]:
    """Whom a unit may charge along any facing. [H2]"""
    ready = layout(all_, field)
    found = all_rushes(ready.place[unit.id], DECIDING, *ready.asked, _ground_allows(all_, field))
    return tuple([all_.who[place].id for place in found])


def charges(state: State, unit: Unit) -> Iterator[tuple[int, Lane]]:
    """The same with the shortest lane at each, for whoever wants that. [H1, H2]"""
    all_, mine = standing(state), stand(state, unit)
    for target in _hopes(all_, state.field, mine):
        found = _shortest(all_, state.field, mine, target)
        if isinstance(found, Lane):
            yield target.id, found


def can_charge(state: State, unit: Unit, target: Unit) -> bool:
    """Whether there is any lane at a target: cheaper than finding the shortest. [H1]"""
    return target.id in charge_targets(state, unit)


def any_charge(state: State, units: Iterable[int]) -> bool:
    """Whether any of some units may charge anybody: the likely lanes of all are tried before the whole search. [H1]"""
    return _any_charge(standing(state), state.field, tuple(units))


@kept
def _any_charge(all_: Crowd[Stand], field: Battlefield, units: tuple[int, ...]) -> bool:
    if not units:
        return False
    ready = layout(all_, field)
    place = ready.place
    side = all_.who[place[units[0]]].side
    unit, target, facing = _LATEST.get(side, NOBODY)
    likely = (place[unit], place[target], facing) if unit in units and target in place else None
    who = [place[each] for each in units]
    found = first_rush(who, DECIDING, *ready.asked, _ground_allows(all_, field), likely)
    if found is not None:
        _LATEST[side] = all_.who[found[0]].id, all_.who[found[1]].id, found[2]
    return found is not None


def _ground_allows(all_: Crowd[Stand], field: Battlefield) -> Callable[[int, int, int, int, bool], bool]:
    """Whether ground allows a way: of whom, along which facing, how far, at whom, and whether only by road. [H2, H3, H7]"""
    who = all_.who

    def judge(unit: int, facing: int, distance: int, hit: int, by_road: bool) -> bool:
        mine, theirs = who[unit], who[hit]
        if not by_road:
            # Closed and difficult ground have been looked at: only lines across the lane and the way in are left.
            start = box(mine.x, mine.y, facing, *mine.size)
            over = _climb(field, mine, start, facing, distance, theirs)
            if not over or isinstance(over, Refusal):
                return over == 0
        return isinstance(_judged(mine, field, facing, distance, theirs), Lane)

    return judge


def _hopes(all_: Crowd[Stand], field: Battlefield, unit: Stand) -> list[Stand]:
    """The enemies a unit might charge if nobody else were there."""
    near = of_side(all_, 1 - unit.side).near(unit.around, best_roll(unit).good)
    return [target for target in near if not _hopeless(unit, field, target)]


@kept
def _hopeless(unit: Stand, field: Battlefield, target: Stand) -> bool:
    """Whether a charge is out of the question, whoever else stands where."""
    return _out_of_arc(unit, target) is not None or out_of_sight(field, unit, target)


@kept
def _aimed(unit: Stand, target: Stand, stage: int) -> list[int]:
    """The facings of a stage that bring the target into the lane: a charge is made at whom it names. [H2]"""
    facings, most = facings_of(unit, target, stage), best_roll(unit).good
    return aimed((unit.x, unit.y, unit.facing), unit.size, most, facings, target.body)


def follow(state: State, unit: Unit, target: Unit) -> int:
    """The way a charger goes whose target has run: after him if a new free turn brings him into the lane. [E4]"""
    mine, theirs = stand(state, unit), stand(state, target)
    here = unit.x, unit.y, unit.facing

    def ways(stage: int) -> list[int]:
        return aimed(here, mine.size, PAST, facings_of(mine, theirs, stage), theirs.body)

    return next(chain.from_iterable(map(ways, STAGES)), unit.facing)


@kept
def _out_of_arc(unit: Stand, target: Stand) -> Refusal | None:
    if not within(unit.body, target.body, best_roll(unit).good):
        return TOO_FAR
    if not unit.skirmishing and not poly_in_arc(front_of(unit), target.body):
        return NOT_IN_FRONT
    return None


def facings_of(unit: Stand, target: Stand, stage: int) -> list[int]:
    """The facings of one stage of the search: the likely ones, then more, every degree of the free turn, every tenth of one. [H2]

    At the target's centre, at its nearest point, straight on; at its corners, and every tenth part of the free turn.
    """
    here = unit.x, unit.y, unit.facing
    return facings_at(here, unit.skirmishing, TURNS, (target.x, target.y), target.body, stage)


class Lists(NamedTuple):
    """Whom a charger may meet: all enemies, the friends it cannot pass, all friends, and its own places among those."""

    foes: Crowd[Stand]
    block: Crowd[Stand]
    friends: Crowd[Stand]
    places: tuple[int, int]


@kept
def _lists(all_: Crowd[Stand], unit: Stand) -> Lists:
    foes, friends = of_side(all_, 1 - unit.side), of_side(all_, unit.side)
    block = solid(friends, unit.kind, unit.order)
    return Lists(foes, block, friends, (place_of(block, unit.id), place_of(friends, unit.id)))


def lane_along(all_: Crowd[Stand], field: Battlefield, unit: Stand, facing: int) -> Lane | Refusal:
    """The lane along one facing: contact with the first enemy in it. [H2, H4]"""
    foes, block, friends, (me, own) = _lists(all_, unit)
    room, most = unit.size, best_roll(unit).good
    found = rush((unit.x, unit.y, facing), room, most, foes.shapes, block.shapes, TOUCH, me)
    if found is None:
        return NO_LANE
    distance, by, friend, foe = found
    if friend >= 0:
        return FRIEND_IN_LANE
    end = shifted(box(unit.x, unit.y, facing, *room), *offset(facing, distance))
    if foe >= 0 or friends.on(end, TOUCH, own) is not None:
        return ON_ANOTHER
    return _judged(unit, field, facing, distance, foes.who[by])


@kept
def _judged(unit: Stand, field: Battlefield, facing: int, distance: int, hit: Stand) -> Lane | Refusal:
    """What the ground makes of a lane that long: edge, closed and difficult going, lines across it. [H2, H3, M10]"""
    start = box(unit.x, unit.y, facing, *unit.size)
    if off_table(field, start) or off_table(field, shifted(start, *offset(facing, distance))):
        return OVER_THE_EDGE
    swath = swept(start, *offset(facing, distance))
    way = (unit.x, unit.y), ahead(unit.x, unit.y, facing, distance)
    clear = not troubles(field, unit.kind, bounds(swath)) or (keeps_to_roads(unit) and on_road(field, way))
    closed = None if clear else meets_barred(field, unit.kind, (swath,))
    if closed is not None:
        return Refusal("H2", f"{closed} lies across the lane")
    over = _climb(field, unit, start, facing, distance, hit)
    if isinstance(over, Refusal):
        return over
    rough = not clear and meets_difficult(field, unit.kind, (swath,))
    lane_ = Lane(facing, distance, distance + over, rough, hit.id)
    return lane_ if lane_.reached_with(best_roll(unit)) else TOO_FAR


def _climb(
    field: Battlefield, unit: Stand, start: Poly, facing: int, distance: int, hit: Stand
) -> int | Refusal:
    """What the lines across a lane cost, but for the one right before the target. [H3, H7]"""
    front = front_middle(start)
    way = front, ahead(*front, facing, distance)
    if unit.kind is Kind.HORSE:
        shut = _no_way_in(field, way, facing, hit)
        if shut is not None:
            return shut
    cost = 0
    for crossed in crossings(field, unit.kind, way):
        if crossed.cost is None:
            return Refusal(crossed.cite, f"the unit cannot cross {crossed.edge.name}", crossed.place)
        if not within((crossed.place,), hit.body, SHORT):
            cost += crossed.cost
    return cost


def _no_way_in(field: Battlefield, way: Segment, facing: int, hit: Stand) -> Refusal | None:
    """Horse charges into a work only through a gate, into a village only along a road. [H7, G-33]"""
    centre = hit.x, hit.y
    work, village = shelter_of(hit, field)
    if work is not None:
        level = ahead(*way[1], facing, _beyond(way[1], facing, centre))
        shut = any(crossed.edge.kind == "work" for crossed in crossings(field, Kind.HORSE, (way[0], level)))
        if shut or not in_parts(work.whole, level):
            return Refusal("H7", "the target is in a work, and horse charges it there only through a gate")
    if village is not None and not on_road(field, (way[1], ahead(*way[1], facing, 100))):
        return Refusal("H7", "the target is in a village, and horse charges it there only along a road")
    return None


def _beyond(point: Point, facing: int, centre: Point) -> int:
    """How far ahead of a point, along a facing, a unit's centre lies."""
    dx, dy = centre[0] - point[0], centre[1] - point[1]
    return (dx * SIN[norm(facing)] + dy * COS[norm(facing)]) >> SHIFT
