"""What it is worth for a unit to stand somewhere: fire given and taken, charges to make and to fear, objectives."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading, turn_between
from grognard.geometry.gaps import gap, length
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Pose, bounds, farther
from grognard.geometry.shapes import box

from ..facts.bodies import host, size
from ..facts.ground import land_of
from ..state import State, Unit
from ..tables.terrain import TERRAIN
from ..words import Cover, Order
from .aims import ardour, goal_worth, goals
from .worth import bout, brawler, figure_worth, fire, is_loose, mean_move, reach_chance

NEAR = 4800
ARC = 600
"""How far off its facing a unit still bears on something, roughly: 45° from the corners, and some width."""


def cover_at(state: State, at: Point) -> Cover:
    """The best cover of a place against shooters outside it."""
    best = Cover.NONE
    for area in land_of(state).areas:
        cover = TERRAIN[area.kind].cover
        if cover is not Cover.NONE and in_parts(area.whole, at):
            best = cover if cover is Cover.ENTRENCHED or best is Cover.NONE else best
    return best


class Place(NamedTuple):
    """A unit standing somewhere."""

    pose: Pose
    order: Order
    moved: bool


def place_worth(state: State, unit: Unit, place: Place) -> float:
    """What it is worth for a unit to stand there at the end of its move."""
    if unit.is_general:
        return _general_worth(state, unit, place.pose)
    here = place.pose.x, place.pose.y
    shape = box(*place.pose, *size(state, unit, place.order))
    as_placed = unit if unit.order is place.order else replace(unit, order=place.order)
    cover = cover_at(state, here)
    given, taken, fear, hope, nearest = 0.0, 0.0, 0.0, 0.0, NEAR
    around = bounds(shape)
    foes = host(state, 1 - unit.side)
    for enemy, theirs, limits in zip(foes.units, foes.shapes, foes.shapes.bounds):
        if farther(around, limits, NEAR):
            continue
        apart = gap(shape, theirs)
        nearest = min(nearest, apart)
        given = max(given, _given(state, as_placed, enemy, place, apart))
        taken += _taken(state, as_placed, enemy, apart, cover, place.moved)
        fear = max(fear, _fear(state, as_placed, enemy, apart))
        hope = max(hope, _hope(state, as_placed, enemy, place.pose, apart))
    dare = ardour(state, unit.side)
    worth = 1.1 * given - (0.6 * taken + 0.55 * fear) / dare + (0.5 if brawler(unit) else 0.3) * dare * hope
    worth += goal_worth(state, as_placed, here) - _askew(state, unit, place.pose)
    return worth + _drift(state, unit, nearest)


def _askew(state: State, unit: Unit, pose: Pose) -> float:
    """Near the open edge a unit must face it squarely, or it will not get off. [M10]"""
    way_out = state.field.exit
    if way_out is None or way_out.side != unit.side:
        return 0.0
    (x, _), (x2, _) = way_out.edge
    apart = abs(pose.x - x)
    if x != x2 or apart > 1200:
        return 0.0
    out = 900 if x == state.field.width else 2700
    return 0.6 * abs(turn_between(pose.facing, out)) / 450 * (1200 - apart) / 1200


def _bears(pose: Pose, order: Order, at: Point) -> bool:
    if order is Order.SKIRMISH or (pose.x, pose.y) == at:
        return True
    return abs(turn_between(pose.facing, heading((pose.x, pose.y), at))) <= ARC


def _given(state: State, unit: Unit, enemy: Unit, place: Place, apart: int) -> float:
    if not _bears(place.pose, place.order, (enemy.x, enemy.y)):
        return 0.0
    cover = cover_at(state, (enemy.x, enemy.y))
    if cover is not Cover.NONE and cover_at(state, (place.pose.x, place.pose.y)) is cover:
        cover = Cover.NONE
    hits = fire(
        state,
        unit,
        enemy,
        apart,
        cover,
        moved=place.moved,
        still=not enemy.today.moved,
        loose=is_loose(enemy),
    )
    return hits * figure_worth(state, enemy)


def _taken(state: State, unit: Unit, enemy: Unit, apart: int, cover: Cover, moved: bool) -> float:
    hits = fire(
        state, enemy, unit, apart, cover, moved=False, still=not moved, loose=is_loose(unit, unit.order)
    )
    if not hits:
        return 0.0
    bearing = _bears(Pose(enemy.x, enemy.y, enemy.facing), enemy.order, (unit.x, unit.y))
    return hits * figure_worth(state, unit) * (0.5 if bearing else 0.2)


def _fear(state: State, unit: Unit, enemy: Unit, apart: int) -> float:
    """What an enemy's charge next turn would cost."""
    if enemy.is_gun or apart > 2400:
        return 0.0
    chance = reach_chance(enemy, apart)
    if chance <= 0:
        return 0.0
    if unit.skirmishing and state.options.skirmishers_evade:
        chance *= 0.4
    return max(0.0, chance * bout(state, enemy, unit).gain)


