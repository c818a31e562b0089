"""What a melee leaves to chance besides its blows: Leaders and the test of the beaten. [T026, T029, R-48]

These tests look at a unit's nerve, never at where it stands, and one side's not at the other's: each is thrown
by the engine once for every nerve and number of casualties, and the two sides are put together afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace

from ..state import State, Unit
from ..steps.env import OnTrial
from .walks import ENGINE, alike


class Nerve(NamedTuple):
    """All of a unit that its tests look at or change."""

    led: bool
    pins: int
    spared: bool
    unnerved: bool
    drink: int


def nerve_of(unit: Unit) -> Nerve:
    """The nerve of a unit as it is."""
    return Nerve(unit.leader is not None, unit.pins, unit.spared, unit.unnerved, unit.drink)


def nerved(unit: Unit, nerve: Nerve) -> Unit:
    """A unit with another nerve: without its Leader, Pinned; a marker ends Close Order and Gone to Ground. [T102]"""
    loose = nerve.pins > unit.pins
    return replace(
        unit,
        leader=unit.leader if nerve.led else None,
        pins=nerve.pins,
        spared=nerve.spared,
        unnerved=nerve.unnerved,
        drink=nerve.drink,
        close_order=unit.close_order and not loose,
        to_ground=unit.to_ground and not loose,
    )


def with_unit(state: State, unit: Unit) -> State:
    """A state with one unit changed."""
    units = state.units
    return replace(state, units=(*units[: unit.id], unit, *units[unit.id + 1 :]))


class Trials:
    """The tests after a melee, each worked out once."""

    def __init__(self, state: State, meet: Callable[[State, Throw], None]):
        self.state, self.meet = state, meet
        self._known: dict[tuple[int, Nerve, bool, int], Dist[Nerve]] = {}
        self._throws: dict[tuple[str, Nerve, OnTrial], Dist[Nerve]] = {}

    def of(self, unit: int, nerve: Nerve, risk: bool, casualties: int) -> Dist[Nerve]:
        """The nerve of a unit afterwards: it throws for its Leader, and is tested for so many casualties or, if 0, not."""
        key = unit, nerve, risk, casualties
        found = self._known.get(key)
        if found is None:
            found = Dist.sure(nerve)
            if risk:
                found = found.then(lambda before: self._thrown("leader", before, OnTrial(unit)))
            if casualties:
                trial = OnTrial(unit, casualties)
                found = found.then(lambda before: self._thrown("pinning", before, trial))
            self._known[key] = found
        return found

    def _thrown(self, sequence: str, nerve: Nerve, trial: OnTrial) -> Dist[Nerve]:
        key = sequence, nerve, trial
        if key not in self._throws:
            state = with_unit(self.state, nerved(self.state.units[trial.unit], nerve))
            self._throws[key] = self._walk(ENGINE.start(state, sequence, trial), trial.unit)
        return self._throws[key]

    def _walk(self, position: Position, unit: int) -> Dist[Nerve]:
        throw = ENGINE.pending(position)
        if not isinstance(throw, Throw):
            return Dist.sure(nerve_of(position.state.units[unit]))
        self.meet(position.state, throw)
        same = alike(position, throw)
        assert same is not None
        dist = throw.dice.dist().merged(same)
        return dist.then(lambda reading: self._walk(ENGINE.follow(position, Fall(reading)), unit)).reduced()
