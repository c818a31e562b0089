"""Who acts: Formations out of Reserve, in and out of command. [OPS-03, F-9.2, F-10.10]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import AGAIN, NEXT, Flow, Step

from ..facts import command
from ..state import NOBODY, Desk
from ..words import Card, Fate, Where
from .common import D10, rouse


class LeaveReserve(Step):
    """A Formation in Reserve needs an SR check to act; its owner may keep it back. [F-10.10, R-47]"""

    cite = "F-10.10"
    title = "Reserve"

    def _who(self, t: Desk) -> int:
        return next(
            (
                one
                for one in t.state.active
                if one not in t.env.done
                and t.leader(one).command != NOBODY
                and t.leader(one).on_map
                and t.state.commands[t.leader(one).command].reserve
            ),
            NOBODY,
        )

    def begin(self, t: Desk) -> None:
        rouse(t)
        t.bind(done=(), now=NOBODY)

    def ask(self, t: Desk) -> Ask | Throw | None:
        one = self._who(t)
        if one == NOBODY:
            return None
        each = t.leader(one)
        if t.env.now == one:
            return Throw("reserve", D10, self.cite, side=each.side, leader=each.name, need=each.sr)
        words = f"{each.name}: leave Reserve?"
        return Ask(each.side, words, self.cite, {"leave_reserve": None, "keep_back": None})

    def leave_reserve(self, t: Desk) -> Flow:
        """Try to: an SR check."""
        t.bind(now=self._who(t))
        return AGAIN

    def keep_back(self, t: Desk) -> Flow:
        """Stay in Reserve."""
        t.bind(done=(*t.env.done, self._who(t)))
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = self._who(t)
        t.bind(done=(*t.env.done, one), now=NOBODY)
        if die <= t.leader(one).sr:
            t.put_command(t.leader(one).command, reserve=False)
            t.note(self.cite, "leaves reserve", leader=t.leader(one).name)
        return AGAIN


class MarkOOC(Step):
    """Stacks of the activated Formations beyond command range are marked. [OPS-03, F-9.2]"""

    cite = "OPS-03"
    title = "Out of command"

    def begin(self, t: Desk) -> Flow:
        changes = {}
        for unit in own_units(t):
            if unit.on_map and unit.ooc is command.commanded(t.state, unit, unit.hex):
                changes[unit.id] = {"ooc": not unit.ooc}
                if not unit.ooc:
                    t.note(self.cite, "out of command", unit=unit.id)
        t.put_each(changes)
        t.bind(done=())
        return NEXT


def own_units(t: Desk) -> list[Any]:
    """Units of the activated Formations, and of leaderless ones an activated superior has in range. [F-9.6]"""
    numbers = formations(t)
    return [
        unit for unit in t.state.units if unit.command in numbers and unit.where in (Where.MAP, Where.WAITING)
    ]


def formations(t: Desk) -> frozenset[int]:
    """The Formations that act now: those of the active leaders, and headless ones under them, once a turn. [F-9.6, F-8.4]"""
    own = {t.leader(one).command for one in t.state.active} - {NOBODY}
    lows = {
        low.command
        for one in t.state.active
        for low in command.below(t.state, t.leader(one))
        if low.fate in (Fate.AWAY, Fate.KILLED)
    }
    if lows:
        headed = {
            one.command
            for one in t.state.leaders
            if one.card is not Card.NONE and one.fate in (Fate.MAP, Fate.WAITING)
        }
        own |= {low for low in lows - headed - {NOBODY} if not t.state.commands[low].activated}
    return frozenset(own)
