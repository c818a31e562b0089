"""Last resorts of searches: exact corners of free ground, and seeded tries that are the same on every machine."""

from __future__ import annotations

import random

import pytest

from grognard.geometry.gaps import nearer_than
from grognard.geometry.points import Poly, bounds, shifted
from grognard.geometry.shapes import any_overlap, box, upright
from grognard.tabletop.last_resort import Seeded, first_of, flush_facings, free_spots, random_poses

WEST, SOUTH, EAST, NORTH = 0, 0, 1200, 1200
TABLE = upright(WEST, SOUTH, EAST, NORTH)


def stands(body: Poly, blocks: list[Poly], kept: list[tuple[Poly, int]], slack: int = 0) -> bool:
    """Whether a body stands inside the table, on no block, and as far as told from others, all by so much more."""
    west, south, east, north = bounds(body)
    inside = (
        west >= WEST + slack and south >= SOUTH + slack and east <= EAST - slack and north <= NORTH - slack
    )
    far = all(not nearer_than(body, shape, keep + slack) for shape, keep in kept)
    return (
        inside
        and far
        and not any(nearer_than(body, block, slack) for block in blocks if slack)
        and not any_overlap(body, blocks, 3)
    )


@pytest.mark.parametrize("seed", range(12))
def test_where_a_dense_grid_finds_room_a_corner_of_free_ground_is_found(seed: int) -> None:
    rng = random.Random(seed)
    blocks = [
        box(rng.randint(0, 1200), rng.randint(0, 1200), rng.randint(0, 3599), 300, 200) for _ in range(9)
    ]
    kept = [
        (box(rng.randint(0, 1200), rng.randint(0, 1200), rng.randint(0, 3599), 80, 80), 100) for _ in range(2)
    ]
    body = box(0, 0, rng.randint(0, 3599), 260, 90)
    # By a little more room than needed: corners of what is kept from are drawn a little too large.
    roomy = any(
        stands(shifted(body, x, y), blocks, kept, slack=4)
        for x in range(0, 1200, 12)
        for y in range(0, 1200, 12)
    )
    spots = free_spots((body,), blocks, kept, (TABLE,))
    found = any(stands(shifted(body, x, y), blocks, kept) for x, y in spots)
    assert found or not roomy


def test_a_gap_no_wider_than_the_body_is_found() -> None:
    left, right = upright(0, 0, 497, 1200), upright(700, 0, 1200, 1200)
    body = box(0, 0, 0, 203, 90)
    spots = free_spots((body,), (left, right), (), (TABLE,))
    assert any(stands(shifted(body, x, y), [left, right], []) for x, y in spots)


def test_where_there_is_no_room_no_spot_stands() -> None:
    left, right = upright(0, 0, 500, 1200), upright(690, 0, 1200, 1200)
    body = box(0, 0, 0, 203, 90)
    spots = free_spots((body,), (left, right), (), (TABLE,))
    assert not any(stands(shifted(body, x, y), [left, right], []) for x, y in spots)


def test_flush_facings_lie_along_and_across_edges() -> None:
    assert sorted(flush_facings([upright(0, 0, 400, 200)])) == [0, 900, 1800, 2700]


def test_a_seeded_source_depends_on_its_key_alone() -> None:
    one, same, other = Seeded(3, 7), Seeded(3, 7), Seeded(7, 3)
    drawn = [one.randint(1, 6) for _ in range(8)]
    assert drawn == [same.randint(1, 6) for _ in range(8)] != [other.randint(1, 6) for _ in range(8)]
    # These very numbers: saved games are played again on other machines.
    assert [Seeded(1).randint(0, 999) for _ in range(2)] == [264, 264]
    assert 0 <= Seeded(2).random() < 1


def test_tries_end_at_the_first_that_is_allowed() -> None:
    draw = random_poses((0, 0, 10, 10), facings=(0, 900))
    pose = first_of(500, (1,), draw, lambda pose: pose[0] == 5)
    assert pose is not None
    assert pose[0] == 5
    assert pose[2] in (0, 900)
    assert first_of(20, (1,), draw, lambda _pose: False) is None
