"""Retreats: which way, how far, what it costs. [T132, R-27]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from grognard.geometry.angles import heading, offset
from grognard.geometry.crowds import Disc, first_unstopped, near_boxes, shift_group
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
    as_far_as,
    deepest,
    moved,
    swept,
)

from ..state import REMEMBERED, Edge, Point, State, Unit
from ..words import Trait
from .advance import Room
from .bodies import KEEP, bounds_of, cluster, gap, house, middle
from .ground import layout, on_table, price, runs_into, stops
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


class Toll(NamedTuple):
    """What a Retreat costs: models lost on the way, or all of them off the table. [T137, T138]"""

    lost: int
    leaves: bool


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
    if unit.inside is not None:
        return _out_of_doors(state, unit, bearing, allowance(unit))
    return flight_amid(Surroundings(state, unit, allowance(unit)), unit, bearing)


def flight_amid(near: Surroundings, unit: Unit, bearing: int, foes: Sequence[Disc] = ()) -> Flight:
    """The Retreat of a unit in the open, or of what is left of it, from what stands around it and from these. [R-27]"""
    most = allowance(unit)
    best = _course(_Slider(near, unit, most, foes), bearing)
    dx, dy = offset(best.bearing, best.clear)
    models = tuple([(x + dx, y + dy) for x, y in unit.models])
    return Flight(models, _cut_off(best, most), best.stop == "edge", best.bearing, best.clear, best.stop)


def toll_amid(near: Surroundings, unit: Unit, bearing: int, foes: Sequence[Disc], edged: bool) -> Toll:
    """What the same Retreat costs, wherever it ends; `edged` says whether it may come to the table's edge. [T137, T138]"""
    most = allowance(unit)
    slider, short, spared = _Slider(near, unit, most, foes), list[int](), False
    for found in _tried(slider, bearing, short):
        if not edged or slider.arrives(found):
            return Toll(0, found.stop == "edge")
        spared = True
    return Toll(0, False) if spared else Toll(_cut_off(slider.farthest(short), most), False)


def _course(slider: _Slider, bearing: int) -> _Slide:
    """The first direction in which it goes all the way and ends clear; else, of those neither enemies nor Impassable
    ground cut short, the one it gets farthest in; else the one it has spent most in. [R-27]
    """
    free: list[_Slide] = []
    short: list[int] = []
    for found in _tried(slider, bearing, short):
        if slider.arrives(found):
            return found._replace(clear=found.far)
        free.append(found)
    if free:
        return max(map(slider.ended, free), key=lambda slide: slide.clear)
    return slider.ended(slider.farthest(short))


def _tried(slider: _Slider, bearing: int, short: list[int]) -> Iterator[_Slide]:
    """The directions in their order; those in which enemies or Impassable ground cut it short are put aside. [R-27]"""
    bearings = _bearings(slider.state, slider.unit, bearing)
    for some in ((next(bearings),), bearings):  # the first is often enough
        ways, at = tuple(some), 0
        while (after := slider.first_open(ways, at, slider.most)) < len(ways):
            short += ways[at:after]
            found, at = slider.slide(ways[after]), after + 1
            if found.hunted:
                short.append(ways[after])
            else:
                yield found
        short += ways[at:]


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


