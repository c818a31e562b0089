"""What a manoeuvre comes to, before it is judged. [R-56]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.geometry.points import Bounds, Segment, bounds

from ..state import Point


class Walk(NamedTuple):
    """A manoeuvre worked out: where every model ends and what the dearest way costs."""

    models: tuple[Point, ...]
    legs: tuple[tuple[int, Segment], ...]
    """Every straight leg of every model: (model, from where to where)."""
    costs: tuple[int, ...]
    allowance: int
    facing: int
    mounted: bool
    inside: int | None
    leaves: bool
    halted: tuple[Point, ...] = ()
    """Where the models of ranks that turn at the end stood before that."""

    @property
    def cost(self) -> int:
        """What the model with the longest way pays."""
        return max(self.costs)

    @property
    def box(self) -> Bounds:
        """The upright rectangle round all its legs."""
        return bounds(tuple([point for _, leg in self.legs for point in leg]))
