"""Where an assault may end: flush against the sides of an enemy, or of the feature he holds. [87–89, B14, B42]

Along a side the places differ by one number, how far to the right of its middle one stands; so the cheapest of them,
those just clear of a neighbour, and the last that still bring three figures into contact are reckoned, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.angles import FULL_TURN, ahead, turn_between
from grognard.geometry.arcs import Arc
from grognard.geometry.contact import TOUCH, Align, Side, count_touching, flush, flush_to_edge
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import length, point_within, points_within
from grognard.geometry.points import Poly, Pose, square
from grognard.tabletop.bodies import any_overlap, sides_of, those_near
from grognard.tabletop.sight import any_in_arcs, corridor
from grognard.tabletop.slides import clear_marks, first_contact

from ..state import State, Unit
from ..words import Arm, Form
from .bodies import (
    HORSE_BASE,
    Shape,
    Stand,
    base_size,
    form,
    shape_of,
    size_of,
    stand,
    stand_at,
)
from .ground import feature, land_of
from .sight import in_front_arc
from .strides import March, straight_length, turns_of

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs

    from .moving import Marcher

TOUCHED = 3
ASIDE = TOUCH + 1
"""How clear of a neighbour an assault ends. [74, B70]"""
SLIM = 12
"""By so little a place may be too far and yet one beside it near enough: contact forgives a hundredth or two."""
HAIR = 5
"""So many hundredths beside a place are tried as well."""
NEIGHBOUR = ASIDE + 10
"""Who stands farther off all places along a side leaves room at each of them."""
ROUNDED = 10
"""More hundredths than places against a side are off a straight line."""
ASKEW = 2
"""By so many tenths of a degree a body that still touches gets clear of a friend in line with it."""
QUARTER_TURN = 900
NEARLY = 20
"""So far off square, in tenths of a degree, three figures may still touch."""


@lru_cache
def beside() -> list[tuple[int, int]]:
    """The places a few hundredths beside one, the nearest first."""
    steps = range(-HAIR, HAIR + 1)
    return sorted(product(steps, steps), key=lambda step: square((0, 0), step))


def base_width(unit: Unit) -> int:
    """How wide one of its bases is."""
    return HORSE_BASE[0] if unit.arm is Arm.ARTILLERY else base_size(shape_of(unit))[0]


class Flank(NamedTuple):
    """One side of an enemy to stand against, and who comes to stand there."""

    long: int
    at: Pose
    size: tuple[int, int]
    side: Side
    body: tuple[int, int]
    level: Pose | None = None
    """Of his flanks, the place level with the front edge, not in the arc. [B14]"""

    def place(self, shift: int) -> Pose:
        """Where one stands so far to the right of its middle."""
        return flush(self.at, self.size, self.side, *self.body, shift)


class Face(NamedTuple):
    """One side of the feature an enemy holds, and who comes to stand against it."""

    long: int
    part: Poly
    number: int
    body: tuple[int, int]
    level: None = None

    def place(self, shift: int) -> Pose:
        """Where one stands so far to the right of its middle."""
        return flush_to_edge(self.part, self.number, *self.body, shift)


class Askew(NamedTuple):
    """The same side, a tenth of a degree off square: a quarter turn and a little more brings figures there that face about. [71]"""

    edge: Flank | Face
    by: int
    level: None = None

    @property
    def long(self) -> int:
        """How long it is."""
        return self.edge.long

    def place(self, shift: int) -> Pose:
        """Where one stands so far to the right of its middle."""
        x, y, facing = self.edge.place(shift)
        return Pose(x, y, (facing + self.by) % FULL_TURN)


Edge = Flank | Face | Askew
"""One side to stand against."""


def edges(state: State, unit: Unit, enemy: Unit) -> tuple[Flank | Face, ...]:
    """The sides of an enemy, or of the feature he holds, that an assault may meet. [89, 177]"""
    if enemy.in_feature:
        return _faces(state, shape_of(unit), enemy.inside)
    return _flanks(state, shape_of(unit), stand(enemy), _sides(state, unit, enemy))


@kept(of=("field",))
def _faces(state: State, shape: Shape, feature_: int) -> tuple[Face, ...]:
    sides = sides_of(feature(state, feature_).parts)
    return tuple([Face(long, part, number, size_of(shape)) for long, part, number in sides])


@kept(of=("options",))
def _flanks(state: State, shape: Shape, other: Stand, sides: tuple[Side, ...]) -> tuple[Flank, ...]:
    at, size = Pose(other.x, other.y, other.facing), size_of(other.shape)
    half_angle = state.options.front_arc_half_angle
    return tuple(
        [
            Flank(size[1], at, size, side, size_of(shape), level_with_front(other, side, shape, half_angle))
            if side in (Side.LEFT, Side.RIGHT)
            else Flank(size[0], at, size, side, size_of(shape))
            for side in sides
        ]
    )


def _sides(state: State, unit: Unit, enemy: Unit) -> tuple[Side, ...]:
    """From inside his arc only his front will do, unless one base is his whole front rank; a square has its front all round. [89, B60]"""
    if enemy.files == 1 or form(enemy) is Form.SQUARE or not in_front_arc(state, enemy, unit):
        return tuple(Side)
    return (Side.FRONT,)


def level_with_front(other: Stand, side: Side, shape: Shape, half_angle: int) -> Pose | None:
    """The place on a flank level with the front edge: outside the arc, with as many figures touching as can. [B14]"""
    found = _level(other.shape, other.facing, side, shape, half_angle)
    return None if found is None else Pose(other.x + found.x, other.y + found.y, found.facing)


@lru_cache(maxsize=1 << 12)
def _level(target: Shape, facing: int, side: Side, shape: Shape, half_angle: int) -> Pose | None:
    """The same for a target in the table's corner. Places are rounded, so those a few hundredths beside are tried too."""
    other = stand_at(target, 0, 0, facing)
    arcs = other.arcs(half_angle)
    align: Align = "left" if side is Side.LEFT else "right"
    plain = flush(Pose(0, 0, facing), size_of(target), side, *size_of(shape), align)
    room = size_of(target)[1] // base_size(shape)[0] + 1
    best: tuple[int, Pose | None] = (0, None)
    for dx, dy in beside():
        at = stand_at(shape, plain.x + dx, plain.y + dy, plain.facing)
        met = _met(at, other, arcs)
        if met > best[0]:
            best = met, Pose(at.x, at.y, at.facing)
            if met >= min(TOUCHED, room, shape.files):
                break
    return best[1]


