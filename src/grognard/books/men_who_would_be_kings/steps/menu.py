"""What the units of a side may be told to do now, and for what nobody can do, why not. [T012d]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from grognard.engine.domains import Domain, LazyPairs, Units
from grognard.engine.tables import Refusal

from ..facts.bodies import gap
from ..facts.melee import attackable, can_attack, must_attack, why_not_attack
from ..facts.placing import Facer
from ..facts.shooting import has_target, targets, why_not_target
from ..facts.values import may, why_not
from ..state import State, Unit
from ..tables.actions import ACTIVATE
from ..words import Action
from .move import has_skirmish_target, skirmish_targets, why_not_skirmish_fire

A = Action
Seconds = Callable[[Unit], Iterable[int]]
Fits = Callable[[Unit], bool]
Reason = Callable[[Unit, Unit], Refusal | None]
VERBS: dict[str, Action] = {
    "rally": A.RALLY, "attack": A.ATTACK, "fire": A.FIRE, "volley": A.VOLLEY, "charge": A.CHARGE, "move": A.MOVE,
    "double": A.DOUBLE, "skirmish": A.SKIRMISH, "fire_and_move": A.SKIRMISH,
    "form_close_order": A.FORM_CLOSE_ORDER, "break_close_order": A.BREAK_CLOSE_ORDER,
    "go_to_ground": A.GO_TO_GROUND, "stand_to": A.STAND_TO,
}  # fmt: skip
"""What a unit may be told, and the action that is."""


PRESSED = frozenset({A.ATTACK})
"""All that a Leader who attacks whenever he can may do when he can. [F-T17]"""
CONDITIONS = {row.cite: at for at, row in enumerate(ACTIVATE.rows)}
"""Which condition of an action comes when; a class that may not at all comes before them."""


class Barred(Mapping[str, Refusal]):
    """Why some verbs cannot be said; each reason is looked for only when somebody wants to know."""

    def __init__(self, verbs: Iterable[str], why: Callable[[str], Refusal]):
        self._reasons: dict[str, Refusal | None] = dict.fromkeys(verbs)
        self._why = why

    def also(self, verb: str, reason: Refusal) -> None:
        """One more, known already."""
        self._reasons[verb] = reason

    def __getitem__(self, verb: str) -> Refusal:
        return self._reasons[verb] or self._why(verb)

    def __iter__(self) -> Iterator[str]:
        return iter(self._reasons)

    def __len__(self) -> int:
        return len(self._reasons)


class Menu:
    """What the units of a side may be told to do now: every verb with its nouns."""

    def __init__(self, state: State, units: Iterable[Unit], idiots: Sequence[int] = ()):
        self.state, self.idiots = state, idiots
        self.units = [u for u in units if u.on_table and not u.acted]
        self.pressed = {u.id for u in self.units if must_attack(state, u)}
        self._able: dict[Action, list[Unit]] = {}
        for unit in self.units:
            for action in PRESSED & may(state, unit) if unit.id in self.pressed else may(state, unit):
                self._able.setdefault(action, []).append(unit)
        self._offered: frozenset[str] | None = None
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

    def pick(self, action: Action, fits: Fits | None = None) -> Domain | None:
        """Units that may do something without a target; None if there are none."""
        found = [u.id for u in self.able(action) if fits is None or fits(u)]
        return Units(found, self.why(action)) if found else None

    def aim(self, action: Action, fits: Fits, seconds: Seconds, reason: Reason) -> Domain | None:
        """Units with whom they may do it to; None if there is nobody whom it `fits`."""
        able = {u.id: u for u in self.able(action)}
        if not any(map(fits, able.values())):
            return None

        def why(noun: tuple[int, int]) -> Refusal | None:
            unit, target = self.state.units[noun[0]], self.state.units[noun[1]]
            if target.side == unit.side or not target.on_table:
                return Refusal("T039", "that is no enemy on the table")
            return self.why(action)(unit.id) or reason(unit, target)

        return LazyPairs(able, lambda first: seconds(able[first]), why)

    def offers(self) -> dict[str, Domain | None]:
        """Every verb that can be said now. [T012d]"""
        state = self.state

        def may_fire(action: Action) -> Domain | None:
            return self.aim(
                action,
                lambda u: has_target(state, u, action),
                lambda u: targets(state, u, action),
                self._reason(action),
            )

        def may_attack(action: Action) -> Domain | None:
            return self.aim(
                action,
                lambda u: can_attack(state, u, action),
                lambda u: attackable(state, u, action),
                self._reason(action),
            )

        found: dict[str, Domain | None] = {
            "rally": self.pick(A.RALLY),
            "attack": may_attack(A.ATTACK),
            "fire": may_fire(A.FIRE),
            "volley": may_fire(A.VOLLEY),
            "charge": may_attack(A.CHARGE),
            "move": self.pick(A.MOVE),
            "double": self.pick(A.DOUBLE),
            "skirmish": self.pick(A.SKIRMISH),
            "fire_and_move": self.aim(
                A.SKIRMISH,
                lambda u: has_skirmish_target(state, u),
                lambda u: skirmish_targets(state, u),
                self._reason(A.SKIRMISH),
            ),
            "form_close_order": self.pick(A.FORM_CLOSE_ORDER, lambda u: Facer(state, u, True).possible()),
            "break_close_order": self.pick(A.BREAK_CLOSE_ORDER),
            "go_to_ground": self.pick(A.GO_TO_GROUND),
            "stand_to": self.pick(A.STAND_TO),
        }
        offers: dict[str, Domain | None] = {
            verb: domain for verb, domain in found.items() if domain is not None
        }
        # Only the verbs: a menu that held what holds it would be left to the garbage collector.
        self._offered = frozenset(offers)
        return offers

    # ---- why not

    def barred(self) -> Barred:
        """The reason for every verb that nobody can follow now."""
        there = self.offers() if self._offered is None else self._offered
        return Barred([verb for verb in VERBS if verb not in there], self._why_nobody)

    def _why_nobody(self, verb: str) -> Refusal:
        """Of whoever is nearest to doing it: the unit that only lacks a target, else the one that fails last."""
        action = VERBS[verb]
        if not self.units:
            if self.idiots:
                return Refusal("F-T3", "first see what the Idiot makes of it")
            return Refusal("T149", "every unit has been activated this turn")
        able = self.able(action)
        if not able:
            reasons = [(u, reason) for u in self.units if (reason := self.why(action)(u.id)) is not None]
            unit, found = max(reasons, key=lambda pair: CONDITIONS.get(pair[1].cite, -1))
            return found._replace(words=f"{unit.name}: {found.words}")
        if verb == "form_close_order":
            return Refusal("R-23", "there is no room for the ranks")
        pairs = [(self._gap(u, e), u.id, e.id) for u in able for e in self._enemies(u)]
        if not pairs:
            return Refusal("T039", "there is no enemy on the table")
        _, mine, other = min(pairs)
        lacking = self._reason(action)(self.state.units[mine], self.state.units[other])
        return lacking or Refusal("T039", "there is nobody to do it to")

    def _gap(self, unit: Unit, enemy: Unit) -> int:
        """How far two are apart; several verbs ask it of the same."""
        found = self._gaps.get((unit.id, enemy.id))
        if found is None:
            found = self._gaps[unit.id, enemy.id] = gap(self.state, unit, enemy)
        return found

    def _enemies(self, unit: Unit) -> tuple[Unit, ...]:
        return self.state.on_table(1 - unit.side)

    def _reason(self, action: Action) -> Reason:
        """Why a unit may not do something to an enemy."""
        if action in (A.ATTACK, A.CHARGE):
            return lambda u, e: why_not_attack(self.state, u, e, action)
        if action is A.SKIRMISH:
            return lambda u, e: (
                why_not_skirmish_fire(self.state, u) or why_not_target(self.state, u, e, action)
            )
        return lambda u, e: why_not_target(self.state, u, e, action)
