"""Ranks built anew round their Leader: who comes too near to an enemy, too far, or through what bars him. [R-23, R-25]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.points import bounds, square
from grognard.tabletop.figures import first_come_nearer

from ..state import Point, State, Unit
from .bodies import KEEP
from .ground import barriers_met, is_open, runs_into, shut
from .lanes import enemies_round
from .values import loose_move


def why_not_wheel(
    state: State, unit: Unit, before: Sequence[Point], after: Sequence[Point]
) -> Refusal | None:
    """Why models cannot take their places in new ranks: it costs no movement, but nobody goes farther than a move."""
    farthest = loose_move(unit) ** 2
    free = is_open(state, bounds((*before, *after)), unit.radius)
    stops = [] if free else barriers_met(state, replace(unit, models=tuple(before)))
    for leg in zip(before, after):
        if square(*leg) > farthest:
            return Refusal("R-23", "a man would have to go farther than a move to take his place", leg[1])
        if free:
            continue
        if shut(state, unit, leg):
            return Refusal("R-56", "the way to a man's place is barred", leg[1])
        if runs_into(stops, leg, unit.radius) is not None:
            return Refusal("T093", "an Obstacle lies between a man and his place", leg[1])
    return _too_near(state, unit, before, after)


def _too_near(state: State, unit: Unit, before: Sequence[Point], after: Sequence[Point]) -> Refusal | None:
    """A man may not come nearer than 1 to an enemy; one who is nearer already, not nearer still. [R-25]"""
    enemies = enemies_round(state, unit, bounds(tuple(after)))
    near = first_come_nearer(before, after, enemies.discs, enemies.walls, unit.radius + KEEP)
    return None if near is None else Refusal("R-25", "the new front comes too near to an enemy", after[near])
