"""Stacks on the move: where, how formed, how faced. [F-10.1, F-10.2, F-10.3]"""

from __future__ import annotations

from typing import Any

from grognard.engine.book import Look
from grognard.engine.flow import replace
from grognard.geometry.hexarcs import to_side, to_vertex, turned

from ..facts.fire import targets
from ..facts.ground import distance
from ..facts.stacks import AT_CORNER
from ..state import State, Unit
from ..words import Arm, Formation, Order
from .aims import enemies, faces_enemy, goal, guns_upon, holds, horse_near, nearest, wanted

F = Formation
COVERED = 6
"""How near an enemy must be for infantry to stay with guns."""


def acting(look: Look) -> Unit:
    """The top of the stack that acts, of those of it still on the map."""
    state: State = look.position.state
    units: list[Unit] = [state.units[one] for one in look.position.agenda[-1].env.units]
    return min((unit for unit in units if unit.on_map), key=lambda unit: unit.seat)


def act(look: Look, unit: int) -> float:
    """Those nearest the enemy first, so that the others see what came of it."""
    state: State = look.position.state
    return 2.0 - 0.05 * nearest(state, look.side, state.units[unit].hex)


def act_alone(look: Look, unit: int) -> float:
    """Infantry leaves the guns it covered once no enemy is near; else nobody leaves his stack."""
    state: State = look.position.state
    each = state.units[unit]
    covers = each.arm is Arm.INF and any(one.arm is Arm.ART for one in state.stack_of(each))
    return 2.5 if covers and nearest(state, look.side, each.hex) > COVERED else -5.0


def march(look: Look, there: int) -> float:
    """Nearer to the goal; each arm in its own way. [F-11.3]"""
    state: State = look.position.state
    unit = acting(look)
    if unit.order is not Order.GOOD:
        return _back(state, unit, there)
    if unit.arm is Arm.CAV:
        return _ride(state, unit, there)
    if unit.arm is Arm.ART:
        near = nearest(state, unit.side, there)
        return 0.4 * _gain(state, unit, there) - 1.0 * max(0, 4 - near)
    return _advance(state, unit, there)


def _gain(state: State, unit: Unit, there: int) -> int:
    aim = goal(state, unit.side, unit.hex)
    return distance(state.field, unit.hex, aim) - distance(state.field, there, aim)


def _back(state: State, unit: Unit, there: int) -> float:
    """A shaken stack draws off, towards its depot."""
    depot = state.field.depots[unit.side]
    home = distance(state.field, unit.hex, depot) - distance(state.field, there, depot)
    away = nearest(state, unit.side, there) - nearest(state, unit.side, unit.hex)
    if nearest(state, unit.side, unit.hex) > 5:
        return -0.5
    return 0.4 * away + 0.25 * home - 0.4 * guns_upon(state, unit.side, unit.hex)


def _ride(state: State, unit: Unit, there: int) -> float:
    """Horse waits out of musket shot within reach of the enemy; once Spent, farther back."""
    near, now = nearest(state, unit.side, there), nearest(state, unit.side, unit.hex)
    shot_at = guns_upon(state, unit.side, there) - guns_upon(state, unit.side, unit.hex)
    if unit.spent:
        return 0.4 * (min(near, 6) - min(now, 6)) - 0.5 * shot_at - 0.05
    comfort = -abs(near - 4) + abs(now - 4)
    return 0.35 * comfort + 0.15 * _gain(state, unit, there) - 0.6 * shot_at


def _advance(state: State, unit: Unit, there: int) -> float:
    """Foot goes for its ground, but not out of a fight, nor off what it holds."""
    if there in state.at and state.at[there][0].arm is Arm.ART:  # cover guns that need it, else keep clear
        return 1.0 if nearest(state, unit.side, there) <= 2 else -1.0
    prize = wanted(state, unit.side, there)
    if prize:
        return 1.5 + 0.1 * prize - 0.15 * guns_upon(state, unit.side, there)
    now, near = nearest(state, unit.side, unit.hex), nearest(state, unit.side, there)
    if holds(state, unit) or unit.formation is F.SQUARE:
        return -1.0
    if now == 1 and (near > 1 or faces_enemy(state, unit)):
        return -0.6
    bullets = guns_upon(state, unit.side, there)
    return 0.6 * _gain(state, unit, there) + (0.5 if near == 1 else 0.0) - 0.15 * max(0, bullets - 1)


