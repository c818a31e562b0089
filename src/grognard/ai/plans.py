"""Who does what: a plan out of the tasks a book's advice thinks of.

It is made of the view alone, so that a position always has the same plan, whoever has seen it before; a book's
favourite is what its commands are about already, which is how a plan is kept from turn to turn. A battle played out
in thought makes one for each side and turn and keeps to it.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.book import Advice
from grognard.engine.tasks import Plan


def plan_for(advice: Advice, state: Any, side: int) -> Plan:
    """The favourite task of every command."""
    return {command: tasks[0] for command, tasks in advice.tasks(state, side).items() if tasks}


class Plans:
    """The plans of both sides, each made when it is first asked for in a turn and kept for that turn."""

    def __init__(self, advice: Advice):
        self._advice = advice
        self._known: dict[tuple[int, int], Plan] = {}

    def of(self, state: Any, side: int) -> Plan:
        """What a side is about this turn."""
        key = getattr(state, "turn", 0), side
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = plan_for(self._advice, state, side)
        return found


__all__ = ["Plans", "plan_for"]
