"""Volleys, charges, ambushes and melees. [TB 6, 7, 8, 11.2]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Opposed, Pool, Row
from grognard.engine.domains import Cards, Split
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step, Window

from .. import tables
from ..state import WIDTH, Field, Order


class AimedFire(Step):
    """A die for each point of strength, with modifiers; 5 or 6 hits. [TB 6.2, 6.3]"""

    cite = "6.3"

    def ask(self, t: Field) -> Throw:
        facts = tables.shot(t.state, t.env.unit, t.env.target)
        tally = tables.VOLLEY.tally(facts, base=facts.unit.strength)
        dice = Pool.of(tally.total, hits_on=5)
        return Throw("volley", dice, self.cite, tally, t.env.side, unit=t.env.unit, target=t.env.target)

    def fell(self, t: Field, reading: int) -> Flow:
        t.put(t.env.unit, loaded=False)
        t.bind(hits=reading)
        return NEXT if reading else DONE


class Allot(Step):
    """The target's side shares the hits with friends within 100. [TB 6.4]"""

    cite = "6.4"

    def limits(self, t: Field) -> dict[int, int]:
        target = t.unit(t.env.target)
        near = [unit for unit in t.state.of(target.side) if abs(unit.x - target.x) <= 100]
        return {unit.id: unit.strength for unit in near}

    def ask(self, t: Field) -> Ask:
        limits = self.limits(t)
        split = Split(min(t.env.hits, sum(limits.values())), limits)
        return Ask(1 - t.env.side, "Share the hits", self.cite, {"allot": split})

    def allot(self, t: Field, shares: tuple[tuple[int, int], ...]) -> Flow:
        for unit, hits in shares:
            t.lose(unit, hits, self.cite)
        return NEXT


class Ambush(Window):
    """The side charged may play an ambush. [TB 11.2]"""

    cite = "11.2"
    always = True  # whether an ambush is held stays secret
    prompt = "A card, as you are charged?"

    def who(self, t: Field) -> int:
        return 1 - int(t.env.side)

    def offers(self, t: Field) -> dict[str, Any]:
        return {"play": Cards(("ambush",))} if "ambush" in t.state.hands[self.who(t)] else {}

    def play(self, t: Field, card: str) -> Call:
        t.discard(self.who(t), card)
        t.note(self.cite, "plays", side=self.who(t), card=card)
        return Call("ambush", Order(self.who(t), t.env.unit))


class AmbushFire(Step):
    """Two dice against the charger, 4 or better hits. [TB 11.2]"""

    cite = "11.2"

    def ask(self, t: Field) -> Throw:
        return Throw("ambush", Pool.of(2, hits_on=4), self.cite, side=t.env.side, target=t.env.unit)

    def fell(self, t: Field, reading: int) -> Flow:
        t.lose(t.env.unit, reading, self.cite)
        return NEXT


class MeetTheCharge(Step):
    """The target stands and fires, or gives ground. [TB 7.2]"""

    cite = "7.2"

    def begin(self, t: Field) -> Flow | None:
        return None if t.unit(t.env.unit).strength else DONE

    def ask(self, t: Field) -> Ask:
        return Ask(1 - t.env.side, "Meet the charge", self.cite, {"stand": None, "give_ground": None})

    def stand(self, t: Field) -> Flow:
        return NEXT

    def give_ground(self, t: Field) -> Flow:
        target = t.unit(t.env.target)
        back = max(0, min(WIDTH, target.x - 100 * target.ahead))
        t.put(t.env.unit, x=target.x)
        t.put(target.id, x=back, disorder=min(3, target.disorder + 1))
        t.note("7.2b", "gives ground", unit=target.id)
        return DONE


class ClosingFire(Step):
    """Two hits in closing fire stop the charge. [TB 7.3]"""

    cite = "7.3"

    def ask(self, t: Field) -> Throw:
        facts = tables.shot(t.state, t.env.target, t.env.unit)
        tally = tables.VOLLEY.tally(facts._replace(range=0), base=facts.unit.strength)
        return Throw(
            "closing fire", Pool.of(tally.total, 5), self.cite, tally, 1 - t.env.side, unit=t.env.target
        )

    def fell(self, t: Field, reading: int) -> Flow:
        t.put(t.env.target, loaded=False)
        t.lose(t.env.unit, reading, self.cite)
        if reading >= 2 or not t.unit(t.env.unit).strength:
            t.note(self.cite, "stopped", unit=t.env.unit)
            return DONE
        t.put(t.env.unit, x=t.unit(t.env.target).x)
        return NEXT


class Melee(Step):
    """A die each, with modifiers. [TB 8.1, 8.2]"""

    cite = "8.1"

    def ask(self, t: Field) -> Throw:
        both = (t.unit(t.env.unit), t.unit(t.env.target))
        ours, theirs = (tables.MELEE.tally(tables.arms(t.state, unit)) for unit in both)
        return Throw("melee", Opposed(ours.total, theirs.total), self.cite, (ours, theirs))

    def fell(self, t: Field, reading: int) -> Flow:
        row = tables.MELEES.find(reading)
        t.note(row.cite, "melee", unit=t.env.unit, target=t.env.target, result=row.words)
        for unit, hits in zip((t.env.unit, t.env.target), row.value):
            t.lose(unit, hits, row.cite)
            if hits == 2:
                t.bind(beaten=unit)
        return NEXT


class Morale(Step):
    """A beaten unit tests morale: first die 1 routs, 6 or less disorders. [TB 8.3]"""

    cite = "8.3"

    def ask(self, t: Field) -> Throw | None:
        if t.env.beaten < 0 or not t.unit(t.env.beaten).strength:
            return None
        return Throw("morale", Row(2, first=1), self.cite, unit=t.env.beaten)

    def fell(self, t: Field, reading: tuple[int, int]) -> Flow:
        total, first = reading
        unit = t.unit(t.env.beaten)
        if first == 1:
            t.note("8.3a", "routs", unit=unit.id)
            t.lose(unit.id, unit.strength, "8.3a")
        elif total <= 6:
            t.put(unit.id, disorder=min(3, unit.disorder + 1))
            t.note("8.3b", "wavers", unit=unit.id)
        return NEXT
