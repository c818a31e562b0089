"""Army lists: points, limits, checks and rosters. [15, 32, 33]"""

from __future__ import annotations

from pathlib import Path

from grognard.engine.lists import ListBuilder
from grognard.engine.view import Row

from .setup.files import (
    FORCES,
    ForceFile,
    ListedUnit,
    figures_of,
    profile_of,
    row_for,
    sheet,
)
from .setup.lists import list_faults, total
from .setup.workshop import DESK
from .words import Arm


class Builder(ListBuilder[ForceFile]):
    """What `grognard army` asks of this book."""

    def __init__(self) -> None:
        super().__init__(FORCES, DESK, list_faults)

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
