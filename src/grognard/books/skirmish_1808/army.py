"""Lists: rosters and checks, for `grognard army` and for the table. [E1–E8]"""

from __future__ import annotations

from pathlib import Path

import msgspec

from grognard.engine.lists import ListBuilder
from grognard.engine.view import Row

from .setup.files import FORCES, ForceFile, profile
from .setup.lists import faults_of, leader_points, profile_faults, total, unit_points
from .setup.workshop import DESK
from .tables.points import CREW, GUNS

__all__ = ("Builder", "faults_of", "leader_points", "profile_faults", "total", "unit_points")


class Builder(ListBuilder[ForceFile]):
    """What `grognard army` asks of this book."""

    def __init__(self) -> None:
        super().__init__(FORCES, DESK, faults_of)

    def written(self, listed: ForceFile, path: Path) -> str:
        """A sound list as the option of a side takes it: one line, so that a game needs no file. [E1]"""
        return msgspec.json.encode(listed).decode()

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [Row(listed.title, f"{total(listed)} points", "E1")]
        for leader in listed.leader:
            how = "mounted" if leader.mounted else "on foot"
            rows.append(
                Row(
                    f"{leader.id} {leader.name}",
                    f"{leader.rank}, {how}, {leader_points(leader)} points",
                    "E3",
                )
            )
        for unit in listed.unit:
            line = profile(unit.profile)
            words = f"{unit.figures} {line.class_.value} {line.arm.value}, {line.quality.value}, D{line.combat}/D{line.fire}, {line.weapon.value}"
            traits = "".join(f", {trait.value}" for trait in line.traits)
            rows.append(
                Row(
                    f"{unit.id} {unit.name or line.name}",
                    f"{words}{traits}, {unit_points(unit)} points",
                    "E1",
                )
            )
        for gun in listed.gun:
            cost = GUNS[gun.type] + CREW[gun.quality] * gun.crew
            rows.append(
                Row(
                    f"{gun.id} {gun.name or 'gun'}",
                    f"type {gun.type.value}, {gun.crew} {gun.quality.value} crew, {cost} points",
                    "E4",
                )
            )
        rows += [Row(f"{c.id} {c.name}", f"{c.wagons} wagons", "S3") for c in listed.convoy]
        return rows
