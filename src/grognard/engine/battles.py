"""Battles of one's own: a scenario file given as a whole text, checked before anything is built from it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import BATTLE, OWN, FirstStates, info_of, parsed, whole

LONGEST, DEEPEST, PARTS, LONGEST_TITLE = 60_000, 8, 6_000, 80
"""Letters of a battle, how deep it may be nested, numbers and words in it, letters of its title."""
LARGEST = 100_000
"""No number of a battle is larger."""


class Battles(NamedTuple):
    """What a book brings to its battle desk."""

    states: FirstStates[Any, Any]

    def told(self, text: str) -> ScenarioInfo:
        """What is to be said of a battle before it is played."""
        _taken_apart(text)
        told = info_of(OWN, parsed(BATTLE, text, self.states.kind), Path())
        for name in (told.title, *told.sides):
            if not name.strip() or len(name) > LONGEST_TITLE or "\n" in name:
                raise BadInput(
                    f"{BATTLE}: its title and its sides have names of 1 to {LONGEST_TITLE} letters"
                )
        return told

    def first(self, text: str, options: Any) -> Any:
        """The first state of a battle."""
        _taken_apart(text)
        return self.states.from_text(text, options)

    def whole(self, path: Path) -> str:
        """The text of a file, with the lists its sides name written out."""
        text = whole(path)
        if len(text) > LONGEST:
            raise BadInput(f"{path.name}: a battle is written in {LONGEST} letters or fewer")
        return text


def file_name(title: str) -> str:
    """A title as the name of a file: small plain letters."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:40] or OWN


@lru_cache(maxsize=64)
def _taken_apart(text: str) -> dict[str, Any]:
    """The plain data of a battle written as TOML, within all bounds. Nobody may change it."""
    if len(text) > LONGEST:
        raise BadInput(f"{BATTLE} is written in {LONGEST} letters or fewer")
    try:
        plain = tomllib.loads(text)
    except (RecursionError, ValueError) as fault:
        raise BadInput(f"{BATTLE} is not TOML: {fault}"[:300]) from None
    bounded(plain)
    return plain


def bounded(plain: Any) -> None:
    """Nothing too deep, too long, absurd or unprintable; BadInput says what."""
    left = PARTS
    todo: list[tuple[Any, int]] = [(plain, 0)]
    while todo:
        part, depth = todo.pop()
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise BadInput(f"{BATTLE} is {'too large' if left < 0 else 'nested too deep'}")
        if isinstance(part, dict):
            todo += ((each, depth + 1) for pair in part.items() for each in pair)
        elif isinstance(part, (list, tuple)):
            todo += ((each, depth + 1) for each in part)
        else:
            _sober(part)


def _sober(part: Any) -> None:
    if isinstance(part, str):
        if not part.replace("\n", " ").replace("\t", " ").isprintable():
            raise BadInput(f"{BATTLE} has letters that cannot be printed")
        if "<" in part or ">" in part:
            raise BadInput(f"{BATTLE} has words with < or >, as only programs have them")
    elif isinstance(part, (int, float)):
        if (isinstance(part, float) and not isfinite(part)) or abs(part) > LARGEST:
            raise BadInput(f"{BATTLE} has a number that is absurd; the largest is {LARGEST}")
    elif part is not None:
        raise BadInput(f"{BATTLE} has something that is neither words nor a number")
