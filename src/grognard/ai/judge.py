"""A finished game in the computer's eyes: how the first side stood at every choice, and where it turned.

It is the same evaluation by which computer players search, the fitted one where a book has it. It knows everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.ai.told import told_chance
from grognard.engine.book import Book
from grognard.engine.choices import Ask, thaw
from grognard.engine.replay import Save

SPAN = 6
"""A turning point is what changed over so many choices at most."""
LEAST = 0.1
"""So much the judgement must have changed."""
STROKE = 0.5
"""One choice must have done so much of it: what only drifts is no turning point."""


class Sample(NamedTuple):
    """What the computer thought after so many actions of the record."""

    real: int
    chance: float
    """The first side's chance."""


class Swing(NamedTuple):
    """A stretch in which the battle turned."""

    start: Sample
    end: Sample

    @property
    def change(self) -> float:
        """By how much the first side's chance rose; negative if it fell."""
        return self.end.chance - self.start.chance


def samples_of(book: Book, save: Save) -> list[Sample]:
    """A finished game played again and judged wherever somebody was asked."""
    engine = book.engine()
    position = book.start(save.scenario, book.read_options(save.options))
    found = []
    for real in range(len(save.actions) + 1):
        if isinstance(engine.pending(position), Ask):
            chance = book.advice.chance(position.state, 0)
            told = told_chance(book, position.state, 0, chance)
            found.append(Sample(real, round(chance if told is None else told, 4)))
        if real < len(save.actions):
            position = engine.follow(position, thaw(save.actions[real]))
    return found


def swings(samples: Sequence[Sample]) -> list[Swing]:
    """The stretches in which the judgement changed, none within another, those with the largest change first."""
    stretches = [
        (abs(samples[last].chance - samples[first].chance), first, last)
        for first in range(len(samples))
        for last in range(first + 1, min(len(samples), first + SPAN + 1))
        if _turns(samples[first : last + 1])
    ]
    # Of those that say the same, the shortest.
    stretches.sort(key=lambda one: (-round(one[0], 3), one[2] - one[1], one[1]))
    taken: list[tuple[int, int]] = []
    for _, first, last in stretches:
        if all(last <= other[0] or first >= other[1] for other in taken):
            taken.append((first, last))
    return [Swing(samples[first], samples[last]) for first, last in taken]


def _turns(stretch: Sequence[Sample]) -> bool:
    """Whether a stretch changes enough, and one step of it does its share of that, the same way."""
    change = stretch[-1].chance - stretch[0].chance
    way = 1 if change > 0 else -1
    stroke = max(way * (after.chance - before.chance) for before, after in pairwise(stretch))
    return round(abs(change), 4) >= LEAST and round(stroke, 4) >= round(STROKE * abs(change), 4)


__all__ = ["Sample", "Swing", "samples_of", "swings"]
