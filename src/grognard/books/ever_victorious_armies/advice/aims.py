"""What the scenario wants of a unit: where to go, which way in, and what it is worth to be there. [V3, V5]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import length
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Point, Poly, bounds
from grognard.geometry.shapes import box
from grognard.geometry.slides import stretch, stretch_clear
from grognard.tabletop.crowd import Crowd

from ..facts.bodies import Stand, size, stand, standing
from ..facts.exits import on_stretch
from ..facts.ground import named
from ..facts.lanes import blocking_friends
from ..facts.victory import fit_to_hold, holders, points
from ..state import Battlefield, Score, State, Unit
from ..words import Kind, Order
from .tasks import attacks, stands
from .worth import mean_move

KEEP = 100
"""How near a march comes to an enemy. [M8]"""
INSET, STEP = 150, 350
"""Places to stand in an area: so far from its edge, so far apart."""
DETOUR = 0.8
"""What a way that enemies bar is longer by, for each part of it beyond them."""


PRESSED, STAYING = 1.4, 0.1
"""How many times more an army dares that is ordered in, and what draws one that is ordered to stand."""
HOLD, CROSS, LEAVE = 0.06, 0.015, 0.06
"""What an inch on the way to a place to hold, a crossing or an open edge is worth, before urgency."""


class Goal(NamedTuple):
    """A place worth being at for one unit, and how strongly it pulls."""

    at: Point
    pull: float
    inside: tuple[Poly, ...] = ()
    prize: float = 0.0


def ardour(state: State, side: int) -> float:
    """How much a side must dare: more when it is behind, and the more the later it is."""
    memo = state.__dict__
    key = f"ardour {side}"
    if key not in memo:
        score = points(state)
        late = state.turn / max(1, state.field.turns)
        lead = score[side] - score[1 - side]
        own = 1.0 + 1.2 * late + 1.2 * late * late if lead < 2 else 0.8
        memo[key] = own * (PRESSED if attacks(state, side) else 1.0)
    found: float = memo[key]
    return found


def goals(state: State, unit: Unit) -> list[Goal]:
    """What the scenario wants of this unit; worked out once for a position."""
    memo = state.__dict__.setdefault("goals", {})
    if unit.id not in memo:
        memo[unit.id] = list(_goals(state, unit))
    found: list[Goal] = memo[unit.id]
    return found


def _goals(state: State, unit: Unit) -> Iterator[Goal]:
    late = state.turn / max(1, state.field.turns)
    urgency = (0.6 + late) * ardour(state, unit.side) * (STAYING if stands(state, unit.side) else 1.0)
    for score in state.field.scores:
        area = named(state.field, score.area) if score.area else None
        if area is None or not _may_score(unit, score):
            continue
        if score.kind == "hold":
            foes = standing(state, 1 - unit.side)
            way_in = _way_in(foes, state.field, stand(state, unit), score.area)
            yield Goal(way_in, HOLD * urgency, area.whole, 2.0 + 2.0 * late)
        else:
            yield Goal(_middle(area.whole), CROSS * urgency, area.whole, 0.6)
    way_out = state.field.exit
    if way_out is not None and way_out.side == unit.side:
        worth = 4.0 if unit.is_gun else 3.0
        yield Goal(on_stretch(way_out.edge, (unit.x, unit.y)), LEAVE * worth * urgency)


def _may_score(unit: Unit, score: Score) -> bool:
    """Whether a unit can earn a score by standing in its area."""
    if score.kind == "hold":
        return fit_to_hold(unit)
    return score.kind == "crossing" and score.side == unit.side and unit.kind in (Kind.FOOT, Kind.HORSE)


@kept
def _way_in(foes: Crowd[Stand], field: Battlefield, unit: Stand, area: str) -> Point:
    """The place in an area a unit gets to soonest: anywhere in it will do, and not all can be in the middle."""
    found = named(field, area)
    assert found is not None
    here, parts = (unit.x, unit.y), found.whole
    if in_parts(parts, here):
        return here
    best, least = _middle(parts), 99999.0
    for far, spot in sorted((length(here, spot), spot) for spot in _spots(parts)):
        if far >= least:
            break
        bearing = heading(here, spot)
        start = box(*here, bearing % 3600, *unit.size)
        cost = far + DETOUR * (far - stretch_clear(start, bearing, far, foes.shapes, KEEP).distance)
        if cost < least:
            best, least = spot, cost
    return best


@lru_cache(maxsize=64)
def _spots(parts: tuple[Poly, ...]) -> tuple[Point, ...]:
    """Places to stand all over an area."""
    west, south, east, north = bounds(tuple(corner for part in parts for corner in part))
    found = [
        (x, y)
        for x in range(west + INSET, east - INSET + 1, STEP)
        for y in range(south + INSET, north - INSET + 1, STEP)
        if in_parts(parts, (x, y))
    ]
    return tuple(found)


def stake(state: State, unit: Unit) -> float:
    """What depends on a unit besides itself: its share of a place it holds. [V5]"""
    return _stakes(state).get(unit.id, 0.0)


@kept
def _stakes(state: State) -> dict[int, float]:
    """The shares of all who hold a place; who holds two has that of the first."""
    late = state.turn / max(1, state.field.turns)
    found: dict[int, float] = {}
    for score in state.field.scores:
        for side in (0, 1) if score.kind == "hold" else ():
            there = holders(state, score.area, side)
            for unit in there:
                found.setdefault(unit.id, (0.7 + 0.8 * late) * score.points / len(there))
    return found


def _middle(parts: tuple[Poly, ...]) -> Point:
    west, south, east, north = bounds(tuple(corner for part in parts for corner in part))
    return (west + east) // 2, (south + north) // 2


def free_run(state: State, unit: Unit, bearing: int, far: int) -> int:
    """How far a unit may march straight on a bearing before friends or enemies are in its way."""
    start = box(unit.x, unit.y, bearing % 3600, *size(state, unit))
    far = stretch(start, bearing, far, blocking_friends(state, unit).shapes).distance
    return stretch_clear(start, bearing, far, standing(state, 1 - unit.side).shapes, KEEP).distance


def goal_worth(state: State, unit: Unit, here: Point) -> float:
    """What a place is worth for the sake of what the scenario scores; the way there is counted in marches."""
    worth = 0.0
    slow = _slowness(unit)
    for goal in goals(state, unit):
        if goal.inside and in_parts(goal.inside, here):
            worth += goal.prize
        else:
            worth -= goal.pull * slow * length(here, goal.at) / 100
    return worth


def _slowness(unit: Unit) -> float:
    """How many times longer the way is in line than it would be in column."""
    if unit.order is not Order.LINE or Order.COLUMN not in unit.orders:
        return 1.0
    return mean_move(unit, Order.COLUMN) / mean_move(unit)


def march_on(state: State, unit: Unit, far: int) -> float:
    """The same for the best place a march so far could lead to; worked out once for a position."""
    memo = state.__dict__.setdefault("marches on", {})
    if unit.id not in memo:
        memo[unit.id] = _march_on(state, unit, far)
    found: float = memo[unit.id]
    return found


def _march_on(state: State, unit: Unit, far: int) -> float:
    here = unit.x, unit.y
    best = goal_worth(state, unit, here)
    for goal in goals(state, unit):
        if goal.at == here:
            continue
        for aside in (0, -300, 300, -600, 600):
            bearing = (heading(here, goal.at) + aside) % 3600
            free = free_run(state, unit, bearing, min(far, length(here, goal.at)))
            best = max(best, goal_worth(state, unit, ahead(*here, bearing, free)))
    return best


__all__ = ["Goal", "ardour", "free_run", "goal_worth", "goals", "march_on", "stake"]
