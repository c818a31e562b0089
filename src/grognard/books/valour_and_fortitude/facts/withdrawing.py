"""Retreats by exact slides: along a bearing to the first place 3 inches away, and on to the last clear one. [83–86, B20]

A slide is open up to its first bar: the table's edge, ground nobody enters, a friend who is not passed, an enemy
who must be kept 3 away. On it the ends that may be legal lie between a few marks: where it comes 3 away from all
enemies, where it is clear of a friend it passes, where it enters the arc of an enemy that saw it start. Those marks
are reckoned, not felt for in steps; each bearing that grazes a corner of something near is tried besides the compass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from grognard.geometry.angles import ahead, heading, offset, turn_between
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length
from grognard.geometry.points import Point, Poly, Pose, bounds, disjoint, grown
from grognard.geometry.shapes import box, upright
from grognard.tabletop.bodies import with_corner_in
from grognard.tabletop.land import pieces_of
from grognard.tabletop.last_resort import Seeded, flush_facings, free_spots, round_about
from grognard.tabletop.slides import clear_from, clear_marks, free_slide, least, moved, ring_round, widened

from ..state import Unit
from ..words import Arm
from .bodies import Stand, size_of, stand_at
from .ground import land_of
from .judging import KEEP, why_not_that_way, why_not_there
from .sight import arc_rays, shapes_in_arc
from .strides import March

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs

    from .moving import Marcher

FINE, COARSE = 50, 150
"""How far apart the bearings of the compass are that are tried at once, and for a second leg."""
TURNS = (450, -450, 900, -900, 1800, 225, -225)
"""How a unit may turn while it goes, besides as it stands."""
ASIDE = TOUCH + 1
"""How clear of a friend a retreat ends. [74]"""
MOST_BENDS = 60
"""From so many places on the way a second leg is tried."""
TRIES = 500
"""Seeded tries where no slide is found."""
MOST_FACINGS = 6
"""In so many facings the corners of the free ground are looked for."""
ALIKE = 20
"""Facings that differ by fewer tenths of a degree are looked at once."""
NEARBY = 60
"""How far from such a corner, and how far turned, a seeded try may be."""
SHORT = 20
"""A first leg shorter than this is none."""


def withdrawals(marcher: Marcher) -> Iterator[Legs]:
    """Every legal retreat that slides find: straight, turning, then in two legs; where none is found, by seeded tries. [84, 85]"""
    slides = chain(straight_back(marcher), _turning(marcher), _bent(marcher))
    yield from else_one_of(slides, lambda: _squeezed(marcher))


def else_one_of(found: Iterator[Legs], seeded: Callable[[], Iterator[Legs]]) -> Iterator[Legs]:
    """What a search finds; where that is nothing, what seeded tries meet."""
    first = next(found, None)
    if first is None:
        yield from seeded()
        return
    yield first
    yield from found


def straight_back(marcher: Marcher) -> Iterator[Legs]:
    """Legal retreats in one leg, as the unit stands: on every bearing, to the marks of its slide."""
    start = marcher.start
    for bearing in (*_compass(marcher, start, FINE), *_past_corners(marcher, start)):
        yield from _slide(marcher, start, bearing, ())


def _turning(marcher: Marcher) -> Iterator[Legs]:
    """The same, turning on the way."""
    unit = marcher.unit
    for turn in TURNS:
        at = stand_at(marcher.start.shape, unit.x, unit.y, (unit.facing + turn) % 3600)
        for bearing in (*_compass(marcher, at, COARSE), *_past_corners(marcher, at)):
            yield from _slide(marcher, at, bearing, ())


def _squeezed(marcher: Marcher) -> Iterator[Legs]:
    """One retreat into a corner of the free ground, or one that seeded tries meet. [84, 86]"""
    both = (0, 1800) if marcher.start.shape.arm is not Arm.ARTILLERY else (0,)
    corners = [
        Pose(*spot, (facing + about) % 3600)
        for facing in _facings(marcher)
        for spot in _corners(marcher, facing)
        for about in both
    ]
    straight: list[Legs] = [(("glide", *corner),) for corner in corners]
    yield from islice(filter(marcher.legal, chain(straight, by_chance(marcher, corners))), 1)


def _facings(marcher: Marcher) -> list[int]:
    """As it stands, and square to what is near, as far as they differ; whole blocks look alike from behind."""
    start = marcher.start
    near = [*marcher.setting.enemies, *marcher.setting.friends, *_bars(marcher)]
    half = 1800 if start.shape.arm is not Arm.ARTILLERY else 3600
    found: dict[int, int] = {}
    for facing in (
        start.facing,
        *[start.facing + turn for turn in TURNS],
        *flush_facings(_within_reach(marcher, near)),
    ):
        found.setdefault(facing % half // ALIKE, facing % 3600)
    return list(found.values())[:MOST_FACINGS]


def _corners(marcher: Marcher, facing: int) -> Iterator[Point]:
    """The corners of the ground where a retreat may end, and where it just comes into the arc of an enemy. [74, 75, 84, 85, 164, 168]"""
    state, land, setting = marcher.state, land_of(marcher.state), marcher.setting
    closed = [*land.impassable, *land.defendable, *pieces_of(land.high)]
    friends = [widened(friend, ASIDE) for friend in _within_reach(marcher, setting.friends)]
    enemies = [(enemy, KEEP) for enemy in _within_reach(marcher, marcher.all_enemies)]
    size = state.field.width, state.field.height
    start = marcher.start
    reach = round_about(((start.x, start.y),), marcher.most + max(size_of(start.shape)))
    arcs = [
        ray for foe in state.of_side(1 - marcher.unit.side) if foe.in_open for ray in arc_rays(state, foe)
    ]
    blocks = (*friends, *_within_reach(marcher, closed))
    body = stand_at(start.shape, 0, 0, facing).rims
    for spot in free_spots(body, blocks, enemies, (upright(0, 0, *size), reach), arcs):
        if length((start.x, start.y), spot) <= marcher.most:
            yield spot


def _within_reach(marcher: Marcher, shapes: Iterable[Poly]) -> list[Poly]:
    """Those of some shapes that a retreat may come near to."""
    around = grown(marcher.start.around, marcher.most + KEEP)
    return [shape for shape in shapes if not disjoint(bounds(shape), around)]


def by_chance(marcher: Marcher, corners: Sequence[Pose]) -> Iterator[Legs]:
    """Ways in one leg or two by a seeded source, turning anyhow or square to what bars the way; many of them end near some places. [86]"""
    start, limit = marcher.start, marcher.limit
    rng = Seeded(start.x, start.y, start.facing, limit)
    flush = [start.facing, *flush_facings(_near(marcher, start)), *flush_facings(marcher.setting.enemies[:8])]
    for number in range(TRIES):
        turned = flush[rng.randint(0, len(flush) - 1)] if number % 2 else rng.randint(0, 3599)
        end = Pose(*ahead(start.x, start.y, rng.randint(0, 3599), rng.randint(0, limit)), turned)
        if corners and number % 4 > 1:
            x, y, facing = corners[rng.randint(0, len(corners) - 1)]
            aside = ahead(x, y, rng.randint(0, 3599), rng.randint(0, NEARBY))
            end = Pose(*aside, (facing + rng.randint(-NEARBY, NEARBY)) % 3600)
        legs: Legs = (("glide", *end),)
        if number % 3 == 0:
            middle = (start.x + end.x) // 2, (start.y + end.y) // 2
            bend = ahead(*middle, rng.randint(0, 3599), rng.randint(0, limit // 2))
            legs = (("glide", *bend, start.facing if rng.randint(0, 1) else end.facing), *legs)
        yield legs


def _bent(marcher: Marcher) -> Iterator[Legs]:
    """Retreats in two legs: along the first slide as far as it goes, or half as far, then along another."""
    for first, at in islice(_bends(marcher), MOST_BENDS):
        for bearing in _compass(marcher, at, COARSE):
            yield from _slide(marcher, at, bearing, first)


def _bends(marcher: Marcher) -> Iterator[tuple[Legs, Stand]]:
    """Places on the way where a retreat may bend."""
    start = marcher.start
    for share in (2, 1):
        for bearing in _compass(marcher, start, COARSE):
            far = _open(marcher, start, bearing, marcher.limit) * share // 2
            if far < SHORT:
                continue
            legs: Legs = (("glide", *ahead(start.x, start.y, bearing, far), start.facing),)
            march = marcher.work_out(legs)
            if isinstance(march, March) and why_not_that_way(marcher, march) is None:
                yield legs, march.end


def _compass(marcher: Marcher, at: Stand, step: int) -> list[int]:
    """Straight back, square to each close enemy, then round the compass."""
    back = (at.facing + 1800) % 3600
    found = [back]
    for unit in marcher.setting.enemy_units:
        if unit.id in marcher.close_ones:
            found += [(unit.facing + quarter) % 3600 for quarter in (1800, 0, 900, 2700)]
    found += [(back + sign * turn) % 3600 for turn in range(step, 1801, step) for sign in (1, -1)]
    return list(dict.fromkeys(found))


def _past_corners(marcher: Marcher, at: Stand) -> list[int]:
    """The bearings that just clear a corner of something near that bars the way."""
    here = at.x, at.y
    corners = [corner for block in _near(marcher, at) for corner in _ring(at, block) if corner != here]
    return list(dict.fromkeys(heading(here, corner) for corner in corners))


def _near(marcher: Marcher, at: Stand) -> list[Poly]:
    """What bars the way within reach: friends who are not passed, friends to end clear of, closed ground."""
    west, south, east, north = at.around
    far = marcher.limit
    reach = west - far, south - far, east + far, north + far
    return with_corner_in(_bars(marcher), reach)


def _bars(marcher: Marcher) -> list[Poly]:
    land = land_of(marcher.state)
    return [*marcher.setting.solid, *land.impassable, *land.defendable, *pieces_of(land.high)]


def _ring(at: Stand, block: Poly) -> Poly:
    """Where a body's centre passes the corners of a block."""
    width, depth = size_of(at.shape)
    body = box(0, 0, at.facing, width + 2 * ASIDE, depth + 2 * ASIDE)
    return ring_round(block, body)


