"""A map of hexes: its numbering, its neighbours and its distances, in whole numbers only.

A hex is a small int, its *index*, counted along the rows from the top left. Axial (q, r) and cube (x, y, z)
coordinates are for arithmetic, `CCRR` labels for people.

Directions run clockwise. A map of pointed hexes is one of flat hexes turned 30 degrees anticlockwise, so one
set of axial vectors serves both:

    direction        0    1    2    3    4    5
    flat tops        N    NE   SE   S    SW   NW
    pointed tops     NW   NE   E    SE   SW   W

Vertex k is the corner between hexsides k and k + 1. A hexside is a small int too, its *side*: six times the
index of the lower-numbered of its two hexes, plus the direction from there. Both hexes name the same side.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import msgspec

Axial = tuple[int, int]
Cube = tuple[int, int, int]
Neighbours = tuple[int | None, ...]

DIRECTIONS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
COMPASS = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointed": ("NW", "NE", "E", "SE", "SW", "W"),
}


class Tables(msgspec.Struct, frozen=True):
    """What is worked out once for a grid and then only looked up."""

    axials: tuple[Axial, ...]
    by_axial: dict[Axial, int]
    neighbours: tuple[Neighbours, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    sides: tuple[tuple[int, ...], ...]
    beside: tuple[frozenset[int], ...]
    far: dict[int, tuple[int, ...]]
    """How far every hex is from one, worked out when that one is first asked about."""


class Grid(msgspec.Struct, frozen=True, dict=True):
    """A rectangle of hexes in offset columns (flat tops) or rows (pointed tops).

    `shifted` says which columns lie half a hex lower, or which rows half a hex further right, by the parity
    of their printed number; `first` is the number printed on the first column and row.
    """

    columns: int
    rows: int
    tops: Literal["flat", "pointed"] = "flat"
    shifted: Literal["even", "odd"] = "even"
    first: int = 1

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1 or self.first < 0:
            raise ValueError(f"not a map: {self.columns} columns, {self.rows} rows, from {self.first}")

    @property
    def size(self) -> int:
        """How many hexes there are."""
        return self.columns * self.rows

    @cached_property
    def tables(self) -> Tables:
        """The tables of this grid; equal grids share them."""
        return _tables(self)

    @cached_property
    def digits(self) -> int:
        """How many digits a label gives to the column, and as many to the row."""
        return max(2, len(str(max(self.columns, self.rows) + self.first - 1)))

    @property
    def compass(self) -> tuple[str, ...]:
        """The names of the six directions."""
        return COMPASS[self.tops]

    def is_shifted(self, lane: int) -> bool:
        """Whether this column (flat tops) or row (pointed tops), counted from 0, is a shifted one."""
        return ((lane + self.first) % 2 == 0) == (self.shifted == "even")

    # Where a hex is, by its index.

    def offset(self, here: int) -> tuple[int, int]:
        """Column and row of a hex, both counted from 0."""
        row, column = divmod(here, self.columns)
        return column, row

    def axial(self, here: int) -> Axial:
        """Axial (q, r) of a hex: q along direction 2, r along direction 3."""
        return self.tables.axials[here]

    def cube(self, here: int) -> Cube:
        """Cube (x, y, z) of a hex: x is q, z is r, and the three add up to nothing."""
        q, r = self.tables.axials[here]
        return q, -q - r, r

    def label(self, here: int) -> str:
        """The printed number of a hex, `CCRR`."""
        column, row = self.offset(here)
        return f"{column + self.first:0{self.digits}}{row + self.first:0{self.digits}}"

    # Which hex is at a place; nothing off the map.

    def at(self, column: int, row: int) -> int | None:
        """The hex in a column and row, counted from 0."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def is_hex(self, here: int) -> bool:
        """Whether this is the index of a hex."""
        return 0 <= here < self.size

    def at_axial(self, q: int, r: int) -> int | None:
        """The hex at an axial place."""
        return self.tables.by_axial.get((q, r))

    def at_cube(self, x: int, y: int, z: int) -> int | None:
        """The hex at a cube place."""
        return self.tables.by_axial.get((x, z)) if x + y + z == 0 else None

    def at_label(self, label: str) -> int:
        """The hex with this printed number; ValueError if there is none."""
        digits = self.digits
        if len(label) != 2 * digits or not (label.isascii() and label.isdigit()):
            raise ValueError(f"{label!r} is not a hex number of {2 * digits} digits")
        here = self.at(int(label[:digits]) - self.first, int(label[digits:]) - self.first)
        if here is None:
            raise ValueError(f"hex {label} is not on the map")
        return here

    # What lies next to a hex.

    def neighbours(self, here: int) -> Neighbours:
        """The six neighbours by direction; None where the map ends."""
        return self.tables.neighbours[here]

    def steps(self, here: int) -> tuple[tuple[int, int], ...]:
        """The (direction, neighbour) pairs that are on the map."""
        return self.tables.steps[here]

    def distance(self, here: int, there: int) -> int:
        """How many steps apart two hexes are."""
        row = self.tables.far.get(here)
        return row[there] if row is not None else self.distances(here)[there]

    def distances(self, here: int) -> tuple[int, ...]:
        """How many steps every hex is away."""
        row = self.tables.far.get(here)
        if row is None:
            column, down = self.offset(here)
            first = self.columns - 1 - column
            around = _around(self, (column if self.tops == "flat" else down) % 2)
            found: list[int] = []
            for lane in around[self.rows - 1 - down : 2 * self.rows - 1 - down]:
                found += lane[first : first + self.columns]
            row = self.tables.far[here] = tuple(found)
        return row

    def direction_between(self, here: int, there: int) -> int | None:
        """The direction of an adjacent hex; None if it is not adjacent."""
        around = self.tables.neighbours[here]
        return around.index(there) if there in around else None

    # Hexsides.

    def side(self, here: int, direction: int) -> int:
        """The hexside of a hex in a direction."""
        return self.tables.sides[here][direction]

    def side_between(self, here: int, there: int) -> int | None:
        """The hexside that two adjacent hexes share; None if they are not adjacent."""
        direction = self.direction_between(here, there)
        return None if direction is None else self.tables.sides[here][direction]

    def side_hexes(self, side: int) -> tuple[int, int | None]:
        """The hex that gives a side its number and the hex beyond it, None where the map ends."""
        here, direction = divmod(side, 6)
        return here, self.tables.neighbours[here][direction]

    def is_side(self, side: int) -> bool:
        """Whether this is the number of a hexside, and not a second name for one."""
        return 0 <= side < 6 * self.size and self.tables.sides[side // 6][side % 6] == side

    def side_label(self, side: int) -> str:
        """A hexside in words: `0401-0402`, or `0401/N` where the map ends."""
        here, there = self.side_hexes(side)
        beyond = f"/{self.compass[side % 6]}" if there is None else f"-{self.label(there)}"
        return self.label(here) + beyond


def length(q: int, r: int) -> int:
    """How many steps long an axial vector is."""
    return (abs(q) + abs(r) + abs(q + r)) >> 1


@lru_cache(maxsize=64)
def _tables(grid: Grid) -> Tables:
    """Work out the tables of a grid."""
    axials = tuple(_axial(grid, *grid.offset(here)) for here in range(grid.size))
    by_axial = {axial: here for here, axial in enumerate(axials)}
    neighbours = tuple(tuple(by_axial.get((q + dq, r + dr)) for dq, dr in DIRECTIONS) for q, r in axials)
    return Tables(
        axials=axials,
        by_axial=by_axial,
        neighbours=neighbours,
        steps=tuple(
            tuple((direction, there) for direction, there in enumerate(around) if there is not None)
            for around in neighbours
        ),
        sides=tuple(
            tuple(_side(here, direction, there) for direction, there in enumerate(around))
            for here, around in enumerate(neighbours)
        ),
        beside=tuple(frozenset(there for there in around if there is not None) for around in neighbours),
        far={},
    )


def _axial(grid: Grid, column: int, row: int) -> Axial:
    """Axial coordinates of a column and row."""
    first_is_shifted = int(grid.is_shifted(0))
    if grid.tops == "flat":
        return column, row - (column + first_is_shifted) // 2
    return column - (row + first_is_shifted) // 2, row


@lru_cache(maxsize=128)
def _around(grid: Grid, parity: int) -> tuple[tuple[int, ...], ...]:
    """How far every place around a hex is, as far as the map could go, for the hexes of every other lane.

    They all see the same around them, so what one of them needs is cut out of this and not worked out again.
    """
    at = (parity, 0) if grid.tops == "flat" else (0, parity)
    q, r = _axial(grid, *at)
    found = []
    for down in range(1 - grid.rows, grid.rows):
        lane = [
            _axial(grid, at[0] + across, at[1] + down) for across in range(1 - grid.columns, grid.columns)
        ]
        found.append(tuple([length(to_q - q, to_r - r) for to_q, to_r in lane]))
    return tuple(found)


def _side(here: int, direction: int, there: int | None) -> int:
    """The one number of a hexside, whichever of its hexes asks."""
    if there is None or here < there:
        return 6 * here + direction
    return 6 * there + (direction + 3) % 6


# Sets of hexes around a hex. Shapes depend on axial vectors alone and are kept; grids only place them.


def place(grid: Grid, here: int, vectors: tuple[Axial, ...]) -> tuple[int, ...]:
    """The hexes at these vectors from a hex, those on the map, in the same order."""
    q, r = grid.tables.axials[here]
    find = grid.tables.by_axial.get
    found = [find((q + dq, r + dr)) for dq, dr in vectors]
    return tuple([there for there in found if there is not None])


def ring(grid: Grid, centre: int, radius: int) -> tuple[int, ...]:
    """The hexes exactly so far away, clockwise from direction 0."""
    return place(grid, centre, ring_vectors(radius))


@lru_cache(maxsize=512)
def disc(grid: Grid, centre: int, radius: int) -> tuple[int, ...]:
    """The hexes at most so far away, the centre first, then ring by ring."""
    return place(grid, centre, disc_vectors(radius))


def nearer(grid: Grid, here: int, goal: int) -> tuple[int, ...]:
    """The neighbours of a hex that are nearer to a goal."""
    now = grid.distance(here, goal)
    return tuple(there for _, there in grid.steps(here) if grid.distance(there, goal) < now)


@lru_cache(maxsize=256)
def ring_vectors(radius: int) -> tuple[Axial, ...]:
    """The axial vectors of this length, clockwise from direction 0."""
    if radius < 0:
        raise ValueError(f"a ring cannot have radius {radius}")
    if radius == 0:
        return ((0, 0),)
    q, r = 0, -radius
    vectors = []
    for corner in range(6):
        # From each corner of the ring the way round is two directions further clockwise.
        dq, dr = DIRECTIONS[(corner + 2) % 6]
        for _ in range(radius):
            vectors.append((q, r))
            q, r = q + dq, r + dr
    return tuple(vectors)


@lru_cache(maxsize=256)
def disc_vectors(radius: int) -> tuple[Axial, ...]:
    """The axial vectors of at most this length, shortest first."""
    return tuple(vector for step in range(radius + 1) for vector in ring_vectors(step))
