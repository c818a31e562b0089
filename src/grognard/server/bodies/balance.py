"""Battles fought many times, to see whether they are fair."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.lab.balance import Balance
from grognard.lab.evening import Advised
from grognard.server.bodies.texts import BattleText, Name


class FairWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be fought many times between equal computer players: one of the book's, or one of one's own as TOML."""

    book: Name
    scenario: Name | None = None
    battle: BattleText | None = None
    options: dict[str, Any] = {}
    armies: dict[str, str] = {}
    """For sides counted from 1: one of the book's lists by its name, or one written out as TOML."""
    games: Annotated[int, Meta(ge=1, le=100_000)] = 40
    agent: Name = "sergeant"
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    suggest: bool = False
    """Whether to look for what would even it out."""


RunState = Literal["waiting", "playing", "trying", "done", "cancelled", "cut", "failed"]
"""How a run stands: what follows `done` is over before all games were played."""


class FairRun(msgspec.Struct, frozen=True):
    """How a run of games stands. `run` is its name: whoever has it may ask after it and end it."""

    run: str
    state: RunState
    words: str
    """Why it is over, where that is not plain."""
    balance: Balance
    trying: str
    """What is being tried to even it out, in words."""
    tried: int
    """How many games of that are played."""
    advised: Advised | None
