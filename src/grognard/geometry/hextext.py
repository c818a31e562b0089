"""Hex maps as text that a person can read and edit; this is their format.

`hexprint` prints a map, `hexparse` reads it again: `parse_map(print_map(board)) == board`.

    hexmap 1
    title: The bridge
    columns: 5
    rows: 2
    tops: flat
    shifted: even
    first: 1
    legend:
      . clear
      w wood
    map:
    #   01  03  05
    #     02  04
    01  .   .1  w
          .1  w2
    02  .   .   w
          .   .
    features:
      across road: 0101-0201-0301
      along brook: 0202/N/NE 0401/S
      at depot: 0101
    places:
      0301 Old mill

A hex is its letter and its level, a blank for level 0. With flat tops a row of the map takes two lines, the
shifted columns on the lower one; with pointed tops one line, and shifted rows are indented by half a hex.
Features are listed by hex number: chains `0101-0201-0301` name the hexsides between one hex and the next,
`0202/N/NE` hexsides of one hex. A list may be split over lines that begin alike. `tops`, `shifted`, `first`
and `title` may be left out, and so may features and places. A line that begins with # is a remark.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.geometry.hexes import Grid

FIRST_LINE = "hexmap 1"
SETTINGS = ("title", "columns", "rows", "tops", "shifted", "first")
SECTIONS = ("legend", "map", "features", "places")


def margin(grid: Grid) -> int:
    """How many characters stand before the first column: the row number and two blanks."""
    return grid.digits + 2


def layout(grid: Grid) -> Iterator[tuple[int, bool, list[tuple[int, int]]]]:
    """The lines of the map: the row, whether its number stands here, and (character, hex) from the left."""
    for row in range(grid.rows):
        cells = [(column, row * grid.columns + column) for column in range(grid.columns)]
        if grid.tops == "pointed":
            indent = margin(grid) + 2 * int(grid.is_shifted(row))
            yield row, True, [(indent + 4 * column, here) for column, here in cells]
            continue
        numbered = True
        for shifted in (False, True):
            lane = [(column, here) for column, here in cells if grid.is_shifted(column) == shifted]
            if lane:
                yield row, numbered, [(margin(grid) + 2 * column, here) for column, here in lane]
                numbered = False
