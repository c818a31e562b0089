"""The ground made ready once: areas, walls, houses, roads, levels. [29–50, B9, B10, L2, P1–P6]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Refusal
from grognard.geometry.gaps import within
from grognard.geometry.points import Bounds, Point, Poly, Segment, bounds_of_all
from grognard.geometry.points import bounds as bounds_of
from grognard.tabletop.land import (
    Line,
    Lines,
    Patch,
    Patches,
    all_parts,
    best_at,
    first_crossed,
    keeps_beside,
    lines,
    of_most,
    patches,
    pieces_of,
)
from grognard.tabletop.land import over_edge as outside

from ..state import Battlefield, State, Terrain, Unit, centre, places_of
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


Area = Patch[Terrain]
"""A patch of ground."""
House = Patch[Terrain]
"""A building: its plan, and of its piece how much it can stand. [G1]"""
Wall = Line[Terrain]
"""One stretch of a wall or barrier."""


class Land(NamedTuple):
    """A battlefield made ready."""

    areas: Patches[Terrain]
    hills: Patches[Terrain]
    houses: Patches[Terrain]
    walls: Lines[Terrain]
    """Stretch by stretch."""
    roads: Lines[Terrain]
    courses: tuple[tuple[str, tuple[Segment, ...]], ...]
    """For each kind of road, the best first: the stretches of that kind and of better ones. [A-24]"""


@kept
def land(field: Battlefield) -> Land:
    """Make a battlefield's ground ready."""
    linear = {"wall", *ROADS}
    ground = patches(field.terrain, lambda t: t.kind not in linear, level=lambda t: t.level)
    areas = ground.pick(lambda area: area.kind != "building")
    roads = lines(field.terrain, lambda t: t.kind in ROADS)
    return Land(
        areas,
        areas.pick(lambda area: area.level),
        ground.of("building"),
        lines(field.terrain, lambda t: t.kind == "wall", apart=True),
        roads,
        _courses(roads),
    )


def _courses(roads: Lines[Terrain]) -> tuple[tuple[str, tuple[Segment, ...]], ...]:
    kinds = sorted({road.kind for road in roads}, key=_gain, reverse=True)
    return tuple(
        (kind, tuple(pieces_of(road for road in roads if _gain(road.kind) >= _gain(kind)))) for kind in kinds
    )


def land_of(state: State) -> Land:
    """The ground of this battle."""
    return land(state.field)


def house_named(state: State, name: str) -> House:
    """A building by its name."""
    return house_in(state.field, name)


@kept
def house_in(field: Battlefield, name: str) -> House:
    """The same of a battlefield."""
    return next(house for house in land(field).houses.who if house.name == name)


@kept(of=("field", "damage"))
def ruins(state: State) -> tuple[House, ...]:
    """The buildings that guns have brought down. [X9]"""
    lost = dict(state.damage)
    return tuple([h for h in land_of(state).houses if h.name in lost and lost[h.name] >= h.piece.toughness])


def houses(state: State) -> tuple[House, ...]:
    """The buildings that still stand."""
    if not state.damage:
        return land_of(state).houses.who
    return tuple([house for house in land_of(state).houses if house not in ruins(state)])


def areas_at(state: State, point: Point) -> list[Area]:
    """The areas a point lies in, outlines included."""
    return land(state.field).areas.at(point)


def in_ruin(state: State, point: Point) -> bool:
    """Whether a point lies in a ruin. [X9]"""
    if not state.damage:
        return False
    return any(house.holds(point) for house in ruins(state))


def level_at(state: State, point: Point) -> int:
    """The level a point lies on. [B10]"""
    return land(state.field).hills.level(point)


def level_of(state: State, unit: Unit) -> int:
    """The level of a unit: that of more than half its figures. [B9, B10]"""
    return land(state.field).hills.level_of(places_of(unit))


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
    return Cover(of_most([best_at(spot, near) for spot in spots]))


