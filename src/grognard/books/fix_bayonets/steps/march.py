"""Into a hex: fire on leaving, the skirmish check, fire on arriving. [F-11.3, F-13.4, F-14.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Throw
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step

from ..facts.checks import skirmish
from ..facts.company import keeping_up
from ..state import Desk
from ..tables.checks import SKIRMISH_RESULT
from ..words import Arm, Order
from .common import D10, join, living, lose, place
from .fire import provoked


class Leave(Step):
    """Fire on leaving hits the stack where it still stands; whoever breaks there stays there. [F-13.4, F-8.3]"""

    cite = "F-13.4"

    def begin(self, t: Desk) -> Flow | Call:
        if t.env.to == t.unit(t.env.units[0]).hex:
            return NEXT
        return provoked(t, t.env.units) or NEXT

    def resume(self, t: Desk) -> Flow:
        units = living(t, t.env.units)
        stands = units and t.unit(units[0]).good == t.env.good and t.unit(units[0]).order is not Order.ROUTED
        return NEXT if stands else DONE


class Enter(Step):
    """The stack is in the hex; woods and farms take its formation. [F-7.3, F-11.3]"""

    cite = "F-11.3"

    def begin(self, t: Desk) -> Flow:
        units = living(t, t.env.units)
        started = t.unit(units[0])
        if t.env.to != started.hex:
            if t.env.to in t.state.at and t.state.at[t.env.to][0].order is not started.order:
                return DONE  # it was to join friends and is no longer like them
            stack = tuple(t.unit(unit) for unit in units)
            leaders = keeping_up(t.state, t.env.company, stack, t.env.to)
            place(t, units, t.env.to, leaders)
            for one in leaders:
                t.put_leader(one, along=units[0])
            t.note("F-10.1", "marches", unit=units[0], hex=t.state.field.grid.label(t.env.to))
            join(t, units)
        return NEXT


class SkirmishCheck(Step):
    """Entering the first skirmish zone calls for a check. [F-14.1, F-14.2, F-14.3, R-32]"""

    cite = "F-14.1"
    title = "Skirmish check"

    def begin(self, t: Desk) -> Flow | None:
        units = living(t, t.env.units)
        if not t.env.check or not units or skirmish(t.state, t.stack(units[0]), t.unit(units[0]).hex) is None:
            return NEXT
        return None

    def _why(self, t: Desk) -> Any:
        stack = t.stack(living(t, t.env.units)[0])
        return skirmish(t.state, stack, stack[0].hex)

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(living(t, t.env.units)[0])
        return Throw("skirmish check", D10, self.cite, self._why(t), side=unit.side, unit=unit.id)

    def fell(self, t: Desk, die: int) -> Flow:
        row = SKIRMISH_RESULT.find(die + self._why(t).total)
        units = living(t, t.env.units)
        t.note(row.cite, "skirmish", unit=units[0], words=row.words)
        if row.value != "free":
            for unit in units:
                guns = t.unit(unit).arm is Arm.ART
                t.put(unit, halted=True, suppressed=2 if guns else 0)
            if row.value == "stop+stragglers":
                lose(t, units[0], 1, "F-14.2")
        return NEXT


class Arrive(Step):
    """Fire at those who came in, and at whom they joined. [F-13.4, F-10.6]"""

    cite = "F-10.6"

    def begin(self, t: Desk) -> Flow | Call:
        return provoked(t, t.env.units) or NEXT
