"""Fire, assaults, charges and what follows them. [F-13.3, F-16.1, F-17.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.book import Look

from ..advice.chances import assault_worth, charge_worth, shot_worth, weight
from ..facts.assault import approaches, reached
from ..facts.command import chief, command_range
from ..facts.fire import bounce, target_hex
from ..facts.ground import distance
from ..facts.stacks import aspect
from ..state import State, Unit
from ..words import Arm, Formation, Order
from .aims import nearest, wanted, weak
from .marching import acting

F = Formation


def fire(look: Look, pair: tuple[int, int]) -> float:
    """The more the shot is worth the better; not where it bounds on into friends."""
    state: State = look.position.state
    unit, target = state.units[pair[0]], state.units[pair[1]]
    there = target_hex(state, unit, target)
    worth = shot_worth(state, unit, target)
    if unit.arm is Arm.ART:
        beyond = [state.at[here][0].side for here in bounce(state, unit, there) if here in state.at]
        worth += 0.3 * (1 - unit.side in beyond) - 1.0 * (beyond != [] and set(beyond) == {unit.side})
    return 1.2 + worth if worth > 0 else -1.0


def shoot(look: Look, _: Any) -> float:
    """Seldom wrong."""
    return 1.0


def bound(look: Look, there: int) -> float:
    """Into the enemy, or nobody."""
    stack = look.position.state.at.get(there)
    return 0.0 if stack is None else weight(stack) * (1 if stack[0].side != look.side else -1)


def assault(look: Look, _: Any) -> float:
    """Where it is worth more than a volley, alone or with others who go in."""
    state: State = look.position.state
    unit = acting(look)
    stack = state.stack_of(unit)
    best = -1.0
    for target in reached(state, stack):
        spot = approaches(state, stack, target)[0]
        others = tuple(
            other
            for other in state.stacks(unit.side)
            if other[0].fb and other[0].id != unit.id and target in reached(state, other)
        )[:2]
        worth = assault_worth(state, (stack, *others), target, spot)
        worth += 0.25 * wanted(state, unit.side, target[0].hex)
        best = max(best, worth)
    return 1.2 + 0.8 * best if best > 0.4 else -1.0


def assault_target(look: Look, target: int) -> float:
    """The weakest of them."""
    state: State = look.position.state
    unit = state.units[target]
    return 1.0 * weak(unit) - 0.05 * unit.halves + 0.1 * wanted(state, look.side, unit.hex)


def go_by(look: Look, there: int) -> float:
    """By the side the enemy does not face."""
    state: State = look.position.state
    target: Unit = state.units[look.position.agenda[-1].env.target]
    worth = {"front": 0.0, "flank": 2.0, "rear": 3.0}
    return worth[aspect(state, target, there)]


def straggle(look: Look, unit: int) -> float:
    """Whoever can best spare it."""
    state: State = look.position.state
    return 0.1 * state.units[unit].halves


def charge(look: Look, pair: tuple[int, int]) -> float:
    """Broken stacks, guns, flanks; never a Square, nor for nothing. [F-17.1]"""
    state: State = look.position.state
    unit, target = state.units[pair[0]], state.units[pair[1]]
    if target.formation is F.SQUARE or (target.formation is F.GENERAL and target.arm is Arm.INF):
        return -2.0
    return charge_worth(state, state.stack_of(unit), state.stack_of(target))


def gallop(look: Look, there: int) -> float:
    """Straight on."""
    env = look.position.agenda[-1].env
    one = env.riders[env.at]
    state: State = look.position.state
    direction = state.field.grid.direction_between(state.units[one.unit].hex, there)
    return 1.0 + 0.5 * (bool(one.path) and one.path[-1] == direction)


def recall(look: Look, _: Any) -> float:
    """From a Square."""
    env = look.position.agenda[-1].env
    target = look.position.state.units[env.riders[env.at].target]
    return 2.0 if target.formation is F.SQUARE else -1.0


def charge_back(look: Look, unit: int) -> float:
    """If the enemy is not stronger."""
    env = look.position.agenda[-1].env
    state: State = look.position.state
    foe = state.units[env.riders[env.at].unit]
    return 0.8 if state.units[unit].strength >= foe.strength else 0.2


def chase(look: Look, there: int) -> float:
    """Not farther than is safe."""
    state: State = look.position.state
    return 0.5 * min(4, nearest(state, look.side, there)) + 0.01 * there / (1 + len(state.field.terrain))


def run(look: Look, there: int) -> float:
    """Home, not through friends."""
    state: State = look.position.state
    return -1.0 * (there in state.at) - 0.1 * distance(state.field, there, state.field.depots[look.side])


def _astray(state: State, unit: int, there: int) -> float:
    """How far beyond its leader's range a hex lies."""
    head = chief(state, state.units[unit])
    if head is None or not head.on_map:
        return 0.0
    return max(0, distance(state.field, there, head.hex) - command_range(state, head))


def regroup(look: Look, there: int) -> float:
    """Well away, and in command."""
    state: State = look.position.state
    unit: int = look.position.agenda[-1].env.regroup[0]
    return min(5, nearest(state, look.side, there)) - 0.5 * _astray(state, unit, there)


def draw_off(look: Look, pair: tuple[int, int]) -> float:
    """Away from the enemy if he is close, but in command."""
    state: State = look.position.state
    here = nearest(state, look.side, state.units[pair[0]].hex)
    away = min(5, nearest(state, look.side, pair[1])) - min(5, here)
    return 0.1 * away + 0.15 - 0.1 * _astray(state, pair[0], pair[1])


def rally(look: Look, unit: int) -> float:
    """Always, but the poorly trained only if they stand a chance."""
    each = look.position.state.units[unit]
    return -0.5 if each.poor and each.order is Order.ROUTED and each.tem < 6 else 1.0
