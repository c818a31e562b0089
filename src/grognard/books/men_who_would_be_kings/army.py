"""Forces: prices, checks and rosters. [F-1–F-6]"""

from __future__ import annotations

from pathlib import Path

from grognard.engine.lists import ListBuilder
from grognard.engine.view import Row

from .facts.values import weapon_of
from .setup.forces import FORCES, Force, force_faults, leader_words, said
from .setup.workshop import DESK
from .tables.profiles import PROFILES, WEAPONS


class Builder(ListBuilder[Force]):
    """What `grognard army` asks of this book."""

    def __init__(self) -> None:
        super().__init__(FORCES, DESK, force_faults)

    def written(self, listed: Force, path: Path) -> str:
        """The text of a sound list, to the letter."""
        return path.read_text("utf-8")

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [Row(listed.title, f"{listed.points} points", "F-1")]
        for unit in listed.unit:
            profile = PROFILES.row(unit.type)
            weapon = WEAPONS.row(weapon_of(unit.type, unit.options, unit.weapon)).words
            words = [f"{profile.value.models}", profile.words, *(said(option) for option in unit.options)]
            leader = f", {unit.leader}" if unit.leader else ""
            led = f", {leader_words(unit)}" if unit.rolled else ""
            rows.append(
                Row(
                    f"{unit.name}{leader}",
                    f"{' '.join(words)}, {weapon}{led}, {unit.points} points",
                    profile.cite,
                )
            )
        return rows
