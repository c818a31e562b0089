"""Close combats. [T5, 31–68a]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Opposed
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace

from ..facts.parties import Fate, fates, next_fight, tallies
from ..state import Contact, Desk
from ..tables.fighting import DICE, OUTCOMES
from ..words import Band, Toll
from .common import lose_figures, remove
from .env_fight import Combat
from .generals import GeneralsAtRisk

NO_SHOT = {Band.HELD: "55", Band.PUSHED: "59"}
"""The rule by which nobody in the fight shoots next turn."""


class Combats(Step):
    """Every group of units linked by contact fights once, the oldest fight first. [T5, C1]"""

    cite = "T5"
    title = "Close combats"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        fight = next_fight(t.state)
        return NEXT if fight is None else Call("combat", Combat(*fight))


class OneDieEach(Step):
    """One D6 for each side with its factors; attacker's score less defender's. [31, G-9]"""

    cite = "31"
    title = "A close combat"

    def ask(self, t: Desk) -> Throw:
        env: Combat = t.env
        ours, theirs = tallies(t.state, env.units, env.attacker)
        dice = Opposed(ours.total, theirs.total)
        attackers = [i for i in env.units if t.unit(i).side == env.attacker]
        defenders = [i for i in env.units if t.unit(i).side != env.attacker]
        return Throw("close combat", dice, "46", (ours, theirs), attackers=attackers, defenders=defenders)

    def fell(self, t: Desk, reading: int) -> Flow:
        env: Combat = t.env
        row = OUTCOMES.find(reading)
        t.note(row.cite, "combat", side=env.attacker, difference=reading, result=row.value.value)
        banned = NO_SHOT.get(row.value)
        if banned is not None:
            t.note(banned, "no shooting", side=env.attacker)
        # What happens to each is settled before anybody is taken off: who touched whom counts. [G-47, R1]
        verdicts = fates(t.state, env.units, env.attacker, row.value)
        for verdict in verdicts:
            self._strike(t, verdict)
        due = tuple((v.unit, v.toll, v.toll_cite) for v in verdicts if _must_throw(t, v))
        t.bind(band=row.value, due=due)
        return NEXT

    def _strike(self, t: Desk, verdict: Fate) -> None:
        """Orders are noted; units lost whatever the dice say go at once. [T5, X4, 47, 60, 66]"""
        if verdict.toll is Toll.ALL:
            what = "gun lost" if verdict.toll_cite == "X4" else "destroyed"
            remove(t, verdict.unit, verdict.toll_cite, what)
            return
        if verdict.toll is Toll.NOTHING:
            t.note(verdict.toll_cite, "loses nothing", unit=verdict.unit)
        t.put(verdict.unit, tomorrow=verdict.duties)
        figures = t.unit(verdict.unit).figures
        if verdict.toll in DICE and min(DICE[verdict.toll].dist()) >= figures:
            lose_figures(t, verdict.unit, figures, "combat", verdict.toll_cite)


def _must_throw(t: Desk, verdict: Fate) -> bool:
    """Whether a unit's loss is still open."""
    return verdict.toll in DICE and t.unit(verdict.unit).on_table


class CombatLosses(Step):
    """Each unit throws for its own loss. [C5]"""

    cite = "C5"

    def ask(self, t: Desk) -> Throw | None:
        env: Combat = t.env
        if not env.due:
            return None
        unit, toll, cite = env.due[0]
        return Throw("losses", DICE[toll], cite, side=t.unit(unit).side, unit=unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        (unit, _, cite), *rest = t.env.due
        lose_figures(t, unit, reading, "combat", cite)
        t.bind(due=tuple(rest))
        return AGAIN


class CombatEnds(Step):
    """Contact is over where one side is gone; a fight that goes on keeps its age and its roles. [C9, C2]"""

    cite = "C9"

    def begin(self, t: Desk) -> Flow:
        t.set(contacts=tuple([self._kept(t, c) for c in t.state.contacts]))
        return NEXT

    def _kept(self, t: Desk, contact: Contact) -> Contact:
        env: Combat = t.env
        if contact.attacker not in env.units:
            return contact
        attacker, defender = contact.attacker, contact.defender
        if t.unit(attacker).side != env.attacker:
            attacker, defender = defender, attacker
        return replace(contact, number=env.age, attacker=attacker, defender=defender)


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "combat": (OneDieEach(), CombatLosses(), CombatEnds(), GeneralsAtRisk()),
}
