"""How much room a unit takes, where its figures stand, and what formation that makes. [12–29]"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.engine.flow import replace
from grognard.engine.memo import kept, lazily
from grognard.geometry.angles import FULL_TURN, ahead
from grognard.geometry.arcs import Arc
from grognard.geometry.crowds import near_boxes
from grognard.geometry.formations import Block, bases, front_edge, outlines, ranks, size
from grognard.geometry.points import Bounds, Crowd, Point, Poly, Pose, bounds_of_all
from grognard.geometry.shapes import box, front_middle, hull
from grognard.tabletop.bodies import middles
from grognard.tabletop.sight import front_arcs

from ..state import Leader, State, Unit
from ..words import Arm, Form, Order, Where

FOOT_BASE = (80, 80)
"""An infantry base, 0.8 square. [F8.1]"""
HORSE_BASE = (100, 200)
"""A cavalry base. [F8.2]"""
GUN = (240, 240)
LIMBER = (200, 400)
"""Gun and limber. [F8.3]"""
LEADER = 100
PARTED = 50
"""How far an unlimbered gun stands from its limber. [25, B39]"""
LOOSE = (25, 50)
"""The least and the widest gap between figures in open order. [F5.13]"""
BASE_COUNTS = 3
"""Figures an artillery base counts as. [29]"""


class Figure(NamedTuple):
    """A figure of the front rank: its base, seen from its own front, and where it faces."""

    base: Poly
    facing: int

    @property
    def eye(self) -> Point:
        """The middle of its front edge: where its sight begins. [B12]"""
        return front_middle(self.base)


class Shape(msgspec.Struct, frozen=True, cache_hash=True):
    """What a unit's outline depends on besides its pose."""

    arm: Arm
    figures: int
    files: int
    order: Order
    spread: tuple[int, ...] = ()
    """As in Unit: an open order's gap, or where an unlimbered gun's limber stands."""
    twofold: bool = False
    """As in Unit: on bases twice as wide and deep, in the inches of the rules. [B89]"""

    def __repr__(self) -> str:
        bases = ", twofold=True" if self.twofold else ""
        who = f"arm={self.arm!r}, figures={self.figures}, files={self.files}"
        return f"Shape({who}, order={self.order!r}, spread={self.spread!r}{bases})"


