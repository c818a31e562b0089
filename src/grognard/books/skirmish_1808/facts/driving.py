"""Guns on the move: man-handled, or limbered and driven. [76, X1, A-30]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.angles import norm, rotate
from grognard.geometry.points import Point, Segment, bounds
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts, once

from ..state import GUN_RADIUS, State, Unit, centre
from ..tables.moving import LEAST, LIMBERED, MANHANDLING, ROLLS
from ..tables.placing import PARKS
from .bodies import (
    KEEP,
    body_of,
    circles_of,
    clash,
    disc,
    kept_from,
    near,
    perimeter,
    point_distance,
    runs_into,
)
from .ground import Met, along_road, barred, met, off_table
from .ideas import rolls
from .moving import allowance, climb
from .staying import staying

STATIONS = ((-250, -150), (250, -150), (-250, 50), (250, 50), (0, -350), (-350, -350))
"""Where the crew stand about their gun, right and ahead of it. [X1]"""


def stations(unit: Unit, x: int, y: int, facing: int) -> tuple[Point, ...]:
    """The crew's places at a gun."""
    found = []
    for index in range(unit.size):
        dx, dy = rotate(*STATIONS[index % len(STATIONS)], facing)
        found.append((x + dx, y + dy))
    return tuple(found)


def gun_rate(unit: Unit) -> int:
    """How far a gun goes in one action. [76, X1a]"""
    assert unit.gun is not None
    return LIMBERED[unit.gun.horse_team] if unit.gun.limbered else MANHANDLING[unit.gun.calibre]


def placed_gun(unit: Unit, x: int, y: int, facing: int) -> Unit:
    """The gun and its crew at a new place."""
    assert unit.gun is not None
    crew = stations(unit, x, y, facing)
    figures = tuple(f._replace(x=px, y=py) for f, (px, py) in zip(unit.figures, crew))
    return replace(unit, gun=replace(unit.gun, x=x, y=y), figures=figures, facing=norm(facing))


def rolled(before: Unit, after: Unit) -> tuple[Segment, ...]:
    """The way of the gun and of each of its crew. [B9a]"""
    assert before.gun is not None
    assert after.gun is not None
    crew = tuple(((a.x, a.y), (b.x, b.y)) for a, b in zip(before.figures, after.figures))
    return (((before.gun.x, before.gun.y), (after.gun.x, after.gun.y)), *crew)


class Parked:
    """What decides whether a gun that comes along a way may stand at its end, with its crew about it. [M7, B8]"""

    def __init__(self, state: State, after: Unit, way: Segment):
        self.state, self.after, self.way = state, after, way

    @lazily
    def over(self) -> Point | None:
        """The gun, if it would stand over the edge. [M7]"""
        end = self.way[1]
        return end if off_table(self.state, *end, GUN_RADIUS) else None

    @lazily
    def crew_over(self) -> Point | None:
        """One of its crew who would. [M7]"""
        radius = self.after.radius
        return next(((f.x, f.y) for f in self.after.figures if off_table(self.state, f.x, f.y, radius)), None)

    @lazily
    def in_the_way(self) -> str:
        """Somebody on its way or at its end, or an enemy within 1. [B8]"""
        after, way = self.after, self.way
        circles = [(*way[1], GUN_RADIUS), *((f.x, f.y, after.radius) for f in after.figures)]
        box = bounds((*way, *((f.x, f.y) for f in after.figures)))
        for other in near(self.state, box, GUN_RADIUS + KEEP):
            if other.id == after.id or other.attached == after.id:
                continue
            keep = kept_from(after, other)
            if clash(circles, body_of(other), keep) or runs_into(way, GUN_RADIUS, body_of(other), keep):
                return other.name
        return ""


def no_room(state: State, after: Unit, way: Segment) -> Refusal | None:
    """Whether a gun that comes along a way, or its crew about it, would stand off the table or on somebody. [M7, B8]"""
    return PARKS.refusal(Parked(state, after, way))


def manned(unit: Unit) -> Unit:
    """Gunners back at the gun they left, each at his place. [X12a, X1]"""
    assert unit.gun is not None
    served = replace(unit, gun=replace(unit.gun, abandoned=False))
    return placed_gun(served, unit.gun.x, unit.gun.y, unit.facing)


