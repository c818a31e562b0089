"""Where a unit may be set up. [H1]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal
from grognard.geometry.points import Point
from grognard.tabletop.figures import centres
from grognard.tabletop.manoeuvre import Legs, Shown, Wish
from grognard.tabletop.placing import SetDown, zones

from ..state import State, Unit, Zone, centre
from ..tables.placing import FINDS_ROOM, SET_UP
from .bodies import body_of, circles_of, clash, outdoors, perimeter
from .driving import placed_gun
from .ground import NOTHING, Met, barred, off_table, standing_in
from .hiding import beyond_charges, sheltered
from .ideas import spread
from .layout import LOOSE_PITCH, placed, touching_pitch
from .moving import loses_formation
from .regrouping import why_not_form
from .staying import staying
from .walks import layout, order_after


def zone_of(state: State, unit: Unit) -> Zone | None:
    """The zone a unit is set up in: its own, else its side's."""
    own = [z for z in state.field.zones if z.side == unit.side and z.unit == unit.key]
    return next(iter(own or [z for z in state.field.zones if z.side == unit.side and not z.unit]), None)


def unplaced(state: State, side: int) -> tuple[int, ...]:
    """The units a side may shift at set-up."""
    return tuple(
        u.id
        for u in (*state.standing(side), *(h for h in state.hidden if h.side == side))
        if zone_of(state, u) is not None and not u.house and u.attached is None
    )


class SetUp:
    """What decides whether a unit may be set up there; looked at only as far as need be. [B8, H1, M7, O1]"""

    def __init__(self, state: State, after: Unit):
        self.state, self.after = state, after

    @lazily
    def over(self) -> Point | None:
        """A figure that would stand over the edge. [M7]"""
        circles = body_of(self.after).circles
        return next(((x, y) for x, y, radius in circles if off_table(self.state, x, y, radius)), None)

    @lazily
    def astray(self) -> Point | None:
        """A figure that would stand outside its zone. [H1]"""
        zone = zone_of(self.state, self.after)
        assert zone is not None
        return zones((zone.poly,)).first_outside(centres(body_of(self.after).circles))

    @lazily
    def ground(self) -> tuple[Met, str]:
        """The ground it would stand in, and the road."""
        return standing_in(self.state, self.after)

    @lazily
    def closed(self) -> Refusal | None:
        """Ground it may not stand in at all. [P1]"""
        here, road = self.ground
        return barred(self.state, self.after, here, road=road)

    @property
    def broken(self) -> bool:
        """Whether the ground breaks up its formation. [O1, O3]"""
        return self.after.formed and self.closed is None and loses_formation(self.after, *self.ground)

    @lazily
    def in_the_way(self) -> str:
        """Somebody who stands there. [B8]"""
        after = self.after
        others = (*outdoors(self.state), *(h for h in self.state.hidden if h.side == after.side))
        circles = body_of(after).circles
        return next((u.name for u in others if u.id != after.id and clash(circles, body_of(u))), "")

    @property
    def open(self) -> bool:
        """Whether it is to be hidden where nothing covers it. [H1]"""
        return self.after.id < 0 and not sheltered(self.state, self.after)

    @property
    def in_reach(self) -> bool:
        """Whether it is to be hidden where an enemy could charge it. [H1]"""
        return self.after.id < 0 and not beyond_charges(self.state, self.after)


class Placing(SetDown[Unit]):
    """The noun is (("place", x, y, facing),), or with 1 or 0 for formed or loose after it."""

    cite, stays, most = "H1", True, 1

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit

    def put(self, x: int, y: int, facing: int, *more: Any) -> Unit | Refusal:
        """The unit put down."""
        if not all(isinstance(order, int) for order in more):
            return self.no_place()
        if self.unit.gun is not None:
            return placed_gun(self.unit, x, y, facing)
        unit = self.unit
        formed = bool(more[0]) if more else unit.formed
        pitch = touching_pitch(unit.arm) if formed else LOOSE_PITCH[unit.arm]
        if formed == unit.formed:
            pitch = unit.pitch
        places = layout(unit, (x, y), unit.files, pitch, facing, formed)
        return replace(unit, figures=placed(unit, places), facing=facing, formed=formed, pitch=pitch)

    def orders(self) -> tuple[str, ...]:
        now = ("formed", "loose") if self.unit.formed else ("loose", "formed")
        return ("loose",) if why_not_form(self.state, self.unit, NOTHING) is not None else now

    def judge(self, done: Unit) -> Refusal | None:
        where = SetUp(self.state, done)
        return (
            SET_UP.refusal(where)
            or where.closed
            or (why_not_form(self.state, done, NOTHING) if done.formed else None)
            or FINDS_ROOM.refusal(where)
        )

    def region(self) -> tuple[Point, ...]:
        zone = zone_of(self.state, self.unit)
        assert zone is not None
        return zone.poly

    def ways(self, to: Wish) -> Iterable[Legs]:
        order = (int(to.order == "formed"),) if to.order in ("formed", "loose") else ()
        yield (("place", to.x, to.y, to.facing, *order),)

    def ideas(self) -> Iterable[Legs]:
        return spread(self)

    def staying(self) -> Shown:
        return staying(self.unit, "formed" if self.unit.formed else "loose")

    def show(self, done: Unit) -> Shown:
        return Shown(
            end=(*centre(done), done.facing, order_after(self.unit, done.formed)),
            body=perimeter(done),
            spots=circles_of(done),
            steps=(),
            cost=0,
            allowance=0,
            difficult=False,
        )
