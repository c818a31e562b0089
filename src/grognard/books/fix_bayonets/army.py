"""Orders of battle: reading, checking, showing. [F-6]"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from grognard.engine.files import Record, Shelf, twice
from grognard.engine.tables import Refusal
from grognard.engine.view import Row

from .words import Arm, Rank, Trait

HOUSE = Path(__file__).parent
GUN_RANGE = {7: 8, 6: 7}
"""Printed range by FV. [F-6]"""


class ListedUnit(Record, frozen=True):
    """A unit as an order of battle lists it."""

    name: str
    formation: str
    arm: Literal["inf", "cav", "art"]
    steps: int
    tem: int
    mcf: int
    fv: int = 0
    cv: int = 0
    sv: int = 0
    men: int = 0
    traits: tuple[Trait, ...] = ()
    range: int = 0


class ListedLeader(Record, frozen=True):
    """A leader as an order of battle lists him."""

    name: str
    rank: Rank
    sr: int
    cr: int
    tem: int = 0
    inf: int = 0
    cav: int = 0
    art: int = 0
    formation: str = ""
    superior: str = ""
    flexible: bool = False
    passive: bool = False
    card: bool = True


class ListedFormation(Record, frozen=True):
    """A Formation: its Corps, and whether it is British or Portuguese."""

    key: str
    corps: str
    british: bool = False


class Army(Record, frozen=True):
    """An order of battle."""

    title: str
    source: Literal["given", "found", "recalled", "deduced", "invented"]
    formation: tuple[ListedFormation, ...]
    unit: tuple[ListedUnit, ...]
    leader: tuple[ListedLeader, ...]


ARMIES = Shelf(HOUSE / "armies", Army, "army")
ARMS = {"inf": Arm.INF, "cav": Arm.CAV, "art": Arm.ART}


class Builder:
    """What the command line asks of orders of battle."""

    def names(self) -> tuple[str, ...]:
        """The book's own."""
        return ARMIES.names()

    def load(self, name: str | Path) -> Army:
        """One of the book's own, or one from a file."""
        return ARMIES.load(name)

    def check(self, name: str | Path) -> list[Refusal]:
        """What is wrong with an order of battle."""
        listed = self.load(name)
        keys = {formation.key for formation in listed.formation}
        faults = [
            Refusal("F-6", f"{unit.name} belongs to an unknown Formation '{unit.formation}'")
            for unit in listed.unit
            if unit.formation not in keys
        ]
        names = [unit.name for unit in listed.unit]
        faults += [Refusal("F-6", f"{each} is listed twice") for each in twice(names)]
        for unit in listed.unit:
            if unit.arm == "cav" and unit.cv <= 0:
                faults.append(Refusal("F-6", f"{unit.name} is cavalry without a CV"))
            if unit.arm != "cav" and unit.fv <= 0:
                faults.append(Refusal("F-6", f"{unit.name} has no FV"))
            if not 1 <= unit.steps <= 18:
                faults.append(Refusal("COV-01", f"{unit.name} must have 1 to 18 steps"))
        led = {leader.formation for leader in listed.leader if leader.card}
        faults += [Refusal("F-9.2", f"nobody commands {key}") for key in sorted(keys - led)]
        return faults

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [Row(listed.title, f"{sum(unit.steps for unit in listed.unit)} steps", "F-6")]
        rows += [
            Row(leader.name, f"{leader.rank.value}, SR {leader.sr}, CR {leader.cr}", "F-9.1")
            for leader in listed.leader
        ]
        for unit in listed.unit:
            value = f"CV {unit.cv}" if unit.arm == "cav" else f"FV {unit.fv}"
            traits = "".join(f", {trait.value}" for trait in unit.traits)
            rows.append(
                Row(
                    unit.name, f"{unit.formation}: {unit.steps} steps, {value}, TEM {unit.tem}{traits}", "F-6"
                )
            )
        return rows
