"""A later round of a melee: the one action of an engaged unit. [W6, K1]"""

from __future__ import annotations

from grognard.engine.flow import NEXT, Call, Flow, Step

from ..state import Desk
from .env import Round


class Fight(Step):
    """One more round, for everybody in that melee. [K1]"""

    cite = "K1"
    title = "Fight"

    def begin(self, t: Desk) -> Call:
        t.set(tested=(), tests=())
        return Call("melee", Round(t.env.unit))

    def resume(self, t: Desk) -> Flow:
        return NEXT
