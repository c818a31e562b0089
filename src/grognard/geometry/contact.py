"""Contact: who touches whom, on which side, with how many figures; and where to stand to touch.

Touching is a gap of at most `TOUCH`, the one tolerance in this room: corners of turned bodies are rounded
to hundredths, so two that stand flush may be a hundredth or two apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Literal

from grognard.geometry.angles import COS, FULL_TURN, SIN, heading
from grognard.geometry.gaps import first_within, length, within
from grognard.geometry.kernel import TOUCH as TOUCH
from grognard.geometry.points import Point, Poly, Pose
from grognard.geometry.shapes import box, midpoint
from grognard.geometry.twins import kernel


class Side(IntEnum):
    """The sides of a box, numbered as its edges."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


Align = Literal["centre", "left", "right"]
_NEARBY = tuple([(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if dx * dx + dy * dy < 11])
ALIGNS: tuple[Align, ...] = ("centre", "left", "right")


def touching(a: Poly, b: Poly, slack: int = TOUCH) -> bool:
    """Whether two bodies touch, edge or corner."""
    return within(a, b, slack)


def side(body: Poly, which: Side) -> tuple[Point, Point]:
    """One side of a box as a segment, clockwise."""
    return body[which], body[(which + 1) % 4]


def sides_touched(body: Poly, other: Poly, slack: int = TOUCH) -> tuple[Side, ...]:
    """The sides of a box that another body touches; at a corner, both."""
    return tuple([which for which in Side if within(side(body, which), other, slack)])


def side_met(body: Poly, other: Poly) -> Side:
    """The one side of a box another body stands off: the side whose line it is farthest outside of.

    At a corner both sides may be touched; this says which of them faces the other body.
    """
    best, answer = None, Side.FRONT
    for which in Side:
        (px, py), (qx, qy) = side(body, which)
        ex, ey = qx - px, qy - py
        outside = min([ex * (y - py) - ey * (x - px) for x, y in other])
        # Compare outside / length without a root: the sign and the square carry it.
        score = (outside * abs(outside), ex * ex + ey * ey)
        if best is None or score[0] * best[1] > best[0] * score[1]:
            best, answer = score, which
    return answer


def figures_touching(figures: Iterable[Poly], targets: Sequence[Poly], slack: int = TOUCH) -> tuple[int, ...]:
    """The indexes of the figures (of a front rank, say) that touch any of some bases."""
    return tuple(
        [index for index, figure in enumerate(figures) if first_within(figure, targets, slack) is not None]
    )


def count_touching(figures: Iterable[Poly], targets: Sequence[Poly], slack: int = TOUCH) -> int:
    """How many figures touch any of some bases."""
    return len(figures_touching(figures, targets, slack))


def flush(
    target: Pose,
    target_size: tuple[int, int],
    which: Side,
    width: int,
    depth: int,
    align: Align | int = "centre",
) -> Pose:
    """Where a body stands with its front flush against one side of a box, touching and not overlapping.

    `align` lines up the centres, the left corners or the right corners (as the newcomer sees left and
    right), or gives how far to the right of the target side's middle the newcomer's middle is.
    """
    long_side, stand_off, out, wall = _side_of(target, target_size, which)
    shift = _shift(align, long_side, width)
    return _backed_off((target.x, target.y), out, shift, stand_off, width, depth, wall)


@lru_cache(maxsize=1024)
def _side_of(target: Pose, size: tuple[int, int], which: Side) -> tuple[int, int, int, Poly]:
    """How long one side of a box is, how far off its centre (doubled), which way it looks, and the box."""
    ends_on = which in (Side.FRONT, Side.REAR)
    long_side, stand_off = size if ends_on else size[::-1]
    return long_side, stand_off, (target.facing + 900 * which) % FULL_TURN, box(*target, *size)


def flush_to_edge(
    poly: Poly, edge: int, width: int, depth: int, align: Align | int = "centre", facing: int | None = None
) -> Pose:
    """Where a body stands with its front against an edge (from corner `edge` to the next) of any convex shape.

    Its facing is square to the edge to a tenth of a degree, unless given: a long edge may leave one corner
    a little off.
    """
    start, end = poly[edge], poly[(edge + 1) % len(poly)]
    out = heading(start, end) - 900 if facing is None else facing + 1800
    shift = _shift(align, length(start, end), width)
    return _backed_off(midpoint(start, end), out, shift, 0, width, depth, poly)


def _shift(align: Align | int, long_side: int, width: int) -> int:
    """How far right (as the newcomer sees it) of the side's middle the newcomer's middle stands, doubled."""
    if isinstance(align, int):
        return 2 * align
    return {"centre": 0, "left": width - long_side, "right": long_side - width}[align]


def _backed_off(
    middle: Point, out: int, shift: int, stand_off: int, width: int, depth: int, wall: Poly
) -> Pose:
    """The place nearest to a wall, within a hundredth or two of the plain sum, at which a body does not overlap it.

    Whole places a step to the side lie nearer or farther by fractions of a hundredth, so that trying them
    stands the body closer than steps straight out could.
    """
    tries = _tries(out % FULL_TURN)
    return Pose(*kernel.rested(*middle, out, shift, stand_off, width, depth, tries, wall))


@lru_cache(maxsize=FULL_TURN)
def _tries(out: int) -> tuple[Point, ...]:
    """Steps of a hundredth or two, those farthest in first, seen along a bearing."""
    ranked = sorted([(dx * SIN[out] + dy * COS[out], dx * dx + dy * dy, dx, dy) for dx, dy in _NEARBY])
    return tuple([(dx, dy) for _, _, dx, dy in ranked])


def flush_poses(
    target: Pose, target_size: tuple[int, int], width: int, depth: int, sides: Iterable[Side] = tuple(Side)
) -> tuple[Pose, ...]:
    """Every flush pose worth trying against some sides of a box: centred, and corner to corner."""
    found = [flush(target, target_size, which, width, depth, align) for which in sides for align in ALIGNS]
    return tuple(dict.fromkeys(found))
