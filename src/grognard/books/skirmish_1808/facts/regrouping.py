"""Regroup: dress, form or unform, change front. [W5, O1, B3–B5]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.engine.tables import Refusal
from grognard.geometry.angles import norm
from grognard.geometry.points import Point, bounds
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts

from ..state import State, Unit, centre
from ..tables.moving import FORMS, unforms
from ..words import Arm, Role, Trait
from .bodies import (
    KEEP,
    body_of,
    circles_of,
    clash,
    kept_from,
    near,
    nearest_pair,
    perimeter,
    point_distance,
)
from .ground import NOTHING, Met, along_road, barred, ignored, met, off_table
from .ideas import dressings
from .layout import LOOSE_PITCH, default_files, in_cohesion, touching_pitch, widest_pitch
from .moving import moved
from .staying import staying
from .walks import Walk, layout, order_after

LEAST_FORMED = 6
STRIDE = 400
GUIDED = 600
CENTRE = 200


class Dressed(NamedTuple):
    """What decides whether a unit may be formed. [O1]"""

    name: str
    size: int
    can: bool
    broken: bool
    least: int = LEAST_FORMED


def why_not_form(state: State, unit: Unit, found: Met) -> Refusal | None:
    """Whether a unit may be formed at all. [O1]"""
    can = not (Trait.CANNOT_FORM in unit.traits or unit.arm in (Arm.GUN, Arm.WAGON) or unit.is_command)
    broken = any(unforms(kind, unit.mounted) for kind in found.kinds)
    return FORMS.refusal(Dressed(unit.name, unit.size, can, broken))


class Regrouping(Manoeuvre[Walk]):
    """The noun is (("dress", files, pitch, facing, dx, dy, formed),), or () to stay as one is."""

    cite, stays = "W5", True

    def __init__(self, state: State, unit: Unit, step: int | None = None):
        self.state, self.unit = state, unit
        self.step = step or (GUIDED if unit.has(Role.GUIDE) else STRIDE)

    def orders(self) -> tuple[str, ...]:
        now = ("formed", "loose") if self.unit.formed else ("loose", "formed")
        if why_not_form(self.state, self.unit, NOTHING) is not None:
            return ("loose",)
        return now

    def work_out(self, legs: Legs) -> Walk | Refusal:
        """The unit in its new layout."""
        unit = self.unit
        found = amounts(legs, "dress", 6, most=9999)
        if found is None:
            return Refusal("W5", "that is no way to regroup")
        files, pitch, facing, dx, dy, formed = found
        if formed not in (0, 1) or not 1 <= files <= unit.size or -(-unit.size // files) > 3:
            return Refusal("B3" if formed else "B4", "it would have more than 3 ranks")
        if formed:
            pitch = touching_pitch(unit.arm)
        elif not touching_pitch(unit.arm) <= pitch <= widest_pitch(unit.arm):
            return Refusal("B4", "its figures would stand on each other, or too far apart")
        x, y = centre(unit)
        ends = layout(unit, (x + dx, y + dy), files, pitch, norm(facing), bool(formed))
        trails = tuple(((f.x, f.y), end) for f, end in zip(unit.figures, ends))
        cost = max(point_distance(*trail) for trail in trails)
        return Walk(trails, norm(facing), bool(formed), files, pitch, cost)

    def judge(self, walked: Walk) -> Refusal | None:
        """The first row that refuses. [W5, O1, B5, B8]"""
        if walked.cost > self.step:
            return Refusal(
                "W5", f"a figure would go {walked.cost / 100:g} cm, and may go {self.step / 100:g} cm"
            )
        begin, end = walked.middles
        if point_distance(begin, end) > CENTRE + 2:
            return Refusal("W5", "its centre would shift by more than 2 cm")
        passed = met(self.state, walked.ways())
        road = along_road(self.state, ((begin, end),))
        closed = barred(self.state, self.unit, passed, road=road)
        if closed is not None:
            return closed
        if passed.wall:
            return Refusal("W5", "a figure would climb a wall, which nobody does while regrouping")
        if walked.formed:
            kept = self.unit.formed and ignored(road, passed)  # ranks kept on a road stay so [P2]
            reason = None if kept else why_not_form(self.state, self.unit, passed)
            if reason is not None:
                return reason
        return self._room(walked)

    def _room(self, walked: Walk) -> Refusal | None:
        radius = self.unit.radius
        circles = [(x, y, radius) for x, y in walked.places]
        for x, y in walked.places:
            if off_table(self.state, x, y, radius):
                return Refusal("M7", "that is over the edge of the table", (x, y))
        before = body_of(self.unit).circles
        for other in near(self.state, bounds(walked.places), radius + KEEP):
            if other.id == self.unit.id or other.attached == self.unit.id:
                continue
            # Who stands nearer than 1 to an enemy already comes no nearer.
            keep = min(kept_from(self.unit, other), nearest_pair(before, body_of(other).circles)[0])
            if clash(circles, body_of(other), keep):
                return Refusal("B8", f"{other.name} is in the way")
        if not in_cohesion(walked.places, radius):
            return Refusal("B5", "its figures would end too far apart")
        return None

    def region(self) -> tuple[Point, ...]:
        x, y = centre(self.unit)
        return ((x - 200, y - 200), (x - 200, y + 200), (x + 200, y + 200), (x + 200, y - 200))

    def ways(self, to: Wish) -> Iterable[Legs]:
        """Where the usual layout does not fit, a closer or deeper one may."""
        formed = int(to.order == "formed" if to.order else self.unit.formed)
        x, y = centre(self.unit)
        for pitch in dict.fromkeys((self.usual_pitch(formed), touching_pitch(self.unit.arm))):
            for files in self.depths():
                yield (("dress", files, pitch, to.facing, to.x - x, to.y - y, formed),)

    def depths(self) -> Iterable[int]:
        """How many files are worth a try: as it is, the usual two ranks, three, one. [B3, B4]"""
        n = self.unit.size
        return dict.fromkeys(
            f for f in (min(self.unit.files, n), default_files(n), -(-n // 3), n) if -(-n // f) <= 3
        )

    def usual_pitch(self, formed: int) -> int:
        """The distance of its centres formed or loose. [B3, B4]"""
        return touching_pitch(self.unit.arm) if formed else LOOSE_PITCH[self.unit.arm]

    def ideas(self) -> Iterable[Legs]:
        return dressings(self)

    def staying(self) -> Shown:
        return staying(self.unit)

    def show(self, done: Walk) -> Shown:
        x, y = done.middles[-1]
        after = moved(self.unit, done)
        return Shown(
            end=(x, y, done.facing, order_after(self.unit, done.formed)),
            body=perimeter(after),
            spots=circles_of(after),
            steps=(("longest way", done.cost, "W5"),),
            cost=done.cost,
            allowance=self.step,
            difficult=False,
        )
