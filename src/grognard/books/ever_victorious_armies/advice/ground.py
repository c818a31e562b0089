"""What advice asks of the ground: the cover of a place, and which way a unit bears."""

from __future__ import annotations

from grognard.engine.memo import kept
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Pose

from ..facts.ground import land
from ..state import Battlefield
from ..tables.terrain import TERRAIN
from ..words import Cover, Order

ARC = 600
"""How far off its facing a unit still bears on something, roughly: 45° from the corners, and some width."""


@kept
def cover_at(field: Battlefield, at: Point) -> Cover:
    """The best cover of a place against shooters outside it."""
    best = Cover.NONE
    for area in land(field).areas:
        cover = TERRAIN[area.kind].cover
        if cover is not Cover.NONE and in_parts(area.whole, at):
            best = cover if cover is Cover.ENTRENCHED or best is Cover.NONE else best
    return best


def bears(pose: Pose, order: Order, at: Point) -> bool:
    """Whether a unit drawn up so bears on a point."""
    if order is Order.SKIRMISH or (pose.x, pose.y) == at:
        return True
    return abs(turn_between(pose.facing, heading((pose.x, pose.y), at))) <= ARC


__all__ = ["bears", "cover_at"]
