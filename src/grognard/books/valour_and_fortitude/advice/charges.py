"""What an assault may expect, alone or with friends who could join it. Numbers here are judgement, not rules."""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.engine.tasks import Task
from grognard.geometry.gaps import length

from ..facts.assaults import assault_targets, first_onset
from ..facts.bodies import form, stand
from ..facts.contact import in_contact
from ..facts.layout import distance, nearest_enemy, shapes
from ..facts.moving import Marcher
from ..facts.strides import March
from ..state import State, Unit
from ..words import Arm, Deed, Form
from .places import boldness, due, main_effort, objective_worth, ordered
from .prospects import arc_of, middle_of
from .threats import charge_reach
from .worth import clash, support_there

IN_HAND = 0.7
"""What it costs horse to be thrown away on steady foot."""
SHAKEN = 0.6
"""What it costs a shaken unit not to rally."""
AGAINST_ORDERS = 0.2
"""What it costs to go at the enemy where one is told to wait."""
BARS = 1200
"""An enemy so near an objective bars the way to it."""


def assaults_of(state: State, unit: Unit) -> list[tuple[int, float]]:
    """Whom a unit could assault now, and what it may expect."""
    if unit.arm is Arm.ARTILLERY or unit.inside >= 0 or nearest_enemy(state, unit) > 2400:
        return []
    memo = state.__dict__.setdefault("advised assaults", {})
    if unit.id not in memo:
        free = replace(unit, today=replace(unit.today, acted=False, freed=True, shot=False))
        units = (*state.units[: unit.id], free, *state.units[unit.id + 1 :])
        able = replace(state, units=units) if free != unit else state
        memo[unit.id] = [(t, onset_worth(able, free, able.units[t])) for t in assault_targets(able, free)]
    found: list[tuple[int, float]] = memo[unit.id]
    return found


def onset_worth(state: State, unit: Unit, target: Unit) -> float:
    """What an assault may expect: the fight as it would stand, half of it with those who could join."""
    legs = first_onset(state, unit, target)
    if legs is None:
        return -1.0
    marcher = Marcher(state, unit, Deed.ASSAULT, target=target.id)
    march = marcher.work_out(legs)
    if not isinstance(march, March):
        return -1.0
    if form(target) is Form.SQUARE and unit.arm is Arm.CAVALRY:
        return -0.5
    moved = marcher.moved(march)
    after = replace(state, units=(*state.units[: unit.id], moved, *state.units[unit.id + 1 :]))
    there = support_there(after, moved, target)
    gain = clash(after, moved, target, there)
    joining = 2 * min(could_join(state, unit, target), 2)
    if joining and there + joining <= 6:
        gain = 0.5 * gain + 0.5 * clash(after, moved, target, there + joining)
    for number, objective in enumerate(state.field.objectives):
        if objective.feature == target.inside and target.inside >= 0:
            gain += 0.3 * objective_worth(state, unit.side, number)
    if unit.shaken:
        gain -= SHAKEN
    if unit.arm is Arm.CAVALRY and not there and steady(state, target, unit):
        gain -= IN_HAND
    return gain + _spirit(state, unit, target)


def steady(state: State, target: Unit, rider: Unit) -> bool:
    """Whether horse had better leave an enemy alone: formed foot, not shaken, that faces it."""
    if target.arm is not Arm.INFANTRY or target.inside >= 0 or 2 * target.losses > target.tenacity:
        return False
    if form(target) not in (Form.LINE, Form.ATTACK, Form.SQUARE):
        return False
    return arc_of(stand(target), state.options.front_arc_half_angle).holds(stand(rider).body)


def _spirit(state: State, unit: Unit, target: Unit) -> float:
    """Who is behind must attack: those above all who bar the way to what he wants."""
    task = ordered(state, unit)
    if task is not None:
        return 0.0 if unit.shaken else _obedience(state, target, task)
    bold = boldness(state, unit.side)
    if not bold or unit.shaken or main_effort(state, unit.side) < 0:
        return 0.0
    here = middle_of(state, target)
    wanted = [o.at for n, o in enumerate(state.field.objectives) if state.holders[n] != unit.side]
    near = any(length(here, at) <= BARS for at in wanted)
    return (0.1 if near else 0.04) * bold


def _obedience(state: State, target: Unit, task: Task) -> float:
    """Who has orders to go in goes at those who bar the way; who is to wait or stand leaves the enemy alone."""
    if not due(state, task) or not isinstance(task.place, int):
        return -AGAINST_ORDERS
    near = length(middle_of(state, target), state.field.objectives[task.place].at) <= BARS
    return 0.2 if near else 0.05


def could_join(state: State, unit: Unit, target: Unit) -> int:
    """Friends who have not acted, face the same enemy and could reach it."""
    found = 0
    half = state.options.front_arc_half_angle
    for friend in state.of_brigade(unit.brigade):
        today = friend.today
        if (
            friend.id == unit.id
            or today.acted
            or today.shot
            or friend.inside >= 0
            or in_contact(state, friend)
        ):
            continue
        if distance(state, friend, target) > charge_reach(friend, form(friend)) - 100:
            continue
        if friend.arm is Arm.INFANTRY and target.arm is Arm.CAVALRY:
            continue
        points = tuple(p for poly in shapes(state, target) for p in poly)
        found += arc_of(stand(friend), half).holds(points)
    return found
