"""Activation: declare, roll the order, carry it out. [T001–T012d, R-01, R-02, R-07]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal, Tally
from grognard.engine.verbs import Barred, offered

from ..facts.values import discipline, is_free, leadership, trait, troops
from ..state import Desk, State, Unit
from ..tables.actions import FREE_CITES
from ..tables.nerve import ORDER, Trial
from ..words import Action, Trait
from .common import here, pick_up
from .env import Deed, Rouse
from .menu import Menu
from .verbs import CARRIED_OUT, ORDERS

A = Action


class Activate(Step):
    """One unit after another, in any order, each deed complete before the next; skipped ones stand. [T001, R-07, R-42]"""

    cite = "T001"
    title = "Activation"
    rows = ORDERS

    def ask(self, t: Desk) -> Ask | None:
        own = t.state.on_table(t.state.side)
        idiots = [u.id for u in own if is_idiot(u)]
        menu = Menu(t.state, [u for u in own if not is_idiot(u)], idiots)
        offers = offered(ORDERS, menu)
        barred = Barred(ORDERS, menu, offers)
        if idiots:
            offers["rouse"] = Units(idiots)
        waiting = still_due(menu, idiots)
        if waiting is None:
            offers["end_turn"] = None
        else:
            barred.also("end_turn", waiting)
        return Ask(t.state.side, "Activate a unit, or end the turn", self.cite, offers, barred)

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def rouse(self, t: Desk, unit: int) -> Call:
        """See what the Idiot makes of it. [F-T3]"""
        return Call("rouse", Rouse(unit, t.state.side))

    def end_turn(self, t: Desk) -> Flow:
        """Nobody else acts; forgotten Rallies are thrown. [R-08]"""
        return NEXT


def still_due(menu: Menu, idiots: Sequence[int]) -> Refusal | None:
    """Whom nobody may pass over: to leave a unit out is to let it Stand To. [R-07]"""
    if menu.pressed:
        return Refusal(
            "F-T17", "a Leader who attacks whenever he can has an enemy in reach, and is not passed over"
        )
    if idiots:
        return Refusal("F-T3", "an Idiot is not passed over: see what he makes of it")
    return None


def is_idiot(unit: Unit) -> bool:
    """Whether a d6 comes before anything this unit does. [F-T3]"""
    return trait(unit) is Trait.IDIOT and not unit.pinned and not unit.acted and not unit.arrived


class IdiotDie(Step):
    """The activation of an Idiot starts with a d6; on 1 the opponent decides. [F-T3]"""

    cite = "F-T3"
    title = "Idiot"

    def ask(self, t: Desk) -> Throw:
        return Throw("idiot", Sum(1), self.cite, side=t.unit(t.env.unit).side, unit=t.env.unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        if reading == 1:
            t.bind(by=1 - unit.side)
            t.note(self.cite, "idiot", unit=unit.id)
        return NEXT


class IdiotActs(Step):
    """Whoever decides for him names the action and its details. [F-T3]"""

    cite = "F-T3"
    title = "Idiot"
    rows = ORDERS

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        menu = Menu(t.state, (unit,))
        offers = offered(ORDERS, menu)
        barred = Barred(ORDERS, menu, offers)
        return Ask(t.env.by, f"What does {unit.name} do?", self.cite, offers, barred)

    def resume(self, t: Desk) -> Flow:
        return NEXT


class Forgotten(Step):
    """A turn does not end before every Pinned unit that could has tried to Rally. [T117, R-08]"""

    cite = "R-08"
    title = "Forgotten Rallies"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        for unit in t.state.on_table(t.state.side):
            if unit.pinned and not unit.acted and not unit.arrived:
                return Call("action", Deed(unit.id, A.RALLY, unit.side))
        return NEXT


# ---- one activation


def order_tally(state: State, unit: Unit) -> Tally:
    """What is added to an order roll: nothing, unless a switch says so. [R-02, F-B7]"""
    bonus = state.options.babbage_order_bonus if state.field.solo == unit.side else 0
    return ORDER.tally(Trial(discipline(unit), counts=state.options.discipline_on_orders, bonus=bonus))


class GiveOrder(Step):
    """A Free Action, or 2d6 against Leadership; a failed roll ends the activation; Rally needs none. [T005, T012]"""

    cite = "T003"
    title = "Order"

    def begin(self, t: Desk) -> Flow | None:
        unit = t.unit(t.env.unit)
        t.put(unit.id, acted=True, was=here(unit))
        if t.state.bouts:
            t.set(bouts=())
        if not is_free(unit, t.env.action):
            return None
        if t.env.action is not A.RALLY:
            t.note(FREE_CITES[troops(unit)], "acts freely", unit=unit.id, action=t.env.action.value)
        return NEXT

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return Throw(
            "order",
            Sum(2),
            self.cite if unit.leader is not None else "T004",
            order_tally(t.state, unit),
            side=unit.side,
            unit=unit.id,
            need=leadership(unit),
            action=t.env.action.value,
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        if reading + order_tally(t.state, unit).total >= leadership(unit):
            t.note(self.cite, "obeys", unit=unit.id, action=t.env.action.value)
            return NEXT
        t.note("T005", "does nothing", unit=unit.id)
        pick_up(t, unit.id)  # the activation ends here all the same
        return DONE


class CarryOut(Step):
    """The action itself; any but Stand To and Go to Ground ends lying down. [R-36, R-45]"""

    cite = "R-36"
    title = "Action"

    def begin(self, t: Desk) -> Flow | Call:
        deed: Deed = t.env
        unit = t.unit(deed.unit)
        if unit.to_ground and deed.action not in (A.STAND_TO, A.GO_TO_GROUND):
            t.put(unit.id, to_ground=False)
            t.note(self.cite, "rises", unit=unit.id)
        return CARRIED_OUT[deed.action](deed, t.unit(deed.unit))

    def resume(self, t: Desk) -> Flow:
        return NEXT


class PickUp(Step):
    """An intruder ending its activation within 1 of the prize takes it up. [F-SC3]"""

    cite = "F-SC3"
    title = "Prize"

    def begin(self, t: Desk) -> Flow:
        pick_up(t, t.env.unit)
        return NEXT


class Told(Step):
    """Where the odds of a deed are read off; no game comes here. [T005]"""

    cite = "T005"
    title = "Odds"

    def ask(self, t: Desk) -> Ask:
        return Ask(t.env.by, "The deed is done", self.cite, {"end_turn": None})

    def end_turn(self, t: Desk) -> Flow:
        """Nothing more."""
        return NEXT
