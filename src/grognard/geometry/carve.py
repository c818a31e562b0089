"""Taking bites out of areas: what is left of convex parts when others lie on top of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.geometry.cuts import common, planes_of, ratios, rounded
from grognard.geometry.points import Poly
from grognard.geometry.shapes import area2, hull, overlap


def carve(part: Poly, hole: Poly) -> tuple[Poly, ...]:
    """A convex shape without the part that another covers, in convex pieces with corners rounded."""
    if not overlap(part, hole):
        return (part,)
    pieces: list[Poly] = []
    inside: list[tuple[int, int, int]] = []
    for a, b, c in planes_of(hole):
        beyond = common(ratios(part), [*inside, (-a, -b, -c)])
        piece = hull([rounded(corner) for corner in beyond]) if len(beyond) > 2 else ()
        if len(piece) > 2 and area2(piece):
            pieces.append(piece)
        inside.append((a, b, c))
    return tuple(pieces)


def carve_all(parts: Iterable[Poly], holes: Sequence[Poly]) -> tuple[Poly, ...]:
    """Convex shapes without whatever any of some holes covers."""
    left = tuple(parts)
    for hole in holes:
        left = tuple(piece for part in left for piece in carve(part, hole))
    return left
