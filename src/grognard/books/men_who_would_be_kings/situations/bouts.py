"""The last melee of an attack, summed at once: both throws together, then what follows for the few cases that differ.

The dice are those the engine asks for, and what follows is walked by the engine itself. Used here is only that the
two throws do not depend on each other, and that a loser who surely finds a way back loses nobody on it, wherever he
stands: a cavalry attack with its follow-up would otherwise be tens of thousands of positions. [T016–T036, R-27, R-54]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.books.men_who_would_be_kings.facts.retreat import finds_a_way
from grognard.books.men_who_would_be_kings.sequence import SEQUENCES
from grognard.books.men_who_would_be_kings.situations.walks import ENGINE, alike
from grognard.books.men_who_would_be_kings.state import State, Unit
from grognard.books.men_who_would_be_kings.steps.attack import Blows, FollowUp, outcome_of
from grognard.books.men_who_would_be_kings.steps.env import Melee
from grognard.engine.book import Summed
from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position

STEPS = SEQUENCES["melee"]
STRIKE = next(at for at, step in enumerate(STEPS) if isinstance(step, Blows))
AFTER = next(at for at, step in enumerate(STEPS) if isinstance(step, FollowUp))
Tell = Callable[[State], Any]


class Sequel:
    """What may follow the casualties of a melee: told apart by itself, so that equal cases are one."""

    def __init__(self, dist: Dist[Any], throws: tuple[Throw, ...], open_ground: bool):
        self.dist, self.throws, self.open_ground = dist, throws, open_ground


class Knot(NamedTuple):
    """A melee after its casualties: what each side has left, how the melees went, and which sequel follows."""

    left: tuple[int, int]
    """Before a Retreat that may cost more of them, unless the sequel is one in the open."""
    bouts: tuple[str, ...]
    sequel: Sequel


class Blow(NamedTuple):
    """A reading of one side's dice, the models it takes, and its weight."""

    reading: int
    models: int
    weight: int


def settled(position: Position) -> bool:
    """Whether all that is still to come of an attack concerns bystanders and walls. [T098, T037]"""
    frame = next((f for f in reversed(position.agenda) if f.sequence == "melee"), None)
    if frame is None:
        return False
    late = frame.at >= AFTER or position.agenda[-1].sequence == "bystanders"
    return late and (_is_last(position.state, frame.env) or frame.env.result != "won")


def _is_last(state: State, env: Melee) -> bool:
    """Whether no follow-up can come after this melee. [T033]"""
    return env.followed or not state.units[env.unit].cavalry


def last_melee(position: Position, tell: Tell, known: dict[Any, Sequel]) -> Summed | None:
    """All that the throws of a last melee come to, before the first of them; else None."""
    frame = position.agenda[-1] if position.agenda else None
    if frame is None or frame.sequence != "melee" or frame.at != STRIKE:
        return None
    state: State = position.state
    if not _is_last(state, frame.env):
        return None
    unit, target = state.units[frame.env.unit], state.units[frame.env.target]
    free = finds_a_way(state, unit, target), finds_a_way(state, target, unit)
    variant = _variant(unit), _variant(target)
    first, ours = _blows(position)
    second, theirs = _blows(ENGINE.follow(position, Fall(ours[0].reading)))
    throws: dict[int, Throw] = {id(first): first, id(second): second}
    weights: dict[Knot, int] = {}
    for blow in ours:
        for back in theirs:
            left, lost = (unit.count - back.models, target.count - blow.models), (back.models, blow.models)
            result = outcome_of(left, lost)
            sure = free[1] or not left[1] if result == "won" else free[0] or not left[0]
            key = variant, _case(result, left, lost) if sure else (left, lost, unit.models, target.models)
            sequel = known.get(key)
            if sequel is None:
                after = ENGINE.follow(ENGINE.follow(position, Fall(blow.reading)), Fall(back.reading))
                sequel = known[key] = _sequel(after, tell, sure)
                throws.update({id(throw): throw for throw in sequel.throws})
            knot = Knot(left, (*state.bouts, result), sequel)
            weights[knot] = weights.get(knot, 0) + blow.weight * back.weight
    return Summed(weights, tuple(throws.values()))


def _variant(unit: Unit) -> tuple[Any, ...]:
    """What of a unit may have changed since the attack began and bears on its tests."""
    return unit.leader is None, unit.pins, unit.spared, unit.unnerved, unit.drink


def _case(result: str, left: tuple[int, int], lost: tuple[int, int]) -> tuple[Any, ...]:
    """What of the casualties bears on what follows: the loser's number, and whether the other lost anybody."""
    if result == "won":
        return result, left[0] > 0, left[1] > 0, lost[0] > 0, lost[1]
    return result, left[0] > 0, left[1] > 0, lost[0], lost[1] > 0


def _blows(position: Position) -> tuple[Throw, list[Blow]]:
    throw = ENGINE.pending(position)
    assert isinstance(throw, Throw)
    same = alike(position, throw)
    assert same is not None
    merged = throw.dice.dist().merged(same).weights
    return throw, [Blow(reading, int(str(same(reading))), weight) for reading, weight in merged.items()]


def _sequel(position: Position, tell: Tell, open_ground: bool) -> Sequel:
    """Leaders, Retreat and Pinning test, walked by the engine. [T026–T031]"""
    throws: list[Throw] = []
    return Sequel(_walk(position, tell, throws), tuple(throws), open_ground)


def _walk(position: Position, tell: Tell, throws: list[Throw]) -> Dist[Any]:
    throw = ENGINE.pending(position) if not settled(position) else None
    if not isinstance(throw, Throw):
        return Dist.sure(tell(position.state))
    throws.append(throw)
    same = alike(position, throw)
    dist = throw.dice.dist() if same is None else throw.dice.dist().merged(same)
    return dist.then(lambda reading: _walk(ENGINE.follow(position, Fall(reading)), tell, throws)).reduced()
