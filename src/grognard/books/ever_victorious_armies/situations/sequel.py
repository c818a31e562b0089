"""The turn after a close combat: who goes back, who follows, and whether he is caught. [T2, R1–R4, P1–P4]"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec

from grognard.engine.choices import Ask, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace
from grognard.geometry.angles import ahead
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, within
from grognard.geometry.outlines import in_parts
from grognard.geometry.shapes import box

from ..facts.bodies import body, size
from ..facts.ground import closed_near, crossings, keeps_to_roads, land
from ..facts.readiness import Allowance, allowance, barred_from_advancing, best_roll, move_throw
from ..facts.runs import Run
from ..state import Duties, State, Today, Unit
from ..steps.compulsory import CLEAR, pursuit, pursuit_facing, retirement, way_back
from ..steps.env import Turn
from ..words import Duty, Kind, Order
from .sides import as_large, nobody
from .walks import ENGINE, Plan, in_the_open, odds_of, reach


class Sequel(StrEnum):
    """What next turn's compulsory moves bring."""

    NOTHING = "nothing"
    LOCKED = "locked"
    AWAY = "away"
    CAUGHT = "caught"
    LOST = "lost"
    """Driven off the table, or surrendered. [R2, R3]"""


def leaves(unit: Unit, plan: Plan) -> bool:
    """Whether a unit goes back next turn. [50, 54, 57, 63]"""
    orders = unit.tomorrow.retire
    return unit.on_table and (orders is Duty.MUST or (orders is Duty.MAY and unit.id in plan.retire))


def plain(unit: Unit, per_base: int, plan: Plan) -> Unit:
    """A unit with only what compulsory moves look at: how it stands, its room, and what it is going to do."""
    if not unit.on_table:
        return replace(unit, figures=0, markers=0, today=Today(), tomorrow=Duties(), used=(), start=0)
    orders = unit.tomorrow
    return replace(
        unit,
        figures=as_large(unit.kind, unit.order, unit.figures, per_base),
        markers=0,
        today=Today(),
        tomorrow=replace(
            orders,
            retire=Duty.MUST if leaves(unit, plan) else Duty.NO,
            pursue=Duty.MUST if _pursues(unit, orders, plan) else Duty.NO,
            retire_by="",  # by which rule is told in the log only, and to those who shoot
            pursue_by="",
            no_shot=orders.no_shot if unit.is_gun else "",
        ),
        used=(),
        start=0,
        ever_shot=False,
        loaded_in=0,
    )


def _pursues(unit: Unit, orders: Duties, plan: Plan) -> bool:
    """Whether a unit follows if its enemies go: it must, or it may and wants to. [52, 58, 65, P5]"""
    wanted = orders.pursue is Duty.MAY and unit.id in plan.pursue and not barred_from_advancing(unit)
    return orders.pursue is Duty.MUST or wanted


def sequel(state: State, pair: tuple[Unit, Unit], plan: Plan) -> Dist[Sequel]:
    """What becomes of two units that fought, in the turn after: the fate of the one that goes back."""
    leaving = tuple([u.id for u in pair if leaves(u, plan)])
    first, second = pair
    if not leaving:
        stuck = first.on_table and second.on_table and second.id in state.touching(first.id)
        return LOCKED if stuck else NOTHING
    units = [nobody(u.id, u.side) if u.is_general else u for u in state.units]  # [B6] in nobody's way
    units[first.id], units[second.id] = pair
    contacts = tuple([c for c in state.contacts if units[c.attacker].on_table and units[c.defender].on_table])
    after = State(state.field, state.options, tuple(units), 1, state.first, contacts=contacts)
    return _sequel(_centred(after, pair) if _all_alone(after, pair) else after, leaving, plan)


ROOM = 9000
"""Farther than anybody gets in one turn."""


def _all_alone(state: State, pair: tuple[Unit, Unit]) -> bool:
    """Whether two units stand far from all edges, on open ground without anybody else."""
    field = state.field
    return not field.terrain and all(
        not u.on_table or (u in pair and ROOM < u.x < field.width - ROOM and ROOM < u.y < field.height - ROOM)
        for u in state.units
    )


