"""What a command is told to do: a closed set of tasks that every book's advice gives out, and plans made of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import NamedTuple


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


Plan = Mapping[Hashable, Task]
"""Who does what: a task for each command that has one."""
Choices = Mapping[Hashable, tuple[Task, ...]]
"""What each command could be told, the favourite first."""
NO_PLAN: Plan = {}


__all__ = ["NO_PLAN", "Choices", "Duty", "Plan", "Task"]