class Stand(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A drawn-up unit in its place: one frozen value, with its geometry kept beside it."""

    shape: Shape
    x: int
    y: int
    facing: int

    @lazily
    def body(self) -> Poly:
        """The rectangle round all of it; of a gun with its limber aside, the least shape round both."""
        if self.shape.order is Order.UNLIMBERED and self.shape.spread:
            return hull(self.rims[0] + self.rims[1])
        return box(self.x, self.y, self.facing, *size_of(self.shape))

    @lazily
    def rims(self) -> tuple[Poly, ...]:
        """Its figures as at most two convex shapes."""
        return _rims(self)

    @lazily
    def crowd(self) -> Crowd:
        """The same with their bounds."""
        return Crowd(self.rims)

    @lazily
    def around(self) -> Bounds:
        """The upright rectangle round its figures."""
        return bounds_of_all(self.rims)

    @lazily
    def bases(self) -> tuple[Poly, ...]:
        """Every base, front rank first."""
        return _bases(self)

    @lazily
    def places(self) -> tuple[Point, ...]:
        """Every base's centre, in the order of the bases."""
        return middles(self.bases)

    @lazily
    def front(self) -> tuple[Figure, ...]:
        """The front rank: of a square all who look outward, of a gun its leading base. [13, B5, B60]"""
        return _front(self)

    @lazily
    def eyes(self) -> tuple[Point, ...]:
        """From where each of the front rank looks. [B12]"""
        return tuple([figure.eye for figure in self.front])

    @lazily
    def front_bases(self) -> tuple[Poly, ...]:
        """The bases of the front rank."""
        return tuple([figure.base for figure in self.front])

    def arcs(self, half_angle: int) -> tuple[Arc, ...]:
        """The front arc of each front-rank figure. [13, B2]"""
        memo = self.__dict__
        if memo.get("half_angle") != half_angle:
            memo["half_angle"] = half_angle
            memo["front arcs"] = front_arcs([(f.base, f.facing) for f in self.front], half_angle)
        found: tuple[Arc, ...] = memo["front arcs"]
        return found


def square_files(figures: int) -> int:
    """How wide a square of so many figures usually is: a full oblong if there is one, else nearly square."""
    wide = 1
    while wide * wide < figures:
        wide += 1
    for files in range(wide, 2 * wide):
        if figures % files == 0 and 2 * (figures // files) >= files:
            return files
    return wide


def base_size(shape: Shape) -> tuple[int, int]:
    """Width and depth of one of its bases of foot or horse. [B89, F8.1, F8.2]"""
    width, depth = FOOT_BASE if shape.arm is Arm.INFANTRY else HORSE_BASE
    return (2 * width, 2 * depth) if shape.twofold else (width, depth)


@lru_cache(maxsize=1024)
def block_of(shape: Shape) -> Block:
    """A unit of foot or horse as ranks and files that touch, all alike and facing one way. [12, 16, 18, B69]"""
    width, depth = base_size(shape)
    gap = 0
    if shape.order is Order.OPEN:
        gap = shape.spread[0] if shape.spread else LOOSE[0]
    return Block(shape.files, shape.figures, width, depth, file_gap=gap, rank_gap=gap)


@lru_cache(maxsize=1024)
def size_of(shape: Shape) -> tuple[int, int]:
    """Width and depth of a unit's rectangle."""
    if shape.arm is Arm.ARTILLERY:
        parted = PARTED if shape.order is Order.UNLIMBERED else 0
        return max(GUN[0], LIMBER[0]), GUN[1] + LIMBER[1] + parted
    return size(block_of(shape))


def ranks_of(shape: Shape) -> int:
    """How many ranks, the short one counted. [B4]"""
    return ranks(block_of(shape))


def gun_poses(stand: Stand) -> tuple[Pose, Pose]:
    """Where gun and limber stand: limbered, the limber leads and the gun looks back. [26, 27, B39]"""
    depth = size_of(stand.shape)[1]
    limbered = stand.shape.order is Order.LIMBERED
    first, second = (LIMBER[1], GUN[1]) if limbered else (GUN[1], LIMBER[1])
    lead = ahead(stand.x, stand.y, stand.facing, (depth - first) // 2)
    rear = ahead(stand.x, stand.y, stand.facing + 1800, (depth - second) // 2)
    if limbered:
        return Pose(*rear, (stand.facing + 1800) % FULL_TURN), Pose(*lead, stand.facing)
    gun = Pose(*lead, stand.facing)
    if stand.shape.spread:
        return gun, limber_beside(gun, stand.shape.spread)
    return gun, Pose(*rear, stand.facing)


def limber_beside(gun: Pose, spread: tuple[int, ...]) -> Pose:
    """An unlimbered gun's limber, so far to the right and behind, turned by so much against the gun. [25, B39]"""
    right, behind, turn = spread
    back = ahead(gun.x, gun.y, gun.facing + 1800, behind)
    return Pose(*ahead(*back, gun.facing + 900, right), (gun.facing + turn) % FULL_TURN)


def gun_and_limber(spread: tuple[int, ...]) -> tuple[Poly, Poly]:
    """A gun's base at the origin, facing north, and its limber's."""
    gun = Pose(0, 0, 0)
    return box(*gun, *GUN), box(*limber_beside(gun, spread), *LIMBER)


def _gun_boxes(stand: Stand) -> tuple[Poly, Poly]:
    gun, limber = gun_poses(stand)
    return box(*gun, *GUN), box(*limber, *LIMBER)


def gun_box(stand: Stand) -> Poly:
    """The gun's own base: ranges are measured from it. [56]"""
    return stand.bases[1 if stand.shape.order is Order.LIMBERED else 0]


def _bases(stand: Stand) -> tuple[Poly, ...]:
    if stand.shape.arm is Arm.ARTILLERY:
        gun, limber = _gun_boxes(stand)
        return (limber, gun) if stand.shape.order is Order.LIMBERED else (gun, limber)
    return bases(stand.x, stand.y, stand.facing, block_of(stand.shape))


def _rims(stand: Stand) -> tuple[Poly, ...]:
    if stand.shape.arm is Arm.ARTILLERY:
        return _bases(stand)
    return outlines(stand.x, stand.y, stand.facing, block_of(stand.shape))


def _front(stand: Stand) -> tuple[Figure, ...]:
    every = stand.bases
    if stand.shape.arm is Arm.ARTILLERY:
        return (Figure(every[0], stand.facing),)
    files = stand.shape.files
    if stand.shape.order is not Order.SQUARE:
        return tuple([Figure(base, stand.facing) for base in every[:files]])
    return _outward(every, files, stand.facing)


def front_ends(stand: Stand) -> tuple[Point, Point, int]:
    """The left and the right end of a front rank that is not a square's, and where it faces."""
    facing = stand.facing % FULL_TURN
    if stand.shape.arm is Arm.ARTILLERY:
        lead = _bases(stand)[0]
        return lead[0], lead[1], facing
    return (*front_edge(stand.x, stand.y, stand.facing, block_of(stand.shape)), facing)


def _outward(every: tuple[Poly, ...], files: int, facing: int) -> tuple[Figure, ...]:
    """A square's rim: each figure looks out over its own side; corner figures to front and rear. [B60]"""
    found = []
    for index, base in enumerate(every):
        rank, file = divmod(index, files)
        if rank == 0:
            found.append(Figure(base, facing))
        elif index + files >= len(every):
            found.append(Figure(base[2:] + base[:2], (facing + 1800) % FULL_TURN))
        elif file == files - 1:
            found.append(Figure(base[1:] + base[:1], (facing + 900) % FULL_TURN))
        elif file == 0:
            found.append(Figure(base[3:] + base[:3], (facing + 2700) % FULL_TURN))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def stand_at(shape: Shape, x: int, y: int, facing: int) -> Stand:
    """One value for every place a unit may stand in, so that its geometry is worked out once."""
    return Stand(shape, x, y, facing)


def shape_of(unit: Unit) -> Shape:
    """How a unit is drawn up."""
    return shaped(unit, unit.order, unit.files, unit.spread)


def shaped(unit: Unit, order: Order, files: int, spread: tuple[int, ...] = ()) -> Shape:
    """A unit drawn up some other way."""
    return Shape(unit.profile.arm, unit.figures, files, order, spread, unit.twofold)


def drawn_up(unit: Unit, at: Stand) -> Unit:
    """The same unit standing so."""
    shape = at.shape
    return replace(
        unit, x=at.x, y=at.y, facing=at.facing, files=shape.files, order=shape.order, spread=shape.spread
    )


def stand(unit: Unit) -> Stand:
    """A unit in its place."""
    found: Stand | None = unit.__dict__.get("stand")
    if found is None:
        found = unit.__dict__["stand"] = stand_at(shape_of(unit), unit.x, unit.y, unit.facing)
    return found


def pose(unit: Unit) -> Pose:
    """Where a unit stands."""
    return Pose(unit.x, unit.y, unit.facing)


@lru_cache(maxsize=1024)
def form_of(shape: Shape) -> Form:
    """The formation that ranks and files make: open order is one of its own. [22, 23, 24, 28, B4, B79, F5.13]"""
    match shape.order:
        case Order.LIMBERED:
            return Form.MARCH
        case Order.UNLIMBERED:
            return Form.LINE
        case Order.OPEN:
            return Form.OPEN
        case Order.SQUARE:
            return Form.SQUARE
    deep = ranks_of(shape)
    if shape.files <= 3 and deep > shape.files:
        return Form.MARCH
    return Form.LINE if deep <= 2 else Form.ATTACK


@kept
def form(unit: Unit) -> Form:
    """A unit's formation; inside a feature it has none. [173]"""
    return Form.INSIDE if unit.in_feature else form_of(stand(unit).shape)


def deployed(unit: Unit) -> bool:
    """In any formation but march column; occupants count as deployed. [21, B49]"""
    return form(unit) is not Form.MARCH


def front_count(unit: Unit) -> int:
    """How many figures stand in its front rank; an artillery base is three. [29, B5]"""
    if unit.arm is Arm.ARTILLERY:
        return BASE_COUNTS
    return len(stand(unit).front) if unit.order is Order.SQUARE else min(unit.files, unit.figures)


def figure_count(unit: Unit) -> int:
    """How many figures it counts where figures are counted; losses take none off. [29, F8.4]"""
    return 2 * BASE_COUNTS if unit.arm is Arm.ARTILLERY else unit.figures


def leader_box(leader: Leader) -> Poly:
    """A leader's base."""
    return box(leader.x, leader.y, 0, LEADER, LEADER)


class Host(NamedTuple):
    """Everybody whose figures stand on the table, shape by shape, with whose each is."""

    units: tuple[Unit, ...]
    shapes: Crowd

    def pick(self, holds: Callable[[Unit], bool]) -> Host:
        """Those for whom something holds; bounds are not worked out again."""
        return self.only([i for i, unit in enumerate(self.units) if holds(unit)])

    def near(self, around: Bounds, distance: int) -> list[Unit]:
        """Whose shapes are not surely farther than a distance from a rectangle, shape by shape."""
        return [self.units[at] for at in near_boxes(self.shapes.bounds, around, distance)]

    def only(self, kept: list[int]) -> Host:
        """Those at some places."""
        return Host(
            tuple([self.units[i] for i in kept]),
            Crowd.of([self.shapes[i] for i in kept], [self.shapes.bounds[i] for i in kept]),
        )


@kept(of=("units",))
def host(state: State) -> Host:
    """Everybody on the table, two shapes for some."""
    found = [(u, stand(u).crowd) for u in state.units if u.inside < 0 and u.where is Where.TABLE]
    return Host(
        tuple([u for u, crowd in found for _ in crowd]),
        Crowd.of(
            [rim for _, crowd in found for rim in crowd], [b for _, crowd in found for b in crowd.bounds]
        ),
    )


@kept(of=("units",))
def owners(state: State) -> tuple[int, ...]:
    """For each shape of everybody's, whose it is."""
    return tuple([unit.id for unit in host(state).units])


@kept(of=("units",))
def side_host(state: State, side: int) -> Host:
    """One side's units on the table."""
    everybody = host(state)
    return everybody.only([at for at, unit in enumerate(everybody.units) if unit.side == side])


def lost(unit: Unit) -> bool:
    """Whether a unit has routed. [138]"""
    return unit.where is Where.ROUTED
