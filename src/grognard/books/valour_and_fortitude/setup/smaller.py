"""Half scale, for small tables: half the figures on the same bases, every distance half as long. [F7.8, B89]

An inch of the rules is then half an inch on the table, so in the inches of the rules a base is twice as wide and deep. Scenarios
say where units stand on bases as written: who would be too near somebody now stands as near that place as there is room.
"""

from __future__ import annotations

import msgspec

from ..facts.bodies import form_of, shaped
from ..facts.forming import Drawing, named_form
from ..state import Unit
from ..words import Arm, Order

FEWEST = 3
"""A unit of three figures or more keeps three."""


def halved(unit: Unit) -> Unit:
    """A unit with half its figures, rounded up; a gun stays one. [B89]"""
    if unit.arm is Arm.ARTILLERY:
        return unit
    figures = half_of(unit.figures)
    return msgspec.structs.replace(unit, figures=figures, files=min(unit.files, figures), twofold=True)


def half_of(figures: int) -> int:
    """How many figures of so many a unit of foot or horse has left. [B89]"""
    return max(-(-figures // 2), min(FEWEST, figures))


def as_written(unit: Unit, order: Order, files: int) -> Drawing:
    """The formation of half a unit that a scenario names by the files of the whole one. [22–24]"""
    whole = msgspec.structs.replace(unit, figures=2 * unit.figures, twofold=False)
    named = form_of(shaped(whole, order, files or min(3, whole.figures)))
    return named_form(unit, named.value) or Drawing(order, unit.files)
