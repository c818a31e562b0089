"""Plays its best candidates out in thought before it chooses: the book's advice proposes, playouts decide."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from typing import NamedTuple
from zlib import crc32

from grognard.ai.dice import KeyedDice, Stream
from grognard.ai.greedy import GreedyAgent, only_move
from grognard.ai.look import AgentLook, Budget, OddsCache, Spent
from grognard.ai.playout import LOOKS, Nodes, Playout, Watch
from grognard.ai.race import MARGIN, Raced, race, stages
from grognard.ai.why import Thought, Why
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position

SHOWN = 3


class Depth(NamedTuple):
    """How hard a player thinks."""

    candidates: int
    """How many moves are played out."""
    rounds: int
    """How often at most."""
    turns: tuple[int, ...]
    """How many turns ahead, round by round in this order."""
    nodes: int
    """Decisions that may be simulated for one choice."""
    margin: float = MARGIN


class SearchAgent:
    """Races the best rated moves against each other over battles played out from what its side may know.

    What it chooses depends on its seed and on the view alone, never on time, on what it has seen before or on what
    is hidden from it.
    """

    def __init__(self, book: Book, seed: int, depth: Depth):
        self.book, self.seed, self.depth = book, seed, depth
        self.watch: Watch | None = None
        """Who watches it think, and may call it off; then it does depend on when."""
        self.failed = 0
        """How often so far a battle could not be played on from what was guessed."""
        self._greedy = GreedyAgent(book, seed)
        self._playout = Playout(book)
        self._why = Why()

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The candidate that did best; the best rated if none did clearly better."""
        self._why = Why()
        only = only_move(ask, side)
        if only is not None:
            return only
        seed = crc32(self.book.encode(view), self.seed & 0xFFFFFFFF)
        candidates = self._candidates(view, ask, side, random.Random(seed))
        if not candidates:
            return ask.sample(random.Random(seed), side)
        if len(candidates) == 1 or not self._cares(view, ask, side):
            self._why = Why(tuple(Thought(move, rating) for move, rating in candidates[:SHOWN]))
            return candidates[0][0]
        nodes = Nodes(self.depth.nodes, self.watch)
        trials = _Trials(self, view, side, [move for move, _ in candidates], seed, nodes)
        raced = race(len(candidates), trials.run, trials.rounds(), self.depth.margin)
        self.failed += trials.failed
        self._why = _why(candidates, raced, nodes.spent)
        return candidates[raced.winner][0]

    def why(self) -> Why:
        """What it thought at its last choice: the moves it played out, and how they did."""
        return self._why

    def _cares(self, view: Position, ask: Ask, side: int) -> bool:
        look = AgentLook(self._playout.engine, view, ask, side, Budget(LOOKS), OddsCache(1))
        return self.book.advice.cares(look)

    def _candidates(
        self, view: Position, ask: Ask, side: int, rng: random.Random
    ) -> list[tuple[Move, float]]:
        """The best rated, but not the same thing over and over: half of them at most are of one kind."""
        most, kinds = self.depth.candidates, Counter[Hashable]()
        chosen: list[tuple[Move, float]] = []
        for move, rating in self._greedy.ranked(view, ask, side, rng):
            if len(chosen) == most:
                break
            kind = _kind(move)
            if kinds[kind] < (most + 1) // 2 and move in ask:
                kinds[kind] += 1
                chosen.append((move, rating))
        return chosen


def _kind(move: Move) -> Hashable:
    """Moves of one kind differ in the way only, not in who does what to whom."""
    whom = isinstance(move.noun, int | str) or (
        isinstance(move.noun, tuple) and all(isinstance(part, int | str) for part in move.noun)
    )
    return (move.verb, move.noun) if whom else move.verb


class _Trials:
    """The battles played out for one choice."""

    def __init__(
        self, agent: SearchAgent, view: Position, side: int, moves: list[Move], seed: int, nodes: Nodes
    ):
        self.agent, self.view, self.side, self.moves = agent, view, side, moves
        self.seed, self.nodes, self.failed = seed, nodes, 0
        self._guesses: dict[int, Position] = {}
        self._first: dict[int, float] = {}

    def rounds(self) -> int:
        """How many rounds its decisions will last for, going by what the first costs with each horizon."""
        depth, running = self.agent.depth, stages(len(self.moves))
        with suppress(Spent):
            for candidate in range(len(self.moves)):
                self._first[candidate] = self.run(candidate, 0)
        if len(self._first) < len(self.moves):
            return 1
        one = self.nodes.spent / len(self.moves)
        turns = sum(depth.turns) / len(depth.turns) / depth.turns[0]
        each = max(1.0, one * turns * sum(running) / len(running))
        return max(2, min(depth.rounds, int(self.nodes.most / each)))

    def run(self, candidate: int, number: int) -> float:
        """One battle after one move: the chance to win at its horizon."""
        if number == 0 and candidate in self._first:
            return self._first[candidate]
        turns = self.agent.depth.turns
        playout = self.agent._playout
        luck = crc32(b"%d" % number, self.seed)
        try:
            position = playout.engine.follow(self._guess(number, luck), self.moves[candidate])
            horizon = turns[number % len(turns)]
            return playout.chance(position, self.side, horizon, KeyedDice(luck), self.nodes)
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError):
            # What was guessed cannot be played on from; nobody gains or loses by it.
            self.failed += 1
            return 0.5

    def _guess(self, number: int, luck: int) -> Position:
        """What is hidden, thought out anew for every round, the same for all candidates."""
        if number not in self._guesses:
            self._guesses[number] = self.agent.book.guessed(self.view, self.side, Stream(luck))
        return self._guesses[number]


def _why(candidates: list[tuple[Move, float]], raced: Raced, simulated: int) -> Why:
    thoughts = [Thought(*candidates[r.place], r.mean if r.trials else None, r.trials) for r in raced.runners]
    first = thoughts.pop(raced.winner)
    thoughts.sort(key=lambda thought: (-thought.trials, -(thought.chance or 0.0)))
    return Why((first, *thoughts)[:SHOWN], simulated, raced.cut_short)


__all__ = ["Depth", "SearchAgent"]
