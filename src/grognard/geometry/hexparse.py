"""Read a hex map from text; `hextext` describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from grognard.geometry.hexes import Grid
from grognard.geometry.hexmap import LARGEST, RUNS, Feature, HexMap, Run, feature, is_letter, is_name
from grognard.geometry.hextext import FIRST_LINE, SECTIONS, SETTINGS, layout, margin

Line = tuple[int, str]


class MapError(ValueError):
    """A text that is not a map: says on which line and in which column, both counted from 1, and why."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


def parse_map(text: str) -> HexMap:
    """Make a map of a text; MapError says where the text is not one."""
    settings, sections, last = _divide(text)
    grid = _grid(settings, last)
    legend = _legend(sections["legend"])
    terrain, levels = _hexes(grid, dict(legend), sections["map"], last)
    features = _features(grid, sections["features"])
    places = _places(grid, sections["places"])
    title = settings["title"][1] if "title" in settings else ""
    return HexMap(grid, terrain, levels, legend, features, places, title)


def _divide(text: str) -> tuple[dict[str, Line], dict[str, list[Line]], int]:
    """The settings and the sections of a text, with the numbers of their lines, and the number of the last."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise MapError(lines[0][0] if lines else 1, 1, f"a map begins with {FIRST_LINE!r}")
    settings: dict[str, Line] = {}
    sections: dict[str, list[Line]] = {name: [] for name in SECTIONS}
    seen: set[str] = set()
    current = None
    for number, line in lines[1:]:
        if line[0] == " " or line[0].isdigit():
            if current is None:
                raise MapError(number, 1, "this line belongs to no section")
            current.append((number, line))
            continue
        name, value = _heading_of(number, line, seen)
        seen.add(name)
        current = sections.get(name)
        if current is None:
            settings[name] = (number, value)
    return settings, sections, lines[-1][0]


def _heading_of(number: int, line: str, seen: set[str]) -> tuple[str, str]:
    """The name and the value of a line `name: value`."""
    name, colon, value = line.partition(":")
    value = value.strip()
    if not colon or name not in SETTINGS + SECTIONS:
        raise MapError(number, 1, f"expected one of: {', '.join(SETTINGS + SECTIONS)}, and a colon")
    if name in seen:
        raise MapError(number, 1, f"{name} stands here for the second time")
    if name in SECTIONS and value:
        raise MapError(number, len(name) + 3, f"what belongs to {name} stands on the lines below")
    if name in SETTINGS and not is_name(value):
        raise MapError(number, len(name) + 2, f"{name} needs a value")
    return name, value


def _grid(settings: dict[str, Line], last: int) -> Grid:
    """The grid that the settings describe."""
    columns, rows = (_number(settings, name, None, 1, last) for name in ("columns", "rows"))
    first = _number(settings, "first", 1, 0, last)
    tops: Literal["flat", "pointed"] = "flat" if _one_of(settings, "tops", "flat", "pointed") else "pointed"
    shifted: Literal["even", "odd"] = "even" if _one_of(settings, "shifted", "even", "odd") else "odd"
    return Grid(columns, rows, tops, shifted, first)


def _number(settings: dict[str, Line], name: str, usual: int | None, least: int, last: int) -> int:
    """A setting that is a number."""
    if name not in settings:
        if usual is None:
            raise MapError(last, 1, f"the map does not say how many {name} it has")
        return usual
    number, value = settings[name]
    if not (value.isascii() and value.isdigit()) or not least <= int(value) <= LARGEST:
        raise MapError(number, len(name) + 3, f"{name} must be a number from {least} to {LARGEST}")
    return int(value)


def _one_of(settings: dict[str, Line], name: str, usual: str, other: str) -> bool:
    """Whether a setting has its usual value and not the other one."""
    number, value = settings.get(name, (0, usual))
    if value not in (usual, other):
        raise MapError(number, len(name) + 3, f"{name} must be {usual} or {other}")
    return value == usual


def _legend(lines: list[Line]) -> tuple[tuple[str, str], ...]:
    """The letters and their meanings."""
    legend: dict[str, str] = {}
    for number, line in lines:
        column = _first_column(line)
        letter, _, meaning = line.strip().partition(" ")
        meaning = meaning.strip()
        if not is_letter(letter):
            raise MapError(number, column, f"{letter!r} is not one letter or sign")
        if letter in legend:
            raise MapError(number, column, f"{letter!r} stands here for the second time")
        if not is_name(meaning):
            raise MapError(number, column + 2, f"{letter!r} needs a meaning")
        legend[letter] = meaning
    return tuple(legend.items())


def _hexes(grid: Grid, legend: dict[str, str], lines: list[Line], last: int) -> tuple[str, tuple[int, ...]]:
    """The terrain and the level of every hex."""
    terrain, levels = [""] * grid.size, [0] * grid.size
    waiting = iter(lines)
    for row, numbered, cells in layout(grid):
        label = f"{row + grid.first:0{grid.digits}}"
        number, line = next(waiting, (0, ""))
        if not number:
            raise MapError(lines[-1][0] if lines else last, 1, f"the map ends before row {label} is complete")
        wanted = label if numbered else ""
        if line[: margin(grid)].rstrip() != wanted:
            raise MapError(
                number, 1, f"expected row {label}" if numbered else f"expected the rest of row {label}"
            )
        for here, letter, level in _cells(grid, legend, number, line, cells):
            terrain[here], levels[here] = letter, level
    for number, _ in waiting:
        raise MapError(number, 1, f"the map has only {grid.rows} rows")
    return "".join(terrain), tuple(levels)


def _cells(
    grid: Grid, legend: dict[str, str], number: int, line: str, cells: list[tuple[int, int]]
) -> Iterator[tuple[int, str, int]]:
    """The hexes of one line."""
    end = margin(grid)
    for character, here in [*cells, (len(line), -1)]:
        stray = line[end:character]
        if stray.strip():
            raise MapError(
                number, end + _first_column(stray), f"{stray.strip()[0]!r} stands between the hexes"
            )
        if here < 0:
            return
        letter, level = line[character : character + 1], line[character + 1 : character + 2].strip()
        if not letter.strip():
            raise MapError(number, character + 1, f"hex {grid.label(here)} is missing")
        if letter not in legend:
            raise MapError(number, character + 1, f"hex {grid.label(here)}: {letter!r} is not in the legend")
        if level and not (level.isascii() and level.isdigit()):
            raise MapError(number, character + 2, f"hex {grid.label(here)}: {level!r} is not a level, 0 to 9")
        yield here, letter, int(level or "0")
        end = character + 2


def _features(grid: Grid, lines: list[Line]) -> tuple[Feature, ...]:
    """The features, those listed on several lines put together."""
    members: dict[tuple[Run, str], list[int]] = {}
    for number, line in lines:
        head, colon, _ = line.partition(":")
        word, _, rest = head.strip().partition(" ")
        name = rest.strip()
        run = next((each for each in RUNS if each == word), None)
        if run is None or not colon:
            raise MapError(number, _first_column(line), "expected at, across or along, a name and a colon")
        if not is_name(name):
            raise MapError(number, len(head) + 1, f"what lies {run} the hexes needs a name")
        found = members.setdefault((run, name), [])
        for match in re.compile(r"\S+").finditer(line, len(head) + 1):
            found += _members(grid, run, match.group(), number, match.start() + 1)
    return tuple(feature(run, name, found) for (run, name), found in members.items())


def _members(grid: Grid, run: Run, word: str, number: int, column: int) -> list[int]:
    """The hexes or hexsides that one word of a list names."""
    if run == "at":
        return [_hex(grid, word, number, column)]
    label, slash, directions = word.partition("/")
    if slash:
        here = _hex(grid, label, number, column)
        return [
            grid.side(here, each) for each in _directions(grid, directions, number, column + len(label) + 1)
        ]
    labels = word.split("-")
    if len(labels) == 1:
        raise MapError(number, column, f"{word} names no hexside: write 0101-0102 or 0101/{grid.compass[0]}")
    sides, here = [], _hex(grid, labels[0], number, column)
    for following in labels[1:]:
        column += 2 * grid.digits + 1
        there = _hex(grid, following, number, column)
        side = grid.side_between(here, there)
        if side is None:
            raise MapError(number, column, f"hex {following} is not next to {grid.label(here)}")
        sides.append(side)
        here = there
    return sides


def _directions(grid: Grid, words: str, number: int, column: int) -> Iterator[int]:
    """The directions in `N/NE`."""
    for word in words.split("/"):
        if word not in grid.compass:
            raise MapError(number, column, f"{word!r} is not a direction: {', '.join(grid.compass)}")
        yield grid.compass.index(word)
        column += len(word) + 1


def _places(grid: Grid, lines: list[Line]) -> tuple[tuple[int, str], ...]:
    """The named places."""
    places = set()
    for number, line in lines:
        column = _first_column(line)
        label, _, name = line.strip().partition(" ")
        here = _hex(grid, label, number, column)
        if not is_name(name.strip()):
            raise MapError(number, column + len(label) + 1, f"hex {label} needs a name")
        places.add((here, name.strip()))
    return tuple(sorted(places))


def _hex(grid: Grid, label: str, number: int, column: int) -> int:
    """The hex with this number."""
    try:
        return grid.at_label(label)
    except ValueError as error:
        raise MapError(number, column, str(error)) from None


def _first_column(line: str) -> int:
    """The column, from 1, of the first character that is not a blank."""
    return len(line) - len(line.lstrip()) + 1
