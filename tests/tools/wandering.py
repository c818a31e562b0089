"""Moves of several legs by chance, that a book's judge allows: do plans find a way to where they end?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, wish

TRIES = 30
"""Moves tried of one unit on one table."""

Maker = Callable[[random.Random], Manoeuvre[Any] | None]
Walker = Callable[[Any, random.Random], Legs]


class Wandered(NamedTuple):
    """A move that the judge allows, and the pose in which it ends."""

    mover: Manoeuvre[Any]
    legs: Legs
    pose: tuple[int, int, int, str]

    @property
    def plain(self) -> bool:
        """Whether some way that does not bend leads there."""
        to = wish(self.pose)
        assert to is not None
        return any(self.mover.legal(legs) for legs in self.mover.ways(to))


def wandered(seed: int, make: Maker, walk: Walker) -> Iterator[Wandered]:
    """Move after move, on one crowded table after another."""
    rng = random.Random(seed)
    while True:
        mover = make(rng)
        for _ in range(TRIES if mover is not None else 0):
            assert mover is not None
            legs = walk(mover, rng)
            if legs and mover.legal(legs):
                done = mover.work_out(legs)
                assert not isinstance(done, Refusal)
                end = mover.show(done).end
                assert end is not None
                yield Wandered(mover, legs, (*end[:3], ""))


def bent(seed: int, count: int, make: Maker, walk: Walker) -> Iterator[Wandered]:
    """So many of them that end where no plain way leads."""
    found = 0
    for each in wandered(seed, make, walk):
        if not each.plain:
            yield each
            found += 1
            if found == count:
                return


def missed(seed: int, count: int, make: Maker, walk: Walker) -> list[Wandered]:
    """Of so many ends to which no plain way leads, those to which a plan finds none at all."""
    return [each for each in bent(seed, count, make, walk) if isinstance(each.mover.plan(each.pose), Refusal)]


def gone_by(mover: Manoeuvre[Any], legs: Legs) -> list[tuple[int, int]]:
    """The places that a manoeuvre's middle goes by, its end among them."""
    done = mover.work_out(legs)
    assert not isinstance(done, Refusal)
    shown = mover.show(done)
    if shown.path is None:
        assert shown.end is not None
        return [shown.end[:2]]
    return [(x, y) for x, y, _ in shown.path]


def in_order(places: list[tuple[int, int]], stops: list[tuple[int, int]], slack: int = 0) -> bool:
    """Whether some stops are gone by one after another, but for rounding."""
    left = iter(places)
    return all(any(abs(x - u) <= slack and abs(y - v) <= slack for x, y in left) for u, v in stops)
