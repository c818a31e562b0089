"""Retreats: which way, how far, what it costs. [T132, R-27]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from grognard.geometry.angles import heading, offset
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import point_gap
from grognard.geometry.points import Bounds, Crowd, Poly, bounds, disjoint, farther, grown
from grognard.geometry.shapes import centre
from grognard.tabletop.bodies import those_near
from grognard.tabletop.figures import gap_to
from grognard.tabletop.ideas import both_sides
from grognard.tabletop.land import pieces_of
from grognard.tabletop.straight import (
    ROUNDING,
    Ring,
    approached_at,
    as_far_as,
    deepest,
    first_stopped,
    moved,
    solid_at,
    struck_at,
    swept,
)

from ..state import REMEMBERED, Edge, Point, State, Unit
from ..words import Trait
from .advance import Room
from .bodies import KEEP, bounds_of, cluster, gap, house, middle
from .ground import barriers_met, layout, on_table, price, runs_into
from .lanes import enemies_round, ring_of, solid_friends
from .sight import visible
from .values import half_move, light_footed, trait

STEP, MOST = 50, 900
"""Directions are tried in steps of 5° up to 90° to each side. [R-27]"""
AHEAD = 300
"""So far along a direction it is looked how near to the own edge it leads."""
BACK = 10
"""How finely a unit slides back along its way until it ends clear."""
FARTHEST_OUT = 3000
"""More than it ever takes to come out of a building."""
Stop = Literal["", "enemy", "ground", "obstacle", "friend", "edge"]


class Flight(NamedTuple):
    """A Retreat worked out: where the models end, how many are lost on the way, whether the unit leaves."""

    models: tuple[Point, ...]
    lost: int
    leaves: bool
    bearing: int
    gone: int
    """How far it really went."""
    stopped: Stop


class _Slide(NamedTuple):
    bearing: int
    far: int
    spent: int
    stop: Stop
    clear: int = 0
    """How far it goes and ends clear of friends."""

    @property
    def hunted(self) -> bool:
        """Whether enemies or Impassable ground cut it short. [T137]"""
        return self.stop in ("enemy", "ground")


def allowance(unit: Unit) -> int:
    """Half a move; twice that under a Cad. [T133, F-T5]"""
    return half_move(unit) * (2 if trait(unit) is Trait.CAD else 1)


def own_edge(state: State, unit: Unit) -> Edge:
    """A unit's own table edge: of several the nearest. [R-27]"""
    edges = state.field.sides[unit.side].task.own
    if state.edge is not None:
        west = (state.edge == 0) == (unit.side == 1)
        x = 0 if west else state.field.width
        return Edge((x, 0), (x, state.field.height))
    return min(edges, key=lambda edge: point_gap(middle(unit), (edge.start, edge.end)))


def homeward(state: State, unit: Unit) -> int:
    """The bearing square to the own edge. [R-27]"""
    edge = own_edge(state, unit)
    if edge.start[0] == edge.end[0]:
        return 2700 if edge.start[0] == 0 else 900
    return 1800 if edge.start[1] == 0 else 0


def first_bearing(state: State, unit: Unit, foe: Unit | None) -> int:
    """Away from the opponent, or from the nearest enemy in sight; else home. [R-27]"""
    if foe is None:
        seen = sorted(visible(state, unit), key=lambda e: (gap(state, unit, e), e.id))
        foe = seen[0] if seen else None
    if foe is None or not foe.models or middle(foe) == middle(unit):
        return homeward(state, unit)
    return heading(middle(foe), middle(unit))


def retreat(state: State, unit: Unit, foe: Unit | None) -> Flight:
    """The Retreat of a unit from its opponent. [T132, R-27]"""
    return flight(state, unit, first_bearing(state, unit, foe))


def gets_away(state: State, unit: Unit, foe: Unit | None) -> bool:
    """Whether a Retreat would cost nobody and stay on the table. [T137, T138]"""
    way = retreat(state, unit, foe)
    return not way.leaves and not way.lost


def flight(state: State, unit: Unit, bearing: int) -> Flight:
    """The Retreat of a unit: the first direction in which its half move ends clear. [T132, R-27]"""
    # Odds meet the same Retreat again and again: with the Leader dead or alive, Pinned or not.
    memo: dict[Any, Flight] = state.field.__dict__.setdefault("flights", {})
    key = (
        (
            unit.id,
            unit.models,
            unit.radius,
            light_footed(unit),
            unit.inside,
            unit.close_order,
            allowance(unit),
            bearing,
            state.structure,
            state.edge,
        ),
        tuple(
            [(u.id, u.models, u.close_order, u.inside) for u in state.units if u.on_table and u.id != unit.id]
        ),
    )
    found = memo.get(key)
    if found is None:
        if len(memo) >= REMEMBERED:
            memo.clear()
        found = memo[key] = _flight(state, unit, bearing)
    return found


