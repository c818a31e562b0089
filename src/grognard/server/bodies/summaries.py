"""How a game went: luck, losses, the computer's judgement."""

from __future__ import annotations

import msgspec

from grognard.engine.view import Row
from grognard.server.parts import OutcomeOf


class LuckLine(msgspec.Struct, frozen=True):
    """All throws of one kind by one side: what they read and what they should have.

    `percentile`: the exact chance of reading less, and half the chance of reading just this; null if it would
    take too long.
    """

    side: int | None
    what: str
    throws: int
    read: int
    expected: float
    percentile: float | None


class SideSum(msgspec.Struct, frozen=True):
    """How one side came through."""

    side: int
    name: str
    units: int
    units_left: int
    figures: int
    figures_left: int
    choices: int


class TurnSum(msgspec.Struct, frozen=True):
    """How the sides stood when a turn began (the last one: when the game stood last)."""

    turn: int
    seq: int
    figures: tuple[int, ...]
    scores: tuple[str, ...]


class Lost(msgspec.Struct, frozen=True):
    """A unit that is gone, and the last that was told of it."""

    unit: int
    side: int
    name: str
    seq: int
    words: str
    cite: str


class RuleMet(msgspec.Struct, frozen=True):
    """A rule and how often the journal cites it."""

    cite: str
    words: str
    count: int


class Summary(msgspec.Struct, frozen=True):
    """The luck report, and how the game went. `pips`: the bare faces of all dice, by side."""

    seq: int
    turn: int | None
    over: bool
    outcome: OutcomeOf | None
    score: tuple[Row, ...]
    sides: tuple[SideSum, ...]
    luck: tuple[LuckLine, ...]
    pips: tuple[LuckLine, ...]
    rules: tuple[RuleMet, ...]
    course: tuple[TurnSum, ...]
    lost: tuple[Lost, ...]
    seed_hash: str
    seed: str | None
    dice_from: int
    created: float
    updated: float


class Judged(msgspec.Struct, frozen=True):
    """What the computer thought of the battle after an action: the first side's chance to win."""

    seq: int
    turn: int | None
    chance: float


class Turning(msgspec.Struct, frozen=True):
    """Where a battle turned: in whose favour, what the computer thought before and after, who acted, and what happened."""

    seq: int
    turn: int | None
    gained: int
    before: float
    after: float
    by: int | None
    words: tuple[str, ...]


class Judgement(msgspec.Struct, frozen=True):
    """The computer's judgement over a finished battle. `fitted`: its chances were fitted to games; else they only compare."""

    fitted: bool
    points: tuple[Judged, ...]
    turning: tuple[Turning, ...]