def _centred(state: State, pair: tuple[Unit, Unit]) -> State:
    """The same two units in the middle of the table: where they stand does not matter then."""
    dx, dy = state.field.width // 2 - pair[0].x, state.field.height // 2 - pair[0].y
    return replace(state, units=tuple([_shifted(u, dx, dy) if u.on_table else u for u in state.units]))


def _shifted(unit: Unit, dx: int, dy: int) -> Unit:
    away = unit.tomorrow.away_from
    orders = unit.tomorrow if away is None else replace(unit.tomorrow, away_from=(away[0] + dx, away[1] + dy))
    return replace(unit, x=unit.x + dx, y=unit.y + dy, tomorrow=orders)


@lru_cache(maxsize=4096)
def _sequel(state: State, leaving: tuple[int, ...], plan: Plan) -> Dist[Sequel]:
    position = ENGINE.start(state, "odds: next turn", Turn())
    while isinstance(ask := ENGINE.pending(position), Ask):
        position = ENGINE.apply(position, plan(position, ask))
    if len(leaving) == 1 and _surely_away(position, leaving[0], plan):
        return AWAY
    found: Dist[Sequel] = odds_of(position, Chase(leaving), plan)
    return found.reduced()


def _surely_away(position: Position, leaver: int, plan: Plan) -> bool:
    """Whether a unit gets away whatever it throws: nobody follows, and no throw loses it. [R2, R3]

    Going straight away from the middle of one enemy, a body never comes nearer to him: so the shortest way
    tells whether it gets clear, and the longest whether it leaves the table; one that nothing stops does not
    surrender at all. Where a road makes the way depend on more than its length, nothing is said.
    """
    state, throw = position.state, ENGINE.pending(position)
    unit: Unit = state.units[leaver]
    if not isinstance(throw, Throw) or throw.what != "retirement" or len(unit.duties.foes) != 1:
        return False
    if state.options.retire_to_rear:
        return False
    if _on_a_road(state, unit) and not in_the_open(state, unit, way_back(state, unit)):
        return False
    if any(each.on_table and _pursues(each, each.duties, plan) for each in state.units):
        return False
    most = best_roll(unit).good
    longest = retirement(state, unit, Allowance(most, most))
    if longest.off_table:
        return False
    if not longest.stopped and not longest.through:
        return True
    least = min([_needed(limit, longest.difficult) for limit, _ in _throws(unit.kind, unit.order)])
    shortest = retirement(state, unit, Allowance(least, least)).pose
    enemy = body(state, state.units[unit.duties.foes[0]])
    shapes = [
        box(shortest.x, shortest.y, facing, *size(state, unit))
        for facing in {unit.facing, shortest.facing, longest.pose.facing}
    ]
    return all(gap(shape, enemy) >= CLEAR + SLACK for shape in shapes)


def _needed(limit: Allowance, difficult: bool) -> int:
    """The shortest a way may be that a throw gives, if part of it may be difficult."""
    return min(limit.good, limit.difficult or 0) if difficult else limit.good


SLACK = 10
"""More than rounding can make of a distance."""


def _on_a_road(state: State, unit: Unit) -> bool:
    """Whether a unit starts on a road that carries it over bad ground. [K1]"""
    return keeps_to_roads(unit) and in_parts(land(state.field).roads, (unit.x, unit.y))


class Chase(msgspec.Struct, frozen=True):
    """Tells what became of the units that go back: stops the walk at the pursuer's dice."""

    leaving: tuple[int, ...]

    def __call__(self, position: Position) -> Sequel | Dist[Sequel] | None:
        if not all(position.state.units[i].on_table for i in self.leaving):
            return Sequel.LOST
        waiting = ENGINE.pending(position)
        if isinstance(waiting, Throw) and waiting.what == "pursuit":
            return catches(position.state, position.state.units[waiting.facts["unit"]], self.leaving)
        return Sequel.AWAY if waiting is None else None


LOCKED, NOTHING, AWAY = (Dist.sure(word) for word in (Sequel.LOCKED, Sequel.NOTHING, Sequel.AWAY))


