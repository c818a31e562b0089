"""Where a unit may be set up. [H1]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Legs, Shown, Wish
from grognard.tabletop.placing import SetDown, zones

from ..state import State, Unit, Zone, centre
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
        after = done
        zone = zone_of(self.state, self.unit)
        assert zone is not None
        allowed = zones((zone.poly,))
        for x, y, radius in body_of(after).circles:
            if off_table(self.state, x, y, radius):
                return Refusal("M7", "that is over the edge of the table", (x, y))
            if not allowed.hold(((x, y),)):
                return Refusal("H1", "that is outside its zone", (x, y))
        here, road = standing_in(self.state, after)
        return (
            barred(self.state, after, here, road=road)
            or self._formed_here(after, here, road)
            or self._room(after)
        )

    def _formed_here(self, after: Unit, here: Met, road: str) -> Refusal | None:
        """Set-up may be formed, but not in ground that breaks formations. [O1, O3]"""
        if not after.formed:
            return None
        if loses_formation(after, here, road):
            return Refusal("O1", "the ground breaks up formations: set it up loose")
        return why_not_form(self.state, after, NOTHING)

    def _room(self, after: Unit) -> Refusal | None:
        others = (*outdoors(self.state), *(h for h in self.state.hidden if h.side == after.side))
        for other in others:
            if other.id != after.id and clash(body_of(after).circles, body_of(other)):
                return Refusal("B8", f"{other.name} is in the way")
        if after.id < 0:
            if not sheltered(self.state, after):
                return Refusal("H1", "the ground there gives no cover, and it is hidden")
            if not beyond_charges(self.state, after):
                return Refusal("H1", "an enemy could charge it there, and it is hidden")
        return None

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
