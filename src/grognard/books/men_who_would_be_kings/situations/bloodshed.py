"""Both throws of a melee put together. [T016–T027, R-12, R-54]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from grognard.engine.dice import Pool
from grognard.engine.dist import Dist

from ..facts.retreat import Toll
from ..steps.attack import outcome_of, retreating, tested
from ..words import Where
from .walks import casualties

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


@lru_cache(maxsize=4096)
def numbered(case: Case) -> int:
    """A number for a case, which is sooner looked up than itself."""
    return next(_numbers)


_numbers = count()


class Group(NamedTuple):
    """What comes to the same but for how many are left."""

    number: int
    """Of its case: no two cases have the same."""
    case: Case
    result: str
    loser: int
    members: tuple[Bloodshed, ...]


class Told:
    """What of a melee is told when tests are thrown, and what else must be looked at first; known by itself."""

    def __init__(self, groups: Sequence[Group], others: Sequence[Group], last: bool):
        self.groups, self.others, self.last = groups, others, last
        self.losses = {group.case.alive: group.members[0] for group in reversed(groups)}
        """An example for each side, or both, that nobody is left of."""
        self.losses.pop((True, True), None)


class Shed:
    """Both throws of a melee together; itself one value for all who throw alike."""

    def __init__(self, groups: Sequence[Group]):
        self.groups = groups
        self.total = sum(each.weight for group in groups for each in group.members)
        self._told: dict[tuple[tuple[bool, bool], bool], Told] = {}

    def told(self, free: tuple[bool, bool], last: bool) -> Told:
        """What is told where these Retreats cost nobody, and the winner may follow up or not."""
        if (free, last) not in self._told:
            self._told[free, last] = self._parted(free, last)
        return self._told[free, last]

    def _parted(self, free: tuple[bool, bool], last: bool) -> Told:
        groups, others = list[Group](), list[Group]()
        for group in self.groups:
            runs = group.case.alive[group.loser] and not free[group.loser]
            (others if runs or (group.result == "won" and not last) else groups).append(group)
        return Told(groups, others, last)


@lru_cache(maxsize=2048)
def put_together(ours: tuple[Blow, ...], theirs: tuple[Blow, ...], counts: Pair) -> Shed:
    """Every two throws put together."""
    found: dict[tuple[str, Case], list[Bloodshed]] = {}
    for blow in ours:
        for other in theirs:
            each = bloodshed(blow, other, counts)
            found.setdefault((each.result, each.case), []).append(each)
    return Shed([_group(result, case, some) for (result, case), some in found.items()])


def _group(result: str, case: Case, members: list[Bloodshed]) -> Group:
    return Group(numbered(case), case, result, members[0].loser, tuple(members))


@lru_cache(maxsize=2048)
def blows(dice: Pool, most: int, needed: int) -> tuple[Blow, ...]:
    """What a throw may do, one reading for all that take as many. [T019]"""
    weights: dict[int, Blow] = {}
    for reading, weight in dice.dist().weights.items():
        models = casualties(reading, most, needed)
        first, _, before = weights.get(models, Blow(reading, models, 0))
        weights[models] = Blow(first, models, before + weight)
    return tuple(weights.values())


def _end(alive: bool) -> Where:
    return Where.TABLE if alive else Where.DESTROYED


def cut_off(each: Bloodshed, way: Toll) -> Bloodshed:
    """The same with what the loser's Retreat costs: models cut off, or all of them off the table. [T137, T138]"""
    if not way.leaves and not way.lost:
        return each
    result, left, lost, case, falls, weight, loser = each
    alive, bled, tests, ends = case
    stay = 0 if way.leaves else max(0, left[loser] - way.lost)
    end = Where.RETREATED if way.leaves else _end(stay > 0)
    if loser:
        left, ends = (left[0], stay), (ends[0], end)
    else:
        left, ends = (stay, left[1]), (end, ends[1])
    return Bloodshed(result, left, lost, Case(alive, bled, tests, ends), falls, weight, loser)


UNHARMED = Toll(0, False)


def thinned(told: Told, tolls: Sequence[Toll | None]) -> tuple[Told, list[Bloodshed]]:
    """What else must be looked at, with what Retreats cost; and those of which it is not known."""
    found: dict[tuple[str, Case], list[Bloodshed]] = {}
    unknown = list[Bloodshed]()
    costs = iter(tolls)
    for group in told.others:
        for each, toll in zip(group.members, costs):
            if toll is None:
                unknown.append(each)
            else:
                then = cut_off(each, toll)
                found.setdefault((then.result, then.case), []).append(then)
    groups = [_group(result, case, some) for (result, case), some in found.items()]
    return Told(
        [group for group in groups if told.last or group.result != "won"],
        [group for group in groups if group.result == "won" and not told.last],
        told.last,
    ), unknown


TOLD = {"won": "wins", "drawn": "draws", "lost": "loses"}


@lru_cache(maxsize=16)
def melees(bouts: tuple[str, ...]) -> tuple[str, str]:
    """How the first and the second melee went."""
    first, second = (*(TOLD[bout] for bout in bouts), "none", "none")[:2]
    return first, second
