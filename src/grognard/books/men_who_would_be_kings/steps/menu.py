"""The units of a side that may be told to do something now, and how an order is offered to them and carried out. [T012d]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

from grognard.engine.domains import Domain, LazyPairs, Units
from grognard.engine.flow import Call
from grognard.engine.tables import Refusal
from grognard.engine.verbs import Verb

from ..facts.bodies import gap
from ..facts.melee import must_attack
from ..facts.values import may, why_not
from ..state import Desk, State, Unit
from ..tables.actions import ACTIVATE
from ..words import Action
from .env import Deed, Rouse

A = Action
PRESSED = frozenset({A.ATTACK})
"""All that a Leader who attacks whenever he can may do when he can. [F-T17]"""
CONDITIONS = {row.cite: at for at, row in enumerate(ACTIVATE.rows)}
"""Which condition of an action comes when; a class that may not at all comes before them."""


class Menu:
    """The units of a side that have not acted yet, and what each may do as far as it alone decides."""

    def __init__(self, state: State, units: Iterable[Unit], idiots: Sequence[int] = ()):
        self.state, self.idiots = state, idiots
        self.units = [u for u in units if u.on_table and not u.acted]
        self.pressed = {u.id for u in self.units if must_attack(state, u)}
        self._able: dict[Action, list[Unit]] = {}
        for unit in self.units:
            for action in PRESSED & may(state, unit) if unit.id in self.pressed else may(state, unit):
                self._able.setdefault(action, []).append(unit)
        self._gaps: dict[tuple[int, int], int] = {}

    def able(self, action: Action) -> list[Unit]:
        """The units that may take an action, as far as they alone decide. [T012d, F-T17]"""
        return self._able.get(action, [])

    def why(self, action: Action) -> Callable[[int], Refusal | None]:
        """Why a unit may not."""

        def reason(noun: int) -> Refusal | None:
            unit = self.state.units[noun]
            if unit.id in self.pressed and action is not A.ATTACK:
                return Refusal("F-T17", "its Leader attacks whenever he can, and he can")
            return why_not(self.state, unit, action)

        return reason

    def nearest(self, units: Iterable[Unit]) -> tuple[Unit, Unit] | None:
        """The unit of some that is nearest to an enemy, with that enemy; None without an enemy."""
        pairs = [
            (self._gap(u, e), u.id, e.id) for u in units for e in self.state.on_table(1 - u.side)
        ]  # fmt: skip
        if not pairs:
            return None
        _, mine, other = min(pairs)
        return self.state.units[mine], self.state.units[other]

    def _gap(self, unit: Unit, enemy: Unit) -> int:
        """How far two are apart; several verbs ask it of the same."""
        found = self._gaps.get((unit.id, enemy.id))
        if found is None:
            found = self._gaps[unit.id, enemy.id] = gap(self.state, unit, enemy)
        return found


class Fit(NamedTuple):
    """What an order asks of its unit besides, and why not where none has it."""

    holds: Callable[[State, Unit], bool]
    refusal: Refusal


class Aim(NamedTuple):
    """At whom an order is given: whether there is anybody, who, and why not an enemy."""

    fits: Callable[[State, Unit, Action], bool]
    targets: Callable[[State, Unit, Action], Iterable[int]]
    why_not: Callable[[State, Unit, Unit, Action], Refusal | None]


class Odds(Enum):
    """Which odds are told of a verb."""

    DEED = auto()
    """The order and everything that follows from it."""
    SHOT = auto()
    CHASE = auto()


class Said(Verb[Menu, Desk], frozen=True, kw_only=True):
    """A row of this book's catalogue."""

    calm: bool = False
    """Whether Mr Babbage says it where his lists lay down nothing else. [F-B7]"""


class Order(Said, frozen=True, kw_only=True):
    """An action that a unit is told to take, by order or free. [T001, T012d]"""

    odds: Odds | None = Odds.DEED
    action: Action
    opens: Callable[[Deed, Unit], Call]
    """The sequence in which it is carried out."""
    aim: Aim | None = None
    """At whom; None for an action without a target."""
    fit: Fit | None = None
    first: str = ""
    """In a Skirmish: whether it moves or fires first. [T126]"""
    urgency: float = 0.0
    """How much sooner in a turn players do it than other good things."""

    def deed(self, by: int, noun: int | tuple[int, int]) -> Deed:
        """The activation it begins, decided by a side. [T001, R-01]"""
        unit, target = noun if isinstance(noun, tuple) else (noun, -1)
        return Deed(unit, self.action, by, target, self.first)

    def does(self, t: Desk, noun: Any) -> Call:
        """Unit, action and target are named before any roll. [T001, R-01]"""
        return Call("action", self.deed(decides(t), noun))

    def nouns(self, asked: Menu) -> Domain | None:
        """The units that may, with the enemies they may do it to; None if there are none."""
        able, state = asked.able(self.action), asked.state
        if self.fit is not None:
            able = [u for u in able if self.fit.holds(state, u)]
        if self.aim is None:
            return Units([u.id for u in able], asked.why(self.action)) if able else None
        return self._pairs(asked, self.aim, able)

    def _pairs(self, asked: Menu, aim: Aim, able: list[Unit]) -> Domain | None:
        state, action = asked.state, self.action
        if not any(aim.fits(state, unit, action) for unit in able):
            return None
        firsts = {u.id: u for u in able}

        def why(noun: tuple[int, int]) -> Refusal | None:
            unit, target = state.units[noun[0]], state.units[noun[1]]
            if target.side == unit.side or not target.on_table:
                return Refusal("T039", "that is no enemy on the table")
            return asked.why(action)(unit.id) or aim.why_not(state, unit, target, action)

        return LazyPairs(firsts, lambda first: aim.targets(state, firsts[first], action), why)

    def why_not(self, asked: Menu) -> Refusal:
        """Of the unit nearest to doing it: the one that only lacks a target, else the one that fails last."""
        if not asked.units:
            if asked.idiots:
                return Refusal("F-T3", "first see what the Idiot makes of it")
            return Refusal("T149", "every unit has been activated this turn")
        able, why = asked.able(self.action), asked.why(self.action)
        if not able:
            reasons = [(u, reason) for u in asked.units if (reason := why(u.id)) is not None]
            unit, found = max(reasons, key=lambda pair: CONDITIONS.get(pair[1].cite, -1))
            return found._replace(words=f"{unit.name}: {found.words}")
        if self.fit is not None:
            return self.fit.refusal
        pair = asked.nearest(able)
        if pair is None:
            return Refusal("T039", "there is no enemy on the table")
        lacking = self.aim.why_not(asked.state, *pair, self.action) if self.aim is not None else None
        return lacking or Refusal("T039", "there is nobody to do it to")


def decides(t: Desk) -> int:
    """The side that names the action: the enemy may for an Idiot. [F-T3]"""
    return t.env.by if isinstance(t.env, Rouse) else t.state.side
