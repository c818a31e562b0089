"""Regroup: dress, form or unform, change front. [W5, O1, B3–B5]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.dice import Rng
from grognard.engine.domains import Mover
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, norm
from grognard.geometry.points import Point

from ..state import State, Unit, centre
from ..tables.moving import unforms
from ..words import Arm, Role, Trait
from .bodies import (
    KEEP,
    Circle,
    body_of,
    circles_of,
    clash,
    nearest_pair,
    outdoors,
    perimeter,
    point_distance,
)
from .ground import NOTHING, Met, along_road, barred, ignored, met, off_table
from .layout import LOOSE_PITCH, default_files, in_cohesion, touching_pitch, widest_pitch
from .moving import moved
from .staying import staying
from .walks import Legs, Walk, layout, mean, order_after

LEAST_FORMED = 6
STRIDE = 400
GUIDED = 600
CENTRE = 200


def why_not_form(state: State, unit: Unit, found: Met) -> Refusal | None:
    """Whether a unit may be formed at all. [O1]"""
    if unit.size < LEAST_FORMED:
        return Refusal("O1", "fewer than six cannot form")
    if Trait.CANNOT_FORM in unit.traits or unit.arm in (Arm.GUN, Arm.WAGON) or unit.is_command:
        return Refusal("O1", f"{unit.name} cannot form")
    if any(unforms(kind, unit.mounted) for kind in found.kinds):
        return Refusal("O1", "not in ground that breaks up formations")
    return None


class Regrouping(Mover):
    """The noun is (("dress", files, pitch, facing, dx, dy, formed),), or () to stay as one is."""

    def __init__(self, state: State, unit: Unit, step: int | None = None, free: bool = False):
        self.state, self.unit, self.free = state, unit, free
        self.step = step or (GUIDED if unit.has(Role.GUIDE) else STRIDE)

    def orders(self) -> tuple[str, ...]:
        now = ("formed", "loose") if self.unit.formed else ("loose", "formed")
        if why_not_form(self.state, self.unit, NOTHING) is not None:
            return ("loose",)
        return now

    def dressed(self, legs: Legs) -> Walk | Refusal:
        """The unit in its new layout."""
        unit = self.unit
        leg = legs[0] if len(legs) == 1 else ()
        if (
            len(leg) != 7
            or leg[0] != "dress"
            or not all(isinstance(n, int) and abs(n) < 10000 for n in leg[1:])
        ):
            return Refusal("W5", "to regroup is to dress: files, pitch, facing, a shift, formed or not")
        _, files, pitch, facing, dx, dy, formed = leg
        if formed not in (0, 1) or not 1 <= files <= unit.size or -(-unit.size // files) > 3:
            return Refusal("B3" if formed else "B4", "a layout has one to three ranks")
        if formed:
            pitch = touching_pitch(unit.arm)
        elif not touching_pitch(unit.arm) <= pitch <= widest_pitch(unit.arm):
            return Refusal("B4", "bases stand from contact to the cohesion limit apart")
        x, y = centre(unit)
        ends = layout(unit, (x + dx, y + dy), files, pitch, norm(facing), bool(formed))
        trails = tuple(((f.x, f.y), end) for f, end in zip(unit.figures, ends))
        cost = max(point_distance(*trail) for trail in trails)
        return Walk(trails, ((x, y), mean(ends)), norm(facing), bool(formed), files, pitch, cost)

    def refusal(self, legs: Legs) -> Refusal | None:
        if not legs:
            return None
        found = self.dressed(legs)
        return found if isinstance(found, Refusal) else self.judge(found)

    def judge(self, walked: Walk) -> Refusal | None:
        """The first row that refuses. [W5, O1, B5, B8]"""
        if walked.cost > self.step:
            return Refusal("W5", f"a figure would go {walked.cost / 100:g} of {self.step / 100:g}")
        if point_distance(*walked.middles) > CENTRE + 2:
            return Refusal("W5", "the centre shifts 2 at most")
        passed = met(self.state, walked.ways())
        road = along_road(self.state, ((walked.middles[0], walked.middles[-1]),))
        closed = barred(self.state, self.unit, passed, road=road)
        if closed is not None:
            return closed
        if passed.wall:
            return Refusal("W5", "nobody climbs a wall while regrouping")
        if walked.formed:
            kept = self.unit.formed and ignored(road, passed)  # ranks kept on a road stay so [P2]
            reason = None if kept else why_not_form(self.state, self.unit, passed)
            if reason is not None:
                return reason
        return self._room(walked)

    def _room(self, walked: Walk) -> Refusal | None:
        radius = self.unit.radius
        circles = [Circle(x, y, radius) for x, y in walked.places]
        for c in circles:
            if off_table(self.state, c.x, c.y, radius):
                return Refusal("M7", "that is over the edge of the table", (c.x, c.y))
        before = body_of(self.unit).circles
        for other in outdoors(self.state):
            if other.id == self.unit.id or other.attached == self.unit.id:
                continue
            # Who stands nearer than 1 to an enemy already comes no nearer.
            near = nearest_pair(before, body_of(other).circles)[0]
            keep = min(KEEP, near) if other.side != self.unit.side else 0
            if clash(circles, body_of(other), keep):
                return Refusal("B8", f"{other.name} is in the way")
        if not in_cohesion(walked.places, radius):
            return Refusal("B5", "a move ends in cohesion")
        return None

    def region(self) -> tuple[Point, ...]:
        x, y = centre(self.unit)
        return ((x - 200, y - 200), (x - 200, y + 200), (x + 200, y + 200), (x + 200, y - 200))

    def plan(self, pose: Any) -> Legs | Refusal:
        try:
            x, y, facing = int(pose[0]), int(pose[1]), norm(int(pose[2]))
            order = pose[3] if len(pose) > 3 else None
            formed = int(order == "formed" if order else self.unit.formed)
        except (TypeError, ValueError, IndexError):
            return Refusal("W5", "a pose is x, y, facing and layout")
        cx, cy = centre(self.unit)
        reason: Refusal | None = None
        # Where the usual layout does not fit, a closer or deeper one may.
        for pitch in dict.fromkeys((self._pitch(formed), touching_pitch(self.unit.arm))):
            for files in self._files():
                legs = (("dress", files, pitch, facing, x - cx, y - cy, formed),)
                fault = self.refusal(legs)
                if fault is None:
                    return legs
                reason = reason or fault
        return reason or Refusal("W5", "no such layout")

    def _files(self) -> Iterable[int]:
        n = self.unit.size
        return dict.fromkeys(
            f for f in (min(self.unit.files, n), default_files(n), -(-n // 3), n) if -(-n // f) <= 3
        )

    def _pitch(self, formed: int) -> int:
        return touching_pitch(self.unit.arm) if formed else LOOSE_PITCH[self.unit.arm]

    def candidates(self) -> Iterable[Legs]:
        """Stay; face the nearest enemy formed or loose."""
        yield ()
        x, y = centre(self.unit)
        enemies = [centre(u) for u in outdoors(self.state, 1 - self.unit.side) if u.figures]
        near = min(enemies, key=lambda e: (e[0] - x) ** 2 + (e[1] - y) ** 2, default=None)
        facings = dict.fromkeys([self.unit.facing, *([heading((x, y), near)] if near else [])])
        for facing in facings:
            for formed in (1, 0):
                for files in self._files():
                    legs = (("dress", files, self._pitch(formed), facing, 0, 0, formed),)
                    if self.refusal(legs) is None:
                        yield legs
                        break

    def sample(self, rng: Rng) -> Legs:
        found = list(self.candidates())
        return found[rng.randint(0, len(found) - 1)]

    def preview(self, legs: Legs) -> dict[str, Any]:
        if not legs:
            return staying(self.unit)
        walked = self.dressed(legs)
        if isinstance(walked, Refusal):
            return {"refusal": walked._asdict()}
        fault = self.judge(walked)
        x, y = walked.middles[-1]
        after = moved(self.unit, walked)
        return {
            "end": [x, y, walked.facing, order_after(self.unit, walked.formed)],
            "body": [list(p) for p in perimeter(after)],
            "spots": [list(c) for c in circles_of(after)],
            "steps": [["longest way", walked.cost, "W5"]],
            "cost": walked.cost,
            "allowance": self.step,
            "difficult": False,
            "refusal": None if fault is None else fault._asdict(),
        }