def _hope(state: State, unit: Unit, enemy: Unit, pose: Pose, apart: int) -> float:
    """What a charge of one's own next turn would bring."""
    if unit.is_gun or apart > 2400 or unit.markers >= 2:
        return 0.0
    if not _bears(pose, unit.order, (enemy.x, enemy.y)):
        return 0.0
    chance = reach_chance(unit, apart)
    return max(0.0, chance * bout(state, unit, enemy).gain)


def _drift(state: State, unit: Unit, nearest: int) -> float:
    """Brawlers close in; shooters like to be in range of something; guns stay where they shoot."""
    if unit.is_gun:
        return 0.0
    pull = 0.035 if brawler(unit) else 0.012
    return -pull * max(0, nearest - 300) / 100


def _general_worth(state: State, unit: Unit, pose: Pose) -> float:
    """A general keeps near units that need him and away from enemies. [84, N6]"""
    here = pose.x, pose.y
    worth = 0.0
    friends = host(state, unit.side).units
    for friend in friends:
        apart = length(here, (friend.x, friend.y))
        if friend.markers and apart <= 900:
            worth += 0.6 * friend.markers
        worth -= 0.004 * apart / 100
    for enemy in host(state, 1 - unit.side).units:
        apart = length(here, (enemy.x, enemy.y))
        if apart < 800:
            worth -= 1.5
        elif apart < 1400:
            worth -= 0.3
    return worth + (goal_worth(state, unit, here) if state.field.exit is not None else 0.0)


def stay_worth(state: State, unit: Unit) -> float:
    """What it is worth to stay as one is."""
    return place_worth(state, unit, Place(Pose(unit.x, unit.y, unit.facing), unit.order, unit.today.moved))


def march_prospect(state: State, unit: Unit, brief: bool = False) -> float:
    """How much better a place a unit may hope to reach, before its dice are thrown; briefly: ahead and to its goal."""
    far = mean_move(unit) * 9 // 10
    best = -99.0
    if unit.is_gun and goals(state, unit) == []:
        far = far // 2
    for bearing in _bearings(state, unit)[-2:] if brief else _bearings(state, unit):
        for distance in (far,) if brief else (far, far // 2):
            to = _ahead(state, unit, bearing, distance)
            best = max(best, place_worth(state, unit, Place(to, unit.order, True)))
    for order in unit.orders:
        if order is not unit.order and not brief:
            at = Pose(unit.x, unit.y, unit.facing)
            best = max(best, place_worth(state, unit, Place(at, order, True)) - 0.02)
    return best - stay_worth(state, unit)


def _ahead(state: State, unit: Unit, bearing: int, distance: int) -> Pose:
    x, y = ahead(unit.x, unit.y, bearing, distance)
    half = size(state, unit)[1] // 2 + 10
    return Pose(
        max(half, min(state.field.width - half, x)),
        max(half, min(state.field.height - half, y)),
        bearing % 3600,
    )


def _bearings(state: State, unit: Unit) -> list[int]:
    here = unit.x, unit.y
    enemies = sorted((length(here, (u.x, u.y)), u.id, u) for u in host(state, 1 - unit.side).units)
    wanted = [unit.facing]
    wanted += [heading(here, (u.x, u.y)) for _, _, u in enemies[:2] if (u.x, u.y) != here]
    wanted += [heading(here, goal.at) for goal in goals(state, unit)[:2] if goal.at != here]
    if enemies and not brawler(unit):
        nearest = enemies[0][2]
        wanted.append((heading(here, (nearest.x, nearest.y)) + 1800) % 3600)
    return list(dict.fromkeys(wanted))


__all__ = ["Place", "march_prospect", "place_worth", "stay_worth"]
