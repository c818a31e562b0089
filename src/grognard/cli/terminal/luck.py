"""Who had the dice: what every throw read against what it should have read."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.engine.choices import Fall, Throw
from grognard.engine.replay import Game


class Luck(NamedTuple):
    """All throws of one kind by one side."""

    side: int | None
    what: str
    throws: int
    read: int
    expected: Fraction


def luck(game: Game) -> list[Luck]:
    """The throws with whole-number readings, summed up by side and kind."""
    sums: dict[tuple[int | None, str], Luck] = {}
    for position, action in zip(game.positions, game.actions):
        throw = game.engine.pending(position)
        if not isinstance(action, Fall) or not isinstance(throw, Throw):
            continue
        dist = throw.dice.dist()
        if not all(isinstance(reading, int) for reading in dist):
            continue
        key = (throw.side, throw.what)
        so_far = sums.get(key, Luck(*key, 0, 0, Fraction(0)))
        sums[key] = Luck(*key, so_far.throws + 1, so_far.read + action.reading, so_far.expected + dist.mean())
    return sorted(sums.values(), key=lambda row: (row.side is None, row.side or 0, row.what))
