"""The text map: what is drawn where, and that nothing on the table vanishes."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from grognard.cli.terminal import map as table_map
from grognard.engine.view import Area, Board, Piece, Rail, View
from grognard.geometry.shapes import box
from tests.tools import textmap


def square(west: int, south: int, east: int, north: int) -> tuple[tuple[int, int], ...]:
    return ((west, north), (east, north), (east, south), (west, south))


def unit(
    number: int, x: int, y: int, facing: int = 0, side: int = 0, width: int = 800, depth: int = 200
) -> Piece:
    return Piece(number, side, f"unit {number}", "foot", "I", (x, y, facing), box(x, y, facing, width, depth))


def drawn(
    board: Board, *pieces: Piece, columns: int = 76, marks: dict[tuple[int, int], str] | None = None
) -> list[str]:
    """The rows of the map, north first, without the rulers."""
    view = View("book", "scene", None, ("Reds", "Blues"), "", pieces)
    scale = table_map.scale_for(board, columns)
    lines = table_map.draw(board, view, scale, marks)
    return [line.plain[table_map.MARGIN :] for line in lines[1:]]


TABLE = Board("table", 7200, 4800, "inch")


def test_the_table_keeps_its_shape() -> None:
    scale = table_map.scale_for(TABLE, 76)
    assert (scale.columns, scale.rows) == (72, 24)
    low = table_map.scale_for(TABLE, 200, rows=25)
    assert (low.columns, low.rows) == (72, 24)


def test_north_is_up_and_east_is_right() -> None:
    rows = drawn(TABLE, unit(1, 600, 4700), unit(2, 6600, 100))
    assert "1" in rows[0]
    assert "2" in rows[-1]
    assert rows[0].index("1") < 12
    assert rows[-1].index("2") > 60


@pytest.mark.parametrize(
    ("facing", "sign"), [(0, "↑"), (450, "↗"), (900, "→"), (1350, "↘"), (1800, "↓"), (2700, "←"), (3590, "↑")]
)
def test_a_unit_shows_its_facing(facing: int, sign: str) -> None:
    assert any(f"{sign}I7" in row or f"{sign}7" in row for row in drawn(TABLE, unit(7, 3600, 2400, facing)))


def test_a_footprint_is_filled() -> None:
    row = next(row for row in drawn(TABLE, unit(1, 3600, 2300)) if "1" in row)
    assert row[32:40] == "▒▒▒↑I1▒▒"


def test_sides_differ_without_colours() -> None:
    rows = "".join(drawn(TABLE, unit(1, 1500, 2300), unit(2, 5000, 2300, side=1)))
    assert "▒" in rows
    assert "░" in rows


def test_the_smallest_unit_is_seen() -> None:
    rows = drawn(TABLE, unit(12, 3610, 2405, width=10, depth=10))
    assert any("12" in row for row in rows)


def test_numbers_stay_legible_shoulder_to_shoulder() -> None:
    rows = "".join(drawn(TABLE, *(unit(10 + n, 1000 + 300 * n, 2300, width=300) for n in range(6))))
    assert all(str(10 + n) in rows for n in range(6))


def test_units_off_the_table_are_not_drawn() -> None:
    gone = Piece(1, 0, "gone", "foot", "I", (3600, 2400, 0), box(3600, 2400, 0, 800, 200), status="routed")
    assert not any("1" in row for row in drawn(TABLE, gone))


GROUND = Board(
    "table",
    7200,
    4800,
    "inch",
    (
        Area("bridge", "bridge", square(3400, 2000, 3800, 2400)),
        Area("canal", "water", square(0, 2100, 7200, 2300), "canal"),
        Area("grove", "wood", square(5000, 3000, 6000, 4000), "the grove"),
        Area("path", "road", square(0, 990, 7200, 1010)),
        Area("zone", "zone", square(0, 0, 7200, 800)),
    ),
    (Rail("wall", "wall", ((100, 3000), (1500, 3000))),),
)


def test_ground_is_drawn_with_a_legend() -> None:
    rows = drawn(GROUND)
    text = "".join(rows)
    assert "~" in text
    assert "♣" in text
    assert "###" in text
    assert ":" in text
    legend = table_map.legend(GROUND).plain
    assert "♣  grove" in legend
    assert "~  canal" in legend
    assert "#  wall" in legend


def test_a_bridge_is_not_drowned_by_its_river() -> None:
    assert any("~====~" in row for row in drawn(GROUND))


def test_a_road_thinner_than_a_line_is_seen() -> None:
    assert any("-" * 20 in row for row in drawn(GROUND))


def test_places_are_named_where_nothing_stands() -> None:
    empty = next(n for n, row in enumerate(drawn(GROUND)) if "the grove" in row)
    y = round((24 - empty - 0.5) * 200)
    covered = drawn(GROUND, unit(1, 5500, y))
    assert "the grove" not in covered[empty]
    assert any("the grove" in row for row in covered)


def test_marks_lie_over_everything() -> None:
    rows = drawn(GROUND, unit(1, 5500, 3500), marks={(5500, 3500): "9"})
    assert any("9" in row for row in rows)


def test_rulers_measure_in_the_books_unit() -> None:
    scale = table_map.scale_for(TABLE, 76)
    first = table_map.draw(TABLE, View("", "", None, (), "", ()), scale)[0].plain
    assert first.split()[:3] == ["0", "6", "12"]
    assert first.endswith("66 ″")


def test_every_kind_of_ground_and_line_can_be_drawn() -> None:
    """A book may ask for any look there is; the golden transcripts draw their own map and must know it too."""
    hints = get_type_hints(Area)["look"], get_type_hints(Rail)["look"]
    ground, rails = (set(get_args(hint)) for hint in hints)
    assert ground <= set(table_map.GROUND)
    assert ground <= set(textmap.GROUND)
    assert rails <= set(table_map.RAILS)
