"""How a place lies to where the enemies stand: distances, arcs and what is between. Measured once for each place.

Enemies stand still while our side moves, and the same places come up again after every action; so what is
measured from a place is kept with where they stand, and nothing is measured before somebody asks.
"""

from __future__ import annotations

from functools import lru_cache
from math import tan
from typing import NamedTuple

from grognard.geometry.angles import COS, SCALE, SIN
from grognard.geometry.crowds import Crowd, gap_to_any, near_boxes
from grognard.geometry.gaps import gap
from grognard.geometry.outlines import meet
from grognard.geometry.points import Bounds, Point, Poly, bounds, bounds_of_all
from grognard.geometry.sight import crosses_parts

from ..facts.bodies import Stand, form_of, front_ends, stand
from ..facts.ground import Land, feature, land
from ..facts.layout import Spot, shapes, spot_of
from ..state import Battlefield, State, Unit
from ..words import Form

NOBODY = 9999
"""How far the nearest enemy is when there is none."""


class Arc(NamedTuple):
    """Roughly what a unit faces: between two rays from the ends of its front, or all round."""

    left: Point
    right: Point
    ahead: tuple[float, float]
    slope: float
    round: bool = False

    def holds(self, points: tuple[Point, ...]) -> bool:
        """Whether one of some points lies in it."""
        if self.round:
            return True
        (left_x, left_y), (right_x, right_y), (fx, fy), t = self.left, self.right, self.ahead, self.slope
        for x, y in points:
            ax, ay = x - left_x, y - left_y
            a = ax * fx + ay * fy
            if a > 0 and ax * fy - ay * fx > -a * t:
                bx, by = x - right_x, y - right_y
                if bx * fy - by * fx < (bx * fx + by * fy) * t:
                    return True
        return False


ALL_ROUND = Arc((0, 0), (0, 0), (0.0, 0.0), 0.0, True)


def arc_of(at: Stand, half_angle: int) -> Arc:
    """The arc of a unit drawn up somewhere."""
    if form_of(at.shape) is Form.SQUARE:
        return ALL_ROUND
    left, right, facing = front_ends(at)
    return Arc(left, right, (SIN[facing] / SCALE, COS[facing] / SCALE), tan(half_angle * 0.00174533))


def middle_of(state: State, unit: Unit) -> Point:
    """Where a unit is, by its middle."""
    if unit.inside < 0:
        return unit.x, unit.y
    west, south, east, north = feature(state, unit.inside).around
    return (west + east) // 2, (south + north) // 2


class Foe(NamedTuple):
    """Where one enemy stands."""

    polys: tuple[Poly, ...]
    points: tuple[Point, ...]
    around: Bounds
    middle: Point
    arc: Arc
    inside: int


class Array:
    """Where all enemies stand, with the places measured against them so far."""

    MOST = 1 << 14

    def __init__(self, ground: Land, half_angle: int):
        self.ground, self.half_angle = ground, half_angle
        self.foes: tuple[Foe, ...] = ()
        self.boxes: tuple[Bounds, ...] = ()
        self.crowd = Crowd()
        self._known: dict[Stand, Prospect] = {}

    def seen_from(self, at: Stand) -> Prospect:
        """How a place lies to them."""
        found = self._known.get(at)
        if found is None:
            if len(self._known) >= self.MOST:
                self._known.clear()
            found = self._known[at] = Prospect(self, at)
        return found


@lru_cache(maxsize=16)
def _array(field: Battlefield, half_angle: int, spots: tuple[Spot, ...]) -> Array:
    return Array(land(field), half_angle)


def array_of(state: State, side: int) -> Array:
    """Where all units of a side stand."""
    memo = state.__dict__.setdefault("advised arrays", {})
    if side not in memo:
        units = state.of_side(side)
        half = state.options.front_arc_half_angle
        found = _array(state.field, half, tuple([spot_of(u) for u in units]))
        if len(found.foes) != len(units):
            found.foes = tuple([_foe(state, u, half) for u in units])
            found.boxes = tuple([foe.around for foe in found.foes])
            found.crowd = Crowd(poly for foe in found.foes for poly in foe.polys)
        memo[side] = found
    array: Array = memo[side]
    return array


def _foe(state: State, unit: Unit, half_angle: int) -> Foe:
    polys = shapes(state, unit)
    points = tuple([p for poly in polys for p in poly])
    arc = arc_of(stand(unit), half_angle) if unit.inside < 0 else ALL_ROUND
    return Foe(polys, points, bounds_of_all(polys), middle_of(state, unit), arc, unit.inside)


class Prospect:
    """What a place is judged by, enemy by enemy in their order."""

    def __init__(self, array: Array, at: Stand):
        self.foes, self.ground = array.foes, array.ground
        self.body, self.middle = at.body, (at.x, at.y)
        self.corners = (*at.body, self.middle)
        self.arc = arc_of(at, array.half_angle)
        # Not the array itself, which holds this: the two would outlive the battle until garbage is looked for.
        self._boxes, self._crowd, self._around = array.boxes, array.crowd, bounds(self.body)
        self._far: dict[int, int] = {}
        self._nearest = -1
        self._sees: dict[int, bool] = {}
        self._seen: dict[int, bool] = {}
        self._hidden: dict[int, bool] = {}

    def far(self, number: int) -> int:
        """How far an enemy is, rounded up to a hundredth."""
        found = self._far.get(number)
        if found is None:
            body = self.body
            found = self._far[number] = min([gap(body, poly) for poly in self.foes[number].polys])
        return found

    @property
    def nearest(self) -> int:
        """How far the nearest is."""
        if self._nearest < 0:
            near = gap_to_any((self.body,), self._crowd, 1 << 22)
            self._nearest = NOBODY if near is None else near
        return self._nearest

    def within(self, limit: int) -> list[int]:
        """Those at most so far."""
        return [n for n in self.perhaps_within(limit) if self.far(n) <= limit]

    def perhaps_within(self, limit: int) -> list[int]:
        """Those who are not surely farther off."""
        return near_boxes(self._boxes, self._around, limit)

    def sees(self, number: int) -> bool:
        """Whether some of an enemy lies in this place's arc."""
        found = self._sees.get(number)
        if found is None:
            found = self._sees[number] = self.arc.holds(self.foes[number].points)
        return found

    def seen(self, number: int) -> bool:
        """Whether some of this place lies in an enemy's arc."""
        found = self._seen.get(number)
        if found is None:
            found = self._seen[number] = self.foes[number].arc.holds(self.corners)
        return found

    def hidden(self, number: int) -> bool:
        """Whether a wood, a building or a crest lies between."""
        found = self._hidden.get(number)
        if found is None:
            foe = self.foes[number]
            found = self._hidden[number] = screened(self.ground, self.middle, foe.middle, foe.inside)
        return found


def screened(ground: Land, here: Point, there: Point, inside: int) -> bool:
    """Whether a wood, a building or a crest lies between two points; not the feature one is inside."""
    line = here, there
    west, south, east, north = bounds(line)
    for number, area in ground.features.items():
        west2, south2, east2, north2 = area.around
        met = west < east2 and east > west2 and south < north2 and north > south2
        if met and number != inside and crosses_parts(line, area.parts):
            return True
    return any(meet(here, there, *piece) for hill in ground.hills for piece in hill.crest)
