"""Orders of battle: reading, checking, showing. [F-6, F-24]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.engine.book import BadInput
from grognard.engine.files import text_of
from grognard.engine.tables import Refusal
from grognard.engine.view import Row
from grognard.engine.workshop import Desk, own_list

from .setup.lists import ARMIES, Army, leader_points, list_faults, total, unit_points
from .setup.workshop import DESK


class Builder:
    """What the command line asks of orders of battle."""

    def names(self) -> tuple[str, ...]:
        """The book's own."""
        return ARMIES.names()

    def load(self, name: str | Path) -> Army:
        """One of the book's own, or one from a file."""
        return ARMIES.load(name)

    def inline(self, name: str) -> str:
        """A list of one's own written out, as the options of a game keep it; BadInput if there is any fault. [F-24.2]"""
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
        """What is wrong with an order of battle."""
        return list_faults(self.load(name))

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [
            Row(
                listed.title,
                f"{sum(unit.steps for unit in listed.unit)} steps, {total(listed)} points",
                "F-24",
            )
        ]
        rows += [
            Row(
                leader.name,
                f"{leader.rank.value}, SR {leader.sr}, CR {leader.cr}, {leader_points(leader)} points",
                "F-9.1",
            )
            for leader in listed.leader
        ]
        for unit in listed.unit:
            value = f"CV {unit.cv}" if unit.arm == "cav" else f"FV {unit.fv}"
            traits = "".join(f", {trait.value}" for trait in unit.traits)
            rows.append(
                Row(
                    unit.name,
                    f"{unit.formation}: {unit.steps} steps, {value}, TEM {unit.tem}{traits}, {unit_points(unit)} points",
                    "F-6",
                )
            )
        return rows
