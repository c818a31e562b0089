"""Many games at once, over processes, with statistics.

A game's dice and agents depend on (seed, number of the game) only, so the results are the same for any
number of processes, unless a decision runs out of time. Two agents of the same name are told apart as
`greedy` and `greedy (2)`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from time import perf_counter
from typing import Any

import msgspec

from grognard.ai.agents import make
from grognard.engine.book import BadInput, Ruleset
from grognard.lab.play import LIMIT, GameResult, play_game
from grognard.lab.stats import distinct, mean, rate_of

BATCH = 8
Progress = Callable[[int, int], None]
"""Told how many games are done, and how many there will be."""


class Plan(msgspec.Struct, frozen=True):
    """What to play; plain data, so that another process can be told."""

    home: str
    """The module that holds the book's RULESET."""
    scenario: str
    agents: tuple[str, ...]
    seed: int
    swap: bool
    options: dict[str, Any]
    log: bool
    limit: int


class Played(msgspec.Struct, frozen=True):
    """One game of a batch: its number, who sat where, how it went."""

    game: int
    seats: tuple[int, ...]
    """For each side the place of its agent in the list of agents."""
    result: GameResult


class Simulation(msgspec.Struct, frozen=True):
    """The games of a batch in order, and what they add up to."""

    agents: tuple[str, ...]
    sides: tuple[str, ...]
    games: tuple[Played, ...]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The statistics as plain data."""
        results = [played.result for played in self.games]
        count = len(results)
        wins, side_wins = self._wins()
        turns = [result.turns for result in results if result.turns is not None]
        slowest = self._slowest()
        rules: Counter[str] = Counter()
        for result in results:
            rules.update(result.rules)
        return {
            "games": count,
            "wins": wins,
            "draws": sum(result.winner is None for result in results),
            "side_wins": side_wins,
            "actions": sum(result.actions for result in results),
            "seconds": round(self.seconds, 3),
            "slowest_decision_ms": round(max(slowest.values(), default=0.0), 3),
            "slowest_by_agent_ms": {name: round(ms, 3) for name, ms in slowest.items()},
            "win_rates": {name: rate_of(won, count) for name, won in wins.items()},
            "side_win_rates": {name: rate_of(won, count) for name, won in side_wins.items()},
            "unfinished": sum(not result.ended for result in results),
            "mean_actions": round(mean(result.actions for result in results), 1),
            "mean_turns": round(mean(turns), 2) if turns else None,
            "rules": dict(sorted(rules.items(), key=lambda pair: (-pair[1], pair[0]))),
        }

    def _wins(self) -> tuple[dict[str, int], dict[str, int]]:
        by_agent, by_side = dict.fromkeys(self.agents, 0), dict.fromkeys(self.sides, 0)
        for played in self.games:
            winner = played.result.winner
            if winner is not None:
                by_agent[self.agents[played.seats[winner]]] += 1
                by_side[self.sides[winner]] += 1
        return by_agent, by_side

    def _slowest(self) -> dict[str, float]:
        slowest = dict.fromkeys(self.agents, 0.0)
        for played in self.games:
            for seat, milliseconds in zip(played.seats, played.result.slowest_ms):
                name = self.agents[seat]
                slowest[name] = max(slowest[name], milliseconds)
        return slowest


def simulate(
    book: Ruleset,
    scenario: str,
    agents: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    swap: bool = False,
    options: Any = None,
    log: bool = True,
    limit: int = LIMIT,
    progress: Progress | None = None,
    home: str | None = None,
) -> Simulation:
    """Play many games; `swap` lets the agents change sides in every other game.

    `home` names the module with the book's RULESET for a book that is not on the shelf.
    """
    sides = _sides(book, scenario)
    if len(agents) != len(sides):
        raise BadInput(f"{scenario} has {len(sides)} sides ({', '.join(sides)}) but {len(agents)} agents")
    for name in agents:
        make(name, book)  # an unknown name is refused here, not in another process
    chosen = msgspec.to_builtins(options if options is not None else book.options())
    plan = Plan(
        home or f"grognard.books.{book.name}", str(scenario), tuple(agents), seed, swap, chosen, log, limit
    )
    began = perf_counter()
    played: list[Played] = []
    batches = _alone(book, plan, games) if jobs <= 1 else _together(plan, games, jobs)
    for batch in batches:
        played += batch
        if progress is not None:
            progress(len(played), games)
    played.sort(key=lambda one: one.game)
    return Simulation(distinct(agents), distinct(sides), tuple(played), perf_counter() - began)


def game_seed(seed: int, game: int) -> int:
    """The seed of one game of a batch, the same on every machine."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{game}".encode()).digest()[:8], "big")


def _sides(book: Ruleset, scenario: str) -> tuple[str, ...]:
    if scenario in book.scenarios:
        return book.scenarios[scenario].sides
    state = book.start(scenario).state  # from a file: the view knows
    return book.sheet.view(state, None).sides


def _alone(book: Ruleset, plan: Plan, games: int) -> Iterator[list[Played]]:
    for game in range(games):
        yield [_play(book, plan, game)]


def _together(plan: Plan, games: int, jobs: int) -> Iterator[list[Played]]:
    batch = max(1, min(BATCH, games // jobs))
    starts = range(0, games, batch)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [
            pool.submit(_play_batch, plan, tuple(range(start, min(start + batch, games)))) for start in starts
        ]
        for future in as_completed(futures):
            yield future.result()


def _play_batch(plan: Plan, games: tuple[int, ...]) -> list[Played]:
    book: Ruleset = import_module(plan.home).RULESET
    return [_play(book, plan, game) for game in games]


def _play(book: Ruleset, plan: Plan, game: int) -> Played:
    seats = tuple(range(len(plan.agents)))
    if plan.swap and game % 2:
        seats = seats[1:] + seats[:1]
    seed = game_seed(plan.seed, game)
    agents = [make(plan.agents[seat], book, game_seed(seed, side)) for side, seat in enumerate(seats)]
    options = book.read_options(plan.options)
    result = play_game(book, plan.scenario, agents, seed, options, plan.log, plan.limit)
    return Played(game, seats, result)
