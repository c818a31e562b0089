"""Formations move: the leader rides, then his stacks act. [OPS-04a, OPS-05, OPS-06]"""

from __future__ import annotations

from grognard.engine.choices import Ask
from grognard.engine.domains import Cards, Domain, LazyCells, Pairs, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step

from ..facts import command
from ..facts.moving import entry_hexes, entry_price, prolonge_hexes
from ..facts.stacks import Stack, allowance
from ..state import NOBODY, Desk, Leader
from ..words import Arm, Card, Fate, Order, Where
from .act import start_act
from .command import formations
from .common import place
from .env import Act, Formed


class EachFormation(Step):
    """Every activated leader with his Formation, one after the other. [OPS-04a, OPS-06]"""

    cite = "OPS-06"
    title = "Formations move"

    def ask(self, t: Desk) -> Ask | None:
        left = tuple(one for one in t.state.active if one not in t.env.done)
        if len(left) < 2:
            return None
        side = t.leader(left[0]).side
        return Ask(side, "Whose Formation moves next?", self.cite, {"next_leader": Cards(left)})

    def begin(self, t: Desk) -> Flow | Call | None:
        left = tuple(one for one in t.state.active if one not in t.env.done)
        if not left:
            return NEXT
        return self.next_leader(t, left[0]) if len(left) == 1 else None

    def next_leader(self, t: Desk, one: int) -> Call:
        """He and his units move."""
        t.bind(done=(*t.env.done, one))
        return Call("formation", Formed(one))

    def resume(self, t: Desk) -> Flow | Call:
        return self.begin(t) or AGAIN


class Ride(Step):
    """The leader rides, then leaders without a card who follow him. [OPS-04a, OPS-04b, OPS-04c, F-9.1a]"""

    cite = "OPS-04c"
    title = "Leaders ride"

    def _rider(self, t: Desk) -> Leader | None:
        """Who rides next: the leader himself, then those who follow him."""
        main, rode = t.env.leader, t.env.rode
        minor = (
            one.id
            for one in t.state.leaders
            if one.superior == main and one.card is Card.NONE and one.command == NOBODY and one.on_map
        )
        left = (t.leader(one) for one in (main, *minor) if one not in rode)
        return next((one for one in left if command.may_ride(t.state, one)), None)

    def ask(self, t: Desk) -> Ask | None:
        one = self._rider(t)
        if one is None:
            return None
        state = t.state
        offers: dict[str, Domain | None] = {"ride": LazyCells(lambda: command.rides(state, one))}
        if not command.must_ride(state, one):
            offers["stay"] = None
        cite = "F-9.1a" if one.om is None else self.cite
        return Ask(one.side, f"Where does {one.name} ride?", cite, offers)

    def ride(self, t: Desk, there: int) -> Flow:
        """Ride there."""
        one = self._rider(t)
        assert one is not None
        t.put_leader(one.id, hex=there, rode=True)
        t.bind(rode=(*t.env.rode, one.id))
        t.note(
            self.cite if one.om else "OPS-04b", "rides", leader=one.name, hex=t.state.field.grid.label(there)
        )
        return AGAIN

    def stay(self, t: Desk) -> Flow:
        """Stay."""
        one = self._rider(t)
        assert one is not None
        t.bind(rode=(*t.env.rode, one.id))
        return AGAIN


class UnitsAct(Step):
    """His stacks act one after the other; nobody has to. [OPS-05, F-8.3]"""

    cite = "OPS-05"
    title = "Units act"

    def _mine(self, t: Desk) -> frozenset[int]:
        leader = t.leader(t.env.leader)
        if leader.command != NOBODY:
            return frozenset({leader.command})
        others = {t.leader(one).command for one in t.state.active}
        return formations(t) - others

    def _ready(self, t: Desk, stack: Stack) -> tuple[int, ...]:
        """The units of a stack that act now: of this Formation, and not yet. [OPS-05, F-8.3]"""
        return self._of(t, stack, self._mine(t))

    def _of(self, t: Desk, stack: Stack, mine: frozenset[int]) -> tuple[int, ...]:
        return tuple(
            [
                unit.id
                for unit in stack
                if unit.command in mine
                and not unit.acted
                and unit.order is not Order.ROUTED
                and not t.state.commands[unit.command].reserve
            ]
        )

    def _able(self, t: Desk, mine: frozenset[int]) -> list[tuple[int, ...]]:
        """Of every stack that may act, the units that do."""
        stacks = t.state.stacks(t.leader(t.env.leader).side)
        return [ready for stack in stacks if (ready := self._of(t, stack, mine))]

    def _parts(self, t: Desk, able: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Units that may leave those they would act with: guns by prolonge. [F-6.1, F-10.9]"""
        return tuple(
            unit
            for ready in able
            if len(ready) > 1
            for unit in ready
            if t.unit(unit).good
            and (t.unit(unit).arm is not Arm.ART or prolonge_hexes(t.state, (t.unit(unit),)))
        )

    def _waiting(self, t: Desk, mine: frozenset[int]) -> dict[int, tuple[int, ...]]:
        waiting = Where.WAITING
        return {
            unit.id: hexes
            for unit in t.state.units
            if unit.where is waiting
            and unit.command in mine
            and unit.arrives <= t.state.turn
            and not unit.acted
            and not t.state.commands[unit.command].reserve
            and (hexes := entry_hexes(t.state, unit))
        }

    def ask(self, t: Desk) -> Ask | None:
        mine = self._mine(t)
        able, coming = self._able(t, mine), self._waiting(t, mine)
        if not able and not coming:
            return None
        offers: dict[str, Domain | None] = {}
        if able:
            offers["act"] = Units([ready[0] for ready in able])
        parts = self._parts(t, able)
        if parts:
            offers["act_alone"] = Units(parts)
        if coming:
            offers["enter"] = Pairs(coming, to="cell")
        side = t.leader(t.env.leader).side
        name = t.leader(t.env.leader).name
        return Ask(side, f"{name}: which stack acts?", self.cite, {**offers, "end_formation": None})

    def act(self, t: Desk, unit: int) -> Call:
        """The whole stack acts, or what of it may."""
        return start_act(t, self._ready(t, t.stack(unit)))

    def act_alone(self, t: Desk, unit: int) -> Call:
        """One unit leaves its stack."""
        return start_act(t, (unit,))

    def enter(self, t: Desk, pair: tuple[int, int]) -> Call:
        """A reinforcement comes in, its leader with the first. [F-10.11]"""
        unit, there = pair
        among = there in t.state.at
        t.put(unit, where=Where.MAP, hex=there, passing=among)
        place(t, (unit,), there, passing=among)
        one = t.leader(t.env.leader)
        if one.fate is Fate.WAITING:
            t.put_leader(one.id, fate=Fate.MAP, hex=there)
        t.note("F-10.11", "arrives", unit=unit, hex=t.state.field.grid.label(there))
        each = t.unit(unit)
        whole = allowance(t.state, (each,))
        price = entry_price(t.state, each, there)
        assert price is not None
        left = max(0, whole - price)
        shifted = each.arm is Arm.ART
        t.put(unit, shifted=shifted)
        return Call("act", Act((unit,), left, whole, moved=True, busy=True, good=each.good, entered=True))

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def end_formation(self, t: Desk) -> Flow:
        """Nobody else of this Formation acts."""
        return NEXT
