"""Subordinates brought along, objectives given, initiative. [OPS-02, F-9.3, F-9.4]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cards, LazyPairs
from grognard.engine.flow import AGAIN, NEXT, Flow, Step

from ..facts import command
from ..state import NOBODY, OM, Desk
from ..words import Card, Fate
from .common import D10

MOST_ORDERS = 2


class Bring(Step):
    """The leader on top may bring subordinates along. [OPS-02, F-8.2]"""

    cite = "OPS-02"
    title = "Subordinates"

    def ask(self, t: Desk) -> Ask | None:
        top = t.leader(t.state.active[0])
        if top.fate is not Fate.MAP:
            return None
        able = command.may_come_along(t.state, top, t.state.active[1:])
        if not able:
            return None
        return Ask(top.side, f"Who acts with {top.name}?", self.cite, {"bring": Cards(able), "enough": None})

    def bring(self, t: Desk, card: int) -> Flow:
        """He acts at the same time; his card counts as played."""
        t.put_leader(card, card=Card.STACK)
        t.set(active=(*t.state.active, card))
        t.note(self.cite, "comes along", leader=t.leader(card).name)
        return AGAIN

    def enough(self, t: Desk) -> Flow:
        """Nobody else."""
        return NEXT


class GiveOrders(Step):
    """Each activated superior gives up to two OMs. [F-9.3, R-37]"""

    cite = "F-9.3"
    title = "Orders"

    def ask(self, t: Desk) -> Ask | Throw | None:
        env = t.env
        if env.now != NOBODY:
            one = t.leader(env.now)
            return Throw("order", D10, self.cite, side=one.side, leader=one.name, need=one.sr)
        receivers = command.receivers(t.state, env.given, MOST_ORDERS)
        if not receivers:
            return None
        side = t.leader(t.state.active[0]).side
        pairs = LazyPairs(receivers, lambda one: command.order_hexes(t.state, one), to="cell")
        return Ask(side, "Give an OM?", self.cite, {"give_om": pairs, "no_orders": None})

    def give_om(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """An OM for a subordinate."""
        one, there = pair
        t.bind(given=(*t.env.given, one))
        t.put_leader(one, pending=OM(there))
        t.note(self.cite, "is ordered", leader=t.leader(one).name, hex=t.state.field.grid.label(there))
        if command.in_range_of_superior(t.state, one):
            t.bind(now=one, to=there)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = t.env.now
        t.bind(now=NOBODY)
        if die <= t.leader(one).sr:
            t.put_leader(one, om=OM(t.env.to), pending=None)
            t.note(self.cite, "obeys", leader=t.leader(one).name)
        else:
            t.note(self.cite, "will see", leader=t.leader(one).name)
        return AGAIN

    def no_orders(self, t: Desk) -> Flow:
        """Leave the orders as they are."""
        return NEXT


class Initiative(Step):
    """Leaders may act on their own: one SR check each and turn, here and nowhere else. [F-9.4, R-62, SEQ-08a]"""

    cite = "F-9.4"
    title = "Initiative"

    def _able(self, t: Desk) -> tuple[int, ...]:
        return tuple(
            one
            for one in t.state.active
            if (each := t.leader(one)).on_map
            and not each.passive
            and not each.tried
            and each.command != NOBODY
            and command.may_try(t.state, one)
        )

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now != NOBODY:
            one = t.leader(t.env.now)
            return Throw("initiative", D10, self.cite, side=one.side, leader=one.name, need=one.sr)
        able = self._able(t)
        if not able:
            return None
        side = t.leader(able[0]).side
        pairs = LazyPairs(able, lambda one: command.initiative_hexes(t.state, one), to="cell")
        return Ask(side, "Use initiative?", self.cite, {"initiative": pairs, "forgo": None})

    def initiative(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Try to place or shift an order."""
        t.put_leader(pair[0], tried=True)
        t.bind(now=pair[0], to=pair[1])
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = t.leader(t.env.now)
        t.bind(now=NOBODY)
        if die <= one.sr:
            cite = command.initiative_rule(t.state, one.id, t.env.to)
            t.put_leader(one.id, om=OM(t.env.to, temporary=cite != "INI-02"))
            where = t.state.field.grid.label(t.env.to)
            t.note(cite, "takes the initiative for", leader=one.name, hex=where)
        elif die == 9:
            t.put_leader(one.id, passive=True)
            t.note("R-36", "turns passive", leader=one.name)
        else:
            t.note(self.cite, "no initiative", leader=one.name)
        return AGAIN

    def forgo(self, t: Desk) -> Flow:
        """Act on orders only."""
        return NEXT
