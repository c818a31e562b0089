"""Sets of hexes as numbers."""

from __future__ import annotations

from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexes import Grid
from grognard.geometry.hexsets import bits, flood, grown, members, rings

TOPS: tuple[Literal["flat", "pointed"], ...] = ("flat", "pointed")
PARITY: tuple[Literal["even", "odd"], ...] = ("even", "odd")
GRIDS = st.builds(
    Grid, st.integers(1, 7), st.integers(1, 7), tops=st.sampled_from(TOPS), shifted=st.sampled_from(PARITY)
)


@given(st.sets(st.integers(0, 300)))
def test_a_set_is_its_members(hexes: set[int]) -> None:
    assert members(bits(hexes)) == tuple(sorted(hexes))


@given(GRIDS, st.data())
def test_a_set_grows_by_its_neighbours(grid: Grid, data: st.DataObject) -> None:
    found = data.draw(st.sets(st.integers(0, grid.size - 1)))
    beside = {there for here in found for _, there in grid.steps(here)}
    assert members(grown(grid, bits(found))) == tuple(sorted(found | beside))


@given(GRIDS, st.integers(0, 9), st.data())
def test_a_flood_goes_ring_by_ring_round_what_is_closed(grid: Grid, steps: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    closed = data.draw(st.sets(st.integers(0, grid.size - 1)))
    known, ring, expected = {start}, {start}, []
    for _ in range(steps):
        ring = {there for here in ring for _, there in grid.steps(here)} - closed - known
        if not ring:
            break
        known |= ring
        expected.append(bits(ring))
    assert list(rings(grid, start, steps, bits(closed))) == expected
    assert flood(grid, start, steps, bits(closed)) == bits(known)
