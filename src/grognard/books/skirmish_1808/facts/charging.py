"""Charges and closing in: the line, the ground, the answers. [N5–N7, R1–R6, O4, K14, G5]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading, norm, rotate, turn_between
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import nearest_point
from grognard.geometry.points import Point, bounds
from grognard.tabletop.figures import pairs_within

from ..state import Battlefield, State, Unit, places_of
from ..tables.charging import (
    CHARGED,
    COMES_HOME,
    INSTEAD,
    WHO_CHARGES,
)
from ..tables.moving import FREE, LEAST, going
from ..words import Answer, Arm, Pace
from .bodies import as_they_stand, body_of, near, point_to_poly, runs_into, shortest_way
from .ground import Met, barred, between, house_named, land, lined_walls, met
from .layout import front_middle
from .moving import allowance, banned, rate
from .onrush import FREE as FREELY
from .onrush import block_at, coming, stops_at
from .sight import Seen, extents, in_sight, sees

WHEEL = 450
"""How far a formed unit wheels before it charges. [B7b, O2]"""


class Onset(NamedTuple):
    """A charge worked out: its line, its length and what it may cover. [N5]"""

    unit: int
    target: int
    start: Point
    end: Point
    bearing: int
    gap: int
    reach: int
    closing: bool = False
    wall: int = 0
    house: str = ""


class Way(NamedTuple):
    """The line of a charge: from figure to figure, or to the house that is stormed."""

    start: Point
    end: Point
    gap: int
    house: str


@kept
def why_cannot_charge(unit: Unit) -> Refusal | None:
    """Who never charges. [X1, S3]"""
    return WHO_CHARGES.refusal(unit)


class Prey:
    """What decides whether a unit that charges may charge another; looked at only as far as need be. [N5]"""

    name: str
    enemy: bool
    carried: bool

    def __init__(self, state: State, unit: Unit, target: Unit, closing: bool, way: Way | None = None):
        self.state, self.unit, self.target, self.closing = state, unit, target, closing
        self.way = way
        self.name = target.name
        self.enemy = target.side != unit.side and target.on_table
        self.carried = target.attached is not None

    @property
    def visible(self) -> bool:
        """Whether it is seen."""
        return in_sight(self.state, self.unit, self.target)

    @property
    def seen(self) -> Seen:
        """The look at it."""
        return sees(self.state, self.unit, self.target)

    @lazily
    def line(self) -> Way | None:
        """The line of the charge; none leads horse into a house. [G5]"""
        return self.way or _line(self.state, self.unit, self.target)

    @property
    def gap(self) -> int:
        """How far it is."""
        assert self.line is not None
        return self.line.gap

    @lazily
    def reach(self) -> int:
        """What the charge could reach at best. [38, A-24]"""
        return _farthest_reach(self.state, self.unit, self.closing)

    @lazily
    def bearing(self) -> int:
        """Where the charge goes."""
        assert self.line is not None
        return heading(self.line.start, self.line.end)

    @property
    def before_it(self) -> bool:
        """Whether a formed unit has it near enough before its front. [B7b]"""
        return not self.unit.formed or abs(turn_between(self.unit.facing, self.bearing)) <= WHEEL


def onset(state: State, unit: Unit, target: Unit, closing: bool = False) -> Onset | Refusal:
    """A charge (or closing in) on a target, or why not. [N5, N5a, N7, A-46]"""
    return why_cannot_charge(unit) or _onset(state, unit, target, closing)


def _onset(state: State, unit: Unit, target: Unit, closing: bool) -> Onset | Refusal:
    """The same of one who charges at all; where several pairs of figures are nearest, the first line that is free. [N5b]"""
    first = _along(Prey(state, unit, target, closing))
    if isinstance(first, Onset):
        return first
    lines = _other_lines(state, unit, target)
    found = (_along(Prey(state, unit, target, closing, way)) for way in lines)
    return next((made for made in found if isinstance(made, Onset)), first)


def _along(prey: Prey) -> Onset | Refusal:
    """A charge along one line, or why not."""
    reason = CHARGED.refusal(prey)
    if reason is not None:
        return reason
    rush = _rush(prey)
    if isinstance(rush, Refusal):
        return rush
    return COMES_HOME.refusal(rush) or rush.made._replace(reach=rush.reach)


def _other_lines(state: State, unit: Unit, target: Unit) -> Iterator[Way]:
    """The lines between other pairs of figures that are as near to each other as the nearest. [N5b]"""
    if target.house or not target.on_table:
        return
    start, end, gap = shortest_way(unit, target)
    places = places_of(unit)
    for _, at, other in pairs_within(places, places_of(target), gap + unit.radius + target.radius):
        if (places[at], other) != (start, end):
            yield Way(places[at], other, gap, "")


def _may_charge(state: State, unit: Unit, target: Unit, closing: bool) -> bool:
    """As `_onset`, where nobody asks why not: how far he is goes before whether he is seen."""
    prey = Prey(state, unit, target, closing)
    if prey.line is None or prey.gap > prey.reach:
        return False
    if _comes_home(prey):
        return True
    lines = _other_lines(state, unit, target)
    return any(_comes_home(Prey(state, unit, target, closing, way)) for way in lines)


def _comes_home(prey: Prey) -> bool:
    if not CHARGED.met(prey):
        return False
    rush = _rush(prey)
    return not isinstance(rush, Refusal) and COMES_HOME.met(rush)


def _rush(prey: Prey) -> Rush | Refusal:
    """A charge along its line over ground that is open to it. [N5, N7a, A-24]"""
    assert prey.line is not None
    state, unit, target, closing = prey.state, prey.unit, prey.target, prey.closing
    wall, found, road = _ground(state, unit, target, prey.line)
    stopped = banned(found, unit.mounted, Pace.CHARGE, road)
    closed = barred(state, unit, found, road=road) or (None if closing else stopped)
    if closed is not None:
        return closed
    start, end, gap, house = prey.line
    made = Onset(unit.id, target.id, start, end, prey.bearing, gap, gap, closing, wall, house)
    return Rush(state, unit, target, made, found, road, needless=closing and stopped is None)


def _ground(state: State, unit: Unit, target: Unit, line: Way) -> tuple[int, Met, str]:
    """The wall a charge ends at, the ground all its figures meet, and the road they keep to. [N5c, K14, P2]"""
    if as_they_stand(state, unit, target):
        return _own_ground(state, unit.id, target.id, line)
    return _met_by(state, unit, target, line)


@kept
def _own_ground(state: State, unit: int, target: int, line: Way) -> tuple[int, Met, str]:
    return _met_by(state, state.units[unit], state.units[target], line)


def _met_by(state: State, unit: Unit, target: Unit, line: Way) -> tuple[int, Met, str]:
    start, end, gap, house = line
    wall = _wall_reached(state, target, start, end)
    bearing = heading(start, end)
    stops = stops_at(state, target, wall)
    run = coming(unit, start, bearing, gap, stops, loose=bool(house))
    found, road = run.ground(state)
    if stops == FREELY and not found.house:
        return wall, found, road
    # Who rides beside the line goes round a house; the line itself may not lead through one. [G2, N5b]
    return wall, found._replace(house=met(state, ((start, ahead(*start, bearing, gap)),)).house), road


def _farthest_reach(state: State, unit: Unit, closing: bool) -> int:
    """What a charge could reach on the best road there is. [38, A-24]"""
    return rate(unit, Pace.NORMAL if closing else Pace.CHARGE) + _best_road(state.field, unit.mounted)


@kept
def _best_road(field: Battlefield, horse: bool) -> int:
    return max([going(road.kind, horse).modifier for road in land(field).roads], default=FREE.modifier)


def _line(state: State, unit: Unit, target: Unit) -> Way | None:
    """From the charger's nearest figure to the target's nearest, and the gap. [N5, G5]"""
    if target.house:
        if unit.mounted:
            return None
        poly = house_named(state, target.house).poly
        best = min(unit.figures, key=lambda f: point_to_poly((f.x, f.y), poly))
        spot = best.x, best.y
        end = nearest_point(spot, poly)
        return Way(spot, end, max(0, point_to_poly(spot, poly) - unit.radius), target.house)
    return Way(*shortest_way(unit, target), "")


def _wall_reached(state: State, target: Unit, start: Point, end: Point) -> int:
    """The wall the target lines, if the line of the charge meets it: it is fought across. [K14]"""
    if target.house:
        return 0
    crossed = between(state, start, end)
    if crossed is None:
        return 0
    return crossed.piece.height if any(w.name == crossed.name for w in lined_walls(state, target)) else 0


class Rush:
    """What decides whether a charge along its line comes home; looked at only as far as need be. [N5, N5b, N7]"""

    name: str
    gap: int
    needless: bool
    """Whether it closes in where it could charge."""

    def __init__(
        self, state: State, unit: Unit, target: Unit, made: Onset, found: Met, road: str, *, needless: bool
    ):
        self.state, self.unit, self.target, self.made = state, unit, target, made
        self.found, self.road, self.needless = found, road, needless
        self.name, self.gap = target.name, made.gap

    @lazily
    def reach(self) -> int:
        """What it covers over that ground: its Charge rate, or closing in the Normal one. [N5, N7a, A-24]"""
        pace = Pace.NORMAL if self.made.closing else Pace.CHARGE
        return max(LEAST, allowance(rate(self.unit, pace), self.unit.mounted, self.found, self.road).total)

    @property
    def arrives(self) -> bool:
        """Whether that is enough."""
        return self.gap <= self.reach

    @lazily
    def blocker(self) -> str:
        """Somebody else in the line, but a leader of its own side. [N5b]"""
        unit, both, made = self.unit, (self.unit.id, self.target.id), self.made
        lane = made.start, ahead(*made.start, made.bearing, made.gap)
        for other in near(self.state, bounds(lane), unit.radius):
            if other.id in both or other.attached in both or (other.is_command and other.side == unit.side):
                continue
            if runs_into(lane, unit.radius, body_of(other)):
                return other.name
        return ""

    @property
    def room(self) -> bool:
        """Whether a block keeps its formation at the end of it. [O2]"""
        unit, made = self.unit, self.made
        if not unit.formed or made.house:
            return True
        stops = stops_at(self.state, self.target, made.wall)
        return block_at(self.state, unit, made.start, made.bearing, made.gap, stops) is not None


class Instead(NamedTuple):
    """What decides whether a charge that ran into hidden troops still reaches them. [H5]"""

    name: str
    gap: int
    left: int


def why_not_instead(state: State, unit: Unit, target: int, gone: int, reach: int) -> Refusal | None:
    """Why a charge that has gone so far of its reach may not turn on the hidden unit it ran into. [H5]"""
    made = onset(state, unit, state.units[target])
    if isinstance(made, Refusal):
        return made
    return INSTEAD.refusal(Instead(state.units[target].name, made.gap, min(reach, made.reach) - gone))


def charge_targets(state: State, unit: Unit, closing: bool = False) -> tuple[int, ...]:
    """Whom a unit may charge, or close in on."""
    return tuple(_each_target(state, unit, closing))


def can_charge(state: State, unit: Unit, closing: bool = False) -> bool:
    """Whether there is anybody it may charge, or close in on."""
    return next(_each_target(state, unit, closing), None) is not None


def _each_target(state: State, unit: Unit, closing: bool) -> Iterator[int]:
    if why_cannot_charge(unit) is not None:
        return
    far, enemies = _farthest_reach(state, unit, closing), state.standing(1 - unit.side)
    for at in near_boxes(extents(state, 1 - unit.side), body_of(unit).box, far):
        if _may_charge(state, unit, enemies[at], closing):
            yield enemies[at].id


def on_flank(unit: Unit, target: Unit) -> bool:
    """Whether most of the charger's figures start behind the line through the target's front rank. [O4]"""
    if not target.formed:
        return False
    x, y = front_middle(target)
    behind = sum(rotate(f.x - x, f.y - y, norm(-target.facing))[1] < 0 for f in unit.figures)
    return 2 * behind > unit.size


def needs_closing_test(unit: Unit, target: Unit, made: Onset, flank: bool) -> bool:
    """Horse that charges the front of formed foot. [R6]"""
    return unit.mounted and not made.closing and not flank and target.formed and target.arm is Arm.FOOT


def counter_needs_test(unit: Unit, target: Unit, answer: Answer) -> bool:
    """Horse that counter-charges formed foot charges its front, too. [R3, R6]"""
    return answer is Answer.COUNTER and target.mounted and unit.formed and unit.arm is Arm.FOOT
