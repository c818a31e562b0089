"""Rally. [T117–T122, R-08, R-34]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Sum
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.engine.tables import Tally

from ..facts.values import discipline, leadership, trait
from ..state import Desk, Unit
from ..tables.nerve import FAILED_RALLY, RALLY, Trial
from ..words import Trait, Where
from .common import remove, run_back
from .env import Bystanders


def rally_tally(unit: Unit) -> Tally:
    """What is added to a Rally: markers, Discipline, a Pleasant Leader. [T118, F-T25]"""
    return RALLY.tally(Trial(discipline(unit), markers=unit.pins, pleasant=trait(unit) is Trait.PLEASANT))


class RallyDice(Step):
    """2d6 less the markers, with Discipline, against Leadership; the Inspiring throw again once. [T118–T121, F-T23]"""

    cite = "T118"
    title = "Rally"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return Throw(
            "rally", Sum(2), self.cite, rally_tally(unit), side=unit.side, unit=unit.id, need=leadership(unit)
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        total = reading + rally_tally(unit).total
        if total >= leadership(unit):
            t.put(unit.id, pins=0)
            t.note("T119", "rallies", unit=unit.id)
            return NEXT
        if trait(unit) is Trait.INSPIRING and not t.env.again:
            t.bind(again=True)
            t.note("F-T23", "rallies again", unit=unit.id)
            return AGAIN
        row = FAILED_RALLY.find(total)
        if row.value == "rout":
            t.bind(witnesses=remove(t, unit, Where.ROUTED, row.cite, "routs"))
            return NEXT
        t.note(row.cite, "fails to rally", unit=unit.id)
        t.bind(witnesses=run_back(t, unit.id, None))
        return NEXT


class RoutSeen(Step):
    """A rout makes friends within 12 test. [T122]"""

    cite = "T122"
    title = "Bystanders"

    def begin(self, t: Desk) -> Flow | Call:
        return Call("bystanders", Bystanders(t.env.witnesses)) if t.env.witnesses else NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {"rally": (RallyDice(), RoutSeen())}
