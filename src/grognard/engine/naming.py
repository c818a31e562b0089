"""Sides in sentences: the French win, the Army of the North wins; and the end of a battle told so that both may read it."""

from __future__ import annotations

import re
from collections.abc import Sequence

BODIES = re.compile(
    r"\b(army|brigade|column|command|company|corps|detachment|division|expedition|fleet|force|garrison"
    r"|guard|host|league|legion|militia|north|party|patrol|regiment|south|squadron)$",
    re.IGNORECASE,
)
"""Last words of a name that stands for one body; any other is a people or several."""
COLOURS = frozenset({"black", "blue", "green", "red", "white", "yellow"})
"""Sides without a name: Red wins."""


def is_one(name: str) -> bool:
    """Whether a side's name stands for one body: an Army wins, the French win."""
    return name.lower() in COLOURS or bool(BODIES.search(re.split(r"[,(]| of ", name)[0].strip()))


def called(name: str) -> str:
    """A side as it stands in the middle of a sentence."""
    return name if name.lower() in COLOURS else f"the {name.removeprefix('The ').removeprefix('the ')}"


def opened(words: str) -> str:
    """Words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


class SideName(str):
    """A side that a phrase may give a verb: `{side:take|takes}` says "the French take" and "the Army takes", `{side:|}` "the French"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(str(self), spec)
        many, one = spec.split("|")
        who = f"{called(str(self))}{',' if many and ',' in self else ''}"  # "the British, with a gun, win"
        return f"{who} {one if is_one(self) else many}".rstrip()


ENEMY = (
    (re.compile(r"\bthe enemy army\b"), "the army of {0:|}"),
    (re.compile(r"\bevery enemy unit\b"), "every unit of {0:|}"),
    (re.compile(r"(?<!of )\bthe enemy is\b"), "{0:are|is}"),
    (re.compile(r"(?<!of )\bthe enemy has\b"), "{0:have|has}"),
    (re.compile(r"\bthe enemy\b"), "{0:|}"),
)
"""Who was the winner's enemy reads the end too: he is named."""


def ending(words: str, winner: int | None, sides: Sequence[str]) -> str:
    """The words of an end, for people of either side: the winner's verb agrees with his name, the enemy is named.

    The state keeps the words as its book wrote them, and with them its hash.
    """
    if winner is None or len(sides) != 2:
        return words
    name, loser = SideName(sides[winner]), SideName(sides[1 - winner])
    for enemy, phrase in ENEMY:
        words = enemy.sub(phrase.format(loser), words)
    verb = re.match(rf"{re.escape(name)} wins?\b", words)
    return opened(f"{name:win|wins}") + words[verb.end() :] if verb else words


__all__ = ["SideName", "called", "ending", "is_one", "opened"]
