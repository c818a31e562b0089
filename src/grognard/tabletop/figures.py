"""Loose figures, each of them a point, asked about as one: every question here takes the place of a loop over figures and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.geometry.crowds import Disc
from grognard.geometry.crowds import pairs_within as pairs_within
from grognard.geometry.crowds import point_gaps as point_gaps
from grognard.geometry.gaps import first_within, length, nearer_than, nearest_point, point_gap
from grognard.geometry.points import Point, Poly, square


class Foot(NamedTuple):
    """Where a figure would come to something by the straightest way. Of several, the least is the nearest."""

    far: int
    """How far that is, rounded up."""
    at: int
    """Whose it is: his place among the figures."""
    spot: Point


def feet(points: Sequence[Point], shapes: Iterable[Poly]) -> list[Foot]:
    """The nearest spot of each of some shapes to each figure: shape by shape, and in each of them figure by figure."""
    return [
        Foot(length(point, spot), at, spot)
        for shape in shapes
        for at, point in enumerate(points)
        for spot in (nearest_point(point, shape),)
    ]


def gap_to(points: Iterable[Point], shape: Poly) -> int:
    """How far the nearest of some figures is from a shape, rounded up."""
    return min([point_gap(point, shape) for point in points])


def centres(discs: Iterable[Disc]) -> list[Point]:
    """Where some round bases stand."""
    return [(x, y) for x, y, _ in discs]


def discs_moved(discs: Iterable[Disc], dx: int, dy: int) -> list[Disc]:
    """Round bases somewhere else."""
    return [(x + dx, y + dy, radius) for x, y, radius in discs]


def bases_gap(discs: Iterable[Disc], shape: Poly) -> int:
    """How far the nearest of some round bases is from a shape, rounded up; 0 where one touches it."""
    return min([max(0, point_gap((x, y), shape) - radius) for x, y, radius in discs])


def nearest_square(point: Point, others: Iterable[Point]) -> int:
    """The square of the distance to the nearest of some figures."""
    return min([square(point, other) for other in others])


def on_outline(points: Sequence[Point], ring: Poly) -> tuple[int, ...]:
    """Which of some figures stand on the outline of a shape, at its corners or between them."""
    edges = [(ring[at - 1], corner) for at, corner in enumerate(ring)]
    return tuple([at for at, point in enumerate(points) if first_within((point,), edges, 0) is not None])


def first_come_nearer(
    before: Sequence[Point], after: Sequence[Point], discs: Sequence[Disc], shapes: Sequence[Poly], keep: int
) -> int | None:
    """The first figure that ends nearer than it may to a disc's centre, or than `keep` to a shape, and nearer than it was."""
    for at, (old, new) in enumerate(zip(before, after)):
        for x, y, limit in discs:
            if square(new, (x, y)) < min(limit * limit, square(old, (x, y))):
                return at
        for shape in shapes:
            if nearer_than((new,), shape, keep) and point_gap(new, shape) < point_gap(old, shape):
                return at
    return None
