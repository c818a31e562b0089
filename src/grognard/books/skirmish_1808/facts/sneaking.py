"""Secret moves of hidden units. [H2]"""

from __future__ import annotations

from grognard.engine.tables import Refusal

from ..state import State, Unit
from ..words import Pace
from .hiding import seen_close, sheltered, unseen
from .moving import Marching, moved
from .walks import Walk


class Sneaking(Marching):
    """A Normal move through terrain that gives cover, or out of every enemy's sight; never within 10 of one. [H2, H4]"""

    def __init__(self, state: State, unit: Unit):
        super().__init__(state, unit, Pace.NORMAL)

    def judge(self, done: Walk) -> Refusal | None:
        return super().judge(done) or self._found_out(done)

    def passes(self, walked: Walk) -> bool:
        return super().passes(walked) and self._found_out(walked) is None

    def _found_out(self, walked: Walk) -> Refusal | None:
        after = moved(self.unit, walked)
        if seen_close(self.state, after, walked.ways()):
            return Refusal("H4", "an enemy figure within 10 would find it at once")
        if not sheltered(self.state, after) and not unseen(self.state, after):
            return Refusal("H2", "it would leave cover in sight of an enemy, and it is hidden")
        return None
