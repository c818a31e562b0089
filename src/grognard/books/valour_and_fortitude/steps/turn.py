"""The frame of a turn: opening, the fate draw, phases, and the end. [35–44, 147]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Draw
from grognard.engine.flow import NEXT, Call, Flow, Step, replace

from ..facts.morale import gains, outcome, score, wiped_out
from ..state import Desk, Today, foe
from ..tables.fate import FATE, RANKS, verb_of
from ..words import Phase
from .env import Melee, Turn


class Turns(Step):
    """Sides take turns by turns until the battle ends. [41]"""

    cite = "41"
    title = "Battle"

    def begin(self, t: Desk) -> Call:
        return Call("turn", Turn())

    def resume(self, t: Desk) -> Call:
        return Call("turn", Turn())


class OpenTurn(Step):
    """A side's turn begins: nobody has acted yet. [44a]"""

    cite = "44a"
    title = "Turn"

    def begin(self, t: Desk) -> Flow:
        state = t.state
        units = tuple(replace(u, today=Today()) if u.today != Today() else u for u in state.units)
        brigades = tuple(replace(b, tested=False, active=False) for b in state.brigades)
        leaders = tuple(replace(leader, entered=False) for leader in state.leaders)
        turn = state.turn + (state.side == state.field.first)
        t.set(units=units, brigades=brigades, leaders=leaders, turn=turn, first_pick=True, phase=Phase.FATE)
        t.note(self.cite, "turn", turn=turn, side=state.side)
        return NEXT


class DrawCard(Step):
    """The active side draws one fate card, unseen; none if the deck is empty. [42, B9]"""

    cite = "42"
    title = "Fate phase"

    def ask(self, t: Desk) -> Throw | None:
        deck = t.state.fates[t.state.side].deck
        if not deck:
            return None
        counts = tuple((rank, deck.count(rank)) for rank in sorted(set(deck)))
        return Throw("fate card", Draw(counts), self.cite, side=t.state.side, only=t.state.side)

    def fell(self, t: Desk, reading: int) -> Flow:
        side = t.state.side
        fate = t.state.fates[side]
        deck = list(fate.deck)
        deck.remove(reading)
        t.put_fate(side, deck=tuple(deck), hand=(*fate.hand, reading))
        t.note(self.cite, "draws", side=side)
        card = FATE[verb_of(t.state.field.sides[side].nation, reading)]
        t.note("43", "finds", only=side, card=f"{RANKS[card.rank]}, {card.name}", when=card.moment)
        return NEXT


class Phases(Step):
    """One phase of the turn, as a sequence of its own. [41]"""

    cite = "41"

    def __init__(self, phase: Phase):
        self.phase = phase
        self.title = f"{phase.value.capitalize()} phase"

    def begin(self, t: Desk) -> Call:
        units = tuple(
            replace(u, today=replace(u.today, fought=False, won=False))
            if u.today.fought or u.today.won
            else u
            for u in t.state.units
        )
        spells = tuple(s for s in t.state.spells if s.until != "phase")
        t.set(phase=self.phase, shot_at=(), routed=(), units=units, spells=spells)
        return Call(self.phase.value, Melee() if self.phase is Phase.MELEE else Turn())


class TimeIsUp(Step):
    """Where one plays by the clock, as a turn ends either side may say that the time is over; the program knows no clock. [38, B68]"""

    cite = "38"
    title = "End of turn"

    def who(self, t: Desk) -> int:
        """The side that is asked: the one whose turn ends."""
        return t.state.side

    def ask(self, t: Desk) -> Ask | None:
        if not t.state.options.clock or t.state.time_up:
            return None
        words = "Is the time agreed upon over?"
        return Ask(self.who(t), words, self.cite, {"time_is_up": None, "play_on": None})

    def play_on(self, t: Desk) -> Flow:
        """Not yet."""
        return NEXT

    def time_is_up(self, t: Desk) -> Flow:
        """It is: both sides will have had equally many turns when the battle ends."""
        t.set(time_up=True)
        t.note(self.cite, "time is up", side=self.who(t))
        return NEXT


class TimeIsUpToo(TimeIsUp):
    """The other side is asked as well: it may have an eye on the watch where the first has none. [38, B68]"""

    def who(self, t: Desk) -> int:
        return foe(t.state.side)


class CloseTurn(Step):
    """Objectives change hands; the battle ends at the limit with equal turns, or when an army is gone; objectives at the end of each side's turn. [147, B7, B68]"""

    cite = "147"
    title = "End of turn"

    def begin(self, t: Desk) -> Flow:
        self._objectives(t)
        t.set(spells=tuple(s for s in t.state.spells if s.until == "battle"))
        state = t.state
        last = (state.turn >= state.turns or state.time_up) and state.side != state.field.first
        gone = state.options.wipeout_wins and (wiped_out(state, 0) or wiped_out(state, 1))
        if last or gone:
            t.set(outcome=outcome(state))
            t.note("B66" if gone and not last else "147", "ends", scores=list(score(state)))
            return t.end()
        t.set(side=foe(state.side))
        return NEXT

    def _objectives(self, t: Desk) -> None:
        """An objective changes hands if a side has more figures within 6, or occupies it. [35, 37]"""
        for number, objective in enumerate(t.state.field.objectives):
            winner = gains(t.state, number)
            if winner is not None:
                holders = t.state.holders
                t.set(holders=(*holders[:number], winner, *holders[number + 1 :]))
                t.note(
                    "37" if objective.feature >= 0 else "35", "takes", side=winner, objective=objective.name
                )
