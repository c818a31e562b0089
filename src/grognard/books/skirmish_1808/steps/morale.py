"""Morale tests, flights and rallies. [M1–M7]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.flow import AGAIN, NEXT, Flow, Step, replace

from ..facts.command import nerve, test_dice
from ..state import Desk
from ..words import Role
from .common import flee, removed


class Tests(Step):
    """The tests an activation has caused, the opponent's units first, each unit once. [T6, M1, M3]"""

    cite = "M3"
    title = "Morale tests"

    def _next(self, t: Desk) -> int | None:
        due = [c for c in t.state.tests if t.unit(c.unit).on_table]
        if not due:
            return None
        acting = t.unit(t.env.unit).side
        return min(due, key=lambda c: (t.unit(c.unit).side == acting, c.unit)).unit

    def begin(self, t: Desk) -> Flow | None:
        if self._next(t) is None:
            t.set(tests=())
            return NEXT
        return None

    def ask(self, t: Desk) -> Throw | None:
        unit = self._next(t)
        if unit is None:
            return None
        cause = next(c for c in t.state.tests if c.unit == unit)
        each = t.unit(unit)
        dice, tally = test_dice(each, nerve(t.state, each, beaten=cause.penalty))
        return Throw("morale", dice, "M1", tally, side=each.side, unit=unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = self._next(t)
        assert unit is not None
        t.set(tests=tuple(c for c in t.state.tests if c.unit != unit), tested=(*t.state.tested, unit))
        if reading:
            t.note("M1", "stands", unit=unit)
        else:
            flee(t, unit, "M4")
        return AGAIN if t.state.tests else NEXT


class Rally(Step):
    """A fleeing unit's activation is a rally test; a second failure in a row removes it. [M6, W7]"""

    cite = "M6"
    title = "Rally"

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.unit)
        found = nerve(t.state, each, rallied_by_command=t.env.commanded, flag=each.has(Role.FLAG))
        dice, tally = test_dice(each, found)
        return Throw("rally", dice, "M6", tally, side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        each = t.unit(t.env.unit)
        t.today(each.id, acted=True, moved=True)
        if reading:
            t.put(each.id, fleeing=0, formed=False)
            t.note("M6", "rallies", unit=each.id)
            return NEXT
        if each.fleeing >= 2:
            removed(t, each.id, "breaks_up", "M6")
            return NEXT
        t.put_unit(replace(t.unit(each.id), fleeing=each.fleeing + 1))
        flee(t, each.id, "M6")
        return NEXT
