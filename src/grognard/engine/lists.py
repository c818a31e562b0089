"""What all books' army lists do alike: named, read from a file, checked, written out for a game; a book says what its roster tells."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from grognard.engine.book import BadInput
from grognard.engine.files import LONGEST, Shelf, players_list, text_of
from grognard.engine.livery import in_colours
from grognard.engine.tables import Refusal
from grognard.engine.view import Row
from grognard.engine.workshop import Desk, own_list

L = TypeVar("L", bound=msgspec.Struct)


def _units_dressed(listed: Any) -> Any:
    return msgspec.structs.replace(listed, unit=in_colours(listed, listed.unit))


def by_name_or_text(
    name: str,
    shelf: Shelf[L],
    faults: Callable[[L], Iterable[Refusal]],
    dressed: Callable[[L], L] = _units_dressed,
    noun: str = "list",
) -> L:
    """One of a book's own lists by its name, or a player's own by its text, sound and in its colours: never a file."""
    if "\n" not in name:
        return shelf.own(name)
    if len(name) > LONGEST:
        raise BadInput(f"a {noun} is written in {LONGEST} letters or fewer")
    listed = players_list(name, shelf.kind)
    for fault in faults(listed):
        raise BadInput(f"the {noun}: {fault.words} [{fault.cite}]")
    return dressed(listed)


class ListBuilder(Generic[L]):
    """What `grognard army`, the workshop and the set-up of a game ask of a book's lists."""

    def __init__(self, shelf: Shelf[L], workshop: Desk, faults: Callable[[L], Iterable[Refusal]]):
        """The book's own lists, what there is to make one of, and what tells every fault of one."""
        self.shelf, self.workshop, self.faults = shelf, workshop, faults

    def names(self) -> tuple[str, ...]:
        """The lists that come with the book."""
        return self.shelf.names()

    def load(self, name: str | Path) -> L:
        """A list by name or from a file."""
        return self.shelf.load(name)

    def inline(self, name: str | Path) -> str:
        """A list of one's own written out, as the options of a game keep it; BadInput if there is any fault."""
        listed = self.load(name)
        for fault in self.faults(listed):
            raise BadInput(f"{Path(name).name}: {fault.words} [{fault.cite}]")
        return self.written(listed, Path(name))

    def written(self, listed: L, path: Path) -> str:
        """The text of a sound list, as its file has it."""
        return text_of(path).rstrip() + "\n"

    def plain(self, name: str) -> dict[str, Any]:
        """One of the book's own lists as data."""
        return own_list(self.shelf, name)

    def check(self, name: str | Path) -> list[Refusal]:
        """Every fault of a list, one cited line each; empty if it is sound."""
        return list(self.faults(self.load(name)))

    @abstractmethod
    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
