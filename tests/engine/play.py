"""Playing at random, for tests that must hold at every position of a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Throw, Waiting
from grognard.engine.replay import Game


def some_action(waiting: Waiting, rng: Random) -> Action:
    """Something the position allows; in a sealed choice, by any side that is still to answer."""
    if isinstance(waiting, Throw):
        return waiting.roll(rng)
    return waiting.sample(rng, rng.choice(waiting.who))


def playing(book: Book, scenario: str, seed: int, most: int = 500) -> Iterator[tuple[Game, Waiting]]:
    """A random game, seen before each action; the last look, when it is over, has no waiting left to give."""
    game, rng = Game(book, scenario), Random(seed)
    for _ in range(most):
        waiting = game.pending
        if waiting is None:
            return
        yield game, waiting
        game.apply(some_action(waiting, rng))
    raise AssertionError(f"no end after {most} actions")


def whole_game(book: Book, scenario: str, seed: int) -> Game:
    """A random game, played out."""
    for game, _ in playing(book, scenario, seed):
        last = game
    return last


def told(waiting: Waiting | None) -> Any:
    """Everything a player can learn from what a position waits for, as plain comparable data."""
    if isinstance(waiting, Ask):
        offers = {verb: domain.as_json() for verb, domain in waiting.offers.items()}
        return waiting.who, waiting.prompt, waiting.cite, offers, dict(waiting.barred)
    if isinstance(waiting, Throw):
        return (
            waiting.what,
            waiting.dice,
            waiting.cite,
            waiting.why,
            waiting.side,
            waiting.only,
            waiting.facts,
        )
    return None


class Script:
    """A generator of random numbers that gives what it is told, and remembers what it was asked."""

    def __init__(self, *numbers: int):
        self.numbers, self.asked = list(numbers), list[tuple[int, int]]()

    def randint(self, a: int, b: int) -> int:
        self.asked.append((a, b))
        return self.numbers.pop(0)

    def random(self) -> float:
        raise AssertionError("nothing here needs a fraction")
