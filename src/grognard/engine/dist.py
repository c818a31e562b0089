"""Exact distributions: outcomes with integer weights, never a float until something is displayed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Dist(Mapping[T, int], Generic[T]):
    """An immutable map from outcome to positive integer weight."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]):
        self.weights: dict[T, int] = {outcome: weight for outcome, weight in weights.items() if weight}
        self.total: int = sum(self.weights.values())
        if self.total <= 0 or min(self.weights.values()) < 0:
            raise ValueError("a distribution needs positive weights")

    @classmethod
    def sure(cls, outcome: T) -> Dist[T]:
        """The one outcome, certainly."""
        return cls({outcome: 1})

    @classmethod
    def even(cls, outcomes: Iterable[T]) -> Dist[T]:
        """Every outcome listed, each as likely as the next; repeats add up."""
        weights: dict[T, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    @classmethod
    def mix(cls, parts: Iterable[tuple[Dist[T], int]]) -> Dist[T]:
        """One of several distributions, chosen with the given weights."""
        listed = list(parts)
        if len(listed) == 1:
            return listed[0][0]
        common = lcm(*(part.total for part, _ in listed))
        weights: dict[T, int] = {}
        for part, weight in listed:
            scale = weight * (common // part.total)
            for outcome, inner in part.weights.items():
                weights[outcome] = weights.get(outcome, 0) + scale * inner
        return cls(weights)

    def __getitem__(self, outcome: T) -> int:
        return self.weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self.fractions() == other.fractions()

    def __hash__(self) -> int:
        return hash(frozenset(self.fractions().items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {self.chance_of(outcome)}" for outcome in self.weights)
        return f"Dist({{{inside}}})"

    def chance_of(self, outcome: T) -> Fraction:
        """The exact probability of one outcome (0 if it cannot happen)."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The exact probability that the outcome satisfies a condition."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if holds(outcome)), self.total)

    def fractions(self) -> dict[T, Fraction]:
        """Every outcome with its exact probability."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def mean(self, value: Callable[[T], Any] | None = None) -> Fraction:
        """The exact expected value, of the outcome itself or of `value(outcome)`."""
        worth: Callable[[Any], Any] = value or (lambda outcome: outcome)
        return (
            sum((Fraction(worth(outcome)) * weight for outcome, weight in self.weights.items()), Fraction(0))
            / self.total
        )

    def map(self, change: Callable[[T], U]) -> Dist[U]:
        """The distribution of `change(outcome)`."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            changed = change(outcome)
            weights[changed] = weights.get(changed, 0) + weight
        return Dist(weights)

    def then(self, following: Callable[[T], Dist[U]]) -> Dist[U]:
        """A second throw that depends on the first."""
        return Dist.mix((following(outcome), weight) for outcome, weight in self.weights.items())

    def plus(self: Dist[int], other: Dist[int]) -> Dist[int]:
        """The sum of two independent throws."""
        weights: dict[int, int] = {}
        for a, wa in self.weights.items():
            for b, wb in other.weights.items():
                weights[a + b] = weights.get(a + b, 0) + wa * wb
        return Dist(weights)

    def merged(self, same: Callable[[T], Hashable]) -> Dist[T]:
        """One outcome, the first met, for all that `same` tells alike."""
        first: dict[Hashable, T] = {}
        return self.map(lambda outcome: first.setdefault(same(outcome), outcome))

    def reduced(self) -> Dist[T]:
        """The same distribution with the smallest integer weights."""
        factor = gcd(*self.weights.values())
        if factor == 1:
            return self
        return Dist({outcome: weight // factor for outcome, weight in self.weights.items()})


@lru_cache(maxsize=4096)
def binomial(n: int, good: int, sides: int) -> Dist[int]:
    """How many of n dice show one of `good` faces out of `sides`."""
    bad = sides - good
    return Dist({k: comb(n, k) * good**k * bad ** (n - k) for k in range(n + 1)})


@lru_cache(maxsize=1024)
def total_of(n: int, sides: int) -> Dist[int]:
    """The sum of n dice."""
    if n == 0:
        return Dist.sure(0)
    one = Dist.even(range(1, sides + 1))
    return one if n == 1 else total_of(n - 1, sides).plus(one)
