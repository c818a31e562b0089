"""Where everybody stands, as one value shared by all positions in which nobody has moved since.

Sight, contact and distances depend on nothing else than that, on who everybody is, the ground and the switches; so
what is worked out of them is kept here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.engine.memo import kept
from grognard.geometry.crowds import gap_to_any, near_boxes
from grognard.geometry.points import Bounds, Crowd, Poly, farther
from grognard.tabletop.bodies import any_nearer, apart

from ..state import Battlefield, Options, Profile, State, Unit
from .bodies import Stand, stand
from .ground import feature, land

Spot = Stand | int | None
"""Where a unit is: drawn up on the table, inside a feature, or nowhere."""


class Layout:
    """Memory for one arrangement of all units."""

    def __init__(self) -> None:
        self.memo: dict[Any, Any] = {}


Placed = tuple[Spot, int, int, Profile]
"""Where a unit is, its side, its brigade and what its sheet says: another army may stand in the same places."""


@lru_cache(maxsize=512)
def _layout(field: Battlefield, options: Options, placed: tuple[Placed, ...]) -> Layout:
    return Layout()


def spot_of(unit: Unit) -> Spot:
    """Where a unit is."""
    if not unit.on_table:
        return None
    return unit.inside if unit.in_feature else stand(unit)


@kept(of=("units", "field", "options"))
def layout(state: State) -> Layout:
    """The memory of how everybody stands now."""
    return _layout(state.field, state.options, tuple([_placed(u) for u in state.units]))


@kept
def _placed(unit: Unit) -> Placed:
    return spot_of(unit), unit.side, unit.brigade, unit.profile


def shapes(state: State, unit: Unit) -> tuple[Poly, ...]:
    """A unit's figures, or the feature it occupies. [174]"""
    return feature(state, unit.inside).parts if unit.inside >= 0 else stand(unit).rims


def around_of(state: State, unit: Unit) -> Bounds:
    """The upright rectangle round a unit, or round the feature it occupies."""
    return feature(state, unit.inside).around if unit.inside >= 0 else stand(unit).around


FAR = 10**6


def distance(state: State, a: Unit, b: Unit) -> int:
    """How far two units are apart, closest figure to closest figure, rounded up to a hundredth; for anybody to see. [2, 56, B73]"""
    memo = layout(state).memo
    key = ("gap", a.id, b.id) if a.id < b.id else ("gap", b.id, a.id)
    if key not in memo:
        inside = a.in_feature or b.in_feature
        memo[key] = apart(shapes(state, a), shapes(state, b), FAR) if inside else _between(stand(a), stand(b))
    found: int = memo[key]
    return found


@kept
def _between(one: Stand, other: Stand) -> int:
    """How far two in the open are apart, whoever else moves."""
    return apart(one.rims, other.rims, FAR)


def nearer(state: State, a: Unit, b: Unit, limit: int) -> bool:
    """Whether two units are less than so far apart; exactly so far is not. A distance rounded up cannot tell. [B73]"""
    far = distance(state, a, b)
    if far != limit:
        return far < limit
    return any_nearer(shapes(state, a), shapes(state, b), limit)


class Array:
    """One side as it stands, and how far from it others are: while the other side acts it stays the same."""

    def __init__(self, crowd: Crowd, boxes: tuple[Bounds, ...]) -> None:
        self.crowd, self.boxes = crowd, boxes
        self.memo: dict[Stand | int, int] = {}


@lru_cache(maxsize=256)
def _array(field: Battlefield, spots: tuple[Stand | int, ...]) -> Array:
    areas = land(field).features
    return Array(
        Crowd(p for at in spots for p in (areas[at].parts if isinstance(at, int) else at.rims)),
        tuple([areas[at].around if isinstance(at, int) else at.around for at in spots]),
    )


@kept(of=("units", "field"))
def array(state: State, side: int) -> Array:
    """A side's figures on the table and the features its units hold. [174]"""
    spots = [unit.inside if unit.inside >= 0 else stand(unit) for unit in state.of_side(side)]
    return _array(state.field, tuple(spots))


def crowd_of(state: State, side: int) -> Crowd:
    """The shapes of those. [174]"""
    return array(state, side).crowd


def nearest_enemy(state: State, unit: Unit) -> int:
    """How far the nearest enemy unit is."""
    theirs = array(state, 1 - unit.side)
    at = unit.inside if unit.inside >= 0 else stand(unit)
    found = theirs.memo.get(at)
    if found is None:
        near = gap_to_any(shapes(state, unit), theirs.crowd, FAR)
        found = theirs.memo[at] = FAR if near is None else near
    return found


def near_enemies(state: State, unit: Unit, limit: int) -> list[Unit]:
    """The enemies at most so far away."""
    return [u for u in state.of_side(1 - unit.side) if distance(state, unit, u) <= limit]


def perhaps_near(state: State, unit: Unit, side: int, limit: int) -> list[Unit]:
    """Those of a side who are not surely farther than a limit from a unit, in their order."""
    who = state.of_side(side)
    return [who[at] for at in near_boxes(array(state, side).boxes, around_of(state, unit), limit)]


def surely_apart(state: State, a: Unit, b: Unit, limit: int) -> bool:
    """Whether two units are surely farther apart than a limit; False if one must look."""
    return farther(around_of(state, a), around_of(state, b), limit)
