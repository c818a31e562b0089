"""Leaders: cards, orders, rides, where they stand. [OPS-01, F-9.3, OPS-04c]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.memo import kept
from grognard.engine.tasks import Duty

from ..facts.command import AREA, below, command_range, leader
from ..facts.ground import distance, distances
from ..state import State
from ..steps.env import Act, Assaults
from ..words import Order, Rank
from .aims import goal, nearest


def orders(look: Look, verb: str, domain: Any) -> Iterable[tuple[Move, float]]:
    """An objective for a leader who has none: the ground his units make for."""
    state: State = look.position.state
    for one in domain.firsts:
        each = leader(state, one)
        task = look.plan.get(each.command)
        place = None if task is None else task.place
        there = place if isinstance(place, int) else goal(state, look.side, each.hex)
        idle = each.om is None and (verb == "initiative" or each.pending is None)
        if idle and distance(state.field, each.hex, there) > 2 and (one, there) in domain:
            yield Move(look.side, verb, (one, there)), 1.0 if verb == "give_om" or each.sr >= 6 else 0.2


def play(look: Look, card: int) -> float:
    """Leaders whose units are in touch with the enemy first."""
    state: State = look.position.state
    one = leader(state, card)
    close = sum(
        1
        for s in state.stacks(one.side)
        if s[0].command == one.command and nearest(state, one.side, s[0].hex) <= 3
    )
    return 0.1 * one.sr + close


def bring(look: Look, card: int) -> float:
    """Whoever has something to do in this battle acts at the same time."""
    return 1.0 + 0.1 * play(look, card)


def take_off(look: Look, _: Any) -> float:
    """When the Formation is wanted somewhere else by now."""
    state: State = look.position.state
    done = look.position.agenda[-1].env.done
    for one in state.leaders:
        if one.side == look.side and one.om is not None and one.on_map and one.id not in done:
            if distance(state.field, one.hex, one.om.hex) > AREA:
                continue
            task = look.plan.get(one.command)
            place = task.place if task is not None and isinstance(task.place, int) else one.om.hex
            return 0.6 if distance(state.field, place, one.om.hex) > AREA else 0.1
    return 0.1


def reserve(look: Look, unit: int) -> float:
    """A tired Formation out of the battle rests; a fresh one is needed."""
    state: State = look.position.state
    each = state.units[unit]
    command = state.commands[each.command]
    task = look.plan.get(each.command)
    idle = task is None or task.duty is Duty.HOLD
    return 0.3 * command.fatigue - 0.4 - 0.3 * (not idle)


def leave_reserve(look: Look, _: Any) -> float:
    """As soon as there is ground to be won, or the enemy comes."""
    task = look.plan.values()
    return 1.0 if any(each.duty in (Duty.TAKE, Duty.SUPPORT) for each in task) else 0.4


def first(look: Look, card: int) -> float:
    """One's own leader first."""
    return float(leader(look.position.state, card).side == look.side)


def interrupt(look: Look, card: int) -> float:
    """Worth a try with a good leader."""
    return 0.6 if leader(look.position.state, card).sr >= 6 else 0.1


@kept
def _led(state: State, one: int) -> list[tuple[int, bool]]:
    """The hexes a leader should reach: those of his stacks, or of his subordinates; and whether they are shaken."""
    each = leader(state, one)
    own = [
        (stack[0].hex, stack[0].order is Order.DISORDERED)
        for stack in state.stacks(each.side)
        if stack[0].command == each.command and stack[0].order is not Order.ROUTED
    ]
    if own:
        return own
    return [(low.hex, False) for low in below(state, each) if low.on_map]


def ride(look: Look, there: int) -> float:
    """Everybody in command; best with a stack that needs him, near the goal, not where bullets fly."""
    state: State = look.position.state
    one = leader(state, look.position.agenda[-1].env.leader)
    led = _led(state, one.id)
    if not led:
        return 0.0
    reach = command_range(state, one)
    far = distances(state.field, there)
    ranges = [far[here] for here, _ in led]
    commanded = sum(apart <= reach for apart in ranges) / len(led)
    slack = sum(apart <= reach - 2 for apart in ranges) / len(led)
    stack = state.at.get(there, ())
    near = nearest(state, look.side, there)
    # Who is shaken with the enemy before him mostly leaves, and a leader with him is left behind alone.
    helps = 1.5 * (near > 1 and any(u.order is Order.DISORDERED for u in stack)) + 0.4 * bool(stack)
    risk = 0.3 * (near <= 1) + 1.0 * (near <= 1 and not any(u.good for u in stack))
    ahead = far[goal(state, look.side, there)]
    return 4.0 * commanded + 0.6 * slack + helps - 0.05 * ahead - risk


def stay(look: Look, _: Any) -> float:
    """Where he is."""
    state: State = look.position.state
    return ride(look, leader(state, look.position.agenda[-1].env.leader).hex) + 0.1


def take_along(look: Look, one: int) -> float:
    """With a shaken stack that draws off, or where his bonus goes in with the bayonet or the sabre. [F-9.1a]"""
    state: State = look.position.state
    each, env = leader(state, one), look.position.agenda[-1].env
    stack = state.at[each.hex]
    if isinstance(env, Act):
        return 1.5 if stack[0].order is Order.DISORDERED else -0.5
    if isinstance(env, Assaults):
        closes = any(state.units[unit].hex == each.hex != spot for unit, spot in zip(env.chosen, env.spots))
        return 0.9 if closes and each.inf > 0 and each.rank is not Rank.ARMY else -0.5
    rides = stack[0].side != env.side or any(rider.unit == stack[0].id for rider in env.riders)
    return (
        0.9 if rides and (each.rank is Rank.CORPS or (each.cav > 0 and each.rank is not Rank.ARMY)) else -0.5
    )


def shift(look: Look, pair: tuple[int, int]) -> float:
    """Away from a rout, to the stack that stands best."""
    state: State = look.position.state
    flight = state.fleeing[0]
    stack = state.at[pair[1]]
    own = stack[0].command == leader(state, pair[0]).command
    return (0.8 if flight.rout else 0.3) + 0.2 * stack[0].good + 0.2 * own


def take_over(look: Look, there: int) -> float:
    """In the middle of the Formation, on a stack that stands."""
    state: State = look.position.state
    stack = state.at[there]
    mine = [s[0].hex for s in state.stacks(look.side) if s[0].command == stack[0].command]
    away = sum(distance(state.field, there, here) for here in mine) / len(mine)
    return 1.0 * stack[0].good - 0.1 * away
