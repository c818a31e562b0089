"""Places to draw up an army in a zone: from its front to its back, from the middle of each row outwards."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.geometry.points import Bounds, Point

STEP = 100
NORTH, EAST, SOUTH, WEST = 0, 900, 1800, 2700


def towards_middle(zone: Bounds, width: int, height: int) -> int:
    """Which way an army in a zone looks: to the middle of the table."""
    west, south, east, north = zone
    across, along = (west + east - width) // 2, (south + north - height) // 2
    if abs(across) * height > abs(along) * width:
        return EAST if across < 0 else WEST
    return NORTH if along < 0 else SOUTH


def on_table(zone: Bounds, width: int, height: int) -> Bounds:
    """The part of a zone that lies on the table."""
    west, south, east, north = zone
    return max(0, west), max(0, south), min(width, east), min(height, north)


def spots(zone: Bounds, facing: int, size: tuple[int, int], step: int = STEP) -> Iterator[Point]:
    """Middles of a body so wide and so deep that stays in an upright rectangle, row by row."""
    west, south, east, north = zone
    sideways = facing in (EAST, WEST)
    wide, deep = size
    low, high = (south, north) if sideways else (west, east)
    near, far = (west, east) if sideways else (south, north)
    rows = list(range(near + deep // 2, far - deep // 2 + 1, step))
    lanes = list(range(low + wide // 2, high - wide // 2 + 1, step))
    middle = (low + high) // 2
    lanes.sort(key=lambda lane: (abs(lane - middle), lane))
    for row in reversed(rows) if facing in (NORTH, EAST) else rows:
        for lane in lanes:
            yield (row, lane) if sideways else (lane, row)