def _shelters(state: State, box: Bounds, horse: bool) -> list[tuple[Cover, Area]]:
    """What may give cover to somebody in a box: no other ground does. [42–44, 49, 50]"""
    found = [(area_cover(area.kind, horse), area) for area in covers(state.field, horse).near(box)]
    if state.damage and (ruin := area_cover("ruin", horse)):
        found += [(ruin, house) for house in ruins(state)]
    return found


def shelters_near(state: State, box: Bounds, horse: bool) -> tuple[Poly, ...]:
    """The convex shapes of the ground that gives cover and may reach into a box, ruins among them. [42–44, 49, 50, X9a]"""
    return all_parts([area for _, area in _shelters(state, box, horse)])


@kept
def covers(field: Battlefield, horse: bool) -> Patches[Terrain]:
    """The areas that give cover."""
    return land(field).areas.pick(lambda area: area_cover(area.kind, horse))


def shared_area(state: State, one: Unit, other: Unit) -> bool:
    """Whether most figures of both stand in one and the same covering area. [A-25]"""
    for area in land_of(state).areas.near(bounds_of(places_of(one))):
        if (area_cover(area.kind, one.mounted) or area_cover(area.kind, other.mounted)) and all(
            2 * sum(area.holds(spot) for spot in places_of(unit)) > unit.size for unit in (one, other)
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
    if not ways:
        return NOTHING
    here, box = land(state.field), bounds_of_all(ways)
    areas, walls, blocks = here.areas.near(box), here.walls.near(box), houses_near(state, box)
    if not areas and not walls and not blocks:
        return NOTHING
    house = first_crossed(blocks, ways) if blocks else None
    return Met(
        frozenset([area.kind for area in areas if area.any_touched(ways)]),
        max([wall.piece.height for wall in walls if wall.any_across(ways)], default=0),
        "" if house is None else house.name,
    )


def open_ground(field: Battlefield, box: Bounds) -> bool:
    """Whether nothing that could be met reaches into a box, whichever houses stand."""
    here = land(field)
    return here.areas.clear_of(box) and here.walls.clear_of(box) and here.houses.clear_of(box)


def houses_near(state: State, box: Bounds) -> list[House]:
    """The buildings that still stand and may reach into a box: no other does."""
    found = land(state.field).houses.near(box)
    return [house for house in found if house not in ruins(state)] if state.damage else found


def along_road(state: State, ways: Sequence[Segment]) -> str:
    """The kind of road the unit's centre keeps to all the way, the poorest of joined ones; empty if it leaves them. [P2, A-24]"""
    for kind, stretches in land(state.field).courses:
        if all(keeps_beside(way, stretches, ROADSIDE, FINEST) for way in ways):
            return kind
    return ""


def _gain(kind: str) -> int:
    return TERRAIN[kind].foot.modifier


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
    spots = places_of(unit)
    return tuple(
        [
            wall
            for wall in land(state.field).walls
            if 2 * sum(wall.within(spot, NEAR_WALL) for spot in spots) > unit.size
        ]
    )


def between(state: State, one: Point, other: Point) -> Wall | None:
    """The highest wall a straight line crosses."""
    way = one, other
    crossed = [wall for wall in land(state.field).walls.near(bounds_of(way)) if wall.between(one, other)]
    return max(crossed, key=lambda wall: wall.piece.height, default=None)


def near_house(state: State, unit: Unit, house: House, distance: int) -> bool:
    """Whether some figure of a unit stands within a distance of a building, base edge to outline. [G7]"""
    return any(within((spot,), house.poly, distance + unit.radius) for spot in places_of(unit))


def over_edge(state: State, box: Bounds) -> bool:
    """Whether any of the bases in a box stands over the edge of the table. [M7]"""
    return outside(state.field, box)


def off_table(state: State, x: int, y: int, radius: int) -> bool:
    """Whether a base stands over the edge of the table. [M7]"""
    return not (radius <= x <= state.field.width - radius and radius <= y <= state.field.height - radius)