def _flight(state: State, unit: Unit, bearing: int) -> Flight:
    most = allowance(unit)
    if unit.inside is not None:
        return _out_of_doors(state, unit, bearing, most)
    best = _course(state, unit, bearing)
    dx, dy = offset(best.bearing, best.clear)
    models = tuple([(x + dx, y + dy) for x, y in unit.models])
    return Flight(models, _cut_off(best, most), best.stop == "edge", best.bearing, best.clear, best.stop)


def _course(state: State, unit: Unit, bearing: int) -> _Slide:
    """The first direction in which it goes all the way and ends clear; else, of those neither enemies nor Impassable
    ground cut short, the one it gets farthest in; else the one it has spent most in. [R-27]
    """
    slider = _Slider(state, unit, allowance(unit))
    free: list[_Slide] = []
    short: list[int] = []
    for way in _bearings(state, unit, bearing):
        found = None if slider.surely_cut_short(way, slider.most) else slider.slide(way)
        if found is None or found.hunted:
            short.append(way)
        elif found.stop == "edge" or (found.stop == "" and slider.too_deep(found, found.far) == 0):
            return found._replace(clear=found.far)
        else:
            free.append(found)
    if free:
        return max(map(slider.ended, free), key=lambda slide: slide.clear)
    return slider.ended(slider.farthest(short))


def _cut_off(slide: _Slide, most: int) -> int:
    """The models lost: one for each whole inch not gone. [T137]"""
    return (most - slide.spent) // 100 if slide.hunted else 0


def _bearings(state: State, unit: Unit, first: int) -> Iterator[int]:
    """The first direction, then pairs: the one ending nearer the own edge, then clockwise. [R-27]"""
    edge = own_edge(state, unit)
    return both_sides(middle(unit), first, STEP, MOST, AHEAD, (edge.start, edge.end))


class _Solid(NamedTuple):
    """A shape that stops whoever comes so near, and what it is."""

    shape: Poly
    box: Bounds
    keep: int
    cause: Stop


def _solid_near(state: State, unit: Unit, walls: Iterable[Poly], around: Bounds) -> list[_Solid]:
    """What stops a unit near a rectangle: walls of garrisons, Impassable ground, Obstacles. [T136, R-25, R-26]"""
    radius = unit.radius
    blocks = those_near(layout(state).blocks, around, radius)
    barriers = [each for each in barriers_met(state, unit) if not farther(each.around, around, radius)]
    return [
        *[_Solid(wall, bounds(wall), radius + KEEP, "enemy") for wall in walls],
        *[_Solid(block, bounds(block), radius, "ground") for block in blocks],
        *[_Solid(piece, bounds(piece), radius, "obstacle") for piece in pieces_of(barriers)],
    ]


def _friends_near(state: State, unit: Unit, around: Bounds) -> list[Ring]:
    """The bases of friends in the open that a unit may not end on. [R-43]"""
    return [
        ring_of(u, u.radius + unit.radius)
        for u in state.on_table(unit.side)
        if u.id != unit.id and u.inside is None and not farther(bounds_of(u), around, u.radius + unit.radius)
    ]


