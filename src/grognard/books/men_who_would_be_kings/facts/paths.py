"""Reach: the cheapest path from any attacking to any defending model. [R-09, R-56]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import any_nearer, length
from grognard.geometry.points import Crowd, Poly, disjoint, grown, square
from grognard.geometry.ways import way_round
from grognard.tabletop.bodies import those_near
from grognard.tabletop.figures import feet, pairs_within
from grognard.tabletop.land import pieces_of
from grognard.tabletop.straight import Disc, along, as_far_as, overlaps, struck_at

from ..state import REMEMBERED, Point, State, Unit
from ..words import Where
from .bodies import KEEP, all_discs, bounds_of, gap, house, nearest_pair, outline, surely_beyond
from .ground import Barrier, astride, barriers_met, held, layout, lined, model_at, price, runs_into
from .lanes import Crowded, breaks_gap, enemies_round, hits, solid_friends
from .values import light_footed, move_of

TRIED_ROUND = 2
"""For how many of the nearest models a way round is looked for."""
ACROSS = 200
"""How much farther than the wall he holds a man may be: the wall reached, he is. [R-09]"""


class Way(NamedTuple):
    """A path to contact: what it costs, whose model goes, by which points, and the Obstacle it stops at."""

    cost: int
    model: int
    points: tuple[Point, ...]
    across: str = ""


def reach(state: State, unit: Unit, target: Unit, limit: int) -> Way | None:
    """The cheapest legal path to contact within a limit, or None. [T014, R-09]"""
    memo: dict[Any, Way | None] = state.__dict__
    known = state.units[unit.id] is unit and state.units[target.id] is target
    key = "reach", unit.id, target.id, limit
    if known and key in memo:
        return memo[key]
    found = None if out_of_reach(state, unit, target, limit) else _best(state, unit, target, limit)
    if known:
        memo[key] = found
    return found


def out_of_reach(state: State, unit: Unit, target: Unit, limit: int) -> bool:
    """Whether no way can be short enough, however straight it is."""
    farthest = limit + (ACROSS if layout(state).barriers else 0)
    if unit.inside is not None or surely_beyond(state, unit, target, farthest):
        return True
    return target.inside is None and gap(state, unit, target) > farthest


IN_THE_WAY = 1600
"""How much farther than the way itself somebody could stand in it, in a house at most."""


def _best(state: State, unit: Unit, target: Unit, limit: int) -> Way | None:
    """The search, once for everybody who stands alike: odds meet the same ground with Leaders dead and alive."""
    memo: dict[Any, Way | None] = state.field.__dict__.setdefault("reaches", {})
    around = grown(bounds_of(unit), limit + IN_THE_WAY)
    key = (
        (limit, light_footed(unit), unit.crewed, state.structure, _stance(unit), _stance(target)),
        tuple([_stance(u) for u in state.on_table() if not disjoint(bounds_of(u), around)]),
    )
    if key not in memo:
        if len(memo) >= REMEMBERED:
            memo.clear()
        memo[key] = _Search(state, unit, target, limit).best()
    return memo[key]


def in_charge_range(state: State, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy could charge a unit: its reach is within its move, dice and traits apart. [R-14]"""
    return reach(state, enemy, unit, move_of(enemy)) is not None


def in_the_way(state: State, unit: Unit, target: Unit, limit: int) -> tuple[str, ...]:
    """Who keeps a unit from an enemy near enough: one alone if there is such a one, else all together. [R-56]"""
    if gap(state, unit, target) > limit:
        return ()
    others = [u for u in state.on_table() if u.id not in (unit.id, target.id)]
    for other in others:
        if reach(_without(state, (other,)), unit, target, limit) is not None:
            return (other.name,)
    enemies = [u for u in others if u.side != unit.side]
    if reach(_without(state, enemies), unit, target, limit) is not None:
        near = grown(bounds_of(unit), limit)
        return tuple(u.name for u in enemies if not disjoint(bounds_of(u), near))
    return ()


def _without(state: State, others: Sequence[Unit]) -> State:
    """The table as it would be if some units were not there."""
    units = list(state.units)
    for other in others:
        units[other.id] = replace(other, where=Where.POOL)
    return replace(state, units=tuple(units))


