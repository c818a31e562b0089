"""Charges and evasion. [H1–H7, E1–E4]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.geometry.angles import ahead
from grognard.geometry.points import Pose

from ..facts.lanes import Lane, course, first_in_lane
from ..facts.readiness import (
    Allowance,
    allowance,
    is_formed_foot,
    may_evade,
)
from ..facts.runs import Run, Way, charge_short, run, straight_on
from ..state import Desk, State, Unit
from .common import catch_generals, place, thrown_move
from .compulsory import touch_all
from .env import Evading


class StandOrEvade(Step):
    """The first unit in the lane may run from a charge before the charger throws; then the next. [E1, H4, G-44]"""

    cite = "E1"
    title = "Evade?"

    def ask(self, t: Desk) -> Ask | None:
        first = first_in_lane(t.state, t.unit(t.env.unit), t.unit(t.env.target))
        if first is None or may_evade(t.state, first) is not None:
            return None
        charger = t.unit(t.env.unit)
        return Ask(
            first.side,
            f"{charger.name} charges {first.name}: evade?",
            self.cite,
            {"evade": None, "stand": None},
            about=first.id,
        )

    def _asked(self, t: Desk) -> int:
        first = first_in_lane(t.state, t.unit(t.env.unit), t.unit(t.env.target))
        assert first is not None
        return first.id

    def evade(self, t: Desk) -> Call:
        """Run for it."""
        return Call("evade", Evading(self._asked(t), t.env.unit))

    def stand(self, t: Desk) -> Flow:
        """Await the charge."""
        t.note("E1", "stands", unit=self._asked(t))
        t.bind(stood=True)
        return NEXT

    def resume(self, t: Desk) -> Flow:
        """Whoever is now first in the lane is asked as well."""
        return AGAIN


def evasion(state: State, unit: Unit, charger: Unit, limit: Allowance) -> Run:
    """How far an evader gets. [E2]"""
    bearing = straight_on(unit, (charger.x, charger.y)) + 1800
    return run(state, unit, unit.facing, bearing, limit, Way())


class Evade(Step):
    """Straight away from the charger, the full throw or as far as it can. [E2, E3]"""

    cite = "E2"
    title = "Evade"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return thrown_move("evasion", unit)

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        unit, charger = t.unit(t.env.unit), t.unit(t.env.charger)
        gone = evasion(t.state, unit, charger, allowance(unit, reading))
        place(t, unit.id, gone.pose)
        t.today(unit.id, evaded=True, moved=True, acted=True)
        t.note(self.cite, "evades", unit=unit.id, distance=gone.distance)
        catch_generals(t, unit.id)
        return NEXT


class ChargeHome(Step):
    """The charger throws: contact with the first enemy in the lane, or short of him. [H3, H4, E4]"""

    cite = "H4"
    title = "Charge"

    def ask(self, t: Desk) -> Throw:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        found = course(t.state, unit, target)
        return thrown_move(
            "charge",
            unit,
            target=target.id,
            needs=found.cost if isinstance(found, Lane) else None,
            difficult=isinstance(found, Lane) and found.difficult,
        )

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        allowed = allowance(unit, reading)
        found = course(t.state, unit, target)
        if not isinstance(found, Lane):
            gone = run(t.state, unit, found, found, allowed, Way())
            self._stop_short(t, unit, gone, target)
        elif found.reached_with(allowed):
            self._contact(t, unit, found)
        else:
            gone = charge_short(t.state, unit, found.facing, allowed, found.difficult)
            self._stop_short(t, unit, gone, target)
        catch_generals(t, unit.id)
        return NEXT

    def _contact(self, t: Desk, unit: Unit, found: Lane) -> None:
        to = Pose(*ahead(unit.x, unit.y, found.facing, found.distance), found.facing)
        self._done(t, unit, to, found.difficult)
        touch_all(t, unit.id, found.hit)

    def _stop_short(self, t: Desk, unit: Unit, gone: Run, target: Unit) -> None:
        """It comes into contact with nobody: its throw was too short, or whoever it was made at has run. [H4, E4]"""
        self._done(t, unit, gone.pose, gone.difficult)
        cite = "E4" if target.today.evaded else "H4"
        t.note(cite, "charge falls short", unit=unit.id, distance=gone.distance)

    def _done(self, t: Desk, unit: Unit, to: Pose, difficult: bool) -> None:
        """A charger, successful or not, has moved and advanced, and does not shoot. [H5, U1, M12]"""
        place(t, unit.id, to)
        unformed = "U1" if difficult and is_formed_foot(unit) else unit.today.unformed
        t.today(unit.id, charged=True, moved=True, advanced=True, acted=True, unformed=unformed)
