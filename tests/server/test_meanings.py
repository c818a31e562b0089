"""A throw names what its results do: in the book's words, or by what the journal would say."""

from __future__ import annotations

import random

import pytest

from grognard import books
from grognard.engine.choices import Ask, Throw
from grognard.server.jobs import _next_throw
from tests.tools.shelf import BOOKS


@pytest.mark.parametrize("name", BOOKS)
def test_no_throw_is_shown_as_bare_numbers(name: str) -> None:
    book = books.load(name)
    engine, rng, position = book.engine(), random.Random(5), book.start(next(iter(book.scenarios)))
    met: dict[str, set[str]] = {}
    for _ in range(260):
        waiting = engine.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        assert isinstance(waiting, Ask)
        move = waiting.sample(rng, waiting.who[0])
        then = engine.follow(position, move)
        if len(waiting.who) == 1 and isinstance(engine.pending(then), Throw):
            odds = _next_throw(book, engine, position, move)
            if odds is not None and len(odds.outcomes) < 40:
                met.setdefault(odds.heads[0].split(" (")[0], set()).update(
                    str(row.values[0]) for row in odds.outcomes
                )
        position = then
    assert met, "no dice were thrown"
    bare = {throw: words for throw, words in met.items() if all(word.lstrip("-").isdigit() for word in words)}
    assert not bare
