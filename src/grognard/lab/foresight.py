"""How far ahead a battle that is played out tells most of who wins it: what `Advice.foresight` of a book is chosen by.

Choices of games between sergeants are drawn by chance, and every move that a captain would weigh is played on to the end of the battle, again
and again on the same dice, and judged on the way. What is seen after two turns has little luck in it but goes with the result only so far; the
result itself is all luck and no error. What serves best depends on how many battles can be played out: see `Judged.gain`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from grognard import books
from grognard.ai.dice import KeyedDice, Stream
from grognard.ai.greedy import GreedyAgent
from grognard.ai.levels import captain
from grognard.ai.look import Spent
from grognard.ai.playout import Nodes
from grognard.ai.search import SearchAgent
from grognard.engine.advice import END
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Position
from grognard.lab.runner import Progress, game_seed, processes

TURNS = (1, 2, 3, END)
"""When a battle is judged on its way; the last is what comes of it."""
LIMIT, LONGEST = 5_000, 2_000
"""Actions of a game that choices are drawn from, and decisions of a battle that is played out."""
RUNNING = 2.5
"""So many moves run in a race on the whole: most fall out early."""
DRAWN = 2
"""Choices of one game: more of them would be much alike."""
AGAIN = 300
"""How often the choices are drawn anew from themselves to see how sure a difference is."""

Square = tuple[tuple[float, ...], ...]


class Weighed(msgspec.Struct, frozen=True):
    """One choice: how what its moves came to, each against the mean of all, goes together from horizon to horizon."""

    shared: Square
    """What is true of the moves, horizon by horizon: products of two, luck taken off."""
    luck: Square
    """The luck of a single trial, likewise."""
    simulated: tuple[float, ...]
    """Decisions simulated until each horizon."""


class Sight(NamedTuple):
    """What it is to judge battles after some turns, the mean of them."""

    turns: tuple[int, ...]
    simulated: float
    luck: float
    """Standard deviation of what one move comes to in one trial."""
    goes_with: float | None
    """How it goes with the results, luck taken off both: 1 is all there is to know; None where they do not differ."""
    gain: float
    """What a move that looks better by one standard deviation truly brings, in chances to win."""
    ahead: float
    """By how much that is more than what the book's captains see now."""
    error: float
    """The standard error of that."""


def weighed(book: Book, scenario: str, game: int, seed: int, trials: int) -> list[Weighed]:
    """Choices of one game between sergeants, those of no more than one move worth weighing left out."""
    agent = SearchAgent(book, 0, captain(book.advice))
    found: list[Weighed] = []
    met = list(_met(book, scenario, game, seed))
    random.Random(game_seed(seed, f"{scenario}:{game} drawn")).shuffle(met)
    for view, ask, side in met:
        if len(found) == DRAWN:
            break
        moves = agent.weighs(view, ask, side)
        if len(moves) > 1:
            choice = _played_on(agent, view, side, moves, trials)
            found += [choice] if choice is not None else []
    return found


def _met(book: Book, scenario: str, game: int, seed: int) -> Iterator[tuple[Position, Ask, int]]:
    """Every choice of a game between sergeants, as the side that makes it sees it."""
    engine, position = book.engine(), book.start(scenario)
    rng = random.Random(game_seed(seed, f"{scenario}:{game}"))
    players = [GreedyAgent(book, game_seed(seed, f"{scenario}:{game}:{side}")) for side in range(2)]
    for _ in range(LIMIT):
        waiting = engine.pending(position)
        if waiting is None:
            return
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        side = waiting.who[0]
        view = book.view_of(position, side)
        ask = engine.pending(view)
        assert isinstance(ask, Ask), "a view waits for the same as the position"
        ask = ask.for_side(side)
        yield view, ask, side
        position = engine.follow(position, players[side].choose(view, ask, side))


def _played_on(
    agent: SearchAgent, view: Position, side: int, moves: Sequence[Any], trials: int
) -> Weighed | None:
    """Every move of a choice to the end of the battle; None where what was guessed cannot be played on from."""
    book, playout = agent.book, agent.playout
    seed, now = crc32(book.encode(view), agent.seed), playout.turn(view, side)
    until, table, cost = [now + turn for turn in TURNS], [], [0.0] * len(TURNS)
    try:
        for number in range(trials):
            luck = crc32(b"%d" % number, seed)
            guess = book.guessed(view, side, Stream(luck))
            row = []
            for move in moves:
                nodes, seen = Nodes(LONGEST), []
                battle = playout.chances(
                    playout.engine.follow(guess, move), side, until, KeyedDice(luck), nodes, longest=LONGEST
                )
                for at, chance in enumerate(battle):
                    seen.append(chance)
                    cost[at] += nodes.spent
                row.append(seen)
            table.append(row)
    except (Spent, LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError):
        return None
    return _apart(table, tuple(each / (trials * len(moves)) for each in cost))


