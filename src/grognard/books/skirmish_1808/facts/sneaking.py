"""Secret moves of hidden units. [H2]"""

from __future__ import annotations

from grognard.books.skirmish_1808.facts.hiding import sheltered, unseen
from grognard.books.skirmish_1808.facts.moving import Marching, moved
from grognard.books.skirmish_1808.facts.walks import Walk
from grognard.books.skirmish_1808.state import State, Unit
from grognard.books.skirmish_1808.words import Pace
from grognard.engine.tables import Refusal


class Sneaking(Marching):
    """A Normal move through terrain that gives cover, or out of every enemy's sight. [H2]"""

    def __init__(self, state: State, unit: Unit):
        super().__init__(state, unit, Pace.NORMAL)

    def judge(self, walked: Walk, on_the_way: bool = False) -> Refusal | None:
        fault = super().judge(walked, on_the_way)
        if fault is not None:
            return fault
        after = moved(self.unit, walked)
        if not sheltered(self.state, after) and not unseen(self.state, after):
            return Refusal("H2", "hidden units keep to cover or out of sight")
        return None
