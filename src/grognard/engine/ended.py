"""How people end a game before its rules do: somebody resigns, both agree, or time runs out. No rule knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.naming import called, opened


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ended a game, kept beside its actions: a side that resigned or ran out of time, or a draw agreed by all."""

    how: Literal["resigned", "agreed", "time"]
    side: int | None = None
    """The side that gave up or had no time left."""

    def outcome(self, sides: Sequence[str]) -> Outcome:
        """Who has won by it, and how that is told; no rule of the book says so, and none is cited."""
        if self.how == "agreed" or self.side is None or not 0 <= self.side < len(sides):
            return Outcome(None, "A draw was agreed.", "")
        others = [side for side in range(len(sides)) if side != self.side]
        winner = others[0] if len(others) == 1 else None
        words = "resigned" if self.how == "resigned" else "ran out of time"
        return Outcome(winner, f"{opened(called(sides[self.side]))} {words}.", "")


__all__ = ["Ended"]
