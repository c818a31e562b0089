"""Many games at once, over processes, with statistics.

A game's dice and agents depend on (seed, number of the game) only, so the results are the same for any
number of processes. Two agents of the same name are told apart as
`greedy` and `greedy (2)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import msgspec

from grognard.ai.agents import make
from grognard.engine.book import BadInput, Book, is_text
from grognard.lab.play import LIMIT, GameResult
from grognard.lab.runner import Crew, Order, Progress, crew_of, game_seed, sides_of, terms_of
from grognard.lab.stats import distinct, mean, rate_of


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
    book: Book,
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
    crew: Crew | None = None,
) -> Simulation:
    """Play many games; `swap` lets the agents change sides in every other game.

    A `crew` plays them instead of `jobs` processes of this machine. `home` names the module with the book's RULESET for a book that is not on the shelf.
    """
    sides = sides_of(book, scenario)
    if len(agents) != len(sides):
        called = book.told(scenario).title if is_text(scenario) else scenario
        raise BadInput(f"{called} has {len(sides)} sides ({', '.join(sides)}) but {len(agents)} agents")
    for name in agents:
        make(name, book)  # an unknown name is refused here, not in another process
    orders = [_order(str(scenario), agents, seed, swap, game) for game in range(games)]
    terms = terms_of(book, options, home, log=log, limit=limit)
    began = perf_counter()
    played: list[Played] = []
    for done in (crew or crew_of(book, jobs))(terms, orders):
        number = done.order.number
        played.append(Played(number, _seats(len(agents), swap, number), done.result))
        if progress is not None:
            progress(len(played), games)
    played.sort(key=lambda one: one.game)
    return Simulation(distinct(agents), distinct(sides), tuple(played), perf_counter() - began)


def _order(scenario: str, agents: Sequence[str], seed: int, swap: bool, game: int) -> Order:
    seats = _seats(len(agents), swap, game)
    return Order(game, scenario, tuple(agents[seat] for seat in seats), game_seed(seed, game))


def _seats(agents: int, swap: bool, game: int) -> tuple[int, ...]:
    """For each side the place of its agent in the list of agents."""
    seats = tuple(range(agents))
    return seats[1:] + seats[:1] if swap and game % 2 else seats
