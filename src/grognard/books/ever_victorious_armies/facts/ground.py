"""The ground of a battlefield, made ready once: going, cover, roads, edges, sight. [K1–K5]"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.crowds import first_pressing, near_boxes
from grognard.geometry.gaps import length, point_within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Bounds, Crowd, Point, Poly, Segment, bounds, bounds_of_all
from grognard.geometry.sight import length_inside
from grognard.tabletop.bodies import any_overlap
from grognard.tabletop.land import Line, Lines, Patch, Patches, lines, over_edge, parts_of, patches
from grognard.tabletop.sight import Screens, screens_of

from ..state import Battlefield, Terrain, Unit
from ..tables.terrain import CROSSINGS, EDGES, ROADS, TERRAIN, WATER, Going, crossing_cost, going
from ..words import Cover, Kind, Order
from .bodies import Drawn

LINES = frozenset({"wall", "hedge"})
CLOSE = 100
"""How near a wall or hedge covers. [K2]"""
SHORT = 100
"""A charge that falls short stops 1 from any enemy; a line that near to him costs it nothing. [H3, H4]"""


Area = Patch[Terrain]
"""A patch of ground: all of it, and the parts that bridges and fords leave."""
Edge = Line[Terrain]
"""One stretch of a line across the ground; its piece knows its gates."""


class Land(NamedTuple):
    """A battlefield made ready."""

    areas: Patches[Terrain]
    roads: tuple[Poly, ...]
    edges: Lines[Terrain]
    difficult: dict[Kind, Crowd]
    barred: dict[Kind, tuple[Crowd, tuple[str, ...]]]
    owners: dict[Kind, tuple[Area, ...]]
    """Of each barred part, of what area it is."""
    works: Crowd
    """All works and villages."""
    trouble: dict[Kind, tuple[Bounds, ...]]
    """The bounds of all difficult and all barred ground."""
    screens: Screens
    """All that may hide one from another: what is deep, then hills."""
    hills: Patches[Terrain]


@kept
def land(field: Battlefield) -> Land:
    """Make a battlefield's ground ready. Bridges and fords cancel the water under them. [Q2, Q4, Q6]"""
    # Everything else is what its row says: open, trees, houses, hills. [Q1, Q3, Q5, Q9]
    dry = parts_of(field.terrain, CROSSINGS)
    areas = patches(field.terrain, lambda t: t.kind not in LINES, water=WATER, dry=dry)
    difficult, barred, owners = {}, {}, {}
    for troops in Kind:
        difficult[troops] = _going(areas, troops, Going.DIFFICULT).shapes
        closed = _going(areas, troops, Going.NO)
        barred[troops] = closed.shapes, tuple([area.name for area in closed.owners])
        owners[troops] = closed.owners
    hills = areas.of("hill")
    deep = {area.kind: sight for area in areas if (sight := TERRAIN[area.kind].sight) is not None}
    return Land(
        areas,
        areas.of(*ROADS).shapes,
        lines(field.terrain, lambda t: t.kind in EDGES, closed=("work",), apart=True),
        difficult,
        barred,
        owners,
        areas.of("work", "village").shapes,
        {troops: (*difficult[troops].bounds, *barred[troops][0].bounds) for troops in Kind},
        Screens([*screens_of(areas.of(*deep), "deep", deep), *screens_of(hills, "hill")]),
        hills,
    )


def _going(areas: Patches[Terrain], troops: Kind, how: Going) -> Patches[Terrain]:
    """The ground that is so for some troops. [M4]"""
    return areas.pick(lambda area: going(area.kind, troops) is how)


def inside(field: Battlefield, kind: str, point: Point) -> Area | None:
    """The area of a kind that a point lies in, its outline included."""
    return next((area for area in land(field).areas.at(point) if area.kind == kind), None)


def named(field: Battlefield, name: str) -> Area | None:
    """An area by its name."""
    return land(field).areas.named(name)


def on_road(field: Battlefield, way: Segment) -> bool:
    """Whether a straight way stays on road or bridge from end to end. [K1]"""
    roads = land(field).roads
    if not roads:
        return False
    start, end = way
    if not in_parts(roads, start) or not in_parts(roads, end):
        return False
    return start == end or length_inside(way, roads) >= length(start, end) - 1


def keeps_to_roads(unit: Drawn, order: Order | None = None) -> bool:
    """Whether a road carries this unit over bad ground: columns, horse, guns, generals. [K1]"""
    return carried_by_roads(unit.kind, order or unit.order)


def carried_by_roads(kind: Kind, order: Order) -> bool:
    """The same of all such troops."""
    return order is Order.COLUMN or kind is not Kind.FOOT


