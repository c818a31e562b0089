"""Reserves and hidden units. [R-61, F-S3, F-SC1]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Domain, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Flow, Step
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Legs

from ..facts.deploy import arrival_placer, must_appear, sector_placer
from ..facts.placing import Placer
from ..state import Desk, Unit
from ..words import Where

NEED = 4


class Arrive(Step):
    """A d6 for each waiting unit: 4 or more brings it, later it comes by itself. [F-S3]"""

    cite = "F-S3"
    title = "Reserves"

    def _waiting(self, t: Desk) -> Unit | None:
        task = t.state.field.sides[t.env.side].task
        if not task.from_turn or t.state.turn < task.from_turn:
            return None
        for unit in t.state.units:
            due = unit.side == t.env.side and unit.where is Where.WAITING and unit.id not in t.env.rolled
            if due and arrival_placer(t.state, unit).first() is not None:
                return unit
        return None

    def _sure(self, t: Desk) -> bool:
        return t.state.turn >= t.state.field.sides[t.env.side].task.sure_turn

    def ask(self, t: Desk) -> Throw | Ask | None:
        if t.env.unit >= 0:
            return self._enter(t, t.unit(t.env.unit))
        unit = self._waiting(t)
        if unit is None:
            return None
        if self._sure(t):
            return self._enter(t, unit)
        return Throw("arrival", Sum(1), self.cite, side=unit.side, unit=unit.id, need=NEED)

    def _enter(self, t: Desk, unit: Unit) -> Ask:
        mover = arrival_placer(t.state, unit)
        return Ask(unit.side, f"{unit.name}: arrive where?", "R-61", {"bring_on": Reach(unit.id, mover)})

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = self._waiting(t)
        assert unit is not None
        if reading >= NEED:
            t.bind(unit=unit.id)
        else:
            t.bind(rolled=(*t.env.rolled, unit.id))
        return AGAIN

    def bring_on(self, t: Desk, legs: Legs) -> Flow:
        """Here."""
        unit = t.unit(t.env.unit) if t.env.unit >= 0 else self._waiting(t)
        assert unit is not None
        put_down(t, unit, arrival_placer(t.state, unit), legs, "R-61", "arrives")
        t.bind(unit=-1, rolled=(*t.env.rolled, unit.id))
        return AGAIN


def put_down(t: Desk, unit: Unit, placer: Placer, legs: Legs, cite: str, what: str) -> None:
    """A unit comes onto the table as a loose group."""
    spot = legs[0][1], legs[0][2]
    t.put(unit.id, models=placer.models(spot), leader=unit.leader, where=Where.TABLE)
    t.note(cite, what, unit=unit.id)


class OutOfHiding(Step):
    """As a native turn begins hidden units may be set up in their sectors; at turn 8 they must. [F-SC1]"""

    cite = "F-SC1"
    title = "Hidden units"

    def begin(self, t: Desk) -> Flow | None:
        self._come_round(t)
        t.bind(unit=-1)
        return None

    def _come_round(self, t: Desk) -> None:
        """At the latest turn, whoever has no room in its sector comes over the edge instead."""
        for unit in self._hidden(t) if must_appear(t.state) else []:
            if sector_placer(t.state, unit).first() is None:
                t.put(unit.id, where=Where.WAITING, sector=None)
                t.note(self.cite, "comes round", unit=unit.id)
                t.reveal()

    def _hidden(self, t: Desk) -> list[Unit]:
        return [u for u in t.state.units if u.side == t.env.side and u.where is Where.HIDDEN]

    def ask(self, t: Desk) -> Ask | None:
        if t.env.unit >= 0:
            unit = t.unit(t.env.unit)
            mover = sector_placer(t.state, unit)
            return Ask(unit.side, f"{unit.name}: appear where?", self.cite, {"appear": Reach(unit.id, mover)})
        hidden = self._hidden(t)
        if not hidden:
            return None
        why = Refusal("F-SC1", "it is not hidden, or its sector has no room")
        able = [u.id for u in hidden if sector_placer(t.state, u).first() is not None]
        offers: dict[str, Domain | None] = {"show": Units(able, lambda _noun: why)} if able else {}
        if must_appear(t.state):
            return Ask(t.env.side, "Every hidden unit must appear now", self.cite, offers)
        # Asked even if nobody has room, so that the question tells nothing of the sectors.
        return Ask(t.env.side, "Hidden units may appear", self.cite, {**offers, "lie_low": None})

    def show(self, t: Desk, unit: int) -> Flow:
        """This one."""
        t.bind(unit=unit)
        return AGAIN

    def appear(self, t: Desk, legs: Legs) -> Flow:
        """Here."""
        unit = t.unit(t.env.unit)
        put_down(t, unit, sector_placer(t.state, unit), legs, self.cite, "appears")
        t.put(unit.id, sector=None, arrived=True)
        t.reveal()
        self._come_round(t)
        t.bind(unit=-1)
        return AGAIN

    def lie_low(self, t: Desk) -> Flow:
        """Wait for a better moment."""
        return NEXT
