"""Hit tests: natural 1s are counted besides the hits, because special rules reroll them. [3, 11, 125]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb

import msgspec

from grognard.engine.dice import Faces, Rng
from grognard.engine.dist import Dist

HIT = 4
"""What a hit, messenger, valour or fortitude test needs. [69, 125, 133, 142]"""
RALLY = 6
ACTIVATION = 2


def natural(need: int, plus: int) -> int:
    """The lowest natural roll that passes: a 6 always does, a 1 never; a modified die may be 0 or less. [8, 9, 33b]"""
    return min(6, max(2, need - plus))


class Hits(msgspec.Struct, frozen=True, tag=True):
    """Throw n dice; read how many pass and how many show a natural 1."""

    n: int
    need: int

    @property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """How many dice, and the lowest face that passes: so that a client can mark them."""
        return ((self.n, self.need),)

    def faces(self) -> tuple[int, int]:
        """How many faces are thrown, and of how many sides."""
        return self.n, 6

    def roll(self, rng: Rng) -> Faces:
        """Some fall of the dice."""
        return tuple(rng.randint(1, 6) for _ in range(self.n))

    def every(self) -> Iterator[Faces]:
        """All falls, for brute-force checks."""
        return product(range(1, 7), repeat=self.n)

    def read(self, faces: Faces) -> tuple[int, int]:
        """Passes and natural 1s."""
        return sum(face >= self.need for face in faces), sum(face == 1 for face in faces)

    def dist(self) -> Dist[tuple[int, int]]:
        """The exact chances."""
        return _hits_dist(self.n, self.need)


@lru_cache(maxsize=512)
def _hits_dist(n: int, need: int) -> Dist[tuple[int, int]]:
    good = 7 - need
    other = 6 - good - 1
    weights: dict[tuple[int, int], int] = {}
    for hits in range(n + 1):
        for ones in range(n - hits + 1):
            rest = n - hits - ones
            weight = comb(n, hits) * comb(n - hits, ones) * good**hits * other**rest
            if weight:
                weights[hits, ones] = weight
    return Dist(weights)


class HitsAgain(msgspec.Struct, frozen=True, tag=True):
    """Throw n dice, each with a second one in case it shows `upto` or less; read how many pass. [10, 11]

    For the odds: hit tests and their reroll at once, natural 1s or, with a card, all that failed.
    """

    n: int
    need: int
    upto: int = 1

    def faces(self) -> tuple[int, int]:
        """The dice, then what each would show if it were rerolled."""
        return 2 * self.n, 6

    def roll(self, rng: Rng) -> Faces:
        """Some fall of the dice."""
        return tuple(rng.randint(1, 6) for _ in range(2 * self.n))

    def every(self) -> Iterator[Faces]:
        """All falls, for brute-force checks."""
        return product(range(1, 7), repeat=2 * self.n)

    def read(self, faces: Faces) -> int:
        """How many pass in the end."""
        pairs = zip(faces[: self.n], faces[self.n :], strict=True)
        return sum((again if face <= self.upto else face) >= self.need for face, again in pairs)

    def dist(self) -> Dist[int]:
        """The exact chances: the dice are independent."""
        good = 6 * (7 - self.need) + min(self.upto, self.need - 1) * (7 - self.need)
        return _again_dist(self.n, good)


@lru_cache(maxsize=512)
def _again_dist(n: int, good: int) -> Dist[int]:
    return Dist({hits: comb(n, hits) * good**hits * (36 - good) ** (n - hits) for hits in range(n + 1)})
