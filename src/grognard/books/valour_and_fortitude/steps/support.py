"""Who lends melee and brigade support: asked only where there is something to choose. [120–124, B19, B46]"""

from __future__ import annotations

from grognard.engine.choices import Ask
from grognard.engine.domains import Domain, Units
from grognard.engine.flow import AGAIN, NEXT, Flow, Step

from ..facts.support import (
    Support,
    brigade_supporters,
    helpers_of,
    risks_nothing,
    wanted_elsewhere,
    ways_to_support,
)
from ..state import Desk, Unit
from ..tables.shooting import SUPPORTERS
from .env import Fight

Ways = list[tuple[Support, ...]]


def opponents(t: Desk) -> bool:
    """Whether both opponents are still there."""
    return t.unit(t.env.unit).on_table and t.unit(t.env.target).on_table


class Join(Step):
    """Units join in on one side of a fight, up to three; a gun with canister counts as two. [122, B46]"""

    cite = "122"
    which = "supporters"

    def able(self, t: Desk) -> Ways:
        """Who may lend support, and how."""
        raise NotImplementedError

    def plain(self, t: Desk, ways: Ways) -> bool:
        """Whether nobody need be asked."""
        raise NotImplementedError

    def friend(self, t: Desk) -> Unit:
        """The unit supported."""
        raise NotImplementedError

    def begin(self, t: Desk) -> Flow | None:
        ways = self.able(t) if opponents(t) else []
        if not ways:
            return NEXT
        if not self.plain(t, ways):
            return None
        for each in ways:
            self._lend(t, each[0])
        return NEXT

    def room(self, t: Desk) -> int:
        """How many more units the limit allows."""
        counts = {way[:2]: way.counts for each in self.able(t) for way in each}
        return SUPPORTERS - sum(counts[each] for each in getattr(t.env, self.which))

    def ask(self, t: Desk) -> Ask | None:
        taken = {unit for unit, _ in getattr(t.env, self.which)}
        room = self.room(t)
        ways = [way for each in self.able(t) for way in each if way.unit not in taken and way.counts <= room]
        ways.sort(key=lambda way: (-way.plus, way.unit))
        if not ways:
            return None
        offers: dict[str, Domain | None] = {
            verb: Units(found)
            for verb, canister in (("join_canister", True), ("join", False))
            if (found := [way.unit for way in ways if way.canister is canister])
        }
        friend = self.friend(t)
        return Ask(friend.side, f"Who supports {friend.name}?", self.cite, {**offers, "no_more": None})

    def _lend(self, t: Desk, way: Support) -> None:
        t.bind(**{self.which: (*getattr(t.env, self.which), (way.unit, way.plus))})
        t.note(self.cite, "supports", unit=way.unit, friend=self.friend(t).id)

    def _join(self, t: Desk, unit: int, canister: bool) -> Flow:
        for each in self.able(t):
            for way in each:
                if way.unit == unit and way.canister is canister:
                    self._lend(t, way)
        return AGAIN

    def join(self, t: Desk, unit: int) -> Flow:
        """It adds two dice, in open order one."""
        return self._join(t, unit, canister=False)

    def join_canister(self, t: Desk, unit: int) -> Flow:
        """It adds four dice and counts as two units. [B46]"""
        return self._join(t, unit, canister=True)

    def no_more(self, t: Desk) -> Flow:
        """Enough."""
        return NEXT


class MeleeSupport(Join):
    """The others who picked the target support the main attacker; whom, is asked if they are too many. [101, 122]

    More dice never hurt, so within the limit everybody supports as strongly as he can.
    """

    def able(self, t: Desk) -> Ways:
        env: Fight = t.env
        target, chosen = t.unit(env.target), frozenset(env.chosen)
        return [w for u in env.idle if (w := ways_to_support(t.state, t.unit(u), target, chosen))]

    def plain(self, t: Desk, ways: Ways) -> bool:
        return sum(each[0].counts for each in ways) <= SUPPORTERS

    def friend(self, t: Desk) -> Unit:
        return t.unit(t.env.unit)


class BackSupport(Join):
    """Friends that touch the main attacker and are no target may support the unit that fights back. [B19]"""

    cite = "B19"
    which = "helpers"

    def able(self, t: Desk) -> Ways:
        env: Fight = t.env
        if env.second or env.main is None:
            return []
        return helpers_of(t.state, t.unit(env.target), t.unit(env.unit), frozenset(env.chosen))

    def plain(self, t: Desk, ways: Ways) -> bool:
        return risks_nothing(t.state, ways, t.unit(t.env.unit))

    def friend(self, t: Desk) -> Unit:
        return t.unit(t.env.target)


class BrigadeSupport(Step):
    """One unit of the brigade within 3 adds 1; which, is asked if it may be wanted in another fight. [124, 129a]"""

    cite = "124"

    def __init__(self, which: str, whose: str):
        self.which, self.whose = which, whose

    def able(self, t: Desk) -> list[int]:
        """Who may lend it."""
        if not opponents(t) or (self.which == "back_friend" and t.env.main is None):
            return []
        return brigade_supporters(t.state, t.unit(getattr(t.env, self.whose)), t.env.bound)

    def begin(self, t: Desk) -> Flow | None:
        able = self.able(t)
        if not able:
            return NEXT
        if wanted_elsewhere(t.state, t.unit(getattr(t.env, self.whose)), able, t.env.bound):
            return None
        return self.stand_by(t, able[0])

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(getattr(t.env, self.whose))
        offers: dict[str, Domain | None] = {"stand_by": Units(self.able(t)), "keep_back": None}
        return Ask(unit.side, f"Who lends {unit.name} brigade support?", self.cite, offers)

    def stand_by(self, t: Desk, unit: int) -> Flow:
        """This one."""
        t.bind(**{self.which: unit})
        t.note(self.cite, "supports", unit=unit, friend=getattr(t.env, self.whose))
        return NEXT

    def keep_back(self, t: Desk) -> Flow:
        """Nobody: it is kept for another fight."""
        return NEXT
