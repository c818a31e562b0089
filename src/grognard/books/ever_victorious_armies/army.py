"""Army lists: checks and rosters. [Y1, Y2]"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.engine.files import text_of
from grognard.engine.tables import Refusal
from grognard.engine.view import Row
from grognard.engine.workshop import Desk, own_list

from .setup.lists import ARMIES, Army, list_faults
from .setup.workshop import DESK
from .words import Weapon


class Builder(NamedTuple):
    """What `grognard army` asks of this book."""

    def names(self) -> tuple[str, ...]:
        """The armies that come with the book."""
        return ARMIES.names()

    def load(self, name: str | Path) -> Army:
        """An army by name or from a file."""
        return ARMIES.load(name)

    def inline(self, name: str) -> str:
        """A list of one's own written out, as the options of a game keep it; BadInput if there is any fault. [Y2]"""
        for fault in self.check(name):
            raise BadInput(f"{Path(name).name}: {fault.words} [{fault.cite}]")
        return text_of(Path(name)).rstrip() + "\n"

    def plain(self, name: str) -> dict[str, Any]:
        """One of the book's own lists as data."""
        return own_list(ARMIES, name)

    @property
    def workshop(self) -> Desk:
        """What there is to make a list of."""
        return DESK

    def check(self, name: str | Path) -> list[Refusal]:
        """Every fault of a list, one cited line each; empty if it is sound."""
        return list_faults(self.load(name))

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [Row(listed.title, f"{listed.points} points", "Y1")]
        for unit in listed.unit:
            words = [f"{unit.figures}", unit.type.value.replace("_", " ")]
            words += ["/".join(order.value for order in unit.orders)] if unit.orders else []
            words += [unit.training.value, *(trait.value for trait in unit.traits)]
            words += [unit.weapon.value.replace("_", " ")] if unit.weapon is not Weapon.NONE else []
            words += ["(reserve)"] if unit.reserve else []
            rows.append(Row(f"{unit.id} {unit.name}", f"{' '.join(words)}, {unit.points} points"))
        return rows
