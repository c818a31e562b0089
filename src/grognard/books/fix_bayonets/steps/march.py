"""Into a hex: fire on leaving, the skirmish check, fire on arriving; and on through friends. [F-11.3, F-13.4, F-14.1, F-10.6]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.flow import LOOP, NEXT, Call, Flow, Step
from grognard.engine.tables import Tally

from ..facts.checks import skirmish
from ..facts.company import keeping_up
from ..facts.passage import stands
from ..facts.stacks import Stack
from ..state import NOWHERE, Desk, Flight, by_seat
from ..tables.checks import SKIRMISH_RESULT
from ..words import Arm, Order
from .common import D10, Flee, join, living, lose_from, place
from .fire import provoked


def moving(t: Desk) -> Stack:
    """The units on the march that are still there, the top one first: not the friends they come to. [F-14.1, SKC-01]"""
    found = [t.unit(one) for one in living(t, t.env.units)]
    return tuple(found if len(found) == 1 else sorted(found, key=by_seat))


def goes_on(t: Desk) -> bool:
    """Whether a march goes on: whoever is halted, or loses its order, stops. [F-8.3, F-14.2]"""
    stack = moving(t)
    if not stack or stack[0].halted:
        return False
    return stack[0].good == t.env.good and stack[0].order is not Order.ROUTED


class Leave(Step):
    """Fire on leaving hits the stack where it still stands; whoever breaks there stays there. [F-13.4, F-8.3]"""

    cite = "F-13.4"

    def begin(self, t: Desk) -> Flow | Call:
        if t.env.to == t.unit(t.env.units[0]).hex:
            return NEXT
        return provoked(t, t.env.units) or NEXT

    def resume(self, t: Desk) -> Flow:
        return NEXT


class Enter(Step):
    """The stack is in the hex; woods and farms take its formation. [F-7.3, F-11.3]"""

    cite = "F-11.3"

    def begin(self, t: Desk) -> Flow:
        stack = moving(t)
        if not goes_on(t) or t.env.to == stack[0].hex:
            return NEXT
        friends = t.state.at.get(t.env.to, ())
        if friends and not t.env.via and friends[0].order is not stack[0].order:
            return NEXT  # it was to join friends and is no longer like them
        units, label = tuple(unit.id for unit in stack), t.state.field.grid.label(t.env.to)
        leaders = keeping_up(t.state, t.env.company, stack, t.env.to)
        among = any(unit.id not in units for unit in friends)
        place(t, units, t.env.to, leaders, passing=among or bool(t.env.via))
        for one in leaders:
            t.put_leader(one, along=units[0])
        if t.env.via and among:
            t.note("F-10.6", "passes through", unit=units[0], into=friends[0].id, hex=label)
        else:
            t.note("F-10.1", "marches", unit=units[0], hex=label)
        return NEXT


class SkirmishCheck(Step):
    """Entering the first skirmish zone calls for a check of those who move. [F-14.1, F-14.2, F-14.3, R-32]"""

    cite = "F-14.1"
    title = "Skirmish check"

    def _why(self, t: Desk) -> Tally | None:
        stack = moving(t)
        if not t.env.check or not goes_on(t) or stack[0].hex != t.env.to:
            return None
        return skirmish(t.state, stack, stack[0].hex)

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if self._why(t) is None else None

    def ask(self, t: Desk) -> Throw:
        unit, why = moving(t)[0], self._why(t)
        assert why is not None
        return Throw("skirmish check", D10, self.cite, why, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, die: int) -> Flow:
        why, stack = self._why(t), moving(t)
        assert why is not None
        row = SKIRMISH_RESULT.find(die + why.total)
        t.bind(check=False)
        t.note(row.cite, "skirmish", unit=stack[0].id, words=row.words)
        if row.value != "free":
            for unit in stack:
                t.put(unit.id, halted=True, suppressed=2 if unit.arm is Arm.ART else 0)
            if row.value == "stop+stragglers":
                lose_from(t, stack[0].id, 1, "F-14.2")
        return NEXT


class ComeToRest(Step):
    """Who ends its march among friends joins them; who is stopped on its way through them does so if it may, or goes back.

    [F-10.6, F-6.1a]
    """

    cite = "F-10.6"

    def begin(self, t: Desk) -> Flow:
        stack = moving(t)
        if not stack or not stack[0].passing or stack[0].order is Order.ROUTED:
            return NEXT
        if goes_on(t) and t.env.via:
            return NEXT
        here, units = stack[0].hex, tuple(unit.id for unit in stack)
        if stands(t.state, stack, here):
            place(t, units, here)
            t.bind(units=join(t, units))
        elif t.env.home != NOWHERE and stands(t.state, stack, t.env.home):
            self._back(t, units)
        else:
            t.set(fleeing=(*t.state.fleeing, Flight(units, 0, rout=False)))
        return NEXT

    def _back(self, t: Desk, units: tuple[int, ...]) -> None:
        """To the hex they set out from, with the leaders who came with them."""
        here, there = t.unit(units[0]).hex, t.env.home
        side = t.unit(units[0]).side
        leaders = tuple(one.id for one in t.state.leaders_at(here, side) if one.id in t.env.company)
        place(t, units, there, leaders)
        t.note(self.cite, "goes back", unit=units[0], hex=t.state.field.grid.label(there))
        join(t, units)


class Arrive(Step):
    """Fire at those who came in, and at whom they joined; at those alone who are on their way through. [F-13.4, F-10.6]"""

    cite = "F-10.6"

    def begin(self, t: Desk) -> Flow | Call:
        units = living(t, t.env.units)
        if not units or t.unit(units[0]).hex != t.env.to:
            return NEXT
        return provoked(t, units) or NEXT

    def resume(self, t: Desk) -> Flow:
        return NEXT


class Onward(Step):
    """On through the next friends, or out from among them. [F-10.6]"""

    cite = "F-10.6"

    def begin(self, t: Desk) -> Flow:
        if not t.env.via or not goes_on(t):
            return NEXT
        t.bind(to=t.env.via[0], via=t.env.via[1:])
        return LOOP


MARCH: tuple[Step, ...] = (
    Leave(),
    Enter(),
    SkirmishCheck(),
    ComeToRest(),
    Arrive(),
    ComeToRest(),
    Flee(),
    Onward(),
)
"""One hex of a march, or several through friends."""
