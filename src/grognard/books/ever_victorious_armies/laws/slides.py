"""Straight slides looked at step by step, for the searches: slow, simple, and not the program's own way."""

from __future__ import annotations

from functools import cached_property

from grognard.geometry.angles import offset
from grognard.geometry.arcs import poly_in_arc
from grognard.geometry.gaps import gap, nearer_than, within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, shifted
from grognard.geometry.shapes import box, first_overlap, swept

from ..facts.bodies import body, friends_of, size, standing
from ..facts.ground import keeps_to_roads, land, off_table
from ..facts.lanes import passes
from ..facts.leaving import held_by
from ..facts.readiness import best_roll
from ..facts.sight import arc_of, sees_unit
from ..state import State, Unit
from ..words import Kind

STEP = 20
"""How far apart the places are that a search looks at."""
DEEP = 6
"""Overlaps that rounding cannot explain."""
TURN, LOOSE_TURN = 10, 40
"""How far apart the facings are that a search tries."""


class Slide:
    """A body that slides straight along a bearing, facing one way."""

    def __init__(self, state: State, unit: Unit, facing: int, bearing: int, through_friends: bool):
        self.state, self.unit, self.bearing = state, unit, bearing
        self.through_friends = through_friends
        self.start = box(unit.x, unit.y, facing % 3600, *size(state, unit))

    def offset(self, far: int) -> Point:
        """How far east and north it is after so much."""
        return offset(self.bearing, far)

    def at(self, far: int) -> Poly:
        """The body after so much."""
        return shifted(self.start, *self.offset(far))

    def lane(self, far: int) -> Poly:
        """All it has passed over by then."""
        return swept(self.start, *self.offset(far))

    @cached_property
    def _solid(self) -> list[Poly]:
        """Friends it cannot pass, those it begins on apart: in contact for one that retires, else by order. [R2, M9]"""
        state, unit = self.state, self.unit
        friends = friends_of(state, unit.id)
        shut = [
            shape
            for friend, shape in zip(friends, friends.shapes)
            if (state.in_contact(friend.id) if self.through_friends else not passes(unit, friend))
        ]
        return [shape for shape in shut if first_overlap(self.start, (shape,)) is None]

    @cached_property
    def _foes(self) -> list[tuple[Poly, int]]:
        """Enemies, with how near it may come: an inch, or as near as it began. [R2, E2]"""
        shapes = standing(self.state, 1 - self.unit.side).shapes
        return [
            (shape, 100 if not nearer_than(self.start, shape, 100) else min(99, gap(self.start, shape)))
            for shape in shapes
        ]

    @cached_property
    def _shut(self) -> list[Poly]:
        """Ground it may not enter, that it does not begin on."""
        parts = land(self.state.field).barred[self.unit.kind][0]
        return [part for part in parts if first_overlap(self.start, (part,)) is None]

    def closed(self, far: int) -> bool:
        """Whether the way leads over ground it may not enter."""
        return first_overlap(self.lane(far), land(self.state.field).barred[self.unit.kind][0]) is not None

    def free_for(self, limit: int, slack: int = DEEP) -> int:
        """How far it gets before it stands on a friend, too near an enemy or in closed ground, by more than a slack."""
        # Out of what it begins on it only draws; what a road carries it over it leaves by that road. [R2, K1]
        held = held_by(self.state.field, self.unit, self.start, self.bearing)
        last, open_, road = 0, not held, keeps_to_roads(self.unit)
        for far in [*range(STEP, limit, STEP), limit]:
            # A road carries it over closed ground only where it is one all along. [K1]
            road = road and in_parts(land(self.state.field).roads, self._centre(far))
            open_ = open_ and first_overlap(self.at(far), self._shut, slack) is None
            if not (road or open_) or not self._free(far, slack):
                return last
            last = far
        return limit

    def _free(self, far: int, slack: int) -> bool:
        here = self.at(far)
        if first_overlap(here, self._solid, slack) is not None:
            return False
        if any(keep >= 100 and gap(here, shape) <= 100 - slack for shape, keep in self._foes):
            return False
        near = [(shape, keep) for shape, keep in self._foes if keep < 100]
        if not slack and any(gap(here, shape) < min(keep, DEEP) for shape, keep in near):
            return False  # it may graze him
        return first_overlap(here, [shape for shape, _ in near], slack) is None

    def _centre(self, far: int) -> Point:
        dx, dy = self.offset(far)
        return self.unit.x + dx, self.unit.y + dy

    def meets_lines(self, far: int) -> bool:
        """Whether a work, wall or hedge lies on the way: what it costs, a search does not work out. [Q7, Q8]"""
        lane = self.lane(far)
        return any(edge.near_shape(lane, 0) for edge in land(self.state.field).edges)

    def meets_friends(self, far: int) -> bool:
        """Whether any friend lies on the way, whom it may have to stop before. [R2, M9]"""
        return first_overlap(self.lane(far), friends_of(self.state, self.unit.id).shapes) is not None


