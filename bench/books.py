"""What one book costs: random play, choices, reach, odds, decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from time import process_time
from typing import Any

from bench.clock import best_us, spread_ms
from grognard.ai.agents import make
from grognard.ai.greedy import GreedyAgent
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Reach
from grognard.engine.flow import Position
from grognard.lab.play import play_game
from grognard.odds.explore import explore
from grognard.odds.report import solve


def measure(book: Book, seconds: float, scenario: str = "") -> dict[str, Any]:
    """Every measurement of one book; each takes about so many seconds."""
    scenario = scenario or next(iter(book.scenarios))
    positions = list(islice(_positions(book, scenario), 4000))
    return {
        "scenario": scenario,
        "random_play": random_play(book, scenario, seconds),
        "random_agents": random_agents(book, scenario, seconds),
        "ask_ms": listed_asks(book, positions, seconds),
        "reach_check_ms": reach_checks(book, positions, seconds),
        "charge_odds": charge_odds(book, seconds),
        "greedy_decision_ms": greedy_decisions(book, scenario, seconds * 3),
        "copy_us": copies(book, positions[len(positions) // 2]),
    }


def random_play(book: Book, scenario: str, seconds: float, seed: int = 1) -> dict[str, float]:
    """Uniformly random play, every action checked by the engine."""
    engine, rng = book.engine(), random.Random(seed)
    actions = games = 0
    began = process_time()
    while process_time() - began < seconds or games == 0:
        position = book.start(scenario)
        while (waiting := engine.pending(position)) is not None:
            action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
            position = engine.apply(position, action)
            actions += 1
        games += 1
    spent = process_time() - began
    return {"actions_per_s": round(actions / spent), "games_per_s": round(games / spent, 2)}


def random_agents(book: Book, scenario: str, seconds: float) -> dict[str, float]:
    """The same with agents who are shown a view before every choice."""
    actions = games = 0
    sides = len(book.scenarios[scenario].sides)
    began = process_time()
    while process_time() - began < seconds or games == 0:
        agents = [make("random", book, games * sides + side) for side in range(sides)]
        actions += play_game(book, scenario, agents, games).actions
        games += 1
    spent = process_time() - began
    return {"actions_per_s": round(actions / spent), "games_per_s": round(games / spent, 2)}


def listed_asks(book: Book, positions: list[Position], seconds: float) -> dict[str, float]:
    """Working out a choice afresh and listing every move of it; a reach is not listed."""
    engine = book.engine()
    spent = []
    until = process_time() + seconds
    for position in positions:
        if process_time() > until:
            break
        if isinstance(engine.pending(position), Ask):
            bare = Position(position.state, position.agenda, position.reveals)
            began = process_time()
            ask = engine.pending(bare)
            assert isinstance(ask, Ask)
            for domain in ask.offers.values():
                if domain.listable():
                    list(domain)
            spent.append(process_time() - began)
    return spread_ms(spent)


def reach_checks(book: Book, positions: list[Position], seconds: float, seed: int = 1) -> dict[str, float]:
    """Whether one manoeuvre is legal; the manoeuvres come from the book's own sampler."""
    engine, rng = book.engine(), random.Random(seed)
    spent = []
    until = process_time() + seconds
    for position in positions:
        waiting = engine.pending(position)
        if not isinstance(waiting, Ask) or process_time() > until:
            continue
        for domain in waiting.offers.values():
            if isinstance(domain, Reach):
                noun = domain.sample(rng)
                began = process_time()
                assert noun in domain
                spent.append(process_time() - began)
    return spread_ms(spent)


def charge_odds(book: Book, seconds: float) -> dict[str, Any]:
    """The exact odds of a whole charge: the first situation so named, else the last there is."""
    if not book.situations:
        return {}
    names = list(book.situations)
    name = next((name for name in names if "charge" in name), names[-1])
    situation, engine = book.situations[name], book.engine()
    scene = situation.scene({field.name: field.default for field in situation.fields})
    odds = explore(engine, scene)
    walked = best_us(lambda: explore(engine, scene), seconds)
    return {
        "situation": name,
        "ms": round(walked / 1000, 3),
        "report_ms": round(best_us(lambda: solve(book, name, {}), seconds) / 1000, 3),
        "positions": odds.positions,
        "falls": odds.falls,
        "us_per_fall": round(walked / max(1, odds.falls), 2),
    }


class _Timed:
    """An agent with a stopwatch."""

    def __init__(self, inner: GreedyAgent, spent: list[float], until: float):
        self._inner, self._spent, self._until = inner, spent, until

    def choose(self, view: Position, ask: Ask, side: int) -> Any:
        if process_time() > self._until:
            raise TimeoutError
        began = process_time()
        move = self._inner.choose(view, ask, side)
        self._spent.append(process_time() - began)
        return move


def greedy_decisions(book: Book, scenario: str, seconds: float) -> dict[str, float]:
    """How long the greedy agent thinks, playing against itself."""
    spent: list[float] = []
    until = process_time() + seconds
    sides = len(book.scenarios[scenario].sides)
    game = 0
    try:
        while process_time() < until:
            agents = [_Timed(GreedyAgent(book, game * sides + side), spent, until) for side in range(sides)]
            play_game(book, scenario, agents, game)
            game += 1
    except TimeoutError:
        pass
    return spread_ms(spent)


def copies(book: Book, position: Position) -> dict[str, float]:
    """Keeping a position (it is a value: a reference will do) and writing it out and reading it back."""
    kept: list[Position] = []
    return {
        "keep": round(best_us(lambda: kept.append(position), 0.1, 1000), 4),
        "json_round_trip": round(best_us(lambda: book.decode(book.encode(position)), 0.2), 1),
    }


def _positions(book: Book, scenario: str, seed: int = 2) -> Iterator[Position]:
    """Positions out of random games."""
    engine, rng = book.engine(), random.Random(seed)
    while True:
        position = book.start(scenario)
        while (waiting := engine.pending(position)) is not None:
            yield position
            action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
            position = engine.apply(position, action)
