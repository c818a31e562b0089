"""Deployment by itself and by hand, arrivals, hidden sectors. [F-S1, F-S3, F-SC1, R-61]"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, offset
from grognard.geometry.gaps import points_within
from grognard.geometry.points import bounds
from grognard.geometry.shapes import centre, upright
from grognard.tabletop.bodies import one_holds
from grognard.tabletop.placing import row_by_row, zones

from ..state import Point, State, Unit, Zone
from ..tables.terrain import HILLS
from ..words import Where
from .arriving import ENTRY_KEEP
from .arriving import arrival_placer as arrival_placer
from .arriving import entries as entries
from .ground import layout
from .placing import Gathering, Placer, spread_out
from .values import move_of

LAST_HIDDEN_TURN = 8
FINER = 25
"""How finely a sector is looked through where the usual spots have no room."""
COLUMNS, ROWS = 3, 3
Post = tuple[Point, int | None]
"""Where the middle of a unit is to stand, and which way it looks; None: to the middle of the table."""


def zones_of(state: State, side: int) -> Zone:
    """Where a side sets up, flanks and all; the chosen short edge decides for an attacker of the camp. [F-SE1, F-SH1]"""
    zone = next(z for z in state.field.zones if z.side == side)
    if state.field.victory == "relief" and side == 1:
        west = upright(0, 0, 600, state.field.height)
        east = upright(state.field.width - 600, 0, state.field.width, state.field.height)
        return replace(zone, polys=((west, east)[state.edge or 0],))
    return zone


def placer_for(state: State, unit: Unit) -> Placer:
    """The judge of where a unit may be set up. [F-S1]"""
    zone = zones_of(state, unit.side)
    polys = zone.polys

    def rule(models: tuple[Point, ...]) -> Refusal | None:
        if zone.spot is not None:
            near = points_within(models[0], zone.spot, move_of(unit))
            return (
                None
                if near
                else Refusal("F-SD1", "the Leader would be more than his unit's move from the centre")
            )
        if not zones(polys).hold(models):
            return Refusal("F-S1", "it would not be wholly in its zone")
        if zone.first_half and not _half_inside(state, unit, models, polys[0]):
            return Refusal("F-SG1", "fewer than half of the units would be inside the walls")
        return None

    spots = [*unit.models[:1], *(spot for poly in polys for spot in _on_table(state, poly, 200))]
    placer = Placer(state, unit, rule, spots, polys[0], zone.keep)
    placer.indoors = True
    return placer


def starting_points(state: State, side: int) -> int:
    """The points of a side's units that start on the table. [F-SB1]"""
    return sum(u.cost for u in state.on_table(side))


def all_points(state: State, side: int) -> int:
    """The points of all of a side's units."""
    return sum(u.cost for u in state.units if u.side == side)


def _on_table(state: State, poly: tuple[Point, ...], step: int) -> Iterator[Point]:
    """Spots of a shape that lie on the table."""
    west, south, east, north = bounds(poly)
    width, height = state.field.width, state.field.height
    return row_by_row((max(west, 0), max(south, 0), min(east, width), min(north, height)), step)


def _half_inside(state: State, unit: Unit, models: tuple[Point, ...], walls: tuple[Point, ...]) -> bool:
    """Whether at least half of a side's units stay in the first shape if one stands here. [F-SG1]"""
    others = [u for u in state.on_table(unit.side) if u.id != unit.id]
    inside = sum(zones((walls,)).hold(u.models) for u in others)
    here = zones((walls,)).hold(models)
    return 2 * (inside + here) >= len(others) + 1 or here


def posted(state: State, posts: Mapping[int, Post]) -> State:
    """Units where a battle has them stand, each judged among all the others; BadInput names who may not. [F-S1]"""
    waiting = [u for u in state.units if u.where is Where.TABLE and u.id not in posts]
    for unit in waiting:
        state = _put(state, replace(unit, where=Where.POOL))
    for number, (spot, facing) in posts.items():
        unit, placer = state.units[number], placer_for(state, state.units[number])
        bearing = _facing(state, unit.side) if facing is None else facing
        state = _put(
            state, replace(unit, models=placer.models(spot), inside=placer.house(spot), facing=bearing)
        )
    for number, (spot, _) in posts.items():
        reason = placer_for(state, state.units[number]).judge(spot)
        if reason is not None:
            name = state.units[number].name
            raise BadInput(f"{name} cannot be set up there: {reason.words} [{reason.cite}]")
    for unit in waiting:
        state = _put(state, unit)
    return state


def auto_deploy(state: State, side: int, posts: Container[int] = ()) -> State:
    """A side set up by a fixed rule, but for those who have their posts: evenly along the side of its zone that faces the
    enemy; if there is not room enough for that, packed from a corner, in the end in close rows. [F-S1]
    """
    own = [u for u in state.units if u.side == side and u.where is Where.TABLE and u.id not in posts]
    for unit in own:
        state = _put(state, replace(unit, models=(), where=Where.POOL))
    left: Unit | None = None
    for rows in (0, -1, 4, 3, 2):
        found, left = _deployed(state, side, own, rows)
        if left is None:
            return found
    assert left is not None
    raise BadInput(f"{left.name} finds no room in its zone")


