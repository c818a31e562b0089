"""A book's open battle: what an empty table to begin with and tables drawn by a number are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from grognard.engine.battlekit import BattleBlank
from grognard.engine.battles import plain_of
from grognard.engine.files import read_toml

F = TypeVar("F", bound=msgspec.Struct)


class OpenBattle(Generic[F]):
    """The scenario file of it, and how the book draws another table for it."""

    def __init__(self, path: Path, kind: type[F], redrawn: Callable[[F, int, bool], F]):
        self.path, self.kind, self.redrawn = path, kind, redrawn

    def file(self) -> F:
        """Its file as it is."""
        return read_toml(self.path, self.kind)

    def emptied(self, **changes: Any) -> F:
        """Its file with some parts empty, on a table that is not drawn anew."""
        return msgspec.structs.replace(self.file(), draws=False, **changes)

    def drawn(self, number: int, mirrored: bool) -> F:
        """The same on a table drawn by a number."""
        return msgspec.structs.replace(self.redrawn(self.file(), number, mirrored), draws=False)


def blank(title: str, file: msgspec.Struct, placed: Mapping[str, Any] | None = None) -> BattleBlank:
    """A battle to begin with, of which nothing is told yet: a file, and everybody where he is to stand."""
    plain: dict[str, Any] = plain_of(file)
    for section, rows in (placed or {}).items():
        known = plain.get(section, [])
        # What is said of a side is said beside the rest of it; other rows are all there are.
        plain[section] = [one | more for one, more in zip(known, rows)] if section == "side" else rows
    plain |= {"title": "My battle", "blurb": "", "source": "a player's own"}
    plain.pop("about", None)
    return BattleBlank(title, plain)
