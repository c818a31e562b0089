"""What a victor does where it has won: it closes up on the Obstacle, or faces the enemy anew. [R-23, R-31]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import nearest_point
from grognard.geometry.points import square
from grognard.tabletop.figures import feet
from grognard.tabletop.placing import beside

from ..state import Point, State, Unit
from .advance import Room
from .bodies import KEEP, middle, ranks, reference, together
from .ground import Barrier, barriers_met, layout, model_at
from .values import move_of

STEP = 25
"""How finely places along a wall are tried."""
FINE, DEPTHS, LEADERS = 10, (1, 30, 60, 99), 5
"""How finely they are tried where that has no room, how far off the wall, and how many places of the Leader are passed over."""
BACK, FARTHEST_BACK = 10, 30
"""How finely ranks draw back until they stand clear of the enemy they face, and in how many such steps at most."""


def holds(barrier: Barrier, model: Point, radius: int, against: Point) -> bool:
    """Whether a model within 1 of an Obstacle has it between itself and somebody. [R-11, R-31]"""
    return model_at(model, radius, barrier) and barrier.between(against, model)


def close_up(state: State, unit: Unit, names: Iterable[str]) -> tuple[Point, ...] | None:
    """Where a victor stands once it has closed up on the first of the enemy's Obstacles that has room for it. [T037, R-31]"""
    return next((places for name in names if (places := _close_up_on(state, unit, name)) is not None), None)


def _close_up_on(state: State, unit: Unit, name: str) -> tuple[Point, ...] | None:
    """Where a victor stands once it has closed up on the Obstacle it fought at, on its own side of it, so that most
    of it holds it; None if there is no room for that. [T037, R-31]
    """
    barrier = layout(state).barriers.named(name)
    if barrier is None:
        return None
    _, lead, foot = min(feet(unit.models, barrier.pieces))
    beyond = _across(barrier, unit.models[lead], foot)
    spots = sorted(_along(barrier, unit.radius, beyond), key=lambda spot: (square(spot, foot), spot))
    places = _closed_up(state, unit, barrier, foot, spots)
    if places is None or not _mostly_hold(barrier, places, unit.radius):
        places = _packed(state, unit, barrier, foot, beyond)
    return places


def room_at(state: State, unit: Unit, barrier: Barrier) -> Room:
    """Where a victor has room beside an Obstacle: on its side of that and of all that stop it; what it stands at it crosses. [R-26, R-31]"""
    return Room(state, unit, None, [barrier, *barriers_met(state, unit)])


def _across(barrier: Barrier, model: Point, foot: Point) -> Point:
    """A point on the other side of an Obstacle from a model whose nearest spot of it is that."""
    start, end = min(barrier.pieces, key=lambda piece: square(nearest_point(foot, piece), foot))
    side = _left(start, end, model)
    front = heading(start, end) + 900 * side
    return ahead(*foot, front if side else heading(model, foot), KEEP)


def _mostly_hold(barrier: Barrier, places: Iterable[Point], radius: int) -> bool:
    """Whether most of those who stand so hold an Obstacle. [R-31]"""
    found = [holding(barrier, place, radius) for place in places]
    return 2 * sum(found) > len(found)


def holding(barrier: Barrier, place: Point, radius: int) -> bool:
    """Whether a model in a place holds an Obstacle against whoever comes straight across it. [R-31]"""
    return holds(barrier, place, radius, _opposite(barrier, place))


def _opposite(barrier: Barrier, place: Point) -> Point:
    """A point straight across the Obstacle from a place: where an enemy would come from."""
    spots = [foot.spot for foot in feet((place,), barrier.pieces)]
    nearest = min(spots, key=lambda spot: square(spot, place))
    return ahead(*nearest, heading(place, nearest), KEEP)


def _closed_up(
    state: State, unit: Unit, barrier: Barrier, foot: Point, spots: list[Point]
) -> tuple[Point, ...] | None:
    """The Leader as near to where they fought as he gets, then each of the others, the nearest first; whoever finds
    no place at the Obstacle stays where he is, or comes as near as cohesion asks.
    """
    room = room_at(state, unit, barrier)
    at, places = reference(unit), dict[int, Point]()
    order = sorted(range(unit.count), key=lambda i: (i != at, square(unit.models[i], foot), i))
    for i in order:
        heart = places.get(at, unit.models[at])
        place = _place(unit, i, heart if i != at else None, spots, room) or room.settle(unit.models[i], heart)
        if place is None:
            return None
        places[i] = place
        room.take(place)
    return tuple([places[i] for i in range(unit.count)])


