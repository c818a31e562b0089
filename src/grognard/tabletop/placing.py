"""Setting somebody down without a path: the zones he may be set up in, the places worth trying there, and his manoeuvre."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, TypeVar

from grognard.engine.dice import Rng
from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN, ahead, heading, offset
from grognard.geometry.crowds import ring
from grognard.geometry.gaps import any_nearer, length
from grognard.geometry.outlines import convex_parts, in_parts, tidy
from grognard.geometry.points import Bounds, Point, Poly, Segment, bounds, bounds_of_all
from grognard.geometry.shapes import first_overlap
from grognard.tabletop.ideas import any_of
from grognard.tabletop.manoeuvre import FARTHEST, Legs, Manoeuvre

W = TypeVar("W")


class Zones:
    """The shapes somebody is set up in: wholly inside one of them, outlines included. Make it with `zones`."""

    def __init__(self, polys: Sequence[Poly]):
        self.polys = tuple(polys)
        self.parts: tuple[tuple[Poly, ...], ...] = tuple([convex_parts(tidy(poly)) for poly in polys])
        """Each zone in convex parts."""

    def __len__(self) -> int:
        return len(self.polys)

    @property
    def shapes(self) -> tuple[Poly, ...]:
        """All parts of all zones."""
        return tuple([part for parts in self.parts for part in parts])

    @property
    def boxes(self) -> list[Bounds]:
        """The upright rectangle round each zone."""
        return [bounds_of_all(parts) for parts in self.parts]

    def hold(self, corners: Sequence[Point]) -> bool:
        """Whether one of the zones holds all of some points."""
        return any(all(in_parts(parts, corner) for corner in corners) for parts in self.parts)

    def first_outside(self, points: Iterable[Point]) -> Point | None:
        """The first of some points that no zone holds."""
        return next((point for point in points if not self.hold((point,))), None)

    def somewhere(self, rng: Rng) -> Point:
        """A spot at random in the rectangle round a part of a zone."""
        parts = any_of(self.parts, rng)
        west, south, east, north = bounds(any_of(parts, rng))
        return rng.randint(west, east), rng.randint(south, north)


@lru_cache(maxsize=256)
def zones(polys: tuple[Poly, ...]) -> Zones:
    """Some zones made ready, once."""
    return Zones(polys)


def own_or_common(listed: Iterable[Any], side: int, unit: str) -> Zones:
    """The zones a scenario lists for one unit; where it lists none, those for all of its side."""
    mine = [zone for zone in listed if zone.side == side]
    return zones(
        tuple([zone.poly for zone in mine if zone.unit == unit])
        or tuple([zone.poly for zone in mine if not zone.unit])
    )


def row_by_row(around: Bounds, step: int, margin: int = 0) -> Iterator[Point]:
    """Spots of a rectangle every so far, row by row; with a margin, the far border itself is left out."""
    xs, ys = _every(around, step, step, margin)
    return ((x, y) for y, x in product(ys, xs))


def column_by_column(around: Bounds, step: int, rise: int, margin: int = 0) -> Iterator[Point]:
    """The same column by column, with another step upwards."""
    return product(*_every(around, step, rise, margin))


def _every(around: Bounds, step: int, rise: int, margin: int) -> tuple[range, range]:
    west, south, east, north = around
    beyond = 0 if margin else 1
    return range(west + margin, east + beyond, step), range(south + margin, north + beyond, rise)


def rings(middle: Point, fars: Iterable[int], step: int) -> list[Point]:
    """Spots round a middle, so far off one after the other, every so many tenths of a degree once round from north."""
    return [spot for far in fars for spot in ring(*middle, 0, far, step)]


def outwards(middle: Point, bearing: int, fars: range, step: int) -> Iterator[list[Point]]:
    """A middle, then the rings round it farther and farther off, each from a bearing on."""
    return (ring(*middle, bearing, far, step) if far else [middle] for far in fars)


def beside(stretches: Iterable[Segment], offs: Sequence[int], step: int, across: Point) -> Iterator[Point]:
    """Spots along straight stretches, every so far and so far off them, on the side where a point does not lie."""
    for start, end in stretches:
        way = heading(start, end)
        left = (end[0] - start[0]) * (across[1] - start[1]) > (end[1] - start[1]) * (across[0] - start[0])
        for off in offs:
            dx, dy = offset(way + 900 if left else way - 900, off)
            for far in range(0, length(start, end) + 1, step):
                x, y = ahead(*start, way, far)
                yield x + dx, y + dy


def clear_places(
    shapes: Sequence[Poly], enemies: Sequence[Poly], keep: int, others: Sequence[Poly], slack: int = 0
) -> Iterator[int]:
    """Which of some shapes are no nearer than so far to enemies, and overlap none of others by more than a slack."""
    for at, shape in enumerate(shapes):
        if not any_nearer(shape, enemies, keep) and first_overlap(shape, others, slack) is None:
            yield at


def spread_over(around: Bounds, parts: int) -> Iterator[Point]:
    """The spots inside a rectangle that part its sides into equal shares, column by column."""
    west, south, east, north = around
    for i, j in product(range(1, parts), repeat=2):
        yield west + (east - west) * i // parts, south + (north - south) * j // parts


class SetDown(Manoeuvre[W]):
    """Sets one unit down. The noun is one leg: ("place", x, y, facing, and what more the book asks)."""

    most: ClassVar[int] = 0
    """How many words or numbers more a leg may have."""
    least: ClassVar[int] = 0
    """How many more it must have."""

    def put(self, x: int, y: int, facing: int, *more: Any) -> W | Refusal:
        """The unit set down so, or why that is no way to stand."""
        raise NotImplementedError

    def no_place(self) -> Refusal:
        """What is said to nonsense."""
        return Refusal(self.cite, "that is no place on the table")

    def work_out(self, legs: Legs) -> W | Refusal:
        if len(legs) != 1 or legs[0][0] != "place" or not 4 + self.least <= len(legs[0]) <= 4 + self.most:
            return self.no_place()
        _, x, y, facing, *more = legs[0]
        if not all(isinstance(part, int) and abs(part) <= FARTHEST for part in (x, y, facing)):
            return self.no_place()
        return self.put(x, y, facing % FULL_TURN, *more)
