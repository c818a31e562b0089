"""Plays its best candidates out in thought before it chooses: the book's advice proposes, playouts decide."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from statistics import fmean
from typing import NamedTuple
from zlib import crc32

from grognard.ai.dice import KeyedDice, Stream
from grognard.ai.greedy import GreedyAgent, only_move
from grognard.ai.look import AgentLook, Budget, OddsCache, Spent
from grognard.ai.planner import NO_MUSING, Musing, Planner
from grognard.ai.plans import plan_for
from grognard.ai.playout import LOOKS, Nodes, Playout, Watch
from grognard.ai.race import LEAST, MARGIN, SHORTEST, Raced, entrants, race
from grognard.ai.why import Thought, Why
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position
from grognard.engine.generals import Temper, felt
from grognard.engine.tasks import NO_PLAN, Plan

SHOWN = 3
BY_POINTS = 0.5
"""Standard errors more that are asked where a book has no fitted chance to win: points know less of who wins."""
DOUBT, DOUBTED = 0.02, 3.0
"""What a move must be ahead by for every clear difference by which it is rated below the favourite, and how many usually count."""
FEWEST = 3
"""Rounds that must be affordable, or it looks less far ahead: far, but hardly ever, tells less."""
RIVALS = 2
"""If a book knows so many things to do instead, nothing else is weighed: ending a turn is no rival of a march."""


class Depth(NamedTuple):
    """How hard a player thinks."""

    candidates: int
    """How many moves are played out."""
    rounds: int
    """How often at most."""
    turns: tuple[int, ...]
    """How many turns ahead a battle is judged, the soonest first: what it comes to is the mean of all.

    Where there is no time for a few rounds of the last it ends with the one before; with a single turn, if need be.
    """
    nodes: int
    """Decisions that may be simulated for one choice, where they come at a usual pace."""
    attention: float = 1.0
    """The share of choices that are thought through; in the others it does what looks best."""
    margin: float = MARGIN
    least: float = LEAST
    """What another move must be ahead by, luck allowed for, before it is made instead of what looks best."""
    doubted: float = DOUBTED
    """How many clear differences by which it looks worse count at most in what is asked of it besides."""
    musing: Musing = NO_MUSING
    """How hard it thinks about its plan, once a turn."""


class SearchAgent:
    """Races the best rated moves against each other over battles played out from what its side may know.

    What it chooses depends on its seed, on the view and on the plan it made at its first choice of the turn; never on
    time, or on what is hidden from it.
    """

    def __init__(self, book: Book, seed: int, depth: Depth, temper: Temper | None = None):
        self.book, self.seed, self.depth, self.temper = book, seed, depth, temper
        self.watch: Watch | None = None
        """Who watches it think, and may call it off; then it does depend on when."""
        self.failed = 0
        """How often so far a battle could not be played on from what was guessed."""
        self._greedy = GreedyAgent(book, seed, temper=temper)
        self.playout = Playout(book)
        self.planner = Planner(self.playout, depth.musing, temper)
        self._why = Why()

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The candidate that did best; the best rated if none did clearly better."""
        self._why = Why()
        only = only_move(ask, side)
        if only is not None:
            return only
        seed = crc32(self.book.encode(view), self.seed & 0xFFFFFFFF)
        orders, mused = self.planner.orders(view, side, seed, self.watch)
        candidates = self._candidates(view, ask, side, random.Random(seed), orders)
        if not candidates:
            return ask.sample(random.Random(seed), side)
        if len(candidates) == 1 or not self._ponders(seed, self._look(view, ask, side, orders)):
            thoughts = tuple(Thought(move, rating) for move, rating in candidates[:SHOWN])
            self._why = Why(thoughts, mused, plan=self._plan(view, side, orders))
            return candidates[0][0]
        nodes = Nodes(round(self.depth.nodes * self.book.advice.pace(view.state)), self.watch)
        trials = _Trials(self, view, side, [move for move, _ in candidates], seed, nodes, orders)
        raced = self._raced(trials, [rating for _, rating in candidates[: trials.entrants]])
        self.failed += trials.failed
        self._why = _why(candidates, raced, mused + nodes.spent, trials.chances)._replace(
            plan=self._plan(view, side, orders)
        )
        return candidates[raced.winner][0]

    def _ponders(self, seed: int, look: AgentLook) -> bool:
        """Whether this choice is thought through: by its own number, so that it is the same whenever it is made."""
        return Stream(seed).random() < self.depth.attention and self.book.advice.cares(look)

    def _raced(self, trials: _Trials, ratings: Sequence[float]) -> Raced:
        depth, nodes, asked = self.depth, trials.nodes, self._asked(ratings)
        margin = depth.margin + (BY_POINTS if self.book.advice.worth is None else 0.0)
        return race(len(ratings), trials.run, depth.rounds, margin, lambda: nodes.share, asked.__getitem__)

    def _asked(self, ratings: Sequence[float]) -> list[float]:
        """What each must be ahead by: the worse it looks, the more, or it would look like a whim."""
        scale = self.book.generals.scale or 1.0
        below = ((ratings[0] - rating) / scale for rating in ratings)
        return [self.depth.least + DOUBT * max(0.0, min(self.depth.doubted, gap)) for gap in below]

    def weighs(self, view: Position, ask: Ask, side: int) -> list[Move]:
        """The moves it would play out here, its favourite first; none where its book says that nothing is decided."""
        if only_move(ask, side) is not None or not self.book.advice.cares(
            self._look(view, ask, side, NO_PLAN)
        ):
            return []
        seed = crc32(self.book.encode(view), self.seed & 0xFFFFFFFF)
        return [move for move, _ in self._candidates(view, ask, side, random.Random(seed), NO_PLAN)]

    def why(self) -> Why:
        """What it thought at its last choice: the moves it played out, and how they did."""
        return self._why

    def _plan(self, view: Position, side: int, orders: Plan) -> Plan:
        return plan_for(self.book.advice, view.state, side, orders)

    def _candidates(
        self, view: Position, ask: Ask, side: int, rng: random.Random, orders: Plan
    ) -> list[tuple[Move, float]]:
        """The best rated, and what could be done instead of it; but half of them at most are of one kind."""
        most, kinds = self.depth.candidates, Counter[Hashable]()
        chosen: list[tuple[Move, float]] = []
        ranked = self._greedy.ranked(view, ask, side, rng, orders)
        best = next((pair for pair in ranked if pair[0] in ask), None)
        if best is None:
            return chosen
        rivals = self._instead(view, ask, side, best[0], orders)
        for move, rating in (best, *(rivals if len(rivals) >= RIVALS else (*rivals, *ranked))):
            if len(chosen) == most:
                break
            kind = _kind(move)
            if kinds[kind] < (most + 1) // 2 and move in ask and move not in [known for known, _ in chosen]:
                kinds[kind] += 1
                chosen.append((move, rating))
        return chosen

    def _instead(
        self, view: Position, ask: Ask, side: int, move: Move, orders: Plan
    ) -> list[tuple[Move, float]]:
        """What the book thinks could be done instead, the best rated first."""
        found: list[tuple[Move, float]] = []
        with suppress(Spent):  # then what came to mind so far
            found.extend(self.book.advice.instead(self._look(view, ask, side, orders), move))
        return sorted(found, key=lambda pair: -pair[1])

    def _look(self, view: Position, ask: Ask, side: int, orders: Plan) -> AgentLook:
        plan = partial(self._plan, view, side, orders)
        return AgentLook(self.playout.engine, view, ask, side, Budget(LOOKS), OddsCache(1), plan=plan)


