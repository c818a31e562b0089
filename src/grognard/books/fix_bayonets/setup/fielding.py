"""An army of another list takes the field: where its units and leaders begin. [F-24.3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from grognard.engine.book import BadInput

from ..state import Battlefield
from ..tables.limits import TERRAIN
from ..words import Trait
from .lists import Army, ListedUnit

COLUMN_HOLDS = 12
"""Steps that stand in Column; more of them in General Order. [STK-02]"""


class SidePlaces(Protocol):
    """What a scenario says of where a side stands."""

    @property
    def deploy(self) -> Mapping[str, str]: ...
    @property
    def leaders(self) -> Mapping[str, str]: ...
    @property
    def fatigue(self) -> Mapping[str, int]: ...


class Places:
    """The same, worked out for another army; nobody is tired."""

    def __init__(self, deploy: dict[str, str], leaders: dict[str, str]) -> None:
        self.deploy, self.leaders = deploy, leaders
        self.fatigue: dict[str, int] = {}


def placed(field: Battlefield, sides: Sequence[SidePlaces], side: int, army: Army) -> Places:
    """A whole army on the map: where the scenario's own stood, then from its own edge on. [F-24.3]"""
    free = _hexes(field, sides, side)
    facing = "d3" if 2 * field.home[side] < field.rows else "d0"
    deploy: dict[str, str] = {}
    first: dict[str, str] = {}
    for unit in sorted(army.unit, key=lambda unit: [f.key for f in army.formation].index(unit.formation)):
        here = next(free, None)
        if here is None:
            raise BadInput(f"there is no room for {unit.name} on the map [F-24.3]")
        deploy[unit.name] = f"{field.grid.label(here)} {_form(unit)} {facing}"
        first.setdefault(unit.formation, field.grid.label(here))
    goal = field.grid.label(_goal(field))
    leaders = {}
    for leader in army.leader:
        if leader.formation:
            leaders[leader.name] = f"{first[leader.formation]} om {goal}"
        else:
            below = next((one.formation for one in army.leader if one.superior == leader.name), "")
            leaders[leader.name] = first.get(below, next(iter(first.values())))
    return Places(deploy, leaders)


def _form(unit: ListedUnit) -> str:
    if unit.arm == "art":
        return "limbered" if Trait.TRAIN in unit.traits else "unlimbered"
    return "column" if unit.steps <= COLUMN_HOLDS else "general order"


def _hexes(field: Battlefield, sides: Sequence[SidePlaces], side: int) -> Iterator[int]:
    """Open hexes: those the scenario's own army began in, then row after row from the side's edge, the middle first."""
    taken = {_begins(field, text) for text in sides[1 - side].deploy.values()}
    own = [_begins(field, text) for text in sides[side].deploy.values() if not _late(text)]
    home, middle = field.home[side], field.columns // 2
    depth = max(3, field.rows // 3)
    near = [
        row * field.columns + column
        for row in sorted(range(field.rows), key=lambda row: abs(row - home))[:depth]
        for column in sorted(range(field.columns), key=lambda column: abs(column - middle))
    ]
    for here in dict.fromkeys([*own, *near]):
        ground = TERRAIN[field.terrain[here]]
        if here not in taken and not ground.forced and ground.guns is not None and ground.charge:
            yield here


def _late(text: str) -> bool:
    return text.startswith("T")


def _begins(field: Battlefield, text: str) -> int:
    words = text.split()
    return field.grid.at_label(words[1] if _late(text) else words[0])


def _goal(field: Battlefield) -> int:
    """Where its orders send it: the dearest scoring hex, else the middle of the map."""
    if field.prizes:
        return max(field.prizes, key=lambda prize: prize[1] + prize[2])[0]
    return (field.rows // 2) * field.columns + field.columns // 2
