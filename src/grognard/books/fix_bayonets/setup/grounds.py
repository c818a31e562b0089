"""The maps of the open battle, drawn by a number, one half the other turned round. [F-25]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.geometry.hexes import Grid
from grognard.tabletop.ground import Lots

COLUMNS, ROWS = 16, 14
"""An even number of columns: turned half round, such a map lies on itself."""
EDGE = 4
"""Rows along both edges that stay open, for the armies."""
PATCHES = (("w", 2, 5), ("h", 4, 8), ("o", 1, 4), ("r", 3, 6), ("~", 3, 5))
"""What grows, and in how few or many hexes."""
MOST_PATCHES = (3, 5)


class Map(NamedTuple):
    """A map as it is written down, and the hexes that count: both halves of the hamlet in the middle, and the rise before each side."""

    text: str
    middles: tuple[str, str]
    rises: tuple[str, str]


def drawn(number: int, mirrored: bool = True) -> Map:
    """One map; not mirrored, only the hamlet and the rises lie alike for both."""
    lots, grid = Lots(number), Grid(COLUMNS, ROWS)
    letters = ["."] * (COLUMNS * ROWS)

    def put(here: int, letter: str) -> None:
        letters[here] = letters[_turned(here)] = letter

    middle = (ROWS // 2 - 1) * COLUMNS + COLUMNS // 2 - 1
    rise = (EDGE - 1) * COLUMNS + lots.upto(4, COLUMNS - 5)
    last = ROWS // 2 - 1 if mirrored else ROWS - EDGE - 1
    for _ in range(lots.upto(*MOST_PATCHES) * (1 if mirrored else 2)):
        letter, fewest, most = PATCHES[lots.upto(0, len(PATCHES) - 1)]
        here = lots.upto(EDGE, last) * COLUMNS + lots.upto(0, COLUMNS - 1)
        for _ in range(lots.upto(fewest, most)):
            if mirrored:
                put(here, letter)
            else:
                letters[here] = letter
            around = [n for n in grid.neighbours(here) if n is not None and _open(n)]
            here = around[lots.upto(0, len(around) - 1)] if around else here
    for near in (rise, *(n for n in grid.neighbours(rise) if n is not None)):
        put(near, "h")
    put(middle, "f")
    rows = ["".join(letters[at : at + COLUMNS]) for at in range(0, len(letters), COLUMNS)]
    text = "\n".join(f"{at:02d}  {row}" for at, row in enumerate(rows, 1))
    halves = grid.label(middle), grid.label(_turned(middle))
    return Map(text, halves, (grid.label(rise), grid.label(_turned(rise))))


def _turned(here: int) -> int:
    return COLUMNS * ROWS - 1 - here


def _open(here: int) -> bool:
    return EDGE <= here // COLUMNS < ROWS - EDGE
