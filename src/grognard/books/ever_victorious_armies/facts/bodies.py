"""How much room a unit takes, where its bases stand, and where everybody stands. [B1–B7]"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from grognard.engine.memo import kept, lazily
from grognard.geometry.angles import rotate
from grognard.geometry.gaps import gap
from grognard.geometry.points import Bounds, Point, Poly, Pose, bounds
from grognard.geometry.shapes import box
from grognard.tabletop.bodies import boxes_at
from grognard.tabletop.crowd import Crowd, crowd

from ..state import GENERAL, SKIRMISH, TABLE, State, Unit
from ..words import GUNS, Kind, Order

BASE = 100
HORSE_DEPTH = 150
GUN = 200


def bases(figures: int, per_base: int) -> int:
    """How many bases so many figures fill; the last may be short. [B7]"""
    return -(-figures // per_base)


@lru_cache(maxsize=1024)
def size_of(kind: Kind, order: Order, figures: int, per_base: int) -> tuple[int, int]:
    """Width and depth of a footprint. [B7]"""
    if kind is Kind.GENERAL:  # [B6]
        return BASE, BASE
    if kind in GUNS:
        return GUN, GUN
    n = max(1, bases(figures, per_base))
    deep = HORSE_DEPTH if kind is Kind.HORSE else BASE
    if order is Order.COLUMN:
        return (BASE, BASE) if n == 1 else (2 * BASE, BASE * -(-n // 2))
    if order is Order.SKIRMISH:
        return (2 * n - 1) * BASE, deep
    return n * BASE, deep  # [B1, B3]


def size(state: State, unit: Unit, order: Order | None = None) -> tuple[int, int]:
    """A unit's width and depth, in its own order or another."""
    return size_of(unit.kind, order or unit.order, unit.figures, state.options.figures_per_base)


def pose(unit: Unit) -> Pose:
    """Where a unit stands."""
    return Pose(unit.x, unit.y, unit.facing)


