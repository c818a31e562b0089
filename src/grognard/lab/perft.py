"""How many positions lie within so many actions and falls: a fingerprint of the rules.

A change of the counts means that some rule allows or does something else than before. A reach counts by its
candidates, since it cannot be listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.engine.book import Book
from grognard.engine.choices import Action, Fall, Throw
from grognard.engine.flow import Engine, Position

LIMIT = 1_000_000


class Count(NamedTuple):
    """The positions at one depth."""

    depth: int
    ways: int
    """Sequences of actions and falls that lead there."""
    distinct: int
    """Different positions among them."""
    over: int
    """Different positions in which the game is over, at this depth or before."""


class TooMany(RuntimeError):
    """More positions than the count was allowed."""


def perft(book: Book, scenario: str, depth: int, options: Any = None, limit: int = LIMIT) -> list[Count]:
    """The counts from the first position of a scenario, depth by depth."""
    return count_from(book.engine(), book.start(scenario, options), depth, limit)


def count_from(engine: Engine, start: Position, depth: int, limit: int = LIMIT) -> list[Count]:
    """The counts from any position.

    Positions that come together are followed once, with the number of ways that lead to them.
    """
    level: dict[Position, int] = {start: 1}
    ended = 0
    counts: list[Count] = []
    for at in range(1, depth + 1):
        following: dict[Position, int] = {}
        for position, ways in level.items():
            for action in every_action(engine, position):
                after = engine.follow(position, action)
                following[after] = following.get(after, 0) + ways
            if len(following) > limit:
                raise TooMany(f"more than {limit:,} positions at depth {at}, which is the limit")
        ended += sum(position.over for position in following)
        counts.append(Count(at, sum(following.values()), len(following), ended))
        level = following
    return counts


def every_action(engine: Engine, position: Position) -> Iterator[Action]:
    """Every listed move, or every reading of the dice due."""
    waiting = engine.pending(position)
    if isinstance(waiting, Throw):
        for reading in waiting.dice.dist():
            yield Fall(reading)
    elif waiting is not None:
        yield from waiting.moves()
