"""Manoeuvres: the legs a body goes, where each ends, how long it is and what ground it passes over.

A leg is a small plain tuple, a kind and its amounts, so that a manoeuvre is JSON as it stands:
("forward", 600) ("back", 200) ("side", -150: left) ("turn", 450: clockwise, on the centre)
("wheel", -300, "left": on the left front corner) ("glide", dx, dy) ("order", "column").
What a leg may be, and what it costs, is the book's business. How far a body may slide before it meets
something is in `slides`; the names most used are passed on from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from grognard.geometry.angles import COS, FULL_TURN, SCALE, SHIFT, SIN, ahead, arc_length
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, length, nearer_than, point_within
from grognard.geometry.points import (
    Bounds,
    Point,
    Poly,
    Pose,
    apart,
    bounds,
    bounds_of_all,
    each_bounds,
    grown,
)
from grognard.geometry.shapes import box, first_overlap, sweep_about, sweep_turn, swept
from grognard.geometry.slides import Stop as Stop
from grognard.geometry.slides import distance_to_contact as distance_to_contact
from grognard.geometry.slides import stretch as stretch
from grognard.geometry.slides import stretch_clear as stretch_clear

Leg = tuple[str | int, ...]
Size = tuple[int, int]
Corner = Literal["left", "right"]
_DOUBLE = SHIFT + 1


def forward(distance: int) -> Leg:
    """A leg straight ahead."""
    return "forward", distance


def back(distance: int) -> Leg:
    """A leg straight back, facing kept."""
    return "back", distance


def side(distance: int) -> Leg:
    """A leg sideways, facing kept: to the right above zero, to the left below."""
    return "side", distance


def turn(angle: int) -> Leg:
    """A turn on the centre, clockwise above zero."""
    return "turn", angle


def wheel(angle: int, corner: Corner | None = None) -> Leg:
    """A wheel on a front corner, clockwise above zero; the inner corner unless one is named."""
    return "wheel", angle, corner or ("right" if angle > 0 else "left")


def glide(dx: int, dy: int) -> Leg:
    """A straight shift east and north, facing kept."""
    return "glide", dx, dy


def order(name: str) -> Leg:
    """A change of formation on the same centre and facing; its size comes from the caller."""
    return "order", name


class Stride(NamedTuple):
    """One leg gone: from which pose to which, in what size, how far."""

    leg: Leg
    start: Pose
    end: Pose
    size: Size
    end_size: Size
    length: int

    def body(self) -> Poly:
        """The box at the end of the leg."""
        return box(*self.end, *self.end_size)

    def lane(self) -> tuple[Poly, ...]:
        """Convex shapes that cover all the ground passed over, start and end included."""
        return _lane(self)


def step(pose: Pose, leg: Leg, width: int, depth: int, orders: Mapping[str, Size] | None = None) -> Stride:
    """Go one leg. ValueError if it is no leg we know, or changes to an order without a size."""
    x, y, facing = pose
    size = end_size = width, depth
    match leg:
        case ("forward" | "back" | "side" as way, int(distance)):
            bearing = facing + {"forward": 0, "back": 1800, "side": 900}[way]
            end, far = Pose(*ahead(x, y, bearing, distance), facing), abs(distance)
        case ("turn", int(angle)):
            end, far = Pose(x, y, (facing + angle) % FULL_TURN), 0
        case ("wheel", int(angle), "left" | "right" as corner):
            end, far = (
                _wheeled(pose, angle, -width if corner == "left" else width, depth),
                arc_length(width, angle),
            )
        case ("glide", int(dx), int(dy)):
            end, far = Pose(x + dx, y + dy, facing), length((0, 0), (dx, dy))
        case ("order", str(name)) if orders is not None and name in orders:
            end, far, end_size = pose, 0, orders[name]
        case _:
            raise ValueError(f"not a leg: {leg!r}")
    return Stride(leg, pose, end, size, end_size, far)


def walk(
    pose: Pose, legs: Iterable[Leg], width: int, depth: int, orders: Mapping[str, Size] | None = None
) -> tuple[Stride, ...]:
    """Go some legs one after another."""
    strides = []
    for leg in legs:
        stride = step(pose, leg, width, depth, orders)
        strides.append(stride)
        pose = stride.end
        width, depth = stride.end_size
    return tuple(strides)


def _pivot(pose: Pose, across: int, depth: int) -> tuple[int, int]:
    """A front corner, unrounded, scaled by twice the sine table's scale; `across` is the width, left below zero."""
    sine, cosine = SIN[pose.facing % FULL_TURN], COS[pose.facing % FULL_TURN]
    return (
        (pose.x << _DOUBLE) + across * cosine + depth * sine,
        (pose.y << _DOUBLE) - across * sine + depth * cosine,
    )


