"""Setting units down: by hand, by themselves, over an edge, out of hiding; and turning on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import isqrt
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN
from grognard.geometry.crowds import Disc, near_boxes
from grognard.geometry.points import bounds, grown, square
from grognard.tabletop.land import pieces_of
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts
from grognard.tabletop.rounds import depth_in
from grognard.tabletop.straight import ROUNDING, deepest, overlaps

from ..state import REMEMBERED, Point, State, Unit
from .bodies import (
    KEEP,
    SIXTEENTHS,
    all_discs,
    bases,
    cluster,
    cluster_slots,
    cohesive,
    heart,
    outline,
    rank_places,
    ranks,
    spacing,
)
from .ground import all_on_table, astride, is_open, layout, shut
from .houses import house_round, indoors, why_not_hold
from .wheeling import why_not_wheel

Rule = Callable[[tuple[Point, ...]], Refusal | None]
FARTHEST = 19999
FRONTS = 3
"""How finely fronts are tried, in tenths of a degree, where none of sixteen will do."""
LOOSE = 80
"""So many places round the Leader are looked at for a group in no order."""


def why_not_stand(
    state: State, unit: Unit, models: tuple[Point, ...], keep: int, apart: int
) -> Refusal | None:
    """Why a loose group cannot stand somewhere: table, ground, bases, enemies too near. [F-S1, R-61]"""
    if not all_on_table(state, models):
        return Refusal("R-55", "a model would stand off the table")
    box = bounds(models)
    if not is_open(state, box, unit.radius) and any(
        shut(state, unit, (m, m)) or astride(state, m, unit.radius) for m in models
    ):
        return Refusal("R-56", "a model would stand where nobody can")
    around = grown(box, unit.radius)
    friends = all_discs([u for u in state.on_table(unit.side) if u.id != unit.id], around, apart)
    if overlaps(models, unit.radius, friends, apart):
        return Refusal("F-S1", "it would stand on another unit, or touch it")
    enemies = all_discs(state.on_table(1 - unit.side), around, keep)
    if overlaps(models, unit.radius, enemies, keep):
        return Refusal("R-61", f"it would be less than {keep / 100:g}″ from an enemy")
    return None


class Placer(Manoeuvre[Point]):
    """A unit set down as a loose group round a spot; the judge of where. The noun is (("at", x, y),)."""

    cite = "F-S1"

    def __init__(
        self,
        state: State,
        unit: Unit,
        rule: Rule,
        spots: Iterable[Point],
        region: tuple[Point, ...],
        keep: int = KEEP,
    ):
        self.state, self.unit, self.rule, self.keep = state, unit, rule, keep
        self._spots, self._region = tuple(spots), region
        self._fits: tuple[Point, ...] | None = None
        self.rows = 0
        """In how many close rows it stands; none: a loose group."""
        self.indoors = False
        """Whether it may be set down in buildings."""

    @property
    def count(self) -> int:
        """How many models it has."""
        return self.unit.start - self.unit.fallen

    def house(self, spot: Point) -> int | None:
        """The building it would hold there. [F-SB1, R-62]"""
        return house_round(self.state, spot) if self.indoors else None

    def models(self, spot: Point) -> tuple[Point, ...]:
        """Where its models would stand."""
        house = self.house(spot)
        if house is not None:
            return indoors(self.state.field.terrain[house].poly, self.count, self.unit.radius)
        if self.rows:
            return in_rows(spot, self.count, 2 * self.unit.radius + 2, self.rows)
        return cluster(spot, self.count, self.unit.radius)

    def work_out(self, legs: Legs) -> Point | Refusal:
        found = amounts(legs, "at", 2, most=FARTHEST)
        return Refusal("F-S1", "that is no place on the table") if found is None else (found[0], found[1])

    def judge(self, done: Point) -> Refusal | None:
        """Why it cannot be set down here."""
        models, house = self.models(done), self.house(done)
        if house is not None:
            return self.rule(models) or why_not_hold(self.state, self.unit, house, self.count)
        if self.rows and not cohesive(models, models[0], self.unit.radius):
            return Refusal("T090", "a model would be more than 4″ from the Leader")
        return self.rule(models) or why_not_stand(self.state, self.unit, models, self.keep, KEEP)

    def region(self) -> tuple[Point, ...]:
        return self._region

    def ways(self, to: Wish) -> Iterator[Legs]:
        yield (("at", to.x, to.y),)

    def first(self) -> Point | None:
        """The first spot where it fits."""
        if self._fits is not None:
            return self._fits[0] if self._fits else None
        return next(filter(self.fits, self._spots), None) or self._last_spot()

    def candidates(self) -> Iterator[Legs]:
        """The spots on its grid where it fits."""
        if self._fits is None:
            self._fits = tuple(filter(self.fits, self._spots))
            last = None if self._fits else self._last_spot()
            self._fits = self._fits if last is None else (last,)
        for x, y in self._fits:
            yield (("at", x, y),)

    def fits(self, spot: Point) -> bool:
        """Whether it may be set down there as it usually stands."""
        return self.judge(spot) is None

    def farther_spots(self) -> Iterator[Point]:
        """Where else room is looked for when the usual spots have none."""
        return iter(())

    def _last_spot(self) -> Point | None:
        """The first of those spots where it fits; looked for once for all who stand alike."""
        memo: dict[Any, Point | None] = self.state.field.__dict__.setdefault("last spots", {})
        others = [(u.id, u.models, u.inside) for u in self.state.on_table() if u.id != self.unit.id]
        key = (
            self.unit.id,
            self.unit.fallen,
            self.unit.sector,
            self.state.structure,
            self.state.edge,
            tuple(others),
        )
        if key not in memo:
            if len(memo) >= REMEMBERED:
                memo.clear()
            spots = chain(self._spots, self.farther_spots())
            memo[key] = next((spot for spot in spots if self.judge(spot) is None), None)
        return memo[key]

    def ideas(self) -> Iterator[Legs]:
        for x, y in self._spots:
            yield (("at", x, y),)

    def show(self, done: Point) -> Shown:
        end = replace(self.unit, models=self.models(done))
        return Shown(end=(*done, self.unit.facing, ""), body=outline(end), bases=bases(end))


class Gathering(Placer):
    """A unit that comes onto the table: in some order if one has room, else wherever each man finds a place in cohesion. [T090]"""

    def __init__(
        self,
        state: State,
        unit: Unit,
        rule: Rule,
        spots: Iterable[Point],
        region: tuple[Point, ...],
        keep: int = KEEP,
    ):
        super().__init__(state, unit, rule, spots, region, keep)
        self.at = unit.leader or 0
        self.formations: list[tuple[Point, ...]] = [cluster((0, 0), self.count, unit.radius)]
        self._known: dict[Point, tuple[Point, ...]] = {}

    def models(self, spot: Point) -> tuple[Point, ...]:
        """In the first order that has room, the Leader on the spot."""
        found = self._known.get(spot)
        if found is None:
            tried = [self.in_order(spot, shape) for shape in self.formations]
            found = next((each for each in tried if self._fault(each) is None), None)
            found = self._known[spot] = found or self._loosely(spot) or tried[0]
        return found

    def fits(self, spot: Point) -> bool:
        """Whether its usual order has room there."""
        return self._fault(self.in_order(spot, self.formations[0])) is None

    def judge(self, done: Point) -> Refusal | None:
        """Why it cannot come on here."""
        return self._fault(self.models(done))

    def _fault(self, models: tuple[Point, ...]) -> Refusal | None:
        if not cohesive(models, models[self.at], self.unit.radius):
            return Refusal("T090", "a model would be more than 4″ from the Leader")
        return self.rule(models) or why_not_stand(self.state, self.unit, models, self.keep, KEEP)

    def in_order(self, spot: Point, shape: tuple[Point, ...]) -> tuple[Point, ...]:
        """One of its orders round a spot."""
        return self.led(list(shape), spot)

    def led(self, places: list[Point], spot: Point) -> tuple[Point, ...]:
        """Places round a spot, the first of them the Leader's."""
        x, y = spot
        order = [*places[1 : self.at + 1], places[0], *places[self.at + 1 :]]
        return tuple([(x + a, y + b) for a, b in order])

    def _loosely(self, spot: Point) -> tuple[Point, ...] | None:
        """Each man on the nearest place round the Leader where one may stand. [T090]"""
        free: list[Point] = []
        for a, b in cluster_slots(LOOSE, spacing(self.unit.radius)):
            place = spot[0] + a, spot[1] + b
            if self._alone(place, spot):
                free.append((a, b))
            elif not free:
                return None
            if len(free) == self.count:
                return self.led(free, spot)
        return None

    def _alone(self, place: Point, leader: Point) -> bool:
        if not cohesive((place,), leader, self.unit.radius) or self.rule((place,)) is not None:
            return False
        return why_not_stand(self.state, self.unit, (place,), self.keep, KEEP) is None


