"""Setting units down: by hand, by themselves, over an edge, out of hiding; and turning on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.points import bounds, grown, square
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts
from grognard.tabletop.straight import overlaps

from ..state import Point, State, Unit
from .bodies import KEEP, SIXTEENTHS, all_discs, bases, cluster, cohesive, heart, outline, ranks
from .ground import all_on_table, astride, is_open, shut
from .houses import house_round, indoors, why_not_hold
from .wheeling import why_not_wheel

Rule = Callable[[tuple[Point, ...]], Refusal | None]
FARTHEST = 19999


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
        return next((spot for spot in self._spots if self.judge(spot) is None), None)

    def candidates(self) -> Iterator[Legs]:
        """The spots on its grid where it fits."""
        if self._fits is None:
            self._fits = tuple(spot for spot in self._spots if self.judge(spot) is None)
        for x, y in self._fits:
            yield (("at", x, y),)

    def ideas(self) -> Iterator[Legs]:
        for x, y in self._spots:
            yield (("at", x, y),)

    def show(self, done: Point) -> Shown:
        end = replace(self.unit, models=self.models(done))
        return Shown(end=(*done, self.unit.facing, ""), body=outline(end), bases=bases(end))


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
