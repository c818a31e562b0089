"""What each Formation is about: which ground it takes and by when, what it holds, whom it supports; and what it could be ordered instead. [F-9.3, F-19.4]"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tasks import Choices, Duty, Plan, Task

from ..facts.depots import holder
from ..facts.ground import distances
from ..state import State, Unit
from ..words import Arm
from .aims import ahead, enemies

PACE = 4
"""Hexes a Formation on the march makes in a turn."""
FAVOUR = 2
"""How many hexes nearer another piece of ground must be than that of its orders."""
TOGETHER = 2
"""Who can be there within so many turns of the others goes in with them."""
ASSEMBLE = 2
"""So many turns Formations may take to form up before they go in together."""


class Body(NamedTuple):
    """A Formation in the field."""

    number: int
    tops: tuple[Unit, ...]
    heart: int
    """The hex of the stack that is nearest to the others."""


@kept(of=("units", "holders", "leaders", "turn", "field"))
def tasks(state: State, side: int) -> Choices:
    """For each Formation what it does by itself, then what it could be ordered."""
    bodies = _bodies(state, side)
    if not bodies:
        return {}
    wanted = [
        (prize[0], prize[1 + side])
        for prize in state.field.prizes
        if prize[1 + side] > 0 and holder(state, prize[0], prize[3]) != side
    ]
    held = [
        prize[0]
        for prize in state.field.prizes
        if max(prize[1:3]) > 0 and holder(state, prize[0], prize[3]) == side
    ]
    own = _attack(state, bodies, wanted) if wanted else _keep(state, side, bodies, held)
    return {body.number: (own[body.number], *_orders(state, side, body, bodies, own)) for body in bodies}


def _bodies(state: State, side: int) -> list[Body]:
    tops: dict[int, list[Unit]] = {}
    for stack in state.stacks(side):
        if stack[0].good:
            tops.setdefault(stack[0].command, []).append(stack[0])
    found = []
    for number, units in sorted(tops.items()):
        far = [distances(state.field, unit.hex) for unit in units]
        spreads = [sum(row[other.hex] for other in units) for row in far]
        heart = units[spreads.index(min(spreads))].hex
        found.append(Body(number, tuple(units), heart))
    return found


def _horse(body: Body) -> bool:
    return all(unit.arm is Arm.CAV for unit in body.tops)


def _guns(body: Body) -> bool:
    return all(unit.arm is Arm.ART for unit in body.tops)


def _ordered(state: State, body: Body) -> int | None:
    """Where its leader's orders point. [R-37]"""
    for one in state.leaders:
        if one.command == body.number and one.on_map and one.om is not None:
            return one.om.hex
    return None


def turns_to(state: State, here: int, there: int) -> int:
    """How many turns' march it is."""
    return -(-distances(state.field, here)[there] // PACE)


def _attack(state: State, bodies: list[Body], wanted: list[tuple[int, int]]) -> dict[int, Task]:
    """Each for the ground that is worth most for the way; those for the same ground on the same day."""
    places: dict[int, int] = {}
    for body in bodies:
        far, ordered = distances(state.field, body.heart), _ordered(state, body)
        ranked = sorted(
            (far[there] - 2 * worth - FAVOUR * (there == ordered), there) for there, worth in wanted
        )
        places[body.number] = ranked[0][1]
    return {body.number: _share(state, body, bodies, places) for body in bodies}


def _share(state: State, body: Body, bodies: list[Body], places: dict[int, int]) -> Task:
    """What one of several does about the ground they are all after."""
    place = places[body.number]
    if _guns(body):
        return Task(Duty.BOMBARD, place)
    if _horse(body):
        return Task(Duty.SCREEN, place)
    turns = {
        other.number: turns_to(state, other.heart, place)
        for other in bodies
        if places[other.number] == place and not _guns(other) and not _horse(other)
    }
    first = min(turns.values())
    if turns[body.number] > first + TOGETHER:
        return Task(Duty.SUPPORT, place, friend=min(turns, key=lambda number: (turns[number], number)))
    group = [late for late in turns.values() if late <= first + TOGETHER]
    return Task(Duty.TAKE, place, min(state.turn + max(group), state.field.turns))


def _keep(state: State, side: int, bodies: list[Body], held: list[int]) -> dict[int, Task]:
    """Who has what he wants keeps it; who is behind goes for the enemy."""
    leads = ahead(state, side)
    found: dict[int, Task] = {}
    for body in bodies:
        far = distances(state.field, body.heart)
        near = _nearest(state, side, body)
        if held and (leads or near is None):
            found[body.number] = Task(Duty.HOLD, min((far[there], there) for there in held)[1])
        else:
            found[body.number] = Task(Duty.HOLD) if near is None else Task(Duty.TAKE, near)
    return found


def _nearest(state: State, side: int, body: Body) -> int | None:
    far = distances(state.field, body.heart)
    near = min(((far[foe.hex], foe.hex) for foe in enemies(state, side)), default=None)
    return None if near is None else near[1]


def _orders(
    state: State, side: int, body: Body, bodies: list[Body], own: dict[int, Task]
) -> tuple[Task, ...]:
    """At the enemy before it, standing where it is, or on to its ground with all who go there, on the day the last can be there."""
    if _guns(body):
        return ()
    near, task = _nearest(state, side, body), own[body.number]
    found = [] if near is None else [Task(Duty.TAKE, near, state.turn, firm=True)]
    found.append(Task(Duty.HOLD, body.heart, firm=True))
    if (
        state.turn + ASSEMBLE < state.field.turns
        and task.duty is not Duty.HOLD
        and isinstance(task.place, int)
    ):
        ways = [
            turns_to(state, other.heart, task.place)
            for other in bodies
            if own[other.number].place == task.place and not _guns(other)
        ]
        when = min(state.turn + max(ASSEMBLE, *ways), state.field.turns)
        found.append(Task(Duty.TAKE, task.place, when, firm=True))
    return tuple(found)


def told(state: State, side: int, plan: Plan) -> tuple[str, ...]:
    """A plan in words: a sentence for each Formation."""
    return tuple(
        f"{state.commands[body.number].key}: {_words(state, task)}"
        for body in _bodies(state, side)
        if (task := plan.get(body.number)) is not None
    )


def _words(state: State, task: Task) -> str:
    where = _named(state, task.place)
    match task.duty:
        case Duty.TAKE:
            by = f" by turn {task.when}" if task.when > state.turn else ""
            return f"goes for {where}{by}"
        case Duty.SUPPORT:
            friend = state.commands[task.friend].key if isinstance(task.friend, int) else "the others"
            return f"follows {friend} to {where}"
        case Duty.BOMBARD:
            return f"brings its guns to bear on {where}"
        case Duty.SCREEN:
            return f"rides with those who go for {where}"
    return f"keeps {where}" if task.place is not None and not task.firm else "stands where it is"


def _named(state: State, place: Hashable) -> str:
    """Ground by its name, or by the number of its hex; what does not count there is only where the enemy stands."""
    if not isinstance(place, int):
        return "the enemy"
    name = dict(state.field.places).get(place) or f"hex {state.field.grid.label(place)}"
    return name if any(prize[0] == place for prize in state.field.prizes) else f"the enemy at {name}"


__all__ = ["tasks", "told", "turns_to"]
