"""Regroup: dress, form or unform, change front. [W5, O1, B3–B5]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.engine.dice import Rng
from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, norm
from grognard.geometry.crowds import longest_of
from grognard.geometry.points import Point, bounds, grown
from grognard.tabletop.last_resort import Seeded, first_of
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts

from ..state import State, Unit, centre, places_of
from ..tables.moving import FORMS, LAYOUTS, unforms
from ..tables.placing import REGROUPS, STANDS
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
from .ground import NOTHING, Met, along_road, barred, ignored, met, off_table, over_edge, standing_in
from .ideas import dressings
from .layout import LOOSE_PITCH, default_files, in_cohesion, touching_pitch
from .moving import moved
from .staying import staying
from .walks import Walk, laid_out, layout, order_after

LEAST_FORMED = 6
STRIDE = 400
GUIDED = 600
CENTRE = 200
LAST_TRIES = 5000
"""So many seeded layouts are tried before it is said that a unit cannot form."""


class Dressed(NamedTuple):
    """What decides whether a unit may be formed. [O1]"""

    name: str
    size: int
    can: bool
    broken: bool
    least: int = LEAST_FORMED


class Regrouped:
    """What decides whether a unit may dress its ranks so; looked at only as far as need be. [W5]"""

    cost: int
    step: int

    def __init__(self, mover: Regrouping, walked: Walk):
        self.state, self.unit, self.walked = mover.state, mover.unit, walked
        self.cost, self.step = walked.cost, mover.step

    @property
    def centred(self) -> bool:
        """Whether its centre stays where it is, or nearly. [W5]"""
        begin, end = self.walked.middles
        return point_distance(begin, end) <= CENTRE + 2

    @lazily
    def passed(self) -> Met:
        """The ground on its figures' ways."""
        return met(self.state, self.walked.ways())

    @lazily
    def road(self) -> str:
        """A road it keeps to all the way. [P2]"""
        begin, end = self.walked.middles
        return along_road(self.state, ((begin, end),))

    @lazily
    def closed(self) -> Refusal | None:
        """Ground it may not cross at all. [P1]"""
        return barred(self.state, self.unit, self.passed, road=self.road)

    @property
    def climbs(self) -> bool:
        """Whether a figure would climb a wall that can be climbed."""
        return self.closed is None and bool(self.passed.wall)