def _met(at: Stand, other: Stand, arcs: tuple[Arc, ...]) -> int:
    """How many figures touch another from outside his arc; none if they would stand on him."""
    if any_overlap(at.rims, other.rims) or any_in_arcs(arcs, at.rims, edge=False):
        return 0
    return count_touching([figure.base for figure in at.front], other.rims)


def onset_poses(
    state: State, unit: Unit, enemy: Unit, fine: bool = False, far: int | None = None
) -> list[Pose]:
    """Flush places against an enemy or the feature he holds, the nearest first; `fine`: all along his sides. [B14]

    Sides that are all farther off than `far` are left out.
    """
    width = size_of(stand(unit).shape)[0]
    found: list[Pose] = []
    for edge in edges(state, unit, enemy):
        if edge.level is not None:
            found.append(edge.level)
        shifts = _shifts(unit, edge.long, width, fine, enemy.in_feature)
        if far is None or not _all_beyond(unit, edge, max(shifts), far):
            found += _along(edge, tuple(shifts))
    here = unit.x, unit.y
    return sorted(dict.fromkeys(found), key=lambda p: length(here, (p.x, p.y)))


@lru_cache(maxsize=1 << 10)
def _along(edge: Edge, shifts: tuple[int, ...]) -> list[Pose]:
    """The places so far to the right of the middle of a side."""
    return [edge.place(shift) for shift in shifts]


