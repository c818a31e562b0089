"""Trains: behind those who are short, never before them; where to come up, whom to fill. [F-26, F-28]"""

from __future__ import annotations

from grognard.engine.book import Look

from ..facts.ground import distance
from ..facts.supply import served, short_of
from ..state import State, Unit
from ..tables.supply import SUPPLY
from ..words import Arm, Order
from .aims import enemies, nearest

SAFE = 3
"""So near to the enemy no waggon goes of its own will, if it need not."""
RAID, HELP = 3, 6
"""So near to waggons or a depot an enemy is about to fall upon them; so far one turns back to help."""
BEHIND = 3
"""How far behind the nearest friends waggons follow that nobody needs yet."""


def needed(unit: Unit) -> float:
    """What it is worth to fill a unit: guns shoot far and often."""
    return 0.8 if unit.arm is Arm.ART else 0.4


def march(state: State, train: Unit, there: int) -> float:
    """Within reach of the nearest who is short, else behind its friends; away from the enemy first of all."""
    danger = max(0, SAFE - nearest(state, train.side, there)) - max(
        0, SAFE - nearest(state, train.side, train.hex)
    )
    return 0.4 * (_way(state, train, train.hex) - _way(state, train, there)) - 1.2 * danger


def _way(state: State, train: Unit, here: int) -> int:
    """How far a hex still is from where the train would be of use."""
    short = [unit.hex for unit in short_of(state, train.side)]
    reach = SUPPLY["reach"]
    if not short:
        reach = BEHIND
        short = [
            stack[0].hex
            for stack in state.stacks(train.side)
            if not stack[0].train and stack[0].order is not Order.ROUTED
        ]
    return max(0, min([distance(state.field, here, there) for there in short], default=0) - reach)


def guard(state: State, unit: Unit, there: int) -> int:
    """How much nearer a step comes to enemies about to fall upon waggons or a depot, for who is near enough to help. [F-26, F-27]"""
    if unit.side not in state.field.supply or unit.arm is Arm.ART or not unit.good:
        return 0
    raiders = [
        foe.hex
        for foe in enemies(state, unit.side)
        if foe.good and not foe.train and distance(state.field, foe.hex, unit.hex) <= HELP
    ]
    charges = _charges(state, unit.side)
    near = [here for here in raiders if any(distance(state.field, here, each) <= RAID for each in charges)]
    now = min([distance(state.field, unit.hex, here) for here in near], default=0)
    return now - min([distance(state.field, there, here) for here in near], default=0)


def _charges(state: State, side: int) -> list[int]:
    """The hexes of a side's trains, and of its depot."""
    found = [unit.hex for unit in state.units if unit.train and unit.side == side and unit.on_map]
    return [*found, state.field.depots[side]]


def come_up(look: Look, there: int) -> float:
    """On the side of its friends, and of those who are short."""
    state: State = look.position.state
    train = state.units[look.ask.about if look.ask.about is not None else 0]
    return 1.0 - 0.05 * _way(state, train, there)


def hand_out(look: Look, unit: int) -> float:
    """As soon as it fills guns or two battalions, or may be caught with its load."""
    state: State = look.position.state
    train = state.units[unit]
    worth = sum(needed(state.units[one]) for one in served(state, train))
    return worth + 0.3 * (nearest(state, train.side, train.hex) < SAFE)


def refill(look: Look, unit: int) -> float:
    """Guns, then those in the thick of it."""
    state: State = look.position.state
    each = state.units[unit]
    return 1.0 + needed(each) - 0.02 * nearest(state, each.side, each.hex)


def catch_breath(look: Look, unit: int) -> float:
    """The most tired Formation."""
    state: State = look.position.state
    return 1.0 + 0.1 * state.commands[state.units[unit].command].fatigue


def break_down(look: Look, unit: int) -> float:
    """The train that is needed least: the farthest from the enemy."""
    state: State = look.position.state
    train = state.units[unit]
    far = min([distance(state.field, train.hex, foe.hex) for foe in enemies(state, train.side)], default=20)
    return 1.0 + 0.05 * far
