"""The ends of melees piled up with exact weights, tests and all. [T026–T031]"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import gcd, lcm
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.engine.dist import Dist

from .bloodshed import Fates, Group, Told, melees

End = tuple[Any, ...]
M = TypeVar("M", bound=Hashable)
"""The mood of those who fight: whatever their tests hang on, but the casualties."""
Heads = dict[End, int]
"""How melees went and what both lost, with its weight."""
Blend = tuple[tuple[M, int], ...]
"""Moods, each with its share."""
Row = tuple[Heads, list[tuple[Dist[Any], int]]]
"""What came before, and the odds of the rest, each with its weight: every one of these with every one of those."""


class Tale(NamedTuple):
    """Melees that are told alike, but for the nerve of those who fight: only tests are to come of them."""

    told: Told
    bouts: tuple[str, ...]
    """The melees before."""
    had: tuple[int, int]
    """How many both had at first."""
    gone: int | None
    """What the enemy attacked first has lost, where another is fought."""

    def add_heads(self, group: Group, heads: Heads, scale: int) -> None:
        """Add how the melees of one of its groups went and what both lost, their weights made larger."""
        (had, was), gone = self.had, self.gone
        first, second = melees((*self.bouts, group.result))
        for each in group.members:
            left = each.left
            head = first, second, had - left[0], was - left[1] if gone is None else gone
            heads[head] = heads.get(head, 0) + scale * each.weight


class Pile(Generic[M]):
    """Ends with their weights, told in parts of different size."""

    def __init__(self) -> None:
        self._tales: dict[int, dict[Tale, dict[M, int]]] = {}
        self._ends: list[tuple[End, Dist[Any], int, int]] = []

    def tell(self, tale: Tale, mood: M, weight: int, size: int) -> None:
        """Melees with all their tests, `weight` parts of `size`."""
        moods = self._tales.setdefault(size, {}).setdefault(tale, {})
        moods[mood] = moods.get(mood, 0) + weight

    def add(self, head: End, rest: Dist[Any], weight: int, size: int) -> None:
        """One end, and the odds of what is still to come."""
        self._ends.append((head, rest, weight, size))

    def dist(self, fates_of: Callable[[M, Group], Fates]) -> Dist[Any]:
        """Everything played out."""
        rows = list(self._rows(fates_of))
        common = lcm(*{rest.total for _, rests in rows for rest, _ in rests})
        found: dict[End, dict[End, int]] = {}
        for heads, rests in rows:
            tails = _mixed(rests, common)
            for head, weight in heads.items():
                sums = found.setdefault(head, {})
                for tail, inner in tails:
                    sums[tail] = sums.get(tail, 0) + weight * inner
        weights = found.pop((), {})
        for head, sums in found.items():
            for tail, weight in sums.items():
                end = head + tail
                weights[end] = weights.get(end, 0) + weight
        return Dist(weights).reduced()

    def _rows(self, fates_of: Callable[[M, Group], Fates]) -> Iterator[Row]:
        """All in parts of one size."""
        whole = lcm(*self._tales, *{size for *_, size in self._ends})
        for blend, groups in self._blended(whole).items():
            for group, heads in groups.values():
                yield heads, [(fates_of(mood, group), weight) for mood, weight in blend]
        for head, rest, weight, size in self._ends:
            yield {head: 1}, [(rest, weight * (whole // size))]

    def _blended(self, whole: int) -> dict[Blend[M], dict[int, tuple[Group, Heads]]]:
        """The groups of all tales by their moods, which come in the same shares again and again, and by their case."""
        gathered: dict[Tale, dict[M, int]] = {}
        for size, tales in self._tales.items():
            for tale, moods in tales.items():
                sums = gathered.setdefault(tale, {})
                for mood, weight in moods.items():
                    sums[mood] = sums.get(mood, 0) + weight * (whole // size)
        blended: dict[Blend[M], dict[int, tuple[Group, Heads]]] = {}
        for tale, moods in gathered.items():
            scale = gcd(*moods.values())
            groups = blended.setdefault(tuple([(mood, part // scale) for mood, part in moods.items()]), {})
            for group in tale.told.groups:
                tale.add_heads(group, groups.setdefault(group.number, (group, {}))[1], scale)
        return blended


def _mixed(rests: list[tuple[Dist[Any], int]], common: int) -> list[tuple[End, int]]:
    """Odds put together, in parts of so many."""
    tails: dict[End, int] = {}
    for rest, weight in rests:
        scale = weight * (common // rest.total)
        for tail, inner in rest.weights.items():
            tails[tail] = tails.get(tail, 0) + scale * inner
    return list(tails.items())
