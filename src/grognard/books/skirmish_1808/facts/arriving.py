"""Late units: when and where they come on. [T8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.geometry.angles import ahead, heading
from grognard.geometry.crowds import Disc
from grognard.geometry.points import Bounds, Point, farther
from grognard.tabletop.figures import discs_moved
from grognard.tabletop.land import over_edge as outside

from ..state import Arrival, Battlefield, State, Unit, centre
from ..words import Arm, Where
from .bodies import KEEP, body_of, clash, kept_from, near
from .driving import placed_gun
from .ground import barred, open_ground, over_edge, standing_in
from .layout import LOOSE_PITCH, default_files, depth_of, placed, spots, touching_pitch
from .moving import loses_formation

STEP = 200


def arrival_of(state: State, unit: Unit) -> Arrival | None:
    """When and where a unit is due."""
    return _arrival(state.field, unit)


def _arrival(field: Battlefield, unit: Unit) -> Arrival | None:
    return next((a for a in field.arrivals if a.side == unit.side and unit.key in a.units), None)


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


@kept
def due(state: State, side: int) -> tuple[int, ...]:
    """Late units their owner may bring on now: those whom `COMES_ON` lets come, found without asking why not. [T8]"""
    return tuple(
        [
            u.id
            for u in state.units
            if u.where is Where.LATER
            and u.side == side
            and (found := arrival_of(state, u)) is not None
            and found.turn <= state.turn
            and _has_entry(state, u.id)
        ]
    )


@kept(of=("field", "units", "damage"))
def _has_entry(state: State, unit: int) -> bool:
    late = state.units[unit]
    return next(_free(state, late, _edge(late, state.field).outwards), None) is not None


def entries(state: State, unit: Unit) -> tuple[int, ...]:
    """Places along its edge, in hundredths from the edge's start, where it finds room. [T8]"""
    return tuple([site.at for site in _free(state, unit, _edge(unit, state.field).sites)])


class Site(NamedTuple):
    """A place along its edge where a unit finds room on the table, if nobody else stands there. [T8, M7]"""

    at: int
    around: Bounds
    circles: tuple[Disc, ...]
    middle: Point
    facing: int
    open: bool
    """On open ground nobody need be drawn up to know that he may stand there."""


def arrival_spot(state: State, unit: Unit, at: int) -> tuple[int, int, int] | None:
    """Where the middle of a late unit stands at a place along its edge, and where it faces; None if the table has no room there. [T8]"""
    found = next((site for site in _edge(unit, state.field).sites if site.at == at), None)
    return None if found is None else (*found.middle, found.facing)


class Edge(NamedTuple):
    """A late unit's edge: nothing of it changes but who stands there."""

    sites: tuple[Site, ...]
    outwards: tuple[Site, ...]
    """The same, from the middle of the edge: where there is room at all there is mostly room there."""
    around: Bounds


@kept
def _edge(unit: Unit, field: Battlefield) -> Edge:
    arrival = _arrival(field, unit)
    sites = () if arrival is None else tuple(_sites(unit, field, arrival.edge))
    if not sites:
        return Edge((), (), (0, 0, 0, 0))
    middle = sites[0].at + sites[-1].at
    west, south, east, north = zip(*[site.around for site in sites])
    around = min(west), min(south), max(east), max(north)
    return Edge(sites, tuple(sorted(sites, key=lambda site: abs(2 * site.at - middle))), around)


def _sites(unit: Unit, field: Battlefield, edge: tuple[Point, Point]) -> Iterator[Site]:
    (ax, ay), (bx, by) = edge
    along = heading(*edge)
    drawn_up = _drawn_up(unit, (0, 0), _inward(edge))  # elsewhere it is only shifted
    model, (dx, dy) = body_of(drawn_up), centre(drawn_up)
    west, south, east, north = model.box
    for at in range(0, abs(bx - ax) + abs(by - ay) + 1, STEP):
        x, y = ahead(ax, ay, along, at)
        box = west + x, south + y, east + x, north + y
        if not outside(field, box):
            circles, middle = tuple(discs_moved(model.circles, x, y)), (x + dx, y + dy)
            yield Site(at, box, circles, middle, drawn_up.facing, open_ground(field, box))


def _free(state: State, unit: Unit, sites: Sequence[Site]) -> Iterator[Site]:
    """Those of some places where it finds room, as `standing_at` would tell. [B8]"""
    others = near(state, _edge(unit, state.field).around, KEEP) if sites else ()
    bodies = [(body_of(other), kept_from(unit, other)) for other in others]
    for site in sites:
        if any(
            clash(site.circles, body, keep)
            for body, keep in bodies
            if not farther(body.box, site.around, keep)
        ):
            continue
        if site.open or standing_at(state, unit, site.at) is not None:
            yield site


def standing_at(state: State, unit: Unit, at: int) -> Unit | None:
    """The unit drawn up touching its edge; None if there is no room. [T8]"""
    arrival = arrival_of(state, unit)
    assert arrival is not None
    (ax, ay), (bx, by) = arrival.edge
    spot = ahead(ax, ay, heading((ax, ay), (bx, by)), at)
    after = _drawn_up(unit, spot, _inward(arrival.edge))
    if not _room(state, after):
        return None
    here, road = standing_in(state, after)
    if barred(state, after, here, road=road) is not None:
        return None
    if loses_formation(after, here, road):
        return replace(after, formed=False)  # [O1, O3]
    return after


def _room(state: State, after: Unit) -> bool:
    """Whether the table and the others leave it room where it would stand. [M7, B8]"""
    body = body_of(after)
    if over_edge(state, body.box):
        return False
    others = near(state, body.box, KEEP)
    return not any(clash(body.circles, body_of(other), kept_from(after, other)) for other in others)


def _inward(edge: tuple[Point, Point]) -> int:
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
