"""Who does what: plans out of the tasks a book's advice thinks of.

Whoever does not search takes each command's favourite: what it is about already, by the state alone. Officers weigh
others against it (`ai/planner.py`). A battle played out in thought makes one plan for each side and turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from grognard.engine.book import Advice
from grognard.engine.tasks import NO_PLAN, Choices, Plan, Task


def plan_for(advice: Advice, state: Any, side: int, orders: Plan = NO_PLAN) -> Plan:
    """The favourite task of every command, but for those that have orders."""
    found = {command: tasks[0] for command, tasks in advice.tasks(state, side).items() if tasks}
    return {**found, **orders} if orders else found


class Plans:
    """The plans of both sides, each made when it is first asked for in a turn and kept for that turn.

    What a side was ordered before stands to the end.
    """

    def __init__(self, advice: Advice, orders: Mapping[int, Plan] = MappingProxyType({})):
        self._advice, self._orders = advice, orders
        self._known: dict[tuple[int, int], Plan] = {}

    def of(self, state: Any, side: int) -> Plan:
        """What a side is about this turn."""
        key = getattr(state, "turn", 0), side
        found = self._known.get(key)
        if found is None:
            found = plan_for(self._advice, state, side, self._orders.get(side, NO_PLAN))
            self._known[key] = found
        return found


def variants(choices: Choices, last: Plan, most: int) -> list[Plan]:
    """Orders worth thinking through: the last ones as far as they can still be given, none, all alike, one otherwise."""
    first: Plan = {
        command: task
        for command, task in last.items()
        if any(_same(task, other) for other in choices.get(command, ()))
    }
    found: list[Plan] = [first]
    for orders in (NO_PLAN, *_together(choices), *_singly(choices, first)):
        if orders not in found:
            found.append(orders)
    return found[:most]


def _same(one: Task, other: Task) -> bool:
    """Whether they are the same but for the date."""
    return one._replace(when=0) == other._replace(when=0)


def _firm(choices: Choices) -> dict[Hashable, list[Task]]:
    return {
        command: firm for command, tasks in choices.items() if (firm := [task for task in tasks if task.firm])
    }


def _together(choices: Choices) -> Iterator[Plan]:
    """Everybody his first order, his second, his third."""
    firm = _firm(choices)
    for number in range(max(map(len, firm.values()), default=0)):
        yield {command: tasks[min(number, len(tasks) - 1)] for command, tasks in firm.items()}


def _singly(choices: Choices, first: Plan) -> Iterator[Plan]:
    """One command something else."""
    firm = _firm(choices)
    for number in range(max(map(len, firm.values()), default=0)):
        for command, tasks in firm.items():
            if number < len(tasks):
                yield {**first, command: tasks[number]}


__all__ = ["Plans", "plan_for", "variants"]
