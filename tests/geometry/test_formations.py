"""Formations: ranks and files, spaced rows, loose groups."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.formations import (
    Block,
    bases,
    central,
    central_figures,
    cohesive,
    components,
    eyes,
    figures_at,
    footprint,
    front_count,
    front_edge,
    front_rank,
    outlines,
    places,
    pose_with_figure_at,
    rank_sizes,
    ranks,
    size,
    strays,
)
from grognard.geometry.points import Point, Pose
from grognard.geometry.shapes import box, overlap, overlap_beyond
from tests.geometry.table import as_shape, facings, points, poses

blocks = st.builds(
    Block,
    files=st.integers(1, 12),
    count=st.integers(1, 30),
    width=st.integers(10, 60).map(lambda n: 2 * n),
    depth=st.integers(10, 60).map(lambda n: 2 * n),
    rear=st.sampled_from(["centre", "left", "right"]),
    file_gap=st.sampled_from([0, 0, 50]),
    rank_gap=st.sampled_from([0, 0, 20]),
    stagger=st.booleans(),
)


@pytest.mark.parametrize(
    ("block", "deep", "sizes", "width_depth"),
    [
        (Block(12, 24, 100, 80), 2, (12, 12), (1200, 160)),
        (Block(8, 22, 100, 80), 3, (8, 8, 6), (800, 240)),
        (Block(3, 24, 100, 80), 8, (3,) * 8, (300, 640)),
        (Block(6, 4, 100, 80), 1, (4,), (400, 80)),
        (Block(4, 4, 100, 100, file_gap=100), 1, (4,), (700, 100)),
        (Block(3, 6, 100, 100, stagger=True), 2, (3, 3), (350, 200)),
    ],
)
def test_ranks_and_files(
    block: Block, deep: int, sizes: tuple[int, ...], width_depth: tuple[int, int]
) -> None:
    assert (ranks(block), rank_sizes(block), size(block)) == (deep, sizes, width_depth)
    assert front_count(block) == sizes[0]


@given(poses, blocks)
def test_the_front_edge_runs_from_the_first_base_of_the_front_rank_to_its_last(
    pose: Pose, block: Block
) -> None:
    rank = front_rank(*pose, block)
    assert front_edge(*pose, block) == (rank[0][0], rank[-1][1])


def test_a_short_rear_rank_is_centred_or_packed() -> None:
    def rear(how: str) -> list[int]:
        block = msgspec.structs.replace(Block(4, 6, 100, 100), rear=how)
        return [x for x, _ in figures_at(0, 0, 0, block)[4:]]

    assert rear("centre") == [-50, 50]
    assert rear("left") == [-150, -50]
    assert rear("right") == [50, 150]


def test_the_front_rank_comes_first_from_the_left() -> None:
    block = Block(3, 5, 100, 80)
    assert figures_at(0, 0, 0, block)[:3] == ((-100, 40), (0, 40), (100, 40))
    assert front_rank(0, 0, 900, block)[0] == box(40, 100, 900, 100, 80)
    assert eyes(0, 0, 0, block) == ((-100, 80), (0, 80), (100, 80))
    assert front_rank(0, 0, 0, Block(6, 2, 100, 80)) == bases(0, 0, 0, Block(6, 2, 100, 80))


@given(poses, blocks)
def test_bases_stand_in_the_footprint_and_never_overlap(pose: Pose, block: Block) -> None:
    figures = bases(*pose, block)
    assert len(figures) == len(places(block)) == block.count
    assert len(front_rank(*pose, block)) == front_count(block)
    around = as_shape(footprint(*pose, block)).buffer(1.6)
    assert all(around.contains(as_shape(figure)) for figure in figures)
    for figure, centre in zip(figures, figures_at(*pose, block)):
        assert all(
            abs(a - b) <= 2
            for p, q in zip(figure, box(*centre, pose.facing, block.width, block.depth))
            for a, b in zip(p, q)
        )
    if not block.file_gap and not block.rank_gap:
        near = block.files + 2
        pairs = [(a, b) for i, a in enumerate(figures) for b in figures[max(i - near, 0) : i]]
        assert not any(overlap_beyond(a, b, 1) for a, b in pairs)
        if block.rear != "centre" and not block.stagger:
            assert not any(overlap(a, b) for a, b in pairs)


@given(poses, blocks)
def test_outlines_hold_all_figures_and_nothing_else(pose: Pose, block: Block) -> None:
    shapes = outlines(*pose, block)
    if not block.file_gap and not block.rank_gap and not block.stagger:
        assert sum(as_shape(shape).area for shape in shapes) == pytest.approx(
            sum(as_shape(figure).area for figure in bases(*pose, block)), rel=0.05
        )


@given(points, facings, blocks, st.data())
def test_a_block_rebuilt_round_a_figure_leaves_it_in_place(
    point: Point, facing: int, block: Block, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, block.count - 1))
    pose = pose_with_figure_at(point, index, facing, block)
    x, y = figures_at(*pose, block)[index]
    assert abs(x - point[0]) <= 1
    assert abs(y - point[1]) <= 1


def test_the_centre_of_the_front_rank() -> None:
    assert central_figures(Block(5, 10, 100, 80)) == (2,)
    assert central_figures(Block(6, 10, 100, 80)) == (2, 3)
    assert central_figures(Block(6, 1, 100, 80)) == (0,)


def test_a_block_has_figures() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Block(0, 4, 100, 100)


CHAIN = ((0, 0), (300, 0), (600, 0), (1000, 0))


def test_cohesion_is_a_chain_of_gaps() -> None:
    assert cohesive(CHAIN, 300, 50)  # the last gap is 400 - 2 * 50, exactly 3
    assert not cohesive(CHAIN, 299, 50)
    assert components(CHAIN, 299, 50) == ((0, 1, 2), (3,))
    assert components(CHAIN, 0, 50) == ((0,), (1,), (2,), (3,))
    assert cohesive((), 100)
    assert cohesive(((5, 5),), 0)
    # Found out of order all the same.
    assert components(((0, 0), (900, 0), (300, 0), (600, 0)), 300) == ((0, 1, 2, 3),)


def test_strays_from_a_leader() -> None:
    assert strays(CHAIN, (0, 0), 500, 50) == (3,)
    assert strays(CHAIN, (0, 0), 900, 50) == ()


def test_the_central_model() -> None:
    assert central(((0, 0), (100, 0), (200, 0))) == 1
    assert central(((0, 0), (100, 0))) == 0