class Surroundings:
    """All that may stop, slow or turn aside a unit that Retreats so far, or whoever will be left of it. [T134, T136]"""

    def __init__(self, state: State, unit: Unit, far: int, but: int | None = None):
        around = grown(bounds_of(unit), far)
        self.state, ground = state, layout(state)
        enemies = enemies_round(state, unit, around, but)
        self.enemies = enemies.discs
        self.friends = solid_friends(state, unit, around)
        walls = [_Solid(wall, bounds(wall), unit.radius + KEEP, "enemy") for wall in enemies.walls]
        self.blocks = Crowd(those_near(ground.blocks, around, unit.radius))
        self.solid = [
            *walls,
            *[_Solid(block, bounds(block), unit.radius, "ground") for block in self.blocks],
        ]
        """Walls of garrisons and Impassable ground. [R-25, R-26]"""
        self.rough = [] if light_footed(unit) else [area.around for area in ground.difficult.near(around)]
        # Where it may not end: friends' bases and Obstacles. [R-27, R-43]
        around = grown(around, ROUNDING)
        self.others = _friends_near(state, unit, around)
        self.barriers = ground.barriers.near(around, unit.radius)


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

    def __init__(self, near: Surroundings, unit: Unit, most: int, foes: Sequence[Disc] = ()):
        self.near, self.state, self.unit, self.most = near, near.state, unit, most
        self.slowed: list[Point] = list(unit.models)
        self.box = bounds_of(unit)
        self.table = 0, 0, near.state.field.width, near.state.field.height
        self.enemies = (*near.enemies, *foes)
        obstacles = [
            _Solid(piece, bounds(piece), unit.radius, "obstacle")
            for piece in pieces_of([each for each in near.barriers if stops(unit, each)])
        ]
        self.solid = [*near.solid, *obstacles]
        self.reached = [grown(each.box, each.keep) for each in self.solid]
        self.gentle = [
            *[box for each, box in zip(self.solid, self.reached) if each.cause != "ground"],
            *[(x - limit, y - limit, x + limit, y + limit) for x, y, limit in near.friends],
            *near.rough,
        ]
        """Boxes round all that may stop or slow it besides enemies in the open and Impassable ground."""

    def slide(self, bearing: int) -> _Slide:
        """How far it gets, and what stops it."""
        dx, dy = offset(bearing, self.most)
        if self.near.rough:
            self.slowed = [m for m in self.unit.models if self._may_slow(m, (m[0] + dx, m[1] + dy))]
        solid = [self.solid[at] for at in near_boxes(self.reached, swept(self.box, dx, dy), 0)]
        # One that starts nearer than 1 to an enemy may only go away.
        far, by = shift_group(
            self.unit.models,
            bearing,
            self.most,
            self._affordable(bearing),
            self.enemies,
            self.near.friends,
            [each.shape for each in solid],
            [each.keep for each in solid],
        )
        stop: Stop = "" if by is None else ("enemy", "friend", *[each.cause for each in solid])[by]
        if self._leaves(bearing, far):
            return _Slide(bearing, far, self._spent(bearing, far), "edge")
        return _Slide(bearing, far, self.most if stop == "" else self._spent(bearing, far), stop)

    def first_open(self, ways: Sequence[int], at: int, within: int) -> int:
        """Past those, from a place on, in which enemies or Impassable ground surely stop it less than so far along, on the
        table: a glance.
        """
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
            self.gentle,
            self.table,
            ROUNDING,
        )

    def farthest(self, ways: Sequence[int]) -> _Slide:
        """Of directions in which it is cut short the first in which it spends most."""
        best, at = self.slide(ways[0]), 1
        while (at := self.first_open(ways, at, best.spent + 1)) < len(ways):
            found = self.slide(ways[at])
            best = found if found.spent > best.spent else best
            at += 1
        return best

    def _may_slow(self, start: Point, end: Point) -> bool:
        """Whether a leg comes near Difficult ground."""
        return any(not disjoint(area, bounds((start, end))) for area in self.near.rough)

    def _spent(self, bearing: int, far: int) -> int:
        if not self.near.rough:
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

    def arrives(self, slide: _Slide) -> bool:
        """Whether it goes all the way and ends clear, or leaves the table. [R-27, T138]"""
        return slide.stop == "edge" or (slide.stop == "" and self.too_deep(slide, slide.far) == 0)

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
        others = [disc for box, discs in self.near.others if not disjoint(box, around) for disc in discs]
        barriers = [b for b in self.near.barriers if not farther(b.around, around, self.unit.radius)]
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
