"""Guns on the move: man-handled, or limbered and driven. [76, X1, A-30]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.engine.dice import Rng
from grognard.engine.domains import Mover
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.angles import ahead, heading, norm, rotate
from grognard.geometry.points import Point, Segment

from ..state import GUN_RADIUS, State, Unit, centre
from ..tables.moving import LEAST, LIMBERED, MANHANDLING
from .bodies import KEEP, Circle, body_of, circles_of, clash, outdoors, perimeter, point_distance, runs_into
from .ground import Met, along_road, barred, met, off_table
from .moving import allowance, climb
from .staying import staying
from .walks import Legs

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


class Driving(Mover):
    """The noun is (("roll", x, y, facing),): straight to a spot, with any turn."""

    def __init__(self, state: State, unit: Unit, on_the_spot: bool = False):
        self.state, self.unit, self.on_the_spot = state, unit, on_the_spot
        self.base = 0 if on_the_spot else gun_rate(unit)

    def refusal(self, legs: Legs) -> Refusal | None:
        if not legs:
            return None
        if (
            len(legs) != 1
            or len(legs[0]) != 4
            or legs[0][0] != "roll"
            or not all(isinstance(n, int) for n in legs[0][1:])
        ):
            return Refusal("X1", "a gun is moved to a spot and turned")
        _, x, y, facing = legs[0]
        if abs(x) > 100000 or abs(y) > 100000:
            return Refusal("M7", "that is off the table")
        assert self.unit.gun is not None
        start = self.unit.gun.x, self.unit.gun.y
        far = point_distance(start, (x, y))
        if self.on_the_spot and far:
            return Refusal("X1", "to regroup a gun is to turn it where it stands")
        ways = rolled(self.unit, placed_gun(self.unit, x, y, facing))
        found, road = met(self.state, ways), along_road(self.state, ways[:1])
        closed = barred(self.state, self.unit, found, road=road, horse=self._horse)
        if closed is not None:
            return closed
        limit = self._limit(found, road, ways)
        if far > limit:
            return Refusal("76", f"it rolls {far / 100:g} of {limit / 100:g}")
        return self._room(x, y, facing)

    @property
    def _horse(self) -> bool:
        """Whether a team of horses draws it: then the ground counts as for horse. [X1]"""
        gun = self.unit.gun
        return gun is not None and gun.limbered and gun.horse_team

    def _tally(self, found: Met, road: str) -> Tally:
        """Its rate and the ground: man-handled, or drawn on foot, as foot. [A-30, P1, P2]"""
        return allowance(self.base, self._horse, found, road)

    def _limit(self, found: Met, road: str, ways: Sequence[Segment]) -> int:
        """How far it may go over the ground, 1 at least. [A-30, P4, P6]"""
        total = self._tally(found, road).total
        if total <= 0 and found.wall:
            return climb(self.state, circles_of(self.unit), ways)
        return max(LEAST, total)

    def _room(self, x: int, y: int, facing: int) -> Refusal | None:
        assert self.unit.gun is not None
        start = self.unit.gun.x, self.unit.gun.y
        if off_table(self.state, x, y, GUN_RADIUS):
            return Refusal("M7", "that is over the edge of the table", (x, y))
        after = placed_gun(self.unit, x, y, facing)
        for f in after.figures:
            if off_table(self.state, f.x, f.y, after.radius):
                return Refusal("M7", "the crew would stand over the edge", (f.x, f.y))
        circles = [Circle(x, y, GUN_RADIUS), *(Circle(f.x, f.y, after.radius) for f in after.figures)]
        for other in outdoors(self.state):
            if other.id == self.unit.id or other.attached == self.unit.id:
                continue
            keep = KEEP if other.side != self.unit.side else 0
            if clash(circles, body_of(other), keep) or runs_into(
                (start, (x, y)), GUN_RADIUS, body_of(other), keep
            ):
                return Refusal("B8", f"{other.name} is in the way")
        return None

    def region(self) -> tuple[Point, ...]:
        assert self.unit.gun is not None
        x, y = self.unit.gun.x, self.unit.gun.y
        return tuple(ahead(x, y, turn, max(LEAST, self.base)) for turn in range(0, 3600, 150))

    def plan(self, pose: Any) -> Legs | Refusal:
        assert self.unit.gun is not None
        x, y = centre(self.unit)
        # A pose is of the unit's middle, but it is the gun that rolls.
        dx, dy = self.unit.gun.x - x, self.unit.gun.y - y
        if self.on_the_spot:
            pose = (x, y, *pose[2:])
        try:
            legs: Legs = (("roll", int(pose[0]) + dx, int(pose[1]) + dy, norm(int(pose[2]))),)
        except (TypeError, ValueError, IndexError):
            return Refusal("X1", "a pose is x, y and facing")
        return self.refusal(legs) or legs

    def _ideas(self) -> Iterable[Legs]:
        assert self.unit.gun is not None
        x, y = self.unit.gun.x, self.unit.gun.y
        for enemy in outdoors(self.state, 1 - self.unit.side)[:6]:
            if enemy.figures:
                spot = enemy.figures[0].x, enemy.figures[0].y
                bearing = heading((x, y), spot)
                yield (("roll", x, y, bearing),)
                if self.on_the_spot:
                    continue
                yield (("roll", *ahead(x, y, bearing, self.base), bearing),)
                yield (("roll", *ahead(x, y, bearing, self.base // 2), bearing),)
                yield (("roll", *ahead(x, y, bearing + 1800, self.base // 2), bearing),)

    def candidates(self) -> Iterable[Legs]:
        yield ()
        for legs in dict.fromkeys(self._ideas()):
            if self.refusal(legs) is None:
                yield legs

    def sample(self, rng: Rng) -> Legs:
        found = list(self.candidates())
        return found[rng.randint(0, len(found) - 1)]

    def preview(self, legs: Legs) -> dict[str, Any]:
        if not legs:
            return staying(self.unit)
        fault = self.refusal(legs)
        _, x, y, facing = legs[0]
        assert self.unit.gun is not None
        after = placed_gun(self.unit, x, y, facing)
        ways = rolled(self.unit, after)
        found, road = met(self.state, ways), along_road(self.state, ways[:1])
        rate = ["man-handled" if not self.unit.gun.limbered else "limbered", self.base, "76"]
        return {
            "end": [*centre(after), facing, ""],
            "body": [list(p) for p in perimeter(after)],
            "spots": [list(c) for c in circles_of(after)],
            "steps": [
                rate,
                *([line.words, line.value, line.cite] for line in self._tally(found, road).lines),
            ],
            "cost": point_distance((self.unit.gun.x, self.unit.gun.y), (x, y)),
            "allowance": 0 if self.on_the_spot else self._limit(found, road, ways),
            "difficult": bool(found.kinds or found.wall),
            "refusal": None if fault is None else fault._asdict(),
        }
