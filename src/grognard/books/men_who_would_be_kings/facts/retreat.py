"""Retreats: which way, how far, what it costs. [T132, R-27]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from grognard.geometry.angles import heading, offset
from grognard.geometry.gaps import nearer_than, point_gap
from grognard.geometry.points import Poly, Segment, bounds, disjoint, farther, grown
from grognard.geometry.shapes import centre

from ..state import REMEMBERED, Edge, Point, State, Unit
from ..words import Trait
from .advance import Room
from .bodies import KEEP, bounds_of, cluster, gap, house, middle
from .ground import barriers_met, layout, on_table, price, runs_into
from .lanes import as_far_as, crowd_of, enemies_round, free_stretch, solid_friends, stands_in
from .sight import visible
from .values import half_move, light_footed, trait

STEP, MOST = 50, 900
"""Directions are tried in steps of 5° up to 90° to each side. [R-27]"""
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
    def whole(self) -> bool:
        """Whether it goes all of its half move and ends clear, or leaves the table."""
        return self.stop == "edge" or (self.stop == "" and self.clear == self.far)

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
    tried: list[_Slide] = []
    for way in _bearings(state, unit, bearing):
        found = slider.slide(way)
        clear = found.far if found.stop == "edge" else _back_until_clear(state, unit, found)
        tried.append(found._replace(clear=clear))
        if tried[-1].whole:
            return tried[-1]
    return max(tried, key=lambda slide: (not slide.hunted, slide.spent if slide.hunted else slide.clear))


def _cut_off(slide: _Slide, most: int) -> int:
    """The models lost: one for each whole inch not gone. [T137]"""
    return (most - slide.spent) // 100 if slide.hunted else 0


def gets_away(state: State, unit: Unit, foe: Unit | None) -> bool:
    """Whether a Retreat would cost nobody and stay on the table. [T137, T138]"""
    bearing = first_bearing(state, unit, foe)
    if unit.inside is not None:
        return _flight(state, unit, bearing).lost == 0
    course = _course(state, unit, bearing)
    return course.stop != "edge" and _cut_off(course, allowance(unit)) == 0


def _bearings(state: State, unit: Unit, first: int) -> Iterator[int]:
    """The first direction, then pairs: the one ending nearer the own edge, then clockwise. [R-27]"""
    yield first
    edge = own_edge(state, unit)
    x, y = middle(unit)
    for turn in range(STEP, MOST + STEP, STEP):
        pair = [first + turn, first - turn]

        def nearness(way: int) -> int:
            dx, dy = offset(way, 300)
            return point_gap((x + dx, y + dy), (edge.start, edge.end))

        yield from sorted(pair, key=nearness)


def _nears(shape: Poly, limit: int) -> Callable[[Segment], bool]:
    """Whether a leg comes too near to a shape."""
    return lambda leg: nearer_than(leg, shape, limit)


class _Slider:
    """A whole unit shifting in one direction, round enemies and through loose friends, until something stops it.

    [T134, T136]
    """

    def __init__(self, state: State, unit: Unit, most: int):
        self.state, self.unit, self.most = state, unit, most
        self.slowed: list[Point] = list(unit.models)
        around = grown(bounds_of(unit), most)
        self.enemies = enemies_round(state, unit, around)
        self.friends = solid_friends(state, unit, around)
        self.stops = [b for b in barriers_met(state, unit) if not farther(b.around, around, unit.radius)]
        self.blocks = [b for b in layout(state).blocks if not farther(bounds(b), around, unit.radius)]
        self.rough = (
            [] if light_footed(unit) else [area.around for area in layout(state).difficult.near(around)]
        )

    def slide(self, bearing: int) -> _Slide:
        """How far it gets, and what stops it."""
        dx, dy = offset(bearing, self.most)
        self.slowed = [m for m in self.unit.models if self._may_slow(m, (m[0] + dx, m[1] + dy))]
        far = self._affordable(bearing)
        stop: Stop = ""
        for x, y in self.unit.models:
            start, end = (x, y), (x + dx, y + dy)
            reached = self._from_enemies(start, end, far)
            if reached < far:
                far, stop = reached, "enemy"
            for reached, cause in self._limits(start, end, bearing, far):
                if reached < far:
                    far, stop = reached, cause
        if self._leaves(bearing, far):
            return _Slide(bearing, far, self._spent(bearing, far), "edge")
        return _Slide(bearing, far, self.most if stop == "" else self._spent(bearing, far), stop)

    def _limits(self, start: Point, end: Point, bearing: int, far: int) -> Iterator[tuple[int, Stop]]:
        for disc in self.friends:
            yield free_stretch(start, end, disc), "friend"
        for wall in self.enemies.walls:
            yield self._until(bearing, start, far, _nears(wall, self.unit.radius + KEEP)), "enemy"
        for block in self.blocks:
            yield self._until(bearing, start, far, _nears(block, self.unit.radius)), "ground"
        for barrier in self.stops:
            for piece in barrier.pieces:
                yield self._until(bearing, start, far, _nears(piece, self.unit.radius)), "obstacle"

    def _from_enemies(self, start: Point, end: Point, far: int) -> int:
        """How far until an enemy base is too near; one that starts nearer than 1 may only go away. [R-25]"""
        px, py = start
        dx, dy = end[0] - px, end[1] - py
        for disc in self.enemies.discs:
            if (px - disc[0]) * dx + (py - disc[1]) * dy < 0:
                far = min(far, free_stretch(start, end, disc))
        return far

    def _may_slow(self, start: Point, end: Point) -> bool:
        """Whether a leg comes near Difficult ground."""
        return any(not disjoint(area, bounds((start, end))) for area in self.rough)

    def _until(self, bearing: int, start: Point, far: int, bad: Callable[[Segment], bool]) -> int:
        """The greatest distance at which a leg is still good."""

        def leg(distance: int) -> Segment:
            dx, dy = offset(bearing, distance)
            return start, (start[0] + dx, start[1] + dy)

        return as_far_as(lambda distance: not bad(leg(distance)), far)

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
        return not all(on_table(self.state, (x + dx, y + dy)) for x, y in self.unit.models)


def _back_until_clear(state: State, unit: Unit, slide: _Slide) -> int:
    """It may not end on friends' bases: it slides back along its path until clear. [R-27, R-43]"""
    around = grown(bounds_of(unit), slide.far + 1)
    others = [
        crowd_of(u, u.radius + unit.radius)
        for u in state.on_table(unit.side)
        if u.id != unit.id and u.inside is None and not farther(bounds_of(u), around, u.radius + unit.radius)
    ]
    barriers = layout(state).barriers.near(around, unit.radius)
    for far in range(slide.far, 0, -BACK):
        dx, dy = offset(slide.bearing, far)
        spots = [(x + dx, y + dy) for x, y in unit.models]
        clear = not any(stands_in(spot, others) for spot in spots)
        if clear and not any(runs_into(barriers, (spot, spot), unit.radius) for spot in spots):
            return far
    return 0


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
        return min(point_gap(spot, wall) for spot in group(distance)) - unit.radius >= max(far, 1)

    return group(bisect_left(range(FARTHEST_OUT), True, key=far_enough))
