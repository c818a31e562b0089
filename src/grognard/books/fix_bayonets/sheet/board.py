"""The map as it is drawn: hexes by what grows on them, rises, roads, names. [F-7]"""

from __future__ import annotations

from typing import Literal

from grognard.books.fix_bayonets.facts.ground import level
from grognard.books.fix_bayonets.state import Battlefield
from grognard.books.fix_bayonets.tables.limits import TERRAIN
from grognard.engine.view import Area, Board, Point, Rail
from grognard.field.hexplane import centre, corners, extent, side_line

Look = Literal["road", "water", "wood", "marsh", "field", "village", "work", "hill", "bridge", "zone", "open"]
LOOKS: dict[str, Look] = {
    ".": "open", "h": "hill", "H": "hill", "r": "field", "R": "field", "o": "wood", "w": "wood", "f": "village", "~": "water",
}  # fmt: skip
SCALE = 100
"""The plane's hundredths are a hundred to a hundredth of a hex."""
ROAD = 6


def point(field: Battlefield, x: int, y: int) -> Point:
    """A point of the plane in hundredths of a hex, y upwards as the table has it."""
    return x // SCALE, (extent(field.grid)[1] - y) // SCALE


def middle(field: Battlefield, here: int) -> Point:
    """The middle of a hex."""
    return point(field, *centre(field.grid, here))


def outline(field: Battlefield, here: int) -> tuple[Point, ...]:
    """The corners of a hex."""
    return tuple(point(field, x, y) for x, y in corners(field.grid, here))


def board(field: Battlefield) -> Board:
    """Everything that never moves."""
    width, height = extent(field.grid)
    names = dict(field.places)
    areas = [
        Area(TERRAIN.row(letter).words, LOOKS[letter], outline(field, here), names.get(here, ""), "F-7", here)
        for here, letter in enumerate(field.terrain)
    ]
    areas += [_road(field, here, there) for here, there in field.roads]
    areas += [Area("bridge", "bridge", _small(field, here), "", "F-7.2") for here in field.bridges]
    areas += [
        Area("ground that scores", "zone", outline(field, prize[0]), names.get(prize[0], ""), "F-19.4")
        for prize in field.prizes
    ]
    return Board("hex", width // SCALE, height // SCALE, "hex", tuple(areas), tuple(_slopes(field)))


def _slopes(field: Battlefield) -> list[Rail]:
    found = []
    for here in range(field.grid.size):
        for direction, there in field.grid.steps(here):
            if level(field, there) < level(field, here):
                ends = side_line(field.grid, field.grid.side(here, direction))
                found.append(Rail("slope", "bank", tuple(point(field, x, y) for x, y in ends)))
    return found


def _road(field: Battlefield, here: int, there: int) -> Area:
    (x, y), (x2, y2) = middle(field, here), middle(field, there)
    across = (ROAD, 0) if abs(y2 - y) > abs(x2 - x) else (0, ROAD)
    dx, dy = across
    return Area(
        "road",
        "road",
        ((x - dx, y - dy), (x2 - dx, y2 - dy), (x2 + dx, y2 + dy), (x + dx, y + dy)),
        "",
        "F-7.2",
    )


def _small(field: Battlefield, here: int) -> tuple[Point, ...]:
    x, y = middle(field, here)
    return ((x - 20, y - 14), (x + 20, y - 14), (x + 20, y + 14), (x - 20, y + 14))
