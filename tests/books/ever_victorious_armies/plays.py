"""Charges played out the plain way, as a check on the odds room: no short cuts, every die thrown by itself.

`plainly` follows every fall of every throw; `thrown` throws real dice through the whole sequence of play.
Both tell what the odds room tells: reached, result, losses, fates, generals, next turn.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.books.ever_victorious_armies.laws.foretelling import WHOLE, fighting, moves_begin, paused, told
from grognard.books.ever_victorious_armies.sequence import EXCERPTS, SEQUENCES
from grognard.books.ever_victorious_armies.situations.tales import ChargeTale
from grognard.books.ever_victorious_armies.state import Desk, State
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.movement import SidesMove
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.tables.fighting import OUTCOMES
from grognard.engine.choices import Ask, Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Engine, Frame, Position
from tests.tools.walks import Walk

PLAIN = Engine({**SEQUENCES, **EXCERPTS, "plain": (SidesMove(), Shooting(), Combats(), Morale())}, Desk)


def plainly(start: Position, tale: ChargeTale) -> Dist[Any]:
    """The exact odds of a charge: one fall after another, from the position right after it was named."""
    known: dict[Any, Dist[Any]] = {}

    def look(position: Position, result: str, first: State | None) -> Dist[Any]:
        key = position, result, first
        if key not in known:
            known[key] = fork(position, result, first)
        return known[key]

    def fork(position: Position, result: str, first: State | None) -> Dist[Any]:
        waiting = PLAIN.pending(position)
        if isinstance(waiting, Ask):
            return look(PLAIN.apply(position, tale.plan(position, waiting)), result, first)
        if isinstance(waiting, Throw):
            fight = waiting.what == "close combat" and first is None
            return Dist.mix(
                (
                    look(
                        PLAIN.apply(position, Fall(reading)),
                        OUTCOMES.find(reading).value if fight else result,
                        first,
                    ),
                    weight,
                )
                for reading, weight in waiting.dice.dist().items()
            )
        if first is None:
            return look(PLAIN.start(position.state, "odds: next turn", Turn()), result, position.state)
        return Dist.sure(told(first, position.state, tale, result))

    agenda = (Frame("plain", 0, Turn(stage=2), True), *start.agenda[1:])
    return look(Position(start.state, agenda), "", None)


class Dice:
    """Throws real dice through the whole sequence of play, and remembers where each throw led before."""

    def __init__(self, start: Position, tale: ChargeTale, seed: int):
        self.start, self.tale, self.rng = start, tale, random.Random(seed)
        self._walk = Walk(WHOLE)

    def throw(self) -> tuple[Any, ...]:
        """One charge, to next turn's movement."""
        position, first, result = self.start, self.start.state, ""
        while (waiting := WHOLE.pending(position)) is not None:
            if isinstance(waiting, Throw):
                fall = waiting.roll(self.rng)
                if waiting.what == "close combat" and self.tale.charger in fighting(waiting):
                    result = OUTCOMES.find(fall.reading).value
                position, _ = self._walk.on(position, Fall(fall.reading))
                continue
            if moves_begin(position) and position.state.turn > first.turn:
                break
            if paused(position):
                first = position.state
            position, _ = self._walk.on(position, self.tale.plan(position, waiting))
        return told(first, position.state, self.tale, result)
