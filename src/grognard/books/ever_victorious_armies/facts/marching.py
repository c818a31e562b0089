"""Marches: what a manoeuvre costs, why it may not be, and manoeuvres worth trying. [M3–M12]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from grognard.engine.dice import Rng
from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, nearer_than, point_within
from grognard.geometry.paths import Stride, around, first_hit, first_nearer, walk
from grognard.geometry.points import Bounds, Point, Poly, Pose, Segment, bounds
from grognard.geometry.points import Crowd as Shapes
from grognard.geometry.reach import fan
from grognard.geometry.shapes import any_overlap, box
from grognard.geometry.slides import to_edge
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, once

from ..state import State, Unit
from ..tables.moving import TURNING, turning_row
from ..words import Kind, Order
from .bodies import body, of_side, place_of, pose, size, stand, standing
from .ground import (
    closed_by,
    crossings,
    keeps_to_roads,
    meets_barred,
    meets_difficult,
    off_table,
    on_road,
    troubles,
)
from .lanes import blocking_friends, solid
from .plans import goings, plain_ways
from .readiness import Allowance, barred_from_advancing
from .sight import nearest_seen, spots

KEEP = 100
"""No part of a march comes nearer than this to an enemy. [M8]"""
FREE_TURN = 450
GENEROUS = 50
"""How far beyond the dice the region is drawn, for sidesteps and roundings; the check is the judge."""
MOST_LEGS = 12
LEGS = frozenset({"forward", "back", "side", "turn", "order", "leave"})


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

    def cost(self, allowance: int) -> int:
        """The whole cost; a change of order is half the allowance. [M3, M7]"""
        return sum(step.cost for step in self.steps) + (
            -(-allowance // 2) if any(step.cite == "M7" for step in self.steps) else 0
        )


class Marcher(Manoeuvre[March]):
    """One unit's march with what its dice allow: the judge of every manoeuvre. [M3–M12]"""

    cite, stays, tries = "M3", True, 4

    def __init__(self, state: State, unit: Unit, allowance: Allowance):
        self.state, self.unit, self.allowance = state, unit, allowance
        self._known: dict[Legs, March | Refusal] = {}

    @property
    def solid(self) -> Shapes:
        """The friends it cannot pass. [M9]"""
        return blocking_friends(self.state, self.unit).shapes

    # --- judging -------------------------------------------------------------------------------------------

    def work_out(self, legs: Legs) -> March | Refusal:
        """The manoeuvre with its cost, before anything is judged but its shape."""
        found = self._known.get(legs)
        if found is None:
            found = self._known[legs] = self._work_out(legs)
        return found

    def _work_out(self, legs: Legs) -> March | Refusal:
        shape = self._shape(legs)
        if shape is not None:
            return shape
        unit, state = self.unit, self.state
        sizes = {order.value: size(state, unit, order) for order in unit.orders}
        walked = tuple(leg for leg in legs if leg[0] != "leave")
        strides = walk(pose(unit), walked, *size(state, unit), sizes)
        end = strides[-1].end if strides else pose(unit)
        order = next((Order(leg[1]) for leg in legs if leg[0] == "order"), unit.order)
        ground = self._ground(strides)
        rough = bool(ground) and meets_difficult(state.field, unit.kind, ground)
        steps = self._steps(strides)
        if isinstance(steps, Refusal):
            return steps
        closed = meets_barred(state.field, unit.kind, ground)
        if closed is not None:
            return Refusal(closed_by(state.field, unit.kind, closed), f"{unit.name} may not enter {closed}")
        return March(end, order, strides, steps, rough, bool(legs) and legs[-1][0] == "leave")

    def _ground(self, strides: tuple[Stride, ...]) -> tuple[Poly, ...]:
        """All ground swept where there may be trouble; of a way all on a road, only what roads do not carry. [M4, K1]"""
        if not troubles(self.state.field, self.unit.kind, around(strides)):
            return ()
        found: list[Poly] = []
        road = all(on_road(self.state.field, _centre_line(s)) for s in strides)
        order = self.unit.order
        for stride in strides:
            before, order = order, _order_after(order, stride)
            if not (road and keeps_to_roads(self.unit, before) and keeps_to_roads(self.unit, order)):
                found += (stride.body(),) if self._about(stride, order) else stride.lane()
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

    def _rate(self, kind: str, order: Order) -> int:
        """Back and sideways cost double, but in skirmish order. [M6]"""
        free = order is Order.SKIRMISH or self.unit.is_general or kind == "forward"
        return 1 if free else 2

    def _about(self, stride: Stride, order: Order) -> bool:
        """An about-face of foot in line or column is done man by man and sweeps no ground. [M5]"""
        foot = self.unit.kind is Kind.FOOT and order is not Order.SKIRMISH
        return foot and stride.leg in (("turn", 1800), ("turn", -1800))

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
            if crossed.cost is None:
                return Refusal(
                    crossed.cite, f"{self.unit.name} cannot cross {crossed.edge.name}", crossed.place
                )
            steps.append(Cost(f"over {crossed.edge.name}", crossed.cost, crossed.cite))
        return steps

    def judge(self, done: March) -> Refusal | None:
        """Allowance, enemies, friends, table edge, markers: the first row that refuses."""
        return (
            self._too_far(done)
            or self._too_near(done)
            or self._through_friends(done)
            or self._on_somebody(done)
            or self._off_table(done)
            or self._advance(done)
        )

    def _too_far(self, march: March) -> Refusal | None:
        """The whole cost must fit one allowance: the difficult one if any of the ground is. [M4, G-34]"""
        limit = self.allowance.difficult if march.difficult else self.allowance.good
        if limit is None:
            return Refusal("8a", f"{self.unit.name} may not enter difficult going")
        cost = march.cost(limit)
        if cost <= limit:
            return None
        where = "difficult going" if march.difficult else "good going"
        cite = "M4" if march.difficult else "M3"
        return Refusal(cite, f"it costs {cost / 100:g}″, and the dice allow {limit / 100:g}″ in {where}")

    def _too_near(self, march: March) -> Refusal | None:
        """A march keeps 1 from enemies. [M8]"""
        start = body(self.state, self.unit)
        moving = self._sweeping(march)
        for there in standing(self.state, 1 - self.unit.side).near(_room(start, march), KEEP):
            enemy = there.body
            if nearer_than(start, enemy, KEEP):
                reason = self._not_away(march, moving, enemy)
                if reason is not None:
                    return reason
                continue
            hit = first_nearer(moving, (enemy,), KEEP)
            if hit is not None:
                end = moving[hit[0]].end
                return Refusal("M8", "it would come within 1″ of an enemy", (end.x, end.y))
        return None

    def _not_away(self, march: March, moving: list[Stride], enemy: Poly) -> Refusal | None:
        """A unit that begins nearer than 1 to an enemy may only go away, and keeps its order. [M7, M8]"""
        if any(step.cite == "M7" for step in march.steps):
            return Refusal("M7", "an enemy is nearer than 1″, and so it does not change its order")
        words = "it began nearer than 1″ to an enemy, and would not go away from him"
        for stride in moving:
            here = gap(box(*stride.start, *stride.size), enemy)
            keep = KEEP if here >= KEEP else here - TOUCH
            # Of one it touches it can come no nearer, only upon him.
            if first_hit((stride,), (enemy,)) or first_nearer((stride,), (enemy,), keep):
                return Refusal("M8", words, (stride.end.x, stride.end.y))
        if (march.end.x, march.end.y) == (self.unit.x, self.unit.y):
            return None
        begun, ended = body(self.state, self.unit), march.strides[-1].body()
        return None if gap(ended, enemy) > gap(begun, enemy) else Refusal("M8", words)

    def _sweeping(self, march: March) -> list[Stride]:
        """The legs that sweep ground: all but about-faces."""
        order, found = self.unit.order, []
        for stride in march.strides:
            order = _order_after(order, stride)
            if not self._about(stride, order):
                found.append(stride)
        return found

    def _through_friends(self, march: March) -> Refusal | None:
        """Who is passed depends on the order a unit then has. [M9]"""
        start = body(self.state, self.unit)
        here = _room(start, march)
        order = self.unit.order
        for stride in march.strides:
            order = _order_after(order, stride)
            if stride.leg[0] == "order" or self._about(stride, order):
                continue
            friends = standing(self.state, self.unit.side)
            near = [s for s in solid(friends, self.unit.kind, order).near(here) if s.id != self.unit.id]
            # A friend it already stands on does not hold it.
            held = [s.body for s in near if not any_overlap(start, s.shapes, TOUCH)]
            if held and first_hit((stride,), held) is not None:
                place = stride.end.x, stride.end.y
                return Refusal("M9", "a friend who cannot be passed is in the way", place)
        return None

    def _on_somebody(self, march: March) -> Refusal | None:
        """No unit ends on another, and a new order must fit where it is taken. [M7, M9]"""
        if self.unit.is_general or march.leaves:
            return None
        for stride in march.strides:
            last = stride is march.strides[-1]
            if last or stride.leg[0] == "order":
                everybody = standing(self.state)
                hit = everybody.on(stride.body(), TOUCH, place_of(everybody, self.unit.id))
                if hit is not None:
                    if stride.leg[0] == "order":
                        return Refusal("M7", f"the new order does not fit beside {hit.name}")
                    return Refusal("M9", f"it would end on {hit.name}")
        return None

    def _off_table(self, march: March) -> Refusal | None:
        last = march.strides[-1].body() if march.strides else body(self.state, self.unit)
        if any(off_table(self.state.field, stride.body()) for stride in march.strides):
            return Refusal("M10", "it would leave the table where the scenario opens no edge")
        return self._cannot_leave(last) if march.leaves else None

    def _cannot_leave(self, last: Poly) -> Refusal | None:
        way_out = self.state.field.exit
        if way_out is None or way_out.side != self.unit.side:
            return Refusal("M10", "the scenario opens no edge to this side")
        if not all(point_within(corner, way_out.edge, TOUCH) for corner in last[:2]):
            return Refusal("M10", "its front would not lie on the open stretch of the table's edge")
        return None

    def _advance(self, march: March) -> Refusal | None:
        # The order in which the legs are made decides: what it forms first, it goes as. [81, M7]
        going = _order_after(self.unit.order, march.strides[0]) if march.strides else self.unit.order
        cite = barred_from_advancing(self.unit, going)
        if cite and self.advances(march):
            return Refusal(cite, "it has a marker, and would end nearer to an enemy than the nearest it saw")
        return None

    def nearest_seen(self) -> tuple[Poly, int] | None:
        """The nearest enemy the unit could see at the start, and how far he was. [M12]"""
        return nearest_seen(standing(self.state), self.state.field, stand(self.state, self.unit))

    def advances(self, march: March) -> bool:
        """Whether the march ends nearer to an enemy it saw than the nearest of them was at the start. [M12, G-49]

        Turning or changing order on the spot is no advance.
        """
        if march.leaves or (march.end.x, march.end.y) == (self.unit.x, self.unit.y):
            return False
        seen = self.nearest_seen()
        if seen is None:
            return False
        end, (nearest, distance) = march.strides[-1].body(), seen
        if gap(end, nearest) < distance:
            return True
        everybody, mine = standing(self.state), stand(self.state, self.unit)
        return any(
            gap(end, enemy.body) < distance and spots(everybody, self.state.field, mine, enemy)
            for enemy in of_side(everybody, 1 - mine.side)
        )

    # --- drawing and planning ------------------------------------------------------------------------------

    def region(self) -> tuple[Point, ...]:
        """Where the unit's centre may get to, as a fan of bearings; the check is the judge. [M5, M6]"""
        unit = self.unit
        start = body(self.state, unit)
        table = self.state.field.width, self.state.field.height

        def allowed(bearing: int) -> int:
            return max(
                (self.allowance.good - self._price(turns)) // self._rate(kind, unit.order)
                for turns, kind, *_ in goings(unit.facing, bearing)
            )

        def free(bearing: int, limit: int) -> int:
            return to_edge(start, bearing, limit, table)

        return tuple(fan(unit.x, unit.y, allowed, free, margin=GENEROUS))

    def orders(self) -> tuple[str, ...]:
        """The orders it could change to, the present one first. [M7]"""
        others = tuple(order.value for order in self.unit.orders if order is not self.unit.order)
        return (self.unit.order.value, *others) if others else ()

    def ways(self, to: Wish) -> Iterator[Legs]:
        """The cheapest way first; what the dice cannot pay only if nothing else is left to say why not."""
        wanted = Pose(to.x, to.y, to.facing)
        priced = [(self._price(legs), legs) for legs in self._ways(wanted, to.order)]
        paid = [each for each in priced if each[0] <= self.allowance.good]
        for _, legs in sorted(paid or priced[:1], key=lambda each: each[0]):
            yield legs

    def _price(self, legs: Legs) -> int:
        """What legs cost, a change of order apart; the ground swept, which is dear to work out, is not looked at."""
        if self._shape(legs) is not None:
            return 0
        sizes = {order.value: size(self.state, self.unit, order) for order in self.unit.orders}
        steps = self._steps(walk(pose(self.unit), legs, *size(self.state, self.unit), sizes))
        return 0 if isinstance(steps, Refusal) else sum(step.cost for step in steps)

    def _ways(self, to: Pose, order: str) -> Iterator[Legs]:
        """Ways to a pose: turn and go, step back or aside, with the change of order first or last."""
        change: Legs = (("order", order),) if order and order != self.unit.order.value else ()
        for legs in plain_ways(pose(self.unit), to):
            if not change:
                yield legs
            else:
                yield (*legs, *change)
                yield (*change, *legs)

    def staying(self) -> Shown:
        here = self.work_out(())
        assert not isinstance(here, Refusal)
        return self.show(here)

    def show(self, done: March) -> Shown:
        """Where the manoeuvre ends, what each leg costs, what the dice allow."""
        limit = self.allowance.difficult if done.difficult else self.allowance.good
        return Shown(
            end=(done.end.x, done.end.y, done.end.facing, done.order.value),
            body=done.strides[-1].body() if done.strides else body(self.state, self.unit),
            steps=done.steps,
            cost=done.cost(limit or 0),
            allowance=limit,
            difficult=done.difficult,
        )

    # --- for machines --------------------------------------------------------------------------------------

    def ideas(self) -> Iterable[Legs]:
        """Forward, towards enemies, back, another order."""
        from .ideas import ideas

        return once(ideas(self))

    def whim(self, rng: Rng, attempt: int) -> Legs:
        """Towards an enemy, straight on, back, or noise."""
        from .ideas import whim

        return whim(self, rng, attempt)


def _room(start: Poly, march: March) -> Bounds:
    """The bounds of all a march passes over."""
    return around(march.strides) or bounds(start)


def _centre_line(stride: Stride) -> Segment:
    return (stride.start.x, stride.start.y), (stride.end.x, stride.end.y)


def _order_after(order: Order, stride: Stride) -> Order:
    """The order a unit has once a leg is done."""
    return Order(str(stride.leg[1])) if stride.leg[0] == "order" else order


def _started(turned: int) -> int:
    """How many further 45° have been started after the first."""
    return max(0, -(-(turned - FREE_TURN) // FREE_TURN))
