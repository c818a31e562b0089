"""The ground of a battlefield, made ready once: features, sight, going, cover. [153–184]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from grognard.engine.memo import kept
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import length, point_within
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Bounds, Crowd, Point, Poly, Segment, bounds, bounds_of_all, farther
from grognard.geometry.shapes import first_overlap
from grognard.geometry.sight import crosses_parts, length_inside
from grognard.tabletop.bodies import any_overlap, any_within, corners_of, outside
from grognard.tabletop.land import (
    Group,
    Line,
    Lines,
    Patch,
    Patches,
    each_crossed,
    each_parts,
    lines,
    met_between,
    over_edge,
    parts_of,
    patches,
)
from grognard.tabletop.sight import NEVER, STOOD_ON, TOUCHED, Veil, veil

from ..state import Battlefield, State, Terrain
from ..tables.terrain import CROSSINGS, FEATURES, GOING
from ..words import Cover, Where

G = TypeVar("G", bound=Group[Any])
BORDER = 300
"""How long a border sections must share to be connected. [183]"""


Area = Patch[Terrain]
"""A patch of ground; of a river, its parts are what bridges and fords leave."""
Wall = Line[Terrain]
"""A line across the ground: a wall, a hedge, a stream."""


class Hill(NamedTuple):
    """A hill: its outline is level 1, contours above it, and a crest. [B56]"""

    name: str
    levels: tuple[tuple[Poly, ...], ...]
    crest: tuple[Segment, ...]
    around: Bounds


class Land(NamedTuple):
    """A battlefield made ready."""

    features: dict[int, Area]
    hills: tuple[Hill, ...]
    closed: Patches[Terrain]
    """Impassable areas. [164]"""
    impassable: Crowd
    rough: Crowd
    roads: Crowd
    high: Lines[Terrain]
    barriers: Lines[Terrain]
    areas: Patches[Terrain]
    """The defendable ones. [168]"""
    defendable: Crowd
    connected: dict[int, tuple[int, ...]]
    dry: tuple[Poly, ...]
    """Bridges and fords."""
    plain: bool
    """Nothing on this table slows or stops anybody."""


@lru_cache(maxsize=32)
def land(field: Battlefield) -> Land:
    """Make a battlefield's ground ready; bridges and fords cancel the water under them. [156, 157]"""
    dry = parts_of(field.terrain, CROSSINGS)
    areas = patches(field.terrain, lambda t: not FEATURES[t.kind].line, water=("river",), dry=dry)
    closed, defendable = _having(areas, "impassable"), _having(areas, "defendable")
    rough, roads = _having(areas, "rough").shapes, _having(areas, "highway").shapes
    walls = lines(field.terrain, lambda t: FEATURES[t.kind].line)
    high, barriers = _having(walls, "impassable"), _having(walls, "barrier")
    features = {area.number: area for area in defendable}
    return Land(
        features,
        tuple(_hill(t) for t in field.terrain if t.kind == "hill"),
        closed,
        closed.shapes,
        rough,
        roads,
        high,
        barriers,
        defendable,
        defendable.shapes,
        _connections(field, features),
        dry,
        not (closed or rough or roads or high or barriers or features),
    )


def _having(group: G, rule: str) -> G:
    """What of the ground has one of the terrain rules."""
    return group.pick(lambda each: FEATURES[each.kind].has(rule))


def _hill(terrain: Terrain) -> Hill:
    levels = each_parts((terrain.poly, *terrain.contours))
    return Hill(terrain.name, levels, tuple(pairwise(terrain.crest)), bounds_of_all(levels[0]))


def _connections(field: Battlefield, features: dict[int, Area]) -> dict[int, tuple[int, ...]]:
    """Sections of one large feature that share a border of 3 or more. [183]"""
    found: dict[int, tuple[int, ...]] = {}
    for a in features:
        group = field.terrain[a].group
        found[a] = tuple(
            b
            for b in features
            if b != a and group and field.terrain[b].group == group and _border(field, a, b) >= BORDER
        )
    return found


def _border(field: Battlefield, a: int, b: int) -> int:
    """How much of two outlines' edges lies on the other's, all told."""
    shared = 0
    one, other = field.terrain[a].poly, field.terrain[b].poly
    for p, q in zip(one, (*one[1:], one[0])):
        for u, v in zip(other, (*other[1:], other[0])):
            ends = [x for x in (p, q) if point_within(x, (u, v), TOUCH)]
            ends += [x for x in (u, v) if point_within(x, (p, q), TOUCH)]
            if len(ends) > 1:
                most = max(length(x, y) for x in ends for y in ends)
                shared += most if most > 2 * TOUCH else 0  # edges that only meet share a corner
    return shared


def land_of(state: State) -> Land:
    """The ground of this battle."""
    memo = state.field.__dict__
    if "land" not in memo:
        memo["land"] = land(state.field)
    found: Land = memo["land"]
    return found