def why_not_manned(state: State, unit: Unit) -> Refusal | None:
    """Why gunners cannot take their places at the gun: ground they may not cross on foot, or no room. [X12a, P1, B8]"""
    after = manned(unit)
    gun, *crew = rolled(unit, after)
    closed = barred(state, unit, met(state, crew), road="", horse=False)
    return closed if closed is not None else no_room(state, after, gun)


class Roll(NamedTuple):
    """A gun rolled to a spot: how far, the ways of gun and crew, the ground and the road they meet."""

    after: Unit
    far: int
    ways: tuple[Segment, ...]
    found: Met
    road: str


class Rolling(NamedTuple):
    """How far a gun would roll, and how far it may. [76]"""

    far: int
    limit: int


class Driving(Manoeuvre[Roll]):
    """The noun is (("roll", x, y, facing),): straight to a spot, with any turn."""

    cite, stays = "X1", True

    def __init__(self, state: State, unit: Unit, on_the_spot: bool = False):
        self.state, self.unit, self.on_the_spot = state, unit, on_the_spot
        self.base = 0 if on_the_spot else gun_rate(unit)

    def work_out(self, legs: Legs) -> Roll | Refusal:
        spot = amounts(legs, "roll", 3)
        if spot is None:
            return Refusal("X1", "that is no way to move a gun")
        x, y, facing = spot
        after = placed_gun(self.unit, x, y, facing)
        ways = rolled(self.unit, after)
        far = point_distance(*ways[0])
        if self.on_the_spot and far:
            return Refusal("X1", "it would leave its place, and a gun regroups by turning where it stands")
        return Roll(after, far, ways, met(self.state, ways), along_road(self.state, ways[:1]))

    def judge(self, done: Roll) -> Refusal | None:
        """Closed ground, the distance, room for gun and crew. [76, P1–P6, B8]"""
        closed = barred(self.state, self.unit, done.found, road=done.road, horse=self.horse)
        if closed is not None:
            return closed
        return ROLLS.refusal(Rolling(done.far, self._limit(done))) or self._room(done)

    @property
    def horse(self) -> bool:
        """Whether a team of horses draws it: then the ground counts as for horse. [X1]"""
        gun = self.unit.gun
        return gun is not None and gun.limbered and gun.horse_team

    def _tally(self, found: Met, road: str) -> Tally:
        """Its rate and the ground: man-handled, or drawn on foot, as foot. [A-30, P1, P2]"""
        return allowance(self.base, self.horse, found, road)

    def _limit(self, done: Roll) -> int:
        """How far it may go over the ground, 1 at least. [A-30, P4, P6]"""
        total = self._tally(done.found, done.road).total
        if total <= 0 and done.found.wall:
            return climb(self.state, circles_of(self.unit), done.ways)
        return max(LEAST, total)

    def _room(self, done: Roll) -> Refusal | None:
        return no_room(self.state, done.after, done.ways[0])

    def region(self) -> tuple[Point, ...]:
        assert self.unit.gun is not None
        x, y = self.unit.gun.x, self.unit.gun.y
        return disc((x, y, max(LEAST, self.base)))

    def ways(self, to: Wish) -> Iterable[Legs]:
        """A pose is of the unit's middle, but it is the gun that rolls."""
        assert self.unit.gun is not None
        x, y = centre(self.unit)
        there = (x, y) if self.on_the_spot else to.spot
        yield (("roll", there[0] + self.unit.gun.x - x, there[1] + self.unit.gun.y - y, to.facing),)

    def ideas(self) -> Iterable[Legs]:
        return once(rolls(self))

    def staying(self) -> Shown:
        return staying(self.unit)

    def show(self, done: Roll) -> Shown:
        assert self.unit.gun is not None
        rate = ("limbered" if self.unit.gun.limbered else "man-handled", self.base, "76")
        lines = self._tally(done.found, done.road).lines
        return Shown(
            end=(*centre(done.after), done.after.facing, ""),
            body=perimeter(done.after),
            spots=circles_of(done.after),
            steps=(rate, *((line.words, line.value, line.cite) for line in lines)),
            cost=done.far,
            allowance=0 if self.on_the_spot else self._limit(done),
            difficult=bool(done.found.kinds or done.found.wall),
        )
