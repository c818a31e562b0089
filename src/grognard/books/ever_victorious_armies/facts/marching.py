"""Marches: why a manoeuvre may not be, and manoeuvres worth trying. [M3–M12]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from grognard.engine.dice import Rng
from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, length, point_within
from grognard.geometry.paths import Stride, walk
from grognard.geometry.points import Bounds, Point, Poly, Pose, bounds
from grognard.geometry.points import Crowd as Shapes
from grognard.geometry.reach import fan
from grognard.geometry.slides import to_edge
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, once, path_of
from grognard.tabletop.strides import first_towards, in_the_way, neared

from ..state import State, Unit
from .bends import MOST_NAMED, named, round_about, square_ways
from .bodies import body, near_side, place_of, pose, size, stand, standing
from .ground import (
    off_table,
)
from .lanes import blocking_friends
from .layout import blocking_near, in_sight, nearest_seen
from .legs import March, Pacing, order_after
from .plans import goings, plain_ways
from .readiness import Allowance, barred_from_advancing

KEEP = 100
"""No part of a march comes nearer than this to an enemy. [M8]"""
MOST_JUDGED = 30
"""Detours of one kind that are looked at closely, at most."""
GENEROUS = 50
"""How far beyond the dice the region is drawn, for sidesteps and roundings; the check is the judge."""


class Marcher(Pacing, Manoeuvre[March]):
    """One unit's march with what its dice allow: the judge of every manoeuvre. [M3–M12]"""

    cite, stays, tries = "M3", True, 4

    def __init__(self, state: State, unit: Unit, allowance: Allowance):
        super().__init__(state, unit)
        self.allowance = allowance

    @property
    def solid(self) -> Shapes:
        """The friends it cannot pass. [M9]"""
        return blocking_friends(self.state, self.unit).shapes

    # --- judging -------------------------------------------------------------------------------------------

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
        near = near_side(self.state, 1 - self.unit.side, _room(start, march), KEEP)
        for enemy, stride in neared(start, moving, [there.body for there in near], KEEP):
            if stride is not None:
                place = stride.end.x, stride.end.y
                return Refusal("M8", "it would come within 1″ of an enemy", place)
            reason = self._not_away(march, moving, enemy)
            if reason is not None:
                return reason
        return None

    def _not_away(self, march: March, moving: list[Stride], enemy: Poly) -> Refusal | None:
        """A unit that begins nearer than 1 to an enemy may only go away, and keeps its order. [M7, M8]"""
        if any(step.cite == "M7" for step in march.steps):
            return Refusal("M7", "an enemy is nearer than 1″, and so it does not change its order")
        words = "it began nearer than 1″ to an enemy, and would not go away from him"
        stride = first_towards(moving, enemy, KEEP)
        if stride is not None:
            return Refusal("M8", words, (stride.end.x, stride.end.y))
        if (march.end.x, march.end.y) == (self.unit.x, self.unit.y):
            return None
        begun, ended = body(self.state, self.unit), march.strides[-1].body()
        return None if gap(ended, enemy) > gap(begun, enemy) else Refusal("M8", words)

    def _sweeping(self, march: March) -> list[Stride]:
        """The legs that sweep ground: all but about-faces."""
        order, found = self.unit.order, []
        for stride in march.strides:
            order = order_after(order, stride)
            if not self._about(stride, order):
                found.append(stride)
        return found

    def _through_friends(self, march: March) -> Refusal | None:
        """Who is passed depends on the order a unit then has. [M9]"""
        start = body(self.state, self.unit)
        here = _room(start, march)
        order = self.unit.order
        for stride in march.strides:
            order = order_after(order, stride)
            if stride.leg[0] == "order" or self._about(stride, order):
                continue
            near = [each.body for each in blocking_near(self.state, self.unit, order, here)]
            if near and in_the_way(stride, near, start) is not None:
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
        going = order_after(self.unit.order, march.strides[0]) if march.strides else self.unit.order
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
        nearer = everybody.all_within(end, distance - 1)
        return any(
            enemy.side != mine.side and in_sight(everybody, self.state.field, mine, enemy) for enemy in nearer
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

    def bends(self) -> int:
        """A march goes by as many places as twelve legs allow. [M3]"""
        return MOST_NAMED

    def ways(self, to: Wish) -> Iterator[Legs]:
        """The cheapest way first; what the dice cannot pay only if nothing else is left to say why not."""
        start, end = pose(self.unit), Pose(to.x, to.y, to.facing)
        found = named(start, to.by, end) if to.by else plain_ways(start, end)
        priced = [(self._price(legs), legs) for legs in self._formed(found, to.order)]
        paid = [each for each in priced if each[0] <= self.allowance.good]
        for _, legs in sorted(paid or priced[:1], key=lambda each: each[0]):
            yield legs

    def detours(self, to: Wish) -> Iterator[Legs]:
        """Ahead and aside, or round what bars the way: what the dice can pay, the cheapest first. [M5, M6]"""
        end = Pose(to.x, to.y, to.facing)
        if length((self.unit.x, self.unit.y), to.spot) > self.allowance.good:
            return
        if not to.by:
            found = square_ways(pose(self.unit), end)
            yield from islice(self._cheapest_first(self._formed(found, to.order)), MOST_JUDGED)
        for bent in round_about(self, to.by, end):
            yield from islice(self._cheapest_first(self._formed(bent, to.order)), MOST_JUDGED)

    def nowhere(self, done: March) -> bool:
        """Whether it would end off the table or on somebody. [M9, M10]"""
        if done.leaves or not done.strides or self.unit.is_general:
            return False
        end = done.strides[-1].body()
        everybody = standing(self.state)
        hit = everybody.on(end, TOUCH, place_of(everybody, self.unit.id))
        return hit is not None or off_table(self.state.field, end)

    def _cheapest_first(self, found: Iterable[Legs]) -> Iterator[Legs]:
        """Those that the dice can pay by a glance."""
        priced = [(self.at_a_glance(legs), legs) for legs in found]
        for _, legs in sorted([each for each in priced if each[0] <= self.allowance.good]):
            yield legs

    def _price(self, legs: Legs) -> int:
        """What legs cost, a change of order apart; the ground swept, which is dear to work out, is not looked at."""
        if self._shape(legs) is not None:
            return 0
        sizes = {order.value: size(self.state, self.unit, order) for order in self.unit.orders}
        steps = self._steps(walk(pose(self.unit), legs, *size(self.state, self.unit), sizes))
        return 0 if isinstance(steps, Refusal) else sum(step.cost for step in steps)

    def _formed(self, found: Iterable[Legs], order: str) -> Iterator[Legs]:
        """Ways with the change of order that is wished for, last or first. [M7]"""
        change: Legs = (("order", order),) if order and order != self.unit.order.value else ()
        for legs in found:
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
            path=path_of([(s.start, s.end) for s in done.strides]),
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
    return march.room or bounds(start)
