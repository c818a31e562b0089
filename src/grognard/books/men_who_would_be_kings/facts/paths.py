"""Reach: the cheapest path from any attacking to any defending model. [R-09, R-56]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import lazily
from grognard.geometry.gaps import any_nearer, length
from grognard.geometry.points import Bounds, Crowd, bounds, disjoint, grown
from grognard.tabletop.bodies import those_near
from grognard.tabletop.figures import feet, pairs_within
from grognard.tabletop.land import pieces_of
from grognard.tabletop.rounds import nooks
from grognard.tabletop.straight import Disc, along, as_far_as, overlaps

from ..state import REMEMBERED, Point, State, Unit
from ..words import Where
from .bodies import KEEP, all_discs, bounds_of, gap, house, nearest_pair, surely_beyond
from .contact import Lines, Men, Wall, short_of
from .detours import Detours, Obstacle, Start, bases, line, obstacles_near, solid
from .ground import Barrier, astride, barriers_met, held, layout, lined, model_at, price, runs_into
from .lanes import Crowded, breaks_gap, enemies_round, hits, ring_of, solid_friends
from .values import light_footed, move_of

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
        memo[key] = Search(state, unit, target, limit).best()
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


class Search:
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
        return self._cheapest(pairs) or self._round()

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
        return short_of(self.unit.models[model], near, self.touch)

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
        if start != end and not self.may_end(end):
            return None
        if breaks_gap(leg, self.unit.radius, self.enemies) or hits(leg, self.solid):
            return None
        if any_nearer(leg, self.blocks, self.unit.radius):
            return None
        if runs_into([b for b in self.stops if b.name != across], leg, self.unit.radius):
            return None
        return Way(price(self.state, self.unit, start, end), model, (end,), across)

    def may_end(self, end: Point) -> bool:
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

    def _round(self) -> Way | None:
        """Round whatever bars or slows the straight ways, or to another spot of the enemy's. [R-56]"""
        best: Way | None = None
        for names, models in self._by_held().items():
            goals = self._goals(names)
            limit = self.limit if best is None else best.cost - 1
            starts = [Start(at, self.unit.models[at]) for at in models]
            trail = Detours(self.state, self.unit, limit, self.obstacles, goals).best(starts)
            if trail is not None:
                across = goals.at.get(trail.here, "") if isinstance(goals, Lines) else ""
                best = Way(trail.cost, trail.model, trail.points, across)
        return best

    def _by_held(self) -> dict[tuple[str, ...], list[int]]:
        """Its models by the Obstacles the enemy holds against them. [R-09]"""
        found: dict[tuple[str, ...], list[int]] = {}
        for at, model in enumerate(self.unit.models):
            names = (
                [line.name for line in held(self.state, self.target, model, self.lined)] if self.lined else []
            )
            found.setdefault(tuple(names), []).append(at)
        return found

    def _goals(self, names: tuple[str, ...]) -> Men | Wall:
        """Where ways may end for models against whom these Obstacles are held."""
        if self.wall is not None:
            radius = self.unit.radius
            return Wall(self.wall, radius, self.may_end, self._kept_off(grown(bounds(self.wall), radius)))
        men = Men(self.target.models, self.touch, self.may_end, self._nooks)
        if not names:
            return men
        lines = [line for line, _ in self.lined if line.name in names]
        return Lines(men, lines, self.unit.radius, ACROSS, self._held_against)

    def _nooks(self, man: Point) -> Iterator[Point]:
        """Where a base touches a man and also another base, closed ground or an Obstacle. [R-56]"""
        radius, (x, y) = self.unit.radius, man
        near = grown((x, y, x, y), self.touch)
        lines = those_near(pieces_of(layout(self.state).barriers), near, radius)
        shapes = [*those_near(self.blocks, near, radius), *lines]
        return nooks((x, y, self.touch), self._kept_off(near), shapes, radius)

    def _kept_off(self, around: Bounds) -> list[Disc]:
        """What the others who stand near keep a centre out of."""
        radius, others = self.unit.radius, [u for u in self.state.on_table() if u.id != self.unit.id]
        return [(x, y, radius + keep) for x, y, keep in all_discs(others, around, radius)]

    def _held_against(self, spot: Point) -> list[str]:
        return [line.name for line in held(self.state, self.target, spot, self.lined)]

    @lazily
    def obstacles(self) -> list[Obstacle]:
        """What bars a way, as far as a move goes: bases of all whom one does not pass, closed ground, Obstacles. [R-56]"""
        unit, found = self.unit, bases(self.foes)
        for other in self.state.on_table():
            if other.id in (unit.id, self.target.id) or other.inside is not None:
                continue
            third = other.side != unit.side
            if third or other.close_order or unit.close_order:
                found += bases(ring_of(other, unit.radius + other.radius)[1], yields=third)
        found += [solid(block, unit.radius) for block in self.blocks]
        found += [line(barrier, unit.radius) for barrier in self.stops]
        return obstacles_near(found, self.around)
