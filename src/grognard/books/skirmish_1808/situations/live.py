"""The odds of what a choice on the table leads to: fire, a charge, a gun shot, an answer."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from grognard.engine.book import Scene, Sign, Verdict
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position
from grognard.engine.verbs import told_by
from grognard.odds.kit import Teller

from ..state import State, Unit
from ..steps.verbs import VERBS, Odds
from ..words import Arm, Quality
from .gunnery import alike
from .sandtable import ENGINE

CHARGED = Verdict(
    won=Sign("result", ("they",)),
    lost=Sign("result", ("we",)),
    ours="we lose",
    theirs="they lose",
    hope=Sign("result", ("they flee", "they are destroyed"), "they flee or are destroyed"),
    fear=Sign("result", ("we flee", "we are destroyed"), "you flee or are destroyed"),
    mishap=Sign("result", ("no contact",), "it does not come to contact"),
)
"""How a charge reads to whoever makes it. [K8]"""
FIRED = Verdict(theirs="figures lost", hope=Sign("the target", ("flees", "gone"), "they flee or are gone"))
"""How fire reads to whoever shoots. [M3]"""
ACTS = frozenset({"activation", "arrival"})
"""What a unit does when it is its turn. [T6, T8]"""
DEEDS = frozenset({"volley", "charge", "melee", "aftermath", "gun shot", "demolition"})
"""What it does in them, up to the tests it causes. [T6]"""
PLAIN = tuple(verb for verb, row in VERBS.items() if row.plain)


def scene_for(position: Position, move: Move) -> Scene | None:
    """The whole sequence a choice opens; None where no dice follow."""
    tell = TELLERS.get(move.verb)
    return None if tell is None or not position.agenda else tell(position, move)


def _volley(position: Position, move: Move) -> Scene:
    fell = Fell(position.agenda[-1].env.unit, move.noun, position.state)
    return _scene(position, move, fell, ("figures lost", "the target"), FIRED)


def _round(position: Position, move: Move) -> Scene:
    after = ENGINE.apply(position, move)
    return Scene(after, Landed(position.state), PlainChoices(), ("who falls", "figures lost"), alike)


def _mine(position: Position, move: Move) -> Scene:
    after = ENGINE.apply(position, move)
    done = Blown(position.agenda[-1].env.unit, move.noun, position.state)
    return Scene(after, done, PlainChoices(), ("the bridge", "we lose", "they lose"), alike)


def _onset(position: Position, move: Move) -> Scene:
    met = Met(position.agenda[-1].env.unit, move.noun, position.state)
    return _scene(position, move, met, ("result", "we lose", "they lose"), CHARGED)


def _answer(position: Position, move: Move) -> Scene | None:
    """Nothing but the answer to a charge: one halts or stands elsewhere too."""
    top = position.agenda[-1]
    if top.sequence != "charge":
        return None
    met = Met(top.env.unit, top.env.target, position.state)
    answered = CHARGED._replace(ours="chargers lose", theirs="charged lose").turned()
    return _scene(position, move, met, ("result", "chargers lose", "charged lose"), answered)


def _scene(
    position: Position, move: Move, done: Fell | Met, heads: tuple[str, ...], verdict: Verdict
) -> Scene:
    after = ENGINE.apply(position, move)
    return Scene(_alone(position, after, done.target), done, PlainChoices(), heads, alike, verdict)


def _alone(before: Position, after: Position, target: int) -> Position:
    """The open activation by itself: who acts next, and what he may do, is nothing to its odds.

    But a leader who gave the order may stand beside wagons that lose their guard, and then takes them. [S5]
    """
    if before.state.units[target].arm is Arm.WAGON:
        return after
    first = max((at for at, frame in enumerate(before.agenda) if frame.sequence in ACTS), default=0)
    return Position(after.state, after.agenda[first:], after.reveals)


class PlainChoices(msgspec.Struct, frozen=True):
    """What is decided on the way: horse charges back, others stand and fire if they can; winners stay. [R2, R3]"""

    def __call__(self, position: Position, ask: Ask) -> Move:
        if "counter_charge" in ask.offers and _mounted(position, ask):
            return Move(ask.who[0], "counter_charge")
        for verb in PLAIN:
            if verb in ask.offers:
                return next(move for move in ask.moves() if move.verb == verb)
        return next(ask.moves())


def _mounted(position: Position, ask: Ask) -> bool:
    """Whether horse is asked; a leader by himself rather shoots or stands."""
    unit = None if ask.about is None else position.state.units[ask.about]
    return unit is not None and unit.mounted and not unit.is_command


def _over(position: Position) -> bool:
    """Whether the action and the tests it caused are done: nothing of an activation is open but its end."""
    for frame in position.agenda:
        if frame.sequence in DEEDS:
            return False
        if frame.sequence == "activation" and frame.at in (1, 2):
            return frame.at == 1 and getattr(frame.env, "stage", "") in (
                "moved",
                "advance_now",
                "led",
                "regrouped",
            )
    return True


def _settled(position: Position, *units: int) -> bool:
    """Whether the action is done, and no test that is still due can change how some units have ended. [T6, M3]"""
    if any(frame.sequence in DEEDS for frame in position.agenda):
        return False
    state: State = position.state
    told = [state.units[each] for each in units]
    if any(unit.arm is Arm.WAGON for unit in told):
        return _over(position)  # they may still be taken [S5]
    due = [cause.unit for cause in state.tests if state.units[cause.unit].on_table]
    return not due or all(_rests(state, unit, due) for unit in told)


def _rests(state: State, unit: Unit, due: list[int]) -> bool:
    """Whether the tests that are due leave a unit as it is: it is gone or runs, or it has none and gets none. [M3, M3a, C4]"""
    if not unit.on_table:
        return True
    if unit.attached is not None or unit.id in due:
        return False
    steady = unit.fleeing or unit.id in state.tested or unit.quality is Quality.ELITE
    return bool(steady) or all(state.units[each].side != unit.side for each in due)


def _fate(state: State, unit: Unit) -> str:
    if unit.id >= len(state.units):
        return ""
    now = state.units[unit.id]
    if not now.on_table:
        return "gone"
    return "flees" if now.fleeing else "stands"


class Fell(msgspec.Struct, frozen=True):
    """Losses of a volley's target, and whether it stands. [7a, M3]"""

    unit: int
    target: int
    before: State

    def __call__(self, position: Position) -> Any:
        if not _settled(position, self.target):
            return None
        target = self.before.units[self.target]
        return target.size - position.state.units[target.id].size, _fate(position.state, target)


