"""How good it is for a unit to stand somewhere. Numbers here are judgement, not rules."""

from __future__ import annotations

from typing import NamedTuple

from grognard.books.valour_and_fortitude.facts.bodies import Stand, form_of, stand
from grognard.books.valour_and_fortitude.facts.ground import feature, land_of, occupant
from grognard.books.valour_and_fortitude.facts.layout import shapes
from grognard.books.valour_and_fortitude.facts.shooting import carbines
from grognard.books.valour_and_fortitude.facts.sight import shapes_in_arc
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Arm, Form, Special
from grognard.field.angles import heading, turn_between
from grognard.field.arcs import poly_in_arc
from grognard.field.gaps import gap, length
from grognard.field.points import Point, Poly

CLOSE = 1800
"""Nearer than this to enemies a unit thinks of fighting, farther off of marching."""


class Scape(NamedTuple):
    """What a side looks at when it moves a unit: worked out once for each."""

    goal: Point
    want: float
    hold: bool
    enemies: tuple[tuple[Unit, tuple[Poly, ...], Point], ...]
    leader: Point | None


def centre_of(state: State, unit: Unit) -> Point:
    """Where a unit is, by its middle."""
    if unit.inside < 0:
        return unit.x, unit.y
    west, south, east, north = feature(state, unit.inside).around
    return (west + east) // 2, (south + north) // 2


def objective_worth(state: State, side: int, number: int) -> float:
    """What going for an objective is worth: those not ours most, ours if the enemy is near."""
    holder = state.holders[number]
    at = state.field.objectives[number].at
    near = min((length(at, centre_of(state, u)) for u in state.of_side(1 - side)), default=9999)
    if holder == side:
        return 0.8 if near < 1500 else 0.15
    return 1.4 if holder == 1 - side else 1.2


def goal_of(state: State, unit: Unit) -> tuple[Point, float, bool]:
    """Where a unit should go: its brigade's share of the objectives, or the nearest enemy."""
    brigade = state.of_brigade(unit.brigade) or (unit,)
    spots = [centre_of(state, u) for u in brigade]
    middle = sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
    best: tuple[float, Point, float, bool] | None = None
    for number, objective in enumerate(state.field.objectives):
        want = objective_worth(state, unit.side, number)
        far = (length(middle, objective.at) + 2 * length(centre_of(state, unit), objective.at)) // 3
        rate = want / (far + 700) / (1 + 0.5 * _claims(state, unit, number))
        if best is None or rate > best[0]:
            best = rate, objective.at, want, state.holders[number] == unit.side
    if best is not None:
        return best[1:]
    enemies = [centre_of(state, u) for u in state.of_side(1 - unit.side)]
    here = centre_of(state, unit)
    return (min(enemies, key=lambda p: length(here, p)), 1.0, False) if enemies else (here, 0.0, True)


def _claims(state: State, unit: Unit, number: int) -> int:
    """How many friends are nearer to an objective, beyond what enemies there call for."""
    at = state.field.objectives[number].at
    mine = length(centre_of(state, unit), at)
    friends = sum(
        length(centre_of(state, u), at) < min(mine, 1800) for u in state.of_side(unit.side) if u.id != unit.id
    )
    enemies = sum(length(centre_of(state, u), at) < 1500 for u in state.of_side(1 - unit.side))
    return max(0, friends - enemies)


def scape(state: State, unit: Unit) -> Scape:
    """Everything a place is judged by."""
    goal, want, hold = goal_of(state, unit)
    if state.turn >= state.turns - 1:
        want *= 1.5  # now or never
    enemies = tuple((u, shapes(state, u), centre_of(state, u)) for u in state.of_side(1 - unit.side))
    leader = state.brigade_leader(unit.brigade)
    return Scape(goal, want, hold, enemies, None if leader is None else (leader.x, leader.y))


def place_worth(state: State, unit: Unit, at: Stand, view: Scape) -> float:
    """How good it is to stand there so."""
    here = at.x, at.y
    far = length(here, view.goal)
    value = -view.want * min(far, 6000) / 1800
    if far <= 550:
        value += 0.35 * view.want
    near = [(gap(at.body, polys[0]), u, polys, mid) for u, polys, mid in view.enemies]
    near.sort(key=lambda row: row[0])
    nearest = near[0][0] if near else 9999
    value += _shape_worth(unit, at, nearest)
    value -= 0.25 * min(max(nearest - 900, 0), 3000) / 1800  # keep at the enemy
    for distance, enemy, polys, middle in near[:5]:
        if distance > 2600 and unit.arm is not Arm.ARTILLERY:
            break
        value += _facing_worth(state, unit, at, enemy, polys, middle, distance)
    if view.leader is not None and length(here, view.leader) > 1500:
        value -= 0.1
    if unit.arm is Arm.ARTILLERY and near and nearest < 700:
        value -= 0.6
    if unit.losses and nearest < 1200:
        value -= 0.35 * unit.losses / unit.tenacity
    return value


