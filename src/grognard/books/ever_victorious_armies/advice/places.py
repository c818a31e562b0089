"""What it is worth for a unit to stand somewhere: fire given and taken, charges to make and to fear, objectives."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.geometry.angles import ahead, heading, turn_between
from grognard.geometry.gaps import gap, length
from grognard.geometry.points import Point, Pose, bounds
from grognard.geometry.shapes import box

from ..facts.bodies import size, stand, standing
from ..facts.exits import on_stretch, outward
from ..state import State, Unit
from ..words import Cover, Order
from .aims import ardour, goal_worth, goals, stake
from .ground import bears, cover_at
from .gunnery import fire_lanes, gun_worth, masking
from .storming import may_storm, storms, too_near
from .tasks import ordered
from .worth import bout, brawler, figure_worth, is_loose, mean_move, reach_chance, salvo, spent

NEAR = 4800
RALLY = 600
"""How near a general must be to rally somebody. [O5]"""
WAIT = 0.6
"""What it costs to stand under a garrison's nose before the others are there."""


class Place(NamedTuple):
    """A unit standing somewhere."""

    pose: Pose
    order: Order
    moved: bool


class Rival(msgspec.Struct, frozen=True, gc=False):
    """An enemy as a unit sees him that stands somewhere."""

    apart: int
    taken: float
    """Hits to expect of him."""
    aims: float
    """How likely he is to shoot at the unit."""
    bears: bool
    """Whether the unit bears on him."""
    given: float
    """Hits to expect on him."""


@kept(of=("field", "options"), most=1 << 14)
def _rival(state: State, unit: Unit, enemy: Unit, place: Place) -> Rival:
    """What one enemy means to a unit in a place: the same in every position where both are as they are."""
    there, own = stand(state, enemy), cover_at(state.field, (place.pose.x, place.pose.y))
    at = there.x, there.y
    his = cover_at(state.field, at)
    his = Cover.NONE if his is own else his
    apart = gap(box(*place.pose, *size(state, unit)), there.body)
    taken = salvo(state, enemy, own, moved=False, still=not place.moved, loose=is_loose(unit, unit.order))
    aimed = bears(Pose(*at, there.facing), there.order, (unit.x, unit.y))
    given, bearing = 0.0, bears(place.pose, place.order, at)
    if bearing:
        loose, still = is_loose(enemy), not enemy.today.moved
        given = salvo(state, unit, his, moved=place.moved, still=still, loose=loose).at(apart)
    return Rival(apart, taken.at(apart), 0.5 if aimed else 0.2, bearing, given)


def place_worth(state: State, unit: Unit, place: Place) -> float:
    """What it is worth for a unit to stand there at the end of its move."""
    if unit.is_general:
        return _general_worth(state, unit, place)
    here = place.pose.x, place.pose.y
    shape = box(*place.pose, *size(state, unit, place.order))
    as_placed = _in_order(unit, place.order)
    given, taken, fear, hope, nearest = 0.0, 0.0, 0.0, 0.0, NEAR
    own = figure_worth(state, as_placed)
    for there in standing(state, 1 - unit.side).near(bounds(shape), NEAR):
        enemy = state.units[there.id]
        rival = _rival(state, as_placed, enemy, place)
        apart = rival.apart
        nearest = min(nearest, apart)
        taken += rival.taken * own * rival.aims
        fear = max(fear, _fear(state, as_placed, enemy, apart))
        if rival.bears:
            given = max(given, rival.given * figure_worth(state, enemy))
            hope = max(hope, _hope(state, as_placed, enemy, apart))
    dare = ardour(state, unit.side)
    goal = goal_worth(state, as_placed, here) - _askew(state, unit, place.pose)
    if unit.is_gun:
        return gun_worth(state, unit, place.pose, place.moved) - 0.3 * taken / dare + goal
    if spent(unit):
        pull = 1.0 if stake(state, unit) else 0.4  # what holds a place goes on holding it
        return 1.1 * given - 0.8 * taken - 0.8 * fear + pull * goal - _unrallied(state, unit, here)
    worth = 1.1 * given - (0.6 * taken + 0.55 * fear) / dare + (0.5 if brawler(unit) else 0.3) * dare * hope
    worth -= WAIT * too_near(state, unit, shape) + masking(state, unit, place.order, shape)
    return worth + goal + _drift(unit, nearest)


@kept
def _in_order(unit: Unit, order: Order) -> Unit:
    return unit if unit.order is order else replace(unit, order=order)


def _askew(state: State, unit: Unit, pose: Pose) -> float:
    """Near the open edge a unit must face it squarely, or it will not get off. [M10]"""
    way_out = state.field.exit
    if way_out is None or way_out.side != unit.side:
        return 0.0
    x, y = on_stretch(way_out.edge, (pose.x, pose.y))
    out = outward(state.field, way_out.edge)
    apart = abs(pose.x - x) if out in (900, 2700) else abs(pose.y - y)
    if apart > 1200:
        return 0.0
    return 0.6 * abs(turn_between(pose.facing, out)) / 450 * (1200 - apart) / 1200


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


