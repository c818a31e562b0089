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
LEAST = 0.06
"""So much the judgement must have changed."""
MOST = 4
"""So many turning points are told."""


class Sample(NamedTuple):
    """What the computer thought after so many actions of the record."""

    real: int
    chance: float
    """The first side's chance."""


class Swing(NamedTuple):
    """A stretch in which the battle turned; the step that did most of it leads from `start` to `end`."""

    start: Sample
    end: Sample
    before: float
    after: float


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
    """The stretches in which the judgement changed most, none within another, in the order they came."""
    stretches = [
        (abs(samples[last].chance - samples[first].chance), first, last)
        for first in range(len(samples))
        for last in range(first + 1, min(len(samples), first + SPAN + 1))
    ]
    # Of those that say the same, the shortest.
    stretches.sort(key=lambda one: (-round(one[0], 3), one[2] - one[1], one[1]))
    taken: list[tuple[int, int]] = []
    for change, first, last in stretches:
        if change < LEAST or len(taken) == MOST:
            break
        if all(last <= other[0] or first >= other[1] for other in taken):
            taken.append((first, last))
    return [_swing(samples[first : last + 1]) for first, last in sorted(taken)]


def _swing(stretch: Sequence[Sample]) -> Swing:
    rising = stretch[-1].chance > stretch[0].chance
    steps = list(pairwise(stretch))
    start, end = max(steps, key=lambda step: (step[1].chance - step[0].chance) * (1 if rising else -1))
    return Swing(start, end, stretch[0].chance, stretch[-1].chance)


__all__ = ["Sample", "Swing", "samples_of", "swings"]
