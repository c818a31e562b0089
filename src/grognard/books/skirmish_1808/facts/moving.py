"""Where a unit may go in an Advance or March, and why not elsewhere. [W2, W3, B5–B8, P1–P6]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.engine.memo import lazily
from grognard.engine.tables import Line, Refusal, Tally
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.crowds import Disc
from grognard.geometry.points import Bounds, Point, Segment, bounds, bounds_of_all, grown
from grognard.tabletop.bends import Stops
from grognard.tabletop.figures import centres, nearest_square
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, once

from ..state import State, Unit, centre, places_of
from ..tables.moving import ENDS, LEAST, MOVES, RATES, ROADS, TERRAIN, WAYPOINTS, going, unforms
from ..words import Arm, Pace
from .bends import detours
from .bodies import (
    KEEP,
    Body,
    body_of,
    circles_of,
    clash,
    near,
    perimeter,
    point_to_poly,
    runs_into,
    within_units,
)
from .compass import reach_round, straight
from .ground import Met, along_road, barred, ignored, land_of, met, off_table, over_edge
from .ideas import ideas, whim
from .layout import in_cohesion, placed
from .sight import can_see
from .walks import Walk, mean, order_after, walk

NUDGE = 200
"""A unit turned about by hand is seldom put back exactly where it stood."""
ROUNDED = 2
"""By so many hundredths figures may be shifted that are drawn up again where they stand. [B1]"""
MARCH_ENDS = 1000
"""A march may not end nearer to a visible enemy. [W3]"""


def rate(unit: Unit, pace: Pace) -> int:
    """A unit's rate before terrain. [1–6]"""
    rates = RATES[(Arm.FOOT if unit.arm is Arm.GUN else unit.arm), unit.class_]
    return {Pace.NORMAL: rates.normal, Pace.MARCH: rates.march, Pace.CHARGE: rates.charge}[pace]


def rate_cite(unit: Unit) -> str:
    """The row its rate comes from."""
    return RATES.row((Arm.FOOT if unit.arm is Arm.GUN else unit.arm, unit.class_)).cite


