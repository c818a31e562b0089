"""What things are worth, in points: figures, volleys, ground to be had."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tasks import Duty
from grognard.geometry.angles import ahead, heading

from ..facts.ground import land_of
from ..facts.shooting import SILENT, Firing, Volley, evasion_die, evasion_need
from ..facts.victory import fleeing_points, lost_points, points
from ..state import Point, Prize, State, Unit, centre
from ..tables.points import GUNS
from ..tables.shooting import DIFFICULTY, FIRING, die_of
from ..words import RIFLES, Arm, Band, Cover, Trait

FLIGHT = 0.5
"""What a fleeing unit still is worth to its side."""
WARY = 0.35
"""How much harm weighs against what a place promises."""
OFF_THE_BRIDGE = 600
"""How far behind the middle of a bridge its engineers wait: on their own bank, near enough to lay charges."""
SAFE = 60
"""A unit of so many figures is never met; keeps sizes within bounds."""
LEAD = 3000
"""How far ahead of wagons their escort should be."""
WAGON = 25.0
"""What one wound of a wagon is worth: four of them wreck it. [S4]"""


class Goal(NamedTuple):
    """Where a unit should go."""

    spot: Point
    worth: float
    """Of a centimetre nearer."""
    duty: Duty
    """What it is to do there."""
    place: str | int
    """What is there: ground by its name, somebody by his number, or the way off the table."""


OFF = "off"
"""The way off the table."""


def standing(state: State, side: int) -> float:
    """How well a side stands: scenario points, losses, flights."""
    score = points(state)
    lead = score[side] - score[1 - side]
    mine, theirs = (lost_points(state, s) + FLIGHT * fleeing_points(state, s) for s in (side, 1 - side))
    return 0.6 * lead + theirs - mine


def price(unit: Unit) -> float:
    """What one figure is worth."""
    if unit.arm is Arm.WAGON:
        return WAGON
    if unit.is_command:
        return float(unit.price) / max(1, unit.size)
    if unit.gun is not None and not unit.gun.taken and unit.size:
        return unit.price + 0.3 * GUNS[unit.gun.calibre] / unit.size
    return float(unit.price)


def fails(target: Unit, cover: Cover) -> float:
    """The chance that one hit removes a figure."""
    return _fails(evasion_die(target), target.ev, cover)


@lru_cache(maxsize=256)
def _fails(die: int, ev: int, cover: Cover) -> float:
    return min(evasion_need(ev, cover) - 1, die) / die


def volley_worth(state: State, volley: Volley) -> float:
    """Points a volley may be expected to cost its target, with what its nerve may cost."""
    target = state.units[volley.target]
    pool = volley.pool()
    hits = sum(n * min(pool.sides, max(0, pool.sides + 1 - need)) / pool.sides for n, need in pool.groups)
    lost = min(float(target.size), hits * fails(target, volley.cover))
    return lost * price(target) + _nerve(target, lost)


def _nerve(target: Unit, lost: float) -> float:
    """Losses of a quarter bring a test, and flight with it."""
    if target.is_command or target.arm is Arm.WAGON:
        return 0.0
    share = lost / max(1, target.size)
    return max(0.0, min(1.0, 2 * share - 0.2)) * 0.25 * price(target) * target.size


@lru_cache(maxsize=4096)
def hit_chance(die: int, formed: bool, band: Band, cavalry: bool) -> float:
    """The chance that one shot hits."""
    if not die:
        return 0.0
    plus = FIRING.tally(Firing(die, formed, at_cavalry=cavalry)).total
    sides = die_of(die, formed)
    return min(sides, max(0, sides + 1 - (DIFFICULTY[band] - plus))) / sides


@kept
def shooters_of(unit: Unit) -> int:
    """How many of its figures fire. [N1]"""
    return sum([f.role not in SILENT for f in unit.figures])


def fire_in(unit: Unit, target: Unit, band: Band, cover: Cover, most: int = SAFE) -> float:
    """About what a unit's fire costs a target in a band, so many at most firing."""
    shots = min(most, shooters_of(unit)) * (0.5 if unit.mounted else 1.0)
    if band is Band.SHORT and unit.formed and Trait.DOUBLE in unit.traits:
        shots += min(unit.files, shots)
    lost = shots * hit_chance(unit.fire, unit.formed, band, target.mounted) * fails(target, cover)
    lost = min(float(target.size), lost)
    return lost * price(target) + _nerve(target, lost)


def goals(state: State, unit: Unit) -> list[tuple[Point, float]]:
    """Where a unit should go, with what a centimetre nearer is worth."""
    return [(goal.spot, goal.worth) for goal in aims(state, unit)]


