"""The map as it is drawn: hexes by what grows on them, rises, roads, names. [F-7]"""

from __future__ import annotations

from grognard.engine.livery import load_wardrobe
from grognard.engine.view import Area, Board, Look, Point, Rail
from grognard.geometry.hexplane import centre, corners, extent, side_line

from ..facts.ground import level
from ..state import Battlefield
from ..tables.limits import TERRAIN

WARDROBE = load_wardrobe("grognard.books.fix_bayonets")
LOOKS: dict[str, Look] = {
    ".": "open", "h": "hill", "H": "hill", "r": "field", "R": "field", "o": "wood", "w": "wood", "f": "village", "~": "water",
}  # fmt: skip
SCALE = 100
"""The plane's hundredths are a hundred to a hundredth of a hex."""
ROAD = 6
SIDES = 6


def point(field: Battlefield, x: int, y: int) -> Point:
    """A point of the plane in hundredths of a hex, y upwards as the table has it."""
    return x // SCALE, (extent(field.grid)[1] - y) // SCALE


def middle(field: Battlefield, here: int) -> Point:
    """The middle of a hex."""
    return point(field, *centre(field.grid, here))


def hex_at(field: Battlefield, spot: Point) -> int:
    """The hex a point lies in: the one whose middle is nearest."""

    def far(here: int) -> int:
        x, y = middle(field, here)
        return (x - spot[0]) ** 2 + (y - spot[1]) ** 2

    return min(range(field.grid.size), key=far)


def outline(field: Battlefield, here: int) -> tuple[Point, ...]:
    """The corners of a hex."""
    return tuple(point(field, x, y) for x, y in corners(field.grid, here))


def board(field: Battlefield) -> Board:
    """Everything that never moves."""
    width, height = extent(field.grid)
    marked = [field.depots[side] for side in field.supply]  # their marks are named
    names = {here: name for here, name in field.places if here not in marked}
    areas = [
        Area(
            TERRAIN.row(letter).words,
            LOOKS[letter],
            outline(field, here),
            names.get(here, ""),
            "F-7",
            here,
            field.grid.label(here),
        )
        for here, letter in enumerate(field.terrain)
    ]
    areas += [_road(middle(field, here), middle(field, there)) for here, there in field.roads]
    areas += [_road(*ends) for ends in _ways_out(field)]
    areas += [Area("bridge", "bridge", _small(field, here), "", "F-7.2") for here in field.bridges]
    areas += [
        Area("ground that scores", "zone", outline(field, prize[0]), names.get(prize[0], ""), "F-19.4")
        for prize in field.prizes
    ]
    return Board(
        "hex", width // SCALE, height // SCALE, "hex", tuple(areas), tuple(_slopes(field)),
        tuple(WARDROBE.army(army) for army in field.armies), WARDROBE.closet(*field.armies),
        "steps",
    )  # fmt: skip


def _slopes(field: Battlefield) -> list[Rail]:
    found = []
    for here in range(field.grid.size):
        for direction, there in field.grid.steps(here):
            if level(field, there) < level(field, here):
                ends = side_line(field.grid, field.grid.side(here, direction))
                found.append(Rail("slope", "bank", tuple(point(field, x, y) for x, y in ends)))
    return found


def _ways_out(field: Battlefield) -> list[tuple[Point, Point]]:
    """Where a road ends at the edge of the map it goes on beyond it."""
    links: dict[int, list[int]] = {}
    for here, there in field.roads:
        links.setdefault(here, []).append(there)
        links.setdefault(there, []).append(here)
    found = []
    for here, others in links.items():
        if len(others) == 1 and len(list(field.grid.steps(here))) < SIDES:
            (x, y), (x0, y0) = middle(field, here), middle(field, others[0])
            found.append(((x, y), (x + (x - x0) * 3 // 4, y + (y - y0) * 3 // 4)))
    return found


def _road(start: Point, end: Point) -> Area:
    (x, y), (x2, y2) = start, end
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
