"""Bodies of several shapes, asked about as one: every question here takes the place of a loop over shapes and shapes.

A regiment round a corner, a gun with its limber, a village of many parts: what matters is whether any of it comes to any of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.geometry.crowds import all_reaching, first_pressing, first_reaching, gap_to_any, near_boxes
from grognard.geometry.gaps import all_within, first_within, gap, length, nearer_than, nearest_points
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Bounds, Crowd, Point, Poly, each_bounds
from grognard.geometry.shapes import box, centre, contains, contains_all, first_overlap, hull

FAR = 1 << 21
"""Farther than any two on a table."""


def any_within(shapes: Sequence[Poly], others: Sequence[Poly], distance: int) -> bool:
    """Whether any of some shapes is at most a distance from any of others."""
    return any(first_within(shape, others, distance) is not None for shape in shapes)


def reaching(shapes: Sequence[Poly], others: Sequence[Poly], distance: int) -> list[int]:
    """Which of some shapes are at most a distance from any of others."""
    return all_reaching(shapes, others, distance)


def any_nearer(shapes: Sequence[Poly], others: Sequence[Poly], keep: int) -> bool:
    """Whether any of some shapes is nearer than a distance to any of others; exactly so far is not."""
    return first_reaching(shapes, others, keep) is not None


def any_overlap(shapes: Sequence[Poly], others: Sequence[Poly], slack: int = 0) -> bool:
    """Whether any of some shapes overlaps any of others by more than a slack."""
    return first_pressing(shapes, others, slack) is not None


def those_within(shape: Poly, others: Sequence[Poly], distance: int) -> tuple[int, ...]:
    """Which of others are at most a distance from a shape."""
    return all_within(shape, others, distance)


def holds_any(shapes: Sequence[Poly], points: Sequence[Point]) -> bool:
    """Whether any of some points lies in any of some shapes, their edges included."""
    return any(in_parts(shapes, point) for point in points)


def first_holding(shapes: Sequence[Poly], point: Point) -> int | None:
    """Which of some shapes is the first that a point lies in, its edges included."""
    return next((at for at, shape in enumerate(shapes) if contains(shape, point)), None)


def one_holds(shapes: Sequence[Poly], points: Poly) -> bool:
    """Whether one of some shapes holds all of some points, its edges included."""
    return any(contains_all(shape, points) for shape in shapes)


def holds_all(shapes: Sequence[Poly], points: Sequence[Point]) -> bool:
    """Whether each of some points lies in any of some shapes, their edges included."""
    return all(in_parts(shapes, point) for point in points)


def outside(shapes: Sequence[Poly], points: Iterable[Point]) -> list[Point]:
    """Those of some points that lie in none of some shapes."""
    return [point for point in points if not in_parts(shapes, point)]


def middles(shapes: Iterable[Poly]) -> tuple[Point, ...]:
    """The middle of each of some shapes."""
    return tuple(map(centre, shapes))


def corners_of(shapes: Iterable[Poly]) -> Poly:
    """All corners of some shapes, one shape after the other."""
    return tuple([corner for shape in shapes for corner in shape])


def first_astray(points: Iterable[Point], shapes: Sequence[Poly], distance: int) -> Point | None:
    """The first of some points that is farther than a distance from all of some shapes."""
    return next((point for point in points if first_within((point,), shapes, distance) is None), None)


def nearest_spots(shapes: Sequence[Poly], others: Sequence[Poly]) -> Iterator[Point]:
    """The spot of each of some shapes that is nearest to each of others."""
    return (nearest_points(shape, other)[0] for shape in shapes for other in others)


def those_near(shapes: Sequence[Poly], around: Bounds, distance: int = 0) -> list[Poly]:
    """Those of some shapes that are not surely farther than a distance from a rectangle."""
    boxes = shapes.bounds if isinstance(shapes, Crowd) else each_bounds(shapes)
    return [shapes[at] for at in near_boxes(boxes, around, distance)]


def with_corner_in(shapes: Iterable[Poly], around: Bounds) -> list[Poly]:
    """Those of some shapes that have a corner in a rectangle, its edges included."""
    west, south, east, north = around
    return [shape for shape in shapes if any(west <= x <= east and south <= y <= north for x, y in shape)]


def overlapping(shapes: Sequence[Poly], slack: int = 0) -> Iterator[tuple[int, int]]:
    """Each of some shapes that overlaps one before it by more than a slack, with the first such."""
    for at, shape in enumerate(shapes):
        before = first_overlap(shape, shapes[:at], slack)
        if before is not None:
            yield at, before


def clear_of(shape: Poly, others: Iterable[Poly], slack: int = 0) -> list[Poly]:
    """Those of others that a shape does not overlap by more than a slack."""
    return [other for other in others if first_overlap(shape, (other,), slack) is None]


def hulls(shapes: Iterable[Poly], others: Iterable[Poly]) -> tuple[Poly, ...]:
    """The least convex shape round each of some shapes and its fellow among others."""
    return tuple([hull(shape + other) for shape, other in zip(shapes, others)])


def hulls_from(point: Point, shapes: Iterable[Poly]) -> Iterator[Poly]:
    """The least convex shape round a point and each of some shapes: what each passes over that comes from there."""
    return (hull((point, *shape)) for shape in shapes)


def sides_of(shapes: Iterable[Poly]) -> list[tuple[int, Poly, int]]:
    """Every side of some shapes: how long it is, of which shape, and from which corner on."""
    return [
        (length(corner, shape[(at + 1) % len(shape)]), shape, at)
        for shape in shapes
        for at, corner in enumerate(shape)
    ]


def boxes_at(poses: Iterable[tuple[int, int, int]], width: int, depth: int) -> tuple[Poly, ...]:
    """The rectangles of bodies of one size, each with its own centre and facing."""
    return tuple([box(x, y, facing, width, depth) for x, y, facing in poses])


def parted(shape: Poly, others: Sequence[Poly], keep: int) -> tuple[list[Poly], list[Poly]]:
    """Those of others that are nearer than a distance to a shape, and the rest."""
    near: list[Poly] = []
    rest: list[Poly] = []
    for other in others:
        (near if nearer_than(shape, other, keep) else rest).append(other)
    return near, rest


def apart(shapes: Sequence[Poly], others: Sequence[Poly], far: int = FAR) -> int:
    """How far some shapes are from others where they come nearest, rounded up; `far` if that is nearer."""
    if len(shapes) == 1 == len(others):  # mostly so, and measured by one question instead of two
        return min(far, gap(shapes[0], others[0]))
    found = gap_to_any(shapes, others, far)
    return far if found is None else found
