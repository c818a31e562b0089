"""The frame of a turn: opening it, and the initiative. [T0, T1]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Opposed
from grognard.engine.flow import NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Tally

from ..state import Desk, Duties, State, Today, foe
from ..tables.turn import INITIATIVE, Bid
from .env import Turn

NOTHING_YET, NO_DUTIES = Today(), Duties()


class Turns(Step):
    """Turn after turn until T8 ends the battle. [T8]"""

    cite = "T8"
    title = "Battle"

    def begin(self, t: Desk) -> Call:
        return Call("turn", Turn())

    def resume(self, t: Desk) -> Call:
        return Call("turn", Turn())


class OpenTurn(Step):
    """Note each unit's figures; orders left by last turn's combats come into force. [T0]"""

    cite = "T0"
    title = "Opening"

    def begin(self, t: Desk) -> Flow:
        units = tuple(
            [
                replace(u, start=u.figures, today=NOTHING_YET, duties=u.tomorrow, tomorrow=NO_DUTIES)
                for u in t.state.units
            ]
        )
        t.set(units=units, turn=t.state.turn + 1, aims=(), losses=(), perils=())
        t.note(self.cite, "turn", turn=t.state.turn)
        return NEXT


def bids(state: State) -> tuple[Tally, Tally]:
    """What each side adds to its die for the initiative. [T1, N7]"""
    first, second = (INITIATIVE.tally(Bid(state.commander(side) is not None)) for side in (0, 1))
    return first, second


class Initiative(Step):
    """A D6 each, +1 with the commander-in-chief on the table; a tie goes to the side that lacked it. [T1]"""

    cite = "T1"
    title = "Initiative"

    def ask(self, t: Desk) -> Throw:
        ours, theirs = bids(t.state)
        return Throw("initiative", Opposed(ours.total, theirs.total), self.cite, (ours, theirs))

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading > 0:
            winner = 0
        elif reading < 0:
            winner = 1
        elif t.state.had_initiative is None:
            winner = t.state.field.tie
        else:
            winner = foe(t.state.had_initiative)
        t.set(had_initiative=winner)
        t.note(self.cite, "initiative", side=winner)
        return NEXT


class WhoGoesFirst(Step):
    """The winner of the initiative says who is first side this turn. [T1]"""

    cite = "T1"
    title = "Initiative"

    def ask(self, t: Desk) -> Ask:
        assert t.state.had_initiative is not None
        return Ask(
            t.state.had_initiative,
            "You have the initiative: who goes first?",
            self.cite,
            {"go_first": None, "go_second": None},
        )

    def go_first(self, t: Desk) -> Flow:
        """The winner goes first."""
        return self._first(t, t.state.had_initiative or 0)

    def go_second(self, t: Desk) -> Flow:
        """The winner lets the enemy go first."""
        return self._first(t, foe(t.state.had_initiative or 0))

    def _first(self, t: Desk, side: int) -> Flow:
        t.set(first=side)
        t.note(self.cite, "goes first", side=side)
        return NEXT
