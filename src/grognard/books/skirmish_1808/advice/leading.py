"""Leaders who go in with their men. [64, C4]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.geometry.angles import ahead, heading
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import body_of, nearest_pair
from ..facts.charging import Onset, charge_targets, onset
from ..facts.fighting import melee_cover
from ..state import Contact, State, Unit
from ..words import Arm
from .clash import charge_worth, meeting
from .storming import stormed

WORTH_IT = 3.0
"""A leader goes in with a charge that he makes so many points better."""
FIRST = 100.0
"""He joins before he gives orders: the order is to charge."""
CLOSE = 40
"""He stops so near to those he joins."""


def lead_gain(state: State, unit: Unit) -> float:
    """What a leader adds to the best charge a unit has in hand; nothing if it has none worth making. [64]"""
    if unit.today.acted or unit.fleeing or unit.house or state.engaged(unit.id):
        return 0.0
    best = 0.0
    for target in charge_targets(state, unit):
        enemy = state.units[target]
        made = onset(state, unit, enemy, False)
        if isinstance(made, Onset):
            contact = Contact(unit.id, target, wall=made.wall, house=made.house)
            how = stormed(
                state, unit, enemy, meeting(state, unit, enemy, melee_cover(state, contact, enemy, unit))
            )
            led = charge_worth(unit, enemy, how._replace(led=True))
            if led > WORTH_IT:
                best = max(best, led - charge_worth(unit, enemy, how._replace(led=False)))
    return best


def attach(look: Look, verb: str) -> Iterator[tuple[Move, float]]:
    """He joins those he will send in."""
    state: State = look.position.state
    for unit in look.ask.offers[verb]:
        gain = lead_gain(state, state.units[unit])
        yield Move(look.side, verb, unit), FIRST + gain if gain > WORTH_IT else -2.0


def detach(look: Look, verb: str) -> Iterator[tuple[Move, float]]:
    """He stays with his men until they run."""
    state: State = look.position.state
    leader = state.units[look.position.agenda[-1].env.unit]
    running = leader.attached is not None and state.units[leader.attached].fleeing
    for noun in look.ask.offers[verb]:
        yield Move(look.side, verb, noun), 8.0 if running else -1.0


def joining(state: State, leader: Unit, reach: int) -> Iterator[tuple[Legs, float]]:
    """Ways to the side of those whose charge he should lead."""
    if not leader.is_command or leader.attached is not None:
        return
    for friend in state.standing(leader.side):
        if friend.is_command or friend.arm not in (Arm.FOOT, Arm.HORSE) or not friend.figures:
            continue
        mine, theirs = body_of(leader).circles, body_of(friend).circles
        gap, first, second = nearest_pair(mine, theirs)
        if not CLOSE < gap <= reach or state.leader_with(friend.id) is not None:
            continue
        gain = lead_gain(state, friend)
        if gain > WORTH_IT:
            a, b = mine[first], theirs[second]
            yield (("go", *ahead(0, 0, heading(a[:2], b[:2]), gap - CLOSE)),), FIRST + gain
