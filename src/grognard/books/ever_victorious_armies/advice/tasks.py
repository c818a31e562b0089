"""What an army is about, and what it could be ordered instead: go in now, wait and go in together, or stand. [V3, V5]"""

from __future__ import annotations

from grognard.engine.tasks import Choices, Duty, Plan, Task, orders_of

from ..facts.victory import holders
from ..state import Score, State

WAITS = 2
"""So many turns a storm may take to form up."""


def tasks(state: State, side: int) -> Choices:
    """What the army does by itself, then what it could be ordered. It is one command, by its side: there are no brigades."""
    wanted = [score for score in state.field.scores if score.area and _wants(state, score, side)]
    if state.turn < 1 or not any(not unit.is_gun for unit in state.of_side(side)):
        return {}
    place = wanted[0].area if wanted else None
    at_once = Task(Duty.TAKE, place, state.turn, firm=True)
    together = Task(Duty.TAKE, place, state.turn + WAITS, firm=True)
    stand = Task(Duty.HOLD, firm=True)
    own = Task(Duty.TAKE, place) if place else Task(Duty.HOLD)
    late = state.turn + WAITS > state.field.turns
    return {side: (own, at_once, stand) if late else (own, at_once, together, stand)}


def _wants(state: State, score: Score, side: int) -> bool:
    """Whether points are still to be had there."""
    if score.kind == "hold":
        return not holders(state, score.area, side)
    return score.kind == "crossing" and score.side == side


def ordered(state: State, side: int) -> Task | None:
    """What a side's army is firmly told."""
    return orders_of(state).get(side)


def attacks(state: State, side: int) -> bool:
    """Whether it is ordered to go in now."""
    task = ordered(state, side)
    return task is not None and task.duty is Duty.TAKE and task.when <= state.turn


def waits(state: State, side: int) -> bool:
    """Whether it is ordered to hold back, for now or altogether."""
    task = ordered(state, side)
    return task is not None and (task.duty is Duty.HOLD or task.when > state.turn)


def stands(state: State, side: int) -> bool:
    """Whether it is ordered to stay where it is."""
    task = ordered(state, side)
    return task is not None and task.duty is Duty.HOLD


def told(state: State, side: int, plan: Plan) -> tuple[str, ...]:
    """A plan in words."""
    task = plan.get(side)
    if task is None:
        return ()
    return (f"{state.field.sides[side].name}: {_words(state, side, task)}",)


def _words(state: State, side: int, task: Task) -> str:
    """What an army is told, in the words of the table."""
    if task.duty is Duty.HOLD:
        return "to stand where it is and shoot" if task.firm else _own(state, side)
    what = f"take {task.place}" if task.place is not None else "attack the enemy"
    if task.firm and task.when > state.turn:
        return f"to form up, then {what} together on turn {task.when}"
    return f"to {what} at once" if task.firm else f"to {what}"


def _own(state: State, side: int) -> str:
    """What it comes to if no ground is left to be taken: to leave, to keep what it has, or to fight."""
    way_out = state.field.exit
    if way_out is not None and way_out.side == side:
        return "to leave the table"
    held = [score.area for score in state.field.scores if score.area and holders(state, score.area, side)]
    return f"to hold {' and '.join(held)}" if held else "to attack the enemy"


__all__ = ["attacks", "ordered", "stands", "tasks", "told", "waits"]