def _apart(table: Sequence[Sequence[Sequence[float]]], simulated: tuple[float, ...]) -> Weighed:
    """What is true of the moves and what is luck: `table` has a row a trial, in it every move, horizon by horizon."""
    trials, moves, ways = len(table), len(table[0]), range(len(TURNS))
    level = [[sum(move[h] for move in row) / moves for h in ways] for row in table]
    against = [
        [[move[h] - whole[h] for h in ways] for move in row] for row, whole in zip(table, level, strict=True)
    ]
    means = [[sum(row[k][h] for row in against) / trials for h in ways] for k in range(moves)]
    luck = [
        [
            sum(
                (row[k][i] - means[k][i]) * (row[k][j] - means[k][j]) for row in against for k in range(moves)
            )
            / ((trials - 1) * moves)
            for j in ways
        ]
        for i in ways
    ]
    shared = [
        [sum(mean[i] * mean[j] for mean in means) / moves - luck[i][j] / trials for j in ways] for i in ways
    ]
    return Weighed(tuple(map(tuple, shared)), tuple(map(tuple, luck)), simulated)


def sights(choices: Sequence[Weighed], decisions: float, now: tuple[int, ...], seed: int = 0) -> list[Sight]:
    """Every way to look ahead, the one that brings most by so many simulated decisions first.

    Luck falls with the number of battles there is time for, and battles that are played farther take longer. `now` is what the others are held against.
    """
    rng = random.Random(seed)
    again = [[rng.choice(choices) for _ in choices] for _ in range(AGAIN)]
    ways = [some for many in range(1, len(TURNS) + 1) for some in combinations(range(len(TURNS)), many)]
    held = next(way for way in ways if tuple(TURNS[h] for h in way) == now)
    base = [_gain(each, held, decisions) for each in again]
    found = []
    for way in ways:
        ahead = [_gain(each, way, decisions) - was for each, was in zip(again, base, strict=True)]
        mean = sum(ahead) / AGAIN
        luck, true, result = _sums(choices, way, "luck")[0], *_sums(choices, way, "shared")
        best = _sums(choices, (len(TURNS) - 1,), "shared")[0]
        found.append(
            Sight(
                tuple(TURNS[h] for h in way),
                _mean([choice.simulated[way[-1]] for choice in choices]),
                sqrt(max(0.0, luck)),
                result / sqrt(true * best) if true > 0 < best else None,
                _gain(choices, way, decisions),
                mean,
                sqrt(sum((each - mean) ** 2 for each in ahead) / AGAIN),
            )
        )
    return sorted(found, key=lambda sight: -sight.gain)


def _gain(choices: Sequence[Weighed], way: tuple[int, ...], decisions: float) -> float:
    """What goes with the results, by how much a mean of so many trials varies."""
    trials = decisions / RUNNING / max(1.0, _mean([choice.simulated[way[-1]] for choice in choices]))
    true, result = _sums(choices, way, "shared")
    varies = true + _sums(choices, way, "luck")[0] / max(1.0, trials)
    return result / sqrt(varies) if varies > 0 else 0.0


def _sums(choices: Sequence[Weighed], way: tuple[int, ...], what: str) -> tuple[float, float]:
    """How the mean of some horizons varies, and how it goes with the last one, over all choices."""
    own = with_last = 0.0
    for choice in choices:
        square: Square = getattr(choice, what)
        own += sum(square[i][j] for i in way for j in way) / len(way) ** 2
        with_last += sum(square[i][-1] for i in way) / len(way)
    return own / len(choices), with_last / len(choices)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def collect(
    book: Book,
    scenario: str,
    games: int,
    trials: int,
    seed: int,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Weighed]:
    """The choices of so many games, the same for any number of processes."""
    found: list[Weighed] = []
    for done, each in enumerate(_games(book, scenario, games, trials, seed, jobs), 1):
        found += each
        if progress is not None:
            progress(done, games)
    return found


def _games(
    book: Book, scenario: str, games: int, trials: int, seed: int, jobs: int
) -> Iterator[list[Weighed]]:
    if jobs <= 1:
        yield from (weighed(book, scenario, game, seed, trials) for game in range(games))
        return
    one = partial(_weighed, book.home, scenario, seed, trials)
    with processes(jobs) as pool:
        yield from pool.map(one, range(games))


def _weighed(home: str, scenario: str, seed: int, trials: int, game: int) -> list[Weighed]:
    return weighed(books.at(home), scenario, game, seed, trials)


__all__ = ["DRAWN", "TURNS", "Sight", "Weighed", "collect", "sights", "weighed"]
