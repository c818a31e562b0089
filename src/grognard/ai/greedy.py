"""Plays the move that its book's advice rates highest."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from grognard.ai.look import AgentLook, Clock, OddsCache, OutOfTime
from grognard.engine.book import Ruleset
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Button
from grognard.engine.flow import Position

BUDGET = 0.9
TRACED = 3


class GreedyAgent:
    """Rates each move the advice proposes and takes the best within its time; ties fall by the seed."""

    def __init__(self, book: Ruleset, seed: int = 0, budget: float = BUDGET):
        self.book, self.budget = book, budget
        self.trace: tuple[tuple[Move, float], ...] = ()
        """The best moves of the last decision with their ratings."""
        self.hurried = False
        """Whether time ran out in the last decision."""
        self.misadvised = 0
        """How often so far the advice proposed a move that was not on offer."""
        self._engine = book.engine()
        self._rng = random.Random(seed)
        self._cache = OddsCache()

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The best rated move that is offered."""
        self.trace, self.hurried = (), False
        only = _only(ask, side)
        if only is not None:
            return only
        clock = Clock(self.budget)
        look = AgentLook(self._engine, view, ask, side, clock, self._cache)
        rated = self._rate(self._advised(look), clock) or self._rate(self._listed(look), clock)
        # The throw for ties comes from the seed, so a game is the same whenever it is played.
        rated.sort(key=lambda pair: (-pair[1], self._rng.random()))
        offered = self._offered(rated, ask)
        self.trace = tuple(offered[:TRACED])
        return offered[0][0] if offered else ask.sample(self._rng, side)

    def _rate(self, pairs: Iterable[tuple[Move, float]], clock: Clock) -> list[tuple[Move, float]]:
        """As many rated moves as the time allows."""
        rated: list[tuple[Move, float]] = []
        try:
            for pair in pairs:
                rated.append(pair)
                clock.ring()
        except OutOfTime:
            self.hurried = True
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

    def _offered(self, rated: list[tuple[Move, float]], ask: Ask) -> list[tuple[Move, float]]:
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


def _only(ask: Ask, side: int) -> Move | None:
    """The only move there is, if it is a plain button."""
    if len(ask.offers) == 1:
        ((verb, domain),) = ask.offers.items()
        if isinstance(domain, Button):
            return Move(side, verb)
    return None


__all__ = ["BUDGET", "GreedyAgent"]
