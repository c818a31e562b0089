"""What the Retreats after a melee cost, whoever will have fallen: each looked at once. [R-27, T137, T138]"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.engine.flow import replace

from ..facts.bodies import without
from ..facts.outlook import Outlook
from ..facts.retreat import Toll, allowance, retreat
from ..facts.values import too_few
from ..state import Point, State, Unit
from .aftermath import with_unit
from .bloodshed import UNHARMED, Bloodshed, Told, thinned


def led_on(unit: Unit) -> bool:
    """Whether how far a unit Retreats hangs on its Leader. [F-T5]"""
    return allowance(unit) != allowance(replace(unit, leader=None))


class Left(NamedTuple):
    """A unit after its casualties, and all that its Retreat hangs on besides others."""

    unit: Unit
    led_on: bool
    known: tuple[int, tuple[Point, ...], bool, int]


class Retreats:
    """The Retreats of one attack."""

    def __init__(self) -> None:
        self._outlooks: dict[Any, tuple[Outlook, Outlook]] = {}
        self._tolls: dict[Any, tuple[Toll | None, ...]] = {}
        self._thinned: dict[Any, tuple[Told, list[Bloodshed]]] = {}
        self._fled: dict[Any, Toll] = {}
        self._left: dict[Any, Left] = {}

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
            tolls = self._tolls[key] = tuple(
                [
                    self._toll_of(state, both, each, outlook[group.loser])
                    for group in told.others
                    for each in group.members
                ]
            )
        if (told, tolls) not in self._thinned:
            self._thinned[told, tolls] = thinned(told, tolls)
        return self._thinned[told, tolls]

    def _toll_of(
        self, state: State, both: tuple[Unit, Unit], each: Bloodshed, outlook: Outlook
    ) -> Toll | None:
        """What the loser's Retreat costs him, if he has somebody left to run; None where that hangs on his Leader."""
        at = each.loser
        if not each.case.alive[at] or outlook.free:
            return UNHARMED
        loser, other = self._without(both[at], each.lost[at]), self._without(both[1 - at], each.lost[1 - at])
        if loser.led_on:
            return None
        key = *loser.known, other.unit.models
        if key not in self._fled:
            self._fled[key] = self._toll(state, loser.unit, other.unit, outlook)
        return self._fled[key]

    def _toll(self, state: State, loser: Unit, other: Unit, outlook: Outlook) -> Toll:
        """What a Retreat costs. [T137, T138]"""
        if other.models:
            toll = outlook.straight_back(loser.models, other.models, allowance(loser))
            toll = toll or outlook.toll(loser, other)
            if toll is not None:
                return toll
        after = with_unit(with_unit(state, loser), other)
        way = retreat(after, loser, other if other.models else None)
        return Toll(way.lost, way.leaves)

    def _without(self, unit: Unit, lost: int) -> Left:
        """A unit after its casualties, too few of them in no Close Order."""
        key = unit.models, unit.leader, unit.close_order, lost
        found = self._left.get(key)
        if found is None:
            after = without(unit, lost)
            after = replace(after, close_order=False) if too_few(after) else after
            known = after.id, after.models, after.close_order, allowance(after)
            found = self._left[key] = Left(after, led_on(after), known)
        return found