def _shape_worth(unit: Unit, at: Stand, nearest: int) -> float:
    """Columns to march, lines to fire, guns unlimbered in range."""
    how = form_of(at.shape)
    if unit.arm is Arm.ARTILLERY:
        in_range = nearest <= unit.profile.range - 200
        return 0.5 if (how is Form.LINE) == in_range else 0.0
    if how is Form.MARCH:
        return -0.1 if nearest > 2400 else -0.9
    if unit.arm is Arm.CAVALRY:
        return 0.1 if how is Form.LINE else 0.0
    if how is Form.SQUARE:
        return -0.35
    if nearest <= CLOSE:
        return {Form.LINE: 0.3, Form.ATTACK: 0.12, Form.OPEN: 0.18}.get(how, 0.0)
    return {Form.LINE: -0.15, Form.ATTACK: 0.15, Form.OPEN: 0.05}.get(how, 0.0)


def _facing_worth(
    state: State, unit: Unit, at: Stand, enemy: Unit, polys: tuple[Poly, ...], middle: Point, distance: int
) -> float:
    """What one enemy near means: to be shot at, to shoot, to be charged."""
    arcs = at.arcs(state.options.front_arc_half_angle)
    seen = any(poly_in_arc(arcs[i], p, edge=False) for i in (0, len(arcs) // 2, -1) for p in polys)
    value = 0.0
    reach = unit.profile.range or (1200 if carbines(unit) else 0)
    if seen and reach and distance <= reach:
        value += 0.16 * max(1, unit.profile.fire)
    exposed = enemy.inside >= 0 or shapes_in_arc(state, enemy, at.rims)
    if exposed:
        value -= _fire_danger(unit, enemy, distance, form_of(at.shape))
    if enemy.arm is Arm.CAVALRY and distance <= 1800 and unit.arm is not Arm.CAVALRY:
        value += _horse_danger(at, seen)
    if unit.arm is Arm.CAVALRY and distance <= 1700 and not exposed and enemy.arm is not Arm.CAVALRY:
        value += 0.25
    if not seen and distance <= 1200:
        turn = abs(turn_between(at.facing, heading((at.x, at.y), middle)))
        value -= 0.15 * turn / 1800
    return value


def _fire_danger(unit: Unit, enemy: Unit, distance: int, how: Form) -> float:
    if enemy.arm is Arm.ARTILLERY:
        if distance <= 1200 and enemy.has(Special.CANISTER):
            return 0.35 if how is not Form.OPEN else 0.2
        if distance <= enemy.profile.range:
            return 0.1 if how in (Form.ATTACK, Form.MARCH, Form.SQUARE) else 0.06
        return 0.0
    if enemy.profile.fire and distance <= enemy.profile.range:
        return 0.08 * enemy.profile.fire * (0.6 if how is Form.OPEN else 1.0)
    return 0.0


def _horse_danger(at: Stand, seen: bool) -> float:
    if form_of(at.shape) is Form.SQUARE:
        return 0.5
    if form_of(at.shape) is Form.OPEN:
        return -0.45
    return -0.1 if seen else -0.5


def feature_worth(state: State, unit: Unit, number: int) -> float:
    """What occupying a feature is worth."""
    if occupant(state, number) is not None:
        return -1.0
    value = 0.0
    for at, objective in enumerate(state.field.objectives):
        if objective.feature == number:
            value += 1.6 * objective_worth(state, unit.side, at)
    area = land_of(state).features[number]
    near = min(
        (gap(p, q) for u in state.of_side(1 - unit.side) for p in area.parts for q in shapes(state, u)),
        default=9999,
    )
    if unit.arm is Arm.INFANTRY and near <= 1800:
        value += 0.3
    if unit.arm is not Arm.INFANTRY:
        value -= 0.8
    return value


def stand_of(unit: Unit) -> Stand:
    """Where a unit stands."""
    return stand(unit)