class Landed(msgspec.Struct, frozen=True):
    """Whom a gun shot hits, and what they lose: told before the tests that it causes, for who runs was not hit. [89–94]"""

    before: State

    def __call__(self, position: Position) -> Any:
        if any(frame.sequence == "gun shot" for frame in position.agenda):
            return None
        now = position.state.units
        fallen = [(unit, unit.size - now[unit.id].size) for unit in self.before.units]
        hit = [(unit, lost) for unit, lost in fallen if lost]
        if not hit:
            return "nobody falls", 0
        # A leader falls with the unit he was with: it is the unit that was hit. [C4a]
        troops = next((unit for unit, _ in hit if unit.attached is None), hit[0][0])
        return troops.name, sum(lost for _, lost in hit)


class Blown(msgspec.Struct, frozen=True):
    """Whether the bridge comes down, and what both sides lose with it. [D3, D5]"""

    unit: int
    bridge: str
    before: State

    def __call__(self, position: Position) -> Any:
        if any(frame.sequence == "demolition" for frame in position.agenda):
            return None
        fell = "falls" if self.bridge in position.state.down else "stands"
        side, lost = self.before.units[self.unit].side, [0, 0]
        for unit in self.before.units:
            lost[unit.side != side] += unit.size - position.state.units[unit.id].size
        return fell, lost[0], lost[1]


class Met(msgspec.Struct, frozen=True):
    """How a charge ends: what both lose up to the first round, and whether the beaten hold. [N5, K8]

    The walk stops at the test of the beaten: where they run to, and who rides after them, is the next choice.
    """

    unit: int
    target: int
    before: State

    def __call__(self, position: Position) -> Any:
        fought = next((f.env for f in position.agenda if f.sequence in ("melee", "aftermath")), None)
        if fought is not None and len(fought.beaten) == 1 and not fought.left:
            return self._tested(position, fought.beaten[0])
        if fought is not None and position.agenda[-1].sequence == "aftermath":
            return self._told(position.state, self._after(position.state, fought.left))
        return self._told(position.state, self._after(position.state, ())) if self._ended(position) else None

    def _ended(self, position: Position) -> bool:
        """Whether it is known how both have ended; who is at grips with others may yet be rid of them."""
        foes = position.state.foes(self.unit)
        locked = not foes or self.target in foes
        return _settled(position, self.unit, self.target) if locked else _over(position)

    def _tested(self, position: Position, beaten: int) -> Any:
        """The beaten go back if they pass, and run if they fail. [K8]"""
        test = ENGINE.pending(position)
        if beaten not in (self.unit, self.target) or not isinstance(test, Throw) or test.cite != "K8":
            return None
        state = position.state
        words = "we" if beaten == self.unit else "they"
        return test.dice.dist().map(
            lambda passed: self._told(state, f"{words} {'fall back' if passed else 'flee'}")
        )

    def _told(self, state: State, result: str) -> tuple[str, int, int]:
        lost = [self.before.units[i].size - state.units[i].size for i in (self.unit, self.target)]
        return result, lost[0], lost[1]

    def _after(self, state: State, left: tuple[int, ...]) -> str:
        for unit, words in ((self.target, "they"), (self.unit, "we")):
            now = state.units[unit]
            if not now.on_table:
                return f"{words} are destroyed"
            if now.fleeing:
                return f"{words} flee"
            if unit in left:
                return f"{words} fall back"
        return "locked" if state.engaged(self.unit) else "no contact"


BY_ODDS: dict[Enum, Teller] = {
    Odds.VOLLEY: _volley,
    Odds.ROUND: _round,
    Odds.MINE: _mine,
    Odds.ONSET: _onset,
    Odds.ANSWER: _answer,
}
TELLERS = told_by(VERBS, BY_ODDS)
