"""Army lists: points, limits, checks and rosters. [15, 32, 33]"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.engine.files import text_of
from grognard.engine.tables import Refusal
from grognard.engine.view import Row
from grognard.engine.workshop import Desk, own_list

from .setup.files import (
    FORCES,
    ForceFile,
    ListedUnit,
    figures_of,
    force,
    force_names,
    profile_of,
    row_for,
    sheet,
)
from .setup.lists import list_faults, total
from .setup.workshop import DESK
from .words import Arm


class Builder(NamedTuple):
    """What `grognard army` asks of this book."""

    def names(self) -> tuple[str, ...]:
        """The lists that come with the book."""
        return force_names()

    def load(self, name: str | Path) -> ForceFile:
        """A list by name or from a file."""
        return force(str(name))

    def inline(self, name: str) -> str:
        """A list of one's own written out, as the options of a game keep it; BadInput if there is any fault. [33]"""
        for fault in self.check(name):
            raise BadInput(f"{Path(name).name}: {fault.words} [{fault.cite}]")
        return text_of(Path(name)).rstrip() + "\n"

    def plain(self, name: str) -> dict[str, Any]:
        """One of the book's own lists as data."""
        return own_list(FORCES, name)

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
        rows = [
            Row(listed.title, f"{total(listed)} points of {listed.limit}, led by {listed.commander}", "33")
        ]
        for brigade in listed.brigade:
            rows.append(Row(brigade.name, f"led by {brigade.leader}", "32"))
            rows += [unit_row(unit, listed.sheet) for unit in brigade.unit]
        return rows


def unit_row(unit: ListedUnit, of: str) -> Row:
    """One unit of a roster."""
    row, profile = row_for(unit, of), profile_of(unit, of)
    options = [*(f"elite {e}" for e in unit.elite), *["understrength"] * unit.understrength]
    options += ["unenthusiastic"] * unit.unenthusiastic + ["stoic"] * unit.stoic
    words = [
        *([sheet(unit.sheet).title] if unit.sheet and unit.sheet != of else []),
        "1 gun" if row.arm is Arm.ARTILLERY else f"{figures_of(unit, of)} figures",
        f"{profile.fire or '–'}/{profile.melee}/{profile.tenacity}",
        ", ".join(s.value for s in profile.specials),
        *options,
    ]
    return Row(
        f"{unit.id} {unit.name or row.name}", f"{'; '.join(w for w in words if w)}: {profile.points} points"
    )
