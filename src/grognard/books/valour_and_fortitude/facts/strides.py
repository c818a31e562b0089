"""The legs of a manoeuvre as paths of single figures, and what those cost. [70, 71, 160, 163, 166]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.angles import turn_between
from grognard.geometry.formations import figures, figures_at, longest_walk, longest_way, places
from grognard.geometry.gaps import length
from grognard.geometry.points import Point, Poly, Pose, Segment, bounds_of_all
from grognard.geometry.shapes import hull, overlap
from grognard.tabletop.bodies import any_overlap, boxes_at, hulls
from grognard.tabletop.land import any_through, over_edge

from ..state import State, Unit
from ..tables.terrain import GOING
from ..words import Arm, Form, Order, Special
from .bodies import Shape, Stand, block_of, form_of, leader_box, size_of, stand, stand_at
from .ground import Going, Wall, closed_of, closed_under, going, land_of

SLACK = 2
"""More than the lengths of two legs are rounded up by."""
MOST_KNOWN = 1 << 12
"""Of so many paths through ground that slows what they cost is kept, with the battlefield."""


class Stride(NamedTuple):
    """One leg gone: from where to where; a reform is no path."""

    start: Stand
    end: Stand
    reform: bool
    turned: int = 0
    """By how many quarter turns the figures face about where they stand, each keeping its place in the block."""
    far: int = -1
    """How far every figure goes, where the leg says so itself; -1: from place to place."""

    def lanes(self) -> tuple[Poly, ...]:
        """What each figure passes over on its straight way."""
        return _lanes(self.start, self.end, self.turned)

    def whole(self) -> Poly:
        """A shape round all lanes."""
        return _whole(self.start, self.end)


@lru_cache(maxsize=4096)
def _whole(start: Stand, end: Stand) -> Poly:
    return hull(start.body + end.body)


@lru_cache(maxsize=1024)
def _lanes(start: Stand, end: Stand, turned: int) -> tuple[Poly, ...]:
    ends = end.bases
    return hulls(start.bases, [ends[there] for there in successors(start.shape, turned)])


def quarters(shape: Shape, turn: int) -> int:
    """The facing about on the spot that comes nearest to a turn: half turns, quarter turns of square blocks. [71]

    Gun and limber cannot take each other's place.
    """
    return _nearest_turn(turns_of(shape), turn)


def turns_of(shape: Shape) -> tuple[int, ...]:
    """By how many quarter turns its figures may face about where they stand, each in a place of the same block. [71]"""
    if shape.arm is Arm.ARTILLERY:
        return (0,)
    square = shape.arm is Arm.INFANTRY and shape.files * shape.files == shape.figures
    return (0, 1, 2, 3) if square else (0, 2)


@lru_cache(maxsize=8192)
def _nearest_turn(turns: tuple[int, ...], turn: int) -> int:
    return min(turns, key=lambda k: abs(turn_between(900 * k, turn)))


@lru_cache(maxsize=1024)
def successors(shape: Shape, turned: int) -> tuple[int, ...]:
    """Whose place in the block each figure takes when all face about by quarter turns."""
    count, files = max(shape.figures, 2), shape.files
    if turned == 0:
        return tuple(range(count))
    if turned == 2:
        return tuple(range(count - 1, -1, -1))
    spots = [divmod(i, files) for i in range(count)]
    if turned == 1:
        return tuple([(files - 1 - file) * files + rank for rank, file in spots])
    return tuple([file * files + files - 1 - rank for rank, file in spots])


Price = Callable[[Segment], int]
"""What a straight way costs a figure."""


class Cost(NamedTuple):
    """What one leg costs, and why."""

    words: str
    cost: int
    cite: str


REFORM = Cost("reform", 0, "80")


class March(NamedTuple):
    """A manoeuvre worked out; moves end in the ranks and files they began with. [72, B38]"""

    end: Stand
    strides: tuple[Stride, ...] = ()
    cost: int = 0
    steps: tuple[Cost, ...] = ()
    occupies: int = -1


def nimble(unit: Unit, shape: Shape) -> bool:
    """Whether rough ground does not slow it: light infantry in open order. [F5.13d]"""
    return unit.has(Special.LIGHT_INFANTRY) and shape.order is Order.OPEN


def cost_of(state: State, unit: Unit, strides: list[Stride]) -> tuple[int, tuple[Cost, ...]]:
    """The longest path of any figure, terrain counted. [70, 160, 163, 166]"""
    moved = [s for s in strides if not s.reform]
    if not moved:
        return 0, tuple([REFORM for s in strides])
    return _cost(state, nimble(unit, moved[0].start.shape), strides)


def _cost(state: State, light: bool, strides: list[Stride]) -> tuple[int, tuple[Cost, ...]]:
    """What legs cost, not all of them reforms."""
    moved = [s for s in strides if not s.reform]
    steps = [REFORM for s in strides if s.reform]
    around = bounds_of_all(tuple(s.whole() for s in moved))
    shape = moved[0].start.shape
    march = form_of(shape) is Form.MARCH
    # Where figures take the places of others the corners alone do not tell.
    mixed = any(s.turned for s in moved) and (len(moved) > 1 or shape.figures % shape.files)
    ground = going(state, around, march, light)
    if mixed or not ground.plain:
        known = state.field.__dict__.setdefault("costs", {})
        key = tuple(strides), march, light
        if key not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[key] = _each_figure(moved, steps, ground.price)
        found: tuple[int, tuple[Cost, ...]] = known[key]
        return found
    costs = [0] * len(_corners_of(shape))
    for stride in moved:
        spent = (
            [stride.far] * len(costs)
            if stride.far >= 0
            else _corner_costs(stride.start, stride.end, shape, stride.turned)
        )
        costs = [total + more for total, more in zip(costs, spent)]
        steps.append(Cost("move", max(spent), "70"))
    return max(costs), tuple(steps)


def inches_gone(march: March) -> float:
    """How far the figure went that went farthest, as it lies on the table: ground that slows makes no way longer. [70]"""
    moved = [s for s in march.strides if not s.reform]
    return _each_figure(moved, [], lambda way: length(*way))[0] / 100 if moved else 0


def _each_figure(moved: list[Stride], steps: list[Cost], price: Price) -> tuple[int, tuple[Cost, ...]]:
    """The dearest way of any figure over all legs, with what each leg costs."""
    totals = [0] * len(figure_places(moved[0].start))
    for stride in moved:
        after = successors(stride.start.shape, stride.turned)
        starts, ends = figure_places(stride.start), figure_places(stride.end)
        ways = [(start, ends[there]) for start, there in zip(starts, after)]
        costs = [price(way) for way in ways]
        if stride.far >= 0:
            # Places are rounded, a leg of so many inches is not.
            costs = [cost + stride.far - length(*way) for cost, way in zip(costs, ways)]
        steps.append(Cost("move", max(costs), "70"))
        spent = [total + cost for total, cost in zip(totals, costs)]
        for here, there in enumerate(after):
            totals[there] = spent[here]
    return max(totals), tuple(steps)


def sound(leg: tuple[Any, ...]) -> bool:
    """Whether a leg has the amounts its kind needs, and sane ones."""
    match leg:
        case ("glide", int(), int(), int()) | ("turn" | "side", int()):
            pass
        case ("forward" | "back", int(distance_)) if distance_ >= 0:
            pass
        case ("wheel", int(), "left" | "right"):
            pass
        case _:
            return False
    for part in leg:  # noqa: SIM110 - asked of every leg that is tried: a generator would cost as much as its parts
        if isinstance(part, int) and abs(part) > 100_000:
            return False
    return True


def figure_places(at: Stand) -> tuple[Point, ...]:
    """Every figure's centre."""
    if at.shape.arm is Arm.ARTILLERY:
        return at.places
    return figures_at(at.x, at.y, at.facing, block_of(at.shape))


