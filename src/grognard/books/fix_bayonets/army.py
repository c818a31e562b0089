"""Orders of battle: reading, checking, showing. [F-6, F-24]"""

from __future__ import annotations

from pathlib import Path

from grognard.engine.lists import ListBuilder
from grognard.engine.view import Row

from .setup.lists import ARMIES, Army, leader_points, list_faults, total, unit_points
from .setup.workshop import DESK


class Builder(ListBuilder[Army]):
    """What the command line asks of orders of battle."""

    def __init__(self) -> None:
        super().__init__(ARMIES, DESK, list_faults)

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
