"""The Cleanup Phase: cards, fatigue, cohesion, orders done, the clock. [SEQ-10, SEQ-13, SEQ-17]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Units
from grognard.engine.flow import AGAIN, LOOP, NEXT, Flow, Step

from ..facts import command
from ..facts.ground import distance, within
from ..facts.stacks import hexes, rides
from ..facts.victory import cohesion, collapse, final, gain, may_rest
from ..facts.zones import in_zone, next_to_enemy
from ..state import NOBODY, Desk, Leader
from ..tables.checks import SR, Flip
from ..tables.limits import FATIGUE
from ..words import Arm, Card
from .common import D10

RESERVE_FAR = 6


class CardsBack(Step):
    """Cards return to hand. [SEQ-10]"""

    cite = "SEQ-10"

    def begin(self, t: Desk) -> Flow:
        for one in t.state.leaders:
            back = one.card in (Card.PLAYED, Card.STACK)
            t.put_leader(one.id, card=Card.HAND if back else one.card, tried=False, barred=False)
        t.set(stack=(), active=())
        t.bind(done=(), now=NOBODY)
        return NEXT


class FlipPassive(Step):
    """Passive leaders try to wake up. [SEQ-11, SRF-01, F-9.5]"""

    cite = "SEQ-11"
    title = "Passive leaders"

    def _who(self, t: Desk) -> Leader | None:
        return next(
            (one for one in t.state.leaders if one.passive and one.on_map and one.id not in t.env.done), None
        )

    def facts(self, t: Desk, one: Leader) -> Flip:
        """What the check looks at. [SRF-01, SRF-02]"""
        up = [o.tem for o in t.state.leaders_at(one.hex, one.side) if command.outranks(o, one)]
        return Flip(next_to_enemy(t.state, one.side, one.hex), max(up, default=0))

    def ask(self, t: Desk) -> Throw | None:
        one = self._who(t)
        if one is None:
            return None
        why = SR.tally(self.facts(t, one))
        return Throw("passive", D10, self.cite, why, side=one.side, leader=one.name, need=one.sr)

    def fell(self, t: Desk, die: int) -> Flow:
        one = self._who(t)
        assert one is not None
        t.bind(done=(*t.env.done, one.id))
        if die + SR.tally(self.facts(t, one)).total <= one.sr:
            t.put_leader(one.id, passive=False)
            t.note(self.cite, "wakes up", leader=one.name)
        return AGAIN


class Recover(Step):
    """Spent infantry is ready again, guns may react again. [SEQ-12, R-31]"""

    cite = "SEQ-12"

    def begin(self, t: Desk) -> Flow:
        changes = {}
        for unit in t.state.units:
            spent = unit.spent and unit.arm is Arm.CAV
            if unit.spent != spent or unit.fired or unit.acted:
                changes[unit.id] = {"spent": spent, "fired": False, "acted": False}
        t.put_each(changes)
        t.bind(done=())
        return NEXT


class Fatigue(Step):
    """Formations tire, or rest and roll. [SEQ-13, F-19.1, FAT-01]"""

    cite = "SEQ-13"
    title = "Fatigue"

    def begin(self, t: Desk) -> None:
        for number, each in enumerate(t.state.commands):
            more = gain(each.fought, each.lost, each.start, each.forced, t.state.weather)
            if more:
                t.put_command(number, fatigue=min(10, each.fatigue + more))
                t.note("F-19.1", "tires", formation=each.key, fatigue=min(10, each.fatigue + more))

    def _who(self, t: Desk) -> int:
        if not may_rest(t.state.weather):
            return NOBODY
        for number, each in enumerate(t.state.commands):
            busy = each.fought or each.active or each.lost or each.forced
            if busy or each.fatigue <= 0 or number in t.env.done:
                continue
            own = [unit for unit in t.state.units if unit.command == number and unit.on_map]
            if own and not any(
                in_zone(t.state, each.side, spot, riding=rides(unit)) for unit in own for spot in hexes(unit)
            ):
                return number
        return NOBODY

    def ask(self, t: Desk) -> Throw | None:
        number = self._who(t)
        if number == NOBODY:
            return None
        return Throw(
            "rest", D10, self.cite, side=t.state.commands[number].side, formation=t.state.commands[number].key
        )

    def fell(self, t: Desk, die: int) -> Flow:
        number = self._who(t)
        row = FATIGUE.find(die)
        each = t.state.commands[number]
        t.bind(done=(*t.env.done, number))
        t.put_command(number, fatigue=max(0, each.fatigue + row.value))
        t.note(row.cite, "rests", formation=each.key, fatigue=max(0, each.fatigue + row.value))
        return AGAIN


class EnterReserve(Step):
    """A Formation with no enemy within 6 may go into Reserve; the turn's tallies are cleared. [F-10.10, R-47]"""

    cite = "F-10.10"
    title = "Reserve"

    def begin(self, t: Desk) -> None:
        for number in range(len(t.state.commands)):
            t.put_command(number, lost=0, fought=False, active=False, forced=False, activated=False)
        for unit in t.state.units:
            if unit.forced or unit.routed_now:
                t.put(unit.id, forced=False, routed_now=False)
        t.bind(done=())

    def _able(self, t: Desk, side: int) -> tuple[int, ...]:
        found = []
        foes = [stack[0].hex for stack in t.state.stacks(1 - side)]
        for number, each in enumerate(t.state.commands):
            if each.side != side or each.reserve:
                continue
            own = {unit.hex for unit in t.state.units if unit.command == number and unit.on_map}
            if own and not any(within(t.state.field, here, foes, RESERVE_FAR) for here in own):
                found.append(number)
        return tuple(found)

    def _side(self, t: Desk) -> int:
        order = (t.state.initiative, 1 - t.state.initiative)
        return next((side for side in order if -10 - side not in t.env.done and self._able(t, side)), NOBODY)

    def ask(self, t: Desk) -> Ask | None:
        side = self._side(t)
        if side == NOBODY:
            return None
        able = self._able(t, side)
        lead = tuple(next(u.id for u in t.state.units if u.command == number and u.on_map) for number in able)
        return Ask(
            side, "Put a Formation in Reserve?", self.cite, {"reserve": Units(lead), "none_back": None}
        )

    def reserve(self, t: Desk, unit: int) -> Flow:
        """Hold that unit's Formation back."""
        number = t.unit(unit).command
        t.put_command(number, reserve=True)
        t.note(self.cite, "goes into reserve", formation=t.state.commands[number].key)
        return AGAIN

    def none_back(self, t: Desk) -> Flow:
        """Hold nobody back."""
        t.bind(done=(*t.env.done, -10 - self._side(t)))
        return AGAIN


