"""Whom a sequence concerns: one frozen record for each."""

from __future__ import annotations

import msgspec

from ..words import Action

Point = tuple[int, int]


class Opening(msgspec.Struct, frozen=True, tag=True):
    """Before the first turn: how far the Leaders have been rolled, and what the roll-off brought."""

    unit: int = 0
    value: int = 0
    rolls: tuple[int, ...] = ()
    stage: int = 0


class Placing(msgspec.Struct, frozen=True, tag=True):
    """A side setting up: the units it has set up by hand."""

    side: int
    unit: int = -1


class Turn(msgspec.Struct, frozen=True, tag=True):
    """One game turn: how far its two halves have come."""

    stage: int = 0


class PlayerTurn(msgspec.Struct, frozen=True, tag=True):
    """A player turn: whom dice have been thrown for at its start."""

    side: int
    rolled: tuple[int, ...] = ()
    unit: int = -1


class Deed(msgspec.Struct, frozen=True, tag=True):
    """One activation: who does what, at whom, and who decides."""

    unit: int
    action: Action
    by: int
    target: int = -1
    first: str = ""
    """In a Skirmish: whether it moves or fires first. [T126]"""
    moved: bool = False
    stood: tuple[Point, ...] = ()
    """Where its models were before the move of a Skirmish. [R-21]"""
    stage: int = 0


class Rouse(msgspec.Struct, frozen=True, tag=True):
    """An Idiot about to act, and who decides for him. [F-T3]"""

    unit: int
    by: int


class Moving(msgspec.Struct, frozen=True, tag=True):
    """A unit on the move with its allowance."""

    unit: int
    by: int
    allowance: int
    kind: str = "move"
    target: int = -1


class Shooting(msgspec.Struct, frozen=True, tag=True):
    """A unit firing: its hits, and what they did."""

    unit: int
    target: int
    action: Action
    lost: int = 0
    witnesses: tuple[int, ...] = ()


class Melee(msgspec.Struct, frozen=True, tag=True):
    """A fight: where the attacker began, hits and casualties, and what came of it."""

    unit: int
    target: int
    limit: int
    by: int
    judge: Point = (0, 0)
    level: int = 0
    across: tuple[str, ...] = ()
    """The Obstacles the enemy defends, by name. [R-09, R-11]"""
    house: int = -1
    hits: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)
    """Models lost by the attacker and by the defender."""
    stage: int = 0
    result: str = ""
    """won, lost or drawn, as the attacker sees it."""
    followed: bool = False
    witnesses: tuple[int, ...] = ()


class OnTrial(msgspec.Struct, frozen=True, tag=True):
    """A test of one unit: how many casualties caused it. [T100]"""

    unit: int
    casualties: int = 0
    marked: bool = False


class Bystanders(msgspec.Struct, frozen=True, tag=True):
    """Friends who still have to test. [R-32]"""

    queue: tuple[int, ...]


class Rallying(msgspec.Struct, frozen=True, tag=True):
    """A Rally: whether it is thrown again, and who has seen a rout."""

    unit: int
    again: bool = False
    routed: bool = False
    witnesses: tuple[int, ...] = ()


class Coming(msgspec.Struct, frozen=True, tag=True):
    """Solo: an appearance for a human unit: what the dice said so far. [F-B2]"""

    unit: int
    tag: str = ""
    roll: int = 0
    distance: int = 0


Env = (
    Opening
    | Placing
    | Turn
    | PlayerTurn
    | Deed
    | Rouse
    | Moving
    | Shooting
    | Melee
    | OnTrial
    | Bystanders
    | Rallying
    | Coming
)