class Stood:
    """What decides whether a unit may stand somewhere; looked at only as far as need be. [M7, B5, B8]"""

    def __init__(self, state: State, unit: Unit, places: tuple[Point, ...], *, already: bool = False):
        self.state, self.unit, self.places, self.already = state, unit, places, already

    @lazily
    def over(self) -> Point | None:
        """A figure that would stand over the edge. [M7]"""
        radius, places = self.unit.radius, self.places
        if not over_edge(self.state, grown(bounds(places), radius)):
            return None
        return next((spot for spot in places if off_table(self.state, *spot, radius)), None)

    @lazily
    def in_the_way(self) -> str:
        """Somebody who stands there, or an enemy within 1. [B8]"""
        unit, radius = self.unit, self.unit.radius
        circles = [(x, y, radius) for x, y in self.places]
        before = body_of(unit).circles if self.already else ()
        for other in near(self.state, bounds(self.places), radius + KEEP):
            if other.id == unit.id or other.attached == unit.id:
                continue
            keep = kept_from(unit, other)
            if before:  # who stands nearer than 1 to an enemy already comes no nearer
                keep = min(keep, nearest_pair(before, body_of(other).circles)[0])
            if clash(circles, body_of(other), keep):
                return other.name
        return ""

    @property
    def together(self) -> bool:
        """Whether its figures stand in one chain. [B5]"""
        return in_cohesion(self.places, self.unit.radius)


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
        wished = laid_out(unit, files, pitch, formed=bool(formed))
        fault = LAYOUTS.refusal(wished._replace(ranks=wished.ranks and formed in (0, 1)))
        if fault is not None:
            return fault
        if formed:
            pitch = touching_pitch(unit.arm)
        x, y = centre(unit)
        ends = layout(unit, (x + dx, y + dy), files, pitch, norm(facing), bool(formed))
        begins = places_of(unit)
        trails = tuple(zip(begins, ends))
        return Walk(trails, norm(facing), bool(formed), files, pitch, longest_of(begins, ends))

    def judge(self, walked: Walk) -> Refusal | None:
        """The first row that refuses. [W5, O1, B5, B8]"""
        done = Regrouped(self, walked)
        return (
            REGROUPS.refusal(done)
            or done.closed
            or self._forming(done)
            or STANDS.refusal(Stood(self.state, self.unit, walked.places, already=True))
        )

    def allows(self, walked: Walk) -> bool:
        done = Regrouped(self, walked)
        return (
            REGROUPS.met(done)
            and done.closed is None
            and self._forming(done) is None
            and STANDS.met(Stood(self.state, self.unit, walked.places, already=True))
        )

    def may_form(self) -> bool:
        """Whether it could be formed anywhere. [O1]"""
        return self.unit.formed or why_not_form(self.state, self.unit, NOTHING) is None

    def _forming(self, done: Regrouped) -> Refusal | None:
        """Why it may not be formed there, if it would be; ranks kept on a road stay so. [O1, P2]"""
        if not done.walked.formed or (self.unit.formed and ignored(done.road, done.passed)):
            return None
        return why_not_form(self.state, self.unit, done.passed)

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

    def plain(self) -> Iterator[Legs]:
        """Every idea that is legal, and no longer search."""
        return super().candidates()

    def candidates(self) -> Iterator[Legs]:
        """Every idea that is legal; where none of them forms a unit that could be formed, the first that does."""
        formed = False
        for legs in self.plain():
            formed = formed or bool(legs and legs[0][-1])
            yield legs
        if not formed and (found := self.forms_up()):
            yield found

    def sample(self, rng: Rng) -> Legs:
        """Any of the plain candidates: nobody who does something at random looks for long."""
        found = list(self.plain())
        return found[rng.randint(0, len(found) - 1)]

    def forms_up(self) -> Legs:
        """A way to form, facing any way and shifted as far as may be; none if there is none. [O1, W5]"""
        if not self.may_form() or not self._ground_lets_form():
            return ()
        return _forms_up(self.state, self.unit, self.step)

    def _ground_lets_form(self) -> bool:
        """Whether the ground it stands in does not forbid it already. [O1, P2]"""
        here, road = standing_in(self.state, self.unit)
        kept = self.unit.formed and ignored(road, here)
        return kept or why_not_form(self.state, self.unit, here) is None

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


@kept(of=("field", "units", "damage"))
def _forms_up(state: State, unit: Unit, step: int) -> Legs:
    """The first formed layout that may be taken up, its facings and shifts tried one after the other, then at random. [O1, W5]"""
    mover, pitch = Regrouping(state, unit, step), touching_pitch(unit.arm)
    n = unit.size
    files = tuple(f for f in range(n, 0, -1) if -(-n // f) <= 3)
    for shift in (0, CENTRE):
        for turn in range(0, 3600, 450 if shift else 75):
            dx, dy = ahead(0, 0, turn, shift)
            for facing in range(0, 3600, 150) if shift else (turn,):
                for wide in files:
                    legs: Legs = (("dress", wide, pitch, facing, dx, dy, 1),)
                    if mover.legal(legs):
                        return legs

    def drawn(rng: Seeded) -> Legs:
        dx, dy = ahead(0, 0, rng.randint(0, 3599), rng.randint(0, CENTRE))
        wide = files[rng.randint(0, len(files) - 1)]
        return (("dress", wide, pitch, rng.randint(0, 3599), dx, dy, 1),)

    return first_of(LAST_TRIES, (unit.id, *centre(unit)), drawn, mover.legal) or ()
