"""Bodies of one or more shapes sliding straight: how far they are free, and at which marks on the way they touch or are clear.

What bars the way, and how near one may come to whom, is the book's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.geometry.angles import COS, SCALE, SIN, offset
from grognard.geometry.gaps import gap, nearer_than
from grognard.geometry.points import Poly, shifted
from grognard.geometry.shapes import hull
from grognard.geometry.slides import distance_to_contact, meeting_span
from grognard.tabletop.ideas import free_run

Shapes = Sequence[Poly]


def moved(shapes: Shapes, dx: int, dy: int) -> tuple[Poly, ...]:
    """A body somewhere else."""
    return tuple([shifted(shape, dx, dy) for shape in shapes])


def first_contact(shape: Poly, bearing: int, others: Iterable[Poly]) -> int | None:
    """How far along a bearing a shape comes to the first of others; None if it passes them all."""
    found = [distance_to_contact(shape, bearing, other) for other in others]
    return min([far for far in found if far is not None], default=None)


def free_slide(
    shapes: Shapes,
    bearing: int,
    limit: int,
    table: tuple[int, int],
    enemies: Shapes,
    keep: int,
    solid: Shapes = (),
) -> int:
    """How far a body may slide on the table, up to what is solid and clear of enemies by `keep`."""
    for shape in shapes:
        limit = free_run(shape, bearing, max(0, limit), table, enemies, keep, solid)
    return limit


def clear_from(shapes: Shapes, bearing: int, far: int, others: Iterable[Poly], keep: int) -> int | None:
    """The first place of a slide from which on a body is `keep` away from all others; None if it is not even at the end."""
    near = 0
    for other in others:
        for shape in shapes:
            if gap(shape, other) < keep + far:
                found = least(_clear_on(shape, bearing, other, keep), near, far)
                if found is None:
                    return None
                near = found
    return near


def _clear_on(shape: Poly, bearing: int, other: Poly, keep: int) -> Callable[[int], bool]:
    return lambda far: not nearer_than(shifted(shape, *offset(bearing, far)), other, keep)


def least(holds: Callable[[int], bool], low: int, high: int) -> int | None:
    """The least number from which on something holds up to the last; None if it does not hold there."""
    if holds(low):
        return low
    if not holds(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def clear_marks(shapes: Shapes, bearing: int, others: Iterable[Poly], aside: int) -> list[int]:
    """Just before a sliding body comes as near as that to each of others, and just after it has passed: of each shape two marks."""
    sine, cosine = SIN[bearing], COS[bearing]
    found: list[int] = []
    for other in others:
        wide = widened(other, aside)
        for shape in shapes:
            span = meeting_span(shape, wide, sine, cosine)
            if span is not None:
                begin, begin_of, end, end_of = span
                found += (begin * SCALE // begin_of - 1, -(-end * SCALE // end_of) + 1)
    return found


def widened(shape: Poly, by: int) -> Poly:
    """A shape grown by as much to all four sides of the table."""
    return hull((x + u, y + v) for x, y in shape for u in (-by, by) for v in (-by, by))


def ring_round(block: Poly, body: Poly) -> Poly:
    """Where the middle of a body, drawn round the table's corner, passes the corners of a block and just touches it."""
    return hull((x - u, y - v) for x, y in block for u, v in body)