def _stance(unit: Unit) -> tuple[Any, ...]:
    """What of a unit others see who look for a way."""
    return unit.id, unit.models, unit.radius, unit.close_order, unit.inside


class _Search:
    """Looks for paths between two units."""

    def __init__(self, state: State, unit: Unit, target: Unit, limit: int):
        self.state, self.unit, self.target, self.limit = state, unit, target, limit
        self.wall = house(state, target)
        around = self.around = grown(bounds_of(unit), limit)
        # Third enemies are in the way by their bases alone; their houses are ground that bars.
        third = enemies_round(state, unit, around, target.id, keep=0)
        self.enemies = Crowded(third.discs)
        self.farthest = limit + (ACROSS if self._at_a_barrier() else 0)
        blocks = layout(state).blocks
        self.blocks = blocks if self.wall is None else Crowd(block for block in blocks if block != self.wall)
        self.stops: list[Barrier] = barriers_met(state, unit)
        self.lined = lined(state, target)
        indoors = target.inside is not None
        self.touch = unit.radius + (0 if indoors else target.radius)
        self.foes: list[Disc] = [] if indoors else [(x, y, self.touch) for x, y in target.models]
        self.solid: tuple[Disc, ...] = (*solid_friends(state, unit, around), *self.foes)
        self.taken = all_discs([u for u in state.on_table(unit.side) if u.id != unit.id])

    def best(self) -> Way | None:
        """The cheapest straight way; where there is none, one round what blocks it."""
        most = self.farthest + self.touch
        if self.wall is None and self.farthest == self.limit:
            # No other is cheaper than the shortest, if that costs no more than its length.
            _, mine, theirs = nearest_pair(self.unit, self.target)
            near = self._pairs(min(most, length(self.unit.models[mine], self.target.models[theirs])))
            best = self._cheapest(near)
            if best is not None and best.cost <= near[0][0]:
                return best
        pairs = self._pairs(most)
        return self._cheapest(pairs) or self._round(pairs)

    def _cheapest(self, pairs: list[tuple[int, int, Point]]) -> Way | None:
        best: Way | None = None
        for far, model, goal in self._each_goal(pairs):
            if best is not None and far >= best.cost and self.farthest == self.limit:
                break
            way = self._straight(model, goal)
            if way is not None and way.cost <= self.limit and (best is None or way.cost < best.cost):
                best = way
        return best

    def _each_goal(self, pairs: list[tuple[int, int, Point]]) -> Iterator[tuple[int, int, Point]]:
        """The places where a model would touch, nearest first; most are never looked for."""
        for (far, model), near in groupby(pairs, key=itemgetter(0, 1)):
            for goal in sorted([self._goal(model, other) for _, _, other in near]):
                yield far, model, goal

    def _goal(self, model: int, near: Point) -> Point:
        """Where a model would touch one of theirs, or the wall."""
        return _short_of(self.unit.models[model], near, self.touch)

    def _at_a_barrier(self) -> bool:
        """Whether the enemy may be holding an Obstacle: it is then reached where that is. [R-09]"""
        around, keep = bounds_of(self.target), self.target.radius
        near = layout(self.state).barriers.near(around, keep + KEEP)
        return any(model_at(model, keep, barrier) for barrier in near for model in self.target.models)

    def _pairs(self, most: int) -> list[tuple[int, int, Point]]:
        """Every model with whom it would touch, nearest first, whose centres, or the wall, are at most so far apart."""
        models, touch = self.unit.models, self.touch
        if self.wall is None:
            found = pairs_within(models, self.target.models, most)
        else:
            found = [(*foot,) for foot in feet(models, (self.wall,)) if foot.far <= most]
        return sorted([(far - touch, at, near) for far, at, near in found])

    def _straight(self, model: int, goal: Point) -> Way | None:
        start = self.unit.models[model]
        end, across = self._until_held(start, goal)
        leg = start, end
        if start != end and not self._may_end(end):
            return None
        if breaks_gap(leg, self.unit.radius, self.enemies) or hits(leg, self.solid):
            return None
        if any_nearer(leg, self.blocks, self.unit.radius):
            return None
        if runs_into([b for b in self.stops if b.name != across], leg, self.unit.radius):
            return None
        return Way(price(self.state, self.unit, start, end), model, (end,), across)

    def _may_end(self, end: Point) -> bool:
        """Friends may be passed and Obstacles crossed, but nobody ends on them. [R-43, R-26]"""
        return not overlaps((end,), self.unit.radius, self.taken) and not astride(
            self.state, end, self.unit.radius
        )

    def _until_held(self, start: Point, goal: Point) -> tuple[Point, str]:
        """A held Obstacle is reached when it is touched. [R-09]"""
        for barrier in held(self.state, self.target, start, self.lined):
            if runs_into((barrier,), (start, goal), self.unit.radius) is not None:
                return along(start, goal, self._up_to(barrier, start, goal)), barrier.name
        return goal, ""

    def _up_to(self, barrier: Barrier, start: Point, goal: Point) -> int:
        """How far a base goes until it touches an Obstacle."""

        def free(far: int) -> bool:
            return runs_into((barrier,), (start, along(start, goal, far)), self.unit.radius) is None

        return as_far_as(free, length(start, goal))

    def _round(self, pairs: list[tuple[int, int, Point]]) -> Way | None:
        """By the corners of what blocks the straight line. [R-56]"""
        models = list(dict.fromkeys(model for _, model, _ in pairs))[:TRIED_ROUND]
        blocks = self._shapes() if models else []
        best: Way | None = None
        for model in models:
            for goal in self._goals(model, pairs):
                best = self._by_corners(model, goal, blocks, best)
        return best

    def _goals(self, model: int, pairs: list[tuple[int, int, Point]]) -> list[Point]:
        """Where a way round may lead: to the nearest man himself, it ends where it touches one; or to his sides and
        back, where a broader base does not fit on top of him.
        """
        if self.wall is not None:
            return [self._nearest_goal(model, pairs)]
        start, touch = self.unit.models[model], self.unit.radius + self.target.radius + 1
        near = min(self.target.models, key=lambda foe: square(foe, start))
        if self.unit.radius <= self.target.radius:
            return [near]
        front = heading(start, near)
        return [
            self._nearest_goal(model, pairs),
            *(ahead(*near, front + turn, touch) for turn in (900, 2700, 0)),
        ]

    def _nearest_goal(self, model: int, pairs: list[tuple[int, int, Point]]) -> Point:
        """Where a model would touch soonest."""
        return next(goal for _, _, goal in self._each_goal([p for p in pairs if p[1] == model]))

    def _by_corners(self, model: int, goal: Point, blocks: list[Poly], best: Way | None) -> Way | None:
        start = self.unit.models[model]
        table = 0, 0, self.state.field.width, self.state.field.height

        def cost(a: Point, b: Point) -> int:
            return price(self.state, self.unit, a, b)

        if best is not None and length(start, goal) - self.unit.radius - self.target.radius >= best.cost:
            return best
        points = way_round(start, goal, blocks, self.unit.radius, cost, table)
        if points is None:
            return best
        points = self._until_touch(start, points)
        if hits((points[-1], points[-1]), self.foes) or not self._may_end(points[-1]):
            return best
        total = sum(cost(a, b) for a, b in zip((start, *points), points))
        if total > self.limit or (best is not None and total >= best.cost):
            return best
        return Way(total, model, points)

    def _until_touch(self, start: Point, points: tuple[Point, ...]) -> tuple[Point, ...]:
        """A path ends where it first touches the enemy."""
        found: list[Point] = []
        here = start
        for point in points:
            whole = length(here, point)
            far = struck_at(here, point, whole, self.foes)
            if far < whole:
                return (*found, along(here, point, far))
            found.append(point)
            here = point
        return tuple(found)

    def _shapes(self) -> list[Poly]:
        """What blocks, as convex shapes: third enemies, friends in Close Order, ground."""
        unit, state = self.unit, self.state
        shapes: list[Poly] = list(self.blocks)
        for other in state.on_table():
            if other.id in (unit.id, self.target.id) or other.inside is not None:
                continue
            if other.side != unit.side or other.close_order or unit.close_order:
                shapes.append(outline(other))
        return those_near([*shapes, *pieces_of(self.stops)], self.around, unit.radius)


def _short_of(start: Point, end: Point, distance: int) -> Point:
    """The point on the way at which a base just touches: never nearer than that."""
    far = max(0, length(start, end) - distance)
    point = along(start, end, far)
    while far > 0 and square(point, end) < distance * distance:
        far -= 1
        point = along(start, end, far)
    return point
