"""Facings, arcs and fields of fire."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexarcs import (
    Arcs,
    arcs,
    aspects,
    facing_name,
    facing_named,
    field_of_fire,
    hexes_in,
    to_side,
    to_vertex,
    turn_between,
    turned,
    wedge,
)
from grognard.geometry.hexes import Grid, disc
from tests.geometry.test_hexes import FLAT, spots

HERE = FLAT.at_label("0808")


# fmt: off
DEALT = [
    # looking at                    front               flank         rear
    ("v1", 2, 2, Arcs((1, 2),             (0, 3),       (4, 5))),
    ("v5", 2, 2, Arcs((0, 5),             (1, 4),       (2, 3))),
    ("v1", 4, 2, Arcs((0, 1, 2, 3),       (4, 5),       ())),
    ("d0", 3, 2, Arcs((0, 1, 5),          (2, 4),       (3,))),
    ("d2", 5, 0, Arcs((0, 1, 2, 3, 4),    (),           (5,))),
    ("d4", 1, 4, Arcs((4,),               (0, 2, 3, 5), (1,))),
    ("d4", 1, 2, Arcs((4,),               (3, 5),       (0, 1, 2))),
    ("d0", 6, 0, Arcs((0, 1, 2, 3, 4, 5), (),           ())),
]
# fmt: on


@pytest.mark.parametrize(("facing", "front", "flank", "expected"), DEALT)
def test_arcs(facing: str, front: int, flank: int, expected: Arcs) -> None:
    assert arcs(facing_named(facing), front, flank) == expected


@pytest.mark.parametrize(
    ("facing", "front", "flank"), [("d0", 2, 1), ("v0", 3, 1), ("v0", 2, 1), ("d0", 3, -2)]
)
def test_arcs_are_the_same_left_and_right(facing: str, front: int, flank: int) -> None:
    with pytest.raises(ValueError, match=f"{facing} cannot have"):
        arcs(facing_named(facing), front, flank)


@given(st.integers(0, 11), st.sampled_from([(1, 4), (3, 2), (5, 0), (2, 2), (4, 2), (6, 0)]))
def test_every_direction_has_one_aspect(facing: int, counts: tuple[int, int]) -> None:
    if counts[0] % 2 == facing % 2 and counts != (6, 0):
        return
    found = arcs(facing, *counts)
    assert sorted(found.front + found.flank + found.rear) == list(range(6))
    dealt = {"front": found.front, "flank": found.flank, "rear": found.rear}
    assert all(direction in dealt[found.aspect(direction)] for direction in range(6))
    assert arcs(turned(facing, 1), *counts).front == tuple(sorted((each + 1) % 6 for each in found.front))


@pytest.mark.parametrize("facing", range(12))
def test_facings_have_names(facing: int) -> None:
    assert facing_named(facing_name(facing)) == facing
    assert facing == (to_vertex if facing % 2 else to_side)(facing // 2)


@pytest.mark.parametrize("name", ["", "d", "d6", "x0", "v-1", "d01", "0d"])
def test_other_names_are_no_facings(name: str) -> None:
    with pytest.raises(ValueError, match="not a facing"):
        facing_named(name)


def test_turns_go_the_shorter_way() -> None:
    assert turned(to_side(0), -1) == to_side(5)
    assert turned(to_vertex(5), 1) == to_vertex(0)
    assert [turn_between(1, other) for other in (1, 2, 7, 11, 0)] == [0, 1, 6, 2, 1]


def test_hexes_in_an_arc_end_with_the_map() -> None:
    corner = FLAT.at_label("0101")
    assert [FLAT.label(each) for each in hexes_in(FLAT, corner, (0, 1, 2, 3))] == ["0201", "0102"]
    assert hexes_in(FLAT, corner, ()) == ()


def test_a_hex_off_a_vertex_is_seen_from_two_aspects() -> None:
    here = FLAT.at_label("0505")
    column = arcs(to_side(0), 3, 2)
    assert aspects(FLAT, here, column, FLAT.at_label("0502")) == ("front",)
    assert aspects(FLAT, here, column, FLAT.at_label("0603")) == ("front",)  # between two front hexsides
    assert aspects(FLAT, here, column, FLAT.at_label("0705")) == ("front", "flank")
    assert aspects(FLAT, here, column, FLAT.at_label("0508")) == ("rear",)


@pytest.mark.parametrize(
    ("facing", "half", "edges", "counts"),
    [
        # How many hexes at 1, 2, 3 and 4 steps.
        pytest.param("v0", 1, True, [2, 3, 4, 5], id="sixth between two directions, edges in"),
        pytest.param("v0", 1, False, [0, 1, 2, 3], id="sixth between two directions, edges out"),
        pytest.param("d0", 1, True, [1, 3, 3, 5], id="sixth around a direction, edges in"),
        pytest.param("d0", 1, False, [1, 1, 3, 3], id="sixth around a direction, edges out"),
        pytest.param("d3", 3, True, [3, 7, 9, 13], id="half, edges in"),
        pytest.param("v3", 3, True, [4, 7, 10, 13], id="half around a vertex, edges in"),
        pytest.param("d3", 0, True, [1, 1, 1, 1], id="straight ahead"),
        pytest.param("v3", 0, True, [0, 1, 0, 1], id="straight along a vertex"),
        pytest.param("d0", 6, False, [6, 12, 18, 24], id="all round"),
        pytest.param("d0", 6, True, [6, 12, 18, 24], id="all round, edges in"),
    ],
)
def test_wedges(facing: str, half: int, edges: bool, counts: list[int]) -> None:
    found = wedge(FLAT, HERE, facing_named(facing), half, 4, edges=edges)
    far = [FLAT.distance(HERE, there) for there in found]
    assert [far.count(steps) for steps in (1, 2, 3, 4)] == counts


def test_a_wedge_may_begin_farther_off() -> None:
    whole = wedge(FLAT, HERE, 0, 1, 4)
    assert wedge(FLAT, HERE, 0, 1, 4, near=3) == tuple(
        there for there in whole if FLAT.distance(HERE, there) >= 3
    )
    assert HERE not in wedge(FLAT, HERE, 0, 6, 4, near=0)


@given(spots(1), st.sets(st.integers(0, 5)), st.integers(1, 5))
def test_fields_of_fire_share_out_the_disc(
    spot: tuple[Grid, list[int]], chosen: set[int], reach: int
) -> None:
    grid, (here,) = spot
    front, others = tuple(sorted(chosen)), tuple(sorted(set(range(6)) - chosen))
    generous = field_of_fire(grid, here, front, reach)
    strict = field_of_fire(grid, here, others, reach, ties=False)
    assert set(generous) | set(strict) == set(disc(grid, here, reach)) - {here}
    assert not set(generous) & set(strict)
    around = field_of_fire(grid, here, front, 1)
    assert set(around) == set(hexes_in(grid, here, front))


@given(spots(1), st.integers(0, 11), st.integers(1, 5))
def test_a_front_of_three_sides_is_a_wedge_of_half_a_circle(
    spot: tuple[Grid, list[int]], facing: int, reach: int
) -> None:
    grid, (here,) = spot
    front = arcs(facing, 2, 2).front if facing % 2 else arcs(facing, 3, 2).front
    half = 2 if facing % 2 else 3
    assert field_of_fire(grid, here, front, reach) == wedge(grid, here, facing, half, reach)
