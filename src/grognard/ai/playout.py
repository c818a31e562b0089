"""Battles played out in thought: both sides by the book's quick advice, as far as a horizon, counted in decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from grognard.ai.dice import KeyedDice
from grognard.ai.greedy import only_move
from grognard.ai.look import AgentLook, Budget, OddsCache, Spent
from grognard.ai.plans import Plans
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.tasks import NO_PLAN, Plan

LOOKS = 400
"""What may be looked at for one decision of a playout: it is never thought about long."""
LONGEST = 400
"""Decisions after which a playout is judged where it stands."""


Watch = Callable[[int, int], bool]
"""Told how many decisions of how many were simulated; says whether to go on."""


class Nodes:
    """Decisions that may still be simulated for one choice. Never time: the same on every machine.

    Whoever watches may call it off; then what is known so far decides.
    """

    def __init__(self, most: int, watch: Watch | None = None, within: Nodes | None = None):
        self.most, self.left, self.watch, self._within = most, most, watch, within

    def part(self, most: int) -> Nodes:
        """So many of them at most, to see how long something takes."""
        return Nodes(most, within=self)

    @property
    def spent(self) -> int:
        """How many were simulated."""
        return self.most - self.left

    @property
    def share(self) -> float:
        """How much of them is gone, 0 to 1."""
        return self.spent / self.most if self.most else 1.0

    def take(self) -> None:
        """One more decision; raises Spent if there are none left."""
        if self.left <= 0 or (self.watch is not None and not self.watch(self.spent, self.most)):
            raise Spent
        if self._within is not None:
            self._within.take()
        self.left -= 1


class Drill:
    """The book's quick choice for whoever is asked."""

    def __init__(self, book: Book, engine: Engine | None = None):
        self.book, self._engine, self._cache = book, engine or book.engine(), OddsCache()

    def choose(self, view: Position, ask: Ask, side: int, plans: Plans | None = None) -> Move:
        """The quick choice, by plans that were made before if there are any; of equals the first."""
        only = only_move(ask, side)
        if only is not None:
            return only
        look = self._look(view, ask, side, plans)
        return self.book.advice.drill(look) or next(self._rated(look), None) or next(ask.moves(side))

    def thought_of(self, view: Position, ask: Ask, side: int, most: int) -> list[Move]:
        """The best rated moves that come to mind at once, so many at most."""
        return list(islice(self._rated(self._look(view, ask, side)), most))

    def _look(self, view: Position, ask: Ask, side: int, plans: Plans | None = None) -> AgentLook:
        plan = partial((plans or Plans(self.book.advice)).of, view.state, side)
        return AgentLook(self._engine, view, ask, side, Budget(LOOKS), self._cache, brief=True, plan=plan)

    def _rated(self, look: AgentLook) -> Iterator[Move]:
        rated: list[tuple[Move, float]] = []
        with suppress(Spent):  # then the best so far
            rated.extend(self.book.advice.moves(look))
        rated.sort(key=lambda pair: -pair[1])
        return (move for move, _ in rated if move in look.ask)


class Playout:
    """Plays positions on, and says what chance a side has where they end."""

    def __init__(self, book: Book):
        self.book, self.engine = book, book.engine()
        self.drill = Drill(book, self.engine)

    def turn(self, position: Position, side: int) -> int:
        """The turn of a side that a position is in; 0 where turns are not counted."""
        return self.book.advice.turn(position.state, side)

    def chances(
        self,
        position: Position,
        side: int,
        turns: Sequence[int],
        dice: KeyedDice,
        nodes: Nodes,
        orders: Plan = NO_PLAN,
        longest: int = LONGEST,
    ) -> Iterator[float]:
        """Played on: its chance to win whenever the side is first asked in one of these turns or later, the soonest first.

        What ends before says the same of all that are left. Turns are told, not counted from here: of moves that are
        compared one may have ended the turn. Those of its commands that have `orders` keep to them; everybody else is
        about what looks best turn by turn.
        """
        engine, decisions, plans = self.engine, 0, Plans(self.book.advice, {side: orders})
        left = list(turns)
        while left:
            waiting = engine.pending(position)
            if isinstance(waiting, Throw):
                position = engine.follow(position, dice.fall(position, waiting))
                continue
            if not isinstance(waiting, Ask):
                outcome = self.book.outcome(position.state)
                winner = None if outcome is None else outcome.winner
                yield from [0.5 if winner is None else float(winner == side)] * len(left)
                return
            who = waiting.who[0]
            over, turn = decisions >= longest, self.turn(position, side)
            while left and (over or (who == side and turn >= left[0])):
                left.pop(0)
                yield self.book.advice.chance(position.state, side)
            if not left:
                return
            nodes.take()
            decisions += 1
            move = self.drill.choose(position, waiting.for_side(who), who, plans)
            position = engine.follow(position, move)

    def chance(
        self,
        position: Position,
        side: int,
        until: int,
        dice: KeyedDice,
        nodes: Nodes,
        orders: Plan = NO_PLAN,
    ) -> float:
        """Its chance to win when the side is asked in that turn or later."""
        return next(self.chances(position, side, (until,), dice, nodes, orders))


__all__ = ["Drill", "Nodes", "Playout", "Watch"]
