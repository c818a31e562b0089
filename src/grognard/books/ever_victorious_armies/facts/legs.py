"""The legs of a march: which there are, what each costs, and over what ground they go. [M3–M7]"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Refusal
from grognard.geometry.paths import Stride, around, walk
from grognard.geometry.points import Bounds, Poly, Pose, Segment
from grognard.tabletop.manoeuvre import Legs

from ..state import State, Unit
from ..tables.moving import TURNING, turning_row
from ..tables.terrain import crossing_cost
from ..words import Kind, Order
from .bodies import body, pose, size
from .ground import (
    Crossed,
    closed_by,
    crossings,
    keeps_to_roads,
    meets_barred,
    meets_difficult,
    on_road,
    shelter,
    troubles,
)
from .leaving import entered
from .readiness import farthest

FREE_TURN = 450
MOST_LEGS = 12
CLIMB = crossing_cost("work", Kind.FOOT) or 0
"""What it costs foot, and a general among them, to climb over the edge of a work. [Q7]"""
LEGS = frozenset({"forward", "back", "side", "turn", "order", "leave"})

Swept = tuple[Stride, tuple[Poly, ...]]
"""A leg, and the ground it passes over."""


class Cost(NamedTuple):
    """What one leg costs, and why."""

    words: str
    cost: int
    cite: str


class March(NamedTuple):
    """A manoeuvre worked out: where it ends, what it costs, over what ground."""

    end: Pose
    order: Order
    strides: tuple[Stride, ...]
    steps: tuple[Cost, ...]
    difficult: bool
    leaves: bool
    room: Bounds | None = None
    """The bounds of all it passes over, slightly generous; None if it goes nowhere."""

    def cost(self, allowance: int) -> int:
        """The whole cost; a change of order is half the allowance. [M3, M7]"""
        return sum(step.cost for step in self.steps) + (
            -(-allowance // 2) if any(step.cite == "M7" for step in self.steps) else 0
        )


@kept(of=("field", "options"), most=1 << 13)
def _paced(state: State, unit: Unit, legs: Legs) -> March | Refusal:
    """What a unit's legs come to, wherever the others stand."""
    return Pacing(state, unit).walked(legs)


