"""A hex map as a plain value: a terrain letter and a level for each hex, features of hexes and hexsides, names.

What the letters and the features mean is the caller's affair: the map only carries a legend for people.
`hextext` describes maps as text, `hexparse` and `hexprint` read and print them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

import msgspec

from grognard.geometry.hexes import Grid

# A feature may lie in hexes (a depot, a ford), cross hexsides (a road) or run along them (a stream, a crest).
Run = Literal["at", "across", "along"]
RUNS: tuple[Run, ...] = ("at", "across", "along")
LEVELS = range(10)
LARGEST = 999  # columns, rows and their first number


class Feature(msgspec.Struct, frozen=True):
    """Something in several hexes (`at`) or on several hexsides (`across`, `along`), by index or side, sorted."""

    run: Run
    name: str
    members: tuple[int, ...]


class HexMap(msgspec.Struct, frozen=True, dict=True):
    """A map: terrain as one letter a hex, levels 0 to 9, legend as (letter, meaning), places as (hex, name)."""

    grid: Grid
    terrain: str
    levels: tuple[int, ...]
    legend: tuple[tuple[str, str], ...]
    features: tuple[Feature, ...] = ()
    places: tuple[tuple[int, str], ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        faults = (
            _fault_of_hexes(self),
            _fault_of_legend(self),
            _fault_of_features(self),
            _fault_of_names(self),
        )
        for fault in faults:
            if fault:
                raise ValueError(fault)

    @cached_property
    def by_feature(self) -> dict[tuple[Run, str], frozenset[int]]:
        """The members of each feature."""
        return {(feature.run, feature.name): frozenset(feature.members) for feature in self.features}

    def members(self, run: Run, name: str) -> frozenset[int]:
        """The hexes or hexsides that have a feature; none if the map does not know it."""
        return self.by_feature.get((run, name), frozenset())

    def meaning(self, here: int) -> str:
        """What the legend says of the letter of a hex."""
        return self.meanings[self.terrain[here]]

    @cached_property
    def meanings(self) -> dict[str, str]:
        """The legend, to look letters up in."""
        return dict(self.legend)


def feature(run: Run, name: str, members: Iterable[int]) -> Feature:
    """A feature with its members put in order, each once."""
    return Feature(run, name, tuple(sorted(set(members))))


def is_letter(text: str) -> bool:
    """Whether a text can stand for terrain: one visible ASCII character, not a digit."""
    # Other alphabets would do, but wide and combining characters spoil the columns of a text map.
    return len(text) == 1 and "!" <= text <= "~" and not text.isdigit()


def is_name(text: str) -> bool:
    """Whether a text can be a name: something visible on one line, no space at its ends."""
    return bool(text) and text == text.strip() and text.isprintable()


def _fault_of_hexes(board: HexMap) -> str | None:
    """What is wrong with the terrain and the levels."""
    if max(board.grid.columns, board.grid.rows, board.grid.first) > LARGEST:
        return f"a map has at most {LARGEST} columns and rows"
    if len(board.terrain) != board.grid.size or len(board.levels) != board.grid.size:
        return f"a map of {board.grid.size} hexes needs as many letters and levels"
    if not all(level in LEVELS for level in board.levels):
        return "levels run from 0 to 9"
    unknown = set(board.terrain) - {letter for letter, _ in board.legend}
    return f"letters not in the legend: {' '.join(sorted(unknown))}" if unknown else None


def _fault_of_legend(board: HexMap) -> str | None:
    """What is wrong with the legend."""
    letters = [letter for letter, _ in board.legend]
    if len(set(letters)) != len(letters):
        return "a letter stands twice in the legend"
    bad = [letter for letter in letters if not is_letter(letter)]
    return f"not a letter for terrain: {bad[0]!r}" if bad else None


def _fault_of_features(board: HexMap) -> str | None:
    """What is wrong with the features."""
    if len({(each.run, each.name) for each in board.features}) != len(board.features):
        return "a feature stands twice on the map"
    for each in board.features:
        if each.members != tuple(sorted(set(each.members))):
            return f"the members of {each.name} are not in order"
        if ":" in each.name:
            return f"the name of a feature may not hold a colon: {each.name}"
        known = board.grid.is_hex if each.run == "at" else board.grid.is_side
        if not all(known(member) for member in each.members):
            return f"{each.name} lies off the map"
    return None


def _fault_of_names(board: HexMap) -> str | None:
    """What is wrong with the places and with names of all kinds."""
    if board.places != tuple(sorted(set(board.places))):
        return "the places are not in order"
    if not all(board.grid.is_hex(here) for here, _ in board.places):
        return "a place lies off the map"
    names = [name for _, name in board.legend + board.places] + [each.name for each in board.features]
    bad = [name for name in names + [board.title] * bool(board.title) if not is_name(name)]
    return f"not a name: {bad[0]!r}" if bad else None
