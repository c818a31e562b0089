"""Bayonets fixed: the check that places FB!. [F-16.1]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.flow import DONE, Flow, Step

from ..facts.assault import easiest, why_not_assault
from ..facts.checks import tally
from ..facts.stacks import Stack
from ..state import Desk
from ..words import Trial
from .common import D10, living


class DeclareAssault(Step):
    """The Assault check places FB! or costs the assault and the shot. [F-16.1, F-15.4, R-26, R-27]"""

    cite = "F-16.1"
    title = "Assault check"

    def begin(self, t: Desk) -> Flow | None:
        units = living(t, t.env.units)
        stack = t.stack(units[0]) if units else ()
        if not stack or t.env.ended or why_not_assault(t.state, stack) is not None:
            return DONE
        return None

    def _stack(self, t: Desk) -> Stack:
        return t.stack(living(t, t.env.units)[0])

    def ask(self, t: Desk) -> Throw:
        stack = self._stack(t)
        why = tally(t.state, stack, Trial.ASSAULT, terrain=easiest(t.state, stack))
        return Throw(
            "assault check", D10, self.cite, why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem
        )

    def fell(self, t: Desk, die: int) -> Flow:
        stack = self._stack(t)
        passed = (
            die + tally(t.state, stack, Trial.ASSAULT, terrain=easiest(t.state, stack)).total <= stack[0].tem
        )
        every = tuple(u.id for u in stack)
        if passed:
            t.put_all(every, fb=True)
            t.note(self.cite, "fixes bayonets", unit=stack[0].id)
        else:
            t.put_all(every, shot=True)
            t.note("F-15.4", "will not assault", unit=stack[0].id)
        for unit in stack:
            t.put_command(unit.command, active=True)
        return DONE
