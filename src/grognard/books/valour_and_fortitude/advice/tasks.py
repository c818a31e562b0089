"""What each brigade is about, and what it could be ordered instead: take a place together by a turn, or stand. [32, 35]"""

from __future__ import annotations

from collections.abc import Hashable

from grognard.engine.tasks import Choices, Duty, Plan, Task
from grognard.geometry.gaps import length

from ..state import Brigade, State, Unit
from ..words import Arm, Phase
from .places import SPEED, goal_of, main_effort_of
from .prospects import middle_of

ASSEMBLE = 2
"""So many turns a concentric attack may take to form up."""


def tasks(state: State, side: int) -> Choices:
    """For each brigade in the battle: what it does by itself, then what it could be ordered."""
    if state.phase is Phase.DEPLOYMENT:
        return {}
    found: dict[Hashable, tuple[Task, ...]] = {}
    main = main_effort_of(state, side)
    for brigade in state.brigades:
        units = state.of_brigade(brigade.id) if brigade.side == side else ()
        if units:
            found[brigade.id] = (_own(state, units), *_orders(state, units, main))
    return found


def _own(state: State, units: tuple[Unit, ...]) -> Task:
    """What its first battalion is for anyway, and the others with it, as a rule."""
    spots = {objective.at: number for number, objective in enumerate(state.field.objectives)}
    first = min(units, key=lambda unit: (unit.arm is Arm.ARTILLERY, unit.shaken, unit.id))
    number = spots.get(_nearest(state, goal_of(state, first).at), -1)
    if number < 0:
        return Task(Duty.HOLD)
    return Task(Duty.HOLD if state.holders[number] == first.side else Duty.TAKE, number)


def _nearest(state: State, at: tuple[int, int]) -> tuple[int, int]:
    return min((o.at for o in state.field.objectives), key=lambda spot: length(spot, at), default=at)


def _orders(state: State, units: tuple[Unit, ...], main: int) -> tuple[Task, ...]:
    stand = Task(Duty.HOLD, firm=True)
    able = [unit for unit in units if unit.arm is not Arm.ARTILLERY and not unit.shaken]
    if main < 0 or not able:
        return (stand,)
    at = state.field.objectives[main].at
    need = min(length(at, middle_of(state, unit)) / SPEED[unit.arm] for unit in able)
    if state.turn + int(need) > state.turns:
        return (stand,)
    at_once = Task(Duty.TAKE, main, state.turn + 1, firm=True)
    together = Task(Duty.TAKE, main, state.turn + ASSEMBLE, firm=True)
    return (at_once, together, stand) if state.turn + ASSEMBLE < state.turns else (at_once, stand)


def told(state: State, side: int, plan: Plan) -> tuple[str, ...]:
    """A plan in words."""
    return tuple(
        _sentence(state, brigade, task)
        for brigade in state.brigades
        if brigade.side == side and (task := plan.get(brigade.id)) is not None
    )


def _sentence(state: State, brigade: Brigade, task: Task) -> str:
    place = task.place
    name = state.field.objectives[place].name if isinstance(place, int) else ""
    if task.duty is Duty.TAKE:
        by = f" by turn {task.when}" if task.firm and task.when > state.turn else ""
        return f"{brigade.name}: to take {name}{by}"
    if task.firm or not name:
        return f"{brigade.name}: to stand where it is"
    return f"{brigade.name}: to hold {name}"


__all__ = ["tasks", "told"]