def _kind(move: Move) -> Hashable:
    """Moves of one kind differ in the way only, not in who does what to whom."""
    whom = isinstance(move.noun, int | str) or (
        isinstance(move.noun, tuple) and all(isinstance(part, int | str) for part in move.noun)
    )
    return (move.verb, move.noun) if whom else move.verb


class _Trials:
    """The battles played out for one choice."""

    def __init__(
        self,
        agent: SearchAgent,
        view: Position,
        side: int,
        moves: list[Move],
        seed: int,
        nodes: Nodes,
        orders: Plan,
    ):
        self.orders = orders
        self.agent, self.view, self.side, self.moves = agent, view, side, moves
        self.seed, self.nodes, self.failed = seed, nodes, 0
        self.chances: dict[int, list[float]] = {}
        """What came of each candidate, as it was and not as it is felt."""
        self._guesses: dict[int, Position] = {}
        self._first: float | None = None
        self.turns, self.entrants = self._affordable()

    def run(self, candidate: int, number: int) -> float:
        """One battle after one move: the chance to win at its horizon, as it is felt."""
        if candidate == number == 0 and self._first is not None:
            chance = self._first
        else:
            chance = fmean(self._chances(candidate, number, self.turns, self.nodes))
        self.chances.setdefault(candidate, []).append(chance)
        temper = self.agent.temper
        return chance if temper is None else felt(temper, chance)

    def _affordable(self) -> tuple[tuple[int, ...], int]:
        """How far ahead they are judged, and how many: the favourite is sent ahead to see how long it takes."""
        turns, everyone, most = self.agent.depth.turns, len(self.moves), self.nodes.most
        if max(turns) > 1:
            reached, _ = self._scouted(turns, most // (everyone * FEWEST))
            if reached:
                return turns[:reached], everyone
        reached, cost = self._scouted((1,), most // SHORTEST)
        return (1,), entrants(everyone, most / cost if reached else SHORTEST)

    def _scouted(self, turns: tuple[int, ...], most: int) -> tuple[int, int]:
        """How many of these turns the favourite's first battle comes to in so many decisions, and what it takes."""
        scout, found = self.nodes.part(most), list[float]()
        with suppress(Spent):  # then as far as it came
            found.extend(self._chances(0, 0, turns, scout))
        self._first = fmean(found) if found else None
        return len(found), max(1, scout.spent)

    def _chances(self, candidate: int, number: int, turns: Sequence[int], nodes: Nodes) -> Iterator[float]:
        """What one battle after one move comes to, a chance for each of these turns ahead."""
        playout, told = self.agent.playout, 0
        luck, now = crc32(b"%d" % number, self.seed), playout.turn(self.view, self.side)
        try:
            position = playout.engine.follow(self._guess(number, luck), self.moves[candidate])
            until = [now + turn for turn in turns]
            for chance in playout.chances(position, self.side, until, KeyedDice(luck), nodes, self.orders):
                yield chance
                told += 1
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError):
            # What was guessed cannot be played on from; nobody gains or loses by it.
            self.failed += 1
            yield from [0.5] * (len(turns) - told)

    def _guess(self, number: int, luck: int) -> Position:
        """What is hidden, thought out anew for every round, the same for all candidates."""
        if number not in self._guesses:
            self._guesses[number] = self.agent.book.guessed(self.view, self.side, Stream(luck))
        return self._guesses[number]


def _why(
    candidates: list[tuple[Move, float]], raced: Raced, simulated: int, chances: dict[int, list[float]]
) -> Why:
    thoughts = [
        Thought(*candidates[r.place], _mean(chances.get(r.place, ())), r.trials) for r in raced.runners
    ]
    first = thoughts.pop(raced.winner)
    thoughts.sort(key=lambda thought: (-thought.trials, -(thought.chance or 0.0)))
    return Why((first, *thoughts)[:SHOWN], simulated, raced.cut_short)


def _mean(chances: Sequence[float]) -> float | None:
    return sum(chances) / len(chances) if chances else None


__all__ = ["Depth", "SearchAgent"]
