"""Compulsory moves: what last turn's combats left to do. [T2, R1–R4, P1–P5]"""

from __future__ import annotations

from itertools import product

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Number, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN, offset, turn_between
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, nearer_than, within
from grognard.geometry.points import shifted
from grognard.geometry.shapes import any_overlap, box

from ..facts.bodies import body, size
from ..facts.readiness import (
    Allowance,
    allowance,
    barred_from_advancing,
    best_roll,
    is_formed_foot,
)
from ..facts.runs import Run, Way, run, straight_on
from ..state import Desk, State, Unit, foe
from ..words import Duty, Kind, Order
from .common import catch_generals, part, place, remove, thrown_move, touch
from .env import Pursuing, Retiring

CLEAR = 100
"""A unit stopped on its retirement nearer than this to an enemy it was touching surrenders. [R3]"""


def attacked(state: State, unit: int) -> bool:
    """Whether a unit stands on the attacking side of its fight. [C2]"""
    return any(c.attacker == unit for c in state.contacts)


class SayWhoRetires(Step):
    """Units that may retire say so, attackers' owner before defenders' owner. [T2, 54, 56a, G-41]

    Where nobody does, the fight goes on. [G-39]
    """

    cite = "T2"
    title = "Who retires"

    def _waiting(self, t: Desk) -> tuple[int, tuple[int, ...]] | None:
        """The side to ask now, and its units that may retire and have not said."""
        first = t.state.first
        for attackers, side in product((True, False), (first, foe(first))):
            units = tuple(
                u.id
                for u in t.state.of_side(side)
                if u.duties.retire is Duty.MAY and attacked(t.state, u.id) == attackers
            )
            if units:
                return side, units
        return None

    def ask(self, t: Desk) -> Ask | None:
        waiting = self._waiting(t)
        if waiting is None:
            return None
        side, units = waiting

        def why(noun: int) -> Refusal | None:
            return Refusal("54", "last turn's combat gave it no choice to retire")

        return Ask(side, "Which units retire?", "54", {"retire": Units(units, why), "stay": None})

    def retire(self, t: Desk, unit: int) -> Flow:
        """This unit retires."""
        orders = t.unit(unit).duties
        t.put(unit, duties=replace(orders, retire=Duty.MUST, pursue=Duty.NO))
        t.note(orders.retire_by or "54", "will retire", unit=unit)
        return AGAIN

    def stay(self, t: Desk) -> Flow:
        """The others stay."""
        waiting = self._waiting(t)
        assert waiting is not None
        for unit in waiting[1]:
            orders = t.unit(unit).duties
            t.put(unit, duties=replace(orders, retire=Duty.NO))
            if orders.pursue is Duty.NO:
                t.note("56b" if orders.no_shot == "59" else "55", "stays", unit=unit)
        return AGAIN


class Retirements(Step):
    """All retirements, first side before second, in roster order. [T2, 50, 57, 63, 63a, G-31]"""

    cite = "T2"
    title = "Retirements"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        for side in (t.state.first, foe(t.state.first)):
            for unit in t.state.of_side(side):
                if unit.duties.retire is Duty.MUST and not unit.today.retired:
                    return Call("retire", Retiring(unit.id))
        return NEXT


def retirement(state: State, unit: Unit, limit: Allowance) -> Run:
    """How far a retirement gets: straight away from the middle of the enemies it touched. [R1, R2]"""
    bearing = way_back(state, unit)
    way = Way(through_all=True, over_edge=True, free_lines=True)
    return run(state, unit, bearing, bearing, limit, way)


def way_back(state: State, unit: Unit) -> int:
    """The bearing of a retirement; by the switch, from enemies before its front straight to its own rear. [R1]"""
    away, rear = unit.duties.away_from, unit.facing + FULL_TURN // 2
    if away is None or away == (unit.x, unit.y):
        bearing = rear
    else:
        towards = straight_on(unit, away)
        in_front = abs(turn_between(unit.facing, towards)) < FULL_TURN // 4
        bearing = rear if in_front and state.options.retire_to_rear else towards + FULL_TURN // 2
    return _freest(state, unit, rear) if _into_another(state, unit, bearing) else bearing


def _into_another(state: State, unit: Unit, bearing: int) -> bool:
    """Whether a unit between two fires would go from one of those it touches straight into another. [R1]"""
    if len(unit.duties.foes) < 2:
        return False
    soon = shifted(body(state, unit), *offset(bearing, SOON))
    foes = [state.units[enemy] for enemy in unit.duties.foes]
    return any(foe.on_table and any_overlap(soon, (body(state, foe),), TOUCH) for foe in foes)


