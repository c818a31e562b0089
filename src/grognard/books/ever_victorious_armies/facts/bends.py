"""Marches of several legs: ahead and aside, by turns on the way, by places a player names or corners of what bars the way. [M3–M9]

A leg goes ahead, back or aside, and costs what its kind costs; turns are paid together. So a place may be had by two
legs of which no one leads there straight, without a turn or with one between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from math import isqrt
from typing import TYPE_CHECKING

from grognard.geometry.angles import COS, FULL_TURN, SCALE, SIN, heading, norm, rotate, turn_between
from grognard.geometry.points import Bounds, Point, Poly, Pose, bounds, grown, square
from grognard.tabletop.bends import Bars, Keeping, Room, Stops, aside, chained, kept_from, shadows, swollen
from grognard.tabletop.bends import round_about as corners
from grognard.tabletop.bodies import boxes_at
from grognard.tabletop.land import pieces_of
from grognard.tabletop.manoeuvre import Leg, Legs

from .bodies import body, near_side, size
from .ground import land
from .layout import blocking_near
from .plans import turns

if TYPE_CHECKING:
    from .marching import Marcher

MOST_NAMED = 4
"""Each place takes a turn and a leg, and a march has twelve."""
AXES = (0, 900)
"""A leg goes along a unit's front or across it."""
KINDS = (("forward", 0, 1), ("back", 1800, 1), ("side", -900, 1), ("side", 900, -1))
"""How to go: the kind of leg, how far the unit faces off its way, the sign."""
QUARTERS = (2, 1, 3, 4, -1, 5)
"""Where a way of three legs leaves its first one, in quarters of the whole."""
MOST_BENT = 4
"""Legs of a way that is looked for."""
STOPS = 48
"""Places on the way that are tried, at most."""
KEEP = 100


def named(start: Pose, by: Sequence[Point], to: Pose) -> Iterator[Legs]:
    """By the places named, each leg ahead, back or aside as is cheapest; where they are many, ahead only."""
    stops = (*by, (to.x, to.y))
    kinds = KINDS if len(stops) <= 3 else KINDS[:1]
    for chosen in product(kinds, repeat=len(stops)):
        yield through(start, zip(stops, chosen), to.facing)


def through(start: Pose, stops: Iterable[tuple[Point, tuple[str, int, int]]], facing: int) -> Legs:
    """From stop to stop, turning before each leg as far as its kind asks, and to a facing at last."""
    legs: list[Leg] = []
    here, faces = (start.x, start.y), start.facing
    for there, (kind, off, sign) in stops:
        # Rounded down, so that a place at the very end of the dice is not missed by a hundredth.
        far = isqrt(square(here, there))
        if far:
            wanted = norm(heading(here, there) + off)
            legs += _turn(faces, wanted)
            legs.append((kind, sign * far))
            here, faces = there, wanted
    return (*legs, *_turn(faces, facing))


def _turn(before: int, after: int) -> Legs:
    angle = turn_between(before, after)
    return (("turn", angle),) if angle else ()


# --- ahead and aside -------------------------------------------------------------------------------------------


def square_ways(start: Pose, to: Pose) -> Iterator[Legs]:
    """Two legs, or three, along and across the fronts a unit has before and after: turning first, last or between."""
    angle = turn_between(start.facing, to.facing)
    far = to.x - start.x, to.y - start.y
    for turned in turns(angle):
        for one, other in pairs(far, start.facing, to.facing) if angle else ():
            yield (*one, *turned, *other)
        for one, other in pairs(far, start.facing, start.facing):
            yield (*one, *other, *turned)
        for one, other in pairs(far, to.facing, to.facing) if angle else ():
            yield (*turned, *one, *other)
    for facing in dict.fromkeys((start.facing, to.facing)):
        first, last = _turn(start.facing, facing), _turn(facing, to.facing)
        for step, one, other in _in_three(far, facing):
            yield (*first, *step, *one, *other, *last)


