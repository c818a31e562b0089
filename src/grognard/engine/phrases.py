"""Log entries as lines of text, from a book's phrases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.log import Entry
from grognard.engine.naming import SideName, ending, opened
from grognard.engine.sheet import Sheet

UNIT_FACTS = frozenset({"unit", "target", "by", "friend", "enemy", "general", "into"})
"""Facts of a log entry that hold a unit's id."""
SIDE_FACTS = frozenset({"side", "winner"})
"""Facts of a log entry that hold a side."""


def render(
    entry: Entry, sheet: Sheet[Any], names: Mapping[int, str], key: str, sides: tuple[str, ...] = ()
) -> str:
    """A log entry as a line of text, from the book's phrases."""
    phrase = sheet.phrases.get(entry.what, entry.what)
    facts = {name: _named(name, value, names, sides) for name, value in entry.facts.items()}
    if "winner" in facts and isinstance(facts.get("words"), str):
        told = ending(facts["words"], entry.facts["winner"], sides)
        facts["words"] = f"the {told[4:]}" if told.startswith("The ") and ": {words}" in phrase else told
    try:
        words = phrase.format(**facts)
    except (KeyError, IndexError):
        words = f"{entry.what} {facts}"
    words = opened(words) if phrase.startswith("{side:") else words
    return f"{words} [{key} {entry.cite}]"


class _Count(int):
    """A number that a phrase may give a word: `{hits:hit|hits}` says "1 hit" and "2 hits", `{hits:no hit|hit|hits}` "no hit" too."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(int(self), spec)
        *none, one, many = spec.split("|")
        if none and not self:
            return none[0]
        return f"{int(self)} {one if self == 1 else many}"


def _named(name: str, value: Any, names: Mapping[int, str], sides: tuple[str, ...]) -> Any:
    """A fact as players read it: units and sides by their names, no word of the program."""
    if isinstance(value, int) and not isinstance(value, bool):
        if name in UNIT_FACTS:
            return names.get(value, value)
        if name in SIDE_FACTS and 0 <= value < len(sides):
            return SideName(sides[value])
        return _Count(value)
    if isinstance(value, str):  # a word of the program, where it is one, reads as words
        return value.replace("_", " ")
    if type(value) in (list, tuple):
        return type(value)(_Count(part) if type(part) is int else part for part in value)
    return value
