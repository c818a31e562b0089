"""Fire: the die, the loss, the check, the leader, the ricochet; reactions to movement. [F-13.2, FIRE-01, F-13.4]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Draw
from grognard.engine.domains import Cells, Units
from grognard.engine.flow import AGAIN, DONE, LOOP, NEXT, Call, Flow, Step
from grognard.engine.tables import Tally

from ..facts.checks import tally
from ..facts.fire import apart, bounce, mfv, target_hex, targets, why_not_fire
from ..facts.stacks import Stack, hexes
from ..facts.zones import shooting_into
from ..state import NOBODY, Desk, Leader
from ..tables.fire import LEADER_DICE, band
from ..tables.limits import CASUALTY
from ..words import Arm, Fate, Formation, Kind, Trait, Trial
from .common import D10, Flee, ids, living, lose, unseat, worsen
from .env import React, Shooting, Wound
from .supply import runs_short

HOUR = 3
"""Turns in an hour. [R-52]"""


def shot_at(t: Desk) -> Stack:
    """The stack a shot is at: in its hex, or passing through the friends there. [F-13.2, F-10.6]"""
    return t.state.passers if t.env.passing else t.state.at.get(t.env.at, ())


class FireDie(Step):
    """One die against the modified fire value. [F-13.2, R-08, FIRE-02]"""

    cite = "F-13.2"
    title = "Fire"

    def begin(self, t: Desk) -> Flow | None:
        unit = t.unit(t.env.unit)
        if not shot_at(t) or not unit.on_map:
            return DONE
        if t.env.kind in (Kind.OPPORTUNITY, Kind.DEFENSIVE):
            t.put(unit.id, **({"fired": True} if unit.arm is Arm.ART else {"spent": True}))
        elif t.env.kind is Kind.ACTIVE:
            t.put(unit.id, shot=True)
        t.put_command(unit.command, active=True)
        return None

    def _value(self, t: Desk) -> Tally:
        env = t.env
        return mfv(t.state, t.unit(env.unit), env.at, env.kind, env.first, passing=env.passing)

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        why = self._value(t)
        target = shot_at(t)[0].id
        return Throw("fire", D10, self.cite, why, side=unit.side, unit=unit.id, target=target, mfv=why.total)

    def fell(self, t: Desk, die: int) -> Flow:
        unit, target = t.unit(t.env.unit), shot_at(t)[0]
        row = band(die, self._value(t).total)
        t.note(row.cite, "fires", unit=unit.id, target=target.id, words=row.value.told)
        skipped = row.value.starred and t.env.charge and target.formation is Formation.OPEN and target.good
        if skipped and row.value.check:
            t.note("FIRE-05", "open column rides on", unit=target.id)
        t.bind(die=die, check=row.value.check and not skipped)
        runs_short(t, unit, die)
        loss = ("", "STRAGGLERS", "STEP")[row.value.halves]
        t.set(verdict="+".join(word for word in ("TEM" if t.env.check else "", loss) if word) or "NONE")
        if row.value.halves:
            lose(t, target.id, row.value.halves, row.cite)
        return NEXT


class TargetCheck(Step):
    """The stack that was hit checks, if anybody is left. [F-13.2, R-73, R-09]"""

    cite = "FIRE-02"
    title = "Check under fire"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.check and shot_at(t) else NEXT

    def ask(self, t: Desk) -> Throw:
        stack = shot_at(t)
        why = tally(t.state, stack, Trial.FIRE)
        return Throw("check", D10, self.cite, why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem)

    def fell(self, t: Desk, die: int) -> Flow:
        stack = shot_at(t)
        if die + tally(t.state, stack, Trial.FIRE).total > stack[0].tem:
            worsen(t, stack)
        else:
            t.note("F-15.1", "holds", unit=stack[0].id)
        return NEXT


class LeaderHit(Step):
    """On a 0, or 1 from rifles, a leader in the hex checks, whatever the shot did. [FIRE-06, FIRE-06a, R-63]"""

    cite = "FIRE-06"
    title = "Leader"

    def begin(self, t: Desk) -> Flow | Call:
        unit = t.unit(t.env.unit)
        if t.env.die in LEADER_DICE[unit.has(Trait.RIFLE)]:
            for side in (0, 1):
                if t.state.leaders_at(t.env.at, side):
                    return Call("wound", Wound(t.env.at, side))
        return NEXT


class Ricochet(Step):
    """Roundshot bounds on into the next hex; between two in line the gunners choose. [F-13.6, R-12, FV-29]"""

    cite = "F-13.6"
    title = "Ricochet"

    def begin(self, t: Desk) -> Flow | None:
        further = self._further(t)
        if len(further) > 1:
            return None
        return self.bound(t, further[0]) if further else NEXT

    def _further(self, t: Desk) -> tuple[int, ...]:
        if t.env.kind is not Kind.ACTIVE or not t.unit(t.env.unit).on_map:
            return ()
        return bounce(t.state, t.unit(t.env.unit), t.env.at)

    def ask(self, t: Desk) -> Ask:
        side = t.unit(t.env.unit).side
        return Ask(side, "Where does the shot bound on?", self.cite, {"bound": Cells(self._further(t))})

    def bound(self, t: Desk, there: int) -> Flow:
        """Into that hex, whoever stands there."""
        if there not in t.state.at:
            return NEXT
        t.note(self.cite, "ricochet", unit=t.env.unit)
        first = apart(t.state, t.unit(t.env.unit), t.env.at)
        t.bind(kind=Kind.RICOCHET, at=there, first=first)
        return LOOP


class PickLeader(Step):
    """One of several leaders, at random. [F-20]"""

    cite = "F-20"
    title = "Leader casualty"

    def _there(self, t: Desk) -> tuple[Leader, ...]:
        """Everybody in danger. [F-20, MCT-L9]"""
        spots = (t.env.at, *t.env.also)
        return tuple(one for here in spots for one in t.state.leaders_at(here, t.env.side))

    def begin(self, t: Desk) -> Flow | None:
        there = self._there(t)
        if not there:
            return DONE
        if len(there) == 1:
            t.bind(leader=there[0].id)
            return NEXT
        return None

    def ask(self, t: Desk) -> Throw:
        there = self._there(t)
        return Throw("which leader", Draw(tuple((one.id, 1) for one in there)), self.cite, side=t.env.side)

    def fell(self, t: Desk, one: int) -> Flow:
        t.bind(leader=one)
        return NEXT


class CasualtyDie(Step):
    """How badly. [LCT-01]"""

    cite = "LCT-01"
    title = "Leader casualty"

    def ask(self, t: Desk) -> Throw:
        return Throw("casualty", D10, self.cite, side=t.env.side, leader=t.leader(t.env.leader).name)

    def fell(self, t: Desk, die: int) -> Flow:
        row = CASUALTY.find(die)
        t.note(row.cite, "leader " + row.value, leader=t.leader(t.env.leader).name)
        if row.value == "none":
            return DONE
        if row.value == "killed":
            unseat(t, t.env.leader, Fate.KILLED)
            return DONE
        t.bind(result=row.value)
        return NEXT


class TimeDie(Step):
    """How long: a new die. [R-42, LCT-02, LCT-03, LCT-04, R-36]"""

    cite = "R-42"
    title = "How long"

    def ask(self, t: Desk) -> Throw:
        return Throw("how long", D10, self.cite, side=t.env.side, leader=t.leader(t.env.leader).name)

    def fell(self, t: Desk, die: int) -> Flow:
        turns = time_away(t.env.result, die)
        # [F-20] the time counts from the next Rally Phase, so that one goes by first
        unseat(t, t.env.leader, Fate.AWAY, clock=turns + 1, wounded=t.env.result != "stunned")
        t.note(self.cite, "away", leader=t.leader(t.env.leader).name, turns=turns)
        return NEXT


def time_away(result: str, die: int) -> int:
    """Turns a leader is away. [LCT-02, LCT-03, LCT-04]"""
    if result == "stunned":
        return (die + 2) // 2
    return (die + 1) * (HOUR if result == "serious" else 1)


class Reaction(Step):
    """Enemies whose fire zone a stack moves in may shoot, one after the other. [F-13.4]"""

    cite = "F-13.4"
    title = "Opportunity fire"

    def _able(self, t: Desk) -> tuple[int, ...]:
        units = living(t, t.env.units)
        if not units:
            return ()
        mover = t.unit(units[0])
        found = dict.fromkeys(
            one for here in hexes(mover) for one in shooting_into(t.state, 1 - mover.side, here)
        )
        return tuple(
            one
            for one in found
            if one != t.env.but
            and (t.env.but == NOBODY or t.unit(one).hex != t.unit(t.env.but).hex)
            and why_not_fire(t.state, t.unit(one), Kind.OPPORTUNITY) is None
            and t.stack(mover.id)[0].id in targets(t.state, t.unit(one), t.state.passers)
        )

    def ask(self, t: Desk) -> Ask | None:
        able = self._able(t)
        if not able:
            return None
        mover = t.unit(living(t, t.env.units)[0])
        words = f"Shoot at {mover.name} as it moves?"
        return Ask(1 - mover.side, words, self.cite, {"shoot": Units(able), "hold_fire": None})

    def shoot(self, t: Desk, one: int) -> Call:
        """Use the reaction shot."""
        mover = t.unit(living(t, t.env.units)[0])
        there = target_hex(t.state, t.unit(one), mover)
        passing = mover.passing
        return Call("shot", Shooting(one, there, Kind.OPPORTUNITY, charge=t.env.charge, passing=passing))

    def hold_fire(self, t: Desk) -> Flow:
        """Keep it."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def provoked(t: Desk, units: tuple[int, ...], charge: bool = False, but: int = NOBODY) -> Call | None:
    """Enemy fire at a stack that spends movement where it stands, if anybody can. [F-13.4]"""
    units = living(t, units)
    if not units:
        return None
    mover = t.unit(units[0])
    if not any(shooting_into(t.state, 1 - mover.side, here) for here in hexes(mover)):
        return None
    return Call("react", React(units, charge, but))


def fire_call(t: Desk, unit: int, target: int) -> Call:
    """Active fire at a stack."""
    return Call("shot", Shooting(unit, target_hex(t.state, t.unit(unit), t.unit(target)), Kind.ACTIVE))


__all__ = ["SEQUENCES", "fire_call", "ids", "provoked", "time_away"]

SEQUENCES: dict[str, tuple[Step, ...]] = {
    "shot": (FireDie(), TargetCheck(), LeaderHit(), Ricochet(), Flee()),
    "wound": (PickLeader(), CasualtyDie(), TimeDie()),
    "react": (Reaction(),),
}
