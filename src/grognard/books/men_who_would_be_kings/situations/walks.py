"""Walking the real engine: how decisions are taken on the way, and which throws come to the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.tables import Tally

from ..sequence import EXCERPTS, SEQUENCES
from ..state import Desk, Unit
from ..tables.nerve import FAILED_RALLY
from ..words import Where

ENGINE = Engine({**SEQUENCES, **EXCERPTS}, Desk)


class Plan(msgspec.Struct, frozen=True):
    """What is done where there is a choice: follow up or not, storm or not; nobody moves besides."""

    follow_up: bool = True
    storm: bool = False

    def __call__(self, position: Position, ask: Ask) -> Move:
        """The answer the plan gives."""
        if "follow_up" in ask.offers:
            if self.follow_up:
                return Move(ask.who[0], "follow_up", next(iter(ask.offers["follow_up"])))
            return Move(ask.who[0], "stay")
        if "storm" in ask.offers:
            return Move(ask.who[0], "storm" if self.storm else "hold_back")
        verb, domain = next(iter(ask.offers.items()))
        return Move(ask.who[0], verb, next(iter(domain)))


def alike(position: Position, throw: Throw) -> Callable[[Any], Hashable] | None:
    """What of a reading matters: casualties instead of hits, passed or not instead of a total."""
    facts = throw.facts
    if throw.what in ("fire", "melee"):
        most = position.state.units[facts["target"]].count
        needed = facts["needed"]
        return lambda reading: (
            (casualties(reading[0], most, needed), reading[1])
            if isinstance(reading, tuple)
            else casualties(reading, most, needed)
        )
    if throw.what == "leader":
        return lambda reading: reading == 2
    if throw.what in ("order", "pinning", "nerves"):
        plus = throw.why.total if isinstance(throw.why, Tally) else 0
        return lambda reading: reading + plus >= facts["need"]
    if throw.what == "rally":
        assert isinstance(throw.why, Tally)
        plus = throw.why.total
        return lambda reading: (
            "passed" if reading + plus >= facts["need"] else FAILED_RALLY.find(reading + plus).value
        )
    return None


def casualties(hits: int, most: int, needed: int) -> int:
    """The models that hits take of so many. [T019, T058]"""
    return min(most, hits // needed)


def fate(before: Unit, after: Unit) -> str:
    """How a unit stands afterwards: destroyed, routed, off the table, Pinned or steady."""
    if not after.on_table:
        return {Where.ROUTED: "routed", Where.RETREATED: "off the table"}.get(after.where, "destroyed")
    return "pinned" if after.pins > before.pins else "steady"


def leader_fell(before: Unit, after: Unit) -> bool:
    """Whether a Leader fell in a unit that lives."""
    return after.on_table and before.leader is not None and after.leader is None
