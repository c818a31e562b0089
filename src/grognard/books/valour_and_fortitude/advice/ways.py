"""Ways a unit may take, and how much better each place is than where it stands. Numbers here are judgement, not rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import length
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Wish

from ..facts.bodies import stand
from ..facts.ideas import ideas
from ..facts.layout import nearest_enemy
from ..facts.moving import Marcher
from ..state import State, Unit
from ..words import Deed
from .places import CLOSE, feature_worth, main_effort, place_worth, scape

MOST, FEW, BRIEFLY = 120, 70, 8
"""How many manoeuvres of one unit are looked at: when it moves, and when it is asked whether to."""

TRIED, ATTACKING = 10, 30
"""So many of the best manoeuvres are looked at for one that may be made; more by a side that attacks."""
WORTH_IT = 0.05
"""What is worth less is not looked at any closer."""
ASIDE, ROOM = (300, -300, 600, -600, 850, -850), 900
"""Ways past what is in the way, for those who still have so far to go."""
WAYS, ROUND = 10, 2
"""So many ways to a place are tried round what bars it, and so many are thought about."""
SIDLING = 0.12
"""What it costs to shuffle about in front of the enemy: a place must be so much better."""
DOUBLES = 1850
"""Nobody comes nearer at the double. [94]"""


def best_moves(state: State, unit: Unit, mover: Marcher, most: int = MOST) -> list[tuple[Any, float]]:
    """A unit's manoeuvres with how much better each place is than where it stands; some may be illegal."""
    view = scape(state, unit)
    now = place_worth(state, unit, stand(unit), view)
    restless = SIDLING if nearest_enemy(state, unit) <= CLOSE and mover.deed is Deed.MOVE else 0.0
    found: dict[Any, float] = {}
    retreat = mover.deed is Deed.RETREAT
    tried = mover.candidates() if retreat else chain(_straight(unit, mover, view.goal), ideas(mover))
    for legs in islice(tried, most):
        end = mover.end_of(legs) if legs not in found else None
        if end is not None:
            at, occupies = end
            value = place_worth(state, unit, at, view) - now - restless
            found[legs] = value + (feature_worth(state, unit, occupies) if occupies >= 0 else 0.0)
    return list(found.items())


def _straight(unit: Unit, mover: Marcher, goal: Point) -> Iterator[Any]:
    """Straight to the goal, all the way or part of it, facing it or as now; then past what is in the way."""
    here = unit.x, unit.y
    bearing, far = heading(here, goal), length(here, goal)
    limit = mover.limit - 10
    steps = [min(far, limit * share // 20) for share in (20, 17, 13, 8)]
    if mover.deed is Deed.DOUBLE:  # as far as one may come at the double [94]
        steps.insert(0, min(far, limit, nearest_enemy(mover.state, unit) - DOUBLES))
    for step in steps:
        if step > 50:
            yield (("glide", *ahead(*here, bearing, step), unit.facing),)
            yield (("glide", *ahead(*here, bearing, max(50, step - 250)), bearing),)
    for swing in ASIDE if far > ROOM and main_effort(mover.state, unit.side) >= 0 else ():
        for step in steps[0], steps[-1]:
            if step > 50:
                yield (("glide", *ahead(*here, bearing + swing, step), unit.facing),)


def best_way(state: State, unit: Unit, deed: Deed, most: int = FEW) -> float:
    """How much better a place a unit may reach, by a way it may go."""
    memo = state.__dict__.setdefault("advised moves", {})
    key = unit.id, deed, most
    if key not in memo:
        mover = Marcher(state, unit, deed)
        tried = ATTACKING if main_effort(state, unit.side) >= 0 else TRIED
        moves = sorted(best_moves(state, unit, mover, most), key=lambda row: -row[1])[:tried]
        # Who is hemmed in by friends may still have some way to go, and an attacker goes it.
        legal = (value for legs, value in moves if value <= WORTH_IT or mover.legal(legs))
        found = next(legal, None)
        if found is None and most != BRIEFLY:
            found = max((value for _, value in past(state, unit, mover)), default=None)
        memo[key] = -1.0 if found is None else found
    return float(memo[key])


def past(state: State, unit: Unit, mover: Marcher) -> list[tuple[Any, float]]:
    """Ways of an attacker past friends and villages that are before him, if none of the plain ones may be gone."""
    if mover.deed is not Deed.MOVE or main_effort(state, unit.side) < 0:
        return []
    view = scape(state, unit)
    now = place_worth(state, unit, stand(unit), view)
    return [
        (legs, place_worth(state, unit, end[0], view) - now)
        for legs in islice(_round(unit, mover, view.goal), ROUND)
        if (end := mover.end_of(legs)) is not None
    ]


def _round(unit: Unit, mover: Marcher, goal: Point) -> Iterator[Any]:
    """Legal ways round what bars the straight one, the farthest first."""
    here, limit = (unit.x, unit.y), mover.limit - 10
    bearing, far = heading(here, goal), length(here, goal)
    for part in (20, 14, 9):
        for swing in (0, *ASIDE[:4]):
            to = Wish(*ahead(*here, bearing + swing, min(far, limit * part // 20)), unit.facing)
            found = (legs for legs in islice(mover.ways(to), WAYS) if mover.legal(legs))
            yield from islice(found, 1)


__all__ = ["BRIEFLY", "FEW", "MOST", "WORTH_IT", "best_moves", "best_way", "past"]