def catches(state: State, unit: Unit, prey: tuple[int, ...]) -> Dist[Sequel]:
    """Whether a pursuit comes into contact with its prey, over every fall of its dice. [P3]

    Which readings reach him is found with the real pursuit, not one by one: the way to the first enemy is
    the same for all of them, so there is a least allowance that gets there. Only ground that is closed but for
    a road may stop them at different places.
    """
    if _on_a_road(state, unit) and closed_near(
        state.field, unit.kind, reach(state, unit, pursuit_facing(state, unit))
    ):
        return _catches_by_road(state, unit, prey)
    most = best_roll(unit).good
    longest = pursuit(state, unit, Allowance(most, most))
    if not _has_met(state, unit, longest, prey):
        return AWAY
    need = _least(state, unit, longest, most, prey)
    return _chance(unit.kind, unit.order, longest.difficult, need)


def _catches_by_road(state: State, unit: Unit, prey: tuple[int, ...]) -> Dist[Sequel]:
    """The same where a road carries it as far as it goes: every sum the throw may be read as. [K1]"""
    weights = {Sequel.CAUGHT: 0, Sequel.AWAY: 0}
    known: dict[int, tuple[bool, bool]] = {}

    def reaches(length: int) -> tuple[bool, bool]:
        """Whether a pursuit so long is difficult, and whether it meets its prey."""
        if length not in known:
            gone = pursuit(state, unit, Allowance(length, length))
            known[length] = gone.difficult, _has_met(state, unit, gone, prey)
        return known[length]

    for limit, weight in _throws(unit.kind, unit.order):
        difficult, met = reaches(limit.good)
        if difficult:  # then only the other sum counts [M4]
            met = reaches(_needed(limit, difficult))[1]
        weights[Sequel.CAUGHT if met else Sequel.AWAY] += weight
    return Dist(weights)


def _has_met(state: State, unit: Unit, gone: Run, prey: tuple[int, ...]) -> bool:
    """Whether a pursuit that ended so is in contact with its prey: with the first it met, or beside him. [C1]"""
    if gone.touched is None or gone.touched in prey:
        return gone.touched is not None
    here = box(*gone.pose, *size(state, unit))
    return any(state.units[i].on_table and within(here, body(state, state.units[i]), TOUCH) for i in prey)


@lru_cache(maxsize=64)
def _throws(kind: Kind, order: Order) -> tuple[tuple[Allowance, int], ...]:
    """What the dice of such troops may allow, with the weights."""
    some = replace(nobody(0, 0), kind=kind, order=order)
    return tuple((allowance(some, reading), weight) for reading, weight in move_throw(some).dist().items())


@lru_cache(maxsize=1024)
def _chance(kind: Kind, order: Order, difficult: bool, need: int) -> Dist[Sequel]:
    """Whether the throw of such troops comes to at least so much."""
    weights = {Sequel.CAUGHT: 0, Sequel.AWAY: 0}
    for limit, weight in _throws(kind, order):
        enough = ((limit.difficult or 0) if difficult else limit.good) >= need
        weights[Sequel.CAUGHT if enough else Sequel.AWAY] += weight
    return Dist(weights)


def _caught(state: State, unit: Unit, limit: Allowance, prey: tuple[int, ...]) -> Sequel:
    met = _has_met(state, unit, pursuit(state, unit, limit), prey)
    return Sequel.CAUGHT if met else Sequel.AWAY


def _least(state: State, unit: Unit, longest: Run, most: int, prey: tuple[int, ...]) -> int:
    """The least whole allowance with which a pursuit gets there: the way, and what lines across it cost."""
    low, high = -(-longest.distance // 100), most // 100
    here = unit.x, unit.y
    if not crossings(state.field, unit.kind, (here, ahead(*here, longest.bearing, 100 * low))):
        return 100 * low
    middle = low
    while low < high:
        if _caught(state, unit, Allowance(100 * middle, 100 * middle), prey) is Sequel.CAUGHT:
            high = middle
        else:
            low = middle + 1
        middle = (low + high) // 2
    return 100 * low
