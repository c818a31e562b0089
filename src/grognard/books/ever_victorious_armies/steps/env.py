"""Whom a sequence concerns: one frozen record for each."""

from __future__ import annotations

import msgspec


class Placing(msgspec.Struct, frozen=True, tag=True):
    """Free deployment: the side at it, and the units it has set up."""

    side: int
    done: tuple[int, ...] = ()
    unit: int = -1


class Turn(msgspec.Struct, frozen=True, tag=True):
    """One turn: how far its two-sided steps have come."""

    stage: int = 0


class SideTurn(msgspec.Struct, frozen=True, tag=True):
    """One side at a step."""

    side: int


class Marching(msgspec.Struct, frozen=True, tag=True):
    """A unit on the march, with what its dice allow."""

    unit: int
    good: int = 0
    difficult: int | None = None


class Charging(msgspec.Struct, frozen=True, tag=True):
    """A charge: who, at whom, and whether the first in the lane chose to stand."""

    unit: int
    target: int
    stood: bool = False


class Evading(msgspec.Struct, frozen=True, tag=True):
    """A unit running from a charger."""

    unit: int
    charger: int


class Retiring(msgspec.Struct, frozen=True, tag=True):
    """A unit that must go back."""

    unit: int


class Pursuing(msgspec.Struct, frozen=True, tag=True):
    """A unit that follows up; how far it can get, and over what ground."""

    unit: int
    most: int = -1
    difficult: bool = False
    touched: int | None = None


class Firing(msgspec.Struct, frozen=True, tag=True):
    """The dice of one shooting step: hits so far, in the order the targets were named."""

    hits: tuple[int, ...] = ()


MoveEnv = Placing | Turn | SideTurn | Marching | Charging | Evading | Retiring | Pursuing | Firing
