"""The ground made ready once: areas, walls, houses, roads, levels. [29–50, B9, B10, L2, P1–P6]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Refusal
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import point_within, within
from grognard.geometry.outlines import convex_parts, in_parts, meet, tidy
from grognard.geometry.points import Bounds, Point, Poly, Segment, bounds_of_all, each_bounds
from grognard.geometry.points import bounds as bounds_of
from grognard.geometry.sight import crosses, span

from ..state import Battlefield, State, Unit, centre, places_of
from ..tables.cover import area_cover
from ..tables.moving import HIGHEST_JUMP, ROADS, TERRAIN, WOODS, going
from ..words import Arm, Cover

NEAR_WALL = 200
"""How near a wall a figure stands behind it. [F3, K14, L2]"""
FINEST = 25
"""A way is looked at in pieces down to this length."""
ROADSIDE = 150
"""How far from the line of a road a unit's centre may stray. [P2]"""
WAGON_BARS = frozenset({*WOODS, "wall", "rocks", "building"})
"""Where wagons may not go. [S3]"""
WATER = frozenset({"ford", "stream"})
"""What a road does not cancel: it is crossed as water is. [S2]"""


class Area(NamedTuple):
    """A patch of ground."""

    kind: str
    name: str
    parts: tuple[Poly, ...]
    bounds: Bounds
    level: int


class Wall(NamedTuple):
    """One stretch of a wall or barrier."""

    name: str
    segment: Segment
    height: int


class House(NamedTuple):
    """A building: its plan and how much it can stand. [G1]"""

    name: str
    poly: Poly
    toughness: int


class Road(NamedTuple):
    """A track, path or road: its line."""

    kind: str
    name: str
    stretches: tuple[Segment, ...]


class Land(NamedTuple):
    """A battlefield made ready."""

    areas: tuple[Area, ...]
    walls: tuple[Wall, ...]
    houses: tuple[House, ...]
    roads: tuple[Road, ...]
    hills: tuple[Area, ...]
    area_boxes: tuple[Bounds, ...]
    wall_boxes: tuple[Bounds, ...]
    house_boxes: tuple[Bounds, ...]
    courses: tuple[tuple[str, tuple[Segment, ...]], ...]
    """For each kind of road, the best first: the stretches of that kind and of better ones. [A-24]"""


@kept
def land(field: Battlefield) -> Land:
    """Make a battlefield's ground ready."""
    areas, walls, houses, roads = [], [], [], []
    for t in field.terrain:
        if t.kind == "wall":
            walls += [Wall(t.name, stretch, t.height) for stretch in pairwise(t.poly)]
        elif t.kind in ROADS:
            roads.append(Road(t.kind, t.name, tuple(pairwise(t.poly))))
        elif t.kind == "building":
            houses.append(House(t.name, tidy(t.poly), t.toughness))
        else:
            parts = convex_parts(tidy(t.poly))
            areas.append(Area(t.kind, t.name, parts, bounds_of_all(parts), t.level))
    return Land(
        tuple(areas),
        tuple(walls),
        tuple(houses),
        tuple(roads),
        tuple(area for area in areas if area.level),
        tuple(area.bounds for area in areas),
        each_bounds([wall.segment for wall in walls]),
        each_bounds([house.poly for house in houses]),
        _courses(roads),
    )


def _courses(roads: Sequence[Road]) -> tuple[tuple[str, tuple[Segment, ...]], ...]:
    kinds = sorted({road.kind for road in roads}, key=_gain, reverse=True)
    return tuple(
        (kind, tuple(s for road in roads if _gain(road.kind) >= _gain(kind) for s in road.stretches))
        for kind in kinds
    )


def land_of(state: State) -> Land:
    """The ground of this battle."""
    return land(state.field)


def house_named(state: State, name: str) -> House:
    """A building by its name."""
    return next(house for house in land_of(state).houses if house.name == name)


def ruined(state: State, house: House) -> bool:
    """Whether guns have brought a building down: it is a ruin then, no building. [X9]"""
    return house in ruins(state)


@kept(of=("field", "damage"))
def ruins(state: State) -> tuple[House, ...]:
    """The buildings that guns have brought down. [X9]"""
    lost = dict(state.damage)
    return tuple([house for house in land_of(state).houses if lost.get(house.name, 0) >= house.toughness])


def houses(state: State) -> tuple[House, ...]:
    """The buildings that still stand."""
    if not state.damage:
        return land_of(state).houses
    return tuple([house for house in land_of(state).houses if house not in ruins(state)])


def areas_at(state: State, point: Point) -> tuple[Area, ...]:
    """The areas a point lies in, outlines included."""
    here = land(state.field)
    about = near_boxes(here.area_boxes, (*point, *point))
    return tuple([area for at in about if in_parts((area := here.areas[at]).parts, point)])


def in_ruin(state: State, point: Point) -> bool:
    """Whether a point lies in a ruin. [X9]"""
    if not state.damage:
        return False
    return any(in_parts((house.poly,), point) for house in ruins(state))