def allowance(
    base: int, horse: bool, found: Met, road: str = "", *, words: str = "rate", cite: str = "P1"
) -> Tally:
    """Rate and the modifiers of all terrain met, each once; a road followed all the way replaces them. [P1, P2]"""
    lines = []
    if ignored(road, found):
        lines.append(Line(going(road, horse).modifier, TERRAIN.row(road).words, TERRAIN.row(road).cite))
    else:
        for kind in sorted(found.kinds):
            row = TERRAIN.row(kind)
            value = going(kind, horse).modifier
            if value:
                lines.append(Line(value, row.words, row.cite))
        if found.wall:
            steps = -(-found.wall // 200)
            lines.append(Line(going("wall", horse).modifier * steps, "over a wall", "32"))
    total = base + sum(line.value for line in lines)
    return Tally(base, words, tuple(lines), total)


def banned(found: Met, horse: bool, pace: Pace, road: str = "") -> Refusal | None:
    """The first terrain met that bans a march or a charge. [41, P3]"""
    if pace is Pace.NORMAL or ignored(road, found):
        return None
    kinds = [*sorted(found.kinds), *(["wall"] if found.wall else [])]
    for kind in kinds:
        row = going(kind, horse)
        if (pace is Pace.MARCH and row.no_march) or (pace is Pace.CHARGE and row.no_charge):
            return Refusal(TERRAIN.row(kind).cite, f"no {pace.value} through {TERRAIN.row(kind).words}")
    return None


def passes_through(unit: Unit, friend: Unit) -> bool:
    """Whether a unit may go through a friend, and stand where he does while it passes. [B8]"""
    return (
        unit.is_command
        or friend.is_command
        or friend.attached == unit.id
        or not (unit.formed or friend.formed or friend.arm in (Arm.GUN, Arm.WAGON))
    )


def moved(unit: Unit, walked: Walk, *, formed: bool | None = None) -> Unit:
    """The unit at the end of a manoeuvre."""
    return replace(
        unit,
        figures=placed(unit, walked.places),
        facing=walked.facing,
        formed=walked.formed if formed is None else formed,
        files=walked.files,
        pitch=walked.pitch,
    )


def stirred(before: Unit, after: Unit) -> bool:
    """Whether any figure of a unit was shifted or turned, by more than rounding: that alone is a move. [T7, 18, 21]"""
    if before.facing != after.facing:
        return True
    return any(max(abs(a.x - b.x), abs(a.y - b.y)) > ROUNDED for a, b in zip(before.figures, after.figures))


def loses_formation(unit: Unit, found: Met, road: str = "") -> bool:
    """Whether the ground met breaks up a formation; on a road all the way it does not. [105, 107, O3, P2]"""
    return (
        unit.formed and not ignored(road, found) and any(unforms(kind, unit.mounted) for kind in found.kinds)
    )


def climb(state: State, bases: Sequence[Disc], ways: Iterable[Segment]) -> int:
    """How far a unit touching a wall may be placed beyond it, for the whole action; 0 if it does not touch it. [P6]"""
    ways = tuple(ways)
    for wall in land_of(state).walls:
        if wall.any_across(ways):
            gaps = [(point_to_poly((x, y), wall.pieces[0]), radius) for x, y, radius in bases]
            if any(gap <= radius + LEAST for gap, radius in gaps):
                return max(gap + 3 * radius for gap, radius in gaps) + LEAST
    return 0


def neighbours(state: State, unit: Unit, box: Bounds, reach: int) -> list[Unit]:
    """Everybody else out of doors whose bases may come nearer than that to a box, but a leader who goes along. [B8]"""
    found = [u for u in near(state, box, reach) if u.id != unit.id and u.attached != unit.id]
    own = [h for h in state.hidden if h.side == unit.side and h.id != unit.id]
    return found + own if own else found


class Bump(NamedTuple):
    """Where a way leads into somebody, and whether he is an enemy."""

    place: Point | None = None
    hostile: bool = False


CLEAR = Bump()


class Moved:
    """What decides whether a unit may go a way and end there; looked at only as far as need be. [B5, B8, M7, S6, W3]"""

    leaves: bool

    def __init__(self, mover: Marching, walked: Walk):
        self.state, self.unit, self.pace, self.walked = mover.state, mover.unit, mover.pace, walked
        self.leaves, self.places = walked.leaves, walked.places

    @property
    def astray(self) -> bool:
        """Whether it leaves where the scenario names no way out for it. [S6]"""
        if not self.leaves:
            return False
        unit, reach = self.unit, self.unit.radius + 50
        return not any(
            any(point_to_poly(spot, way_out.edge) <= reach for spot in self.places)
            for way_out in self.state.field.exits
            if way_out.side == unit.side and (not way_out.units or unit.key in way_out.units)
        )

    @lazily
    def over(self) -> Point | None:
        """A figure that would stand over the edge. [M7]"""
        radius, places = self.unit.radius, self.places
        if self.leaves or not over_edge(self.state, grown(bounds(places), radius)):
            return None
        return next(((x, y) for x, y in places if off_table(self.state, x, y, radius)), None)

    @lazily
    def bump(self) -> Bump:
        """The first enemy, formed friend, gun or wagon in its way, or enemy within 1 of it. [B8]"""
        unit, radius, ways = self.unit, self.unit.radius, self.walked.ways()
        if not ways:
            return CLEAR
        box = bounds_of_all(ways)
        hostile = [body_of(u) for u in near(self.state, box, radius + KEEP, 1 - unit.side)]
        friends = [u for u in near(self.state, box, radius, unit.side) if u.id != unit.id]
        solid = [body_of(u) for u in friends if not passes_through(unit, u)]
        for way in ways if hostile or solid else ():
            for enemy in hostile:
                if runs_into(way, radius, enemy, KEEP) and not self._drawing_off(way, enemy):
                    return Bump(way[1], True)
            for friend in solid:
                if runs_into(way, radius, friend) and not clash(((*way[0], radius),), friend):
                    return Bump(way[1])
        return CLEAR

    def _drawing_off(self, way: tuple[Point, Point], enemy: Body) -> bool:
        """A figure that begins too near may go away from him."""
        figures = centres(enemy.circles)
        start, end = (nearest_square(place, figures) for place in way)
        begins = clash(((*way[0], self.unit.radius),), enemy, KEEP)
        return begins and end > start

    @property
    def on_somebody(self) -> bool:
        """Whether it ends on another unit. [B8]"""
        radius, places = self.unit.radius, self.places
        circles = [(x, y, radius) for x, y in places]
        others = neighbours(self.state, self.unit, bounds(places), radius)
        return any(clash(circles, body_of(other)) for other in others)

    @property
    def together(self) -> bool:
        """Whether its figures end in one chain. [B5]"""
        return in_cohesion(self.places, self.unit.radius)

    @lazily
    def marched_up_to(self) -> str:
        """An enemy it sees and marched too near to; who has lost its formation on the way looks all round. [W3, O3]"""
        if self.pace is not Pace.MARCH:
            return ""
        unit = moved(self.unit, self.walked)
        close = [
            e for e in self.state.standing(1 - unit.side) if within_units(self.state, unit, e, MARCH_ENDS)
        ]
        if close and self._unformed():
            unit = replace(unit, formed=False)
        return next((enemy.name for enemy in close if can_see(self.state, unit, enemy)), "")

    def _unformed(self) -> bool:
        """Whether the ground it meets breaks up its formation. [O3]"""
        road = along_road(self.state, self.walked.middle_ways())
        return loses_formation(self.unit, met(self.state, self.walked.ways()), road)


class Marching(Manoeuvre[Walk]):
    """An Advance or a March of one unit."""

    cite, stays, tries = "B6", True, 4

    def __init__(self, state: State, unit: Unit, pace: Pace, base: int | None = None):
        self.state, self.unit, self.pace = state, unit, pace
        self.base = rate(unit, pace) if base is None else base

    # --- judging -------------------------------------------------------------------------------------------

    def work_out(self, legs: Legs) -> Walk | Refusal:
        return walk(self.unit, legs)

    def judge(self, done: Walk) -> Refusal | None:
        moved = Moved(self, done)
        return self._ground(done) or MOVES.refusal(moved) or ENDS.refusal(moved)

    def passes(self, walked: Walk) -> bool:
        """Whether a unit may come so far, whether or not it may end there. Mostly somebody is in the way, and he is found sooner than the ground is looked at."""
        moved = Moved(self, walked)
        if moved.astray or moved.over is not None or moved.bump.place is not None:
            return False
        return self._ground(walked) is None

    def allows(self, done: Walk) -> bool:
        if not self.passes(done):
            return False
        moved = Moved(self, done)
        return moved.leaves or (not moved.on_somebody and moved.together and not moved.marched_up_to)

    def _ground(self, walked: Walk) -> Refusal | None:
        """Closed ground, or ground too heavy to come so far. [P1–P6]"""
        found = met(self.state, walked.ways())
        if not any(found) and walked.cost <= self.base:
            return None  # a road would only carry it farther
        road = along_road(self.state, walked.middle_ways())
        return (
            barred(self.state, self.unit, found, road=road)
            or banned(found, self.unit.mounted, self.pace, road)
            or self._too_far(walked, found, road)
        )

    def limit(self, found: Met, road: str, walked: Walk | None = None) -> int:
        """How far it may go over the ground it meets. [P1–P6]"""
        total = allowance(self.base, self.unit.mounted, found, road).total
        if total <= 0 and found.wall and walked is not None:
            return climb(self.state, circles_of(self.unit), walked.ways())
        return max(LEAST, total)

    def _too_far(self, walked: Walk, found: Met, road: str) -> Refusal | None:
        limit = self.limit(found, road, walked)
        if walked.cost <= limit:
            return None
        cite = "P2" if ignored(road, found) else "P1"
        if limit == 0:
            return Refusal("P6", "nothing is left after the wall; begin at its foot")
        return Refusal(cite, f"it would go {walked.cost / 100:g} cm, and may go {limit / 100:g} cm")

    # --- for the client ------------------------------------------------------------------------------------

    def region(self) -> tuple[Point, ...]:
        farther = self.base + max(going(kind, self.unit.mounted).modifier for kind in ROADS)
        tries = (farther, self.base) if self._carried(farther) else (self.base,)
        return reach_round(self.unit, tries, self._stopped)

    def _carried(self, distance: int) -> bool:
        """Whether a road or the climbing of a wall may carry it beyond its rate, up to a distance. [P2, P6]"""
        here, places = land_of(self.state), places_of(self.unit)
        middle = mean(places)
        beside = bool(along_road(self.state, ((middle, middle),)))
        return beside or not here.walls.clear_of(bounds(places), distance)

    def _stopped(self, legs: Legs) -> bool:
        """Whether anything keeps it from coming so far, whether or not it may end there."""
        walked = walk(self.unit, legs)
        return isinstance(walked, Refusal) or not self.passes(walked)

    def ways(self, to: Wish) -> Iterable[Legs]:
        """Legs that bring the unit's centre to a spot."""
        unit, spot, facing = self.unit, to.spot, to.facing
        x, y = centre(unit)
        dx, dy = spot[0] - x, spot[1] - y
        if not unit.formed:
            yield from self._loose(((*to.by, spot),), facing)
            return
        distance = max(1, round((dx * dx + dy * dy) ** 0.5))
        turn = turn_between(unit.facing, facing)
        off = turn_between(unit.facing, heading((x, y), spot))
        if abs(turn) < 20:
            yield straight(unit, heading((x, y), spot), distance)
        if abs(turn) > 1350 and distance <= NUDGE:
            yield (("about", 1),)
        if turn:
            yield from self._wheels(spot, turn)
        if abs(off) <= 450:
            yield (("move", off, distance),)

    def bends(self) -> int:
        """Loose units go by two turning points at most; what formed ones do is said by where they end. [B6, B7]"""
        return 0 if self.unit.formed else WAYPOINTS

    def detours(self, to: Wish) -> Iterable[Legs]:
        """A loose unit goes round what bars its way or is slow. [B6]"""
        return () if self.unit.formed else self._loose(detours(self, to.by, to.spot), to.facing)

    def nowhere(self, done: Walk) -> bool:
        """The way does not matter, but who is seen at a march's end does as it is formed there. [M7, B5, B8]"""
        moved = Moved(self, done)
        return not moved.leaves and (moved.over is not None or moved.on_somebody or not moved.together)

    def _loose(self, found: Iterable[Stops], facing: int) -> Iterable[Legs]:
        """By some places, the front kept or dressed anew. [B4, B6]"""
        unit = self.unit
        for stops in found:
            gone = pairwise((centre(unit), *stops))
            legs = tuple([("go", x2 - x, y2 - y) for (x, y), (x2, y2) in gone])
            if abs(turn_between(unit.facing, facing)) < 20:
                yield legs
            yield (*legs, ("dress", unit.files, unit.pitch, facing))

    def passes_through(self, friend: Unit) -> bool:
        """Whether the unit may go through a friend. [B8]"""
        return passes_through(self.unit, friend)

    def _wheels(self, spot: Point, turn: int) -> Iterable[Legs]:
        unit = self.unit
        wheeled = walk(unit, (("wheel", turn),))
        if isinstance(wheeled, Refusal):
            return
        here = wheeled.middles[-1]
        off = turn_between(wheeled.facing, heading(here, spot))
        distance = round(((spot[0] - here[0]) ** 2 + (spot[1] - here[1]) ** 2) ** 0.5)
        if distance < 50:
            yield (("wheel", turn),)
        if abs(off) <= 450:
            yield (("wheel", turn), ("move", off, distance))
        # Wheel last: what the wheel itself adds to the way is taken off before.
        x, y = centre(unit)
        shift = here[0] - x, here[1] - y
        target = spot[0] - shift[0], spot[1] - shift[1]
        off = turn_between(unit.facing, heading((x, y), target))
        distance = round(((target[0] - x) ** 2 + (target[1] - y) ** 2) ** 0.5)
        if abs(off) <= 450:
            yield (("move", off, distance), ("wheel", turn))

    def staying(self) -> Shown:
        walked = walk(self.unit, ())
        assert not isinstance(walked, Refusal)
        return self.show(walked)

    def show(self, done: Walk) -> Shown:
        found = met(self.state, done.ways())
        road = along_road(self.state, done.middle_ways())
        tally = allowance(self.base, self.unit.mounted, found, road)
        x, y = done.middles[-1]
        after = moved(self.unit, done)
        return Shown(
            end=(x, y, done.facing, order_after(self.unit, done.formed)),
            path=self._path(done),
            body=perimeter(after),
            spots=circles_of(after),
            steps=tuple((line.words, line.value, line.cite) for line in tally.lines),
            cost=done.cost,
            allowance=self.limit(found, road, done),
            difficult=bool(found.kinds or found.wall),
        )

    def _path(self, done: Walk) -> tuple[tuple[int, int, int], ...] | None:
        """The way of a loose unit's centre, if it bends."""
        if self.unit.formed or len(done.middles) < 3:
            return None
        facings = [*[self.unit.facing] * (len(done.middles) - 1), done.facing]
        return tuple([(*spot, facing) for spot, facing in zip(done.middles, facings)])

    # --- for machines --------------------------------------------------------------------------------------

    def ideas(self) -> Iterable[Legs]:
        return once(ideas(self))

    def whim(self, rng: Rng, attempt: int) -> Legs:
        return whim(self, rng, attempt)


def with_unit(state: State, unit: Unit) -> State:
    """The state with one unit changed."""
    units = state.units
    return replace(state, units=(*units[: unit.id], unit, *units[unit.id + 1 :]))