@lru_cache(maxsize=1024)
def _corners_of(shape: Shape) -> tuple[int, ...]:
    """The figures at the corners of a block: no other goes farther in a rigid move.

    All, if the last rank has gaps: who faces about then takes a place that does not lie opposite his own.
    """
    if shape.arm is Arm.ARTILLERY:
        return 0, 1
    n, files = shape.figures, shape.files
    if n % files:
        return tuple(range(n))
    return tuple(sorted({0, files - 1, n - files, n - 1}))


@lru_cache(maxsize=1024)
def _corner_offsets(shape: Shape, turned: int) -> tuple[Point, ...]:
    """Where in the block those places are that its corner figures take when all face about by quarter turns."""
    every, after = places(block_of(shape)), successors(shape, turned)
    return tuple([every[after[i]] for i in _corners_of(shape)])


def _corner_places(shape: Shape, at: Stand | Pose, turned: int = 0) -> tuple[Point, ...]:
    """Where the corner figures of a block are, or whoever has taken their places, when it stands so."""
    if shape.arm is Arm.ARTILLERY:
        return figure_places(stand_at(shape, at.x, at.y, at.facing))
    return figures(at.x, at.y, at.facing, _corner_offsets(shape, turned))


def _corner_costs(start: Stand | Pose, end: Stand | Pose, shape: Shape, turned: int) -> list[int]:
    """How far each figure at a corner of a block goes straight."""
    ways = zip(_corner_places(shape, start), _corner_places(shape, end, turned))
    return [length(*way) for way in ways]


