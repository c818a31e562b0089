"""The names of the sequences for close combat, morale, rally and generals at risk."""

from __future__ import annotations

import msgspec

from ..words import Band, Toll


class Combat(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """One separate combat: who is in it, who attacks, and whose losses are still to be thrown. [C1]"""

    units: tuple[int, ...]
    attacker: int
    age: int
    """The number of its oldest contact."""
    band: Band | None = None
    """The result, once the dice have fallen."""
    due: tuple[tuple[int, Toll, str], ...] = ()
    """Units that still throw for their loss: with what, and by which rule."""


class Nerves(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The morale step: who has tested for casualties, and who for a general. [O1]"""

    casualties: tuple[int, ...] = ()
    generals: tuple[int, ...] = ()


class MoraleTest(msgspec.Struct, frozen=True, tag=True):
    """One morale test, and the rule that calls for it."""

    unit: int
    cause: str


class Rallies(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The rally step: the unit a general is trying to rally, and who has had his try. [84]"""

    unit: int | None = None
    general: int = -1
    done: tuple[int, ...] = ()


class AtRisk(msgspec.Struct, frozen=True, tag=True):
    """A general whose unit lost figures, or is gone. [N4, N5]"""

    general: int
    how: str
    unit: int


FightEnv = Combat | Nerves | MoraleTest | Rallies | AtRisk
