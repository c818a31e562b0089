"""Kinds of dice a step may throw. Each knows how to be read and its exact distribution.

The law every kind keeps (tested by brute force): `dist()` equals `read` counted over `every()` fall of
the faces. Only the reading enters the rules; faces are for the player's eye and the record.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Protocol, runtime_checkable

import msgspec

from grognard.engine.dist import Dist, binomial, total_of

Faces = tuple[Any, ...]


class Rng(Protocol):
    """What a sampler needs of a generator; `random.Random` serves. The engine owns none."""

    def random(self) -> float: ...
    def randint(self, a: int, b: int) -> int: ...


@runtime_checkable
class Dice(Protocol):
    """What every kind of dice can do."""

    def roll(self, rng: Rng) -> Faces: ...
    def read(self, faces: Faces) -> Any: ...
    def dist(self) -> Dist[Any]: ...
    def faces(self) -> tuple[int, int]:
        """How many faces are thrown, and of how many sides."""
        ...


class _Cubes(msgspec.Struct, frozen=True):
    """What the numeric kinds share: n dice of so many sides."""

    n: int
    sides: int = 6

    def faces(self) -> tuple[int, int]:
        return self.n, self.sides

    def roll(self, rng: Rng) -> Faces:
        return tuple([rng.randint(1, self.sides) for _ in range(self.n)])

    def every(self) -> Iterator[Faces]:
        """All falls of the faces, for brute-force checks of small throws."""
        return product(range(1, self.sides + 1), repeat=self.n)


class Sum(_Cubes, frozen=True, tag=True):
    """Throw n dice and add them up, with a flat bonus, never below `least`.

    `low` is the lowest face: 0 for ten-sided dice numbered from 0 to 9.
    """

    plus: int = 0
    least: int | None = None
    low: int = 1

    def roll(self, rng: Rng) -> Faces:
        return tuple([rng.randint(self.low, self.low + self.sides - 1) for _ in range(self.n)])

    def every(self) -> Iterator[Faces]:
        return product(range(self.low, self.low + self.sides), repeat=self.n)

    def read(self, faces: Faces) -> int:
        total = sum(faces) + self.plus
        return total if self.least is None else max(self.least, total)

    def dist(self) -> Dist[int]:
        return _sum_dist(self)


@lru_cache(maxsize=512)
def _sum_dist(dice: Sum) -> Dist[int]:
    plus, least = dice.plus + dice.n * (dice.low - 1), dice.least
    return total_of(dice.n, dice.sides).map(
        lambda total: total + plus if least is None else max(least, total + plus)
    )


class Row(_Cubes, frozen=True, tag=True):
    """Throw n dice in a row; read the sum of all and the sum of the first few."""

    first: int = 0

    def read(self, faces: Faces) -> tuple[int, int]:
        return sum(faces), sum(faces[: self.first])

    def dist(self) -> Dist[tuple[int, int]]:
        return _row_dist(self.n, min(self.first, self.n), self.sides)


@lru_cache(maxsize=256)
def _row_dist(n: int, first: int, sides: int) -> Dist[tuple[int, int]]:
    early, late = total_of(first, sides), total_of(n - first, sides)
    weights: dict[tuple[int, int], int] = {}
    for a, wa in early.weights.items():
        for b, wb in late.weights.items():
            weights[a + b, a] = weights.get((a + b, a), 0) + wa * wb
    return Dist(weights)


class Pool(msgspec.Struct, frozen=True, tag=True):
    """Throw groups of dice, each with its own number to hit, and count the hits.

    `groups` holds (how many dice, lowest face that hits); a target above the sides never hits.
    """

    groups: tuple[tuple[int, int], ...]
    sides: int = 6

    @classmethod
    def of(cls, n: int, hits_on: int, sides: int = 6) -> Pool:
        """One group of n dice."""
        return cls(((n, hits_on),), sides)

    def faces(self) -> tuple[int, int]:
        return sum([n for n, _ in self.groups]), self.sides

    def roll(self, rng: Rng) -> Faces:
        return tuple([rng.randint(1, self.sides) for _ in range(self.faces()[0])])

    def every(self) -> Iterator[Faces]:
        return product(range(1, self.sides + 1), repeat=self.faces()[0])

    def read(self, faces: Faces) -> int:
        hits, at = 0, 0
        for n, hits_on in self.groups:
            hits += sum([face >= hits_on for face in faces[at : at + n]])
            at += n
        return hits

    def dist(self) -> Dist[int]:
        return _pool_dist(self.groups, self.sides)


@lru_cache(maxsize=4096)
def _pool_dist(groups: tuple[tuple[int, int], ...], sides: int) -> Dist[int]:
    whole: Dist[int] | None = None
    for n, hits_on in groups:
        good = min(sides, max(0, sides + 1 - hits_on))
        part = binomial(n, good, sides)
        whole = part if whole is None else whole.plus(part)
    return whole or Dist.sure(0)


def hit_groups(dice: object) -> tuple[tuple[int, int], ...]:
    """How many dice there are and the lowest face that hits, group by group; empty where hits are not counted so."""
    groups: tuple[Any, ...] = getattr(dice, "groups", ())
    return groups if all(len(group) == 2 for group in groups) else ()


class Burst(msgspec.Struct, frozen=True, tag=True):
    """Throw n dice and count the hits, and whether more than `most` of them show a 1: (hits, 1 or 0)."""

    n: int
    hits_on: int
    most: int
    sides: int = 6

    def faces(self) -> tuple[int, int]:
        return self.n, self.sides

    def roll(self, rng: Rng) -> Faces:
        return tuple([rng.randint(1, self.sides) for _ in range(self.n)])

    def every(self) -> Iterator[Faces]:
        return product(range(1, self.sides + 1), repeat=self.n)

    def read(self, faces: Faces) -> tuple[int, int]:
        return sum(face >= self.hits_on for face in faces), int(sum(face == 1 for face in faces) > self.most)

    def dist(self) -> Dist[tuple[int, int]]:
        return _burst_dist(self)


@lru_cache(maxsize=256)
def _burst_dist(dice: Burst) -> Dist[tuple[int, int]]:
    good = min(dice.sides, max(0, dice.sides + 1 - dice.hits_on))
    counts: dict[tuple[int, int], int] = {(0, 0): 1}  # (hits, ones), die by die
    faces = ((good - (dice.hits_on <= 1), 1, 0), (dice.sides - good - (dice.hits_on > 1), 0, 0))
    one = (1, int(dice.hits_on <= 1), 1)
    for _ in range(dice.n):
        after: dict[tuple[int, int], int] = {}
        for (hits, ones), weight in counts.items():
            for ways, hit, is_one in (*faces, one):
                if ways:
                    key = hits + hit, ones + is_one
                    after[key] = after.get(key, 0) + weight * ways
        counts = after
    weights: dict[tuple[int, int], int] = {}
    for (hits, ones), weight in counts.items():
        key = hits, int(ones > dice.most)
        weights[key] = weights.get(key, 0) + weight
    return Dist(weights)


class Opposed(msgspec.Struct, frozen=True, tag=True):
    """One die a side with a bonus each; read first side's score minus the second's."""

    plus: int = 0
    against: int = 0
    sides: int = 6
    low: int = 1

    def faces(self) -> tuple[int, int]:
        return 2, self.sides

    def roll(self, rng: Rng) -> Faces:
        high = self.low + self.sides - 1
        return rng.randint(self.low, high), rng.randint(self.low, high)

    def every(self) -> Iterator[Faces]:
        return product(range(self.low, self.low + self.sides), repeat=2)

    def read(self, faces: Faces) -> int:
        return int(faces[0]) + self.plus - int(faces[1]) - self.against

    def dist(self) -> Dist[int]:
        return _opposed_dist(self.plus - self.against, self.sides)


@lru_cache(maxsize=512)
def _opposed_dist(net: int, sides: int) -> Dist[int]:
    return Dist.even(a - b + net for a in range(1, sides + 1) for b in range(1, sides + 1))


class Faced(_Cubes, frozen=True, tag=True):
    """Throw n dice and read the faces as they lie, in order."""

    def read(self, faces: Faces) -> Faces:
        return tuple(faces)

    def dist(self) -> Dist[Faces]:
        return Dist.even(self.every())


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Draw one card; `cards` holds (card, how many are left)."""

    cards: tuple[tuple[Any, int], ...]

    def faces(self) -> tuple[int, int]:
        return 1, 0

    def roll(self, rng: Rng) -> Faces:
        ticket = rng.randint(1, sum(count for _, count in self.cards))
        for card, count in self.cards:
            ticket -= count
            if ticket <= 0:
                return (card,)
        raise AssertionError("the deck is smaller than its count")

    def every(self) -> Iterator[Faces]:
        return ((card,) for card, count in self.cards for _ in range(count))

    def read(self, faces: Faces) -> Hashable:
        card: Hashable = faces[0]
        return card

    def dist(self) -> Dist[Any]:
        weights: dict[Any, int] = {}
        for card, count in self.cards:  # a card may stand in two rows
            weights[card] = weights.get(card, 0) + count
        return Dist(weights)


