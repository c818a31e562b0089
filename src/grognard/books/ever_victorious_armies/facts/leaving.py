"""Ground that a unit stands on though it is closed to it: it may leave that, and goes no deeper into it. [M4, R2, G-33, Q6]

A general comes into a village with his foot, horse stands by a road or a bridge with part of its body over what lies beside it.
"""

from __future__ import annotations

from grognard.geometry.points import Poly
from grognard.tabletop import closed
from grognard.tabletop.closed import Legs, Stood

from ..state import Battlefield
from .bodies import Drawn
from .ground import keeps_to_roads, land, on_road


def stood_on(field: Battlefield, unit: Drawn, shape: Poly) -> Stood:
    """The ground closed to a unit that its body begins on. [K1]"""
    ground, centre = land(field), (unit.x, unit.y)
    carried = keeps_to_roads(unit) and on_road(field, (centre, centre))
    return closed.stood_on(
        ground.barred[unit.kind][0], ground.owners[unit.kind], shape, centre, carried=carried
    )


def entered(field: Battlefield, unit: Drawn, start: Poly, legs: Legs) -> str | None:
    """The name of closed ground that a march enters; of what it begins on it may only go out. [M4]"""
    ground, centre = land(field), (unit.x, unit.y)
    shut, owners = ground.barred[unit.kind][0], ground.owners[unit.kind]
    return closed.entered(shut, owners, stood_on(field, unit, start), start, centre, legs)


def held_by(field: Battlefield, unit: Drawn, start: Poly, bearing: int) -> bool:
    """Whether closed ground that a unit begins on lets it go no farther along a bearing. [R2, K1]"""
    return closed.held(stood_on(field, unit, start), start, (unit.x, unit.y), bearing)
