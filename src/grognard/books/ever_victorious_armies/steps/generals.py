"""Generals in danger. [N4, N5]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step

from ..state import Desk
from ..tables.nerve import ESCAPES_ON, KILLS
from .common import join, lose_general, nearest_friend
from .env_fight import AtRisk


class GeneralsAtRisk(Step):
    """Every general whose unit has just lost figures, or is gone, throws for his fate. [G-25]"""

    cite = "G-25"
    title = "Generals at risk"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        if not t.state.perils:
            return NEXT
        peril, *rest = t.state.perils
        t.set(perils=tuple(rest))
        env = AtRisk(peril.general, peril.how, peril.unit)
        return Call("general's escape" if peril.how == "gone" else "general's risk", env)


def _with_his_unit(t: Desk) -> bool:
    """Whether the general is alive and still with the unit that put him in danger."""
    general = t.unit(t.env.general)
    return general.on_table and general.joined == t.env.unit


class FirstDie(Step):
    """His unit lost a figure: on a 6 he is hit, and a second die follows. [N4]"""

    cite = "N4"

    def begin(self, t: Desk) -> Flow | None:
        return None if _with_his_unit(t) else DONE

    def ask(self, t: Desk) -> Throw:
        return _die(t, "general's risk", 6)

    def fell(self, t: Desk, reading: int) -> Flow:
        return NEXT if reading else DONE


class SecondDie(Step):
    """Hit: a 6 kills him under fire, 4 or more in close combat. [N4]"""

    cite = "N4"

    def ask(self, t: Desk) -> Throw:
        return _die(t, "general's wound", KILLS[t.env.how])

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading:
            lose_general(t, t.env.general, self.cite, "killed")
        return DONE


class Escape(Step):
    """His unit is gone: 1–3 captured, 4–6 he joins the nearest friendly unit; without one, captured. [N5]"""

    cite = "N5"

    def begin(self, t: Desk) -> Flow | None:
        if not _with_his_unit(t):
            return DONE
        if nearest_friend(t, t.unit(t.env.general)) is not None:
            return None
        lose_general(t, t.env.general, self.cite, "captured")
        return DONE

    def ask(self, t: Desk) -> Throw:
        general = t.unit(t.env.general)
        dice = Pool.of(1, ESCAPES_ON)
        return Throw("general's escape", dice, self.cite, side=general.side, general=general.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        friend = nearest_friend(t, t.unit(t.env.general))
        if reading and friend is not None:
            join(t, t.env.general, friend, self.cite)
        else:
            lose_general(t, t.env.general, self.cite, "captured")
        return DONE


def _die(t: Desk, what: str, hits_on: int) -> Throw:
    """One of the two dice of a general whose unit lost a figure."""
    env: AtRisk = t.env
    dice = Pool.of(1, hits_on)
    return Throw(
        what, dice, "N4", side=t.unit(env.general).side, general=env.general, unit=env.unit, how=env.how
    )


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "general's risk": (FirstDie(), SecondDie()),
    "general's escape": (Escape(),),
}
