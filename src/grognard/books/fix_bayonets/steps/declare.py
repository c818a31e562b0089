"""Charges declared, markers placed, other cavalry rested. [CHG-01]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Domain, Pairs, Units
from grognard.engine.flow import AGAIN, NEXT, Flow, Step

from ..facts import charging
from ..facts.checks import tally
from ..facts.company import followers
from ..state import NOBODY, Desk
from ..words import Arm, Trial
from .command import formations
from .common import D10, ids
from .env import DECLARE, RIDE, Rider


class DeclareCharges(Step):
    """All charges are named; the poorly trained check first. [CHG-01, F-17.1, PT-03]"""

    cite = "CHG-01"
    title = "Declare charges"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.stage == DECLARE else NEXT

    def _pairs(self, t: Desk) -> dict[int, tuple[int, ...]]:
        numbers = formations(t)
        named = [one.target for one in t.env.riders]
        busy = {one.unit for one in t.env.riders}
        found = {}
        for stack in t.state.stacks(t.env.side):
            top = stack[0]
            if top.arm is not Arm.CAV or top.command not in numbers or top.id in busy:
                continue
            if charging.why_not_charge(t.state, stack) is None:
                aims = tuple(
                    one for one in charging.targets(t.state, top) if named.count(one) < charging.MOST_AT_ONE
                )
                if aims:
                    found[top.id] = aims
        return found

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now != NOBODY:
            stack = t.stack(t.env.now)
            why = tally(t.state, stack, Trial.CHARGE)
            return Throw("charge check", D10, "PT-03", why, side=t.env.side, unit=t.env.now, tem=stack[0].tem)
        pairs = self._pairs(t)
        if not pairs:
            return None
        offers: dict[str, Domain | None] = {"charge": Pairs(pairs)}
        if leaders := self._leaders(t, tuple(pairs)):
            offers["take_along"] = Units(leaders)
        return Ask(t.env.side, "Declare charges", self.cite, {**offers, "declared": None})

    def _leaders(self, t: Desk, able: tuple[int, ...]) -> tuple[int, ...]:
        """Leaders who may ride with a stack that charges or could. [F-9.1a]"""
        stacks = (t.stack(unit) for unit in (*(one.unit for one in t.env.riders), *able))
        found = (one for stack in stacks for one in followers(t.state, stack))
        return tuple(one for one in found if one not in t.env.company)

    def take_along(self, t: Desk, leader: int) -> Flow:
        """He rides with them."""
        t.bind(company=(*t.env.company, leader))
        t.note("F-9.1a", "rides along", leader=t.leader(leader).name)
        return AGAIN

    def charge(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Charge that stack."""
        unit, target = pair
        one = Rider(unit, target, charging.run(t.unit(unit)))
        t.bind(riders=(*t.env.riders, one), rode=(*t.env.rode, ids(t.stack(unit))))
        t.note(self.cite, "charges", unit=unit, target=target)
        for each in t.stack(unit):
            t.put_command(each.command, active=True)
        if any(each.poor for each in t.stack(unit)):
            t.bind(now=unit)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        stack = t.stack(t.env.now)
        if die + tally(t.state, stack, Trial.CHARGE).total > stack[0].tem:
            t.put_all(ids(stack), failed_charge=True)
            t.bind(riders=tuple(one for one in t.env.riders if one.unit != t.env.now))
            t.note("PT-03", "will not charge", unit=stack[0].id)
        t.bind(now=NOBODY)
        return AGAIN

    def declared(self, t: Desk) -> Flow:
        """Nobody else charges."""
        return NEXT


class Sound(Step):
    """Markers placed; the rest of the cavalry is fresh again; is it a Grand Charge? [CHG-01, R-30, F-17.10]"""

    cite = "CHG-01"

    def begin(self, t: Desk) -> Flow:
        if t.env.stage != DECLARE:
            return NEXT
        rest(t, formations(t), tuple(one.unit for one in t.env.riders))
        units = tuple(unit for one in t.env.riders for unit in t.stack(one.unit))
        party = charging.grand_charge(t.state, units, t.env.company)
        grand = bool(party)
        t.bind(stage=RIDE, grand=grand, party=party, at=0)
        if grand:
            t.note("F-17.10", "grand charge", side=t.env.side)
        return NEXT


def rest(t: Desk, numbers: frozenset[int], chargers: tuple[int, ...]) -> None:
    """Spent comes off the other cavalry of the activated Formations. [CHG-01, R-30]"""
    for unit in t.state.units:
        if (
            unit.on_map
            and unit.arm is Arm.CAV
            and unit.spent
            and unit.command in numbers
            and unit.id not in chargers
        ):
            t.put(unit.id, spent=False)
            t.note("R-30", "is fresh again", unit=unit.id)
