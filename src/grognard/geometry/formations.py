"""Figures in formation: in ranks and files, in spaced rows, and in loose groups.

A block's pose is the centre of its full rectangle: as many files as it has, as many ranks as it needs.
Neighbouring bases share their rounded corners, so files never overlap; ranks half a file apart may, by a
hundredth, which is why standing checks take a slack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from grognard.geometry.angles import COS, FULL_TURN, SCALE, SHIFT, SIN, rotate
from grognard.geometry.points import Point, Poly, Pose, Segment, square
from grognard.geometry.shapes import box, front_middle
from grognard.geometry.twins import kernel

figures = kernel.figures
longest_way = kernel.longest_way
longest_walk = kernel.longest_walk
_DOUBLE = SHIFT + 1
Place = tuple[int, int]
"""Right and ahead of the block's centre, doubled, so that halves of a base stay whole."""


class Block(msgspec.Struct, frozen=True):
    """So many figures of one base size in ranks and files; only the rear rank may be short."""

    files: int
    count: int
    width: int
    depth: int
    rear: Literal["centre", "left", "right"] = "centre"
    file_gap: int = 0
    rank_gap: int = 0
    stagger: bool = False  # every second rank stands half a file to the right, as loose rows do

    def __post_init__(self) -> None:
        if self.files < 1 or self.count < 1:
            raise ValueError("a block has at least one file and one figure")