@kept(of=("field",))
def closed_of(state: State) -> Crowd:
    """All ground a body may not pass over, part by part. [164, 168]"""
    ground = land_of(state)
    return Crowd((*ground.impassable, *ground.defendable))


def feature(state: State, number: int) -> Area:
    """A defendable feature by its number."""
    return land_of(state).features[number]


def occupant(state: State, number: int) -> int | None:
    """The unit that occupies a feature. [169]"""
    return _occupants(state).get(number)


@kept(of=("units",))
def _occupants(state: State) -> dict[int, int]:
    """Every feature somebody is in, with the first unit there."""
    return {u.inside: u.id for u in reversed(state.units) if u.in_feature and u.on_table}


def foes_inside(state: State, number: int, side: int) -> bool:
    """Whether an enemy unit or leader is inside a feature: no leader enters then. [170]"""
    unit = occupant(state, number)
    if unit is not None and state.units[unit].side != side:
        return True
    return any(x.inside == number and x.side != side and x.where is Where.TABLE for x in state.leaders)


def cover_of_feature(state: State, number: int) -> Cover:
    """Hard in buildings, soft in woods. [168]"""
    return FEATURES[feature(state, number).kind].cover


def _apart(a: Bounds, b: Bounds) -> bool:
    """Whether what lies in two boxes surely has nothing in common."""
    return farther(a, b, 0)


def off_table(state: State, poly: Poly) -> bool:
    """Whether a shape sticks out over the table's edge. [75]"""
    return over_edge(state.field, bounds(poly))


def level_at(state: State, poly: Poly) -> int:
    """How high up a hill some part of a shape stands; open ground is 0. [B56]"""
    best = 0
    around = bounds(poly)
    for hill in land_of(state).hills:
        if _apart(hill.around, around):
            continue
        for level, parts in enumerate(hill.levels, 1):
            if level > best and any_overlap((poly,), parts):
                best = level
    return best


@kept(of=("field", "options"))
def veils(state: State) -> tuple[Veil, ...]:
    """Hills and features as lines of sight meet them. [59, 165, 168, B56]"""
    ground = land_of(state)
    excuse = TOUCHED if state.options.see_through_touched_feature else NEVER
    return (
        *[veil(hill.around, hill.levels[0], hill.crest, STOOD_ON) for hill in ground.hills],
        *[veil(area.around, area.parts, (), excuse, number) for number, area in ground.features.items()],
    )


class Screen(NamedTuple):
    """What stands in a line of sight: its name, and its shape where a line close past it may be clear."""

    name: str
    shape: Poly


class Ends(NamedTuple):
    """The figures at both ends of a line: the far one is looked for only where something it may touch is in the way."""

    near: Poly | None
    far: Callable[[], Poly | None]
    there: Bounds
    """Where the far one is somewhere."""

    def each(self, obstacle: Bounds) -> Iterator[Poly | None]:
        """One after the other, as far as they may touch an obstacle."""
        yield self.near
        yield None if farther(self.there, obstacle, TOUCH) else self.far()


def hides(hills: tuple[Hill, ...], high: tuple[Wall, ...], line: Segment, bases: Ends) -> Screen | None:
    """The obstacle that blocks a line of sight, if one does; `bases` touch what they touch. [59, 165, B56, B74]"""
    if not (hills or high):
        return None
    around = bounds(line)
    for hill in hills:
        if not _apart(hill.around, around):
            shape = _over(hill, line, bases)
            if shape is not None:
                return Screen(hill.name, shape)
    for wall in high:
        if not _apart(wall.around, around) and _behind_wall(wall, line, bases):
            return Screen(wall.name, corners_of(wall.pieces))
    return None


def _on(parts: tuple[Poly, ...], point: Point, base: Poly | None) -> bool:
    """Whether an end of a line stands on an obstacle or its figure touches it."""
    if in_parts(parts, point):
        return True
    return base is not None and any_within((base,), parts, TOUCH)


def _over(hill: Hill, line: Segment, bases: Ends) -> Poly | None:
    """A crest between the two ends hides; a hill hides what lies off it beyond it: what is in the way. [B56]"""
    if met_between(line, hill.crest):
        return corners_of(hill.crest)
    if not crosses_parts(line, hill.levels[0]):
        return None
    if any(_on(hill.levels[0], end, base) for end, base in zip(line, bases.each(hill.around))):
        return None
    return corners_of(hill.levels[0])


def _behind_wall(wall: Wall, line: Segment, bases: Ends) -> bool:
    if not wall.between(*line):
        return False
    return not any(base is not None and wall.near_shape(base, TOUCH) for base in bases.each(wall.around))


def hidden_by_feature(
    features: tuple[Area, ...], line: Segment, bases: Ends, through_touched: bool
) -> Screen | None:
    """A wood or building that a line passes through the inside of, those one looks from or at excepted. [168]"""
    for area in each_crossed(features, line):
        if through_touched and any(
            base is not None and any_within((base,), area.parts, TOUCH) for base in bases.each(area.around)
        ):
            continue
        return Screen(area.name, corners_of(area.parts))
    return None


