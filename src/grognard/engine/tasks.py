"""What a command is told to do: a closed set of tasks that every book's advice gives out, and plans made of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import NamedTuple, TypeVar, cast

import msgspec


class Duty(StrEnum):
    """What kind of task it is."""

    TAKE = "take"
    HOLD = "hold"
    SUPPORT = "support"
    BOMBARD = "bombard"
    SCREEN = "screen"
    RESERVE = "reserve"
    WITHDRAW = "withdraw"


class Task(NamedTuple):
    """One task: what, where or against whom, and by which turn."""

    duty: Duty
    place: Hashable = None
    """Where: whatever the book calls a place, or the number of an enemy; None: where it stands."""
    when: int = 0
    """The turn on which everybody with this place is to be there together; 0: at once."""
    friend: Hashable = None
    """The command it supports."""
    firm: bool = False
    """An order that bends what everybody would do by himself; otherwise it only says what that comes to."""


Plan = Mapping[Hashable, Task]
"""Who does what: a task for each command that has one."""
Choices = Mapping[Hashable, tuple[Task, ...]]
"""What each command could be told, the favourite first."""
NO_PLAN: Plan = {}
S = TypeVar("S", bound=msgspec.Struct)
_ORDERS, _SEEN = "firm orders", "seen under orders"


def under_orders(state: S, plan: Plan) -> S:
    """A state as somebody rates it who has orders: the same, with those that are firm beside it."""
    firm = tuple((command, task) for command, task in plan.items() if task.firm)
    if not firm:
        return state
    # What was worked out without orders is not true under them, so they hang on a copy; it is kept for the next look.
    seen = state.__dict__.setdefault(_SEEN, {})
    found = seen.get(firm)
    if found is None:
        found = seen[firm] = msgspec.structs.replace(state)
        found.__dict__[_ORDERS] = dict(firm)
    return cast(S, found)


def orders_of(state: msgspec.Struct) -> Plan:
    """The firm orders that hang on a state; none on one of a game."""
    return cast(Plan, state.__dict__.get(_ORDERS, NO_PLAN))


__all__ = ["NO_PLAN", "Choices", "Duty", "Plan", "Task", "orders_of", "under_orders"]
