"""What would make a battle fair, found by halving: a knob of the book is turned, games are played, and again.

How many games each trial has is settled before the first; every trial is told with its interval, those that led nowhere too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import BadInput, Book, is_text
from grognard.engine.handicap import Knob, Stakes
from grognard.engine.toml import read, written
from grognard.lab.balance import EVEN, Balance
from grognard.lab.stats import percent, wilson

TRIALS = 6
"""How often one knob is turned at most."""
KNOBS = 3
"""How many knobs are tried at most."""
NEAR = 0.05
"""A share so near to half is near enough."""
WORTH = ("leaning", "hard")
"""How a battle stands that wants evening out."""


class Trial(msgspec.Struct, frozen=True):
    """A change that was tried: what it says, how the side it helps fared then, with its 95 % interval."""

    words: str
    note: str
    games: int
    share: float
    low: float
    high: float


class Advised(msgspec.Struct, frozen=True):
    """What was tried to help the weaker side, and what evens the battle out as far as so many games can tell."""

    side: int
    words: str
    """The advice in a sentence; it says so if nothing was found."""
    best: Trial | None
    trials: tuple[Trial, ...]


class Wanted(NamedTuple):
    """Games to be played: which battle, with which switches."""

    run: str
    scenario: str
    options: Mapping[str, Any]


class Evening:
    """A search that says which games it wants next, and is told the weaker side's share of them.

    Of each knob the strongest turn is tried first: if not even that helps enough, the next knob is taken. Then the
    span between too little and too much is halved.
    """

    def __init__(self, book: Book, scenario: str, options: Mapping[str, Any], found: Balance, games: int):
        self.book, self.scenario, self.games = book, scenario, games
        self.stakes = Stakes(battle_of(book, scenario), options)
        self.side = min(range(len(found.sides)), key=lambda side: found.sides[side].share)
        self.name = found.sides[self.side].name
        self.before = found.sides[self.side].share
        self.trials: list[Trial] = []
        self.wants = found.standing in WORTH
        self._knobs = self._ways() if self.wants else []
        self._at: tuple[int, Trial] | None = None
        self._open()

    def _ways(self) -> list[tuple[Knob, Sequence[int]]]:
        found = []
        for knob in self.book.knobs:
            amounts = knob.amounts(self.book, self.stakes, self.side)
            if amounts:
                found.append((knob, amounts))
        return found[:KNOBS]

    def _open(self) -> None:
        """Begin with the next knob."""
        self._low, self._tried = -1, 0
        self._high = len(self._knobs[0][1]) if self._knobs else 0
        self._next = self._high - 1

    def wanted(self) -> Wanted | None:
        """The games to play next; None: the search is over."""
        while self._knobs:
            knob, amounts = self._knobs[0]
            if self._tried >= TRIALS or not self._low < self._next < self._high:
                self._close()
                continue
            by = amounts[self._next]
            try:
                turned = knob.turned(self.book, self.stakes, self.side, by)
                changed = turned.stakes.battle is not self.stakes.battle
                scenario = written(turned.stakes.battle) if changed else self.scenario
                self.book.start(scenario, self.book.read_options(turned.stakes.options))
            except BadInput:  # too much for the list, or for the ground
                self._high = self._next
                self._halve()
                continue
            self._at = self._next, Trial(knob.says(self.name, by), turned.note, self.games, 0.0, 0.0, 1.0)
            return Wanted(f"{knob.key} {by}", scenario, turned.stakes.options)
        return None

    @property
    def trying(self) -> str:
        """What is tried by the games last wanted."""
        return self._at[1].words if self._at is not None else ""

    def told(self, share: float, games: int) -> None:
        """How the weaker side fared in the games last wanted."""
        assert self._at is not None, "games were wanted"
        at, trial = self._at
        low, high = wilson(share * games, games)
        trial = msgspec.structs.replace(
            trial, games=games, share=round(share, 4), low=round(low, 4), high=round(high, 4)
        )
        self.trials.append(trial)
        self._tried += 1
        if abs(share - EVEN) <= NEAR:
            self._knobs = []
        elif share > EVEN:
            self._high = at
            self._halve()
        elif self._tried == 1 and at == self._high - 1:
            self._close()  # all of it does not help enough
        else:
            self._low = at
            self._halve()

    def _halve(self) -> None:
        self._next = (self._low + self._high) // 2

    def _close(self) -> None:
        """This knob is done with: something was found between too little and too much, or the next is taken."""
        enough = any(trial.share > EVEN for trial in self.trials)
        self._knobs = [] if enough else self._knobs[1:]
        self._open()

    def advice(self) -> Advised:
        """What came of it so far."""
        best = min(self.trials, key=lambda trial: abs(trial.share - EVEN), default=None)
        if best is not None and abs(best.share - EVEN) >= abs(self.before - EVEN):
            best = None
        return Advised(self.side, self._words(best), best, tuple(self.trials))

    def _words(self, best: Trial | None) -> str:
        if not self.wants:
            return "Nothing has to be evened out, as far as so many games can tell."
        if best is None:
            tried = "nothing that was tried" if self.trials else "nothing of this battle that can be turned"
            return f"No advice: {tried} helps {self.name}."
        head = best.words[:1].upper() + best.words[1:]
        more = f" ({best.note})" if best.note else ""
        near = "evens it out" if best.low <= EVEN <= best.high else "comes nearest"
        return f"{head}{more}: that {near}, {percent(best.share)} of {best.games} games ({percent(best.low)} to {percent(best.high)})."


def battle_of(book: Book, scenario: str) -> dict[str, Any]:
    """A battle as plain data: one of the book's, a file, or a text."""
    if is_text(scenario):
        return read(scenario)
    return tomllib.loads(book.scenario_path(scenario).read_text("utf-8"))


__all__ = ["Advised", "Evening", "Trial", "Wanted", "battle_of"]
