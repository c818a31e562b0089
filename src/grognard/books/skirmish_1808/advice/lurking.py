"""Hidden units: where they lie in wait, and when they show. [H2, H3]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.tabletop.manoeuvre import Legs

from ..facts.arriving import due
from ..facts.ideas import ideas
from ..facts.moving import Marching, moved
from ..facts.picking import ready
from ..facts.walks import Walk, walk
from ..state import State, Unit, centre
from .places import Ground, far, ground_of

Rated = Iterator[tuple[Move, float]]

PREY = 12.0
"""An ambush is sprung for so many points."""
FOUND = 1100
"""So near an enemy is sure to find them, or nearly. [H4]"""
BORED = 0.3
"""What a centimetre nearer to an enemy is worth to those who wait for him."""


def spring(look: Look, verb: str) -> Rated:
    """An ambush is sprung when there is somebody to hurt, or nobody will come any more."""
    state: State = look.position.state
    # Who waits may still see somebody come nearer: he is asked again after each of them. [H3a]
    last = not ready(state, 1 - look.side) and not due(state, 1 - look.side)
    late = last and 2 * state.turn >= state.field.turns
    for number in look.ask.offers[verb]:
        hidden = next(h for h in state.hidden if h.id == number)
        hope = ground_of(state, hidden).promise(hidden)
        if hidden.is_command:
            hope = 5.0 if sum(h.side == look.side for h in state.hidden) == 1 else -5.0
        yield Move(look.side, verb, number), hope + 4.0 if hope > PREY else (4.0 if late else -5.0)


def sneak(look: Look, verb: str) -> Rated:
    """Through cover to where somebody may be hurt, but not under his nose. [H2]"""
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Marching)
    unit = domain.mover.unit
    ground = ground_of(look.position.state, unit)
    stay = lair(ground, unit)
    # Staying is said of each: the next hidden unit is asked for only then.
    yield Move(look.side, verb, ()), 0.1
    seen: set[Legs] = set()
    for legs in ideas(domain.mover):
        walked = None if legs in seen else walk(unit, legs)
        seen.add(legs)
        if isinstance(walked, Walk) and not walked.leaves and walked.cost <= domain.mover.base:
            yield Move(look.side, verb, legs), lair(ground, moved(unit, walked)) - stay - 0.3


def lair(ground: Ground, unit: Unit) -> float:
    """What a hiding place is worth."""
    near = ground.nearest(unit)
    value = -20.0 if near < FOUND else 0.0
    if unit.is_command:
        friends = [h for h in ground.state.hidden if h.side == unit.side and h.id != unit.id]
        return value - 0.3 * min((far(centre(unit), centre(h)) for h in friends), default=0.0)
    return value + 0.6 * ground.promise(unit) - BORED * max(0, near - FOUND) / 100
