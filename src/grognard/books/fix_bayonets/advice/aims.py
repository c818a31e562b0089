"""What a stack makes for, and how a place looks to it. [F-19.4]"""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.memo import kept

from ..facts.depots import holder
from ..facts.ground import distance, distances
from ..facts.stacks import front, hexes
from ..facts.victory import points
from ..facts.zones import shooting_into
from ..state import State, Unit
from ..words import Arm, Order
from .chances import charge_worth

HORSE_REACH = 5
"""How near fresh enemy horse is a threat."""


def enemies(state: State, side: int) -> list[Unit]:
    """Top units of the enemy's stacks."""
    return [stack[0] for stack in state.stacks(1 - side)]


def nearest(state: State, side: int, here: int) -> int:
    """How far the nearest enemy is."""
    far = distances(state.field, here)
    return min([far[there] for there in _enemy_hexes(state, side)], default=99)


@kept(of=("units",))
def _enemy_hexes(state: State, side: int) -> tuple[int, ...]:
    return tuple([foe.hex for foe in enemies(state, side)])


def guns_upon(state: State, side: int, here: int) -> int:
    """How many enemies may shoot at whoever moves in a hex. [F-13.4]"""
    return len(shooting_into(state, 1 - side, here))


@kept
def goal(state: State, side: int, here: int) -> int:
    """Ground still to be won, weighed against its distance; else the nearest enemy."""
    far = distances(state.field, here)
    wanted, owned = _prizes(state, side)
    if wanted:
        return min([(far[there] - 2 * worth, there) for there, worth in wanted])[1]
    near = min([(far[there], there) for there in _enemy_hexes(state, side)], default=None)
    if near is not None and (near[0] <= 4 or not owned or not ahead(state, side)):
        return near[1]
    return min([(far[there], there) for there in owned])[1] if owned else here


@kept
def _prizes(state: State, side: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The ground a side still wants, with what it is worth, and what it has."""
    held = {prize: holder(state, prize[0], prize[3]) == side for prize in state.field.prizes}
    wanted = [(prize[0], prize[1 + side]) for prize, own in held.items() if prize[1 + side] > 0 and not own]
    return wanted, [prize[0] for prize, own in held.items() if max(prize[1:3]) > 0 and own]


def ahead(state: State, side: int) -> bool:
    """Whether a side would win if the battle ended now: if not, waiting does not help it. [F-22.3]"""
    lead = _lead(state)
    return (lead if side == 0 else -lead) >= state.field.lead


@kept
def _lead(state: State) -> Fraction:
    first, second = points(state)
    return first - second


def holds(state: State, unit: Unit) -> bool:
    """Whether a stack stands on ground that scores for it, or that the enemy wants."""
    return any(prize[0] == unit.hex and max(prize[1:3]) > 0 for prize in state.field.prizes)


def wanted(state: State, side: int, here: int) -> int:
    """What a hex would bring a side that does not have it."""
    return sum(
        prize[1 + side]
        for prize in state.field.prizes
        if prize[0] == here and holder(state, here, prize[3]) != side
    )


def faces_enemy(state: State, unit: Unit) -> bool:
    """Whether a nearest enemy lies ahead of a stack."""
    foes = enemies(state, unit.side)
    if not foes:
        return True
    own = hexes(unit)
    apart = {foe.id: min(distance(state.field, here, foe.hex) for here in own) for foe in foes}
    now = min(apart.values())
    ahead = front(state, unit)
    return any(
        apart[foe.id] == now and any(distance(state.field, there, foe.hex) < now for there in ahead)
        for foe in foes
    )


def horse_near(state: State, unit: Unit) -> bool:
    """Whether fresh enemy horse could charge a stack."""
    return any(
        foe.arm is Arm.CAV
        and foe.good
        and not foe.spent
        and distance(state.field, foe.hex, unit.hex) <= HORSE_REACH
        for foe in enemies(state, unit.side)
    )


@kept
def ridden(state: State, unit: Unit) -> float:
    """What the best charge that may come upon a stack is worth to the enemy, where its top is thought to stand. [F-17.1]"""
    stack = (unit, *state.stack_of(state.units[unit.id])[1:])
    riders = [
        foe
        for foe in enemies(state, unit.side)
        if foe.arm is Arm.CAV
        and foe.good
        and not foe.spent
        and distance(state.field, foe.hex, unit.hex) <= HORSE_REACH
    ]
    return max((charge_worth(state, state.stack_of(foe), stack) for foe in riders), default=-1.0)


def weak(unit: Unit) -> bool:
    """A stack that a charge or an assault may break."""
    return unit.order is not Order.GOOD or unit.fb or unit.arm is Arm.ART
