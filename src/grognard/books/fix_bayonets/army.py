"""Orders of battle: reading, checking, showing. [F-6]"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from grognard.engine.book import BadInput
from grognard.engine.tables import Refusal
from grognard.engine.view import Row

from .words import Arm, Rank, Trait

HOUSE = Path(__file__).parent
GUN_RANGE = {7: 8, 6: 7}
"""Printed range by FV. [F-6]"""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record read from a file: nothing missing, nothing unknown."""


class ListedUnit(_Strict, frozen=True):
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


class ListedLeader(_Strict, frozen=True):
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


class ListedFormation(_Strict, frozen=True):
    """A Formation: its Corps, and whether it is British or Portuguese."""

    key: str
    corps: str
    british: bool = False


class Army(_Strict, frozen=True):
    """An order of battle."""

    title: str
    source: Literal["given", "found", "recalled", "deduced", "invented"]
    formation: tuple[ListedFormation, ...]
    unit: tuple[ListedUnit, ...]
    leader: tuple[ListedLeader, ...]


ARMS = {"inf": Arm.INF, "cav": Arm.CAV, "art": Arm.ART}


def read_toml(path: Path, kind: type[Any]) -> Any:
    """A file checked against its record; BadInput names the file and what is wrong."""
    return parsed(path.name, text_of(path), kind)


def text_of(path: Path) -> str:
    """What is written in a file."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as fault:
        raise BadInput(f"{path.name} is not TOML: {fault}") from None
    except OSError as fault:
        raise BadInput(f"{path.name} cannot be read: {fault.strerror}") from None


def parsed(name: str, text: str, kind: type[Any]) -> Any:
    """The text of a file checked against its record."""
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{name}: {fault}") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{name} is not TOML: {fault}") from None


@cache
def army_names() -> tuple[str, ...]:
    """The book's own orders of battle."""
    return tuple(sorted(path.stem for path in (HOUSE / "armies").glob("*.toml")))


@cache
def army(name: str) -> Army:
    """One of the book's own orders of battle."""
    if name not in army_names():
        raise BadInput(f"there is no army '{name}'; there are: {', '.join(army_names())}")
    found: Army = read_toml(HOUSE / "armies" / f"{name}.toml", Army)
    return found


class Builder:
    """What the command line asks of orders of battle."""

    def names(self) -> tuple[str, ...]:
        """The book's own."""
        return army_names()

    def load(self, name: str | Path) -> Army:
        """One of the book's own, or one from a file."""
        path = Path(name)
        if path.suffix == ".toml":
            found: Army = read_toml(path, Army)
            return found
        return army(str(name))

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
        faults += [
            Refusal("F-6", f"{each} is listed twice")
            for each in sorted({n for n in names if names.count(n) > 1})
        ]
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