def ranks(block: Block) -> int:
    """How many ranks a block has."""
    return -(-block.count // block.files)


def rank_sizes(block: Block) -> tuple[int, ...]:
    """How many figures stand in each rank, front rank first."""
    full, short = divmod(block.count, block.files)
    return (block.files,) * full + ((short,) if short else ())


def front_count(block: Block) -> int:
    """How many figures stand in the front rank."""
    return min(block.files, block.count)


def size(block: Block) -> tuple[int, int]:
    """Width and depth of a block's rectangle."""
    files, deep = front_count(block), ranks(block)
    width = files * block.width + (files - 1) * block.file_gap
    if block.stagger and deep > 1:
        width += (block.width + block.file_gap) // 2
    return width, deep * block.depth + (deep - 1) * block.rank_gap


@lru_cache(maxsize=512)
def places(block: Block) -> tuple[Place, ...]:
    """Where each figure's centre is, right and ahead of the block's centre, doubled; front left first."""
    width, depth = size(block)
    file_step = block.width + block.file_gap
    rank_step = block.depth + block.rank_gap
    found = []
    for rank, figures in enumerate(rank_sizes(block)):
        spare = (front_count(block) - figures) * file_step
        left = -width + block.width
        if block.rear == "centre":
            left += spare
        elif block.rear == "right":
            left += 2 * spare
        if block.stagger and rank % 2:
            left += file_step
        ahead = depth - block.depth - 2 * rank * rank_step
        found += [(left + 2 * file * file_step, ahead) for file in range(figures)]
    return tuple(found)


@lru_cache(maxsize=4096)
def _bases(x: int, y: int, facing: int, block: Block) -> tuple[Poly, ...]:
    return kernel.boxes(x, y, facing, places(block), block.width, block.depth)


def bases(x: int, y: int, facing: int, block: Block) -> tuple[Poly, ...]:
    """Every figure's base, rank by rank from the front, each rank from the left."""
    return _bases(x, y, facing % FULL_TURN, block)


def front_rank(x: int, y: int, facing: int, block: Block) -> tuple[Poly, ...]:
    """The bases of the front rank, from the left."""
    return _bases(x, y, facing % FULL_TURN, block)[: block.files]


def front_edge(x: int, y: int, facing: int, block: Block) -> Segment:
    """The front left corner of the front rank's first base and the front right corner of its last."""
    facing %= FULL_TURN
    sine, cosine = SIN[facing], COS[facing]
    x = (x << _DOUBLE) + SCALE
    y = (y << _DOUBLE) + SCALE
    every = places(block)
    (first, ahead), (last, ahead2) = every[0], every[front_count(block) - 1]
    left, right = first - block.width, last + block.width
    front, front2 = ahead + block.depth, ahead2 + block.depth
    return (
        ((x + left * cosine + front * sine) >> _DOUBLE, (y - left * sine + front * cosine) >> _DOUBLE),
        ((x + right * cosine + front2 * sine) >> _DOUBLE, (y - right * sine + front2 * cosine) >> _DOUBLE),
    )


def figures_at(x: int, y: int, facing: int, block: Block) -> tuple[Point, ...]:
    """Every figure's centre, in the order of `bases`."""
    return kernel.figures(x, y, facing, places(block))


def eyes(x: int, y: int, facing: int, block: Block) -> tuple[Point, ...]:
    """The middle of the front edge of each figure in the front rank: where its sight begins."""
    return tuple([front_middle(base) for base in front_rank(x, y, facing, block)])


def footprint(x: int, y: int, facing: int, block: Block) -> Poly:
    """The rectangle round a block, places left empty in its rear rank included."""
    return box(x, y, facing, *size(block))


def outlines(x: int, y: int, facing: int, block: Block) -> tuple[Poly, ...]:
    """The figures as at most two rectangles: the full ranks, and a short rear rank."""
    full, short = divmod(block.count, block.files)
    if not short or not full or block.stagger:
        return (footprint(x, y, facing, block),)
    every = _bases(x, y, facing % FULL_TURN, block)
    last_full = (full - 1) * block.files
    front = (
        every[0][0],
        every[block.files - 1][1],
        every[last_full + block.files - 1][2],
        every[last_full][3],
    )
    rear = (every[-short][0], every[-1][1], every[-1][2], every[-short][3])
    return front, rear


def pose_with_figure_at(point: Point, index: int, facing: int, block: Block) -> Pose:
    """Where a block stands if one of its figures is centred on a point: to rebuild a unit around a figure."""
    right, ahead = places(block)[index]
    # Places are doubled; turning them doubled and halving last rounds once.
    dx, dy = rotate(right, ahead, facing)
    return Pose(point[0] - ((dx + 1) >> 1), point[1] - ((dy + 1) >> 1), facing % FULL_TURN)


def central_figures(block: Block) -> tuple[int, ...]:
    """The index of the middle figure of the front rank, or of both if there are two."""
    front = front_count(block)
    return (front // 2,) if front % 2 else (front // 2 - 1, front // 2)


def centroid(points: Sequence[Point]) -> Point:
    """The mean of some points, to the nearest hundredth."""
    count = len(points)
    x = sum([point[0] for point in points])
    y = sum([point[1] for point in points])
    return (2 * x + count) // (2 * count), (2 * y + count) // (2 * count)


def central(points: Sequence[Point]) -> int:
    """The index of the point nearest to the exact mean, the first of equals."""
    count = len(points)
    x = sum([point[0] for point in points])
    y = sum([point[1] for point in points])
    return min(range(count), key=lambda i: (points[i][0] * count - x) ** 2 + (points[i][1] * count - y) ** 2)


def components(points: Sequence[Point], limit: int, base_radius: int = 0) -> tuple[tuple[int, ...], ...]:
    """The groups in which each round base is within a limit (gap between bases) of another, as indexes."""
    reach2 = (limit + 2 * base_radius) ** 2
    left = list(range(len(points)))
    groups = []
    while left:
        group = [left.pop(0)]
        for member in group:
            near = [other for other in left if square(points[member], points[other]) <= reach2]
            group += near
            left = [other for other in left if other not in near]
        groups.append(tuple(sorted(group)))
    return tuple(groups)


def cohesive(points: Sequence[Point], limit: int, base_radius: int = 0) -> bool:
    """Whether a group hangs together: one chain of bases, each within a limit of the next."""
    return len(points) < 2 or len(components(points, limit, base_radius)) == 1


def strays(points: Sequence[Point], around: Point, limit: int, base_radius: int = 0) -> tuple[int, ...]:
    """The indexes of the round bases more than a limit (gap between bases) from the one centred here."""
    reach2 = (limit + 2 * base_radius) ** 2
    return tuple([index for index, point in enumerate(points) if square(point, around) > reach2])
