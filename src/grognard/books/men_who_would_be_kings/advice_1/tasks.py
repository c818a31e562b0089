"""What a scenario asks of a unit: leave, search, level, hold, storm, fall back. Chosen by how the scenario scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.geometry.gaps import length
from grognard.geometry.shapes import centre, contains

from ..advice.walls import post_for
from ..advice.worth import obeys
from ..facts.bodies import gap, middle
from ..facts.shooting import reach_of
from ..facts.values import fighting, firing, move_of, on_foot, troops
from ..facts.victory import SCORES, buildings, points
from ..state import Point, State, Unit
from ..tables.profiles import PROFILES
from ..words import Action, Class, Where

EASY, PRESSING = 0.4, 2.2
"""How much a task is wanted when there is time in plenty, and how much more when there is none to lose."""
HOPELESS = 1.6
"""So much more time than is left: the unit fights instead."""
CLOSING = 3
"""Turns before the end in which a place that counts must be manned."""

WALLS, NEAR_WALL, MANNING = 1200, 700, 2.2
"""How far from the middle of a place its walls are, how near a wall elsewhere must be, and what manning it is worth."""


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


def turns_left(state: State) -> int:
    """Game turns still to play, this one among them."""
    return max(1, state.field.turns - state.turn + 1)


def share_of_time(state: State, unit: Unit, way: int, work: float = 0.0) -> float:
    """What part of the time left a way needs, and some turns of work at its end; orders fail now and then."""
    pace = PROFILES[unit.kind].move * obeys(unit, Action.MOVE)
    if unit.rides:
        pace *= 1.5
    return (way / pace + work) / turns_left(state)


def urge(share: float) -> float:
    """The less time there is to spare, the more a task matters."""
    return EASY + PRESSING * min(1.0, share) ** 2


def prey(state: State, unit: Unit, enemies: tuple[Unit, ...]) -> Aim:
    """After the nearest enemy: at him, or to where he is well in range."""
    found = min(enemies, key=lambda e: (gap(state, unit, e) - 1200 * e.prize - 200 * e.pinned, e.id))
    return Aim(middle(found), 0 if is_fighter(unit) else reach_of(unit) * 2 // 3, 0.6)


def stay(unit: Unit) -> Aim:
    """Where it is."""
    return Aim(middle(unit), 0, 0.0)


# ---- the tasks


def leave(state: State, unit: Unit) -> Aim | None:
    """Off the table over the edge that counts, while there is a hope of getting there. [R-61]"""
    here = middle(unit)
    edge = state.field.sides[unit.side].task.exits[0]
    spot = at_edge(here, edge.start, edge.end)
    share, gain = share_of_time(state, unit, length(here, spot)), leaving_gain(state, unit)
    if share > HOPELESS * gain and state.on_table(1 - unit.side):
        return None
    return Aim(spot, 0, gain * urge(share), True, True)


def leaving_gain(state: State, unit: Unit) -> float:
    """What part of a unit's cost its leaving brings, more than its staying would. [F-S6]"""
    if state.field.victory not in SCORES:
        return 1.0
    away = replace(unit, where=Where.EXITED)
    after = replace(state, units=(*state.units[: unit.id], away, *state.units[unit.id + 1 :]))
    return (points(after)[unit.side] - points(state)[unit.side]) / unit.cost


def search(state: State, unit: Unit) -> Aim | None:
    """To the nearest marker, and home with what was under it. [F-SC2, F-SC3]"""
    here = middle(unit)
    edge = state.field.sides[unit.side].task.exits[0]
    if unit.prize:
        return Aim(at_edge(here, edge.start, edge.end), 0, 4.0, True, True)
    if unit.crewed or any(u.prize for u in state.units):
        return None
    spots = [state.field.markers[m] for m in state.markers] + ([state.prize] if state.prize else [])
    if not spots:
        return None
    spot = min(spots, key=lambda p: (length(here, p), p))
    home = length(spot, at_edge(spot, edge.start, edge.end))
    share = share_of_time(state, unit, length(here, spot) + home, len(spots))
    return Aim(spot, 80, max(1.0, urge(share)), True)