def touched_walls(state: State, poly: Poly) -> tuple[Wall, ...]:
    """The barriers a base touches. [159]"""
    near = land_of(state).barriers.near(bounds(poly), TOUCH)
    return tuple([wall for wall in near if wall.near_shape(poly, TOUCH)])


def across(wall: Wall, a: Point, b: Point) -> bool:
    """Whether a barrier lies between two points."""
    return wall.between(a, b)


class Closed(NamedTuple):
    """What a shape may not stand on."""

    shape: Poly
    name: str
    inside: int = -1
    """The number of the defendable feature, if it is one."""


def impassable_under(state: State, poly: Poly) -> str | None:
    """Impassable ground, or a high wall, that a shape would stand on or sweep over. [164]"""
    ground = land_of(state)
    under = ground.closed.under(poly)
    if under is not None:
        return under.name
    wall = ground.high.crossing(poly)
    return None if wall is None else wall.name


def any_impassable(state: State, shapes: Iterable[Poly]) -> str | None:
    """Impassable ground, or a high wall, that the first of some shapes would stand on. [164]"""
    found = (impassable_under(state, shape) for shape in shapes)
    return next((name for name in found if name is not None), None)


def defendable_under(state: State, poly: Poly, slack: int = TOUCH) -> int | None:
    """The defendable feature a shape would stand on or sweep over: one gets in only by occupying. [168]"""
    under = land_of(state).areas.under(poly, slack)
    return None if under is None else under.number


def closed_under(state: State, shapes: Iterable[Poly], slack: int = TOUCH) -> Closed | None:
    """The first of some shapes that would stand on or sweep over what nobody enters, and what that is. [164, 168]"""
    for shape in shapes:
        name = impassable_under(state, shape)
        if name is not None:
            return Closed(shape, name)
        inside = defendable_under(state, shape, slack)
        if inside is not None:
            return Closed(shape, feature(state, inside).name, inside)
    return None


def rough_under(state: State, poly: Poly) -> bool:
    """Whether some part of a shape stands in rough terrain. [166]"""
    rough = land_of(state).rough
    return bool(rough) and first_overlap(poly, rough) is not None


def _more(inches: int, going: str) -> int:
    """What so much of a path costs more, or less, than over open ground, rounded up."""
    return -(-inches * GOING[going] // GOING["open"]) - inches


class Going(NamedTuple):
    """The ground near some paths that changes what they cost: rough, highways for march columns, barriers. [160, 163]"""

    rough: tuple[Poly, ...]
    roads: tuple[Poly, ...]
    walls: tuple[Wall, ...]
    dry: tuple[Poly, ...]

    @property
    def plain(self) -> bool:
        """Whether nothing does."""
        return not (self.rough or self.roads or self.walls)

    def price(self, way: Segment) -> int:
        """What a straight path costs a figure. [160, 163]"""
        cost = length(*way)
        slow = length_inside(way, self.rough) if self.rough else 0
        fast = length_inside(way, self.roads) if self.roads else 0
        if slow or fast:
            cost += _more(slow, "rough") + _more(fast, "highway")
        if slow and fast:
            # Doubled and halved, an inch of road through rough ground is an inch.
            cost -= (slow + fast - length_inside(way, (*self.rough, *self.roads))) // 2
        if self.walls:
            around = bounds(way)
            for wall in self.walls:
                if not farther(wall.around, around, 0):
                    cost += GOING["barrier"] * _crossings(self.dry, wall, way, around)
        return cost


def going(state: State, around: Bounds, march: bool, nimble: bool = False) -> Going:
    """What in a rectangle changes what a path costs: rough ground not for nimble troops, roads for march columns only. [163, F5.13d]"""
    ground = land_of(state)
    return Going(
        () if nimble else _near(ground.rough, around),
        _near(ground.roads, around) if march else (),
        tuple(ground.barriers.near(around)),
        ground.dry,
    )


def path_cost(state: State, way: Segment, march: bool, nimble: bool = False) -> int:
    """What a straight path costs a figure: rough (not for nimble troops), highways, barriers. [160, 163, F5.13d]"""
    return going(state, bounds(way), march, nimble).price(way)


def _near(crowd: Crowd, around: Bounds) -> tuple[Poly, ...]:
    """Those of some shapes that may matter in a rectangle."""
    return tuple([crowd[i] for i in near_boxes(crowd.bounds, around)]) if crowd else ()


def _crossings(dry: tuple[Poly, ...], wall: Wall, way: Segment, around: Bounds) -> int:
    """How often a path crosses a barrier; a stream's bridges and fords are free, and where it starts. [156, 160]"""
    spots = wall.met(way, around)
    if wall.kind == "stream":
        spots = outside(dry, spots)
    found: list[Point] = []
    for spot in spots:
        # Where two pieces meet is one crossing, whatever rounding says.
        if all(length(spot, other) > TOUCH for other in found):
            found.append(spot)
    return len(found)
