"""Forces: prices, checks and rosters. [F-1–F-6]"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.engine.tables import Refusal
from grognard.engine.view import Row
from grognard.engine.workshop import Desk, own_list

from .facts.values import weapon_of
from .setup.forces import FORCES, Force, force_faults, leader_words, said
from .setup.workshop import DESK
from .tables.profiles import PROFILES, WEAPONS


class Builder(NamedTuple):
    """What `grognard army` asks of this book."""

    def names(self) -> tuple[str, ...]:
        """The forces that come with the book."""
        return FORCES.names()

    def load(self, name: str | Path) -> Force:
        """A force by name or from a file."""
        return FORCES.load(name)

    def inline(self, name: str) -> str:
        """A list of one's own written out, as the options of a game keep it; BadInput if there is any fault. [F-6]"""
        for fault in self.check(name):
            raise BadInput(f"{Path(name).name}: {fault.words} [{fault.cite}]")
        return Path(name).read_text("utf-8")

    def plain(self, name: str) -> dict[str, Any]:
        """One of the book's own lists as data."""
        return own_list(FORCES, name)

    @property
    def workshop(self) -> Desk:
        """What there is to make a list of."""
        return DESK

    def check(self, name: str | Path) -> list[Refusal]:
        """Every fault of a list, one cited line each; empty if it is sound. [F-1–F-6]"""
        return list(force_faults(self.load(name)))

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