class Pacing:
    """What one unit's legs cost, before anybody asks whether it may go so. [M3–M7]"""

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit

    def work_out(self, legs: Legs) -> March | Refusal:
        """The manoeuvre with its cost, before anything is judged but its shape."""
        return _paced(self.state, self.unit, legs)

    def walked(self, legs: Legs) -> March | Refusal:
        """The same, worked out."""
        shape = self._shape(legs)
        if shape is not None:
            return shape
        unit, state = self.unit, self.state
        changes = any(leg[0] == "order" for leg in legs)
        sizes = {order.value: size(state, unit, order) for order in unit.orders} if changes else None
        walked = tuple([leg for leg in legs if leg[0] != "leave"])
        strides = walk(pose(unit), walked, *size(state, unit), sizes)
        end = strides[-1].end if strides else pose(unit)
        order = next((Order(leg[1]) for leg in legs if leg[0] == "order"), unit.order)
        room = around(strides)
        swept = self._ground(strides, room)
        ground = _flat(swept)
        rough = bool(ground) and meets_difficult(state.field, unit.kind, ground)
        steps = self._steps(strides)
        if isinstance(steps, Refusal):
            return steps
        if meets_barred(state.field, unit.kind, ground) is not None:
            closed = entered(state.field, unit, body(state, unit), swept)
            if closed is not None:
                cite = closed_by(state.field, unit.kind, closed)
                return Refusal(cite, f"{unit.name} may not enter {closed}")
            # Out of what is closed to it it goes as over difficult ground, if it has dice for that. [M4]
            rough = rough or farthest(unit.kind, unit.order).difficult is not None
        return March(end, order, strides, steps, rough, bool(legs) and legs[-1][0] == "leave", room)

    def _ground(self, strides: tuple[Stride, ...], room: Bounds | None) -> tuple[Swept, ...]:
        """The ground swept where there may be trouble, leg by leg; of a way all on a road, only what roads do not carry. [M4, K1]"""
        if not troubles(self.state.field, self.unit.kind, room):
            return ()
        found: list[Swept] = []
        road = all(on_road(self.state.field, _centre_line(s)) for s in strides)
        order = self.unit.order
        for stride in strides:
            before, order = order, order_after(order, stride)
            if road and keeps_to_roads(self.unit, before) and keeps_to_roads(self.unit, order):
                found.append((stride, ()))
            else:
                found.append((stride, (stride.body(),) if self._about(stride, order) else stride.lane()))
        return tuple(found)

    def _shape(self, legs: Legs) -> Refusal | None:
        """Whether these are legs of a march at all. [M3, M7]"""
        if len(legs) > MOST_LEGS:
            return Refusal("M3", f"the way has more than {MOST_LEGS} parts")
        for at, leg in enumerate(legs):
            kind, *amounts = leg
            if kind not in LEGS or len(amounts) != 1:
                return Refusal("M3", "that is no way to march")
            if kind == "order":
                reason = self._order_leg(legs, at, amounts[0])
                if reason is not None:
                    return reason
            elif (
                not isinstance(amounts[0], int)
                or abs(amounts[0]) > 20000
                or (kind in ("forward", "back") and amounts[0] < 0)
            ):
                return Refusal("M3", "that is no way to march")
            elif kind == "leave" and at != len(legs) - 1:
                return Refusal("M10", "it would go on after it has left the table")
        return None

    def _order_leg(self, legs: Legs, at: int, name: Any) -> Refusal | None:
        unit = self.unit
        if name not in [order.value for order in unit.orders] or name == unit.order.value:
            return Refusal("M7", f"{unit.name} cannot change to '{name}' now")
        if sum(leg[0] == "order" for leg in legs) > 1:
            return Refusal("M7", "it has changed its order already this turn")
        if at not in (0, len(legs) - 1):
            return Refusal(
                "M7", "it would change its order in the middle of the march, not before or after it"
            )
        return None

    def _steps(self, strides: tuple[Stride, ...]) -> tuple[Cost, ...] | Refusal:
        """What each leg costs. [M5, M6, Q7, Q8]"""
        steps: list[Cost] = []
        order, turned = self.unit.order, 0
        for stride in strides:
            kind, amount = stride.leg[0], stride.leg[1]
            if kind == "turn":
                step, turned = self._turn(order, turned, stride)
                steps.append(step)
            elif kind == "order":
                order = Order(str(amount))
                steps.append(Cost(f"change to {amount}", 0, "M7"))
            else:
                length = stride.length * self._rate(str(kind), order)
                steps.append(Cost(f"{kind} {stride.length / 100:g}", length, "M6"))
                climbed = self._climb(_centre_line(stride))
                if isinstance(climbed, Refusal):
                    return climbed
                steps += climbed
        return tuple(steps)

    def at_a_glance(self, legs: Legs) -> int:
        """What legs cost at least: lines that are crossed and the change of order are left out. [M5, M6]"""
        order, turned, spent = self.unit.order, 0, 0
        if legs and legs[0][0] == "order":
            order = Order(legs[0][1])
        for kind, amount in legs:
            if kind == "turn":
                if abs(amount) == 1800 and self._turns_man_by_man(order):
                    spent += TURNING["about"]
                else:
                    turned += abs(amount)
            elif kind != "order":
                spent += abs(amount) * self._rate(kind, order)
        return spent + TURNING[turning_row(self.unit.kind, order)] * _started(turned)

    def _turns_man_by_man(self, order: Order) -> bool:
        """Whether an about-face sweeps no ground. [M5]"""
        return self.unit.kind is Kind.FOOT and order is not Order.SKIRMISH

    def _rate(self, kind: str, order: Order) -> int:
        """Back and sideways cost double, but in skirmish order. [M6]"""
        free = order is Order.SKIRMISH or self.unit.is_general or kind == "forward"
        return 1 if free else 2

    def _about(self, stride: Stride, order: Order) -> bool:
        """An about-face of foot in line or column is done man by man and sweeps no ground. [M5]"""
        return self._turns_man_by_man(order) and stride.leg in (("turn", 1800), ("turn", -1800))

    def _turn(self, order: Order, turned: int, stride: Stride) -> tuple[Cost, int]:
        """The first 45° in a turn are free, each further started 45° costs. [M5]"""
        angle = int(stride.leg[1])
        words = f"turn {angle / 10:g}°"
        if self._about(stride, order):
            return Cost("about-face", TURNING["about"], "M5"), turned
        rate = TURNING[turning_row(self.unit.kind, order)]
        before, after = _started(turned), _started(turned + abs(angle))
        return Cost(words, rate * (after - before), "M5"), turned + abs(angle)

    def _climb(self, way: Segment) -> list[Cost] | Refusal:
        steps = []
        for crossed in crossings(self.state.field, self.unit.kind, way):
            if crossed.cost is None and self._climbs_out(crossed, way):
                steps.append(Cost(f"over {crossed.edge.name}", CLIMB, crossed.cite))
            elif crossed.cost is None:
                return Refusal(
                    crossed.cite, f"{self.unit.name} cannot cross {crossed.edge.name}", crossed.place
                )
            else:
                steps.append(Cost(f"over {crossed.edge.name}", crossed.cost, crossed.cite))
        return steps

    def _climbs_out(self, crossed: Crossed, way: Segment) -> bool:
        """A general who is in a work leaves it as his foot does: he came in with them. [Q7, N1]"""
        if not self.unit.is_general:
            return False
        work, _ = shelter(self.state.field, way[0])
        return work is not None and work.name == crossed.edge.name


def _flat(swept: tuple[Swept, ...]) -> tuple[Poly, ...]:
    """All ground that some legs sweep."""
    return tuple([shape for _, shapes in swept for shape in shapes])


def _centre_line(stride: Stride) -> Segment:
    return (stride.start.x, stride.start.y), (stride.end.x, stride.end.y)


def order_after(order: Order, stride: Stride) -> Order:
    """The order a unit has once a leg is done."""
    return Order(str(stride.leg[1])) if stride.leg[0] == "order" else order


def _started(turned: int) -> int:
    """How many further 45° have been started after the first."""
    return max(0, -(-(turned - FREE_TURN) // FREE_TURN))
