"""Both throws of a melee put together, and ends piled up with exact weights. [T016–T027, R-12, R-54]"""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

from grognard.engine.dist import Dist

from ..facts.retreat import Toll
from ..steps.attack import outcome_of, retreating, tested
from ..words import Where

Pair = tuple[int, int]
"""Of the attacker and of the defender."""


Fates = Dist[tuple[str, str, int]]
"""How both end, and how many Leaders fell."""


class Blow(NamedTuple):
    """A reading of one side's dice, the models it takes, and its weight."""

    reading: int
    models: int
    weight: int


class Case(NamedTuple):
    """What of the casualties bears on the tests that follow."""

    alive: tuple[bool, bool]
    """Whether blows have left anybody."""
    bled: tuple[bool, bool]
    tested: Pair
    """For how many casualties each is tested."""
    ends: tuple[Where, Where]
    """Where each is afterwards, its Retreat included."""


class Bloodshed(NamedTuple):
    """What two throws come to: who has won, with how many left, and the readings that bring it about."""

    result: str
    left: Pair
    lost: Pair
    case: Case
    falls: Pair
    weight: int
    loser: int
    """Who Retreats: 0 the attacker, 1 the defender."""


def bloodshed(ours: Blow, theirs: Blow, counts: Pair) -> Bloodshed:
    """Two throws put together."""
    lost = theirs.models, ours.models
    left = counts[0] - lost[0], counts[1] - lost[1]
    result = outcome_of(left, lost)
    alive = left[0] > 0, left[1] > 0
    ends = _end(alive[0]), _end(alive[1])
    case = Case(alive, (lost[0] > 0, lost[1] > 0), tested(result, lost), ends)
    falls, weight = (ours.reading, theirs.reading), ours.weight * theirs.weight
    return Bloodshed(result, left, lost, case, falls, weight, retreating(result))


def _end(alive: bool) -> Where:
    return Where.TABLE if alive else Where.DESTROYED


def cut_off(each: Bloodshed, way: Toll) -> Bloodshed:
    """The same with what the loser's Retreat costs: models cut off, or all of them off the table. [T137, T138]"""
    if not way.leaves and not way.lost:
        return each
    left, ends = list(each.left), list(each.case.ends)
    left[each.loser] = 0 if way.leaves else max(0, left[each.loser] - way.lost)
    ends[each.loser] = Where.RETREATED if way.leaves else _end(left[each.loser] > 0)
    case = each.case._replace(ends=(ends[0], ends[1]))
    return each._replace(left=(left[0], left[1]), case=case)


TOLD = {"won": "wins", "drawn": "draws", "lost": "loses"}


def melees(bouts: tuple[str, ...]) -> tuple[str, str]:
    """How the first and the second melee went."""
    first, second = (*(TOLD[bout] for bout in bouts), "none", "none")[:2]
    return first, second


class Rest:
    """The odds of what is left to tell; told apart by itself, which is cheaper than comparing odds."""

    def __init__(self, dist: Dist[Any]):
        self.dist = dist


End = tuple[tuple[Any, ...], Rest]


class Pile:
    """Ends with their weights, told in parts of different size: what came before, and the odds of the rest."""

    def __init__(self) -> None:
        self.parts: dict[int, dict[End, int]] = {}

    def part(self, size: int) -> dict[End, int]:
        """The ends told in parts of so many."""
        return self.parts.setdefault(size, {})

    def add(self, size: int, head: tuple[Any, ...], rest: Dist[Any], weight: int) -> None:
        """One more."""
        self.part(size)[head, Rest(rest)] = weight

    def dist(self) -> Dist[Any]:
        """Everything played out."""
        common = lcm(*{size * rest.dist.total for size, ends in self.parts.items() for _, rest in ends})
        weights: dict[Any, int] = {}
        for size, ends in self.parts.items():
            for (head, rest), weight in ends.items():
                scale = weight * (common // (size * rest.dist.total))
                for tail, inner in rest.dist.weights.items():
                    end = head + tail
                    weights[end] = weights.get(end, 0) + scale * inner
        return Dist(weights).reduced()
