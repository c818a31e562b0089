"""What players guess of hidden things: their own view cannot tell it from the truth, and the truth never changes a choice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard import books
from grognard.ai.search import Depth, SearchAgent
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Position
from grognard.engine.secrets import Secrets
from grognard.testing.shelf import BOOKS, Told

HIDING = Told("hiding_battle")
HIDERS = [name for name in BOOKS if books.load(name).secrets != Secrets()]
"""The books that hide something; each tells of a small battle in which it does."""
ACTIONS, EVERY = 160, 8
THOUGHT = Depth(candidates=2, rounds=1, turns=(1,), nodes=12)


def played(book: Book, scenario: str, seed: int) -> Iterator[Position]:
    """Some positions of a game in which anything is done, in which somebody is asked."""
    rng, engine, position = random.Random(seed), book.engine(), book.start(scenario)
    for number in range(ACTIONS):
        waiting = engine.pending(position)
        if waiting is None:
            return
        if isinstance(waiting, Ask) and (number % EVERY == 0 or position.agenda[-1].sealed):
            yield position
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)


@pytest.mark.parametrize("name", HIDERS)
def test_a_guess_looks_like_the_view_it_was_made_from(name: str) -> None:
    book, rng = books.load(name), random.Random(3)
    guessed = 0
    for position in played(book, HIDING[name], 5):
        for side in (0, 1):
            view = book.view_of(position, side)
            guess = book.guessed(view, side, rng)
            assert book.view_of(guess, side) == view
            guessed += guess != view
    assert guessed, "nothing hidden was met"


@pytest.mark.parametrize("name", HIDERS)
def test_other_secrets_of_the_enemy_change_no_choice(name: str) -> None:
    book, rng = books.load(name), random.Random(4)
    engine = book.engine()
    for position in list(played(book, HIDING[name], 6))[::3]:
        waiting = engine.pending(position)
        assert isinstance(waiting, Ask)
        side = waiting.who[0]
        hidden = book.secrets.others(position.state, 1 - side, rng)
        choices = []
        for each in (position, Position(hidden, position.agenda, position.reveals)):
            view = book.view_of(each, side)
            ask = engine.pending(view)
            assert isinstance(ask, Ask)
            agent = SearchAgent(book, 1, THOUGHT)
            choices.append((agent.choose(view, ask.for_side(side), side), agent.why()))
            assert not agent.failed
        assert choices[0] == choices[1]
