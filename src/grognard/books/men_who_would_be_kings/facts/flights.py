"""A whole unit that runs, straight in one direction: what stands round it, how far it gets, what stops it. [T134–T138, R-27]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from grognard.geometry.angles import offset
from grognard.geometry.crowds import Disc, depth_at, first_unstopped, near_boxes, shift_group
from grognard.geometry.points import Bounds, Crowd, Poly, bounds, disjoint, grown
from grognard.tabletop.land import pieces_of
from grognard.tabletop.straight import ROUNDING, Ring, as_far_as, moved, swept

from ..state import Point, State, Unit
from .bodies import KEEP, bounds_of
from .ground import DEAREST, ROUNDED, layout, on_table, price, runs_into, stops
from .lanes import enemies_round, ring_of, solid_friends
from .values import light_footed

BACK = 10
"""How finely a unit slides back along its way until it ends clear."""
Stop = Literal["", "enemy", "ground", "obstacle", "friend", "edge"]
NOTHING = Crowd()
HUNTERS: tuple[Stop, ...] = ("enemy", "ground")
"""What cuts a Retreat short at the cost of models. [T137]"""


class Slide(NamedTuple):
    bearing: int
    far: int
    spent: int
    stop: Stop
    clear: int = 0
    """How far it goes and ends clear of friends."""

    @property
    def hunted(self) -> bool:
        """Whether enemies or Impassable ground cut it short. [T137]"""
        return self.stop in HUNTERS


class Flight(NamedTuple):
    """A Retreat worked out: where the models end, how many are lost on the way, whether the unit leaves."""

    models: tuple[Point, ...]
    lost: int
    leaves: bool
    bearing: int
    gone: int
    """How far it really went."""
    stopped: Stop


def cut_off(slide: Slide, most: int) -> int:
    """The models lost: one for each whole inch not gone. [T137]"""
    return (most - slide.spent) // 100 if slide.hunted else 0


class _Solid(NamedTuple):
    """A shape that stops whoever comes so near, and what it is."""

    shape: Poly
    box: Bounds
    keep: int
    cause: Stop


class Surroundings:
    """All that may stop, slow or turn aside a unit that Retreats so far, or whoever will be left of it. [T134, T136]"""

    def __init__(self, state: State, unit: Unit, far: int, but: int | None = None):
        around = grown(bounds_of(unit), far)
        self.state, ground = state, layout(state)
        enemies = enemies_round(state, unit, around, but)
        self.enemies = enemies.discs
        self.friends = solid_friends(state, unit, around)
        walls = [_Solid(wall, bounds(wall), unit.radius + KEEP, "enemy") for wall in enemies.walls]
        near = near_boxes(ground.blocks.bounds, around, unit.radius)
        self.blocks = Crowd([ground.blocks[at] for at in near]) if near else NOTHING
        self.solid = [
            *walls,
            *[_Solid(block, bounds(block), unit.radius, "ground") for block in self.blocks],
        ]
        """Walls of garrisons and Impassable ground. [R-25, R-26]"""
        self.rough = [] if light_footed(unit) else [area.around for area in ground.difficult.near(around)]
        # Where it may not end: friends' bases and Obstacles. [R-27, R-43]
        around = grown(around, ROUNDING)
        self.others = _friends_near(state, unit, around)
        self.boxes = [box for box, _ in self.others]
        self.bases = [disc for _, discs in self.others for disc in discs]
        self.barriers = ground.barriers.near(around, unit.radius)
        self.lines = [barrier.around for barrier in self.barriers]


def _friends_near(state: State, unit: Unit, around: Bounds) -> list[Ring]:
    """The bases of friends in the open that a unit may not end on. [R-43]"""
    rings = [
        ring_of(u, u.radius + unit.radius)
        for u in state.on_table(unit.side)
        if u.id != unit.id and u.inside is None
    ]
    return [ring for ring in rings if not disjoint(ring[0], around)]


class Slider:
    """A whole unit shifting in one direction, round enemies and through loose friends, until something stops it.

    [T134, T136]
    """

    def __init__(self, near: Surroundings, unit: Unit, most: int, foes: Sequence[Disc] = ()):
        self.near, self.state, self.unit, self.most = near, near.state, unit, most
        self.box = bounds_of(unit)
        self.table = 0, 0, near.state.field.width, near.state.field.height
        self.enemies = (*near.enemies, *foes)
        obstacles = [
            _Solid(piece, bounds(piece), unit.radius, "obstacle")
            for piece in pieces_of([each for each in near.barriers if stops(self.state, unit, each)])
        ]
        self.solid = [*near.solid, *obstacles]
        self.reached = [grown(each.box, each.keep) for each in self.solid]
        self.gentle = [
            *[box for each, box in zip(self.solid, self.reached) if each.cause != "ground"],
            *[(x - limit, y - limit, x + limit, y + limit) for x, y, limit in near.friends],
        ]
        """Boxes round all that may stop it besides enemies in the open and Impassable ground."""
        self._shifts: dict[int, tuple[int, Stop]] = {}
        self._slides: dict[int, Slide] = {}
        self._ways: dict[int, Bounds] = {}
        self._slow_ones: tuple[int | None, list[Point]] = None, []

    def slide(self, bearing: int) -> Slide:
        """How far it gets, and what stops it."""
        if bearing not in self._slides:
            self._slides[bearing] = self._slide(bearing)
        return self._slides[bearing]

    def _slide(self, bearing: int) -> Slide:
        far, stop = self._shifted(bearing)
        if self._slowed_before(bearing, far, stop):
            far, stop = self._shift(bearing, self._affordable(bearing))
        if self._leaves(bearing, far):
            return Slide(bearing, far, self._spent(bearing, far), "edge")
        return Slide(bearing, far, self.most if stop == "" else self._spent(bearing, far), stop)

    def stop(self, bearing: int) -> Stop:
        """What stops it in a direction that does not lead off the table."""
        far, stop = self._shifted(bearing)
        return self.slide(bearing).stop if stop and self._slowed_before(bearing, far, stop) else stop

    def _slowed_before(self, bearing: int, far: int, stop: Stop) -> bool:
        """Whether Difficult ground may end it before it is stopped. [T135]"""
        if stop and DEAREST * far + ROUNDED <= self.most:
            return False
        return self._slow(bearing) and not (stop and self._spent(bearing, far + 1) <= self.most)

    def _slow(self, bearing: int) -> bool:
        """Whether its way comes near Difficult ground."""
        if not self.near.rough:
            return False
        return bool(near_boxes(self.near.rough, self._way(bearing)))

    def _way(self, bearing: int) -> Bounds:
        """The upright rectangle round all of its way in a direction."""
        found = self._ways.get(bearing)
        if found is None:
            found = self._ways[bearing] = swept(self.box, *offset(bearing, self.most))
        return found

    def _shifted(self, bearing: int) -> tuple[int, Stop]:
        """How far it gets if nothing slows it, and what stops it."""
        if bearing not in self._shifts:
            self._shifts[bearing] = self._shift(bearing, self.most)
        return self._shifts[bearing]

    def _shift(self, bearing: int, far: int) -> tuple[int, Stop]:
        solid = [self.solid[at] for at in near_boxes(self.reached, self._way(bearing))]
        # One that starts nearer than 1 to an enemy may only go away.
        far, by = shift_group(
            self.unit.models,
            bearing,
            self.most,
            far,
            self.enemies,
            self.near.friends,
            [each.shape for each in solid],
            [each.keep for each in solid],
        )
        stop: Stop = "" if by is None else ("enemy", "friend", *[each.cause for each in solid])[by]
        return far, stop

    def first_open(self, ways: Sequence[int], at: int, within: int) -> int:
        """Past those, from a place on, in which enemies or Impassable ground surely stop it before it has spent so much, on the
        table: a glance.
        """
        if not self.near.rough:
            return self._unstopped(ways, at, within, self.gentle)
        # Who is stopped so early has not spent it, slow as the ground may be.
        early = max(0, (within - ROUNDED) // DEAREST)
        while (at := self._unstopped(ways, at, early, self.gentle)) < len(ways):
            if self._unstopped(ways[: at + 1], at, within, [*self.gentle, *self.near.rough]) == at:
                break
            at += 1
        return at

    def _unstopped(self, ways: Sequence[int], at: int, within: int, gentle: Sequence[Bounds]) -> int:
        return first_unstopped(
            self.unit.models,
            self.box,
            ways,
            at,
            self.most,
            within,
            self.enemies,
            self.near.blocks,
            self.unit.radius,
            gentle,
            self.table,
            ROUNDING,
        )

    def farthest(self, ways: Sequence[int]) -> Slide:
        """Of directions in which it is cut short the first in which it spends most."""
        best, at = self.slide(ways[0]), 1
        while (at := self.first_open(ways, at, best.spent + 1)) < len(ways):
            found = self.slide(ways[at])
            best = found if found.spent > best.spent else best
            at += 1
        return best

    def least_lost(self, ways: Sequence[int]) -> int:
        """The fewest lost in any of some directions in which it is cut short. [T137]"""
        seen = [way for way in ways if way in self._shifts]
        first = max(seen, key=lambda way: self._shifts[way][0], default=ways[0])
        lost, at = cut_off(self.slide(first), self.most), 0
        # Only who spends an inch more loses one less.
        while lost and (at := self.first_open(ways, at, self.most - 100 * lost + 1)) < len(ways):
            lost = min(lost, cut_off(self.slide(ways[at]), self.most))
            at += 1
        return lost

    def _may_slow(self, start: Point, end: Point) -> bool:
        """Whether a leg comes near Difficult ground."""
        return bool(near_boxes(self.near.rough, bounds((start, end))))

    def _spent(self, bearing: int, far: int) -> int:
        if not self.near.rough:
            return far
        dx, dy = offset(bearing, far)
        slow = [price(self.state, self.unit, (x, y), (x + dx, y + dy)) for x, y in self._slowed(bearing)]
        return max([far, *slow])

    def _slowed(self, bearing: int) -> list[Point]:
        """Those of it whose way comes near Difficult ground."""
        if self._slow_ones[0] != bearing:
            dx, dy = offset(bearing, self.most)
            near = [m for m in self.unit.models if self._may_slow(m, (m[0] + dx, m[1] + dy))]
            self._slow_ones = bearing, near
        return self._slow_ones[1]

    def _affordable(self, bearing: int) -> int:
        """How far the allowance goes, Difficult ground at the double rate. [T135]"""
        if self._spent(bearing, self.most) <= self.most + 1:
            return self.most
        return as_far_as(lambda distance: self._spent(bearing, distance) <= self.most, self.most)

    def _leaves(self, bearing: int, far: int) -> bool:
        """Whether some model's centre crosses the table's edge. [T138]"""
        dx, dy = offset(bearing, far)
        box = moved(self.box, dx, dy)
        return not (on_table(self.state, box[:2]) and on_table(self.state, box[2:]))

    def lonely(self, bearing: int) -> bool:
        """Whether it stays on the table, and clear of friends and Obstacles wherever it ends."""
        way, near = self._way(bearing), self.near
        return not (
            self._leaves(bearing, self.most)
            or near_boxes(near.boxes, way)
            or near_boxes(near.lines, way, self.unit.radius)
        )

    def full(self, bearing: int) -> bool:
        """Whether it surely does not end clear, on the table as it stays: there is no room where all of its way leads."""
        return (
            not self._leaves(bearing, self.most)
            and self.too_deep(bearing, self.most) > 0
            and not self._slow(bearing)
        )

    def arrives(self, slide: Slide) -> bool:
        """Whether it goes all the way and ends clear, or leaves the table. [R-27, T138]"""
        return slide.stop == "edge" or (slide.stop == "" and self.too_deep(slide.bearing, slide.far) == 0)

    def ended(self, slide: Slide) -> Slide:
        """A slide with how far it goes and ends clear: not on friends' bases, but back along its path. [R-27, R-43]"""
        far = slide.far
        while far > 0 and (deep := self.too_deep(slide.bearing, far)):
            # Who stands so deep in another base does so still a little less far back.
            far -= max(BACK, (deep - ROUNDING) // BACK * BACK)
        return slide._replace(clear=max(0, far))

    def too_deep(self, bearing: int, far: int) -> int:
        """How deep in friends' bases or Obstacles it would end so far along; 0 if it would end clear."""
        dx, dy = offset(bearing, far)
        deep = depth_at(self.unit.models, dx, dy, self.near.bases)
        if deep or not self.near.barriers:
            return deep
        radius = self.unit.radius
        around = moved(self.box, dx, dy)
        barriers = [self.near.barriers[at] for at in near_boxes(self.near.lines, around, radius)]
        spots = [(x + dx, y + dy) for x, y in self.unit.models] if barriers else []
        return int(any(runs_into(barriers, (spot, spot), radius) for spot in spots))
