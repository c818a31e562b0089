"""Who sees whom. [S8, S12, K3, K4]"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.engine.memo import kept
from grognard.geometry.arcs import ALL_ROUND, Arc, front_arc
from grognard.geometry.gaps import nearest_point, point_within, within
from grognard.geometry.points import Point, Poly, Segment, bounds_of_all
from grognard.geometry.shapes import centre, front_middle
from grognard.geometry.sight import first_blocker
from grognard.tabletop.crowd import Crowd

from ..state import Battlefield, State, Unit
from ..words import GUNS, Order
from .bodies import Drawn, Stand, stand, standing
from .ground import land

OVERHEAD = 400
"""How far from both ends a unit must be for a gun on a hill to shoot over it. [K4]"""
ROUNDING = 5
"""More hundredths than the corners of a unit's bases may stick out of its footprint."""


class Seen(msgspec.Struct, frozen=True, gc=False):
    """A clear line of sight, or what blocks it."""

    point: Point | None
    blocker: str = ""
    cite: str = "S12"


def arc_of(unit: Drawn, box: Poly) -> Arc:
    """The arc of a unit or of one base; skirmish order looks all round. [S8]"""
    return ALL_ROUND if unit.order is Order.SKIRMISH else front_arc(box, unit.facing)


@kept
def front_of(unit: Stand) -> Arc:
    """The arc of a unit's whole front. [S8]"""
    return arc_of(unit, unit.body)


@kept
def hiding(all_: Crowd[Stand]) -> Crowd[Stand]:
    """Those who hide others from sight: all but skirmishers. [S12]"""
    return all_.pick(lambda each: each.order is not Order.SKIRMISH)


def veil(all_: Crowd[Stand], unit: Stand, target: Stand) -> list[Stand]:
    """Those who may hide one unit from another: not skirmishers, not generals, nobody aside of both. [S12]"""
    # No line from one to the other leaves the bounds of the two, but for the rounding of single bases.
    near = all_.near(bounds_of_all((unit.body, target.body)), ROUNDING)
    both = unit.id, target.id
    return [each for each in near if each.order is not Order.SKIRMISH and each.id not in both]


def aims_at(box: Poly, nearest: Point) -> tuple[Point, Point]:
    """Where a look at a target goes: its nearest point or, failing that, its centre. [S12]"""
    return nearest, centre(box)


def blocked(
    field: Battlefield, eye: Point, point: Point, hidden_by: list[Stand], over: Poly | None
) -> Seen | None:
    """What hides one point from another; `over` is a target that is shot at over heads. [S12, K3, K4]"""
    line = eye, point
    hidden = hidden_by_ground(field, line)
    if hidden is not None or not hidden_by:
        return hidden
    if over is not None:
        hidden_by = [
            each
            for each in hidden_by
            if point_within(eye, each.body, OVERHEAD) or within(over, each.body, OVERHEAD)
        ]
    hit = first_blocker(line, [each.body for each in hidden_by])
    return None if hit is None else Seen(None, hidden_by[hit].name)


@kept
def look(all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand, over: bool) -> Seen:
    """A look from the middle of a unit's front edge to a target's nearest point or, failing that, its centre. [S12]"""
    box, eye, hidden_by = target.body, eye_of(unit), veil(all_, unit, target)
    first: Seen | None = None
    for point in aims_at(box, nearest_point(eye, box)):
        hidden = blocked(field, eye, point, hidden_by, box if over else None)
        if hidden is None:
            return Seen(point)
        first = first or hidden
    assert first is not None
    return first


@kept
def hidden_by_ground(field: Battlefield, line: Segment) -> Seen | None:
    """The ground that hides one point from another. [K3, K4]"""
    found = land(field).screens.first(line)
    if found is None:
        return None
    return Seen(None, "the hill", "K4") if found.bar == "hill" else Seen(None, str(found.name), "K3")


@kept
def hides(field: Battlefield) -> Callable[[Segment], bool] | None:
    """What tells whether ground hides a line; None where none does. [K3, K4]"""
    if not land(field).screens:
        return None
    return lambda line: hidden_by_ground(field, line) is not None


def out_of_sight(field: Battlefield, unit: Stand, target: Stand) -> bool:
    """Whether ground alone hides one unit from another, whoever else stands where. [K3, K4]"""
    eye, box = eye_of(unit), target.body
    return all(
        hidden_by_ground(field, (eye, point)) is not None for point in aims_at(box, nearest_point(eye, box))
    )


def shoots_over(field: Battlefield, unit: Stand) -> bool:
    """A gun on a hill shoots over what is far from both ends. [K4]"""
    return unit.kind in GUNS and land(field).hills.holds((unit.x, unit.y))


def eye_of(unit: Stand) -> Point:
    """The middle of a unit's front edge."""
    return front_middle(unit.body)


def sees(all_: Crowd[Stand], field: Battlefield, unit: Stand, target: Stand) -> Seen:
    """Whether a unit sees another from the middle of its front edge. [H1, S12]"""
    return look(all_, field, unit, target, shoots_over(field, unit))


def sees_unit(state: State, unit: Unit, target: Unit) -> Seen:
    """The same of two units as they stand. [H1, S12]"""
    return sees(standing(state), state.field, stand(state, unit), stand(state, target))
