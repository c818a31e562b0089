"""What a Move goes round: enemies' inch, ranks of friends, ground nobody enters, Obstacles; Difficult ground where that is cheaper. [R-25, R-26, R-43, R-56]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.engine.tables import Refusal
from grognard.geometry.gaps import length
from grognard.geometry.points import Point
from grognard.geometry.shapes import hull
from grognard.tabletop.bends import (
    Bars,
    Keeping,
    Room,
    Stops,
    about,
    bent_ways,
    round_about,
    shadows,
    together,
)
from grognard.tabletop.bodies import those_near
from grognard.tabletop.land import pieces_of
from grognard.tabletop.manoeuvre import Legs, Wish

from ..state import Unit
from .bodies import KEEP, heart
from .ground import layout, price
from .shooting import has_arc
from .singles import apart
from .values import light_footed
from .walk import Walk

if TYPE_CHECKING:
    from .moving import Walker

GATHER, MOUNT = "gathered", "mounted"
GATHERING: Legs = (("gather", 1),)
MOST_LEGS_ROUND = 8
"""Legs of a way that is looked for: a broad piece of ground is passed by six bends and more."""
FINEST = 160
"""Shadows of single models, at most: among so many nobody finds his way in time."""


def arranged(walker: Walker, to: Wish, found: Iterable[Stops]) -> Iterator[Legs]:
    """Ways with what goes before and after them; then models step out of the group."""
    before, after = _about(walker, to)
    for stops in found:
        legs = (*before, *along(walker.unit, stops), *after)
        walk = walker.work_out(legs) if to.places else None
        if walk is None or isinstance(walk, Refusal) or walk.inside is not None:
            yield legs
        else:
            yield from apart(walker.unit.models, legs, walk.models, to.places)


def _about(walker: Walker, to: Wish) -> tuple[Legs, Legs]:
    """What else a unit does, before its way and after."""
    unit = walker.unit
    before: Legs = (("mount", 1),) if to.order == MOUNT and unit.rides else ()
    after: Legs = GATHERING if to.order == GATHER else ()
    after += (("mount", 0),) if to.order == "on foot" and unit.rides else ()
    if has_arc(walker.state, unit) and to.facing != unit.facing:
        after += (("face", to.facing),)
    return before, after


def along(unit: Unit, stops: Stops) -> Legs:
    """The whole unit, so that its Leader goes by some spots."""
    ways = pairwise((heart(unit), *stops))
    return tuple([("go", b[0] - a[0], b[1] - a[1]) for a, b in ways if a != b])


def path_of_model(unit: Unit, done: Walk, at: int) -> tuple[tuple[int, int, int], ...] | None:
    """The way of one model, if it bends."""
    stops = [end for model, (_, end) in done.legs if model == at]
    if len(stops) < 2:
        return None
    return tuple([(x, y, unit.facing) for x, y in (unit.models[at], *stops)])


def ways_round(walker: Walker, by: Sequence[Point], goal: Point) -> Iterator[Stops]:
    """By what spots a unit's Leader gets to one round what bars its way or makes it dear. [R-56]"""
    return bent_ways(heart(walker.unit), by, goal, bars_round(walker), room_for(walker))


def room_for(walker: Walker) -> Room:
    """Where a unit's Leader may bend his way, and what that costs the model that pays most. [R-56]"""
    state, unit = walker.state, walker.unit
    outer = hull(unit.models)
    plain = light_footed(unit) or not layout(state).difficult
    x, y = heart(unit)

    def dearest(a: Point, b: Point) -> int:
        legs = [((u + a[0] - x, v + a[1] - y), (u + b[0] - x, v + b[1] - y)) for u, v in outer]
        return max(price(state, unit, *leg) for leg in legs)

    table = 0, 0, state.field.width, state.field.height
    return Room(table, walker.allowance, MOST_LEGS_ROUND, length if plain else dearest)


def bars_round(walker: Walker) -> Iterator[Bars]:
    """What bars a unit's way or makes it dear: units as they stand together, then man by man."""
    unit = walker.unit
    body = about(heart(unit), unit.models)
    single = [about(heart(unit), (model,)) for model in unit.models]
    dear = shadows(_dear(walker), body)
    apart, ground = _bases(walker), _ground(walker)
    crowd = together(apart)
    yield Bars(shadows((*crowd, *ground), body), dear)
    if len(crowd) < len(apart):
        yield Bars(shadows((*apart, *ground), body), dear)
    if len(single) > 1 and len(single) * (len(apart) + len(ground)) <= FINEST:
        yield Bars(shadows((*apart, *ground), *single), dear)


def bent_at_a_glance(walker: Walker, goal: Point) -> Iterator[Stops]:
    """The ways to a place within the move that are found without looking at single models."""
    here, room = heart(walker.unit), room_for(walker)
    if length(here, goal) < room.most:
        yield from round_about(here, goal, next(bars_round(walker)), room)


def _bases(walker: Walker) -> list[Keeping]:
    """Every base that is kept from or cannot be passed. [R-25, R-43]"""
    return [Keeping(((x, y),), keep) for x, y, keep in (*walker.enemies.discs, *walker.friends)]


def _ground(walker: Walker) -> list[Keeping]:
    """Ground nobody enters, walls of garrisons, and the Obstacles that stop it. [R-25, R-26, R-56]"""
    radius, near = walker.unit.radius, walker.around
    shut = those_near(layout(walker.state).blocks, near, radius)
    stops = those_near(pieces_of(walker.stops), near, radius)
    walls = [Keeping(wall, radius + KEEP) for wall in walker.enemies.walls]
    return [*walls, *(Keeping(shape, radius) for shape in (*shut, *stops))]


def _dear(walker: Walker) -> list[Keeping]:
    """Difficult ground, of whoever pays for it. [T091]"""
    difficult = layout(walker.state).difficult
    if light_footed(walker.unit) or not difficult:
        return []
    return [Keeping(shape) for shape in those_near(difficult.shapes, walker.around)]