class Duels(msgspec.Struct, frozen=True, tag=True):
    """Opposed rolls between figures: `groups` holds (how many duels, dice of the first, dice of the second).

    Each side keeps its best die and adds its bonus; the higher total wins the duel, a tie nobody. Read the
    duels each side lost. Faces lie duel by duel, the first side's dice before the second's.
    """

    groups: tuple[tuple[int, int, int], ...]
    sides: int
    plus: int
    against_sides: int
    against: int

    def kinds(self) -> tuple[int, ...]:
        """How many sides each die has, in the order of the faces."""
        return tuple(
            sides
            for n, first, second in self.groups
            for _ in range(n)
            for sides, dice in ((self.sides, first), (self.against_sides, second))
            for _ in range(dice)
        )

    def faces(self) -> tuple[int, int]:
        return sum(n * (a + b) for n, a, b in self.groups), max(self.sides, self.against_sides)

    def roll(self, rng: Rng) -> Faces:
        return tuple(rng.randint(1, sides) for sides in self.kinds())

    def every(self) -> Iterator[Faces]:
        return product(*(range(1, sides + 1) for sides in self.kinds()))

    def read(self, faces: Faces) -> tuple[int, int]:
        lost, won, at = 0, 0, 0
        for n, first, second in self.groups:
            for _ in range(n):
                mine = max(faces[at : at + first]) + self.plus
                theirs = max(faces[at + first : at + first + second]) + self.against
                lost += mine < theirs
                won += mine > theirs
                at += first + second
        return lost, won

    def dist(self) -> Dist[tuple[int, int]]:
        return _duels_dist(self)


