"""Which way a unit on a hex looks: facings, front, flank and rear, fields of fire.

A *facing* is a number from 0 to 11, clockwise in steps of 30 degrees: the even ones look at a hexside
(0 is hexside 0, `d0`), the odd ones at a vertex (1 is vertex 0, `v0`, between hexsides 0 and 1).
How many hexsides are front or flank is the caller's affair; here they are only counted off.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from grognard.geometry.hexes import Axial, Grid, disc_vectors, length, place
from grognard.geometry.hexlines import BEARINGS, bearing_of, sextants

FACINGS = 12
Aspect = Literal["front", "flank", "rear"]


class Arcs(msgspec.Struct, frozen=True):
    """The six directions dealt out into front, flank and rear, each by number."""

    front: tuple[int, ...]
    flank: tuple[int, ...]
    rear: tuple[int, ...]

    def aspect(self, direction: int) -> Aspect:
        """Whether a direction is front, flank or rear."""
        if direction in self.front:
            return "front"
        return "flank" if direction in self.flank else "rear"


def to_side(direction: int) -> int:
    """The facing that looks at a hexside."""
    return 2 * (direction % 6)


def to_vertex(vertex: int) -> int:
    """The facing that looks at a vertex."""
    return 2 * (vertex % 6) + 1


def facing_name(facing: int) -> str:
    """A facing in short: `d0` to `d5` for hexsides, `v0` to `v5` for vertices."""
    return f"{'dv'[facing % 2]}{facing % FACINGS // 2}"


def facing_named(name: str) -> int:
    """The facing that has this name; ValueError if none has."""
    if len(name) != 2 or name[0] not in "dv" or name[1] not in "012345":
        raise ValueError(f"{name!r} is not a facing: d0 to d5 or v0 to v5")
    return 2 * int(name[1]) + "dv".index(name[0])


def turned(facing: int, sixths: int) -> int:
    """A facing turned clockwise by so many sixths of a circle, anticlockwise if negative."""
    return (facing + 2 * sixths) % FACINGS


def turn_between(facing: int, other: int) -> int:
    """How many steps of 30 degrees, the shorter way round, lie between two facings."""
    apart = (facing - other) % FACINGS
    return min(apart, FACINGS - apart)


@lru_cache(maxsize=256)
def arcs(facing: int, front: int, flank: int) -> Arcs:
    """Deal out the hexsides: so many nearest to the facing are front, the next so many flank, the rest rear.

    Hexsides at equal angles left and right belong together, so looking at a hexside the front has
    0, 1, 3, 5 or 6 of them, looking at a vertex 0, 2, 4 or 6; and front and flank together likewise.
    """
    fair = (0, 2, 4, 6) if facing % 2 else (0, 1, 3, 5, 6)
    if front not in fair or front + flank not in fair or flank < 0:
        raise ValueError(f"facing {facing_name(facing)} cannot have {front} front and {flank} flank hexsides")
    nearest = sorted(range(6), key=lambda direction: turn_between(facing, to_side(direction)))
    return Arcs(
        tuple(sorted(nearest[:front])),
        tuple(sorted(nearest[front : front + flank])),
        tuple(sorted(nearest[front + flank :])),
    )


def hexes_in(grid: Grid, here: int, directions: tuple[int, ...]) -> tuple[int, ...]:
    """The neighbours in these directions that are on the map: a zone, a front, a rear."""
    around = grid.tables.neighbours[here]
    found = (around[direction] for direction in directions)
    return tuple(there for there in found if there is not None)


def aspects(grid: Grid, here: int, layout: Arcs, there: int) -> tuple[Aspect, ...]:
    """From which aspect a distant hex is seen; two when the line to it leaves by a vertex between two."""
    found = dict.fromkeys(layout.aspect(direction) for direction in sextants(grid, here, there))
    return tuple(found)


def wedge(
    grid: Grid, here: int, facing: int, half: int, reach: int, *, near: int = 1, edges: bool = True
) -> tuple[int, ...]:
    """The hexes from `near` to `reach` away, within `half` times 30 degrees to either side of a facing.

    Exact: a hex just on the edge of the wedge counts if `edges` says so. Nearest hexes first.
    """
    return place(grid, here, _wedge_vectors(facing % FACINGS, half, near, reach, edges))


@lru_cache(maxsize=1024)
def _wedge_vectors(facing: int, half: int, near: int, reach: int, edges: bool) -> tuple[Axial, ...]:
    """The axial vectors of a wedge."""
    # At six halves the two edges are one line, dead astern, and the wedge is the whole disc.
    widest = 2 * half if edges or half >= 6 else 2 * half - 1
    return tuple(
        vector
        for vector in disc_vectors(reach)
        if length(*vector) >= max(1, near) and _apart(bearing_of(*vector), 2 * facing) <= widest
    )


def _apart(bearing: int, other: int) -> int:
    """How far apart two bearings are, the shorter way round."""
    apart = (bearing - other) % BEARINGS
    return min(apart, BEARINGS - apart)


@lru_cache(maxsize=4096)
def field_of_fire(
    grid: Grid, here: int, directions: tuple[int, ...], reach: int, *, near: int = 1, ties: bool = True
) -> tuple[int, ...]:
    """The hexes from `near` to `reach` away whose line leaves through one of these hexsides.

    `ties` says whether a line that leaves by a vertex counts when only one of the two hexsides does.
    """
    return place(grid, here, _field_vectors(directions, near, reach, ties))


@lru_cache(maxsize=1024)
def _field_vectors(directions: tuple[int, ...], near: int, reach: int, ties: bool) -> tuple[Axial, ...]:
    """The axial vectors of a field of fire."""
    enough = any if ties else all
    counted = [
        enough(direction % 6 in directions for direction in {(bearing + 1) // 4, (bearing + 2) // 4})
        for bearing in range(BEARINGS)
    ]
    return tuple(
        vector
        for vector in disc_vectors(reach)
        if length(*vector) >= max(1, near) and counted[bearing_of(*vector)]
    )
