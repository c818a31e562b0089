"""Morale. [T6, 69–83a]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step

from ..facts.bodies import body
from ..facts.nerve import (
    automatic_exception,
    chosen_exceptions,
    next_casualty_test,
    next_general_test,
    pass_row,
    witnesses,
)
from ..state import Desk, Loss
from ..tables.nerve import AUTOMATIC, BY_CHOICE, FAILURES
from ..words import Exception_
from .common import remove
from .env_fight import MoraleTest, Nerves
from .generals import GeneralsAtRisk

VERBS = {Exception_.ELITE: "stand_firm_elite", Exception_.COMMAND: "stand_firm_command"}


class Morale(Step):
    """All tests for casualties, then all for a general lost this turn. [T6]"""

    cite = "T6"
    title = "Morale"

    def begin(self, t: Desk) -> Call:
        return Call("morale", Nerves())


class CasualtyTests(Step):
    """Units with high casualties this turn test once, first side before second. [O1]"""

    cite = "O1"
    title = "Tests for casualties"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        due = next_casualty_test(t.state, t.env.casualties)
        if due is None:
            return NEXT
        t.bind(casualties=(*t.env.casualties, due[0]))
        return Call("morale test", MoraleTest(*due))


class GeneralTests(Step):
    """Units that saw their general lost, or his unit rout, test once; also for one lost in this step. [69, 70]"""

    cite = "69"
    title = "Tests for a general"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        due = next_general_test(t.state, t.env.generals)
        if due is None:
            t.set(losses=())
            return NEXT
        t.bind(generals=(*t.env.generals, due[0]))
        return Call("morale test", MoraleTest(*due))


class Exceptions(Step):
    """An exception cancels a test before the die: 76 and 77 by themselves, then 75 or 74 by choice. [O3, G-57]"""

    cite = "O3"

    def begin(self, t: Desk) -> Flow | None:
        t.note(t.env.cause, "must test", unit=t.env.unit)
        ground = automatic_exception(t.state, t.unit(t.env.unit))
        return None if ground is None else self._stands(t, ground, AUTOMATIC[ground].cite)

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(t.env.unit)
        grounds = chosen_exceptions(t.state, unit)
        offers = {VERBS[ground]: None for ground, refusal in grounds.items() if refusal is None}
        if not offers:
            return None
        barred = {VERBS[ground]: refusal for ground, refusal in grounds.items() if refusal is not None}
        return Ask(
            unit.side, f"{unit.name} has to test its morale", self.cite, {**offers, "test": None}, barred
        )

    def stand_firm_elite(self, t: Desk) -> Flow:
        return self._stands(t, Exception_.ELITE, BY_CHOICE[Exception_.ELITE].cite)

    def stand_firm_command(self, t: Desk) -> Flow:
        return self._stands(t, Exception_.COMMAND, BY_CHOICE[Exception_.COMMAND].cite)

    def test(self, t: Desk) -> Flow:
        """Throw the die after all. [G-23]"""
        return NEXT

    def _stands(self, t: Desk, ground: Exception_, cite: str) -> Flow:
        """One exception is used up, for the whole game. [G-22]"""
        t.put(t.env.unit, used=(*t.unit(t.env.unit).used, ground))
        t.note(cite, "stands firm", unit=t.env.unit, ground=ground.value)
        return DONE


class MoraleDie(Step):
    """A die to pass; failing adds a marker, and the third routs the unit. [79, 80, O4]"""

    cite = "80"

    def ask(self, t: Desk) -> Throw:
        env: MoraleTest = t.env
        unit = t.unit(env.unit)
        row = pass_row(unit)
        return Throw("morale", Pool.of(1, row.value), row.cite, side=unit.side, unit=unit.id, cause=env.cause)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        if reading:
            t.note(pass_row(unit).cite, "passes", unit=unit.id)
            return DONE
        markers = unit.markers + 1  # [G-51] the failures are the markers present
        row = FAILURES.find(markers)
        if row.value:
            rout(t, unit.id, row.cite)
        else:
            t.put(unit.id, markers=markers)
            t.note(row.cite, "fails", unit=unit.id, markers=markers)
        return NEXT


def rout(t: Desk, unit: int, cite: str) -> None:
    """A unit routs and is removed; if its general was with it, units within 12 will test. [83, 70, O4]"""
    routed = t.unit(unit)
    general, where = t.state.general_with(unit), body(t.state, routed)
    remove(t, unit, cite, "routs")
    if general is not None:
        loss = Loss(routed.side, "70", witnesses(t.state, routed.side, where))
        t.set(losses=(*t.state.losses, loss))


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "morale": (CasualtyTests(), GeneralTests()),
    "morale test": (Exceptions(), MoraleDie(), GeneralsAtRisk()),
}