class Stand(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A unit in its place: whose it is, how it is drawn up and where, and nothing of what it has done."""

    id: int
    name: str
    side: int
    kind: Kind
    order: Order
    figures: int
    per_base: int
    x: int
    y: int
    facing: int

    @lazily
    def size(self) -> tuple[int, int]:
        """Width and depth."""
        return size_of(self.kind, self.order, self.figures, self.per_base)

    @lazily
    def body(self) -> Poly:
        """The footprint: the rectangle of its bases."""
        return box(self.x, self.y, self.facing, *self.size)

    @lazily
    def shapes(self) -> tuple[Poly, ...]:
        """The same, as a crowd asks for it."""
        return (self.body,)

    @lazily
    def around(self) -> Bounds:
        """The upright rectangle round it."""
        return bounds(self.body)

    @property
    def skirmishing(self) -> bool:
        """In skirmish order, foot or horse. [G-37]"""
        return self.order is SKIRMISH


Drawn = Unit | Stand
"""Whatever has a kind and stands in an order."""


@lru_cache(maxsize=8192)
def _stand(*parts: Any) -> Stand:
    return Stand(*parts)


def stand(state: State, unit: Unit) -> Stand:
    """A unit in its place: one value for each place it ever stands in."""
    memo = unit.__dict__
    per_base = state.options.figures_per_base
    found: Stand | None = memo.get("stand")
    if found is None or found.per_base != per_base:
        found = memo["stand"] = _stand(
            unit.id,
            unit.name,
            unit.side,
            unit.kind,
            unit.order,
            unit.figures,
            per_base,
            unit.x,
            unit.y,
            unit.facing,
        )
    return found


@kept
def apart(one: Stand, other: Stand) -> int:
    """How far two units are apart, rounded up."""
    return gap(one.body, other.body)


def body(state: State, unit: Unit) -> Poly:
    """A unit's footprint: the rectangle of its bases."""
    return stand(state, unit).body


def centre(unit: Unit) -> Point:
    """A unit's centre, that of its footprint."""
    return unit.x, unit.y


@lru_cache(maxsize=4096)
def _spots(kind: Kind, order: Order, figures: int, per_base: int) -> tuple[tuple[int, int], ...]:
    """The centres of foot's or horse's bases, right and forward of the unit's, front rank first."""
    width, depth = size_of(kind, order, figures, per_base)
    n = bases(figures, per_base)
    if order is Order.COLUMN:
        places = []
        for k in range(n):
            rank, file = divmod(k, 2)
            alone = k == n - 1 and n % 2
            right = 0 if alone else (2 * file - 1) * BASE // 2
            places.append((right, depth // 2 - BASE // 2 - rank * BASE))
        return tuple(places)
    gap = 2 * BASE if order is Order.SKIRMISH else BASE
    return tuple((k * gap - (width - BASE) // 2, 0) for k in range(n))


@kept
def bases_of(unit: Stand) -> tuple[Poly, ...]:
    """Every base of a unit, front rank first."""
    deep = HORSE_DEPTH if unit.kind is Kind.HORSE else BASE
    if unit.kind in GUNS or unit.kind is Kind.GENERAL:
        return unit.shapes
    places = _spots(unit.kind, unit.order, unit.figures, unit.per_base)
    spots = [rotate(right, forward, unit.facing) for right, forward in places]
    return boxes_at([(unit.x + dx, unit.y + dy, unit.facing) for dx, dy in spots], BASE, deep)


def front_bases(unit: Stand) -> tuple[Poly, ...]:
    """The bases that shoot: all in line and skirmish order, the front rank of a column. [B1, B2, B4]"""
    found = bases_of(unit)
    return found[:2] if unit.order is Order.COLUMN else found


def base_boxes(state: State, unit: Unit) -> tuple[Poly, ...]:
    """Every base of a unit where it stands."""
    return bases_of(stand(state, unit))


def shooting_bases(state: State, unit: Unit) -> tuple[Poly, ...]:
    """Those of them that shoot."""
    return front_bases(stand(state, unit))


@kept(of=("units", "options"))
def _everybody(state: State) -> Crowd[Stand]:
    per_base = state.options.figures_per_base
    found = []
    for unit in state.units:
        if unit.where is TABLE and unit.kind is not GENERAL:
            known: Stand | None = unit.__dict__.get("stand")  # nearly all stand as they stood
            found.append(known if known is not None and known.per_base == per_base else stand(state, unit))
    return crowd(found)


def standing(state: State, side: int | None = None) -> Crowd[Stand]:
    """Everybody who takes up room on the table, or one side; generals do not."""
    everybody = _everybody(state)
    return everybody if side is None else of_side(everybody, side)


def near_side(state: State, side: int, around: Bounds, distance: int = 0) -> list[Stand]:
    """Those of one side who are not surely farther than a distance from a rectangle."""
    return [each for each in standing(state).near(around, distance) if each.side == side]


@kept
def of_side(all_: Crowd[Stand], side: int) -> Crowd[Stand]:
    """Those of one side."""
    return all_.pick(lambda each: each.side == side)


@kept
def places(all_: Crowd[Stand]) -> dict[int, int]:
    """The place of each unit of a crowd."""
    return _numbered(tuple([each.id for each in all_.who]))


@lru_cache(maxsize=256)
def _numbered(ids: tuple[int, ...]) -> dict[int, int]:
    """The same as long as nobody leaves: one for many arrangements."""
    return {id_: place for place, id_ in enumerate(ids)}


def place_of(all_: Crowd[Stand], unit: int) -> int:
    """The place of a unit in a crowd, which is that of its shape; -1 if it is not among them."""
    return places(all_).get(unit, -1)


@kept
def without(all_: Crowd[Stand], unit: int) -> Crowd[Stand]:
    """All but one unit."""
    return all_.pick(lambda each: each.id != unit)


def all_but(state: State, unit: int) -> Crowd[Stand]:
    """Everybody on the table but one."""
    return without(standing(state), unit)


def friends_of(state: State, unit: int) -> Crowd[Stand]:
    """Everybody else on a unit's side."""
    return without(standing(state, state.units[unit].side), unit)


def others(state: State, *but: int) -> list[Unit]:
    """Units on the table that take up room: all but generals and those named."""
    return [
        unit
        for unit in state.units
        if unit.where is TABLE and unit.kind is not GENERAL and unit.id not in but
    ]
