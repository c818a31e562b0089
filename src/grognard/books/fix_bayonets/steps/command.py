"""Who acts: Formations out of Reserve, in and out of command. [OPS-03, F-9.2, F-10.10]"""

from __future__ import annotations

from typing import Any

from grognard.books.fix_bayonets.facts import command
from grognard.books.fix_bayonets.facts.ground import distance
from grognard.books.fix_bayonets.state import Desk
from grognard.books.fix_bayonets.steps.common import D10
from grognard.books.fix_bayonets.words import Card, Fate, Where
from grognard.engine.choices import Throw
from grognard.engine.flow import AGAIN, NEXT, Flow, Step

WAKE = 3
"""An enemy this near ends a Reserve. [F-10.10]"""


class LeaveReserve(Step):
    """A Formation in Reserve needs an SR check to act, or an enemy within 3. [F-10.10, R-47]"""

    cite = "F-10.10"
    title = "Reserve"

    def _who(self, t: Desk) -> int:
        return next(
            (
                one
                for one in t.state.active
                if one not in t.env.done
                and t.leader(one).command >= 0
                and t.leader(one).on_map
                and t.state.commands[t.leader(one).command].reserve
            ),
            -1,
        )

    def begin(self, t: Desk) -> None:
        t.bind(done=())

    def ask(self, t: Desk) -> Throw | None:
        one = self._who(t)
        if one < 0:
            return None
        return Throw(
            "reserve",
            D10,
            self.cite,
            side=t.leader(one).side,
            leader=t.leader(one).name,
            need=t.leader(one).sr,
        )

    def fell(self, t: Desk, die: int) -> Flow:
        one = self._who(t)
        t.bind(done=(*t.env.done, one))
        if die <= t.leader(one).sr:
            t.put_command(t.leader(one).command, reserve=False)
            t.note(self.cite, "leaves reserve", leader=t.leader(one).name)
        return AGAIN


def wake(t: Desk) -> None:
    """An enemy within 3 hexes ends a Reserve. [F-10.10]"""
    for number, each in enumerate(t.state.commands):
        if not each.reserve:
            continue
        near = any(
            distance(t.state.field, unit.hex, foe[0].hex) <= WAKE
            for unit in t.state.units
            if unit.command == number and unit.on_map
            for foe in t.state.stacks(1 - each.side)
        )
        if near:
            t.put_command(number, reserve=False)
            t.note("F-10.10", "is roused", formation=each.key)


class MarkOOC(Step):
    """Stacks of the activated Formations beyond command range are marked. [OPS-03, F-9.2]"""

    cite = "OPS-03"
    title = "Out of command"

    def begin(self, t: Desk) -> Flow:
        wake(t)
        for unit in own_units(t):
            ooc = not command.commanded(t.state, unit, unit.hex)
            if unit.on_map and unit.ooc != ooc:
                t.put(unit.id, ooc=ooc)
                if ooc:
                    t.note(self.cite, "out of command", unit=unit.id)
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
    own = {t.leader(one).command for one in t.state.active} - {-1}
    headed = {
        one.command
        for one in t.state.leaders
        if one.card is not Card.NONE and one.fate in (Fate.MAP, Fate.WAITING)
    }
    for one in t.state.active:
        lows = {
            low.command
            for low in command.below(t.state, t.leader(one))
            if low.fate in (Fate.AWAY, Fate.KILLED)
        }
        own |= {low for low in lows - headed - {-1} if not t.state.commands[low].activated}
    return frozenset(own)