def _hope(state: State, unit: Unit, enemy: Unit, apart: int) -> float:
    """What a charge of one's own next turn would bring."""
    if unit.is_gun or apart > 2400 or unit.markers >= 2:
        return 0.0
    chance = reach_chance(unit, apart)
    return max(0.0, chance * bout(state, unit, enemy).gain)


def _unrallied(state: State, unit: Unit, here: Point) -> float:
    """What it costs a shaken unit to be out of its general's reach. [O5]"""
    if not unit.markers:
        return 0.0
    ways = [length(here, (u.x, u.y)) for u in state.of_side(unit.side) if u.is_general]
    return 0.05 * unit.markers * max(0, min(ways) - RALLY) / 100 if ways else 0.0


def _drift(unit: Unit, nearest: int) -> float:
    """Brawlers close in; shooters like to be in range of something."""
    pull = 0.035 if brawler(unit) else 0.012
    return -pull * max(0, nearest - 300) / 100


def _general_worth(state: State, unit: Unit, place: Place) -> float:
    """A general keeps near units that need him, with those that storm, and away from enemies. [84, N6]"""
    here = place.pose.x, place.pose.y
    stays = unit.joined is not None and not place.moved
    worth = 0.3 if stays else 0.0
    for friend in state.of_side(unit.side):
        apart = length(here, (friend.x, friend.y))
        if friend.markers and apart <= RALLY + 200:
            worth += 0.6 * friend.markers
        worth -= 0.004 * apart / 100
        if may_lead(state, friend):
            worth -= 0.01 * apart / 100
    for enemy in () if stays else state.of_side(1 - unit.side):
        apart = length(here, (enemy.x, enemy.y))
        if apart < 800:
            worth -= 1.5
        elif apart < 1400:
            worth -= 0.3
    return worth + (goal_worth(state, unit, here) if state.field.exit is not None else 0.0)


def may_lead(state: State, unit: Unit) -> bool:
    """Whether a general should go in with a unit: it storms, and is the best that does. [N2, 74]"""
    garrisons = storms(state, unit.side)
    if not garrisons or not may_storm(unit):
        return False
    best = max((u for u in state.of_side(unit.side) if may_storm(u)), key=_leads)
    return best.id == unit.id


def _leads(unit: Unit) -> tuple[bool, int, int, int]:
    """Whom a general had best be with: steady, trained, strong."""
    return not unit.raw, -unit.markers, unit.figures, -unit.id


def stay_worth(state: State, unit: Unit) -> float:
    """What it is worth to stay as one is."""
    return place_worth(state, unit, Place(Pose(unit.x, unit.y, unit.facing), unit.order, unit.today.moved))


def march_prospect(state: State, unit: Unit, brief: bool = False) -> float:
    """How much better a place a unit may hope to reach, before its dice are thrown; briefly: ahead and to its goal."""
    return _prospect(Outlook(state, unit), brief)


class Outlook:
    """A unit and all that decides how it could better its place: the same for as long as only its friends move about."""

    __slots__ = ("known_by", "state", "unit")

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit
        fighting = {i for contact in state.contacts for i in (contact.attacker, contact.defender)}
        # A general looks after his friends, so he minds where they are.
        others = [
            u
            for u in state.units
            if unit.is_general or u.side != unit.side or u.is_general or u.id in fighting
        ]
        side = unit.side
        ours = ardour(state, side), storms(state, side), fire_lanes(state, side), ordered(state, side)
        self.known_by = state.field, state.options, state.turn, state.contacts, ours, unit, tuple(others)

    def __hash__(self) -> int:
        return hash(self.known_by)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outlook) and self.known_by == other.known_by


@lru_cache(maxsize=4096)
def _prospect(outlook: Outlook, brief: bool) -> float:
    state, unit = outlook.state, outlook.unit
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
    enemies = sorted((length(here, (u.x, u.y)), u.id, u) for u in state.of_side(1 - unit.side))
    wanted = [unit.facing]
    wanted += [heading(here, (u.x, u.y)) for _, _, u in enemies[:2] if (u.x, u.y) != here]
    wanted += [heading(here, goal.at) for goal in goals(state, unit)[:2] if goal.at != here]
    if enemies and not brawler(unit):
        nearest = enemies[0][2]
        wanted.append((heading(here, (nearest.x, nearest.y)) + 1800) % 3600)
    return list(dict.fromkeys(wanted))


__all__ = ["Place", "march_prospect", "may_lead", "place_worth", "stay_worth"]
