"""What a search falls back on before it answers *cannot*: exact corners of free ground, and seeded tries with the book's own judge.

A placing search that fails on its grid asks `free_spots` for every place worth trying at a facing: where there is room at all, one of
them is free. What has no exact answer (ways of several parts, poses whose facing is free as well) draws from a `Seeded` source, which is
the same on every machine. Both are rarely reached and may be slow. What is found counts only if the book's own judge allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from grognard.geometry.angles import FULL_TURN, heading, norm, offset
from grognard.geometry.points import Bounds, Point, Poly, bounds, disjoint
from grognard.geometry.shapes import hull
from grognard.tabletop.slides import ring_round

T = TypeVar("T")

SIDES = 16
"""A disc to be kept clear of is told as a polygon of so many sides round it."""
WIDER = (10196, 10000)
"""By how much the corners of such a polygon lie farther out than the disc."""
QUARTER = FULL_TURN // 4
MASK = (1 << 64) - 1
SEED = 0x9E3779B97F4A7C15
Edge = tuple[Point, Point]


class Seeded:
    """A source of chance that depends on nothing but its key: the same tries in every process and on every machine."""

    def __init__(self, *key: int):
        self._state = SEED
        for part in key:
            self._state = (self._next() ^ (part & MASK)) & MASK

    def _next(self) -> int:
        """The next 64 bits (SplitMix64)."""
        self._state = (self._state + SEED) & MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`, both included."""
        return a + self._next() % (b - a + 1)

    def random(self) -> float:
        """A fraction from 0 on, below 1."""
        return (self._next() >> 11) / (1 << 53)


def first_of(
    tries: int, key: Sequence[int], draw: Callable[[Seeded], T], allowed: Callable[[T], bool]
) -> T | None:
    """The first of some seeded tries that the judge allows; None if it allows none of them."""
    rng = Seeded(*key)
    for _ in range(tries):
        drawn = draw(rng)
        if allowed(drawn):
            return drawn
    return None


def random_poses(around: Bounds, facings: Sequence[int] = ()) -> Callable[[Seeded], tuple[int, int, int]]:
    """Draws poses whose middle lies in a rectangle, at any facing or at one of some."""
    west, south, east, north = around

    def draw(rng: Seeded) -> tuple[int, int, int]:
        x, y = rng.randint(west, east), rng.randint(south, north)
        turn = rng.randint(0, (len(facings) or FULL_TURN) - 1)
        return x, y, facings[turn] if facings else turn

    return draw


def flush_facings(shapes: Iterable[Sequence[Point]]) -> list[int]:
    """The facings along and across the edges of some shapes, in tenths of a degree: how a body squeezes in between them."""
    found: dict[int, None] = {}
    for shape in shapes:
        for start, end in _edges(shape):
            way = heading(start, end)
            for turn in range(0, FULL_TURN, QUARTER):
                found[norm(way + turn)] = None
    return list(found)


def free_spots(
    body: Sequence[Poly],
    blocks: Iterable[Sequence[Point]],
    kept_from: Iterable[tuple[Sequence[Point], int]] = (),
    outlines: Iterable[Sequence[Point]] = (),
) -> list[Point]:
    """Where a body of one facing may stand clear: every corner of the free ground, by what the body is shifted to be there.

    `body` is drawn in convex parts round the middle of the table's corner. It overlaps none of `blocks` (convex), stays as far as told
    from `kept_from` (convex, a distance each) and crosses no edge of `outlines` (of the table, of a zone; any polygon). Free ground, if
    there is any within the outlines, has a corner, and each of its corners is among these; so are some others, which the judge refuses.
    """
    solid = [ring_round(tuple(block), part) for block in blocks for part in body]
    solid += [ring_round(_round_about(shape, far), part) for shape, far in kept_from for part in body]
    solid += [ring_round(edge, part) for outline in outlines for edge in _edges(outline) for part in body]
    rings = [(ring, bounds(ring)) for ring in dict.fromkeys(solid) if len(ring) > 2]
    found: dict[Point, None] = {}
    for ring, _ in rings:
        found.update(dict.fromkeys(ring))
    for (one, near), (other, there) in combinations(rings, 2):
        if not disjoint(near, there):
            found.update(dict.fromkeys(_crossings(one, other)))
    return [spot for spot in found if not any(_deep_in(spot, ring, box) for ring, box in rings)]


def _edges(shape: Sequence[Point]) -> Iterator[Edge]:
    """The edges of a closed outline; of two points, the line between them."""
    if len(shape) == 2:
        yield shape[0], shape[1]
    else:
        yield from zip(shape, (*shape[1:], shape[0]), strict=True)


def _round_about(shape: Sequence[Point], far: int) -> Poly:
    """A convex shape and all that is nearer to it than a distance, a little too large at its corners."""
    reach = -(-far * WIDER[0] // WIDER[1])
    step = FULL_TURN // SIDES
    disc = [offset(turn, reach) for turn in range(0, FULL_TURN, step)] if far else [(0, 0)]
    return hull((x + dx, y + dy) for x, y in shape for dx, dy in disc)


def _crossings(one: Poly, other: Poly) -> Iterator[Point]:
    """Where the edges of two convex outlines cross, each rounded to all sides."""
    for a, b in _edges(one):
        for c, d in _edges(other):
            yield from _crossing(a, b, c, d)


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = ux * vy - uy * vx
    if across == 0:
        return
    wx, wy = c[0] - a[0], c[1] - a[1]
    along, beside = wx * vy - wy * vx, wx * uy - wy * ux
    if across < 0:
        across, along, beside = -across, -along, -beside
    if not (0 <= along <= across and 0 <= beside <= across):
        return
    x, y = a[0] + along * ux // across, a[1] + along * uy // across
    yield from ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))


def _deep_in(spot: Point, ring: Poly, box: Bounds) -> bool:
    """Whether a spot lies inside a convex outline by more than rounding."""
    west, south, east, north = box
    if not (west < spot[0] < east and south < spot[1] < north):
        return False
    sign = 0
    for (ax, ay), (bx, by) in _edges(ring):
        dx, dy = bx - ax, by - ay
        side = dx * (spot[1] - ay) - dy * (spot[0] - ax)
        if abs(side) <= 2 * (abs(dx) + abs(dy)):
            return False
        if sign and (side > 0) != (sign > 0):
            return False
        sign = 1 if side > 0 else -1
    return True


__all__ = ["Seeded", "first_of", "flush_facings", "free_spots", "random_poses"]
