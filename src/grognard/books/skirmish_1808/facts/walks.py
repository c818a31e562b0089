"""Manoeuvres worked out: the way of every figure, and where it ends. [B6, B7]"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, arc_length, norm, rotate
from grognard.geometry.formations import centroid
from grognard.geometry.points import Point, Segment, shifted
from grognard.tabletop.manoeuvre import Leg, Legs

from ..state import Unit, places_of
from ..tables.moving import DRILL, LAYOUTS, LOOSE_WAYS
from ..words import Arm
from .bodies import point_distance
from .layout import front_middle, front_of, spots, touching_pitch, widest_pitch

MOST_RANKS = 3
OBLIQUE = 450
"""Formed units go straight, this far off their front at most. [B7]"""
SIDESTEP = 200
ABOUT = {False: 200, True: 400}
"""Turning about on the spot, foot and horse. [B7]"""
CHORD = 150
"""A wheel is judged in chords of at most this angle."""
FARTHEST = 20000


class Walk(NamedTuple):
    """A manoeuvre worked out."""

    trails: tuple[tuple[Point, ...], ...]
    """The points each figure goes by, its first and last place among them."""
    facing: int
    formed: bool
    files: int
    pitch: int
    cost: int
    leaves: bool = False

    @property
    def middles(self) -> tuple[Point, ...]:
        """The points the unit's centre goes by. [P2]"""
        return tuple([mean(block) for block in zip(*self.trails)])

    @property
    def places(self) -> tuple[Point, ...]:
        """Where every figure ends."""
        return tuple([trail[-1] for trail in self.trails])

    def ways(self) -> list[Segment]:
        """Every straight piece of every figure's way."""
        return [(a, b) for trail in self.trails for a, b in itertools.pairwise(trail)]

    def middle_ways(self) -> list[Segment]:
        """The way of the centre, in straight pieces."""
        return list(itertools.pairwise(self.middles))


def order_after(unit: Unit, formed: bool) -> str:
    """The layout a manoeuvre ends in, if it is another one. [B3, B4]"""
    if unit.formed == formed:
        return ""
    return "formed" if formed else "loose"


def mean(places: Sequence[Point]) -> Point:
    """The mean of some points, rounded."""
    return centroid(places)


def trail_length(trail: Sequence[Point]) -> int:
    """How far a figure goes."""
    return sum(point_distance(a, b) for a, b in itertools.pairwise(trail))


def walk(unit: Unit, legs: Legs) -> Walk | Refusal:
    """A manoeuvre of a unit as it stands, formed or loose."""
    leaves = bool(legs) and legs[-1] == ("leave", 1)
    legs = legs[:-1] if leaves else legs
    found = formed_walk(unit, legs) if unit.formed else loose_walk(unit, legs)
    return found if isinstance(found, Refusal) or not leaves else found._replace(leaves=True)


def _whole(leg: Leg, count: int) -> bool:
    return len(leg) == count + 1 and all(isinstance(n, int) and abs(n) <= FARTHEST for n in leg[1:])


def loose_walk(unit: Unit, legs: Legs) -> Walk | Refusal:
    """Through two way points at most, each figure shifted alike, to a new layout if wished; the longest way counts. [B4, B6a, B6b]"""
    goes = [leg for leg in legs if leg[0] == "go"]
    dress = legs[-1] if legs and legs[-1][0] == "dress" else None
    if len(goes) + (dress is not None) != len(legs) or not all(_whole(leg, 2) for leg in goes):
        return Refusal("B6", "that is no way to move for a loose unit")
    fault = LOOSE_WAYS.refusal(len(goes) - 1)
    if fault is not None:
        return fault
    if dress is None:
        return _shifted(unit, goes)
    fault = _dress_fault(unit, dress)
    if fault is not None:
        return fault
    _, files, pitch, facing = dress
    blocks = _blocks(unit, goes)
    ends = layout(unit, mean(blocks[-1]), files, pitch, facing, False)
    trails = tuple(zip(*(blocks[:-1] if goes else blocks), ends))
    cost = max([trail_length(trail) for trail in trails])
    return Walk(trails, norm(facing), False, files, pitch, cost)


def _blocks(unit: Unit, goes: Sequence[Leg]) -> list[tuple[Point, ...]]:
    """Where all its figures stand before and after each leg."""
    found = [places_of(unit)]
    for _, dx, dy in goes:
        found.append(shifted(found[-1], dx, dy))
    return found


def _shifted(unit: Unit, goes: Sequence[Leg]) -> Walk:
    """Every figure goes the same way, so what is true of one is true of all."""
    cost = sum([point_distance((0, 0), (dx, dy)) for _, dx, dy in goes])
    trails = tuple(zip(*_blocks(unit, goes)))
    return Walk(trails, norm(unit.facing), False, unit.files, unit.pitch, cost)


def _dress_fault(unit: Unit, leg: Leg) -> Refusal | None:
    if not _whole(leg, 3):
        return Refusal("B4", "that is no way to stand")
    _, files, pitch, _ = leg
    return LAYOUTS.refusal(laid_out(unit, files, pitch, formed=False))


