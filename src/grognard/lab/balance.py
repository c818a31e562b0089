"""Is a battle fair? Equal computer players fight it many times, and what came of it is added up.

How many games there will be and which dice they have is settled before the first is played; a run that was cut short
says so. Whoever plays the games (this process, several, a server's workers) hands the results in; the adding up is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import msgspec

from grognard.engine.book import Book
from grognard.lab.play import GameResult
from grognard.lab.runner import Order, game_seed
from grognard.lab.stats import mean, percent, wilson

FAIR = (0.4, 0.6)
"""The share of either side in a battle that is called fair."""
EVEN = 0.5
Standing = Literal["nothing", "fair", "leaning", "hard", "unclear"]


class SideShare(msgspec.Struct, frozen=True):
    """How one side fared: its share of the games, a draw counting half, with its 95 % interval; and what became of its men."""

    name: str
    won: int
    share: float
    low: float
    high: float
    figures: float
    """Figures at the beginning, on average."""
    lost: float
    """Those no longer on the table at the end, on average: killed, fled or marched off."""


class Cause(msgspec.Struct, frozen=True):
    """What decided games: in words, by which rule, how often each side won so and how often nobody did."""

    words: str
    cite: str
    won: tuple[int, ...]
    drawn: int


class RuleUsed(msgspec.Struct, frozen=True):
    """A rule, and in how many of the games it was met."""

    cite: str
    words: str
    games: int


class Balance(msgspec.Struct, frozen=True):
    """What the games played so far say about a battle."""

    games: int
    """How many there were to be."""
    played: int
    drawn: int
    unfinished: int
    sides: tuple[SideShare, ...]
    turns: tuple[tuple[int, int], ...]
    """How many games ended in which turn."""
    mean_turns: float | None
    decided: tuple[Cause, ...]
    met: tuple[RuleUsed, ...]
    """Rules that the journal or the sum of a throw cites, those of the most games first."""
    unmet: tuple[str, ...]
    """Rules of the book that could come up in a game, and were not cited."""
    standing: Standing
    verdict: str


class Tally:
    """Adds games up as they come in."""

    def __init__(self, book: Book, sides: Sequence[str], games: int):
        self.book, self.sides, self.games = book, tuple(sides), games
        self.results: list[GameResult] = []

    def add(self, result: GameResult) -> None:
        """One game more."""
        self.results.append(result)

    @property
    def share(self) -> float:
        """The first side's share so far, a draw counting half."""
        return _points(self.results, 0) / len(self.results) if self.results else EVEN

    def balance(self) -> Balance:
        """What they come to so far."""
        results = self.results
        shares = tuple(self._side(side) for side in range(len(self.sides)))
        lengths = Counter(result.turns for result in results if result.turns is not None)
        met = Counter(cite for result in results for cite in {*result.rules, *result.summed})
        rules = self.book.rulebook.rules
        standing, verdict = judged(shares, len(results))
        return Balance(
            games=self.games,
            played=len(results),
            drawn=sum(result.winner is None for result in results),
            unfinished=sum(not result.ended for result in results),
            sides=shares,
            turns=tuple(sorted(lengths.items())),
            mean_turns=round(mean(lengths.elements()), 2) if lengths else None,
            decided=_causes(results, len(self.sides)),
            met=tuple(
                RuleUsed(cite, rules[cite].words, count)
                for cite, count in sorted(met.items(), key=lambda pair: (-pair[1], pair[0]))
                if cite in rules
            ),
            unmet=tuple(cite for cite in playable(self.book) if cite not in met) if results else (),
            standing=standing,
            verdict=verdict,
        )

    def _side(self, side: int) -> SideShare:
        results = self.results
        points, count = _points(results, side), len(results)
        low, high = wilson(points, count)
        counted = [result.figures[side] for result in results if result.figures]
        return SideShare(
            self.sides[side],
            sum(result.winner == side for result in results),
            round(points / count, 4) if count else EVEN,
            round(low, 4),
            round(high, 4),
            round(mean(began for began, _ in counted), 1),
            round(mean(began - left for began, left in counted), 1),
        )


def playable(book: Book) -> list[str]:
    """The rules of a book that can come up while a game is played."""
    rulebook = book.rulebook
    return [number for number in rulebook.rules if number not in {*rulebook.left_out, *rulebook.not_in_play}]


def _points(results: Sequence[GameResult], side: int) -> float:
    return sum(1.0 if result.winner == side else 0.5 if result.winner is None else 0.0 for result in results)


def _causes(results: Sequence[GameResult], sides: int) -> tuple[Cause, ...]:
    """What decided the games, the commonest first."""
    counts: Counter[tuple[str, str, int | None]] = Counter(
        (result.decided or result.words, result.cite, result.winner) for result in results
    )
    kinds = Counter({(words, cite): 0 for words, cite, _ in counts})
    for (words, cite, _), count in counts.items():
        kinds[words, cite] += count
    return tuple(
        Cause(
            words, cite, tuple(counts[words, cite, side] for side in range(sides)), counts[words, cite, None]
        )
        for (words, cite), _ in sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def judged(sides: Sequence[SideShare], games: int) -> tuple[Standing, str]:
    """The verdict in a sentence; it claims no more than so many games can tell."""
    if not games:
        return "nothing", "No game was played."
    worst = min(sides, key=lambda side: side.share)
    told = f"{worst.name} took {percent(worst.share)} of {games} games, a draw counting half, which stands for {percent(worst.low)} to {percent(worst.high)}"
    fair = f"{percent(FAIR[0])} to {percent(FAIR[1])}"
    if all(FAIR[0] <= side.low and side.high <= FAIR[1] for side in sides):
        return "fair", f"Fair: inside {fair}. {told}."
    if worst.high >= EVEN:
        return "unclear", f"Cannot be told apart from fair with so few games. {told}."
    if worst.share >= FAIR[0]:
        return "leaning", f"A little harder for {worst.name}, though not outside {fair} as measured. {told}."
    return "hard", f"Hard for {worst.name}. {told}."


def orders_of(scenario: str, agent: str, sides: int, games: int, seed: int, run: str = "") -> list[Order]:
    """The games of a run, with their dice: the same on every machine. `run` tells runs of one seed apart."""
    return [
        Order(game, scenario, (agent,) * sides, game_seed(seed, f"{run}:{game}" if run else game))
        for game in range(games)
    ]


def measured_line(found: Balance) -> str:
    """What stands in the `[about]` of a scenario's file."""
    first, second = found.sides
    counts = f"games = {found.played}, won = {first.won}, drawn = {found.drawn}, lost = {second.won}"
    return f"measured = {{ {counts} }}"


__all__ = [
    "Balance",
    "Cause",
    "RuleUsed",
    "SideShare",
    "Tally",
    "judged",
    "measured_line",
    "orders_of",
    "playable",
]
