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


class Beside:
    """What stands beside something that is slid along a bearing: of bases in one row it is looked at once."""

    def __init__(self, bearing: int, others: Iterable[Kept]):
        self._way = ahead(0, 0, bearing, FAR)
        self._discs = [(u, v, s + keep) for discs, keep in others for u, v, s in discs]
        self._rows: dict[tuple[int, ...], tuple[int, list[Span]]] = {}

    def closed(self, circles: Iterable[Disc]) -> Iterator[Span]:
        """From where to where some circles stand on somebody, or too near to him."""
        dx, dy = self._way
        for x, y, r in circles:
            far = (x * dx + y * dy) // FAR
            # Only along an edge of the table nothing is rounded.
            row = (x, y, r) if dx and dy else (x * dy - y * dx, r)
            if row not in self._rows:
                self._rows[row] = far, _joined(self._of_one(x, y, r))
            first, spans = self._rows[row]
            for start, end in spans:
                yield start + first - far, end + first - far

    def _of_one(self, x: int, y: int, r: int) -> Iterator[Span]:
        dx, dy = self._way
        for u, v, s in self._discs:
            along = ((u - x) * dx + (v - y) * dy) // FAR
            room2 = (r + s) ** 2 - (u - x) ** 2 - (v - y) ** 2 + along * along
            if room2 > 0:
                half = isqrt(room2)
                yield along - half, along + half


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Spans that leave nothing between them as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1] - 2 * ROUNDED:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


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