def straight_length(start: Stand, end: Stand | Pose) -> int:
    """The longest straight way of any figure from one place to another in the same formation, whatever lies between."""
    shape = start.shape
    if shape.arm is Arm.ARTILLERY:
        return max(_corner_costs(start, end, shape, 0))
    here, there = _corners_turned(shape, turn_between(start.facing, end.facing))
    return longest_way(start.x, start.y, start.facing, here, (end.x, end.y, end.facing), there)


@lru_cache(maxsize=8192)
def _corners_turned(shape: Shape, turn: int) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Where in the block its corner figures are, and where after a turn those who face about as it brings least way."""
    return _corner_offsets(shape, 0), _corner_offsets(shape, quarters(shape, turn))


@kept(of=("field",), most=MOST_KNOWN)
def too_far(state: State, start: Stand, poses: tuple[Pose, ...], limit: int, light: bool) -> bool:
    """Whether a body gliding from place to place surely goes too far or pays too much. [70, 76]"""
    most = 2 * limit if march_on_road(state, start.shape) else limit
    return (
        least_cost(start, poses) > most
        or runs_through(state, start, poses)
        or too_dear(state, light, start, poses, limit)
    )


def runs_through(state: State, start: Stand, poses: Sequence[Pose]) -> bool:
    """Whether a figure at a corner of the block goes straight through closed ground: its middle does. [164, 168]"""
    closed = closed_of(state)
    if not closed:
        return False
    return any_through(chain.from_iterable(_corner_legs(start, poses)[0]), closed)


def too_dear(state: State, light: bool, start: Stand, poses: Sequence[Pose], limit: int) -> bool:
    """Whether already a figure at a corner of the block goes too far from place to place, the ground counted. [70, 76]"""
    shape = start.shape
    bodies = (start.body, *boxes_at(poses, *size_of(shape)))
    ground = going(state, bounds_of_all(bodies), form_of(shape) is Form.MARCH, light)
    return not ground.plain and _paid_beyond(start, poses, ground, limit)


def _paid_beyond(start: Stand, poses: Sequence[Pose], ground: Going, limit: int) -> bool:
    """Whether some figure at a corner pays more than it may; figures that take the places of others are asked leg by leg."""
    legs, mixed = _corner_legs(start, poses)
    walks = [(way,) for leg in legs for way in leg] if mixed else zip(*legs)
    return any(_dearer(walk, ground, limit) for walk in walks)


def _corner_legs(start: Stand, poses: Sequence[Pose]) -> tuple[list[tuple[Segment, ...]], bool]:
    """The ways of the figures at the corners leg by leg, and whether any of them take the places of others."""
    shape, at = start.shape, Pose(start.x, start.y, start.facing)
    legs: list[tuple[Segment, ...]] = []
    mixed = False
    for pose in poses:
        turned = quarters(shape, turn_between(at.facing, pose.facing))
        legs.append(tuple(zip(_corner_places(shape, at), _corner_places(shape, pose, turned))))
        mixed = mixed or turned != 0
        at = pose
    return legs, mixed


def _dearer(walk: tuple[Segment, ...], ground: Going, limit: int) -> bool:
    paid = 0
    for way in walk:
        paid += ground.price(way)
        if paid > limit:
            return True
    return False


def least_cost(start: Stand, poses: Sequence[Pose]) -> int:
    """How far the figures at the corners of a block go at least, from place to place in the same formation. [70]"""
    if len(poses) == 1:
        return straight_length(start, poses[0])
    costs, at = [], Pose(start.x, start.y, start.facing)
    if start.shape.arm is not Arm.ARTILLERY and all(
        not quarters(start.shape, turn_between(one.facing, other.facing))
        for one, other in pairwise((at, *poses))
    ):
        return longest_walk((at, *poses), _corner_offsets(start.shape, 0))
    mixed = False
    for pose in poses:
        turned = quarters(start.shape, turn_between(at.facing, pose.facing))
        costs.append(_corner_costs(at, pose, start.shape, turned))
        mixed = mixed or turned != 0
        at = pose
    # Where figures take the places of others, a corner of one leg need not be that of the next.
    return max(map(max, costs)) if mixed else max(map(sum, zip(*costs)))


# --- what the ground alone forbids -----------------------------------------------------------------------------


@kept(of=("field",), most=MOST_KNOWN)
def reached_for(state: State, stride: Stride, light: bool, limit: int) -> int | None:
    """What a leg costs, some more than it may where a way round may be cheaper; None if the ground bars every way to its end.

    Nobody else is thought of, so that the answer holds however the others stand. [75, 76, 164, 168]
    """
    start, end = stride.start, stride.end
    if not march_on_road(state, start.shape) and straight_length(start, end) > limit:
        return None
    if over_edge(state.field, end.around) or closed_under(state, end.rims) is not None:
        return None
    # Where a figure at a corner pays too much already, the others need not be asked.
    dear = stride.far < 0 and too_dear(state, light, start, (Pose(end.x, end.y, end.facing),), limit)
    cost = limit + 1 if dear else _cost(state, light, [stride])[0]
    if cost <= limit:
        return cost
    # Round about it is farther still; what a road spares is spared on the straight way.
    return None if straight_length(start, end) > limit or walled_off(state, start, end, limit) else cost


def march_on_road(state: State, shape: Shape) -> bool:
    """Whether roads may take a unit farther: they serve march columns. [163]"""
    return bool(land_of(state).roads) and form_of(shape) is Form.MARCH


def walled_off(state: State, start: Stand, end: Stand, limit: int) -> bool:
    """Whether walls make every way to a place too dear for some figure, over them and round their ends. [76, 160]"""
    land = land_of(state)
    around = bounds_of_all((start.body, end.body))
    # Of a stream one does not pay for what bridges and fords cross, and on a road a way round may be the cheaper.
    walls = [wall for wall in land.barriers.near(around) if not (wall.kind == "stream" and land.dry)]
    if not walls or march_on_road(state, start.shape):
        return False
    most = limit + SLACK
    return all(
        any(
            length(*way) > most or any(_dear_past(wall, way, most) for wall in walls)
            for way in zip(_corner_places(start.shape, start), _corner_places(start.shape, end, turned))
        )
        for turned in turns_of(start.shape)
    )


def _dear_past(wall: Wall, way: Segment, most: int) -> bool:
    """Whether a figure whose straight way one wall crosses once pays too much for crossing it and for going round.

    Who goes round has an end of the wall between his way and the straight one, and no loop about three points is
    shorter than their triangle.
    """
    crossed = wall.spots(way)
    if len(crossed) != 1 or crossed[0] == way[0] or length(*way) + GOING["barrier"] <= most:
        return False
    return all(length(way[0], end) + length(end, way[1]) > most for end in wall.ends)


def enemy_leaders_under(state: State, unit: Unit, march: March) -> list[int]:
    """Enemy leaders a manoeuvre passes over or ends on. [79]"""
    found = []
    for leader in state.leaders:
        if leader.side != unit.side and leader.in_open:
            base = leader_box(leader)
            if any(_passes_over(stride, base) for stride in march.strides):
                found.append(leader.id)
    return found


def enemy_leaders_on(state: State, placed: Unit) -> tuple[int, ...]:
    """Enemy leaders a unit ends on that is set down without a path. [79, B81]"""
    rims = stand(placed).rims
    return tuple(
        [
            x.id
            for x in state.leaders
            if x.side != placed.side and x.in_open and any_overlap(rims, (leader_box(x),))
        ]
    )


def _passes_over(stride: Stride, base: Poly) -> bool:
    """A reform is no path: only where it ends counts."""
    if stride.reform:
        return any_overlap(stride.end.rims, (base,))
    return overlap(stride.whole(), base) and any_overlap(stride.lanes(), (base,))