def can_be_charged(state: State, unit: Unit, target: Unit, turn: int = TURN) -> bool | None:
    """Whether some turn and some way bring a unit into contact at a target; None where a search cannot tell. [H1, H2]"""
    mine, theirs, most = body(state, unit), body(state, target), best_roll(unit).good
    if not within(mine, theirs, most):
        return False
    if not unit.skirmishing and not poly_in_arc(arc_of(unit, mine), theirs):
        return False
    if sees_unit(state, unit, target).point is None:
        return False
    turns = (
        range(0, 3600, turn if turn < TURN else LOOSE_TURN) if unit.skirmishing else range(-450, 451, turn)
    )
    verdicts = [_gets_home(state, unit, target, unit.facing + turn, most) for turn in turns]
    if True in verdicts:
        return True
    # At the very end of its reach a way may lie between two of those looked at.
    sure = None not in verdicts and within(mine, theirs, most - STEP)
    return False if sure else None


def _gets_home(state: State, unit: Unit, target: Unit, facing: int, most: int) -> bool | None:
    """Whether a charge along one facing has the target in its lane and meets no friend before an enemy."""
    slide = Slide(state, unit, facing, facing, False)
    theirs, lane = body(state, target), slide.lane(most)
    if first_overlap(lane, (theirs,)) is None:
        return False
    if first_overlap(lane, (theirs,), 2 * DEEP) is None or _hampered(state, unit, lane):
        return None  # a graze; or ground that has a price of its own
    if unit.kind is Kind.HORSE and any(_walled_in(state, foe, lane) for foe in state.of_side(1 - unit.side)):
        return None  # horse gets at him by gates and roads only, which lie beyond the lane [H7]
    enemies, friends = standing(state, 1 - unit.side).shapes, friends_of(state, unit.id)
    solid = [shape for friend, shape in zip(friends, friends.shapes) if not passes(unit, friend)]
    if first_overlap(slide.start, enemies) is not None or off_table(state.field, slide.start):
        return None
    for far in range(0, most + 1, STEP):
        here = slide.at(far)
        if off_table(state.field, here) or first_overlap(here, solid, DEEP) is not None:
            return False
        if first_overlap(here, enemies, DEEP) is not None:
            crowd = [*friends.shapes, *solid]
            places = slide.lane(far), here, slide.at(max(0, far - STEP))
            clear = first_overlap(places[0], solid) is None
            return True if clear and all(first_overlap(p, crowd) is None for p in places[1:]) else None
    return None


def _walled_in(state: State, unit: Unit, lane: Poly) -> bool:
    """Whether a unit on a lane stands in a work or a village, though part of it may stick out."""
    if first_overlap(lane, (body(state, unit),)) is None:
        return False
    centre = unit.x, unit.y
    return any(
        area.kind in ("work", "village") and in_parts(area.whole, centre) for area in land(state.field).areas
    )


def _hampered(state: State, unit: Unit, lane: Poly) -> bool:
    """Whether anything on the ground decides about a lane."""
    ground = land(state.field)
    if first_overlap(lane, ground.difficult[unit.kind]) is not None:
        return True
    if first_overlap(lane, ground.barred[unit.kind][0]) is not None:
        return True
    return first_overlap(lane, ground.works) is not None or any(e.near_shape(lane, 0) for e in ground.edges)
