"""Pinning tests, Leaders falling, bystanders. [T026, T064, T096–T102, R-05, R-32]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Sum
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step

from ..facts.values import discipline, leadership, trait
from ..state import Desk, Unit
from ..tables.nerve import PINNING, Trial
from ..words import Trait
from .common import avenge, pin
from .env import OnTrial


def leader_at_risk(unit: Unit) -> bool:
    """Whether a unit that lost models throws for its Leader. [T026a, R-05, F-T2]"""
    return unit.on_table and unit.leader is not None and unit.trait is not Trait.BULLETPROOF_BUMBLER


class LeaderFalls(Step):
    """2d6 for a unit that lost models: double 1 removes its Leader. [T026, T064, R-05]"""

    cite = "T026"
    title = "Leader"

    def ask(self, t: Desk) -> Throw | None:
        unit = t.unit(t.env.unit)
        if not leader_at_risk(unit):
            return None
        return Throw("leader", Sum(2), self.cite, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        if reading != 2:
            return NEXT
        if unit.trait is Trait.DESTINED and not unit.spared:
            t.put(unit.id, spared=True)
            t.note("F-T26", "spared", unit=unit.id)
            return NEXT
        t.put(unit.id, leader=None)
        t.note("R-05", "leader falls", unit=unit.id)
        if unit.trait is Trait.GENERALS_NEPHEW:
            avenge(t, unit)
        return NEXT


class PinningTest(Step):
    """2d6, less the casualties, with Discipline, against Leadership. [T100–T102]"""

    cite = "T100"
    title = "Pinning test"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.unit(t.env.unit).on_table else DONE

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        tally = PINNING.tally(Trial(discipline(unit), casualties=t.env.casualties))
        return Throw("pinning", Sum(2), self.cite, tally, side=unit.side, unit=unit.id, need=leadership(unit))

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        total = reading + PINNING.tally(Trial(discipline(unit), casualties=t.env.casualties)).total
        if total >= leadership(unit):
            t.note("T101", "stands firm", unit=unit.id)
            return DONE
        pin(t, unit.id)
        return NEXT


class Nerves(Step):
    """At the first marker of a Bag of Nerves: 2d6 against Leadership, or he deserts. [F-T11]"""

    cite = "F-T11"
    title = "Bag of Nerves"

    def begin(self, t: Desk) -> Flow | None:
        unit = t.unit(t.env.unit)
        if trait(unit) is not Trait.BAG_OF_NERVES or unit.unnerved:
            return NEXT
        return None

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return Throw("nerves", Sum(2), self.cite, side=unit.side, unit=unit.id, need=leadership(unit))

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        t.put(unit.id, unnerved=True)
        if reading < leadership(unit):
            t.put(unit.id, leader=None)
            t.note(self.cite, "deserts", unit=unit.id)
        return NEXT


class NextBystander(Step):
    """Friends of a unit lost test one after another, without a penalty. [T098, T099, R-32]"""

    cite = "T098"
    title = "Bystanders"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        if not t.env.queue:
            return DONE
        first, *rest = t.env.queue
        t.bind(queue=tuple(rest))
        return Call("pinning", OnTrial(first))


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "leader": (LeaderFalls(),),
    "pinning": (PinningTest(), Nerves()),
    "bystanders": (NextBystander(),),
}
