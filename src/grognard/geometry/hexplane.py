"""Hexes on paper: centres and corners to draw, and which hex lies under a point.

Hundredths of a unit, a hundred units across the flats; x grows to the right, y downwards, and the map begins
at (0, 0). The corners are rounded to whole hundredths once, by the two constants below, so the drawn hexes
fit together without gaps and `hex_at` is their exact inverse.
"""

from __future__ import annotations

from grognard.geometry.hexes import Grid

Point = tuple[int, int]

HALF_FLAT = 5000  # from the centre to the middle of a hexside
QUARTER_POINT = 2887  # half of the way from the centre to a corner: 5000 divided by the root of three

# Corner k is vertex k: side k runs from corner k - 1 to corner k. In quarters across and halves along.
_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


def extent(grid: Grid) -> Point:
    """Width and height of the map."""
    lanes, length = _turned(grid, (grid.columns, grid.rows))
    along = 2 * length + int(lanes > 1 or grid.is_shifted(0))
    return _turned(grid, (QUARTER_POINT * (3 * lanes + 1), HALF_FLAT * along))


def centre(grid: Grid, here: int) -> Point:
    """The middle of a hex."""
    lane, place = _turned(grid, grid.offset(here))
    across = QUARTER_POINT * (3 * lane + 2)
    along = HALF_FLAT * (2 * place + 1 + int(grid.is_shifted(lane)))
    return _turned(grid, (across, along))


def corners(grid: Grid, here: int) -> tuple[Point, ...]:
    """The six corners of a hex, clockwise: corner k lies between hexsides k and k + 1."""
    x, y = centre(grid, here)
    if grid.tops == "flat":
        return tuple((x + QUARTER_POINT * i, y + HALF_FLAT * j) for i, j in _CORNERS)
    # Swapping the axes turns the order round; counted backwards from the top it is clockwise again.
    swapped = (_CORNERS[4 - corner] for corner in range(6))
    return tuple((x + HALF_FLAT * j, y + QUARTER_POINT * i) for i, j in swapped)


def side_line(grid: Grid, side: int) -> tuple[Point, Point]:
    """The two ends of a hexside, clockwise as the hex that numbers it sees them."""
    here, direction = divmod(side, 6)
    points = corners(grid, here)
    return points[direction - 1], points[direction]


def hex_at(grid: Grid, x: int, y: int) -> int | None:
    """The hex under a point; None off the map. A point on a hexside belongs to one of the hexes it parts."""
    across, along = _turned(grid, (x, y))
    lane, inside = divmod(across, 3 * QUARTER_POINT)
    place, height = _place(grid, lane, along)
    # A lane's corners reach into the lane before: left of their slanted sides that lane has the point.
    if inside * HALF_FLAT < abs(height - HALF_FLAT) * QUARTER_POINT:
        lane -= 1
        place, _ = _place(grid, lane, along)
    return grid.at(*_turned(grid, (lane, place)))


def _place(grid: Grid, lane: int, along: int) -> tuple[int, int]:
    """The place in a lane at a height, and how far below the top of that hex the height is."""
    return divmod(along - HALF_FLAT * int(grid.is_shifted(lane)), 2 * HALF_FLAT)


def _turned(grid: Grid, pair: tuple[int, int]) -> tuple[int, int]:
    """Columns and rows as lanes and places, x and y as across and along, or back: swapped for pointed tops."""
    return pair if grid.tops == "flat" else (pair[1], pair[0])
