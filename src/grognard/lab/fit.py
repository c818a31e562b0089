"""A book's chance to win, fitted to games of its own quick player: logistic regression over what the book counts.

Both sides are played briefly, now and then by whim, so that good and bad positions of every kind are met. At the start
of each turn what both sides have is noted, and who won in the end. All battles together give weights for any battle; each
by itself, held to those, gives its own. Every fourth game is kept out of the fit and says how good it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import exp
from typing import NamedTuple

import msgspec

from grognard import books
from grognard.ai.playout import Drill
from grognard.engine.advice import POINTS
from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Ask, Throw
from grognard.engine.worth import Worth
from grognard.lab.runner import Progress, game_seed, processes, sides_of

WHIM = 0.08
"""The share of choices that are anything."""
KEPT_OUT = 4
RIDGE = 3.0
"""How strongly weights are held to 0, or a battle's own to those of all: what hardly ever differs should hardly count."""
STEPS = 12
LIMIT = 5_000

Weights = dict[str, tuple[float, float]]
"""Of every sign, at the beginning of a battle and at its end."""


class Sample(NamedTuple):
    """A position at the start of a turn, as the first side sees it."""

    scenario: str
    game: int
    turn: int
    late: float
    signs: dict[str, float]
    """What the first side has more than the second."""
    won: float


def played(book: Book, scenario: str, game: int, seed: int) -> list[Sample]:
    """One game, turn by turn; nothing if it did not end."""
    rng, engine, drill = random.Random(game_seed(seed, f"{scenario}:{game}")), book.engine(), Drill(book)
    position, advice, turn = book.start(scenario), book.advice, -1
    met: list[tuple[int, float, dict[str, float]]] = []
    for _ in range(LIMIT):
        waiting = engine.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        state = position.state
        if state.turn > turn:
            turn = state.turn
            mine, theirs = advice.signs(state, 0), advice.signs(state, 1)
            met.append((turn, advice.late(state), {name: mine[name] - theirs[name] for name in mine}))
        side = waiting.who[0]
        ask: Ask = waiting.for_side(side)
        move = ask.sample(rng, side) if rng.random() < WHIM else drill.choose(position, ask, side)
        position = engine.follow(position, move)
    outcome = book.outcome(position.state) if position.over else None
    if outcome is None:
        return []
    won = 0.5 if outcome.winner is None else float(outcome.winner == 0)
    return [Sample(scenario, game, *each, won) for each in met]


def _played(home: str, scenario: str, game: int, seed: int) -> list[Sample]:
    return played(books.at(home), scenario, game, seed)


def collect(
    book: Book,
    scenarios: Sequence[str],
    games: int,
    seed: int,
    jobs: int,
    progress: Progress | None = None,
) -> list[Sample]:
    """So many games of each scenario, the same for any number of processes."""
    orders = [(scenario, game) for game in range(games) for scenario in scenarios]
    found: list[list[Sample]] = []
    for each in _games(book, orders, seed, jobs):
        found.append(each)
        if progress is not None:
            progress(len(found), len(orders))
    return [sample for each in found for sample in each]


def _games(book: Book, orders: list[tuple[str, int]], seed: int, jobs: int) -> Iterator[list[Sample]]:
    if jobs <= 1:
        yield from (played(book, scenario, game, seed) for scenario, game in orders)
        return
    home = book.home
    with processes(jobs) as pool:
        many = len(orders)
        scenarios, numbers = zip(*orders)
        yield from pool.map(_played, [home] * many, scenarios, numbers, [seed] * many, chunksize=4)


