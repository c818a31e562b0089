"""Whoever asks about a number that no unit has is not told what is so of another unit, in any book."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from grognard import books
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.domains import NOBODY, Pairs, Units
from grognard.testing.shelf import BOOKS

ACTIONS = 300


def asked(name: str) -> Iterator[Ask]:
    """What is asked in a game played at random."""
    book = books.load(name)
    engine, rng, position = book.engine(), random.Random(5), book.start(next(iter(book.scenarios)))
    for _ in range(ACTIONS):
        waiting = engine.pending(position)
        if waiting is None:
            return
        if isinstance(waiting, Ask):
            yield waiting
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)


@pytest.mark.parametrize("name", BOOKS)
def test_a_number_below_zero_is_refused_like_one_that_nobody_has(name: str) -> None:
    met = 0
    for ask in asked(name):
        side = ask.who[0]
        for verb, domain in ask.for_side(side).offers.items():
            tried: list[tuple[Any, Any]]
            if isinstance(domain, Units):
                tried = [(number, NOBODY) for number in (-1, -2, -5) if number not in domain]
            elif isinstance(domain, Pairs) and domain.to == "unit":
                first, second = next(iter(domain))
                tried = [((first, -1), (first, NOBODY)), ((-1, second), (NOBODY, second))]
            else:
                continue
            for below, beyond in tried:
                assert ask.refusal(Move(side, verb, below)) == ask.refusal(Move(side, verb, beyond)), verb
                met += 1
    assert met
