"""Where something round that is slid along a straight line just touches what stands beside it, and what stands free. [B2a, B8]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from grognard.geometry.angles import ahead, heading
from grognard.geometry.crowds import Disc
from grognard.geometry.points import Segment

FAR = 10000
"""A direction is told by where it leads after so much."""
ROUNDED = 2
"""What is worked out in whole hundredths may be so much off."""
GRAIN = 5
"""Where all layouts are tried, it is at every so much of an edge."""
SLACK = 3
"""With so much, whatever finds room anywhere finds it at one of the grains."""
Row = tuple[int, tuple[int, ...]]
"""How deep on the table a row of bases stands, and how far each of them to the right of the middle."""
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


class Lane:
    """Where beside an edge one base of a size may stand, depth by depth: a bit for every grain of the table's side; with slack, a little more."""

    def __init__(
        self,
        edge: Segment,
        inward: int,
        radius: int,
        table: tuple[int, int],
        others: Iterable[Kept],
        slack: int = 0,
    ):
        (x, y), end = edge
        (ax, ay), (ix, iy) = ahead(0, 0, heading(*edge), FAR), ahead(0, 0, inward, FAR)
        # Which way along the edge lies to the right of who faces inward.
        self._hand = 1 if ax * iy - ay * ix > 0 else -1
        self._end, high = sorted(((u - x) * ax + (v - y) * ay) // FAR for u, v in ((0, 0), table))
        length = abs(end[0] - x) + abs(end[1] - y)
        self._discs = sorted(
            (
                ((u - x) * ix + (v - y) * iy) // FAR,
                ((u - x) * ax + (v - y) * ay) // FAR,
                radius + s + keep - slack,
            )
            for discs, keep in others
            for u, v, s in discs
        )
        self._farthest = max([apart for _, _, apart in self._discs], default=0)
        first = -(-(radius - slack) // GRAIN)
        self._everywhere = ((1 << (high - self._end - radius + slack) // GRAIN + 1) - 1) >> first << first
        self._places = (1 << length // GRAIN + 1) - 1
        self._known: dict[int, int] = {}

    def _at(self, deep: int) -> int:
        if deep not in self._known:
            closed, far_off = 0, self._farthest
            begin = bisect_left(self._discs, (deep - far_off,))
            for across, far, apart in self._discs[begin : bisect_left(self._discs, (deep + far_off,))]:
                room2 = apart * apart - (across - deep) * (across - deep)
                if room2 > 0:
                    half, far_in = isqrt(room2), far - self._end
                    low, high = max(0, (far_in - half) // GRAIN + 1), -(-(far_in + half) // GRAIN)
                    if high > low:
                        closed |= ((1 << high - low) - 1) << low
            self._known[deep] = self._everywhere & ~closed
        return self._known[deep]

    def fits(self, rows: Iterable[Row]) -> int:
        """Where rows of bases stand free, all together: a bit for each place of their middle, the edge's start the lowest."""
        found = self._places
        for deep, offsets in rows:
            free = self._at(deep)
            for offset in offsets:
                aside = (offset * self._hand - self._end) // GRAIN
                found &= free >> aside if aside >= 0 else free << -aside
                if not found:
                    return 0
        return found


def bits(places: int, step: int) -> Iterator[int]:
    """How far along an edge some places are, one in each step."""
    at = 0
    while places >> at:
        at += ((places >> at) & -(places >> at)).bit_length() - 1
        yield at * GRAIN
        at += max(1, step // GRAIN)


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