class _Slider:
    """A whole unit shifting in one direction, round enemies and through loose friends, until something stops it.

    [T134, T136]
    """

    def __init__(self, state: State, unit: Unit, most: int):
        self.state, self.unit, self.most = state, unit, most
        self.slowed: list[Point] = list(unit.models)
        self.box = bounds_of(unit)
        around = grown(self.box, most)
        self.enemies = enemies_round(state, unit, around)
        self.friends = solid_friends(state, unit, around)
        self.solid = _solid_near(state, unit, self.enemies.walls, around)
        self.rough = (
            [] if light_footed(unit) else [area.around for area in layout(state).difficult.near(around)]
        )
        self.blocks = Crowd([each.shape for each in self.solid if each.cause == "ground"])
        self.gentle = [
            *[grown(each.box, each.keep) for each in self.solid if each.cause != "ground"],
            *[(x - limit, y - limit, x + limit, y + limit) for x, y, limit in self.friends],
            *self.rough,
        ]
        """Boxes round all that may stop or slow it besides enemies in the open and Impassable ground."""
        self._stopped = 0
        # Where it may not end: friends' bases and Obstacles. [R-27, R-43]
        around = grown(around, ROUNDING)
        self.others = _friends_near(state, unit, around)
        self.barriers = layout(state).barriers.near(around, unit.radius)

    def slide(self, bearing: int) -> _Slide:
        """How far it gets, and what stops it."""
        dx, dy = offset(bearing, self.most)
        self.slowed = [m for m in self.unit.models if self._may_slow(m, (m[0] + dx, m[1] + dy))]
        far = self._affordable(bearing)
        stop: Stop = ""
        path = swept(self.box, dx, dy)
        solid = [each for each in self.solid if not farther(each.box, path, each.keep)]
        for x, y in self.unit.models:
            start, end = (x, y), (x + dx, y + dy)
            # One that starts nearer than 1 may only go away.
            reached = approached_at(start, end, far, self.enemies.discs)
            if reached < far:
                far, stop = reached, "enemy"
            within = far
            reached = struck_at(start, end, far, self.friends)
            if reached < far:
                far, stop = reached, "friend"
            for each in solid:
                reached = solid_at(start, bearing, within, each.shape, each.keep)
                if reached < far:
                    far, stop = reached, each.cause
        if self._leaves(bearing, far):
            return _Slide(bearing, far, self._spent(bearing, far), "edge")
        return _Slide(bearing, far, self.most if stop == "" else self._spent(bearing, far), stop)

    def surely_cut_short(self, bearing: int, within: int) -> bool:
        """Whether enemies or Impassable ground surely stop it less than so far along, on the table: a glance."""
        if self._leaves(bearing, self.most):
            return False
        if near_boxes(self.gentle, swept(self.box, *offset(bearing, self.most)), 0):
            return False
        unit, discs = self.unit, self.enemies.discs
        found = first_stopped(
            unit.models, bearing, self.most, within, discs, self.blocks, unit.radius, self._stopped
        )
        if found is None:
            return False
        self._stopped = found  # who is stopped in one direction is so in the next
        return True

    def farthest(self, ways: Iterable[int]) -> _Slide:
        """Of directions in which it is cut short the first in which it spends most."""
        best: _Slide | None = None
        for way in ways:
            if best is None or not self.surely_cut_short(way, best.spent + 1):
                found = self.slide(way)
                if best is None or found.spent > best.spent:
                    best = found
        assert best is not None
        return best

    def _may_slow(self, start: Point, end: Point) -> bool:
        """Whether a leg comes near Difficult ground."""
        return any(not disjoint(area, bounds((start, end))) for area in self.rough)

    def _spent(self, bearing: int, far: int) -> int:
        if not self.rough:
            return far
        dx, dy = offset(bearing, far)
        slow = [price(self.state, self.unit, (x, y), (x + dx, y + dy)) for x, y in self.slowed]
        return max([far, *slow])

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

    def ended(self, slide: _Slide) -> _Slide:
        """A slide with how far it goes and ends clear: not on friends' bases, but back along its path. [R-27, R-43]"""
        far = slide.far
        while far > 0 and (deep := self.too_deep(slide, far)):
            # Who stands so deep in another base does so still a little less far back.
            far -= max(BACK, (deep - ROUNDING) // BACK * BACK)
        return slide._replace(clear=max(0, far))

    def too_deep(self, slide: _Slide, far: int) -> int:
        """How deep in friends' bases or Obstacles it would end so far along; 0 if it would end clear."""
        dx, dy = offset(slide.bearing, far)
        around = moved(self.box, dx, dy)
        others = [disc for box, discs in self.others if not disjoint(box, around) for disc in discs]
        barriers = [b for b in self.barriers if not farther(b.around, around, self.unit.radius)]
        if not others and not barriers:
            return 0
        spots = [(x + dx, y + dy) for x, y in self.unit.models]
        deep = deepest(spots, others) if others else 0
        if not deep and any(runs_into(barriers, (spot, spot), self.unit.radius) for spot in spots):
            return 1
        return deep


def _out_of_doors(state: State, unit: Unit, bearing: int, most: int) -> Flight:
    """A garrison is driven out on the far side, starting at the wall. [R-62]"""
    wall = house(state, unit)
    assert wall is not None
    room = Room(state, unit, None, [])
    for way in _bearings(state, unit, bearing):
        for far in range(most, -1, -50):
            models = outside(wall, way, unit, far)
            if all(room.clear(model) for model in models):
                return Flight(models, 0, False, way, far, "")
    return Flight(unit.models, most // 100, False, bearing, 0, "enemy")


def outside(wall: tuple[Point, ...], bearing: int, unit: Unit, far: int) -> tuple[Point, ...]:
    """A loose group whose nearest base is so far from a wall, in a direction from the middle of the building."""
    x, y = centre(wall)

    def group(distance: int) -> tuple[Point, ...]:
        dx, dy = offset(bearing, distance)
        return cluster((x + dx, y + dy), unit.count, unit.radius)

    def far_enough(distance: int) -> bool:
        return gap_to(group(distance), wall) - unit.radius >= max(far, 1)

    return group(bisect_left(range(FARTHEST_OUT), True, key=far_enough))