def _deployed(state: State, side: int, own: list[Unit], rows: int) -> tuple[State, Unit | None]:
    """One try: spread out (0), packed (-1), or packed in so many rows; and the first unit without room."""
    for number, unit in enumerate(own):
        placer = placer_for(state, unit)
        placer.indoors, placer.rows = False, max(rows, 0)
        polys = _polys(state, side, number, len(own))
        if rows:
            spots = sorted(spot for poly in polys for spot in _on_table(state, poly, 50))
        else:
            wanted = _wanted(state, side, number, len(own))
            spots = spread_out((s for poly in polys for s in _on_table(state, poly, 100)), wanted)
        spot = next((s for s in spots if placer.judge(s) is None), None)
        if spot is None:
            return state, unit
        state = _put(state, replace(unit, models=placer.models(spot), facing=_facing(state, side)))
    return state, None


def _put(state: State, unit: Unit) -> State:
    return replace(state, units=(*state.units[: unit.id], unit, *state.units[unit.id + 1 :]))


def _polys(state: State, side: int, number: int, count: int) -> tuple[tuple[Point, ...], ...]:
    """The shapes a unit is set up in: of several they take turns, but half stay inside the walls."""
    zone = zones_of(state, side)
    if zone.first_half:
        return (zone.polys[0],) if 2 * number < count + 1 else zone.polys[1:] or zone.polys
    return (zone.polys[number % len(zone.polys)],)


def _wanted(state: State, side: int, number: int, count: int) -> Point:
    """Where a unit would like to stand: spread along the edge of its zone nearest the middle of the table; a column in
    one file. [F-SF1]
    """
    zone = zones_of(state, side)
    poly = _polys(state, side, number, count)[0]
    west, south, east, north = bounds(poly)
    if zone.spot is not None:
        return _in_ring(_height_near(state, zone.spot), number, count)
    if zone.file:
        step = min(1000, (east - west - 500) // max(1, count - 1))
        return east - 250 - number * step, (south + north) // 2
    group = len(zone.polys) if not zone.first_half else 1
    place, places = number // group, -(-count // group)
    middle = state.field.width // 2, state.field.height // 2
    share = (2 * place + 1, 2 * places)
    if east - west >= north - south:
        low, high = max(west, 600), min(east, state.field.width - 600)
        y = north - 250 if abs(north - middle[1]) < abs(south - middle[1]) else south + 250
        return low + (high - low) * share[0] // share[1], y
    low, high = max(south, 500), min(north, state.field.height - 500)
    x = east - 250 if abs(east - middle[0]) < abs(west - middle[0]) else west + 250
    return x, low + (high - low) * share[0] // share[1]


def _height_near(state: State, spot: Point) -> Point:
    """The middle of a hill that a spot lies on, else the spot itself."""
    hills = layout(state).hills.of(*HILLS).at(spot)
    return centre(hills[0].piece.poly) if hills else spot


def _in_ring(spot: Point, number: int, count: int) -> Point:
    """A place in a ring of units round a spot, one of them at its back. [F-S1]"""
    east, north = offset(1800 + 3600 * number // count, 110 * count if count > 1 else 0)
    return spot[0] + east, spot[1] + north


def _facing(state: State, side: int) -> int:
    """Towards the middle of the table."""
    x, y = centre(zones_of(state, side).polys[0])
    return heading((x, y), (state.field.width // 2, state.field.height // 2))


# ---- coming later


def sectors() -> tuple[int, ...]:
    """The sectors units may hide in: a 3 by 3 grid, not its southern row. [F-SC1]"""
    return tuple(range(COLUMNS, COLUMNS * ROWS))


def sector_poly(state: State, sector: int) -> tuple[Point, ...]:
    """One cell of the grid, counted from the south-west."""
    wide, high = state.field.width // COLUMNS, state.field.height // ROWS
    x, y = sector % COLUMNS * wide, sector // COLUMNS * high
    return upright(x, y, x + wide, y + high)


def sector_placer(state: State, unit: Unit) -> Placer:
    """The judge of where a hidden unit appears: wholly in its sector, 6 from enemies. [F-SC1]"""
    poly = sector_poly(state, unit.sector if unit.sector is not None else sectors()[0])

    def rule(models: tuple[Point, ...]) -> Refusal | None:
        if one_holds((poly,), models):
            return None
        return Refusal("F-SC1", "it would not be wholly in its sector")

    return _Appearing(state, unit, rule, row_by_row(bounds(poly), 200), poly, ENTRY_KEEP)


class _Appearing(Gathering):
    """A hidden unit coming into the open."""

    def farther_spots(self) -> Iterator[Point]:
        """Every spot of the sector, finely."""
        return row_by_row(bounds(self.region()), FINER)


def must_appear(state: State) -> bool:
    """Whether the last turn to stay hidden has come. [F-SC1]"""
    return state.turn >= LAST_HIDDEN_TURN
