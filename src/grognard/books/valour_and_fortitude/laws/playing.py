"""Choices whose odds are told, played on in the live game until what was told of them is known: for `grognard soundness`.

Decisions are taken as the odds take them: nobody plays a card or lends fire support unasked, leaders stay put, and whoever may
fight the same enemy does. A fight is compared only where it is the only one that is left of its phase.
"""

from __future__ import annotations

from collections.abc import Hashable

from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.log import Entry

from ..facts.assaults import first_onset
from ..facts.shooting import fire_losses
from ..situations.live import FirstDie, Rallied, hushed, scene_for
from ..situations.walks import ENGINE, IDLE, PLAN, FightTale, FireTale, end_of
from ..state import State
from ..words import Deed
from .foretelling import picked

QUIET = ("finish", "stay_put", "play_on")
"""What nobody does between an assault and its fight, besides what is idle anyway."""
KNOWN = ("pick", "fight", "fall_back", "join", "join_canister", "stand_by", "brigade")
"""Decisions the odds take too, or that change nothing they tell of."""
PASSES = ("messenger arrives", "activates")


class Course:
    """One choice and what follows upon it."""

    def __init__(self, position: Position, move: Move, rng: Rng):
        self.rng, self.log = rng, list[Entry]()
        self.now = ENGINE.apply(
            Position(hushed(position.state), position.agenda, position.reveals), move, self.log
        )

    def inside(self, sequence: str) -> bool:
        """Whether a stretch of play is not over yet."""
        return not self.now.over and any(frame.sequence == sequence for frame in self.now.agenda)

    def told(self, *kinds: str) -> list[Entry]:
        """What the journal has said of some kinds of happening since the choice."""
        return [entry for entry in self.log if entry.what in kinds]

    def step(self, unit: int = -1, target: int = -1) -> bool:
        """Throw what is to be thrown or decide what is to be decided; False where the odds do not say how."""
        waiting = ENGINE.pending(self.now)
        if isinstance(waiting, Throw):
            self.now = ENGINE.follow(self.now, waiting.roll(self.rng), self.log)
            return True
        move = self._decided(waiting, unit, target) if isinstance(waiting, Ask) else None
        if move is not None:
            self.now = ENGINE.apply(self.now, move, self.log)
        return move is not None

    def _decided(self, ask: Ask, unit: int, target: int) -> Move | None:
        state: State = self.now.state
        for verb in QUIET:
            if verb in ask.offers:
                return Move(ask.who[0], verb)
        if "go" in ask.offers and self.now.agenda[-1].env.deed is Deed.ASSAULT:
            return Move(ask.who[0], "go", first_onset(state, state.units[unit], state.units[target]))
        if "pick" in ask.offers:
            pairs = list(ask.offers["pick"])
            return picked(state, pairs, unit, target) or Move(ask.who[0], "let_be", pairs[0][0])
        return PLAN(self.now, ask) if any(verb in ask.offers for verb in (*KNOWN, *IDLE)) else None


def played(position: Position, move: Move, rng: Rng) -> Hashable | None:
    """A choice played on in the live game; None where the odds tell of something else, or of only a part of what follows."""
    scene = scene_for(position, move)
    if scene is None:
        return None
    course = Course(position, move, rng)
    match scene.done:
        case FirstDie():
            course.step()
            return (bool(course.told(*PASSES)),)
        case Rallied() as tale:
            while tale(course.now) is None:
                course.step()
            return tale(course.now)  # type: ignore[no-any-return]
        case FireTale() as fire:
            return _shot(course, fire)
        case FightTale() as fight:
            return _fought(course, fight, position.state)
    return None


def _shot(course: Course, tale: FireTale) -> Hashable | None:
    """A fire attack to its end. [61]"""
    while course.inside("shoot"):
        if not course.step():
            return None
    (hits,) = course.told("hits")
    losses = fire_losses(course.now.state, tale.target, hits.hits)
    return hits.hits, losses, end_of(course.now.state.units[tale.target.id])


def _fought(course: Course, tale: FightTale, before: State) -> Hashable | None:
    """A fight, or an assault and its fight, to the end of the melee phase. [87, 103–108, 141]"""
    unit, target = tale.unit.id, tale.target.id
    if any(before.units[i].brigade not in (tale.unit.brigade, tale.target.brigade) for i in before.routed):
        return None
    while course.inside("action") or course.inside("melee"):
        if not course.step(unit, target):
            return None
    fights, results = course.told("fights", "charges on"), course.told("fight result")
    if course.told("messenger lost") and not fights:
        return tale.missed()
    if len(results) != 1 or len(fights) > 1 or (results[0].unit, results[0].target) != (unit, target):
        return None
    return tale.read(course.now.state, results[0].side, [entry.unit for entry in course.told("retreats")])


__all__ = ["played"]
