"""Where an automaton's units go: towards, away, into cover. [F-B8–F-B10]"""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.geometry.angles import heading, offset
from grognard.geometry.gaps import length
from grognard.geometry.points import bounds
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import cluster, gap, heart, in_cohesion, middle
from ..facts.ground import house_at, layout, unit_cover
from ..facts.moving import Walk, Walker
from ..facts.paths import in_charge_range
from ..facts.placing import why_not_stand
from ..facts.shooting import reach_of
from ..facts.sight import sees
from ..facts.values import move_of
from ..state import Point, State, Unit
from ..words import Cover

TURNS = (0, 150, -150, 300, -300, 450, -450, 600, -600, 900, -900)
SHARES = (100, 85, 70, 50, 30, 15)
SHY = 1300
"""What riders keep from steady rifles that see them. [F-B9]"""
MOST_SPOTS = 40


def _legs(walker: Walker, bearing: int, far: int) -> Legs:
    after: Legs = () if in_cohesion(walker.unit) else (("gather", 1),)
    return (("go", *offset(bearing, far)), *after) if far > 0 else after


def towards(walker: Walker, spot: Point, stop: int, manner: str) -> Legs:
    """As near to a spot as its allowance goes, stopping short of it by so much; a covered end is preferred."""
    unit = walker.unit
    for at in house_at(walker.state, unit) if manner == "spot" else ():
        if walker.refusal((("enter", at),)) is None:
            return (("enter", at),)
    x, y = heart(unit)
    wanted = max(0, length((x, y), spot) - stop)
    options: list[tuple[int, Legs]] = []
    for turn in TURNS:
        for share in SHARES:
            far = min(wanted, walker.allowance * share // 100)
            legs = _legs(walker, heading((x, y), spot) + turn, far)
            walk = walker.work_out(legs)
            if isinstance(walk, Walk) and walker.judge(walk) is None:
                if manner != "shy" or not _too_bold(walker, walk):
                    options.append((abs(length(heart_of(walker, walk), spot) - stop), legs))
                break
        if options and turn == 0 and options[0][0] <= max(0, wanted - walker.allowance) + 100:
            break
    if not options:
        return walker.fallback()
    best = min(option[0] for option in options)
    good = [legs for left, legs in options if left <= best + 100]
    return min(good, key=lambda legs: (not _sheltered(walker, legs), good.index(legs)))


def heart_of(walker: Walker, walk: Walk) -> Point:
    """Where the Leader ends."""
    return heart(replace(walker.unit, models=walk.models))


def _too_bold(walker: Walker, walk: Walk) -> bool:
    """Whether riders would end nearer than 13 to an unpinned enemy that sees them there, and nearer than now."""
    there = replace(walker.unit, models=walk.models)
    return any(
        not e.pinned
        and gap(walker.state, there, e) < SHY
        and gap(walker.state, there, e) < gap(walker.state, walker.unit, e)
        and gap(walker.state, walker.unit, e) >= SHY
        and sees(walker.state, there, e)
        for e in walker.state.on_table(1 - walker.unit.side)
    )


def _sheltered(walker: Walker, legs: Legs) -> bool:
    walk = walker.work_out(legs)
    foes = walker.state.on_table(1 - walker.unit.side)
    if not isinstance(walk, Walk) or not foes or not layout(walker.state).cover:
        return False
    there = replace(walker.unit, models=walk.models, inside=walk.inside)
    nearest = min(foes, key=lambda e: gap(walker.state, there, e))
    return unit_cover(walker.state, there, middle(nearest)) is not Cover.NONE


def away_from(walker: Walker, spot: Point) -> Legs:
    """Directly away, as far as legal."""
    x, y = heart(walker.unit)
    for turn in TURNS:
        for share in SHARES:
            legs = _legs(walker, heading(spot, (x, y)) + turn, walker.allowance * share // 100)
            if walker.refusal(legs) is None:
                return legs
    return walker.fallback()


def cover_spot(state: State, unit: Unit) -> Point | None:
    """The nearest place in cover within a move, with somebody in sight and range, out of every charge. [F-B10]"""
    foes = state.on_table(1 - unit.side)
    x, y = heart(unit)
    spots: list[tuple[int, Point]] = []
    for area in layout(state).cover:
        west, south, east, north = bounds(area.poly)
        for spot in ((u, v) for u in range(west + 50, east, 100) for v in range(south + 50, north, 100)):
            far = length((x, y), spot)
            if far <= move_of(unit):
                spots.append((far, spot))
    for _, spot in sorted(spots)[:MOST_SPOTS]:
        there = replace(unit, models=cluster(spot, unit.count, unit.radius), leader=0)
        if why_not_stand(state, unit, there.models, 100, 0) is None and _worth_it(state, there, foes):
            return spot
    return None


def _worth_it(state: State, there: Unit, foes: tuple[Unit, ...]) -> bool:
    if not foes:
        return False
    nearest = min(foes, key=lambda e: (gap(state, there, e), e.id))
    if unit_cover(state, there, middle(nearest)) is Cover.NONE:
        return False
    if not any(gap(state, there, e) <= reach_of(there) and sees(state, there, e) for e in foes):
        return False
    return not any(not e.pinned and in_charge_range(state, e, there) for e in foes)
