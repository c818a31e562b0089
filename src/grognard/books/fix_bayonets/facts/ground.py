"""The map: terrain, levels, roads, prices of a hex, numbers for assaults, sight. [F-5.1, F-7, F-12.1]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.memo import kept
from grognard.geometry.hexsight import Relief, screens

from ..state import Battlefield, State, Unit
from ..tables.limits import CLEAR_SIGHT, STATUS, TERRAIN, WEATHER, Ground
from ..words import OPEN_ORDER, Arm, Cover, Formation, Weather

UP = {Arm.INF: 2, Arm.CAV: 2, Arm.ART: 4}
"""What an up-slope side costs more, in halves. [F-7]"""
STEEP = 6
SADDLE = 1
"""Half a level. [F-12.1a]"""
BODY = 1
"""How high a formed stack stands, in half levels. [F-12.1]"""


def ground(field: Battlefield, here: int) -> Ground:
    """What the terrain of a hex does. [F-7]"""
    return TERRAIN[field.terrain[here]]


def level(field: Battlefield, here: int) -> int:
    """How high a hex lies. [F-5.4]"""
    return ground(field, here).level


def cover(field: Battlefield, here: int) -> Cover:
    """How well a hex protects. [F-7.4]"""
    for there, grade in field.cover:
        if there == here:
            return Cover(grade)
    return ground(field, here).cover


def on_road(field: Battlefield, here: int, there: int) -> bool:
    """Whether a road runs from one hex to the next. [F-7.2]"""
    return (here, there) in _roads(field)


@kept
def _roads(field: Battlefield) -> frozenset[tuple[int, int]]:
    return frozenset(field.roads) | frozenset((b, a) for a, b in field.roads)


def distance(field: Battlefield, here: int, there: int) -> int:
    """How many hexes apart. [F-5.1a]"""
    return field.grid.distance(here, there)


def distances(field: Battlefield, here: int) -> tuple[int, ...]:
    """How far every hex is from one, by number: for those who ask about many. [F-5.1a]"""
    return field.grid.distances(here)


def within(field: Battlefield, here: int, spots: Iterable[int], most: int) -> bool:
    """Whether one of some hexes is at most so far from a hex. [F-5.1a]"""
    far = field.grid.distances(here)
    return min([far[spot] for spot in spots], default=most + 1) <= most


@kept(most=1 << 15)
def price(field: Battlefield, arm: Arm, formation: Formation, here: int, there: int) -> int | None:
    """What entering the next hex costs, in halves of MCF; None if it may not be entered. [F-7.2, F-7.3, F-10.1]"""
    land = ground(field, there)
    road = on_road(field, here, there)
    if road and formation in (Formation.ROAD, Formation.LIMBERED):
        return 1
    if arm is Arm.ART and (land.guns is None or (land.forced and formation is not Formation.LIMBERED)):
        return None
    base = {Arm.INF: land.foot, Arm.CAV: land.horse, Arm.ART: land.guns}[arm]
    assert base is not None
    cost = 2 if there in field.bridges else 2 * base
    rise = level(field, there) - level(field, here)
    if abs(rise) >= 2:
        if arm is Arm.ART:
            return None
        cost += STEEP
    elif rise == 1:
        cost += UP[arm]
    if formation is Formation.LINE:
        cost += 2 * STATUS["line"].per_hex  # STA-05
    return cost


def number(field: Battlefield, attacker: int, defender: int) -> int:
    """The number an assaulter adds and a receiver takes off: several add, to at most 3. [F-7.1, ASR-01]"""
    total = ground(field, defender).number
    if field.terrain[attacker] == "~" and field.terrain[defender] != "~":
        total += 1
    if level(field, defender) > level(field, attacker):
        total += 1
    return min(3, total)


@kept(of=("weather",))
def visibility(state: State) -> int:
    """How far one sees this turn. [F-12.3, R-48]"""
    return min(
        (WEATHER[kind].visibility for kind in state.weather if kind is not Weather.CLEAR), default=CLEAR_SIGHT
    )


@kept
def _relief(field: Battlefield) -> Relief:
    lands = [TERRAIN[letter] for letter in field.terrain]
    return Relief(field.grid, tuple(2 * land.level for land in lands), tuple(land.height for land in lands))


@kept(most=1 << 15)
def _screens(field: Battlefield, here: int, there: int, saddle: bool) -> tuple[frozenset[int], ...]:
    """Where a formed stack would stand in the way, on each way the land leaves free. [F-12.1]"""
    return screens(_relief(field), here, there, height=BODY, eye=SADDLE * saddle)


@kept(of=("units",))
def _bodies(state: State, own: tuple[int, ...]) -> frozenset[int]:
    """The hexes of formed stacks of 2 or more steps, but for those of some Formations. [F-12.1]"""
    return frozenset(
        [here for here, units in state.at.items() if units[0].command not in own and in_the_way(units)]
    )


def in_the_way(stack: tuple[Unit, ...]) -> bool:
    """Whether a stack is a formed one of 2 or more steps, past which one does not see. [F-12.1]"""
    top = stack[0]
    return top.good and top.formation not in OPEN_ORDER and sum([unit.halves for unit in stack]) >= 4


def seen(state: State, here: int, there: int, *, saddle: bool = False, own: tuple[int, ...] = ()) -> bool:
    """Whether one hex sees another. `own` are Formations that never block. [F-12.1, F-12.1a, F-12.2, F-5.1b]"""
    if distance(state.field, here, there) > visibility(state):
        return False
    ways = _screens(state.field, here, there, saddle)
    if not ways or not ways[0]:
        return bool(ways)
    bodies = _bodies(state, own)
    return any(bodies.isdisjoint(way) for way in ways)
