"""Bodies of several shapes, asked about as one: every question here takes the place of a loop over shapes and shapes.

A regiment round a corner, a gun with its limber, a village of many parts: what matters is whether any of it comes to any of the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.geometry.crowds import first_pressing, first_reaching, gap_to_any
from grognard.geometry.gaps import first_within, gap, nearer_than
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly

FAR = 1 << 21
"""Farther than any two on a table."""


def any_within(shapes: Sequence[Poly], others: Sequence[Poly], distance: int) -> bool:
    """Whether any of some shapes is at most a distance from any of others."""
    return any(first_within(shape, others, distance) is not None for shape in shapes)


def any_nearer(shapes: Sequence[Poly], others: Sequence[Poly], keep: int) -> bool:
    """Whether any of some shapes is nearer than a distance to any of others; exactly so far is not."""
    return first_reaching(shapes, others, keep) is not None


def any_overlap(shapes: Sequence[Poly], others: Sequence[Poly], slack: int = 0) -> bool:
    """Whether any of some shapes overlaps any of others by more than a slack."""
    return first_pressing(shapes, others, slack) is not None


def holds_any(shapes: Sequence[Poly], points: Sequence[Point]) -> bool:
    """Whether any of some points lies in any of some shapes, their edges included."""
    return any(in_parts(shapes, point) for point in points)


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
