"""Fire, Volleys and the fire of skirmishers. [T039–T066, T128–T131]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Burst, Pool, Sum
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step

from ..facts.shooting import shot, tallies
from ..facts.values import trait
from ..state import Desk
from ..tables.fighting import MACHINE
from ..words import Action, Trait
from .common import lose_models
from .env import Bystanders, OnTrial


class FireDice(Step):
    """A die for each model, two or three for each crew: hits, and a machine gun may jam. [T053–T057, R-18, R-19]"""

    cite = "T053"
    title = "Fire"

    def ask(self, t: Desk) -> Throw:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        facts = shot(t.state, unit, target, t.env.action)
        why = tallies(facts)
        dice, score, hits = why[0].total, why[1].total, why[2].total
        throw = Burst(dice, score, unit.count) if facts.arm == MACHINE else Pool.of(dice, score)
        cite = "T129" if t.env.action is Action.VOLLEY else self.cite
        return Throw("fire", throw, cite, why, side=unit.side, unit=unit.id, target=target.id, needed=hits)

    def fell(self, t: Desk, reading: int | tuple[int, int]) -> Flow:
        unit, target = t.unit(t.env.unit), t.unit(t.env.target)
        facts = shot(t.state, unit, target, t.env.action)
        hits, jammed = reading if isinstance(reading, tuple) else (reading, 0)
        t.put(target.id, engaged=True)
        t.note("T039", "fires", unit=unit.id, target=target.id, hits=hits)
        if jammed:
            t.note("T056", "jams", unit=unit.id)
            if t.state.options.jam_mode == "no_effect":
                return NEXT
            t.put(unit.id, jammed=t.state.turn + 1)
        each = tallies(facts)[2].total
        lost = min(target.count, hits // each)
        seen = lose_models(t, target.id, lost, "T058" if each == 1 else "T061a")
        t.bind(lost=lost, witnesses=seen)
        return NEXT


class TargetLeader(Step):
    """If the target lost models: the throw for its Leader. [T064, T066]"""

    cite = "T064"
    title = "Leader"

    def begin(self, t: Desk) -> Flow | Call:
        return Call("leader", OnTrial(t.env.target)) if t.env.lost else NEXT


class TargetTest(Step):
    """If the target lost models: a Pinning test. [T065, T096]"""

    cite = "T065"
    title = "Pinning test"

    def begin(self, t: Desk) -> Flow | Call:
        if not t.env.lost or not t.unit(t.env.target).on_table:
            return NEXT
        return Call("pinning", OnTrial(t.env.target, t.env.lost))


class FireWitnesses(Step):
    """Friends of a unit shot to pieces test. [T098]"""

    cite = "T098"
    title = "Bystanders"

    def begin(self, t: Desk) -> Flow | Call:
        return Call("bystanders", Bystanders(t.env.witnesses)) if t.env.witnesses else NEXT


class OutOfAmmunition(Step):
    """After each fire of a Terrible Planner a d6: on 1 no more firing this game. [F-T7]"""

    cite = "F-T7"
    title = "Ammunition"

    def ask(self, t: Desk) -> Throw | None:
        unit = t.unit(t.env.unit)
        if trait(unit) is not Trait.TERRIBLE_PLANNER or not unit.on_table:
            return None
        return Throw("ammunition", Sum(1), self.cite, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading == 1:
            t.put(t.env.unit, dry=True)
            t.note(self.cite, "out of ammunition", unit=t.env.unit)
        return DONE


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "fire": (FireDice(), TargetLeader(), TargetTest(), FireWitnesses(), OutOfAmmunition()),
}
