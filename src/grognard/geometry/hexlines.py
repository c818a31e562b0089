"""Straight lines from the centre of one hex to the centre of another, and the bearing they run on.

`line` takes one sample for each step, as most printed rules do: distance + 1 steps, each hex next to the one
before. Where a sample falls exactly on a hexside (always on its middle) the step holds both hexes, the left
one first, seen along the line. `crossed` is what a thread laid on the map touches, clipped corners and all.

A *bearing* is one of 24 numbers, clockwise: 4 times a direction when a hex lies exactly along it, 4 times a
vertex plus 2 when it lies exactly along that, and an odd number strictly in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.geometry.hexes import DIRECTIONS, Axial, Grid, length, place

Step = tuple[int, ...]
BEARINGS = 24


def line(grid: Grid, here: int, there: int) -> tuple[Step, ...]:
    """The steps from one hex to another, both ends included; two hexes in a step that lies on a hexside.

    Where one of the two would lie off the map only the other is given; a map has always one of them.
    """
    q, r = grid.tables.axials[here]
    to_q, to_r = grid.tables.axials[there]
    find = grid.tables.by_axial.get
    steps = []
    for vectors in line_vectors(to_q - q, to_r - r):
        found = (find((q + dq, r + dr)) for dq, dr in vectors)
        steps.append(tuple(hexagon for hexagon in found if hexagon is not None))
    return tuple(steps)


def nudged(grid: Grid, here: int, there: int) -> tuple[Step, Step]:
    """The line nudged a hair to the left, and to the right: two paths of one hex a step, often the same."""
    q, r = grid.tables.axials[here]
    to_q, to_r = grid.tables.axials[there]
    by_axial = grid.tables.by_axial
    left_vectors, right_vectors = _nudged_vectors(to_q - q, to_r - r)
    if left_vectors is right_vectors:
        path = tuple([by_axial[q + dq, r + dr] for dq, dr in left_vectors])
        return path, path
    left = [by_axial.get((q + dq, r + dr), -1) for dq, dr in left_vectors]
    right = [by_axial.get((q + dq, r + dr), -1) for dq, dr in right_vectors]
    return (
        tuple([one if one >= 0 else other for one, other in zip(left, right)]),
        tuple([other if other >= 0 else one for one, other in zip(left, right)]),
    )


def beyond(grid: Grid, here: int, there: int) -> tuple[int, ...]:
    """The next hex of a line prolonged one step past its end: one hex, two on a hexside, none off the map."""
    q, r = grid.axial(here)
    to_q, to_r = grid.axial(there)
    steps = length(to_q - q, to_r - r) + 1
    return place(grid, here, _samples(to_q - q, to_r - r, (steps,))[0]) if here != there else ()


@lru_cache(maxsize=16384)
def line_vectors(q: int, r: int) -> tuple[tuple[Axial, ...], ...]:
    """The steps of a line along an axial vector, from its start."""
    steps = length(q, r)
    return tuple(_samples(q, r, range(steps + 1))) if steps else (((0, 0),),)


@lru_cache(maxsize=16384)
def _nudged_vectors(q: int, r: int) -> tuple[tuple[Axial, ...], tuple[Axial, ...]]:
    """The left and the right vectors of a line; one object if they are the same."""
    steps = line_vectors(q, r)
    left = tuple(step[0] for step in steps)
    right = tuple(step[-1] for step in steps)
    return left, left if left == right else right


def _samples(q: int, r: int, at: Iterable[int]) -> list[tuple[Axial, ...]]:
    """For each of some numbers of steps along a line the vector there, or the left and the right one."""
    steps = length(q, r)
    # One of the three cube coordinates changes by one a step, so it is whole; only one other needs rounding.
    along_q = abs(q) == steps
    along_r = not along_q and abs(r) == steps
    whole = q if along_q else r if along_r else q + r
    other, one = r if along_q else q, 1 if whole > 0 else -1
    found: list[tuple[Axial, ...]] = []
    for step in at:
        near, rest = divmod(2 * other * step + steps, 2 * steps)
        sure = one * step
        vector = (sure, near) if along_q else (near, sure) if along_r else (near, sure - near)
        if rest:
            found.append((vector,))
            continue
        # Halfway between two.
        near -= 1
        beside = (sure, near) if along_q else (near, sure) if along_r else (near, sure - near)
        # The turn from the q axis to the r axis is clockwise, so a positive cross product means to the right.
        found.append((vector, beside) if q * beside[1] - r * beside[0] > 0 else (beside, vector))
    return found


def crossed(grid: Grid, here: int, there: int) -> tuple[int, ...]:
    """Every hex that a thread from centre to centre runs through or along, in the order it meets them."""
    q, r = grid.axial(here)
    to_q, to_r = grid.axial(there)
    return place(grid, here, crossed_vectors(to_q - q, to_r - r))


@lru_cache(maxsize=4096)
def crossed_vectors(q: int, r: int) -> tuple[Axial, ...]:
    """The vectors of the hexes in which a thread along an axial vector spends some of its length."""
    near = {vector for step in line_vectors(q, r) for vector in step}
    near |= {(u + dq, v + dr) for u, v in near for dq, dr in DIRECTIONS}
    spans = sorted((*span, vector) for vector in near if (span := _span(q, r, vector)))
    return tuple(vector for _, _, vector in spans) or ((0, 0),)


def _span(q: int, r: int, vector: Axial) -> tuple[int, int] | None:
    """Where a thread enters and leaves a hex, in parts common to all hexes of the thread; None if it does not."""
    # A hex is where the differences of its cube coordinates, taken from the centre, are all within one.
    slopes = _differences(q, r)
    parts = 1
    for slope in slopes:
        parts *= abs(slope) or 1
    enter, leave = 0, parts
    for slope, centre in zip(slopes, _differences(*vector)):
        if slope == 0:
            if abs(centre) > 1:
                return None
            continue
        scale = parts // slope
        low, high = sorted(((centre - 1) * scale, (centre + 1) * scale))
        enter, leave = max(enter, low), min(leave, high)
    return (enter, leave) if enter < leave else None


def _differences(q: int, r: int) -> tuple[int, int, int]:
    """The differences of the three cube coordinates of a vector, each to the next."""
    return 2 * q + r, -q - 2 * r, r - q


# Bearings.


def bearing(grid: Grid, here: int, there: int) -> int:
    """The bearing of a distant hex, 0 to 23; ValueError for a hex from itself."""
    q, r = grid.tables.axials[here]
    to_q, to_r = grid.tables.axials[there]
    return bearing_of(to_q - q, to_r - r)


@lru_cache(maxsize=16384)
def bearing_of(q: int, r: int) -> int:
    """The bearing of an axial vector."""
    if q == r == 0:
        raise ValueError("a hex has no bearing from itself")
    for direction in range(6):
        # Write the vector as so much of a direction and so much of the next; one pair has no negative part.
        (aq, ar), (bq, br) = DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]
        this, following = q * br - r * bq, aq * r - ar * q
        if this > 0 and following >= 0:
            if following == 0:
                return 4 * direction
            return 4 * direction + 2 + (following > this) - (following < this)
    raise AssertionError("six sextants leave no gap")  # pragma: no cover


def sextants(grid: Grid, here: int, there: int) -> tuple[int, ...]:
    """The direction through whose hexside a line leaves: the nearest, or two for a line along a vertex."""
    towards = bearing(grid, here, there)
    direction, rest = divmod(towards, 4)
    if rest == 2:
        return direction, (direction + 1) % 6
    return (direction,) if rest < 2 else ((direction + 1) % 6,)


def vertex_sextants(grid: Grid, here: int, there: int) -> tuple[int, ...]:
    """The vertex nearest to a line, or the two beside a line that runs exactly along a direction."""
    vertex, rest = divmod(bearing(grid, here, there), 4)
    return (vertex,) if rest else ((vertex - 1) % 6, vertex)
