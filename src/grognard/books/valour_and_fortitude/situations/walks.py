"""Walking the real engine: how decisions are taken on the way, and what is told at the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import partial
from typing import Any

import msgspec

from grognard.engine.book import Sign, Verdict
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Engine, Position

from ..facts.retreats import first_retreat
from ..facts.shooting import fire_losses
from ..sequence import SEQUENCES
from ..state import Desk, State, Unit
from ..steps.env import Fight, Shooting
from ..steps.odds import EXCERPTS
from ..words import Special, Where

ENGINE = Engine({**SEQUENCES, **EXCERPTS}, Desk)
EAGER = ("join_canister", "join", "stand_by")
"""Support that can be had is taken."""
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
"""What somebody does who is not asked for his plans: no cards, no fire support unasked, no adventures."""


class Plan(msgspec.Struct, frozen=True):
    """All support in melee is lent, nobody plays a card; whoever must choose takes the first that is offered."""

    def __call__(self, position: Position, ask: Ask) -> Move:
        """An eager verb with its first noun, an idle verb, else the first noun of the first verb."""
        for verb in EAGER:
            if verb in ask.offers:
                return Move(ask.who[0], verb, next(iter(ask.offers[verb])))
        for verb in IDLE:
            if verb in ask.offers:
                return Move(ask.who[0], verb)
        if "fall_back" in ask.offers:
            state: State = position.state
            return Move(
                ask.who[0], "fall_back", first_retreat(state, state.units[position.agenda[-1].env.unit])
            )
        return next(iter(ask.moves()))


PLAN = Plan()


def alike(position: Position, throw: Throw) -> Callable[[Any], Hashable] | None:
    """What of a throw matters where nobody plays cards: whether a test is passed."""
    env = position.agenda[-1].env
    if throw.what == "valour" and not position.state.units[env.unit].has(Special.STOIC):
        return partial(_passed, env.tests)
    if throw.what == "fortitude":
        return partial(int.__eq__, throw.dice.faces()[0])
    return None


def _passed(tests: int, reading: tuple[int, int]) -> bool:
    return reading[0] == tests


def end_of(after: Unit, retreats: bool = False) -> str:
    """How a unit came out of it, in a word or two."""
    if after.where is Where.ROUTED:
        return "routs"
    words = "retreats" if retreats else "stands"
    if after.shaken:
        return f"{words}, shaken"
    losses = "1 loss" if after.losses == 1 else f"{after.losses} losses"
    return f"{words}, {losses}" if after.losses else words


def asked_to_retreat(position: Position) -> int:
    """The unit that must retreat now, or -1."""
    if position.over:
        return -1
    top = position.agenda[-1]
    return int(top.env.unit) if top.sequence == "retreat" and top.env.forced else -1


def looking(position: Position) -> bool:
    """Whether a stretch has been played out, and its env is still there to look at."""
    if position.over:
        return False
    waiting = ENGINE.pending(position)
    return isinstance(waiting, Ask) and "looked" in waiting.offers


class FightTale(msgspec.Struct, frozen=True):
    """Tells who won a fight, and what became of both and of their brigades. [105–108, 140–143]"""

    unit: Unit
    target: Unit
    hits: bool = False
    """Tell how many losses each attack caused, too."""
    defeats: tuple[int, int] = (0, 0)

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        counted = ("hits", "hits back") if self.hits else ()
        return (*counted, "won by", "attacker", "target", "attacker's brigade", "target's brigade")

    @property
    def verdict(self) -> Verdict:
        """How it reads to the attacker. [105–107]"""
        return Verdict(
            won=Sign("won by", ("attacker",)),
            lost=Sign("won by", ("target",)),
            hope=Sign("target", ("routs",), "they rout"),
            fear=Sign("attacker", ("routs",), "you rout"),
            mishap=Sign("won by", ("no fight",), "it does not come to a fight"),
        )

    def __call__(self, position: Position) -> Any:
        """Done when the phase is over, or the assault did not come about."""
        if position.over:
            return self.missed()
        if not looking(position):
            return None
        env: Fight = position.agenda[-1].env
        counted = (
            () if not self.hits or env.main is None or env.back is None else (env.main.hits, env.back.hits)
        )
        return (*counted, *self.read(position.state, env.won, env.fallen))

    def missed(self) -> tuple[Any, ...]:
        """What is told where no fight comes about."""
        counted = (0, 0) if self.hits else ()
        return (*counted, "no fight", "stays back", end_of(self.target), "holds", "holds")

    def read(self, state: State, won: int, fallen: Collection[int]) -> tuple[Any, ...]:
        """What is told of a fight: the side that won it, and who has retreated."""
        unit, target = state.units[self.unit.id], state.units[self.target.id]
        return (
            "attacker" if won == unit.side else "target",
            end_of(unit, unit.id in fallen),
            end_of(target, target.id in fallen),
            self._brigade(state, unit),
            self._brigade(state, target),
        )

    def _brigade(self, state: State, unit: Unit) -> str:
        """What a unit's brigade has come to. [140, 143]"""
        suffered = state.defeats[unit.side] - self.defeats[unit.side]
        if state.brigades[unit.brigade].shattered:
            return "shattered" if suffered < 2 else "wavers, shattered"
        return "wavers" if suffered else "holds"


class FireTale(msgspec.Struct, frozen=True):
    """Tells what a fire attack does to its target. [61]"""

    target: Unit

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        return "hits", "losses", "target"

    @property
    def verdict(self) -> Verdict:
        """How it reads to the shooter. [61]"""
        return Verdict(theirs="losses", hope=Sign("target", ("routs",), "they rout"))

    def __call__(self, position: Position) -> Any:
        """Done when everything has happened: hits, the losses they cost, how the target ends."""
        if not looking(position):
            return None
        env: Shooting = position.agenda[-1].env
        assert env.main is not None
        losses = fire_losses(position.state, self.target, env.main.hits)
        return env.main.hits, losses, end_of(position.state.units[self.target.id])
