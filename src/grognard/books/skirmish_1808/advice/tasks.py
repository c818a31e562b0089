"""What each unit is about, so that it can be told: the ground it goes for, the house it holds, whom it fires at or follows. [F5, S1, S6]

Nobody goes by it: it says in words what the worth of places comes to.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from grognard.engine.memo import kept
from grognard.engine.tasks import Choices, Duty, Plan, Task

from ..facts.bodies import gap_between
from ..facts.ground import areas_at
from ..facts.moving import rate
from ..state import State, Unit, centre
from ..words import Pace, Reach
from .gunnery import battering
from .places import CENTIMETRE, Ground, far, ground_of
from .worth import OFF, Goal, best_gap


@kept
def tasks(state: State, side: int) -> Choices:
    """For each unit of a side that is about something, one task; leaders on their own only see to the others."""
    found: dict[Hashable, tuple[Task, ...]] = {}
    for unit in state.standing(side):
        task = _task(state, unit) if unit.figures else None
        if task is not None:
            found[unit.id] = (task,)
    return found


def _task(state: State, unit: Unit) -> Task | None:
    if unit.fleeing:
        return Task(Duty.WITHDRAW)
    if unit.attached is not None:
        return Task(Duty.SUPPORT, friend=unit.attached)
    if state.engaged(unit.id):
        return Task(Duty.TAKE, state.foes(unit.id)[0])
    ground = ground_of(state, unit)
    if unit.gun is not None:
        return None if unit.gun.taken or unit.gun.abandoned else _serve(state, unit, ground)
    if unit.house:
        return Task(Duty.HOLD, unit.house)
    goal = max(ground.goals, key=lambda goal: goal.worth, default=None)
    if goal is not None and not isinstance(goal.place, str):
        return _with(state, unit, goal)
    if goal is not None and goal.place == OFF:
        return _there(state, unit, goal)
    if unit.is_command:
        return None
    near = _nearest(state, unit, ground)
    if near is not None and gap_between(state, unit, near) <= best_gap(unit):
        return Task(Duty.RESERVE if unit.mounted else Duty.BOMBARD, near.id)
    if goal is not None and goal.worth >= CENTIMETRE * ground.taste:
        return _to(state, unit, goal)
    if near is None:
        return None
    left = gap_between(state, unit, near) - best_gap(unit)
    return Task(Duty.TAKE, near.id, _when(state, unit, left))


def _with(state: State, unit: Unit, goal: Goal) -> Task:
    """Beside or before friends, or after an enemy who must not get away. [S5, S6]"""
    if goal.duty is Duty.TAKE:
        return _there(state, unit, goal)
    return Task(goal.duty, friend=goal.place)


def _to(state: State, unit: Unit, goal: Goal) -> Task:
    """To the ground that draws it most; once it is there, or friends hold it, to keep it."""
    if any(area.name == goal.place for area in areas_at(state, centre(unit))):
        return Task(Duty.HOLD, goal.place)
    if any(friend.house == goal.place for friend in state.standing(unit.side)):
        return Task(Duty.SUPPORT, goal.place)
    return _there(state, unit, goal)


def _there(state: State, unit: Unit, goal: Goal) -> Task:
    return Task(Duty.TAKE, goal.place, _when(state, unit, 100 * far(centre(unit), goal.spot)))


def _when(state: State, unit: Unit, way: float) -> int:
    """The turn by which it has gone so far, if nothing is in its way; 0 if there are not so many left."""
    turns = -int(-way // max(1, rate(unit, Pace.NORMAL)))
    when = state.turn + max(0, turns - 1)
    return when if when <= state.field.turns else 0


def _serve(state: State, gun: Unit, ground: Ground) -> Task | None:
    """Walls that it can bring down before the end, or else whoever is nearest."""
    garrisons = [foe.unit for foe in ground.foes if foe.unit.house]
    worth = partial(battering, state, gun, reach=Reach.LONG)
    best = max(garrisons, key=lambda unit: (worth(unit), -unit.id), default=None)
    if best is not None and worth(best) > 0:
        return Task(Duty.BOMBARD, best.house)
    near = _nearest(state, gun, ground)
    return None if near is None else Task(Duty.BOMBARD, near.id)


def _nearest(state: State, unit: Unit, ground: Ground) -> Unit | None:
    foes = [foe.unit for foe in ground.foes]
    return min(foes, key=lambda foe: (gap_between(state, unit, foe), foe.id), default=None)


def told(state: State, side: int, plan: Plan) -> tuple[str, ...]:
    """A plan in words: a sentence for all who are told the same."""
    found: dict[str, list[str]] = {}
    for unit in state.standing(side):
        if unit.id in plan:
            found.setdefault(_words(state, unit, plan[unit.id]), []).append(unit.name)
    return tuple(f"{', '.join(names)}: {words}" for words, names in found.items())


def _words(state: State, unit: Unit, task: Task) -> str:
    """What one is told, in the words of the table."""
    where, friend = _named(state, task.place), _named(state, task.friend)
    match task.duty:
        case Duty.TAKE:
            return _going(state, unit, task, where)
        case Duty.BOMBARD:
            return f"to batter {where}" if isinstance(task.place, str) else f"to keep {where} under fire"
        case Duty.SUPPORT if task.place is not None:
            return f"to stay near {where}"
        case Duty.SUPPORT:
            return f"to lead {friend}" if unit.is_command else f"to stay beside {friend}"
        case Duty.SCREEN:
            return f"to clear the way for {friend}"
        case Duty.RESERVE:
            return f"to wait until {where} can be charged"
        case Duty.WITHDRAW:
            return "to run until rallied"
    return f"to hold {where}"


def _going(state: State, unit: Unit, task: Task, where: str) -> str:
    if state.engaged(unit.id):
        return f"to beat {where}"
    if task.place == OFF:
        what = "to leave the table"
    elif isinstance(task.place, int):
        what = f"to close with {where}"
    else:
        what = f"to go for {where}" if task.when else f"to come on towards {where}"
    return f"{what} by turn {task.when}" if task.when > state.turn else what


def _named(state: State, what: Hashable) -> str:
    """Ground by its name, somebody by his."""
    return state.units[what].name if isinstance(what, int) else "its ground" if what is None else str(what)


__all__ = ["tasks", "told"]
