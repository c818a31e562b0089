"""Forces: prices, checks and rosters. [F-1–F-6]"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grognard.books.men_who_would_be_kings.facts.values import weapon_of
from grognard.books.men_who_would_be_kings.setup import HOUSE, Force, ForceUnit, force_names, read_toml
from grognard.books.men_who_would_be_kings.tables.profiles import (
    COLUMNS,
    LADDERS,
    OPPOSITES,
    PRICES,
    PROFILES,
    WEAPONS,
)
from grognard.books.men_who_would_be_kings.words import Kind, Upgrade
from grognard.engine.book import BadInput
from grognard.engine.tables import Refusal
from grognard.engine.view import Row

CHEAPEST, DEAREST = 2, 9
"""What a unit may cost. [F-2]"""
ARMING = frozenset({Upgrade.WELL_ARMED, Upgrade.BOWS, Upgrade.POORLY_ARMED, Upgrade.BADLY_ARMED})


def price(kind: Kind, upgrades: tuple[Upgrade, ...]) -> int:
    """What a unit costs with what it was bought with. [F-2, F-U1–F-U12]"""
    return PROFILES[kind].points + sum(getattr(PRICES[u], COLUMNS[kind]) or 0 for u in upgrades)


def unit_faults(unit: ForceUnit) -> Iterator[Refusal]:
    """What is wrong with one unit of a list, a line for each fault. [F-2–F-4]"""
    name = unit.name
    for upgrade in sorted(set(unit.options)):
        if unit.options.count(upgrade) > 1:
            yield Refusal("F-3", f"{name} has bought {_said(upgrade)} twice")
        if getattr(PRICES[upgrade], COLUMNS[unit.type]) is None:
            yield Refusal(
                PRICES.row(upgrade).cite, f"{name}: {_said(upgrade)} is not to be had for this class"
            )
        elif (upgrade in ARMING and (PROFILES[unit.type].weapon, upgrade) not in LADDERS) or _idle(
            unit.type, upgrade
        ):
            yield Refusal("F-4", f"{name}: {_said(upgrade)} would change nothing")
    for pair in OPPOSITES:
        if pair <= set(unit.options):
            first, second = sorted(pair)
            yield Refusal("F-3", f"{name}: {_said(first)} and {_said(second)} exclude each other")
    cost = price(unit.type, unit.options)
    if unit.points != cost:
        yield Refusal("F-6", f"{name} is listed at {unit.points} points; it costs {cost}")
    if not CHEAPEST <= cost <= DEAREST:
        yield Refusal("F-2", f"{name} costs {cost} points; allowed are {CHEAPEST} to {DEAREST}")


def _idle(kind: Kind, upgrade: Upgrade) -> bool:
    """Whether an option would change nothing. [F-4]"""
    profile = PROFILES[kind]
    return (upgrade is Upgrade.POOR_SHOTS and profile.firing >= 6) or (
        upgrade is Upgrade.FIELDCRAFT and kind is Kind.TRIBAL_INFANTRY
    )


def _said(upgrade: Upgrade) -> str:
    return upgrade.value.replace("_", " ")


class Builder(NamedTuple):
    """What `grognard army` asks of this book."""

    def names(self) -> list[str]:
        """The forces that come with the book."""
        return list(force_names())

    def load(self, name: str | Path) -> Force:
        """A force by name or from a file."""
        path = HOUSE / "armies" / f"{name}.toml" if str(name) in force_names() else Path(name)
        if not path.is_file():
            raise BadInput(
                f"no force is called '{name}'; there are: {', '.join(force_names())}, or name a file"
            )
        found: Force = read_toml(path, Force)
        return found

    def check(self, name: str | Path) -> list[Refusal]:
        """Every fault of a list, one cited line each; empty if it is sound. [F-1–F-6]"""
        listed = self.load(name)
        faults = [fault for unit in listed.unit for fault in unit_faults(unit)]
        names = [unit.name for unit in listed.unit]
        faults += [
            Refusal("F-6", f"{each} is listed twice")
            for each in sorted({n for n in names if names.count(n) > 1})
        ]
        if not listed.unit:
            faults.append(Refusal("F-1", "a force has at least one unit"))
        total = sum(price(unit.type, unit.options) for unit in listed.unit)
        if total != listed.points:
            faults.append(Refusal("F-1", f"the list says {listed.points} points; its units cost {total}"))
        return faults

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [Row(listed.title, f"{listed.points} points", "F-1")]
        for unit in listed.unit:
            profile = PROFILES.row(unit.type)
            weapon = WEAPONS.row(weapon_of(unit.type, unit.options)).words
            words = [f"{profile.value.models}", profile.words, *(_said(option) for option in unit.options)]
            leader = f", {unit.leader}" if unit.leader else ""
            rows.append(
                Row(
                    f"{unit.name}{leader}", f"{' '.join(words)}, {weapon}, {unit.points} points", profile.cite
                )
            )
        return rows
