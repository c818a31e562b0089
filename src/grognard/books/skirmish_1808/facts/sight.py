"""Who sees whom. [7b, L1–L3, G3, G4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine.memo import kept
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.crowds import near_boxes
from grognard.geometry.points import Bounds, Point, Segment, bounds
from grognard.geometry.sight import Screen, first_crossed
from grognard.tabletop.bodies import holds_any
from grognard.tabletop.figures import centres, feet
from grognard.tabletop.land import all_parts
from grognard.tabletop.sight import (
    Blocks,
    Lookers,
    any_sees,
    first_behind,
    first_hiding,
    on_base,
    screens_by_kind,
)

from ..state import Battlefield, State, Unit
from .bodies import as_they_stand, body_of, outdoors, runs_into, spots_of
from .ground import NEAR_WALL, Area, House, Wall, house_in, house_named, houses, land, level_at

ARC = 450
"""Formed figures see this far either side of their front. [L1, O2]"""
WOOD_DEPTH = {"light_wood": 600, "wood": 400, "heavy_wood": 200, "ridden_wood": 400, "ridden_heavy_wood": 200}
"""A line through more wood than this, in all, is blocked. [L2]"""
ALL_ROUND = 1800
"""Loose figures see all round. [L1]"""
ANYWHERE = 1 << 22
"""Farther than any two on a table: sight has no limit of its own."""
HIGH_WALL = 600
LOOKED_AT = 50
"""A side of a house is looked at after every so much of it, where its nearest point is hidden. [G4]"""
SHOOTER_ROOM = 200
"""Each shooter at a side of a house takes this much of its length. [G3]"""


class Eye(NamedTuple):
    """Something that looks: a figure, or a shooter's place at a side of a house."""

    point: Point
    figure: int
    facing: int | None = None
    """The front of a formed unit."""
    side: Segment | None = None
    """The side of a house it looks out of."""

    def faces(self, point: Point) -> bool:
        """Whether a point lies in the arc. [L1, G3]"""
        if self.side is not None:
            return in_front(self.side, point)
        if self.facing is None:
            return True
        return abs(turn_between(self.facing, heading(self.point, point))) <= ARC


class Seen(NamedTuple):
    """A look: clear, or what blocks it."""

    clear: bool
    blocker: str = ""
    cite: str = "L1"


CLEAR = Seen(True)


def sides_of(poly: tuple[Point, ...]) -> Iterator[Segment]:
    """The sides of a house, clockwise."""
    for index, corner in enumerate(poly):
        yield poly[index - 1], corner


def in_front(side: Segment, point: Point) -> bool:
    """Whether a point lies outside of a side of a clockwise outline."""
    (ax, ay), (bx, by) = side
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0


def eyes(state: State, unit: Unit) -> tuple[Eye, ...]:
    """The places from which a unit looks. [L1, G3]"""
    return windows(state.field, unit.house) if unit.house else eyes_of(unit)


@kept
def eyes_of(unit: Unit) -> tuple[Eye, ...]:
    """The places from which a unit out of doors looks: its figures, of ranks the first two. [L1, O2]"""
    if not unit.formed:
        return tuple([Eye((x, y), index) for index, (_, x, y) in enumerate(unit.figures)])
    seeing = 2 * unit.files  # the first two ranks [O2]
    return tuple([Eye((x, y), index, unit.facing) for index, (_, x, y) in enumerate(unit.figures[:seeing])])


