"""The odds of a choice in a real game: the whole sequence it opens, walked from where everybody stands.

Where somebody has a choice on the way, Cavalry follows up and nobody storms. What comes after the deed itself
(natives appearing, the end of the battle) is not played on.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from grognard.engine.book import Scene, Sign, Summed, Verdict
from grognard.engine.choices import Move
from grognard.engine.flow import Position
from grognard.engine.verbs import told_by
from grognard.odds.kit import Teller, by_verb

from ..facts.melee import chase
from ..facts.values import is_free
from ..sequence import EXCERPTS
from ..state import State, Unit
from ..steps.env import Melee, Shooting
from ..steps.menu import Odds
from ..steps.verbs import ORDERS, VERBS
from ..words import Action
from .bouts import settled
from .fighting import Fought, Volleyed
from .walks import ENGINE, Plan, alike, fate

A = Action


def _done(position: Position) -> bool:
    """Whether the deed is done."""
    return len(position.agenda) == 1 and position.agenda[0].at == len(EXCERPTS["odds: deed"]) - 1


class Deeds(msgspec.Struct, frozen=True):
    """Tells an order and what came of the deed; without the order, nothing did. [T005]"""

    unit: Unit
    target: Unit | None
    tale: Fought | Volleyed | None
    ordered: bool

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        rest = self.tale.heads if self.tale is not None else ("unit",)
        return (*(("order",) * self.ordered), *rest)

    @property
    def verdict(self) -> Verdict:
        """How it reads to whoever gives the order; without a deed, whether it is obeyed. [T005]"""
        return (
            Verdict(won=Sign("order", ("obeyed",)))
            if self.tale is None
            else self.tale.verdict._replace(
                mishap=Sign("order", ("does nothing",), "the order is not obeyed")
            )
        )

    def __call__(self, position: Position) -> tuple[Any, ...] | Summed | None:
        if position.over:
            return self.read(position.state, idle=True)
        moving = any(frame.sequence in ("move", "form") for frame in position.agenda)
        if not _done(position) and not moving and not settled(position):
            return self._summed(position) if isinstance(self.tale, Fought) else None
        return self.read(position.state, idle=False)

    def read(self, state: State, idle: bool) -> tuple[Any, ...]:
        """The outcome in a live game's state; `idle` says that the order was not obeyed."""
        if idle:
            return ("does nothing", *self._told(state))
        return (*(("obeyed",) * self.ordered), *self._told(state))

    def _summed(self, position: Position) -> Summed | None:
        assert isinstance(self.tale, Fought)
        found = self.tale.summed(position)
        if found is None or not self.ordered:
            return found
        told = {("obeyed", *end): weight for end, weight in found.weights.items()}
        return Summed(told, found.throws, found.cites)

    def _told(self, state: State) -> tuple[Any, ...]:
        if self.tale is not None:
            return self.tale.told(state)
        after = state.units[self.unit.id]
        if self.unit.pinned and after.on_table:
            return ("retreats" if after.pinned else "rallied",)
        return (fate(self.unit, after),)


def _deed(position: Position, move: Move) -> Scene | None:
    """An order and all that follows from it. [T005]"""
    deed = ORDERS[move.verb].deed(move.side, move.noun)
    state: State = position.state
    unit = state.units[deed.unit]
    target = state.units[deed.target] if deed.target >= 0 else None
    ordered = not is_free(unit, deed.action)
    if not ordered and target is None and deed.action is not A.RALLY:
        return None
    done = Deeds(unit, target, _tale(deed.action, unit, target), ordered)
    return Scene(ENGINE.start(state, "odds: deed", deed), done, Plan(), done.heads, alike, done.verdict)


def _tale(action: Action, unit: Unit, target: Unit | None) -> Fought | Volleyed | None:
    if target is None:
        return None
    return Fought(unit, target) if action in (A.ATTACK, A.CHARGE) else Volleyed(unit, target)


def _aim(position: Position, move: Move) -> Scene:
    """The fire of skirmishers after their move. [R-21]"""
    unit = position.state.units[position.agenda[-1].env.unit]
    done = Volleyed(unit, position.state.units[move.noun])
    start = ENGINE.start(position.state, "fire", Shooting(unit.id, move.noun, A.SKIRMISH))
    return Scene(start, done, Plan(), done.heads, alike, done.verdict)


def _follow_up(position: Position, move: Move) -> Scene:
    """One more melee. [R-30]"""
    env = position.agenda[-1].env
    unit, target = position.state.units[env.unit], position.state.units[move.noun]
    beaten = position.state.units[env.target]
    done = Fought(unit, target)
    start = ENGINE.start(
        position.state,
        "melee",
        Melee(unit.id, target.id, chase(position.state, unit, beaten), env.by, followed=True),
    )
    return Scene(start, done, Plan(), done.heads, alike, done.verdict)


BY_ODDS: dict[Enum, Teller] = {Odds.DEED: _deed, Odds.SHOT: _aim, Odds.CHASE: _follow_up}
TELLERS = told_by(VERBS, BY_ODDS)
scene_for = by_verb(ENGINE, TELLERS)
