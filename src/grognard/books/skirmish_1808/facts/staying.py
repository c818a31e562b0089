"""What a mover shows of a unit that stays where it is."""

from __future__ import annotations

from grognard.tabletop.manoeuvre import Shown

from ..state import Unit, centre


def staying(unit: Unit, order: str = "") -> Shown:
    """No move at all: it costs nothing and nothing refuses it."""
    x, y = centre(unit)
    return Shown(end=(x, y, unit.facing, order), body=(), steps=(), cost=0, allowance=0, difficult=False)