def _best_of(dice: int, sides: int) -> tuple[int, ...]:
    """How many falls of some dice show each best face."""
    return tuple(face**dice - (face - 1) ** dice for face in range(1, sides + 1))


@lru_cache(maxsize=4096)
def _duels_dist(dice: Duels) -> Dist[tuple[int, int]]:
    whole: Dist[tuple[int, int]] = Dist.sure((0, 0))
    for n, first, second in dice.groups:
        weights: dict[tuple[int, int], int] = {}
        for a, wa in enumerate(_best_of(first, dice.sides), 1):
            for b, wb in enumerate(_best_of(second, dice.against_sides), 1):
                net = a + dice.plus - b - dice.against
                end = (int(net < 0), int(net > 0))
                weights[end] = weights.get(end, 0) + wa * wb
        one = Dist(weights)
        for _ in range(n):
            whole = _both(whole, one)
    return whole


def _both(a: Dist[tuple[int, int]], b: Dist[tuple[int, int]]) -> Dist[tuple[int, int]]:
    weights: dict[tuple[int, int], int] = {}
    for (lost, won), wa in a.weights.items():
        for (lost2, won2), wb in b.weights.items():
            end = lost + lost2, won + won2
            weights[end] = weights.get(end, 0) + wa * wb
    return Dist(weights)
