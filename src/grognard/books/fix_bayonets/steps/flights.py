"""Retreats and routs, hex by hex; friends run over; leaders left behind. [F-18.3, F-18.3a, F-18.4, F-9.7]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Pairs
from grognard.engine.flow import AGAIN, LOOP, NEXT, Flow, Step, replace

from ..facts.checks import tally
from ..facts.retreat import candidates, excess, here, leaves, left_behind, settles
from ..state import NOBODY, Desk, Flight
from ..words import Fate, Order, Trial, Where
from .common import D10, all_leaders, destroy, displace, ids, join, lose, lose_from, place, unseat, worsen

CAPTURED = 3


class Run(Step):
    """The owner picks each hex of the lowest class, or friends. [RET-01, RET-06]"""

    cite = "RET-06"
    title = "Retreat"

    def begin(self, t: Desk) -> Flow | None:
        while t.state.fleeing:
            flight = self._alive(t)
            if flight is None:
                continue
            if self._shifts(t, flight):
                return None
            if flight.left > 0 and leaves(t.state, flight):
                self._off(t, flight)
            elif flight.left <= 0 and settles(
                t.state, tuple(t.unit(u) for u in flight.units), here(t.state, flight)
            ):
                self._settle(t, flight)
            else:
                found = candidates(t.state, flight)
                if guns := left_behind(t.state, flight):
                    destroy(t, tuple(t.unit(one) for one in guns), "F-18.3")
                elif not found:
                    self._lost(t, flight)
                elif len(found) == 1:
                    return self.run(t, next(iter(found)))
                else:
                    return None
        return NEXT

    def ask(self, t: Desk) -> Ask | None:
        if not t.state.fleeing:
            return None
        flight = t.state.fleeing[0]
        side = t.unit(flight.units[0]).side
        if shifts := self._shifts(t, flight):
            words = f"{t.unit(flight.units[0]).name} goes back: does its leader?"
            return Ask(side, words, "F-9.7", {"shift": Pairs(shifts, to="cell"), "go_along": None})
        words = f"Where does {t.unit(flight.units[0]).name} go?"
        return Ask(side, words, self.cite, {"run": Cells(candidates(t.state, flight))}, about=flight.units[0])

    def _shifts(self, t: Desk, flight: Flight) -> dict[int, tuple[int, ...]]:
        """Leaders who may leave a stack before it goes back, and the friends beside it. [F-9.7]"""
        unit = t.unit(flight.units[0])
        if not flight.led or flight.used or unit.passing or set(ids(t.stack(unit.id))) - set(flight.units):
            return {}
        running = {one for each in t.state.fleeing for one in each.units}
        beside = tuple(
            there
            for _, there in t.state.field.grid.steps(unit.hex)
            if (stack := t.state.at.get(there)) and stack[0].side == unit.side and stack[0].id not in running
        )
        return {one.id: beside for one in t.state.leaders_at(unit.hex, unit.side)} if beside else {}

    def shift(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """He stays, with friends beside them."""
        one, there = pair
        t.put_leader(one, hex=there)
        t.note("F-9.7", "leader joins", leader=t.leader(one).name)
        return LOOP

    def go_along(self, t: Desk) -> Flow:
        """He goes with them."""
        flight = replace(t.state.fleeing[0], led=False)
        t.set(fleeing=(flight, *t.state.fleeing[1:]))
        return LOOP

    def run(self, t: Desk, there: int) -> Flow:
        """One hex back."""
        flight = t.state.fleeing[0]
        found = candidates(t.state, flight)[there]
        friends = t.state.at.get(there, ())
        paid = flight.paid
        if found == 4 or (found == 3 and not paid):
            lose(t, flight.units[0], 1, "F-18.3")
            paid = paid or found == 3
        flight = replace(flight, left=flight.left - 1, used=(*flight.used, there), paid=paid)
        t.set(fleeing=(flight, *t.state.fleeing[1:]))
        how = "flees" if flight.rout else "falls back"
        t.note(f"RET-0{found}", "runs", unit=flight.units[0], how=how, hex=t.state.field.grid.label(there))
        if not friends:
            alive = tuple(u for u in flight.units if t.unit(u).on_map)
            if alive:
                place(t, alive, there, all_leaders(t, alive))
        elif flight.rout and friends[0].order is not Order.ROUTED:
            t.bind(trampled=friends[0].id)
            return NEXT
        return LOOP

    def _alive(self, t: Desk) -> Flight | None:
        flight = t.state.fleeing[0]
        units = tuple(u for u in flight.units if t.unit(u).on_map)
        if not units:
            t.set(fleeing=t.state.fleeing[1:])
            return None
        if units != flight.units:
            flight = replace(flight, units=units)
            t.set(fleeing=(flight, *t.state.fleeing[1:]))
        return flight

    def _settle(self, t: Desk, flight: Flight) -> None:
        there = here(t.state, flight)
        t.set(fleeing=t.state.fleeing[1:])
        if t.unit(flight.units[0]).hex != there or t.unit(flight.units[0]).passing:
            place(t, flight.units, there, all_leaders(t, flight.units))
            join(t, flight.units)

    def _off(self, t: Desk, flight: Flight) -> None:
        """Gone over its own edge. [F-18.4]"""
        t.set(fleeing=t.state.fleeing[1:])
        at = t.unit(flight.units[0])
        t.put_all(flight.units, where=Where.GONE)
        t.note("F-18.4", "leaves the map", unit=flight.units[0])
        displace(t, at.hex, at.side)

    def _lost(self, t: Desk, flight: Flight) -> None:
        """No hex left: those who cannot go on are lost; at the end of its way a stack loses what its friends have no room for.

        [F-18.3, F-18.3a]
        """
        there = here(t.state, flight)
        stack = tuple(t.unit(u) for u in flight.units)
        many = excess(t.state, stack, there) if flight.left <= 0 else sum(unit.steps for unit in stack)
        if many >= sum(unit.steps for unit in stack):
            t.set(fleeing=t.state.fleeing[1:])
            destroy(t, stack, "F-18.3")
            return
        halves = 2 * many
        for unit in stack:
            if gone := min(halves, unit.halves):
                lose_from(t, unit.id, gone, "F-18.3a")
                halves -= gone


class Trampled(Step):
    """Friends a routing stack ran into check with +2. [F-18.3a, TEM-08]"""

    cite = "F-18.3a"
    title = "Run over"

    def begin(self, t: Desk) -> Flow | None:
        one = t.env.trampled
        if one == NOBODY or not t.unit(one).on_map or t.unit(one).order is Order.ROUTED:
            t.bind(trampled=NOBODY)
            return LOOP if t.state.fleeing else NEXT
        return None

    def ask(self, t: Desk) -> Throw:
        stack = t.stack(t.env.trampled)
        why = tally(t.state, stack, Trial.TRAVERSED)
        return Throw("check", D10, self.cite, why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem)

    def fell(self, t: Desk, die: int) -> Flow:
        stack = t.stack(t.env.trampled)
        if die + tally(t.state, stack, Trial.TRAVERSED).total > stack[0].tem:
            worsen(t, stack)
        else:
            t.note("F-15.1", "holds", unit=stack[0].id)
        t.bind(trampled=NOBODY)
        return LOOP


class Stranded(Step):
    """A leader without friends near is captured or routs. [F-9.7, R-77]"""

    cite = "F-9.7"
    title = "A leader alone"

    def _who(self, t: Desk) -> int:
        return next((one.id for one in t.state.leaders if one.routed and one.on_map), NOBODY)

    def ask(self, t: Desk) -> Throw | None:
        one = self._who(t)
        return (
            None
            if one == NOBODY
            else Throw("stranded", D10, self.cite, side=t.leader(one).side, leader=t.leader(one).name)
        )

    def fell(self, t: Desk, die: int) -> Flow:
        one = self._who(t)
        name = t.leader(one).name
        if die <= CAPTURED:
            unseat(t, one, Fate.KILLED)
            t.note(self.cite, "captured", leader=name)
        else:
            unseat(t, one, Fate.AWAY, clock=1)
            t.note(self.cite, "leader routs", leader=name)
        return AGAIN


SEQUENCES: dict[str, tuple[Step, ...]] = {"flights": (Run(), Trampled(), Stranded())}
