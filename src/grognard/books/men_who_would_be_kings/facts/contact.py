"""Where an attack comes to an end: at a man, at the wall of a house, at an Obstacle that is held. [R-09, R-56, R-62]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt

from grognard.engine.memo import lazily
from grognard.geometry.angles import FULL_TURN, ahead, heading
from grognard.geometry.gaps import length, nearest_point, point_gap
from grognard.geometry.points import Poly, square
from grognard.tabletop.figures import nearest_square
from grognard.tabletop.land import pieces_of
from grognard.tabletop.rounds import clear_spots, nooks
from grognard.tabletop.straight import ROUNDING, Disc, along

from ..state import Point
from .ground import Barrier

SIDES = 16
"""So many places round a man are looked at, and a wall every so many hundredths of an inch."""
STEP = 10
Free = Callable[[Point], bool]
"""Whether an attacker may end at a spot."""
Nooks = Callable[[Point], Iterable[Point]]
"""The places that touch a man and something else."""


def short_of(start: Point, end: Point, distance: int) -> Point:
    """The point on the way at which a base just touches: never nearer than that."""
    far = max(0, length(start, end) - distance)
    point = along(start, end, far)
    while far > 0 and square(point, end) < distance * distance:
        far -= 1
        point = along(start, end, far)
    return point


@lru_cache(maxsize=4096)
def _round_a_man(man: Point, men: tuple[Point, ...], touch: int) -> tuple[Point, ...]:
    """Places all round one man, where no other of them stands."""
    ring = (ahead(*man, turn, touch + 2) for turn in range(0, FULL_TURN, FULL_TURN // SIDES))
    return tuple([spot for spot in ring if nearest_square(spot, men) >= touch * touch])


class Men:
    """Ends at single models: where a base touches one of theirs."""

    eager = False

    def __init__(self, men: tuple[Point, ...], touch: int, free: Free, nooks: Nooks = lambda _man: ()):
        self.men, self.touch, self.free, self.nooks = men, touch, free, nooks
        self._round: dict[Point, tuple[Point, ...]] = {}

    def near(self, here: Point) -> int:
        """How far it is to the nearest man, at least."""
        return max(0, isqrt(nearest_square(here, self.men)) - self.touch - ROUNDING)

    def direct(self, here: Point) -> Iterable[tuple[int, Point]]:
        """Straight at each man."""
        return [(max(0, length(here, man) - self.touch - ROUNDING), man) for man in self.men]

    def end(self, here: Point, towards: Point) -> Point:
        """Where a leg straight at a man touches him."""
        return short_of(here, towards, self.touch)

    def spots_at(self, towards: Point) -> Iterable[Point]:
        """Places all round one man, and those that touch something beside him too: the only ones where all stand close."""
        if towards not in self._round:
            nooks = [spot for spot in self.nooks(towards) if self.free(spot)]
            self._round[towards] = (*_round_a_man(towards, self.men, self.touch), *nooks)
        return self._round[towards]

    def spots(self) -> Iterable[Point]:
        """Places all round the men."""
        return chain.from_iterable(map(self.spots_at, self.men))


class Wall:
    """Ends at the outline of a building. [R-62]"""

    eager = False

    def __init__(self, wall: Poly, radius: int, free: Free, beside: Sequence[Disc]):
        self.wall, self.radius, self.free, self.beside = wall, radius, free, beside

    def near(self, here: Point) -> int:
        """How far it is to the wall, at least."""
        return max(0, point_gap(here, self.wall) - 1 - self.radius - ROUNDING)

    def direct(self, here: Point) -> Iterable[tuple[int, Point]]:
        """Straight at the nearest point of the wall."""
        foot = nearest_point(here, self.wall)
        return [(max(0, length(here, foot) - self.radius - ROUNDING), foot)]

    def end(self, here: Point, towards: Point) -> Point:
        """Where a leg straight at the wall touches it."""
        return short_of(here, towards, self.radius)

    @lazily
    def _spots(self) -> tuple[Point, ...]:
        off, radius = self.radius + 1, self.radius
        edges = zip(self.wall, (*self.wall[1:], self.wall[0]))
        along_it = (spot for edge in edges for spot in _beside(edge, off))
        squeezed = (spot for base in self.beside for spot in nooks(base, (), (self.wall,), radius))
        return clear_spots((*along_it, *squeezed), self.wall, radius)

    def spots(self) -> Iterable[Point]:
        """Places all along the wall, and those that touch a base beside it too."""
        return self._spots

    def spots_at(self, _towards: Point) -> Iterable[Point]:
        """The same: whoever does not get straight at the wall looks along all of it."""
        return self._spots


class Lines(Men):
    """Ends at men, or at an Obstacle they hold, at most so far from one of them. [R-09]"""

    eager = True

    def __init__(
        self,
        men: Men,
        lines: Sequence[Barrier],
        radius: int,
        across: int,
        held: Callable[[Point], Iterable[str]],
    ):
        super().__init__(men.men, men.touch, men.free, men.nooks)
        self.lines, self.radius, self.across, self.held = lines, radius, across, held
        self.at: dict[Point, str] = {}
        """Which Obstacle is touched at a spot."""

    def near(self, here: Point) -> int:
        """How far it is to the nearest man or to what he holds, at least."""
        return max(0, super().near(here) - self.across)

    def spots(self) -> Iterable[Point]:
        """Places along what is held, and all round the men."""
        return self._everywhere

    @lazily
    def _everywhere(self) -> tuple[Point, ...]:
        for line in self.lines:
            for spot in (place for piece in pieces_of([line]) for place in _beside(piece, self.radius + 1)):
                if self.near(spot) == 0 and line.name in self.held(spot):
                    self.at[spot] = line.name
        return (*self.at, *super().spots())


def _beside(edge: tuple[Point, Point], off: int) -> Iterator[Point]:
    """Places on both sides of an edge, and round its corners."""
    start, end = edge
    front, whole = heading(start, end), length(start, end)
    for turn in range(0, FULL_TURN, FULL_TURN // SIDES):
        yield ahead(*start, turn, off)
        yield ahead(*end, turn, off)
    for far in range(0, whole, STEP):
        spot = along(start, end, far)
        yield ahead(*spot, front - 900, off)
        yield ahead(*spot, front + 900, off)
