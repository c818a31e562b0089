"""Actions nobody offered: slightly wrong ones, and ones without any shape."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from grognard.engine.choices import Action, Ask, Fall, Move, Throw, Waiting

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**9,
    2.5,
    "",
    "nonsense",
    (),
    (0,),
    (0, 0),
    (None, None),
    ("x", "y"),
    (("advance", 10**7),),
    (("advance", -1),),
    ((0, 1), (1, 1)),
    (("",),),
    [1, 2],
    {"a": 1},
)
"""Nouns and readings of every shape, hashable or not."""


def mutants(waiting: Waiting | None, rng: random.Random, count: int = 8) -> Iterator[Action]:
    """Some actions that are most likely not on offer; a few may be by chance."""
    yield Fall(rng.choice(ODD))
    yield Move(rng.choice((0, 1)), "no_such_verb", rng.choice(ODD))
    yield Move(rng.choice((0, 1)), rng.choice(("begin", "ask", "fell", "resume", "__init__", "")))
    if isinstance(waiting, Throw):
        yield from _falls(waiting, rng)
    elif waiting is not None:
        for _ in range(count):
            yield _near(waiting, rng)


def _falls(throw: Throw, rng: random.Random) -> Iterator[Fall]:
    """Dice that lie as no dice can, or were misread."""
    rolled = throw.roll(rng)
    faces = rolled.faces or ()
    yield Fall(rolled.reading, (*faces, 1))
    yield Fall(rolled.reading, tuple(99 for _ in faces))
    yield Fall(rng.choice(ODD), faces)
    yield Fall(rolled.reading, tuple(rng.choice(ODD) for _ in faces))


def _near(ask: Ask, rng: random.Random) -> Move:
    """An offered move with one thing changed: the side, the verb or the noun."""
    good = ask.sample(rng, rng.choice(ask.who))
    match rng.randrange(4):
        case 0:
            return Move(rng.choice((1 - good.side, -1, 7)), good.verb, good.noun)
        case 1:
            return Move(good.side, rng.choice(tuple(ask.offers)), good.noun)
        case 2:
            return Move(good.side, good.verb, rng.choice(ODD))
        case _:
            return Move(good.side, good.verb, _bent(good.noun, rng))


def _bent(noun: Any, rng: random.Random) -> Any:
    """A noun of nearly the same shape."""
    if isinstance(noun, bool) or noun is None:
        return rng.choice(ODD)
    if isinstance(noun, int):
        return noun + rng.choice((-1000, -7, -1, 1, 3, 50, 10**6))
    if isinstance(noun, str):
        return rng.choice((noun + "x", noun[1:], noun.upper()))
    if isinstance(noun, tuple) and noun:
        at = rng.randrange(len(noun))
        match rng.randrange(4):
            case 0:
                return noun[:at] + noun[at + 1 :]
            case 1:
                return (*noun, noun[at])
            case _:
                return (*noun[:at], _bent(noun[at], rng), *noun[at + 1 :])
    return rng.choice(ODD)
