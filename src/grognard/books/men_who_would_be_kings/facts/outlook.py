"""A Retreat seen beforehand: who surely gets away, whoever will have fallen. For odds, which meet thousands. [R-27]"""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.geometry.angles import heading, offset
from grognard.geometry.crowds import all_behind, near_boxes, strikes_any
from grognard.geometry.points import Bounds, Crowd, bounds, farther, grown
from grognard.tabletop.bodies import any_nearer, those_near
from grognard.tabletop.straight import moved, swept

from ..state import Point, State, Unit
from .bodies import KEEP, bounds_of, middle
from .flights import Surroundings
from .ground import layout
from .lanes import enemies_round
from .retreat import MOST, STEP, Toll, allowance, first_bearing, toll_amid

HALF_STEP = STEP // 2 + 5
"""A little more than half a step between directions: a cone so wide to either side has one of them in it."""
CONES = sorted(range(STEP - MOST, MOST, STEP), key=abs)
SURELY_BEHIND = 360
"""One over the square of the sine of half a cone, rounded down."""
Models = tuple[Point, ...]


class Outlook:
    """What stands round a unit in a melee besides its opponent."""

    def __init__(self, state: State, unit: Unit, foe: Unit):
        self.state, self.unit, self.foe = state, unit, foe
        self._near: dict[bool, Surroundings] = {}
        # As far as it may ever have to go: losses can end Close Order, which Retreats less far. [T086]
        self.far = allowance(unit)
        if unit.close_order:
            self.far = max(self.far, allowance(replace(unit, close_order=False)))
        box = grown(bounds_of(unit), self.far)
        self.table = state.field.width, state.field.height
        self.near_edge = farther_out(box, *self.table)
        self.crowded = self.near_edge and _crowded(state, unit, grown(box, 2))
        self.blocks = Crowd(those_near(layout(state).blocks, box, unit.radius))
        third = enemies_round(state, unit, box, foe.id)
        self.third = third.discs
        self.indoors = unit.inside is not None or foe.inside is not None or bool(third.walls)
        self.free = self._finds_a_way()
        """Whether it gets away whoever falls."""

    def _finds_a_way(self) -> bool:
        """Whether it surely finds one with whatever it will have left: the edge is out of reach and some cone of
        directions is free.

        With all of the opponent behind both sides of the cone, it is less than 90° from the first direction whoever
        falls, so that one of those tried lies in it: it is wider than the steps between them.
        """
        if self.near_edge or self.indoors:
            return False
        front = heading(middle(self.foe), middle(self.unit))
        return any(self._free_cone(front + turn) for turn in CONES)

    def straight_back(self, left: Unit, against: Unit, most: int = 0) -> Toll | None:
        """The Retreat of those who are left, facing those, if it surely costs them nobody on the way: the first
        direction is free. Friends in the way would only turn them aside, not off the table; near its edge it must
        be empty besides, and they may have to go `most`.
        """
        here, there = middle(left), middle(against)
        if self.indoors or here == there or (self.near_edge and self.crowded):
            return None
        front = heading(there, here)
        if not all_behind(against.models, left.models, *offset(front, self.far)):
            return None
        if not self._passes(left.models, front, 0):
            return None
        leaves = self.near_edge and farther_out(moved(bounds_of(left), *offset(front, most)), *self.table)
        return Toll(0, leaves)

    def toll(self, left: Unit, against: Unit) -> Toll | None:
        """What it costs those who are left of the unit to Retreat from those left of the opponent; None indoors. [R-27]"""
        if self.indoors or not against.models:
            return None
        keep = left.radius + against.radius + KEEP
        foes = [(x, y, keep) for x, y in against.models]
        near = self._near.get(left.close_order)
        if near is None:
            whole = replace(self.unit, close_order=left.close_order)
            near = self._near[left.close_order] = Surroundings(self.state, whole, self.far, self.foe.id)
        bearing = first_bearing(self.state, left, against)
        return toll_amid(near, left, bearing, foes, self.near_edge)

    def _free_cone(self, front: int) -> bool:
        """Whether every model goes away from every one of the opponent's, and past all other enemies and ground."""
        left, right = offset(front - HALF_STEP, self.far), offset(front + HALF_STEP, self.far)
        foes, models = self.foe.models, self.unit.models
        if not all_behind(foes, models, *left) or not all_behind(foes, models, *right):
            return False
        # Half a step to the side leads astray by less than that.
        return self._passes(self.unit.models, front, self.far // 15 + 2)

    def _passes(self, models: Models, front: int, astray: int) -> bool:
        """Whether models going so pass all other enemies and closed ground, with room to go astray."""
        if not self.third and not self.blocks:
            return True
        dx, dy = offset(front, self.far)
        if strikes_any(models, dx, dy, self.third, astray, SURELY_BEHIND if astray else 0):
            return False
        keep = self.unit.radius + astray
        if not near_boxes(self.blocks.bounds, swept(bounds(models), dx, dy), keep):
            return True
        legs = [((x, y), (x + dx, y + dy)) for x, y in models]
        return not any_nearer(legs, self.blocks, keep)


def farther_out(box: Bounds, east: int, north: int) -> bool:
    """Whether a rectangle sticks out over the table's edge."""
    return box[0] < 0 or box[1] < 0 or box[2] > east or box[3] > north


def _crowded(state: State, unit: Unit, around: Bounds) -> bool:
    """Whether friends, Obstacles or Difficult ground near a rectangle may turn a unit aside or slow it."""
    ground = layout(state)
    return (
        not ground.barriers.clear_of(around, unit.radius)
        or not ground.difficult.clear_of(around)
        or any(
            not farther(bounds_of(friend), around, unit.radius + friend.radius)
            for friend in state.on_table(unit.side)
            if friend.id != unit.id
        )
    )
