"""What a side's units are picked for, and whom they may aim at; why not the rest. [M1, H1, M13, S13]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from functools import partial
from typing import Any, NamedTuple

from grognard.engine.domains import Domain, LatePairs, LazyPairs, Units, Why
from grognard.engine.flow import AGAIN, Call, Flow
from grognard.engine.tables import Refusal
from grognard.engine.verbs import Verb

from ..facts.entering import NO_ROOM, enterable, waiting
from ..facts.lanes import any_charge, charge_targets, lane
from ..facts.readiness import all_free, may_charge, may_hold, may_move
from ..facts.shots import may_name, shooters, why_not_target
from ..state import Aim, Desk, State
from ..words import Round


class Odds(Enum):
    """Which odds are told of a verb."""

    VOLLEY = auto()
    CHARGE = auto()
    MEETING = auto()
    THROW = auto()
    RALLY = auto()
    MORALE = auto()
    RETREAT = auto()
    PURSUIT = auto()
    FIGHT = auto()


class Said(Verb[Any, Desk], frozen=True, kw_only=True):
    """A row of this book's catalogue."""

    idle: bool = False
    """Whether it leaves things as they are: what is done on the way where odds are told."""


# ---- picking a unit to move


class Movement:
    """The movement of a side: what its units are free to do, worked out once for all verbs. [M1, M13]"""

    def __init__(self, state: State, side: int):
        self.state, self.side = state, side
        self.free = all_free(state, side)
        self.movable = [unit for unit, free_to in self.free.items() if free_to.march]
        self.chargers = [unit for unit, free_to in self.free.items() if free_to.charge]
        self.holders = [unit for unit, free_to in self.free.items() if free_to.hold]
        self.enterable = enterable(state, side)


class Pick(Said, frozen=True, kw_only=True):
    """A unit is picked for something. [M1]"""

    units: Callable[[Movement], list[int]]
    opens: Callable[[Any], Call]
    """The sequence in which it is carried out."""
    bars: Callable[[State, int, Any], Refusal | None]
    """Why a side may not pick a unit for it."""
    nobody: Refusal
    """Why not, where there is no unit to pick."""

    def nouns(self, asked: Movement) -> Domain | None:
        """The units to pick among."""
        found = self.units(asked)
        return Units(found, self.why(asked)) if found else None

    def why(self, asked: Movement) -> Why:
        """Why a unit may not be picked, whether the verb is on offer or not."""
        return partial(self.bars, asked.state, asked.side)

    def why_not(self, asked: Movement) -> Refusal:
        """Why the side can pick no unit at all for it."""
        return self.nobody

    def does(self, t: Desk, noun: Any) -> Call:
        """The unit does it before another is picked. [T3]"""
        return self.opens(noun)


class Charge(Pick, frozen=True, kw_only=True):
    """A charge names its target before the dice. [H1, G-43]"""

    def nouns(self, asked: Movement) -> Domain | None:
        """The chargers, each with its targets."""
        state, chargers = asked.state, self.units(asked)
        if not any_charge(state, chargers):
            return None
        return LazyPairs(chargers, lambda first: charge_targets(state, state.units[first]), self.why(asked))

    def why_not(self, asked: Movement) -> Refusal:
        """None in reach, or no unit that may make one. [H1]"""
        if self.units(asked):
            return Refusal("H1", "no unit has an enemy in reach of a charge")
        units = [asked.state.units[unit] for unit in asked.free]
        reasons = [may_charge(asked.state, unit) for unit in units if not unit.is_general and not unit.is_gun]
        return next((reason for reason in reasons if reason), self.nobody)

    def does(self, t: Desk, noun: tuple[int, int]) -> Call:
        """Charge a named target, before the dice. [G-43]"""
        unit, target = noun
        t.note("H1", "charges", unit=unit, target=target)
        return self.opens(noun)


class Enter(Pick, frozen=True, kw_only=True):
    """A reinforcement is brought on. [M13]"""

    def expected(self, asked: Movement) -> bool:
        """Only while one waits."""
        return bool(waiting(asked.state, asked.side))


