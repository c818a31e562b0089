"""What a search falls back on before it answers *cannot*: exact corners of free ground, and seeded tries with the book's own judge.

A placing search that fails on its grid asks `free_spots` for every place worth trying at a facing: where there is room at all, one of
them is free. What has no exact answer (ways of several parts, poses whose facing is free as well) draws from a `Seeded` source, which is
the same on every machine. Both are rarely reached and may be slow. What is found counts only if the book's own judge allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from grognard.geometry.angles import FULL_TURN, heading, norm, offset
from grognard.geometry.gaps import length
from grognard.geometry.points import Bounds, Crowd, Point, Poly
from grognard.geometry.shapes import centre, hull
from grognard.geometry.sight import spans
from grognard.tabletop.slides import ring_round

T = TypeVar("T")

SIDES = 24
"""A disc to be kept clear of is told as a polygon of so many sides round it."""
WIDER = (10087, 10000)
"""By how much the corners of such a polygon lie farther out than the disc."""
ROUNDED = 2
"""So deep in another the rounding of places may put a body."""
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
    along: Iterable[Edge] = (),
) -> Iterator[Point]:
    """Where a body of one facing may stand clear: every corner of the free ground, by what the body is shifted to be there.

    `body` is drawn in convex parts round the middle of the table's corner. It overlaps none of `blocks` (convex), stays as far as told
    from `kept_from` (convex, a distance each) and crosses no edge of `outlines` (of the table, of a zone; any polygon). Free ground, if
    there is any within the outlines, has a corner, and each of its corners is among these; so are some others, which the judge refuses.
    Lines to be just touched, and not barred, are `along`.
    """
    solid = [*blocks, *[round_about(shape, far) for shape, far in kept_from]]
    solid += [edge for outline in outlines for edge in _edges(outline)]
    slim = [(part, _slimmer(part)) for part in body]
    each = {
        ring_round(tuple(shape), part): ring_round(tuple(shape), core)
        for shape in solid
        for part, core in slim
    }
    touched = [ring_round(edge, part) for edge in along for part in body]
    rings = Crowd(ring for ring in dict.fromkeys((*each, *touched)) if len(ring) > 2)
    cores = Crowd(core for core in dict.fromkeys(each.values()) if len(core) > 2)
    seen: set[Point] = set()
    for edge in chain.from_iterable(map(_edges, rings)):
        for spot in _free_ends(edge, rings, cores):
            if spot not in seen:
                seen.add(spot)
                yield spot


def _slimmer(part: Poly) -> Poly:
    """A part of a body without its rim: what lies no deeper in others than rounding may put it is clear of them."""
    x, y = centre(part)
    return hull((u - ROUNDED * _sign(u - x), v - ROUNDED * _sign(v - y)) for u, v in part)


def _free_ends(edge: Edge, rings: Crowd, cores: Crowd) -> Iterator[Point]:
    """Where an edge meets an outline and lies inside none, and the same a hair outward."""
    (x, y), (u, v) = edge
    far = max(length(*edge), 1)
    closed = [(a * far // b, -(-c * far // d)) for a, b, c, d in spans(edge, cores)]
    if any(start <= 0 and end >= far for start, end in closed):
        return
    met = spans(edge, rings)
    marks = {a * far // b for a, b, _, _ in met} | {-(-c * far // d) for _, _, c, d in met}
    out_x, out_y = _sign(y - v), _sign(u - x)
    for mark in marks:
        if not any(start < mark < end for start, end in closed):
            spot = x + (u - x) * mark // far, y + (v - y) * mark // far
            yield spot
            yield spot[0] + out_x, spot[1] + out_y


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _edges(shape: Sequence[Point]) -> Iterator[Edge]:
    """The edges of a closed outline; of two points, the line between them."""
    if len(shape) == 2:
        yield shape[0], shape[1]
    else:
        yield from zip(shape, (*shape[1:], shape[0]), strict=True)


def round_about(shape: Sequence[Point], far: int) -> Poly:
    """A convex shape and all that is nearer to it than a distance, a little too large at its corners."""
    reach = -(-far * WIDER[0] // WIDER[1])
    step = FULL_TURN // SIDES
    disc = [offset(turn, reach) for turn in range(0, FULL_TURN, step)] if far else [(0, 0)]
    return hull((x + dx, y + dy) for x, y in shape for dx, dy in disc)


__all__ = ["Seeded", "first_of", "flush_facings", "free_spots", "random_poses", "round_about"]