def _freest(state: State, unit: Unit, rear: int) -> int:
    """The way on which a unit between two fires gets farthest, by eighths of the compass from its rear. [R1]"""
    most, way = best_roll(unit).good, Way(through_all=True, over_edge=True, free_lines=True)
    bearings = [rear + turn for turn in EIGHTHS]
    return max(bearings, key=lambda each: run(state, unit, each, each, Allowance(most, most), way).distance)


SOON = 20
EIGHTHS = (0, 450, -450, 900, -900, 1350, -1350, 1800)


class Retire(Step):
    """Throw the unit's move and go straight away from the enemies it touched. [R1]"""

    cite = "R1"
    title = "Retire"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return thrown_move("retirement", unit)

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        unit = t.unit(t.env.unit)
        gone = retirement(t.state, unit, allowance(unit, reading))
        part(t, unit.id)
        place(t, unit.id, gone.pose)
        if unit.is_gun:
            t.put(unit.id, order=Order.LIMBERED)  # [X1, G-56]
        unformed = "U2" if is_formed_foot(unit) else ""
        t.today(unit.id, retired=True, moved=True, acted=True, unformed=unformed)
        t.note(unit.duties.retire_by or self.cite, "retires", unit=unit.id, distance=gone.distance)
        self._shake_friends(t, gone)
        if gone.off_table:
            remove(t, unit.id, "R2", "driven off the table")
        else:
            if surrenders(t.state, unit, gone):
                remove(t, unit.id, "R3", "surrenders")
            catch_generals(t, unit.id)
        return NEXT

    def _shake_friends(self, t: Desk, gone: Run) -> None:
        """Friends it passed through are unformed, if foot in line or column. [R2, U3]"""
        for friend in gone.through:
            if is_formed_foot(t.unit(friend)) and not t.unit(friend).today.unformed:
                t.today(friend, unformed="U3")
                t.note("U3", "unformed", unit=friend)


def surrenders(state: State, unit: Unit, gone: Run) -> bool:
    """Whether a beaten unit gives itself up: stopped short of its throw, and still not 1 away from those it touched.

    Where it came to a stand counts, before it turns there. [R3]
    """
    if not gone.stopped:
        return False
    here = box(*gone.halted_at, *size(state, unit))
    foes = [state.units[i] for i in unit.duties.foes]
    return any(foe.on_table and nearer_than(here, body(state, foe), CLEAR - TOUCH) for foe in foes)


class SayWhoPursues(Step):
    """Units that may pursue choose pursue or halt, seeing the retirements. [T2, 52, 58, 65, 68, G-41]"""

    cite = "T2"
    title = "Who pursues"

    def _waiting(self, t: Desk) -> tuple[int, tuple[int, ...]] | None:
        for side in (t.state.first, foe(t.state.first)):
            units = tuple(u.id for u in t.state.of_side(side) if may_pursue(t.state, u))
            if units:
                return side, units
        return None

    def ask(self, t: Desk) -> Ask | None:
        waiting = self._waiting(t)
        if waiting is None:
            return None
        side, units = waiting

        def why(noun: int) -> Refusal | None:
            orders = t.unit(noun).duties
            if orders.no_shot == "59" and t.unit(noun).kind is Kind.FOOT:
                return Refusal(
                    "58a", "the combat ended level or within 1, after which infantry is given no pursuit"
                )
            if barred_from_advancing(t.unit(noun)):
                return Refusal("P5", "it may not advance, and so does not choose to pursue")
            return Refusal("T2", "last turn's combat gave it no choice to pursue")

        return Ask(
            side, "Which winners pursue? The others halt.", "T2", {"pursue": Units(units, why), "halt": None}
        )

    def pursue(self, t: Desk, unit: int) -> Flow:
        """This unit pursues."""
        orders = t.unit(unit).duties
        t.put(unit, duties=replace(orders, pursue=Duty.MUST))
        t.note(orders.pursue_by or "T2", "will pursue", unit=unit)
        return AGAIN

    def halt(self, t: Desk) -> Flow:
        """The others halt. [G-40]"""
        waiting = self._waiting(t)
        assert waiting is not None
        for unit in waiting[1]:
            orders = t.unit(unit).duties
            t.put(unit, duties=replace(orders, pursue=Duty.NO))
            t.today(unit, halted=True)
            t.note(orders.pursue_by or "G-40", "halts", unit=unit)
        return AGAIN


def may_pursue(state: State, unit: Unit) -> bool:
    """Whether a unit still has the choice to pursue. [P5]"""
    return (
        unit.duties.pursue is Duty.MAY
        and not unit.today.retired
        and not state.in_contact(unit.id)
        and not barred_from_advancing(unit)
    )


