"""Secret moves of hidden units. [H2]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN
from grognard.geometry.points import Point, Poly, Segment, bounds_of_all
from grognard.geometry.sight import spans
from grognard.tabletop.manoeuvre import Legs

from ..state import State, Unit
from ..tables.moving import LEAST, SNEAKS
from ..words import Pace
from .bodies import point_distance
from .ground import along_road, met, shelters_near
from .hiding import seen_close, sheltered, unseen
from .ideas import stride
from .layout import placed
from .moving import Marching, Moved, loses_formation, moved
from .walks import OBLIQUE, SIDESTEP, Walk

LAST_TRIES = 1200
"""So many steps are tried before it is said that a hidden unit cannot stir."""
GOLDEN = 1373
"""From one of them to the next it is turned so far: by the golden angle, so that no two directions soon meet."""
LOOK = 50
"""In the open it is looked at after every so much of its way, and where it ends."""


class Gap(NamedTuple):
    """A part of a leg in which some figure is out of cover, from one share of it to another."""

    start: Fraction
    end: Fraction


class Crept:
    """What decides whether a hidden unit gets there unnoticed. [H2, H4]"""

    def __init__(self, state: State, after: Unit, walked: Walk):
        self.state, self.after, self.walked = state, after, walked

    @property
    def found(self) -> bool:
        """Whether it comes within 10 of an enemy figure. [H4]"""
        return seen_close(self.state, self.after, self.walked.ways())

    @property
    def in_the_open(self) -> bool:
        """Whether a figure is out of cover anywhere on its way while an enemy sees the unit; mostly it shows where it ends. [H2]"""
        if not sheltered(self.state, self.after) and not unseen(self.state, self.after):
            return True
        return any(not unseen(self.state, there) for there in self._in_the_open())

    def _in_the_open(self) -> Iterator[Unit]:
        """The unit at the moments of its way at which a figure of it is out of cover, the last one first."""
        legs = list(zip(*[pairwise(trail) for trail in self.walked.trails]))
        for leg in reversed(legs):
            for gap in reversed(_gaps(self.state, leg, self.after.mounted)):
                for share in _shares(gap, max(point_distance(a, b) for a, b in leg)):
                    spots = [_partly(way, share) for way in leg]
                    yield replace(self.after, figures=placed(self.after, spots))


def _gaps(state: State, leg: Iterable[Segment], horse: bool) -> list[Gap]:
    """The parts of a leg in which not every figure is in ground that gives it cover; nothing is rounded."""
    leg = tuple(leg)
    shapes = shelters_near(state, bounds_of_all(leg), horse)
    found = sorted(gap for way in leg for gap in _bare(way, shapes))
    joined: list[Gap] = []
    for gap in found:
        if joined and gap.start <= joined[-1].end:
            joined[-1] = Gap(joined[-1].start, max(joined[-1].end, gap.end))
        else:
            joined.append(gap)
    return joined


def _bare(way: Segment, shapes: tuple[Poly, ...]) -> Iterator[Gap]:
    """The parts of one figure's way that lie outside some shapes; their outlines belong to them. [B9a]"""
    reached = Fraction(0)
    inside = sorted((Fraction(a, b), Fraction(c, d)) for a, b, c, d in spans(way, shapes))
    if not inside:
        yield Gap(Fraction(0), Fraction(1))
        return
    for start, end in inside:
        if start > reached:
            yield Gap(reached, start)
        reached = max(reached, end)
    if reached < 1:
        yield Gap(reached, Fraction(1))


def _shares(gap: Gap, length: int) -> Iterator[Fraction]:
    """The moments of a gap at which the unit is looked at: its end if the way ends there, and one in each piece."""
    if gap.end == 1:
        yield gap.end
    pieces = max(1, -(-length * (gap.end - gap.start) // LOOK))
    for piece in range(int(pieces)):
        yield gap.start + (gap.end - gap.start) * Fraction(2 * piece + 1, 2 * int(pieces))


def _partly(way: Segment, share: Fraction) -> Point:
    (ax, ay), (bx, by) = way
    top, bottom = share.numerator, share.denominator
    return ax + (bx - ax) * top // bottom, ay + (by - ay) * top // bottom


def crept(state: State, unit: Unit, walked: Walk) -> Unit:
    """A hidden unit after a secret move: ground that breaks ranks has broken them. [H2, O3, 105]"""
    after = moved(unit, walked)
    if loses_formation(after, met(state, walked.ways()), along_road(state, walked.middle_ways())):
        return replace(after, formed=False)
    return after


class Sneaking(Marching):
    """A Normal move through terrain that gives cover, or out of every enemy's sight; never within 10 of one. [H2, H4]"""

    def __init__(self, state: State, unit: Unit):
        super().__init__(state, unit, Pace.NORMAL)

    def judge(self, done: Walk) -> Refusal | None:
        return super().judge(done) or self._found_out(done)

    def allows(self, done: Walk) -> bool:
        """Mostly a friend stands there already, and he is found sooner than who looks on."""
        return not Moved(self, done).on_somebody and super().allows(done)

    def passes(self, walked: Walk) -> bool:
        return super().passes(walked) and self._found_out(walked) is None

    def plain(self) -> Iterator[Legs]:
        """Every idea that is legal, and no longer search."""
        return super().candidates()

    def candidates(self) -> Iterator[Legs]:
        """Every idea that is legal; where none leads anywhere, the first step that a longer search finds."""
        stirs = False
        for legs in self.plain():
            stirs = stirs or bool(legs)
            yield legs
        if not stirs and (found := self.steals_on()):
            yield found

    def steals_on(self) -> Legs:
        """A step that nobody notices, the shortest first; none if there is none."""
        return next(filter(self.legal, self.steps()), ())

    def steps(self) -> Iterator[Legs]:
        """Steps of every length in every direction, spread so evenly that no opening is passed over but a small one."""
        if self.unit.formed:
            yield from ((("side", SIDESTEP),), (("side", -SIDESTEP),), (("back", SIDESTEP),))
            yield from ((("wheel", turn),) for turn in range(-1800, 1801, 75) if turn)
        for step in range(LAST_TRIES):
            length = LEAST + (self.base - LEAST) * step // LAST_TRIES
            turn = step * GOLDEN
            if self.unit.formed:
                yield (("move", turn % (2 * OBLIQUE + 1) - OBLIQUE, length),)
            else:
                yield (("go", *stride(turn % FULL_TURN, length)),)

    def _found_out(self, walked: Walk) -> Refusal | None:
        return SNEAKS.refusal(Crept(self.state, moved(self.unit, walked), walked))
