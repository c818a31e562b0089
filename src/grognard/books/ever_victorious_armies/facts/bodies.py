"""How much room a unit takes, and where its bases stand. [B1–B7]"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from grognard.geometry.angles import rotate
from grognard.geometry.points import Crowd, Point, Poly, Pose
from grognard.geometry.shapes import box

from ..state import State, Unit
from ..words import GUNS, Kind, Order, Where

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


def body(state: State, unit: Unit) -> Poly:
    """A unit's footprint: the rectangle of its bases."""
    return _body(unit, state.options.figures_per_base)


def _body(unit: Unit, per_base: int) -> Poly:
    memo = unit.__dict__
    if memo.get("per_base") != per_base:
        memo["per_base"] = per_base
        wide, deep = size_of(unit.kind, unit.order, unit.figures, per_base)
        memo["body"] = box(unit.x, unit.y, unit.facing, wide, deep)
    shape: Poly = memo["body"]
    return shape


def centre(unit: Unit) -> Point:
    """A unit's centre, that of its footprint."""
    return unit.x, unit.y


@lru_cache(maxsize=4096)
def _places(kind: Kind, order: Order, figures: int, per_base: int) -> tuple[tuple[int, int], ...]:
    """The centres of foot's or horse's bases, right and forward of the unit's, front rank first."""
    width, depth = size_of(kind, order, figures, per_base)
    n = bases(figures, per_base)
    if order is Order.COLUMN and n > 1:
        places = []
        for k in range(n):
            rank, file = divmod(k, 2)
            alone = k == n - 1 and n % 2
            right = 0 if alone else (2 * file - 1) * BASE // 2
            places.append((right, depth // 2 - BASE // 2 - rank * BASE))
        return tuple(places)
    gap = 2 * BASE if order is Order.SKIRMISH else BASE
    return tuple((k * gap - (width - BASE) // 2, 0) for k in range(n))


def base_boxes(state: State, unit: Unit) -> tuple[Poly, ...]:
    """Every base of a unit, front rank first."""
    per_base = state.options.figures_per_base
    deep = HORSE_DEPTH if unit.kind is Kind.HORSE else BASE
    if unit.is_gun or unit.is_general:
        return (body(state, unit),)
    return _base_boxes(
        unit.x, unit.y, unit.facing, deep, _places(unit.kind, unit.order, unit.figures, per_base)
    )


@lru_cache(maxsize=2048)
def _base_boxes(
    x: int, y: int, facing: int, deep: int, places: tuple[tuple[int, int], ...]
) -> tuple[Poly, ...]:
    boxes = []
    for right, forward in places:
        dx, dy = rotate(right, forward, facing)
        boxes.append(box(x + dx, y + dy, facing, BASE, deep))
    return tuple(boxes)


def shooting_bases(state: State, unit: Unit) -> tuple[Poly, ...]:
    """The bases that shoot: all in line and skirmish order, the front rank of a column. [B1, B2, B4]"""
    boxes = base_boxes(state, unit)
    return boxes[:2] if unit.order is Order.COLUMN else boxes


class Host(NamedTuple):
    """Everybody who takes up room on the table, with his footprint; generals do not."""

    units: tuple[Unit, ...]
    shapes: Crowd

    def but(self, *ids: int) -> Host:
        """All but some."""
        return self.only([i for i, u in enumerate(self.units) if u.id not in ids])

    def only(self, kept: list[int]) -> Host:
        """Those at some places in the list."""
        return Host(tuple([self.units[i] for i in kept]), crowd_of(self.shapes, kept))

    def names(self) -> tuple[str, ...]:
        """What to call them."""
        return tuple([u.name for u in self.units])


def crowd_of(crowd: Crowd, kept: list[int]) -> Crowd:
    """Some of a crowd, their bounds not worked out again."""
    return Crowd.of([crowd[i] for i in kept], [crowd.bounds[i] for i in kept])


def gathered(state: State, units: tuple[Unit, ...]) -> Host:
    """Some units with their footprints."""
    return _gathered(units, state.options.figures_per_base)


@lru_cache(maxsize=256)
def _gathered(units: tuple[Unit, ...], per_base: int) -> Host:
    # Kept by the units themselves: a side that stands still is the same in many states.
    return Host(units, Crowd([_body(u, per_base) for u in units]))


def _host(state: State, key: str, holds: Callable[[Unit], bool]) -> Host:
    memo = state.__dict__
    if key not in memo:
        units = [u for u in state.units if u.where is Where.TABLE and u.kind is not Kind.GENERAL and holds(u)]
        memo[key] = gathered(state, tuple(units))
    found: Host = memo[key]
    return found


def host(state: State, side: int | None = None) -> Host:
    """Everybody on the table, or one side."""
    if side is None:
        return _host(state, "all", lambda u: True)
    return _host(state, f"side {side}", lambda u: u.side == side)


def all_but(state: State, unit: int) -> Host:
    """Everybody on the table but one."""
    memo: dict[int, Host] = state.__dict__.setdefault("all but", {})
    if unit not in memo:
        memo[unit] = host(state).but(unit)
    return memo[unit]


def friends_of(state: State, unit: int) -> Host:
    """Everybody else on a unit's side."""
    memo: dict[int, Host] = state.__dict__.setdefault("friends", {})
    if unit not in memo:
        memo[unit] = host(state, state.units[unit].side).but(unit)
    return memo[unit]


def hiding(state: State) -> Host:
    """Those who hide others from sight: all but skirmishers. [S12]"""
    return _host(state, "hiding", lambda u: u.order is not Order.SKIRMISH)


def others(state: State, *without: int) -> list[Unit]:
    """Units on the table that take up room: all but generals and those named."""
    return [u for u in host(state).units if u.id not in without]
