"""Who had the dice: what throws read against what they should have, with the exact place in between.

The sum of many throws has an exact distribution. It is worked out from the dice themselves: throws that come
apart into single dice are gathered by the kind of die, so hundreds of throws cost little more than one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from grognard.engine.choices import lowest
from grognard.engine.dice import Dice, Sum, hit_groups

MOST_BITS = 400_000_000
"""How much room the weights of all sums may take; more takes longer than a player will wait."""

Weights = list[int]
"""The weight of every sum from 0 on."""


class Thrown(NamedTuple):
    """One throw: the chances it had, as (what it may read, weight), and what it read.

    Throws made of single dice tell them instead: `dice` holds (weights of a die from 0 on, how many).
    """

    dice: Sequence[tuple[Sequence[int], int]]
    plus: int
    read: int


class Luck(NamedTuple):
    """Some throws taken together."""

    throws: int
    read: int
    expected: Fraction
    percentile: float | None
    """The chance of less and half the chance of just this; None if it would take too long."""


def thrown(dice: Dice, reading: Any) -> Thrown | None:
    """A throw ready to be reckoned; None if it does not read a whole number, and for cards.

    Where hits are counted and something besides, it is the hits that are reckoned.
    """
    sides = dice.faces()[1]
    groups = hit_groups(dice)
    if groups and isinstance(reading, tuple):
        reading = reading[0]
    if type(reading) is not int or sides == 0:
        return None
    if groups:
        single = [(_hit(hits_on, sides), n) for n, hits_on in groups if n]
        return Thrown(single, 0, reading)
    if isinstance(dice, Sum) and dice.least is None:
        return Thrown([(_die(dice.sides), dice.n)], dice.plus + dice.n * (dice.low - 1), reading)
    dist = dice.dist()
    if not all(type(outcome) is int for outcome in dist):
        return None
    low = min(dist)
    weights = tuple(dist.weights.get(outcome, 0) for outcome in range(low, max(dist) + 1))
    return Thrown([(weights, 1)], low, reading)


def pips(dice: Dice, faces: Sequence[Any] | None) -> Thrown | None:
    """The bare faces of a throw; None for cards, and where only the reading is known."""
    n, sides = dice.faces()
    if faces is None or sides == 0 or n == 0:
        return None
    return Thrown([(_die(sides), n)], n * (lowest(dice) - 1), sum(faces))


def luck(throws: Iterable[Thrown]) -> Luck:
    """Throws taken together: what they read, what to expect, and the exact chance of less."""
    listed = list(throws)
    kinds: Counter[tuple[int, ...]] = Counter()
    for throw in listed:
        for weights, n in throw.dice:
            kinds[tuple(weights)] += n
    plus, read = sum(throw.plus for throw in listed), sum(throw.read for throw in listed)
    expected = Fraction(plus) + sum((n * _mean(kind) for kind, n in kinds.items()), Fraction(0))
    return Luck(len(listed), read, expected, _percentile(kinds, read - plus))


def _hit(hits_on: int, sides: int) -> tuple[int, int]:
    good = min(sides, max(0, sides + 1 - hits_on))
    return sides - good, good


def _mean(kind: Sequence[int]) -> Fraction:
    return Fraction(sum(value * weight for value, weight in enumerate(kind)), sum(kind))


def _percentile(kinds: Counter[tuple[int, ...]], read: int) -> float | None:
    """The chance of less and half the chance of just this, from the exact weights of every sum."""
    sums = sum(n * (len(kind) - 1) + 1 for kind, n in kinds.items())
    bits = sum(n * sum(kind).bit_length() for kind, n in kinds.items())
    if not kinds or sums * bits > MOST_BITS:
        return None
    parts = sorted((_power(kind, n) for kind, n in kinds.items()), key=len)
    rest: Weights = [1]
    for part in parts[:-1]:
        rest = _times(rest, part)
    # The last and longest part is never multiplied out: running totals of it are enough.
    up_to = list(accumulate(parts[-1], initial=0))
    below = sum(weight * up_to[_within(read - at, up_to)] for at, weight in enumerate(rest))
    through = sum(weight * up_to[_within(read + 1 - at, up_to)] for at, weight in enumerate(rest))
    return float(Fraction(below + through, 2 * sum(rest) * up_to[-1]))


def _within(at: int, listed: Sequence[int]) -> int:
    return max(0, min(at, len(listed) - 1))


def _die(sides: int) -> tuple[int, ...]:
    """A fair die as weights from 0 on."""
    return (0, *(1,) * sides)


def _power(kind: tuple[int, ...], n: int) -> Weights:
    """The weights of the sum of n dice of a kind, each from those before it (Miller's recurrence)."""
    low = next(at for at, weight in enumerate(kind) if weight)
    first, *others = kind[low:]
    weights = [first**n]
    steps = [(step, weight) for step, weight in enumerate(others, 1) if weight]
    for at in range(1, len(others) * n + 1):
        total = sum(
            (step * (n + 1) - at) * weight * weights[at - step] for step, weight in steps if step <= at
        )
        weights.append(total // (at * first))
    return [0] * (low * n) + weights


def _times(one: Weights, other: Weights) -> Weights:
    """The weights of the sum of two independent throws, multiplied as two long numbers."""
    width = sum(one).bit_length() + sum(other).bit_length() + 1
    size = (width + 7) // 8
    product = _packed(one, size) * _packed(other, size)
    data = product.to_bytes(size * (len(one) + len(other)), "little")
    return [
        int.from_bytes(data[at * size : (at + 1) * size], "little") for at in range(len(one) + len(other) - 1)
    ]


def _packed(weights: Weights, size: int) -> int:
    return int.from_bytes(b"".join(weight.to_bytes(size, "little") for weight in weights), "little")


__all__ = ["Luck", "Thrown", "luck", "pips", "thrown"]