class Facer(Manoeuvre[int]):
    """A unit choosing its front: the noun is (("face", angle),). [R-23]"""

    cite = "R-23"

    def __init__(self, state: State, unit: Unit, forming: bool):
        self.state, self.unit, self.forming = state, unit, forming

    def ranks(self, facing: int) -> tuple[Point, ...]:
        """Where its models stand with this front; a crew only turns its gun."""
        if self.forming or self.unit.close_order:
            return ranks(self.unit, facing)
        return self.unit.models

    def work_out(self, legs: Legs) -> int | Refusal:
        found = amounts(legs, "face", 1, most=FARTHEST)
        return Refusal("R-23", "that is no direction") if found is None else int(found[0]) % 3600

    def judge(self, done: int) -> Refusal | None:
        if done == self.unit.facing and self.unit.close_order:
            return None
        models = self.ranks(done)
        if models == self.unit.models:
            return None
        return why_not_stand(self.state, self.unit, models, 0, 0) or why_not_wheel(
            self.state, self.unit, self.unit.models, models
        )

    def region(self) -> tuple[Point, ...]:
        return outline(self.unit)

    def ways(self, to: Wish) -> Iterator[Legs]:
        yield (("face", to.facing),)

    def ideas(self) -> Iterator[Legs]:
        for facing in dict.fromkeys((self.unit.facing, *SIXTEENTHS)):
            yield (("face", facing),)

    def last_resort(self) -> Iterator[Legs]:
        """Every front there is, coarsely and then finely, looked at once for all who stand alike."""
        memo: dict[Any, Legs | None] = self.state.field.__dict__.setdefault("fronts", {})
        others = [(u.id, u.models, u.inside) for u in self.state.on_table()]
        key = self.unit.id, self.unit.leader, self.forming, self.state.structure, tuple(others)
        if key not in memo:
            if len(memo) >= REMEMBERED:
                memo.clear()
            front = self._first_front()
            memo[key] = None if front is None else (("face", front),)
        found = memo[key]
        return iter(() if found is None else (found,))

    def _first_front(self) -> int | None:
        """The first front that has room: where a place is pressed so deep, it is so for a while to both sides."""
        unit, at = self.unit, 0
        others = all_discs([u for u in self.state.on_table() if u.id != unit.id])
        keep = [(x, y, radius + unit.radius) for x, y, radius in others]
        while at < FULL_TURN:
            places = rank_places(unit, at)
            deep = self._pressed(places, keep)
            if not deep and self.judge(at) is None:
                return at
            far = isqrt(max(square(place, places[0]) for place in places))
            # By a tenth of a degree a place moves on by its distance over 573.
            at += max(1, (deep - ROUNDING) * 573 // far) if deep else FRONTS
        return None

    def _pressed(self, places: list[Point], others: list[Disc]) -> int:
        """How deep the first of some places lies in somebody, in closed ground, on an Obstacle or off the table; 0 if none does."""
        deep, radius = deepest(places, others), self.unit.radius
        if deep:
            return deep
        ground, around = layout(self.state), bounds(tuple(places))
        blocks = [ground.blocks[at] for at in near_boxes(ground.blocks.bounds, around, radius)]
        deep = depth_in(places, [*blocks, *pieces_of(ground.barriers.near(around, radius))], radius)
        if deep:
            return deep
        field = self.state.field
        return max(0, *(max(-x, -y, x - field.width, y - field.height) for x, y in places))

    def show(self, done: int) -> Shown:
        end = replace(self.unit, models=self.ranks(done), facing=done)
        return Shown(end=(*heart(end), done, ""), body=outline(end), bases=bases(end))


def in_rows(spot: Point, count: int, step: int, rows: int) -> tuple[Point, ...]:
    """Close rows with a corner at a spot, the Leader in the middle."""
    files = -(-count // rows)
    places = [(spot[0] + (i % files) * step, spot[1] + (i // files) * step) for i in range(count)]
    middle = count // 2
    places[0], places[middle] = places[middle], places[0]
    return tuple(places)


def spread_out(spots: Iterable[Point], towards: Point) -> list[Point]:
    """Spots in the order of their nearness to a point."""
    return sorted(spots, key=lambda spot: (square(spot, towards), spot))
