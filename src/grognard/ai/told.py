"""A chance to win as people are told it.

What players go by need only set one move above another, and it does not see what a battle leans to by its ground and its task. So each
battle is told from where it stands at the beginning: from what equal players made of it.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

from grognard.engine.advice import Advice
from grognard.engine.book import Book

_known: dict[tuple[Advice, str], float] = {}


def told_chance(book: Book, state: Any, side: int, chance: float, ahead: int = 0) -> float | None:
    """A side's chance, judged so many turns ahead, as people are told it; None where games say nothing of chances.

    What players like better is told as the better chance, and what is decided stays so.
    """
    told = book.advice.told_chance(state, chance, ahead)
    if told is None or not 0.0 < told < 1.0:
        return told
    lean = _lean(book, book.advice.battle(state))
    return _chance(_odds(told) + (lean if side == 0 else -lean))


def _lean(book: Book, battle: str) -> float:
    """By how much a battle is better for its first side than it looks at its beginning; 0 if nobody measured it."""
    key = book.advice, battle
    if key not in _known:
        info = book.scenarios.get(battle)
        measured = None if info is None else info.about.measured
        _known[key] = 0.0
        if measured is not None:
            state = book.start(battle).state
            looks = book.advice.told_chance(state, book.advice.chance(state, 0))
            # Half a game more for either side, so that a battle that was always won is not told to be certain.
            share = (measured.won + measured.drawn / 2 + 0.5) / (measured.games + 1)
            _known[key] = _odds(share) - _odds(looks) if looks is not None else 0.0
    return _known[key]


def _odds(chance: float) -> float:
    return log(chance / (1 - chance))


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))


__all__ = ["told_chance"]