def fit(
    book: Book,
    scenarios: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Worth:
    """Weights from so many games of each scenario, with their quality by turn in games they were not fitted to."""
    if not book.advice.signs(book.start(scenarios[0]).state, 0):
        raise BadInput(f"{book.name} counts nothing that a chance to win could be fitted to")
    if any(len(sides_of(book, scenario)) != 2 for scenario in scenarios):
        raise BadInput("a chance to win is fitted to battles of two sides")
    samples = collect(book, scenarios, games, seed, jobs, progress)
    learnt = [each for each in samples if each.game % KEPT_OUT]
    kept_out = [each for each in samples if each.game % KEPT_OUT == 0]
    if not learnt:
        raise BadInput("no game came to its end; play more of them")
    rising = set(learnt[0].signs) == {POINTS}
    weights = regress(learnt, rising=rising)
    # What one side never wins has no weights of its own: who could say by what?
    open_to_both = [
        n for n in scenarios if {each.won for each in kept_out if each.scenario == n} >= {0.0, 1.0}
    ]
    battles = {
        n: regress([each for each in learnt if each.scenario == n], weights, rising) for n in open_to_both
    }
    command = " ".join(
        (
            "grognard fit",
            book.name,
            *(f"--scenario {name}" for name in scenarios),
            f"--games {games} --seed {seed}",
        )
    )
    worth = Worth(command, games * len(scenarios), weights, battles=battles)
    quality = {name: _by_turn(worth, [s for s in kept_out if s.scenario == name]) for name in scenarios}
    return msgspec.structs.replace(worth, quality=quality)


def regress(samples: Sequence[Sample], known: Weights | None = None, rising: bool = False) -> Weights:
    """Weights of every sign at the beginning and at the end: Newton's method, held by a ridge to what is known, or to 0.

    Every scenario has a constant as well, which is thrown away: else the signs would have to say that one side mostly wins it.
    `rising` weights begin at 0, where points say nothing yet: fitted freely they may begin below it, since whoever attacks loses some at first.
    """
    begin = 0.0 if rising else 1.0
    names, battles = list(samples[0].signs), sorted({s.scenario for s in samples})
    rows = [
        [
            *(
                part
                for name in names
                for part in (begin * s.signs[name] * (1 - s.late), s.signs[name] * s.late)
            ),
            *(float(s.scenario == battle) for battle in battles),
        ]
        for s in samples
    ]
    count = 2 * len(names) + len(battles)
    scale = [(sum(row[k] ** 2 for row in rows) / len(rows)) ** 0.5 or 1.0 for k in range(count)]
    rows = [[value / by for value, by in zip(row, scale)] for row in rows]
    holds = [RIDGE] * (2 * len(names)) + [RIDGE / 20] * len(battles)
    held_to = [part for name in names for part in (known[name] if known else (0.0, 0.0))] + [0.0] * len(
        battles
    )
    held_to = [weight * by for weight, by in zip(held_to, scale)]
    weights = [0.0] * count  # not at what is known: from far off Newton's steps lead astray
    for _ in range(STEPS):
        slope = [hold * (rest - weight) for hold, rest, weight in zip(holds, held_to, weights)]
        curve = [[holds[i] * (i == j) for j in range(count)] for i in range(count)]
        for row, sample in zip(rows, samples):
            chance = _logistic(sum(w * x for w, x in zip(weights, row)))
            off, bend = sample.won - chance, chance * (1 - chance)
            for i, x in enumerate(row):
                if x:
                    slope[i] += off * x
                    line, by = curve[i], bend * x
                    for j in range(i + 1):
                        line[j] += by * row[j]
        for i in range(count):
            for j in range(i):
                curve[j][i] = curve[i][j]
        step = _solved(curve, slope)
        weights = [weight + each for weight, each in zip(weights, step)]
        if max(map(abs, step)) < 1e-6:
            break
    plain = [weight / by for weight, by in zip(weights, scale)]
    return {name: (plain[2 * n], plain[2 * n + 1]) for n, name in enumerate(names)}


def _logistic(total: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss, with the largest pivot first."""
    rows = [[*line, value] for line, value in zip(matrix, right)]
    size = len(rows)
    for at in range(size):
        best = max(range(at, size), key=lambda r: abs(rows[r][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for other in range(size):
            if other != at and rows[other][at]:
                by = rows[other][at] / rows[at][at]
                rows[other] = [a - by * b for a, b in zip(rows[other], rows[at])]
    return [rows[k][size] / rows[k][k] for k in range(size)]


def _by_turn(worth: Worth, samples: Sequence[Sample]) -> list[float]:
    """How well positions of each turn are told apart, up to the last that enough games came to."""
    found: list[float] = []
    none = dict.fromkeys(worth.weights, 0.0)
    for turn in range(1, 1 + max((s.turn for s in samples), default=0)):
        here = [
            (worth.chance(s.signs, none, s.late, s.scenario), s.won)
            for s in samples
            if s.turn == turn and s.won != 0.5
        ]
        area = told_apart([c for c, won in here if won], [c for c, won in here if not won])
        if area is None:
            break
        found.append(round(area, 2))
    return found


def told_apart(won: Sequence[float], lost: Sequence[float]) -> float | None:
    """The chance that a position later won is rated above one later lost; None if there are none of either."""
    if not won or not lost:
        return None
    above = sum((a > b) + 0.5 * (a == b) for a in won for b in lost)
    return above / (len(won) * len(lost))


def as_toml(worth: Worth) -> str:
    """The weights as they are checked in, for people to read."""
    lines = [
        "# What each thing a side has is worth to its chance to win: at the beginning of a battle, and at its end.",
        "# A difference of so much that weight and number make 1 means 73 of 100, 2 means 88, 3 means 95.",
        f'fitted = "{worth.fitted}"',
        f"games = {worth.games}",
        "",
        "[weights]",
        *_lines(worth.weights),
    ]
    lines += [
        "",
        "# How often a position of a battle later won is rated above one later lost, turn by turn; 0.5 is luck.",
        "[quality]",
    ]
    lines += [f"{name} = [{', '.join(f'{area:.2f}' for area in by)}]" for name, by in worth.quality.items()]
    if worth.battles:
        lines += ["", "# The same for single battles, held to those of all of them together."]
    for number, (name, weights) in enumerate(worth.battles.items()):
        lines += [*([""] if number else ()), f"[battles.{name}]", *_lines(weights)]
    return "\n".join(lines) + "\n"


def _lines(weights: Weights) -> list[str]:
    wide = max(map(len, weights))
    return [f"{name:<{wide}} = [{early:+.4f}, {last:+.4f}]" for name, (early, last) in weights.items()]


__all__ = ["Sample", "as_toml", "collect", "fit", "played", "regress", "told_apart"]
