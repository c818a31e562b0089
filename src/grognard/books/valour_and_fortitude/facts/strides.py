"""The legs of a manoeuvre as paths of single figures, and what those cost. [70, 71, 160, 163, 166]"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.geometry.angles import turn_between
from grognard.geometry.formations import figures_at
from grognard.geometry.gaps import length
from grognard.geometry.points import Point, Poly, bounds_of_all
from grognard.geometry.shapes import centre, hull, overlap

from ..state import State, Unit
from ..words import Arm, Form, Order, Special, Where
from .bodies import Shape, Stand, block_of, form_of, leader_box
from .ground import path_cost, slows

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
    return tuple([hull(a + ends[b]) for a, b in zip(start.bases, successors(start.shape, turned))])


def quarters(shape: Shape, turn: int) -> int:
    """The facing about on the spot that comes nearest to a turn: half turns, quarter turns of square blocks. [71]

    Gun and limber cannot take each other's place.
    """
    if shape.arm is Arm.ARTILLERY:
        return 0
    square = shape.arm is Arm.INFANTRY and shape.files * shape.files == shape.figures
    return min((0, 1, 2, 3) if square else (0, 2), key=lambda k: abs(turn_between(900 * k, turn)))


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


class Step(NamedTuple):
    """What one leg costs, and why."""

    words: str
    cost: int
    cite: str


class March(NamedTuple):
    """A manoeuvre worked out; moves end in the ranks and files they began with. [72, B38]"""

    end: Stand
    strides: tuple[Stride, ...] = ()
    cost: int = 0
    steps: tuple[Step, ...] = ()
    occupies: int = -1


def cost_of(state: State, unit: Unit, strides: list[Stride]) -> tuple[int, tuple[Step, ...]]:
    """The longest path of any figure, terrain counted. [70, 160, 163, 166]"""
    moved = [s for s in strides if not s.reform]
    steps = [Step("reform", 0, "80") for s in strides if s.reform]
    if not moved:
        return 0, tuple(steps)
    around = bounds_of_all(tuple(s.whole() for s in moved))
    shape = moved[0].start.shape
    march = form_of(shape) is Form.MARCH
    nimble = unit.has(Special.LIGHT_INFANTRY) and shape.order is Order.OPEN
    # Where figures take the places of others the corners alone do not tell.
    mixed = any(s.turned for s in moved) and (len(moved) > 1 or shape.figures % shape.files)
    if mixed or slows(state, around, march, nimble):
        known = state.field.__dict__.setdefault("costs", {})
        key = tuple(strides), march, nimble
        if key not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[key] = _each_figure(moved, steps, lambda way: path_cost(state, way, march, nimble))
        found: tuple[int, tuple[Step, ...]] = known[key]
        return found
    costs = [0] * len(_corner_places(moved[0].start))
    for stride in moved:
        ways = _corner_ways(stride)
        spent = [stride.far] * len(ways) if stride.far >= 0 else [length(*way) for way in ways]
        costs = [total + more for total, more in zip(costs, spent)]
        steps.append(Step("move", max(spent), "70"))
    return max(costs), tuple(steps)


def inches_gone(march: March) -> float:
    """How far the figure went that went farthest, as it lies on the table: ground that slows makes no way longer. [70]"""
    moved = [s for s in march.strides if not s.reform]
    return _each_figure(moved, [], lambda way: length(*way))[0] / 100 if moved else 0


def _each_figure(
    moved: list[Stride], steps: list[Step], price: Callable[[tuple[Point, Point]], int]
) -> tuple[int, tuple[Step, ...]]:
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
        steps.append(Step("move", max(costs), "70"))
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
    return all(abs(part) <= 100_000 for part in leg[1:] if isinstance(part, int))


def figure_places(at: Stand) -> tuple[Point, ...]:
    """Every figure's centre."""
    if at.shape.arm is Arm.ARTILLERY:
        return tuple([centre(base) for base in at.bases])
    return figures_at(at.x, at.y, at.facing, block_of(at.shape))


def _corners_of(shape: Shape) -> tuple[int, ...]:
    """The figures at the corners of a block: no other goes farther in a rigid move."""
    if shape.arm is Arm.ARTILLERY:
        return 0, 1
    n, files = shape.figures, shape.files
    full = n // files
    rear = (full - 1) * files
    found = {0, min(files, n) - 1, max(rear, 0), min(max(rear, 0) + files, n) - 1, n - 1}
    if n % files:
        found.add(full * files)
    return tuple(sorted(found))


def _corner_places(at: Stand) -> tuple[Point, ...]:
    memo = at.__dict__
    if "corner places" not in memo:
        every = figure_places(at)
        memo["corner places"] = tuple([every[i] for i in _corners_of(at.shape)])
    found: tuple[Point, ...] = memo["corner places"]
    return found


def _corner_ways(stride: Stride) -> list[tuple[Point, Point]]:
    starts = _corner_places(stride.start)
    if not stride.turned:
        return list(zip(starts, _corner_places(stride.end)))
    ends, after = figure_places(stride.end), successors(stride.start.shape, stride.turned)
    return [(a, ends[after[i]]) for a, i in zip(starts, _corners_of(stride.start.shape))]


def straight_length(start: Stand, end: Stand) -> int:
    """The longest straight way of any figure from one place to another in the same formation, whatever lies between."""
    turned = quarters(start.shape, turn_between(start.facing, end.facing))
    return max([length(*way) for way in _corner_ways(Stride(start, end, False, turned))])


def enemy_leaders_under(state: State, unit: Unit, march: March) -> list[int]:
    """Enemy leaders a manoeuvre passes over or ends on. [79]"""
    found = []
    for leader in state.leaders:
        if leader.side != unit.side and leader.where is Where.TABLE and leader.inside < 0:
            base = leader_box(leader)
            if any(_passes_over(stride, base) for stride in march.strides):
                found.append(leader.id)
    return found


def _passes_over(stride: Stride, base: Poly) -> bool:
    """A reform is no path: only where it ends counts."""
    if stride.reform:
        return any(overlap(rim, base) for rim in stride.end.rims)
    return overlap(stride.whole(), base) and any(overlap(lane, base) for lane in stride.lanes())