def turn(sixth: int) -> Any:
    """Worth it if the enemy comes into front by it, the less so under fire."""

    def rated(look: Look, _: Any) -> float:
        state: State = look.position.state
        unit = acting(look)
        if faces_enemy(state, unit) or nearest(state, unit.side, unit.hex) > 6:
            return -0.5
        fire = 0.1 * guns_upon(state, unit.side, unit.hex)
        once = replace(unit, facing=turned(unit.facing, sixth))
        if faces_enemy(state, once):
            return 1.0 - fire
        twice = faces_enemy(state, replace(unit, facing=turned(once.facing, sixth)))
        return (0.5 if twice else 0.2) - fire + (0.02 if sixth == 1 else 0.0)

    return rated


def face(look: Look, there: int) -> float:
    """Towards the nearest enemies, the more of them the better."""
    state: State = look.position.state
    unit = state.units[look.position.agenda[-1].env.unit]
    way = state.field.grid.direction_between(unit.hex, there) or 0
    corner = any(each.formation in AT_CORNER for each in state.stack_of(unit))
    looking = replace(unit, facing=to_vertex(way) if corner else to_side(way))
    gain = sum(
        (distance(state.field, unit.hex, foe.hex) - distance(state.field, there, foe.hex))
        / distance(state.field, unit.hex, foe.hex) ** 2
        for foe in enemies(state, unit.side)
    )
    return 1.0 * faces_enemy(state, looking) + gain


def form_line(look: Look, _: Any) -> float:
    """Foot with the enemy at hand, unless horse is about to ride it down."""
    state: State = look.position.state
    unit = acting(look)
    near = nearest(state, unit.side, unit.hex)
    if unit.arm is Arm.CAV or unit.formation is F.SCREEN:
        return -0.5
    if unit.formation is F.SQUARE and horse_near(state, unit):
        return -0.5
    return 2.5 if near <= 2 or (holds(state, unit) and near <= 6) else -0.5


def form_column(look: Look, _: Any) -> float:
    """To march, and out of Square or Screen when horse is gone or comes."""
    state: State = look.position.state
    unit = acting(look)
    if unit.formation is F.SCREEN:
        return 2.0 if horse_near(state, unit) else -0.5
    if unit.formation is F.SQUARE:
        return -0.5 if horse_near(state, unit) else 2.0
    far = nearest(state, unit.side, unit.hex) > 5
    return 1.5 if far and unit.formation is not F.COLUMN and not holds(state, unit) else -0.5


def form_square(look: Look, _: Any) -> float:
    """Fresh horse near and no foot or guns to fear."""
    state: State = look.position.state
    unit = acting(look)
    foot = any(
        foe.arm is not Arm.CAV and foe.good and distance(state.field, foe.hex, unit.hex) <= 3
        for foe in enemies(state, unit.side)
    )
    return 1.2 if horse_near(state, unit) and not foot else -1.0


def form_screen(look: Look, _: Any) -> float:
    """A handful of light infantry before the enemy's foot, if no horse is near."""
    state: State = look.position.state
    unit = acting(look)
    near = nearest(state, unit.side, unit.hex)
    ready = unit.arm is Arm.INF and unit.sv >= 2 and 2 <= near <= 4 and not horse_near(state, unit)
    return 1.2 if ready else -1.0


def unlimber(look: Look, _: Any) -> float:
    """Guns with somebody in front to shoot at."""
    state: State = look.position.state
    unit = replace(acting(look), formation=F.UNLIMBERED)
    near = nearest(state, unit.side, unit.hex)
    return 3.0 if near <= 6 and targets(state, unit) else -0.5


def limber(look: Look, _: Any) -> float:
    """Guns that see nobody go on."""
    state: State = look.position.state
    unit = acting(look)
    return 1.0 if not targets(state, unit) and nearest(state, unit.side, unit.hex) > 5 else -1.0


def detach(look: Look, there: int) -> float:
    """A Screen before the enemy comes close, where it meets him."""
    state: State = look.position.state
    unit = acting(look)
    near = nearest(state, unit.side, unit.hex)
    ready = 2 <= near <= 4 and unit.sv >= 2 and unit.steps >= 5 and not horse_near(state, unit)
    return 1.2 - 0.05 * nearest(state, unit.side, there) if ready else -1.0
