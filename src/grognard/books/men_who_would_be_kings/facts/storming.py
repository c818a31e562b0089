"""What a victor does where it has won: it closes up on the Obstacle, or faces the enemy anew. [R-23, R-31]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading
from grognard.geometry.points import square
from grognard.tabletop.figures import feet
from grognard.tabletop.placing import beside

from ..state import Point, State, Unit
from .advance import Room
from .bodies import KEEP, middle, ranks, reference, together
from .ground import Barrier, layout, model_at
from .values import move_of

STEP = 25
"""How finely places along a wall are tried."""
BACK, FARTHEST_BACK = 10, 30
"""How finely ranks draw back until they stand clear of the enemy they face, and in how many such steps at most."""


def holds(barrier: Barrier, model: Point, radius: int, against: Point) -> bool:
    """Whether a model within 1 of an Obstacle has it between itself and somebody. [R-11, R-31]"""
    return model_at(model, radius, barrier) and barrier.between(against, model)


def close_up(state: State, unit: Unit, name: str) -> tuple[Point, ...] | None:
    """Where a victor stands once it has closed up on the Obstacle it fought at, on its own side of it, so that most
    of it holds it; None if there is no room for that. [T037, R-31]
    """
    barrier = layout(state).barriers.named(name)
    if barrier is None:
        return None
    _, lead, foot = min(feet(unit.models, barrier.pieces))
    beyond = ahead(*foot, heading(unit.models[lead], foot), KEEP)
    places = _closed_up(state, unit, barrier, foot, beyond)
    if places is None:
        return None
    held = sum(holds(barrier, place, unit.radius, _opposite(barrier, place)) for place in places)
    return places if 2 * held > unit.count else None


def _opposite(barrier: Barrier, place: Point) -> Point:
    """A point straight across the Obstacle from a place: where an enemy would come from."""
    spots = [foot.spot for foot in feet((place,), barrier.pieces)]
    nearest = min(spots, key=lambda spot: square(spot, place))
    return ahead(*nearest, heading(place, nearest), KEEP)


def _closed_up(
    state: State, unit: Unit, barrier: Barrier, foot: Point, beyond: Point
) -> tuple[Point, ...] | None:
    """The Leader as near to where they fought as he gets, then each of the others, the nearest first; whoever finds
    no place at the Obstacle stays where he is, or comes as near as cohesion asks.
    """
    room = Room(state, unit, None, list(layout(state).barriers))
    spots = sorted(_along(barrier, unit.radius, beyond), key=lambda spot: (square(spot, foot), spot))
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
