"""Games of all levels mixed, over all books and battles: does every one of them come to its end, and without a fault?

Books and their battles come in turn; who plays is drawn by the seed and the number of the game. Every action is checked
by the engine as it is made, so a move that was not on offer is a fault; a game that does not end is one too. A long run
may be kept in a file and gone on with, also by a later state of the rules: what counts is whether games go wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard import books
from grognard.ai.agents import make
from grognard.engine.book import BadInput, Book
from grognard.lab import finished
from grognard.lab.play import LIMIT, play_game
from grognard.lab.runner import Progress, game_seed, processes, sides_of


class Roll(msgspec.Struct, frozen=True):
    """What the games of a file have in common."""

    seed: int
    levels: tuple[str, ...]
    battles: tuple[tuple[str, tuple[str, ...]], ...]
    """Of each book, in their order: the number of a game says which book's turn it is."""


class Call(msgspec.Struct, frozen=True):
    """A game to be played: everything it depends on."""

    number: int
    book: str
    scenario: str
    agents: tuple[str, ...]
    seed: int


class Report(msgspec.Struct, frozen=True):
    """How it went."""

    call: Call
    fault: str
    """What went wrong; empty: nothing."""
    actions: int
    slowest_ms: tuple[float, ...]
    """The longest thought of each side, in processor time."""


class Mustered(msgspec.Struct, frozen=True):
    """What a run came to."""

    seed: int
    levels: tuple[str, ...]
    reports: tuple[Report, ...]

    @property
    def faults(self) -> tuple[Report, ...]:
        """The games that went wrong."""
        return tuple(report for report in self.reports if report.fault)

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "seed": self.seed,
            "levels": list(self.levels),
            "games": len(self.reports),
            "actions": sum(report.actions for report in self.reports),
            "books": _counted(report.call.book for report in self.reports),
            "battles": len({(report.call.book, report.call.scenario) for report in self.reports}),
            "sides": _counted(agent for report in self.reports for agent in report.call.agents),
            "slowest_ms": self._slowest(),
            "faults": len(self.faults),
            "found": [{**msgspec.to_builtins(report.call), "fault": report.fault} for report in self.faults],
        }

    def _slowest(self) -> dict[str, float]:
        slowest = dict.fromkeys(self.levels, 0.0)
        for report in self.reports:
            for agent, took in zip(report.call.agents, report.slowest_ms):
                slowest[agent] = max(slowest[agent], round(took, 1))
        return slowest


def _counted(names: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def muster(
    shelf: Mapping[str, Book],
    games: int,
    *,
    levels: Sequence[str],
    seed: int = 0,
    jobs: int = 1,
    limit: int = LIMIT,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Mustered:
    """So many games of a shelf of books; the same ones for any number of processes.

    `kept` is a file of finished games: those in it are not played again, new ones are added as they end.
    """
    if not levels:
        raise BadInput("a muster needs somebody to play")
    for book in shelf.values():
        for name in levels:
            make(name, book)  # an unknown name is refused here, not in another process
    roll = Roll(seed, tuple(levels), tuple((name, tuple(book.scenarios)) for name, book in shelf.items()))
    known = [] if kept is None else finished.read(kept, roll, Report)
    reports = {report.call.number: report for report in known if report.call.number < games}
    calls = [call for call in calls_of(shelf, games, levels, seed) if call.number not in reports]
    for report in _played(shelf, calls, limit, jobs):
        reports[report.call.number] = report
        finished.add(kept, report)
        if progress is not None:
            progress(len(reports), games)
    return Mustered(seed, tuple(levels), tuple(reports[number] for number in sorted(reports)))


def calls_of(shelf: Mapping[str, Book], games: int, levels: Sequence[str], seed: int) -> Iterator[Call]:
    """Book after book, each with its next battle."""
    names = list(shelf)
    for number in range(games):
        book = shelf[names[number % len(names)]]
        battles = list(book.scenarios)
        scenario = battles[number // len(names) % len(battles)]
        dice = game_seed(seed, f"muster {number}")
        rng = random.Random(dice)
        agents = tuple(rng.choice(levels) for _ in sides_of(book, scenario))
        yield Call(number, book.name, scenario, agents, dice)


def _played(shelf: Mapping[str, Book], calls: Sequence[Call], limit: int, jobs: int) -> Iterator[Report]:
    if jobs <= 1:
        yield from (answered(shelf[call.book], call, limit) for call in calls)
        return
    with processes(jobs) as pool:
        yield from pool.map(_answered, calls, [limit] * len(calls))


def _answered(call: Call, limit: int) -> Report:
    """In another process: the book is on the shelf there too."""
    return answered(books.load(call.book), call, limit)


def answered(book: Book, call: Call, limit: int = LIMIT) -> Report:
    """Play one game. Whatever is raised is a find, and the next game is played."""
    try:
        agents = [make(name, book, game_seed(call.seed, side)) for side, name in enumerate(call.agents)]
        result = play_game(book, call.scenario, agents, call.seed, limit=limit)
    except Exception as error:
        return Report(call, f"{type(error).__name__}: {error}", 0, ())
    fault = "" if result.ended else f"it had not ended after {result.actions} actions"
    return Report(call, fault, result.actions, result.slowest_ms)


__all__ = ["Call", "Mustered", "Report", "Roll", "answered", "calls_of", "muster"]