def _wheeled(pose: Pose, angle: int, across: int, depth: int) -> Pose:
    """The pose after a wheel: the centre is carried round the corner, rounded once."""
    x, y = _pivot(pose, across, depth)
    facing = (pose.facing + angle) % FULL_TURN
    sine, cosine = SIN[facing], COS[facing]
    return Pose(
        (x - across * cosine - depth * sine + SCALE) >> _DOUBLE,
        (y + across * sine - depth * cosine + SCALE) >> _DOUBLE,
        facing,
    )


@lru_cache(maxsize=1024)
def _lane(stride: Stride) -> tuple[Poly, ...]:
    start, end = stride.start, stride.end
    width, depth = stride.size
    match stride.leg:
        case ("turn", int(angle)):
            return sweep_turn(*start, angle, width, depth)
        case ("wheel", int(angle), corner):
            across = -width if corner == "left" else width
            near, far = -across - width, -across + width
            corners = ((near, 0), (far, 0), (far, -2 * depth), (near, -2 * depth))
            return sweep_about(_pivot(start, across, depth), start.facing, angle, corners)
        case ("order", _):
            return box(*start, width, depth), box(*end, *stride.end_size)
    return (swept(box(*start, width, depth), end.x - start.x, end.y - start.y),)


def lane(strides: Iterable[Stride]) -> tuple[Poly, ...]:
    """Convex shapes that cover all the ground a whole manoeuvre passes over."""
    return tuple([piece for stride in strides for piece in stride.lane()])


def _turning_circle(stride: Stride) -> tuple[Point, int] | None:
    """The circle a leg that turns stays in, slightly generous; None for other legs."""
    width, depth = stride.size
    if stride.leg[0] == "turn":
        return (stride.start.x, stride.start.y), length((0, 0), (width, depth)) // 2 + 2
    if stride.leg[0] == "wheel":
        front = box(*stride.start, width, depth)
        return front[stride.leg[2] == "right"], length((0, 0), (width, depth)) + 2
    return None


def around(strides: Iterable[Stride]) -> Bounds | None:
    """The bounds of all the ground some legs pass over, slightly generous: far cheaper than their lanes."""
    corners: list[Point] = []
    for stride in strides:
        circle = _turning_circle(stride)
        if circle is None:
            corners += box(*stride.start, *stride.size)
        else:
            (x, y), radius = circle
            corners += ((x - radius, y - radius), (x + radius, y + radius))
        corners += stride.body()
    return bounds_of_all((tuple(corners),)) if corners else None


def _worth_a_look(stride: Stride, obstacles: Sequence[Poly], distance: int) -> Sequence[int]:
    """The indexes of obstacles that may come within a distance: lanes of turns are dear, and most need none."""
    circle = _turning_circle(stride)
    if circle is None:
        return range(len(obstacles))
    (x, y), radius = circle
    reach = radius + distance
    return [
        index
        for index, (west, south, east, north) in enumerate(each_bounds(obstacles))
        if west - reach < x < east + reach
        and south - reach < y < north + reach
        and point_within((x, y), obstacles[index], reach)
    ]


def first_in_way(stride: Stride, obstacles: Sequence[Poly], slack: int = TOUCH) -> int | None:
    """The index of an obstacle that a leg would press into by more than a slack, or None."""
    near = _worth_a_look(stride, obstacles, 0)
    shapes = obstacles if len(near) == len(obstacles) else [obstacles[index] for index in near]
    for piece in stride.lane() if near else ():
        hit = first_overlap(piece, shapes, slack)
        if hit is not None:
            return near[hit]
    return None


def first_hit(
    strides: Sequence[Stride], obstacles: Sequence[Poly], slack: int = TOUCH
) -> tuple[int, int] | None:
    """Which leg first presses into an obstacle, and into which: (leg, obstacle), or None."""
    for number, stride in enumerate(strides):
        hit = first_in_way(stride, obstacles, slack)
        if hit is not None:
            return number, hit
    return None


def first_nearer(
    strides: Sequence[Stride], obstacles: Sequence[Poly], distance: int
) -> tuple[int, int] | None:
    """Which leg first comes nearer than a distance to an obstacle, and to which: (leg, obstacle), or None."""
    for number, stride in enumerate(strides):
        near = _worth_a_look(stride, obstacles, distance)
        for piece in stride.lane() if near else ():
            around = grown(bounds(piece), distance)
            for index in near:
                if not apart(around, bounds(obstacles[index])) and nearer_than(
                    piece, obstacles[index], distance
                ):
                    return number, index
    return None


def approaches(strides: Sequence[Stride], obstacle: Poly, slack: int = TOUCH) -> bool:
    """Whether a manoeuvre comes nearer to an obstacle, at any point, than where it began (by more than a slack)."""
    if not strides:
        return False
    begun = gap(box(*strides[0].start, *strides[0].size), obstacle)
    return first_nearer(strides, (obstacle,), begun - slack) is not None
