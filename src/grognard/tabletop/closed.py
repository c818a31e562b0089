"""Ground that a body stands on though it is closed to it: it may leave that, and goes no deeper into it.

Which ground is closed to whom, and what carries a body over it, is the book's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.geometry.angles import offset
from grognard.geometry.gaps import point_gap
from grognard.geometry.outlines import in_parts
from grognard.geometry.paths import Stride
from grognard.geometry.points import Point, Poly, shifted
from grognard.geometry.shapes import any_overlap, first_overlap, overlap_beyond
from grognard.tabletop.land import Patch

Area = Patch[Any]
Legs = Sequence[tuple[Stride, tuple[Poly, ...]]]
"""Legs gone, each with the ground it sweeps."""

STEP = 10
"""So far a body goes to see whether it comes deeper: what is convex it then leaves, or goes on into."""
ROUNDING = 2
DEEPEST = 1 << 15


class Stood(NamedTuple):
    """The closed ground a unit begins on."""

    areas: tuple[Area, ...]
    """Where its centre is, and no road carries it: all of them it may cross to get out."""
    parts: tuple[Poly, ...]
    """What it only has part of its body on, or stands on by a road: it may draw out of that."""


def stood_on(
    closed: Sequence[Poly], owners: Sequence[Area], shape: Poly, centre: Point, *, carried: bool
) -> Stood:
    """The closed ground a body begins on; `carried` says that its centre is on a road."""
    areas: list[Area] = []
    parts: list[Poly] = []
    for part, area in zip(closed, owners):
        if any_overlap(shape, (part,)):
            if not carried and in_parts(area.parts, centre):
                areas.append(area)
            else:
                parts.append(part)
    return Stood(tuple(areas), tuple(parts))


def depth(shape: Poly, part: Poly) -> int:
    """How far a body is pressed into a piece of ground: the least that would draw it out."""
    low, high = 0, DEEPEST
    while low < high:
        middle = (low + high) // 2
        if overlap_beyond(shape, part, middle):
            low = middle + 1
        else:
            high = middle
    return low


def presses_on(shape: Poly, part: Poly, bearing: int) -> bool:
    """Whether a body that stands on a piece of ground would come deeper into it along a bearing."""
    return depth(shifted(shape, *offset(bearing, STEP)), part) > depth(shape, part)


def entered(
    closed: Sequence[Poly], owners: Sequence[Area], stood: Stood, start: Poly, centre: Point, legs: Legs
) -> str | None:
    """The name of closed ground that a way enters; of what it begins on it may only go out."""
    for part, area in zip(closed, owners):
        if area in stood.areas:
            continue
        # What a road carries it over it leaves by that road.
        drawn_out = part in stood.parts and not in_parts((part,), centre)
        if _comes_into(part, start, legs, drawn_out):
            return area.name
    end = legs[-1][0].body()
    for area in stood.areas:
        if any_overlap(end, area.parts) and _inside(area, legs[-1][0]) > _deep(area, centre):
            return area.name
    return None


def _comes_into(part: Poly, start: Poly, legs: Legs, stood: bool) -> bool:
    """Whether any leg comes into a piece of ground, or deeper into one that the unit begins on, or ends on that."""
    here = start
    for stride, swept in legs:
        there, drawn = stride.body(), stood and any_overlap(here, (part,))
        met = first_overlap(part, swept) is not None
        if met and not (drawn and not _deeper(part, here, there, stride.length > 0)):
            return True
        here = there
    return stood and any_overlap(here, (part,))


def _deeper(part: Poly, here: Poly, there: Poly, straight: bool) -> bool:
    """Whether a body comes deeper into a piece of ground between two places."""
    began = depth(here, part) + ROUNDING
    if depth(there, part) > began:
        return True
    (x, y), (u, v) = here[0], there[0]
    return straight and depth(shifted(here, (u - x) // STEP, (v - y) // STEP), part) > began


def _inside(area: Area, stride: Stride) -> int:
    return _deep(area, (stride.end.x, stride.end.y))


def _deep(area: Area, point: Point) -> int:
    """How far a point inside an area is from its outline; 0 outside."""
    if not in_parts(area.parts, point):
        return 0
    corners = area.poly
    return min(point_gap(point, (corners[at - 1], corners[at])) for at in range(len(corners)))


def held(stood: Stood, start: Poly, centre: Point, bearing: int) -> bool:
    """Whether closed ground that a body begins on lets it go no farther along a bearing: it would come deeper into it."""
    return any(in_parts((part,), centre) or presses_on(start, part, bearing) for part in stood.parts)