def _known(state: State, side: int, noun: int) -> Refusal | None:
    if not 0 <= noun < len(state.units):
        return Refusal("M1", "there is no such unit")
    unit = state.units[noun]
    if unit.side != side:
        return Refusal("M1", "that unit is not yours")
    if not unit.on_table:
        return Refusal("M1", "that unit is not on the table")
    return None


def why_not_hold(state: State, side: int, noun: int) -> Refusal | None:
    """The row that forbids to hold."""
    return _known(state, side, noun) or may_hold(state, state.units[noun])


def why_not_march(state: State, side: int, noun: int) -> Refusal | None:
    """The row that forbids a march."""
    return _known(state, side, noun) or may_move(state, state.units[noun])


def why_not_enter(state: State, side: int, noun: int) -> Refusal | None:
    """Why a unit is not brought on. [M13]"""
    if noun in [unit.id for unit in waiting(state, side)]:
        return NO_ROOM
    return Refusal("M13", "it is no reinforcement that has arrived")


def why_not_charge(state: State, side: int, noun: tuple[int, int]) -> Refusal | None:
    """The row that forbids a charge."""
    unit, target = noun
    reason = _known(state, side, unit)
    if reason is not None:
        return reason
    if not 0 <= target < len(state.units):
        return Refusal("H1", "there is no such target")
    aim = state.units[target]
    if aim.side == side or aim.is_general or not aim.on_table:
        return Refusal("H1", "that is no enemy unit on the table")
    barred = may_charge(state, state.units[unit])
    if barred is not None:
        return barred
    found = lane(state, state.units[unit], aim)
    return found if isinstance(found, Refusal) else None


# ---- naming targets


class Aiming(NamedTuple):
    """A side that names its targets. [S13]"""

    state: State
    side: int


class Target(Said, frozen=True, kw_only=True):
    """A target is named for one round. [S13, S7, 28]"""

    round_: Round
    nobody: Refusal

    def nouns(self, asked: Aiming) -> Domain | None:
        """Every unit that may still name a target, with its targets."""
        open_to = partial(open_aims, asked.state, asked.side, self.round_)
        return LatePairs(open_to, self.why(asked)) if any(open_to()) else None

    def why(self, asked: Aiming) -> Why:
        """Why a target may not be named, whether any may or not."""
        return partial(why_not_aim, asked.state, asked.side, self.round_)

    def why_not(self, asked: Aiming) -> Refusal:
        """Why no unit has a target."""
        return self.nobody

    def does(self, t: Desk, noun: tuple[int, int]) -> Flow:
        """The target is named; all shoot together later. [T4]"""
        shooter, target = noun
        t.set(aims=(*t.state.aims, Aim(shooter, target, self.round_)))
        t.note("S13", "aims", unit=shooter, target=target, round=self.round_.value)
        return AGAIN


def open_aims(state: State, side: int, round_: Round) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every unit of a side that may still name a target, with its targets, worked out as they are asked for. [S13]"""
    aimed = {aim.shooter for aim in state.aims}
    for unit in shooters(state, side, round_):
        if unit not in aimed and (found := may_name(state, unit, round_)):
            yield unit, found


def why_not_aim(state: State, side: int, round_: Round, noun: tuple[int, int]) -> Refusal | None:
    """Why a side may not name a target. [S13, N1, 28]"""
    shooter, target = (state.units[i] for i in noun)
    if shooter.side != side or not shooter.on_table:
        return Refusal("S13", "that unit is not yours to shoot with")
    if any(aim.shooter == shooter.id for aim in state.aims):
        return Refusal("S13", "it has its target already")
    if target.side == side or not target.on_table:
        return Refusal("S13", "that is no enemy unit on the table")
    if target.is_general:
        return Refusal("N1", "a general cannot be shot at by himself")
    if round_ is Round.CANISTER and not shooter.is_gun:
        return Refusal("28", "it is not artillery, which alone fires canister")
    return why_not_target(state, shooter, target, round_)
