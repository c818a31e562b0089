"""A body going stride after stride among others: whom it comes to, and on which stride. How near it may come is the book's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, nearer_than
from grognard.geometry.paths import Stride, first_hit, first_in_way, first_nearer
from grognard.geometry.points import Poly
from grognard.geometry.shapes import box
from grognard.tabletop.bodies import clear_of


def neared(
    start: Poly, strides: Sequence[Stride], others: Iterable[Poly], keep: int
) -> Iterator[tuple[Poly, Stride | None]]:
    """Those of others, in their order, that a body comes nearer to than that, and on which stride; None: it began so near."""
    for other in others:
        if nearer_than(start, other, keep):
            yield other, None
            continue
        hit = first_nearer(strides, (other,), keep)
        if hit is not None:
            yield other, strides[hit[0]]


def first_towards(strides: Iterable[Stride], other: Poly, keep: int) -> Stride | None:
    """The first stride that presses into another, or comes nearer to it than so far, or than the stride began where that was nearer."""
    for stride in strides:
        here = gap(box(*stride.start, *stride.size), other)
        nearest = keep if here >= keep else here - TOUCH
        # Of one it touches it can come no nearer, only upon it.
        if first_hit((stride,), (other,)) or first_nearer((stride,), (other,), nearest):
            return stride
    return None


def in_the_way(stride: Stride, others: Sequence[Poly], start: Poly) -> Poly | None:
    """One of others that a stride presses into; whom the body stands on already does not hold it."""
    held = clear_of(start, others, TOUCH)
    hit = first_in_way(stride, held) if held else None
    return None if hit is None else held[hit]
