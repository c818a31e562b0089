"""Walking the real engine: how decisions are taken on the way, and what is told at the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import msgspec

from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.state import Desk, State, Unit
from grognard.books.valour_and_fortitude.words import Special, Where
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Engine, Position

ENGINE = Engine(SEQUENCES, Desk)
IDLE = (
    "decline",
    "resolve",
    "stand_and_fight",
    "face_the_square",
    "stand_fast",
    "stay_out",
    "let_be",
    "hold",
)
"""What somebody does who is not asked for his plans: no cards, no support, no adventures."""


class Plan(msgspec.Struct, frozen=True):
    """Nobody plays a card or changes his mind; whoever must choose takes the first that is offered."""

    def __call__(self, position: Position, ask: Ask) -> Move:
        """The idle verb, else the first noun of the first verb."""
        for verb in IDLE:
            if verb in ask.offers:
                return Move(ask.who[0], verb)
        return next(iter(ask.moves()))


PLAN = Plan()


def alike(position: Position, throw: Throw) -> Callable[[Any], Hashable] | None:
    """What of a throw matters where nobody plays cards: hits without the 1s nobody rerolls, valour as passed or not."""
    env = position.agenda[-1].env
    if throw.what == "hit tests":
        attack = env.back if getattr(env, "back", None) is not None else env.main
        return None if attack.reroll else _hits
    if throw.what == "valour" and not position.state.units[env.unit].has(Special.STOIC):
        return partial(_passed, env.tests)
    return None


def _hits(reading: tuple[int, int]) -> int:
    return reading[0]


def _passed(tests: int, reading: tuple[int, int]) -> bool:
    return reading[0] == tests


def end_of(before: Unit, after: Unit, retreats: bool = False) -> str:
    """How a unit came out of it, in a word or two."""
    if after.where is Where.ROUTED:
        return "routs"
    words = "retreats" if retreats else "stands"
    if after.shaken:
        return f"{words}, shaken"
    return f"{words}, {after.losses} losses" if after.losses else words


def asked_to_retreat(position: Position) -> int:
    """The unit that must retreat now, or -1: by then all losses of a fight are settled."""
    if position.over:
        return -1
    top = position.agenda[-1]
    return int(top.env.unit) if top.sequence == "retreat" and top.env.forced else -1


class FightTale(msgspec.Struct, frozen=True):
    """Tells who won a fight, and what became of both. [105–108]"""

    unit: Unit
    target: Unit

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        return "won by", "attacker", "target"

    def __call__(self, position: Position) -> Any:
        """Done when the fight is over, or its losers are about to fall back."""
        going = asked_to_retreat(position)
        if not position.over and going < 0 and not self._charges_on(position):
            return None
        state: State = position.state
        unit, target = state.units[self.unit.id], state.units[self.target.id]
        return (
            self._winner(position, unit, target),
            end_of(self.unit, unit, going == unit.id),
            end_of(self.target, target, going == target.id),
        )

    def _charges_on(self, position: Position) -> bool:
        return position.agenda[-1].sequence == "headstrong"

    def _winner(self, position: Position, unit: Unit, target: Unit) -> str:
        if unit.today.won:
            return "attacker"
        return "target" if target.today.won else "nobody"


class FireTale(msgspec.Struct, frozen=True):
    """Tells what a fire attack does to its target. [61]"""

    target: Unit

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        return "losses taken", "target"

    def __call__(self, position: Position) -> Any:
        """Done when the sequence is over."""
        if not position.over:
            return None
        after = position.state.units[self.target.id]
        return after.losses - self.target.losses, end_of(self.target, after)
