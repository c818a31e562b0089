"""Army lists: checks and rosters. [Y1, Y2]"""

from __future__ import annotations

from pathlib import Path

from grognard.engine.lists import ListBuilder
from grognard.engine.view import Row

from .setup.lists import ARMIES, Army, list_faults
from .setup.workshop import DESK
from .words import Weapon


class Builder(ListBuilder[Army]):
    """What `grognard army` asks of this book."""

    def __init__(self) -> None:
        super().__init__(ARMIES, DESK, list_faults)

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
