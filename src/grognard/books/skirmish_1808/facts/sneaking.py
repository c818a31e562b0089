"""Secret moves of hidden units. [H2]"""

from __future__ import annotations

from grognard.engine.tables import Refusal

from ..state import State, Unit
from ..tables.moving import SNEAKS
from ..words import Pace
from .hiding import seen_close, sheltered, unseen
from .moving import Marching, moved
from .walks import Walk


class Crept:
    """What decides whether a hidden unit gets there unnoticed. [H2, H4]"""

    def __init__(self, state: State, after: Unit, walked: Walk):
        self.state, self.after, self.walked = state, after, walked

    @property
    def found(self) -> bool:
        """Whether it comes within 10 of an enemy figure. [H4]"""
        return seen_close(self.state, self.after, self.walked.ways())

    @property
    def in_the_open(self) -> bool:
        """Whether it ends out of cover in somebody's sight. [H2]"""
        return not sheltered(self.state, self.after) and not unseen(self.state, self.after)


class Sneaking(Marching):
    """A Normal move through terrain that gives cover, or out of every enemy's sight; never within 10 of one. [H2, H4]"""

    def __init__(self, state: State, unit: Unit):
        super().__init__(state, unit, Pace.NORMAL)

    def judge(self, done: Walk) -> Refusal | None:
        return super().judge(done) or self._found_out(done)

    def passes(self, walked: Walk) -> bool:
        return super().passes(walked) and self._found_out(walked) is None

    def _found_out(self, walked: Walk) -> Refusal | None:
        return SNEAKS.refusal(Crept(self.state, moved(self.unit, walked), walked))
