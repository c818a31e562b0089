"""Who may lie hidden, where the enemy has hidden somebody or may have. [H1–H3]"""

from __future__ import annotations

from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace

from ..facts.ground import Area, land_of
from ..facts.hiding import SURE, sheltered
from ..state import Memory, State, Today, Unit, centre
from ..tables.cover import area_cover
from ..words import Arm, Cover

MOST = 2
"""How many are thought of at most: nobody knows their number. [H1a]"""
ROOM = 400
"""What a unit's figures stand off its middle, about."""
TRIES = 10
"""Places tried for each; one that finds none is not there."""


def guess(view: Position, side: int, rng: Rng) -> Position:
    """Up to two bodies like those seen, somewhere in cover and out of everybody's reach."""
    state: State = view.state
    if not state.turn or not state.field.sides[1 - side].conceals:
        return view
    like = _like(state, 1 - side)
    woods = [area for area in land_of(state).areas if area_cover(area.kind, False) > Cover.NONE]
    if like is None or not woods:
        return view
    hidden: list[Unit] = []
    for number in range(rng.randint(0, MOST)):
        found = _laid(state, replace(like, id=-101 - number, key=f"?{number}"), woods, rng)
        if found is not None and all(_apart(found, other) for other in hidden):
            hidden.append(found)
    if not hidden:
        return view
    return Position(replace(state, hidden=(*state.hidden, *hidden)), view.agenda, view.reveals)


def _like(state: State, side: int) -> Unit | None:
    """Foot of theirs that is seen, or horse; if there is neither, such as we have ourselves."""
    for whose, arm in ((side, Arm.FOOT), (side, Arm.HORSE), (1 - side, Arm.FOOT), (1 - side, Arm.HORSE)):
        for unit in state.units:
            if unit.side == whose and unit.arm is arm and not unit.is_command and unit.figures:
                return replace(
                    unit,
                    side=side,
                    formed=False,
                    fleeing=0,
                    house="",
                    attached=None,
                    last=Memory(),
                    today=Today(),
                )
    return None


def _laid(state: State, unit: Unit, woods: list[Area], rng: Rng) -> Unit | None:
    """Somewhere in cover where no enemy would have found them. [H1, H4]"""
    for _ in range(TRIES):
        west, south, east, north = woods[rng.randint(0, len(woods) - 1)].around
        there = _about(unit, (0, 0))
        wide, deep = max(f.x for f in there.figures), max(f.y for f in there.figures)
        spot = rng.randint(west, max(west, east - wide)), rng.randint(south, max(south, north - deep))
        there = _about(unit, spot)
        if sheltered(state, there) and all(_apart(there, each) for each in state.units if each.figures):
            return there
    return None


def _about(unit: Unit, spot: tuple[int, int]) -> Unit:
    """Its figures close together about a spot."""
    wide, pitch = 4, 2 * unit.radius + 20
    figures = tuple(
        figure._replace(x=spot[0] + (n % wide) * pitch, y=spot[1] + (n // wide) * pitch)
        for n, figure in enumerate(unit.figures)
    )
    return replace(unit, figures=figures)


def _apart(one: Unit, other: Unit) -> bool:
    """Far enough from each other, about, that neither finds the other or stands on it. [H4]"""
    (ax, ay), (bx, by) = centre(one), centre(other)
    return max(abs(ax - bx), abs(ay - by)) > (2 * ROOM if one.side == other.side else SURE + ROOM)