def _packed(
    state: State, unit: Unit, barrier: Barrier, foot: Point, beyond: Point
) -> tuple[Point, ...] | None:
    """The same where that has no room: the Leader anywhere along the Obstacle, the others close beside him. [R-31]"""
    room = room_at(state, unit, barrier)
    farthest = move_of(replace(unit, close_order=False)) ** 2
    fine = [
        spot
        for spot in _finely_along(barrier, unit.radius, beyond)
        if holding(barrier, spot, unit.radius)
        and any(square(spot, model) <= farthest for model in unit.models)
        and room.clear(spot)
    ]
    at = reference(unit)
    leaders = [
        spot
        for spot in fine
        if square(spot, unit.models[at]) <= farthest and room.same_side(spot, unit.models[at])
    ]
    for spot in sorted(leaders, key=lambda each: (square(each, foot), each))[::LEADERS]:
        places = _beside_leader(state, unit, barrier, spot, fine, farthest)
        if places is not None:
            return places
    return None


def _beside_leader(
    state: State, unit: Unit, barrier: Barrier, leader: Point, spots: list[Point], farthest: int
) -> tuple[Point, ...] | None:
    """Most of a unit along an Obstacle, as close to their Leader's place as they get, the others in cohesion; else None."""
    room, at = room_at(state, unit, barrier), reference(unit)
    places, most = {at: leader}, together(unit.radius)
    room.take(leader)
    for spot in sorted(spots, key=lambda each: (square(each, leader), each)):
        left = [i for i in range(unit.count) if i not in places and square(unit.models[i], spot) <= farthest]
        if left and square(spot, leader) <= most and room.clear(spot) and room.same_side(spot, leader):
            places[min(left, key=lambda i: (square(unit.models[i], spot), i))] = spot
            room.take(spot)
    if 2 * len(places) <= unit.count:
        return None
    for i in range(unit.count):
        if i not in places:
            place = room.settle(unit.models[i], leader)
            if place is None:
                return None
            places[i] = place
            room.take(place)
    return tuple([places[i] for i in range(unit.count)])


def _finely_along(barrier: Barrier, radius: int, beyond: Point) -> Iterator[Point]:
    """More such places."""
    return beside(barrier.pieces, tuple(radius + far for far in DEPTHS), FINE, beyond)


def _left(start: Point, end: Point, point: Point) -> int:
    """1 for a point to the left of a line, -1 for one to the right, 0 for one on it."""
    side = (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
    return (side > 0) - (side < 0)


def _place(unit: Unit, i: int, heart: Point | None, spots: list[Point], room: Room) -> Point | None:
    """The place at the Obstacle for one model: no farther than a move from where it stands, and in cohesion."""
    model, farthest = unit.models[i], move_of(replace(unit, close_order=False)) ** 2
    most = together(unit.radius)
    for spot in spots:
        if square(spot, model) > farthest or (heart is not None and square(spot, heart) > most):
            continue
        if room.clear(spot) and room.same_side(spot, heart or model):
            return spot
    return None


def _along(barrier: Barrier, radius: int, beyond: Point) -> Iterator[Point]:
    """Places within 1 of an Obstacle on the near side of it: a row that touches it, and one in its gaps."""
    return beside(barrier.pieces, (radius + 1, radius + 90), STEP, beyond)


def facing_them(state: State, unit: Unit, target: Unit) -> Unit:
    """Close Order after its Attack: the ranks built anew with their front to the enemy, drawn back as far as they must
    be to stand clear; where they find no room they stay as they are. [R-23]
    """
    front = heading(middle(unit), middle(target))
    room = Room(state, unit, target.id, list(layout(state).barriers))
    at = reference(unit)
    for step in range(FARTHEST_BACK + 1):
        spot = ahead(*unit.models[at], front + 1800, BACK * step)
        models = ranks(unit, front, spot)
        if all(room.clear(m) and room.same_side(m, o) for m, o in zip(models, unit.models)):
            return replace(unit, models=models, facing=front)
    return unit