class LaidOut(NamedTuple):
    """A layout that is wished for. [B3, B4]"""

    formed: bool
    ranks: bool
    """Whether it has files, and 3 ranks at most."""
    spaced: bool
    """Whether its figures stand as far apart as they may."""


def laid_out(unit: Unit, files: int, pitch: int, *, formed: bool) -> LaidOut:
    """A wished layout, looked at."""
    ranks = 1 <= files <= unit.size and -(-unit.size // files) <= MOST_RANKS
    return LaidOut(formed, ranks, formed or touching_pitch(unit.arm) <= pitch <= widest_pitch(unit.arm))


def layout(unit: Unit, middle: Point, files: int, pitch: int, facing: int, formed: bool) -> tuple[Point, ...]:
    """A layout of the unit about a middle point."""
    front = front_of(middle, facing, unit.size, files, pitch, formed)
    return spots(unit.size, files, pitch, front, facing, formed)


def formed_walk(unit: Unit, legs: Legs) -> Walk | Refusal:
    """Straight ahead or obliquely, one wheel before or after; or a step aside or back; or about. [B7, B7a]"""
    fault = _formed_fault(legs)
    if fault is not None:
        return fault
    pitch = touching_pitch(unit.arm)
    front, facing, cost = front_middle(unit), unit.facing, 0
    blocks = [places_of(unit)]
    for kind, *amounts in legs:
        if kind == "wheel":
            front, facing, price = _wheel(unit, blocks, front, facing, amounts[0], pitch)
        elif kind == "about":
            front, facing, price = _about(unit, blocks, front, facing, pitch)
        else:
            bearing = {"move": facing + amounts[0], "side": facing + 900, "back": facing + 1800}[kind]
            distance = amounts[-1]
            if distance < 0:
                bearing, distance = bearing + 1800, -distance
            front = ahead(*front, norm(bearing), distance)
            blocks.append(_block(unit, front, facing, pitch))
            price = distance
        cost += price
    return Walk(tuple(zip(*blocks)), facing, True, unit.files, pitch, cost)


def _formed_fault(legs: Legs) -> Refusal | None:
    kinds = [leg[0] for leg in legs]
    shapes = {"wheel": 1, "move": 2, "side": 1, "back": 1, "about": 1}
    if any(kind not in shapes or not _whole(leg, shapes[kind]) for kind, leg in zip(kinds, legs)):
        return Refusal("B7", "that is no way to move for a formed unit")
    return DRILL.refusal(Drilled(tuple(kinds), legs))


class Drilled(NamedTuple):
    """A move of a formed unit, leg by leg. [B7]"""

    kinds: tuple[str, ...]
    legs: Legs

    @property
    def allowed(self) -> bool:
        """Whether a formed unit may do these one after another."""
        return self.kinds in ALLOWED

    @property
    def ahead(self) -> bool:
        """Whether it goes to its front, or 45° off it at most."""
        return not any(
            kind == "move" and (abs(more[0]) > OBLIQUE or more[1] < 0) for kind, *more in self.legs
        )

    @property
    def half_turn(self) -> bool:
        """Whether it wheels by half a turn at most."""
        return not any(kind == "wheel" and abs(more[0]) > 1800 for kind, *more in self.legs)

    @property
    def short(self) -> bool:
        """Whether a step aside or back is no more than one."""
        return not any(
            (kind == "side" and abs(more[0]) > SIDESTEP) or (kind == "back" and not 0 <= more[0] <= SIDESTEP)
            for kind, *more in self.legs
        )


ALLOWED = {(), ("move",), ("wheel",), ("wheel", "move"), ("move", "wheel"), ("side",), ("back",), ("about",)}


def _block(unit: Unit, front: Point, facing: int, pitch: int) -> tuple[Point, ...]:
    """Every figure in its place in the block at a new spot."""
    return spots(unit.size, unit.files, pitch, front, facing, True)


def _wheel(
    unit: Unit, blocks: list[tuple[Point, ...]], front: Point, facing: int, angle: int, pitch: int
) -> tuple[Point, int, int]:
    """About a front corner; it costs the arc of the outermost front figure. [B7]"""
    half = (min(unit.files, unit.size) - 1) * pitch // 2
    hand = half if angle > 0 else -half
    dx, dy = rotate(hand, 0, facing)
    pivot = front[0] + dx, front[1] + dy
    steps = -(-abs(angle) // CHORD) or 1
    start = facing
    for step in range(1, steps + 1):
        facing = norm(start + angle * step // steps)
        dx, dy = rotate(-hand, 0, facing)
        front = pivot[0] + dx, pivot[1] + dy
        blocks.append(_block(unit, front, facing, pitch))
    return front, facing, arc_length(2 * half, angle)


def _about(
    unit: Unit, blocks: list[tuple[Point, ...]], front: Point, facing: int, pitch: int
) -> tuple[Point, int, int]:
    """Every man turns where he stands: the last rank becomes the first."""
    depth = (-(-unit.size // unit.files) - 1) * pitch
    front = ahead(*front, norm(facing + 1800), depth)
    facing = norm(facing + 1800)
    blocks.append(_block(unit, front, facing, pitch))
    return front, facing, ABOUT[unit.arm is Arm.HORSE]
