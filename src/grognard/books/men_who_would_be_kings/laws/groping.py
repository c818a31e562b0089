"""What chance finds of what was refused, with the book's own judge of single legs, places and lines and no search of the program's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading, offset
from grognard.geometry.gaps import nearest_point
from grognard.geometry.points import Bounds, Poly, bounds, square

from ..facts.advance import Room
from ..facts.bodies import extent, heart, house, reference, together
from ..facts.contact import short_of
from ..facts.detours import Obstacle
from ..facts.driven_out import outside
from ..facts.ground import Barrier, all_on_table, price
from ..facts.moving import Walker
from ..facts.paths import Search
from ..facts.placing import why_not_stand
from ..facts.sight import Screen, screen_between
from ..facts.storming import holding, room_at
from ..facts.values import move_of
from ..state import Point, State, Unit
from .searches import free_direction

VIAS = 3
Legs = tuple[tuple[object, ...], ...]


def way_to(state: State, unit: Unit, enemy: Unit, limit: int, rng: Rng, tries: int) -> str | None:
    """A way of some model to an enemy, by random corners of what stands about. [R-56]"""
    search = Search(state, unit, enemy, limit)
    obstacles = search.obstacles
    for _ in range(tries):
        start = unit.models[rng.randint(0, unit.count - 1)]
        points = [start, *(_corner(obstacles, unit, enemy, state, rng) for _ in range(rng.randint(0, VIAS)))]
        end = _touching(state, unit, enemy, points[-1], rng)
        way = [*points, end]
        total = sum(price(state, unit, a, b) for a, b in pairwise(way))
        if total > limit - 2 or not search.may_end(end):
            continue
        if not any(each.bars(leg) for leg in pairwise(way) for each in obstacles):
            return f"a way of {total / 100:.2f} by {way[1:]}"
    return None


def _corner(obstacles: Sequence[Obstacle], unit: Unit, enemy: Unit, state: State, rng: Rng) -> Point:
    """A random point: close to something that bars ways, or anywhere between the two."""
    if obstacles and rng.random() < 0.7:
        west, south, east, north = obstacles[rng.randint(0, len(obstacles) - 1)].box
    else:
        west, south, east, north = bounds((*unit.models, *enemy.models))
    spot = rng.randint(west - 60, east + 60), rng.randint(south - 60, north + 60)
    return min(max(spot[0], 0), state.field.width), min(max(spot[1], 0), state.field.height)


def _touching(state: State, unit: Unit, enemy: Unit, here: Point, rng: Rng) -> Point:
    """A point at which a base would touch the enemy."""
    wall = house(state, enemy)
    if wall is not None:
        west, south, east, north = bounds(wall)
        inside = rng.randint(west, east), rng.randint(south, north)
        beside = ahead(*inside, rng.randint(0, 3599), 2000)
        foot = nearest_point(here if rng.random() < 0.3 else beside, wall)
        return short_of(here if rng.random() < 0.3 else beside, foot, unit.radius)
    man, touch = enemy.models[rng.randint(0, enemy.count - 1)], unit.radius + enemy.radius
    return short_of(here if rng.random() < 0.5 else ahead(*man, rng.randint(0, 3599), 900), man, touch)


def line_to(state: State, unit: Unit, enemy: Unit, rng: Rng, tries: int) -> str | None:
    """A free line of sight from somewhere of one to somewhere of the other. [R-37, R-62]"""
    screen: Screen = screen_between(state, unit, enemy)
    for _ in range(tries):
        line = _spot_of(state, unit, rng), _spot_of(state, enemy, rng)
        if not screen.blocks(line):
            return f"from {line[0]} to {line[1]}"
    return None


def _spot_of(state: State, unit: Unit, rng: Rng) -> Point:
    wall = house(state, unit)
    if wall is None:
        return unit.models[rng.randint(0, unit.count - 1)]
    at = rng.randint(0, len(wall) - 1)
    # Upright walls keep such points exactly on them.
    return _part_of((wall[at - 1], wall[at]), rng.random())


def direction(state: State, unit: Unit, first: int) -> str | None:
    """A direction in which a unit, or a garrison from its wall, could Retreat all the way. [R-27]"""
    wall = house(state, unit)
    if wall is None:
        return free_direction(state, unit, first)
    for turn in range(-900, 901, 50):
        models = outside(wall, first + turn, unit, 1)
        there = replace(unit, models=models, inside=None)
        if _comes_out(state, there, wall) and (found := free_direction(state, there, first + turn, (0,))):
            return found
    return None


def _comes_out(state: State, unit: Unit, wall: Poly) -> bool:
    """Whether a group could stand at the wall with nobody and nothing near between."""
    box: Bounds = bounds((*unit.models, *wall))
    others = [u for u in state.on_table() if u.id != unit.id]
    west, south, east, north = box
    clear = all(
        x2 + 160 < west or x > east + 160 or y2 + 160 < south or y > north + 160
        for x, y, x2, y2 in (extent(state, u) for u in others)
    )
    return (
        clear and why_not_stand(state, unit, unit.models, 0, 0) is None and all_on_table(state, unit.models)
    )


def front(refusal: Callable[[int], object | None], rng: Rng, tries: int) -> str | None:
    """A front in which ranks have room. [R-23]"""
    return next(
        (f"facing {at / 10}" for at in (rng.randint(0, 3599) for _ in range(tries)) if refusal(at) is None),
        None,
    )


def spot(refusal: Callable[[Point], object | None], around: Bounds, rng: Rng, tries: int) -> str | None:
    """A spot in a rectangle that a judge allows."""
    west, south, east, north = around
    drawn = ((rng.randint(west, east), rng.randint(south, north)) for _ in range(tries))
    return next((f"at {each}" for each in drawn if refusal(each) is None), None)


def way_off(walker: Walker, rng: Rng, tries: int) -> str | None:
    """A way of one model to an edge by random points. [R-61]"""
    unit = walker.unit
    for _ in range(tries):
        at = rng.randint(0, unit.count - 1)
        steps = [
            offset(rng.randint(0, 3599), rng.randint(0, walker.allowance)) for _ in range(rng.randint(0, 2))
        ]
        legs = (*(("model", at, *step) for step in steps), ("leave", 1))
        if walker.refusal(legs) is None:
            return f"by {legs}"
    return None


def bent(walker: Walker, goal: Point, rng: Rng, tries: int) -> str | None:
    """A way of two or three legs for the whole unit to a place. [R-56]"""
    x, y = heart(walker.unit)
    for _ in range(tries):
        stops = [
            (x, y),
            *(_between((x, y), goal, walker.allowance, rng) for _ in range(rng.randint(1, 2))),
            goal,
        ]
        legs = tuple(("go", b[0] - a[0], b[1] - a[1]) for a, b in pairwise(stops))
        if walker.refusal(legs) is None:
            return f"by {legs}"
    return None


def _between(start: Point, end: Point, most: int, rng: Rng) -> Point:
    half = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    dx, dy = offset(rng.randint(0, 3599), rng.randint(0, most * 2 // 3))
    return half[0] + dx, half[1] + dy


def hold_of(state: State, unit: Unit, barrier: Barrier, own: Point, rng: Rng, tries: int) -> str | None:
    """Places at an Obstacle for most of a victor, in cohesion, each no farther than a move. [R-31]"""
    for _ in range(tries):
        found = _taken(state, unit, barrier, own, rng)
        if found is not None:
            return f"at {found}"
    return None


def _taken(state: State, unit: Unit, barrier: Barrier, own: Point, rng: Rng) -> tuple[Point, ...] | None:
    """One try: places one after another, drawn along the Obstacle; most of the unit must find one."""
    farthest, places = move_of(replace(unit, close_order=False)) ** 2, list[Point]()
    room, at = room_at(state, unit, barrier), reference(unit)
    for i in (at, *(i for i in range(unit.count) if i != at)):
        for _ in range(12):
            piece = barrier.pieces[rng.randint(0, len(barrier.pieces) - 1)]
            square_off = heading(*piece) + 900 + 1800 * rng.randint(0, 1)
            place = ahead(*_part_of(piece, rng.random()), square_off, unit.radius + rng.randint(2, 80))
            lead = places[0] if places else unit.models[i]
            fits = square(place, unit.models[i]) <= farthest and _same_side(piece, own, place)
            fits = fits and room.same_side(place, lead) and holding(barrier, place, unit.radius)
            if fits and (not places or square(place, lead) <= together(unit.radius)) and room.clear(place):
                places.append(place)
                room.take(place)
                break
        if not places:
            return None
    return tuple(places) if 2 * len(places) > unit.count and _others_follow(room, unit, places) else None


def _part_of(piece: tuple[Point, Point], part: float) -> Point:
    """A point at some part of a straight piece."""
    (x, y), (u, v) = piece
    return round(x + part * (u - x)), round(y + part * (v - y))


def _others_follow(room: Room, unit: Unit, places: Sequence[Point]) -> bool:
    """Whether all the others find places in cohesion with their Leader. [R-31]"""
    for _ in range(len(places), unit.count):
        found = room.settle(places[0], places[0])
        if found is None:
            return False
        room.take(found)
    return True


def _same_side(piece: tuple[Point, Point], own: Point, place: Point) -> bool:
    """Whether two points lie on one side of a straight piece and of what it would be if it went on."""
    (x, y), (u, v) = piece
    one = (u - x) * (own[1] - y) - (v - y) * (own[0] - x)
    return one * ((u - x) * (place[1] - y) - (v - y) * (place[0] - x)) > 0
