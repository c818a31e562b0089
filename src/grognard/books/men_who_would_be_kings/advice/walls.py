"""Manning a wall: where a unit finds Hard cover behind one, and how its models line it in two ranks. [R-11, R-63]"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.geometry.gaps import length
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import middle, reference
from ..facts.ground import defends, layout
from ..facts.moving import Walker
from ..state import Point, State, Unit
from ..tables.terrain import TERRAIN
from ..words import Cover

EVERY, TAKEN = 630, 400
"""A post for every so much of a wall; a friend so near has it."""
STEP, CLEAR = 105, 5
"""From model to model, and from a base to the wall."""


class Post(NamedTuple):
    """A stretch of wall to stand behind."""

    spot: Point
    start: Point
    end: Point


def posts(state: State) -> tuple[Post, ...]:
    """Every stretch of Hard cover a unit could line."""
    memo: dict[Any, tuple[Post, ...]] = state.field.__dict__
    if "posts" not in memo:
        found: list[Post] = []
        for barrier in layout(state).barriers:
            for (x, y), (u, v) in barrier.pieces if TERRAIN[barrier.kind].cover is Cover.HARD else ():
                many = max(1, length((x, y), (u, v)) // EVERY)
                shares = [(2 * n + 1, 2 * many) for n in range(many)]
                found += [
                    Post((x + (u - x) * a // b, y + (v - y) * a // b), (x, y), (u, v)) for a, b in shares
                ]
        memo["posts"] = tuple(found)
    return memo["posts"]


def post_for(state: State, unit: Unit, near: Point, within: int) -> Post | None:
    """The best free post near a spot against the nearest enemy; None if it has one, or there is none."""
    foes = [middle(e) for e in state.on_table(1 - unit.side) if not e.pinned]
    if not foes or unit.mounted or unit.close_order:
        return None
    here = middle(unit)
    foe = min(foes, key=lambda p: (length(here, p), p))
    if defends(state, unit, foe):
        return None
    friends = [middle(u) for u in state.on_table(unit.side) if u.id != unit.id]
    free = [
        post
        for post in posts(state)
        if length(post.spot, near) <= within and all(length(post.spot, f) > TAKEN for f in friends)
    ]
    return min(free, key=lambda p: (length(here, p.spot) + length(foe, p.spot) // 2, p), default=None)


def line_up(walker: Walker, post: Post) -> Legs:
    """Every model to its place in two ranks along the wall, on the side where the unit is; the Leader in the middle."""
    unit = walker.unit
    (x, y), (u, v) = post.start, post.end
    whole = max(1, length(post.start, post.end))
    ax, ay = (u - x) / whole, (v - y) / whole
    mx, my = middle(unit)
    inward = 1 if (mx - x) * -ay + (my - y) * ax >= 0 else -1
    nx, ny = -ay * inward, ax * inward
    places = _ranks(unit.count, unit.radius)
    order = _matched(unit, places, (ax, ay), post.spot)
    legs: list[tuple[Any, ...]] = []
    for model, place in order:
        along, back = places[place]
        px = round(post.spot[0] + ax * along + nx * back)
        py = round(post.spot[1] + ay * along + ny * back)
        qx, qy = unit.models[model]
        if (px, py) != (qx, qy):
            legs.append(("model", model, px - qx, py - qy))
    return tuple(legs)


def _ranks(count: int, radius: int) -> list[tuple[int, int]]:
    """Places in two staggered ranks: how far along and how far from the wall."""
    step, front = 2 * radius + CLEAR, -(-count // 2)
    back = radius + CLEAR
    rows = ((front, 0, back), (count - front, step // 2, back + step * 7 // 8))
    return [
        ((2 * k - front + 1) * step // 2 + shift, deep) for many, shift, deep in rows for k in range(many)
    ]


def _matched(
    unit: Unit, places: list[tuple[int, int]], axis: tuple[float, float], spot: Point
) -> list[tuple[int, int]]:
    """Who goes where: the Leader to the middle, the others in the order in which they stand along the wall."""
    lead = reference(unit)
    centre = min(range(len(places)), key=lambda at: (abs(places[at][0]), places[at][1]))
    models = sorted(
        (i for i in range(unit.count) if i != lead),
        key=lambda i: (unit.models[i][0] - spot[0]) * axis[0] + (unit.models[i][1] - spot[1]) * axis[1],
    )
    rest = sorted((at for at in range(len(places)) if at != centre), key=lambda at: places[at])
    return [(lead, centre), *zip(models, rest)]
