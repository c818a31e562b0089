"""Tables drawn by a number: the same on every machine, fair, and with room on them."""

from __future__ import annotations

import pytest

from grognard.engine.book import BadInput
from grognard.tabletop.drawing_up import spots, towards_middle
from grognard.tabletop.ground import MARGIN, MOST, Lots, Plan, Sort, drawn, wished, within_size

PLAN = Plan(
    (60, 40),
    10,
    (Sort("hill", "blob", (8, 6), (12, 8), ("the hill",)),),
    (
        Sort("wood", "blob", (5, 4), (9, 7), ("a", "b", "c", "d")),
        Sort("wall", "line", (6, 1), (9, 1), ("e", "f")),
        Sort("house", "box", (4, 4), (5, 5), ("g", "h")),
    ),
    (2, 4),
)


def test_lots_are_the_same_everywhere() -> None:
    lots = Lots(1)
    assert [lots.upto(1, 6) for _ in range(8)] == [6, 2, 1, 6, 4, 3, 4, 4]


@pytest.mark.parametrize("number", range(1, 40))
def test_a_table_is_its_own_twin_and_leaves_room(number: int) -> None:
    pieces = drawn(PLAN, number)
    assert pieces == drawn(PLAN, number)
    assert len({piece.name for piece in pieces}) == len(pieces)
    outlines = {frozenset(piece.poly) for piece in pieces}
    assert {frozenset((round(60 - x, 1), round(40 - y, 1)) for x, y in piece.poly) for piece in pieces} == {
        frozenset((round(x, 1), round(y, 1)) for x, y in outline) for outline in outlines
    }
    for at, piece in enumerate(pieces):
        west, south, east, north = piece.box
        assert west >= MARGIN
        assert east <= 60 - MARGIN
        assert south >= 10
        assert north <= 30
        for other in pieces[:at]:
            w, s, e, n = other.box
            assert west >= e + MARGIN or w >= east + MARGIN or south >= n + MARGIN or s >= north + MARGIN


def test_tables_differ() -> None:
    assert len({drawn(PLAN, number) for number in range(1, 60)}) > 50


def test_a_number_is_refused_where_the_ground_is_given_or_absurd() -> None:
    assert wished(0, draws=False) == 0
    assert wished(7, draws=True) == 7
    for number, draws in ((7, False), (-1, True), (MOST + 1, True)):
        with pytest.raises(BadInput):
            wished(number, draws)


def test_the_size_of_a_battle_binds_both_sides() -> None:
    within_size(0, [("A", 10**6)], "X")
    within_size(300, [("A", 300), ("B", 200)], "X")
    with pytest.raises(BadInput, match=r"'B' costs 301 .* 300 a side \[X\]"):
        within_size(300, [("A", 300), ("B", 301)], "X")
    with pytest.raises(BadInput, match="no less"):
        within_size(-1, [], "X")


def test_an_army_looks_to_the_middle_and_stands_front_first_middle_out() -> None:
    width, height = 7200, 4800
    zones = {
        0: (0, 0, 7200, 1000),
        1800: (0, 3800, 7200, 4800),
        900: (0, 0, 1000, 4800),
        2700: (6200, 0, 7200, 4800),
    }
    for facing, zone in zones.items():
        assert towards_middle(zone, width, height) == facing
        found = list(spots(zone, facing, (600, 200)))
        middle = (zone[0] + zone[2]) // 2, (zone[1] + zone[3]) // 2
        first, last = found[0], found[-1]
        along = 0 if facing in (0, 1800) else 1
        assert first[along] == middle[along]
        ahead = 1 - along
        assert (first[ahead] > last[ahead]) == (facing in (0, 900))
    assert list(spots((0, 0, 100, 100), 0, (600, 200))) == []
