"""Plays the move that its book's advice rates highest."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import partial

from grognard.ai.look import AgentLook, Budget, OddsCache, Spent
from grognard.ai.plans import plan_for
from grognard.ai.why import Thought, Why
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Button
from grognard.engine.flow import Position
from grognard.engine.generals import Temper
from grognard.engine.tasks import NO_PLAN, Plan

BUDGET = 2_000
"""Moves and positions looked at for a decision. The most that any scenario of the books has asked for is some 320."""
TRACED = 3


class GreedyAgent:
    """Rates each move the advice proposes and takes the best within its budget; of equals the first that came to mind.

    Settled by chance ties lost to this in two books (research/experiments.md): neighbours were sent different ways.
    """

    def __init__(self, book: Book, seed: int = 0, budget: int = BUDGET, temper: Temper | None = None):
        self.book, self.budget, self.temper = book, budget, temper
        self.trace: tuple[tuple[Move, float], ...] = ()
        """The best moves of the last decision with their ratings."""
        self.cut_short = False
        """Whether the budget ran out in the last decision."""
        self.misadvised = 0
        """How often so far the advice proposed a move that was not on offer."""
        self._engine = book.engine()
        self._rng = random.Random(seed)
        self._cache = OddsCache()

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The best rated move that is offered."""
        self.trace, self.cut_short = (), False
        only = only_move(ask, side)
        if only is not None:
            return only
        rated = self.ranked(view, ask, side, self._rng)
        offered = self.offered(rated, ask)
        self.trace = tuple(offered[:TRACED])
        return offered[0][0] if offered else ask.sample(self._rng, side)

    def why(self) -> Why:
        """What it thought at its last choice: the best rated moves."""
        return Why(tuple(Thought(move, rating) for move, rating in self.trace))

    def ranked(
        self, view: Position, ask: Ask, side: int, rng: random.Random, orders: Plan = NO_PLAN
    ) -> list[tuple[Move, float]]:
        """The moves that come to mind with their ratings, the best first."""
        budget = Budget(self.budget)
        plan = partial(plan_for, self.book.advice, view.state, side, orders)
        look = AgentLook(self._engine, view, ask, side, budget, self._cache, plan=plan)
        rated = self._rate(self._advised(look), budget) or self._rate(self._listed(look), budget)
        if self.temper is not None:
            rated = [(move, r + self.book.generals.leaning(self.temper, move.verb)) for move, r in rated]
        return sorted(rated, key=lambda pair: -pair[1])

    def _rate(self, pairs: Iterable[tuple[Move, float]], budget: Budget) -> list[tuple[Move, float]]:
        """As many rated moves as the budget allows."""
        rated: list[tuple[Move, float]] = []
        try:
            for pair in pairs:
                rated.append(pair)
                budget.spend()
        except Spent:
            self.cut_short = True
        return rated

    def _advised(self, look: AgentLook) -> Iterable[tuple[Move, float]]:
        return self.book.advice.moves(look)

    def _listed(self, look: AgentLook) -> Iterator[tuple[Move, float]]:
        """Every listed move by the value of the state it leads to, where the book has no advice."""
        value, side = self.book.advice.value, look.side
        sealed = len(look.ask.who) > 1 or look.position.agenda[-1].sealed
        for move in look.ask.moves(side):
            # What others have sealed is not known here, so nothing can be looked at beyond it.
            yield move, 0.0 if sealed else look.expect(move, lambda position: value(position.state, side))

    def offered(self, rated: list[tuple[Move, float]], ask: Ask) -> list[tuple[Move, float]]:
        """The best few that are really on offer: advice never decides what is legal."""
        offered: list[tuple[Move, float]] = []
        for move, rating in rated:
            if len(offered) == TRACED:
                break
            if move in ask:
                offered.append((move, rating))
            else:
                self.misadvised += 1
        return offered


def only_move(ask: Ask, side: int) -> Move | None:
    """The only move there is, if it is a plain button."""
    if len(ask.offers) == 1:
        ((verb, domain),) = ask.offers.items()
        if isinstance(domain, Button):
            return Move(side, verb)
    return None


__all__ = ["BUDGET", "GreedyAgent", "only_move"]
