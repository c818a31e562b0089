"""What a unit is after: the scenario's task, or the nearest enemy."""

from __future__ import annotations

from typing import NamedTuple

from grognard.books.men_who_would_be_kings.facts.bodies import gap, middle
from grognard.books.men_who_would_be_kings.facts.shooting import reach_of
from grognard.books.men_who_would_be_kings.facts.values import fighting, firing, troops
from grognard.books.men_who_would_be_kings.facts.victory import buildings, can_level, searchable
from grognard.books.men_who_would_be_kings.state import Point, State, Unit
from grognard.books.men_who_would_be_kings.words import Class
from grognard.field.gaps import length
from grognard.field.shapes import centre, contains

PACE = 550
"""What a unit on the march may hope to cover in a turn, orders failing now and then."""


class Aim(NamedTuple):
    """Where a unit wants to be, how near is near enough, and how much it wants it."""

    spot: Point
    near: int
    zeal: float
    task: bool = False
    """The scenario wants it there, whatever the enemy does."""
    leaves: bool = False
    """It wants to leave the table there."""


def is_fighter(unit: Unit) -> bool:
    """Whether it does better hand to hand than by fire."""
    return unit.cavalry or troops(unit) is Class.TRIBAL or fighting(unit) < firing(unit)


def aim_of(state: State, unit: Unit) -> Aim:
    """What a unit is after."""
    task = _task(state, unit)
    if task is not None:
        return task
    enemies = state.on_table(1 - unit.side)
    if not enemies:
        return Aim((state.field.width // 2, state.field.height // 2), 600, 0.2)
    prey = min(enemies, key=lambda e: (gap(state, unit, e) - 400 * e.prize - 200 * e.pinned, e.id))
    near = 0 if is_fighter(unit) else reach_of(unit) * 2 // 3
    return Aim(middle(prey), near, 0.6)


def _task(state: State, unit: Unit) -> Aim | None:
    """What the scenario asks of this unit."""
    kind, side = state.field.victory, unit.side
    x, y = middle(unit)
    exits = state.field.sides[side].task.exits
    if kind in ("passing", "hills", "quiet") and exits:
        spot = _at_edge((x, y), exits[0].start, exits[0].end)
        return Aim(spot, 0, _haste(state, length((x, y), spot)), True, True)
    if kind == "land" and side == 1:
        return _treasure(state, unit, (x, y))
    if kind == "destroy" and side == 1:
        standing = [state.field.terrain[at].poly for at in buildings(state) if state.structure[at]]
        if standing and not unit.crewed:
            spot = min((centre(poly) for poly in standing), key=lambda p: length((x, y), p))
            return Aim(spot, 280, 1.6, True)
    if kind in ("fort", "relief") and state.field.area:
        inside = contains(state.field.area, (x, y))
        if side == 0:
            return Aim((x, y), 0, 0.0) if inside else Aim(centre(state.field.area), 200, 0.9, True)
        if not inside:
            return Aim(centre(state.field.area), 300, 0.8)
    if kind == "bullet" and side == 0:
        return Aim((x, y), 0, 0.0)
    return None


def _treasure(state: State, unit: Unit, here: Point) -> Aim | None:
    if unit.prize:
        edge = state.field.sides[1].task.exits[0]
        return Aim(_at_edge(here, edge.start, edge.end), 0, 4.0, True, True)
    if any(u.prize for u in state.units):
        return None
    spots = [state.field.markers[m] for m in state.markers] + ([state.prize] if state.prize else [])
    if not spots:
        return None
    return Aim(min(spots, key=lambda p: length(here, p)), 80, 1.8, True)


def _haste(state: State, left: int) -> float:
    """The less time there is for the way, the more it matters."""
    turns = max(1, state.field.turns - state.turn + 1)
    return 1.0 + 1.6 * min(1.0, left / (turns * PACE))


def _at_edge(here: Point, start: Point, end: Point) -> Point:
    return (start[0], here[1]) if start[0] == end[0] else (here[0], start[1])


def useful_stand(state: State, unit: Unit) -> bool:
    """Whether Standing To searches or pulls something down."""
    return bool(searchable(state, unit)) or bool(can_level(state, unit))
