"""Speed of the open table, next to shapely in the same run: `python -m bench.geometry` prints µs per call.

Bodies are 6 by 1 on a table of 72 by 48; "near" pairs stand close enough that no early exit helps. Shapely's
own shapes are built beforehand where the line says "ready", and in the call where it says "built", which is
what a game whose bodies move has to pay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from timeit import repeat
from typing import Any

import shapely  # type: ignore[import-untyped]

from grognard.geometry.angles import ahead
from grognard.geometry.arcs import front_arc, poly_in_arc
from grognard.geometry.contact import Side, flush
from grognard.geometry.formations import Block, _bases
from grognard.geometry.gaps import first_within, gap2, within
from grognard.geometry.paths import _lane, first_in_way, forward, turn, walk, wheel
from grognard.geometry.points import Crowd, Poly, Pose
from grognard.geometry.shapes import _box, box, first_overlap, overlap, swept
from grognard.geometry.sight import crosses, first_blocker, longer_inside
from grognard.geometry.slides import stretch, stretch_clear

ROUNDS = 5
BLOCK = Block(12, 24, 100, 100)
Row = tuple[str, float]


def clock(name: str, call: Callable[..., object], cases: Sequence[tuple[Any, ...]]) -> Row:
    """The best of some rounds over all cases, in µs per call."""

    def once() -> None:
        for case in cases:
            call(*case)

    return name, min(repeat(once, number=1, repeat=ROUNDS)) / len(cases) * 1e6


def poses(rng: Random, count: int, width: int = 7200, height: int = 4800) -> list[Pose]:
    """Poses anywhere on a table."""
    return [Pose(rng.randrange(width), rng.randrange(height), rng.randrange(3600)) for _ in range(count)]


def boxes(rng: Random, count: int, width: int = 7200, height: int = 4800) -> list[Poly]:
    """Bodies anywhere on a table."""
    return [box(*pose, 600, 100) for pose in poses(rng, count, width, height)]


def pairs(rng: Random, count: int, across: int) -> list[tuple[Poly, Poly]]:
    """Pairs of bodies on a square of some width."""
    bodies = boxes(rng, 2 * count, across, across)
    return list(zip(bodies[::2], bodies[1::2]))


def _distances(rng: Random) -> list[Row]:
    near, far = pairs(rng, 2000, 1200), pairs(rng, 2000, 7200)
    ready = [(shapely.Polygon(a), shapely.Polygon(b)) for a, b in near]
    return [
        clock("overlap, near", overlap, near),
        clock("overlap, anywhere", overlap, far),
        clock("  shapely intersects, near, ready", lambda a, b: a.intersects(b), ready),
        clock(
            "  shapely intersects, near, built",
            lambda a, b: shapely.Polygon(a).intersects(shapely.Polygon(b)),
            near,
        ),
        clock("within 12, near", lambda a, b: within(a, b, 1200), near),
        clock("within 12, anywhere", lambda a, b: within(a, b, 1200), far),
        clock("gap2, near", gap2, near),
        clock("gap2, anywhere", gap2, far),
        clock("  shapely distance, near, ready", lambda a, b: a.distance(b), ready),
        clock(
            "  shapely distance, near, built",
            lambda a, b: shapely.Polygon(a).distance(shapely.Polygon(b)),
            near,
        ),
    ]


def _batches(rng: Random) -> list[Row]:
    crowd = Crowd(boxes(rng, 40))
    bodies = [(body,) for body in boxes(rng, 500)]
    tree = shapely.STRtree([shapely.Polygon(body) for body in crowd])
    ready = [(shapely.Polygon(body),) for (body,) in bodies]
    return [
        clock("first_overlap among 40", lambda body: first_overlap(body, crowd), bodies),
        clock("first_within 3 among 40", lambda body: first_within(body, crowd, 300), bodies),
        clock("  shapely STRtree intersects, ready", lambda body: tree.query(body, "intersects"), ready),
        clock("  shapely STRtree dwithin 3, ready", lambda body: tree.query(body, "dwithin", 300), ready),
    ]


def _moves(rng: Random) -> list[Row]:
    crowd = Crowd(boxes(rng, 40))
    starts = [(pose, box(*pose, 600, 100)) for pose in poses(rng, 300)]
    strides = {
        name: [(stride,) for pose, _ in starts for stride in walk(pose, (leg,), 600, 100)]
        for name, leg in (("forward 6", forward(600)), ("turn 20°", turn(200)), ("wheel 30°", wheel(300)))
    }
    legs = (turn(200), forward(600))
    new_lane = _lane.__wrapped__  # as if nobody had asked before
    return [
        clock("box, new", _box.__wrapped__, [(*pose, 600, 100) for pose, _ in starts]),
        clock("swept", lambda pose, body: swept(body, 300, 200), starts),
        clock("stretch 12 among 40", lambda pose, body: stretch(body, pose.facing, 1200, crowd), starts),
        clock(
            "stretch_clear 12 keeping 1 among 40",
            lambda pose, body: stretch_clear(body, pose.facing, 1200, crowd, 100),
            starts,
        ),
        clock("walk: turn and forward, ends only", lambda pose, body: walk(pose, legs, 600, 100), starts),
        *[clock(f"lane of {name}, new", new_lane, cases) for name, cases in strides.items()],
        *[
            clock(f"{name} hits one of 40", lambda stride: first_in_way(stride, crowd), cases)
            for name, cases in strides.items()
        ],
        clock("flush", lambda pose, body: flush(pose, (600, 100), Side.LEFT, 400, 100), starts),
        clock("bases of 24 figures, new", _bases.__wrapped__, [(*pose, BLOCK) for pose, _ in starts]),
    ]


def _sights(rng: Random) -> list[Row]:
    crowd = Crowd(boxes(rng, 40))
    woods = [box(*pose, 1000, 800) for pose in poses(rng, 10)]
    lines = [(((a.x, a.y), (b.x, b.y)),) for a, b in zip(poses(rng, 500), poses(rng, 500))]
    short = [((line[0], ahead(*line[0], rng.randrange(3600), 1200)),) for (line,) in lines]
    arcs = [front_arc(box(*pose, 600, 100), pose.facing) for pose in poses(rng, 500)]
    tree = shapely.STRtree([shapely.Polygon(body) for body in crowd])
    ready = [(shapely.LineString(line),) for (line,) in lines]
    return [
        clock("sight line crosses one box", lambda line: crosses(line, crowd[0]), lines),
        clock("sight line of 12 among 40", lambda line: first_blocker(line, crowd), short),
        clock("sight line anywhere among 40", lambda line: first_blocker(line, crowd), lines),
        clock("  shapely STRtree crosses, ready", lambda line: tree.query(line, "crosses"), ready),
        clock("longer_inside 2 of 10 woods", lambda line: longer_inside(line, woods, 200), lines),
        clock("any part of a box in a front arc", poly_in_arc, list(zip(arcs, boxes(rng, 500)))),
    ]


def run() -> list[Row]:
    """Every measurement: what, and µs per call."""
    rng = Random(1808)
    return [*_distances(rng), *_batches(rng), *_moves(rng), *_sights(rng)]


if __name__ == "__main__":
    for what, microseconds in run():
        print(f"{what:<48}{microseconds:9.2f} µs")
