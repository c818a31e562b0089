"""How far a body may slide straight in one direction: charges, retirements, falling back.

The time at which a sliding convex shape meets another is an exact fraction: every edge of either parts
the two until, or from, some moment on, and they overlap only between the last beginning and the first
end of those. The answer is a whole number of hundredths at which the body touches and does not overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.geometry.angles import COS, FULL_TURN, SCALE, SIN
from grognard.geometry.contact import TOUCH
from grognard.geometry.points import Poly, bounds
from grognard.geometry.twins import kernel


class Stop(NamedTuple):
    """How far a body may go, and the index of what stops it; None if nothing does."""

    distance: int
    by: int | None


meeting_span = kernel.meeting_span
could_meet = kernel.could_meet
distance_to_contact = kernel.contact_along


def stretch(poly: Poly, bearing: int, limit: int, obstacles: Sequence[Poly], graze: int = TOUCH) -> Stop:
    """How far a shape may slide along a bearing, up to a limit, before it meets the first obstacle.

    It ends touching (a gap of at most `TOUCH`) and not overlapping. Obstacles that its lane only grazes, by
    no more than `graze` sideways, are passed: neighbours shoulder to shoulder do not hold each other up.
    """
    return Stop(*kernel.slide(poly, bearing, limit, obstacles, graze))


def stretch_clear(poly: Poly, bearing: int, limit: int, obstacles: Sequence[Poly], keep: int) -> Stop:
    """How far a shape may slide along a bearing without coming nearer than `keep` to any obstacle.

    For a round base give its centre as a one-corner shape and add its radius to `keep`.
    """
    return Stop(*kernel.slide_clear(poly, bearing, limit, obstacles, keep))


def to_edge(poly: Poly, bearing: int, limit: int, table: tuple[int, int]) -> int:
    """How far a shape may slide before it would stick out over the table's edge."""
    width, height = table
    sine, cosine = SIN[bearing % FULL_TURN], COS[bearing % FULL_TURN]
    west, south, east, north = bounds(poly)
    room = limit
    for direction, low, high in ((sine, west, width - east), (cosine, south, height - north)):
        if direction > 0:
            room = min(room, max(high, 0) * SCALE // direction)
        elif direction < 0:
            room = min(room, max(low, 0) * SCALE // -direction)
    return room
