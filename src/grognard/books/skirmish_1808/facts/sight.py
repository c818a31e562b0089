"""Who sees whom. [7b, L1–L3, G3, G4]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.geometry.angles import heading, turn_between
from grognard.geometry.gaps import nearest_point, point_within
from grognard.geometry.outlines import meet
from grognard.geometry.points import Point, Segment, bounds, farther
from grognard.geometry.sight import behind, crosses, longer_inside

from ..state import Battlefield, State, Unit
from .bodies import body_of, outdoors, runs_into
from .ground import NEAR_WALL, highest, house_named, houses, land, level_at
from .layout import rank_of

ARC = 450
"""Formed figures see this far either side of their front. [L1, O2]"""
WOOD_DEPTH = {"light_wood": 600, "wood": 400, "heavy_wood": 200, "ridden_wood": 400, "ridden_heavy_wood": 200}
"""A line through more wood than this, in all, is blocked. [L2]"""
HIGH_WALL = 600
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
    if unit.house:
        return _windows(state, unit)
    if not unit.formed:
        return tuple([Eye((f.x, f.y), index) for index, f in enumerate(unit.figures)])
    return tuple(
        [
            Eye((f.x, f.y), index, unit.facing)
            for index, f in enumerate(unit.figures)
            if rank_of(unit, index) < 2
        ]
    )


def _windows(state: State, unit: Unit) -> tuple[Eye, ...]:
    """One shooter for each 2 of a side's length; who stands where is settled anew each time. [G3, G3a]"""
    found = []
    for side in sides_of(house_named(state, unit.house).poly):
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
    if unit.house:
        poly = house_named(state, unit.house).poly
        points = [nearest_point(eye, side) for side in sides_of(poly) if in_front(side, eye)]
    else:
        points = [(c.x, c.y) for c in body_of(unit).circles]
    return tuple(sorted(points, key=lambda p: (p[0] - eye[0]) ** 2 + (p[1] - eye[1]) ** 2))


def look(state: State, eye: Point, mark: Point, one: Unit, other: Unit | None) -> Seen:
    """A straight line between two points, and what blocks it. [L2, A-38]"""
    line = eye, mark
    indoors = {one.house, other.house if other is not None else ""}
    for house in houses(state):
        if house.name not in indoors and crosses(line, house.poly):
            return Seen(False, house.name, "L2")
    blocked = _ground_blocks(state.field, line)
    if blocked is not None:
        return blocked
    return _units_block(state, line, one, other)


@lru_cache(maxsize=1 << 15)
def _ground_blocks(field: Battlefield, line: Segment) -> Seen | None:
    """Woods by their depth, hills, high walls; the ground never changes, so a line is looked along once. [L2, L2a]"""
    here = land(field)
    box = bounds(line)
    for kind, depth in WOOD_DEPTH.items():
        woods = [area for area in here.areas if area.kind == kind and not farther(area.bounds, box, 0)]
        if woods and longer_inside(line, [part for area in woods for part in area.parts], depth):
            return Seen(False, kind.replace("_", " "), "L2")
    if here.hills:
        low = max(highest(here, line[0]), highest(here, line[1]))
        for hill in here.hills:
            if low < hill.level and behind(line, hill.parts):
                return Seen(False, hill.name, "L2")
    for wall in here.walls:
        if wall.height < HIGH_WALL or not meet(*line, *wall.segment):
            continue
        if not any(point_within(end, wall.segment, NEAR_WALL) for end in line):
            return Seen(False, wall.name, "L2")
    return None


def _units_block(state: State, line: Segment, one: Unit, other: Unit | None) -> Seen:
    """Bases of third units, but leaders and whoever one looks over. [L2b]"""
    mine, theirs = one.id, other.id if other is not None else -1
    for unit in outdoors(state):
        if unit.id == mine or unit.id == theirs or unit.rank > 0:
            continue
        if runs_into(line, 1, body_of(unit)) and not _looks_over(state, line, unit):
            return Seen(False, unit.name, "L2")
    return CLEAR


def _looks_over(state: State, line: Segment, unit: Unit) -> bool:
    """Whether one end of the line stands higher than the unit in between."""
    height = max(level_at(state, (c.x, c.y)) for c in body_of(unit).circles)
    return max(level_at(state, line[0]), level_at(state, line[1])) > height


def sees(state: State, one: Unit, other: Unit) -> Seen:
    """Whether a unit sees another: one of its figures sees one of the other's. [L3]"""
    memo: dict[tuple[int, int], Seen] = state.__dict__.setdefault("sees", {})
    key = one.id, other.id  # both must be the state's own
    if key not in memo:
        memo[key] = _sees(state, one, other)
    return memo[key]


def _sees(state: State, one: Unit, other: Unit) -> Seen:
    first = Seen(False, "its front", "L1")
    for eye in eyes(state, one):
        for mark in marks(state, other, eye.point):
            if not eye.faces(mark):
                continue
            found = look(state, eye.point, mark, one, other)
            if found.clear:
                return CLEAR
            first = found
    return first


def visible_enemies(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies a unit sees."""
    return tuple(
        [u for u in state.units if u.side != unit.side and u.on_table and sees(state, unit, u).clear]
    )