class Pursuits(Step):
    """All pursuits, first side before second; winners left over have halted, gunners always. [T2, 51, 64, 67, C8]"""

    cite = "T2"
    title = "Pursuits"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        for side in (t.state.first, foe(t.state.first)):
            for unit in t.state.of_side(side):
                gunners = unit.is_gun and unit.duties.fought and not unit.duties.no_shot
                if (
                    unit.today.pursued
                    or unit.today.retired
                    or (unit.duties.pursue is Duty.NO and not gunners)
                ):
                    continue
                if unit.duties.pursue is Duty.MUST and not state_locked(t.state, unit):
                    return Call("pursue", Pursuing(unit.id))
                if not unit.today.halted:
                    t.today(unit.id, halted=True)
                    t.note("C8" if gunners else "P5", "halts", unit=unit.id)
        return NEXT


def state_locked(state: State, unit: Unit) -> bool:
    """Whether other enemies hold a winner fast."""
    return state.in_contact(unit.id)


class Pursue(Step):
    """Throw the unit's move; a free turn, then straight at the nearest unit it has beaten. [P1]"""

    cite = "P1"
    title = "Pursue"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return thrown_move("pursuit", unit)

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        unit = t.unit(t.env.unit)
        gone = pursuit(t.state, unit, allowance(unit, reading))
        t.bind(most=gone.distance, difficult=gone.difficult, touched=gone.touched)
        return NEXT


def pursuit_facing(state: State, unit: Unit) -> int:
    """The way a pursuer goes. [P1]"""
    mine = body(state, unit)
    beaten = [state.units[i] for i in unit.duties.foes if state.units[i].on_table]
    if not beaten:
        return unit.facing
    prey = min(beaten, key=lambda u: (gap(mine, body(state, u)), u.id))
    return straight_on(unit, (prey.x, prey.y))


def pursuit(state: State, unit: Unit, limit: Allowance) -> Run:
    """How far a pursuit gets, and into whom. [P2, P3, P4]"""
    facing = pursuit_facing(state, unit)
    return run(state, unit, facing, facing, limit, Way(keep=None, from_works=True))


class PursueSoFar(Step):
    """Horse goes the full throw; foot may stop after at least its own depth and 1. [P2]"""

    cite = "P2"
    title = "Pursue"

    def begin(self, t: Desk) -> Flow | None:
        unit, most = t.unit(t.env.unit), t.env.most
        if unit.kind is Kind.HORSE or most <= self._least(t):
            return self._go(t, most)
        return None

    def _least(self, t: Desk) -> int:
        return size(t.state, t.unit(t.env.unit))[1] + 100

    def ask(self, t: Desk) -> Ask:
        least, most = self._least(t), t.env.most
        marks = (least, *range(least + 50, most, 100), most)

        def why(noun: int) -> Refusal | None:
            return Refusal("P2", "that is less than its own depth and 1″, or more than its throw")

        unit = t.unit(t.env.unit)
        return Ask(
            unit.side,
            f"{unit.name} pursues: how far?",
            self.cite,
            {"go_on": Number(least, most, unit="hundredths", why=why, marks=marks)},
        )

    def go_on(self, t: Desk, distance: int) -> Flow:
        """Foot stops after so far."""
        return self._go(t, distance)

    def _go(self, t: Desk, distance: int) -> Flow:
        unit = t.unit(t.env.unit)
        facing = pursuit_facing(t.state, unit)
        whole = Allowance(distance, distance)
        # What stops it and what the lines on its way cost has come off its throw already.
        way = Way(keep=None, free_lines=True)
        gone = run(t.state, unit, facing, facing, whole, way)
        # Rounding may stop the same way a hundredth short of touching: what the throw touched, it touches, and
        # whoever has run into an enemy does not turn. [P3]
        touched = t.env.touched if distance == t.env.most else gone.touched
        place(t, unit.id, gone.pose if touched is None else gone.halted_at)
        unformed = "U2" if is_formed_foot(unit) else ""
        t.today(unit.id, pursued=True, moved=True, advanced=True, acted=True, unformed=unformed)
        t.note(unit.duties.pursue_by or "P1", "pursues", unit=unit.id, distance=gone.distance)
        touch_all(t, unit.id, touched)
        catch_generals(t, unit.id)
        return NEXT


def touch_all(t: Desk, unit: int, first: int | None) -> None:
    """A unit has run into an enemy: it is in contact with him and with all it touches. [P3, H4, C1]"""
    if first is None:
        return
    touch(t, unit, first)
    t.note("H4", "touches", unit=unit, enemy=first)
    mine = body(t.state, t.unit(unit))
    for enemy in t.state.of_side(foe(t.unit(unit).side)):
        if enemy.id != first and within(mine, body(t.state, enemy), TOUCH):
            touch(t, unit, enemy.id)
            t.note("C1", "touches", unit=unit, enemy=enemy.id)
