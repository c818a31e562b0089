"""Fire, assaults, charges and what follows them. [F-13.3, F-16.1, F-17.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.book import Look
from grognard.engine.flow import replace
from grognard.geometry.hexarcs import turned

from ..facts.assault import FARTHEST, MOST_STACKS, approaches, marked, reached, worst_aspect
from ..facts.checks import tally
from ..facts.command import chief, command_range
from ..facts.fire import bounce, target_hex
from ..facts.ground import distance
from ..facts.stacks import Stack, aspect
from ..state import State, Unit
from ..words import Arm, Formation, Order, Trial
from .aims import enemies, nearest, wanted, weak
from .chances import assault_worth, chance, charge_worth, shot_worth, weight
from .marching import acting

F = Formation
WORST = ("front", "flank", "rear")
"""Where one is struck, from good to bad."""
HOPED = 0.6
"""How far one counts on friends who may still mark themselves for the same assault."""
WORTH_IT = 0.4
"""An assault worth less is not made."""


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


def shoot(look: Look, unit: int) -> float:
    """Seldom wrong; with whom it hurts most."""
    state: State = look.position.state
    movers = [state.units[one] for one in look.position.agenda[-1].env.units if state.units[one].on_map]
    if look.brief or not movers:
        return 1.0
    return 0.5 + shot_worth(state, state.units[unit], min(movers, key=lambda each: each.seat))


def volley(look: Look, pair: tuple[int, int]) -> float:
    """At those who come on; where it hurts most."""
    state: State = look.position.state
    return 0.5 + (0.5 if look.brief else shot_worth(state, state.units[pair[0]], state.units[pair[1]]))


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
        sure, hoped = _beside(state, unit, target)
        worth = assault_worth(state, (stack, *sure), target, spot)
        if hoped and len(sure) < MOST_STACKS - 1:
            together = (stack, *(*sure, *hoped)[: MOST_STACKS - 1])
            worth = max(worth, (1 - HOPED) * worth + HOPED * assault_worth(state, together, target, spot))
        worth += 0.25 * wanted(state, unit.side, target[0].hex)
        best = max(best, worth)
    return 1.2 + 0.8 * best if best > WORTH_IT else -1.0


def _beside(state: State, unit: Unit, target: Stack) -> tuple[tuple[Stack, ...], tuple[Stack, ...]]:
    """Who else goes in against a stack, and who still might this turn."""
    sure: list[Stack] = []
    hoped: list[Stack] = []
    for other in state.stacks(unit.side):
        top = other[0]
        if top.id == unit.id or top.arm is not Arm.INF or not top.good or (top.acted and not top.fb):
            continue
        if distance(state.field, top.hex, target[0].hex) > FARTHEST or target not in reached(state, other):
            continue
        (sure if top.fb else hoped).append(other)
    return tuple(sure[: MOST_STACKS - 1]), tuple(hoped)


def assault_target(look: Look, target: int) -> float:
    """Whom those who are marked do most to."""
    state: State = look.position.state
    unit = state.units[target]
    stack = state.stack_of(unit)
    going = tuple(each for each in marked(state, look.side) if stack in reached(state, each))[:MOST_STACKS]
    worth = 0.0
    if going:
        spots = approaches(state, going[0], stack)
        worth = assault_worth(state, going, stack, spots[0]) if spots else 0.0
    return 0.5 * worth + 0.5 * weak(unit) + 0.1 * wanted(state, look.side, unit.hex)


def send(look: Look, unit: int) -> float:
    """Everybody who may: two on one."""
    state: State = look.position.state
    return 1.0 + 0.02 * state.units[unit].halves


def charge_home(look: Look, _: Any) -> float:
    """When all who may go in are told to."""
    return 0.5


def withdraw(look: Look, there: int) -> float:
    """A Screen, horse or limbered guns do not wait for bayonets, unless they hold ground."""
    state: State = look.position.state
    unit: Unit = state.units[look.position.agenda[-1].env.target]
    stays = wanted(state, 1 - unit.side, unit.hex) or unit.formation is not F.SCREEN
    away = min(4, nearest(state, look.side, there))
    return (0.2 if stays else 0.6) + 0.06 * away - 0.1 * _astray(state, unit.id, there)


def turn_to_meet(sixth: int) -> Any:
    """To the side they come from: a check that fails leaves it as it was. [F-16.4]"""

    def rated(look: Look, _: Any) -> float:
        state: State = look.position.state
        env = look.position.agenda[-1].env
        stack = state.stack_of(state.units[env.target])
        once = replace(stack[0], facing=turned(stack[0].facing, sixth))
        gain = WORST.index(worst_aspect(state, stack[0], env.spots)) - WORST.index(
            worst_aspect(state, once, env.spots)
        )
        passes = chance(tally(state, stack, Trial.TURN).total, stack[0].tem)
        return 0.5 + gain * passes

    return rated


def pursue(look: Look, _: Any) -> float:
    """Unless fresh enemies wait behind the beaten."""
    state: State = look.position.state
    unit = state.units[look.position.agenda[-1].env.now]
    fresh = sum(
        foe.good and not foe.spent and distance(state.field, foe.hex, unit.hex) <= 3
        for foe in enemies(state, look.side)
    )
    return 0.75 - 0.15 * fresh


def occupy(look: Look, unit: int) -> float:
    """The freshest takes the ground."""
    state: State = look.position.state
    return 1.0 + 0.02 * state.units[unit].halves


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
