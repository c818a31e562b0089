"""What the rules may look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.arcs import front_arc, poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.formations import Block, bases, size
from grognard.geometry.gaps import gap, length
from grognard.geometry.paths import lane, walk
from grognard.geometry.points import Bounds, Point, Poly, Pose, bounds
from grognard.geometry.reach import fan
from grognard.geometry.shapes import box
from grognard.tabletop.crowd import Crowd, crowd
from grognard.tabletop.ideas import free_run, nearest
from grognard.tabletop.land import Patches, over_edge, patches
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, once

from .state import Battlefield, State, Terrain, Unit
from .tables import MAY_FIRE, MAY_MOVE, MOVES

KEEP = 100
"""How near to an enemy a move may come. [2.1b]"""
SHAPES = (("forward",), ("turn",), ("turn", "forward"), ("forward", "turn"), ("turn", "forward", "turn"))


class Stand(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A unit in its place."""

    id: int
    name: str
    side: int
    stands: int
    x: int
    y: int
    facing: int

    @property
    def block(self) -> Block:
        """Its stands, in a line."""
        return Block(self.stands, self.stands, 100, 75)

    @lazily
    def body(self) -> Poly:
        """Its footprint."""
        return box(self.x, self.y, self.facing, *size(self.block))

    @lazily
    def shapes(self) -> tuple[Poly, ...]:
        """The same, as a crowd asks for it."""
        return (self.body,)

    @lazily
    def around(self) -> Bounds:
        """The upright rectangle round it."""
        return bounds(self.body)

    @property
    def bases(self) -> tuple[Poly, ...]:
        """Every stand."""
        return bases(self.x, self.y, self.facing, self.block)


@kept
def stand(unit: Unit) -> Stand:
    """A unit in its place."""
    return Stand(unit.id, unit.name, unit.side, max(1, unit.stands), unit.x, unit.y, unit.facing)


@kept(of=("units",))
def standing(state: State) -> Crowd[Stand]:
    """All units on the table."""
    return crowd([stand(unit) for unit in state.units if unit.on_table])


@kept
def rough(field: Battlefield) -> Patches[Terrain]:
    """Ground that costs double. [5.1]"""
    return patches(field.terrain, lambda t: t.kind == "wood")


class Shot(NamedTuple):
    """One unit firing at another."""

    unit: Unit
    target: Unit
    range: int
    in_arc: bool


def shot(unit: Unit, target: Unit) -> Shot:
    """The facts of a shot."""
    body = stand(target).body
    arc = front_arc(stand(unit).body, unit.facing)
    return Shot(unit, target, gap(stand(unit).body, body), poly_in_arc(arc, body))


def targets(state: State, unit: Unit) -> list[int]:
    """The units it may fire at. [3.1]"""
    return [foe.id for foe in state.of(1 - unit.side) if MAY_FIRE.met(shot(unit, foe))]


class Way(NamedTuple):
    """What a move comes to."""

    end: Pose
    goes: bool
    cost: int
    allowance: int
    on_table: bool
    enemy: str
    friend: str


class Marcher(Manoeuvre[Way]):
    """One unit's move. [2.1]"""

    cite = "2.1"

    def __init__(self, state: State, unit: Unit) -> None:
        self.state, self.unit, self.here = state, unit, stand(unit)
        self.allowance = MOVES[unit.arm]
        self.others = standing(state).pick(lambda each: each.id != unit.id)
        self.foes = self.others.pick(lambda each: each.side != unit.side)

    def work_out(self, legs: Legs) -> Way | Refusal:
        kinds = tuple(leg[0] for leg in legs)
        if (legs and kinds not in SHAPES) or not all(_sound(leg) for leg in legs):
            return Refusal("2.1", "a move is a turn, straight ahead, and a turn")
        here = Pose(self.unit.x, self.unit.y, self.unit.facing)
        strides = walk(here, legs, *size(self.here.block))
        swept, far = lane(strides), sum(stride.length for stride in strides)
        near = next(filter(None, (self.foes.nearer(shape, KEEP) for shape in swept)), None)
        hit = next(filter(None, (self.others.on(shape, TOUCH) for shape in swept)), None)
        return Way(
            strides[-1].end if strides else here,
            bool(legs),
            2 * far if rough(self.state.field).under_any(swept) else far,
            self.allowance,
            not any(over_edge(self.state.field, bounds(stride.body())) for stride in strides),
            near.name if near else "",
            hit.name if hit else "",
        )

    def judge(self, done: Way) -> Refusal | None:
        return MAY_MOVE.refusal(done)

    def show(self, done: Way) -> Shown:
        return Shown(end=(*done.end, ""), cost=done.cost, allowance=done.allowance)

    def region(self) -> tuple[Point, ...]:
        return tuple(fan(self.unit.x, self.unit.y, lambda _: self.allowance, None, margin=50))

    def ways(self, to: Wish) -> Iterator[Legs]:
        here = self.unit.x, self.unit.y
        far = length(here, to.spot)
        bearing = heading(here, to.spot) if far else to.facing
        first = turn_between(self.unit.facing, bearing)
        yield _legs(first, far, turn_between(bearing, to.facing))
        yield _legs(first, min(far, self.allowance), 0)

    def ideas(self) -> Iterable[Legs]:
        return once(self._ideas())

    def _ideas(self) -> Iterator[Legs]:
        here = self.unit.x, self.unit.y
        goals = nearest(here, [(foe.x, foe.y) for foe in self.foes], 3)
        turns = [turn_between(self.unit.facing, heading(here, goal)) for goal in goals]
        for turn in (*turns, *range(0, 3600, 450)):
            far = self._free(turn)
            for share in (far, far // 2, 0):
                yield _legs((turn + 1800) % 3600 - 1800, share, 0)

    def _free(self, turn: int) -> int:
        """How far it can go straight ahead after a turn."""
        facing = (self.unit.facing + turn) % 3600
        start = box(self.unit.x, self.unit.y, facing, *size(self.here.block))
        table = self.state.field.width, self.state.field.height
        return free_run(start, facing, self.allowance, table, self.foes.shapes, KEEP, self.others.shapes)


def _legs(first: int, far: int, last: int) -> Legs:
    return tuple(leg for leg in (("turn", first), ("forward", far), ("turn", last)) if leg[1])


def _sound(leg: tuple[object, ...]) -> bool:
    if len(leg) != 2 or not isinstance(leg[1], int) or not leg[1]:
        return False
    return abs(leg[1]) <= 1800 if leg[0] == "turn" else 0 < leg[1] <= 10_000
