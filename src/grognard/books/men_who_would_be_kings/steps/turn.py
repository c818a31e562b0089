"""The frame of a battle: game turns, player turns, the end. [T001, R-41]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Sum
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step, replace

from ..facts.values import trait
from ..facts.victory import over
from ..state import Desk
from ..words import Trait
from .env import PlayerTurn, Turn

SOBER, DRUNK = 6, 8
"""A drunkard's Leadership on 1–3 and on 4–6. [F-T8]"""


def conclude(t: Desk, turn_ends: bool) -> Flow | None:
    """End the battle if it is over. [R-41]"""
    found = over(t.state, turn_ends)
    if found is None:
        return None
    t.set(outcome=found)
    t.note(found.cite, "the end", winner=found.winner, words=found.words)
    return t.end()


class Turns(Step):
    """Turn after turn until the scenario ends the battle. [R-41]"""

    cite = "R-41"
    title = "Battle"

    def begin(self, t: Desk) -> Call:
        return Call("turn", Turn())

    def resume(self, t: Desk) -> Call:
        return Call("turn", Turn())


class OpenTurn(Step):
    """A game turn begins. [R-41]"""

    cite = "R-41"
    title = "Turn"

    def begin(self, t: Desk) -> Flow:
        t.set(turn=t.state.turn + 1)
        t.note(self.cite, "turn", turn=t.state.turn)
        return NEXT


class SidesPlay(Step):
    """One player turn of each side. [R-41]"""

    cite = "R-41"
    title = "Player turns"

    def begin(self, t: Desk) -> Call:
        t.bind(stage=1)
        return Call("player turn", PlayerTurn(t.state.first))

    def resume(self, t: Desk) -> Flow | Call:
        if t.env.stage == 1:
            t.bind(stage=2)
            return Call("player turn", PlayerTurn(1 - t.state.first))
        return NEXT


class OpenPlayerTurn(Step):
    """Everybody may be activated again, and has not moved yet. [T149, F-B3]"""

    cite = "T149"
    title = "Player turn"

    def begin(self, t: Desk) -> Flow:
        side = t.env.side
        units = tuple(
            replace(u, acted=False, arrived=False, was=None)
            if u.side == side and (u.acted or u.arrived or u.was is not None)
            else u
            for u in t.state.units
        )
        t.set(units=units, side=side, triggered=False)
        t.note("T001", "player turn", side=side)
        return NEXT


class Drinks(Step):
    """A Drunkard with a bottle throws a d6 as his turn begins. [F-T8, R-48]"""

    cite = "F-T8"
    title = "Drunkards"

    def _next(self, t: Desk) -> int | None:
        for unit in t.state.on_table(t.env.side):
            if trait(unit) is Trait.DRUNKARD_BOTTLE and unit.id not in t.env.rolled:
                return unit.id
        return None

    def ask(self, t: Desk) -> Throw | None:
        unit = self._next(t)
        return None if unit is None else Throw("drink", Sum(1), self.cite, side=t.env.side, unit=unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = self._next(t)
        assert unit is not None
        t.put(unit, drink=drink(reading))
        t.note(self.cite, "drinks", unit=unit, leadership=drink(reading))
        t.bind(rolled=(*t.env.rolled, unit))
        return AGAIN


def drink(reading: int) -> int:
    """What a die does to a drunkard. [F-T8, F-T9]"""
    return SOBER if reading <= 3 else DRUNK


class CheckEnd(Step):
    """After an activation the battle may be over. [R-41]"""

    cite = "R-41"
    title = "End"

    def begin(self, t: Desk) -> Flow:
        return conclude(t, False) or NEXT


class CloseTurn(Step):
    """As a game turn ends the scenario is looked at. [R-41, F-SD2]"""

    cite = "R-41"
    title = "End of turn"

    def begin(self, t: Desk) -> Flow:
        fallen = sum(u.fallen for u in t.state.units if u.side == 0)
        quiet = t.state.quiet + 1 if fallen == t.state.fallen_before else 0
        t.set(quiet=quiet, fallen_before=fallen)
        return conclude(t, True) or DONE
