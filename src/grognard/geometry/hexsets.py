"""Sets of hexes as one number each, a bit for every hex: growing a set by a ring takes a handful of shifts.

>>> from grognard.geometry.hexes import Grid
>>> grid = Grid(4, 4)
>>> members(grown(grid, bits([5]))), members(flood(grid, 0, 1, closed=bits([1])))
((1, 4, 5, 6, 8, 9, 10), (0, 4))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress

from grognard.geometry.hexes import Grid

_BITS = bytes.maketrans(b"01", b"\0\1")


def bits(hexes: Iterable[int]) -> int:
    """A set of hexes as a number."""
    found = 0
    for here in hexes:
        found |= 1 << here
    return found


def members(found: int) -> tuple[int, ...]:
    """The hexes of a set, the lowest index first."""
    signs = f"{found:b}".encode().translate(_BITS)[::-1]
    return tuple(compress(range(len(signs)), signs))


@lru_cache(maxsize=64)
def _shifts(grid: Grid) -> tuple[tuple[int, int], ...]:
    """How far on in the numbering neighbours lie, each with the hexes that have a neighbour there."""
    found: dict[int, int] = {}
    for here, around in enumerate(grid.tables.beside):
        for there in around:
            found[there - here] = found.get(there - here, 0) | 1 << here
    return tuple(found.items())


def grown(grid: Grid, found: int) -> int:
    """A set with all that lies next to it."""
    more = found
    for step, there in _shifts(grid):
        more |= (found & there) << step if step > 0 else (found & there) >> -step
    return more


def rings(grid: Grid, start: int, steps: int, closed: int = 0) -> Iterator[int]:
    """The sets of hexes one step away, two steps and so on, never through closed ones, as long as there are any."""
    ring = 1 << start
    free = ~(closed | ring)
    for _ in range(steps):
        ring = grown(grid, ring) & free
        if not ring:
            return
        free &= ~ring
        yield ring


def flood(grid: Grid, start: int, steps: int, closed: int = 0) -> int:
    """Every hex so many steps reach, never through closed ones; the first is one of them."""
    found = 1 << start
    for ring in rings(grid, start, steps, closed):
        found |= ring
    return found
