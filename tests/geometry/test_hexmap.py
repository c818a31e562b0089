"""Hex maps, and maps as text."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.hexes import Grid
from grognard.geometry.hexmap import Feature, HexMap, Run, feature
from grognard.geometry.hexparse import MapError, parse_map
from grognard.geometry.hexprint import WIDTH, print_map
from tests.geometry.test_hexes import grids

BRIDGE = """\
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
  along brook: 0201/S 0401/S/SW
  at depot: 0101
places:
  0301 Old mill
"""

POINTED = """\
hexmap 1
columns: 3
rows: 3
tops: pointed
shifted: odd
first: 0
legend:
  # scree
  ~ fen
map:
#   00  01  02
00  #   #   ~
01    #9  ~   ~
02  ~   ~   ~
features:
  across the king's road: 0000-0001-0002 0000/NW
"""


@pytest.mark.parametrize("text", [BRIDGE, POINTED])
def test_canonical_maps_print_as_they_were_read(text: str) -> None:
    assert print_map(parse_map(text)) == text


def test_what_a_map_says() -> None:
    board = parse_map(BRIDGE)
    grid = board.grid
    assert grid == Grid(5, 2)
    assert board.title == "The bridge"
    assert board.terrain == "...ww....w"
    assert board.levels == (0, 1, 1, 2, 0, 0, 0, 0, 0, 0)
    assert board.meaning(grid.at_label("0401")) == "wood"
    assert {grid.side_label(side) for side in board.members("across", "road")} == {"0101-0201", "0201-0301"}
    assert {grid.side_label(side) for side in board.members("along", "brook")} == {
        "0201-0202",
        "0401-0302",
        "0401-0402",
    }
    assert board.members("at", "depot") == {grid.at_label("0101")}
    assert board.members("at", "brook") == frozenset()
    assert board.places == ((grid.at_label("0301"), "Old mill"),)


def test_what_may_be_left_out_and_how_freely_one_may_write() -> None:
    text = (
        "\n# a remark\nhexmap 1\nmap:\n01  a0\n\n02  b\r\nlegend:\n   b   a thing\n a x\nrows:  2\ncolumns: 1"
    )
    board = parse_map(text)
    assert board == HexMap(Grid(1, 2), "ab", (0, 0), (("b", "a thing"), ("a", "x")))


def test_lists_may_be_split_and_repeated() -> None:
    more = BRIDGE.replace(
        "  at depot: 0101", "  at depot: 0101\n  across  road: 0301-0201 0301/SE\n  at camp:"
    )
    board = parse_map(more)
    assert len(board.members("across", "road")) == 3
    assert board.features[-1] == Feature("at", "camp", ())
    assert parse_map(print_map(board)) == board


def test_long_lists_are_broken() -> None:
    grid = Grid(40, 1)
    sides = [side for side in range(240) if grid.is_side(side) and grid.side_hexes(side)[1] is not None]
    features = (feature("at", "mud", range(40)), feature("across", "road", sides))
    board = HexMap(grid, "." * 40, (0,) * 40, ((".", "clear"),), features)
    text = print_map(board)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.count("at mud:") == 3
    assert text.count("across road:") == 4
    assert parse_map(text) == board


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        pytest.param("hexmap 1", "hexmap 2", 1, 1, "begins with 'hexmap 1'", id="version"),
        pytest.param("hexmap 1", "hexmap 1\n  .", 2, 1, "no section", id="homeless line"),
        pytest.param("title: The", "name: The", 2, 1, "expected one of: title", id="unknown setting"),
        pytest.param("title: The bridge", "title:", 2, 7, "title needs a value", id="empty setting"),
        pytest.param("rows: 2", "columns: 2", 4, 1, "columns stands here for the second time", id="twice"),
        pytest.param("rows: 2\n", "", 22, 1, "how many rows", id="no rows"),
        pytest.param("rows: 2", "rows: two", 4, 7, "a number from 1 to 999", id="not a number"),
        pytest.param("rows: 2", "rows: 0", 4, 7, "a number from 1 to 999", id="too small"),
        pytest.param("columns: 5", "columns: 1000", 3, 10, "a number from 1 to 999", id="too large"),
        pytest.param("tops: flat", "tops: round", 5, 7, "flat or pointed", id="tops"),
        pytest.param("shifted: even", "shifted: all", 6, 10, "even or odd", id="shifted"),
        pytest.param("legend:", "legend: x", 8, 9, "lines below", id="section with a value"),
        pytest.param("  w wood", "  ww wood", 10, 3, "'ww' is not one letter", id="two letters"),
        pytest.param("  w wood", "  7 wood", 10, 3, "'7' is not one letter", id="digit"),
        pytest.param("  w wood", "  . wood", 10, 3, "'.' stands here for the second time", id="letter twice"),
        pytest.param("  w wood", "  w", 10, 5, "'w' needs a meaning", id="no meaning"),
        pytest.param("01  .   .1  w", "1   .   .1  w", 14, 1, "expected row 01", id="row number"),
        pytest.param("      .1  w2", "01    .1  w2", 15, 1, "the rest of row 01", id="row number twice"),
        pytest.param("      .1  w2\n", "", 15, 1, "the rest of row 01", id="half a row missing"),
        pytest.param(
            "01  .   .1  w", "01  .   .1  x", 14, 13, "hex 0501: 'x' is not in the legend", id="letter"
        ),
        pytest.param("01  .   .1  w", "01  .   .1", 14, 13, "hex 0501 is missing", id="short row"),
        pytest.param("01  .   .1  w", "01      .1  w", 14, 5, "hex 0101 is missing", id="gap"),
        pytest.param("01  .   .1  w", "01  .   .x  w", 14, 10, "hex 0301: 'x' is not a level", id="level"),
        pytest.param("01  .   .1  w", "01  . . .1  w", 14, 7, "'.' stands between", id="stray letter"),
        pytest.param(
            "01  .   .1  w", "01  .   .12 w", 14, 11, "'2' stands between", id="level of two digits"
        ),
        pytest.param("01  .   .1  w", "01  .   .1  w   w", 14, 17, "'w' stands between", id="long row"),
        pytest.param(
            "02  .   .   w\n      .   .\n", "", 15, 1, "before row 02 is complete", id="row missing"
        ),
        pytest.param("      .   .\n", "      .   .\n03  .\n", 18, 1, "only 2 rows", id="row too many"),
        pytest.param("  at depot", "  on depot", 21, 3, "at, across or along", id="run"),
        pytest.param("  at depot: 0101", "  at depot", 21, 3, "and a colon", id="no colon"),
        pytest.param("  at depot", "  at ", 21, 6, "needs a name", id="feature without name"),
        pytest.param("depot: 0101", "depot: 0109", 21, 13, "hex 0109 is not on the map", id="off the map"),
        pytest.param("depot: 0101", "depot: 0101 11", 21, 18, "'11' is not a hex number", id="not a label"),
        pytest.param("0201-0301", "0201-0401", 19, 26, "0401 is not next to 0201", id="jump"),
        pytest.param("0101-0201-0301", "0101", 19, 16, "names no hexside", id="chain of one"),
        pytest.param("0401/S/SW", "0401/S/E", 20, 30, "'E' is not a direction: N, NE", id="direction"),
        pytest.param("  0301 Old mill", "  0901 Old mill", 23, 3, "hex 0901 is not on the map", id="place"),
        pytest.param("  0301 Old mill", "  0301", 23, 8, "hex 0301 needs a name", id="place without name"),
    ],
)
def test_faults_are_told_with_line_and_column(
    old: str, new: str, line: int, column: int, reason: str
) -> None:
    assert BRIDGE.count(old) == 1
    with pytest.raises(MapError) as caught:
        parse_map(BRIDGE.replace(old, new))
    error = caught.value
    assert reason in error.reason
    assert (error.line, error.column) == (line, column)
    assert str(error) == f"line {line}, column {column}: {error.reason}"


def test_nothing_is_no_map() -> None:
    with pytest.raises(MapError, match="line 1, column 1"):
        parse_map("")
    with pytest.raises(MapError, match="line 3, column 1: the map ends before row 01"):
        parse_map("hexmap 1\ncolumns: 1\nrows: 1\n")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"terrain": "..."}, "needs as many letters"),
        ({"levels": (0,)}, "needs as many letters"),
        ({"levels": (10, *(0,) * 9)}, "levels run from 0 to 9"),
        ({"levels": (-1, *(0,) * 9)}, "levels run from 0 to 9"),
        ({"terrain": "z" * 10}, "not in the legend: z"),
        ({"legend": ((".", "clear"), ("w", "wood"), ("w", "wet"))}, "twice in the legend"),
        ({"legend": ((".", "clear"), ("w", "wood"), ("é", "wet"))}, "not a letter for terrain"),
        ({"legend": ((".", "clear"), ("w", "wood "))}, "not a name"),
        ({"features": (Feature("at", "mud", (2, 1)),)}, "not in order"),
        ({"features": (Feature("at", "mud", (10,)),)}, "off the map"),
        ({"features": (Feature("at", "mud", (-1,)),)}, "off the map"),
        ({"features": (Feature("along", "mud", (60,)),)}, "off the map"),
        ({"features": (Feature("at", "a:b", ()),)}, "colon"),
        ({"features": (Feature("at", "", ()),)}, "not a name"),
        ({"features": (Feature("at", "mud", ()), Feature("at", "mud", (1,)))}, "twice on the map"),
        ({"places": ((3, "b"), (3, "a"))}, "not in order"),
        ({"places": ((10, "a"),)}, "off the map"),
        ({"places": ((1, "a\nb"),)}, "not a name"),
        ({"title": " x"}, "not a name"),
        ({"grid": Grid(1000, 1), "terrain": "." * 1000, "levels": (0,) * 1000}, "at most 999"),
    ],
)
def test_a_map_that_could_not_be_printed_is_refused(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        msgspec.structs.replace(parse_map(BRIDGE), **changes)


letters = st.characters(min_codepoint=33, max_codepoint=126).filter(lambda letter: not letter.isdigit())
words = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters=":"), min_size=1, max_size=6)
names = st.lists(words, min_size=1, max_size=3).map(" ".join)


@st.composite
def boards(draw: st.DrawFn) -> HexMap:
    """Any map that is small."""
    grid = draw(grids)
    legend = draw(st.dictionaries(letters, names, min_size=1, max_size=4))
    terrain = st.text(sorted(legend), min_size=grid.size, max_size=grid.size)
    levels = st.lists(st.integers(0, 9), min_size=grid.size, max_size=grid.size)
    hexes = st.integers(0, grid.size - 1)
    sides = st.sampled_from([side for side in range(6 * grid.size) if grid.is_side(side)])
    runs: st.SearchStrategy[Run] = st.sampled_from(["at", "across", "along"])
    keys = draw(st.lists(st.tuples(runs, names), max_size=3, unique=True))
    features = tuple(
        feature(run, name, draw(st.sets(hexes if run == "at" else sides, max_size=20))) for run, name in keys
    )
    places = draw(st.sets(st.tuples(hexes, names), max_size=3))
    title = draw(st.one_of(st.just(""), names))
    return HexMap(
        grid,
        draw(terrain),
        tuple(draw(levels)),
        tuple(legend.items()),
        features,
        tuple(sorted(places)),
        title,
    )


@given(boards())
@settings(max_examples=60)
def test_every_map_can_be_printed_and_read_again(board: HexMap) -> None:
    assert parse_map(print_map(board)) == board


@given(boards())
@settings(max_examples=20)
def test_a_map_is_a_plain_value(board: HexMap) -> None:
    assert msgspec.json.decode(msgspec.json.encode(board), type=HexMap) == board
    assert hash(board) == hash(msgspec.structs.replace(board))


@given(st.text(max_size=80))
@settings(max_examples=50)
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(MapError):
        parse_map("hexmap 1\n" + text)
