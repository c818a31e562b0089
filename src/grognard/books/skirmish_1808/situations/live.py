"""The odds of what a choice on the table leads to: fire, a charge, a gun shot, an answer."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.books.skirmish_1808.situations.gunnery import alike
from grognard.books.skirmish_1808.situations.sandtable import ENGINE
from grognard.books.skirmish_1808.state import State, Unit
from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position

FIRE = frozenset({"fire", "fire_first"})
GUNS = frozenset({"canister", "round_shot", "shell"})
RUSH = frozenset({"charge", "close_in"})
ANSWERS = frozenset({"stand", "stand_and_fire", "counter_charge", "evade"})
PLAIN = ("stand_and_fire", "stand", "stay", "halt", "no_fire", "finish", "hold")


def scene_for(position: Position, move: Move) -> Scene | None:
    """The whole sequence a choice opens; None where no dice follow."""
    if not position.agenda:
        return None
    env = position.agenda[-1].env
    if move.verb in FIRE:
        return _scene(
            position, move, Fell(env.unit, move.noun, position.state), ("figures lost", "the target")
        )
    if move.verb in GUNS:
        after = ENGINE.apply(position, move)
        told = Landed(after.agenda[-1].env.gun, position.state, len(position.agenda))
        return Scene(after, told, PlainChoices(), ("who falls", "figures lost"), alike)
    if move.verb in RUSH:
        told_ = Met(env.unit, move.noun, position.state)
        return _scene(position, move, told_, ("result", "we lose", "they lose"))
    if move.verb in ANSWERS and position.agenda[-1].sequence == "charge":
        told_ = Met(env.unit, env.target, position.state)
        return _scene(position, move, told_, ("result", "chargers lose", "charged lose"))
    return None


def _scene(position: Position, move: Move, done: Any, heads: tuple[str, ...]) -> Scene:
    return Scene(ENGINE.apply(position, move), done, PlainChoices(), heads, alike)


class PlainChoices(msgspec.Struct, frozen=True):
    """What is decided on the way: the charged unit stands and fires if it can; winners stay."""

    def __call__(self, position: Position, ask: Ask) -> Move:
        for verb in PLAIN:
            if verb in ask.offers:
                return Move(ask.who[0], verb)
        return next(ask.moves())


def _over(position: Position) -> bool:
    """Whether the action and the tests it caused are done: nothing of an activation is open but its end."""
    for frame in position.agenda:
        if frame.sequence in ("volley", "charge", "melee", "aftermath", "gun shot"):
            return False
        if frame.sequence == "activation" and frame.at in (1, 2):
            return frame.at == 1 and getattr(frame.env, "stage", "") in (
                "moved",
                "advance_now",
                "led",
                "regrouped",
            )
    return True


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
        if not _over(position):
            return None
        target = self.before.units[self.target]
        return target.size - position.state.units[target.id].size, _fate(position.state, target)


class Landed(msgspec.Struct, frozen=True):
    """Whom a gun shot hits, and what they lose. [89–94]"""

    gun: int
    before: State
    depth: int

    def __call__(self, position: Position) -> Any:
        if not _over(position):
            return None
        for unit in self.before.units:
            lost = unit.size - position.state.units[unit.id].size
            if lost:
                return unit.name, lost
        return "nobody falls", 0


class Met(msgspec.Struct, frozen=True):
    """How a charge ends. [N5, K8]"""

    unit: int
    target: int
    before: State

    def __call__(self, position: Position) -> Any:
        if not _over(position):
            return None
        state = position.state
        mine, theirs = (self.before.units[i] for i in (self.unit, self.target))
        lost = [unit.size - state.units[unit.id].size for unit in (mine, theirs)]
        return self._result(state), lost[0], lost[1]

    def _result(self, state: State) -> str:
        mine, theirs = state.units[self.unit], state.units[self.target]
        for unit, words in ((theirs, "they"), (mine, "we")):
            if not unit.on_table:
                return f"{words} are destroyed"
            if unit.fleeing:
                return f"{words} flee"
        if state.engaged(self.unit):
            return "locked"
        lost = [self.before.units[u.id].size - u.size for u in (mine, theirs)]
        if lost[0] == lost[1]:
            return "no contact"
        return "they fall back" if lost[1] > lost[0] else "we fall back"
