"""Log entries as lines of text, from a book's phrases."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from grognard.engine.log import Entry
from grognard.engine.naming import SideName, ending, opened
from grognard.engine.sheet import Sheet
from grognard.engine.tables import Tally

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


def reading_words(
    sheet: Sheet[Any], throw: str, reading: Any, facts: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """What a throw reads, in the book's words: its phrase `dice NAME`; nothing if it has none.

    `no hit|1 hit|{reading} hits` has words for 0, for 1, and for more; of several numbers the first decides. A phrase
    may name the facts of the throw, `{count}` for that first number, and `{total}`: the reading with its sum, if known.
    """
    phrase = sheet.phrases.get(f"dice {throw}", "")
    count = reading[0] if isinstance(reading, tuple | list) and reading else reading
    if "|" in phrase and isinstance(count, int):
        forms = phrase.split("|")
        phrase = forms[max(0, min(int(count), len(forms) - 1))]
    try:
        known = {**facts, **_total(reading, facts), **_plus(reading, facts)}
        return phrase.format(**{**known, "reading": reading, "count": count})
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):  # not that kind of reading
        return ""


def _total(reading: Any, facts: Mapping[str, Any]) -> dict[str, int]:
    """The journal keeps its sums as text: there it is not known."""
    if "why" not in facts or not isinstance(reading, int):
        return {}
    return {"total": reading + (facts["why"].total if isinstance(facts["why"], Tally) else 0)}


def _plus(reading: Any, facts: Mapping[str, Any]) -> dict[str, int]:
    """Two readings of the same dice, for good and for hard going, with what is added to both."""
    if not (
        isinstance(reading, tuple | list) and len(reading) == 2 and all(type(one) is int for one in reading)
    ):
        return {}
    plus = facts.get("plus", 0)
    return {"good": reading[0] + plus, "hard": reading[1] + plus}
