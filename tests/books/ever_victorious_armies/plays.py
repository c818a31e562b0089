"""Charges played out the plain way, as a check on the odds room: no short cuts, every die thrown by itself.

`plainly` follows every fall of every throw; `thrown` throws real dice through the whole sequence of play.
Both tell what the odds room tells: reached, result, losses, fates, generals, next turn.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.books.ever_victorious_armies.sequence import EXCERPTS, SEQUENCES
from grognard.books.ever_victorious_armies.situations.tales import ChargeTale
from grognard.books.ever_victorious_armies.state import Desk, State, Unit
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.movement import SidesMove
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.tables.fighting import OUTCOMES
from grognard.books.ever_victorious_armies.words import Duty, Where
from grognard.engine.choices import Ask, Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import NEXT, Engine, Flow, Frame, Position, Step
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


class Pause(Step):
    """Stops after the morale step, so that somebody may look."""

    def ask(self, t: Desk) -> Ask:
        return Ask(0, "Look", "pause", {"go_first": None})

    def go_first(self, t: Desk) -> Flow:
        """On with the turn."""
        return NEXT


def _with_pause() -> dict[str, tuple[Step, ...]]:
    turn: list[Step] = []
    for step in SEQUENCES["turn"]:
        turn += [step, Pause()] if isinstance(step, Morale) else [step]
    return {**SEQUENCES, "turn": tuple(turn)}


WHOLE = Engine(_with_pause(), Desk)
"""The real sequence of play, with a pause in every turn."""


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
            if waiting.cite == "M1" and position.state.turn > first.turn:
                break
            if waiting.cite == "pause":
                first = position.state
            position, _ = self._walk.on(position, self.tale.plan(position, waiting))
        return told(first, position.state, self.tale, result)


def fighting(throw: Throw) -> tuple[int, ...]:
    """Everybody in the combat whose dice are due."""
    return (*throw.facts["attackers"], *throw.facts["defenders"])


def told(first: State, second: State, tale: ChargeTale, result: str) -> tuple[Any, ...]:
    """The story of a charge, from how the battle stood at the end of its turn and after the next one's first moves."""
    charger, target = first.units[tale.charger], first.units[tale.target]
    reached = charger.today.touched
    word = result or ("shot away" if reached else "falls short")
    generals = [
        "safe" if first.units[him].where is not Where.LOST else "lost"
        for him in tale.generals
        if him is not None
    ]
    return (
        reached, word, lost(charger), lost(target), fate(charger), fate(target), *generals,
        after(first, second, tale),
    )  # fmt: skip


def fate(unit: Unit) -> str:
    """How a unit stands at the end of a turn."""
    if unit.where is not Where.LOST:
        return ("steady", "1 marker", "2 markers")[unit.markers]
    swept_away = unit.today.touched and not unit.tomorrow.fought
    return "routs" if unit.figures and not swept_away else "destroyed"


def lost(unit: Unit) -> int:
    """Figures lost this turn; a unit destroyed has lost all."""
    return unit.start if fate(unit) == "destroyed" else unit.start - unit.figures


def after(first: State, second: State, tale: ChargeTale) -> str:
    """What the next turn's compulsory moves brought."""
    pair = tale.charger, tale.target
    back = [i for i in pair if first.units[i].on_table and goes_back(first.units[i], tale)]
    if not back:
        stuck = all(first.units[i].on_table for i in pair) and tale.target in first.touching(tale.charger)
        return "locked" if stuck else "nothing"
    if any(not second.units[i].on_table for i in back):
        return "lost"
    return "caught" if any(second.in_contact(i) for i in back) else "away"


def goes_back(unit: Unit, tale: ChargeTale) -> bool:
    """Whether a unit has to retire, or may and will."""
    orders = unit.tomorrow.retire
    return orders is Duty.MUST or (orders is Duty.MAY and unit.id in tale.plan.retire)
