"""Who sees whom. [S8, S12, K3, K4]"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.geometry.arcs import ALL_ROUND, Arc, front_arc
from grognard.geometry.gaps import gap, nearest_point, point_within, within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, Segment, apart, bounds, bounds_of_all, farther, grown
from grognard.geometry.shapes import centre, front_middle
from grognard.geometry.sight import behind, first_blocker

from ..state import Battlefield, State, Unit
from ..words import Order
from .bodies import Host, body, hiding, others
from .ground import land, land_of

OVERHEAD = 400
"""How far from both ends a unit must be for a gun on a hill to shoot over it. [K4]"""
ROUNDING = 5
"""More hundredths than the corners of a unit's bases may stick out of its footprint."""


class Seen(NamedTuple):
    """A clear line of sight, or what blocks it."""

    point: Point | None
    blocker: str = ""
    cite: str = "S12"


def arc_of(unit: Unit, box: Poly) -> Arc:
    """The arc of a unit or of one base; skirmish order looks all round. [S8]"""
    return ALL_ROUND if unit.order is Order.SKIRMISH else front_arc(box, unit.facing)


def veil(state: State, unit: Unit, target: Unit) -> Host:
    """Those who may hide one unit from another: not skirmishers, not generals, nobody aside of both. [S12]"""
    hidden_by = hiding(state)
    # No line from one to the other leaves the bounds of the two, but for the rounding of single bases.
    around = grown(bounds_of_all((body(state, unit), body(state, target))), ROUNDING)
    return hidden_by.only(
        [
            index
            for index, there in enumerate(hidden_by.shapes.bounds)
            if not apart(around, there) and hidden_by.units[index].id not in (unit.id, target.id)
        ]
    )


def aims_at(box: Poly, nearest: Point) -> tuple[Point, Point]:
    """Where a look at a target goes: its nearest point or, failing that, its centre. [S12]"""
    return nearest, centre(box)


def see(state: State, eye: Point, point: Point, box: Poly, hidden_by: Host, over: bool = False) -> Seen:
    """A look from a point to a point of a target. [S12]"""
    return _blocked(state, eye, point, hidden_by, box if over else None) or Seen(point)


def _look(state: State, eye: Point, target: Unit, hidden_by: Host, over: bool = False) -> Seen:
    """A look from a point to a target's nearest point or, failing that, to its centre. [S12]"""
    box = body(state, target)
    first: Seen | None = None
    for point in aims_at(box, nearest_point(eye, box)):
        seen = see(state, eye, point, box, hidden_by, over)
        if seen.point is not None:
            return seen
        first = first or seen
    assert first is not None
    return first


def _blocked(state: State, eye: Point, point: Point, hidden_by: Host, over: Poly | None) -> Seen | None:
    line = eye, point
    hidden = _hidden_by_ground(state.field, line)
    if hidden is not None:
        return hidden
    shapes = hidden_by.shapes
    if over is not None:
        far = [
            i
            for i, shape in enumerate(shapes)
            if point_within(eye, shape, OVERHEAD) or within(over, shape, OVERHEAD)
        ]
        hit = first_blocker(line, [shapes[i] for i in far])
        return None if hit is None else Seen(None, hidden_by.units[far[hit]].name)
    hit = first_blocker(line, shapes)
    return None if hit is None else Seen(None, hidden_by.units[hit].name)


@lru_cache(maxsize=4096)
def _hidden_by_ground(field: Battlefield, line: Segment) -> Seen | None:
    # Kept by the line alone: the ground does not change, and most units stand still most of the time.
    ready, along = land(field), bounds(line)
    for screen, there in zip(ready.screens, ready.screens_around):
        # A line along its outline is inside: only what lies clear of its bounds is passed over.
        if not farther(along, there, 0) and screen.blocks(line):
            return Seen(None, str(screen.name), "K3")
    for hill in ready.hills:
        if behind(line, hill):
            return Seen(None, "the hill", "K4")
    return None


def hidden_by_ground(state: State, unit: Unit, target: Unit) -> bool:
    """Whether ground alone hides one unit from another, whoever else stands where. [K3, K4]"""
    eye, box = front_eye(state, unit), body(state, target)
    return all(
        _hidden_by_ground(state.field, (eye, point)) is not None
        for point in aims_at(box, nearest_point(eye, box))
    )


def shoots_over(state: State, unit: Unit) -> bool:
    """A gun on a hill shoots over what is far from both ends. [K4]"""
    return unit.is_gun and any(in_parts(hill, (unit.x, unit.y)) for hill in land_of(state).hills)


def front_eye(state: State, unit: Unit) -> Point:
    """The middle of a unit's front edge."""
    return front_middle(body(state, unit))


def sees_unit(state: State, unit: Unit, target: Unit) -> Seen:
    """Whether a unit sees another from the middle of its front edge. [H1, S12]"""
    return _look(
        state,
        front_eye(state, unit),
        target,
        veil(state, unit, target),
        shoots_over(state, unit),
    )


def nearest_seen(state: State, unit: Unit) -> tuple[Poly, int] | None:
    """The nearest enemy a unit sees, and how far he is. [M12]"""
    mine = body(state, unit)
    enemies = [(gap(mine, body(state, u)), u) for u in others(state) if u.side != unit.side]
    for distance, enemy in sorted(enemies, key=lambda pair: (pair[0], pair[1].id)):
        if spots(state, unit, enemy):
            return body(state, enemy), distance
    return None


def spots(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether a unit, where it stands, sees an enemy. [M12]"""
    return _look(state, front_eye(state, unit), enemy, veil(state, unit, enemy)).point is not None
