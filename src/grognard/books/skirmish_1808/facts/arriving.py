"""Late units: when and where they come on. [T8]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.geometry.angles import ahead, heading
from grognard.geometry.points import Point
from grognard.tabletop.figures import discs_moved

from ..state import Arrival, State, Unit
from ..words import Arm, Where
from .bodies import KEEP, Body, body_of, clash, kept_from, near
from .driving import placed_gun
from .ground import barred, open_ground, over_edge, standing_in
from .layout import LOOSE_PITCH, default_files, depth_of, placed, spots, touching_pitch
from .moving import loses_formation

STEP = 200


def arrival_of(state: State, unit: Unit) -> Arrival | None:
    """When and where a unit is due."""
    return next((a for a in state.field.arrivals if a.side == unit.side and unit.key in a.units), None)


class Late(NamedTuple):
    """What decides whether a unit comes on. [T8]"""

    later: bool
    turn: int
    now: int
    state: State
    unit: int

    @property
    def room(self) -> bool:
        """Whether there is room for it somewhere along its edge."""
        return _has_entry(self.state, self.unit)


def late(state: State, side: int, unit: Unit) -> Late:
    """A unit that a side would bring on."""
    found = arrival_of(state, unit)
    later = found is not None and unit.side == side and unit.where is Where.LATER
    return Late(later, 0 if found is None else found.turn, state.turn, state, unit.id)


def due(state: State, side: int) -> tuple[int, ...]:
    """Late units their owner may bring on now: those whom `COMES_ON` lets come, found without asking why not. [T8]"""
    return tuple(
        u.id
        for u in state.units
        if u.side == side
        and u.where is Where.LATER
        and (found := arrival_of(state, u)) is not None
        and found.turn <= state.turn
        and _has_entry(state, u.id)
    )


@kept(of=("field", "units", "damage"))
def _has_entry(state: State, unit: int) -> bool:
    late = state.units[unit]
    places = _places(state, late)
    # Where there is room at all there is mostly room in the middle of the edge.
    outwards = sorted(places, key=lambda at: abs(2 * at - places.stop))
    return any(_stands(state, late, at) for at in outwards)


def entries(state: State, unit: Unit) -> tuple[int, ...]:
    """Places along its edge, in hundredths from the edge's start, where it finds room. [T8]"""
    return tuple([at for at in _places(state, unit) if _stands(state, unit, at)])


def _places(state: State, unit: Unit) -> range:
    found = arrival_of(state, unit)
    if found is None:
        return range(0)
    (ax, ay), (bx, by) = found.edge
    return range(0, abs(bx - ax) + abs(by - ay) + 1, STEP)


def _stands(state: State, unit: Unit, at: int) -> bool:
    """Whether it finds room there: as `standing_at`, but on open ground nobody need be drawn up to know."""
    arrival = arrival_of(state, unit)
    assert arrival is not None
    (ax, ay), (bx, by) = arrival.edge
    x, y = ahead(ax, ay, heading((ax, ay), (bx, by)), at)
    inward = _inward(state, arrival.edge)
    if not _room(state, unit, (x, y), inward):
        return False
    west, south, east, north = _model(unit, inward).box
    return open_ground(state, (west + x, south + y, east + x, north + y)) or (
        standing_at(state, unit, at) is not None
    )


def standing_at(state: State, unit: Unit, at: int) -> Unit | None:
    """The unit drawn up touching its edge; None if there is no room. [T8]"""
    arrival = arrival_of(state, unit)
    assert arrival is not None
    (ax, ay), (bx, by) = arrival.edge
    spot = ahead(ax, ay, heading((ax, ay), (bx, by)), at)
    inward = _inward(state, arrival.edge)
    if not _room(state, unit, spot, inward):
        return None
    after = _drawn_up(unit, spot, inward)
    here, road = standing_in(state, after)
    if barred(state, after, here, road=road) is not None:
        return None
    if loses_formation(after, here, road):
        return replace(after, formed=False)  # [O1, O3]
    return after


def _room(state: State, unit: Unit, spot: Point, inward: int) -> bool:
    """Whether the table and the others leave it room there. [M7, B8]"""
    x, y = spot
    model = _model(unit, inward)
    west, south, east, north = model.box
    box = west + x, south + y, east + x, north + y
    if over_edge(state, box):
        return False
    others = near(state, box, KEEP)
    circles = discs_moved(model.circles, x, y) if others else ()
    return not any(clash(circles, body_of(other), kept_from(unit, other)) for other in others)


@kept
def _model(unit: Unit, inward: int) -> Body:
    """Its bases as it would be drawn up at the corner of the table: elsewhere they are only shifted."""
    return body_of(_drawn_up(unit, (0, 0), inward))


def _inward(state: State, edge: tuple[Point, Point]) -> int:
    (ax, ay), (bx, _by) = edge
    if ax == bx:
        return 900 if ax == 0 else 2700
    return 0 if ay == 0 else 1800


def _drawn_up(unit: Unit, spot: Point, inward: int) -> Unit:
    if unit.arm is Arm.GUN:
        return placed_gun(replace(unit, where=Where.TABLE), *ahead(*spot, inward, 600), inward)
    pitch = touching_pitch(unit.arm) if unit.formed else LOOSE_PITCH[unit.arm]
    files = min(unit.files, unit.size) if unit.formed else default_files(unit.size)
    front = ahead(*spot, inward, unit.radius + depth_of(unit.size, files, pitch))
    figures = spots(unit.size, files, pitch, front, inward, unit.formed)
    return replace(
        unit,
        figures=placed(unit, figures),
        facing=inward,
        files=files,
        pitch=pitch,
        where=Where.TABLE,
    )
