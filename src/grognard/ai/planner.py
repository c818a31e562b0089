"""The search for a plan, once a turn: each is played out with the same luck, and the last one is the favourite.

A plan tells every command its task. One in which everybody is told the same, or one command something else, is taken only if it does clearly better: so
brigades arrive together, and nobody dithers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from grognard.ai.dice import KeyedDice, Stream
from grognard.ai.look import Spent
from grognard.ai.plans import variants
from grognard.ai.playout import Nodes, Playout, Watch
from grognard.ai.race import SHORTEST, entrants, race
from grognard.engine.advice import FIRM
from grognard.engine.generals import Temper, felt
from grognard.engine.tasks import NO_PLAN, Duty, Plan

if TYPE_CHECKING:
    from grognard.engine.flow import Position


class Musing(NamedTuple):
    """How hard plans are thought through."""

    plans: int
    """How many at most."""
    rounds: int
    turns: int
    """How far ahead."""
    nodes: int
    """Decisions that may be simulated for it, once a turn."""
    margin: float = FIRM.margin
    least: float = FIRM.least
    """What other orders must be ahead by, luck allowed for, before they are given."""


LIKING = 0.05
"""What a character counts orders for that are quite to his taste, as a chance to win."""
NO_MUSING = Musing(0, 0, 0, 0)


class Planner:
    """Makes the plan of a side at its first choice of a turn, and remembers it.

    Whoever is asked for the first time in the middle of a turn makes it there.
    """

    def __init__(self, playout: Playout, musing: Musing, temper: Temper | None = None):
        self.musing, self.temper = musing, temper
        self.failed = 0
        """How often so far a battle could not be played on from what was guessed."""
        self.changed = 0
        """How often so far another plan than the favourite was taken."""
        self._playout = playout
        self._known: dict[int, tuple[int, Plan]] = {}

    def orders(self, view: Position, side: int, seed: int, watch: Watch | None = None) -> tuple[Plan, int]:
        """What a side's commands are ordered this turn, and how many decisions were simulated to know."""
        if self.musing.plans < 2:
            return NO_PLAN, 0
        turn = self._playout.turn(view, side)
        made, last = self._known.get(side, (-1, NO_PLAN))
        if made == turn:
            return last, 0
        choices = self._playout.book.advice.tasks(view.state, side)
        plans = variants(choices, last if made == turn - 1 else NO_PLAN, self.musing.plans)
        nodes = Nodes(round(self.musing.nodes * self._playout.book.advice.pace(view.state)), watch)
        found = self._best(plans, view, side, seed, nodes) if len(plans) > 1 else plans[0]
        self._known[side] = turn, found
        return found, nodes.spent

    def _best(self, plans: list[Plan], view: Position, side: int, seed: int, nodes: Nodes) -> Plan:
        guesses: dict[int, Position] = {}
        until = self._playout.turn(view, side) + self.musing.turns
        liked = [0.0 if self.temper is None else _liking(self.temper, orders) for orders in plans]

        def trial(one: int, number: int, nodes: Nodes) -> float:
            luck = crc32(b"plan %d" % number, seed)
            try:
                if number not in guesses:
                    guesses[number] = self._playout.book.guessed(view, side, Stream(luck))
                chance = self._playout.chance(
                    guesses[number], side, until, KeyedDice(luck), nodes, plans[one]
                )
                return chance if self.temper is None else felt(self.temper, chance) + liked[one]
            except (LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError):
                # What was guessed cannot be played on from; nobody gains or loses by it.
                self.failed += 1
                return 0.5

        scout = nodes.part(nodes.most // SHORTEST)
        try:
            first = trial(0, 0, scout)
        except Spent:  # the battle is so large that no plan could be tried twice
            return plans[0]
        raced = race(
            entrants(len(plans), nodes.most / max(1, scout.spent)),
            lambda one, number: trial(one, number, nodes) if one or number else first,
            self.musing.rounds,
            self.musing.margin,
            lambda: nodes.share,
            lambda _plan: self.musing.least,
        )
        self.changed += raced.winner > 0
        return plans[raced.winner]


def _liking(temper: Temper, orders: Plan) -> float:
    """How much somebody thinks of orders for their own sake: the rash attack, the steady stand."""
    bold = sum((task.duty is Duty.TAKE) - (task.duty is Duty.HOLD) for task in orders.values())
    return LIKING * temper.dash * bold / len(orders) if orders else 0.0


__all__ = ["NO_MUSING", "Musing", "Planner"]