def level_at(state: State, point: Point) -> int:
    """The level a point lies on. [B10]"""
    return highest(land_of(state), point)


def highest(here: Land, point: Point) -> int:
    """The level of the highest hill a point lies on, 0 on the plain."""
    best = 0
    for hill in here.hills:
        if hill.level > best and in_parts(hill.parts, point):
            best = hill.level
    return best


def _more_than_half(votes: Sequence[int]) -> int:
    """The highest value that more than half of the figures reach; exactly half is not enough. [B9]"""
    ordered = sorted(votes, reverse=True)
    return ordered[len(ordered) // 2]


def level_of(state: State, unit: Unit) -> int:
    """The level of a unit: that of more than half its figures. [B9, B10]"""
    if not land_of(state).hills:
        return 0
    return _more_than_half([level_at(state, (f.x, f.y)) for f in unit.figures])


def cover_at(state: State, point: Point, horse: bool) -> Cover:
    """The best cover of the areas a point lies in. [42–44, 49, 50]"""
    best = Cover.NONE
    for area in areas_at(state, point):
        best = max(best, area_cover(area.kind, horse))
    return max(best, area_cover("ruin", horse)) if in_ruin(state, point) else best


def area_cover_of(state: State, unit: Unit) -> Cover:
    """The cover a unit's area gives it: the class more than half its figures have. [B9, 48]"""
    if unit.house:
        return Cover.HEAVY
    spots = places_of(unit)
    near = _shelters(state, bounds_of(spots), unit.mounted)
    if not near:
        return Cover.NONE  # most units stand in the open
    votes = [max([cover for cover, parts in near if in_parts(parts, spot)], default=0) for spot in spots]
    return Cover(_more_than_half(votes))


def _shelters(state: State, box: Bounds, horse: bool) -> list[tuple[Cover, tuple[Poly, ...]]]:
    """What may give cover to somebody in a box: no other ground does. [42–44, 49, 50]"""
    covers, boxes = _covers(state.field, horse)
    found = [covers[at] for at in near_boxes(boxes, box)]
    if state.damage and (ruin := area_cover("ruin", horse)):
        found += [(ruin, (house.poly,)) for house in ruins(state)]
    return found


@kept
def _covers(
    field: Battlefield, horse: bool
) -> tuple[tuple[tuple[Cover, tuple[Poly, ...]], ...], tuple[Bounds, ...]]:
    """The areas that give cover, with it, and the boxes round them."""
    areas = [area for area in land(field).areas if area_cover(area.kind, horse)]
    return (
        tuple((area_cover(area.kind, horse), area.parts) for area in areas),
        tuple(area.bounds for area in areas),
    )


def _areas_near(here: Land, box: Bounds) -> list[Area]:
    return [here.areas[at] for at in near_boxes(here.area_boxes, box)]


def shared_area(state: State, one: Unit, other: Unit) -> bool:
    """Whether most figures of both stand in one and the same covering area. [A-25]"""
    for area in land_of(state).areas:
        if (area_cover(area.kind, one.mounted) or area_cover(area.kind, other.mounted)) and all(
            2 * sum(in_parts(area.parts, (f.x, f.y)) for f in unit.figures) > unit.size
            for unit in (one, other)
        ):
            return True
    return False


def in_woods(state: State, unit: Unit) -> bool:
    """Whether more than half of its figures stand in wood of any kind. [66, A-27]"""
    inside = sum(any(area.kind in WOODS for area in areas_at(state, (f.x, f.y))) for f in unit.figures)
    return 2 * inside > unit.size


class Met(NamedTuple):
    """What a move meets on its way. [B9, P1]"""

    kinds: frozenset[str] = frozenset()
    wall: int = 0
    """The highest wall crossed."""
    house: str = ""
    """A building run into."""


NOTHING = Met()


def met(state: State, ways: Iterable[Segment]) -> Met:
    """The terrain that any of some straight ways touches, outlines included. [B9a]"""
    ways = tuple(ways)
    areas, walls, blocks = _about(state, bounds_of_all(ways)) if ways else ((), (), ())
    if not areas and not walls and not blocks:
        return NOTHING
    kinds: set[str] = set()
    wall, house = 0, ""
    for way in ways:
        for area in areas:
            if area.kind not in kinds and touches(way, area.parts):
                kinds.add(area.kind)
        for each in walls:
            if each.height > wall and meet(*way, *each.segment):
                wall = each.height
        for block in blocks:
            if not house and crosses(way, block.poly):
                house = block.name
    return Met(frozenset(kinds), wall, house)


def _about(state: State, box: Bounds) -> tuple[Sequence[Area], Sequence[Wall], Sequence[House]]:
    """What of the ground comes near a box: only that is looked at piece by piece."""
    here = land(state.field)
    return (
        _areas_near(here, box),
        [here.walls[at] for at in near_boxes(here.wall_boxes, box)],
        houses_near(state, box),
    )


def open_ground(state: State, box: Bounds) -> bool:
    """Whether nothing that could be met reaches into a box."""
    return not any(_about(state, box))


def houses_near(state: State, box: Bounds) -> list[House]:
    """The buildings that still stand and may reach into a box: no other does."""
    here = land(state.field)
    found = [here.houses[at] for at in near_boxes(here.house_boxes, box)]
    return [house for house in found if house not in ruins(state)] if state.damage else found


def touches(way: Segment, parts: Sequence[Poly]) -> bool:
    """Whether a way touches an area anywhere; who stands on the outline is in it, so who comes to it has met it. [B9a]"""
    return any(span(way, part) is not None for part in parts)


def along_road(state: State, ways: Sequence[Segment]) -> str:
    """The kind of road the unit's centre keeps to all the way, the poorest of joined ones; empty if it leaves them. [P2, A-24]"""
    for kind, stretches in land(state.field).courses:
        if all(_beside(way, stretches) for way in ways):
            return kind
    return ""


def _gain(kind: str) -> int:
    return TERRAIN[kind].foot.modifier


def _beside(way: Segment, stretches: Sequence[Segment]) -> bool:
    """Whether every spot of a way lies beside one of some stretches of road."""
    one, other = way
    near = [s for s in stretches if point_within(one, s, ROADSIDE)]
    if any(point_within(other, s, ROADSIDE) for s in near):
        return True  # what lies beside one straight stretch at both ends never leaves it
    if not near or max(abs(one[0] - other[0]), abs(one[1] - other[1])) < FINEST:
        return False
    middle = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
    return _beside((one, middle), stretches) and _beside((middle, other), stretches)


def standing_in(state: State, unit: Unit) -> tuple[Met, str]:
    """The ground a unit's figures stand in, and the road its centre is on. [B9, P2]"""
    if not unit.figures:
        return NOTHING, ""
    middle = centre(unit)
    found = met(state, [(spot, spot) for spot in places_of(unit)])
    return found, along_road(state, ((middle, middle),))


def ignored(road: str, found: Met) -> bool:
    """Whether a road followed all the way cancels the other terrain: a ford or stream it does not. [P2, S2, A-24]"""
    return bool(road) and not found.kinds & WATER


def rides(state: State, unit: Unit) -> bool:
    """Whether ground closed to horse is closed to a unit: it rides, or the leader with it does. [30, 31, C4a]"""
    if unit.mounted:
        return True
    leader = state.leader_with(unit.id)
    return leader is not None and leader.mounted


def barred(
    state: State, unit: Unit, found: Met, *, road: str = "", horse: bool | None = None
) -> Refusal | None:
    """The first thing on its way a unit may not enter at all; a road leads through all but water, high walls and houses. [30, 31, 33, 34, S2, S3, P2]"""
    if not found.kinds and not found.wall and not found.house:
        return None
    horse = rides(state, unit) if horse is None else horse
    wagon = unit.arm is Arm.WAGON
    for kind in () if ignored(road, found) else sorted(found.kinds):
        if going(kind, horse).barred or (wagon and kind in WAGON_BARS):
            row = TERRAIN.row(kind)
            cite = row.cite if going(kind, horse).barred else "S3"
            return Refusal(cite, f"{row.words}: no way through")
    if found.wall > HIGHEST_JUMP or (found.wall and wagon and not ignored(road, found)):
        return Refusal("33" if found.wall > HIGHEST_JUMP else "S3", "the wall cannot be crossed")
    if found.house:
        return Refusal("34" if horse else "G2", f"{found.house} stands in the way")
    return None


def lined_walls(state: State, unit: Unit) -> tuple[Wall, ...]:
    """The walls most of its figures stand within 2 of. [K14]"""
    found = []
    for wall in land_of(state).walls:
        near = sum(point_within((f.x, f.y), wall.segment, NEAR_WALL) for f in unit.figures)
        if 2 * near > unit.size:
            found.append(wall)
    return tuple(found)


def between(state: State, one: Point, other: Point) -> Wall | None:
    """The highest wall a straight line crosses."""
    crossed = [wall for wall in land_of(state).walls if meet(one, other, *wall.segment)]
    return max(crossed, key=lambda wall: wall.height, default=None)


def near_house(state: State, unit: Unit, house: House, distance: int) -> bool:
    """Whether some figure of a unit stands within a distance of a building, base edge to outline. [G7]"""
    return any(within(((f.x, f.y),), house.poly, distance + unit.radius) for f in unit.figures)


def over_edge(state: State, box: Bounds) -> bool:
    """Whether any of the bases in a box stands over the edge of the table. [M7]"""
    west, south, east, north = box
    return not (west >= 0 and east <= state.field.width and south >= 0 and north <= state.field.height)


def off_table(state: State, x: int, y: int, radius: int) -> bool:
    """Whether a base stands over the edge of the table. [M7]"""
    return not (radius <= x <= state.field.width - radius and radius <= y <= state.field.height - radius)
