"""Where a body might go: a region to draw. It does not judge and may be slightly generous."""

from __future__ import annotations

from collections.abc import Callable

from grognard.geometry.angles import FULL_TURN, ahead
from grognard.geometry.points import Point


def fan(
    x: int,
    y: int,
    allowance_at: Callable[[int], int],
    free_at: Callable[[int, int], int] | None = None,
    step: int = 100,
    margin: int = 0,
) -> tuple[Point, ...]:
    """The outline of where a point may go, clockwise from north: on each bearing, the allowance or what is free of it.

    `allowance_at(bearing)` is how far the book allows; `free_at(bearing, limit)` how far the way is open.
    `margin` is added all round, to show the body's front instead of its centre.
    """
    points = []
    for bearing in range(0, FULL_TURN, step):
        distance = allowance_at(bearing)
        if free_at is not None and distance > 0:
            distance = free_at(bearing, distance)
        points.append(ahead(x, y, bearing, max(distance, 0) + margin))
    return tuple(points)
