"""What the Retreats after a melee cost, whoever will have fallen: each looked at once. [R-27, T137, T138]"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.engine.flow import replace

from ..facts.bodies import without
from ..facts.outlook import Outlook
from ..facts.retreat import Toll, allowance, retreat
from ..facts.values import too_few, trait
from ..state import State, Unit
from ..words import Trait
from .aftermath import with_unit
from .bloodshed import UNHARMED, Bloodshed, Group, Told, thinned


def led_on(unit: Unit) -> bool:
    """Whether how far a unit Retreats hangs on its Leader. [F-T5]"""
    if trait(unit) is Trait.ORDINARY:
        return False
    return allowance(unit) != allowance(replace(unit, leader=None))


class Left(NamedTuple):
    """A unit after its casualties, and all that its Retreat hangs on besides others."""

    unit: Unit
    led_on: bool
    number: int
    """All who Retreat alike have the same."""


class Retreats:
    """The Retreats of one attack."""

    def __init__(self) -> None:
        self._outlooks: dict[Any, tuple[Outlook, Outlook]] = {}
        self._tolls: dict[Any, tuple[Toll | None, ...]] = {}
        self._thinned: dict[Any, tuple[Told, list[Bloodshed]]] = {}
        self._fled: dict[Any, Toll] = {}
        self._left: dict[Any, dict[int, Left]] = {}
        self._numbers: dict[Any, int] = {}

    def outlook(self, state: State, unit: Unit, target: Unit) -> tuple[Outlook, Outlook]:
        """How the Retreats of both look. [R-27]"""
        key = (*((each.id, each.models, allowance(each)) for each in (unit, target)),)
        if key not in self._outlooks:
            self._outlooks[key] = Outlook(state, unit, target), Outlook(state, target, unit)
        return self._outlooks[key]

    def runs(
        self, state: State, told: Told, both: tuple[Unit, Unit], outlook: tuple[Outlook, Outlook]
    ) -> tuple[Told, list[Bloodshed]]:
        """Melees with what the losers' Retreats cost them, and those where that hangs on a Leader. [T137, T138]"""
        key = told, *[(each.id, each.models, each.leader, each.close_order) for each in both]
        tolls = self._tolls.get(key)
        if tolls is None:
            left = self._left_of(both[0]), self._left_of(both[1])
            tolls = self._tolls[key] = tuple(
                [
                    toll
                    for group in told.others
                    for toll in self._tolls_of(state, both, left, group, outlook[group.loser])
                ]
            )
        if (told, tolls) not in self._thinned:
            self._thinned[told, tolls] = thinned(told, tolls)
        return self._thinned[told, tolls]

    def _tolls_of(
        self,
        state: State,
        both: tuple[Unit, Unit],
        left: tuple[dict[int, Left], dict[int, Left]],
        group: Group,
        outlook: Outlook,
    ) -> list[Toll | None]:
        """What Retreats cost the losers of a group, if they have somebody left to run; None where that hangs on a Leader."""
        at = group.loser
        if not group.case.alive[at] or outlook.free:
            return [UNHARMED] * len(group.members)
        found: list[Toll | None] = []
        ours, theirs = left[at], left[1 - at]
        for each in group.members:
            lost, killed = each.lost[at], each.lost[1 - at]
            loser = ours.get(lost) or self._without(both[at], lost, ours)
            other = theirs.get(killed) or self._without(both[1 - at], killed, theirs)
            key = loser.number, other.number
            if not loser.led_on and key not in self._fled:
                self._fled[key] = self._toll(state, loser.unit, other.unit, outlook)
            found.append(None if loser.led_on else self._fled[key])
        return found

    def _toll(self, state: State, loser: Unit, other: Unit, outlook: Outlook) -> Toll:
        """What a Retreat costs. [T137, T138]"""
        if other.models:
            toll = outlook.straight_back(loser, other, allowance(loser))
            toll = toll or outlook.toll(loser, other)
            if toll is not None:
                return toll
        after = with_unit(with_unit(state, loser), other)
        way = retreat(after, loser, other if other.models else None)
        return Toll(way.lost, way.leaves)

    def _left_of(self, unit: Unit) -> dict[int, Left]:
        """What is left of a unit, by its casualties, as far as that was asked."""
        return self._left.setdefault((unit.id, unit.models, unit.leader, unit.close_order), {})

    def _without(self, unit: Unit, lost: int, left: dict[int, Left]) -> Left:
        """A unit after its casualties, too few of them in no Close Order."""
        after = without(unit, lost)
        after = replace(after, close_order=False) if too_few(after) else after
        known = after.id, after.models, after.close_order, allowance(after)
        number = self._numbers.setdefault(known, len(self._numbers))
        found = left[lost] = Left(after, led_on(after), number)
        return found