class CohesionStep(Step):
    """Cohesion is counted anew. [SEQ-14, F-19.2]"""

    cite = "SEQ-14"

    def begin(self, t: Desk) -> Flow:
        now = (cohesion(t.state, 0), cohesion(t.state, 1))
        if now != t.state.cohesion:
            t.note(self.cite, "cohesion", first=now[0], second=now[1])
        t.set(cohesion=now)
        t.bind(done=())
        return NEXT


class CompletedOMs(Step):
    """Temporary orders go; a leader in his operational area may, or without enemies there must, take off his OM. [SEQ-15, R-37]"""

    cite = "SEQ-15"
    title = "Completed OMs"

    def begin(self, t: Desk) -> None:
        for one in t.state.leaders:
            if one.om is None:
                continue
            inside = one.on_map and distance(t.state.field, one.hex, one.om.hex) <= command.AREA
            foes = any(
                distance(t.state.field, stack[0].hex, one.om.hex) <= command.AREA
                for stack in t.state.stacks(1 - one.side)
            )
            if one.om.temporary or (inside and not foes):
                t.put_leader(one.id, om=None)
                t.note(self.cite, "order done", leader=one.name)

    def _may(self, t: Desk) -> tuple[int, ...]:
        return tuple(
            one.id
            for one in t.state.leaders
            if one.om is not None
            and one.on_map
            and one.id not in t.env.done
            and distance(t.state.field, one.hex, one.om.hex) <= command.AREA
        )

    def ask(self, t: Desk) -> Ask | None:
        may = self._may(t)
        if not may:
            return None
        one = t.leader(may[0])
        return Ask(one.side, f"Take off the OM of {one.name}?", self.cite, {"take_off": None, "keep": None})

    def take_off(self, t: Desk) -> Flow:
        """The order is done."""
        one = self._may(t)[0]
        t.put_leader(one, om=None)
        t.note(self.cite, "order done", leader=t.leader(one).name)
        return AGAIN

    def keep(self, t: Desk) -> Flow:
        """Keep it."""
        t.bind(done=(*t.env.done, self._may(t)[0]))
        return AGAIN


class AutomaticVictory(Step):
    """An army that has gone to pieces has lost. [SEQ-16, F-19.3]"""

    cite = "SEQ-16"

    def begin(self, t: Desk) -> Flow:
        found = collapse(t.state)
        if found is not None:
            t.set(outcome=found)
            t.note("F-19.3", "the end", winner=found.winner, words=found.words)
            return t.end()
        return NEXT


class Clock(Step):
    """The clock goes on; after the last turn points decide. [SEQ-17, R-52]"""

    cite = "SEQ-17"

    def begin(self, t: Desk) -> Flow:
        if t.state.turn >= t.state.field.turns:
            found = final(t.state)
            t.set(outcome=found)
            t.note("F-22.3", "the end", winner=found.winner, words=found.words)
            return t.end()
        return LOOP
