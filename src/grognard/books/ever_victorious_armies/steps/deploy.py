"""Free deployment: the second side sets up first, then the first, anywhere in their zones. [Z1]"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.domains import Domain, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import nearer_than
from grognard.geometry.points import Point, bounds
from grognard.geometry.shapes import first_overlap
from grognard.tabletop.ideas import any_of
from grognard.tabletop.manoeuvre import Legs, Shown, Wish
from grognard.tabletop.placing import SetDown, Zones, own_or_common, row_by_row

from ..facts.bodies import body, others
from ..facts.ground import closed_by, meets_barred, off_table
from ..state import Desk, State, Unit
from ..words import Order
from .env import Placing

APART = 400
"""How far enemies are set up from each other. [Z1]"""
GRID = 200
"""How close together places are tried where a unit must be set up anew and cannot stay."""
FIRST = 1
"""The side that sets up first: the enemy is not on the table yet."""


def zones_of(state: State, unit: Unit) -> Zones:
    """A unit's own zone if it has one, else its side's. [Z1]"""
    return own_or_common(state.field.zones, unit.side, unit.key)


class Placer(SetDown[Unit]):
    """Sets one unit up: the noun is one leg ("place", x, y, facing, order)."""

    cite, tries, least, most = "Z1", 8, 1, 1

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit

    def put(self, x: int, y: int, facing: int, *more: Any) -> Unit | Refusal:
        """The unit as placed, or why it cannot be."""
        (order,) = more
        if order not in self.orders():
            return Refusal("M7", f"{self.unit.name} cannot stand in order '{order}'")
        still = 0 if order == Order.LIMBERED.value else 1
        return replace(self.unit, x=x, y=y, facing=facing, order=Order(order), still=still)

    def orders(self) -> tuple[str, ...]:
        """The orders it may be set up in. [G-36]"""
        if self.unit.is_gun:
            return Order.UNLIMBERED.value, Order.LIMBERED.value
        return tuple(order.value for order in self.unit.orders) or (Order.NONE.value,)

    def judge(self, done: Unit) -> Refusal | None:
        """Why it may not stand there."""
        unit = done
        place = body(self.state, unit)
        around = others(self.state, unit.id)
        if off_table(self.state.field, place):
            return Refusal("M10", "it would stand off the table")
        if not zones_of(self.state, unit).hold(place):
            return Refusal("Z1", "it would not be wholly in its zone")
        if not unit.is_general:
            friends = [body(self.state, u) for u in around if u.side == unit.side]
            if first_overlap(place, friends, TOUCH) is not None:
                return Refusal("M9", "another unit stands there")
            enemies = [body(self.state, u) for u in around if u.side != unit.side]
            if unit.side != FIRST and any(nearer_than(place, enemy, APART) for enemy in enemies):
                return Refusal("Z1", "it would be less than 4″ from an enemy")
        closed = meets_barred(self.state.field, unit.kind, (place,))
        if closed is None:
            return None
        return Refusal(closed_by(self.state.field, unit.kind, closed), f"it may not stand in {closed}")

    def region(self) -> tuple[Point, ...]:
        """The first zone it may use."""
        found = zones_of(self.state, self.unit)
        return found.parts[0][0] if found else body(self.state, self.unit)

    def ways(self, to: Wish) -> Iterable[Legs]:
        yield (("place", to.x, to.y, to.facing, to.order or self.unit.order.value),)

    def ideas(self) -> Iterable[Legs]:
        """Where it stands already."""
        yield self.present()

    def last_resort(self) -> Iterable[Legs]:
        """Places here and there in its zones."""
        unit = self.unit
        for part in (part for parts in zones_of(self.state, unit).parts for part in parts):
            for (x, y), order in product(row_by_row(bounds(part), GRID, GRID // 2), self.orders()):
                legs = (("place", x, y, unit.facing, order),)
                if self.legal(legs):
                    yield legs

    def present(self) -> Legs:
        """The place it has."""
        unit = self.unit
        return (("place", unit.x, unit.y, unit.facing, unit.order.value),)

    def whim(self, rng: Rng, attempt: int) -> Legs:
        """Somewhere in a zone, facing as now."""
        x, y = zones_of(self.state, self.unit).somewhere(rng)
        orders = self.orders()
        order = any_of(orders, rng)
        return (("place", x, y, self.unit.facing, order),)

    def fallback(self) -> Legs:
        """Where it stands, or anywhere, if chance finds no place."""
        return next(iter(self.candidates()), self.present())

    def show(self, done: Unit) -> Shown:
        """Where it would stand."""
        end = (done.x, done.y, done.facing, done.order.value)
        return Shown(end=end, body=body(self.state, done), steps=(), cost=0)


class Deploy(Step):
    """With the switch free_deployment on, both sides set up before turn 1. [Z1]"""

    cite = "Z1"
    title = "Deployment"

    def begin(self, t: Desk) -> Flow | Call:
        if not t.state.options.free_deployment:
            return NEXT
        t.bind(stage=1)
        return Call("set up side", Placing(FIRST))

    def resume(self, t: Desk) -> Flow | Call:
        if t.env.stage == 1:
            t.bind(stage=2)
            return Call("set up side", Placing(1 - FIRST))
        return NEXT


class SetUp(Step):
    """Pick a unit to set up anew, or be ready; whoever the enemy has come too near to must be. [Z1]"""

    cite = "Z1"
    title = "Deployment"

    def ask(self, t: Desk) -> Ask:
        left = [
            u.id
            for u in t.state.units
            if u.side == t.env.side and u.on_table and u.id not in t.env.done and self._placeable(t.state, u)
        ]
        offers: dict[str, Domain | None] = {}
        if left:
            offers["set_up"] = Units(left, lambda noun: Refusal(self.cite, "it is set up already"))
        placers = [Placer(t.state, t.unit(unit)) for unit in left]
        misplaced = [each.unit.name for each in placers if each.refusal(each.present()) is not None]
        if not misplaced:
            offers["ready"] = None
        barred = {"ready": Refusal(self.cite, f"{', '.join(misplaced)} cannot stay and must be set up anew")}
        return Ask(
            t.env.side, "Set up your units, or be ready", self.cite, offers, barred if misplaced else None
        )

    def _placeable(self, state: State, unit: Unit) -> bool:
        return Placer(state, unit).possible()

    def set_up(self, t: Desk, unit: int) -> Call:
        """Set this unit up."""
        t.bind(done=(*t.env.done, unit))
        return Call("set up unit", replace(t.env, unit=unit))

    def ready(self, t: Desk) -> Flow:
        """All stand as they shall."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


class SetUpUnit(Step):
    """Place one unit in its zone, a gun on or off its limber. [Z1, G-36]"""

    cite = "Z1"
    title = "Deployment"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            unit.side,
            f"Where does {unit.name} stand?",
            self.cite,
            {"place": Reach(unit.id, Placer(t.state, unit))},
        )

    def place(self, t: Desk, legs: Legs) -> Flow:
        """Here."""
        unit = Placer(t.state, t.unit(t.env.unit)).work_out(legs)
        assert isinstance(unit, Unit)
        t.put_unit(unit)
        t.note(self.cite, "is set up", unit=unit.id)
        return NEXT