def level(state: State, unit: Unit) -> Aim | None:
    """To the nearest building that stands. [F-SB2]"""
    up = [at for at in buildings(state) if state.structure[at]]
    hands = [u for u in state.on_table(unit.side) if not u.crewed]
    if not up or unit.crewed:
        return None
    here = middle(unit)
    spot = min((centre(state.field.terrain[at].poly) for at in up), key=lambda p: (length(here, p), p))
    work = sum(state.structure[at] for at in up) / max(1, len(hands))
    return Aim(spot, 280, urge(share_of_time(state, unit, length(here, spot), work)), True)


def keep(state: State, unit: Unit) -> Aim | None:
    """Inside: stay. Outside: in, in time. [F-S4]"""
    area, here = state.field.area, middle(unit)
    spot = centre(area)
    if contains(area, here):
        return _behind(state, unit, spot, WALLS)
    return Aim(spot, 200, max(0.9, urge(share_of_time(state, unit, length(here, spot), CLOSING))), True)


def storm(state: State, unit: Unit) -> Aim | None:
    """At those who hold the place; in, if nobody does or the end is near. [F-S4]"""
    area, here = state.field.area, middle(unit)
    spot = centre(area)
    holders = tuple(
        e for e in state.on_table(1 - unit.side) if contains(area, middle(e)) or e.inside is not None
    )
    late = share_of_time(state, unit, length(here, spot), CLOSING) >= 1.0
    if holders and not (late and is_fighter(unit)):
        return prey(state, unit, holders)._replace(zeal=0.8)
    others = [u for u in state.on_table(unit.side) if u.id != unit.id and not u.pinned]
    nearer = [u for u in others if length(middle(u), spot) < length(here, spot)]
    if len(nearer) >= 2 and not late:
        return None
    if contains(area, here):
        return stay(unit)._replace(task=True)
    return Aim(spot, 200, 1.6, True)


def fall_back(state: State, unit: Unit) -> Aim | None:
    """One unit into the house that counts, the others stand where they are. [F-SD2]"""
    house = buildings(state)[0]
    if unit.inside == house:
        return stay(unit)
    spot = centre(state.field.terrain[house].poly)
    own = [u for u in state.on_table(unit.side) if on_foot(u)]
    if any(u.inside == house for u in own) or not on_foot(unit) or _pressed(state, unit):
        return _behind(state, unit, middle(unit), NEAR_WALL)
    best = min(own, key=lambda u: (length(middle(u), spot), u.id))
    return Aim(spot, 0, 2.0, True) if best.id == unit.id else stay(unit)


def _behind(state: State, unit: Unit, near: Point, within: int) -> Aim:
    """To a free stretch of wall about a spot, or stay."""
    post = None if unit.cavalry or unit.inside is not None else post_for(state, unit, near, within)
    return stay(unit) if post is None else Aim(post.spot, 100, MANNING, True)


def _pressed(state: State, unit: Unit) -> bool:
    """Whether somebody would be upon it before it got anywhere."""
    foes = state.on_table(1 - unit.side)
    return any(is_fighter(e) and not e.pinned and gap(state, unit, e) <= move_of(e) + 600 for e in foes)


def at_edge(here: Point, start: Point, end: Point) -> Point:
    """The point of an edge straight across from here."""
    return (start[0], here[1]) if start[0] == end[0] else (here[0], start[1])


Task = Callable[[State, Unit], Aim | None]
TASKS: dict[str, tuple[Task | None, Task | None]] = {
    "passing": (leave, leave),
    "hills": (leave, None),
    "quiet": (leave, None),
    "land": (None, search),
    "destroy": (None, level),
    "fort": (keep, storm),
    "relief": (keep, storm),
    "bullet": (fall_back, None),
}
"""For each way of scoring, the task of the first and of the second side; None: the nearest enemy."""


def task_of(state: State, unit: Unit) -> Aim | None:
    """What the scenario asks of this unit, if anything."""
    task = TASKS.get(state.field.victory, (None, None))[unit.side]
    return task(state, unit) if task is not None else None


__all__ = ["Aim", "is_fighter", "prey", "stay", "task_of"]
