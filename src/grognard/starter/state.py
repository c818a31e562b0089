"""What a position is made of."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.desks import UnitTable
from grognard.geometry.points import Poly


class Arm(StrEnum):
    """What a unit is."""

    FOOT = "foot"
    HORSE = "horse"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's switches."""


class Terrain(msgspec.Struct, frozen=True):
    """A piece of ground."""

    kind: str
    name: str
    poly: Poly


class Battlefield(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """What never changes. The engine asks for `name` and `turns`."""

    name: str
    title: str
    width: int
    height: int
    turns: int
    sides: tuple[str, str]
    terrain: tuple[Terrain, ...]


class Unit(msgspec.Struct, frozen=True, cache_hash=True, dict=True, omit_defaults=True):
    """A unit. The engine asks for `id`, its place in `State.units`, for `side` and `on_table`."""

    id: int
    side: int
    name: str
    arm: Arm
    x: int
    y: int
    facing: int
    full: int
    hits: int = 0
    acted: bool = False

    @property
    def stands(self) -> int:
        """Stands left. [3.3]"""
        return max(0, self.full - self.hits // 2)

    @property
    def on_table(self) -> bool:
        """Whether it is still there. [3.3]"""
        return self.stands > 0


class State(msgspec.Struct, frozen=True, dict=True):
    """The table and the clock. The engine asks for `field`, `options`, `units` and `turn`."""

    field: Battlefield
    options: Options
    units: tuple[Unit, ...]
    turn: int = 0
    outcome: Outcome | None = None

    def of(self, side: int) -> list[Unit]:
        """A side's units on the table."""
        return [unit for unit in self.units if unit.side == side and unit.on_table]


class Desk(UnitTable[State, Unit]):
    """The table as steps change it."""

    __slots__ = ()
