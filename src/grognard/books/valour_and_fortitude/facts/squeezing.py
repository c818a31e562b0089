"""Setting a unit down in a crowd, where no usual place will do: exact corners of the free ground, and seeded tries. [149, 176, B80]

For one formation and facing the ground where a unit may stand is told by shapes it must keep clear of; each corner of what is left
is tried with the rules' own judge. What faces otherwise is drawn by a seeded source, the same on every machine. An answer depends on
who stands near and on nothing else, so it is kept with the battlefield as long as they stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grognard.geometry.angles import heading, offset
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length
from grognard.geometry.points import Bounds, Crowd, Point, Poly, Segment, bounds, disjoint, shifted
from grognard.geometry.shapes import hull
from grognard.geometry.sight import spans
from grognard.tabletop.bodies import holds_all
from grognard.tabletop.last_resort import Seeded, flush_facings
from grognard.tabletop.slides import ring_round, widened

from ..state import Unit
from ..words import Arm, Order
from .bodies import ranks_of, shaped, size_of, stand_at
from .forming import Drawing, formations, shape_refusal

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Leg

    from .placing import Placer

TRIES = 900
"""Seeded tries before the corners are looked for, and as many again after."""
ALIKE = 8
"""Facings that differ by fewer tenths of a degree are looked at once."""
WIDER = (1009, 1000)
"""A circle to be kept clear of lies within the polygon told for it."""
MOST_FACINGS = 6
"""In so many facings the corners of the free ground are looked for."""
MOST_KNOWN = 1 << 11
SIDES = 24
"""A circle not to be left is told as a polygon of so many corners on it."""
FAR = 8
"""A shadow is so many times as long as what casts it is far away, and more."""


class Clearing(NamedTuple):
    """Where a body must not be: on what, how near to what, and which outlines it must not cross."""

    blocks: tuple[Poly, ...]
    kept: tuple[tuple[Poly, int], ...]
    outlines: tuple[Poly, ...]
    within: tuple[Poly, ...] = ()
    """In one of these lies every corner of it; nothing: anywhere."""


def squeezed(placer: Placer) -> Leg | None:
    """Some legal place of a unit among those around, or None."""
    known: dict[object, Leg | None] = placer.state.field.__dict__.setdefault("squeezed", {})
    key = placer.neighbourhood()
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = _search(placer)
    return known[key]


def _search(placer: Placer) -> Leg | None:
    drawings = compact(placer)
    if not drawings:
        return None
    facings = _facings(placer)
    rng = Seeded(placer.unit.figures, *placer.middle)
    tried = _by_chance(placer, drawings, facings, rng)
    return next((leg for leg in (*tried,) if placer.legal((leg,))), None) or _in_corners(
        placer, drawings, facings, rng
    )


def _in_corners(
    placer: Placer, drawings: Sequence[Drawing], facings: Sequence[int], rng: Seeded
) -> Leg | None:
    clearing = placer.clearing()
    for drawing in drawings:
        for facing in _unlike(placer.unit, drawing, facings):
            shape = shaped(placer.unit, drawing.order, drawing.files, drawing.spread)
            body = stand_at(shape, 0, 0, facing).rims
            for x, y in free_ends(body, clearing):
                leg = _leg((x, y), facing, drawing)
                if placer.legal((leg,)):
                    return leg
    return next((leg for leg in _by_chance(placer, drawings, facings, rng) if placer.legal((leg,))), None)


def compact(placer: Placer) -> list[Drawing]:
    """The formations it may be set down in that take less room one way or the other than all others, the smallest first."""
    unit = placer.unit
    found: dict[tuple[int, ...], Drawing] = {}
    for drawing in _drawings(unit):
        shape = shaped(unit, drawing.order, drawing.files, drawing.spread)
        if placer.may_form(shape):
            found.setdefault((*size_of(shape), *drawing.spread)[:5], drawing)
    sizes = sorted(found, key=lambda size: (max(size[:2]), size))
    return [
        found[size]
        for size in sizes
        if unit.arm is Arm.ARTILLERY or not any(_smaller(other, size) for other in sizes)
    ]


def _smaller(other: Sequence[int], size: Sequence[int]) -> bool:
    """Whether a formation of one size has room wherever one of another size has."""
    return tuple(other) != tuple(size) and all(a <= b for a, b in zip(other[:2], size[:2]))


def _drawings(unit: Unit) -> Iterator[Drawing]:
    """The usual formations, then closed up in any ranks and files."""
    yield from formations(unit).values()
    if unit.arm is Arm.ARTILLERY:
        return
    for files in range(1, unit.figures + 1):
        if shape_refusal(unit, Order.CLOSE, files) is None:
            yield Drawing(Order.CLOSE, files)


def _facings(placer: Placer) -> list[int]:
    """Square to the table and to everything near, and along the lines from where it comes past the corners of that."""
    near = placer.shapes_near()
    found = [0, 900, 1800, 2700, *flush_facings(near)]
    if placer.origin is not None:
        found += [heading(placer.origin, corner) for shape in near for corner in shape]
    return list(dict.fromkeys(found))


def _unlike(unit: Unit, drawing: Drawing, facings: Sequence[int]) -> list[int]:
    """Facings in which a unit takes up other ground: whole blocks look alike from behind."""
    shape = shaped(unit, drawing.order, drawing.files, drawing.spread)
    whole = unit.arm is not Arm.ARTILLERY and ranks_of(shape) * drawing.files == unit.figures
    found: dict[int, int] = {}
    for facing in facings:
        facing %= 1800 if whole else 3600
        found.setdefault(facing // ALIKE, facing)
    return list(found.values())[:MOST_FACINGS]


def _by_chance(
    placer: Placer, drawings: Sequence[Drawing], facings: Sequence[int], rng: Seeded
) -> Iterator[Leg]:
    """Seeded tries all about, every other one square to something near."""
    west, south, east, north = placer.room()
    for number in range(TRIES):
        at = rng.randint(west, east), rng.randint(south, north)
        facing = facings[rng.randint(0, len(facings) - 1)] if number % 2 else rng.randint(0, 3599)
        yield _leg(at, facing, drawings[rng.randint(0, len(drawings) - 1)])


def _leg(at: Point, facing: int, drawing: Drawing) -> Leg:
    return ("place", *at, facing, drawing.order.value, drawing.files, *drawing.spread)


# ---- corners of the free ground


def free_ends(body: Sequence[Poly], clearing: Clearing) -> Iterator[Point]:
    """Where the middle of a body of one facing may be: both ends of every free stretch along whatever it just touches.

    Ground where it may be has corners, and each of them is such an end; not all ends are, so the rules judge them.
    """
    rings = _rings(body, clearing)
    corners = hull([corner for part in body for corner in part])
    seen: set[Point] = set()
    for at, ring in enumerate(rings):
        others = Crowd((*rings[:at], *rings[at + 1 :]))
        for edge in zip(ring, (*ring[1:], ring[0])):
            for spot in _free_of(edge, others):
                if spot not in seen:
                    seen.add(spot)
                    if not clearing.within or _inside(spot, corners, clearing.within):
                        yield spot


def _inside(spot: Point, corners: Poly, within: Sequence[Poly]) -> bool:
    """Whether a body there lies in some shapes, corner by corner."""
    return holds_all(within, shifted(corners, *spot))


def _rings(body: Sequence[Poly], clearing: Clearing) -> list[Poly]:
    """Where its middle is when it just touches each thing, part by part."""
    solid = [*clearing.blocks, *[grown(shape, by * WIDER[0] // WIDER[1]) for shape, by in clearing.kept]]
    solid += [edge for line in clearing.outlines for edge in zip(line, (*line[1:], line[0]))]
    found = dict.fromkeys(ring_round(shape, part) for shape in solid for part in body)
    return [ring for ring in found if len(ring) > 2]


def _free_of(edge: Segment, others: Crowd) -> Iterator[Point]:
    """The ends of the stretches of an edge that lie in none of some shapes, and the same a hair outward."""
    (x, y), (u, v) = edge
    far = length(*edge)
    if not far:
        return
    met = sorted([(a * far // b, -(-c * far // d)) for a, b, c, d in spans(edge, others)])
    free, at = [], 0
    for start, end in (*met, (far + 1, far + 1)):
        if start > at:
            free += [at, min(start, far)]
        at = max(at, end)
    out_x, out_y = _sign(y - v), _sign(u - x)
    for mark in free:
        spot = x + (u - x) * mark // far, y + (v - y) * mark // far
        yield spot
        yield spot[0] + out_x, spot[1] + out_y


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# ---- what a clearing is made of


def beside(shapes: Sequence[Poly]) -> tuple[Poly, ...]:
    """Friends, grown by as much as one stands clear of them. [74]"""
    return tuple([widened(shape, TOUCH + 1) for shape in shapes])


def shadow(origin: Point, shape: Poly) -> Poly:
    """What lies on a shape or behind it, seen from a point: nobody comes from there to here past it."""
    x, y = origin
    return hull((*shape, *[(x + FAR * (u - x), y + FAR * (v - y)) for u, v in shape]))


def disc(middle: Point, radius: int) -> Poly:
    """A circle as a polygon with its corners on it."""
    x, y = middle
    corners = [offset(turn, radius) for turn in range(0, 3600, 3600 // SIDES)]
    return tuple([(x + dx, y + dy) for dx, dy in corners])


def grown(shape: Poly, by: int) -> Poly:
    """All within a distance of a convex shape, as a polygon."""
    return hull((x + dx, y + dy) for x, y in shape for dx, dy in disc((0, 0), by))


def those_in(shapes: Sequence[Poly], around: Bounds) -> list[Poly]:
    """Those of some shapes that may lie in a rectangle."""
    return [shape for shape in shapes if not disjoint(bounds(shape), around)]
