"""Whose turn it is to have something worked out, and how long it may take while others wait.

Addresses take turns, and the games of an address take turns among themselves: thirty games of one address wait for each other, not
the one game of another. Nothing here waits, knows the time or starts anything: whoever asks says how things stand.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

SLICE = 0.75
"""Seconds a thought may take while another address waits for its turn, shared among the games of its own address."""
LEAST = 0.1
"""Seconds every thought has."""
LONG = 6
"""A queue is long if so many wait for each worker: then nobody plays battles out in thought."""
P = TypeVar("P")


class Crowded(RuntimeError):
    """Too much is waiting already; nothing was done."""


class Turns(Generic[P]):
    """Places that wait, by address and by game, and how many workers each address has."""

    def __init__(self, each: int, in_all: int, most: int):
        self.each, self.in_all, self.most = each, in_all, most
        """How many places of an address may wait, how many of all, and how many workers an address has at most."""
        self._lines: OrderedDict[str, OrderedDict[str, deque[P]]] = OrderedDict()
        self._held: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(self._of(address) for address in self._lines)

    def add(self, address: str, game: str, place: P) -> None:
        """One more waits, behind those of its game; Crowded if there are too many."""
        if self._of(address) >= self.each or self.waiting >= self.in_all:
            raise Crowded("too much is waiting")
        self._lines.setdefault(address, OrderedDict()).setdefault(game, deque()).append(place)

    def drop(self, address: str, game: str, place: P) -> None:
        """Somebody waits no more."""
        line = self._lines.get(address, OrderedDict[str, deque[P]]()).get(game)
        if line is not None and place in line:
            line.remove(place)
            self._tidy(address, game)

    def take(self) -> P | None:
        """Whoever is next, who has a worker from now on; None if nobody waits who may have one."""
        address = next((one for one in self._lines if self._held[one] < self.most), None)
        if address is None:
            return None
        games = self._lines[address]
        game, line = next(iter(games.items()))
        place = line.popleft()
        games.move_to_end(game)
        self._lines.move_to_end(address)
        self._tidy(address, game)
        self._held[address] += 1
        return place

    def give_back(self, address: str) -> None:
        """An address has a worker less."""
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]

    def wanted_by_others(self, address: str) -> bool:
        """Whether another address waits that could have the worker of this one."""
        return any(one != address and self._held[one] < self.most for one in self._lines)

    def games(self, address: str) -> int:
        """How much of an address is under way or waits."""
        return self._held[address] + self._of(address)

    def long(self, address: str, workers: int) -> bool:
        """Whether somebody of this address has a long queue before him: its own games, and every other address once."""
        others = sum(one != address for one in self._lines)
        return self._of(address) + others >= LONG * workers

    def _of(self, address: str) -> int:
        return sum(map(len, self._lines.get(address, {}).values()))

    def _tidy(self, address: str, game: str) -> None:
        if not self._lines[address][game]:
            del self._lines[address][game]
        if not self._lines[address]:
            del self._lines[address]


def patience(full: float, others: bool, games: int) -> float:
    """Seconds a thought may take before it is hurried; `games` of its address share in what it has while others wait."""
    if not others:
        return full
    return min(full, max(LEAST, SLICE / max(1, games)))


def attended(here: bool, left: float | None, now: float, grace: float) -> bool:
    """Whether a computer player has somebody to play for: people are at the table, or left it a moment ago."""
    return here or (left is not None and now - left < grace)


__all__ = ["Crowded", "Turns", "attended", "patience"]
