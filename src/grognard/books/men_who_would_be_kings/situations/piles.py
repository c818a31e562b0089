"""The ends of melees piled up with exact weights, tests and all. [T026–T031]"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.engine.dist import Dist

from .bloodshed import Fates, Group, Told, melees

End = tuple[Any, ...]
M = TypeVar("M", bound=Hashable)
"""The mood of those who fight: whatever their tests hang on, but the casualties."""
Row = tuple[list[tuple[End, int]], list[tuple[Dist[Any], int]]]
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

    def heads(self, group: Group) -> list[tuple[End, int]]:
        """How the melees of one of its groups went, and what both lost."""
        (had, was), gone = self.had, self.gone
        first, second = melees((*self.bouts, group.result))
        return [
            ((first, second, had - each.left[0], was - each.left[1] if gone is None else gone), each.weight)
            for each in group.members
        ]


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
        weights: dict[End, int] = {}
        for heads, rests in rows:
            tails = _mixed(rests, common)
            for head, weight in heads:
                for tail, inner in tails:
                    end = head + tail
                    weights[end] = weights.get(end, 0) + weight * inner
        return Dist(weights).reduced()

    def _rows(self, fates_of: Callable[[M, Group], Fates]) -> Iterator[Row]:
        """All in parts of one size."""
        whole = lcm(*self._tales, *{size for *_, size in self._ends})
        gathered: dict[Tale, dict[M, int]] = {}
        for size, tales in self._tales.items():
            for tale, moods in tales.items():
                sums = gathered.setdefault(tale, {})
                for mood, weight in moods.items():
                    sums[mood] = sums.get(mood, 0) + weight * (whole // size)
        for tale, moods in gathered.items():
            for group in tale.told.groups:
                fates = [(fates_of(mood, group), weight) for mood, weight in moods.items()]
                yield tale.heads(group), fates
        for head, rest, weight, size in self._ends:
            yield [(head, 1)], [(rest, weight * (whole // size))]


def _mixed(rests: list[tuple[Dist[Any], int]], common: int) -> list[tuple[End, int]]:
    """Odds put together, in parts of so many."""
    tails: dict[End, int] = {}
    for rest, weight in rests:
        scale = weight * (common // rest.total)
        for tail, inner in rest.weights.items():
            tails[tail] = tails.get(tail, 0) + scale * inner
    return list(tails.items())