def _in_three(far: Point, facing: int) -> Iterator[tuple[Legs, Legs, Legs]]:
    """A part of the way along or across the front, and the rest of it after the whole way across or along."""
    right, ahead = rotate(*far, -facing)
    for quarters in QUARTERS:
        for along in (True, False):
            step = (0, ahead * quarters // 4) if along else (right * quarters // 4, 0)
            gone = rotate(*step, facing)
            leg = _leg(step[1], 0) if along else _leg(step[0], 900)
            for one, other in pairs((far[0] - gone[0], far[1] - gone[1]), facing, facing):
                if leg and one and other and (one[0][0] == "side") is along:
                    yield leg, one, other


def pairs(far: Point, facing: int, then: int) -> Iterator[tuple[Legs, Legs]]:
    """A leg along one front or across it, and one along another or across it, that lead so far together."""
    right, ahead = rotate(*far, -facing)
    for axis, other in product(AXES, AXES):
        turned = (then + other - facing) % FULL_TURN
        sine, cosine = SIN[turned], COS[turned]
        part = sine if axis == 0 else cosine
        if abs(part) * 50 < SCALE:
            continue
        second = (right if axis == 0 else ahead) * SCALE // part
        first = ahead - second * cosine // SCALE if axis == 0 else right - second * sine // SCALE
        yield _leg(first, axis), _leg(second, other)


def _leg(amount: int, axis: int) -> Legs:
    if amount == 0:
        return ()
    if axis:
        return (("side", amount),)
    return (("forward", amount) if amount > 0 else ("back", -amount),)


# --- round what bars the way -----------------------------------------------------------------------------------


def round_about(marcher: Marcher, by: Sequence[Point], to: Pose) -> Iterator[Iterator[Legs]]:
    """By the corners of whoever and whatever bars the way, reading by reading; then by places beside it. [M4, M8, M9]"""
    unit, field = marcher.unit, marcher.state.field
    start, here, goal = Pose(unit.x, unit.y, unit.facing), (unit.x, unit.y), (to.x, to.y)
    room = Room((0, 0, field.width, field.height), marcher.allowance.good, MOST_BENT)
    for known in _bars(marcher, to):
        found = chained(here, (*by, goal), known, room) if by else corners(here, goal, known, room)
        yield _all_kinds(start, found, to)
        if not by:
            yield _squarely(start, known.solid, to)
    if not by:
        yield _all_kinds(start, islice(aside(here, goal, room), STOPS), to)


def _squarely(start: Pose, solid: Iterable[Poly], to: Pose) -> Iterator[Legs]:
    """Aside past a shape, ahead, and aside again; or the same the other way round: with no turn between."""
    far = to.x - start.x, to.y - start.y
    for facing in dict.fromkeys((start.facing, to.facing)):
        first, last = _turn(start.facing, facing), _turn(facing, to.facing)
        right, ahead = rotate(*far, -facing)
        seen = [[rotate(x - start.x, y - start.y, -facing) for x, y in shape] for shape in solid]
        sides = [side for shape in seen for side in (min(shape)[0] - 2, max(shape)[0] + 2)]
        fronts = [
            front for shape in seen for front in (min(y for _, y in shape) - 2, max(y for _, y in shape) + 2)
        ]
        for side in dict.fromkeys(sides):
            yield (*first, *_leg(side, 900), *_leg(ahead, 0), *_leg(right - side, 900), *last)
        for front in dict.fromkeys(fronts):
            yield (*first, *_leg(front, 0), *_leg(right, 900), *_leg(ahead - front, 0), *last)


def _all_kinds(start: Pose, found: Iterable[Stops], to: Pose) -> Iterator[Legs]:
    """Each leg ahead, back or aside; where there are more than two, ahead only."""
    for stops in found:
        for chosen in product(KINDS if len(stops) < 3 else KINDS[:1], repeat=len(stops)):
            yield through(start, zip(stops, chosen), to.facing)


def _bars(marcher: Marcher, to: Pose) -> Iterator[Bars]:
    """What stands near, as seen by a unit that faces as it goes, as it does now, or as it is to do."""
    unit = marcher.unit
    around = grown(bounds(body(marcher.state, unit)), marcher.allowance.good)
    kept, hard = _others(marcher, around), _rough(marcher, around)
    wide, deep = size(marcher.state, unit)
    # Whoever turns on the way needs room for his corners.
    turning = swollen(((0, 0),), isqrt(wide * wide + deep * deep) // 2 + 1)
    facings = dict.fromkeys((heading((unit.x, unit.y), (to.x, to.y)), unit.facing, to.facing))
    for outline in (*boxes_at([(0, 0, facing) for facing in facings], wide + 4, deep + 4), turning):
        solid = shadows(kept, outline)
        yield Bars(solid)
        if hard:
            yield Bars((*solid, *shadows(hard, outline)))


def _others(marcher: Marcher, around: Bounds) -> list[Keeping]:
    """Enemies with what is kept from them, friends that are not passed, and ground it may not enter. [M4, M8, M9]"""
    state, unit = marcher.state, marcher.unit
    foes = [Keeping(foe.body, KEEP + 2) for foe in near_side(state, 1 - unit.side, around, KEEP)]
    friends = [Keeping(friend.body) for friend in blocking_near(state, unit, unit.order, around)]
    return [*foes, *friends, *kept_from(land(state.field).barred[unit.kind][0])]


def _rough(marcher: Marcher, around: Bounds) -> list[Keeping]:
    """Difficult ground, which makes the whole march dear, and lines that cost. [M4, Q7, Q8]"""
    here = land(marcher.state.field)
    return kept_from((*here.difficult[marcher.unit.kind], *pieces_of(here.edges.near(around))))
