"""How strong the levels of a computer player are in a book, as ladders have measured it, for people to choose by."""

from __future__ import annotations

import msgspec

BASE = 1500
"""Where the level stands that all others are measured from."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one ladder said of a level."""

    level: str
    against: str
    elo: int
    """How far above the other it stands."""
    part: str
    """The section of research/ladder-runs.md that tells of it; empty: the book's first."""


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of a book in one of its battles."""

    battle: str
    anchor: str
    """The level that stands at `BASE`."""
    runs: tuple[Run, ...]

    def elo(self, level: str) -> int | None:
        """Where a level stands, from run to run down to the anchor; None if it was not measured."""
        if level == self.anchor:
            return BASE
        run = next((run for run in self.runs if run.level == level), None)
        below = None if run is None else self.elo(run.against)
        return None if run is None or below is None else below + run.elo


__all__ = ["BASE", "Run", "Strength"]