def aims(state: State, unit: Unit) -> list[Goal]:
    """Where a unit should go, and what for."""
    found: list[Goal] = []
    for way_out in state.field.exits:
        if way_out.side == unit.side and (not way_out.units or unit.key in way_out.units):
            worth = way_out.points * max(1, unit.size) + price(unit) * unit.size * way_out.share / 100
            found.append(Goal(nearest_on(way_out.edge, centre(unit)), worth / 60, Duty.TAKE, OFF))
    late = state.turn / max(1, state.field.turns)
    for prize in state.field.prizes:
        if prize.kind in ("house", "area") and unit.arm in (Arm.FOOT, Arm.HORSE) and not unit.is_command:
            spot = _named(state, prize.area)
            if spot is not None:
                hold = 1.0 if prize.side in (None, unit.side) else 0.7
                worth = hold * prize.points / 150 * (0.6 + late)
                found.append(Goal(spot, worth, Duty.TAKE, prize.area))
        if prize.kind == "bridge" and prize.area not in state.down:
            found += _at_the_bridge(state, unit, prize, late)
    if unit.arm in (Arm.FOOT, Arm.HORSE) and not unit.is_command:
        found += _quarry(state, unit)
    return found


def _at_the_bridge(state: State, unit: Unit, prize: Prize, late: float) -> Iterator[Goal]:
    """Engineers go to the bridge they are to blow, and wait on their own bank; the enemy wants to have it. [D2, D7]"""
    spot = _named(state, prize.area)
    if unit.arm not in (Arm.FOOT, Arm.HORSE) or unit.is_command or spot is None:
        return
    if prize.side != unit.side:
        yield Goal(spot, prize.points / 150 * (0.6 + late), Duty.TAKE, prize.area)
    elif Trait.ENGINEER in unit.traits:
        home = nearest_on(state.field.sides[unit.side].home, spot)
        yield Goal(ahead(*spot, heading(spot, home), OFF_THE_BRIDGE), 3.0, Duty.TAKE, prize.area)


def _quarry(state: State, unit: Unit) -> list[Goal]:
    """Wagons and couriers that must not get through; and one's own, who want company."""
    found: list[Goal] = []
    for way_out in state.field.exits:
        if not way_out.units:
            continue
        for each in state.units:
            if each.key not in way_out.units or each.side != way_out.side or not each.on_table:
                continue
            if not each.figures or each.id == unit.id:
                continue
            if each.side != unit.side:
                found.append(Goal(centre(each), 1.5, Duty.TAKE, each.id))
            elif each.arm is Arm.WAGON and unit.id == _guard(state, each):
                found.append(Goal(centre(each), 3.0, Duty.SUPPORT, each.id))
            elif each.arm is Arm.WAGON:
                ahead = _ahead_of(centre(each), nearest_on(way_out.edge, centre(each)))
                found.append(Goal(ahead, 0.6, Duty.SCREEN, each.id))
    return found


def _guard(state: State, wagons: Unit) -> int:
    """The troops nearest to wagons stay beside them. [S5]"""
    x, y = centre(wagons)
    near = [
        ((centre(u)[0] - x) ** 2 + (centre(u)[1] - y) ** 2, u.id)
        for u in state.standing(wagons.side)
        if u.arm in (Arm.FOOT, Arm.HORSE) and u.figures and not u.is_command and not u.fleeing
    ]
    return min(near, default=(0, -1))[1]


def _ahead_of(spot: Point, end: Point) -> Point:
    """Where an escort belongs: on the way before those it sees through."""
    dx, dy = end[0] - spot[0], end[1] - spot[1]
    whole = max(1, round((dx * dx + dy * dy) ** 0.5))
    lead = min(LEAD, whole)
    return spot[0] + dx * lead // whole, spot[1] + dy * lead // whole


def wary(state: State, unit: Unit) -> float:
    """How much harm weighs: wagons with time to spare wait for the way to be cleared."""
    if unit.arm is not Arm.WAGON:
        return WARY
    way = min(
        (max(abs(x - centre(unit)[0]), abs(y - centre(unit)[1])) for (x, y), _ in goals(state, unit)),
        default=0,
    )
    spare = state.field.turns - state.turn - way / 1400
    return 2 * WARY if spare > 2 else 0.4 * WARY


def nearest_on(edge: tuple[Point, Point], spot: Point) -> Point:
    """The point of an upright or level stretch of edge nearest to a spot."""
    (ax, ay), (bx, by) = edge
    return min(max(spot[0], min(ax, bx)), max(ax, bx)), min(max(spot[1], min(ay, by)), max(ay, by))


def _named(state: State, name: str) -> Point | None:
    land = land_of(state)
    for house in land.houses:
        if house.name == name:
            n = len(house.poly)
            return sum(p[0] for p in house.poly) // n, sum(p[1] for p in house.poly) // n
    for area in land.areas:
        if area.name == name:
            return (area.around[0] + area.around[2]) // 2, (area.around[1] + area.around[3]) // 2
    return None


def wants_to_close(unit: Unit) -> float:
    """How much nearer to the enemy is better: horse and good fighters close, rifles stand off."""
    if unit.arm is Arm.WAGON or unit.is_command:
        return 0.0
    if unit.weapon in RIFLES:
        return 0.4
    return 0.9 if unit.mounted else 0.7


def best_gap(unit: Unit) -> int:
    """The gap a unit likes to an enemy."""
    if unit.weapon in RIFLES:
        return 2400
    if unit.mounted:
        return 2000
    return 1200 if unit.formed or not unit.open_order else 1700


@kept
def boldness(state: State, side: int) -> float:
    """Who is behind on points must come on, the more the later it is."""
    score = points(state)
    behind = score[side] - score[1 - side] < 50
    late = state.turn / max(1, state.field.turns)
    return 1.0 + 2.0 * late if behind else 0.6
