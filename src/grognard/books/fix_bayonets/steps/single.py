"""One die at a time, for odds without a board. [F-15.1, F-9.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import AGAIN, DONE, NEXT, Flow, Step
from grognard.engine.tables import Tally

from ..facts.checks import horse_facts, skirmish, tally
from ..state import NOBODY, Desk
from ..tables.checks import SKIRMISH_RESULT
from ..tables.fire import SPIKED
from ..tables.limits import CASUALTY, FATIGUE
from ..tables.supply import EVENTS
from ..words import Trial
from .charge import SEQUENCES as CHARGE
from .common import D10
from .fire import time_away
from .melee import Clash, Close, Spike
from .pursuit import FleeInTurn, ForcedRegroup


class OneCheck(Step):
    """A TEM check of any kind. [F-15.1, F-15.3]"""

    cite = "F-15.1"
    title = "Check"

    def _why(self, t: Desk) -> Tally:
        env = t.env
        more: dict[str, Any] = {"terrain": env.terrain, "direction": env.direction, "distance": env.distance}
        if env.other != NOBODY:
            more.update(horse_facts(t.stack(env.other), env.grand))
        return tally(t.state, t.stack(env.unit), Trial(env.what), **more)

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return Throw("check", D10, self.cite, self._why(t), side=unit.side, unit=unit.id, tem=unit.tem)

    def fell(self, t: Desk, die: int) -> Flow:
        passed = die + self._why(t).total <= t.unit(t.env.unit).tem
        t.set(verdict="pass" if passed else "fail")
        return DONE


class OneSkirmish(Step):
    """A skirmish check of a stack where it stands. [F-14.2]"""

    cite = "F-14.2"
    title = "Skirmish check"

    def _why(self, t: Desk) -> Tally:
        stack = t.stack(t.env.unit)
        found = skirmish(t.state, stack, stack[0].hex)
        assert found is not None
        return found

    def ask(self, t: Desk) -> Throw:
        return Throw("skirmish check", D10, self.cite, self._why(t), unit=t.env.unit)

    def fell(self, t: Desk, die: int) -> Flow:
        t.set(verdict=SKIRMISH_RESULT.find(die + self._why(t).total).value)
        return DONE


class OneTable(Step):
    """A die on one of the small tables: spiked guns, casualties, fatigue. [SPK-01, LCT-01, FAT-01]"""

    cite = "LCT-01"
    title = "A die"

    def ask(self, t: Desk) -> Throw:
        return Throw(t.env.what, D10, self.cite)

    def fell(self, t: Desk, die: int) -> Flow:
        what, done = t.env.what, t.state.verdict
        if what in ("assault", "charge"):
            t.set(verdict=SPIKED.find(die).value[int(what == "charge")])
        elif what == "fatigue":
            t.set(verdict=str(FATIGUE.find(die).value))
        elif what == "event":
            t.set(verdict=EVENTS.find(die).words)
        elif not done:
            t.set(verdict=CASUALTY.find(die).value)
            if t.state.verdict in ("stunned", "wounded", "serious"):
                return AGAIN
        else:
            t.set(verdict=f"{done} {time_away(done, die)}")
        return DONE


class Told(Step):
    """Where the odds of a charge are read off: its melees are fought. No game comes here. [CHG-03]"""

    cite = "CHG-03"
    title = "Odds"

    def ask(self, t: Desk) -> Ask | None:
        return Ask(t.env.side, "The charge is over", self.cite, {"let_pass": None})

    def let_pass(self, t: Desk) -> Flow:
        """Nothing more."""
        return NEXT


def fought_out(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """A sequence as far as its melees go and who runs from them by himself, with places to read the odds off before and after."""
    end = next(at for at, step in enumerate(steps) if isinstance(step, ForcedRegroup))
    return (*steps[:end], Told(), FleeInTurn(), Told())


EXCERPTS: dict[str, tuple[Step, ...]] = {
    "odds: charge": fought_out(CHARGE["charge"]),
    "odds: check": (OneCheck(),),
    "odds: skirmish": (OneSkirmish(),),
    "odds: table": (OneTable(),),
    "odds: melee": (Clash(), Spike(), Close()),
}