def _shifts(unit: Unit, long: int, width: int, fine: bool, feature_: bool) -> list[int]:
    """How far to the side of the middle: centred, corner to corner, and as far out as three figures allow."""
    edge, half = (long - width) // 2, base_width(unit) // 2
    most = (long + width) // 2 - TOUCHED * base_width(unit) + half
    found = [0, edge, -edge]
    if most > 0 and (fine or not feature_):
        found += [most, -most, most // 2, -(most // 2)]
    if fine:
        found += [shift for step in range(half, max(most, 2 * half) + half, half) for shift in (step, -step)]
    return list(dict.fromkeys(found))


# --- exactly ---------------------------------------------------------------------------------------------------


def exact_onsets(marcher: Marcher) -> Iterator[Legs]:
    """The assaults that cost least and those that just find room, side by side; not yet judged. [87, B42]"""
    if marcher.target is None:
        return
    enemy = marcher.state.units[marcher.target]
    yield from _straight_ahead(marcher, enemy)
    for edge in _both_ways(marcher.start, edges(marcher.state, marcher.unit, enemy)):
        last = _last(marcher, edge)
        if _all_too_far(marcher, edge, last):
            continue
        least = _cheapest(marcher.start, edge, last)
        if out_of_reach(marcher, edge.place(least), SLIM):
            continue
        ends = {last, 1 - last} if last else {last}
        marks = sorted(set(_beside_neighbours(marcher, edge, last)))
        shifts = {least, *ends, *marks}
        for shift in sorted(shifts, key=lambda s: abs(s - least)):
            pose = edge.place(shift)
            yield (("glide", *pose),)
            if shift == least:
                yield from _squeezed(marcher, pose)
        for mark in marks:
            yield from _turned_off(edge.place(mark))


def _both_ways(start: Stand, sides: Iterable[Flank | Face]) -> Iterator[Edge]:
    """Sides as they are, and those at right angles to a front a little askew as well."""
    for side in sides:
        yield side
        turn = turn_between(start.facing, side.place(0).facing)
        if abs(turn) == QUARTER_TURN and len(turns_of(start.shape)) == 2:
            yield Askew(side, 1 if turn > 0 else -1)


def _last(marcher: Marcher, edge: Edge) -> int:
    """How far to the side of an edge's middle a body still brings three figures into contact."""
    most = (edge.long + size_of(marcher.start.shape)[0]) // 2 - 2 * base_width(marcher.unit)
    return max(most - (base_width(marcher.unit) // 2 if isinstance(edge, Askew) else 0), 0)


def _turned_off(pose: Pose) -> Iterator[Legs]:
    """A hair off a side and askew to it, for a friend may stand in line with it: contact forgives that much. [74, 88]"""
    x, y = ahead(pose.x, pose.y, pose.facing + 1800, TOUCH)
    for turn in (ASKEW, -ASKEW):
        yield (("glide", x, y, (pose.facing + turn) % 3600),)


def _all_too_far(marcher: Marcher, edge: Edge, last: int) -> bool:
    """Whether even the middle of the body would go too far to all places along a side: they lie in a line."""
    most = marcher.most + SLIM
    return _all_beyond(marcher.unit, edge, last, most)


def _all_beyond(unit: Unit, edge: Edge, last: int, far: int) -> bool:
    """Whether all places along a side, so far to the right and left of its middle, are surely farther off."""
    one, other = edge.place(-last), edge.place(last)
    return not point_within((unit.x, unit.y), ((one.x, one.y), (other.x, other.y)), far + ROUNDED)


def _straight_ahead(marcher: Marcher, enemy: Unit) -> Iterator[Legs]:
    """On into contact as it stands, without a turn or a step aside."""
    start = marcher.start
    theirs = feature(marcher.state, enemy.inside).parts if enemy.in_feature else stand(enemy).rims
    far = first_contact(start.rims[0], start.facing, theirs)
    if far is not None and far <= marcher.limit + TOUCH:
        yield (("forward", min(far, marcher.limit)),)


def out_of_reach(marcher: Marcher, pose: Pose, more: int = 0) -> bool:
    """Whether some figure's straight way is too long, whatever lies between; on a road it may go twice as far. [70, 163]"""
    most = marcher.most + more
    if not points_within((marcher.unit.x, marcher.unit.y), (pose.x, pose.y), most):
        return True
    return straight_length(marcher.start, pose) > most


def farthest(state: State, unit: Unit, limit: int) -> int:
    """How far a move may lead at most: a march column on a road goes twice its distance. [163]"""
    return 2 * limit if land_of(state).roads and form(unit) is Form.MARCH else limit


def _cost(marcher: Marcher, pose: Pose) -> int:
    march = marcher.work_out((("glide", *pose),))
    assert isinstance(march, March)
    return march.cost


@lru_cache(maxsize=1 << 12)
def _cheapest(start: Stand, edge: Edge, last: int) -> int:
    """The place along a side that is reached by the shortest paths: they grow towards both ends."""

    def far(shift: int) -> int:
        return straight_length(start, edge.place(shift))

    low, high = -last, last
    while high - low > 8:
        left, right = low + (high - low) // 3, high - (high - low) // 3
        if far(left) <= far(right):
            high = right
        else:
            low = left
    return min(range(low, high + 1), key=far)


def _beside_neighbours(marcher: Marcher, edge: Edge, last: int) -> list[int]:
    """Places along a side just clear of somebody else who stands there. [74, 88]"""
    shape, middle, setting = marcher.start.shape, edge.place(0), marcher.setting
    at = stand_at(shape, *middle)
    right = (middle.facing + 900) % 3600
    ends = [stand_at(shape, *edge.place(shift)).around for shift in (-last, last)]
    around = corridor(*ends)
    friends = those_near(setting.friends, around, NEIGHBOUR)
    others = [
        setting.enemies[i]
        for i in near_boxes(setting.enemies.bounds, around, NEIGHBOUR)
        if setting.enemy_units[i].id != marcher.target
    ]
    marks = clear_marks(at.rims, right, (*friends, *others), ASIDE)
    return [mark for mark in marks if -last <= mark <= last]


def _squeezed(marcher: Marcher, pose: Pose) -> Iterator[Legs]:
    """Where the cheapest place is too far by a hair, those a hair beside it or less turned."""
    if not 0 < _cost(marcher, pose) - marcher.limit <= SLIM:
        return
    turn = turn_between(pose.facing, marcher.start.facing)
    turns = {max(-most, min(most, turn)) for most in (0, NEARLY // 4, NEARLY // 2, NEARLY)}
    near = []
    for dx, dy in beside():
        for less in turns:
            place = Pose(pose.x + dx, pose.y + dy, (pose.facing + less) % 3600)
            if out_of_reach(marcher, place):
                continue
            cost = _cost(marcher, place)
            if cost <= marcher.limit:
                near.append((-cost, place))
    yield from ((("glide", *place),) for _, place in sorted(near))
