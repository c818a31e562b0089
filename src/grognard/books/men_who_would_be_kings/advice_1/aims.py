"""What a unit is after: the scenario's task, or the nearest enemy."""

from __future__ import annotations

from ..facts.victory import can_level, searchable
from ..state import State, Unit
from .tasks import Aim, is_fighter, prey, stay, task_of

LEVELLING, SEARCHING = 2.6, 2.0
"""What a structure point and a look under a marker are worth."""


def aim_of(state: State, unit: Unit) -> Aim:
    """What a unit is after."""
    task = task_of(state, unit)
    if task is not None:
        return task
    enemies = state.on_table(1 - unit.side)
    if not enemies:
        return _nobody(state, unit)
    return prey(state, unit, enemies)


def _nobody(state: State, unit: Unit) -> Aim:
    """With no enemy in the field, to its middle; against Mr Babbage, who comes when somebody stirs, nowhere. [F-B2]"""
    if state.field.solo is not None:
        return stay(unit)
    return Aim((state.field.width // 2, state.field.height // 2), 600, 0.2)


def stand_worth(state: State, unit: Unit) -> float:
    """What Standing To is worth: something if it searches or pulls something down."""
    if can_level(state, unit):
        return LEVELLING
    return SEARCHING if searchable(state, unit) else 0.0


def useful_stand(state: State, unit: Unit) -> bool:
    """Whether Standing To searches or pulls something down."""
    return stand_worth(state, unit) > 0


__all__ = ["Aim", "aim_of", "is_fighter", "stand_worth", "useful_stand"]