def _open(marcher: Marcher, at: Stand, bearing: int, most: int) -> int:
    """How far a slide is open: up to the table's edge, closed ground, solid friends, and 3 from other enemies. [73, 77, 164]"""
    size = marcher.state.field.width, marcher.state.field.height
    setting, bars = marcher.setting, _bars(marcher)
    others = [e for e, u in zip(setting.enemies, setting.enemy_units) if u.id not in marcher.close_ones]
    return free_slide(at.rims, bearing, most, size, others, KEEP, bars)


def _slide(marcher: Marcher, at: Stand, bearing: int, before: Legs) -> Iterator[Legs]:
    """The legal ends of one slide after some legs, the nearest first."""
    start = marcher.start
    most = marcher.limit - length((start.x, start.y), (at.x, at.y))
    far = _open(marcher, at, bearing, most)
    near = clear_from(at.rims, bearing, far, marcher.all_enemies, KEEP)  # [84]
    if near is None:
        return
    straight = not before and at == start
    marks = {near, far, (near + far) // 2}
    # Just before the slide would touch a friend, and just after it has passed him. [74]
    friends = clear_marks(at.rims, bearing, marcher.setting.friends, ASIDE)
    marks |= {min(max(mark, near), far) for mark in friends}
    for mark in sorted(marks | _arc_marks(marcher, at, bearing, sorted(marks))):
        end = stand_at(at.shape, *ahead(at.x, at.y, bearing, mark), at.facing)
        if why_not_there(marcher, March(end)) is not None:
            continue
        legs = (*before, _leg(at, bearing, mark, straight))
        march = marcher.work_out(legs)
        if not isinstance(march, March):
            continue
        dear = march.cost > marcher.limit
        if dear:
            paid = _affordable(marcher, at, bearing, near, mark, before)
            legs = (*before, _leg(at, bearing, paid, straight))
        if marcher.refusal(legs) is None:
            yield legs
        if dear:
            return


def _leg(at: Stand, bearing: int, far: int, straight: bool) -> tuple[object, ...]:
    """A slide as a leg: straight ahead, back or aside said as such, so that rounding adds nothing to its length."""
    if straight:
        match turn_between(at.facing, bearing):
            case 1800:
                return "back", far
            case 900:
                return "side", far
            case -900:
                return "side", -far
    return "glide", *ahead(at.x, at.y, bearing, far), at.facing


def _affordable(marcher: Marcher, at: Stand, bearing: int, near: int, far: int, before: Legs) -> int:
    """How far of an open slide the move pays for: rough ground, turning and the legs before cost too. [70, 166]"""

    def dear(far: int) -> bool:
        march = marcher.work_out((*before, _leg(at, bearing, far, False)))
        return not isinstance(march, March) or march.cost > marcher.limit

    first = least(dear, near, far)
    return far if first is None else max(near, first - 1)


def _arc_marks(marcher: Marcher, at: Stand, bearing: int, marks: Sequence[int]) -> set[int]:
    """Where, between marks, a slide enters or leaves the front arc of an enemy that saw it start. [85]"""
    found: set[int] = set()
    for unit in marcher.state.of_side(1 - marcher.unit.side):
        if unit.in_feature:
            continue
        seen = _seen_on(marcher, at, bearing, unit)
        for low, high in pairwise(marks):
            if not seen(low) and seen(high):
                edge = least(seen, low, high)
            elif seen(low) and not seen(high):
                edge = least(_not(seen), low, high)
            else:
                continue
            if edge and marcher.saw(unit):
                found |= {edge, edge - 1}
    return found


def _seen_on(marcher: Marcher, at: Stand, bearing: int, unit: Unit) -> Callable[[int], bool]:
    def seen(far: int) -> bool:
        step = offset(bearing, far)
        return shapes_in_arc(marcher.state, unit, moved(at.rims, *step))

    return lru_cache(seen)


def _not(holds: Callable[[int], bool]) -> Callable[[int], bool]:
    return lambda far: not holds(far)
