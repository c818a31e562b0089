"""Where something round that is slid along a straight line just touches what stands beside it. [B2a, B8]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from grognard.geometry.angles import ahead
from grognard.geometry.crowds import Disc

FAR = 10000
"""A direction is told by where it leads after so much."""
ROUNDED = 2
"""What is worked out in whole hundredths may be so much off."""
Span = tuple[int, int]
Kept = tuple[Sequence[Disc], int]
"""Some bases, and how far to keep from them."""


def closed(circles: Sequence[Disc], bearing: int, others: Iterable[Kept]) -> Iterator[Span]:
    """From where to where circles that are slid along a bearing stand on somebody, or too near to him."""
    dx, dy = ahead(0, 0, bearing, FAR)
    for discs, keep in others:
        for u, v, s in discs:
            for x, y, r in circles:
                along = ((u - x) * dx + (v - y) * dy) // FAR
                room2 = (r + s + keep) ** 2 - (u - x) ** 2 - (v - y) ** 2 + along * along
                if room2 > 0:
                    half = isqrt(room2)
                    yield along - half, along + half


def clear(spans: Iterable[Span], least: int, most: int, step: int) -> Iterator[int]:
    """How far something may be slid without coming into any span: the ends of what is left, and steps in between.

    Nothing changes between two ends, so where there is room at all, there is room at one of these.
    """
    reached = least
    for start, end in (*sorted(spans), (most + 1, most + 1)):
        if start >= reached - 2 * ROUNDED:
            low, high = max(least, reached - ROUNDED), min(most, start + ROUNDED)
            yield from sorted({*range(low, min(low + 3 * ROUNDED, high + 1)), *range(low, high + 1, step)})
            yield from range(max(low, high - 3 * ROUNDED), high + 1)
        reached = max(reached, end)
        if reached > most:
            return
