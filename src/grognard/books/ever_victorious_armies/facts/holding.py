"""Holding: a turn on the spot. [M1, X2]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.dice import Rng
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.paths import around, walk
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Legs

from ..state import State, Unit
from .bodies import body, pose, size, standing
from .ground import closed_by
from .leaving import entered
from .legs import FREE_TURN, March
from .marching import Marcher
from .readiness import Allowance


class Pivot(Marcher):
    """Hold: a turn on the spot of up to 45°, which is no move. [M1, X2]"""

    tries = 1

    def __init__(self, state: State, unit: Unit):
        super().__init__(state, unit, Allowance(0, 0))

    def work_out(self, legs: Legs) -> March | Refusal:
        """A turn, and nothing else."""
        if len(legs) > 1 or any(leg[0] != "turn" or len(leg) != 2 for leg in legs):
            return Refusal("M1", "it holds, and may only turn, once")
        if not all(isinstance(turn, int) and abs(turn) <= FREE_TURN for _, turn in legs):
            return Refusal("M1", "that is more than 45°, and it holds")
        strides = walk(pose(self.unit), legs, *size(self.state, self.unit))
        room = around(strides)
        swept = self._ground(strides, room)
        here = body(self.state, self.unit)
        closed = entered(self.state.field, self.unit, here, swept) if swept else None
        if closed is not None:
            cite = closed_by(self.state.field, self.unit.kind, closed)
            return Refusal(cite, f"{self.unit.name} would turn into {closed}, where it may not go")
        end = strides[-1].end if strides else pose(self.unit)
        return March(end, self.unit.order, strides, (), False, False, room)

    def orders(self) -> tuple[str, ...]:
        """Holding changes no order."""
        return ()

    def region(self) -> tuple[Point, ...]:
        """The unit's own place: only its facing changes."""
        return body(self.state, self.unit)

    def ideas(self) -> Iterable[Legs]:
        """Turns worth making: towards the nearest enemies."""
        here = self.unit.x, self.unit.y
        enemies = standing(self.state, 1 - self.unit.side).who
        wanted = {
            turn_between(self.unit.facing, heading(here, (u.x, u.y))) for u in enemies if (u.x, u.y) != here
        }
        for turn in sorted({max(-FREE_TURN, min(FREE_TURN, turn)) for turn in wanted}):
            if turn:
                yield (("turn", turn),)

    def whim(self, rng: Rng, attempt: int) -> Legs:
        """A turn at random."""
        return (("turn", rng.randint(-FREE_TURN, FREE_TURN)),)