@kept
def windows(field: Battlefield, house: str) -> tuple[Eye, ...]:
    """One shooter for each 2 of a side's length; who stands where is settled anew each time. [G3, G3a]"""
    found: list[Eye] = []
    for side in sides_of(house_in(field, house).poly):
        (ax, ay), (bx, by) = side
        long = max(abs(bx - ax), abs(by - ay))
        room = max(1, long // SHOOTER_ROOM)
        found += [
            Eye(
                (ax + (bx - ax) * (2 * n + 1) // (2 * room), ay + (by - ay) * (2 * n + 1) // (2 * room)),
                -1,
                None,
                side,
            )
            for n in range(room)
        ]
    return tuple(found)


def marks(state: State, unit: Unit, eye: Point) -> tuple[Point, ...]:
    """What can be seen of a unit, nearest first: its figures, or the sides of its house. [L1, G4]"""
    points = house_marks(state, unit.house, eye) if unit.house else centres(body_of(unit).circles)
    x, y = eye
    return tuple(sorted(points, key=lambda p: (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y)))


def house_marks(state: State, house: str, eye: Point) -> list[Point]:
    """What can be seen of a house: the nearest point of each side that lies towards an eye, then points along it. [G4]"""
    sides = [(side, along) for side, along in _sides_along(state.field, house) if in_front(side, eye)]
    points = [foot.spot for foot in feet((eye,), [side for side, _ in sides])]
    for _, along in sides:
        points += along
    return points


@kept
def _sides_along(field: Battlefield, house: str) -> tuple[tuple[Segment, tuple[Point, ...]], ...]:
    """The sides of a house, each with points along it."""
    return tuple([(side, tuple(_along(side))) for side in sides_of(house_in(field, house).poly)])


def _along(side: Segment) -> Iterator[Point]:
    """Points along a side of a house, its corners among them: who sees any of them sees the side. [G4]"""
    (ax, ay), (bx, by) = side
    parts = max(1, max(abs(bx - ax), abs(by - ay)) // LOOKED_AT)
    for part in range(parts + 1):
        yield ax + (bx - ax) * part // parts, ay + (by - ay) * part // parts


class Screens(msgspec.Struct, frozen=True, gc=False):
    """What may block a look, in the order in which it is looked at; all else lies beside it. [L2]"""

    houses: tuple[House, ...]
    woods: tuple[Screen, ...]
    hills: tuple[Area, ...]
    walls: tuple[Wall, ...]
    units: tuple[Unit, ...]


OPEN = Screens((), (), (), (), ())
NONE = Blocks()


@kept
def _opaque(field: Battlefield) -> tuple[tuple[tuple[str, House | Area | Wall], ...], tuple[Bounds, ...]]:
    """All of the ground that may block a look, and the boxes round it. [L2]"""
    here = land(field)
    found: list[tuple[str, House | Area | Wall]] = []
    found += [("house", house) for house in here.houses]
    found += [("wood", area) for kind in WOOD_DEPTH for area in here.areas.of(kind)]
    found += [("hill", hill) for hill in here.hills]
    found += [("wall", wall) for wall in here.walls if wall.piece.height >= HIGH_WALL]
    return tuple(found), tuple([thing.around for _, thing in found])


@kept(of=("units",))
def _solid(state: State) -> tuple[tuple[Unit, ...], tuple[Bounds, ...]]:
    """The units nobody sees through, and the boxes round them. [L2b]"""
    units = tuple([unit for unit in outdoors(state) if not unit.is_command])
    return units, tuple([body_of(unit).box for unit in units])


def screens(state: State, box: Bounds, one: Unit, other: Unit | None) -> Screens:
    """What may block looks inside a box between two units. [L2, L2b]"""
    if other is None:
        return _screens(state, box, (one.id,), (one.house,))
    return _screens(state, box, (one.id, other.id), (one.house, other.house))


def _screens(state: State, box: Bounds, two: tuple[int, ...], indoors: tuple[str, ...]) -> Screens:
    """What may block looks inside a box, some units and their houses excepted. [L2, L2b]"""
    things, boxes = _opaque(state.field)
    ground = near_boxes(boxes, box)
    units, around = _solid(state)
    near = [unit for at in near_boxes(around, box) if (unit := units[at]).id not in two]
    if not ground and not near:
        return OPEN
    by: dict[str, list[Any]] = {"house": [], "wood": [], "hill": [], "wall": []}
    for at in ground:
        sort, thing = things[at]
        by[sort].append(thing)
    standing = houses(state)
    return Screens(
        tuple([house for house in by["house"] if house.name not in indoors and house in standing]),
        screens_by_kind(by["wood"], "deep", WOOD_DEPTH),
        tuple(by["hill"]),
        tuple(by["wall"]),
        tuple(near),
    )


def look(state: State, eye: Point, mark: Point, one: Unit, other: Unit | None) -> Seen:
    """A straight line between two points, and what blocks it. [L2, A-38]"""
    line = eye, mark
    return look_past(state, line, screens(state, bounds(line), one, other))


def look_between(state: State, start: Point, end: Point) -> Seen:
    """A look from one point to another: houses and units at either end do not hide it. [L2, L2b]"""
    line = start, end
    found = _screens(state, bounds(line), (), ())
    return look_past(
        state,
        line,
        msgspec.structs.replace(
            found,
            houses=tuple([one for one in found.houses if not holds_any((one.poly,), line)]),
            units=tuple([one for one in found.units if not any(_at(one, at) for at in line)]),
        ),
    )


def _at(unit: Unit, point: Point) -> bool:
    """Whether a point lies on one of a unit's bases."""
    return on_base(body_of(unit).circles, point)


def look_past(state: State, line: Segment, by: Screens) -> Seen:
    """A look along a line, and the first of some screens that blocks it. [L2]"""
    at = first_crossed(line, [house.poly for house in by.houses]) if by.houses else None
    if at is not None:
        return Seen(False, by.houses[at].name, "L2")
    return _past_ground_and_units(state, line, by)


def _past_ground_and_units(state: State, line: Segment, by: Screens) -> Seen:
    """The same of all but houses."""
    return _ground_blocks(state.field, line, by) or _units_block(state, line, by)


def _ground_blocks(field: Battlefield, line: Segment, by: Screens) -> Seen | None:
    """Woods by their depth, hills, high walls. [L2, L2a]"""
    wood = first_hiding(line, by.woods) if by.woods else None
    if wood is not None:
        return Seen(False, str(wood.name).replace("_", " "), "L2")
    if by.hills and first_behind(line, by.hills) is not None:
        low = land(field).hills.highest(line)
        hill = first_behind(line, [hill for hill in by.hills if low < hill.level])
        if hill is not None:
            return Seen(False, hill.name, "L2")
    for wall in by.walls:
        if wall.between(*line) and not any(wall.within(end, NEAR_WALL) for end in line):
            return Seen(False, wall.name, "L2")
    return None


def _units_block(state: State, line: Segment, by: Screens) -> Seen:
    """Bases of third units, but leaders and whoever one looks over. [L2b]"""
    for unit in by.units:
        if runs_into(line, 1, body_of(unit)) and not (by.hills and _looks_over(state, line, unit)):
            return Seen(False, unit.name, "L2")
    return CLEAR


def _looks_over(state: State, line: Segment, unit: Unit) -> bool:
    """Whether one end of the line stands higher than the unit in between."""
    return max(level_at(state, line[0]), level_at(state, line[1])) > _height(unit, state.field)


@kept
def _height(unit: Unit, field: Battlefield) -> int:
    """The level of its highest figure."""
    return land(field).hills.highest(centres(body_of(unit).circles))


def extent(state: State, unit: Unit) -> Bounds:
    """The box round all places a unit looks from and is seen at."""
    return bounds(house_named(state, unit.house).poly) if unit.house else body_of(unit).box


@kept(of=("field", "units"))
def extents(state: State, side: int) -> tuple[Bounds, ...]:
    """The same for all of a side that stand."""
    return tuple([extent(state, unit) for unit in state.standing(side)])


def screens_between(state: State, one: Unit, other: Unit) -> Screens:
    """What may block looks of a unit at another."""
    west, south, east, north = extent(state, one)
    west2, south2, east2, north2 = extent(state, other)
    box = min(west, west2), min(south, south2), max(east, east2), max(north, north2)
    return screens(state, box, one, other)


def sees(state: State, one: Unit, other: Unit) -> Seen:
    """Whether a unit sees another: one of its figures sees one of the other's. [L3]"""
    memo: dict[tuple[int, int], Seen] = state.__dict__.setdefault("sees", {})
    key = one.id, other.id  # both must be the state's own
    if key not in memo:
        memo[key] = looks_at(state, one, other)
    return memo[key]


def in_sight(state: State, one: Unit, other: Unit) -> bool:
    """Whether a unit sees another, as `sees` tells, where nobody asks what blocks it. [L3]"""
    return (
        _in_sight(state, one.id, other.id) if as_they_stand(state, one, other) else can_see(state, one, other)
    )


@kept
def _in_sight(state: State, one: int, other: int) -> bool:
    return can_see(state, state.units[one], state.units[other])


def can_see(state: State, one: Unit, other: Unit) -> bool:
    """The same for a unit that stands elsewhere in thought."""
    if other.house:
        by = blocks(state, one, other)
        return any(sees_house(state, eye, other.house, by) for eye in eyes(state, one))
    if one.house:
        return looks_at(state, one, other).clear
    looks = lookers(one, _points(one), other)
    return any_sees((looks,), ANYWHERE, blocks(state, one, other))


def sees_house(state: State, eye: Eye, house: str, by: Blocks) -> bool:
    """Whether an eye sees a side of a house. [G4]"""
    points = house_marks(state, house, eye.point)
    if eye.side is not None:
        points = [point for point in points if in_front(eye.side, point)]
    facing, arc = (0, ALL_ROUND) if eye.facing is None else (eye.facing, ARC)
    return any_sees((Lookers((eye.point,), points, facing, arc),), ANYWHERE, by)


@kept
def _points(unit: Unit) -> tuple[Point, ...]:
    return tuple([eye.point for eye in eyes_of(unit)])


def lookers(unit: Unit, points: Sequence[Point], other: Unit) -> Lookers:
    """Figures of a unit that look at another, both out of doors. [L1, O2]"""
    if unit.formed:
        return Lookers(points, spots_of(other), unit.facing, ARC)
    return Lookers(points, spots_of(other), 0, ALL_ROUND)


def blocks(state: State, one: Unit, other: Unit) -> Blocks:
    """What may block looks between two units, as whoever looks along many lines asks for it: houses, the bases of units, and what
    takes a closer look. [L2, L2b]"""
    by = screens_between(state, one, other)
    if by is OPEN:
        return NONE
    shapes = [house.poly for house in by.houses]
    bodies = [(body.box, body.circles) for body in map(body_of, by.units)]
    if by.hills and not _below(state, one, other, by.hills):
        if by.units:  # one may look over a unit
            return Blocks(shapes, (), lambda line: not _past_ground_and_units(state, line, by).clear)
        return Blocks(shapes, bodies, lambda line: _ground_blocks(state.field, line, by) is not None)
    shapes += all_parts(by.hills)
    if by.woods or by.walls:
        by = msgspec.structs.replace(by, hills=())
        return Blocks(shapes, bodies, lambda line: _ground_blocks(state.field, line, by) is not None)
    return Blocks(shapes, bodies)


def _below(state: State, one: Unit, other: Unit, between: tuple[Area, ...]) -> bool:
    """Whether two units stand beside all hills: then those between them, each of one shape, hide whatever is behind them, and nobody
    looks over a unit."""
    hills = land(state.field).hills
    beside = not hills.near(extent(state, one)) and not hills.near(extent(state, other))
    return beside and all(len(hill.parts) == 1 for hill in between)


def looks_at(state: State, one: Unit, other: Unit) -> Seen:
    """The same for a unit that stands elsewhere in thought."""
    first = Seen(False, "its front", "L1")
    by = screens_between(state, one, other)
    for eye in eyes(state, one):
        for mark in marks(state, other, eye.point):
            if not eye.faces(mark):
                continue
            found = CLEAR if by is OPEN else look_past(state, (eye.point, mark), by)
            if found.clear:
                return CLEAR
            first = found
    return first
