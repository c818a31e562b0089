"""Moves worth trying: towards enemies, goals and cover, away, in and out. [R-56]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.engine.dice import Rng
from grognard.geometry.angles import heading, offset
from grognard.geometry.gaps import length
from grognard.geometry.points import Poly
from grognard.geometry.shapes import centre
from grognard.tabletop.figures import feet
from grognard.tabletop.ideas import aim, all_round, any_of, middles_within
from grognard.tabletop.manoeuvre import Leg, Legs

from ..state import Point
from .bodies import gap, heart, house, in_cohesion, middle, reference
from .detours import Start
from .driven_out import outside
from .ground import house_at, layout
from .leaving import way_off
from .shooting import has_arc

if TYPE_CHECKING:
    from .moving import Walker

ASIDE = (250, -250, 500, -500, 750, -750)
"""To the left and right of the straight way, where that is barred."""
DETOURS = 2
HOUSES = 3000
"""How near a building must be to be thought of."""
AT_IT = 20
"""How far from a wall or marker the nearest base stops."""


def goals(walker: Walker) -> Iterator[Point]:
    """Spots a unit might want to go towards: enemies, markers, areas, edges to leave by."""
    state, unit = walker.state, walker.unit
    x, y = middle(unit)
    for edge in walker.exits():
        across = edge.start[0] == edge.end[0]
        yield (edge.start[0], y) if across else (x, edge.start[1])
    enemies = sorted(state.on_table(1 - unit.side), key=lambda e: (gap(state, unit, e), e.id))
    yield from (middle(e) for e in enemies[:3])
    yield from (state.field.markers[i] for i in state.markers)
    if state.prize is not None:
        yield state.prize
    if state.field.area:
        yield centre(state.field.area)
    yield from middles_within((x, y), [each.piece.poly for each in layout(state).houses], HOUSES - 1)


def cover_spots(walker: Walker) -> Iterator[Point]:
    """Middles of nearby ground that gives cover."""
    areas = [area.poly for area in layout(walker.state).cover]
    yield from middles_within(heart(walker.unit), areas, walker.allowance + 400)


def ideas(walker: Walker) -> Iterator[Legs]:
    """Proposals, the likely ones first; the judge decides."""
    unit = walker.unit
    if unit.inside is not None:
        yield ()
        yield from _out(walker)
        return
    after: Legs = () if in_cohesion(unit) else (("gather", 1),)
    yield after
    yield (("gather", 1),)
    yield from [(("enter", at),) for at in house_at(walker.state, unit)]
    if walker.exits():
        yield from _off(walker)
    yield from _towards_goals(walker, after)
    yield from [(*legs, *after) for legs in _up_to(walker)]
    for spot in cover_spots(walker):
        yield (*walker.straight(spot), *after)
        yield from walker.round(spot)
    for bearing in all_round(0, 450):
        yield (("go", *offset(bearing, walker.allowance)), *after)
    if unit.rides:
        yield from _riding(walker)
    if has_arc(walker.state, unit):
        yield from [(("face", bearing),) for bearing in all_round(0, 450)]


def _off(walker: Walker) -> Iterator[Legs]:
    """Straight off the table; where that is barred, one man leads round whatever bars it. [R-61]"""
    yield (("leave", 0),)
    unit = walker.unit
    if unit.close_order or walker.legal((("leave", 0),)):
        return
    starts = [Start(at, spot) for at, spot in enumerate(unit.models)]
    trail = way_off(walker.state, unit, starts, walker.exits(), walker.allowance)
    if trail is not None:
        stops = pairwise((unit.models[trail.model], *trail.points))
        yield (*(("model", trail.model, b[0] - a[0], b[1] - a[1]) for a, b in stops), ("leave", 1))


def _towards_goals(walker: Walker, after: Legs) -> Iterator[Legs]:
    """At each goal, past what stands before the first of them, and away from it."""
    here = heart(walker.unit)
    for number, goal in enumerate(goals(walker)):
        bearing, far = aim(here, goal)
        for turn in ASIDE if number < DETOURS else ():
            for reach in (walker.allowance, walker.allowance * 2 // 3):
                yield (("go", *offset(bearing + turn, min(reach, far))), *after)
        for reach in (walker.allowance, walker.allowance // 2, 100):
            yield (("go", *offset(bearing, min(reach, far))), *after)
        yield (("go", *offset(bearing + 1800, walker.allowance)), *after)


def _up_to(walker: Walker) -> Iterator[Legs]:
    """Up to a building or a marker, straight or round what bars the way, until the nearest model is at it."""
    state, unit, here = walker.state, walker.unit, heart(walker.unit)
    marks: list[Poly] = [(state.field.markers[m],) for m in state.markers]
    marks += [(state.prize,)] if state.prize is not None else []
    marks += [each.piece.poly for each in layout(state).houses]
    for mark in marks:
        far, model, spot = min(
            (foot.far, unit.models[foot.at], foot.spot) for foot in feet(unit.models, (mark,))
        )
        near = far - unit.radius - AT_IT
        if 0 < near <= walker.allowance:
            east, north = offset(heading(model, spot), near)
            yield (("go", east, north),)
            yield from walker.round((here[0] + east, here[1] + north))


def _riding(walker: Walker) -> Iterator[Legs]:
    up = 0 if walker.unit.mounted else 1
    yield (("mount", up),)
    for bearing in all_round(0, 900):
        go = ("go", *offset(bearing, 600))
        yield (("mount", 1), go) if up else (go, ("mount", 0))


def _out(walker: Walker) -> Iterator[Legs]:
    wall = house(walker.state, walker.unit)
    assert wall is not None
    at = reference(walker.unit)
    for bearing in all_round(0, 450):
        for far in (20, 200):
            yield (("out", *outside(wall, bearing, walker.unit, far)[at]),)


def whim(walker: Walker, rng: Rng, attempt: int) -> Legs:
    """A move by chance, shorter with every attempt."""
    unit = walker.unit
    if unit.inside is not None:
        options = list(_out(walker))
        return any_of(options, rng) if rng.random() < 0.3 else ()
    most = max(100, walker.allowance >> attempt)
    bearing = _bearing(walker, rng)
    if bearing is None:
        return (("leave", 0),)
    return _ending(walker, rng, ("go", *offset(bearing, rng.randint(most // 2, most))))


def _bearing(walker: Walker, rng: Rng) -> int | None:
    """Towards some goal or anywhere; None: off the table, where it may and the edge is near."""
    here = heart(walker.unit)
    towards = list(goals(walker))
    if not towards or rng.random() >= 0.5:
        return rng.randint(0, 3599)
    goal = any_of(towards, rng)
    bearing = heading(here, goal) + rng.randint(-200, 200)
    leaves = length(here, goal) < 300 and walker.exits() and rng.random() < 0.5
    return None if leaves else bearing


def _ending(walker: Walker, rng: Rng, go: Leg) -> Legs:
    """A leg gone, and what may go with it: riders mount, somebody enters, turns or leaves."""
    unit = walker.unit
    after: Legs = () if in_cohesion(unit) else (("gather", 1),)
    if unit.rides and rng.random() < 0.4 and walker.kind != "double":
        return (("mount", 1), go, *after) if not unit.mounted else (go, *after, ("mount", 0))
    for at in house_at(walker.state, unit):
        if rng.random() < 0.3:
            return (("enter", at),)
    if has_arc(walker.state, unit) and rng.random() < 0.5:
        return (go, ("face", rng.randint(0, 35) * 100))
    if walker.exits() and rng.random() < 0.5:
        return (go, *after, ("leave", 0))
    return (go, *after)
