"""Setting a unit down in a crowd, where no usual place will do: exact corners of the free ground, and seeded tries. [149, 176, B80]

For one formation and facing the ground where a unit may stand is told by shapes it must keep clear of; each corner of what is left
is tried with the rules' own judge. What faces otherwise is drawn by a seeded source, the same on every machine. An answer depends on
who stands near and on nothing else, so it is kept with the battlefield as long as they stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grognard.geometry.angles import heading
from grognard.geometry.contact import TOUCH
from grognard.geometry.points import Bounds, Point, Poly, bounds, disjoint, shifted
from grognard.geometry.shapes import hull
from grognard.tabletop.bodies import holds_all
from grognard.tabletop.last_resort import Seeded, flush_facings, free_spots
from grognard.tabletop.slides import widened

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
MOST_FACINGS = 6
"""In so many facings the corners of the free ground are looked for."""
MOST_KNOWN = 1 << 11
FAR = 8
"""A shadow is so many times as long as what casts it is far away, and more."""


class Clearing(NamedTuple):
    """Where a body must not be: on what, how near to what, and which outlines it must not cross."""

    blocks: tuple[Poly, ...]
    kept: tuple[tuple[Poly, int], ...]
    outlines: tuple[Poly, ...]
    within: tuple[Poly, ...]
    """In one of these lies every corner of it."""


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
            body = stand_at(shape, 0, 0, facing)
            for spot in free_spots(body.rims, clearing.blocks, clearing.kept, clearing.outlines):
                leg = _leg(spot, facing, drawing)
                if holds_all(clearing.within, shifted(body.body, *spot)) and placer.legal((leg,)):
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


# ---- what a clearing is made of


def beside(shapes: Sequence[Poly]) -> tuple[Poly, ...]:
    """Friends, grown by as much as one stands clear of them. [74]"""
    return tuple([widened(shape, TOUCH + 1) for shape in shapes])


def shadow(origin: Point, shape: Poly) -> Poly:
    """What lies on a shape or behind it, seen from a point: nobody comes from there to here past it."""
    x, y = origin
    return hull((*shape, *[(x + FAR * (u - x), y + FAR * (v - y)) for u, v in shape]))


def those_in(shapes: Sequence[Poly], around: Bounds) -> list[Poly]:
    """Those of some shapes that may lie in a rectangle."""
    return [shape for shape in shapes if not disjoint(bounds(shape), around)]