def troubles(field: Battlefield, troops: Kind, around: Bounds | None) -> bool:
    """Whether there may be difficult or barred ground within some bounds: a first look. [M4]"""
    return around is not None and bool(near_boxes(land(field).trouble[troops], around))


@kept
def across(field: Battlefield, troops: Kind) -> Any:
    """All lines as a charge of such troops crosses them: `Across` of the kernel says what each part is. [H3, H7]"""
    pieces, owners = land(field).edges.all_pieces
    names = list(dict.fromkeys([edge.name for edge in owners]))
    costs = [crossing_cost(edge.kind, troops) for edge in owners]
    return (
        pieces,
        tuple([names.index(edge.name) for edge in owners]),
        tuple([-1 if cost is None else cost for cost in costs]),
        tuple([edge.piece.gates for edge in owners]),
        tuple([edge.kind == "work" for edge in owners]),
        SHORT,
    )


def shelter(field: Battlefield, point: Point) -> tuple[Area | None, Area | None]:
    """The work and the village that a point lies in."""
    if not near_boxes(land(field).works.bounds, (*point, *point)):
        return None, None
    return inside(field, "work", point), inside(field, "village", point)


def closed_near(field: Battlefield, troops: Kind, around: Bounds) -> bool:
    """Whether there may be ground within some bounds that such troops may not enter: a first look. [M4]"""
    return bool(near_boxes(land(field).barred[troops][0].bounds, around))


def meets_difficult(field: Battlefield, troops: Kind, lane: tuple[Poly, ...]) -> bool:
    """Whether any part of a swept footprint lies in difficult going. [M4]"""
    rough = land(field).difficult[troops]
    return bool(rough) and any_overlap(lane, rough)


def meets_barred(field: Battlefield, troops: Kind, lane: tuple[Poly, ...]) -> str | None:
    """The name of ground such troops may not enter that a swept footprint overlaps. [M4, 8a]"""
    parts, names = land(field).barred[troops]
    hit = first_pressing(lane, parts) if parts else None
    return None if hit is None else names[hit[1]]


def closed_by(field: Battlefield, troops: Kind, name: str) -> str:
    """The rule that closes a piece of ground to such troops. [8a, G-33]"""
    kind = next(area.kind for area in land(field).areas if area.name == name)
    if troops in (Kind.HORSE, Kind.GENERAL) and kind == "village":
        return "G-33"
    return "8a" if going(kind, Kind.FIELD_GUN) is Going.DIFFICULT else TERRAIN.row(kind).cite


class Crossed(NamedTuple):
    """A line that a straight way crosses: what that costs (None: impossible), and where."""

    edge: Edge
    cost: int | None
    place: Point

    @property
    def cite(self) -> str:
        """The row of the line crossed."""
        return EDGES.row(self.edge.kind).cite


def crossings(field: Battlefield, troops: Kind, way: Segment) -> list[Crossed]:
    """The lines a straight way crosses; gates are free. Where two stretches of a line meet it counts once. [Q7, Q8]"""
    found: list[Crossed] = []
    # Starting on the line itself is not crossing it again.
    for edge, place in land(field).edges.met(way):
        # A hair's breadth, for a place on a slanting edge is rounded.
        if any(point_within(place, gate, 1) for gate in edge.piece.gates):
            continue
        if any(place == other.place and edge.name == other.edge.name for other in found):
            continue
        found.append(Crossed(edge, crossing_cost(edge.kind, troops), place))
    return found


@kept
def cover_of(field: Battlefield, there: Point, here: Point, target: Poly) -> Cover:
    """The best physical cover of a target here from a shooter there; soft cover asks only where the target is. [K2, G-7, G-46]"""
    found = [Cover.NONE]
    for area in land(field).areas:
        cover = TERRAIN[area.kind].cover
        if cover is not Cover.NONE and area.holds(here) and (cover is Cover.SOFT or not area.holds(there)):
            found.append(cover)
    met = land(field).edges.met_near((there, here), target, CLOSE)
    found += [EDGES[edge.kind].cover for edge in met if edge.kind in LINES]
    return max(found, key=_rank)  # [S3] one of them counts


def _rank(cover: Cover) -> int:
    return (Cover.NONE, Cover.SOFT, Cover.HARD, Cover.ENTRENCHED).index(cover)


def in_shelter(field: Battlefield, unit: Unit) -> bool:
    """Centre inside a village or a work. [K5]"""
    point = unit.x, unit.y
    return inside(field, "village", point) is not None or inside(field, "work", point) is not None


def off_table(field: Battlefield, box: Poly) -> bool:
    """Whether a shape sticks out over the table's edge."""
    return over_edge(field, bounds(box))


def spread(lane: tuple[Poly, ...]) -> Bounds:
    """The bounds of a whole lane."""
    return bounds_of_all(lane)
